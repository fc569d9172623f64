# SPDX-License-Identifier: MIT
"""Code blocks of a page of the guide, and what their info strings say.

    ```sh                  commands, run one after the other; they must succeed
    ```sh exit=1           the last of them must end with this code
    ```toml file=my.toml   written to that file; any other language likewise
    ```toml                a part of a file: it must be TOML, and is not run
    ```python              a part of one program, run at the end of the page where the package is built
    ```text                what the commands before it print
    ```text not-run        anything else
    ```sh not-run="why"    commands that cannot be run here

In expected output "…" stands for anything inside a line, and a line of its own for any number of lines. Numbers may
differ in their fourth digit.
"""
import dataclasses
import re
import shlex


@dataclasses.dataclass
class Block:
    language: str
    attributes: dict
    text: str
    line: int

    @property
    def is_run(self):
        return "not-run" not in self.attributes


def parse_info(info):
    words = shlex.split(info)
    language = words[0] if words else ""
    attributes = {}
    for word in words[1:]:
        name, _, value = word.partition("=")
        attributes[name] = value
    return language, attributes


def blocks_of(page):
    """The fenced blocks of a page, in order."""
    blocks, fence, lines = [], None, []
    for number, line in enumerate(page.splitlines(), 1):
        if fence is None:
            match = re.match(r"```(.*)$", line)
            if match:
                language, attributes = parse_info(match.group(1))
                fence, lines = Block(language, attributes, "", number), []
        elif line.startswith("```"):
            fence.text = "".join(text + "\n" for text in lines)
            blocks.append(fence)
            fence = None
        else:
            lines.append(line)
    if fence is not None:
        raise ValueError(f"the block that begins in line {fence.line} has no end")
    return blocks


NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")


def is_same_line(expected, found, tolerance=1e-3):
    """Whether a line is as expected, up to "…" and to the fourth digit of numbers."""
    if "…" in expected:
        pattern = ".*".join(re.escape(part) for part in expected.split("…"))
        return re.fullmatch(pattern, found) is not None
    expected_numbers, found_numbers = NUMBER.findall(expected), NUMBER.findall(found)
    if NUMBER.sub("#", " ".join(expected.split())) != NUMBER.sub("#", " ".join(found.split())):
        return False
    for one, other in zip(expected_numbers, found_numbers):
        a, b = float(one), float(other)
        if abs(a - b) > tolerance * max(abs(a), abs(b)):
            return False
    return True


def difference(expected, found):
    """The first line that is not as expected, in words; none where all are."""
    want, have = expected.rstrip("\n").split("\n"), found.rstrip("\n").split("\n")
    at = 0
    for i, line in enumerate(want):
        if line.strip() == "…":
            if i + 1 == len(want):
                return None
            while at < len(have) and not is_same_line(want[i + 1], have[at]):
                at += 1
            continue
        if at >= len(have):
            return f"expected '{line}', found the end"
        if not is_same_line(line, have[at]):
            return f"expected '{line}', found '{have[at]}'"
        at += 1
    return None if at == len(have) else f"expected the end, found '{have[at]}'"
