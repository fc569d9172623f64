# SPDX-License-Identifier: MIT
"""Checks of arguments: what is wrong with one is told by its name, with what to write instead."""

from __future__ import annotations

import math
import numbers
import os
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from oldham.errors import WrongInput


def truth(name: str, value: Any) -> bool:
    """True or False, and nothing that merely counts as one of them."""
    if not isinstance(value, (bool, np.bool_)):
        raise WrongInput(f"{name}: {value!r} is neither True nor False; write one of them")
    return bool(value)


def number(name: str, value: Any) -> float:
    """A real number."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, numbers.Real):
        raise WrongInput(f"{name}: {value!r} is no number; write one, such as 0.5")
    return float(value)


def whole(name: str, value: Any, least: int = 0) -> int:
    """An integer that is not too small."""
    found = number(name, value)
    if not (math.isfinite(found) and found == int(found) and found >= least):
        raise WrongInput(f"{name}: {value!r} is no integer of {least} or more; write one")
    return int(found)


def several(name: str, values: Any, example: str) -> list[Any]:
    """A list, or anything else that has values one by one; a text is none."""
    if isinstance(values, (str, bytes, Mapping)) or not isinstance(values, Iterable):
        raise WrongInput(f"{name}: {values!r} is no list; write for example {example}")
    return list(values)


def list_of_numbers(name: str, values: Any, example: str) -> list[float]:
    """Real numbers."""
    return [number(name, value) for value in several(name, values, example)]


def keys(name: str, mapping: Any) -> dict[str, Any]:
    """Paths of keys, and what belongs to them; None stands for none."""
    if mapping is None:
        return {}
    if not isinstance(mapping, Mapping):
        raise WrongInput(f'{name}: {mapping!r} is no dictionary; write for example {{"scheme.order": 2}}')
    return {path(name, key): value for key, value in mapping.items()}


def path(name: str, key: Any) -> str:
    """The path of a key."""
    if not isinstance(key, str):
        raise WrongInput(f'{name}: {key!r} is no path of a key; write a text, such as "scheme.order"')
    return key


def folder(name: str, value: Any) -> str:
    """The path of a folder; None stands for none."""
    if value is None:
        return ""
    if not isinstance(value, (str, os.PathLike)) or not os.fspath(value):
        raise WrongInput(f"{name}: {value!r} is no folder; name one, or leave it out")
    return os.fspath(value)


def file(name: str, value: Any) -> str:
    """The path of a file."""
    if not isinstance(value, (str, os.PathLike)) or not os.fspath(value):
        raise WrongInput(f"{name}: {value!r} is no file; name one")
    return os.fspath(value)


def word(name: str, value: Any) -> str:
    """A name."""
    if not isinstance(value, str):
        raise WrongInput(f"{name}: {value!r} is no name; write a string")
    return value
