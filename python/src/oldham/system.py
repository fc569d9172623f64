# SPDX-License-Identifier: MIT
"""Systems: read from files, or put together piece by piece."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any, Union

from oldham import _oldham, arguments, parts
from oldham.errors import WrongInput

Source = Union["System", str, "os.PathLike[str]", Mapping[str, Any]]


class System:
    """Subsystems, what joins them, and the scheme: what a system file describes.

        oldham.System.from_file("examples/crane/double.toml", set={"scheme.order": 2})
        oldham.System({"system": "two-mass", "scheme": {"step": 0.01}})

    A system is only a description. Each run or study builds it again, and checks every key.
    """

    def __init__(self, tree: Mapping[str, Any] | None = None, *, name: str = "System",
                 set: Mapping[str, Any] | None = None) -> None:
        """`tree` has the keys of a system file; `name` stands in messages; `set` as in `from_file`."""
        if isinstance(tree, (str, os.PathLike)):
            given = os.fspath(tree)
            remedy = f'oldham.System({{"system": {given!r}}})' if given in _oldham.systems() else f"oldham.System.from_file({given!r})"
            raise WrongInput(f"tree: {given!r} is no dictionary; write {remedy}")
        self._tree = _oldham.Tree.make(arguments.keys("tree", tree), name)
        self._set_all(set)

    @classmethod
    def from_file(cls, file: str | os.PathLike[str], *, set: Mapping[str, Any] | None = None) -> System:
        """The system of a file: TOML, or SSP. `set` changes keys by their paths, as --set does."""
        return cls._of_tree(_oldham.Tree.read(os.fspath(file)), set)

    @classmethod
    def from_toml(cls, text: str, *, name: str = "System", set: Mapping[str, Any] | None = None) -> System:
        """The system of a text in TOML."""
        return cls._of_tree(_oldham.Tree.parse(text, name), set)

    @classmethod
    def of(cls, source: Source, *, set: Mapping[str, Any] | None = None) -> System:
        """A system from whatever describes it: a system, the path of a file, or a dictionary. It is a copy."""
        if isinstance(source, System):
            return cls._of_tree(source._tree.copy(), set)
        if isinstance(source, Mapping):
            return cls(source, set=set)
        if not isinstance(source, (str, os.PathLike)):
            raise WrongInput(f"system: {source!r} describes none; give a System, the path of a file, or a dictionary")
        return cls.from_file(source, set=set)

    @classmethod
    def _of_tree(cls, tree: _oldham.Tree, set: Mapping[str, Any] | None) -> System:
        system = cls.__new__(cls)
        system._tree = tree
        system._set_all(set)
        return system

    def _set_all(self, set: Mapping[str, Any] | None) -> None:
        for path, value in arguments.keys("set", set).items():
            self.set(path, value)

    def set(self, path: str, value: Any) -> System:
        """Changes one key: `system.set("subsystem.crane.formulation", "ali3p")`."""
        self._tree.set(arguments.path("set", path), value, f"set {path} = {value!r}")
        return self

    def get(self, path: str) -> Any:
        """What stands under a path, or None."""
        return self._tree.get(path)

    def add_subsystem(self, name: str, model: str | type[parts.Subsystem] | type[parts.Equations] | None = None,
                      parameters: Mapping[str, Any] | None = None, **keys: Any) -> System:
        """Adds a subsystem: a model by its name, a class of one's own, or an FMU with fmu="FILE".

        `keys` are those of a [[subsystem]] entry: integrator, micro_step, inputs, ...
        """
        if isinstance(model, type):
            model = parts.name_of_model(model)
        self._tree.append("subsystem", {"name": name, "model": model, "parameters": parameters, **keys})
        return self

    def connect(self, source: str, target: str, **keys: Any) -> System:
        """Feeds an output to an input: connect("chassis.velocity", "wheel.velocity"). `keys`: scale, offset, order, ..."""
        self._tree.append("connect", {"from": source, "to": target, **keys})
        return self

    def add_interface(self, law: str | Callable[..., Any], **keys: Any) -> System:
        """Joins subsystems by a law.

        A built-in one has its keys: add_interface("spring-damper", between=["a", "b"], stiffness=1e3). One of one's own
        `reads` outputs and `acts_on` inputs, against those with a minus:

            add_interface(hertz, reads=["ball.position", "plate.position"], acts_on=["ball.force", "-plate.force"])
        """
        if not isinstance(law, str):
            law = parts.name_of_law(law)
        self._tree.append("interface", {"law": law, **keys})
        return self

    def add_bond(self, name: str, a: tuple[str, str], b: tuple[str, str], **keys: Any) -> System:
        """Declares a power bond: each side has a flow and an effort, such as ("chassis.velocity", "chassis.force")."""
        self._tree.append("bond", {"name": name, "a": list(a), "b": list(b), **keys})
        return self

    def check(self) -> System:
        """Builds the system once and lets go of it: whatever is wrong with it is raised here."""
        self._tree.check()
        return self

    def to_toml(self) -> str:
        """The text of the system file."""
        return self._tree.to_toml()

    def to_dict(self) -> dict[str, Any]:
        """The keys and values of the system file."""
        return self._tree.to_dict()

    def __copy__(self) -> System:
        return self._of_tree(self._tree.copy(), None)

    def __deepcopy__(self, memo: dict[int, Any]) -> System:
        return self.__copy__()

    def __reduce__(self) -> tuple[Any, ...]:
        # files are found from any folder; classes and laws of one's own go along, as pickle takes them: by their names
        tree = self._tree.with_whole_paths().to_dict()
        return _restored, (type(self), tree, self._tree.name, *parts.used_by(tree))

    def __repr__(self) -> str:
        title = self.get("title") or self.get("system")
        names = [entry.get("name") for entry in self.get("subsystem") or []]
        return f"<oldham.System {title or ', '.join(map(str, names)) or 'without subsystems'}>"


def _restored(cls: type[System], tree: dict[str, Any], name: str, models: dict[str, Any], laws: dict[str, Any]) -> System:
    parts.know_again(models, laws)
    return cls._of_tree(_oldham.Tree.make(tree, name), None)
