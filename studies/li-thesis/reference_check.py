# SPDX-License-Identifier: MIT
"""Holds the study against independently computed grids and errors where the conventions coincide."""

import json
from dataclasses import dataclass, field

from catalogue import (
    SCHEMES,
    STABILISATIONS,
    WINDOWS,
    constraint_chart,
    constraint_errors,
    force_chart,
    force_errors,
)

RELATIVE_TOLERANCE = 1e-6  # six digits are what a comparison of errors is worth
ROUNDING = 1e-13  # of a hundred steps in double precision, relative to the solution
QUANTITIES = {
    "glo_x": "position",
    "glo_v": "velocity",
    "loc_x": "local_position",
    "loc_v": "local_velocity",
}
# options of the reference that the study also uses
OPTIONS = {
    "baumgarte": {"alpha": 1.0, "beta": 1.0},
    "weighted": {"weights": [0.2, 0.4, 0.4]},
    "projection": {"level": "acceleration"},
}


@dataclass
class Check:
    compared: int = 0
    equal: int = 0
    differences: list = field(default_factory=list)


def load(file):
    content = json.loads(file.read_text())
    return content["grids"], content["convergence"]["cases"]


def _stabilisation(entry):
    """Name as the study has it, or None if the options differ."""
    name = {"index1": "index-1", "index2": "index-2", "index3": "index-3"}.get(entry["scheme"], entry["scheme"])
    options = {key: float(value) if isinstance(value, str) and key != "level" else value
               for key, value in (entry.get("opt") or {}).items()}
    return name if name in STABILISATIONS and options == OPTIONS.get(name, {}) else None


def grid_chart(grid):
    """The chart of a reference grid, or None if the study has no such chart."""
    window = next((name for name, limits in WINDOWS.items() if list(limits) == list(grid["window"])), None)
    if grid["kind"] == "force":
        return window and force_chart(grid["dec"], grid["scheme"], grid["k"], grid["alpha"], window, grid["n"])
    name = _stabilisation(grid)
    return name and window == "wide" and constraint_chart(name, grid["k"], grid["alpha"], grid["n"]) or None


def compare_grids(grids, answers):
    check = Check()
    for grid in grids:
        chart = grid_chart(grid)
        if chart is None or chart.name not in answers:
            continue
        check.compared += 1
        found = answers[chart.name]["stable"]
        if found == grid["stable"]:
            check.equal += 1
        else:
            check.differences.append(f"{chart.name}: {found} cells stable, reference {grid['stable']}")
    return check


def compare_errors(cases, answers):
    """Every error at n = 100 steps."""
    check = Check()
    for case in cases:
        if case["scheme"] in SCHEMES:
            series = force_errors(case["dec"], case["scheme"], case["k"])
        else:
            name = _stabilisation(case)
            series = name and constraint_errors(name, case["k"])
        if not series or series.name not in answers:
            continue
        place = series.steps.index(1 / 100)
        for key, expected in case["errors_at_n100"].items():
            found = answers[series.name]["errors"][QUANTITIES[key]][place]
            check.compared += 1
            if found is not None and abs(found - expected) <= RELATIVE_TOLERANCE * expected + ROUNDING:
                check.equal += 1
            else:
                check.differences.append(f"{series.name} {QUANTITIES[key]}: {found}, reference {expected}")
    return check
