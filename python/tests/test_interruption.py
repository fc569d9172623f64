# SPDX-License-Identifier: MIT
"""Ctrl-C ends work between two steps and keeps what was finished."""

import os
import signal
import threading
import time
import unittest

import numpy as np
import oldham
from support import two_masses


class Sleeper(oldham.Subsystem):
    """Takes its time, and wakes the one who is to interrupt it."""

    inputs, outputs = {"force": "N"}, {"position": "m", "velocity": "m/s"}
    started = threading.Event()

    def __init__(self, **parameters):
        pass

    def advance(self, t, h, u):
        self.started.set()
        time.sleep(0.01)

    def output(self, t):
        return [0.0, 0.0]


class InterruptionTest(unittest.TestCase):
    at_once = threading.Event()
    at_once.set()

    def interrupt(self, begun, call):
        def press():
            begun.wait(30)
            time.sleep(1.0)  # native work takes minutes; what Python does before it is over by then
            os.kill(os.getpid(), signal.SIGINT)

        presser = threading.Thread(target=press)
        presser.start()
        self.addCleanup(presser.join)
        with self.assertRaises(oldham.Interrupted) as caught:
            call()
        return caught.exception.result

    def test_a_run_keeps_its_results(self):
        # a thousand million steps: minutes, had nobody stopped it
        long = {"simulation.end": 1e6, "scheme.step": 1e-3, "simulation.output_interval": 100.0}
        run = self.interrupt(self.at_once, lambda: oldham.run(two_masses(), set=long))
        self.assertEqual(run.status, "interrupted")
        self.assertLess(run.end, 1e6)
        self.assertEqual(len(run.time), len(run["a.position"]))
        self.assertTrue(np.isfinite(run["a.position"]).all())

    def test_a_subsystem_in_python_can_be_interrupted(self):
        run = self.interrupt(Sleeper.started, lambda: oldham.run(two_masses(Sleeper), set={"simulation.end": 100.0}))
        self.assertEqual(run.status, "interrupted")
        self.assertLess(run.end, 100.0)

    def test_studies_can_be_interrupted(self):
        chart = self.interrupt(self.at_once, lambda: oldham.map(
            two_masses(), ("scheme.step", 0.001, 0.1, 4000), ("subsystem.b.parameters.mass", 1, 3, 4000)))
        self.assertLess(chart.evaluated, 16_000_000)
        study = self.interrupt(self.at_once, lambda: oldham.sweep(
            two_masses(), {"simulation.end": np.linspace(1e4, 2e4, 64)}))
        self.assertLess(len(study), 64)

    def test_a_convergence_study_keeps_the_steps_before(self):
        # the first step takes a thousandth of a second, the second one minutes
        study = self.interrupt(self.at_once, lambda: oldham.converge(
            two_masses("oscillator"), [0.01, 1e-8], set={"subsystem.b.parameters": {"mass": 2.0, "stiffness": 30.0}}))
        self.assertEqual(list(study.steps), [0.01])
        self.assertEqual((len(study.errors["position"]), len(study.orders["position"])), (1, 0))
        self.assertIsNone(self.interrupt(self.at_once, lambda: oldham.converge(two_masses(), [1e-8])))


if __name__ == "__main__":
    unittest.main()
