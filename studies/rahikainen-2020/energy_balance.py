#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Energy balance of the crane with ALI1, without Oldham: the work of all steps, and that of all but the last.

Written from the equations of the paper, one cylinder, trapezoidal circuit. Needs Python only; some ten seconds per row.
"""

import argparse
import json
import math
import pathlib
from concurrent.futures import ProcessPoolExecutor

REFERENCE = json.loads((pathlib.Path(__file__).parents[2] / "tests" / "reference" / "crane.json").read_text())["single"]
MECHANISM, CIRCUIT = REFERENCE["parameters"]["mech"], REFERENCE["parameters"]["circ"][0]
ALPHA, OMEGA, XI = 1e7, 10.0, 1.0
MICRO_STEP, END = 1e-4, 30.0


def solve(matrix, right):
    """Gauss elimination with pivots."""
    n = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right)]
    for k in range(n):
        pivot = max(range(k, n), key=lambda i: abs(rows[i][k]))
        rows[k], rows[pivot] = rows[pivot], rows[k]
        for row in rows[k + 1:]:
            factor = row[k] / rows[k][k]
            for j in range(k, n + 1):
                row[j] -= factor * rows[k][j]
    x = [0.0] * n
    for i in reversed(range(n)):
        x[i] = (rows[i][n] - sum(rows[i][j] * x[j] for j in range(i + 1, n))) / rows[i][i]
    return x


class Crane:
    """Coordinates: centre and angle of the first link, and the load."""

    def __init__(self):
        m = MECHANISM
        self.mass = [m["m"] + 4 * m["mp"]] * 2 + [m["m"] * m["L"] ** 2 / 12] + [m["mh"]] * 2
        self.weight = [0, -(m["m"] + 2 * m["mp"]) * m["g"], 0, 0, -m["mh"] * m["g"]]
        half, angle, second = m["L"] / 2, m["th10"], m["th20"]
        x, y = half * math.cos(angle), half * math.sin(angle)
        self.q = [x, y, angle, 2 * x + m["Lh"] * math.cos(second), 2 * y + m["Lh"] * math.sin(second)]
        self.v = [0.0] * 5

    def cylinder(self):
        """Length, rate, direction."""
        dx, dy = self.q[0] - MECHANISM["xB"], self.q[1] - MECHANISM["yB"]
        s = math.hypot(dx, dy)
        return s, (dx * self.v[0] + dy * self.v[1]) / s, (dx / s, dy / s)

    def energy(self):
        return sum(m * v * v / 2 for m, v in zip(self.mass, self.v)) - sum(w * q for w, q in zip(self.weight, self.q))

    def acceleration(self, force):
        q, v, half = self.q, self.v, MECHANISM["L"] / 2
        c, s, a, b = math.cos(q[2]), math.sin(q[2]), q[3] - 2 * q[0], q[4] - 2 * q[1]
        jacobian = [[1, 0, half * s, 0, 0], [0, 1, -half * c, 0, 0], [-4 * a, -4 * b, 0, 2 * a, 2 * b]]
        phi = [q[0] - half * c, q[1] - half * s, a * a + b * b - MECHANISM["Lh"] ** 2]
        bias = [half * c * v[2] ** 2, half * s * v[2] ** 2, 2 * ((v[3] - 2 * v[0]) ** 2 + (v[4] - 2 * v[1]) ** 2)]
        rate = [sum(j * x for j, x in zip(row, v)) for row in jacobian]
        wanted = [bias[i] + 2 * XI * OMEGA * rate[i] + OMEGA**2 * phi[i] for i in range(3)]
        direction = self.cylinder()[2]
        load = list(self.weight)
        load[0] += force * direction[0]
        load[1] += force * direction[1]
        matrix = [[(self.mass[i] if i == j else 0) + ALPHA * sum(row[i] * row[j] for row in jacobian) for j in range(5)]
                  for i in range(5)]
        multipliers, last = [0.0] * 3, [0.0] * 5
        for _ in range(50):
            found = solve(matrix, [load[i] - sum(jacobian[k][i] * (ALPHA * wanted[k] + multipliers[k]) for k in range(3))
                                   for i in range(5)])
            for k in range(3):
                multipliers[k] += ALPHA * (sum(j * x for j, x in zip(jacobian[k], found)) + wanted[k])
            if math.dist(found, last) < 1e-10 * (1 + math.hypot(*found)):
                return found
            last = found
        raise ArithmeticError("ALI1 did not converge")

    def step(self, length, force):
        """Semi-implicit Euler."""
        acceleration = self.acceleration(force)
        self.v = [v + length * a for v, a in zip(self.v, acceleration)]
        self.q = [q + length * v for q, v in zip(self.q, self.v)]


def cylinder_force(p, s, rate):
    c = CIRCUIT
    l1, l2 = c["l10"] + s - c["s0"], c["l20"] - s + c["s0"]
    force = p[0] * c["A1"] - p[1] * c["A2"] - c["c"] * rate
    if l1 <= c["ld"]:
        return force + c["kd"] * (c["ld"] - l1) - c["cd"] * rate
    return force - c["kd"] * (c["ld"] - l2) - c["cd"] * rate if l2 <= c["ld"] else force


def command(t):
    before = CIRCUIT["U"][0]
    for after in CIRCUIT["U"]:
        if t < after[0]:
            return before[1] + (after[1] - before[1]) * (t - before[0]) / (after[0] - before[0])
        before = after
    return before[1]


class Circuit:
    """Pressures of piston side, rod side and line, and the spool."""

    def __init__(self):
        self.p, self.spool = [CIRCUIT["p10"], CIRCUIT["p20"], CIRCUIT["p30"]], 0.0

    @staticmethod
    def capacities(s):
        c = CIRCUIT
        chamber, hose = 1 / c["Bo"] + 1 / c["Bc"], 1 / c["Bo"] + 1 / c["Bh"]
        l1, l2 = c["l10"] + s - c["s0"], c["l20"] - s + c["s0"]
        return (c["A1"] * l1 * chamber + c["Vh1"] * hose, c["A2"] * l2 * chamber + c["Vh2"] * hose, c["Vh3"] * hose)

    @staticmethod
    def flow(drop):
        """Root law and its slope."""
        square = drop * drop + CIRCUIT["delta"] ** 2
        return drop / square**0.25, (1 - drop * drop / (2 * square)) / square**0.25

    def rates(self, p, spool, s, rate):
        """Pressure rates, and the four numbers of their Jacobian that are not zero."""
        c, opening = CIRCUIT, CIRCUIT["Cv"] * abs(spool)
        throttle, throttle_slope = self.flow(p[2] - p[0])
        a, a_slope = self.flow(c["pP"] - p[2] if spool >= 0 else p[2] - c["pT"])
        b, b_slope = self.flow(p[1] - c["pT"] if spool >= 0 else c["pP"] - p[1])
        sign = 1 if spool >= 0 else -1
        C1, C2, C3 = self.capacities(s)
        through, into_line, from_rod = c["Ct"] * throttle, sign * opening * a, sign * opening * b
        slope = c["Ct"] * throttle_slope
        return ([(through - c["A1"] * rate) / C1, (c["A2"] * rate - from_rod) / C2, (into_line - through) / C3],
                (slope / C1, -opening * b_slope / C2, slope / C3, -(slope + opening * a_slope) / C3))

    def step(self, t, begin, end):
        """Trapezoidal rule; `begin` and `end`: length of the cylinder and its rate."""
        h = MICRO_STEP
        half = h / (2 * CIRCUIT["tau"])
        spool = (self.spool * (1 - half) + half * (command(t) + command(t + h))) / (1 + half)
        before, _ = self.rates(self.p, self.spool, *begin)
        p = list(self.p)
        for _ in range(25):
            now, (j1, j2, j31, j33) = self.rates(p, spool, *end)
            r = [p[i] - self.p[i] - h / 2 * (before[i] + now[i]) for i in range(3)]
            a11, a13, a31, a33, a22 = 1 + h / 2 * j1, -h / 2 * j1, -h / 2 * j31, 1 - h / 2 * j33, 1 - h / 2 * j2
            det = a11 * a33 - a13 * a31
            change = [(r[0] * a33 - a13 * r[2]) / det, r[1] / a22, (a11 * r[2] - a31 * r[0]) / det]
            p = [x - d for x, d in zip(p, change)]
            if max(map(abs, change)) < 1e-3:
                break
        self.p, self.spool = p, spool


def extrapolate(past, share):
    """Through the newest samples at 0, -1, -2, .. to `share`: length and rate, each by itself."""
    weights = [math.prod((share + j) / (j - i) for j in range(len(past)) if j != i) for i in range(len(past))]
    return tuple(sum(w * sample[k] for w, sample in zip(weights, past)) for k in range(2))


def balance(work):
    """(coupling, order, step): energy not accounted for after 30 s, by the work of all steps and of all but the last."""
    coupling, order, step = work
    crane, circuit = Crane(), Circuit()
    past, start, sum_of_work, last_work, applied = [], crane.energy(), 0.0, 0.0, None
    sent = cylinder_force(circuit.p, *crane.cylinder()[:2])
    micro_steps, steps = round(step / MICRO_STEP), math.floor(END / step + 1e-9)
    for n in range(steps + 1):
        s, rate, _ = crane.cylinder()
        force = sent if coupling == "velocity-force" else cylinder_force(circuit.p, s, rate)
        if n > 0:
            last_work = (applied + force) / 2 * (s - past[0][0])
            sum_of_work += last_work
        if n == steps:
            break
        applied, past = force, [(s, rate), *past[:order]]
        crane.step(step, force)
        for k in range(micro_steps):
            circuit.step(n * step + k * MICRO_STEP, *(extrapolate(past, i / micro_steps) for i in (k, k + 1)))
        sent = cylinder_force(circuit.p, *extrapolate(past, 1))
    left = crane.energy() - start - sum_of_work
    return left, left + last_work


def rows():
    for row in REFERENCE["cosim_checks"]:
        if row["formulation"] == "ali1" and row["hyd_integrator"] == "trapezoidal" and row["extrapolation"] != "im":
            yield (row["coupling"], int(row["extrapolation"]), row["H_ms"] / 1000), row["mech_energy_balance_J"]


def main():
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    wanted = list(rows())
    print(f"{'coupling':18} {'m':>2} {'H (ms)':>7} {'all steps (J)':>14} {'without last':>14} {'reference':>14}")
    with ProcessPoolExecutor() as pool:
        for (work, reference), (left, without_last) in zip(wanted, pool.map(balance, [work for work, _ in wanted])):
            print(f"{work[0]:18} {work[1]:2} {work[2] * 1000:7g} {left:14.6e} {without_last:14.6e} {reference:14.6e}")


if __name__ == "__main__":
    main()
