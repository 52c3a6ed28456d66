"""Start reading here: constants by kind, from wherever they were met."""

from __future__ import annotations

import ast
import enum
from collections.abc import Iterable

from viva.core.records import dataclass


@dataclass(frozen=True, slots=True)
class Constants:
    """Each once, those that were met first in front. Truth values and members of enumerations say nothing."""

    integers: tuple[int, ...] = ()
    floats: tuple[float, ...] = ()
    texts: tuple[str, ...] = ()
    octets: tuple[bytes, ...] = ()

    @property
    def characters(self) -> tuple[int, ...]:
        return tuple(sorted({ord(character) for text in self.texts for character in text}))


def sorted_out(values: Iterable[object]) -> Constants:
    """The constants among the values, by kind."""
    integers: dict[int, None] = {}
    floats: dict[float, None] = {}
    texts: dict[str, None] = {}
    octets: dict[bytes, None] = {}
    for value in values:
        match value:
            case bool() | enum.Enum():
                continue
            case int():
                integers[value] = None
            case float():
                floats[value] = None
            case str():
                texts[value] = None
            case bytes():
                octets[value] = None
    return Constants(tuple(integers), tuple(floats), tuple(texts), tuple(octets))


def of_source(text: str) -> Constants:
    """The constants of a trusted source in Python. What is submitted is parsed in the sandbox only."""
    return sorted_out(node.value for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant))
