"""File formats for hybrid systems, each with `read` (raises `Misread`) and `write`; `read` here finds the right one.

What is read may be hostile: every reader stops at its limits.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Protocol

from viva.engines.hybrid.formats import json, text
from viva.engines.hybrid.model import System


class Format(Protocol):
    """What each module here offers."""

    def read(self, text: str, parameters: Mapping[str, Fraction] | None = None) -> System: ...

    def parameters_of(self, text: str) -> dict[str, Fraction]: ...

    def with_parameters(self, text: str, values: Mapping[str, Fraction]) -> str: ...

    def write(self, given: System) -> str: ...


FORMATS: dict[str, Format] = {"json": json, "text": text}
ENDINGS = (".json", ".hybrid", ".txt")


def format_of(given: str) -> str:
    """The format that the text begins as."""
    return "json" if given.lstrip().startswith(("{", "[")) else "text"


def read(given: str, parameters: Mapping[str, Fraction] | None = None) -> System:
    """`parameters` take the place of those in the file."""
    return FORMATS[format_of(given)].read(given, parameters)


def parameters_of(given: str) -> dict[str, Fraction]:
    return FORMATS[format_of(given)].parameters_of(given)


def with_parameters(given: str, values: Mapping[str, Fraction]) -> str:
    """The same file with other values for its parameters."""
    return FORMATS[format_of(given)].with_parameters(given, values)


def write(given: System, form: str) -> str:
    return FORMATS[form].write(given)
