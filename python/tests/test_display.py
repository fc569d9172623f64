# SPDX-License-Identifier: MIT
"""Results in notebooks, as plots and as tables of other packages."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import warnings
from unittest import mock
from xml.etree import ElementTree

import numpy as np
import oldham
from support import build, examples, two_masses

two_mass = examples / "two-mass" / "system.toml"
unstable = {"scheme.step": 0.5, "simulation.end": 2000.0}


def quietly(call):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", oldham.CouplingWarning)
        return call()


def elements(result):
    """What a notebook shows, which must be well-formed: every tag closed, every text escaped."""
    return ElementTree.fromstring(f"<div>{result._repr_html_()}</div>")


def words(result):
    return " ".join("".join(elements(result).itertext()).split())


class Truth(unittest.TestCase):
    def test_a_verdict_is_true_where_the_step_is_stable(self):
        self.assertTrue(oldham.stability(two_mass))
        self.assertFalse(oldham.stability(two_mass, set={"scheme.step": 0.5}))

    def test_a_scan_has_the_interval_of_the_step(self):
        verdict = oldham.stability(two_mass, set={"scheme.step": 0.05}, largest_step=(1e-3, 1.0, 20))
        self.assertEqual(verdict.interval["stable"], False)
        self.assertEqual(verdict.interval["from"], verdict.largest_stable_step)
        self.assertIsNone(oldham.stability(two_mass).interval)


class Notebook(unittest.TestCase):
    def test_a_run_shows_status_verdict_and_outputs(self):
        run = oldham.run(two_mass, set={"scheme.step": 0.001})
        shown = words(run)
        for part in ("completed at t = 1 s", "1000 macro steps", f"stable: {run.verdict['reason']}", "x1", "m/s",
                     f"{run.outputs['x1']:.6g}", f"{run['v2'].max():.6g}"):
            self.assertIn(part, shown)
        self.assertEqual(len(elements(run).findall(".//polyline")), 4)

    def test_a_run_that_diverged_shows_why(self):
        run = quietly(lambda: oldham.run(two_mass, set=unstable))
        shown = words(run)
        for part in (f"diverged at t = {run.end:g} s", run.reason, "unstable: ", run.alarms[0]["text"],
                     *run.explanation["lines"], "check=False", "until t = "):
            self.assertIn(" ".join(part.split()), shown)
        # curves end where values are still seen
        points = elements(run).find(".//polyline").get("points").split()
        heights = [float(point.split(",")[1]) for point in points]
        self.assertGreater(np.ptp(heights[:-1]), 1)  # of 24

    def test_a_run_with_an_alarm_is_not_shown_as_completed(self):
        run = quietly(lambda: oldham.run(two_mass, set=unstable | {"simulation.end": 20.0}))
        self.assertEqual(run.state, f"completed with {len(run.alarms)} alarms")
        self.assertIn(run.state, words(run))

    def test_names_are_escaped(self):
        system = two_masses().set("publish", {"<script>alert(1)</script>": "a.position", "a&b": "b.position"})
        system.set("title", "<b>bold</b>")
        with tempfile.TemporaryDirectory() as folder:
            oldham.run(system, out=folder)
            for run in (oldham.run(system), oldham.load(folder)):
                self.assertIn("<script>alert(1)</script>", words(run))
                self.assertIn("a&b", words(run))
                self.assertIsNone(elements(run).find(".//script"))
            self.assertIn("<b>bold</b>", words(run))

    def test_a_verdict_shows_radius_mode_and_limit(self):
        verdict = oldham.stability(two_mass, largest_step=(1e-3, 1.0, 20))
        shown = words(verdict)
        for part in ("stable at step 0.01 s", f"{verdict.spectral_radius:.12g}", f"{verdict.largest_stable_step:.9g} s",
                     "zero-stable", "stable from 0.001 to"):
            self.assertIn(part, shown)
        self.assertIn("unstable at step 0.5 s", words(oldham.stability(two_mass, set={"scheme.step": 0.5})))
        digits = oldham.stability(two_mass, digits=30)
        self.assertIn(digits.digits, words(digits))

    def test_advice_shows_scheme_file_and_alternatives(self):
        advice = oldham.advise(two_mass, set={"scheme.step": 0.05}, budget=5.0)
        shown = words(advice)
        for part in (advice.recommended["label"], advice.recommended["reason"], "[scheme]", advice.ranked[1]["label"],
                     "the monolithic solution"):
            self.assertIn(part, shown)
        nothing = oldham.advise(two_mass, accuracy=1e-15, budget=0.5)
        self.assertIsNone(nothing.recommended)
        self.assertIn("nothing is recommended", words(nothing))
        self.assertIn(" ".join(nothing.reason.split()), words(nothing))

    def test_a_sweep_shows_its_rows(self):
        sweep = oldham.sweep(two_mass, {"scheme.order": [0, 1], "scheme.step": [0.01, 0.02]})
        cells = [[cell.text for cell in row.findall("td")] for row in elements(sweep).findall(".//tbody/tr")]
        self.assertEqual([row[:3] for row in cells], [["0", "0.01", "completed"], ["0", "0.02", "completed"],
                                                      ["1", "0.01", "completed"], ["1", "0.02", "completed"]])
        self.assertIn(f"{sweep.output('x1')[2]:.6g}", cells[2])
        self.assertIn("4 runs, 4 completed", words(sweep))
        self.assertIn("0 runs", words(oldham.Sweep([])))

    def test_it_fits_the_cell_of_a_notebook(self):
        chromium = shutil.which("chromium") or shutil.which("google-chrome")
        if chromium is None:
            self.skipTest("there is no browser; tools/install test installs one")
        runs = [oldham.run(two_mass), quietly(lambda: oldham.run(two_mass, set=unstable)),
                oldham.run(examples / "crane" / "double.toml", set={"simulation.end": 0.1})]
        shown = [*runs, oldham.stability(two_mass, largest_step=(1e-3, 1.0, 20)), oldham.advise(two_mass, budget=3.0),
                 oldham.sweep(two_mass, {"scheme.order": [0, 1, 2], "scheme.correction": ["explicit", "implicit"]}),
                 oldham.describe("oscillator")]
        body = "".join(f"<hr><section>{result._repr_html_()}</section>" for result in shown)
        script = ("const wide = [...document.querySelectorAll('section')].filter(s => s.scrollWidth > s.clientWidth + 1);"
                  "document.body.setAttribute('data-wide', wide.map(s => s.innerText.slice(0, 60)).join('; ') || 'none')")
        pictures = build / "pictures"
        pictures.mkdir(exist_ok=True)
        with tempfile.TemporaryDirectory() as folder:
            page = pathlib.Path(folder, "page.html")
            command = [chromium, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}/profile",
                       "--window-size=960,2400", "--hide-scrollbars"]
            for name, colours in (("light", "background:#fff;color:#000"), ("dark", "background:#111;color:#eee")):
                page.write_text(f"<!doctype html><meta charset='utf-8'><body style='{colours};font:14px sans-serif'>{body}"
                                f"<script>{script}</script>", encoding="utf-8")
                done = subprocess.run([*command, "--dump-dom", page.as_uri()], check=True, capture_output=True, text=True,
                                      timeout=60)
                self.assertEqual(re.search('data-wide="(.*?)"', done.stdout, re.DOTALL).group(1), "none")
                subprocess.run([*command, f"--screenshot={pictures / f'notebook-{name}.png'}", page.as_uri()], check=True,
                               capture_output=True, timeout=60)
                self.assertGreater((pictures / f"notebook-{name}.png").stat().st_size, 50_000)


class Tables(unittest.TestCase):
    """Where pandas and xarray are installed, which `tools/install test` does."""

    def test_a_run_as_a_data_frame(self):
        self.needs("pandas")
        run = oldham.run(two_mass)
        frame = run.to_pandas()
        self.assertEqual((frame.index.name, list(frame.columns)), ("time", list(run)))
        np.testing.assert_array_equal(frame.index, run.time)
        np.testing.assert_array_equal(frame["x1"], run["x1"])
        self.assertEqual(frame.attrs["units"]["v1"], "m/s")

    def test_a_run_as_a_data_set(self):
        self.needs("xarray")
        run = oldham.run(two_mass)
        data = run.to_xarray()
        np.testing.assert_array_equal(data["v2"].sel(time=0.5), run["v2"][50])
        self.assertEqual((data["v2"].attrs["units"], data["time"].attrs["units"]), ("m/s", "s"))
        self.assertEqual(data.attrs["status"], "completed")

    def test_studies_as_tables(self):
        self.needs("pandas")
        self.needs("xarray")
        sweep = oldham.sweep(two_mass, {"scheme.order": [0, 1]})
        frame = sweep.to_pandas()
        self.assertEqual(list(frame["scheme.order"]), [0, 1])
        self.assertEqual(list(frame["x1"]), list(sweep.output("x1")))
        self.assertEqual(frame["energy_residual.total"][1], sweep.rows[1]["energy_residual"]["total"]["signed"])
        study = oldham.converge(two_mass, [0.02, 0.01])
        frame = study.to_pandas()
        self.assertEqual(list(frame.index), [0.02, 0.01])
        self.assertEqual(frame["order of position"].iloc[1], study.orders["position"][0])
        self.assertTrue(np.isnan(frame["order of position"].iloc[0]))
        chart = oldham.map(two_mass, ("scheme.step", 0.01, 0.1, 4), ("parameters.m2", 0.5, 2.0, 3))
        data = chart.to_xarray()
        self.assertEqual(data["spectral_radius"].dims, ("parameters.m2", "scheme.step"))
        np.testing.assert_array_equal(data["stable"], chart.stable)

    def test_what_is_not_installed_is_named(self):
        run, verdict = oldham.run(two_mass), oldham.stability(two_mass)
        for package, call in (("pandas", run.to_pandas), ("xarray", run.to_xarray), ("matplotlib", run.plot),
                              ("matplotlib", verdict.plot)):
            hidden = {name: None for name in list(sys.modules) if name.partition(".")[0] == package} | {package: None}
            with self.subTest(package=package), mock.patch.dict(sys.modules, hidden):
                with self.assertRaises(ImportError) as caught:
                    call()
                self.assertIsInstance(caught.exception, oldham.MissingPackage)
                self.assertIn(f"'{package}' is not installed; install it", str(caught.exception))

    def needs(self, package):
        try:
            __import__(package)
        except ImportError:
            self.skipTest(f"without {package} there is nothing to compare with")


class Plots(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        os.environ.setdefault("MPLBACKEND", "agg")
        try:
            import matplotlib.pyplot
        except ImportError:
            raise unittest.SkipTest("without matplotlib nothing is drawn") from None
        cls.pyplot = matplotlib.pyplot
        cls.addClassCleanup(matplotlib.pyplot.close, "all")

    def test_a_run_has_a_panel_for_each_unit(self):
        run = oldham.run(two_mass)
        axes = run.plot()
        self.assertEqual([ax.get_ylabel() for ax in axes], ["m", "m/s"])
        self.assertEqual([[line.get_label() for line in ax.get_lines()] for ax in axes], [["x1", "x2"], ["v1", "v2"]])
        np.testing.assert_array_equal(axes[0].get_lines()[1].get_ydata(), run["x2"])
        self.assertEqual(run.plot("v1")[0].get_ylabel(), "v1 (m/s)")
        _, ax = self.pyplot.subplots()
        self.assertIs(run.plot("x1", "v1", ax=ax), ax)
        self.assertEqual(len(ax.get_lines()), 2)
        with self.assertRaisesRegex(oldham.WrongInput, "there is no output 'x3'; did you mean 'x1'"):
            run.plot("x3")

    def test_a_run_that_diverged_ends_where_it_can_be_seen(self):
        run = quietly(lambda: oldham.run(two_mass, set=unstable))
        [ax] = run.plot("x1")
        (begin, end), (low, high) = ax.get_xlim(), ax.get_ylim()
        seen = run["x1"][(run.time >= begin) & (run.time <= end)]
        self.assertLess(end, run.end / 2)
        self.assertLess(np.max(np.abs(seen)), 100)  # it grows by e^1.5 in each step, from 1
        self.assertLess(high, 1e3 * np.max(np.abs(seen)))
        self.assertGreater(high, np.max(seen))
        self.assertEqual(ax.get_title(), "diverged")
        [ax] = run.plot("x1", whole=True)
        self.assertGreaterEqual(ax.get_xlim()[1], run.time[-1])

    def test_studies_are_drawn(self):
        chart = oldham.map(two_mass, ("scheme.step", 0.01, 0.1, 9), ("parameters.m2", 0.1, 10.0, 5), log_y=True)
        ax = chart.plot()
        self.assertEqual((ax.get_xscale(), ax.get_yscale()), ("linear", "log"))
        # the edges of the cells are those of the question
        np.testing.assert_allclose([*ax.get_xlim(), *ax.get_ylim()], [0.01, 0.1, 0.1, 10.0], rtol=1e-9)
        np.testing.assert_array_equal(ax.collections[0].get_array().ravel(), chart.spectral_radius.ravel())
        verdict = oldham.stability(two_mass)
        np.testing.assert_array_equal(verdict.plot().get_lines()[1].get_xdata(), verdict.eigenvalues.real)
        study = oldham.converge(two_mass, [0.02, 0.01])
        np.testing.assert_array_equal(study.plot().get_lines()[0].get_ydata(), study.errors["position"])


if __name__ == "__main__":
    unittest.main()
