# SPDX-License-Identifier: MIT
"""What the study computes, and the figure each computation belongs to."""

import math
from dataclasses import dataclass

NOMINAL = 0.6 / (1100 * math.pi * 0.005**2)  # mass of the mechanism over that of the cable: 6.9449
EQUILIBRIUM = (0.0054082080055, -0.0265801329466, 0.00616326272997)  # of the joints, N = 20
NEAR_EQUILIBRIUM = (0.01, -0.01, 0.02)  # a gentle start
STRAIGHT = (0.0, 0.0, 0.0)  # where the theory of the limits is in closed form: m_R λ_max = 5.184
HEAVY = 0.1  # a ratio below all limits
PAIRS = ((0, 0), (0, 1), (1, 1), (2, 2))
ALL_PAIRS = tuple((r, s) for r in range(3) for s in range(3))
# of the loop of forces and accelerations: closed forms, and the root of a polynomial for (2, 2)
KAPPA = {(0, 0): 1.0, (0, 1): math.sqrt(2) - 1, (0, 2): 0.2040946368549961, (1, 1): 2 / math.sqrt(3) - 1, (1, 2): 1 / 14,
         (2, 2): 0.0316057018619794}
STEPS = (0.004, 0.002, 0.001, 0.0005, 0.00025)
FINEST = 0.000125
EDGE_STEPS = (1e-4, 1e-3, 2e-3, 4e-3, 8e-3, 0.016, 0.032)
RUN_STEPS = (1e-5, 1e-4, 1e-3, 2e-3, 4e-3)  # of nonlinear runs
LARGE_STEPS = (0.004, 0.008, 0.01, 0.0125, 0.016, 0.02, 0.03, 0.04, 0.05, 0.08)
# brackets that were found before
MANY_STEPS_RATIOS, DENSITY_RATIOS = (4.0839, 4.1415), (3.9711, 4.0271)
RATIOS = tuple(10 ** (k / 10) for k in range(-12, 11))  # 0.063 to 10
RADIUS_STEPS = LARGE_STEPS + (0.1,)
EDGES_OF_CABLE = (10, 20, 30, 40)
SNAPSHOTS = (0.0, 0.05, 0.1, 0.2, 0.4, 1.0)


def theory(r, s, N=20):
    """Smallest stable ratio of the masses for joints at 0: m_R λ_max / (2 N κ_c)."""
    return 5.184 / (2 * N * KAPPA[min(r, s), max(r, s)])


def scheme(r, s, forces="approximate", velocity=None, **keys):
    # of constant positions the derivative is no velocity
    velocity = velocity or ("derivative" if s > 0 else "sampled")
    keys = {"force_order": r, "state_order": s, "forces": forces, "velocity": velocity, **keys}
    return tuple(f"scheme.{key}={value}" for key, value in keys.items())


def joints(values):
    return (f"parameters.eta0={list(values)}",)


def edges(N):
    return (f"parameters.N={N}",)


def masses(ratio, way="inertia"):
    """Sets the ratio of the masses by the inertia of the cable (its weight stays), the mechanism, or the cable's density."""
    if way == "inertia":
        return (f"parameters.inertia_scale={NOMINAL / ratio!r}",)
    if way == "density":
        return (f"parameters.rho={1100 * NOMINAL / ratio!r}",)
    factor = ratio / NOMINAL
    link = 0.1 * 0.25**2 / 12
    return (f"parameters.m={[0.1 * factor, 0.1 * factor, 0.4 * factor]}",
            f"parameters.I2={[link * factor, link * factor, 1e-5 * factor]}")


@dataclass(frozen=True)
class Radius:
    """Spectral radius of the linearised step, and of the loop at H → 0."""

    settings: tuple

    def key(self):
        return "radius " + " ".join(self.settings)


@dataclass(frozen=True)
class ZeroThreshold:
    """The smallest ratio of the masses that is stable at H → 0."""

    settings: tuple
    guess: float

    def key(self):
        return "zero-stable ratio " + " ".join(self.settings)


@dataclass(frozen=True)
class Edge:
    """The smallest ratio of the masses at which the linearised step is stable."""

    settings: tuple
    guess: float

    def key(self):
        return "linearised ratio " + " ".join(self.settings)


@dataclass(frozen=True)
class Bisection:
    """The smallest ratio of the masses at which a run of 2000 steps stays bounded."""

    settings: tuple
    step: float
    guess: float
    way: str = "inertia"

    def key(self):
        return f"bounded ratio {self.way} {self.step:g} s 2000 steps " + " ".join(self.settings)


@dataclass(frozen=True)
class Trial:
    """Whether a run stays bounded, and the largest force on the mechanism."""

    settings: tuple
    step: float
    end: float

    def key(self):
        return f"trial {self.step:g} s to {self.end:g} s " + " ".join(self.settings)


@dataclass(frozen=True)
class Error:
    """Largest errors of the joints over 1 s, against the solution in one piece."""

    settings: tuple
    step: float

    def key(self):
        return f"errors {self.step:g} s " + " ".join(self.settings)


@dataclass(frozen=True)
class Run:
    """One run whose samples are looked at."""

    name: str
    settings: tuple

    def key(self):
        return f"run {self.name} " + " ".join(self.settings)


@dataclass(frozen=True)
class Timing:
    """Fastest of some runs of 1 s."""

    settings: tuple

    def key(self):
        return "timing " + " ".join(self.settings)


@dataclass(frozen=True)
class Figure:
    key: str
    title: str
    text: str
    work: tuple


SERIES = {
    "(0, 1)": scheme(0, 1),
    "(1, 1)": scheme(1, 1),
    "(2, 2)": scheme(2, 2),
    "(0, 0)": scheme(0, 0),
    "(0, 0), v = 0": scheme(0, 0, velocity="derivative"),
    "(0, 1) exact": scheme(0, 1, "exact"),
    "(2, 2) exact": scheme(2, 2, "exact"),
    "(1, 1) semi-implicit": scheme(1, 1, correction="semi-implicit"),
    "(1, 1) implicit": scheme(1, 1, correction="implicit"),
}


def steps_of(name, quick):
    if quick or "implicit" in name:  # corrections cost some dozen steps of each subsystem
        return STEPS[:3]
    if name == "(0, 1)":
        return (0.008, *STEPS, FINEST)
    return STEPS


def zero_radius(r, s, ratio, forces="approximate"):
    return Radius(scheme(r, s, forces) + joints(EQUILIBRIUM) + masses(ratio))


def zero_threshold(r, s, N=20):
    return ZeroThreshold(scheme(r, s) + joints(STRAIGHT) + edges(N), theory(r, s, N))


def edge(r, s, step, N=20):
    return Edge(scheme(r, s, step=step) + joints(EQUILIBRIUM) + edges(N), theory(r, s, N))


def bisection(r, s, step, way="inertia"):
    return Bisection(scheme(r, s), step, theory(r, s), way)


def by_density(ratio):
    """At the ends of a bracket only: for some densities in between no equilibrium is found to begin with."""
    return Trial(scheme(2, 2) + masses(ratio, "density"), 1e-4, 0.2)


def many_steps(ratio):
    """Ten times as many as in a bisection: what grows slowly has the time to."""
    return Trial(scheme(2, 2) + masses(ratio, "mechanism"), 1e-5, 0.2)


def radius_at(r, s, step, ratio=NOMINAL):
    return Radius(scheme(r, s, step=step) + joints(EQUILIBRIUM) + masses(ratio))


def _many_large(settings, step):
    return Trial(settings, step, 250 * step)


def large(r, s, step):
    return _many_large(scheme(r, s), step)


def large_gentle(r, s, step):
    return _many_large(scheme(r, s) + joints(NEAR_EQUILIBRIUM), step)


def large_small_rod_steps(r, s, step):
    return _many_large(scheme(r, s) + ("subsystem.cable.micro_step=0.001",), step)


def heavy(r, s, forces="approximate", **keys):
    return Trial(scheme(r, s, forces, **keys) + masses(HEAVY), 0.001, 1.0)


CORRECTIONS = ("semi-implicit", "implicit")
SNAPSHOT_RUN = Run("snapshots", scheme(0, 1, step=0.001))
LONG_RUN = Run("long", scheme(0, 1, step=0.002) + ("simulation.end=10",))
TIMINGS = {forces: Timing(scheme(0, 1, forces, step=0.001)) for forces in ("approximate", "exact")}


def _heavy_work():
    return (tuple(heavy(r, s, "exact") for r, s in PAIRS) + tuple(heavy(r, s) for r, s in PAIRS)
            + tuple(heavy(r, r, correction=c) for c in CORRECTIONS for r in (1, 2)))


def figures(quick):
    steps = (1e-3, 4e-3) if quick else EDGE_STEPS
    bisected = (1e-3,) if quick else RUN_STEPS
    ratios = RATIOS[::3] if quick else RATIOS
    return (
        Figure("15", "The embedded cable", "Seen from the side and from the front: cart on its rail, link, body, and the cable "
               "that goes from the body to the wall. (r, s) = (0, 1), H = 1 ms.", (SNAPSHOT_RUN,)),
        Figure("16", "Convergence",
               "Largest error of the joint coordinates over 1 s, against the solution in one piece. r is the order of the "
               "force's polynomial, s that of the motion's. The cable takes one linear-implicit step a macro step.",
               tuple(Error(settings, step) for name, settings in SERIES.items() for step in steps_of(name, quick))),
        Figure("17", "Zero-stability over the ratio of the masses",
               "Radius of the loop of force and acceleration at H → 0, linearised at equilibrium; the limits are marked. Beside "
               "it, the smallest stable ratio over the number N of edges: only half the mass of one edge feeds through, so all "
               "limits are proportional to 1/N.",
               tuple(zero_radius(r, s, ratio) for r, s in PAIRS for ratio in ratios)
               + tuple(zero_radius(r, s, HEAVY, "exact") for r, s in PAIRS)
               + tuple(zero_threshold(*pair) for pair in (PAIRS if quick else ALL_PAIRS))
               + tuple(zero_threshold(r, s, N) for r, s in PAIRS for N in ((10, 20) if quick else EDGES_OF_CABLE))),
        Figure("18", "Stable regions for finite steps", "Filled: unstable, by the step linearised at equilibrium. Points: where "
               "nonlinear runs of 2000 steps from the nominal start cease to stay bounded. Dotted: the limit at H → 0.",
               tuple(edge(r, s, step) for r, s in PAIRS for step in steps)
               + tuple(bisection(r, s, step) for r, s in PAIRS for step in bisected)
               + (() if quick else tuple(many_steps(ratio) for ratio in MANY_STEPS_RATIOS))),
        Figure("large-steps", "Large steps at the nominal ratio",
               "Largest force on the body in 250 macro steps. Crosses: the run did not stay bounded. From the violent nominal "
               "start the step of the cable limits H, not the coupling: with steps of 1 ms inside the macro step it goes on.",
               tuple(work(r, s, step) for work in (large, large_gentle, large_small_rod_steps) for r, s in ((0, 1), (2, 2))
                     for step in (LARGE_STEPS[1:4] if quick else LARGE_STEPS))
               + tuple(radius_at(r, s, step) for r, s in PAIRS for step in ((0.01, 0.1) if quick else RADIUS_STEPS))),
        # not drawn: what claims need beyond the figures
        Figure("numbers", "", "", _heavy_work() + (LONG_RUN,) + tuple(TIMINGS.values())),
    )
