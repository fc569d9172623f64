# SPDX-License-Identifier: MIT
"""The statements of the paper, each held against what the study measured."""

import math

import catalogue as c
from common.verdict import NO, OPEN, PARTLY, YES, Missing
from common.verdict import verdict_of as _verdict

ORDER_TOLERANCE = 0.2

OURS = "ours"


class Measured:
    """Looks up what was measured; Missing where it was not."""

    def __init__(self, answers, program):
        self.answers, self.program = answers, program

    def answer(self, work):
        if work.key() not in self.answers:
            raise Missing(work.key())
        return self.answers[work.key()]

    def step(self, work):
        return self.answer(work)["largest_stable_step"]

    def steps(self, works):
        return [self.step(work) for work in works]

    def orders(self, work):
        return self.answer(work)["orders"]["position"]

    def error(self, work):
        return self.answer(work)["errors"]["position"][-1]

    def samples(self, run):
        self.answer(run)
        return self.program.samples(run)


def _digits(values, form=".4f"):
    return ", ".join("none" if v is None else format(v, form) for v in values)


def _both(text):
    return "; ".join(f"{recurrence} {text(recurrence)}" for recurrence in c.RECURRENCES)


def exact_always_stable(m):
    rows = {(k, r): m.steps(c.limits("exact", r, k)) for k in c.RECURRENCES for r in c.ORDERS}
    evidence = f"smallest critical step for ratios {c.RATIOS[0]:.2g} to {c.RATIOS[-1]:.3g}, r = 0, 1, 2: " + _both(
        lambda k: _digits([min((v or 0) for v in rows[k, r]) for r in c.ORDERS]) + " s")
    return _verdict(None not in row for row in rows.values()), evidence


def exact_no_loop(m):
    radii = [m.answer(w)["zero_stability"]["spectral_radius"] for r in c.ORDERS for w in c.limits("exact", r, "simulated")]
    return _verdict([max(radii) < 1e-9]), f"largest parasitic radius at H → 0: {max(radii):.1e}"


def approximate_threshold(m):
    found = [m.answer(c.threshold(r))["ratio"] for r in c.ORDERS]
    equal = [abs(a / b - 1) < 1e-6 for a, b in zip(found, c.CRITICAL_RATIOS)]
    below = []
    for k in c.RECURRENCES:
        for r in c.ORDERS:
            works = zip(c.RATIOS, c.limits("approximate", r, k))
            below += [(k, r, ratio) for ratio, w in works if ratio < c.CRITICAL_RATIOS[r] * (1 - 1e-9)
                      and m.step(w) is not None]
    evidence = (f"smallest zero-stable ratios {_digits(found)}; closed form 1, 3 + 2√3 = 6.4641, 31.6399; critical steps "
                f"found below them: {len(below)}")
    return _verdict(equal + [not below]), evidence


def loop_windows(m):
    windows = []
    for k in c.RECURRENCES:
        for r in c.ORDERS:
            for ratio, work in zip(c.RATIOS, c.limits("approximate", r, k)):
                crossings = m.answer(work)["crossings"]
                if ratio < c.CRITICAL_RATIOS[r] * (1 - 1e-9) and crossings:
                    windows.append((k, r, ratio, crossings[0]["step"]))
    if not windows:
        return YES, "no stable step at any of the ratios below"
    k, r, ratio, step = min(windows, key=lambda w: w[3])
    return PARTLY, (f"{len(windows)} of the curves' points below the limit have stable windows at large steps, the smallest "
                    f"from H = {step:.3f} s on ({k}, r = {r}, ratio {ratio:.2f})")


def higher_order_shrinks(m):
    counts = {k: [sum(s is not None for s in m.steps(c.limits("approximate", r, k))) for r in c.ORDERS]
              for k in c.RECURRENCES}
    evidence = f"ratios with a stable step, of {len(c.RATIOS)}, r = 0, 1, 2: " + _both(
        lambda k: _digits(counts[k], "d"))
    return _verdict(a > b > d for a, b, d in counts.values()), evidence


def radii_at_ten(m):
    radii = [m.answer(c.limit("approximate", r, "simulated", 10.0))["zero_stability"] for r in c.ORDERS]
    found = [z["spectral_radius"] for z in radii]
    equal = all(abs(z["spectral_radius"] - z["closed_form"]) < 1e-8 for z in radii)
    return _verdict([found[0] < 1, found[1] < 1, found[2] > 1, equal]), \
        f"radius of the loop at ratio 10, r = 0, 1, 2: {_digits(found)}; measured on the step and from (69) alike"


def other_loops(m):
    parts = []
    for name, keys in c.LOOPS.items():
        parts.append(f"{name} {_digits([m.answer(c.threshold(r, **keys))['ratio'] for r in c.ORDERS], '.3f')}")
    pairs = ((0, 1), (0, 2), (1, 2))
    mixed = [m.answer(c.threshold(r, s))["ratio"] for r, s in pairs]
    exchanged = [m.answer(c.threshold(s, r))["ratio"] for r, s in pairs]
    return OURS, (f"smallest stable ratios, r = s = 0, 1, 2: {'; '.join(parts)}; mixed orders (0,1), (0,2), (1,2): "
                  f"{_digits(mixed, '.3f')}, r and s exchanged: {_digits(exchanged, '.3f')}")


def _spread(m, name, recurrence, ratio):
    return [m.step(c.varied_limits(name, value, recurrence, (ratio,))[0]) for value in c.VARIED[name]]


def _varied(m, name, ratios=(10.0, c.SOME_RATIOS[-1])):
    return {(k, ratio): _spread(m, name, k, ratio) for k in c.RECURRENCES for ratio in ratios}


def _varied_text(name, rows):
    values = ", ".join(f"{v:g}" for v in c.VARIED[name])
    return f"{name} = {values}: " + "; ".join(f"{k}, ratio {ratio:.3g}: {_digits(row)} s" for (k, ratio), row in rows.items())


def mover_stiffness(m):
    rows = _varied(m, "c_R")
    return _verdict(all(a >= b for a, b in zip(row, row[1:])) for row in rows.values()), _varied_text("c_R", rows)


def mover_damping(m):
    rows = _varied(m, "d_R")
    return _verdict(max(row) / min(row) < 1.15 for row in rows.values()), _varied_text("d_R", rows)


def structure_stiffness(m):
    rows = _varied(m, "c_F")
    return _verdict(all(a > b for a, b in zip(row, row[1:])) for row in rows.values()), _varied_text("c_F", rows)


def structure_damping(m):
    rows = _varied(m, "d_F")
    return _verdict(all(a < b for a, b in zip(row, row[1:])) for row in rows.values()), _varied_text("d_F", rows)


def threshold_unchanged(m):
    found = [m.answer(c.varied_threshold(name, value))["ratio"] for name in c.VARIED for value in c.VARIED[name]]
    return _verdict(abs(ratio / c.CRITICAL_RATIOS[1] - 1) < 1e-6 for ratio in found), \
        f"smallest zero-stable ratio over {len(found)} variations: {min(found):.6f} to {max(found):.6f}"


def structure_surface(m):
    def monotone(works, up):
        steps = m.steps(works)
        return all((a <= b) if up else (a >= b) for a, b in zip(steps, steps[1:]))

    stiff = {(k, d): monotone([c.structure_limit(x, d, k) for x in c.STIFFNESSES], False)
             for k in c.RECURRENCES for d in (0.01, 0.1, 1, 10)}
    damped = {(k, x): monotone([c.structure_limit(x, d, k) for d in c.DAMPINGS], True)
              for k in c.RECURRENCES for x in (10, 50, 100, 500)}
    weak = [d for d in c.DAMPINGS if d <= 1.0001]
    weakly = [monotone([c.structure_limit(x, d, k) for d in weak], True) for k in c.RECURRENCES for x in (50, 100, 500)]
    return _verdict(list(stiff.values()) + list(damped.values())), (
        f"falls with c_F in {sum(stiff.values())} of {len(stiff)} cuts; rises with d_F up to 10 N s/m in "
        f"{sum(damped.values())} of {len(damped)}, up to 1 N s/m and for c_F from 50 N/m on in {sum(weakly)} of {len(weakly)}")


def small_steps_stable(m):
    steps = m.steps([c.structure_limit(x, d, k) for k in c.RECURRENCES for x in c.STIFFNESSES for d in (0.01, 0.1, 1, 10)])
    return _verdict([None not in steps]), f"smallest critical step over all c_F, d_F: {min(v or 0 for v in steps):.4f} s"


def motion_order_matters(m):
    rows = {(r, s): m.error(c.errors("exact", r, s)) for r in c.ORDERS for s in c.ORDERS}
    holds = rows[0, 0] > rows[1, 1] > rows[2, 2] and all(rows[r, 0] > 10 * rows[r, 1] for r in (1, 2))
    return _verdict([holds]), f"errors at H = 2⁻¹¹ s, r = s: {_digits([rows[r, r] for r in c.ORDERS], '.1e')}; r = 2, " \
        f"s = 0, 1, 2: {_digits([rows[2, s] for s in c.ORDERS], '.1e')}; r = 0, 1, 2, s = 2: " \
        f"{_digits([rows[r, 2] for r in c.ORDERS], '.1e')}"


def derivative_orders(m):
    rows = {(r, s): m.orders(c.errors("exact", r, s)) for r in c.ORDERS for s in (1, 2)}
    expected = {(r, s): min(r + 1, s) for r, s in rows}
    holds = [abs(row[-1] - expected[pair]) <= ORDER_TOLERANCE for pair, row in rows.items()]
    return OURS if all(holds) else NO, "last slopes " + "; ".join(
        f"({r}, {s}) {row[-1]:.2f}" for (r, s), row in rows.items()) + f"; r = s = 1 on the way: {_digits(rows[1, 1], '.2f')}"


def constant_motion_stagnates(m):
    errors = m.answer(c.errors("exact", 0, 0))["errors"]["position"]
    sampled = m.orders(c.errors("exact", 0, 0, "sampled"))
    return OURS, f"r = s = 0: error {errors[0]:.1e} at 2⁻⁵ s, {errors[-1]:.2e} at 2⁻¹¹ s, last slope " \
        f"{m.orders(c.errors('exact', 0, 0))[-1]:.2f}; with sampled velocity last slope {sampled[-1]:.2f}"


def start_limits_order(m):
    ramp = m.orders(c.errors("exact", 2, 2, "sampled"))
    exact = m.orders(c.errors("exact", 2, 2, "sampled", startup="exact"))
    return OURS, f"r = s = 2, sampled velocity: slopes {_digits(ramp, '.2f')}; with exact past samples {exact[-1]:.2f}"


def blow_up_counts(m, step):
    run, reference = m.samples(c.blow_up(step))["q_R"], m.samples(c.blow_up_reference(step))["q_R"]

    def first(test):
        return next((n for n, pair in enumerate(zip(run, reference)) if test(*pair)), None)

    return first(lambda a, b: abs(a - b) > 0.1), first(lambda a, b: abs(a) > 2), first(lambda a, b: abs(a) > 10)


def unstable_after_forty(m):
    counts = {h: blow_up_counts(m, h) for h in c.BLOW_UP_STEPS}
    within = [any(40 <= n <= 50 for n in row if n) for row in counts.values()]
    return _verdict([any(within)]), "steps to an error of 0.1 m, |q_R| > 2 m, |q_R| > 10 m: " + "; ".join(
        f"H = {h:g} s: {', '.join(map(str, row))}" for h, row in counts.items()) + "; the paper does not name its step"


def approximate_like_exact(m):
    pairs = [(r, s) for s in (1, 2) for r in c.ORDERS if r + s < 3]
    rows = {p: (m.orders(c.errors("exact", *p))[-1], m.orders(c.errors("approximate", *p))[-1]) for p in pairs}
    return _verdict(abs(a - b) < ORDER_TOLERANCE for a, b in rows.values()), "last slopes, exact and approximate: " + \
        "; ".join(f"({r}, {s}) {a:.2f}, {b:.2f}" for (r, s), (a, b) in rows.items()) + \
        f"; errors at 2⁻¹¹ s for r = s = 1: {m.error(c.errors('exact', 1, 1)):.1e}, " \
        f"{m.error(c.errors('approximate', 1, 1)):.1e}"


def linear_implicit_dominates(m):
    rows = {(r, s): m.orders(c.linear_implicit_errors(r, s))[-1] for s in (1, 2) for r in c.ORDERS}
    return _verdict(abs(v - 1) < ORDER_TOLERANCE for v in rows.values()), \
        "last slopes " + "; ".join(f"({r}, {s}) {v:.2f}" for (r, s), v in rows.items())


def low_orders_suffice(m):
    errors = {p: m.error(c.linear_implicit_errors(*p)) for p in ((0, 1), (1, 1), (2, 2))}
    return _verdict([max(errors.values()) / min(errors.values()) < 1.1]), "errors at 2⁻¹¹ s: " + "; ".join(
        f"({r}, {s}) {v:.5f}" for (r, s), v in errors.items())


def which_matrix(m):
    rows = {k: [_spread(m, "d_R", k, 10.0)[place] for place in (0, 2)] for k in c.RECURRENCES}
    return OPEN, "critical step at ratio 10 for d_R = 0 and 1: " + _both(lambda k: _digits(rows[k]) + " s")


def output_equation(m):
    force = m.samples(c.trajectory(1))["Lambda"][0]
    monolithic = m.samples(c.trajectory_reference())["Lambda"][0]
    m_R, m_co, c_R, c_F = 5.0, 0.5, 100.0, 50.0
    printed = -(m_co * c_R + m_R * c_F) / (m_co + m_R)  # at q_R = 1, all else 0
    return NO, f"at q_R = 1 m, all else 0: (67) as printed {printed:.4f} N, in one piece {monolithic:.4f} N, exact forces " \
        f"{force:.4f} N"


def corrected_removes_limit(m):
    at = min(c.HEAVY_RATIOS, key=lambda ratio: abs(math.log(ratio / 0.1)))
    steps = [m.step(c.corrected_limits(r, (at,))[0]) for r in c.ORDERS]
    radius = max(m.answer(w)["zero_stability"]["spectral_radius"]
                 for r in c.ORDERS for w in c.corrected_limits(r, c.HEAVY_RATIOS))
    orders = [m.orders(c.corrected_errors(r))[-1] for r in c.ORDERS]
    explicit = m.samples(c.heavy_run("explicit"))["q_R"]
    gone = next((n for n, q in enumerate(explicit) if abs(q) > 10), None)
    return OURS, (f"ratio {at:.2g}: critical steps, r = s = 0, 1, 2: {_digits(steps)} s, last slopes {_digits(orders, '.2f')}; "
                  f"parasitic radius at H → 0 for ratios {c.HEAVY_RATIOS[0]:.2g} to {c.HEAVY_RATIOS[-1]:.3g} at most "
                  f"{radius:.0e}; the explicit run leaves 10 m after {gone} steps of 0.01 s")


def corrected_derivative(m):
    return OURS, f"ratio 0.1, r = s = 1: slopes {_digits(m.orders(c.corrected_errors(1, 'derivative')), '.2f')}, sampled " \
        f"{_digits(m.orders(c.corrected_errors(1)), '.2f')}"


CLAIMS = (
    ("Fig. 4", "Exact forces: stable for small enough steps, all ratios of the masses and all orders", exact_always_stable),
    ("5.3", "Exact forces: zero-stable, all eigenvalues of the loop are zero", exact_no_loop),
    ("Fig. 5, 6", "Approximate forces: unstable below a ratio of the masses", approximate_threshold),
    ("Fig. 5", "There, unstable independent of the step", loop_windows),
    ("Fig. 5", "The higher the order, the smaller the stable region", higher_order_shrinks),
    ("Fig. 6", "At ratio 10 constant and linear are zero-stable, quadratic is not", radii_at_ten),
    ("Fig. 6", "Other readings of the loop", other_loops),
    ("Fig. 7", "A stiffer mover slightly decreases the critical step", mover_stiffness),
    ("Fig. 7", "Damping of the mover has almost no influence, even if it vanishes", mover_damping),
    ("Fig. 8", "A stiffer structure decreases the critical step", structure_stiffness),
    ("Fig. 8", "A damped structure increases it; without damping it is very small", structure_damping),
    ("Fig. 7, 8", "The limit of the ratio does not depend on stiffness and damping", threshold_unchanged),
    ("Fig. 9", "Stiffness leads to instability, damping stabilises", structure_surface),
    ("Fig. 9", "Small enough steps are stable", small_steps_stable),
    ("Fig. 10", "Extrapolation is essential for the order, especially that of the motion", motion_order_matters),
    ("Fig. 10", "Velocity as derivative: order min(r + 1, s), reached slowly", derivative_orders),
    ("Fig. 10", "Velocity as derivative, s = 0: converges to the wrong equation", constant_motion_stagnates),
    ("Fig. 10", "The start limits the order to 2", start_limits_order),
    ("Fig. 11", "Approximate, quadratic, ratio 10: unstable after 40 to 50 steps", unstable_after_forty),
    ("Fig. 12", "Approximate forces converge as exact ones do", approximate_like_exact),
    ("Fig. 13", "A linear-implicit structure: order 1 whatever is extrapolated", linear_implicit_dominates),
    ("Fig. 13", "Linear motion and constant force then suffice", low_orders_suffice),
    ("doubt", "Which matrix do Figures 4 to 9 show?", which_matrix),
    ("(67)", "Output of the structure with exact forces, as printed", output_equation),
    ("addition", "Corrected macro steps remove the limit of the ratio", corrected_removes_limit),
    ("addition", "Corrected with the velocity as derivative, an order is lost again", corrected_derivative),
)
