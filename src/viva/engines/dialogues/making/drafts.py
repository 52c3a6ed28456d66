"""A task before it is known to be one: the lines of a specification in the readable notation, and the sentences that
ask for it. Whether the two make a task is seen by `make.py`."""

from __future__ import annotations

from collections.abc import Sequence

from viva.core.records import dataclass
from viva.core.texts import Sentence

_INDENT = "    "


@dataclass(frozen=True, slots=True)
class Draft:
    """`shape` is what it is without its numbers: two tasks of one shape read alike."""

    lines: tuple[str, ...]
    told: tuple[Sentence, ...]
    shape: tuple[str, ...]
    title: Sentence


@dataclass(frozen=True, slots=True)
class Said:
    """What is done for a value, or at the end: its lines, its sentences, and its shape."""

    lines: tuple[str, ...] = ()
    told: tuple[Sentence, ...] = ()
    shape: str = "nothing"


def indent(lines: Sequence[str]) -> list[str]:
    return [_INDENT + line for line in lines]


def choose(condition: str, yes: Sequence[str], no: Sequence[str] = ()) -> tuple[str, ...]:
    other = ("else:", *indent(no)) if no else ()
    return (f"if {condition}:", *indent(yes), *other)


def compare(left: str, right: str, more: str, less: str, equal: str = "equal") -> tuple[str, ...]:
    """One of three words."""
    return (
        f"if {left} > {right}:",
        *indent([f'write "{more}"']),
        f"elif {left} < {right}:",
        *indent([f'write "{less}"']),
        "else:",
        *indent([f'write "{equal}"']),
    )


def write_number(term: str) -> str:
    """There may be words around it."""
    return f'write f"{{...}}{{{term}}}{{...}}"'
