# SPDX-License-Identifier: MIT
"""Runs of the four-bar linkage, sections 3.3 and 3.6: two double pendulums whose free ends a bushing holds together."""

from catalogue import DECOMPOSITIONS, Figure, Run, Verdict

FILE = "examples/four-bar/system.toml"
SCHEMES = {"O": "none", "D": "derivative", "I": "integral"}
SCHEME_NAMES = {"O": "original", "D": "D-extended", "I": "I-extended"}
ORDERS = (0, 1, 2)
SOFT = 1e3  # N/m and N m/rad
STIFFNESSES = (1e4, 1e5, 1e6)
DRAGS = (0.01, 0.1, 0.25, 0.5)  # N s/m, of which the second is used in all runs
MICRO_STEPS = {"FF": 4, "FD": 2, "DD": 2}  # per macro step

# macro step, end and interval of the output (None: every macro step), in s
FINE = {"step": 1e-4, "end": 2.0, "every": 0.005}  # 3.3
COARSE = {"step": 1e-3, "end": 4.0, "every": 0.005}  # 3.6
STIFF = {"step": 5e-3, "end": 1.0, "every": None}  # 3.6, stiffness sweep
LONG = {"step": 1e-3, "end": 20.0, "every": 0.01}  # beyond the thesis


def _scheme(decomposition, scheme, k, step, correction):
    return (
        f"scheme.decomposition={DECOMPOSITIONS[decomposition]}",
        f"scheme.correction={correction}",
        f"scheme.extension={SCHEMES[scheme]}",
        f"scheme.order={k}",
        "scheme.startup=constant",
    ) + tuple(f"subsystem.{side}.micro_step={step / MICRO_STEPS[decomposition]!r}" for side in ("left", "right"))


def _model(step, stiffness):
    return (f"scheme.step={step!r}",) + tuple(f"parameters.{name}={stiffness!r}" for name in ("cx", "cy", "cphi"))


def _span(end, every):
    return (f"simulation.end={end!r}",) + ((f"simulation.output_interval={every!r}",) if every else ())


def run(decomposition, scheme, k, step, end, every=None, stiffness=SOFT):
    """Co-simulated with one correction a step, as the thesis does."""
    return Run(
        name=f"four-bar-{decomposition}-{scheme}-k{k}-H{step:g}-c{stiffness:g}-T{end:g}",
        file=FILE,
        settings=_scheme(decomposition, scheme, k, step, "semi-implicit") + _model(step, stiffness) + _span(end, every),
    )


def in_one_piece(step, end, every=None, stiffness=SOFT):
    """The macro step is only that of the output."""
    return Run(
        name=f"four-bar-one-piece-H{every or step:g}-c{stiffness:g}-T{end:g}",
        file=FILE,
        settings=_model(every or step, stiffness) + _span(end, None),
        monolithic=True,
    )


def radius(decomposition, scheme, k, step, stiffness=SOFT, once=False, drag=None):
    """Linearised at the start, corrected until it converges or once. One correction from samples that know nothing of the
    weight yet leaves an error that depends on them, and is taken for a property of the scheme."""
    suffix = ("-once" if once else "") + (f"-d{drag:g}" if drag else "")
    return Verdict(
        name=f"four-bar-radius-{decomposition}-{scheme}-k{k}-H{step:g}-c{stiffness:g}{suffix}",
        file=FILE,
        settings=_scheme(decomposition, scheme, k, step, "semi-implicit" if once else "implicit")
        + _model(step, stiffness)
        + ((f"parameters.dv={drag!r}",) if drag else ()),
    )


def all_schemes(decomposition, times, stiffness=SOFT):
    return tuple(run(decomposition, s, k, stiffness=stiffness, **times) for s in SCHEMES for k in ORDERS)


def constant_runs(times):
    """What exchanges motion with k = 0, where energy grows or not."""
    return tuple(run(d, s, 0, **times) for d in ("FD", "DD") for s in SCHEMES)


COLUMNS = (
    "Downwards: angles of bars 2 and 4, their angular velocities, force along x and torque of the bushing, and the "
    "largest error of the four angles. The grey band is the solution in one piece. "
)


def figures():
    yield Figure(
        key="3.11",
        title="Four-bar linkage, original schemes, H = 10⁻⁴ s",
        text="Stiffness 10³, damping 10. " + COLUMNS,
        runs=tuple(run(d, "O", k, **FINE) for d in DECOMPOSITIONS for k in ORDERS) + (in_one_piece(**FINE),),
    )
    for number, decomposition in zip((23, 24, 25), DECOMPOSITIONS):
        yield Figure(
            key=f"3.{number}",
            title=f"Four-bar linkage, {DECOMPOSITIONS[decomposition]}, H = 10⁻³ s",
            text="Stiffness 10³, damping 10. " + COLUMNS,
            runs=all_schemes(decomposition, COARSE) + (in_one_piece(**COARSE),),
        )
    yield Figure(
        key="stiffness",
        title="Four-bar linkage, stiffness sweep of section 3.6, force-force, H = 5·10⁻³ s",
        text="The thesis tells the outcome without a figure. Largest error of the four angles over time; a curve that ends "
        "with a cross is a run that diverged there.",
        runs=tuple(r for c in STIFFNESSES for r in all_schemes("FF", STIFF, c) + (in_one_piece(stiffness=c, **STIFF),)),
    )
    for key, times, long in (("energy", COARSE, False), ("long", LONG, True)):
        yield Figure(
            key=key,
            title=f"Four-bar linkage, k = 0: energy where motion is exchanged, {times['end']:g} s",
            text="Not in the thesis. Mechanical energy with that of the bushing's springs, H = 10⁻³ s. Everything in the "
            "linkage dissipates: energy above that at the start (dotted) comes from the coupling."
            + (" Only with --long." if long else ""),
            runs=constant_runs(times) + (in_one_piece(**times),),
            long=long,
        )


def extra_work():
    """What only the claims need: (key of the figure it belongs to, work)."""
    for number, decomposition in zip((23, 24, 25), DECOMPOSITIONS):
        # slow growth, which errors alone do not tell from inaccuracy, is a matter of k = 0
        yield "3.11", radius(decomposition, "O", 0, FINE["step"])
        for scheme in SCHEMES:
            yield f"3.{number}", radius(decomposition, scheme, 0, COARSE["step"])
    for stiffness in STIFFNESSES:
        for scheme in SCHEMES:
            for k in ORDERS:
                for once in (False, True):
                    yield "stiffness", radius("FF", scheme, k, STIFF["step"], stiffness, once)
    for decomposition in ("FD", "DD"):
        for step in (COARSE["step"], FINE["step"]):
            for drag in DRAGS:
                yield "energy", radius(decomposition, "O", 0, step, drag=drag)
