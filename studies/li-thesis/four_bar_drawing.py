# SPDX-License-Identifier: MIT
"""Draws the runs of the four-bar linkage."""

import math

import four_bar as fb
from catalogue import DECOMPOSITIONS
from common.error_plot import SUPERSCRIPT
from common.line_plot import Curve, Panel, write_line_plot

ANGLES = ("phi1", "phi2", "phi3", "phi4")
# column of a run: how a panel calls it, its unit
QUANTITIES = {
    "phi2": ("φ₂", "rad"),
    "phi4": ("φ₄", "rad"),
    "w2": ("ω₂", "rad/s"),
    "w4": ("ω₄", "rad/s"),
    "lam_x": ("λₓ", "N"),
    "lam_phi": ("λφ", "N m"),
}
TIME = "time in s"
GRAVITY = 9.81  # m/s², along +y
MASSES = {"left.bar1": 1, "left.bar2": 1, "right.bar3": 1, "right.bar4": 2}  # kg


def angle_errors(m, run, reference):
    """(time, largest error of the four angles) at the points of the output."""
    found, expected = m.samples(run), m.samples(reference)
    columns = [(found[name], expected[name]) for name in ANGLES]
    points = []
    for i, (t, other) in enumerate(zip(found["time"], expected["time"])):
        if abs(t - other) > 1e-9:
            break  # the last point of a run that ended early lies off the grid
        points.append((t, max(abs(a[i] - b[i]) for a, b in columns)))
    return points


def energy(m, run, stiffness=fb.SOFT):
    """(time, mechanical energy with that of the bushing's springs)."""
    s = m.samples(run)
    # the potential energy a pendulum reports contains the springs where the cut leaves them to it, in DD to both
    motion = [s[f"{side}.energy.kinetic"] for side in ("left", "right")]
    weight = [(-GRAVITY * mass, s[f"{bar}.y"]) for bar, mass in MASSES.items()]
    gaps = [(s[f"left.E2.{axis}.position"], s[f"right.E3.{axis}.position"]) for axis in ("x", "y", "phi")]
    return [
        (t, sum(part[i] for part in motion) + sum(force * y[i] for force, y in weight)
         + stiffness / 2 * sum((a[i] - b[i]) ** 2 for a, b in gaps))
        for i, t in enumerate(s["time"])
    ]


def _limits(columns):
    values = [value for column in columns for value in column]
    margin = 0.06 * (max(values) - min(values))
    return min(values) - margin, max(values) + margin


LINES = ({}, {"dashed": True}, {"dotted": True})


def trajectories(m, file, figure, columns, reference):
    """columns: (heading, runs with k = 0, 1, 2)."""
    expected = m.samples(reference)
    end = expected["time"][-1]
    panels = []
    for name, (symbol, unit) in QUANTITIES.items():
        limits = _limits([expected[name]] + [m.samples(run)[name] for _, runs in columns for run in runs])
        for heading, runs in columns:
            curves = [Curve("in one piece", list(zip(expected["time"], expected[name])), None, wide=True)]
            for k, run in enumerate(runs):
                samples = m.samples(run)
                curves.append(Curve(f"k = {k}", list(zip(samples["time"], samples[name])), k, **LINES[k]))
            panels.append(Panel(f"{heading}, {symbol}", "", unit, (0, end), limits, curves, legend=""))
    for heading, runs in columns:
        curves = [Curve(f"k = {k}", angle_errors(m, run, reference), k) for k, run in enumerate(runs)]
        panels.append(Panel(f"{heading}, error", TIME, "rad", (0, end), (1e-12, 10), curves, "y", legend=""))
    legend = [Curve("in one piece", [], None, wide=True)] + [Curve(f"k = {k}", [], k, **LINES[k]) for k in fb.ORDERS]
    write_line_plot(file, figure.title, panels, 3, (410, 236), legend)


def original(m, file, figure):
    columns = [(d, [fb.run(d, "O", k, **fb.FINE) for k in fb.ORDERS]) for d in DECOMPOSITIONS]
    trajectories(m, file, figure, columns, fb.in_one_piece(**fb.FINE))


def extended(m, file, figure, decomposition):
    columns = [(name, [fb.run(decomposition, s, k, **fb.COARSE) for k in fb.ORDERS])
               for s, name in fb.SCHEME_NAMES.items()]
    trajectories(m, file, figure, columns, fb.in_one_piece(**fb.COARSE))


def stiffness_sweep(m, file, figure):
    panels = []
    for scheme, name in fb.SCHEME_NAMES.items():
        for stiffness in fb.STIFFNESSES:
            reference = fb.in_one_piece(stiffness=stiffness, **fb.STIFF)
            curves, ends = [], []
            for k in fb.ORDERS:
                run = fb.run("FF", scheme, k, stiffness=stiffness, **fb.STIFF)
                points = angle_errors(m, run, reference)
                curves.append(Curve(f"k = {k}", points, k))
                if m.answer(run)["status"] != "completed":
                    ends.append((points[-1][0], min(points[-1][1], 60), k))
            heading = f"{name}, 10{str(round(math.log10(stiffness))).translate(SUPERSCRIPT)} N/m"
            panels.append(Panel(heading, TIME if scheme == "I" else "", "rad", (0, fb.STIFF["end"]), (1e-9, 100), curves,
                                "y", legend="", crosses=ends))
    legend = [Curve(f"k = {k}", [], k) for k in fb.ORDERS]
    write_line_plot(file, figure.title, panels, 3, (410, 260), legend)


def energies(m, file, figure, times):
    reference = energy(m, fb.in_one_piece(**times))
    panels = []
    for d in ("FD", "DD"):
        curves = [Curve("in one piece", reference, None, wide=True)]
        for colour, (s, name) in enumerate(fb.SCHEME_NAMES.items()):
            curves.append(Curve(name, energy(m, fb.run(d, s, 0, **times)), colour, **LINES[colour]))
        panels.append(Panel(f"{DECOMPOSITIONS[d]}, k = 0", TIME, "J", (0, times["end"]), (-45, -5), curves,
                            level=reference[0][1], legend="top left"))
    write_line_plot(file, figure.title, panels, 2, (610, 400))


DRAWINGS = {
    "3.11": original,
    "3.23": lambda m, file, figure: extended(m, file, figure, "FF"),
    "3.24": lambda m, file, figure: extended(m, file, figure, "FD"),
    "3.25": lambda m, file, figure: extended(m, file, figure, "DD"),
    "stiffness": stiffness_sweep,
    "energy": lambda m, file, figure: energies(m, file, figure, fb.COARSE),
    "long": lambda m, file, figure: energies(m, file, figure, fb.LONG),
}
