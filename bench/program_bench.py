#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Times `oldham run` on chains of FMUs, beside a bare loop and, if given, other programs. See bench/README.md."""

import argparse
import os
import pathlib
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

FOLDER = pathlib.Path(__file__).resolve().parents[1] / "build"
OWN = [("Trivial-2.fmu", "u", "y"), ("Wide-2.fmu", "in1", "out1")]  # FMU of the tests, its input and output


def parse():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=pathlib.Path, default=FOLDER, help="build folder (default: %(default)s)")
    parser.add_argument("--fmu", help="FMU for co-simulation by FMI 2.0 (default: two FMUs of the tests)")
    parser.add_argument("--input", help="its Real input that is connected")
    parser.add_argument("--output", help="its Real output that is connected")
    parser.add_argument("--source", nargs=2, metavar=("FMU", "OUTPUT"), help="an FMU before the chain")
    parser.add_argument("--counts", default="2,10,100", help="FMUs in the chain (default: %(default)s)")
    parser.add_argument("--step", type=float, default=1e-3, help="macro step, s (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=0.5,
                        help="by which the two runs of a measurement differ, s (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=6, help="over which is averaged (default: %(default)s)")
    parser.add_argument("--repetitions", type=int, default=3,
                        help="in each round, of which the fastest counts (default: %(default)s)")
    parser.add_argument("--check", action="store_true",
                        help="with the stability check before the run: its time varies and blurs short measurements")
    parser.add_argument("--peer", action="append", default=[], metavar="NAME=COMMAND",
                        help="another program; replaced are {fmu} {input} {output} {count} {steps} "
                             "{step} {source} {folder}")
    arguments = parser.parse_args()
    if (arguments.fmu is None) != (arguments.input is None) or (arguments.fmu is None) != (arguments.output is None):
        parser.error("--fmu, --input and --output belong together")
    return arguments


class Place:
    """A folder for one round, with copies of the FMUs. Its name and those of the subsystems have another length in each
    round: where an FMU's memory begins within a cache line changes its time by up to a third."""

    def __init__(self, above, chain, number):
        self.folder = above / ("round" + "-" * (7 * number))
        self.folder.mkdir()
        fmu, self.input, self.output, source = chain
        self.fmu = str(shutil.copy(fmu, self.folder))
        self.source = [str(shutil.copy(source[0], self.folder / "source.fmu")), source[1]] if source else []
        self.name = "f" * (1 + 5 * number)


def system_file(place, count, steps, step, interval):
    """A system file; `interval`: steps between rows of results, 0: the key is left out."""
    lines = ["[simulation]", f"end = {steps * step!r}"]
    if interval:
        lines.append(f"output_interval = {interval * step!r}")
    lines += ["[scheme]", f"step = {step!r}", "order = 0"]

    def subsystem(name, file):
        return ["[[subsystem]]", f'name = "{name}"', f'fmu = "{file}"']

    ends = []
    if place.source:
        lines += subsystem("source", place.source[0])
        ends.append(f"source.{place.source[1]}")
    for i in range(count):
        name = f"{place.name}{i}"
        lines += subsystem(name, place.fmu)
        if ends:
            lines += ["[[connect]]", f'from = "{ends[-1]}"', f'to = "{name}.{place.input}"']
        ends.append(f"{name}.{place.output}")
    return "\n".join(lines) + "\n"


def timed(command, folder):
    """CPU time of a command and its children, and wall time, s."""
    begin = time.perf_counter()
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - begin
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"exit code {process.returncode}: {shlex.join(command)}")
    return usage.ru_utime + usage.ru_stime, wall


class Contender:
    """A program with two lengths of runs: their difference is free of the start of the program."""

    def __init__(self, name, command, places):
        self.name, self.command, self.places = name, command, places
        self.lengths = ()
        self.rounds = []  # per round, per length: the fastest, CPU and wall, s

    def choose_lengths(self, place, seconds):
        start = min(timed(self.command(place, 1), place.folder)[0] for _ in range(3))
        steps = max(1, 10_000 // self.places)
        while (taken := timed(self.command(place, steps), place.folder)[0] - start) < 0.4 * seconds:
            steps *= 4
        difference = max(4, round(steps * seconds / taken))
        self.lengths = difference // 4, difference // 4 + difference

    def run(self, place, is_first):
        if is_first:
            self.rounds.append([[float("inf")] * 2, [float("inf")] * 2])
        for length, fastest in zip(self.lengths, self.rounds[-1]):
            for i, seconds in enumerate(timed(self.command(place, length), place.folder)):
                fastest[i] = min(fastest[i], seconds)

    def nanoseconds(self, clock):
        short, long = self.lengths
        seconds = statistics.mean(end[clock] - begin[clock] for begin, end in self.rounds)
        return 1e9 * seconds / ((long - short) * self.places)


def contenders(arguments, count, has_source):
    step = arguments.step

    def oldham(interval):
        def command(place, steps):
            file = place.folder / f"chain-{interval}-{steps}.toml"
            rows = steps if interval is None else interval  # None: the first and the last only
            file.write_text(system_file(place, count, steps, step, rows), encoding="utf-8")
            return [str(arguments.build / "oldham"), "run", str(file), "--json", "--out", str(place.folder / "results"),
                    *([] if arguments.check else ["--no-check"])]

        return command

    def bare(place, steps):
        return [str(arguments.build / "bench" / "oldham_bare_chain"), place.fmu, place.input, place.output, str(count),
                str(steps), repr(step), *place.source]

    def peer(template):
        return lambda place, steps: shlex.split(
            template.format(fmu=shlex.quote(place.fmu), input=place.input, output=place.output, count=count,
                            steps=steps, step=repr(step), source=shlex.join(place.source) or "- -",
                            folder=shlex.quote(str(place.folder))))

    commands = {"bare loop": bare, "oldham": oldham(None), "oldham, 1 row in 100": oldham(100),
                "oldham, every row": oldham(0)}
    for text in arguments.peer:
        name, _, template = text.partition("=")
        commands[name] = peer(template)
    return [Contender(name, command, count + has_source) for name, command in commands.items()]


def main():
    arguments = parse()
    arguments.build = arguments.build.resolve()
    fmus = arguments.build / "tests" / "fmus"
    cases = ([(str(pathlib.Path(arguments.fmu).resolve()), arguments.input, arguments.output)] if arguments.fmu
             else [(str(fmus / name), into, out) for name, into, out in OWN])
    print("ns per FMU and step, as CPU time and wall time; ratio of CPU times to the bare loop")
    for case in cases:
        chain = (*case, arguments.source)  # FMU, its input and output, the FMU before them and its output
        print(f"\n{pathlib.Path(case[0]).name}, {case[1]} <- {case[2]}" +
              (f", after {pathlib.Path(arguments.source[0]).name}" if arguments.source else ""))
        print(f"{'N':>5} {'':<26} {'CPU':>9} {'wall':>9} {'ratio':>7}")
        for count in map(int, arguments.counts.split(",")):
            field = contenders(arguments, count, arguments.source is not None)
            with tempfile.TemporaryDirectory() as name:
                for number in range(arguments.rounds):
                    place = Place(pathlib.Path(name), chain, number)
                    for repetition in range(arguments.repetitions):
                        for contender in field:
                            if not contender.lengths:
                                contender.choose_lengths(place, arguments.seconds)
                            contender.run(place, repetition == 0)
                    shutil.rmtree(place.folder)
            bare = field[0].nanoseconds(0)
            for contender in field:
                cpu, wall = contender.nanoseconds(0), contender.nanoseconds(1)
                print(f"{count:>5} {contender.name:<26} {cpu:>9.1f} {wall:>9.1f} {cpu / bare:>7.2f}", flush=True)


if __name__ == "__main__":
    main()
