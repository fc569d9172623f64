# SPDX-License-Identifier: MIT
"""Compares critical steps and errors with those an independent program found."""

import json
from dataclasses import dataclass, field

from catalogue import Convergence, Critical, parameters, scheme

FORCES = {"exact": "exact", "approx": "approximate"}
# the difference of two converged solutions carries the rounding of both
ROUNDING = 1e-11


@dataclass
class Check:
    equal: dict = field(default_factory=dict)
    compared: dict = field(default_factory=dict)
    differences: list = field(default_factory=list)

    def note(self, kind, what, equal, found, expected):
        self.compared[kind] = self.compared.get(kind, 0) + 1
        self.equal[kind] = self.equal.get(kind, 0) + equal
        if not equal:
            self.differences.append(f"{what}: {found} instead of {expected}")

    def lines(self):
        return [f"{kind}: {self.equal[kind]} of {self.compared[kind]} equal" for kind in self.compared] + self.differences


def _critical(case):
    values = {name: case["params"][name] for name in sorted(case["params"])}
    low, high, count = case["scan"]
    return Critical(scheme(FORCES[case["mode"]], case["r"]) + parameters(**values), case["matrix"] == "printed",
                    (low, high, count))


def _convergence(case):
    s = case["scheme"]
    settings = scheme(FORCES[s["mode"]], s["r"], s["s"], "derivative" if s["vel"] == "deriv" else "sampled",
                      schedule="gauss-seidel" if s["typ"] == "gs" else "jacobi", startup=case["startup"])
    if s["integ"] == "lie":
        settings += ("subsystem.F.integrator=linear-implicit",)
    return Convergence(settings, tuple(case["h"]))


def load(file):
    """(kind, case, work) of what both programs can compute; the matrix called direct is in the reference only."""
    reference = json.loads(file.read_text())
    limits = reference["h_crit"] + reference.get("h_crit_param_variation", [])
    cases = [("critical steps, to 1e-8", case, _critical(case)) for case in limits if case["matrix"] in ("printed", "sim")]
    cases += [("errors, to six digits", case, _convergence(case)) for case in reference["convergence"]]
    return cases


def compare(cases, answers):
    check = Check()
    for kind, case, work in cases:
        answer = answers.get(work.key())
        if answer is None:
            continue
        if isinstance(work, Critical):
            found, expected = answer["largest_stable_step"], case["h_crit"]
            equal = found == expected or None not in (found, expected) and abs(found - expected) <= 1e-8 * expected
            check.note(kind, case["id"], equal, found, expected)
        else:
            for h, found, expected in zip(case["h"], answer["errors"]["position"], case["err_max_q"]):
                equal = found is not None and abs(found - expected) <= 1e-6 * expected + ROUNDING
                check.note(kind, f"{case['scheme']} {case['startup']} H = {h:g}", equal, found, expected)
    return check
