# SPDX-License-Identifier: MIT
"""Results as plots, where matplotlib is installed. All functions return axes, so that plots can be changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from oldham.frames import package

if TYPE_CHECKING:
    from oldham.results import Convergence, Run, Stability, StabilityMap

MOST_NAMES = 12  #: signals of a plot that nobody chose
BEYOND = 1.2  #: the first view of a run with an alarm ends at so many times the time until it
ROOM = 3.0  #: and holds so many times the values before it


def published(run: Run) -> list[str]:
    """The names that a file or a ready-made system publishes; those of all outputs where there are none."""
    names = [name for name in run if not name.startswith("energy_residual.")]
    return [name for name in names if "." not in name] or names


def unit_of(run: Run, name: str) -> str:
    """As it is shown: nothing for numbers without one."""
    unit = run.units.get(name, "")
    return "" if unit == "1" else unit


def first_view(run: Run, names: Sequence[str]) -> tuple[float, float] | None:
    """Where to look at a run that grew until nothing else can be seen: up to which time, and up to which magnitude.

    That is a little longer than the time until the first alarm, or until values of a run that diverged are ten times
    those of its first twentieth. None: the run needs no such view.
    """
    if run.status != "diverged" and not run.alarms or len(run.time) < 3:
        return None
    values = np.abs(np.array([run[name] for name in names], dtype=float).reshape(len(names), -1))
    size = np.max(np.where(np.isfinite(values), values, 0.0), axis=0, initial=0.0)
    until = min([alarm["time"] for alarm in run.alarms], default=run.time[-1])
    if run.status == "diverged":
        large = np.flatnonzero(size > 10 * np.max(size[:max(2, len(size) // 20)]))
        until = min(until, run.time[large[0]]) if len(large) else until
    limit = ROOM * float(np.max(size[run.time <= until], initial=0.0))
    if not 0 < limit < np.max(size):
        return None
    return float(run.time[0] + BEYOND * (until - run.time[0])), limit


def draw_run(run: Run, names: Sequence[str], ax: Any, whole: bool) -> Any:
    pyplot = package("matplotlib.pyplot", "plot")
    chosen = list(names) or published(run)[:MOST_NAMES]
    units = [unit_of(run, name) for name in chosen]
    panels = list(dict.fromkeys(units)) if ax is None else [None]
    if ax is None:
        height = max(2.6 * len(panels), 3.6)
        _, axes = pyplot.subplots(max(len(panels), 1), 1, sharex=True, squeeze=False, layout="constrained",
                                  figsize=(7.2, height))
        axes = axes[:, 0]
    else:
        axes = np.array([ax])
    end = run.time[-1] if len(run.time) else 0.0
    for panel, place in zip(panels, axes):
        mine = [name for name, unit in zip(chosen, units) if panel is None or unit == panel]
        for name in mine:
            place.plot(run.time, run[name], label=name)
        place.set_ylabel(_axis_label(mine, {unit_of(run, name) for name in mine}))
        for alarm in run.alarms:
            place.axvline(alarm["time"], color="0.5", linestyle=":", linewidth=1)
        view = None if whole else first_view(run, mine)
        if view is not None:
            end = min(end, view[0])
            place.set_ylim(-view[1], view[1])
        if len(mine) > 1:
            place.legend(loc="upper right", fontsize="small")
    if len(run.time) and end < run.time[-1]:
        axes[-1].set_xlim(run.time[0], end)
    axes[-1].set_xlabel("time (s)")
    if run.state != "completed":
        axes[0].set_title(run.state, fontsize="medium")
    return axes if ax is None else ax


def draw_map(chart: StabilityMap, ax: Any) -> Any:
    package("matplotlib", "plot")
    from matplotlib.collections import LineCollection

    ax = _one(ax)
    x, y = cell_edges(chart.x), cell_edges(chart.y)
    mesh = ax.pcolormesh(x, y, chart.spectral_radius, cmap="RdBu_r", vmin=0.0, vmax=2.0)
    ax.figure.colorbar(mesh, ax=ax, label="spectral radius", extend="max")
    ax.add_collection(LineCollection(chart.boundary.reshape(-1, 2, 2), colors="black", linewidths=1.0))
    ax.set(xlabel=chart.x_key, ylabel=chart.y_key, xscale="log" if is_geometric(chart.x) else "linear",
           yscale="log" if is_geometric(chart.y) else "linear", xlim=(x[0], x[-1]), ylim=(y[0], y[-1]))
    return ax


def is_geometric(points: Any) -> bool:
    """Whether an axis is spaced as one with log_x or log_y is."""
    if len(points) < 3 or not np.all(points > 0):
        return False
    return bool(np.ptp(np.diff(np.log(points))) < 1e-6 * np.ptp(np.log(points)))


def cell_edges(centres: Any) -> Any:
    """Where the cells of an axis begin and end, by their centres."""
    if is_geometric(centres):
        return np.exp(cell_edges(np.log(centres)))
    if len(centres) == 1:
        return np.array([centres[0] - 0.5, centres[0] + 0.5])
    half = np.diff(centres) / 2
    return np.concatenate([[centres[0] - half[0]], centres[:-1] + half, [centres[-1] + half[-1]]])


def draw_stability(verdict: Stability, ax: Any) -> Any:
    package("matplotlib", "plot")
    ax = _one(ax)
    angle = np.linspace(0.0, 2.0 * np.pi, 361)
    ax.plot(np.cos(angle), np.sin(angle), color="0.7")
    ax.plot(verdict.eigenvalues.real, verdict.eigenvalues.imag, "x")
    ax.set(xlabel="real part", ylabel="imaginary part", aspect="equal",
           title=f"eigenvalues of a step of {verdict.step:g} s")
    return ax


def draw_convergence(study: Convergence, ax: Any) -> Any:
    package("matplotlib", "plot")
    ax = _one(ax)
    for kind, errors in study.errors.items():
        orders = study.orders[kind]
        label = kind.replace("_", " ") + (f", order {orders[-1]:.2f}" if len(orders) else "")
        ax.loglog(study.steps, errors, "o-", label=label)
    ax.set(xlabel="macro step (s)", ylabel="error against the monolithic solution")
    ax.legend()
    return ax


def _axis_label(names: Sequence[str], units: set[str]) -> str:
    unit = units.pop() if len(units) == 1 else ""
    if len(names) != 1:
        return unit
    return f"{names[0]} ({unit})" if unit else names[0]


def _one(ax: Any) -> Any:
    if ax is not None:
        return ax
    _, made = package("matplotlib.pyplot", "plot").subplots(layout="constrained")
    return made
