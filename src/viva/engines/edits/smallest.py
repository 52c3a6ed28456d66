"""The smallest edit that mends a program, among those that its language proposes."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import TypeVar

from viva.engines.edits.catalogue import RARE, kind_named
from viva.languages.edits import Change, Edit

_WORD = re.compile(r"\w+|[^\w\s]+")

Candidate = TypeVar("Candidate")
Novelty = tuple[int, int, int]


def novelty(edit: Edit, known: Collection[str] = ()) -> Novelty:
    """Numbers that nobody named, how much is in the new piece that was not in the old one, how much longer it is."""
    old, new = (set(_WORD.findall(piece)) for piece in (edit.old, edit.new))
    unnamed = sum(word.isdigit() and word not in known for word in new - old)
    return unnamed, len(new - old), max(0, len(edit.new) - len(edit.old))


def unlikely(edit: Edit) -> tuple[int, Novelty]:
    """Small for the edits that most likely undo what went wrong, so that sorting by it puts these first."""
    return RARE.get(edit.kind, 0), novelty(edit, ("0", "1"))


def blamed_line(edit: Edit) -> int:
    """The line that an edit says is wrong: for a start that was moved out of a loop, the line of the start."""
    return edit.end_line if kind_named(edit.kind).upwards else edit.line


def edit_of(text: str, change: Change, number: int = 0) -> Edit:
    """A change of one piece as an edit, with its place in lines and columns."""
    piece = change.pieces[0]
    place = (*_place(text, piece.begin), *_place(text, piece.end))
    return Edit(number, change.kind, *place, text[piece.begin : piece.end], piece.new)


def _place(text: str, at: int) -> tuple[int, int]:
    begin = text.rfind("\n", 0, at) + 1
    return text.count("\n", 0, at) + 1, at - begin + 1


def apply_edit(text: str, edit: Edit) -> str:
    """The text with the edit made in it."""
    lines = text.split("\n")
    begin = sum(len(line) + 1 for line in lines[: edit.line - 1]) + edit.column - 1
    end = sum(len(line) + 1 for line in lines[: edit.end_line - 1]) + edit.end_column - 1
    return text[:begin] + edit.new + text[end:]


def smallest(
    candidates: Sequence[Candidate],
    edit_of: Callable[[Candidate], Edit],
    line: int,
    hopeful: Callable[[Sequence[Candidate]], Iterable[Candidate]],
    right: Callable[[Candidate], bool | None],
    *,
    known: Collection[str] = (),
    tried: int = 8,
) -> Candidate | None:
    """Of the candidates that are `right`, the one with the least that is new, if it is among the first `tried`.

    `hopeful` looks through all of them cheaply, those nearest to `line` first, so that it may break off; `right` is the
    whole judgement, and None where there is no budget left for one.
    """
    near = sorted(candidates, key=lambda one: (abs(edit_of(one).line - line), len(edit_of(one).new)))
    promising = sorted(
        hopeful(near), key=lambda one: (novelty(edit_of(one), known), abs(edit_of(one).line - line))
    )  # fmt: skip
    for one in promising[:tried]:
        verdict = right(one)
        if verdict is None:
            return None
        if verdict:
            return one
    return None
