"""The notations of specifications, told apart by the ending of a file: symbols, readable, Python.

All have `parse(text)` and `show(spec)`, and `parse(show(spec)) == spec`; so each converts into each other.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pathlib import PurePosixPath
from typing import cast

from viva.core.fault import Fault
from viva.core.records import dataclass
from viva.core.table import suggestion
from viva.core.text.reading import Misread
from viva.engines.dialogues.model import Spec


@dataclass(frozen=True, slots=True)
class Notation:
    """The modules that read it and that show it. A check needs one notation only, so they are loaded when asked."""

    reader: str
    shower: str

    def parse(self, text: str, file: str) -> Spec:
        """A teacher's specification; what cannot be read is a Fault."""
        try:
            return cast(Spec, import_module(f"{__package__}.{self.reader}").parse(text))
        except Misread as problem:
            raise problem.fault(file) from None

    def show(self, spec: Spec) -> str:
        return cast(str, import_module(f"{__package__}.{self.shower}").show(spec)).rstrip("\n") + "\n"


NOTATIONS: Mapping[str, Notation] = {
    ".sym": Notation("symbols", "symbols"),
    ".txt": Notation("readable", "readable"),
    ".py": Notation("builder", "building"),
}


def of(file: str) -> Notation:
    """The notation of a file by its ending."""
    ending = PurePosixPath(file).suffix
    if ending not in NOTATIONS:
        raise Fault(
            f"no notation of specifications has the ending {ending!r}", file, remedy=suggestion(ending, list(NOTATIONS))
        )
    return NOTATIONS[ending]
