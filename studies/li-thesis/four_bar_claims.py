# SPDX-License-Identifier: MIT
"""What sections 3.3 and 3.6 say of the four-bar linkage, held against the runs."""

import four_bar as fb
from catalogue import DECOMPOSITIONS
from claims import UNCLAIMED
from common.verdict import verdict_of
from four_bar_check import largest_error
from four_bar_drawing import energy

ACCURATE = 0.02  # of the range the angles move through: what a plot shows
MARGIN = 1e-6  # a spectral radius up to this above 1 is stable


def _completed(m, run):
    return m.answer(run)["status"] == "completed"


def _range(m, reference):
    """The widest range of an angle, in rad."""
    samples = m.samples(reference)
    return max(max(samples[f"phi{i}"]) - min(samples[f"phi{i}"]) for i in (1, 2, 3, 4))


def _accurate(m, run, reference):
    return _completed(m, run) and largest_error(m.answer(run)) < ACCURATE * _range(m, reference)


def _outcome(m, run):
    answer = m.answer(run)
    return f"{largest_error(answer):.1e}" if _completed(m, run) else f"{answer['status']} at {answer['time']:.3g} s"


def _stable(m, *case):
    return m.answer(fb.radius(*case))["spectral_radius"] <= 1 + MARGIN


def _excess(m, *case):
    return f"{m.answer(fb.radius(*case))['spectral_radius'] - 1:+.1e}".replace("-", "−")


def original_agrees(m):
    reference = fb.in_one_piece(**fb.FINE)
    parts, texts = [], []
    for d in DECOMPOSITIONS:
        runs = [fb.run(d, "O", k, **fb.FINE) for k in fb.ORDERS]
        parts += [_accurate(m, run, reference) for run in runs] + [_stable(m, d, "O", 0, fb.FINE["step"])]
        texts.append(f"{d} " + ", ".join(_outcome(m, run) for run in runs))
    return verdict_of(parts), (f"largest error of an angle in 2 s, in rad, k = 0, 1, 2: {'; '.join(texts)}; "
                               f"the widest angle moves through {_range(m, reference):.2f} rad")


def _extended(decomposition, unstable):
    """unstable: the (scheme, k) that are claimed to be, all others are claimed stable and accurate."""
    def judge(m):
        reference = fb.in_one_piece(**fb.COARSE)
        parts, texts = [], []
        for s in fb.SCHEMES:
            runs = [fb.run(decomposition, s, k, **fb.COARSE) for k in fb.ORDERS]
            for k, run in enumerate(runs):
                claimed = (s, k) not in unstable
                parts.append(_accurate(m, run, reference) == claimed)
                if k == 0:
                    parts.append(_stable(m, decomposition, s, k, fb.COARSE["step"]) == claimed)
            texts.append(f"{s} " + ", ".join(_outcome(m, run) for run in runs))
        radii = "; ".join(f"{s} {_excess(m, decomposition, s, 0, fb.COARSE['step'])}" for s in fb.SCHEMES)
        return verdict_of(parts), (f"largest error of an angle in 4 s, in rad, k = 0, 1, 2: {'; '.join(texts)}; "
                                   f"ρ − 1 of the linearised step for k = 0: {radii}")

    return judge


def _sweep_row(m, stiffness):
    return "; ".join(
        f"{s} " + ", ".join(_outcome(m, fb.run("FF", s, k, stiffness=stiffness, **fb.STIFF)) for k in fb.ORDERS)
        for s in fb.SCHEMES
    )


def _sweep(stiffness, unstable):
    def judge(m):
        parts = []
        for s in fb.SCHEMES:
            for k in fb.ORDERS:
                run = fb.run("FF", s, k, stiffness=stiffness, **fb.STIFF)
                reference = fb.in_one_piece(stiffness=stiffness, **fb.STIFF)
                parts.append(not _completed(m, run) if (s, k) in unstable else _accurate(m, run, reference))
        return verdict_of(parts), f"largest error of an angle in 1 s, in rad, k = 0, 1, 2: {_sweep_row(m, stiffness)}"

    return judge


def derivative_always_stable(m):
    runs = [fb.run("FF", "D", k, stiffness=c, **fb.STIFF) for c in fb.STIFFNESSES for k in fb.ORDERS]
    worst = max(largest_error(m.answer(run)) for run in runs)
    done = sum(_completed(m, run) for run in runs)
    return verdict_of([done == len(runs)]), f"{done} of {len(runs)} runs complete, largest error of an angle {worst:.1e} rad"


def linear_theory_foretells(m):
    cases = [(s, k, c) for c in fb.STIFFNESSES for s in fb.SCHEMES for k in fb.ORDERS]
    radii, once = (
        {(s, k, c): m.answer(fb.radius("FF", s, k, fb.STIFF["step"], c, once))["spectral_radius"] for s, k, c in cases}
        for once in (False, True)
    )
    completed = {(s, k, c): _completed(m, fb.run("FF", s, k, stiffness=c, **fb.STIFF)) for s, k, c in cases}
    equal, equal_once = ([(found[case] <= 1 + MARGIN) == completed[case] for case in cases] for found in (radii, once))
    above = "; ".join(f"{s} k = {k} at {c:.0e} N/m: {radii[s, k, c]:.2f}".replace("e+0", "e") for s, k, c in cases
                      if radii[s, k, c] > 1 + MARGIN)
    return verdict_of(equal), (f"the spectral radius of the step linearised at the start, corrected until it converges, "
                               f"foretells {sum(equal)} of {len(cases)} outcomes; above 1: {above}; corrected once, it "
                               f"foretells {sum(equal_once)}")


def trend_of_schemes(m):
    count = {s: sum(_completed(m, fb.run("FF", s, k, stiffness=c, **fb.STIFF)) for c in fb.STIFFNESSES for k in fb.ORDERS)
             for s in fb.SCHEMES}
    return verdict_of([count["D"] > count["I"] > count["O"]]), "runs of the sweep that complete, of 9: " + ", ".join(
        f"{s} {n}" for s, n in count.items())


def slow_growth(m):
    """Over the longer span if it was asked for."""
    times = fb.LONG if all(run.name in m.answers for run in fb.constant_runs(fb.LONG)) else fb.COARSE
    start, end = (energy(m, fb.in_one_piece(**times))[place][1] for place in (0, -1))
    texts = []
    for d in ("FD", "DD"):
        last = [f"{s} {energy(m, fb.run(d, s, 0, **times))[-1][1]:.1f}" for s in fb.SCHEMES]
        texts.append(f"{d} {', '.join(last)}")
    diverged = sum(not _completed(m, run) for run in fb.constant_runs(times))
    evidence = (f"mechanical energy {start:.1f} J at the start, after {times['end']:g} s in one piece {end:.1f} J; "
                f"{'; '.join(texts)} J; runs that diverge: {diverged} of 6")
    return UNCLAIMED, evidence.replace("-", "−")


def drag_decides(m):
    texts = []
    for d in ("FD", "DD"):
        for step in (fb.COARSE["step"], fb.FINE["step"]):
            excess = [f"{m.answer(fb.radius(d, 'O', 0, step, drag=drag))['spectral_radius'] - 1:+.1e}" for drag in fb.DRAGS]
            texts.append(f"{d}, H = {step:g}: {', '.join(excess)}")
    drags = ", ".join(f"{drag:g}" for drag in fb.DRAGS)
    return UNCLAIMED, f"ρ − 1 of the original with k = 0, drag {drags} N s/m: {'; '.join(texts)}".replace("-", "−")


EXCEPT = {("O", 0), ("D", 0)}
HIGHER_ORIGINAL = {("O", 1), ("O", 2)}

FOUR_BAR_CLAIMS = (
    ("3.3", "Four-bar, H = 1e-4: FF, FD and DD agree well with the solution in one piece, k = 0, 1, 2", original_agrees),
    ("3.6", "Four-bar, H = 1e-3, FF: original, D and I are stable and accurate, k = 0, 1, 2", _extended("FF", set())),
    ("3.6", "Four-bar, FD: stable and accurate but for original and D with k = 0, which are unstable",
     _extended("FD", EXCEPT)),
    ("3.6", "Four-bar, DD: the same two exceptions", _extended("DD", EXCEPT)),
    ("3.6", "Four-bar, FF, H = 5e-3, stiffness 1e4: all are stable", _sweep(1e4, set())),
    ("3.6", "Stiffness 1e5: the original is unstable for k = 1, 2", _sweep(1e5, HIGHER_ORIGINAL)),
    ("3.6", "Stiffness 1e6: also I is unstable for k = 1, 2", _sweep(1e6, HIGHER_ORIGINAL | {("I", 1), ("I", 2)})),
    ("3.6", "D is stable at every stiffness", derivative_always_stable),
    ("3.6", "The stability of the linear theory is found again with the nonlinear model", linear_theory_foretells),
    ("3.6", "D very stable, I slightly better than the original, also with the nonlinear model", trend_of_schemes),
    ("doubt", "How fast are the unstable runs of FD and DD with k = 0?", slow_growth),
    ("doubt", "Does that depend on the drag, which cannot be read?", drag_decides),
)
