"""File formats for state machines, each with `read` (raises `Misread`) and `write`; `read` here finds the right one.

What is read may be hostile: every reader goes over its text once, keeps to its own stack and stops at its limits.
"""

from typing import Protocol

from viva.engines.machines.formats import json, moml, text
from viva.engines.machines.model import System


class Format(Protocol):
    """What each module here offers."""

    def read(self, text: str) -> System: ...

    def write(self, given: System) -> str: ...


FORMATS: dict[str, Format] = {"text": text, "json": json, "moml": moml}
SUFFIXES = {".txt": "text", ".machine": "text", ".json": "json", ".xml": "moml", ".moml": "moml"}


def format_of(content: str) -> str:
    """The format that a text begins as."""
    start = content.lstrip("\ufeff \t\r\n")
    if start.startswith(("{", "[")):
        return "json"
    return "moml" if start.startswith("<") else "text"


def read(content: str) -> System:
    return FORMATS[format_of(content)].read(content)


def write(given: System, form: str) -> str:
    return FORMATS[form].write(given)
