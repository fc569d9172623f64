# SPDX-License-Identifier: MIT
"""Compares achieved steps, take-offs and errors with those an independent program found."""

import json
import pathlib
from dataclasses import dataclass, field

import catalogue as c
from common.verdict import Missing

REFERENCE = json.loads((pathlib.Path(__file__).parent / "reference.json").read_text())
NAMES = {"ali1": "ali1", "ali3p": "ali3", "velocity-force": "vf", "velocity-pressure": "vp", "model": "im",
         "trapezoidal": "tr"}
# ALI3-P at steps of 0.6 ms deviates by up to 0.84 %, with residuals that agree to all digits; why is not known
TOLERANCES = {"position": 0.01, "velocity": 0.01, "signed": 2e-3, "absolute": 2e-3}


def expected(configuration):
    """(achieved step, take-off) in ms."""
    words = [configuration.crane, configuration.formulation, configuration.coupling, configuration.extrapolation,
             configuration.integrator]
    key = "/".join(NAMES.get(word, word) for word in words)
    key += f"/mm{configuration.input_order}" if configuration.input_order else ""
    return REFERENCE["achieved"][key]


def neighbourhood(configuration):
    """Index of the last step that is expected to pass."""
    return c.GRID.index(round(expected(configuration)[0] * 10))


def runs():
    """(work, expected numbers) of single runs."""
    for row in REFERENCE["runs"]:
        crane, formulation, coupling, extrapolation, integrator, order, step, *numbers = row
        configuration = c.Configuration(crane, formulation, coupling, extrapolation, integrator, order)
        yield c.Point(configuration, round(step * 10)), dict(zip(("position", "velocity", "signed", "absolute"), numbers))


@dataclass
class Check:
    compared: int = 0
    equal: int = 0
    within: int = 0
    take_offs: int = 0
    take_offs_within: int = 0
    differences: list = field(default_factory=list)  # of the achieved steps: text
    far: list = field(default_factory=list)  # of those, by more than a step of the grid
    runs: int = 0
    runs_equal: int = 0
    deviations: list = field(default_factory=list)

    def lines(self):
        lines = [f"achieved steps: {self.within} of {self.compared} within a step of the grid, {self.equal} equal",
                 f"take-off: {self.take_offs_within} of {self.take_offs} within a step of the grid",
                 f"errors and residuals of single runs: {self.runs_equal} of {self.runs} alike "
                 f"(position {TOLERANCES['position']:.1%}, velocity {TOLERANCES['velocity']:.1%}, "
                 f"residual {TOLERANCES['signed']:.1%})"]
        return lines + self.differences + self.deviations


def _steps_apart(found, wanted):
    return abs(c.GRID.index(round(found * 10)) - c.GRID.index(round(wanted * 10)))


def compare(measured, configurations):
    check = Check()
    for configuration in configurations:
        achieved, take_off = expected(configuration)
        try:
            found = measured.achieved(configuration)
        except Missing:
            continue
        check.compared += 1
        apart = _steps_apart(found, achieved)
        check.equal += apart == 0
        check.within += apart <= 1
        if apart:
            text = f"{configuration.name()}: {found:g} ms instead of {achieved:g} ms; {_edge(measured, configuration)}"
            check.differences.append(text)
            check.far += [text] * (apart > 1)
        try:
            near = _steps_apart(measured.take_off(configuration), take_off) <= 1
            check.take_offs += 1
            check.take_offs_within += near
        except Missing:
            pass
    for work, numbers in runs():
        try:
            answer = measured.answer(work)
        except Missing:
            continue
        check.runs += 1
        wrong = {name: (answer[name], value) for name, value in numbers.items()
                 if answer[name] is None or abs(answer[name] - value) > TOLERANCES[name] * abs(value)}
        check.runs_equal += not wrong
        if wrong:
            check.deviations.append(f"{work.configuration.name()}, H = {work.step / 10:g} ms: " + ", ".join(
                f"{name} {found:.5g} instead of {value:.5g}" for name, (found, value) in wrong.items()))
    return check


def _edge(measured, configuration):
    """Errors around the limit."""
    limit = measured.achieved(configuration) * 10
    near = [(step, answer) for step, answer in measured.points(configuration) if abs(step - limit) < 2.5]
    return ", ".join(
        f"{step / 10:g} ms {answer['status']}" + ("" if answer["position"] is None or answer["status"] != "completed" else
                                                  f" {answer['position'] * 1e3:.2f} mm {answer['velocity'] * 1e3:.2f} mm/s")
        for step, answer in near)
