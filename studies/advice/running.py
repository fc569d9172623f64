# SPDX-License-Identifier: MIT
"""The largest stable step, found by runs alone."""

import math

from common.command import read_samples

RESOLUTION = {"linear": 5e-4, "nonlinear": 5e-3}
FAR_OFF = 0.3  # of what an output reaches in the monolithic solution: a nonlinear run this wrong has left it


class Bisection:
    def __init__(self, command, root, case, folder, options=(), gone=0.0):
        """options: of every run; gone: a linear system that moves by less than this share of the most has come to rest,
        whatever noise its solvers keep up."""
        self.command, self.root, self.case, self.folder = command, root, case, folder
        self.options, self.gone = list(options), gone

    def largest(self, near):
        """Bisected between a step that runs and one that does not, beginning near a guess; None: none was found."""
        good, bad, step = None, None, near or self.case.scan[0]
        for _ in range(40):
            if self.is_stable(step):
                good = step
                step = good * 1.1 if bad is None else math.sqrt(good * bad)
            else:
                bad = step
                step = bad / 1.1 if good is None else math.sqrt(good * bad)
            if good and bad and bad / good < 1 + RESOLUTION[self.case.kind]:
                return math.sqrt(good * bad)
            if step < self.case.scan[0] / 2:
                return None
            if step > self.case.scan[1]:
                return good
        return good

    def largest_multiple(self, near, grid):
        """The same among multiples of a grid: the largest one that runs."""
        good, bad, count = 0, None, max(1, round(near / grid))
        while bad is None or bad - good > 1:
            if count * grid > self.case.scan[1]:
                break
            if self.is_stable(count * grid):
                good = count
                count = good + max(1, good // 10) if bad is None else (good + bad) // 2
            else:
                bad = count
                count = bad - max(1, bad // 10) if good == 0 and bad > 1 else (good + bad) // 2
        return good * grid or None

    def is_stable(self, step):
        return self.decays(step) if self.case.kind == "linear" else self.follows(step)

    def ask(self, more):
        words = [word for path, value in self.case.settings.items() for word in ("--set", f"{path}={value}")]
        return self.command.answer(["run", str(self.root / "examples" / self.case.file), *words, *more, *self.options,
                                    "--out", "run"], accepted=(0, 1))

    def completes(self, step):
        return self.ask(["--set", f"scheme.step={step!r}"])["status"] == "completed"

    def decays(self, step):
        """Whether what a linear system changes by from step to step gets smaller over the second half of a long run."""
        answer = self.ask(["--set", f"scheme.step={step!r}", "--set", f"simulation.end={step * self.case.steps!r}"])
        if answer["status"] != "completed":
            return False
        columns = read_samples(self.folder / "run" / "results.csv")
        columns = [values for name, values in columns.items() if name != "time" and not name.startswith("energy_residual")]
        changes = []
        for values in columns:
            scale = max(abs(value) for value in values) or 1.0
            changes.append([abs(b - a) / scale for a, b in zip(values, values[1:])])
        largest = [max(column[k] for column in changes) for k in range(len(changes[0]))]
        half, quarter = len(largest) // 2, 3 * len(largest) // 4
        return max(largest[quarter:]) <= max(*largest[half:quarter], self.gone * max(largest[:half]))

    def follows(self, step):
        """Whether a nonlinear system stays near its monolithic solution."""
        answer = self.ask(["--set", f"scheme.step={step!r}", "--compare", "monolithic"])
        return answer["status"] == "completed" and answer["largest_deviation"]["share"] < FAR_OFF
