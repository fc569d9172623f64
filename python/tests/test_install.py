# SPDX-License-Identifier: MIT
"""pip builds a wheel and installs it into a virtual environment, without a network; binaries are those of this build."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import zipfile

import oldham
from support import examples, root

two_mass = examples / "two-mass" / "system.toml"


class Install(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        place = cls.folder / "environment"
        cls.bin = place / "bin"
        cls.clean = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
        cls.clean |= {"PIP_NO_INDEX": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
        subprocess.run([sys.executable, "-m", "venv", "--system-site-packages", place], check=True)
        pip = [cls.bin / "pip"]
        wheels = cls.folder / "wheels"
        cls.call(*pip, "wheel", "--no-build-isolation", "--no-deps", "--wheel-dir", wheels, root)
        [cls.wheel] = wheels.glob("oldham-*.whl")
        cls.call(*pip, "install", "--no-deps", cls.wheel)
        # nothing but what the wheel holds: neither the build folder nor another program
        cls.clean.pop("OLDHAM_BUILD", None)
        cls.clean["PATH"] = f"{cls.bin}:/usr/bin:/bin"

    @classmethod
    def call(cls, *command):
        """What a command prints; it must succeed."""
        done = subprocess.run([str(word) for word in command], check=False, env=cls.clean, capture_output=True, text=True,
                              cwd=cls.folder)
        if done.returncode != 0:
            raise AssertionError(f"{command} ended with {done.returncode}\n{done.stdout}{done.stderr}")
        return done.stdout

    def test_the_wheel_holds_package_program_and_library(self):
        names = zipfile.ZipFile(self.wheel).namelist()
        for name in ("oldham/__main__.py", "oldham/py.typed", "oldham/_oldham.pyi", "oldham/bin/oldham",
                     "oldham/bin/oldham_fmu.so"):
            self.assertIn(name, names)
        self.assertTrue(any(name.startswith("oldham/_oldham.") and name.endswith(".so") for name in names), names)
        self.assertIn("linux", self.wheel.name)  # it holds binaries

    def test_the_package_runs_from_there(self):
        script = ("import sys, oldham; print(oldham.__file__); "
                  "assert oldham.run(sys.argv[1]).completed; assert oldham.__version__")
        self.assertTrue(self.call(self.bin / "python", "-c", script, two_mass).startswith(str(self.bin.parent)))

    def test_the_program_is_there(self):
        version = f"oldham {oldham.__version__}\n"
        self.assertEqual(self.call(self.bin / "oldham", "--version"), version)
        self.assertEqual(self.call(self.bin / "python", "-m", "oldham", "--version"), version)
        self.assertIn("completed", self.call(self.bin / "python", "-m", "oldham", "run", two_mass, "--out", "two-mass"))
        self.assertTrue((self.folder / "two-mass" / "results.csv").exists())

    def test_exit_codes_pass_through(self):
        for command in ([self.bin / "oldham"], [self.bin / "python", "-m", "oldham"]):
            done = subprocess.run([*command, "run", "absent.toml"], check=False, env=self.clean, capture_output=True,
                                  cwd=self.folder)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertEqual(done.stdout, b"")

    def test_fmus_are_exported_and_run(self):
        self.call("oldham", "fmu", "export", "oscillator", "-o", "spring.fmu")
        self.assertIn("0 of", self.call("oldham", "fmu", "check", "spring.fmu"))
        # in a process of the program, which the package finds without the PATH
        script = ("import oldham; system = oldham.System({'simulation': {'end': 0.1}, 'scheme': {'step': 0.01}}); "
                  "system.add_subsystem('spring', fmu='spring.fmu', isolation='process', inputs={'force': 1.0}); "
                  "assert oldham.run(system).completed; "
                  "assert oldham.fmu_check('spring.fmu'); "
                  "print(oldham.fmu_info('spring.fmu')['model_name'])")
        path, self.clean["PATH"] = self.clean["PATH"], "/usr/bin:/bin"
        try:
            self.assertEqual(self.call(self.bin / "python", "-c", script), "oscillator\n")
        finally:
            self.clean["PATH"] = path


if __name__ == "__main__":
    unittest.main()
