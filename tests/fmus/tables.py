# SPDX-License-Identifier: MIT
"""The variables of the test FMUs: what their descriptions and their C code are both written from."""

from dataclasses import dataclass, field

EARLY_TYPES = {"Float64": "Real", "Int32": "Integer", "Boolean": "Boolean", "String": "String",
               "Enumeration": "Enumeration"}
ROOM = 8  # elements that an array has place for


@dataclass
class Variable:
    name: str
    causality: str
    start: object = None          # none: it is calculated
    type: str = "Float64"
    variability: str = ""         # empty: continuous for floats, else discrete; fixed for parameters
    unit: str = ""
    derivative_of: str = ""
    depends: tuple = ()           # outputs and derivatives: on what they depend
    size: str = ""                # of an array: the structural parameter that says it
    negates: str = ""             # FMI 1.0: another name of that variable, with the other sign
    items: tuple = ()             # of an enumeration, from 1
    reference: int = 0

    def __post_init__(self):
        is_float = self.type.startswith("Float")
        if not self.variability:
            self.variability = ("fixed" if "arameter" in self.causality else "continuous" if is_float else "discrete")

    @property
    def identifier(self):
        return self.name.replace("(", "_").replace(")", "")


@dataclass
class Model:
    description: str
    variables: list
    indicators: tuple = ()
    capabilities: dict = field(default_factory=dict)  # of co-simulation, beyond those that all of them have
    derivatives: bool = False                         # directional ones
    saves: bool = True                                # gets and sets its state
    stop: float = 1.0


def oscillator():
    on_state = ("position", "velocity", "force")
    return [
        Variable("force", "input", 0.0, unit="N"),
        Variable("mass", "parameter", 1.0, unit="kg"),
        Variable("stiffness", "parameter", 100.0, unit="N/m"),
        Variable("damping", "parameter", 0.0, unit="N.s/m", variability="tunable"),
        Variable("initial_position", "parameter", 1.0, unit="m"),
        Variable("initial_velocity", "parameter", 0.0, unit="m/s"),
        Variable("position", "output", unit="m", depends=("position",)),
        Variable("velocity", "output", unit="m/s", depends=("velocity",)),
        Variable("der(position)", "local", unit="m/s", derivative_of="position", depends=("velocity",)),
        Variable("acceleration", "output", unit="m/s2", derivative_of="velocity", depends=on_state),
    ]


DEEDS = ("none", "crash", "abort", "hang", "exit", "not_a_number", "infinity", "half_rollback", "refuse_state",
         "refuse_output", "wrong_derivative", "discard_long", "discard_all", "fail", "print", "forget_parameters",
         "shared_counter", "odd_status", "hold_to_word", "need_promise", "late_outputs", "foreign_log",
         "refuse_zero", "discard_marks", "insist_on_marks", "break_under_load", "exit_well", "quick_exit")


def naughty():
    return oscillator() + [Variable("when", "parameter", 0.5, unit="s"),
                           Variable("deed", "parameter", 1, type="Enumeration", items=DEEDS)]


def feedthrough():
    starts = {"Float64": 0.0, "Float32": 0.0, "Int8": 0, "UInt8": 0, "Int16": 0, "UInt16": 0, "Int32": 0, "UInt32": 0,
              "Int64": 0, "UInt64": 0, "Boolean": False, "String": "hi", "Binary": "hi", "Enumeration": 1}
    variables = []

    def add(name, start, **more):
        items = ("first", "second") if more["type"] == "Enumeration" else ()
        variables.append(Variable(f"{name}_in", "input", start, items=items, **more))
        variables.append(Variable(f"{name}_out", "output", items=items, depends=(f"{name}_in",), **more))

    for kind, start in starts.items():
        add(kind.lower(), start, type=kind)
    add("sampled", 0.0, type="Float64", variability="discrete")
    variables.append(Variable("factor", "parameter", 1.0, variability="tunable"))
    variables.append(Variable("single", "parameter", 0.5, type="Float32"))
    variables.append(Variable("greeting", "parameter", "hello", type="String"))
    variables.append(Variable("float64_minus", "output", negates="float64_out", depends=("float64_in",)))
    variables.append(Variable("array_size", "structuralParameter", 3, type="UInt64"))
    add("array", 0.0, type="Float64", size="array_size")
    return variables


MODELS = {
    "Oscillator": Model("A mass on a spring, under a force", oscillator(), derivatives=True,
                        capabilities={2: {"canInterpolateInputs": True}, 3: {"providesIntermediateUpdate": True},
                                      1: {"canInterpolateInputs": True}}),
    "Forgetful": Model("An oscillator whose state cannot be saved", oscillator(), saves=False),
    "Gridded": Model("An oscillator that makes inner steps of 0.01 s", oscillator()),
    "Strict": Model("An oscillator all of whose steps are equal", oscillator(),
                    capabilities={2: {"canHandleVariableCommunicationStepSize": False}}),
    "Naughty": Model("An oscillator that misbehaves from a time on", naughty(), derivatives=True),
    "Impatient": Model("The same, and it takes derivatives of its input", naughty(), derivatives=True,
                       capabilities={2: {"canInterpolateInputs": True}}),
    "Solitary": Model("The same, once per process", naughty(), derivatives=True,
                      capabilities={2: {"canBeInstantiatedOnlyOncePerProcess": True}}),
    "Stubborn": Model("The same, and its state cannot be saved", naughty(), saves=False),
    "Choosy": Model("An oscillator that discards long steps", oscillator(), saves=False,
                    capabilities={1: {"canRejectSteps": True}}),
    "BouncingBall": Model("A ball that falls on the floor, until it rests there", [
        Variable("height", "output", 1.0, unit="m", depends=("height",)),
        Variable("velocity", "output", 0.0, unit="m/s", depends=("velocity",)),
        Variable("der(height)", "local", unit="m/s", derivative_of="height", depends=("velocity",)),
        Variable("der(velocity)", "local", unit="m/s2", derivative_of="velocity", depends=()),
        Variable("gravity", "parameter", 9.81, unit="m/s2"),
        Variable("restitution", "parameter", 0.7),
        Variable("bounces", "output", type="Int32"),
        Variable("is_resting", "local", type="Boolean"),
    ], indicators=("height",), capabilities={3: {"hasEventMode": True}}, stop=3.0),
    "Stair": Model("Counts seconds, and ends the simulation when there are ten", [
        Variable("counter", "output", type="Int32"),
    ], capabilities={3: {"hasEventMode": True}}, stop=20.0),
    "Feedthrough": Model("Passes values of every type on", feedthrough(), capabilities={3: {"hasEventMode": True}}),
    "Moody": Model("Decays and is filled up again, where completed steps ask for it", [
        Variable("level", "input", 0.0),
        Variable("sampled", "input", 0.0, variability="discrete"),
        Variable("x", "output", 1.0, depends=("x",)),
        Variable("der(x)", "local", derivative_of="x", depends=("x",)),
        Variable("margin", "local"),
        Variable("fillings", "output", type="Int32"),
        Variable("is_high", "output", type="Boolean"),
        Variable("taken", "output", variability="discrete"),
        Variable("most_fillings", "parameter", 1000, type="Int32"),
        Variable("refuses_from", "parameter", 1e9),
        Variable("discards_from", "parameter", 1e9),
    ], indicators=("margin",)),
    "Refill": Model("Decays and is filled up again, where completed steps ask for it", [
        Variable("x", "output", 1.0),
        Variable("der(x)", "local", derivative_of="x"),
        Variable("fillings", "output", type="Int32"),
    ]),
    "Trivial": Model("An output that is its input and a constant", [
        Variable("u", "input", 0.0),
        Variable("offset", "parameter", 1.0),
        Variable("y", "output", depends=("u",)),
    ]),
    "Wide": Model("Many ports, of which one pair does something", [
        *(Variable(f"in{i}", "input", 0.0) for i in range(1, 501)),
        Variable("out1", "output", depends=("in1",)),
        *(Variable(f"out{i}", "output", 0.0) for i in range(2, 501)),
    ]),
    "Keeper": Model("Keeps what its input was as it began", [
        Variable("u", "input", 0.0),
        Variable("y", "output"),
    ]),
    "Silent": Model("The same without an output", [
        Variable("u", "input", 0.0),
        Variable("offset", "parameter", 1.0),
        Variable("y", "local"),
    ]),
}


def find_model(name, version):
    """The model with what this version of the standard can say of it, and references."""
    model = MODELS[name]
    kept = []
    reference = 1  # that of time is 0
    for variable in model.variables:
        if version < 3 and (variable.type not in EARLY_TYPES or variable.size
                            or variable.causality == "structuralParameter"):
            continue
        if version == 1 and variable.type == "Enumeration" or version != 1 and variable.negates:
            continue
        variable.reference = reference
        if variable.negates:
            variable.reference = next(v.reference for v in kept if v.name == variable.negates)
        else:
            reference += ROOM if variable.size else 1
        kept.append(variable)
    return model, kept, reference
