# SPDX-License-Identifier: MIT
"""Numbers are those of the program, to the last bit."""

import csv
import pathlib
import tempfile
import unittest

import numpy as np
import oldham
from support import examples, program

two_mass = examples / "two-mass" / "system.toml"


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

    def test_errors_and_samples_are_those_of_the_program(self):
        told = program("run", two_mass, "--compare", "monolithic", "--sample", "0.25,0.5", "--out", self.out)
        run = oldham.run(two_mass, compare=True, samples=[0.25, 0.5])
        self.assertEqual(run.errors, told["errors"])
        self.assertEqual(run.samples, told["samples"])

    def test_the_verdict_is_that_of_the_program(self):
        told = program("stability", two_mass, "--digits", "30", "--largest-step", "1e-3:1:20")
        verdict = oldham.stability(two_mass, digits=30, largest_step=(1e-3, 1, 20))
        self.assertEqual(verdict.spectral_radius, told["spectral_radius"])
        self.assertEqual(verdict.stable, told["stable"])
        self.assertEqual(verdict.digits, told["spectral_radius_digits"])
        self.assertEqual(verdict.zero_radius, told["zero_stability"]["spectral_radius"])
        self.assertEqual(verdict.largest_stable_step, told["largest_stable_step"])
        self.assertEqual(verdict.crossings, told["crossings"])
        np.testing.assert_allclose(np.abs(verdict.eigenvalues), told["eigenvalues"], rtol=1e-15, atol=1e-300)

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
