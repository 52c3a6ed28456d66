"""File formats for hybrid systems, each with `read` (raises `Misread`) and `write`; `read` here finds the right one.

Ptolemy's MoML (`moml.py`) is only read; SpaceEx (`spaceex.py`) comes in two files, the model and its configuration.

What is read may be hostile: every reader stops at its limits.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Protocol

from viva.engines.hybrid.formats import json, moml, spaceex, text
from viva.engines.hybrid.model import System


class Format(Protocol):
    """What each module here offers."""

    def read(self, text: str, parameters: Mapping[str, Fraction] | None = None) -> System: ...

    def parameters_of(self, text: str) -> dict[str, Fraction]: ...

    def with_parameters(self, text: str, values: Mapping[str, Fraction]) -> str: ...

    def write(self, given: System) -> str: ...


FORMATS: dict[str, Format] = {"json": json, "text": text}
ENDINGS = (".json", ".hybrid", ".txt", ".xml", ".moml")


def format_of(given: str) -> str:
    """The format that the text begins as."""
    return "json" if given.lstrip().startswith(("{", "[")) else "text"


def read(given: str, parameters: Mapping[str, Fraction] | None = None, configuration: str = "") -> System:
    """`parameters` take the place of those in the file, where its notation has such; the `configuration` belongs to a
    model of SpaceEx."""
    if given.lstrip().startswith("<"):
        return spaceex.read(given, configuration) if spaceex.is_spaceex(given) else moml.read(given)
    return FORMATS[format_of(given)].read(given, parameters)


def parameters_of(given: str) -> dict[str, Fraction]:
    if given.lstrip().startswith("<"):
        return {}
    return FORMATS[format_of(given)].parameters_of(given)


def with_parameters(given: str, values: Mapping[str, Fraction]) -> str:
    """The same file with other values for its parameters."""
    return FORMATS[format_of(given)].with_parameters(given, values)


def write(given: System, form: str) -> str:
    return FORMATS[form].write(given)
