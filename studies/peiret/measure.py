# SPDX-License-Identifier: MIT
"""What the study asks the program: spectral radii over N, errors against the monolithic solution, runs over time."""

import concurrent.futures
import os

from common.command import Command, CommandFailed, read_samples

SYSTEM = "examples/interface-model/system.toml"
VARIANTS = ("rim", "rim-plus", "zoh")
MASSES = (0.1, 1, 10, 100)  # of the slow side, kg
LIMIT = 400  # of the search for the largest stable N
ACCURACY = (1, 2, 5, 10, 15, 20, 30, 50, 100)
START = ("parameters.xs=0.1", "parameters.xf=0.1")
RUNS = tuple((variant, N) for N in (12, 20, 30) for variant in VARIANTS)


def _arguments(command, N, variant, settings=()):
    arguments = [command, SYSTEM]
    for setting in (f"parameters.N={N}", f"parameters.variant={variant}", *settings):
        arguments += ["--set", setting]
    return arguments


class Study:
    def __init__(self, path, root, out):
        self.command, self.out = Command(path, root), out
        self.radii = {}  # by mass, variant and N
        self.errors = {}  # of the slow position, by variant and N; None: diverged
        self.samples = {}

    def compute(self, say):
        wanted = [(mass, variant, N) for mass in MASSES for variant in VARIANTS for N in range(1, LIMIT + 1)]
        work = [(self._radius, key) for key in wanted]
        work += [(self._error, (variant, N)) for variant in VARIANTS for N in ACCURACY]
        work += [(self._run, key) for key in RUNS]
        with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
            tasks = [pool.submit(measure, *key) for measure, key in work]
            try:
                for count, task in enumerate(concurrent.futures.as_completed(tasks), 1):
                    task.result()
                    if count % 1000 == 0 or count == len(tasks):
                        say(f"{count} of {len(tasks)} done")
            except (KeyboardInterrupt, CommandFailed):
                self.command.stop()
                pool.shutdown(cancel_futures=True)
                raise

    def _radius(self, mass, variant, N):
        # frequency and damping ratio of the slow side stay as they are
        settings = [f"parameters.ms={mass}", f"parameters.ks={100 * mass}", f"parameters.cs={0.5 * mass}"]
        answer = self.command.answer(_arguments("stability", N, variant, settings))
        self.radii[mass, variant, N] = answer["spectral_radius"]

    def _error(self, variant, N):
        folder = self.out / "runs" / f"error-{variant}-{N}"
        answer = self.command.answer(
            [*_arguments("run", N, variant, START), "--compare", "monolithic", "--out", str(folder)], (0, 1))
        self.errors[variant, N] = answer["errors"]["q_s"]["max"] if answer["status"] == "completed" else None

    def _run(self, variant, N):
        folder = self.out / "runs" / f"{variant}-{N}"
        settings = [*START, "simulation.end=0.5"]
        self.command.answer([*_arguments("run", N, variant, settings), "--out", str(folder)], (0, 1))
        self.samples[variant, N] = read_samples(folder / "results.csv")

    def is_stable(self, mass, variant, N):
        return self.radii[mass, variant, N] <= 1 + 1e-6

    def largest(self, mass, variant):
        """The largest N up to which all are stable."""
        return next((N - 1 for N in range(1, LIMIT + 1) if not self.is_stable(mass, variant, N)), LIMIT)

    def windows(self, mass, variant):
        """Ranges of N that are stable."""
        found, begin = [], None
        for N in range(1, LIMIT + 2):
            stable = N <= LIMIT and self.is_stable(mass, variant, N)
            if stable and begin is None:
                begin = N
            if not stable and begin is not None:
                found.append((begin, N - 1))
                begin = None
        return found

    def gap(self, variant, N, end):
        folder = self.out / "runs" / f"error-{variant}-{N}"
        samples = read_samples(folder / "results.csv")
        rows = zip(samples["time"], samples["q_s"], samples["q_f"])
        return max(abs(s - f) for t, s, f in rows if 0 < t <= end + 1e-9)

