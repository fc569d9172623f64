# SPDX-License-Identifier: MIT
"""Draws each figure from what was measured."""

import catalogue as c
from common.line_plot import Curve, Panel, write_line_plot
from snapshot import write_snapshots

RATIO = "ratio of the masses m_R / m_F"
STEP = "macro step H in s"
PLACE = {pair: place for place, pair in enumerate(c.PAIRS)}


def _name(pair):
    return f"({pair[0]}, {pair[1]})"


def snapshots(m, file, figure):
    samples = m.samples(c.SNAPSHOT_RUN)
    rows = [min(range(len(samples["time"])), key=lambda i, t=t: abs(samples["time"][i] - t)) for t in c.SNAPSHOTS]
    write_snapshots(file, figure.title, samples, rows, 20, 0.005)


def convergence(m, file, figure):
    def panel(heading, names):
        looks = ({}, {"dashed": True}, {"dotted": True})  # they lie on each other
        curves = [Curve("order 1", [(1e-4, 3e-4), (1e-2, 3e-2)], None)]
        for place, (name, look) in enumerate(zip(names, looks)):
            points = [(step, m.error(c.Error(c.SERIES[name], step))) for step in c.steps_of(name, m.quick)]
            curves.append(Curve(name, points, place, dots=True, **look))
        return Panel(heading, STEP, "largest error in rad (m for the cart)", (1e-4, 1e-2), (3e-4, 1e-1), curves, "xy",
                     legend="top left")

    write_line_plot(file, figure.title, [
        panel("approximate forces", ["(0, 1)", "(1, 1)", "(2, 2)"]),
        panel("constant motion", ["(0, 0)", "(0, 0), v = 0"]),
        panel("exact forces", ["(0, 1) exact", "(2, 2) exact"]),
        panel("corrected steps", ["(1, 1) semi-implicit", "(1, 1) implicit"]),
    ], 2, (500, 360))


def zero_stability(m, file, figure):
    ratios = m.computed(c.RATIOS, lambda ratio: c.zero_radius(2, 2, ratio))
    radii = [Curve(_name(pair), [(ratio, m.answer(c.zero_radius(*pair, ratio))["zero"]) for ratio in ratios], PLACE[pair])
             for pair in c.PAIRS]
    marks = [(c.theory(*pair), f"{c.theory(*pair):.3g}") for pair in c.PAIRS]
    numbers = m.computed(c.EDGES_OF_CABLE, lambda N: c.zero_threshold(2, 2, N))
    limits = [Curve(_name(pair), [(N, m.ratio(c.zero_threshold(*pair, N))) for N in numbers], PLACE[pair], dots=True)
              for pair in c.PAIRS]
    write_line_plot(file, figure.title, [
        Panel("loop at H → 0", RATIO, "spectral radius", (0.06, 10), (0, 3), radii, "x", marks=marks, level=1,
              x_ticks=(0.1, 0.2, 0.5, 1, 2, 5, 10)),
        Panel("smallest stable ratio", "edges N of the cable", RATIO, (9, 45), (0.05, 20), limits, "xy",
              x_ticks=numbers),
    ])


def regions(m, file, figure):
    steps = m.computed(c.EDGE_STEPS, lambda h: c.edge(2, 2, h))
    low = 1e-5
    panels = []
    for pair in c.PAIRS:
        limit = c.theory(*pair)
        edge = [(step, m.ratio(c.edge(*pair, step))) for step in steps]
        points = [(step, m.ratio(c.bisection(*pair, step)))
                  for step in m.computed(c.RUN_STEPS, lambda h: c.bisection(*pair, h))]
        filled = []
        for (a, at_a), (b, at_b) in zip([(low, edge[0][1])] + edge, edge):
            if at_a is not None and at_b is not None:
                filled += _under(a, b, at_a, at_b)
        panels.append(Panel(
            f"(r, s) = {_name(pair)}", STEP, RATIO, (low, steps[-1]), (0, 1.5 * limit),
            [Curve(None, [(low, edge[0][1]), edge[0]], 0), Curve("linearised", edge, 0, dots=True),
             Curve("runs of 2000 steps", points, 1, dots=True),
             Curve("H → 0", [(low, limit), (steps[-1], limit)], None, dotted=True)],
            "x", filled, legend="top left"))
    write_line_plot(file, figure.title, panels, 2, (500, 360))


def _under(a, b, at_a, at_b, pieces=24):
    """Strips below the line from (a, at_a) to (b, at_b), straight where the abscissa is logarithmic."""
    cuts = [a * (b / a) ** (i / pieces) for i in range(pieces + 1)]
    return [(cuts[i], cuts[i + 1], 0, at_a + (at_b - at_a) * (i + 0.5) / pieces) for i in range(pieces)]


def large_steps(m, file, figure):
    panels = []
    steps = m.computed(c.LARGE_STEPS, lambda h: c.large(0, 1, h))
    for work, heading in ((c.large, "nominal start"), (c.large_small_rod_steps, "nominal, cable in steps of 1 ms"),
                          (c.large_gentle, "gentle start")):
        curves, crosses = [], []
        for pair in ((0, 1), (2, 2)):
            answers = [(step, m.answer(work(*pair, step))) for step in steps]
            curves.append(Curve(_name(pair), [(h, a["largest_force"] if a["bounded"] else None) for h, a in answers],
                                PLACE[pair], dots=True, dashed=pair == (2, 2)))
            # a little apart, so that both are seen
            crosses += [(h, 60 if pair == (0, 1) else 30, PLACE[pair]) for h, a in answers if not a["bounded"]]
        panels.append(Panel(heading, STEP, "largest force in N", (0.003, 0.1), (0.1, 100), curves, "xy", crosses=crosses,
                            legend="top left", x_ticks=(0.005, 0.01, 0.02, 0.05, 0.1)))
    steps = m.computed(c.RADIUS_STEPS, lambda h: c.radius_at(2, 2, h))
    radii = [Curve(_name(pair), [(h, m.answer(c.radius_at(*pair, h))["radius"]) for h in steps], PLACE[pair], dots=True)
             for pair in c.PAIRS]
    panels.append(Panel("linearised step at equilibrium", STEP, "spectral radius", (0.003, 0.12), (0.9, 1.5), radii, "x",
                        level=1, legend="top left"))
    write_line_plot(file, figure.title, panels, 2, (500, 360))


DRAWINGS = {"15": snapshots, "16": convergence, "17": zero_stability, "18": regions, "large-steps": large_steps}
