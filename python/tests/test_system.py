# SPDX-License-Identifier: MIT
"""Systems from files, texts, dictionaries and piece by piece; what is wrong with one is said as everywhere."""

import pathlib
import unittest
import warnings

import numpy as np
import oldham
from support import examples, program, two_masses

two_mass = examples / "two-mass" / "system.toml"


class Systems(unittest.TestCase):
    def test_all_ways_lead_to_the_same_run(self):
        pieces = two_masses()
        text = oldham.System.from_toml(pieces.to_toml())
        tree = oldham.System(pieces.to_dict())
        runs = [oldham.run(system) for system in (pieces, text, tree, pieces.to_dict())]
        for run in runs[1:]:
            np.testing.assert_array_equal(run["a.position"], runs[0]["a.position"])

    def test_set_changes_a_copy(self):
        system = oldham.System.from_file(two_mass)
        self.assertEqual(oldham.run(system, set={"simulation.end": 0.1}).end, 0.1)
        self.assertIsNone(system.get("simulation.end"))
        self.assertEqual(system.set("simulation.end", np.float64(0.2)).get("simulation.end"), 0.2)
        self.assertEqual(oldham.run(system).end, 0.2)

    def test_numbers_of_numpy_are_numbers(self):
        system = oldham.System({"system": "two-mass", "scheme": {"order": np.int64(2), "step": np.float32(0.5)}})
        self.assertEqual(system.get("scheme"), {"order": 2, "step": 0.5})
        self.assertEqual(oldham.System({"x": np.eye(2)}).get("x"), [[1.0, 0.0], [0.0, 1.0]])

    def test_a_representation_says_what_it_is(self):
        self.assertIn("Two oscillators", repr(oldham.System.from_file(two_mass)))
        self.assertIn("a, b", repr(two_masses()))


class Errors(unittest.TestCase):
    def assert_says(self, kind, words, call):
        with self.assertRaises(kind) as caught:
            call()
        self.assertIsInstance(caught.exception, oldham.Error)
        for word in words:
            self.assertIn(word, str(caught.exception))

    def test_a_wrong_file_is_told_as_by_the_program(self):
        told = program("run", "no-such.toml")
        self.assert_says(oldham.WrongInput, [told["reason"]], lambda: oldham.run("no-such.toml"))

    def test_a_wrong_key_is_told_with_its_line_and_near_misses(self):
        system = oldham.System.from_toml('system = "two-mass"\n[scheme]\nordre = 1\n', name="mine.toml")
        self.assert_says(oldham.WrongInput, ["mine.toml:3", "ordre", "did you mean 'order'"], system.check)

    def test_a_wrong_setting_is_told_as_such(self):
        self.assert_says(oldham.WrongInput, ["set scheme.order = 'two'", "scheme.order"],
                         lambda: oldham.run(two_mass, set={"scheme.order": "two"}))

    def test_a_wrong_entry_of_a_dictionary_names_the_system(self):
        system = two_masses().set("subsystem.a.parameters.weight", 3)
        self.assert_says(oldham.WrongInput, ["subsystem 'a'", "weight", "mass"], system.check)
        self.assert_says(oldham.WrongInput, ["1j", "means nothing"], lambda: oldham.System({"x": 1j}))

    def test_a_missing_capability_is_told(self):
        self.assert_says(oldham.MissingCapability, ["exact"],
                         lambda: oldham.run(two_masses(), set={"scheme.startup": "exact"}))

    def test_arguments_are_checked(self):
        axis = ("scheme.step", 0.1, 1, 3)
        self.assert_says(oldham.WrongInput, ["both axes"], lambda: oldham.map(two_mass, axis, axis))
        self.assert_says(oldham.WrongInput, ["x: ", "no range"],
                         lambda: oldham.map(two_mass, ("scheme.step", 1, 1, 3), ("parameters.m1", 1, 2, 3)))
        self.assert_says(oldham.WrongInput, ["no scan"], lambda: oldham.stability(two_mass, largest_step=(1, 0.5, 9)))
        self.assert_says(oldham.WrongInput, ["no step"], lambda: oldham.converge(two_mass, [-1.0]))
        self.assert_says(oldham.WrongInput, ["margin"], lambda: oldham.stability(two_mass, margin=-1))
        self.assert_says(oldham.WrongInput, ["norm", "did you mean 'max'"],
                         lambda: oldham.converge(two_mass, [0.1], norm="maxx"))

    def test_an_unknown_output_is_told_with_near_misses(self):
        run = oldham.run(two_mass)
        self.assert_says(oldham.WrongInput, ["x11", "did you mean 'x1'"], lambda: run["x11"])
        self.assertIn("x1", run)
        self.assertNotIn("x11", run)

    def test_a_diverged_run_is_an_answer_with_what_it_has(self):
        # explicit coupling of a joint far stiffer than the step allows
        with self.assertWarns(oldham.CouplingWarning) as caught:
            run = oldham.run(two_masses(), set={"simulation.end": 50.0, "interface.joint.stiffness": 1e6})
        self.assertEqual(run.status, "diverged")
        # the cause, its place and a cure; the warning names the line that called
        [change] = [line for line in run.explanation["lines"] if line.startswith("change: ")]
        said = [str(warning.message) for warning in caught.warnings]
        self.assertEqual(said[-1], f"the run diverged at t = {run.end:g} s: {run.reason}; {change}")
        self.assertIn("the coupling is unstable at this step", said[0])
        self.assertEqual({warning.filename for warning in caught.warnings}, {__file__})
        self.assertIn("beyond its limit", run.reason)
        self.assertGreater(len(run.time), 2)
        self.assertEqual(len(run.time), len(run["a.position"]))

    def held_spring(self, **keys):
        """A mass on a spring whose force another subsystem holds over each step, which makes energy."""
        system = oldham.System({"simulation": {"end": 20.0}, "scheme": {"step": 0.05, "order": 0}})
        system.add_subsystem("mass", "oscillator", {"mass": 1.0, "stiffness": 1.0, "position": 0.01, **keys})
        system.add_subsystem("spring", "linear", {"inputs": ["x [m]"], "outputs": ["f [N]"], "D": [[-100.0]]})
        return system.connect("mass.position", "spring.x").connect("spring.f", "mass.force")

    def test_growth_is_an_alarm_a_warning_and_has_an_explanation(self):
        with self.assertWarnsRegex(oldham.CouplingWarning, "unstable|geometrically"):
            run = oldham.run(self.held_spring())
        self.assertEqual(run.status, "completed")
        self.assertEqual(run.verdict["verdict"], "unstable")
        self.assertEqual([alarm["kind"] for alarm in run.alarms], ["growth"])
        self.assertIn("mass.position", run.alarms[0]["variables"])
        self.assertTrue(run.explanation["lines"])

    def test_a_stable_run_is_quiet(self):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            run = oldham.run(self.held_spring(damping=8.0))
        self.assertEqual(run.verdict["verdict"], "stable")
        self.assertEqual(run.alarms, [])
        self.assertIsNone(run.explanation)

    def test_the_check_can_be_left_out(self):
        run = oldham.run(self.held_spring(damping=8.0), check=False)
        self.assertEqual(run.verdict["verdict"], "not-judged")
        self.assertIn("switched off", run.verdict["reason"])


if __name__ == "__main__":
    unittest.main()
