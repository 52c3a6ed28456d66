"""File formats for hybrid systems, each with `read` (raises `Misread`) and `write`; `read` here finds the right one.

What is read may be hostile: every reader stops at its limits.
"""

from __future__ import annotations

from typing import Protocol

from viva.engines.hybrid.formats import json, text
from viva.engines.hybrid.model import System


class Format(Protocol):
    """What each module here offers."""

    def read(self, text: str) -> System: ...

    def write(self, given: System) -> str: ...


FORMATS: dict[str, Format] = {"json": json, "text": text}
ENDINGS = (".json", ".hybrid", ".txt")


def format_of(given: str) -> str:
    """The format that the text begins as."""
    return "json" if given.lstrip().startswith(("{", "[")) else "text"


def read(given: str) -> System:
    return FORMATS[format_of(given)].read(given)


def write(given: System, form: str) -> str:
    return FORMATS[form].write(given)
