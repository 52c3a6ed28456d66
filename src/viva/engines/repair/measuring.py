"""How much of a text is changed: the words and signs that are gone or new."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher

from viva.languages.edits import Change, Piece

_WORD = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'|\w+|[^\w\s]")
_COMMENT = re.compile(r"#[^\n]*")
_INDENTED = 1  # what it counts that lines are moved to the left or right


def words(text: str) -> list[str]:
    return _WORD.findall(_COMMENT.sub("", text))


def distance(before: str, after: str) -> int:
    """How many words and signs are gone, and how many are new."""
    old, new = words(before), words(after)
    same = sum(block.size for block in SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks())
    return len(old) + len(new) - 2 * same


def size(text: str, changes: Sequence[Change]) -> int:
    """How many words and signs of a text are changed, piece by piece."""
    pieces = [piece for change in changes for piece in change.pieces]
    return sum(distance(text[piece.begin : piece.end], piece.new) for piece in pieces)


def cost(text: str, changes: Sequence[Change]) -> int:
    """What a repair is ranked by: the words and signs, and a little for each change."""
    moved = sum(any(map(_only_space, change.pieces)) for change in changes)
    return size(text, changes) + len(changes) + _INDENTED * moved


def _only_space(piece: Piece) -> bool:
    return not piece.new.strip()
