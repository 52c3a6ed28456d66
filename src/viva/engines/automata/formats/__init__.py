"""File formats for automata, each with `read` (raises `Misread`) and `write`; `read` here finds the right one.

What is read may be hostile: every reader goes over its text once, keeps to its own stack and stops at its limits.
"""

import re
from pathlib import PurePosixPath
from typing import Protocol

from viva.engines.automata.formats import dot, jff, json, table
from viva.engines.automata.machine import Machine


class Format(Protocol):
    """What each module here offers."""

    def read(self, text: str) -> Machine: ...

    def write(self, given: Machine) -> str: ...


FORMATS: dict[str, Format] = {"table": table, "json": json, "jff": jff, "dot": dot}
SUFFIXES = {".txt": "table", ".table": "table", ".json": "json", ".jff": "jff", ".dot": "dot", ".gv": "dot"}
# A line that begins with the mark of a start.
_TABLE = re.compile(r"^[ \t|*]*(->|→)", re.MULTILINE)


def format_of(name: str, text: str) -> str:
    """The format that the text begins as; where that says nothing, the one the ending of the name says."""
    start = text.lstrip()
    if start.startswith("{"):
        return "json"
    if start.startswith("<"):
        return "jff"
    if start.startswith(("digraph", "strict", "//", "/*")):
        return "dot"
    known = SUFFIXES.get(PurePosixPath(name).suffix.lower(), "table")
    return "table" if _TABLE.search(start[:2000]) else known


def read(name: str, text: str) -> Machine:
    return FORMATS[format_of(name, text)].read(text)


def write(given: Machine, form: str) -> str:
    """The text of a machine in one of `FORMATS`."""
    return FORMATS[form].write(given)
