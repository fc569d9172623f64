# SPDX-License-Identifier: MIT
"""Looks up what was measured, and what follows from it directly."""

import catalogue as c
from common.verdict import Missing


class Measured:
    def __init__(self, program):
        self.program = program
        self._samples = {}

    def answer(self, work):
        answer = self.program.stored(work)
        if answer is None:
            raise Missing(work.name())
        return answer

    def points(self, configuration):
        """(step, answer) of all steps that were computed."""
        found = [(step, self.program.stored(c.Point(configuration, step))) for step in c.GRID]
        return [(step, answer) for step, answer in found if answer is not None]

    def _last(self, configuration, holds):
        last = None
        for step, answer in self.points(configuration):
            if not holds(step, answer):
                if last is None:
                    raise Missing(f"a small enough step of {configuration.name()}")
                return last / 10
            last = step
        raise Missing(f"the limit of {configuration.name()}")

    def achieved(self, configuration):
        """Largest step in ms for which it and all smaller ones pass."""
        return self._last(configuration, lambda step, answer: c.passes(answer))

    def take_off(self, configuration):
        """Largest step in ms up to which the residual is at most a few times the one that grows in proportion."""
        first = c.GRID[0]
        begin = self.answer(c.Point(configuration, first))["absolute"]
        return self._last(configuration, lambda step, answer: answer["status"] == "completed" and answer["absolute"] is not None
                          and answer["absolute"] <= c.TAKE_OFF * begin * step / first)

    def linear_limit(self, configuration, time):
        """Largest step in ms by the linearised verdict."""
        step = self.answer(c.Limit(configuration, time))["step"]
        return None if step is None else step * 1e3

    def samples(self, run):
        self.answer(run)
        if run.key() not in self._samples:
            self._samples[run.key()] = self.program.samples(run)
        return self._samples[run.key()]

    def energy_balance(self, formulation, step):
        """(time, by the force at the beginning of each step, by the mean of both ends) of the energy not accounted for."""
        rows = self.samples(c.energy_run(formulation, step))
        energy = [a + b for a, b in zip(rows["mechanism.energy.kinetic"], rows["mechanism.energy.potential"])]
        force, length = rows["circuit1.cylinder1.force"], rows["s_act1"]
        if formulation == "ali3p":  # the force held over a step acts at its end
            force = [force[0], *force[:-1]]
        begin = mean = 0.0
        balance = [(rows["time"][0], 0.0, 0.0)]
        for n in range(len(length) - 1):
            moved = length[n + 1] - length[n]
            begin += force[n] * moved
            mean += (force[n] + force[n + 1]) / 2 * moved
            balance.append((rows["time"][n + 1], energy[n + 1] - energy[0] - begin, energy[n + 1] - energy[0] - mean))
        return balance

    def growth(self, configuration, step):
        """Factor in 0.1 s of the velocity while held in the lower end damper: measured, and by the linearised verdict."""
        rows = self.samples(c.held_run(configuration, step))

        def peak(begin):
            return max(abs(v) for t, v in zip(rows["time"], rows["sdot_act1"]) if begin <= t < begin + 0.1)

        radius = self.answer(c.held_verdict(configuration, step))["radius"]
        return (peak(28.35) / peak(27.95)) ** (1 / 4), radius ** (1000 / step)
