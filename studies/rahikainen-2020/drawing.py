# SPDX-License-Identifier: MIT
"""Draws each figure from what was measured."""

import bisect

import catalogue as c
from common.line_plot import Curve, Panel, write_line_plot
from common.verdict import Missing

STEP = "macro step H in ms"
TIME = "time in s"
RESIDUAL = "residual energy, normalised"
DAMPERS = {"single": ((12.38, 14.59), (26.74, 28.76)), "double": ()}  # s, contact with an end damper
POINTS = 700  # of a curve over time


def _thin(points):
    return points[:: max(1, len(points) // POINTS)]


def _extremes(points):
    """Smallest and largest of each piece: what is thinned out must not hide oscillations."""
    size = max(1, 2 * len(points) // POINTS)
    pieces = [points[i:i + size] for i in range(0, len(points), size)]
    return [point for piece in pieces for point in sorted({min(piece, key=lambda p: p[1]), max(piece, key=lambda p: p[1])})]


def _length(m, crane, actuators):
    rows = m.samples(c.REFERENCES[crane])
    curves = [Curve(f"s{i}" if len(actuators) > 1 else None, _thin(list(zip(rows["time"], rows[f"s_act{i}"]))), i - 1)
              for i in actuators]
    regions = [(begin, end, 0.3, 0.8) for begin, end in DAMPERS[crane]]
    return Panel("monolithic", TIME, "length in m", (0, 30), (0.3, 0.8), curves, regions=regions)


def length_single(m, file, figure):
    write_line_plot(file, figure.title, [_length(m, "single", (1,))], 1, (820, 360))


def length_double(m, file, figure):
    write_line_plot(file, figure.title, [_length(m, "double", (1, 2))], 1, (820, 360))


def _unit(m, crane, coupling):
    return m.answer(c.Point(c.Configuration(crane, "ali1", coupling, c.ORDER_SHOWN[crane], "euler"), 10))["absolute"]


def _residuals(m, configuration, unit, **look):
    """The curve, and crosses at the steps that fail."""
    points = [(step / 10, answer["absolute"] / unit, c.passes(answer)) for step, answer in m.points(configuration)
              if answer["absolute"] is not None and answer["status"] == "completed" and step < c.LARGE]
    if not points:
        raise Missing(configuration.name())
    curve = Curve(points=[(x, y) for x, y, _ in points], **look)
    return curve, [(x, min(y, 9e3), look["colour"]) for x, y, passed in points if not passed]


def _residual_panel(heading, curves):
    drawn = [curve for curve, _ in curves]
    crosses = [cross for _, found in curves for cross in found]
    return Panel(heading, STEP, RESIDUAL, (0, 4), (0.1, 1e4), drawn, "y", legend="", crosses=crosses)


def residuals(m, file, figure, crane):
    order = c.ORDER_SHOWN[crane]
    panels = []
    for integrator in c.INTEGRATORS:
        for coupling in c.COUPLINGS:
            unit = _unit(m, crane, coupling)
            curves = [
                _residuals(m, c.Configuration(crane, formulation, coupling, extrapolation, integrator), unit,
                           name=f"{c.SHORT[formulation]}, {label}", colour=2 * row + column, dots=True)
                for row, formulation in enumerate(c.FORMULATIONS)
                for column, (extrapolation, label) in enumerate(((order, f"m = {order}"), ("model", "IM")))
            ]
            panels.append(_residual_panel(f"{coupling}, {integrator}", curves))
    write_line_plot(file, figure.title, panels, 2, (560, 330), panels[0].curves)


def integrators(m, file, figure, crane):
    order = c.ORDER_SHOWN[crane]
    panels = []
    for coupling in c.COUPLINGS:
        unit = _unit(m, crane, coupling)
        curves = [
            _residuals(m, c.Configuration(crane, "ali1", coupling, extrapolation, integrator), unit,
                       name=f"{integrator}, {label}", colour=place, dashed=extrapolation == "model", dots=True)
            for extrapolation, label in ((order, f"m = {order}"), ("model", "IM"))
            for place, integrator in enumerate(c.INTEGRATORS)
        ]
        panels.append(_residual_panel(coupling, curves))
    write_line_plot(file, figure.title, panels, 2, (560, 400), panels[0].curves)


def energy(m, file, figure):
    panels = []
    for heading, place, label, scale in (("force at the beginning of the step", 1, "J", 1),
                                         ("mean of both ends of the step", 2, "mJ", 1e3)):
        curves = []
        for formulation, steps in c.ENERGY_STEPS.items():
            for number, step in enumerate(steps):
                rows = m.energy_balance(formulation, step)
                curves.append(Curve(f"{c.SHORT[formulation]}, {step / 10:g} ms", _extremes([(row[0], row[place] * scale)
                                    for row in rows]), number, dashed=formulation == "ali3p"))
        values = [y for curve in curves for _, y in curve.points]
        room = 0.08 * (max(values) - min(values))
        panels.append(Panel(heading, TIME, f"energy not accounted for in {label}", (0, 30),
                            (min(values) - room, max(values) + room), curves, legend="bottom left" if place == 1 else "top left"))
    write_line_plot(file, figure.title, panels, 2, (560, 400))


def _error(m, run, name, scale):
    """Over the monolithic samples, linear between them."""
    rows, exact = m.samples(run), m.samples(c.REFERENCES[run.crane])
    times, values = exact["time"], exact[name]

    def reference(t):
        right = min(max(bisect.bisect_left(times, t), 1), len(times) - 1)
        share = (t - times[right - 1]) / (times[right] - times[right - 1])
        return values[right - 1] + share * (values[right] - values[right - 1])

    return [(t, scale * (value - reference(t))) for t, value in zip(rows["time"], rows[name])]


def extrapolations(m, file, figure):
    panels = []
    for name, label, limit in (("s_act1", "error of the length in mm", 0.5), ("sdot_act1", "error of the velocity in mm/s", 60)):
        curves = [Curve("IM" if e == "model" else f"m = {e}", _extremes(_error(m, c.comparison_run(e), name, 1e3)), place)
                  for place, e in ((1, "model"), (0, "2"))]
        panels.append(Panel("length" if name[1] == "_" else "velocity", TIME, label, (0, 30), (-limit, limit), curves,
                            legend="bottom left"))
    write_line_plot(file, figure.title, panels, 2, (560, 380))


def micro_steps(m, file, figure, crane):
    panels = []
    for step in c.MICRO_SHOWN[crane]:
        curves = []
        for place, h in enumerate(c.MICRO_STEPS):
            run = c.micro_run(crane, step, h)
            if not m.samples(run)["time"]:
                continue
            names = [f"s_act{i + 1}" for i in range(1 if crane == "single" else 2)]
            errors = [_error(m, run, name, 1e3) for name in names]
            worst = [(pairs[0][0], max(abs(value) for _, value in pairs)) for pairs in zip(*errors)]
            curves.append(Curve(f"h = {float(h) * 1e3:g} ms", [(t, max(v, 1e-6)) for t, v in _thin(worst)], place,
                                dashed=place == 2, wide=place == 0))
        panels.append(Panel(f"H = {step / 10:g} ms", TIME, "error of the length in mm", (0, 30), (1e-4, 100), curves, "y",
                            legend="top left"))
    write_line_plot(file, figure.title, panels, 2, (560, 380))


def achieved_steps(m, file, figure):
    panels = []
    for crane in c.CRANES:
        for formulation in c.FORMULATIONS:
            curves = [
                Curve(coupling, [(place, m.achieved(c.Configuration(crane, formulation, coupling, e)))
                                 for place, e in enumerate(c.EXTRAPOLATIONS)], number, dots=True)
                for number, coupling in enumerate(c.COUPLINGS)
            ]
            if formulation == "ali3p":
                curves += [
                    Curve(f"{c.SHORT[coupling]}, force extrapolated, order 1",
                          [(place, m.achieved(c.Configuration(crane, formulation, coupling, e, input_order=1)))
                           for place, e in enumerate(c.EXTRAPOLATIONS)], number, dots=True, dashed=True)
                    for number, coupling in enumerate(c.COUPLINGS)
                ]
            panels.append(Panel(f"{crane}, {c.SHORT[formulation]}", "order m of the polynomial; 3 stands for the interface model",
                                "achieved step in ms", (-0.2, 3.2), (0, 4.5), curves, legend="top left", x_ticks=(0, 1, 2, 3)))
    write_line_plot(file, figure.title, panels, 2, (560, 360))


def linearised(m, file, figure):
    panels = []
    for formulation in c.FORMULATIONS:
        for crane in c.CRANES:
            for coupling in c.COUPLINGS:
                curves = []
                for place, e in enumerate(c.EXTRAPOLATIONS):
                    configuration = c.Configuration(crane, formulation, coupling, e)
                    limits = [(time, m.linear_limit(configuration, time)) for time in c.TIMES]
                    curves.append(Curve("IM" if e == "model" else f"m = {e}", limits, place, dots=True))
                    achieved = m.achieved(configuration)
                    curves.append(Curve(None, [(0, achieved), (30, achieved)], place, dashed=True))
                panels.append(Panel(f"{crane}, {c.SHORT[formulation]}, {coupling}", TIME, "largest step in ms", (0, 30),
                                    (0, 6.2 if formulation == "ali1" else 3), curves, legend=""))
    named = [curve for curve in panels[0].curves if curve.name]
    write_line_plot(file, figure.title, panels, 2, (560, 340), named + [Curve("by running", [], None, dashed=True)])


def held(m, file, figure):
    curves = []
    for place, (configuration, step) in enumerate(c.HELD):
        rows = m.samples(c.held_run(configuration, step))
        points = [(t, abs(v) * 1e3) for t, v in zip(rows["time"], rows["sdot_act1"]) if 27.5 <= t <= 28.7]
        name = configuration.name().replace("single ", "").replace(" trapezoidal", "")
        curves.append(Curve(f"{name}, {step / 10:g} ms", points, place))
        begin = max((point for point in points if 27.95 <= point[0] < 28.05), key=lambda point: point[1])
        factor = m.growth(configuration, step)[1]
        curves.append(Curve(None, [(begin[0] + t, 1.3 * begin[1] * factor ** (10 * t)) for t in (0, 0.5)], None, dashed=True))
    panel = Panel("one cylinder", TIME, "velocity in mm/s", (27.5, 28.7), (1e-3, 100), curves, "y", legend="top left")
    write_line_plot(file, figure.title, [panel], 1, (820, 420))


DRAWINGS = {
    "8": length_single,
    "9": lambda m, file, figure: residuals(m, file, figure, "single"),
    "10": energy,
    "11": extrapolations,
    "12": lambda m, file, figure: integrators(m, file, figure, "single"),
    "13": lambda m, file, figure: micro_steps(m, file, figure, "single"),
    "14": length_double,
    "15": lambda m, file, figure: residuals(m, file, figure, "double"),
    "16": lambda m, file, figure: integrators(m, file, figure, "double"),
    "17": lambda m, file, figure: micro_steps(m, file, figure, "double"),
    "steps": achieved_steps,
    "linearised": linearised,
    "held": held,
}
