# SPDX-License-Identifier: MIT
"""Numbers are those of the program, to the last bit."""

import csv
import fcntl
import os
import pathlib
import tempfile
import time
import unittest

import numpy as np
import oldham
from support import build, examples, program

two_mass = examples / "two-mass" / "system.toml"


class Pulled(oldham.Equations):
    """A mass of 1 kg on a spring of 100 N/m and a damper of 0.5 N s/m, pulled with 1 N."""
    inputs, outputs = {"force": "N"}, {"position": "m", "velocity": "m/s"}
    initial_state = [0.0, 0.0]

    def derivative(self, t, x, u):
        return [x[1], 1.0 + u[0] - 100.0 * x[0] - 0.5 * x[1]]

    def output(self, t, x):
        return x


def springs():
    """That mass and one on a spring of its own, joined by a spring and damper."""
    system = oldham.System({"simulation": {"end": 1.0}, "scheme": {"step": 0.01, "order": 1}})
    system.add_subsystem("a", Pulled)
    system.add_subsystem("b", "oscillator", {"mass": 2.0, "stiffness": 30.0, "damping": 0.2})
    return system.add_interface("spring-damper", name="joint", between=["a", "b"], stiffness=50.0, damping=1.0)


class Results(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.out = pathlib.Path(folder.name)

    def test_a_run_has_the_rows_of_the_program(self):
        for file, end in ((two_mass, 1.0), (examples / "four-bar" / "system.toml", 0.05)):
            with self.subTest(file=file):
                told = program("run", file, "--set", f"simulation.end={end}", "--out", self.out)
                run = oldham.run(file, set={"simulation.end": end})
                self.assertTrue(run.completed, run.reason)
                self.assertEqual(run.outputs, told["outputs"])
                self.assertEqual((run.macro_steps, run.corrections), (told["macro_steps"], told["corrections"]))
                self.assertEqual(run.energy_residual, told["energy_residual"])
                with open(self.out / "results.csv", encoding="utf-8") as stream:
                    head, *rows = csv.reader(stream)
                names = [name.rsplit(" [", 1)[0] for name in head]
                self.assertEqual(names, ["time", *run])
                values = np.array(rows, dtype=float)
                np.testing.assert_array_equal(values[:, 0], run.time)
                for i, name in enumerate(run):
                    np.testing.assert_array_equal(values[:, i + 1], run[name], name)

    def test_results_are_written_as_the_program_does(self):
        program("run", two_mass, "--out", self.out / "program")
        oldham.run(two_mass, out=self.out / "python")
        for file in ("results.csv", "system.toml"):
            texts = [(self.out / by / file).read_text(encoding="utf-8") for by in ("program", "python")]
            self.assertEqual(*texts)

    def test_what_a_run_finds_out_is_that_of_the_program(self):
        # a coupling that is unstable and diverges, and one with a growth that is an alarm
        for status, end in (("diverged", 2000.0), ("completed", 20.0)):
            with self.subTest(status=status):
                keys = {"scheme.step": 0.5, "simulation.end": end}
                settings = [word for key, value in keys.items() for word in ("--set", f"{key}={value}")]
                told = program("run", two_mass, *settings, "--out", self.out / "program" / status)
                with self.assertWarns(oldham.CouplingWarning) as caught:
                    run = oldham.run(two_mass, set=keys, out=self.out / "python" / status)
                self.assertEqual((run.status, told["status"]), (status, status))
                self.assertEqual(run.verdict["verdict"], "unstable")
                self.assertEqual(run.verdict, told["verdict"])
                self.assertEqual(run.alarms, told["alarms"])
                self.assertTrue(run.alarms or run.explanation)
                self.assertEqual(run.explanation and run.explanation["lines"], told.get("explanation", {}).get("lines"))
                # in the words of each
                self.assertEqual(run.notes, [note.replace("--no-check", "check=False") for note in told["notes"]])
                self.assertIn(run.notes[0], [str(warning.message) for warning in caught.warnings])
                self.assertEqual(set(run.details), set(told))

    def test_a_run_notes_which_one_it_replaces(self):
        oldham.run(two_mass, out=self.out)
        run = oldham.run(two_mass, out=self.out, set={"scheme.order": 2})
        self.assertEqual(len(run.notes), 1, run.notes)
        self.assertRegex(run.notes[0], r'^replaced the run of .* \(scheme.order was 1\); out="DIR" keeps both$')

    def test_a_folder_that_another_run_writes_into_is_left_alone(self):
        folder = os.open(self.out, os.O_RDONLY)
        self.addCleanup(os.close, folder)
        fcntl.flock(folder, fcntl.LOCK_EX)  # as a run holds it
        for write in (oldham.run, oldham.monolithic):
            with self.assertRaisesRegex(oldham.WrongInput, "another run is writing"):
                write(two_mass, out=self.out)
        self.assertEqual(os.listdir(self.out), [])

    def test_the_program_reports_on_runs_of_python(self):
        system = springs().set("title", "A mass of Python")
        (self.out / "report.html").write_text("of an earlier run", encoding="utf-8")
        oldham.run(system, out=self.out)
        self.assertFalse((self.out / "report.html").exists())
        page = pathlib.Path(program("report", self.out)["report"]).read_text(encoding="utf-8")
        for words in ("<h1>A mass of Python</h1>", "<b>Completed</b>", "made and taken (J)", "alone does not make this system"):
            self.assertTrue(words in page, words)

    def test_errors_and_samples_are_those_of_the_program(self):
        told = program("run", two_mass, "--compare", "monolithic", "--sample", "0.25,0.5", "--out", self.out)
        run = oldham.run(two_mass, compare=True, samples=[0.25, 0.5])
        self.assertEqual(run.errors, told["errors"])
        self.assertEqual(run.samples, told["samples"])

    def test_the_monolithic_solution_is_that_of_the_program(self):
        told = program("monolithic", two_mass, "--sample", "0.25,0.513", "--out", self.out / "program")
        exact = oldham.monolithic(two_mass, samples=[0.513, 0.25], out=self.out / "python")
        self.assertTrue(exact.completed)
        self.assertEqual((exact.outputs, exact.samples), (told["outputs"], told["samples"]))
        texts = [(self.out / by / "monolithic.csv").read_text(encoding="utf-8") for by in ("program", "python")]
        self.assertEqual(*texts)
        # what a run is compared with
        run = oldham.run(two_mass, compare=True)
        np.testing.assert_array_equal(run.time, exact.time)
        self.assertEqual(np.max(np.abs(run["x1"] - exact["x1"])), run.errors["x1"]["max"])
        with self.assertRaisesRegex(oldham.WrongInput, "raise simulation.end"):
            oldham.monolithic(two_mass, samples=[1e9])

    def test_the_equilibrium_is_that_of_springs(self):
        # two springs to the ground and one between them, the first mass pulled:
        # (k1 + k) x1 - k x2 = 1, (k2 + k) x2 - k x1 = 0
        rest = oldham.static(springs())
        stiffness = np.array([[100.0 + 50.0, -50.0], [-50.0, 30.0 + 50.0]])
        np.testing.assert_allclose([rest["a.position"], rest["b.position"]], np.linalg.solve(stiffness, [1.0, 0.0]),
                                   rtol=1e-12)  # a few units in the last place, times a condition number of 3
        self.assertEqual(rest.method, "newton")
        with self.assertRaisesRegex(oldham.WrongInput, "a.position"):
            rest["a.positoin"]
        told = program("static", two_mass, "--out", self.out)
        self.assertEqual(oldham.static(two_mass).outputs, told["outputs"])

    def test_vibrations_are_those_of_the_matrices(self):
        found = oldham.modal(springs())
        # M x'' + D x' + K x = 0 as first-order system
        mass, damping = np.diag([1.0, 2.0]), np.array([[0.5 + 1.0, -1.0], [-1.0, 0.2 + 1.0]])
        stiffness = np.array([[100.0 + 50.0, -50.0], [-50.0, 30.0 + 50.0]])
        matrix = np.block([[np.zeros((2, 2)), np.eye(2)],
                           [-np.linalg.solve(mass, stiffness), -np.linalg.solve(mass, damping)]])
        poles = sorted((s for s in np.linalg.eigvals(matrix) if s.imag > 0), key=abs)
        # the equations of Python are differentiated by differences, which leave half of 16 digits; damping is a fiftieth
        np.testing.assert_allclose(found.frequencies, np.abs(poles), rtol=1e-8)
        np.testing.assert_allclose(found.damping, [-s.real / abs(s) for s in poles], rtol=5e-7)
        self.assertEqual((len(found), found.left_out, found.growth), (2, 0, 0))
        self.assertEqual(len(oldham.modal(springs(), count=1)), 1)
        with self.assertRaisesRegex(oldham.WrongInput, "at least one"):
            oldham.modal(two_mass, count=0)
        told = program("modal", two_mass, "--at", "0.5", "--out", self.out)
        later = oldham.modal(two_mass, at=0.5)
        self.assertEqual((list(later.frequencies), later.time), (told["frequencies"], told["time"]))

    def test_the_verdict_is_that_of_the_program(self):
        told = program("stability", two_mass, "--digits", "30", "--largest-step", "1e-3:1:20")
        verdict = oldham.stability(two_mass, digits=30, largest_step=(1e-3, 1, 20))
        self.assertEqual(verdict.spectral_radius, told["spectral_radius"])
        self.assertEqual(verdict.stable, told["stable"])
        self.assertEqual(verdict.verdict, told["verdict"])
        self.assertEqual(verdict.digits, told["spectral_radius_digits"])
        self.assertEqual(verdict.zero_radius, told["zero_stability"]["spectral_radius"])
        self.assertEqual(verdict.largest_stable_step, told["largest_stable_step"])
        self.assertEqual(verdict.crossings, told["crossings"])
        np.testing.assert_allclose(np.abs(verdict.eigenvalues), told["eigenvalues"], rtol=1e-15, atol=1e-300)

    def test_a_scan_ends_with_its_budget(self):
        # a million steps would take hours
        system = oldham.System({"simulation": {"end": 1.0}, "scheme": {"step": 0.01}})
        system.add_subsystem("left", fmu=str(build / "tests" / "fmus" / "Oscillator-2.fmu"))
        system.add_subsystem("right", "oscillator", {"mass": 1.0, "stiffness": 10.0})
        system.add_interface("spring-damper", name="spring", between=["left", "right"], stiffness=1.0)
        begin = time.monotonic()
        verdict = oldham.stability(system, largest_step=(1e-3, 0.1, 1_000_000), budget=0.5)
        self.assertTrue(verdict.details["budget_over"])
        self.assertLess(time.monotonic() - begin, 20)  # s: with what it takes to begin, on a machine under load
        self.assertIn("over before the scan was done", verdict._repr_html_())

    def test_a_map_has_the_cells_of_the_program(self):
        told = program("map", two_mass, "--x", "scheme.step=0.02:0.08:7", "--y", "parameters.m2=0.1:10:5", "--log-y",
                       "--out", self.out)
        chart = oldham.map(two_mass, ("scheme.step", 0.02, 0.08, 7), ("parameters.m2", 0.1, 10, 5), log_y=True)
        self.assertTrue(0 < told["stable"] < 35)
        self.assertEqual(np.count_nonzero(chart.stable), told["stable"])
        self.assertEqual(chart.spectral_radius.shape, (5, 7))
        cells = np.loadtxt(self.out / "map.csv", delimiter=",", skiprows=1)
        np.testing.assert_array_equal(cells[:, 2].reshape(5, 7), chart.spectral_radius)
        np.testing.assert_array_equal(cells[:7, 0], chart.x)
        np.testing.assert_array_equal(cells[::7, 1], chart.y)
        edges = np.loadtxt(self.out / "map-boundary.csv", delimiter=",", skiprows=1, ndmin=2)
        np.testing.assert_array_equal(edges.reshape(-1, 4), chart.boundary)

    def test_convergence_is_that_of_the_program(self):
        told = program("converge", two_mass, "--steps", "0.02,0.01", "--local", "--out", self.out)
        study = oldham.converge(two_mass, [0.02, 0.01], local=True)
        for kind, errors in told["errors"].items():
            np.testing.assert_array_equal(study.errors[kind], errors)
            np.testing.assert_array_equal(study.orders[kind], told["orders"][kind])

    def test_a_sweep_has_the_rows_of_the_program(self):
        told = program("sweep", two_mass, "--over", "scheme.order=0,1", "--over", "scheme.correction=explicit,implicit",
                       "--out", self.out)
        study = oldham.sweep(two_mass, {"scheme.order": [0, 1], "scheme.correction": ["explicit", "implicit"]})
        self.assertEqual(len(study), 4)
        for mine, theirs in zip(study, told["rows"]):
            for key in ("settings", "status", "time", "macro_steps", "corrections", "outputs"):
                self.assertEqual(mine[key], theirs[key], key)
        self.assertEqual(list(study.settings("scheme.order")), [0, 0, 1, 1])
        self.assertEqual(study.output("x1")[1], told["rows"][1]["outputs"]["x1"])


if __name__ == "__main__":
    unittest.main()
