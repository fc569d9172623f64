# SPDX-License-Identifier: MIT
"""Subsystems and coupling laws of one's own."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, TypeVar, Union

import numpy as np
import numpy.typing as npt

from oldham import _oldham
from oldham.errors import WrongInput

Array = npt.NDArray[np.float64]
Numbers = Union[float, Sequence[float], npt.NDArray[Any]]
Ports = Union[Mapping[str, str], Sequence[str]]


class _Part:
    """What subsystems have in common: their ports.

    `inputs` and `outputs` map names to units ({"force": "N"}), or list names where there are no units. They belong to
    the class, or are set by `__init__`, whose keyword arguments are the `parameters` of the system file.
    """

    inputs: Ports = {}
    outputs: Ports = {}
    linear: ClassVar[bool] = False


class Subsystem(_Part):
    """A subsystem that steps itself.

    Derive from it and define `advance` and `output`. A step can be undone, which corrected schemes need, when there are
    also `save()`, which returns a copy of all that a step changes, and `restore(saved)`. Where a vector of numbers is all
    that is remembered, `read_state()` and `write_state(x)` are enough, and stability can be judged too.

        class Integrator(oldham.Subsystem):
            inputs, outputs = {"rate": "1/s"}, {"sum": "1"}

            def initialize(self, t):
                self.sum = 0.0

            def advance(self, t, h, u):
                self.sum += h * u(t + h / 2)[0]

            def output(self, t):
                return self.sum

            def read_state(self):
                return [self.sum]

            def write_state(self, x):
                self.sum = x[0]

    `linear = True` in the class promises that a step depends on state and inputs linearly.
    """

    def initialize(self, t: float) -> None:
        """Back to the initial state, at time t."""

    def advance(self, t: float, h: float, u: Callable[[float], Array]) -> None:
        """From t to t + h. u(time) has the inputs at any time of the step, in the order of the ports; later it is void.

        Raise oldham.Failure when the step cannot be made: the run then ends there, with its results.
        """
        raise NotImplementedError(f"{type(self).__name__} needs advance(t, h, u)")

    def output(self, t: float) -> Numbers:
        """The outputs now, in the order of the ports. Define output(t, u) where they depend on the inputs directly."""
        raise NotImplementedError(f"{type(self).__name__} needs output(t)")


class Equations(_Part):
    """A subsystem given by equations x' = f(t, x, u), y = h(t, x, u), solved by an integrator of the engine.

    Derive from it and define `initial_state`, `derivative` and `output`. It can do all that built-in subsystems can:
    roll back, be judged, be compared with the monolithic solution. The system file chooses `integrator` (rk4 unless it
    says otherwise) and `micro_step`.

        class Pendulum(oldham.Equations):
            inputs, outputs = {"torque": "N.m"}, {"angle": "rad", "rate": "rad/s"}

            def __init__(self, length=1.0, mass=1.0, angle=0.1):
                self.length, self.mass = length, mass
                self.initial_state = [angle, 0.0]

            def derivative(self, t, x, u):
                inertia = self.mass * self.length**2
                return [x[1], u[0] / inertia - 9.81 / self.length * math.sin(x[0])]

            def output(self, t, x):
                return x

    `jacobian(t, x, u)`, the matrix of partial derivatives of f by x, is optional.
    """

    initial_state: Numbers = ()

    def derivative(self, t: float, x: Array, u: Array) -> Numbers:
        """x'."""
        raise NotImplementedError(f"{type(self).__name__} needs derivative(t, x, u)")

    def output(self, t: float, x: Array) -> Numbers:
        """The outputs, in the order of the ports. Define output(t, x, u) where they depend on the inputs directly."""
        raise NotImplementedError(f"{type(self).__name__} needs output(t, x)")


_models: dict[str, type[_Part]] = {}
_laws: dict[str, Callable[..., Any]] = {}

PartClass = TypeVar("PartClass", bound=type[_Part])
LawFunction = TypeVar("LawFunction", bound=Callable[..., Any])


def model(name: str) -> Callable[[PartClass], PartClass]:
    """Lets system files name a class: `model = "pendulum"`.

    @oldham.model("pendulum")
    class Pendulum(oldham.Equations): ...
    """

    def add(part: PartClass) -> PartClass:
        if not (inspect.isclass(part) and issubclass(part, (Subsystem, Equations))):
            raise WrongInput(f"{part!r}: is no class of subsystems; derive it from oldham.Subsystem or oldham.Equations")
        _oldham.add_model(name, lambda subsystem, parameters: _make_part(part, subsystem, parameters),
                          issubclass(part, Equations))
        _models[name] = part
        return part

    return add


def law(name: str, *, jacobian: Callable[..., Any] | None = None,
        linear: bool = False) -> Callable[[LawFunction], LawFunction]:
    """Lets system files name a coupling law: `law = "hertz"`.

    The function takes the outputs that the interface `reads`, one by one, then its `parameters` by name. It returns the
    coupling variable, or as many as `acts_on` has lists. `jacobian` takes the same and returns the derivatives by the
    outputs, row by row; without it they are found by differences. `linear` promises that the law is linear.

        @oldham.law("hertz")
        def hertz(x_ball, x_plate, stiffness=1e6):
            return -stiffness * max(0.0, x_ball - x_plate) ** 1.5
    """

    def add(function: LawFunction) -> LawFunction:
        def make(parameters: dict[str, Any]) -> dict[str, Any]:
            _check_names(function, parameters, f"the law '{name}'", positional=True)
            return {"function": _with(function, parameters),
                    "jacobian": None if jacobian is None else _with(jacobian, parameters), "linear": linear}

        _oldham.add_law(name, make)
        _laws[name] = function
        return function

    return add


def name_of_model(part: type[_Part]) -> str:
    """The name that files know a class by; one that has none gets it here."""
    return _name_of(part, _models, model)


def name_of_law(function: Callable[..., Any]) -> str:
    """The same for a law."""
    return _name_of(function, _laws, law)


def used_by(tree: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The classes and laws of one's own that a system names."""
    models = {entry.get("model") for entry in tree.get("subsystem", [])}
    laws = {entry.get("law") for entry in tree.get("interface", [])}
    return ({name: part for name, part in _models.items() if name in models},
            {name: function for name, function in _laws.items() if name in laws})


def know_again(models: Mapping[str, Any], laws: Mapping[str, Any]) -> None:
    """The way back, in another process: what the import of their modules has not made known already."""
    _know_each(models, _models, model)
    _know_each(laws, _laws, law)


def _know_each(given: Mapping[str, Any], known: Mapping[str, Any], add: Callable[[str], Callable[[Any], Any]]) -> None:
    for name, part in given.items():
        if name not in known:
            add(name)(part)
        elif known[name] is not part:
            raise WrongInput(f"'{name}' is another part here; give one of them another name")


def _name_of(part: Any, known: Mapping[str, Any], add: Callable[[str], Callable[[Any], Any]]) -> str:
    for name, other in known.items():
        if other is part:
            return name
    wanted = getattr(part, "__qualname__", type(part).__name__).replace("<locals>.", "").replace("<lambda>", "law")
    name, copy = wanted, 2
    while name in known:  # another of the same name: both go on working
        name, copy = f"{wanted}-{copy}", copy + 1
    add(name)(part)
    return name


def _with(function: Callable[..., Any], parameters: dict[str, Any]) -> Callable[..., Any]:
    return (lambda *outputs: function(*outputs, **parameters)) if parameters else function


def _make_part(part: type[_Part], subsystem: str, parameters: dict[str, Any]) -> dict[str, Any]:
    _check_names(part, parameters, f"subsystem '{subsystem}'", positional=False)
    made = part(**parameters)
    state = 1 if isinstance(made, Equations) else 0
    takes_inputs = len(inspect.signature(made.output).parameters) > 1 + state  # type: ignore[attr-defined]
    return {"object": made, "inputs": _ports(made.inputs, f"subsystem '{subsystem}': inputs"),
            "outputs": _ports(made.outputs, f"subsystem '{subsystem}': outputs"),
            "feedthrough": takes_inputs, "linear": bool(made.linear)}


def _ports(ports: Ports, where: str) -> list[tuple[str, str]]:
    is_list = isinstance(ports, Iterable) and not isinstance(ports, (str, bytes))
    pairs = list(ports.items()) if isinstance(ports, Mapping) else [(name, "1") for name in ports] if is_list else None
    if pairs is None or not all(isinstance(word, str) for pair in pairs for word in pair):
        raise WrongInput(f'{where}: {ports!r} does not name ports; write for example {{"force": "N"}}, or ["force"]')
    return pairs


def _check_names(function: Callable[..., Any], parameters: Iterable[str], where: str, positional: bool) -> None:
    """Refuses parameters that a function does not take, with the near misses."""
    signature = inspect.signature(function).parameters.values()
    if any(p.kind is inspect.Parameter.VAR_KEYWORD for p in signature):
        return
    # a law takes outputs without a default, then parameters
    taken = [p.name for p in signature if not positional or p.default is not inspect.Parameter.empty
             or p.kind is inspect.Parameter.KEYWORD_ONLY]
    for name in parameters:
        if name not in taken:
            remedy = _oldham.suggest(name, taken) if taken else "it has none"
            raise WrongInput(f"{where}: there is no parameter '{name}'; {remedy}")
