# SPDX-License-Identifier: MIT
"""Folders of results, pages, descriptions, examples and FMUs as files: the same as the program has."""

import contextlib
import fcntl
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import warnings

import numpy as np
import oldham
from support import build, examples, program, two_masses

two_mass = examples / "two-mass" / "system.toml"
fmus = build / "tests" / "fmus"


class InFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.out = pathlib.Path(folder.name)


class Loading(InFolder):
    def assert_same_table(self, first, second):
        self.assertEqual(list(first), list(second))
        np.testing.assert_array_equal(first.time, second.time)
        for name in first:
            np.testing.assert_array_equal(first[name], second[name], name)
        self.assertEqual(first.units, second.units)

    def test_a_folder_is_the_run_that_wrote_it(self):
        for keys in ({}, {"simulation.output_interval": 0.1}, {"scheme.step": 0.5, "simulation.end": 2000.0}):
            with self.subTest(keys=keys), warnings.catch_warnings():
                warnings.simplefilter("ignore", oldham.CouplingWarning)
                run = oldham.run(two_mass, set=keys, out=self.out)
                loaded = oldham.load(self.out)
                self.assert_same_table(run, loaded)
                for name in ("status", "reason", "state", "end", "macro_steps", "rejected_steps", "corrections", "outputs",
                             "energy_residual", "notes", "verdict", "folder"):
                    self.assertEqual(getattr(loaded, name), getattr(run, name), name)
                self.assertAlmostEqual(loaded.wall, run.wall, delta=1e-12)
                self.assertEqual([(alarm["kind"], alarm["time"], alarm["text"]) for alarm in loaded.alarms],
                                 [(alarm["kind"], alarm["time"], alarm["text"]) for alarm in run.alarms])
                self.assertEqual(loaded.explanation and loaded.explanation["lines"],
                                 run.explanation and run.explanation["lines"])

    def test_runs_of_the_program_are_loaded(self):
        told = program("run", two_mass, "--out", self.out)
        run = oldham.load(self.out)
        self.assertEqual((run.outputs, run.verdict, run.notes), (told["outputs"], told["verdict"], told["notes"]))
        self.assert_same_table(run, oldham.run(two_mass))
        self.assertEqual(run.details["title"], "Two oscillators joined by a spring and damper")

    def test_the_monolithic_solution_beside_a_run_is_loaded(self):
        oldham.run(two_mass, compare=True, out=self.out)
        self.assert_same_table(oldham.load(self.out, monolithic=True), oldham.monolithic(two_mass))
        self.assertIsNone(oldham.load(self.out, monolithic=True).verdict)
        oldham.run(two_mass, out=self.out)
        with self.assertRaisesRegex(oldham.WrongInput, "no monolithic solution; run with compare=True"):
            oldham.load(self.out, monolithic=True)
        # that alone is what the folder has
        oldham.monolithic(two_mass, out=self.out / "alone")
        self.assert_same_table(oldham.load(self.out / "alone"), oldham.monolithic(two_mass))

    def test_results_without_a_record_are_loaded_as_such(self):
        oldham.run(two_mass, out=self.out)
        (self.out / "summary.toml").unlink()
        run = oldham.load(self.out)
        self.assertEqual((run.status, run.completed, run.end), ("unknown", False, 1.0))
        self.assertIn("unknown at t = 1 s", run._repr_html_())

    def test_what_is_no_folder_of_results_is_refused(self):
        for words, folder in (("there is no such folder; give the folder", self.out / "absent"),
                              ("the folder has no results of a run", self.out)):
            with self.assertRaisesRegex(oldham.WrongInput, words) as caught:
                oldham.load(folder)
            self.assertNotIn("--", str(caught.exception))
        with self.assertRaisesRegex(oldham.WrongInput, "5 is neither a run nor a folder"):
            oldham.load(5)

    def test_a_run_that_goes_on_is_not_read(self):
        oldham.run(two_mass, out=self.out)
        claim = os.open(self.out, os.O_RDONLY)
        self.addCleanup(os.close, claim)
        fcntl.flock(claim, fcntl.LOCK_EX)  # as a run holds it
        for read in (oldham.load, oldham.report):
            with self.assertRaisesRegex(oldham.WrongInput, "a run is still writing its results"):
                read(self.out)


def without_times(page):
    """A page without what differs from call to call."""
    return re.sub(r"[-\d: ]+ UTC|[\d.e+-]+ times (faster|slower)|[\d.e+-]+ s in all", "", page.read_text(encoding="utf-8"))


class Pages(InFolder):
    def test_a_report_is_that_of_the_program(self):
        run = oldham.run(two_mass, out=self.out / "one")
        page = oldham.report(run)
        self.assertEqual(page, self.out / "one" / "report.html")
        theirs = pathlib.Path(program("report", self.out / "one", "--out", self.out / "theirs.html")["report"])
        self.assertEqual(page.read_bytes(), theirs.read_bytes())

    def test_runs_are_compared(self):
        one = oldham.run(two_mass, out=self.out / "one")
        two = oldham.run(two_mass, set={"scheme.order": 2}, out=self.out / "two")
        page = oldham.report(one, compare=two, out=self.out / "deep" / "page.html")
        self.assertEqual(page, self.out / "deep" / "page.html")
        theirs = program("report", self.out / "one", "--with", self.out / "two", "--out", self.out / "theirs.html")
        self.assertEqual(page.read_bytes(), pathlib.Path(theirs["report"]).read_bytes())
        self.assertEqual(oldham.report(self.out / "one", compare=[self.out / "two"]).read_bytes(), page.read_bytes())

    def test_a_run_without_a_folder_has_no_page(self):
        run = oldham.run(two_mass)
        self.assertIsNone(run.folder)
        for make in (oldham.report, oldham.animate):
            with self.assertRaisesRegex(oldham.WrongInput, 'results: this run wrote no results; run it with out="FOLDER"'):
                make(run)

    def test_mechanisms_are_animated(self):
        run = oldham.run(examples / "four-bar" / "system.toml", set={"simulation.end": 0.1}, out=self.out)
        page = oldham.animate(run, frames=20)
        self.assertEqual(page, self.out / "animation.html")
        theirs = program("animate", self.out, "--frames", "20", "--out", self.out / "theirs.html")["animation"]["page"]
        self.assertEqual(page.read_bytes(), pathlib.Path(theirs).read_bytes())
        with self.assertRaisesRegex(oldham.WrongInput, "^frames: 1 frames cannot hold"):
            oldham.animate(run, frames=1)
        oldham.run(two_mass, out=self.out / "other")
        with self.assertRaisesRegex(oldham.WrongInput, "there is no mechanism and no rod"):
            oldham.animate(self.out / "other")


class Descriptions(InFolder):
    def test_are_those_of_the_program(self):
        for what in ("oscillator", "crane", str(two_mass), str(fmus / "Oscillator-2.fmu")):
            with self.subTest(what=what):
                told = oldham.describe(what)
                self.assertEqual(dict(told), program("describe", what))
                printed = subprocess.run([build / "oldham", "describe", what], check=True, capture_output=True, text=True)
                self.assertEqual(str(told), printed.stdout.rstrip("\n"))

    def test_systems_in_memory_are_described(self):
        system = two_masses()
        told = oldham.describe(system)
        self.assertEqual([entry["name"] for entry in told["subsystems"]], ["a", "b"])
        self.assertEqual(told["ports"]["outputs"], ["a.position", "a.velocity", "b.position", "b.velocity"])
        with self.assertRaisesRegex(oldham.WrongInput, "there is no 'port'; did you mean 'ports'"):
            told["port"]

    def test_keys_are_changed_first(self):
        told = oldham.describe("two-mass", set={"scheme.decomposition": "force-displacement"})
        self.assertEqual(told["couplings"], program("describe", "two-mass", "--set",
                                                    "scheme.decomposition=force-displacement")["couplings"])
        self.assertNotEqual(told["couplings"], oldham.describe("two-mass")["couplings"])
        with self.assertRaisesRegex(oldham.WrongInput, "set parameters.m3 = 1"):
            oldham.describe("two-mass", set={"parameters.m3": 1})
        for what in ("oscillator", fmus / "Oscillator-2.fmu"):
            for keys in ({"set": {"mass": 1}}, {"expand": True}):
                with self.assertRaisesRegex(oldham.WrongInput, "leave out set and expand"):
                    oldham.describe(what, **keys)

    def test_a_ready_made_system_is_expanded(self):
        told = oldham.describe("four-bar", expand=True)
        self.assertEqual(dict(told), program("describe", "four-bar", "--expand"))
        self.assertTrue(oldham.run(oldham.System.from_toml(told.text), set={"simulation.end": 0.01}).completed)

    def test_an_unknown_name_is_answered_with_the_near_ones(self):
        with self.assertRaisesRegex(oldham.WrongInput, "did you mean 'oscillator'"):
            oldham.describe("oscilator")

    def test_examples_are_listed_and_copied(self):
        listed = {entry["name"]: entry["summary"] for entry in program("examples")["examples"]}
        self.assertEqual(oldham.examples(), listed)
        file = oldham.examples("two-mass", to=self.out / "mine")
        self.assertEqual(file, self.out / "mine" / "system.toml")
        self.assertEqual(file.read_bytes(), two_mass.read_bytes())
        self.assertTrue(oldham.run(file).completed)
        with self.assertRaisesRegex(oldham.WrongInput, "there is such a file already; choose another folder with to"):
            oldham.examples("two-mass", to=self.out / "mine")
        with contextlib.chdir(self.out):
            self.assertEqual(oldham.examples("crane"), pathlib.Path("crane/double.toml"))
        with self.assertRaisesRegex(oldham.WrongInput, "did you mean 'crane'"):
            oldham.examples("cran")
        with self.assertRaisesRegex(oldham.WrongInput, "no example is named"):
            oldham.examples(to=self.out)


class Fmus(InFolder):
    def test_a_description_is_that_of_the_program(self):
        for name in ("Oscillator-1", "Oscillator-2", "Oscillator-3"):
            file = fmus / f"{name}.fmu"
            self.assertEqual(dict(oldham.fmu_info(file)), program("fmu", "info", file))
        self.assertIn("Oscillator, FMI 2.0", str(oldham.fmu_info(fmus / "Oscillator-2.fmu")))
        with self.assertRaisesRegex(oldham.WrongInput, "absent.fmu"):
            oldham.fmu_info(self.out / "absent.fmu")

    def test_a_check_is_that_of_the_program(self):
        for name, passes in (("Oscillator-2", True), ("CrashesOnReturn-2", False)):
            with self.subTest(name=name):
                file = fmus / f"{name}.fmu"
                found, told = oldham.fmu_check(file, steps=5), program("fmu", "check", file, "--steps", "5")
                self.assertEqual(bool(found), passes)
                self.assertEqual((found.passed, found.failed, found.warnings, found.checks),
                                 (told["passed"], told["failed"], told["warnings"], told["checks"]))
                self.assertIn(f"{found.failed} of {len(found.checks)} checks failed", str(found))
                self.assertIn("archive", found._repr_html_())

    def test_a_crash_of_the_fmu_is_a_row_and_threads_go_on(self):
        script = ("import threading, oldham, sys\n"
                  "count = 0\n"
                  "def work():\n"
                  "    global count\n"
                  "    while not done.is_set(): count += 1\n"
                  "done = threading.Event(); thread = threading.Thread(target=work); thread.start()\n"
                  "found = oldham.fmu_check(sys.argv[1]); done.set(); thread.join()\n"
                  "print(found.failed, count > 1000)")
        done = subprocess.run([sys.executable, "-c", script, fmus / "CrashesOnReturn-2.fmu"], check=False,
                              capture_output=True, text=True, timeout=120)
        self.assertEqual((done.returncode, done.stdout), (0, "2 True\n"), done.stderr)

    def test_values_and_interface_are_chosen(self):
        file = fmus / "Oscillator-2.fmu"
        found = oldham.fmu_check(file, interface="co-simulation", set={"mass": 2.0}, steps=3)
        self.assertTrue(found)
        self.assertEqual({row["check"].partition(":")[0] for row in found.checks},
                         {"archive", "description", "binaries", "CoSimulation"})
        for words, call in (("set mas = 2.0.*did you mean 'mass'", lambda: oldham.fmu_check(file, set={"mas": 2.0})),
                            ("interface: there is no 'both'", lambda: oldham.fmu_check(file, interface="both")),
                            ("steps: 1 is no integer of 2 or more", lambda: oldham.fmu_check(file, steps=1)),
                            ("time_limit: 0 s is out of range", lambda: oldham.fmu_check(file, time_limit=0)),
                            ("file: 5 is no file", lambda: oldham.fmu_check(5))):
            with self.assertRaisesRegex(oldham.WrongInput, words):
                call()


class ForeignExit(unittest.TestCase):
    def test_an_fmu_that_calls_exit_ends_the_interpreter_with_a_word(self):
        script = f"""
import oldham
system = oldham.System({{"simulation": {{"end": 1.0}}, "scheme": {{"step": 0.1}}, "subsystem": [
    {{"name": "a", "fmu": {str(fmus / "Naughty-2.fmu")!r}, "parameters": {{"deed": "exit_well", "when": 0.5}}}}]}})
oldham.run(system, check=False)
"""
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([sys.executable, "-c", script], cwd=folder, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("FMU 'a' called exit() in fmi2DoStep at t = 0.5 s", done.stderr)


if __name__ == "__main__":
    unittest.main()
