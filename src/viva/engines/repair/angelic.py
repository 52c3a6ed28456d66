"""Angelic values (Chandra and others 2011): is there a value of an expression with which a failing test would pass?

A place that has one for every failing test may be the only one that is wrong; a place that has none for some test is
not. A value is put in for all evaluations of the expression in a run, so what has to change from round to round shows
no value: nothing is excluded by this, places with values only come first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from viva.engines.calls import Case, Trial
from viva.engines.calls.places import WATCHED, asked, loosely
from viva.engines.repair.model import Repair
from viva.languages.edits import Change, Piece
from viva.languages.program import NoProgram

_CONSTANTS = ("0", "1", "2", "-1", "''", "[]", "None", "True", "False")
_TRUTHS = {"True": {"1", "2"}, "False": {"0", "''"}}  # where these do alike, only the truth counts
_TESTS = 8
_PLACES = 60
_LONGEST = 200  # characters of a value
_SHORT = 20
_STEPS = 3_000


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


def angelic(trial: Trial, failing: Sequence[Case]) -> list[Angelic]:
    """The places for which there are values, those with values for most tests first, then the smaller ones."""
    program = trial.submission.program(WATCHED)
    tests = [case for case in failing if case.expected is not None][:_TESTS]
    if isinstance(program, NoProgram) or not tests:
        return []
    text = trial.program.text
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    spans = dict.fromkeys(
        (starts[site.line - 1] + site.column, starts[site.end_line - 1] + site.end_column)
        for site in program.sites
        if site.kind in ("expression", "condition")
    )
    return sorted(
        _at(trial, list(spans)[:_PLACES], tests), key=lambda place: (-place.share, place.end - place.begin, place.begin)
    )


def value_at(trial: Trial, repair: Repair, case: Case) -> str | None:
    """The value that the one expression that a repair changes would have to have in a failing test; None where none is
    known, where the repair says as much, or where it is long."""
    piece = repair.changes[0].pieces[0]
    alone = len(repair.changes) == 1 and len(repair.changes[0].pieces) == 1
    if not alone or piece.begin == piece.end or case.expected is None:
        return None
    found = _at(trial, [(piece.begin, piece.end)], [case])
    value = found[0].values[0] if found else None
    return None if value is None or len(value) > _SHORT or value in piece.new else value


def _at(trial: Trial, spans: Sequence[tuple[int, int]], tests: Sequence[Case]) -> list[Angelic]:
    """The places for which there is a value for some test."""
    text = trial.program.text
    pool = list(dict.fromkeys([*_seen(trial, tests), *_CONSTANTS]))
    changes = [Change("angelic", 0, (Piece(begin, end, f"({value})"),)) for begin, end in spans for value in pool]
    submission = trial.submission
    with submission.language.tries(
        submission.sandbox, text, submission.function, [asked(trial, case) for case in tests],
        steps=_STEPS, comparison=loosely(trial), drain=any(case.drained for case in tests),
    ) as tries:  # fmt: skip
        said = tries.answers([(change,) for change in changes])
        trial.meter.charge(tries.steps)
    found: dict[tuple[int, int], list[list[str]]] = {}
    for change, answers in zip(changes, said, strict=True):
        piece = change.pieces[0]
        values = found.setdefault((piece.begin, piece.end), [[] for _ in tests])
        for would_do, digit in zip(values, answers, strict=False):  # no answers where it cannot be compiled there
            if digit == "1":
                would_do.append(piece.new[1:-1])
    return [Angelic(*span, tuple(map(_told, values))) for span, values in found.items() if any(values)]


def _told(would_do: Sequence[str]) -> str | None:
    """1 does wherever True does, and the other way round: it is told as what it is there."""
    for truth, alike in _TRUTHS.items():
        if alike <= {*would_do} and truth in would_do:
            return truth
    return would_do[0] if would_do else None


def _seen(trial: Trial, tests: Sequence[Case]) -> list[str]:
    """The values that are expected, as source."""
    language = trial.submission.language
    values = [case.expected.value for case in tests if case.expected and case.expected.value is not None]
    shown = [language.show(value, _LONGEST + 1) for value in values]
    return [text for text in shown if len(text) <= _LONGEST]
