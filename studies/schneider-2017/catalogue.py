# SPDX-License-Identifier: MIT
"""What the study computes, and the figure each computation belongs to."""

from dataclasses import dataclass

FILE = "examples/two-mass/kinematic.toml"
ORDERS = (0, 1, 2)
ORDER_NAMES = ("constant", "linear", "quadratic")
RECURRENCES = ("published", "simulated")
SCAN = (1e-3, 1.0, 200)  # macro steps that are searched for the limit of stability
FINE_SCAN = (1e-5, 1.0, 300)  # with undamped structures the limit is tiny
STEPS = tuple(2.0**-j for j in range(5, 12))

RATIOS = tuple(10 ** (k / 40) for k in range(-12, 93))  # 0.5 to 200, with 1, 10, 100
SOME_RATIOS = tuple(10 ** (k / 40) for k in range(30, 81, 2))  # 5.6 to 100
CRITICAL_RATIOS = (1.0, 6.4641016151377546, 31.639860565886225)  # closed form of the loop, orders 0, 1, 2

# ours: the values of the paper are in its figures only
VARIED = {
    "c_R": (10, 100, 500, 1000),
    "d_R": (0, 0.1, 1, 10),
    "c_F": (10, 50, 100, 500),
    "d_F": (0, 0.01, 0.1, 1),
}
TABLE_1 = {"c_R": 100, "d_R": 1, "c_F": 50, "d_F": 0.1}
STIFFNESSES = tuple(10 ** (k / 12) for k in range(12, 37))  # 10 to 1000 N/m
DAMPINGS = tuple(10 ** (k / 12) for k in range(-24, 13))  # 0.01 to 10 N s/m
BLOW_UP_STEPS = (0.02, 0.01, 0.005)


def scheme(forces, r, s=None, velocity="derivative", **keys):
    s = r if s is None else s
    keys = {"forces": forces, "force_order": r, "state_order": s, "velocity": velocity, **keys}
    return tuple(f"scheme.{key}={value}" for key, value in keys.items())


def parameters(**values):
    return tuple(f"parameters.{name}={value!r}" for name, value in values.items())


def mass_ratio(ratio):
    """m_R / m_Fco by the mass of the structure at the coupling; the other masses are those of Table 1."""
    return parameters(m_Fco=5.0 / ratio)


def _overrides(settings):
    return [word for setting in settings for word in ("--set", setting)]


@dataclass(frozen=True)
class Critical:
    """Where the spectral radius crosses 1 over the macro step."""

    settings: tuple
    published: bool = False
    scan: tuple = SCAN

    def arguments(self):
        low, high, count = self.scan
        return (["stability", FILE, "--largest-step", f"{low:g}:{high:g}:{count}"] + _overrides(self.settings)
                + (["--recurrence", "published"] if self.published else []))

    def key(self):
        return " ".join(self.arguments())

    @staticmethod
    def digest(answer):
        kept = ("largest_stable_step", "stable_throughout", "crossings", "zero_stability")
        return {key: answer[key] for key in kept}


@dataclass(frozen=True)
class Threshold:
    """The smallest ratio of the masses that is zero-stable."""

    settings: tuple
    bounds: tuple = (0.2, 100.0)

    def arguments(self, ratio):
        return ["stability", FILE] + _overrides(self.settings + mass_ratio(ratio))

    def key(self):
        return "threshold " + " ".join(self.settings)


@dataclass(frozen=True)
class Convergence:
    settings: tuple
    steps: tuple = STEPS

    def arguments(self):
        steps = ",".join(repr(step) for step in self.steps)
        return ["converge", FILE, "--norm", "max", "--steps", steps] + _overrides(self.settings)

    def key(self):
        return " ".join(self.arguments())

    @staticmethod
    def digest(answer):
        return {key: answer[key] for key in ("steps", "errors", "orders")}


@dataclass(frozen=True)
class Run:
    """One run whose samples are drawn."""

    name: str
    settings: tuple
    command: str = "run"

    def arguments(self):
        return [self.command, FILE] + _overrides(self.settings)

    def key(self):
        return f"{self.name}: " + " ".join(self.arguments())

    @staticmethod
    def digest(answer):
        return {key: answer.get(key) for key in ("status", "reason", "time", "macro_steps")}


@dataclass(frozen=True)
class Figure:
    key: str
    title: str
    text: str
    work: tuple


def limit(forces, r, recurrence, ratio):
    return Critical(scheme(forces, r) + mass_ratio(ratio), recurrence == "published")


def limits(forces, r, recurrence, ratios=RATIOS):
    return [limit(forces, r, recurrence, ratio) for ratio in ratios]


def varied_limits(name, value, recurrence, ratios=SOME_RATIOS):
    scan = FINE_SCAN if name == "d_F" and value == 0 else SCAN
    return [
        Critical(scheme("approximate", 1) + mass_ratio(ratio) + parameters(**{name: value}),
                 recurrence == "published", scan)
        for ratio in ratios
    ]


def structure_limit(stiffness, damping, recurrence):
    return Critical(scheme("approximate", 1) + parameters(c_F=stiffness, d_F=damping), recurrence == "published")


def threshold(r, s=None, **keys):
    return Threshold(scheme("approximate", r, s, **keys))


def varied_threshold(name, value):
    return Threshold(scheme("approximate", 1) + parameters(**{name: value}))


def errors(forces, r, s, velocity="derivative", **keys):
    return Convergence(scheme(forces, r, s, velocity, **keys))


def linear_implicit_errors(r, s):
    return Convergence(scheme("exact", r, s) + ("subsystem.F.integrator=linear-implicit",))


def blow_up(step):
    return Run(f"blow-up-{step:g}", scheme("approximate", 2, step=step) + (f"simulation.end={100 * step:g}",))


def blow_up_reference(step):
    return Run(f"blow-up-{step:g}-monolithic", (f"scheme.step={step:g}", f"simulation.end={100 * step:g}"), "monolithic")


def trajectory(r):
    return Run(f"trajectory-{r}", scheme("exact", r, step=0.03125) + ("simulation.end=5",))


def trajectory_reference():
    return Run("trajectory-monolithic", ("scheme.step=0.01", "simulation.end=5"), "monolithic")


HEAVY = mass_ratio(0.1)


def corrected_limits(r, ratios=RATIOS):
    settings = scheme("approximate", r, velocity="sampled", correction="implicit")
    return [Critical(settings + mass_ratio(ratio)) for ratio in ratios]


def corrected_errors(r, velocity="sampled"):
    return Convergence(scheme("approximate", r, velocity=velocity, correction="implicit") + HEAVY)


def heavy_run(correction):
    """Few steps explicitly: enough to see it go."""
    end = 5 if correction == "implicit" else 0.3
    return Run(f"heavy-{correction}",
               scheme("approximate", 1, velocity="sampled", correction=correction, step=0.01) + HEAVY
               + (f"simulation.end={end}",))


def heavy_reference():
    return Run("heavy-monolithic", HEAVY + ("scheme.step=0.01", "simulation.end=5"), "monolithic")


HEAVY_RATIOS = tuple(10 ** (k / 20) for k in range(-26, 47))  # 0.05 to 200

LOOPS = {"updated-acceleration": {"loop": "updated-acceleration"}, "updated-force": {"loop": "updated-force"},
         "Gauss-Seidel": {"schedule": "gauss-seidel"}}


def figures():
    regions = {
        forces: tuple(w for r in ORDERS for m in RECURRENCES for w in limits(forces, r, m))
        for forces in ("exact", "approximate")
    }
    variations = {
        side: tuple(w for name in names for value in VARIED[name] for m in RECURRENCES
                    for w in varied_limits(name, value, m))
        + tuple(varied_threshold(name, value) for name in names for value in VARIED[name])
        for side, names in {"R": ("c_R", "d_R"), "F": ("c_F", "d_F")}.items()
    }
    pairs = [(r, s) for s in ORDERS for r in ORDERS]
    return (
        Figure("4", "Stable regions with exact forces",
               "Filled: unstable. The line is the critical step, the first at which the spectral radius passes 1; above "
               "it there are steps that are stable again. Above by the published matrix (51), below by the step that "
               "is simulated (velocity by Remark 3.1). The dashed line in each is the critical step of the other.",
               regions["exact"]),
        Figure("5", "Stable regions with approximate forces",
               "As Figure 4, forces by (23). Left of the dotted line the loop of outputs and inputs is unstable, "
               "whatever the step.", regions["approximate"]),
        Figure("6", "Zero-stability with approximate forces",
               "Spectral radius of the loop in the limit H → 0, from (69). The second panel shows how small the ratio of "
               "the masses may be for each pair of orders and for other orders of evaluation.",
               tuple(w for r in ORDERS for w in limits("approximate", r, "simulated"))
               + tuple(threshold(r, s) for r, s in pairs)
               + tuple(threshold(r, **keys) for keys in LOOPS.values() for r in ORDERS)),
        Figure("7", "Stable regions for varied stiffness and damping of the mover",
               "Critical step, approximate forces, linear extrapolation. Solid: published matrix; dashed: simulated "
               "step.", variations["R"]),
        Figure("8", "Stable regions for varied stiffness and damping of the structure", "As Figure 7.", variations["F"]),
        Figure("9", "Critical step over stiffness and damping of the structure",
               "Ratio of the masses 10, approximate forces, linear extrapolation. The paper shows clouds of stable and "
               "unstable points in c_F, d_F and H; these lines are cuts through the surface between them.",
               tuple(structure_limit(c, d, m) for m in RECURRENCES for c in STIFFNESSES for d in (0.01, 0.1, 1, 10))
               + tuple(structure_limit(c, d, m) for m in RECURRENCES for d in DAMPINGS for c in (10, 50, 100, 500))),
        Figure("10", "Convergence with exact forces",
               "Largest error of the two positions over 1 s from (1, 0, 0, 0). r is the order of the force, s that of the "
               "motion; velocity by Remark 3.1. The last panel has r = s with sampled velocities; the curve with ∗ starts from "
               "exact past samples.",
               tuple(errors("exact", r, s) for r, s in pairs)
               + tuple(errors("exact", r, r, "sampled") for r in ORDERS)
               + (errors("exact", 2, 2, "sampled", startup="exact"),)),
        Figure("11", "The unstable run: quadratic extrapolation of approximate forces",
               "Position of the mover at ratio 10, and its error over the number of steps for three steps, with the "
               "growth that the closed form of the loop predicts.",
               tuple(w for h in BLOW_UP_STEPS for w in (blow_up(h), blow_up_reference(h)))
               + (limit("approximate", 2, "simulated", 10.0),)),
        Figure("12", "Convergence with approximate forces",
               "As Figure 10, for the pairs of orders that are zero-stable at ratio 10.",
               tuple(errors("approximate", r, s) for r, s in pairs if r + s < 3)
               + tuple(errors("approximate", r, r, "sampled") for r in (0, 1))),
        Figure("13", "Convergence with a linear-implicit step for the structure",
               "Exact forces; the structure makes one linear-implicit Euler step a macro step.",
               tuple(linear_implicit_errors(r, s) for r, s in pairs)),
        Figure("trajectories", "The motion",
               "Not in the paper. Exact forces, r = s, a macro step of 1/32 s, against the solution in one piece.",
               (trajectory_reference(), *(trajectory(r) for r in ORDERS))),
        Figure("corrected", "An addition: corrected macro steps have no limit of the masses",
               "Ours, not in the paper. Approximate forces again, but each macro step is repeated until the coupling "
               "variables at its end agree (correction = implicit, velocities sampled). The loop is solved, and ratios below "
               "1 run. Convergence and motion are those at ratio 0.1.",
               tuple(w for r in ORDERS for w in corrected_limits(r, HEAVY_RATIOS))
               + tuple(w for r in ORDERS for w in limits("approximate", r, "simulated"))  # to compare with
               + tuple(corrected_errors(r) for r in ORDERS) + (corrected_errors(1, "derivative"),)
               + (heavy_run("implicit"), heavy_run("explicit"), heavy_reference())),
    )
