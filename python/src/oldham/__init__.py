# SPDX-License-Identifier: MIT
"""Oldham: co-simulation with the coupling got right.

    import oldham
    run = oldham.run("examples/two-mass/system.toml", set={"scheme.order": 2})
    run["x1"]                                       # a NumPy array over run.time
    oldham.stability("examples/two-mass/system.toml").stable

Systems come from files or are built from objects (`System`); subsystems (`Subsystem`, `Equations`) and coupling laws
(`law`) may be written in Python. Names, keys and numbers are those of the program `oldham`, which `python -m oldham` is.
"""

from __future__ import annotations

from oldham import _oldham, program as _program
from oldham.descriptions import Description, FmuCheck
from oldham.errors import (CouplingWarning, Error, Failure, Interrupted, MissingCapability, MissingPackage, RunWarning,
                           WrongInput)
from oldham.pages import animate, describe, examples, fmu_check, fmu_info, load, report
from oldham.parts import Equations, Subsystem, law, model
from oldham.results import Advice, Convergence, Equilibrium, Run, Stability, StabilityMap, Sweep, Vibrations
from oldham.studies import advise, converge, map, modal, monolithic, run, stability, static, sweep
from oldham.system import System

__version__: str = _oldham.version

__all__ = ["Advice", "Convergence", "CouplingWarning", "Description", "Equations", "Equilibrium", "Error", "Failure",
           "FmuCheck", "Interrupted", "MissingCapability", "MissingPackage", "Run", "RunWarning", "Stability",
           "StabilityMap", "Subsystem", "Sweep", "System", "Vibrations", "WrongInput", "advise", "animate", "converge",
           "describe", "examples", "fmu_check", "fmu_info", "law", "load", "map", "modal", "model", "models", "monolithic",
           "report", "run", "stability", "static", "sweep", "systems"]


def models() -> dict[str, str]:
    """The built-in models, for `model = "NAME"`, and what they are."""
    return _oldham.models()


def systems() -> dict[str, str]:
    """The ready-made systems, for `system = "NAME"`, and what they are."""
    return _oldham.systems()


# FMUs with isolation = "process" live in processes of the program
if _found := _program.find():
    _oldham.set_worker_program(_found)
