# SPDX-License-Identifier: MIT
"""What models, systems and FMUs declare, and whether FMUs conform."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from oldham import _oldham, html
from oldham.errors import WrongInput


@dataclass(frozen=True, eq=False, repr=False)
class Description(Mapping[str, Any]):
    """What a model, a system or an FMU declares: description["parameters"], and so on. As text it is that of the program."""

    details: dict[str, Any]  #: everything that the program shows with --json
    text: str

    def __getitem__(self, name: str) -> Any:
        if name not in self.details:
            raise WrongInput(f"there is no '{name}'; {_oldham.suggest(name, list(self.details))}")
        return self.details[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.details)

    def __len__(self) -> int:
        return len(self.details)

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return html.preformatted(self.text)


@dataclass(frozen=True, eq=False, repr=False)
class FmuCheck:
    """Whether an FMU conforms: `if oldham.fmu_check("pump.fmu"): ...`"""

    passed: bool  #: no check failed
    checks: list[dict[str, str]]  #: check, result ("passed", "warning", "failed" or "skipped") and detail
    failed: int
    warnings: int
    text: str

    def __bool__(self) -> bool:
        """Whether no check failed."""
        return self.passed

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return html.checks(self)
