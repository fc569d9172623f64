# SPDX-License-Identifier: MIT
"""The plainest way to run an FMU: unpack, load, set inputs, step, get outputs. It knows nothing of Oldham.

FMUs for model exchange (FMI 1.0) are solved by the fourth-order method of Runge and Kutta in short equal steps, events at their ends.
"""

import ctypes
import pathlib
import shutil
import tempfile
import typing
import xml.etree.ElementTree as ElementTree
import zipfile

DOUBLE, UNSIGNED, INTEGER, TEXT, POINTER = ctypes.c_double, ctypes.c_uint32, ctypes.c_int32, ctypes.c_char_p, ctypes.c_void_p
OK, WARNING = 0, 1


class Failed(Exception):
    pass


def _say_nothing(*_):
    pass


class Description(typing.NamedTuple):
    version: str  # of FMI: "1" or "2"
    identifier: str
    guid: str
    tolerance: typing.Optional[float]  # of the default experiment
    variables: dict  # by name: kind, reference, causality
    starts: dict  # of inputs
    strings: dict = {}  # by name: reference
    states: int = 0  # model exchange
    indicators: int = 0
    is_exchange: bool = False


def _number(text):
    return {"true": 1.0, "false": 0.0}.get(text) if text in ("true", "false") else float(text or 0)


def read_description(file):
    """None where the FMU is neither for co-simulation by FMI 1.0 or 2.0 nor for model exchange by FMI 1.0."""
    try:
        with zipfile.ZipFile(file) as archive:
            root = ElementTree.fromstring(archive.read("modelDescription.xml"))
    except (zipfile.BadZipFile, KeyError, ElementTree.ParseError):
        return None
    version = root.get("fmiVersion", "")[:1]
    cosimulation = {"1": root, "2": root.find("CoSimulation")}.get(version)
    if cosimulation is None:
        return None
    variables, starts, strings = {}, {}, {}
    for variable in root.find("ModelVariables"):
        if variable.find("String") is not None:
            strings[variable.get("name")] = int(variable.get("valueReference"))
        for kind in ("Real", "Integer", "Boolean", "Enumeration"):
            typed = variable.find(kind)
            if typed is None:
                continue
            name = variable.get("name")
            variables[name] = (kind, int(variable.get("valueReference")), variable.get("causality"))
            if variable.get("causality") == "input":
                starts[name] = _number(typed.get("start"))
    experiment = root.find("DefaultExperiment")
    tolerance = None if experiment is None or experiment.get("tolerance") is None else float(experiment.get("tolerance"))
    return Description(version, cosimulation.get("modelIdentifier"), root.get("guid"), tolerance, variables, starts, strings,
                       int(root.get("numberOfContinuousStates", 0)), int(root.get("numberOfEventIndicators", 0)),
                       version == "1" and root.find("Implementation") is None)


def load(file):
    return ExchangeFmu(file) if read_description(file).is_exchange else Fmu(file)


class Fmu:
    """FMI 1.0 or 2.0 for co-simulation, on this machine."""

    LOGGER = ctypes.CFUNCTYPE(None, POINTER, TEXT, ctypes.c_int, TEXT, TEXT)
    ALLOCATE = ctypes.CFUNCTYPE(POINTER, ctypes.c_size_t, ctypes.c_size_t)
    FREE = ctypes.CFUNCTYPE(None, POINTER)

    def __init__(self, file):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        with zipfile.ZipFile(file) as archive:
            archive.extractall(self.folder)
        description = read_description(file)
        self.version, self.identifier, self.guid, self.tolerance, self.variables, self.starts, self.strings = description[:7]
        self.description = description
        # names of the standard
        self.prefix = "fmi2" if self.version == "2" else f"{self.identifier}_fmi"
        library = self.folder / "binaries" / "linux64" / f"{self.identifier}.so"
        others = sorted(library.parent.glob("*.so"))
        if not library.exists() and len(others) == 1:
            library = others[0]  # some are named otherwise
        if not library.exists():
            raise Failed("no library for this machine")
        self.library = ctypes.CDLL(str(library))
        libc = ctypes.CDLL(None)
        libc.calloc.restype, libc.calloc.argtypes = POINTER, [ctypes.c_size_t, ctypes.c_size_t]
        libc.free.argtypes = [POINTER]
        # the callbacks must outlive the instance
        self._callbacks = (self.LOGGER(_say_nothing), self.ALLOCATE(libc.calloc), self.FREE(lambda memory: libc.free(memory)))

    def _function(self, name, *types, result=ctypes.c_int):
        function = getattr(self.library, self.prefix + name)
        function.restype, function.argtypes = result, types
        return function

    def _call(self, name, types, *arguments):
        status = self._function(name, POINTER, *types)(self.component, *arguments)
        if status not in (OK, WARNING):
            raise Failed(f"{name} answers {status}")

    def start(self, begin, end):
        if self.version == "2":
            class Callbacks(ctypes.Structure):
                _fields_ = [("logger", self.LOGGER), ("allocate", self.ALLOCATE), ("free", self.FREE), ("finished", POINTER),
                            ("environment", POINTER)]
            self._given = Callbacks(*self._callbacks, None, None)
            self.component = self._function("Instantiate", TEXT, ctypes.c_int, TEXT, TEXT, POINTER, ctypes.c_int, ctypes.c_int, result=POINTER)(
                b"plain", 1, self.guid.encode(), (self.folder / "resources").as_uri().encode(), ctypes.addressof(self._given), 0, 0)
        else:
            class Callbacks(ctypes.Structure):
                _fields_ = [("logger", self.LOGGER), ("allocate", self.ALLOCATE), ("free", self.FREE), ("finished", POINTER)]
            function = self._function("InstantiateSlave", TEXT, TEXT, TEXT, TEXT, DOUBLE, ctypes.c_char, ctypes.c_char, Callbacks, ctypes.c_char,
                                      result=POINTER)
            self.component = function(b"plain", self.guid.encode(), self.folder.as_uri().encode(), b"application/x-fmu-sharedlibrary", 0.0, 0, 0,
                                      Callbacks(*self._callbacks, None), 0)
        if not self.component:
            raise Failed("no instance")
        self._span = begin, end

    def enter(self, stop_time=None):
        """Before the first values are set. FMUs of 20-sim end at the stop time of their default experiment unless another one is defined."""
        if self.version == "2":
            self._call("SetupExperiment", [ctypes.c_int, DOUBLE, DOUBLE, ctypes.c_int, DOUBLE], self.tolerance is not None,
                       self.tolerance or 0.0, self._span[0], stop_time is not None, stop_time or 0.0)

    def initialise(self):
        if self.version == "2":
            self._call("EnterInitializationMode", [])
            self._call("ExitInitializationMode", [])
        else:
            self._call("InitializeSlave", [DOUBLE, ctypes.c_char, DOUBLE], self._span[0], 0, 0.0)

    def begin_initialization(self):
        """FMI 2.0 only."""
        self._call("EnterInitializationMode", [])

    def end_initialization(self):
        self._call("ExitInitializationMode", [])

    def call(self, name, references, count, buffer):
        """SetReal or GetReal of several variables at once."""
        self._call(name, [POINTER, ctypes.c_size_t, POINTER], references, count, buffer)

    def set(self, name, value):
        if name in self.strings:
            self._call("SetString", [POINTER, ctypes.c_size_t, POINTER], ctypes.byref(UNSIGNED(self.strings[name])), 1,
                       ctypes.byref(TEXT(value.encode())))
            return
        kind, reference, _ = self.variables[name]
        number = {"Real": DOUBLE, "Boolean": INTEGER if self.version == "2" else ctypes.c_char}.get(kind, INTEGER)
        what = {"Enumeration": "Integer"}.get(kind, kind)
        value = float(value) if kind == "Real" else round(value)
        self._call(f"Set{what}", [POINTER, ctypes.c_size_t, POINTER], ctypes.byref(UNSIGNED(reference)), 1, ctypes.byref(number(value)))

    def get(self, name):
        kind, reference, _ = self.variables[name]
        number = {"Real": DOUBLE, "Boolean": INTEGER if self.version == "2" else ctypes.c_char}.get(kind, INTEGER)
        what = {"Enumeration": "Integer"}.get(kind, kind)
        place = number()
        self._call(f"Get{what}", [POINTER, ctypes.c_size_t, POINTER], ctypes.byref(UNSIGNED(reference)), 1, ctypes.byref(place))
        return float(ord(place.value) if isinstance(place.value, bytes) else place.value)

    def step(self, time, length):
        if self.version == "2":
            self._call("DoStep", [DOUBLE, DOUBLE, ctypes.c_int], time, length, 1)
        else:
            self._call("DoStep", [DOUBLE, DOUBLE, ctypes.c_char], time, length, 1)

    def remove(self):
        shutil.rmtree(self.folder, ignore_errors=True)


class ExchangeFmu(Fmu):
    """FMI 1.0 for model exchange."""

    PARTS = 200  # of a step

    class Event(ctypes.Structure):
        _fields_ = [("converged", ctypes.c_char), ("references", ctypes.c_char), ("values", ctypes.c_char), ("ends", ctypes.c_char),
                    ("is_timed", ctypes.c_char), ("next", DOUBLE)]

    def start(self, begin, end):
        class Callbacks(ctypes.Structure):
            _fields_ = [("logger", self.LOGGER), ("allocate", self.ALLOCATE), ("free", self.FREE)]
        function = self._function("InstantiateModel", TEXT, TEXT, Callbacks, ctypes.c_char, result=POINTER)
        self.component = function(b"plain", self.guid.encode(), Callbacks(*self._callbacks), 0)
        if not self.component:
            raise Failed("no instance")
        self._span = begin, end
        self.event = self.Event()
        self.has_ended = False

    def initialise(self):
        self._call("SetTime", [DOUBLE], self._span[0])
        self._call("Initialize", [ctypes.c_char, DOUBLE, POINTER], 0, 0.0, ctypes.byref(self.event))
        while self.event.converged == b"\0":
            self._call("EventUpdate", [ctypes.c_char, POINTER], 0, ctypes.byref(self.event))
        self.x = self._row("GetContinuousStates", self.description.states)
        self.signs = self._signs()

    def _row(self, name, size):
        row = (DOUBLE * max(size, 1))()
        if size:
            self._call(name, [POINTER, ctypes.c_size_t], row, size)
        return list(row[:size])

    def _signs(self):
        return [value > 0 for value in self._row("GetEventIndicators", self.description.indicators)]

    def _place(self, time, x):
        self._call("SetTime", [DOUBLE], time)
        if x:
            self._call("SetContinuousStates", [POINTER, ctypes.c_size_t], (DOUBLE * len(x))(*x), len(x))

    def _slope(self, time, x):
        self._place(time, x)
        return self._row("GetDerivatives", len(x))

    def _go(self, time, h):
        x = self.x
        k1 = self._slope(time, x)
        k2 = self._slope(time + h / 2, [a + h / 2 * k for a, k in zip(x, k1)])
        k3 = self._slope(time + h / 2, [a + h / 2 * k for a, k in zip(x, k2)])
        k4 = self._slope(time + h, [a + h * k for a, k in zip(x, k3)])
        self.x = [a + h / 6 * (p + 2 * q + 2 * r + s) for a, p, q, r, s in zip(x, k1, k2, k3, k4)]
        self._place(time + h, self.x)

    def step(self, begin, length):
        time, end = begin, begin + length
        borders = [begin + length * k / self.PARTS for k in range(1, self.PARTS)] + [end]
        while borders and not self.has_ended:
            is_timed = self.event.is_timed != b"\0" and self.event.next <= borders[0]
            to = max(time, self.event.next) if is_timed else borders.pop(0)
            self._go(time, to - time)
            time = to
            asks = ctypes.c_char(b"\0")
            signs = self._signs()
            self._call("CompletedIntegratorStep", [POINTER], ctypes.byref(asks))
            if not (is_timed or asks.value != b"\0" or signs != self.signs):
                continue
            self.event.converged = b"\0"
            while self.event.converged == b"\0":
                self._call("EventUpdate", [ctypes.c_char, POINTER], 0, ctypes.byref(self.event))
            self.has_ended = self.event.ends != b"\0"
            self.x = self._row("GetContinuousStates", len(self.x))
            self.signs = self._signs()
