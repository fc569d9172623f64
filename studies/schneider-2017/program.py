# SPDX-License-Identifier: MIT
"""Runs the program and keeps its answers, so that an interrupted study continues where it stopped."""

import json
import os

from catalogue import Critical, Run, Threshold
from common.command import Command, CommandFailed, read_samples
from common.remembering import ask_all


class Program(Command):
    def __init__(self, path, root, out):
        super().__init__(path, root)
        self.out = out
        self._file = out / "answers.json"
        self._stored = self._load()

    def _load(self):
        try:
            record = json.loads(self._file.read_text())
        except (OSError, ValueError):
            return {}
        return record["answers"] if record.get("program") == self.fingerprint else {}

    def keep(self):
        partial = self._file.with_suffix(".partial")
        partial.write_text(json.dumps({"program": self.fingerprint, "answers": self._stored}))
        partial.replace(self._file)

    def stored(self, work):
        answer = self._stored.get(work.key())
        if answer is not None and isinstance(work, Run) and not self._samples(work).is_file():
            return None
        return answer

    def ask(self, work):
        answer = self._threshold(work) if isinstance(work, Threshold) else self._one(work)
        self._stored[work.key()] = answer
        return answer

    def _one(self, work):
        folder = self.out / "runs" / work.name if isinstance(work, Run) else self.out / "runs" / "last"
        # an unstable run may end early: what it computed until then is what is asked for
        answer = self.answer(work.arguments() + ["--out", str(folder)], (0, 1) if isinstance(work, Run) else (0,))
        return work.digest(answer)

    def _threshold(self, work):
        """The ratio of the masses from which on the scheme is zero-stable, by bisection."""
        def stable(ratio):
            answer = self.answer(work.arguments(ratio))
            return answer["zero_stability"]["spectral_radius"] <= 1

        low, high = work.bounds
        if stable(low):
            return {"ratio": None, "stable_at": low}
        if not stable(high):
            raise CommandFailed(f"unstable at ratio {high:g} too")
        while high / low > 1 + 1e-9:
            middle = (low * high) ** 0.5
            low, high = (low, middle) if stable(middle) else (middle, high)
        return {"ratio": high}

    def _samples(self, work):
        return self.out / "runs" / work.name / "results.csv"

    def samples(self, work):
        return read_samples(self._samples(work))


def run_all(program, work, say):
    # the long ones first
    work = sorted(work, key=lambda item: isinstance(item, Critical))
    try:
        return ask_all(program, work, len(os.sched_getaffinity(0)), say, every=500)
    finally:
        program.keep()
