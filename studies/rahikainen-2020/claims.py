# SPDX-License-Identifier: MIT
"""The statements of the paper, each held against what the study measured."""

import itertools

import catalogue as c
from common.verdict import NO, PARTLY, YES, Missing
from common.verdict import verdict_of as _verdict

OURS = "ours"
VF, VP = c.COUPLINGS
ONE = 0.2 + 1e-9  # ms, a step of the grid


def _digits(values, form="g"):
    return ", ".join("none" if v is None else format(v, form) for v in values)


def _label(extrapolation):
    return "IM" if extrapolation == "model" else f"m = {extrapolation}"


def _achieved(m, crane, formulation, coupling, extrapolation, integrator="trapezoidal", **keys):
    return m.achieved(c.Configuration(crane, formulation, coupling, extrapolation, integrator, **keys))


def _row(m, crane, formulation, coupling, extrapolations=c.EXTRAPOLATIONS, **keys):
    return [_achieved(m, crane, formulation, coupling, e, **keys) for e in extrapolations]


def _share(parts):
    """Verdict where a statement is about most cases: all, most, or fewer."""
    parts = list(parts)
    return YES if all(parts) else PARTLY if sum(parts) > len(parts) / 2 else NO


def index_one_larger(m):
    ratios = {}
    for crane, coupling, e, i in itertools.product(("single",), c.COUPLINGS, c.EXTRAPOLATIONS, c.INTEGRATORS):
        ratios[coupling, e, i] = _achieved(m, crane, "ali1", coupling, e, i) / _achieved(m, crane, "ali3p", coupling, e, i)
    values = sorted(ratios.values())
    rows = "; ".join(f"{c.SHORT[f]} {c.SHORT[k]} {_digits(_row(m, 'single', f, k))} ms"
                     for k in c.COUPLINGS for f in c.FORMULATIONS)
    return _verdict(v >= 1.2 for v in values), \
        f"ratio {values[0]:.2g} to {values[-1]:.2g} over {len(values)} configurations; m = 0, 1, 2, IM, trapezoidal: {rows}"


def held_force(m):
    rows = {}
    for crane, coupling in itertools.product(c.CRANES, c.COUPLINGS):
        held, first, explicit = (_row(m, crane, "ali3p", coupling), _row(m, crane, "ali3p", coupling, input_order=1),
                                 _row(m, crane, "ali1", coupling))
        rows[crane, coupling] = (held, first, explicit)
    better = [b > a for held, first, _ in rows.values() for a, b in zip(held, first)]
    closed = [b >= e - ONE for _, first, explicit in rows.values() for b, e in zip(first, explicit)]
    text = "; ".join(f"{crane} {c.SHORT[k]} {_digits(a)} → {_digits(b)} (ALI1 {_digits(e)})"
                     for (crane, k), (a, b, e) in rows.items())
    return _verdict(better + closed), (
        f"ALI3-P, force held → extrapolated linearly, m = 0, 1, 2, IM: {text} ms; larger in {sum(better)} of {len(better)}, "
        f"up to ALI1 in {sum(closed)} of {len(closed)}")


def index_one_loses(m):
    balances = {step: m.energy_balance("ali1", step)[-1] for step in c.ENERGY_STEPS["ali1"]}
    other = {step: m.energy_balance("ali3p", step)[-1][1] for step in c.ENERGY_STEPS["ali3p"]}
    begin, mean = [row[1] for row in balances.values()], [row[2] for row in balances.values()]
    steps = _digits(step / 10 for step in balances)
    return (NO if max(map(abs, mean)) < 0.01 * max(map(abs, begin)) else YES), (
        f"after 30 s, H = {steps} ms: {_digits(begin, '.3g')} J if the work is summed by the force at the beginning of each "
        f"step, {_digits(mean, '.2g')} J by the mean of both ends; ALI3-P by the first sum, "
        f"H = {_digits(step / 10 for step in other)} ms: "
        f"{_digits(other.values(), '.3g')} J")


def index_three_keeps(m):
    works = {step: m.energy_balance("ali3p", step)[-1][2] for step in c.ENERGY_STEPS["ali3p"]}
    ok = [abs(v) < 1e-5 for v in works.values()]
    return _verdict(ok), "after 30 s, H = " + "; ".join(f"{s / 10:g} ms: {v:.1g} J" for s, v in works.items())


def _linear_share(m, crane):
    """Of the configurations, those whose take-off is at the limit or a step before it."""
    found = [(m.achieved(k), m.take_off(k)) for k in c.tabulated() if k.crane == crane and k.input_order == 0]
    return sum(abs(a - t) <= ONE for a, t in found), len(found), max(abs(a - t) for a, t in found), \
        sum(t > a + 1e-9 for a, t in found)


def residual_indicates(m):
    parts, ok = [], []
    for crane in c.CRANES:
        near, count, far, late = _linear_share(m, crane)
        parts.append(f"{crane}: {near} of {count} within 0.2 ms, farthest {far:.1g} ms, late in {late}")
        ok.append(near == count and late == 0)
    told = [(m.achieved(k), m.take_off(k)) for k in c.tabulated() if k.input_order]
    early = sum(t < a - ONE for a, t in told)
    return _verdict([not late for *_, late in (_linear_share(m, crane) for crane in c.CRANES)]), (
        f"take-off (five times proportional) against the achieved step: {'; '.join(parts)}; with extrapolated forces it warns "
        f"more than 0.2 ms early in {early} of {len(told)}")


def residual_ranks(m):
    """Of pairs of passing runs of one crane, one coupling and one step, those that residual and error order alike."""
    counts = {}
    for crane, coupling, step in itertools.product(c.CRANES, c.COUPLINGS, (4, 6, 8, 10, 12, 14)):
        rows = [m.program.stored(c.Point(k, step)) for k in c.tabulated()
                if (k.crane, k.coupling, k.input_order) == (crane, coupling, 0)]
        rows = [(r["absolute"], r["velocity"], r["position"]) for r in rows if r and c.passes(r)]
        for a, b in itertools.combinations(rows, 2):
            if min(a[0], b[0]) * 1.1 > max(a[0], b[0]):
                continue  # no lower one
            for place, name in ((1, "velocity"), (2, "position")):
                same, all_ = counts.get(name, (0, 0))
                counts[name] = (same + ((a[0] < b[0]) == (a[place] < b[place])), all_ + 1)
    if not counts:
        raise Missing("runs of the same step")
    shares = {name: same / all_ for name, (same, all_) in counts.items()}
    return (YES if min(shares.values()) > 0.9 else PARTLY if max(shares.values()) > 0.7 else NO), \
        "pairs of passing runs whose residuals differ by 10 % and more, same crane, coupling and step: ordered alike by the " \
        + ", by the ".join(f"{name} error {same} of {all_}" for name, (same, all_) in counts.items())


def _pressure_gain(m, crane):
    gains = {(f, e, i): _achieved(m, crane, f, VP, e, i) - _achieved(m, crane, f, VF, e, i)
             for f, e, i in itertools.product(c.FORMULATIONS, c.EXTRAPOLATIONS, c.INTEGRATORS)}
    return gains


def _gain_text(gains):
    values = list(gains.values())
    return (f"larger in {sum(v > 1e-9 for v in values)}, equal in {sum(abs(v) < 1e-9 for v in values)}, smaller in "
            f"{sum(v < -1e-9 for v in values)} of {len(values)}")


def pressure_better_single(m):
    gains = _pressure_gain(m, "single")
    worst = [f"{c.SHORT[f]} {_label(e)} {i} {v:+.1f} ms" for (f, e, i), v in gains.items() if v < -1e-9]
    return _share(v > 1e-9 for v in gains.values()), f"{_gain_text(gains)}: {', '.join(worst) or 'never'}"


def pressure_better_double(m):
    gains = _pressure_gain(m, "double")
    mean = {crane: sum(g.values()) / len(g) for crane in c.CRANES for g in [_pressure_gain(m, crane)]}
    return _verdict([all(v >= -1e-9 for v in gains.values()), mean["double"] > mean["single"]]), (
        f"{_gain_text(gains)}; mean gain {mean['double']:.2f} ms, single {mean['single']:.2f} ms; "
        + "; ".join(f"{c.SHORT[f]} {c.SHORT[k]} {_digits(_row(m, 'double', f, k))} ms"
                    for f in c.FORMULATIONS for k in c.COUPLINGS))


def pressure_helps_index_one(m):
    gains = _pressure_gain(m, "single")
    mean = {f: {e: sum(gains[f, e, i] for i in c.INTEGRATORS) / 3 for e in ("2", "model")} for f in c.FORMULATIONS}
    return _verdict([mean["ali1"]["2"] > mean["ali3p"]["2"], mean["ali1"]["model"] > mean["ali3p"]["model"],
                     mean["ali1"]["model"] > mean["ali1"]["2"]]), \
        "mean gain over the integrators, m = 2 and IM: " + "; ".join(
            f"{c.SHORT[f]} {_digits(mean[f].values(), '+.2f')} ms" for f in c.FORMULATIONS)


def polynomial_better_single(m):
    rows = {(f, k, i): (_achieved(m, "single", f, k, "2", i), _achieved(m, "single", f, k, "model", i))
            for f, k, i in itertools.product(c.FORMULATIONS, c.COUPLINGS, c.INTEGRATORS)}
    better, equal = sum(a > b for a, b in rows.values()), sum(a == b for a, b in rows.values())
    lower = []
    for (f, k, i), (a, b) in rows.items():
        step = round(min(a, b) * 10)
        pair = [m.answer(c.Point(c.Configuration("single", f, k, e, i), step)) for e in ("2", "model")]
        lower.append((pair[0]["velocity"] < pair[1]["velocity"], pair[0]["absolute"] < pair[1]["absolute"]))
    return (YES if better > len(rows) / 2 else PARTLY if better + equal > len(rows) / 2 else NO), (
        f"largest step: m = 2 larger in {better}, equal in {equal}, smaller in {len(rows) - better - equal} of {len(rows)}; at the "
        f"largest step both achieve, m = 2 has the lower velocity error in {sum(v for v, _ in lower)}, the lower residual in "
        f"{sum(e for _, e in lower)}")


def model_degrades_velocity(m):
    runs = {e: m.answer(c.Point(c.comparison_run(e).configuration, 30)) for e in ("2", "model")}
    ratio = {name: runs["model"][name] / runs["2"][name] for name in ("velocity", "position")}
    return _verdict([ratio["velocity"] > 1.5, ratio["velocity"] > ratio["position"]]), (
        f"ALI1, VF, H = 3 ms, m = 2 and IM: velocity {_digits((r['velocity'] * 1e3 for r in runs.values()), '.3g')} mm/s (rms), "
        f"length {_digits((r['position'] * 1e3 for r in runs.values()), '.3g')} mm")


def best_order(m, crane, claimed):
    rows = {(f, k, i): _row(m, crane, f, k, ("0", "1", "2"), integrator=i)
            for f, k, i in itertools.product(c.FORMULATIONS, c.COUPLINGS, c.INTEGRATORS)}
    decided = {k: rows["ali1", k, "euler"] for k in c.COUPLINGS}
    holds = [row[claimed] == max(row) for row in decided.values()]
    everywhere = sum(row[claimed] == max(row) for row in rows.values())
    return _verdict(holds), "ALI1, Euler, m = 0, 1, 2: " + "; ".join(
        f"{c.SHORT[k]} {_digits(row)} ms" for k, row in decided.items()) + \
        f"; m = {claimed} is best or as good in {everywhere} of {len(rows)} configurations"


def integrator_matters_little(m, crane):
    spreads = {}
    for f, k, e in itertools.product(c.FORMULATIONS, c.COUPLINGS, c.EXTRAPOLATIONS):
        steps = [_achieved(m, crane, f, k, e, i) for i in c.INTEGRATORS]
        spreads[f, k, e] = (max(steps) - min(steps), steps)
    large = [f"{c.SHORT[f]} {c.SHORT[k]} {_label(e)} {_digits(s)}" for (f, k, e), (d, s) in spreads.items() if d > ONE]
    small = sum(d <= ONE for d, _ in spreads.values())
    return _share(d <= ONE for d, _ in spreads.values()), (
        f"spread over Euler, RK4, trapezoidal at most 0.2 ms in {small} of {len(spreads)}"
        + (f"; {'; '.join(large)} ms" if large else ""))


def _micro_error(m, crane, step, h):
    answer = m.answer(c.micro_point(crane, step, h))
    gone = answer["status"] != "completed" or answer["position"] is None
    return c.passes(answer), "diverged" if gone else f"{answer['position'] * 1e3:.2g}"


def micro_step_small(m):
    rows = {crane: [_micro_error(m, crane, 10, h) for h in c.MICRO_STEPS] for crane in c.CRANES}
    return _verdict(passed for row in rows.values() for passed, _ in row), \
        "H = 1 ms, h = 0.1, 0.5, 1 ms: " + "; ".join(f"{crane} {', '.join(e for _, e in row)} mm" for crane, row in rows.items())


def micro_step_related(m):
    rows = {(crane, step): [_micro_error(m, crane, step, h) for h in c.MICRO_STEPS]
            for crane in c.CRANES for step in c.MICRO_MACRO[crane] if step > 10}
    lost = any(row[0][0] and not (row[1][0] and row[2][0]) for row in rows.values())
    return (YES if lost else NO), "largest error of the length, h = 0.1, 0.5, 1 ms: " + "; ".join(
        f"{crane} H = {step / 10:g} ms {', '.join(e for _, e in row)} mm".replace("diverged mm", "diverged")
        for (crane, step), row in rows.items())


def double_smaller(m):
    pairs = {(f, k, e, i): (_achieved(m, "single", f, k, e, i), _achieved(m, "double", f, k, e, i))
             for f, k, e, i in itertools.product(c.FORMULATIONS, c.COUPLINGS, c.EXTRAPOLATIONS[:3], c.INTEGRATORS)}
    smaller, equal = sum(b < a for a, b in pairs.values()), sum(a == b for a, b in pairs.values())
    larger = [f"{c.SHORT[f]} {c.SHORT[k]} {_label(e)} {i}" for (f, k, e, i), (a, b) in pairs.items() if b > a]
    return (YES if smaller > len(pairs) / 2 and not larger else _share(b < a for a, b in pairs.values())), (
        f"polynomials: smaller in {smaller}, equal in {equal} of {len(pairs)}, larger in {len(larger)}"
        + (f" ({', '.join(larger)})" if larger else ""))


def model_keeps_double(m):
    rows = {(k, i): [_achieved(m, crane, "ali1", k, "model", i) for crane in c.CRANES]
            for k, i in itertools.product(c.COUPLINGS, c.INTEGRATORS)}
    best = {k: max(_row(m, "double", "ali1", k, ("0", "1", "2"))) for k in c.COUPLINGS}
    return _verdict([all(a - b <= ONE for a, b in rows.values()),
                     all(rows[k, "trapezoidal"][1] > best[k] for k in c.COUPLINGS)]), \
        "ALI1, IM, single and double: " + "; ".join(f"{c.SHORT[k]} {i} {_digits(v)}" for (k, i), v in rows.items()) \
        + " ms; best polynomial in the double crane, trapezoidal: " + ", ".join(f"{c.SHORT[k]} {v:g}" for k, v in best.items()) + " ms"


def model_keeps_double_index_three(m):
    rows = {k: (_row(m, "double", "ali3p", k), _row(m, "single", "ali3p", k)) for k in c.COUPLINGS}
    return OURS, "ALI3-P, m = 0, 1, 2, IM, trapezoidal: " + "; ".join(
        f"{c.SHORT[k]} {_digits(double)} ms (single {_digits(single)})" for k, (double, single) in rows.items())


def accurate_not_stable(m):
    balance = {f: abs(m.energy_balance(f, 10)[-1][2]) for f in c.FORMULATIONS}
    steps = {f: _achieved(m, "single", f, VF, "2") for f in c.FORMULATIONS}
    points = {f: m.answer(c.Point(c.Configuration("single", f, VF, "2"), 10)) for f in c.FORMULATIONS}
    return _verdict([balance["ali3p"] < balance["ali1"], steps["ali3p"] < steps["ali1"]]), (
        "VF, m = 2, H = 1 ms, ALI1 and ALI3-P: energy not accounted for " + _digits(balance.values(), ".1g") + " J; error of the "
        "length " + _digits((p["position"] * 1e3 for p in points.values()), ".2g") + " mm, of the velocity "
        + _digits((p["velocity"] * 1e3 for p in points.values()), ".2g") + " mm/s; largest step " + _digits(steps.values()) + " ms")


def half_viscous(m):
    rows = {(crane, k): (_row(m, crane, "ali1", k, ("1", "2", "model")),
                         _row(m, crane, "ali1", k, ("1", "2", "model"), viscous=c.HALF_VISCOUS))
            for crane in c.CRANES for k in c.COUPLINGS}
    return OURS, "ALI1, m = 1, 2, IM, c = 1e5 → 5e4 N s/m: " + "; ".join(
        f"{crane} {c.SHORT[k]} {_digits(a)} → {_digits(b)} ms" for (crane, k), (a, b) in rows.items())


def _limits(m, times):
    """By crane, formulation and coupling: (smallest limit over the times that have one, achieved step)."""
    def smallest(configuration):
        return min(limit for t in times if (limit := m.linear_limit(configuration, t)) is not None)

    return {(crane, f, k): [(smallest(c.Configuration(crane, f, k, e)), _achieved(m, crane, f, k, e)) for e in c.EXTRAPOLATIONS]
            for crane in c.CRANES for f in c.FORMULATIONS for k in c.COUPLINGS}


def _limits_text(rows):
    return "; ".join(f"{crane} {c.SHORT[f]} {c.SHORT[k]} " + ", ".join(f"{a:.2f} ({b:g})" for a, b in pairs)
                     for (crane, f, k), pairs in rows.items())


def start_against_run(m):
    rows = _limits(m, c.TIMES[:1])
    return OURS, f"m = 0, 1, 2, IM, at rest at the start, linearised (by running): {_limits_text(rows)} ms"


def along_against_run(m):
    rows = _limits(m, c.TIMES)
    pairs = [pair for row in rows.values() for pair in row]
    without = sum(m.linear_limit(k, t) is None for k in c.linearised() for t in c.TIMES)
    near, above = sum(abs(a - b) <= ONE for a, b in pairs), sum(a > b + ONE for a, b in pairs)
    return OURS, (f"smallest over {', '.join(f'{t:g}' for t in c.TIMES)} s, m = 0, 1, 2, IM, linearised (by running): "
                  f"{_limits_text(rows)} ms; within 0.2 ms in {near}, smaller in {len(pairs) - near - above}, larger in {above} of "
                  f"{len(pairs)}; {without} of {len(c.linearised()) * len(c.TIMES)} verdicts reject every step")


def model_runs_again(m):
    found = {}
    for point in c.large_points():
        if c.passes(m.answer(point)):
            found.setdefault(point.configuration, []).append(point)
    radii = [f"{radius:.3f} at {work.time:g} s" if (radius := m.answer(work)["radius"]) else f"no run to {work.time:g} s"
             for work in c.large_verdicts()]
    return OURS, "single, IM, trapezoidal, passing steps from 6.5 ms on: " + ("; ".join(
        f"{c.SHORT[k.formulation]} {c.SHORT[k.coupling]} {_digits(p.step / 10 for p in points)} ms (error "
        f"{_digits((m.answer(p)['position'] * 1e3 for p in points), '.2g')} mm)" for k, points in found.items()) or "none") + \
        f"; radius of ALI1 VF linearised with H = 10 ms: {', '.join(radii)}"


def held_grows(m):
    rows = {held: m.growth(*held) for held in c.HELD}
    return OURS, "factor of the velocity in 0.1 s, measured (linearised at 28.2 s): " + "; ".join(
        f"{k.name().replace('single ', '').replace(' trapezoidal', '')}, H = {step / 10:g} ms: {found:.2f} ({foretold:.2f})"
        for (k, step), (found, foretold) in rows.items()) + "; these runs pass, as the valve opens again after 0.8 s"


def held_longer(m):
    parts, near = [], []
    for f, k in itertools.product(c.FORMULATIONS, c.COUPLINGS):
        row = []
        for e in c.EXTRAPOLATIONS:
            shown = c.Configuration("single", f, k, e)
            limit, held = m.linear_limit(shown, c.TIMES[-1]), _achieved(m, "single", f, k, e, hold=True)
            near.append(abs(limit - held) <= ONE)
            row.append(f"{held:g} ({limit:.2f}; {m.achieved(shown):g})")
        parts.append(f"{c.SHORT[f]} {c.SHORT[k]} {', '.join(row)}")
    return OURS, (f"single, m = 0, 1, 2, IM, achieved when the crane stays in the lower damper until 40 s (linearised there; "
                  f"achieved in the cycle of 30 s): {'; '.join(parts)} ms; within 0.2 ms of the verdict in {sum(near)} of "
                  f"{len(near)}")


CLAIMS = (
    ("Fig. 9", "ALI1 achieves significantly larger macro steps than ALI3-P", index_one_larger),
    ("4.1", "Reason: the explicit integrator of ALI1 needs no extrapolated force", held_force),
    ("Fig. 10", "ALI1 loses energy as the simulation goes on", index_one_loses),
    ("Fig. 10", "ALI3-P keeps it until stability is lost", index_three_keeps),
    ("Fig. 9, 15", "The residual energy indicates where stability ends: it takes off there", residual_indicates),
    ("Fig. 9", "With the same coupling variables, a lower residual is a better solution", residual_ranks),
    ("Fig. 9", "One cylinder: velocity-pressure is more stable", pressure_better_single),
    ("Fig. 9", "ALI1 gains more from pressures than ALI3-P, most with the interface model", pressure_helps_index_one),
    ("4.1", "One cylinder: m = 2 is the best order", lambda m: best_order(m, "single", 2)),
    ("4.1", "One cylinder: polynomials do mostly better than the interface model", polynomial_better_single),
    ("Fig. 11", "The interface model degrades the velocity, the length less", model_degrades_velocity),
    ("Fig. 12", "One cylinder: the hydraulic integrator matters little", lambda m: integrator_matters_little(m, "single")),
    ("Fig. 13, 17", "Trapezoidal: micro steps of 0.5 and 1 ms are possible at H = 1 ms", micro_step_small),
    ("Fig. 13, 17", "That is lost as H grows: the achievable H depends on h", micro_step_related),
    ("Fig. 15", "Two cylinders allow smaller steps than one", double_smaller),
    ("Fig. 15", "Except ALI1 with the interface model: close to one cylinder", model_keeps_double),
    ("Fig. 15", "The interface model with ALI3-P", model_keeps_double_index_three),
    ("Fig. 15", "Two cylinders: velocity-pressure achieves more, the benefit is clearer", pressure_better_double),
    ("4.2", "Two cylinders: m = 1 is the best order", lambda m: best_order(m, "double", 1)),
    ("Fig. 16", "Two cylinders: the hydraulic integrator matters little", lambda m: integrator_matters_little(m, "double")),
    ("5", "An accurate solution of the system may not be the most stable one", accurate_not_stable),
    ("addition", "Half the viscous coefficient", half_viscous),
    ("addition", "The interface model runs again at much larger steps", model_runs_again),
    ("addition", "Largest step by the verdict linearised at the start", start_against_run),
    ("addition", "Largest step by the verdict linearised along the run", along_against_run),
    ("addition", "Held in the lower end damper, the steps that the verdict rejects do grow", held_grows),
    ("addition", "Held there for longer, running and the verdict agree", held_longer),
)
