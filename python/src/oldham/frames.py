# SPDX-License-Identifier: MIT
"""Results as tables of pandas and data sets of xarray. Neither package is needed for anything else."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

import numpy as np

from oldham.errors import MissingPackage

if TYPE_CHECKING:
    from oldham.results import Convergence, Run, StabilityMap, Sweep


def package(name: str, wanted_by: str) -> Any:
    """Imports an optional package."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as absent:
        root = name.partition(".")[0]
        if absent.name is None or absent.name.partition(".")[0] != root:
            raise
        raise MissingPackage(f"{wanted_by}: the Python package '{root}' is not installed; "
                             f"install it, for example by 'pip install {root}'") from None


def run_to_pandas(run: Run) -> Any:
    pandas = package("pandas", "to_pandas")
    frame = pandas.DataFrame(run.columns, index=pandas.Index(run.time, name="time"))
    frame.attrs["units"] = dict(run.units)
    return frame


def run_to_xarray(run: Run) -> Any:
    xarray = package("xarray", "to_xarray")
    return xarray.Dataset({name: ("time", values, _unit(run.units.get(name, ""))) for name, values in run.columns.items()},
                          coords={"time": ("time", run.time, {"units": "s"})},
                          attrs={"status": run.status, "reason": run.reason})


def sweep_to_pandas(sweep: Sweep) -> Any:
    pandas = package("pandas", "to_pandas")
    rows = []
    for row in sweep:
        flat = dict(row["settings"])
        flat.update({key: row.get(key) for key in ("status", "reason", "time", "macro_steps", "corrections", "wall_s")})
        flat["energy_residual.total"] = row.get("energy_residual", {}).get("total", {}).get("signed", np.nan)
        flat.update(row.get("outputs", {}))
        rows.append(flat)
    return pandas.DataFrame(rows)


def convergence_to_pandas(study: Convergence) -> Any:
    pandas = package("pandas", "to_pandas")
    columns: dict[str, Any] = dict(study.errors)
    for kind, orders in study.orders.items():
        columns[f"order of {kind}"] = np.concatenate([[np.nan], orders])[:len(study.steps)]
    return pandas.DataFrame(columns, index=pandas.Index(study.steps, name="step"))


def map_to_xarray(chart: StabilityMap) -> Any:
    xarray = package("xarray", "to_xarray")
    dimensions = (chart.y_key, chart.x_key)
    return xarray.Dataset({"spectral_radius": (dimensions, chart.spectral_radius), "stable": (dimensions, chart.stable),
                           "judged": (dimensions, chart.judged)},
                          coords={chart.y_key: chart.y, chart.x_key: chart.x}, attrs={"margin": chart.margin})


def _unit(unit: str) -> dict[str, str]:
    return {"units": unit} if unit else {}
