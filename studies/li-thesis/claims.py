# SPDX-License-Identifier: MIT
"""The statements of the thesis, each held against what the study measured."""

import math

from catalogue import (
    DECOMPOSITIONS,
    EXPECTED_CONSTRAINT_ORDERS,
    STABILISATIONS,
    constraint_chart,
    constraint_errors,
    constraint_limit,
    force_chart,
    force_errors,
    orders_of,
)
from common.command import read_samples
from common.verdict import NO, OPEN, YES, Missing
from common.verdict import verdict_of as _verdict
from program import percent, read_cells, samples_file

ORDER_TOLERANCE = 0.2  # the next term of the error expansion is of relative size H, times a moderate constant
SIGNIFICANT = 0.01  # of all cells
ROUNDING = 1e-12  # errors below are rounding, not method

UNCLAIMED = "no claim"


class Measured:
    """Looks up what was measured; Missing where it was not."""

    def __init__(self, answers, out):
        self.answers, self.out = answers, out
        self._samples = {}

    def answer(self, work):
        if work.name not in self.answers:
            raise Missing(work.name)
        return self.answers[work.name]

    def share(self, chart):
        answer = self.answer(chart)
        return answer["stable"] / answer["total"]

    def shares(self, charts):
        return [self.share(chart) for chart in charts]

    def cells(self, chart):
        self.answer(chart)
        return list(read_cells(self.out, chart))

    def samples(self, run):
        self.answer(run)
        if run.name not in self._samples:
            self._samples[run.name] = read_samples(samples_file(self.out, run))
        return self._samples[run.name]

    def error(self, series, quantity, step):
        answer = self.answer(series)
        place = min(range(len(series.steps)), key=lambda i: abs(series.steps[i] - step))
        return answer["errors"][quantity][place]

    def order(self, series, quantity):
        """Between the two smallest steps whose errors are not yet rounding."""
        answer = self.answer(series)
        return observed_order(series.steps, answer["errors"][quantity])


def observed_order(steps, errors):
    order = math.nan
    pairs = list(zip(steps, errors))
    for (h0, e0), (h1, e1) in zip(pairs, pairs[1:]):
        if e0 and e1 and e1 > ROUNDING:
            order = math.log(e0 / e1) / math.log(h0 / h1)
    return order


def listed(shares):
    return ", ".join(percent(share).removesuffix(" %") for share in shares) + " %"


def _by(labels, values):
    return "; ".join(f"{label} {value}" for label, value in zip(labels, values))


def _falling(values):
    return all(a > b for a, b in zip(values, values[1:]))


def implicit_shrinks(m):
    rows = [m.shares(force_chart(d, "implicit", k) for k in range(4)) for d in DECOMPOSITIONS]
    evidence = "k = 0..3: " + _by(DECOMPOSITIONS, map(listed, rows))
    return _verdict(_falling(row[1:]) for row in rows), evidence


def constant_worse_than_linear(m):
    rows = {d: m.shares(force_chart(d, "implicit", k) for k in (0, 1)) for d in DECOMPOSITIONS}
    gap = {d: row[1] - row[0] for d, row in rows.items()}
    holds = gap["FF"] < 0 < gap["FD"] < gap["DD"]
    return _verdict([holds]), "k = 0, 1: " + _by(rows, map(listed, rows.values()))


def implicit_stable_far_out(m):
    rows = [m.shares(force_chart(d, "implicit", k, 1, "far", 41) for k in range(4)) for d in DECOMPOSITIONS]
    evidence = "41 × 41 cells on [−200, 0] × [0, 1000], k = 0..3: " + _by(DECOMPOSITIONS, map(listed, rows))
    return _verdict(share == 1 for row in rows for share in row), evidence


def explicit_is_worse(m):
    explicit = [m.shares(force_chart(d, "explicit", k) for k in range(4)) for d in DECOMPOSITIONS]
    implicit = [m.shares(force_chart(d, "implicit", k, 1, "near", 41) for k in range(4)) for d in DECOMPOSITIONS]
    evidence = "both on [−1, 0] × [0, 1], k = 0..3: " + "; ".join(
        f"{d} explicit {listed(a)}, implicit {listed(b)}" for d, a, b in zip(DECOMPOSITIONS, explicit, implicit)
    )
    return _verdict(a < b for e, i in zip(explicit, implicit) for a, b in zip(e, i)), evidence


def explicit_shrinks(m):
    rows = [m.shares(force_chart(d, "explicit", k) for k in range(4)) for d in DECOMPOSITIONS]
    return _verdict(map(_falling, rows)), "k = 0..3: " + _by(DECOMPOSITIONS, map(listed, rows))


def explicit_displacement_best(m):
    columns = [m.shares(force_chart(d, "explicit", k) for d in DECOMPOSITIONS) for k in range(4)]
    evidence = "FF, FD, DD: " + _by(("k = 0:", "k = 1:", "k = 2:", "k = 3:"), map(listed, columns))
    return _verdict(c[2] == max(c) for c in columns), evidence


def asymmetry_matters(m):
    rows, changes = [], []
    for scheme in ("explicit", "implicit"):
        for d in DECOMPOSITIONS:
            one, ten = (m.shares(force_chart(d, scheme, k, ratio) for k in range(4)) for ratio in (1, 10))
            changes.append(max(abs(a - b) for a, b in zip(one, ten)))
            rows.append(f"{scheme} {d} {percent(changes[-1])}")
    return _verdict([max(changes) > 0.1]), "largest change of the stable share, ratios 1 → 10: " + "; ".join(rows)


def _orders(m, series, quantities, expected):
    """Verdict parts and text of observed orders against those expected."""
    parts, texts = [], []
    for quantity, promised in zip(quantities, expected):
        found = [m.order(one, quantity) for one in series]
        parts += [p is None or abs(f - p) <= ORDER_TOLERANCE for f, p in zip(found, promised)]
        texts.append(f"{quantity.replace('_', ' ')} " + ", ".join(f"{f:.2f}" for f in found))
    return parts, "; ".join(texts)


GLOBAL, LOCAL = ("position", "velocity"), ("local_position", "local_velocity")


def _force_orders(decomposition, scheme, count, quantities, expected):
    def judge(m):
        parts, text = _orders(m, [force_errors(decomposition, scheme, k) for k in range(count)], quantities, expected)
        return _verdict(parts), f"observed, k = 0..{count - 1}: {text}"

    return judge


def errors_on_one_level(m):
    series = [force_errors("FF", "implicit", k) for k in range(4)]
    ratios = [m.error(s, "velocity", 0.01) / m.error(s, "position", 0.01) for s in series]
    evidence = "velocity / position at H = 0.01, k = 0..3: " + ", ".join(f"{r:.2f}" for r in ratios)
    return _verdict(1 / 3 < r < 3 for r in ratios), evidence


def other_decompositions_converge_alike(m):
    parts, texts = [], []
    for d in ("FD", "DD"):
        series = [force_errors(d, "implicit", k) for k in range(4)]
        ok, _ = _orders(m, series, GLOBAL + LOCAL, ((1, 2, 3, 4), (1, 2, 3, 4), (3, 4, 5, 6), (2, 3, 4, 5)))
        found = [m.order(s, "position") for s in series]
        base = [m.error(force_errors("FF", "implicit", k), "position", 0.01) for k in range(4)]
        ratios = [m.error(s, "position", 0.01) / b for s, b in zip(series, base)]
        parts += ok + [1 / 5 < r < 5 for r in ratios]
        texts.append(
            f"{d} global position orders {', '.join(f'{f:.2f}' for f in found)}, error relative to FF at H = 0.01: "
            + ", ".join(f"{r:.2f}" for r in ratios)
        )
    return _verdict(parts), "; ".join(texts)


def explicit_converges_alike(m):
    explicit = [force_errors("FF", "explicit", k) for k in range(4)]
    parts, _ = _orders(m, explicit, GLOBAL + LOCAL, ((1, 2, 3, 4), (1, 2, 3, 4), (3, 4, 5, 6), (2, 3, 4, 5)))
    found = [m.order(s, "position") for s in explicit]
    ratios = [
        m.error(s, "position", 0.01) / m.error(force_errors("FF", "implicit", k), "position", 0.01)
        for k, s in enumerate(explicit)
    ]
    parts += [r > 1 for r in ratios]
    evidence = (
        "global position orders "
        + ", ".join(f"{f:.2f}" for f in found)
        + "; explicit / implicit error at H = 0.01, k = 0..3: "
        + ", ".join(f"{r:.2f}" for r in ratios)
    )
    return _verdict(parts), evidence


def original_worse_unsymmetrical(m):
    one, ten = ([m.shares(force_chart(d, "implicit", k, r) for k in range(4)) for d in DECOMPOSITIONS] for r in (1, 10))
    evidence = "symmetric → unsymmetrical, k = 0..3: " + "; ".join(
        f"{d} {listed(a)} → {listed(b)}" for d, a, b in zip(DECOMPOSITIONS, one, ten)
    )
    return _verdict(min(b) < min(a) for a, b in zip(one, ten)), evidence


def _stable_everywhere(decomposition, scheme, k, least):
    def judge(m):
        wide, axis = (m.shares(force_chart(decomposition, scheme, k, r, w) for r in (1, 10)) for w in ("wide", "axis"))
        evidence = f"symmetric, unsymmetrical: {listed(wide)}; close to the axis, Λr in [−0.02, 0]: {listed(axis)}"
        return _verdict(s >= least for s in wide), evidence

    return judge


def constant_extended_unstable_points(m):
    shares = [m.shares(force_chart("FF", s, 0, r) for s in ("D", "I")) for r in (1, 10)]
    evidence = "D, I: " + _by(("symmetric", "unsymmetrical"), map(listed, shares))
    return _verdict(s < 1 for row in shares for s in row), evidence


def _extension_gains(scheme):
    def judge(m):
        parts, texts = [], []
        for ratio, name in ((1, "symmetric"), (10, "unsymmetrical")):
            for k in (1, 2):
                before, after = m.shares(force_chart("FF", s, k, ratio) for s in ("implicit", scheme))
                parts.append(after > before + SIGNIFICANT)
                texts.append(f"{name} k = {k}: {percent(before)} → {percent(after)}")
        return _verdict(parts), "original → extended, " + "; ".join(texts)

    return judge


def force_displacement_like_force(m):
    gaps = {}
    for ratio, name in ((1, "symmetric"), (10, "unsymmetrical")):
        for scheme in ("implicit", "D", "I"):
            for k in range(3):
                force, mixed = m.shares(force_chart(d, scheme, k, ratio) for d in ("FF", "FD"))
                gaps[f"{name} {scheme} k = {k}"] = abs(force - mixed)
    widest = sorted(gaps, key=gaps.get, reverse=True)[:4]
    evidence = "largest differences of the stable share: " + "; ".join(f"{w} {percent(gaps[w])}" for w in widest)
    within = sum(gap < 0.05 for gap in gaps.values())
    return _verdict(g < 0.05 for g in gaps.values()), f"{within} of {len(gaps)} charts within 5 %; {evidence}"


def displacement_schemes_similar(m):
    spreads, texts = [], []
    for ratio, name in ((1, "symmetric"), (10, "unsymmetrical")):
        for k in range(3):
            shares = m.shares(force_chart("DD", s, k, ratio) for s in ("implicit", "D", "I"))
            spreads.append(max(shares) - min(shares))
            texts.append(f"{name} k = {k}: {listed(shares)}")
    return _verdict(s < 0.05 for s in spreads), "original, D, I; " + "; ".join(texts)


def integral_slightly_better(m):
    near, wide = (
        [m.shares(force_chart("FF", s, k, 10, w) for s in ("implicit", "I", "D")) for k in (1, 2)]
        for w in ("near", "wide")
    )
    evidence = (
        "unsymmetrical, original, I, D: "
        + "; ".join(f"[−1, 0] × [0, 1] k = {k}: {listed(row)}" for k, row in zip((1, 2), near))
        + "; "
        + "; ".join(f"[−2, 0] × [0, 10] k = {k}: {listed(row)}" for k, row in zip((1, 2), wide))
    )
    better_near = all(row[1] > row[0] for row in near)
    better_wide = all(row[1] > row[0] for row in wide)
    return (YES if better_near and better_wide else OPEN if better_near else NO), evidence


def singular_stripes(m):
    texts, found = [], []
    for scheme, k, window in (("D", 0, "pole-6"), ("D", 1, "pole-9"), ("I", 0, "pole-9")):
        cells = m.cells(force_chart("FF", scheme, k, 1, window))
        unstable = [cell for cell in cells if cell[2] > 1 + 1e-6]
        found.append(bool(unstable))
        top = max(cells, key=lambda cell: cell[2])
        heights = [cell[1] for cell in unstable] or [math.nan]
        texts.append(
            f"{scheme} k = {k}: unstable for Λi in [{min(heights):.2f}, {max(heights):.2f}], "
            f"largest ρ {top[2]:.3g} at ({top[0]:.3f}, {top[1]:.3f})"
        )
    return _verdict(found), "; ".join(texts)


def derivative_is_image_of_integral(m):
    one = m.cells(force_chart("FF", "D", 1))
    other = m.cells(force_chart("FF", "I", 0))
    worst = max(abs(a[2] - b[2]) / max(a[2], b[2]) for a, b in zip(one, other))
    return _verdict([worst < 1e-6]), f"largest relative difference over all cells of the symmetric charts: {worst:.1e}"


def _constraint_stability(name):
    def judge(m):
        rows = [m.shares(constraint_chart(name, k, r) for k in orders_of(name)) for r in (1, 10)]
        limits = [m.answer(constraint_limit(name, k))["zero_stability"]["spectral_radius"] for k in orders_of(name)]
        texts = ["unknown" if limit is None else f"{limit:.3f}" for limit in limits]
        evidence = "stable, k = 0, 1, ...: " + _by(("symmetric", "unsymmetrical"), map(listed, rows))
        return UNCLAIMED, evidence + "; parasitic radius for H → 0: " + ", ".join(texts)

    return judge


def _constraint_orders(name):
    def judge(m):
        orders = range(1) if name == "index-3" else orders_of(name)
        series = [constraint_errors(name, k) for k in orders]
        parts, text = _orders(m, series, GLOBAL + LOCAL, EXPECTED_CONSTRAINT_ORDERS[name])
        return _verdict(parts), f"observed, k = 0..{len(series) - 1}: {text}"

    return judge


CLAIMS = (
    ("3.2.1", "Implicit: from k = 1 on, the unstable region grows with the order", implicit_shrinks),
    ("3.2.1", "FD and especially DD are less stable for k = 0 than for k = 1; FF is not", constant_worse_than_linear),
    ("3.2.1", "Implicit schemes are also stable for very large Λr, Λi (plots not shown)", implicit_stable_far_out),
    ("3.2.2", "Explicit schemes are less stable than implicit ones", explicit_is_worse),
    ("3.2.2", "Explicit: the higher the order, the smaller the stable region", explicit_shrinks),
    ("3.2.2", "Explicit: DD has the best stability", explicit_displacement_best),
    ("3.2.2", "The asymmetry has a significant influence (plots not shown)", asymmetry_matters),
    ("3.2.3", "Implicit FF: global errors fall with order k + 1",
     _force_orders("FF", "implicit", 4, GLOBAL, ((1, 2, 3, 4),) * 2)),
    ("3.2.3", "Global errors of position and velocity are almost on one level", errors_on_one_level),
    ("3.2.3", "Implicit FF: local errors fall with order k + 3 (position) and k + 2 (velocity)",
     _force_orders("FF", "implicit", 4, LOCAL, ((3, 4, 5, 6), (2, 3, 4, 5)))),
    ("3.2.3", "FD and DD converge with the same orders and similar errors (plots not shown)",
     other_decompositions_converge_alike),
    ("3.2.3", "Explicit schemes converge alike, with larger errors (plots not shown)", explicit_converges_alike),
    ("3.4", "Unstable regions of the original implicit schemes, especially for unsymmetrical models",
     original_worse_unsymmetrical),
    ("3.5.1", "FF, k = 0: the original scheme is completely stable",
     _stable_everywhere("FF", "implicit", 0, 1)),
    ("3.5.1", "FF, k = 0: D- and I-extension show some unstable points", constant_extended_unstable_points),
    ("3.5.1", "FF, k = 1, 2: the D-extension is significantly more stable", _extension_gains("D")),
    ("3.5.1", "FF, k = 1, 2: the I-extension is significantly more stable", _extension_gains("I")),
    ("3.5.1", "The best of all is D with k = 2", _stable_everywhere("FF", "D", 2, 1)),
    ("3.5.2", "FD: the results are similar to those of FF", force_displacement_like_force),
    ("3.5.2", "FD: D with k = 2 gives very good results for both models",
     _stable_everywhere("FD", "D", 2, 0.98)),
    ("3.5.3", "DD: original, D and I are quite similar", displacement_schemes_similar),
    ("3.5.4", "D: global errors fall with order k + 1", _force_orders("FF", "D", 3, GLOBAL, ((1, 2, 3),) * 2)),
    ("3.5.4", "D: local errors fall with order k + 3 (position) and k + 2 (velocity)",
     _force_orders("FF", "D", 3, LOCAL, ((3, 4, 5), (2, 3, 4)))),
    ("3.5.4", "I: global errors fall with order 2 for k = 0 and 4 for k = 1, 2",
     _force_orders("FF", "I", 3, GLOBAL, ((2, 4, 4),) * 2)),
    ("3.5.4", "I: local errors fall with order 3 for k = 0 and 5 for k = 1, 2",
     _force_orders("FF", "I", 3, LOCAL, ((3, 5, 5),) * 2)),
    ("3.6", "In the plots the I-extension is slightly better than the original", integral_slightly_better),
    ("doubt", "FF: D and I have stripes where the interface equations are singular", singular_stripes),
    ("identity", "FF: D with k = 1 and I with k = 0 have the same spectral radius", derivative_is_image_of_integral),
) + tuple(
    row
    for name in STABILISATIONS
    for row in (
        ("4", f"{name}: stability (no statement can be read)", _constraint_stability(name)),
        ("4", f"{name}: orders of convergence, as the reconstruction predicts", _constraint_orders(name)),
    )
)
