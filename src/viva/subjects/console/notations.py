"""The notations of specifications, told apart by the ending of a file: symbols, readable, Python.

All have `parse(text, file)` and `show(spec)`, and `parse(show(spec)) == spec`; so each converts into each other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

from viva.core.fault import Fault
from viva.core.table import suggestion
from viva.subjects.console import builder, building, notation, readable
from viva.subjects.console.model import Spec


@dataclass(frozen=True, slots=True)
class Notation:
    parse: Callable[[str, str], Spec]
    show: Callable[[Spec], str]


NOTATIONS: Mapping[str, Notation] = {
    ".sym": Notation(notation.parse, lambda spec: f"{notation.show(spec)}\n"),
    ".txt": Notation(readable.parse, readable.show),
    ".py": Notation(builder.parse, building.show),
}


def of(file: str) -> Notation:
    """The notation of a file by its ending."""
    ending = PurePosixPath(file).suffix
    if ending not in NOTATIONS:
        raise Fault(
            f"no notation of specifications has the ending {ending!r}", file, remedy=suggestion(ending, list(NOTATIONS))
        )
    return NOTATIONS[ending]
