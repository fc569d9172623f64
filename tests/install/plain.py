#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Whether `./run` builds every file that `cmake --install` and `cpack` take from the build folder: plain.py SOURCE BUILD

A build of all targets, as tests have it, hides what a plain clone lacks after `./run`; so the graph of the build is asked.
"""
import pathlib
import re
import subprocess
import sys


def ninja(build, *words):
    return subprocess.run(["ninja", "-C", build, *words], check=True, capture_output=True, text=True).stdout.splitlines()


def main():
    source, build = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
    command = re.search(r'cmake --build "\$root/build" --target (.*)', (source / "run").read_text())
    targets = command.group(1).split()
    made = {line.partition(":")[0] for line in ninja(build, "-t", "targets", "all")}
    commands = "\n".join(ninja(build, "-t", "commands", *targets))
    taken = set()
    for script in [build / "cmake_install.cmake", *build.glob("*/cmake_install.cmake"),
                   build / "tools/package/cmake_install.cmake"]:
        if script.parent.name != "python":  # the package is no part of a plain build
            taken |= set(re.findall(rf'"{re.escape(str(build))}/([^"]+)"', script.read_text()))
    taken &= made  # the others are made by configuring
    if len(taken) < 4:
        sys.exit(f"plain.py: hardly anything is installed: {sorted(taken)}")
    missing = sorted(file for file in taken if not re.search(rf"(?:\s|/){re.escape(file)}(?:\s|$)", commands, re.M))
    if missing:
        sys.exit(f"plain.py: './run' builds {' '.join(targets)}, and installing also needs {' '.join(missing)}")


if __name__ == "__main__":
    main()
