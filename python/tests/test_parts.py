# SPDX-License-Identifier: MIT
"""Subsystems and laws in Python: they converge as theory demands and compute what native ones do."""

import math
import traceback
import unittest

import numpy as np
import oldham
from support import two_masses


class Duffing(oldham.Equations):
    """The built-in model of that name, operation by operation."""

    inputs, outputs = {"force": "N"}, {"position": "m", "velocity": "m/s"}

    def __init__(self, mass=1.0, stiffness=0.0, damping=0.0, cubic_stiffness=0.0, position=0.0, velocity=0.0):
        self.mass, self.c, self.d, self.c3 = mass, stiffness, damping, cubic_stiffness
        self.initial_state = [position, velocity]

    def derivative(self, t, x, u):
        return [x[1], (u[0] - self.c * x[0] - self.c3 * x[0] * x[0] * x[0] - self.d * x[1]) / self.mass]

    def output(self, t, x):
        return x


class Stepped(oldham.Subsystem):
    """The same with a solver of its own: one classical Runge-Kutta step."""

    inputs, outputs = Duffing.inputs, Duffing.outputs

    def __init__(self, **parameters):
        self.model = Duffing(**parameters)

    def initialize(self, t):
        self.x = np.array(self.model.initial_state)

    def advance(self, t, h, u):
        f = lambda time, x: np.array(self.model.derivative(time, x, u(time)))
        x = self.x
        k1 = f(t, x)
        k2 = f(t + h / 2, x + h / 2 * k1)
        k3 = f(t + h / 2, x + h / 2 * k2)
        k4 = f(t + h, x + h * k3)
        self.x = x + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)

    def output(self, t):
        return self.x


class Saving(Stepped):
    def save(self):
        return self.x

    def restore(self, saved):
        self.x = saved


class WithState(Stepped):
    def read_state(self):
        return self.x

    def write_state(self, x):
        self.x = x


class EquationsTest(unittest.TestCase):
    def test_it_converges_with_the_order_of_the_scheme(self):
        # extrapolation with degree k has an error of order k + 1; RK4 inside has 4. The ramp of orders that runs start
        # with limits what can be seen to 2.
        for order in (0, 1):
            study = oldham.converge(two_masses(Duffing), [0.008, 0.004, 0.002], set={"scheme.order": order})
            self.assertAlmostEqual(study.orders["position"][-1], order + 1, delta=0.2)

    def test_it_computes_what_the_native_model_does(self):
        for correction in ("explicit", "semi-implicit", "implicit"):
            mine, native = (oldham.run(two_masses(b), set={"scheme.correction": correction})
                            for b in (Duffing, "duffing"))
            self.assertEqual(mine.corrections, native.corrections)
            for name in ("a.position", "b.position", "b.velocity"):
                np.testing.assert_array_equal(mine[name], native[name])

    def test_it_can_be_judged(self):
        mine, native = (oldham.stability(two_masses(b)) for b in (Duffing, "duffing"))
        self.assertAlmostEqual(mine.spectral_radius, native.spectral_radius, delta=1e-12)
        self.assertEqual(mine.zero_stable, True)

    def test_the_system_chooses_its_integrator(self):
        reference = oldham.run(two_masses("duffing"))["b.position"]
        for integrator in ("cvode", "trapezoidal", "arkode"):
            system = two_masses(Duffing).set("subsystem.b.integrator", integrator)
            if integrator == "trapezoidal":
                system.set("subsystem.b.micro_step", 1e-3)
            np.testing.assert_allclose(oldham.run(system)["b.position"], reference, atol=1e-6)

    def test_parameters_can_be_swept_and_charted(self):
        study = oldham.sweep(two_masses(Duffing), {"subsystem.b.parameters.mass": [1.0, 2.0]}, threads=2)
        self.assertEqual(study.output("b.position")[1], oldham.run(two_masses("duffing")).outputs["b.position"])
        chart = oldham.map(two_masses(Duffing), ("subsystem.b.parameters.mass", 1, 3, 3), ("scheme.step", 0.01, 0.1, 2))
        native = oldham.map(two_masses(), ("subsystem.b.parameters.mass", 1, 3, 3), ("scheme.step", 0.01, 0.1, 2))
        np.testing.assert_allclose(chart.spectral_radius, native.spectral_radius, rtol=1e-9)

    def test_outputs_may_depend_on_inputs_directly(self):
        class Gain(oldham.Equations):
            inputs, outputs = {"x": "m"}, {"force": "N"}

            def derivative(self, t, x, u):
                return []

            def output(self, t, x, u):
                return -25.0 * u[0]

        system = oldham.System({"simulation": {"end": 2.0}, "scheme": {"step": 1e-3, "order": 2}})
        system.add_subsystem("mass", "oscillator", {"position": 1.0}).add_subsystem("spring", Gain)
        system.connect("mass.position", "spring.x").connect("spring.force", "mass.force")
        run = oldham.run(system, compare=True)
        # ω = 5/s; the first step holds the force, which costs (ω H)² = 2.5e-5
        np.testing.assert_allclose(run["mass.position"], np.cos(5 * run.time), atol=1e-4)
        self.assertEqual(run["spring.force"][0], -25.0)
        self.assertLess(run.errors["mass.position"]["max"], 1e-4)


class SubsystemTest(unittest.TestCase):
    def test_it_converges_with_the_order_of_the_scheme(self):
        fine = oldham.run(two_masses("duffing"), set={"scheme.step": 1e-4, "scheme.order": 3})["b.position"][-1]
        for order in (0, 1):
            keys = {"scheme.order": order}
            errors = [abs(oldham.run(two_masses(Stepped), set=keys | {"scheme.step": step})["b.position"][-1] - fine)
                      for step in (0.008, 0.004)]
            self.assertAlmostEqual(math.log2(errors[0] / errors[1]), order + 1, delta=0.3)

    def test_without_saving_it_can_only_go_forward(self):
        with self.assertRaises(oldham.MissingCapability) as caught:
            oldham.run(two_masses(Stepped), set={"scheme.correction": "implicit"})
        self.assertIn("rollback", str(caught.exception))
        self.assertIn("'b'", str(caught.exception))

    def test_saving_or_a_state_lets_steps_be_corrected(self):
        for correction in ("semi-implicit", "implicit"):
            keys = {"scheme.correction": correction}
            native = oldham.run(two_masses(), set=keys)
            for part in (Saving, WithState):
                mine = oldham.run(two_masses(part), set=keys)
                np.testing.assert_allclose(mine["b.position"], native["b.position"], rtol=0, atol=1e-12)

    def test_it_is_judged_by_its_state_or_by_what_probes_tell(self):
        native = oldham.stability(two_masses()).spectral_radius
        self.assertAlmostEqual(oldham.stability(two_masses(WithState)).spectral_radius, native, delta=1e-9)
        for part in (Saving, Stepped):
            # of a nonlinear model probes tell as much as they say they do
            probed = oldham.stability(two_masses(part))
            residual = next(s for s in probed.details["subsystems"] if s["identified"])["residual"]
            self.assertLess(residual, 1e-4)
            self.assertAlmostEqual(probed.spectral_radius, native, delta=residual)

    def test_a_step_that_fails_ends_the_run_with_its_results(self):
        class Tired(Stepped):
            def advance(self, t, h, u):
                if t > 0.5:
                    raise oldham.Failure("too tired")
                super().advance(t, h, u)

        with self.assertWarnsRegex(oldham.RunWarning, "the run failed at t = 0.51 s: .*too tired"):
            run = oldham.run(two_masses(Tired))
        self.assertEqual(run.status, "failed")
        self.assertIn("too tired", run.reason)
        self.assertIn("'b'", run.reason)
        self.assertAlmostEqual(run.time[-1], 0.51)

    def test_a_mistake_in_python_is_raised_as_it_is(self):
        class Wrong(Stepped):
            def advance(self, t, h, u):
                return {}["nothing"]

        try:
            oldham.run(two_masses(Wrong))
            self.fail("nothing was raised")
        except KeyError as mistake:
            self.assertEqual(traceback.extract_tb(mistake.__traceback__)[-1].name, "advance")

    def test_inputs_belong_to_their_step(self):
        class Keeping(Stepped):
            def advance(self, t, h, u):
                super().advance(t, h, u)
                self.u = u
                with unittest.TestCase().assertRaisesRegex(oldham.WrongInput, "outside the step"):
                    u(t + 2 * h)

            def output(self, t):
                if hasattr(self, "u"):
                    with unittest.TestCase().assertRaisesRegex(oldham.WrongInput, "is over"):
                        self.u(t)
                return self.x

        self.assertTrue(oldham.run(two_masses(Keeping)).completed)

    def test_wrong_answers_are_told(self):
        class Short(Stepped):
            def output(self, t):
                return self.x[0]

        with self.assertRaisesRegex(oldham.WrongInput, "'b'.output: returned 1 number; return 2"):
            oldham.run(two_masses(Short))

        class Text(Stepped):
            def output(self, t):
                return "far"

        with self.assertRaisesRegex(oldham.WrongInput, "'b'.output: returned 'far'"):
            oldham.run(two_masses(Text))

    def test_wrong_parameters_are_told_with_near_misses(self):
        with self.assertRaisesRegex(oldham.WrongInput, "subsystem 'b': there is no parameter 'mas'.*mass"):
            oldham.run(two_masses(Duffing).set("subsystem.b.parameters", {"mas": 1.0}))

    def test_built_in_models_stay(self):
        with self.assertRaisesRegex(oldham.WrongInput, "built-in model 'duffing'"):
            oldham.model("duffing")(Duffing)

    def test_names_given_to_classes_can_be_used_in_files(self):
        oldham.model("my-duffing")(Duffing)
        run = oldham.run(oldham.System.from_toml(two_masses("my-duffing").to_toml()))
        np.testing.assert_array_equal(run["b.position"], oldham.run(two_masses())["b.position"])
        with self.assertRaisesRegex(oldham.WrongInput, "did you mean .*'my-duffing'"):
            oldham.run(two_masses("my-dufing"))


@oldham.law("joint-by-hand", linear=True,
            jacobian=lambda *y, stiffness, damping: [-stiffness, -damping, stiffness, damping])
def joint(x_a, v_a, x_b, v_b, stiffness=0.0, damping=0.0):
    return stiffness * (x_b - x_a) + damping * (v_b - v_a)


def with_law(law, **parameters):
    system = two_masses("oscillator")
    tree = system.to_dict()
    del tree["interface"], tree["subsystem"][1]["parameters"]["cubic_stiffness"]
    return oldham.System(tree).add_interface(
        law, name="joint", reads=["a.position", "a.velocity", "b.position", "b.velocity"],
        acts_on=["a.force", "-b.force"], parameters=parameters)


class LawTest(unittest.TestCase):
    def native(self):
        tree = two_masses("oscillator").to_dict()
        del tree["subsystem"][1]["parameters"]["cubic_stiffness"]
        return oldham.System(tree)

    def test_it_computes_what_the_native_law_does(self):
        for correction in ("explicit", "implicit"):
            keys = {"scheme.correction": correction}
            mine = oldham.run(with_law("joint-by-hand", stiffness=50.0, damping=1.0), set=keys)
            native = oldham.run(self.native(), set=keys)
            for name in ("a.position", "b.velocity"):
                np.testing.assert_array_equal(mine[name], native[name])
            self.assertEqual(mine.energy_residual, native.energy_residual)
            self.assertIn("joint", mine)
            self.assertEqual(mine.units["joint"], "N")

    def test_it_can_be_judged_and_converges(self):
        mine = with_law(joint, stiffness=50.0, damping=1.0)
        self.assertAlmostEqual(oldham.stability(mine).spectral_radius,
                               oldham.stability(self.native()).spectral_radius, delta=1e-12)
        self.assertAlmostEqual(oldham.converge(mine, [0.004, 0.002]).orders["position"][0], 2, delta=0.2)

    def test_derivatives_are_found_where_none_are_given(self):
        def stiffening(x_a, v_a, x_b, v_b, stiffness=50.0, cubic=1e4):
            return stiffness * (x_b - x_a) + cubic * (x_b - x_a) ** 3

        run = oldham.run(with_law(stiffening), set={"scheme.correction": "implicit"}, compare=True)
        self.assertTrue(run.completed, run.reason)
        self.assertLess(run.errors["a.position"]["max"], 1e-3)
        self.assertAlmostEqual(oldham.converge(with_law(stiffening), [0.004, 0.002]).orders["position"][0], 2, delta=0.2)

    def test_a_law_may_have_several_variables(self):
        def split(x_a, v_a, x_b, v_b):
            return [50.0 * (x_b - x_a), 1.0 * (v_b - v_a)]

        system = oldham.System(with_law(split).to_dict(), set={
            "interface.joint.acts_on": [["a.force", "-b.force"], ["a.force", "-b.force"]]})
        np.testing.assert_allclose(oldham.run(system)["a.position"], oldham.run(self.native())["a.position"], atol=1e-12)
        self.assertIn("joint.2", oldham.run(system))

    def test_wrong_interfaces_are_told(self):
        for change, words in (({"acts_on": ["a.torque"]}, "torque"), ({"acts_on": "a.force"}, "acts_on"),
                              ({"reads": ["a.place"]}, "place"), ({"law": "joint-by-hnd"}, "joint-by-hand"),
                              ({"parameters.stifness": 1.0}, "stiffness")):
            system = with_law("joint-by-hand", stiffness=50.0, damping=1.0)
            for key, value in change.items():
                system.set(f"interface.joint.{key}", value)
            with self.assertRaisesRegex(oldham.WrongInput, words):
                oldham.run(system)

    def test_built_in_laws_stay(self):
        with self.assertRaisesRegex(oldham.WrongInput, "built-in law 'bushing'"):
            oldham.law("bushing")(joint)


if __name__ == "__main__":
    unittest.main()
