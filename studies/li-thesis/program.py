# SPDX-License-Identifier: MIT
"""Runs the program and keeps its answers, so that an interrupted study continues where it stopped."""

import concurrent.futures
import json
import os
import time

from catalogue import Chart, Convergence, Run
from common.command import Command, CommandFailed

DIGITS = 128  # as the thesis; for the cells whose verdict is close


class Program(Command):
    def __init__(self, path, root, out, cells, every_cell):
        super().__init__(path, root)
        self.out, self.cells, self.every_cell = out, cells, every_cell

    def _arguments(self, work):
        if isinstance(work, Chart):
            chart = self.out / "charts" / f"{work.name}.png"
            adaptive = [] if self.every_cell or work.every_cell else ["--adaptive"]
            # the charts run side by side, each on one thread
            options = [*adaptive, "--digits", str(DIGITS), "--threads", "1", "-o", str(chart)]
            return work.arguments(self.cells) + options
        arguments = work.arguments()
        if isinstance(work, Convergence):
            arguments += ["--out", str(self.out / "errors" / work.name)]
        if isinstance(work, Run):
            arguments += ["--out", str(samples_file(self.out, work).parent)]
        return arguments

    def stored(self, work):
        """The answer of an earlier run of the same program with the same arguments, or None."""
        try:
            record = json.loads((self.out / "answers" / f"{work.name}.json").read_text())
        except (OSError, ValueError):
            return None
        if record["program"] != self.fingerprint or record["arguments"] != self._arguments(work):
            return None
        if isinstance(work, Run) and not samples_file(self.out, work).is_file():
            return None
        return record["answer"]

    def ask(self, work):
        arguments = self._arguments(work)
        # a run that ends early because it is unstable is what is asked for
        answer = self.answer(arguments, (0, 1) if isinstance(work, Run) else (0,))
        answer = work.digest(answer) if isinstance(work, Run) else answer
        record = {"program": self.fingerprint, "arguments": arguments, "answer": answer}
        file = self.out / "answers" / f"{work.name}.json"
        partial = file.with_suffix(".partial")
        partial.write_text(json.dumps(record, indent=1))
        partial.replace(file)
        return answer


def samples_file(out, run):
    return out / "runs" / run.name / "results.csv"


def read_cells(out, work):
    """(Λr, Λi, ρ) of every cell of a chart."""
    with open(out / "charts" / f"{work.name}.csv") as lines:
        column = next(lines).rstrip("\n").split(",").index("spectral_radius")
        for line in lines:
            fields = line.rstrip("\n").split(",")
            yield float(fields[0]), float(fields[1]), float(fields[column])


def run_all(program, work, say):
    """Answers by name and failures by name; say(line) after each."""
    answers, failures = {}, {}
    missing = []
    for item in work:
        answer = program.stored(item)
        if answer is None:
            missing.append(item)
        else:
            answers[item.name] = answer
    if answers:
        say(f"{len(answers)} of {len(work)} are there from an earlier run")

    def timed(item):
        begin = time.monotonic()
        return program.ask(item), time.monotonic() - begin

    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        tasks = {pool.submit(timed, item): item for item in missing}
        try:
            for count, task in enumerate(concurrent.futures.as_completed(tasks), 1):
                item = tasks[task]
                head = f"[{count:3}/{len(missing)}] {item.name:44}"
                try:
                    answers[item.name], seconds = task.result()
                    say(f"{head} {_result(answers[item.name]):18} {seconds:5.1f} s")
                except CommandFailed as failure:
                    failures[item.name] = str(failure)
                    say(f"{head} FAILED, {failure}")
        except KeyboardInterrupt:
            program.stop()
            pool.shutdown(cancel_futures=True)
            raise
    return answers, failures


def percent(share):
    """Never rounded up to all or down to none."""
    if 0.9999 < share < 1:
        return "> 99.99 %"
    if 0 < share < 0.0001:
        return "< 0.01 %"
    return f"{100 * share:.4g} %"


def _result(answer):
    if "total" in answer:
        return f"{percent(answer['stable'] / answer['total'])} stable"
    if "macro_steps" in answer:
        return f"{answer['status']}, {answer['time']:.3g} s"
    if "orders" in answer:
        return f"order {answer['orders']['position'][-1] or float('nan'):.2f}"
    if answer["linearity_defect"] > 1e-9:  # of a nonlinear system
        return f"radius {answer['spectral_radius']:.6f}"
    limit = answer["zero_stability"]["spectral_radius"]
    return "no limit" if limit is None else f"limit {limit:.3f}"
