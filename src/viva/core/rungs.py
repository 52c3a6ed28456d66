"""What is told of one mistake, rung by rung, and the findings that are made of it: here and nowhere else.

A subject says what stands on each rung it can fill. In which order that is told, which rungs are told at all, and that
all of it has one signature, is decided in `Ladder.findings`.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from viva.core.drawing import Drawing
from viva.core.ladder import Rung
from viva.core.records import dataclass
from viva.core.report import Comparison, Finding, Witness
from viva.core.where import Replacement, Where


@dataclass(frozen=True, slots=True)
class Clue:
    """One thing that is said on a rung. A `Finding` is the same with its rung and its signature, for the report."""

    text: str
    where: Where | None = None
    witness: Witness | None = None
    comparison: Comparison | None = None
    drawing: Drawing | None = None
    teacher: bool = False
    changes: tuple[Replacement, ...] = ()


Entry = str | Clue | Sequence[Clue] | None
"""What stands on a rung: a sentence, a clue, several of them, or nothing."""


@dataclass(frozen=True, slots=True)
class Ladder:
    """What is told of one mistake. `signature` is equal for equal mistakes. The fields are named as the rungs are; what
    the verdict says is said by the report."""

    signature: str | None
    hint: Entry = None
    pattern: Entry = None
    example: Entry = None
    place: Entry = None
    fix: Entry = None

    def findings(self, wanted: Container[Rung] = frozenset(Rung)) -> tuple[Finding, ...]:
        """One for each clue on a wanted rung, the lowest first."""
        entries = {
            Rung.HINT: self.hint,
            Rung.PATTERN: self.pattern,
            Rung.EXAMPLE: self.example,
            Rung.PLACE: self.place,
            Rung.FIX: self.fix,
        }
        return tuple(
            Finding(
                clue.text,
                rung=rung,
                signature=self.signature,
                where=clue.where,
                witness=clue.witness,
                comparison=clue.comparison,
                drawing=clue.drawing,
                teacher=clue.teacher,
                changes=clue.changes,
            )
            for rung, entry in entries.items()
            if rung in wanted
            for clue in _clues(entry)
        )


def _clues(entry: Entry) -> Iterator[Clue]:
    match entry:
        case None:
            return
        case str():
            yield Clue(entry)
        case Clue():
            yield entry
        case _:
            yield from entry
