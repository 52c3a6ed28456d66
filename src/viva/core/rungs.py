"""What is told of one mistake, rung by rung, and the findings that are made of it: here and nowhere else.

A subject says what stands on each rung it can fill. In which order that is told, which rungs are told at all, and that
all of it has one signature, is decided in `Ladder.findings`.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass

from viva.core.drawing import Drawing
from viva.core.ladder import Rung
from viva.core.report import Comparison, Finding, Witness
from viva.core.where import Where


@dataclass(frozen=True, slots=True)
class Remark:
    """One thing that is said on a rung. A `Finding` is the same with its rung and its signature, for the report."""

    text: str
    where: Where | None = None
    witness: Witness | None = None
    comparison: Comparison | None = None
    drawing: Drawing | None = None


Entry = str | Remark | Sequence[Remark] | None
"""What stands on a rung: a sentence, a remark, several of them, or nothing."""


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
        """One for each remark on a wanted rung, the lowest first."""
        entries = {
            Rung.HINT: self.hint,
            Rung.PATTERN: self.pattern,
            Rung.EXAMPLE: self.example,
            Rung.PLACE: self.place,
            Rung.FIX: self.fix,
        }
        return tuple(
            Finding(
                remark.text,
                rung=rung,
                signature=self.signature,
                where=remark.where,
                witness=remark.witness,
                comparison=remark.comparison,
                drawing=remark.drawing,
            )
            for rung, entry in entries.items()
            if rung in wanted
            for remark in _remarks(entry)
        )


def _remarks(entry: Entry) -> Iterator[Remark]:
    match entry:
        case None:
            return
        case str():
            yield Remark(entry)
        case Remark():
            yield entry
        case _:
            yield from entry
