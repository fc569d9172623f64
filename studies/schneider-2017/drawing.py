# SPDX-License-Identifier: MIT
"""Draws each figure from what was measured."""

import catalogue as c
from common.error_plot import write_error_plot
from common.line_plot import Curve, Panel, write_line_plot

RATIO = "ratio of the masses m_R / m_F,co"
STEP = "critical step in s"
ORDER_MARKS = ("1", "3 + 2√3", "31.64")


def unstable_intervals(answer, low, high):
    """Of the macro step, between low and high."""
    unstable = answer["largest_stable_step"] is None and not answer["stable_throughout"]
    begin, intervals = low, []
    for crossing in answer["crossings"]:
        if crossing["direction"] == "up" and not unstable:
            begin, unstable = crossing["step"], True
        elif crossing["direction"] == "down" and unstable:
            intervals.append((begin, crossing["step"]))
            unstable = False
    return intervals + [(begin, high)] if unstable else intervals


def _line(m, works, abscissae, **look):
    return Curve(points=[(x, m.answer(w)["largest_stable_step"]) for x, w in zip(abscissae, works)], **look)


def _regions(m, works, ratios):
    half = (ratios[1] / ratios[0]) ** 0.5
    low, high, _ = c.SCAN
    return [
        (ratio / half, ratio * half, a, b)
        for ratio, work in zip(ratios, works)
        for a, b in unstable_intervals(m.answer(work), low, high)
    ]


def stable_regions(m, file, figure, forces):
    panels = []
    for recurrence, other in (c.RECURRENCES, c.RECURRENCES[::-1]):
        for r in c.ORDERS:
            works = c.limits(forces, r, recurrence)
            marks = [(c.CRITICAL_RATIOS[r], ORDER_MARKS[r])] if forces == "approximate" else []
            panels.append(Panel(
                f"{c.ORDER_NAMES[r]}, {recurrence}", RATIO, "macro step H in s", (0.5, 200), (0.01, 1),
                [_line(m, c.limits(forces, r, other), c.RATIOS, name=other, colour=None, dashed=True),
                 _line(m, works, c.RATIOS, name=recurrence, colour=0)],
                "xy", _regions(m, works, c.RATIOS), marks, "bottom right" if forces == "exact" or r == 0 else "bottom left"))
    write_line_plot(file, figure.title, panels, 3, (410, 350))


def zero_stability(m, file, figure):
    curves = [
        Curve(c.ORDER_NAMES[r],
              [(ratio, m.answer(w)["zero_stability"]["closed_form"])
               for ratio, w in zip(c.RATIOS, c.limits("approximate", r, "simulated"))], r)
        for r in c.ORDERS
    ]
    radius = Panel("loop at H → 0", RATIO, "spectral radius", (0.5, 200), (0, 4), curves, "x",
                   marks=list(zip(c.CRITICAL_RATIOS, ORDER_MARKS)), mark_at=2.6, level=1)
    pairs = [Curve(f"r = {r}", [(s, m.answer(c.threshold(r, s))["ratio"]) for s in c.ORDERS], r, dots=True)
             for r in c.ORDERS]
    others = [Curve(name, [(r, m.answer(c.threshold(r, **keys))["ratio"]) for r in c.ORDERS], None, dashed=True, dots=True)
              for name, keys in list(c.LOOPS.items())[-1:]]
    ratios = Panel("smallest stable ratio", "order s of the motion (Gauss-Seidel: r = s)", "ratio of the masses", (-0.2, 2.2),
                   (0.5, 50), pairs + others, "y", legend="top left", x_ticks=c.ORDERS)
    write_line_plot(file, figure.title, [radius, ratios])


def variations(m, file, figure, names):
    units = {"c": "N/m", "d": "N s/m"}
    panels = []
    for name in names:
        curves = []
        for place, value in enumerate(c.VARIED[name]):
            for recurrence in c.RECURRENCES:
                works = c.varied_limits(name, value, recurrence)
                published = recurrence == "published"
                curves.append(_line(m, works, c.SOME_RATIOS, name=f"{name} = {value:g}" if published else None,
                                    colour=place, dashed=not published))
        panels.append(Panel(f"{name} in {units[name[0]]}", RATIO, STEP, (5.6, 100), (0.01, 2), curves, "xy",
                            marks=[(c.CRITICAL_RATIOS[1], "3 + 2√3")], legend="top right"))
    write_line_plot(file, figure.title, panels)


def structure(m, file, figure):
    def curves(values, abscissae, work, label):
        drawn = []
        for place, value in enumerate(values):
            for recurrence in c.RECURRENCES:
                published = recurrence == "published"
                drawn.append(_line(m, [work(a, value, recurrence) for a in abscissae], abscissae, colour=place,
                                   name=f"{label} = {value:g}" if published else None, dashed=not published))
        return drawn

    over_stiffness = curves((0.01, 0.1, 1, 10), c.STIFFNESSES, c.structure_limit, "d_F")
    over_damping = curves((10, 50, 100, 500), c.DAMPINGS, lambda d, k, m: c.structure_limit(k, d, m), "c_F")
    write_line_plot(file, figure.title, [
        Panel("over the stiffness", "c_F in N/m", STEP, (10, 1000), (0.003, 1.5), over_stiffness, "xy",
              legend="bottom left"),
        Panel("over the damping", "d_F in N s/m", STEP, (0.01, 10), (0.003, 1.5), over_damping, "xy",
              legend="bottom right"),
    ])


def _series(m, label, work, order):
    answer = m.answer(work)
    return label, answer["steps"], answer["errors"]["position"], order


def convergence_exact(m, file, figure):
    panels = [
        (f"motion {c.ORDER_NAMES[s]}, s = {s}",
         [_series(m, f"r = {r}", c.errors("exact", r, s), None if s == 0 else min(r + 1, s)) for r in c.ORDERS])
        for s in c.ORDERS
    ]
    sampled = [_series(m, f"r = {r}", c.errors("exact", r, r, "sampled"), min(r + 1, 2)) for r in c.ORDERS]
    sampled.append(_series(m, "r = 2 ∗", c.errors("exact", 2, 2, "sampled", startup="exact"), 3))
    write_error_plot(file, figure.title, panels + [("r = s, sampled velocity", sampled)])


def convergence_approximate(m, file, figure):
    panels = [
        (f"motion {c.ORDER_NAMES[s]}, s = {s}",
         [_series(m, f"r = {r}", c.errors("approximate", r, s), None if s == 0 else min(r + 1, s))
          for r in c.ORDERS if r + s < 3])
        for s in (0, 1)
    ]
    panels.append(("motion quadratic, s = 2", [_series(m, "r = 0", c.errors("approximate", 0, 2), 1)]))
    panels.append(("r = s, sampled velocity",
                   [_series(m, f"r = {r}", c.errors("approximate", r, r, "sampled"), r + 1) for r in (0, 1)]))
    write_error_plot(file, figure.title, panels)


def convergence_linear_implicit(m, file, figure):
    panels = [
        (f"motion {c.ORDER_NAMES[s]}, s = {s}",
         [_series(m, f"r = {r}", c.linear_implicit_errors(r, s), 1 if s else None) for r in c.ORDERS])
        for s in (1, 2)
    ]
    write_error_plot(file, figure.title, panels)


def _column(m, run, name="q_R"):
    samples = m.samples(run)
    return list(zip(samples["time"], samples[name]))


def blow_up(m, file, figure):
    step = 0.01
    motion = Panel("H = 0.01 s", "number of macro steps", "q_R in m", (0, 60), (-3, 3), [
        Curve("in one piece", [(t / step, q) for t, q in _column(m, c.blow_up_reference(step))], None),
        Curve("co-simulated", [(t / step, q) for t, q in _column(m, c.blow_up(step))], 1, dots=True),
    ], legend="bottom left")
    curves = []
    for place, h in enumerate(c.BLOW_UP_STEPS):
        pairs = zip(_column(m, c.blow_up(h)), _column(m, c.blow_up_reference(h)))
        curves.append(Curve(f"H = {h:g} s", [(t / h, abs(a - b)) for (t, a), (_, b) in pairs], place))
    growth = m.answer(c.limit("approximate", 2, "simulated", 10.0))["zero_stability"]["closed_form"]
    curves.append(Curve(f"growth {growth:.4f} a step", [(n, 1e-8 * growth**n) for n in range(101)], None, dashed=True))
    error = Panel("error of q_R", "number of macro steps", "m", (0, 100), (1e-8, 1e8), curves, "y", legend="bottom right")
    write_line_plot(file, figure.title, [motion, error])


def trajectories(m, file, figure):
    reference = c.trajectory_reference()
    panels = []
    for name, heading in (("q_R", "mover, q_R in m"), ("q_Fin", "inner mass, q_F,in in m")):
        curves = [Curve("in one piece", _column(m, reference, name), None)]
        curves += [Curve(c.ORDER_NAMES[r], _column(m, c.trajectory(r), name), r, dashed=True) for r in c.ORDERS]
        panels.append(Panel(heading, "time in s", "", (0, 5), (-1.8, 1.2), curves, legend="bottom right"))
    write_line_plot(file, figure.title, panels)


def corrected(m, file, figure):
    limits = [
        _line(m, c.corrected_limits(r, c.HEAVY_RATIOS), c.HEAVY_RATIOS, name=f"{c.ORDER_NAMES[r]}, corrected", colour=r)
        for r in c.ORDERS
    ]
    explicit = [_line(m, c.limits("approximate", r, "simulated"), c.RATIOS, name=None, colour=r, dashed=True)
                for r in c.ORDERS]
    steps = Panel("critical step (dashed: explicit)", RATIO, "s", (0.05, 200), (0.001, 1), limits + explicit, "xy",
                  legend="bottom right")
    errors = []
    for r in c.ORDERS:
        answer = m.answer(c.corrected_errors(r))
        errors.append(Curve(f"r = s = {r}", list(zip(answer["steps"], answer["errors"]["position"])), r, dots=True))
    convergence = Panel("ratio 0.1, corrected", "macro step H in s", "error of the positions in m", (4e-4, 0.04),
                        (1e-9, 1), errors, "xy", legend="bottom right")
    explicit = _column(m, c.heavy_run("explicit"))
    gone = next((n for n, (_, q) in enumerate(explicit) if abs(q) > 5), len(explicit) - 1)
    motion = Panel("ratio 0.1, linear, H = 0.01 s", "time in s", "q_R in m", (0, 5), (-1.5, 1.5), [
        Curve("in one piece", _column(m, c.heavy_reference()), None),
        Curve("explicit", explicit[: gone + 1], 1),
        Curve("corrected", _column(m, c.heavy_run("implicit")), 0, dashed=True),
    ], legend="bottom right")
    write_line_plot(file, figure.title, [steps, convergence, motion], 3, (410, 370))


DRAWINGS = {
    "4": lambda m, file, f: stable_regions(m, file, f, "exact"),
    "5": lambda m, file, f: stable_regions(m, file, f, "approximate"),
    "6": zero_stability,
    "7": lambda m, file, f: variations(m, file, f, ("c_R", "d_R")),
    "8": lambda m, file, f: variations(m, file, f, ("c_F", "d_F")),
    "9": structure,
    "10": convergence_exact,
    "11": blow_up,
    "12": convergence_approximate,
    "13": convergence_linear_implicit,
    "trajectories": trajectories,
    "corrected": corrected,
}
