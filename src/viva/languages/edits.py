"""Small edits of a program, as a language proposes them."""

from dataclasses import dataclass

from viva.languages.heap import Heap
from viva.languages.program import Program


@dataclass(frozen=True, slots=True)
class Edit:
    """`new` in the place of `old`, which is empty where something is put in. Lines and columns count from 1.

    `number` tells the edits of one source apart; `kind` is a word for what was changed.
    """

    number: int
    kind: str
    line: int
    column: int
    end_line: int
    end_column: int
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Edited:
    """A program with one edit."""

    edit: Edit
    program: Program


@dataclass(frozen=True, slots=True)
class Answered:
    """What a program with one edit answered to each call: a value, or None where there was none; nothing at all where
    the edit gives no program. All of it was said by a process that ran the submission."""

    edit: Edit
    outcomes: tuple[Heap | None, ...]
