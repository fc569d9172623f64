# SPDX-License-Identifier: MIT
"""The statements of the abstract and of ours, each held against what the study measured."""

import json

from common.verdict import verdict_of
from measure import ACCURACY, LIMIT, MASSES, VARIANTS

OURS = "ours"


def _windows(study, mass, variant):
    return ", ".join(str(a) if a == b else f"{a} to {b}" for a, b in study.windows(mass, variant))


def stable_where_held_is_not(study):
    better = {mass: (study.largest(mass, "rim"), study.largest(mass, "zoh")) for mass in MASSES}
    evidence = "largest N up to which all are stable, model and held: " + "; ".join(
        f"m_s = {mass:g} kg: {a} and {b}" for mass, (a, b) in better.items())
    return verdict_of(a > b or a == b == LIMIT for a, b in better.values()), evidence


def prevents_instability(study):
    always = [study.largest(mass, "rim") == LIMIT for mass in MASSES]
    return verdict_of(always), f"m_s = 1 kg: stable for N = {_windows(study, 1, 'rim')} of 1 to {LIMIT}"


def position_consistent(study):
    light = [study.largest(mass, "rim-plus") == LIMIT for mass in (0.1, 1)]
    heavy = {mass: study.largest(mass, "rim-plus") for mass in (10, 100)}
    evidence = (f"stable to N = {LIMIT} for m_s = 0.1 and 1 kg: {all(light)}; but for 10 and 100 kg to {heavy[10]} and "
                f"{heavy[100]} only, where the model as published reaches {study.largest(10, 'rim')} and "
                f"{study.largest(100, 'rim')}")
    return OURS, evidence


def little_accuracy_lost(study):
    """Of what is stable; 10 % of the start counts as much."""
    parts = []
    for variant in VARIANTS:
        values = [study.errors[variant, N] for N in ACCURACY]
        parts.append(f"{variant} " + ", ".join("diverged" if v is None else f"{1e3 * v:.2g}" for v in values))
    evidence = f"largest error of q_s in mm (of 100) for N = {', '.join(map(str, ACCURACY))}: " + "; ".join(parts)
    small = [error < 0.01 for (variant, N), error in study.errors.items()
             if variant == "rim" and study.is_stable(1, "rim", N)]
    return verdict_of(small), evidence


def printed_equation(study):
    gap = study.gap("rim", 10, 2)
    return "corrected", f"largest gap |q_s − q_f| in 2 s at N = 10: {1e3 * gap:.4f} mm; as printed it would drift to 36 mm"


CLAIMS = (
    ("idea", "A reduced model of the slow side keeps large slow steps stable where a held velocity does not",
     stable_where_held_is_not),
    ("idea", "It prevents the system from being unstable", prevents_instability),
    ("end", "Performance improves without compromising much accuracy", little_accuracy_lost),
    ("(4)", "D h_f g on the right-hand side", printed_equation),
    ("addition", "Positions from the velocities that the fast side saw (rim-plus) close the unstable windows",
     position_consistent),
)


def compare(study, file):
    """Lines on how the numbers of an independent program are met."""
    reference = json.loads(file.read_text())
    radii = [(row["N"], v, row[v]) for row in reference["spectral_radius"] for v in VARIANTS]
    met = sum(abs(study.radii[1, v, N] - value) <= 1e-6 for N, v, value in radii)
    limits = [(row["ms"], v, row[v]) for row in reference["largest_stable_N"] for v in VARIANTS]
    same = sum(study.largest(mass, v) == value for mass, v, value in limits)
    gap = abs(study.gap("rim", 10, 2) / reference["largest_gap_of_2s_at_N10"]["rim"] - 1)
    return [f"spectral radii, to 1e-6: {met} of {len(radii)} equal",
            f"largest stable N: {same} of {len(limits)} equal",
            f"largest gap: differs by {gap:.1e} of it"]
