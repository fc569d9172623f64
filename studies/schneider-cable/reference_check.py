# SPDX-License-Identifier: MIT
"""Compares errors and limits of the ratio with those an independent program found."""

import json
from dataclasses import dataclass, field

import catalogue as c

JOINTS_TOLERANCE = 1e-8  # the solution in one piece keeps its steps to 1e-10 of the largest values
ERROR_TOLERANCE = 0.05  # the two programs look at different points of time
ZERO_TOLERANCE = 1e-6
LINEARISED_TOLERANCE = 0.01  # the reference has the same limit at 0.1 and 1 ms where it moves by 0.8 %: its resolution
BRACKET_TOLERANCE = 1e-3  # half of the range that bisection leaves

# (name, run, ratios): unbounded at the first, bounded at the second
BRACKETS = (("20000 steps, ends of the bracket", c.many_steps, c.MANY_STEPS_RATIOS),
            ("ratio by density, ends of the bracket", c.by_density, c.DENSITY_RATIOS))


@dataclass
class Check:
    equal: dict = field(default_factory=dict)
    compared: dict = field(default_factory=dict)
    worst: dict = field(default_factory=dict)
    differences: list = field(default_factory=list)

    def note(self, kind, what, distance, tolerance):
        self.compared[kind] = self.compared.get(kind, 0) + 1
        self.equal[kind] = self.equal.get(kind, 0) + (distance <= tolerance)
        self.worst[kind] = max(self.worst.get(kind, 0), distance)
        if distance > tolerance:
            self.differences.append(f"{what}: off by {distance:.2g}")

    def lines(self):
        return [f"{kind}: {self.equal[kind]} of {self.compared[kind]} hold, the farthest off by {self.worst[kind]:.1g}"
                for kind in self.compared] + self.differences


def load(file):
    return json.loads(file.read_text())


def _error(row):
    return c.Error(c.scheme(row["r"], row["s"], row["forces"], row["velocity"]), row["step"])


def _bisection(row):
    return c.bisection(row["r"], row["s"], row["step"], row["way"])


def _linearised(row):
    return c.edge(row["r"], row["s"], row["step"], row["N"])


def work(reference):
    return ([_error(row) for row in reference["errors"]] + [_bisection(row) for row in reference["bisection"]]
            + [trial(ratio) for _, trial, bracket in BRACKETS for ratio in bracket]
            + [_linearised(row) for row in reference["linearised"]] + [c.zero_threshold(r, s) for r, s in c.ALL_PAIRS])


def compare(reference, answers, solution, finest):
    check = Check()
    for row in reference["monolithic"]:
        place = round(row["t"] / finest)
        distance = max(abs(solution[f"eta{i + 1}"][place] - value) for i, value in enumerate(row["eta"]))
        check.note("joints in one piece, to 1e-8", f"t = {row['t']:g} s", distance, JOINTS_TOLERANCE)
    for row in reference["errors"]:
        if (answer := answers.get(_error(row).key())) and answer["errors"]:
            distance = max(abs(found / expected - 1) for found, expected in zip(answer["errors"], row["largest_errors"]))
            check.note("errors of each joint, to 5 %", _error(row).key(), distance, ERROR_TOLERANCE)
    for pair, expected in reference["thresholds"].items():
        r, s = map(int, pair)
        if answer := answers.get(c.zero_threshold(r, s).key()):
            check.note("limits at H → 0, to 1e-6", f"({r}, {s})", abs(answer["ratio"] / expected - 1), ZERO_TOLERANCE)
    for row in reference["bisection"]:
        if (answer := answers.get(_bisection(row).key())) and answer["ratio"]:
            low, high = row["bracket"]
            distance = max(low / answer["ratio"] - 1, answer["ratio"] / high - 1, 0)
            check.note("limits of runs, inside the bracket", _bisection(row).key(), distance, BRACKET_TOLERANCE)
    for name, trial, bracket in BRACKETS:
        for ratio, expected in zip(bracket, (False, True)):
            if answer := answers.get(trial(ratio).key()):
                check.note(name, f"{name}, ratio {ratio:g}", float(answer["bounded"] != expected), 0)
    for row in reference["linearised"]:
        if (answer := answers.get(_linearised(row).key())) and answer["ratio"]:
            check.note("limits of the linearised step, to 1 %", _linearised(row).key(),
                       abs(answer["ratio"] / row["ratio"] - 1), LINEARISED_TOLERANCE)
    return check
