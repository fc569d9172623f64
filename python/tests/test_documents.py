# SPDX-License-Identifier: MIT
"""What is shown to people runs: the tutorial, and the blocks of code in the guide."""

import contextlib
import io
import os
import pathlib
import re
import runpy
import subprocess
import sys
import tempfile
import unittest

from support import root


class Documents(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.folder)
        os.symlink(root / "examples", "examples")

    def test_the_tutorial_runs_and_draws(self):
        subprocess.run([sys.executable, root / "python" / "tutorial.py"], check=True, cwd=self.folder,
                       stdout=subprocess.DEVNULL)
        pictures = list(self.folder.glob("results/tutorial/*.png"))
        try:
            import matplotlib  # noqa: F401
        except ImportError:
            self.skipTest("without matplotlib nothing is drawn")
        self.assertEqual(len(pictures), 6)
        self.assertTrue(all(picture.stat().st_size > 5000 for picture in pictures))

    def test_the_guide_runs_as_it_is_written(self):
        text = (root / "docs" / "guide" / "python.md").read_text(encoding="utf-8")
        blocks = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
        self.assertGreater(len(blocks), 4)
        (self.folder / "guide.py").write_text("\n".join(blocks), encoding="utf-8")
        with contextlib.redirect_stdout(io.StringIO()):
            runpy.run_path("guide.py")


if __name__ == "__main__":
    unittest.main()
