"""The line of a submission that a place points at, with the width of its mark."""

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass

from viva.core.escape import visible_line
from viva.core.where import Passage

_WIDEST = 100


@dataclass(frozen=True, slots=True)
class Excerpt:
    """The line in three pieces, so that the middle one can be underlined; it is empty where no column is known."""

    number: int
    before: str
    marked: str
    after: str

    @property
    def line(self) -> str:
        return self.before + self.marked + self.after

    @property
    def carets(self) -> str:
        """A line of carets that stands below the marked piece in a terminal."""
        return " " * _columns(self.before) + "^" * max(1, _columns(self.marked))


def excerpt(where: Passage, files: Mapping[str, bytes]) -> Excerpt | None:
    """None where the submission has no such line."""
    content = files.get(where.file)
    if content is None and len(files) == 1:
        content = next(iter(files.values()))
    if content is None:
        return None
    lines = content.decode("utf-8-sig", errors="replace").split("\n")
    if not 1 <= where.line <= len(lines):
        return None
    line = lines[where.line - 1].removesuffix("\r")
    if where.column is None:
        return Excerpt(where.line, _clean(line[:_WIDEST]), "", _clean(_cut(line[_WIDEST:], 0)))
    start = min(max(where.column - 1, 0), len(line))
    end = len(line) if where.end_line not in (None, where.line) else (where.end_column or where.column + 1) - 1
    end = min(max(end, start + 1), start + _WIDEST)
    before = line[:start]
    if len(before) > _WIDEST // 2 and len(line) > _WIDEST:
        before = "…" + before[-_WIDEST // 2 :]
    marked = line[start:end] or " "  # a place behind the last character can be pointed at too
    return Excerpt(where.line, _clean(before), _clean(marked), _clean(_cut(line[end:], _WIDEST // 2)))


def _cut(text: str, room: int) -> str:
    return text if len(text) <= room else text[:room] + "…"


def _clean(text: str) -> str:
    return visible_line(text.expandtabs(4))


def _columns(text: str) -> int:
    """Columns that a text takes in a terminal: wide characters take two, combining ones none."""
    wide = sum(unicodedata.east_asian_width(character) in "WF" for character in text)
    return len(text) + wide - sum(bool(unicodedata.combining(character)) for character in text)
