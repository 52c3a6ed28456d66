"""Explains to a beginner why Python does not read a submission: where, and the usual cause.

The rules work on what Python said (3.11, 3.12 and 3.13 say it differently) and on the text of the line. They are
tried in order, and the first that knows something wins.
"""

import re
from types import MappingProxyType
from typing import TYPE_CHECKING

from viva.core.terms import ENGLISH
from viva.core.text.escape import visible_line
from viva.core.texts import catalogue
from viva.drawing import listing
from viva.drawing.listing import HERE, Piece
from viva.languages.program import Explanation, NoProgram

if TYPE_CHECKING:
    from viva.languages.python.causes import Caret

_WINDOW = 100  # characters of a long line that are shown


def explain(problem: NoProgram, locale: str = ENGLISH) -> Explanation:
    texts = catalogue("viva.languages.python", locale)
    if problem.reason != "syntax_error":
        slots = {"message": visible_line(problem.message), "line": str(problem.line or 1)}
        key = problem.kind if problem.kind in texts.templates else problem.reason
        return Explanation(problem.reason, texts.say(key, **slots), MappingProxyType(slots), problem.line)
    from viva.languages.python.causes import find_cause  # noqa: PLC0415 most programs can be read

    lines = re.split("\r\n|\r|\n", problem.text)
    line = min(max(problem.line or 1, 1), len(lines))
    cause = find_cause(problem, lines, line)
    place = cause.place or _blamed(problem, line)
    source, caret = _shown(lines[place.line - 1], place.column, place.width)
    slots = {"line": str(place.line), **{name: visible_line(value) for name, value in cause.slots.items()}}
    text = texts.say(cause.kind, **slots)
    return Explanation(cause.kind, text, MappingProxyType(slots), place.line, place.column, source, caret)


def _blamed(problem: NoProgram, line: int) -> "Caret":
    from viva.languages.python.causes import Caret  # noqa: PLC0415

    column = problem.column or 1
    ends_here = problem.end_line == line and problem.end_column is not None
    return Caret(line, column, max(1, (problem.end_column or 0) - column) if ends_here else 1)


def _shown(line: str, column: int, width: int) -> tuple[str, str]:
    """The line, or the part of it around the column, and the mark below it."""
    column = min(max(column, 1), len(line) + 1)
    start = max(0, column - 1 - _WINDOW // 2)
    end = column - 1 + min(width, _WINDOW)
    before, marked, after = line[start : column - 1], line[column - 1 : end], line[column - 1 + width : start + _WINDOW]
    shown = listing.line(1, [Piece(before), Piece(marked, HERE), Piece(after)])
    return shown.text.rstrip(), shown.signs
