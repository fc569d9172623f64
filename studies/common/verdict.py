# SPDX-License-Identifier: MIT
"""Statements of a publication, and what became of them."""

from dataclasses import dataclass

YES, NO, PARTLY, OPEN, MISSING = "reproduces", "does not", "partly", "open", "not measured"


@dataclass
class Claim:
    where: str  # section or figure, or what kind of statement it is
    text: str
    verdict: str
    evidence: str


class Missing(Exception):
    """What a judgement needs was not measured."""


def verdict_of(parts):
    parts = list(parts)
    return YES if all(parts) else PARTLY if any(parts) else NO


def judge(claims, measured):
    """claims: (where, text, function of what was measured that returns verdict and evidence)."""
    judged = []
    for where, text, judge_one in claims:
        try:
            verdict, evidence = judge_one(measured)
        except Missing as missing:
            verdict, evidence = MISSING, f"{missing} is not there"
        judged.append(Claim(where, text, verdict, evidence))
    return judged


def claims_table(claims, first):
    lines = [f"| {first} | claim | verdict | measured |", "|---|---|---|---|"]
    # a bar would end the cell
    lines += [f"| {c.where} | {c.text} | **{c.verdict}** | {c.evidence.replace('|', chr(92) + '|')} |" for c in claims]
    return "\n".join(lines) + "\n"
