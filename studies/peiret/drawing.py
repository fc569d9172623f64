# SPDX-License-Identifier: MIT
"""The figures: radii over N, largest stable N over the slow mass, errors over N, and runs over time."""

from common.line_plot import Curve, Panel, write_line_plot
from measure import ACCURACY, LIMIT, MASSES, VARIANTS

NAMES = {"rim": "interface model", "rim-plus": "position-consistent", "zoh": "velocity held"}


def radii(study, file):
    panels = []
    for mass in MASSES:
        curves = [Curve(NAMES[v], [(N, study.radii[mass, v, N]) for N in range(1, LIMIT + 1)], i)
                  for i, v in reversed(list(enumerate(VARIANTS)))]
        panels.append(Panel(f"m_s = {mass:g} kg", "fast steps N in a slow one", "spectral radius", (1, LIMIT), (0.6, 1.6),
                            curves, "x", level=1, legend="bottom left"))
    write_line_plot(file, "Spectral radius over N", panels)


def errors(study, file):
    curves = [Curve(NAMES[v], [(N, study.errors[v, N]) for N in ACCURACY], i, dots=True) for i, v in enumerate(VARIANTS)]
    limits = [Curve(NAMES[v], [(mass, study.largest(mass, v)) for mass in MASSES], i, dots=True)
              for i, v in enumerate(VARIANTS)]
    write_line_plot(file, "Errors and largest stable N", [
        Panel("error of q_s in 2 s", "fast steps N in a slow one", "m, of 0.1", (0.9, 110), (1e-4, 1), curves, "xy",
              legend="top left"),
        Panel("largest N up to which all are stable", "slow mass m_s in kg", f"searched to {LIMIT}", (0.08, 125),
              (1, 600), limits, "xy", legend="bottom right")])


def runs(study, file):
    panels = []
    for N in sorted({N for _, N in study.samples}):
        curves = []
        for i, v in enumerate(VARIANTS):
            samples, points = study.samples[v, N], []
            for t, q in zip(samples["time"], samples["q_f"]):
                points.append((t, q))
                if abs(q) > 1:
                    break  # gone
            curves.append(Curve(NAMES[v], points, i, dashed=v == "rim-plus"))
        panels.append(Panel(f"N = {N}", "time in s", "q_f in m", (0, 0.5), (-0.2, 0.2), curves, legend="bottom right"))
    write_line_plot(file, "The fast mass over time", panels, 3, (410, 370))


FIGURES = (
    ("radii", "Spectral radius of a slow step over N", radii,
     "Below 1 the run is stable. With the velocity held it is left early; the interface model as published has unstable "
     "windows; positions that agree with what the fast side saw close them for light slow masses, not for heavy ones."),
    ("errors", "Errors, and how far N can be raised", errors,
     "Errors against the monolithic solution; a curve ends where the run diverges."),
    ("runs", "The fast mass over time", runs, "Three numbers of fast steps in a slow one."),
)
