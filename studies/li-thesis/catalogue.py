# SPDX-License-Identifier: MIT
"""What the study shows: every chart and convergence series, and the figure each belongs to."""

from dataclasses import dataclass

FORCE_FILE = "examples/two-mass/system.toml"
CONSTRAINT_FILE = "examples/two-mass/constraint.toml"

DECOMPOSITIONS = {
    "FF": "force-force",
    "FD": "force-displacement",
    "DD": "displacement-displacement",
}
SCHEMES = {
    "explicit": ("scheme.correction=explicit",),
    "implicit": ("scheme.correction=implicit",),
    "D": ("scheme.correction=implicit", "scheme.extension=derivative"),
    "I": ("scheme.correction=implicit", "scheme.extension=integral"),
}
STABILISATIONS = {
    "baumgarte": ("scheme.stabilisation=baumgarte", "scheme.alpha=1", "scheme.beta=1"),
    "weighted": ("scheme.stabilisation=weighted", "scheme.weights=[0.2, 0.4, 0.4]"),
    "projection": ("scheme.stabilisation=projection", "scheme.level=acceleration"),
    "index-2": ("scheme.stabilisation=index-2",),
    "index-1": ("scheme.stabilisation=index-1",),
    "index-3": ("scheme.stabilisation=index-3",),
}
STABILISATION_NAMES = {
    "baumgarte": "Baumgarte, α = β = 1",
    "weighted": "weighted multiplier, (1/5, 2/5, 2/5)",
    "projection": "projection, multiplier from the acceleration",
    "index-2": "index-2, extended multiplier",
    "index-1": "index-1, extended multiplier",
    "index-3": "index-3, position constraint only",
}
SYMMETRY = {1: "symmetric", 10: "unsymmetrical"}

# name: Λr from, to, Λi from, to
WINDOWS = {
    "wide": (-2, 0, 0, 10),  # implicit schemes
    "near": (-1, 0, 0, 1),  # explicit schemes
    "far": (-200, 0, 0, 1000),  # "very large values"
    "axis": (-0.02, 0, 0, 10),
    "pole-6": (-2, 0, 5.5, 7),
    "pole-9": (-2, 0, 8.5, 10),
}
ENLARGED = ("axis", "pole-6", "pole-9")  # to show what is thinner than the spacing of an adaptive chart


def orders_of(stabilisation):
    return range(4) if stabilisation == "index-1" else range(3)


@dataclass(frozen=True)
class Chart:
    """One stability chart; cells is None for the resolution the study is asked for."""

    name: str
    file: str
    settings: tuple
    window: tuple
    cells: int | None = None
    every_cell: bool = False  # even where an adaptive chart would infer the verdict

    def arguments(self, cells):
        x_low, x_high, y_low, y_high = self.window
        n = self.cells or cells
        return (
            ["map", self.file]
            + _overrides(self.settings)
            + ["--x", f"parameters.Lr1={x_low}:{x_high}:{n}", "--y", f"parameters.Li1={y_low}:{y_high}:{n}"]
        )


@dataclass(frozen=True)
class Convergence:
    """Errors of one scheme over halved steps."""

    name: str
    file: str
    settings: tuple
    steps: tuple
    label: str

    def arguments(self):
        steps = ",".join(repr(step) for step in self.steps)
        return ["converge", self.file, "--local"] + _overrides(self.settings) + ["--steps", steps]


@dataclass(frozen=True)
class Verdict:
    """One stability verdict, for the limit H → 0 that comes with it."""

    name: str
    file: str
    settings: tuple

    def arguments(self):
        return ["stability", self.file] + _overrides(self.settings)


@dataclass(frozen=True)
class Run:
    """One simulation in time, co-simulated and compared with the solution in one piece, or that solution itself."""

    name: str
    file: str
    settings: tuple
    monolithic: bool = False

    def arguments(self):
        command = ["monolithic", self.file] if self.monolithic else ["run", self.file, "--compare", "monolithic"]
        return command + _overrides(self.settings)

    def digest(self, answer):
        return {key: answer[key] for key in ("status", "reason", "time", "macro_steps", "errors") if key in answer}


@dataclass(frozen=True)
class Panel:
    """One error of a set of series, with the orders theory promises (None: no promise)."""

    title: str
    quantity: str  # key of the program's answer
    expected: tuple


@dataclass(frozen=True)
class Figure:
    """A section of the gallery: rows of charts, series drawn in panels, or runs with a drawing of their own."""

    key: str
    title: str
    text: str
    rows: tuple = ()  # (label, ((label, Chart), ...))
    series: tuple = ()
    panels: tuple = ()
    runs: tuple = ()
    long: bool = False  # only where asked for


def _overrides(settings):
    return [part for setting in settings for part in ("--set", setting)]


def _ratios(names, ratio):
    return tuple(f"parameters.{name}={ratio}" for name in names) if ratio != 1 else ()


def force_chart(decomposition, scheme, k, ratio=1, window=None, cells=None):
    window = window or ("near" if scheme == "explicit" else "wide")
    suffix = f"-{cells}" if cells else ""
    return Chart(
        name=f"{decomposition}-{scheme}-k{k}-{SYMMETRY[ratio]}-{window}{suffix}",
        file=FORCE_FILE,
        settings=SCHEMES[scheme]
        + (f"scheme.order={k}", f"scheme.decomposition={DECOMPOSITIONS[decomposition]}")
        + _ratios(("alpha_m21", "alpha_Lr21", "alpha_Li21", "alpha_Lrc", "alpha_Lic"), ratio),
        window=WINDOWS[window],
        cells=cells,
        every_cell=cells is not None or window in ENLARGED,
    )


def constraint_chart(stabilisation, k, ratio=1, cells=None):
    suffix = f"-{cells}" if cells else ""
    return Chart(
        name=f"constraint-{stabilisation}-k{k}-{SYMMETRY[ratio]}{suffix}",
        file=CONSTRAINT_FILE,
        settings=STABILISATIONS[stabilisation]
        + (f"scheme.order={k}",)
        + _ratios(("alpha_m21", "alpha_Lr21", "alpha_Li21"), ratio),
        window=WINDOWS["wide"],
        cells=cells,
        every_cell=True,  # islands of a few cells, that samples around them do not show
    )


def force_errors(decomposition, scheme, k):
    return Convergence(
        name=f"errors-{decomposition}-{scheme}-k{k}",
        file=FORCE_FILE,
        settings=SCHEMES[scheme]
        + (f"scheme.order={k}", f"scheme.decomposition={DECOMPOSITIONS[decomposition]}", "scheme.startup=exact")
        + tuple(f"parameters.m{i}=1" for i in (1, 2))
        + tuple(f"parameters.c{i}=100" for i in ("1", "2", "c"))
        + tuple(f"parameters.d{i}=10" for i in ("1", "2", "c"))
        + ("parameters.x1=1", "parameters.v1=0", "parameters.x2=0", "parameters.v2=0", "simulation.end=1"),
        steps=tuple(1 / n for n in (50, 100, 200, 400, 800)),
        label=f"k = {k}",
    )


def constraint_errors(stabilisation, k):
    parameters = {"m1": 1, "m2": 2, "c1": 100, "c2": 40, "d1": 10, "d2": 10}
    return Convergence(
        name=f"errors-constraint-{stabilisation}-k{k}",
        file=CONSTRAINT_FILE,
        settings=STABILISATIONS[stabilisation]
        + (f"scheme.order={k}", "scheme.startup=exact", "simulation.end=1")
        + tuple(f"parameters.{name}={value}" for name, value in parameters.items()),
        steps=tuple(1 / n for n in (25, 50, 100, 200, 400)),
        label=f"k = {k}",
    )


def constraint_limit(stabilisation, k):
    """The symmetric model at an unremarkable point; only its limit H → 0 is used."""
    return Verdict(
        name=f"limit-{stabilisation}-k{k}",
        file=CONSTRAINT_FILE,
        settings=STABILISATIONS[stabilisation] + (f"scheme.order={k}", "parameters.Lr1=-0.1", "parameters.Li1=1"),
    )


def _by_symmetry(charts_of):
    return tuple((SYMMETRY[ratio], charts_of(ratio)) for ratio in (1, 10))


def _original_figures():
    for first, scheme in ((2, "implicit"), (5, "explicit")):
        for place, decomposition in enumerate(DECOMPOSITIONS):
            yield Figure(
                key=f"3.{first + place}",
                title=f"{scheme.capitalize()}, {DECOMPOSITIONS[decomposition]}",
                text="The thesis shows the symmetric row; the unsymmetrical one is added here.",
                rows=_by_symmetry(
                    lambda ratio, d=decomposition, s=scheme: tuple(
                        (f"k = {k}", force_chart(d, s, k, ratio)) for k in range(4)
                    )
                ),
            )


def _extended_figures():
    names = {"implicit": "original", "D": "D-extended", "I": "I-extended"}
    for place, (decomposition, ratio) in enumerate((d, r) for d in DECOMPOSITIONS for r in SYMMETRY):
        yield Figure(
            key=f"3.{13 + place}",
            title=f"Extended schemes, {DECOMPOSITIONS[decomposition]}, {SYMMETRY[ratio]} model",
            text="Rows and columns as in the thesis: the order downwards, the scheme across.",
            rows=tuple(
                (f"k = {k}", tuple((names[s], force_chart(decomposition, s, k, ratio)) for s in names))
                for k in range(3)
            ),
        )


def _error_figures():
    glob = ("position", "velocity")
    local = ("local_position", "local_velocity")
    plain = {"global": ((1, 2, 3, 4),) * 2, "local": ((3, 4, 5, 6), (2, 3, 4, 5))}
    integral = {"global": ((2, 4, 4),) * 2, "local": ((3, 5, 5),) * 2}
    for first, scheme, name, count, expected in (
        (8, "implicit", "implicit", 4, plain),
        (19, "D", "D-extended", 3, plain),
        (21, "I", "I-extended", 3, integral),
    ):
        series = tuple(force_errors("FF", scheme, k) for k in range(count))
        for offset, reach, quantities in ((0, "global", glob), (1, "local", local)):
            yield Figure(
                key=f"3.{first + offset}",
                title=f"{reach.capitalize()} errors, {name}, force-force",
                text="m₁ = m₂ = 1, all stiffnesses 100, all dampings 10, x₁ = 1 at rest, one second.",
                series=series,
                panels=tuple(
                    Panel(q.removeprefix("local_"), q, expected[reach][i][:count]) for i, q in enumerate(quantities)
                ),
            )


def _doubt_figures():
    names = {"implicit": "original", "D": "D-extended", "I": "I-extended"}
    yield Figure(
        key="window",
        title="The unsymmetrical model in the small window, force-force",
        text="Not in the thesis. Where the I-extension helps and where it does not depends on the window: "
        "compare with 3.14.",
        rows=tuple(
            (f"k = {k}", tuple((names[s], force_chart("FF", s, k, 10, "near")) for s in names)) for k in (1, 2)
        ),
    )
    yield Figure(
        key="stripes",
        title="Singular stripes of the extended schemes, enlarged",
        text="Not in the thesis. Along a line the interface equations are singular and the spectral radius has a pole: "
        "D with k = 0 is unstable in a narrow band around it, D with k = 1 and I with k = 0 in a whole corner.",
        rows=(
            (
                "symmetric",
                (
                    ("FF, D, k = 0", force_chart("FF", "D", 0, 1, "pole-6")),
                    ("FF, D, k = 1", force_chart("FF", "D", 1, 1, "pole-9")),
                    ("FF, I, k = 0", force_chart("FF", "I", 0, 1, "pole-9")),
                ),
            ),
        ),
    )
    yield Figure(
        key="axis",
        title="Close to the axis",
        text="Not in the thesis. Narrow unstable regions lie along Λr = 0, where a chart of the whole window has one "
        "cell; the first two schemes have none there either, the third has.",
        rows=_by_symmetry(
            lambda ratio: (
                ("FF, original, k = 0", force_chart("FF", "implicit", 0, ratio, "axis")),
                ("FF, D, k = 2", force_chart("FF", "D", 2, ratio, "axis")),
                ("FD, D, k = 2", force_chart("FD", "D", 2, ratio, "axis")),
            )
        ),
    )
    yield Figure(
        key="far",
        title="Implicit schemes far out",
        text="Not shown in the thesis, but claimed: stable for very large eigenvalues.",
        rows=tuple(
            (d, tuple((f"k = {k}", force_chart(d, "implicit", k, 1, "far", 41)) for k in range(4)))
            for d in DECOMPOSITIONS
        ),
    )


def _constraint_figures():
    every = tuple(
        (title, quantity)
        for title, quantity in (
            ("position, global", "position"),
            ("velocity, global", "velocity"),
            ("position, local", "local_position"),
            ("velocity, local", "local_velocity"),
        )
    )
    for name in STABILISATIONS:
        expected = EXPECTED_CONSTRAINT_ORDERS[name]
        yield Figure(
            key=name,
            title=f"Constraint coupling: {STABILISATION_NAMES[name]}",
            text="m₂ = 2, c₂ = 40 in the error plots, x = 1 at rest.",
            rows=_by_symmetry(
                lambda ratio, n=name: tuple((f"k = {k}", constraint_chart(n, k, ratio)) for k in orders_of(n))
            ),
            # the position constraint alone diverges from k = 1 on
            series=tuple(constraint_errors(name, k) for k in (range(1) if name == "index-3" else orders_of(name))),
            panels=tuple(Panel(t, q, expected[i]) for i, (t, q) in enumerate(every)),
        )


# global position, global velocity, local position, local velocity; the drift mode of Baumgarte's method and of the
# weighted multiplier gives their velocities no clean order
EXPECTED_CONSTRAINT_ORDERS = {
    "baumgarte": ((3, 4, 5), (None,) * 3, (3, 4, 5), (None,) * 3),
    "weighted": ((3, 4, 5), (None,) * 3, (3, 4, 5), (None,) * 3),
    "projection": ((2, 3, 4), (2, 3, 4), (4, 5, 6), (3, 4, 5)),
    "index-2": ((4, 4, 4), (4, 4, 4), (5, 5, 5), (5, 5, 5)),
    "index-1": ((3, 4, 5, 6), (3, 4, 5, 6), (4, 5, 6, 7), (4, 5, 6, 7)),
    "index-3": ((4,), (2,), (4,), (2,)),
}


def figures():
    original, extended, errors = list(_original_figures()), list(_extended_figures()), list(_error_figures())
    return original + errors[:2] + extended + errors[2:] + list(_doubt_figures()) + list(_constraint_figures())


def extra_work():
    """What only the claims need: (key of the figure it belongs to, work)."""
    for decomposition in DECOMPOSITIONS:
        for k in range(4):
            yield "3.5", force_chart(decomposition, "implicit", k, 1, "near", 41)
    for decomposition in ("FD", "DD"):
        for k in range(4):
            yield "3.8", force_errors(decomposition, "implicit", k)
    for k in range(4):
        yield "3.8", force_errors("FF", "explicit", k)
    for name in STABILISATIONS:
        for k in orders_of(name):
            yield name, constraint_limit(name, k)
