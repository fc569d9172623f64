# SPDX-License-Identifier: MIT
"""What can go wrong."""

from __future__ import annotations

from typing import Any


class Error(Exception):
    """Anything that the engine complains about: says where, what is wrong, and what to do about it."""


class WrongInput(Error):
    """A file, a key, a value or an argument is wrong."""


class Failure(Error):
    """A simulation could not be carried out. Raised by a subsystem, it says that the step cannot be made."""


class MissingCapability(Error):
    """A subsystem lacks what was asked of it."""


class MissingPackage(MissingCapability, ImportError):
    """An optional Python package is not installed."""


class RunWarning(UserWarning):
    """A run did not reach its end, or its results may be wrong."""


class CouplingWarning(RunWarning):
    """The coupling of a run is unstable at its step, or the run diverged or ended with an alarm."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C ended the work between two steps; what was finished is in `result`, or None where there is nothing."""

    def __init__(self, result: Any = None) -> None:
        super().__init__("interrupted; what was finished is kept in .result")
        self.result = result
