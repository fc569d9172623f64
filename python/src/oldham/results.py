# SPDX-License-Identifier: MIT
"""What runs and studies return."""

from __future__ import annotations

import pathlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from oldham import _oldham, frames, html, plots
from oldham.errors import WrongInput

Array = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Run(Mapping[str, Array]):
    """A co-simulation from start to end: run["mass1.position"] is an array over run.time.

    The names are those of `results.csv`: ports, names of ready-made systems, forces of interfaces, and for each power
    bond "energy_residual.NAME", what the coupling alone has made there so far.
    """

    status: str  #: "completed", "diverged", "failed" or "interrupted"
    reason: str  #: why, where it is not completed
    time: Array = field(repr=False)  #: communication points that were recorded, s
    units: dict[str, str] = field(repr=False)
    end: float  #: the last communication point reached, s
    macro_steps: int
    rejected_steps: int
    corrections: int
    wall: float  #: s
    outputs: dict[str, float] = field(repr=False)  #: at the end
    samples: list[dict[str, Any]] = field(repr=False)  #: at the times asked for: time, outputs
    errors: dict[str, dict[str, float]] = field(repr=False)  #: against the monolithic solution: max and rms
    energy_residual: dict[str, dict[str, float]] = field(repr=False)  #: by bond, and of all: signed and absolute, J
    notes: list[str] = field(repr=False)  #: what was decided for the user
    #: of the check before the run: "verdict" ("stable", "unstable", "too-close", "inconclusive" or "not-judged"),
    #: "reason" and "step"; None for a monolithic solution
    verdict: dict[str, Any] | None = field(repr=False)
    alarms: list[dict[str, Any]] = field(repr=False)  #: reasons to distrust the results: kind, time, variables, text
    explanation: dict[str, Any] | None = field(repr=False)  #: of an alarm, or why it diverged: "lines" has it in words
    details: dict[str, Any] = field(repr=False)  #: everything that `oldham run --json` shows, or for a loaded run what its summary.toml has
    columns: dict[str, Array] = field(repr=False)

    @property
    def completed(self) -> bool:
        """Whether it reached the end."""
        return self.status == "completed"

    @property
    def state(self) -> str:
        """The status as the program shows it: "completed with an alarm"."""
        count = len(self.alarms) if self.completed else 0
        return self.status + ("" if count == 0 else " with an alarm" if count == 1 else f" with {count} alarms")

    @property
    def folder(self) -> pathlib.Path | None:
        """Where its results were written; None: nowhere."""
        return pathlib.Path(self.details["results"]) if self.details.get("results") else None

    def to_pandas(self) -> Any:
        """A DataFrame over time; its `attrs["units"]` has the units. Needs pandas."""
        return frames.run_to_pandas(self)

    def to_xarray(self) -> Any:
        """A Dataset over time, with units. Needs xarray."""
        return frames.run_to_xarray(self)

    def plot(self, *names: str, ax: Any = None, whole: bool = False) -> Any:
        """Draws outputs over time; without names those that the file publishes, at most 12. Needs matplotlib.

        Returns the axes, one for each unit; with `ax` all is drawn there. The first view of a run that diverged or has an
        alarm ends shortly after that; `whole` shows all of it.
        """
        return plots.draw_run(self, names, ax, whole)

    def _repr_html_(self) -> str:
        return html.run(self)

    def __getitem__(self, name: str) -> Array:
        if name not in self.columns:
            raise WrongInput(f"there is no output '{name}'; {_oldham.suggest(name, list(self.columns))}")
        return self.columns[name]

    def __contains__(self, name: object) -> bool:
        return name in self.columns

    def __iter__(self) -> Iterator[str]:
        return iter(self.columns)

    def __len__(self) -> int:
        return len(self.columns)


@dataclass(frozen=True, eq=False)
class Equilibrium:
    """Where a system rests: rest["mass1.position"] is the value there."""

    outputs: dict[str, float] = field(repr=False)
    method: str  #: "newton", or "followed" for a single rod: from its natural shape, along the path of its equilibria
    iterations: int  #: of Newton's method
    time: float  #: s, whose inputs act: the start

    def __getitem__(self, name: str) -> float:
        if name not in self.outputs:
            raise WrongInput(f"there is no output '{name}'; {_oldham.suggest(name, list(self.outputs))}")
        return self.outputs[name]


@dataclass(frozen=True, eq=False)
class Vibrations:
    """Small vibrations of a system, slowest first."""

    frequencies: Array  #: rad/s
    damping: Array  #: of the critical one; negative where they grow
    time: float  #: s, of the state they are about
    left_out: int  #: how many neither swing nor decay
    growth: float  #: 1/s, of what grows fastest; zero where nothing does

    def __len__(self) -> int:
        return len(self.frequencies)


@dataclass(frozen=True, eq=False)
class Stability:
    """The verdict on one macro step."""

    stable: bool  #: spectral_radius <= 1 + margin
    verdict: str | None  #: "stable", "unstable", "too close" or "inconclusive"; None for a published recurrence
    spectral_radius: float
    eigenvalues: npt.NDArray[np.complex128] = field(repr=False)  #: of the one-step map, largest modulus first
    step: float  #: s
    zero_stable: bool | None  #: what remains for steps of any smallness; None: not found
    zero_radius: float | None
    largest_stable_step: float | None  #: s; where it was asked for and found
    crossings: list[dict[str, Any]] = field(repr=False)  #: steps at which the verdict changes, and which way
    digits: str | None = field(repr=False)  #: the spectral radius in as many digits as asked for
    details: dict[str, Any] = field(repr=False)  #: everything that `oldham stability --json` shows

    def __bool__(self) -> bool:
        """Whether the step is stable."""
        return self.stable

    @property
    def interval(self) -> dict[str, Any] | None:
        """Of a scan: `from`, `to` and `stable` of the range of steps that holds `step`; None: not known."""
        return self.details.get("interval")

    def plot(self, ax: Any = None) -> Any:
        """Draws the eigenvalues and the unit circle; returns the axes. Needs matplotlib."""
        return plots.draw_stability(self, ax)

    def _repr_html_(self) -> str:
        return html.stability(self)


@dataclass(frozen=True, eq=False)
class StabilityMap:
    """Spectral radii over two keys, at the centres of cells: spectral_radius[i, j] belongs to y[i] and x[j]."""

    x_key: str
    y_key: str
    x: Array = field(repr=False)
    y: Array = field(repr=False)
    spectral_radius: Array = field(repr=False)  #: NaN where there is none
    margin: float
    judged: npt.NDArray[np.bool_] = field(repr=False)  #: False: inferred by an adaptive map, or not reached
    boundary: Array = field(repr=False)  #: rows x0, y0, x1, y1: edges between stable cells and others
    evaluated: int  #: cells that were judged
    settled: int = field(repr=False)  #: those of them judged in many digits
    changed: int = field(repr=False)  #: those whose verdict that changed

    @property
    def stable(self) -> npt.NDArray[np.bool_]:
        """Whether the spectral radius is at most 1 + margin."""
        return self.spectral_radius <= 1 + self.margin

    def to_xarray(self) -> Any:
        """A Dataset over both keys: spectral_radius, stable and judged. Needs xarray."""
        return frames.map_to_xarray(self)

    def plot(self, ax: Any = None) -> Any:
        """Draws the spectral radius, and where it passes 1; returns the axes. Needs matplotlib."""
        return plots.draw_map(self, ax)


@dataclass(frozen=True, eq=False)
class Convergence:
    """Errors against the monolithic solution over the macro step: errors["position"], errors["velocity"]."""

    steps: Array  #: s
    errors: dict[str, Array]  #: and, where asked for, "local_position" and "local_velocity"
    orders: dict[str, Array]  #: observed between neighbouring steps, one fewer

    def to_pandas(self) -> Any:
        """A DataFrame over the step: errors, and orders observed against the step before. Needs pandas."""
        return frames.convergence_to_pandas(self)

    def plot(self, ax: Any = None) -> Any:
        """Draws the errors over the step; returns the axes. Needs matplotlib."""
        return plots.draw_convergence(self, ax)


@dataclass(frozen=True, eq=False)
class Sweep:
    """Runs for all combinations of values."""

    rows: list[dict[str, Any]]  #: settings, status, reason, time, corrections, outputs, ...

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def settings(self, key: str) -> npt.NDArray[Any]:
        """The values of a key, row by row."""
        return np.array([row["settings"][key] for row in self.rows])

    def output(self, name: str) -> Array:
        """An output at the end of each run; NaN where there is none."""
        return np.array([row.get("outputs", {}).get(name, np.nan) for row in self.rows], dtype=float)

    def to_pandas(self) -> Any:
        """A DataFrame with a row for each run: settings, status, effort and outputs at the end. Needs pandas."""
        return frames.sweep_to_pandas(self)

    def _repr_html_(self) -> str:
        return html.sweep(self)


@dataclass(frozen=True, eq=False)
class Advice:
    """Which scheme and step to use, with the evidence."""

    recommended: dict[str, Any] | None  #: the first of `ranked`, with its `toml`; None: see `reason`
    ranked: list[dict[str, Any]] = field(repr=False)  #: scheme, settings, largest_stable_step, error_estimate, ...
    accuracy: float  #: relative, to be reached
    cures: list[str]  #: of a system that is unstable as it is at every step
    details: dict[str, Any] = field(repr=False)  #: everything that `oldham advise --json` shows

    @property
    def reason(self) -> str:
        """Why nothing is recommended, and what is known instead; empty where something is."""
        return self.details.get("reason", "") if self.recommended is None else ""

    @property
    def reference(self) -> dict[str, Any]:
        """What errors are measured against: `runs` and `uncertainty`, as a share of the ranges; None: not known."""
        return self.details["reference"]

    @property
    def settings(self) -> dict[str, Any]:
        """Keys to change, by their paths."""
        return {} if self.recommended is None else dict(self.recommended["settings"])

    def _repr_html_(self) -> str:
        return html.advice(self)
