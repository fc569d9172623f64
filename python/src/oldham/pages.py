# SPDX-License-Identifier: MIT
"""Folders of results and what is made of them; descriptions, examples, and FMUs as files."""

from __future__ import annotations

import os
import pathlib
from collections.abc import Mapping, Sequence
from typing import Any, Union, overload

from oldham import _oldham, arguments
from oldham.descriptions import Description, FmuCheck
from oldham.errors import WrongInput
from oldham.results import Run
from oldham.studies import finished, make_run
from oldham.system import Source, System

Results = Union[Run, str, "os.PathLike[str]"]  #: a run that was written, or the folder of one


def load(folder: str | os.PathLike[str], *, monolithic: bool = False) -> Run:
    """The run of a folder of results, whether Python or the program wrote it: results/NAME, or `out` of `run`.

    Of verdict, alarms, notes and explanation it has what the folder has; `samples` and `errors` are empty. Where the
    folder has no summary.toml, as after a crash, its status is "unknown".

    monolithic: the monolithic solution beside the run, as `run(..., compare=True)` and `monolithic` write it
    """
    interrupted, answer, table = _oldham.load(_folder("folder", folder), arguments.truth("monolithic", monolithic))
    times = table["time"]
    end = answer.setdefault("time", float(times[-1]) if len(times) else float("nan"))
    answer.setdefault("status", "completed" if monolithic else "unknown")
    # the last row is that of the end, unless an output interval leaves it out
    is_whole = len(times) > 0 and times[-1] == end
    residuals = {f"energy_residual.{bond}" for bond in answer.get("energy_residual", {})}
    answer["outputs"] = {name: float(values[-1]) for name, values in table["columns"].items()
                       if is_whole and name not in residuals}
    answer["results"] = os.fspath(folder)
    return make_run(interrupted, answer, table)


def report(results: Results, *, compare: Sequence[Results] | Results = (),
           out: str | os.PathLike[str] | None = None) -> pathlib.Path:
    """Writes the page about a run: verdicts, motion, values, plots, coupling graph. Returns its path.

    results: a run with `out`, or the folder of one
    compare: other runs to draw beside it
    out: the page; otherwise report.html in the folder
    """
    others = [compare] if isinstance(compare, (Run, str, os.PathLike)) else compare
    interrupted, answer, _ = _oldham.report(_folder("results", results), [_folder("compare", other) for other in others],
                                          arguments.folder("out", out))
    return finished(interrupted, answer and pathlib.Path(answer["report"]))


def animate(results: Results, *, out: str | os.PathLike[str] | None = None, frames: int | None = None) -> pathlib.Path:
    """Writes a page that plays the mechanisms and rods of a run. Returns its path.

    results: a run with `out`, or the folder of one
    out: the page; otherwise animation.html in the folder
    frames: at most so many; otherwise 1000
    """
    interrupted, answer, _ = _oldham.animate(_folder("results", results), arguments.folder("out", out),
                                           None if frames is None else arguments.whole("frames", frames))
    return finished(interrupted, answer and pathlib.Path(answer["animation"]["page"]))


def describe(what: Source, *, set: Mapping[str, Any] | None = None, expand: bool = False) -> Description:
    """Parameters, ports and capabilities of a model, a ready-made system, a system file or an FMU.

    what: the name of a model or ready-made system, the path of a system file or FMU, a System, or a dictionary
    expand: instead, the system file that a ready-made system stands for; it is the text
    """
    expands = arguments.truth("expand", expand)
    if isinstance(what, (str, os.PathLike)):
        interrupted, answer, text = _oldham.describe_name(os.fspath(what), arguments.keys("set", set), expands)
    else:
        interrupted, answer, text = _oldham.describe_tree(System.of(what, set=set)._tree, expands)
    return finished(interrupted, answer and Description(answer, text))


@overload
def examples() -> dict[str, str]: ...
@overload
def examples(name: str, *, to: str | os.PathLike[str] | None = None) -> pathlib.Path: ...


def examples(name: str | None = None, *, to: str | os.PathLike[str] | None = None) -> dict[str, str] | pathlib.Path:
    """The examples and what they are about; with a name, copies that example and returns its system file.

    to: the folder to copy it into, otherwise its name; files that exist are refused
    """
    if name is None:
        if to is not None:
            raise WrongInput("to: no example is named; write for example examples(\"two-mass\", to=\"FOLDER\")")
        _, answer, _ = _oldham.examples()
        return {entry["name"]: entry["summary"] for entry in answer["examples"]}
    _, answer, _ = _oldham.copy_example(arguments.word("name", name), arguments.folder("to", to))
    return pathlib.Path(answer["system"])


def fmu_info(file: str | os.PathLike[str]) -> Description:
    """What an FMU declares, and which rules of the standard it breaks. Nothing of it is executed."""
    interrupted, answer, text = _oldham.fmu_info(arguments.file("file", file))
    return finished(interrupted, answer and Description(answer, text))


def fmu_check(file: str | os.PathLike[str], *, set: Mapping[str, Any] | None = None, steps: int = 20,
              time_limit: float = 60.0, interface: str | None = None) -> FmuCheck:
    """Checks that an FMU behaves as declared: functions, stepping, rollback, derivatives. It runs in its own process.

    set: parameters and start values to check it with, by their names
    steps: to make in each check
    time_limit: that one check may take, s
    interface: "co-simulation" or "model-exchange": the only one to check
    """
    if interface not in (None, "co-simulation", "model-exchange"):
        raise WrongInput(f"interface: there is no {interface!r}; write \"co-simulation\" or \"model-exchange\"")
    limit = arguments.number("time_limit", time_limit)
    if not 0.1 <= limit <= 1e6:
        raise WrongInput(f"time_limit: {time_limit} s is out of range; give 0.1 s to 1e6 s")
    count = arguments.whole("steps", steps, least=2)
    if count > 1_000_000:
        raise WrongInput(f"steps: {steps} are too many; give 2 to 1000000")
    interrupted, answer, text = _oldham.fmu_check(arguments.file("file", file), arguments.keys("set", set), count, limit,
                                                interface)
    return finished(interrupted, answer and FmuCheck(passed=answer["passed"], checks=answer["checks"], failed=answer["failed"],
                                                   warnings=answer["warnings"], text=text))


def _folder(name: str, results: Results) -> str:
    if isinstance(results, Run):
        if results.folder is None:
            raise WrongInput(f"{name}: this run wrote no results; run it with out=\"FOLDER\"")
        return os.fspath(results.folder)
    if not isinstance(results, (str, os.PathLike)) or not os.fspath(results):
        raise WrongInput(f"{name}: {results!r} is neither a run nor a folder; give one of them")
    return os.fspath(results)
