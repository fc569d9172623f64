# SPDX-License-Identifier: MIT
"""A wrong argument is a WrongInput that names it, in the words of Python; systems can be copied and sent elsewhere."""

import ast
import copy
import pathlib
import pickle
import subprocess
import sys
import unittest

import numpy as np
import oldham
from support import examples, root, two_masses

two_mass = examples / "two-mass" / "system.toml"


class Doubler(oldham.Equations):
    """x' = u."""

    inputs, outputs, initial_state = {"force": "N"}, {"position": "m", "velocity": "m/s"}, [0.0, 0.0]

    def __init__(self, **parameters):
        pass

    def derivative(self, t, x, u):
        return [x[1], u[0]]

    def output(self, t, x):
        return x


def pull(first, second, stiffness=1.0):
    return stiffness * (second - first)


class Arguments(unittest.TestCase):
    def assert_says(self, words, call):
        with self.assertRaises(oldham.WrongInput) as caught:
            call()
        for word in words:
            self.assertIn(word, str(caught.exception))
        self.assertNotIn("--", str(caught.exception))

    def test_of_the_wrong_kind_are_named(self):
        axis = ("scheme.step", 0.1, 1, 3)
        other = ("parameters.m1", 1, 2, 3)
        for words, call in (
                (["compare: 'monolithic'", "True"], lambda: oldham.run(two_mass, compare="monolithic")),
                (["set: ['scheme.order']", "no dictionary"], lambda: oldham.run(two_mass, set=["scheme.order"])),
                (["set: 3 is no path"], lambda: oldham.run(two_mass, set={3: 4})),
                (["samples: '0.5'", "no list"], lambda: oldham.run(two_mass, samples="0.5")),
                (["out: ''", "no folder"], lambda: oldham.run(two_mass, out="")),
                (["system: 5", "path of a file"], lambda: oldham.run(5)),
                (["tree: 5", "no dictionary"], lambda: oldham.System(5)),
                (["tree: 'first.toml'", "write oldham.System.from_file('first.toml')"], lambda: oldham.System("first.toml")),
                (["write oldham.System.from_file('a/first.toml')"], lambda: oldham.System(pathlib.Path("a", "first.toml"))),
                (["write oldham.System({\"system\": 'two-mass'})"], lambda: oldham.System("two-mass")),
                (["budget: only a scan has a budget", "with largest_step"], lambda: oldham.stability(two_mass, budget=1.0)),
                (["budget: -1 s is no budget"],
                 lambda: oldham.stability(two_mass, largest_step=(1e-3, 1, 5), budget=-1)),
                (["budget: 'long' is no number"],
                 lambda: oldham.stability(two_mass, largest_step=(1e-3, 1, 5), budget="long")),
                (["x: ('scheme.step', 0.01)", "(key, low, high, cells)"],
                 lambda: oldham.map(two_mass, ("scheme.step", 0.01), other)),
                (["x: 5", "no list"], lambda: oldham.map(two_mass, 5, other)),
                (["y: 1 is no path"], lambda: oldham.map(two_mass, axis, (1, 2, 3, 4))),
                (["threads: -1"], lambda: oldham.map(two_mass, axis, other, threads=-1)),
                (["largest_step: 5", "no list"], lambda: oldham.stability(two_mass, largest_step=5)),
                (["largest_step", "no scan"], lambda: oldham.stability(two_mass, largest_step=(1, 2))),
                (["margin: 'small'", "no number"], lambda: oldham.stability(two_mass, margin="small")),
                (["digits: 2.5", "no integer"], lambda: oldham.stability(two_mass, digits=2.5)),
                (["steps: '0.01'", "no list"], lambda: oldham.converge(two_mass, "0.01")),
                (["steps: there is none"], lambda: oldham.converge(two_mass, [])),
                (["norm: there is no '5'"], lambda: oldham.converge(two_mass, [0.1], norm=5)),
                (["over scheme.order: 1 is no list"], lambda: oldham.sweep(two_mass, {"scheme.order": 1})),
                (["over scheme.order", "no value"], lambda: oldham.sweep(two_mass, {"scheme.order": []})),
                (["threads: -1"], lambda: oldham.sweep(two_mass, {"scheme.order": [1]}, threads=-1)),
                (["at: 0.5 is no list"], lambda: oldham.advise(two_mass, at=0.5))):
            with self.subTest(words=words):
                self.assert_says(words, call)

    def test_options_of_the_program_are_arguments_here(self):
        for words, call in (
                (["steps: -1"], lambda: oldham.converge(two_mass, [-1.0])),
                (["steps: 0.1 s stands there twice"], lambda: oldham.converge(two_mass, [0.1, 0.1])),
                (["digits: 100000"], lambda: oldham.stability(two_mass, digits=100000)),
                (["samples: "], lambda: oldham.run(two_mass, samples=[1e9])),
                (["accuracy: -1"], lambda: oldham.advise(two_mass, accuracy=-1)),
                (["x: scheme.stp: unknown key"],
                 lambda: oldham.map(two_mass, ("scheme.stp", 0.1, 1, 3), ("parameters.m1", 1, 2, 3)))):
            with self.subTest(words=words):
                self.assert_says(words, call)

    def test_ports_are_names(self):
        for ports in (5, "force", {"force": 5}, [1]):
            odd = type("Odd", (Doubler,), {"inputs": ports})
            self.assert_says(["subsystem 'b': inputs", repr(ports)], two_masses(odd).check)

    def test_numbers_of_numpy_are_taken(self):
        oldham.run(two_mass, compare=np.bool_(False), samples=np.array([0.25]))
        oldham.sweep(two_mass, {"scheme.order": np.array([0, 1])}, threads=np.int64(1))

    def test_nothing_returned_is_said(self):
        silent = type("Silent", (Doubler,), {"derivative": lambda self, t, x, u: None})
        self.assert_says(["derivative", "returned nothing", "return 2 numbers"], lambda: oldham.run(two_masses(silent)))
        short = type("Short", (Doubler,), {"derivative": lambda self, t, x, u: [1.0]})
        self.assert_says(["derivative", "returned 1 number;"], lambda: oldham.run(two_masses(short)))

    def test_a_law_that_gives_no_number_is_named(self):
        system = two_masses().add_interface(lambda first: float("nan"), name="odd", reads=["a.position"],
                                            acts_on=["a.force"])
        for work in (oldham.run, oldham.monolithic):
            with self.assertRaisesRegex(oldham.Failure, "interface 'odd' gives nan"):
                work(system)


class Stubs(unittest.TestCase):
    def test_name_what_the_extension_has(self):
        stubs = ast.parse(pathlib.Path(oldham.__file__).with_name("_oldham.pyi").read_text(encoding="utf-8"))
        named = {}
        for node in stubs.body:
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                named[node.name] = node
            elif isinstance(node, ast.AnnAssign):
                named[node.target.id] = node
        self.assertEqual(set(named), {name for name in dir(oldham._oldham) if not name.startswith("__")})
        # arguments, by the first line of what pybind11 says of a function
        for name, node in named.items():
            if isinstance(node, ast.FunctionDef):
                said = oldham._oldham.__dict__[name].__doc__.splitlines()[0]
                for argument in node.args.args:
                    self.assertRegex(said, rf"[(, ]{argument.arg}: ", name)
                self.assertEqual(said.count(": "), len(node.args.args), said)

    def test_everything_public_is_listed(self):
        for name in oldham.__all__:
            self.assertTrue(hasattr(oldham, name), name)


class Copies(unittest.TestCase):
    def test_are_systems_of_their_own(self):
        first = two_masses()
        for make in (copy.copy, copy.deepcopy, lambda system: pickle.loads(pickle.dumps(system))):
            second = make(first)
            self.assertEqual(second.to_dict(), first.to_dict())
            second.set("scheme.order", 2)
            self.assertEqual(first.get("scheme.order"), 1)
            np.testing.assert_array_equal(oldham.run(make(first))["a.position"], oldham.run(first)["a.position"])

    def test_know_their_file(self):
        again = pickle.loads(pickle.dumps(oldham.System.from_file(two_mass, set={"scheme.ordr": 1})))
        with self.assertRaisesRegex(oldham.WrongInput, "system.toml: scheme.ordr: unknown key"):
            again.check()

    def test_take_classes_and_laws_along(self):
        system = two_masses(Doubler).add_interface(pull, name="pull", reads=["a.position", "b.position"],
                                                   acts_on=["a.force", "-b.force"])
        here = oldham.run(system).outputs["a.position"]
        script = "import pickle, sys, oldham; print(oldham.run(pickle.load(sys.stdin.buffer)).outputs['a.position'].hex())"
        done = subprocess.run([sys.executable, "-c", script], input=pickle.dumps(system), capture_output=True, check=True,
                              cwd=root / "python" / "tests")
        self.assertEqual(float.fromhex(done.stdout.decode()), here)

    def test_of_parts_without_a_name_are_refused(self):
        class Local(Doubler):
            pass

        with self.assertRaisesRegex((pickle.PicklingError, AttributeError), "Local"):
            pickle.dumps(two_masses(Local))


if __name__ == "__main__":
    unittest.main()
