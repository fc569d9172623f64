# SPDX-License-Identifier: MIT
"""What the tests share."""

import json
import os
import pathlib
import subprocess

root = pathlib.Path(__file__).resolve().parents[2]
examples = root / "examples"
build = pathlib.Path(os.environ["OLDHAM_BUILD"])


def program(*arguments):
    """The answer of the program, as an object."""
    command = [build / "oldham", *map(str, arguments), "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if not done.stdout:
        raise AssertionError(f"{command}: {done.stderr}")
    return json.loads(done.stdout)


def two_masses(second="duffing", **keys):
    """Two masses on springs, joined by a spring and damper; the second one as told."""
    import oldham
    system = oldham.System({"simulation": {"end": 1.0}, "scheme": {"step": 0.01, "order": 1}}, set=keys)
    system.add_subsystem("a", "oscillator", {"mass": 1.0, "stiffness": 100.0, "damping": 0.5, "position": 0.1})
    system.add_subsystem("b", second, {"mass": 2.0, "stiffness": 30.0, "damping": 0.2, "cubic_stiffness": 40.0})
    return system.add_interface("spring-damper", name="joint", between=["a", "b"], stiffness=50.0, damping=1.0)
