# SPDX-License-Identifier: MIT
"""Oldham: co-simulation with the coupling got right.

    import oldham
    run = oldham.run("examples/two-mass/system.toml", set={"scheme.order": 2})
    run["x1"]                                       # a NumPy array over run.time
    oldham.stability("examples/two-mass/system.toml").stable

Systems come from files or are put together from objects (`System`); subsystems (`Subsystem`, `Equations`) and coupling
laws (`law`) may be one's own. Names, keys and numbers are those of the program `oldham`.
"""

from __future__ import annotations

import shutil as _shutil

from oldham import _oldham
from oldham.errors import CouplingWarning, Error, Failure, Interrupted, MissingCapability, WrongInput
from oldham.parts import Equations, Subsystem, law, model
from oldham.results import Advice, Convergence, Equilibrium, Run, Stability, StabilityMap, Sweep, Vibrations
from oldham.studies import advise, converge, map, modal, monolithic, run, stability, static, sweep
from oldham.system import System

__version__: str = _oldham.version

__all__ = ["Advice", "Convergence", "CouplingWarning", "Equations", "Equilibrium", "Error", "Failure", "Interrupted", "MissingCapability", "Run",
           "Stability", "StabilityMap", "Subsystem", "Sweep", "System", "Vibrations", "WrongInput", "advise", "converge", "law",
           "map", "modal", "model", "models", "monolithic", "run", "stability", "static", "sweep", "systems"]


def models() -> dict[str, str]:
    """The built-in models, for `model = "NAME"`, and what they are."""
    return _oldham.models()


def systems() -> dict[str, str]:
    """The ready-made systems, for `system = "NAME"`, and what they are."""
    return _oldham.systems()


# FMUs with isolation = "process" live in processes of the program
if _program := _shutil.which("oldham"):
    _oldham.set_worker_program(_program)
