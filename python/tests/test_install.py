# SPDX-License-Identifier: MIT
"""pip installs the package into a virtual environment, without a network; the extension is that of this build."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

from support import examples, root


class Install(unittest.TestCase):
    def test_pip_installs_without_a_network(self):
        with tempfile.TemporaryDirectory() as folder:
            place = pathlib.Path(folder, "environment")
            subprocess.run([sys.executable, "-m", "venv", "--system-site-packages", place], check=True)
            environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
            environment |= {"PIP_NO_INDEX": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
            done = subprocess.run([place / "bin" / "pip", "install", "--no-build-isolation", root], check=False,
                                  env=environment, capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            script = ("import sys, oldham; print(oldham.__file__); "
                      "assert oldham.run(sys.argv[1]).completed; assert oldham.__version__")
            done = subprocess.run([place / "bin" / "python", "-c", script, examples / "two-mass" / "system.toml"],
                                  check=True, env=environment, capture_output=True, text=True, cwd=folder)
            self.assertTrue(done.stdout.startswith(str(place)), done.stdout)
            package = pathlib.Path(done.stdout.strip()).parent
            for file in ("py.typed", "_oldham.pyi"):
                self.assertTrue((package / file).exists(), file)


if __name__ == "__main__":
    unittest.main()
