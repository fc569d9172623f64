# SPDX-License-Identifier: MIT
# Oldham from Python, step by step. Editors that know `# %%` show the cells one by one; run as a whole, from the root
# folder of the project, it leaves its plots in results/tutorial.

# %% [markdown]
# A first run. Results are NumPy arrays over `run.time`, by the names that the program uses.

# %%
import math
import pathlib

import numpy as np
import oldham

try:
    import matplotlib.pyplot as plt
except ImportError:
    plt = None  # numbers only

pictures = pathlib.Path("results/tutorial")


def picture(name, draw, **labels):
    """Draws with matplotlib, where there is one."""
    if plt is None:
        return
    figure, axes = plt.subplots(layout="constrained")
    draw(axes)
    axes.set(**labels)
    if axes.get_legend_handles_labels()[0]:
        axes.legend()
    pictures.mkdir(parents=True, exist_ok=True)
    figure.savefig(pictures / f"{name}.png")
    plt.close(figure)


file = "examples/two-mass/system.toml"
run = oldham.run(file, compare=True)
print(run.status, "after", run.macro_steps, "macro steps; x1 =", run["x1"][-1], run.units["x1"])
print("largest error against the monolithic solution:", run.errors["x1"]["max"])


def both(axes):
    for name in ("x1", "x2"):
        axes.plot(run.time, run[name], label=name)


picture("run", both, xlabel="time (s)", ylabel="position (m)")

# %% [markdown]
# Is the scheme stable at this step, and up to which one? The verdict comes from the very step that is simulated.

# %%
verdict = oldham.stability(file, largest_step=(1e-3, 1.0, 60))
print("stable" if verdict.stable else "unstable", "at", verdict.step, "s: spectral radius", verdict.spectral_radius)
print("largest stable step:", verdict.largest_stable_step, "s")

circle = np.exp(1j * np.linspace(0, 2 * np.pi, 200))


def spectrum(axes):
    axes.plot(circle.real, circle.imag, color="0.7")
    axes.plot(verdict.eigenvalues.real, verdict.eigenvalues.imag, "x")
    axes.set_aspect("equal")


picture("eigenvalues", spectrum, xlabel="real part", ylabel="imaginary part")

# %% [markdown]
# A chart over two keys of the file: any number of it can be an axis.

# %%
chart = oldham.map(file, ("parameters.m2", 0.1, 10.0, 61), ("scheme.step", 0.002, 0.1, 41), log_x=True)
print(np.count_nonzero(chart.stable), "of", chart.stable.size, "cells are stable")


def regions(axes):
    axes.contourf(chart.x, chart.y, chart.spectral_radius, levels=[0, 1 + chart.margin, np.inf], colors=["w", "0.8"])
    axes.set_xscale("log")


picture("map", regions, xlabel="m2 (kg)", ylabel="macro step (s)")

# %% [markdown]
# Convergence: a scheme of order k has errors of order k + 1, when its first steps know the past.

# %%
steps = [0.02, 0.01, 0.005, 0.0025]
studies = {order: oldham.converge(file, steps, set={"scheme.order": order, "scheme.startup": "exact"})
           for order in (0, 1, 2)}
for order, study in studies.items():
    print("scheme of order", order, "shows", np.round(study.orders["position"], 2))


def slopes(axes):
    for order, study in studies.items():
        axes.loglog(study.steps, study.errors["position"], "o-", label=f"order {order}")


picture("convergence", slopes, xlabel="macro step (s)", ylabel="error of positions (NRMSE)")

# %% [markdown]
# A subsystem of one's own: a pendulum that hangs from a trolley, which is a built-in oscillator. The pendulum is told how
# its pivot accelerates, and answers with the force on it. Its equations are all that is needed; the engine integrates
# them, rolls them back, judges them.


# %%
class Pendulum(oldham.Equations):
    inputs = {"acceleration": "m/s^2"}
    outputs = {"angle": "rad", "rate": "rad/s", "force": "N"}

    def __init__(self, mass=0.2, length=0.5, angle=0.8):
        self.mass, self.length = mass, length
        self.initial_state = [angle, 0.0]

    def derivative(self, t, x, u):
        angle, rate = x
        return [rate, -(9.81 * math.sin(angle) + u[0] * math.cos(angle)) / self.length]

    def output(self, t, x, u):
        angle, rate = x
        turning = self.derivative(t, x, u)[1]
        along = self.mass * self.length * (rate**2 * math.sin(angle) - turning * math.cos(angle)) - self.mass * u[0]
        return [angle, rate, along]


trolley = oldham.System({"title": "A pendulum on a trolley", "simulation": {"end": 5.0},
                         "scheme": {"step": 0.005, "order": 1, "correction": "semi-implicit"}})
trolley.add_subsystem("trolley", "oscillator", {"mass": 1.0, "stiffness": 20.0, "acceleration": True})
trolley.add_subsystem("pendulum", Pendulum, {"length": 0.5}, micro_step=0.001)
trolley.connect("trolley.acceleration", "pendulum.acceleration")
trolley.connect("pendulum.force", "trolley.force")
swing = oldham.run(trolley, compare=True)
print("pendulum:", swing.status, "- error of the angle at most", swing.errors["pendulum.angle"]["max"], "rad")
picture("pendulum", lambda axes: axes.plot(swing.time, swing["pendulum.angle"]), xlabel="time (s)",
        ylabel="angle (rad)")

# %% [markdown]
# A coupling law of one's own: a mass that bounces on another one, by the law of Hertz.


# %%
@oldham.law("hertz")
def hertz(x_ball, v_ball, x_plate, v_plate, stiffness=1e5, damping=0.02):
    depth = max(0.0, x_plate - x_ball)
    return stiffness * depth**1.5 * max(0.0, 1 + damping * (v_plate - v_ball))


bounce = oldham.System({"simulation": {"end": 2.0}, "scheme": {"step": 1e-4, "order": 1}})
bounce.add_subsystem("ball", "oscillator", {"mass": 0.1, "stiffness": 2.0, "position": 0.1})
bounce.add_subsystem("plate", "oscillator", {"mass": 2.0, "stiffness": 4e3, "damping": 4.0})
bounce.add_interface(hertz, name="contact", reads=["ball.position", "ball.velocity", "plate.position", "plate.velocity"],
                     acts_on=["ball.force", "-plate.force"], parameters={"stiffness": 2e5})
hits = oldham.run(bounce)
print("largest force of contact:", hits["contact"].max(), hits.units["contact"])
picture("contact", lambda axes: axes.plot(hits.time, hits["ball.position"]), xlabel="time (s)", ylabel="position (m)")

# %% [markdown]
# Many runs at once: parameters of one's own parts can be swept like any other.

# %%
study = oldham.sweep(trolley, {"subsystem.pendulum.parameters.length": [0.3, 0.5, 0.7], "scheme.order": [0, 1]})
for row in study:
    print(row["settings"], row["status"], round(row["outputs"]["pendulum.angle"], 6))
