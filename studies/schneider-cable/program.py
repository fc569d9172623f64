# SPDX-License-Identifier: MIT
"""Runs the program and keeps its answers, so that an interrupted study continues where it stopped."""

import math
import shutil
import threading

import catalogue as c
from common.command import CommandFailed, read_samples
from common.remembering import RememberingCommand, ask_all

FILE = "studies/schneider-cable/system.toml"
DONE_OR_DIVERGED = (0, 1)
JOINTS = ("eta1", "eta2", "eta3")
FORCES = ("F_on_body.x", "F_on_body.y", "F_on_body.z")
BOUND = 356.0  # N, a thousand times the force at the start: a run that passes it is unstable


class Program(RememberingCommand):
    def __init__(self, path, root, out, finest):
        super().__init__(path, root, out)
        self.finest = finest
        self._solution, self._solving = None, threading.Lock()
        self._methods = {c.Radius: self._radius, c.ZeroThreshold: self._zero_threshold, c.Edge: self._edge,
                         c.Bisection: self._bisection, c.Trial: self._trial, c.Error: self._error, c.Run: self._run,
                         c.Timing: self._timing}

    def stored(self, work):
        if isinstance(work, c.Run) and not self._samples(work).is_file():
            return None
        return self._stored.get(work.key())

    def ask(self, work):
        return self.remember(work.key(), self._methods[type(work)](work))

    def _call(self, command, settings, folder):
        overrides = [word for setting in settings for word in ("--set", setting)]
        return self.answer([command, FILE, *overrides, "--out", str(folder)], DONE_OR_DIVERGED)

    def _stability(self, settings):
        return self._call("stability", settings, self.out / "runs" / "last")

    def _radius(self, work):
        answer = self._stability(work.settings)
        return {"radius": answer["spectral_radius"], "stable": answer["stable"],
                "zero": answer["zero_stability"]["spectral_radius"]}

    def _zero_threshold(self, work):
        """Secants of the radius, which is smooth in the logarithm of the ratio."""
        def excess(x):
            return self._stability(work.settings + c.masses(math.exp(x)))["zero_stability"]["spectral_radius"] - 1

        a, b = math.log(work.guess * 1.2), math.log(work.guess * 0.9)
        at_a, at_b = excess(a), excess(b)
        for _ in range(20):
            a, b, at_a = b, b - at_b * (b - a) / (at_b - at_a), at_b
            at_b = excess(b)
            if abs(b - a) < 1e-9:
                return {"ratio": math.exp(b)}
        raise CommandFailed("no ratio found at which the radius of the loop is 1")

    def _edge(self, work):
        def is_stable(ratio):
            return self._stability(work.settings + c.masses(ratio))["stable"]

        return {"ratio": _smallest(is_stable, work.guess, 1e-3)}

    def _bisection(self, work):
        settings = work.settings + (f"scheme.step={work.step!r}", f"simulation.end={work.step * 2000!r}")

        def is_bounded(ratio):
            return self._bounded(settings + c.masses(ratio, work.way))[0]

        return {"ratio": _smallest(is_bounded, work.guess, 2e-4)}

    def _trial(self, work):
        # whole macro steps, the last one may pass the end
        end = math.ceil(work.end / work.step - 1e-9) * work.step
        bounded, force, time = self._bounded(work.settings + (f"scheme.step={work.step!r}", f"simulation.end={end!r}"))
        return {"bounded": bounded, "largest_force": force, "time": time}

    def _bounded(self, settings):
        folder = self._scratch()
        answer = self._call("run", settings, folder)
        if "time" not in answer:
            raise CommandFailed(f"the run did not begin: {answer['reason']}")  # which says nothing about stability
        samples = read_samples(folder / "results.csv", FORCES)
        largest = max(math.hypot(*force) for force in zip(*(samples[name] for name in FORCES)))
        return answer["status"] == "completed" and largest < BOUND, largest, answer["time"]

    def _error(self, work):
        solution = self.solution()
        folder = self._scratch()
        answer = self._call("run", work.settings + (f"scheme.step={work.step!r}",), folder)
        if answer["status"] != "completed":
            return {"errors": None}
        stride = round(work.step / self.finest)
        samples = read_samples(folder / "results.csv", JOINTS)
        return {"errors": [max(abs(a - b) for a, b in zip(samples[name], solution[name][::stride])) for name in JOINTS]}

    def solution(self):
        """The joints in one piece, at the communication points of the finest step."""
        with self._solving:
            if self._solution is None:
                folder = self.out / "runs" / "monolithic"
                self._call("monolithic", (f"scheme.step={self.finest!r}",), folder)
                self._solution = read_samples(folder / "results.csv", JOINTS)
            return self._solution

    def _run(self, work):
        answer = self._call("run", work.settings, self._samples(work).parent)
        return {key: answer[key] for key in ("status", "time", "macro_steps")}

    def _timing(self, work):
        """Other work on the machine can only lengthen a run."""
        answers = [self._call("run", work.settings, self._scratch()) for _ in range(5)]
        return {"wall_s": min(answer["wall_s"] for answer in answers)}

    def _scratch(self):
        # threads write beside each other
        return self.out / "runs" / f"last-{threading.get_ident()}"

    def clear(self):
        for folder in (self.out / "runs").glob("last*"):
            shutil.rmtree(folder)

    def _samples(self, run):
        return self.out / "runs" / run.name / "results.csv"

    def samples(self, run, wanted=None):
        return read_samples(self._samples(run), wanted)


def _smallest(is_fine, guess, accuracy):
    """The ratio from which on it is fine; None where it still is at a third of the guess."""
    # walk until it lies between the two
    stride = 1.25
    low = high = guess * 1.05
    if is_fine(high):
        while is_fine(low := low / stride):
            high = low
            if low < guess / 3:
                return None
    else:
        while not is_fine(high := high * stride):
            low = high
            if high > guess * 3:
                raise CommandFailed(f"unstable at ratio {high:.4g} too")
    while high / low > 1 + accuracy:
        middle = math.sqrt(low * high)
        low, high = (low, middle) if is_fine(middle) else (middle, high)
    return math.sqrt(low * high)


def run_all(program, work, jobs, say):
    try:
        return ask_all(program, work, jobs, say, every=50)
    finally:
        program.clear()
