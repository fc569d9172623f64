# SPDX-License-Identifier: MIT
"""What the study computes: runs of the cranes on a grid of macro steps, runs that are drawn, linearised verdicts."""

from dataclasses import dataclass

CRANES = ("single", "double")
FORMULATIONS = ("ali1", "ali3p")
COUPLINGS = ("velocity-force", "velocity-pressure")
SHORT = {"velocity-force": "VF", "velocity-pressure": "VP", "ali1": "ALI1", "ali3p": "ALI3-P"}
EXTRAPOLATIONS = ("0", "1", "2", "model")
INTEGRATORS = ("euler", "rk4", "trapezoidal")

END, HELD_END = 300000, 400000  # 30 and 40 s; times are counted in 0.1 ms
HELD_TABLE = "[[0,0],[1.0,0],[1.1,8],[13.4,8],[13.5,0],[14.4,0],[14.5,-8],[27.6,-8],[27.7,0],[40,0]]"  # s, opening
GRID = (*range(4, 61, 2), *range(65, 81, 5), *range(90, 121, 10))  # 0.4 to 12 ms
LARGE = 65  # from here on the steps are far beyond the first that fail
BEYOND = 2  # steps of the grid that are computed after the first that fails, so that the curves show it

# what counts as achieved, for this step and all smaller ones
POSITION_LIMIT = 2e-3  # m, largest error
VELOCITY_LIMIT = 5e-3  # m/s, root of the mean square
TAKE_OFF = 5  # times the residual that grows in proportion to the step from the smallest one


def _overrides(settings):
    return [word for setting in settings for word in ("--set", setting)]


@dataclass(frozen=True)
class Configuration:
    crane: str
    formulation: str
    coupling: str
    extrapolation: str  # order, or model
    integrator: str = "trapezoidal"
    input_order: int = 0  # of what the mechanism is told
    viscous: float | None = None  # N s/m, other than that of the paper
    hold: bool = False  # the valve stays closed once the cylinder is in the lower end damper, until 40 s

    def last_step(self, step):
        """End of the last full step, in 0.1 ms."""
        return (HELD_END if self.hold else END) // step * step

    def circuits(self):
        return ("circuit1",) if self.crane == "single" else ("circuit1", "circuit2")

    def file(self):
        return f"examples/crane/{self.crane}.toml"

    def settings(self, micro_step="1e-4"):
        interface = ["scheme.interface=model"] if self.extrapolation == "model" else [
            "scheme.interface=polynomial", f"scheme.order={self.extrapolation}"]
        return [f"subsystem.mechanism.formulation={self.formulation}", f"scheme.coupling={self.coupling}", *interface,
                f"scheme.mechanical_input_order={self.input_order}",
                *(f"subsystem.{c}.integrator={self.integrator}" for c in self.circuits()),
                *(f"subsystem.{c}.micro_step={micro_step}" for c in self.circuits()),
                *(f"parameters.circ.{i}.c={self.viscous:g}" for i, _ in enumerate(self.circuits()) if self.viscous),
                *([f"parameters.circ.0.U={HELD_TABLE}"] if self.hold else [])]

    def name(self):
        extrapolation = "IM" if self.extrapolation == "model" else f"m = {self.extrapolation}"
        words = [self.crane, SHORT[self.formulation], SHORT[self.coupling], extrapolation, self.integrator]
        if self.input_order:
            words.append(f"input order {self.input_order}")
        if self.viscous:
            words.append(f"c = {self.viscous:g}")
        if self.hold:
            words.append("held")
        return " ".join(words)


@dataclass(frozen=True)
class Point:
    """One run at one macro step, held against the monolithic solution."""

    configuration: Configuration
    step: int  # in 0.1 ms
    micro_step: str = "1e-4"

    def arguments(self):
        end = self.configuration.last_step(self.step)
        return ["run", self.configuration.file(), "--compare", "monolithic"] + _overrides(
            self.configuration.settings(self.micro_step)
            + [f"scheme.step={self.step}e-4", f"simulation.end={end}e-4", "simulation.output_interval=1"])

    def key(self):
        return " ".join(self.arguments())

    def name(self):
        return f"{self.configuration.name()}, H = {self.step / 10:g} ms, h = {float(self.micro_step) * 1e3:g} ms"

    def digest(self, answer):
        errors, actuators = answer.get("errors", {}), range(1, len(self.configuration.circuits()) + 1)
        position = [errors.get(f"s_act{i}", {}).get("max") for i in actuators]
        velocity = [errors.get(f"sdot_act{i}", {}).get("rms") for i in actuators]
        complete = None not in position + velocity
        balance = answer.get("mechanical_energy_balance", {}).get("mechanism", {})
        return {
            "status": answer["status"], "time": answer["time"],
            "position": max(position) if complete else None,
            "velocity": (sum(v * v for v in velocity) / len(velocity)) ** 0.5 if complete else None,
            "signed": answer["energy_residual"]["total"]["signed"],
            "absolute": answer["energy_residual"]["total"]["absolute"],
            "balance": balance.get("final"), "largest_balance": balance.get("largest"),
            "alarm": answer["energy_residual"].get("alarm"),
        }


def passes(point):
    return (point["status"] == "completed" and point["position"] is not None and point["position"] <= POSITION_LIMIT
            and point["velocity"] <= VELOCITY_LIMIT)


@dataclass(frozen=True)
class Trajectory:
    """One run whose samples are drawn; without a configuration, the monolithic solution."""

    folder: str
    crane: str
    configuration: Configuration | None = None
    step: int = 10
    micro_step: str = "1e-4"
    interval: float = 1e-3  # s, between samples: communication points

    def arguments(self):
        file = f"examples/crane/{self.crane}.toml"
        if self.configuration is None:
            return ["monolithic", file] + _overrides([f"simulation.output_interval={self.interval:g}"])
        end = self.configuration.last_step(self.step)
        return ["run", file] + _overrides(
            self.configuration.settings(self.micro_step)
            + [f"scheme.step={self.step}e-4", f"simulation.end={end}e-4", f"simulation.output_interval={self.interval:g}"])

    def key(self):
        return f"{self.folder}: " + " ".join(self.arguments())

    def name(self):
        return f"run {self.folder}"

    @staticmethod
    def digest(answer):
        return {key: answer.get(key) for key in ("status", "reason", "time")}


@dataclass(frozen=True)
class Limit:
    """Largest step at which the step linearised at a time of a fine run grows no more than the crane itself."""

    configuration: Configuration
    time: float

    def arguments(self):
        return ["stability", self.configuration.file(), "--at", f"{self.time:g}", "--largest-step", "4e-4:8e-3:30"] + _overrides(
            self.configuration.settings() + [f"scheme.step={GRID[0]}e-4"])

    def key(self):
        return " ".join(self.arguments())

    def name(self):
        return f"limit at {self.time:g} s, {self.configuration.name()}"

    @staticmethod
    def digest(answer):
        return {"step": answer["largest_stable_step"], "growth": answer.get("system_growth_rate")}


@dataclass(frozen=True)
class Verdict:
    """Spectral radius of the step linearised at a time of a run that makes the same steps."""

    configuration: Configuration
    step: int
    time: float

    def arguments(self):
        # at a communication point: a shortened last step would leave past samples at uneven distances
        at = round(self.time * 1e4 / self.step) * self.step
        return ["stability", self.configuration.file(), "--at", f"{at}e-4"] + _overrides(
            self.configuration.settings() + [f"scheme.step={self.step}e-4"])

    def key(self):
        return " ".join(self.arguments())

    def name(self):
        return f"verdict at {self.time:g} s, {self.configuration.name()}, H = {self.step / 10:g} ms"

    @staticmethod
    def digest(answer):
        return {"radius": answer.get("spectral_radius"), "reason": answer.get("reason")}


# at rest; rising; in the upper end damper, the valve open and closed; sinking; the second cylinder before its damper, and in it
# with its valve closed; nearly down; in the lower end damper, the valve closed
TIMES = (0.5, 5.0, 13.0, 14.0, 20.0, 22.6, 24.2, 26.0, 28.2)

REFERENCES = {crane: Trajectory(f"{crane}-monolithic", crane) for crane in CRANES}
HALF_VISCOUS = 5e4

# polynomials that the paper compares with the interface model
ORDER_SHOWN = {"single": "2", "double": "1"}
MICRO_STEPS = ("1e-4", "5e-4", "1e-3")
MICRO_MACRO = {"single": (10, 20, 30, 40), "double": (10, 20, 30)}

MICRO_SHOWN = {"single": (10, 40), "double": (10, 30)}  # Figures 13 and 17

ENERGY_STEPS = {"ali1": (4, 10, 20), "ali3p": (4, 10)}


def energy_run(formulation, step):
    return Trajectory(f"energy-{formulation}-{step}", "single", Configuration("single", formulation, COUPLINGS[0], "2"), step,
                      interval=step * 1e-4)


def comparison_run(extrapolation):
    """Where both still pass, the interface model barely."""
    return Trajectory(f"extrapolation-{extrapolation}", "single", Configuration("single", "ali1", COUPLINGS[0], extrapolation),
                      30, interval=3e-3)


def micro_configuration(crane):
    return Configuration(crane, "ali1", COUPLINGS[0], ORDER_SHOWN[crane] if crane == "single" else "model")


def micro_point(crane, step, micro_step):
    return Point(micro_configuration(crane), step, micro_step)


def micro_run(crane, step, micro_step):
    return Trajectory(f"micro-{crane}-{step}-{micro_step}", crane, micro_configuration(crane), step, micro_step,
                      round(200 / step) * step * 1e-4)


# held in the lower end damper, the valve closed: steps that pass, but grow there
HELD = ((Configuration("single", "ali1", COUPLINGS[0], "model"), 30), (Configuration("single", "ali1", COUPLINGS[1], "2"), 30),
        (Configuration("single", "ali1", COUPLINGS[0], "1"), 22))


def held_run(configuration, step):
    name = configuration.name().replace(" ", "-").replace("=-", "")
    return Trajectory(f"held-{name}-{step}", "single", configuration, step, interval=step * 1e-4)


def held_verdict(configuration, step):
    return Verdict(configuration, step, TIMES[-1])


def tabulated():
    """The configurations of the tables."""
    plain = [Configuration(crane, f, k, e, i) for crane in CRANES for f in FORMULATIONS for k in COUPLINGS
             for e in EXTRAPOLATIONS for i in INTEGRATORS]
    told_more = [Configuration(crane, "ali3p", k, e, input_order=n) for crane in CRANES for n in (1, 2) for k in COUPLINGS
                 for e in EXTRAPOLATIONS]
    return plain + told_more


def half_damped():
    return [Configuration(crane, f, k, e, viscous=HALF_VISCOUS) for crane in CRANES for f in FORMULATIONS for k in COUPLINGS
            for e in EXTRAPOLATIONS[1:]]


def large_points():
    """The interface model far beyond the first step that fails."""
    return [Point(Configuration("single", f, k, "model"), step) for f in FORMULATIONS for k in COUPLINGS
            for step in GRID if step >= LARGE]


def large_verdicts():
    return [Verdict(Configuration("single", "ali1", COUPLINGS[0], "model"), 100, time) for time in (TIMES[0], TIMES[-1])]


def held_longer():
    return [Configuration("single", f, k, e, hold=True) for f in FORMULATIONS for k in COUPLINGS for e in EXTRAPOLATIONS]


def linearised():
    return [Configuration(crane, f, k, e) for crane in CRANES for f in FORMULATIONS for k in COUPLINGS for e in EXTRAPOLATIONS]


def trajectories():
    return [*REFERENCES.values(), *(comparison_run(e) for e in ("2", "model")),
            *(energy_run(f, step) for f, steps in ENERGY_STEPS.items() for step in steps),
            *(held_run(*held) for held in HELD),
            *(micro_run(crane, step, h) for crane, steps in MICRO_SHOWN.items() for step in steps for h in MICRO_STEPS)]


def micro_points():
    return [micro_point(crane, step, h) for crane, steps in MICRO_MACRO.items() for step in steps for h in MICRO_STEPS]


@dataclass(frozen=True)
class Figure:
    key: str
    title: str
    text: str


FIGURES = (
    Figure("8", "Length of the actuator, one cylinder", "The monolithic solution. Coloured: the cylinder is in an end damper."),
    Figure("9", "Residual energy over the macro step, one cylinder",
           "Sum of the absolute energy residuals over 30 s, ALI1 with m = 2 and Euler at H = 1 ms set to one in each column. "
           "Filled points pass the criterion, crosses do not; a curve ends where a run does."),
    Figure("10", "Mechanical energy that is not accounted for, one cylinder",
           "Kinetic and potential energy minus the work of the cylinder, velocity-force, m = 2. The work is summed by the "
           "force at the beginning of each step, or by the mean of both ends of the step."),
    Figure("11", "Quadratic polynomial and interface model, one cylinder",
           "ALI1, velocity-force, trapezoidal, H = 3 ms: differences from the monolithic solution."),
    Figure("12", "Residual energy and the hydraulic integrator, one cylinder", "ALI1; normalised as in Figure 9."),
    Figure("13", "Micro steps, one cylinder", "ALI1, velocity-force, m = 2, trapezoidal: error of the length at H = 1 and 4 ms."),
    Figure("14", "Lengths of the actuators, two cylinders", "The monolithic solution."),
    Figure("15", "Residual energy over the macro step, two cylinders",
           "As Figure 9; the polynomial is linear, as in the paper, and ALI1 with m = 1 and Euler at H = 1 ms is one."),
    Figure("16", "Residual energy and the hydraulic integrator, two cylinders", "ALI1; normalised as in Figure 15."),
    Figure("17", "Micro steps, two cylinders",
           "ALI1, velocity-force, interface model, trapezoidal: largest error of the lengths at H = 1 and 3 ms."),
    Figure("steps", "Largest achieved macro step", "Trapezoidal hydraulics."),
    Figure("linearised", "Largest step by the linearised verdict and by running",
           "Trapezoidal. Points: where the radius of the step, linearised at times of a fine run, passes 1, or what the crane "
           "itself grows by. Dashed: achieved by running."),
    Figure("held", "Held in the lower end damper",
           "Absolute velocity of the cylinder while the valve is closed, ALI1, steps that pass the criterion. Dashed: the growth "
           "that the verdict linearised at 28.2 s foretells."),
)
