#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What calling from Python adds: a stability chart of 101 x 101 cells and a verdict, against the program's own time.

    PYTHONPATH=build/python python3 bench/python_bench.py build/oldham
"""

import json
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import oldham

file = pathlib.Path(__file__).parents[1] / "examples" / "two-mass" / "system.toml"
x, y = ("parameters.alpha_m21", 0.1, 10.0, 101), ("parameters.alpha_Lrc", 0.5, 20.0, 101)
keys = {"parameters.Lr1": -0.1, "parameters.Li1": 1.0}
repetitions = 9


def native_chart(program, out):
    settings = [word for key, value in keys.items() for word in ("--set", f"{key}={value}")]
    axes = [f"{key}={low}:{high}:{cells}" for key, low, high, cells in (x, y)]
    command = [program, "map", file, *settings, "--x", axes[0], "--y", axes[1], "--threads", "1", "--json", "--out", out]
    return json.loads(subprocess.run(command, check=True, capture_output=True).stdout)["wall_s"]


def timed(call):
    begin = time.perf_counter()
    call()
    return time.perf_counter() - begin


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else "oldham"
    native, python = [], []
    with tempfile.TemporaryDirectory() as out:
        for _ in range(repetitions):  # by turns, so that other work on the machine disturbs both
            native.append(native_chart(program, out))
            python.append(timed(lambda: oldham.map(file, x, y, set=keys, threads=1)))
    print(f"chart of 101 x 101 cells, 1 thread, fastest of {repetitions}: program {1e3 * min(native):.1f} ms, "
          f"Python {1e3 * min(python):.1f} ms, {100 * (min(python) / min(native) - 1):+.1f} %")
    # whatever a call costs, whoever is called: less than a chart of one cell takes
    single = min(timed(lambda: oldham.map(file, (*x[:3], 1), (*y[:3], 1), set=keys, threads=1)) for _ in range(200))
    print(f"chart of one cell: {1e3 * single:.2f} ms, {100 * single / min(native):.2f} % of the large one")
    system = oldham.System.from_file(file)
    verdicts = [timed(lambda: oldham.stability(system)) for _ in range(200)]
    print(f"one verdict: {1e3 * statistics.median(verdicts):.2f} ms, fastest {1e3 * min(verdicts):.2f} ms")


if __name__ == "__main__":
    main()
