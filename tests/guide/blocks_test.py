#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A page whose blocks are wrong must be found out."""
import pathlib
import sys
import tempfile
import unittest

from blocks import blocks_of, difference
from run import run_page


class Blocks(unittest.TestCase):
    def test_info_strings_are_read(self):
        blocks = blocks_of('a\n```toml file=x.toml\nb = 1\n```\n```sh not-run="needs a network"\nc\n```\n')
        self.assertEqual([b.language for b in blocks], ["toml", "sh"])
        self.assertEqual(blocks[0].attributes, {"file": "x.toml"})
        self.assertEqual(blocks[0].text, "b = 1\n")
        self.assertFalse(blocks[1].is_run)

    def test_a_block_without_end_is_refused(self):
        with self.assertRaises(ValueError):
            blocks_of("```sh\nls\n")

    def test_lines_are_compared_up_to_what_may_vary(self):
        self.assertIsNone(difference("x 1.0000\ny … s\n", "x 1.00001\ny 0.3 s\n"))
        self.assertIsNone(difference("a\n…\nz\n", "a\nb\nc\nz\n"))
        self.assertIsNone(difference("a\n…\n", "a\nb\nc\n"))
        self.assertIsNotNone(difference("x 1.0\n", "x 1.1\n"))
        self.assertIsNotNone(difference("x 1.0\n", "y 1.0\n"))
        self.assertIsNotNone(difference("a\n", "a\nb\n"))
        self.assertIsNotNone(difference("a\nb\n", "a\n"))


class Pages(unittest.TestCase):
    def run_text(self, text, python=None):
        with tempfile.TemporaryDirectory() as folder:
            page = pathlib.Path(folder) / "page.md"
            page.write_text(text)
            stderr, sys.stderr = sys.stderr, open("/dev/null", "w")
            try:
                return run_page(page, pathlib.Path(sys.executable), python=python)
            finally:
                sys.stderr.close()
                sys.stderr = stderr

    def test_files_and_commands_follow_each_other(self):
        self.assertEqual(self.run_text("```toml file=a.toml\nx = 1\n```\n```sh\ncat a.toml\n```\n```text\nx = 1\n```\n"), 0)

    def test_what_is_wrong_is_found(self):
        for text in ["```sh\nfalse\n```\n", "```sh\nfalse\ntrue\n```\n", "```toml\nx = = 1\n```\n", "```\nls\n```\n",
                     "```text\nx\n```\n", "```sh\necho x\n```\n```text\ny\n```\n", "```sh exit=1\ntrue\n```\n"]:
            self.assertEqual(self.run_text(text), 1, text)

    def test_python_is_one_program_in_parts(self):
        page = "```python\nx = 1\n```\n```python\nassert x == {}\n```\n"
        self.assertEqual(self.run_text(page.format(1), "."), 0)
        self.assertEqual(self.run_text(page.format(2), "."), 1)

    def test_a_failure_may_be_wanted(self):
        self.assertEqual(self.run_text("```sh exit=3\nexit 3\n```\n"), 0)


if __name__ == "__main__":
    unittest.main()
