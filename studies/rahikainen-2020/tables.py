# SPDX-License-Identifier: MIT
"""The achieved steps as tables."""

import catalogue as c
from common.verdict import Missing

HEADINGS = ("crane", "formulation", "coupling", "m = 0", "m = 1", "m = 2", "IM")


def _cell(measured, make):
    """Euler, RK4, trapezoidal; one number where they agree."""
    steps = []
    for configuration in make:
        try:
            steps.append(f"{measured.achieved(configuration):.1f}")
        except Missing:
            steps.append("–")
    return steps[0] if len(set(steps)) == 1 else " / ".join(steps)


def achieved_rows(measured):
    for crane in c.CRANES:
        for formulation in c.FORMULATIONS:
            for coupling in c.COUPLINGS:
                yield [crane, c.SHORT[formulation], coupling] + [
                    _cell(measured, [c.Configuration(crane, formulation, coupling, e, i) for i in c.INTEGRATORS])
                    for e in c.EXTRAPOLATIONS]
        for order in (1, 2):
            for coupling in c.COUPLINGS:
                yield [crane, f"ALI3-P, force of order {order}", coupling] + [
                    _cell(measured, [c.Configuration(crane, "ali3p", coupling, e, input_order=order)]) for e in c.EXTRAPOLATIONS]


def as_text(headings, rows):
    lines = ["| " + " | ".join(headings) + " |", "|---" * len(headings) + "|"]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"
