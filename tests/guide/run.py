#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the code blocks of a page of the guide in an empty folder: run.py PAGE --program build/oldham [--prefix DIR] [--python DIR]

With --clone SOURCE the folder is like that of a built clone: it holds what SOURCE holds."""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile
import tomllib

from blocks import blocks_of, difference

TIME_LIMIT = 240  # s, for the commands of one block


class Failed(Exception):
    pass


def run_commands(block, folder, environment):
    """Runs a block as one script, which ends at the first command that fails; returns what it prints."""
    done = subprocess.run(["bash", "-e", "-o", "pipefail", "-c", block.text], cwd=folder, env=environment,
                          capture_output=True, text=True, timeout=TIME_LIMIT, stdin=subprocess.DEVNULL)
    expected = int(block.attributes.get("exit", 0))
    if done.returncode != expected:
        raise Failed(f"ended with {done.returncode}, not {expected}\n{block.text}{done.stdout}{done.stderr}")
    return done.stdout + (done.stderr if expected else "")


def run_block(block, folder, environment, printed):
    """Does what a block asks for; returns what commands have printed up to it."""
    if not block.is_run:
        return printed
    if block.language == "sh":
        return run_commands(block, folder, environment)
    if block.language == "text":
        if printed is None:
            raise Failed("nothing has been run that could have printed this; mark it 'text not-run'")
        wrong = difference(block.text, printed)
        if wrong:
            raise Failed(f"{wrong}\nall of it:\n{printed}")
        return printed
    if "file" in block.attributes:
        file = folder / block.attributes["file"]
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(block.text)
        return printed
    if block.language == "python":
        return printed  # together with the others of the page
    if block.language == "toml":
        tomllib.loads(block.text)
        return printed
    raise Failed(f"a block of language '{block.language}' is neither run nor a file nor 'not-run'")


def run_program(blocks, folder, environment):
    """The Python of a page, which is one program in parts."""
    parts = [block for block in blocks if block.language == "python" and block.is_run and "file" not in block.attributes]
    text = "".join(f"# line {block.line}\n{block.text}" for block in parts)
    done = subprocess.run([sys.executable, "-c", text], cwd=folder, env=environment, capture_output=True, text=True,
                          timeout=TIME_LIMIT, stdin=subprocess.DEVNULL)
    if done.returncode != 0:
        raise Failed(f"the Python of this page ended with {done.returncode}\n{done.stdout}{done.stderr}")


def run_page(page, program, prefix=None, python=None, clone=None):
    environment = dict(os.environ, NO_COLOR="1", LC_ALL="C.UTF-8", TERM="dumb")
    environment["PATH"] = f"{program.parent}:{environment['PATH']}"
    if prefix:
        environment["CMAKE_PREFIX_PATH"] = str(prefix)
    if python:
        environment.update(PYTHONPATH=str(python), MPLBACKEND="agg")
    printed, block = None, None
    with tempfile.TemporaryDirectory(prefix="oldham-guide-") as name:
        environment["HOME"] = name
        blocks, folder = blocks_of(page.read_text()), pathlib.Path(name)
        if clone:
            folder /= "clone"  # the home of its user is beside it
            folder.mkdir()
            for entry in clone.iterdir():
                if entry.name not in (".git", "results"):
                    (folder / entry.name).symlink_to(entry)
        try:
            for block in blocks:
                printed = run_block(block, folder, environment, printed)
            if python:
                run_program(blocks, folder, environment)
        except (Failed, tomllib.TOMLDecodeError, subprocess.TimeoutExpired) as error:
            print(f"{page}:{block.line}: {error}", file=sys.stderr)
            return 1
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("page", type=pathlib.Path)
    parser.add_argument("--program", type=pathlib.Path, required=True)
    parser.add_argument("--prefix", type=pathlib.Path, help="where the library is installed")
    parser.add_argument("--python", type=pathlib.Path, help="where the Python package is")
    parser.add_argument("--clone", type=pathlib.Path, help="sources whose files the folder holds")
    arguments = parser.parse_args()
    return run_page(arguments.page, arguments.program.resolve(), arguments.prefix, arguments.python,
                    arguments.clone and arguments.clone.resolve())


if __name__ == "__main__":
    sys.exit(main())
