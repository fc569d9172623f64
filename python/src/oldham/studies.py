# SPDX-License-Identifier: MIT
"""What is done to systems. Native code does it all; these functions take arguments apart and put answers together."""

from __future__ import annotations

import math
import os
import warnings
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from oldham import _oldham, arguments
from oldham.errors import CouplingWarning, Interrupted, RunWarning, WrongInput
from oldham.results import Advice, Convergence, Equilibrium, Run, Stability, StabilityMap, Sweep, Vibrations
from oldham.system import Source, System

Axis = tuple[str, float, float, int]  #: key, first and last edge, number of cells


def run(system: Source, *, set: Mapping[str, Any] | None = None, samples: Sequence[float] = (),
        compare: bool = False, out: str | os.PathLike[str] | None = None, check: bool = True) -> Run:
    """One co-simulation.

    `run.verdict` and `run.alarms` say whether its results can be trusted. An unstable coupling, every alarm and a
    divergence are warnings as well (oldham.CouplingWarning).

    A run that diverges or fails returns what it has, with its `status` and `reason`, and `explanation`. Ctrl-C raises
    Interrupted, with the run so far as its `result`.

    system: a System, the path of a system file, or a dictionary
    set: keys to change, by their paths
    samples: times at which outputs are returned besides, s
    compare: compute errors against the monolithic solution
    out: a folder for results.csv, results.h5, system.toml and summary.toml, of which `oldham report` makes a page
    check: assess the stability of the coupling before the run, and look for causes after it
    """
    answer = _oldham.run(System.of(system, set=set)._tree, _times(samples), arguments.truth("compare", compare),
                         arguments.folder("out", out), arguments.truth("check", check))
    _warn(answer[1])
    return make_run(*answer)


def monolithic(system: Source, *, set: Mapping[str, Any] | None = None, samples: Sequence[float] = (),
               out: str | os.PathLike[str] | None = None) -> Run:
    """The same system solved as one: the reference for a coupled run.

    It has the communication points of `run`, and no coupling: no corrections, no errors, no energy residual.

    samples: times at which outputs are returned besides, exactly, s
    out: a folder for monolithic.csv and monolithic.h5, also that of a run
    """
    return make_run(*_oldham.monolithic(System.of(system, set=set)._tree, _times(samples), arguments.folder("out", out)))


def static(system: Source, *, set: Mapping[str, Any] | None = None) -> Equilibrium:
    """Where the system rests, looked for from its start. That there is no equilibrium near by raises Failure."""
    interrupted, told = _oldham.static(System.of(system, set=set)._tree)
    result = told and Equilibrium(outputs=told["outputs"], method=told["method"], iterations=told["iterations"],
                                  time=told["time"])
    return finished(interrupted, result)


def modal(system: Source, *, set: Mapping[str, Any] | None = None, at: float | None = None,
          count: int = 40) -> Vibrations:
    """Frequencies and damping of small vibrations of the system as one.

    at: about the state at this time of a run, s; otherwise about the start
    count: how many, slowest first
    """
    if arguments.number("count", count) < 1:
        raise WrongInput(f"count: {count} vibrations; ask for at least one")
    interrupted, told = _oldham.modal(System.of(system, set=set)._tree, _optional("at", at), arguments.whole("count", count))
    return finished(interrupted, told and Vibrations(**told))


def stability(system: Source, *, set: Mapping[str, Any] | None = None, at: float | None = None, margin: float = 1e-6,
              digits: int = 0, largest_step: tuple[float, float, int] | None = None, budget: float | None = None,
              published: bool = False) -> Stability:
    """The verdict: is the scheme stable at its step? `if oldham.stability(system): ...`

    at: linearise at this time of a run, s; otherwise at the start
    margin: stable means spectral radius <= 1 + margin
    digits: repeat the verdict in this many decimal digits
    largest_step: (low, high, points), s: scan steps and find where the spectral radius passes 1
    budget: wall time for the scan, s; otherwise 20 s with FMUs and other black boxes, else any
    published: the closed form of the literature instead of the step, where there is one
    """
    if largest_step is not None:
        scan = arguments.list_of_numbers("largest_step", largest_step, "(1e-4, 1.0, 100)")
        if not (len(scan) == 3 and 0 < scan[0] < scan[1] < math.inf and 2 <= scan[2] <= 1_000_000):
            raise WrongInput(f"largest_step: {largest_step} is no scan; give (low, high, points) with 0 < low < high in s "
                             "and 2 to 1000000 points")
        largest_step = scan[0], scan[1], arguments.whole("largest_step", scan[2])
    interrupted, told = _oldham.stability(System.of(system, set=set)._tree, _optional("at", at),
                                          arguments.number("margin", margin), arguments.whole("digits", digits),
                                          largest_step, _optional("budget", budget),
                                          arguments.truth("published", published))
    result = told and Stability(
        stable=told["stable"], verdict=told.get("verdict"), spectral_radius=told["spectral_radius"],
        eigenvalues=told["eigenvalues"], step=told["step"], zero_stable=told["zero_stability"]["stable"],
        zero_radius=told["zero_stability"]["spectral_radius"], largest_stable_step=told.get("largest_stable_step"),
        crossings=told.get("crossings", []), digits=told.get("spectral_radius_digits"), details=told)
    return finished(interrupted, result)


def map(system: Source, x: Axis, y: Axis, *, set: Mapping[str, Any] | None = None, log_x: bool = False,
        log_y: bool = False, margin: float = 1e-6, digits: int = 0, adaptive: bool = False,
        threads: int = 0) -> StabilityMap:
    """A stability chart over two keys of the file.

    x, y: (key, low, high, cells), such as ("parameters.m1", 0.5, 2.0, 101); cells are judged at their centres
    adaptive: judge cells along the boundary only, and infer the others
    digits: judge cells near the boundary in this many decimal digits
    threads: 0 means all
    """
    across, up = _axis("x", x, log_x), _axis("y", y, log_y)
    if across[0] == up[0]:
        raise WrongInput(f"y: '{up[0]}' is the key of both axes; chart two different keys")
    interrupted, told = _oldham.map(System.of(system, set=set)._tree, across, up, arguments.number("margin", margin),
                                    arguments.whole("digits", digits), arguments.truth("adaptive", adaptive),
                                    arguments.whole("threads", threads))
    return finished(interrupted, StabilityMap(x_key=across[0], y_key=up[0], margin=margin, **told))


def converge(system: Source, steps: Sequence[float], *, set: Mapping[str, Any] | None = None, local: bool = False,
             norm: str = "nrmse") -> Convergence:
    """Errors against the monolithic solution at several macro steps, and the orders they show.

    local: also errors per step
    norm: "nrmse", or "max" for the largest absolute error
    """
    if norm not in ("nrmse", "max"):
        raise WrongInput(f"norm: there is no '{norm}'; {_oldham.suggest(str(norm), ['nrmse', 'max'])}")
    lengths = arguments.list_of_numbers("steps", steps, "[0.02, 0.01]")
    interrupted, told = _oldham.converge(System.of(system, set=set)._tree, lengths, arguments.truth("local", local),
                                         norm == "max")
    # an interrupted study has the steps before that
    return finished(interrupted, told and Convergence(steps=np.array(lengths[:len(told["errors"]["position"])]), **told))


def sweep(system: Source, over: Mapping[str, Sequence[Any]], *, set: Mapping[str, Any] | None = None,
          threads: int = 0) -> Sweep:
    """One run for every combination of values: over={"scheme.order": [0, 1, 2]}; the last key varies fastest.

    threads: 0 means all
    """
    values = {key: arguments.several(f"over {key}", given, "[0, 1, 2]") for key, given in arguments.keys("over", over).items()}
    for key, given in values.items():
        if not given:
            raise WrongInput(f"over {key}: there is no value; give one or more")
    interrupted, rows = _oldham.sweep(System.of(system, set=set)._tree, values, arguments.whole("threads", threads))
    return finished(interrupted, Sweep(rows))


def advise(system: Source, *, set: Mapping[str, Any] | None = None, accuracy: float | None = None, budget: float = 20.0,
           at: Sequence[float] = ()) -> Advice:
    """Which scheme and step to use: `run(system, set=advise(system).settings)` runs with the recommendation.

    accuracy: largest error of any output, relative to its range; otherwise that of the system as it is, or 0.01 where it is unstable
    budget: wall time for all of it, s
    at: times of a run at which a nonlinear system is judged, s; otherwise a few
    """
    interrupted, told = _oldham.advise(System.of(system, set=set)._tree, _optional("accuracy", accuracy),
                                       arguments.number("budget", budget),
                                       arguments.list_of_numbers("at", at, "[0.0, 0.5]"))
    result = told and Advice(recommended=told["recommended"], ranked=told["ranked"], accuracy=told["accuracy"],
                             cures=told.get("cures", []), details=told)
    return finished(interrupted, result)


def _axis(name: str, axis: Axis, logarithmic: bool) -> tuple[str, float, float, int, bool]:
    parts = arguments.several(name, axis, '("scheme.step", 0.001, 0.1, 50)')
    if len(parts) != 4:
        raise WrongInput(f"{name}: {axis} is no axis; give (key, low, high, cells)")
    key = arguments.path(name, parts[0])
    low, high, cells = arguments.list_of_numbers(name, parts[1:], "(0.001, 0.1, 50)")
    if not (math.isfinite(low) and math.isfinite(high) and low != high and 1 <= cells <= 100_000):
        raise WrongInput(f"{name}: {axis} is no range; give (key, low, high, cells) with two different ends and 1 to "
                         "100000 cells")
    if logarithmic and not low * high > 0:
        raise WrongInput(f"{name}: a logarithmic axis cannot reach from {low} to {high}; choose ends of one sign")
    return key, low, high, arguments.whole(name, cells), arguments.truth(f"log_{name}", logarithmic)


def _times(samples: Sequence[float]) -> list[float]:
    return arguments.list_of_numbers("samples", samples, "[0.5, 1.0]")


def _optional(name: str, value: float | None) -> float | None:
    return None if value is None else arguments.number(name, value)


def make_run(interrupted: bool, told: Any, table: dict[str, Any]) -> Run:
    """A run from the answer and its table."""
    if told:
        told["notes"] = [_oldham.words(note) for note in told.get("notes", [])]
    result = told and Run(
        status=told["status"], reason=told.get("reason", ""), time=table["time"], units=table["units"], end=told["time"],
        macro_steps=told.get("macro_steps", 0), rejected_steps=told.get("rejected_steps", 0),
        corrections=told.get("corrections", 0), wall=told.get("wall_s", 0.0), outputs=told["outputs"],
        samples=told.get("samples", []), errors=told.get("errors", {}), energy_residual=told.get("energy_residual", {}),
        notes=told["notes"], verdict=told.get("verdict"), alarms=told.get("alarms", []),
        explanation=told.get("explanation"), details=told, columns=table["columns"])
    return finished(interrupted, result)


def _warn(told: Any) -> None:
    """Warns of what a script that does not look at the run should know."""
    if told is None:
        return
    texts = [told["warning"]] if "warning" in told else []
    texts += [alarm["text"] for alarm in told.get("alarms", [])]
    if told["status"] == "diverged":
        why = [line for line in (told.get("explanation") or {}).get("lines", []) if line.startswith("change: ")]
        texts.append("; ".join([f"the run diverged at t = {told['time']:g} s: {told['reason']}", *why]))
    for text in texts:
        warnings.warn(_oldham.words(text), CouplingWarning, stacklevel=3)
    if told["status"] == "failed":
        warnings.warn(f"the run failed at t = {told['time']:g} s: {told['reason']}", RunWarning, stacklevel=3)


def finished(interrupted: bool, result: Any) -> Any:
    """The result, unless Ctrl-C ended the work."""
    if interrupted:
        raise Interrupted(result)
    return result
