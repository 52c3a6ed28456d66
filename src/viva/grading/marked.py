"""What a student handed in, line by line, with the places that their report points at.

A place is marked in its line, and said in words below it: colour alone tells nobody anything.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from viva.core.records import dataclass
from viva.core.report import Report
from viva.core.submission import Submission
from viva.core.text.escape import clip, visible_line
from viva.core.where import Passage
from viva.drawing import listing
from viva.drawing.listing import HERE, Line, Piece, columns

_MOST_FILES = 10
_MOST_LINES = 1000
_WIDEST = 300
_LONGEST_NOTE = 200
_WIDEST_BEFORE = 40  # a note that begins further right is hard to find


@dataclass(frozen=True, slots=True)
class Noted:
    """A line, what is said of places in it, and how many columns are before the first, so that it can be pointed at."""

    line: Line
    notes: tuple[str, ...] = ()
    before: int = 0


@dataclass(frozen=True, slots=True)
class Marked:
    """One file; `hidden` are the lines after those that are shown. One that is no text has none to show."""

    name: str
    lines: tuple[Noted, ...]
    hidden: int
    binary: bool = False


def marked_source(submission: Submission, report: Report) -> tuple[Marked, ...]:
    """The files, with the places of all findings in the report: those that its reader may see."""
    places: dict[str, list[tuple[Passage, str]]] = {}
    only = next(iter(submission.files)) if len(submission.files) == 1 else None
    for passage, text in _places(report):
        places.setdefault(only or passage.file, []).append((passage, text))
    shown = list(submission.files.items())[:_MOST_FILES]
    return tuple(_marked(name, content, places.get(name, [])) for name, content in shown)


def _places(report: Report) -> Iterator[tuple[Passage, str]]:
    for finding in report.findings:
        if isinstance(finding.where, Passage):
            first = next((line for line in finding.text.splitlines() if line.strip()), "")
            yield finding.where, clip(visible_line(first.strip()), _LONGEST_NOTE)
    for part in report.parts:
        yield from _places(part)


def _marked(name: str, content: bytes, places: list[tuple[Passage, str]]) -> Marked:
    if b"\0" in content:
        return Marked(visible_line(name), (), 0, binary=True)
    lines = content.decode("utf-8-sig", errors="replace").replace("\r\n", "\n").split("\n")
    if lines and not lines[-1]:
        lines.pop()
    here: dict[int, list[tuple[Passage, str]]] = {}
    for passage, text in places:
        here.setdefault(min(passage.line, max(1, len(lines))), []).append((passage, text))
    noted = tuple(_noted(number, text, here) for number, text in enumerate(lines[:_MOST_LINES], 1))
    return Marked(visible_line(name), noted, max(0, len(lines) - _MOST_LINES))


def _noted(number: int, text: str, here: Mapping[int, list[tuple[Passage, str]]]) -> Noted:
    text = clip(text, _WIDEST)
    if number not in here:
        return Noted(listing.line(number, [Piece(text)]))
    start, end = _span(here[number][0][0], text)
    pieces = [Piece(text[:start]), Piece(text[start:end] or " ", HERE), Piece(text[end:])]
    line = listing.line(number, pieces)
    before = min(columns(line.pieces[0].text), _WIDEST_BEFORE)
    return Noted(line, tuple(dict.fromkeys(note for _, note in here[number])), before)


def _span(where: Passage, text: str) -> tuple[int, int]:
    """The columns of a place in its first line: all that is written there where none are known."""
    whole = len(text) - len(text.lstrip()), len(text.rstrip())
    if where.column is None:
        return whole
    start = min(max(where.column - 1, 0), len(text))
    if where.end_line not in (None, where.line):
        return start, max(start, whole[1])
    return start, min(len(text), (where.end_column or where.column + 1) - 1)
