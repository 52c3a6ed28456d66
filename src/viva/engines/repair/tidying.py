"""What is idle in a repair is left out: lines that were put in and do nothing, and statements that were changed only so
that they do nothing any more.

Guarantee: with what was tidied and `brings_idle` does not hold, no assignment of a variable to itself and no statement
that is never reached came in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from viva.engines.repair.measuring import words
from viva.engines.repair.model import Wrong
from viva.engines.repair.trials import Changes, pieces
from viva.languages.edits import Change, Piece, put_in
from viva.languages.survey import Survey

Passing = Callable[[Sequence[Changes]], list[bool]]

_SHORT = 12  # words of a statement
_IDLE = ("self_assignment", "unreachable")


def tidy_changes(text: str, changes: Changes, nested: Sequence[Change], passing: Passing, thorough: bool) -> Changes:
    """The changes without idle lines. `nested` take out one statement each; `thorough`: a statement that is changed and
    could as well be gone is gone."""
    changes = _without_lines(changes, passing)
    if thorough:
        changes = _without_statements(text, changes, nested, passing)
    return _without_fillers(text, changes, passing)


def brings_idle(wrong: Wrong, before: Survey, changes: Changes) -> bool:
    """Whether more does nothing than before, as a reader of the source sees it."""
    after = wrong.reads.survey(wrong.sandbox, put_in(wrong.text, pieces(changes)).encode())
    return bool(_idle(after) - _idle(before))


def _idle(facts: Survey) -> Counter[str]:
    return Counter(mention.name for mention in facts.habits if mention.name in _IDLE)


def _without_lines(changes: Changes, passing: Passing) -> Changes:
    """One line of what is put in after the other, where there are several."""
    place = 0
    while place < len(changes):
        fewer = [
            (*changes[:place], replace(changes[place], pieces=pieces), *changes[place + 1 :])
            for pieces in _shorter(changes[place].pieces)
        ]
        found = next((one for one, ok in zip(fewer, passing(fewer), strict=True) if ok), None) if fewer else None
        if found is None:
            place += 1
        else:
            changes = found
    return changes


def _shorter(pieces: tuple[Piece, ...]) -> list[tuple[Piece, ...]]:
    found: list[tuple[Piece, ...]] = []
    for number, piece in enumerate(pieces):
        lines = piece.new.split("\n")
        full = [place for place, line in enumerate(lines) if line.strip()]
        if len(full) > 1:
            for place in full:
                rest = [*lines[:place], *lines[place + 1 :]]
                if place == 0:  # the first line stands at the margin that is there
                    rest[0] = rest[0].lstrip()
                less = replace(piece, new="\n".join(rest))
                found.append((*pieces[:number], less, *pieces[number + 1 :]))
    return found


def _without_statements(text: str, changes: Changes, nested: Sequence[Change], passing: Passing) -> Changes:
    """Long statements stay: that they do nothing any more is a smaller change than to take them out."""
    for gone in nested:
        around = gone.pieces[0]
        if len(words(text[around.begin : around.end])) > _SHORT:
            continue
        inside = [each for each in changes if all(_within(piece, around) for piece in each.pieces)]
        rest = tuple(each for each in changes if each not in inside)
        apart = all(piece.end <= around.begin or around.end <= piece.begin for piece in pieces(rest))
        if inside and gone not in inside and rest and apart and passing([(*rest, gone)])[0]:
            changes = (*rest, gone)
    return changes


def _without_fillers(text: str, changes: Changes, passing: Passing) -> Changes:
    """Without the words that only fill a place, where it need not be filled: the line is gone instead."""
    for place, change in enumerate(changes):
        if change.kind in ("removed", "statement_dropped") and len(change.pieces) == 1:
            begin, end = change.pieces[0].begin, change.pieces[0].end
            first = text.rfind("\n", 0, begin) + 1
            last = text.find("\n", end) + 1 or len(text)
            if not text[first:begin].strip() and not text[end:last].strip():
                gone = replace(change, pieces=(Piece(first, last, ""),))
                tidier = (*changes[:place], gone, *changes[place + 1 :])
                if passing([tidier])[0]:
                    changes = tidier
    return changes


def _within(piece: Piece, around: Piece) -> bool:
    return around.begin <= piece.begin and piece.end <= around.end
