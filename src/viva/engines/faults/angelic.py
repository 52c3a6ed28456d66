"""Angelic values (Chandra and others 2011): is there a value of an expression with which a failing test would pass?

A place that has one for every failing test may be the only one that is wrong; a place that has none for some test is
not. A value is put in for all evaluations of the expression in a run, so what has to change from round to round shows
no value: nothing is excluded by this, places with values only come first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from viva.core.records import dataclass
from viva.languages.edits import Change, Piece

CONSTANTS = ("0", "1", "2", "-1", "''", "[]", "None", "True", "False")
"""Values that are tried everywhere, as source, beside those that are expected."""

_TRUTHS = {"True": {"1", "2"}, "False": {"0", "''"}}  # where these do alike, only the truth counts

Answers = Callable[[Sequence[Change]], Sequence[str]]
"""For each changed program a digit for each failing test, 1 where it passes; nothing where it cannot be compiled."""


@dataclass(frozen=True, slots=True)
class Angelic:
    """A place in the text, from `begin` to `end`, and for each failing test a value that would do, as source;
    None where there is none among those that were tried."""

    begin: int
    end: int
    values: tuple[str | None, ...]

    @property
    def share(self) -> float:
        """Of the failing tests, those for which there is a value."""
        return sum(value is not None for value in self.values) / max(1, len(self.values))


def angelic(spans: Sequence[tuple[int, int]], values: Sequence[str], tests: int, answers: Answers) -> list[Angelic]:
    """The places among the `spans` for which one of the `values` does in some test, those with values for most tests
    first, then the smaller ones."""
    pool = list(dict.fromkeys([*values, *CONSTANTS]))
    changes = [Change("angelic", 0, (Piece(begin, end, f"({value})"),)) for begin, end in spans for value in pool]
    found: dict[tuple[int, int], list[list[str]]] = {}
    for change, said in zip(changes, answers(changes), strict=True):
        piece = change.pieces[0]
        would_do = found.setdefault((piece.begin, piece.end), [[] for _ in range(tests)])
        for each, digit in zip(would_do, said, strict=False):
            if digit == "1":
                each.append(piece.new[1:-1])
    places = [Angelic(*span, tuple(map(_told, each))) for span, each in found.items() if any(each)]
    return sorted(places, key=lambda place: (-place.share, place.end - place.begin, place.begin))


def _told(would_do: Sequence[str]) -> str | None:
    """1 does wherever True does, and the other way round: it is told as what it is there."""
    for truth, alike in _TRUTHS.items():
        if alike <= {*would_do} and truth in would_do:
            return truth
    return would_do[0] if would_do else None
