"""File formats for state machines, each with `read` (raises `Misread`) and `write`; `read` here finds the right one.

What is read may be hostile: every reader goes over its text once, keeps to its own stack and stops at its limits.
"""

from typing import Protocol

from viva.core.text.reading import Misread
from viva.engines.machines.formats import json, moml, text
from viva.engines.machines.model import System
from viva.engines.machines.sentences import sentence


class Format(Protocol):
    """What each module here offers."""

    def read(self, text: str) -> System: ...

    def write(self, given: System) -> str: ...


FORMATS: dict[str, Format] = {"text": text, "json": json, "moml": moml}
SUFFIXES = {".txt": "text", ".machine": "text", ".json": "json", ".xml": "moml", ".moml": "moml"}
_OTHERS = {
    "<scxml": "SCXML",
    "<structure": "JFLAP",
    "<nta": "UPPAAL",
    "<xmi:": "a UML tool (XMI)",
    "<uml:": "a UML tool (XMI)",
    "<mxfile": "draw.io",
    "<mxGraphModel": "draw.io",
    "MODULE ": "SMV",
    "digraph": "Graphviz",
    "@startuml": "PlantUML",
    "stateDiagram": "Mermaid",
    "PK\x03\x04": "a packed archive, as Simulink and office programs write them",
}


def format_of(content: str) -> str:
    """The format that a text begins as."""
    start = content.lstrip("\ufeff \t\r\n")
    if start.startswith(("{", "[")):
        return "json"
    return "moml" if start.startswith("<") else "text"


def read(content: str) -> System:
    """The system in a text. Raises Misread."""
    start = content.lstrip("\ufeff \t\r\n")
    if start.startswith("<?"):
        start = start.partition("?>")[2].lstrip()
    tool = next((tool for beginning, tool in _OTHERS.items() if start.startswith(beginning)), None)
    if tool:
        remedy = sentence("hand_in_text_machine_txt_json")
        raise Misread(sentence("this_is_a_file_of_which", tool=tool), 1, remedy=remedy)
    return FORMATS[format_of(content)].read(content)


def write(given: System, form: str) -> str:
    return FORMATS[form].write(given)
