# SPDX-License-Identifier: MIT
"""The program `oldham` that came with the package."""

from __future__ import annotations

import os
import pathlib
import shutil
import sys
from typing import NoReturn

from oldham.errors import MissingCapability


def find() -> str | None:
    """The path of the program: that of the package, otherwise the one on the PATH, if there is one."""
    packed = pathlib.Path(__file__).resolve().parent / "bin" / "oldham"
    return str(packed) if os.access(packed, os.X_OK) else shutil.which("oldham")


def main() -> NoReturn:
    """Becomes the program, with the arguments of this one."""
    program = find()
    if program is None:
        raise MissingCapability("oldham: the package has no program, and there is none on the PATH; "
                                "install the package again with pip")
    sys.stdout.flush()
    os.execv(program, ["oldham", *sys.argv[1:]])
