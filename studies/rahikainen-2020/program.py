# SPDX-License-Identifier: MIT
"""Runs the program and keeps its answers, so that an interrupted study continues where it stopped."""

import concurrent.futures
import os
import threading

import catalogue as c
from common.command import CommandFailed, read_samples
from common.remembering import RememberingCommand

DONE_OR_DIVERGED = (0, 1)


class Program(RememberingCommand):
    def stored(self, work):
        answer = self._stored.get(work.key())
        if isinstance(work, c.Trajectory) and not self._samples(work).is_file():
            return None
        return answer

    def ask(self, work):
        if self.stored(work) is None:
            # threads write beside each other
            folder = work.folder if isinstance(work, c.Trajectory) else f"last-{threading.get_ident()}"
            options = ["--out", str(self.out / "runs" / folder)]
            self.remember(work.key(), work.digest(self.answer(work.arguments() + options, DONE_OR_DIVERGED)))
        return self._stored[work.key()]

    def climb(self, configuration, first=0, beyond=c.BEYOND):
        """From the first step of the grid on, until one has failed and a few beyond are done."""
        failed = 0
        for step in c.GRID[first:]:
            failed += not c.passes(self.ask(c.Point(configuration, step))) or failed > 0
            if failed > beyond:
                return

    def _samples(self, run):
        return self.out / "runs" / run.folder / "results.csv"

    def samples(self, run):
        return read_samples(self._samples(run))


def run_all(program, tasks, say):
    """tasks: (name, function). Returns the failures by name."""
    failures = {}
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        running = {pool.submit(task): name for name, task in tasks}
        try:
            for count, done in enumerate(concurrent.futures.as_completed(running), 1):
                try:
                    done.result()
                except CommandFailed as failure:
                    failures[running[done]] = str(failure)
                    say(f"FAILED {running[done]}: {failure}")
                if count % 25 == 0 or count == len(running):
                    say(f"{count} of {len(running)} done")
        except KeyboardInterrupt:
            program.stop()
            pool.shutdown(cancel_futures=True)
            raise
    return failures
