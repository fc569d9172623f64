# SPDX-License-Identifier: MIT
"""Black boxes: halves of systems as FMUs, with and without bad habits, and the files that couple them again."""

import dataclasses
import pathlib
import re
import subprocess
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
BINARIES = "binaries/linux64"
NO_STATE = {"canGetAndSetFMUstate": "false", "canSerializeFMUstate": "false"}
# the library that stands in says nothing of bytes, slopes of inputs or derivatives
STANDING_IN = {"canSerializeFMUstate": "false", "canInterpolateInputs": "false",
               "providesDirectionalDerivative": "false"}


@dataclasses.dataclass(frozen=True)
class Habit:
    name: str
    expected: str = ""  # what the name of a finding about it contains; empty: nothing is to be found
    attributes: dict = dataclasses.field(default_factory=dict)  # of the description that are changed
    define: str = ""  # of habits.c; empty: the library stays as it was exported
    fmi: int = 2
    tolerance: str = ""  # of an adaptive solver inside; empty: the solver of the file
    has_grid: bool = False


NONE = Habit("none")
FMI3 = Habit("none, FMI 3.0", fmi=3)
LOOSE_NAME = "as with an adaptive solver"
ADAPTIVE = Habit("adaptive solver", LOOSE_NAME, tolerance="1e-4")
SLOPPY = Habit("adaptive solver, 1e-2", LOOSE_NAME, tolerance="1e-2")
GRID = Habit("own grid", "own grid", STANDING_IN, "GRID", has_grid=True)
NO_ROLLBACK = Habit("no rollback", "no rollback", NO_STATE)
FORGETS = Habit("restores nothing", "wrong rollback", STANDING_IN, "FORGETS")
LATE = Habit("restores a part", "wrong rollback", STANDING_IN, "LATE")
ONE_PLACE = Habit("restores the newest", "wrong rollback", STANDING_IN, "ONE_PLACE")
HABITS = (NONE, FMI3, ADAPTIVE, GRID, NO_ROLLBACK, FORGETS, LATE, ONE_PLACE)


@dataclasses.dataclass(frozen=True)
class Pair:
    name: str
    native: str  # text of the system file that both halves are of
    halves: tuple  # in the order of the file
    spoiled: str  # the half that has the habit
    adaptive: str  # text of the same system, with an adaptive solver of @tolerance@ in the first half
    coupling: str  # text that joins both again
    head: str  # text of the simulation
    step: float  # s: stable without habits, with every scheme


class Workshop:
    """Makes FMUs and system files in a folder."""

    def __init__(self, command, folder):
        self.command, self.folder = command, folder

    def file(self, pair, habit, step, grid=None):
        """A system file of both halves as black boxes; grid: of the habit, s."""
        stem = re.sub(r"[^a-z0-9]+", "-", f"{pair.name} {habit.name}" + (f" {grid:g}" if grid else ""))
        text = f"{pair.head}[scheme]\nstep = {step!r}\n"
        for name in pair.halves:
            if name == pair.spoiled:
                fmu = self._box(pair, name, habit, f"{stem}-{name}.fmu", grid)
            else:
                fmu = self._box(pair, name, Habit("none", fmi=habit.fmi), f"{pair.name}-{name}-{habit.fmi}.fmu")
            # without the extension nothing of an FMU can be seen but what the standard shows
            text += f'[[subsystem]]\nname = "{name}"\nfmu = "{fmu}"\nextension = false\n'
        path = self.folder / f"{stem}-{step:g}.toml"
        path.write_text(text + pair.coupling)
        return path

    def _box(self, pair, half, habit, name, grid=None):
        path = self.folder / name
        if path.exists():
            return name
        source = self.folder / f"{path.stem}-source.toml"
        source.write_text(pair.adaptive.replace("@tolerance@", habit.tolerance) if habit.tolerance else pair.native)
        self.command.answer(["fmu", "export", str(source), "--subsystem", half, "--fmi", str(habit.fmi),
                             "-o", str(path)])
        if habit.attributes or habit.define:
            self._change(path, habit, grid)
        return name

    def _change(self, path, habit, grid):
        with zipfile.ZipFile(path) as archive:
            entries = {name: archive.read(name) for name in archive.namelist()}
        description = entries["modelDescription.xml"].decode()
        # what is changed is the side for co-simulation, so that it is the only one
        description = re.sub(r"\s*<ModelExchange [^>]*/>", "", description)
        for attribute, value in habit.attributes.items():
            description, count = re.subn(rf'{attribute}="[a-z]*"', f'{attribute}="{value}"', description)
            assert count == 1, f"{attribute} stands {count} times in the description of {path.name}"
        entries["modelDescription.xml"] = description.encode()
        if habit.define:
            library = next(name for name in entries if name.startswith(BINARIES) and name.endswith(".so"))
            entries[f"{BINARIES}/inner.so"] = entries.pop(library)
            entries[library] = self._stand_in(f"{habit.define}={grid!r}" if habit.has_grid else habit.define)
        with zipfile.ZipFile(path, "w") as archive:
            for name, content in entries.items():
                archive.writestr(name, content)

    def _stand_in(self, define):
        library = self.folder / "habits.so"
        subprocess.run(["gcc", "-std=c11", "-O1", "-shared", "-fPIC", f"-D{define}", f"-I{ROOT / 'src'}",
                        str(HERE / "habits.c"), "-o", str(library), "-ldl"], check=True)
        return library.read_bytes()


# oscillators: fast enough, and damped enough, for what grows to show in a few thousand steps

def _oscillators(solver=""):
    member = ('[[subsystem]]\nname = "{}"\nmodel = "oscillator"\n{}[subsystem.parameters]\nmass = {}\nstiffness = 5e3\n'
              "damping = 20.0\nposition = {}\n")
    return (_head(1.0) + "[scheme]\nstep = 1e-3\n" + member.format("motor", solver, 1.0, 0.01) +
            member.format("machine", "", 4.0, 0.0) + _joined("motor", "machine", 4e4, 20.0))


def _head(end):
    return f"[simulation]\nend = {end!r}\n"


def _joined(first, second, stiffness, damping):
    return (f'[[interface]]\nname = "shaft"\nlaw = "spring-damper"\nbetween = ["{first}", "{second}"]\n'
            f"stiffness = {stiffness!r}\ndamping = {damping!r}\n")


# absolute tolerances far below what outputs reach: else the solver is another one as the motion dies away
LOOSE = 'integrator = "cvode"\nrelative_tolerance = @tolerance@\nabsolute_tolerance = 1e-12\n'

CONNECTED = """[[connect]]
from = "mechanism.cylinder1.position"
to = "circuit1.cylinder1.position"
[[connect]]
from = "mechanism.cylinder1.velocity"
to = "circuit1.cylinder1.velocity"
[[connect]]
from = "circuit1.cylinder1.force"
to = "mechanism.cylinder1.force"
order = 0
"""


def oscillators():
    return Pair("oscillators", _oscillators(), ("motor", "machine"), "motor", _oscillators(LOOSE),
                _joined("motor", "machine", 4e4, 20.0), _head(1.0), 1e-3)


def two_mass():
    native = (ROOT / "examples/two-mass/system.toml").read_text()
    # the spring and damper between them are those of the ready-made system
    return Pair("two-mass", native, ("mass1", "mass2"), "mass1", f'{native}\n[[subsystem]]\nname = "mass1"\n{LOOSE}',
                _joined("mass1", "mass2", 100.0, 10.0), _head(1.0), 0.02)


def crane():
    native = (ROOT / "examples/crane/single.toml").read_text()
    adaptive = re.sub(r'integrator = "trapezoidal".*\nmicro_step = .*\n', LOOSE, native)
    return Pair("crane", native, ("mechanism", "circuit1"), "circuit1", adaptive, CONNECTED,
                _head(30.0) + "output_interval = 0.01\n", 1e-3)
