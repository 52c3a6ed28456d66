"""Programs that differ from a submission by one small change."""

from dataclasses import dataclass

from viva.languages.heap import Heap
from viva.languages.program import Program


@dataclass(frozen=True, slots=True)
class Mutant:
    """`outcomes` has what each call gave: a value, or None where there was none; it is empty for no program at all.

    Lines and columns count from 1. All of it was said by a process that ran the submission.
    """

    number: int
    kind: str
    line: int
    column: int
    end_line: int
    end_column: int
    outcomes: tuple[Heap | None, ...]


@dataclass(frozen=True, slots=True)
class Mended:
    """`old` was at `line` and is `new` in `program`. What was inserted has an empty `old`."""

    line: int
    old: str
    new: str
    program: Program
