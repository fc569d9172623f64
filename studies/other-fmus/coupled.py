# SPDX-License-Identifier: MIT
"""Systems of coupled FMUs, run by the plainest master: held inputs, Jacobi or Gauss-Seidel, nothing else. It shares nothing with Oldham."""

import ctypes
import math
import multiprocessing
import os
import pathlib
import shutil
import tempfile
import tomllib
import typing

import plain_loader

WINDOWS = 8
FAST, SLOW = 3.0, 1.2  # the deviation of the last of eight windows over that of the fifth: at any deviation, at one beyond the range
VISIBLE = 0.02  # of the range of an output


class Failed(Exception):
    pass


class Part(typing.NamedTuple):
    name: str
    fmu: pathlib.Path
    parameters: dict
    inputs: dict  # held inputs


class Connection(typing.NamedTuple):
    source: tuple  # subsystem, variable
    target: tuple
    scale: float
    offset: float


class System(typing.NamedTuple):
    name: str
    begin: float
    end: float
    step: float
    schedule: str
    parts: list
    connections: list


def read_system(file):
    """A system file of Oldham, as far as a plain master can follow it."""
    file = pathlib.Path(file)
    with open(file, "rb") as text:
        content = tomllib.load(text)
    parts = [Part(part["name"], file.parent / part["fmu"], part.get("parameters", {}), part.get("inputs", {})) for part in content["subsystem"]]
    places = {part.name: i for i, part in enumerate(parts)}

    def port(name):
        subsystem, variable = name.split(".", 1)
        return places[subsystem], variable

    connections = []
    for entry in content.get("connect", []):
        if "map" in entry:
            raise Failed(f"a table in {entry['to']}")
        connections.append(Connection(port(entry["from"]), port(entry["to"]), entry.get("scale", 1.0), entry.get("offset", 0.0)))
    simulation, scheme = content.get("simulation", {}), content.get("scheme", {})
    return System(file.parent.name, simulation.get("start", 0.0), simulation["end"], scheme["step"], scheme.get("schedule", "jacobi"), parts, connections)


class Coupled:
    """One FMU of a system, with buffers for its connected inputs and its outputs."""

    def __init__(self, part, connected, wanted):
        self.model = plain_loader.Fmu(part.fmu)
        variables = self.model.variables
        for name in [*connected, *wanted]:
            if name not in variables:
                raise Failed(f"{part.name} has no variable {name}")
        self.inputs = connected
        self.outputs = wanted
        self.real_inputs = [i for i, name in enumerate(connected) if variables[name][0] == "Real"]
        self.real_outputs = [i for i, name in enumerate(wanted) if variables[name][0] == "Real"]
        self.other_inputs = [i for i in range(len(connected)) if i not in self.real_inputs]
        self.other_outputs = [i for i in range(len(wanted)) if i not in self.real_outputs]

        def references(names):
            return (ctypes.c_uint32 * max(len(names), 1))(*(variables[name][1] for name in names))

        self._set_references = references([connected[i] for i in self.real_inputs])
        self._get_references = references([wanted[i] for i in self.real_outputs])
        self._set_buffer = (ctypes.c_double * max(len(self.real_inputs), 1))()
        self._get_buffer = (ctypes.c_double * max(len(self.real_outputs), 1))()
        self.given = [0.0] * len(connected)
        self.values = [0.0] * len(wanted)

    def begin(self, part, begin, end, step):
        self.model.start(begin, end)
        self.model.enter(end + step)  # beyond the end: the last step may reach over it
        for name, value in {**part.parameters, **part.inputs}.items():
            if name not in self.model.variables and name not in self.model.strings:
                raise Failed(f"{part.name} has no variable {name}")
            self.model.set(name, value)
        if self.model.version == "2":
            self.model.begin_initialization()
        else:
            self.model.initialise()

    def give(self, values):
        if self.real_inputs:
            for place, i in enumerate(self.real_inputs):
                self._set_buffer[place] = values[i]
            self.model.call("SetReal", self._set_references, len(self.real_inputs), self._set_buffer)
        for i in self.other_inputs:
            self.model.set(self.inputs[i], values[i])

    def read(self):
        if self.real_outputs:
            self.model.call("GetReal", self._get_references, len(self.real_outputs), self._get_buffer)
            for place, i in enumerate(self.real_outputs):
                self.values[i] = self._get_buffer[place]
        for i in self.other_outputs:
            self.values[i] = self.model.get(self.outputs[i])


def _quiet():
    """FMUs print: their standard output goes nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)


def _run(system, step, schedule, sample):
    needed = {}
    for connection in system.connections:
        needed.setdefault(connection.source[0], []).append(connection.source[1])
    models, feeds = [], []
    for i, part in enumerate(system.parts):
        declared = plain_loader.read_description(part.fmu)
        if declared is None:
            raise Failed(f"{part.name} is not for co-simulation by FMI 1.0 or 2.0")
        wanted = [name for name, (kind, _, causality) in declared.variables.items() if causality == "output" and kind == "Real"]
        wanted += [name for name in dict.fromkeys(needed.get(i, [])) if name not in wanted]
        into = [connection for connection in system.connections if connection.target[0] == i]
        models.append(Coupled(part, [connection.target[1] for connection in into], wanted))
        feeds.append(into)
    for model, part in zip(models, system.parts):
        model.begin(part, system.begin, system.end, step)
    plans = [[(models[c.source[0]].values, models[c.source[0]].outputs.index(c.source[1]), c.scale, c.offset) for c in into] for into in feeds]

    def incoming(i):
        return [values[place] * scale + offset for values, place, scale, offset in plans[i]]

    # the first values: set and get until nothing changes any more; loops that do not contract stay as they are after 2000 rounds
    for model in models:
        model.read()
    for _ in range(2000):
        before = [list(model.values) for model in models]
        for i, model in enumerate(models):
            model.give(incoming(i))
            model.read()
        after = [list(model.values) for model in models]
        if all(abs(a - b) <= 1e-14 * (abs(a) + abs(b)) or a == b for one, two in zip(before, after) for a, b in zip(one, two)):
            break
    for model in models:
        if model.model.version == "2":
            model.model.end_initialization()
        model.read()

    names = [f"{part.name}.{name}" for part, model in zip(system.parts, models) for place, name in enumerate(model.outputs) if place in model.real_outputs]
    places = [(model, place) for model in models for place in model.real_outputs]
    every, count = round(sample / step), round((system.end - system.begin) / step)
    rows, ended = [[model.values[place] for model, place in places]], None
    for k in range(count):
        time = system.begin + k * step
        if schedule == "jacobi":
            inputs = [incoming(i) for i in range(len(models))]
            for model, values in zip(models, inputs):
                model.give(values)
                model.model.step(time, step)
            for model in models:
                model.read()
        else:
            for i, model in enumerate(models):
                model.give(incoming(i))
                model.model.step(time, step)
                model.read()
        if (k + 1) % every == 0:
            row = [model.values[place] for model, place in places]
            rows.append(row)
            if not all(math.isfinite(value) and abs(value) < 1e100 for value in row):
                ended = system.begin + (k + 1) * step
                break
    return names, rows, ended


def _child(queue, folder, *arguments):
    _quiet()
    tempfile.tempdir = folder  # FMUs are unpacked there
    try:
        queue.send(_run(*arguments))
    except Exception as problem:  # noqa: BLE001: any failure is an answer
        queue.send(f"{type(problem).__name__}: {problem}")
    queue.close()
    os._exit(0)  # without the destructors of the FMUs


def run(system, step, schedule, sample, limit):
    """Names of the Real outputs, rows of their values at multiples of the sample time, and the time of divergence or None.

    Each run has its own process: an FMU may crash, wait, or allow one instance per process."""
    receiver, sender = multiprocessing.Pipe(False)
    folder = tempfile.mkdtemp()
    process = multiprocessing.Process(target=_child, args=(sender, folder, system, step, schedule, sample))
    process.start()
    sender.close()
    try:
        if not receiver.poll(limit):
            raise Failed(f"no answer in {limit:g} s")
        answer = receiver.recv()
    except EOFError:
        process.join()
        raise Failed(f"the process ended with {process.exitcode}") from None
    finally:
        process.kill()
        process.join()
        shutil.rmtree(folder, ignore_errors=True)
    if isinstance(answer, str):
        raise Failed(answer)
    return answer


def interpolated(times, values, time):
    """By the cubic through the four samples around it; times are equidistant."""
    place = (time - times[0]) / (times[1] - times[0])
    first = min(max(math.floor(place) - 1, 0), max(len(times) - 4, 0))
    x, y = place - first, values[first:first + 4]
    if len(y) < 4:
        return values[min(round(place), len(values) - 1)]
    return (-(x - 1) * (x - 2) * (x - 3) * y[0] + 3 * x * (x - 2) * (x - 3) * y[1] - 3 * x * (x - 1) * (x - 3) * y[2] + x * (x - 1) * (x - 2) * y[3]) / 6


def jumps(values):
    """Whether an output rests between jumps: its largest error is that of one jump, however short the step."""
    changes = [abs(after - before) for before, after in zip(values, values[1:]) if after != before]
    return bool(changes) and len(changes) < 0.05 * len(values) and max(changes) > 0.2 * (max(values) - min(values))


def ranges(reference, left_out=()):
    """What a deviation is relative to: the range, at least 1e-6 of the magnitude. Outputs that rest or jump have none."""
    found = {}
    for name, values in reference.items():
        size = max(max(values) - min(values), 1e-3 * max(map(abs, values)))
        if size > 1e-12 and math.isfinite(size) and name not in left_out and not jumps(values):
            found[name] = size
    return found


def windows(times, run, reference_times, reference, sizes):
    """The largest deviation in each of eight windows of time, relative to ranges; infinite where values are not finite."""
    begin, end = reference_times[0], reference_times[-1]
    found = [0.0] * WINDOWS
    for i, time in enumerate(times):
        if time < reference_times[2]:  # not across the start
            continue
        window = min(int(WINDOWS * (time - begin) / (end - begin) - 1e-9), WINDOWS - 1)
        for name, size in sizes.items():
            deviation = abs(run[name][i] - interpolated(reference_times, reference[name], time)) / size
            if not deviation <= found[window]:
                found[window] = deviation if math.isfinite(deviation) else math.inf
    return found


def grows(deviations, uncertainty=0.0):
    """Of the deviations of eight windows: True, False, or None where it cannot be told; the reference is known up to the uncertainty."""
    last, middle, later = deviations[-1], deviations[WINDOWS // 2], deviations[WINDOWS // 2:]
    if not all(map(math.isfinite, deviations)):
        return True
    rising = all(after > 0.98 * before for before, after in zip(later, later[1:]))  # a beat, or a phase that drifts, falls in between
    if rising and last > max(VISIBLE, 3 * uncertainty) and (last > FAST * middle or (last > 1 and last > SLOW * middle)):
        return True
    return None if last > max(0.5, 3 * uncertainty) and last > 0.85 * middle else False
