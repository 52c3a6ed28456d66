"""Says to a beginner why a compiler refuses a source: where, the usual cause, and the compiler's own words."""

from __future__ import annotations

from types import MappingProxyType

from viva.core.terms import ENGLISH
from viva.core.text.escape import clip, visible_line
from viva.core.texts import catalogue
from viva.drawing import listing
from viva.drawing.listing import HERE, Piece
from viva.languages.executable.causes import find_cause
from viva.languages.program import Explanation, NoProgram

_ENDED = frozenset({"time_limit", "memory_limit", "output_limit", "disk_limit", "process_limit"})
_OURS = ("other", "javac_no_main")  # what the compiler says is in it, or it says nothing
_WINDOW = 100
_LONGEST = 200


def explain(problem: NoProgram, locale: str = ENGLISH) -> Explanation:
    texts = catalogue("viva.languages.executable", locale)
    message = texts.say(problem.message) if problem.message in _ENDED else clip(visible_line(problem.message), _LONGEST)
    slots = {"message": message}
    if problem.reason != "syntax_error":
        return Explanation(problem.reason, texts.say(problem.reason, **slots), MappingProxyType(slots), problem.line)
    cause = find_cause(problem.kind, problem.message, _line(problem))
    kind = cause[0] if cause and cause[0] in texts.templates else "other"
    names = {"name": "", "other": ""} | {name: visible_line(text) for name, text in (cause[1] if cause else {}).items()}
    what = texts.say(kind, **slots, **names)
    says = "" if kind in _OURS else " " + texts.say("compiler_says", message=message)
    if problem.line is None:
        return Explanation(kind, what + says, MappingProxyType(slots))
    slots = {**slots, **names, "line": str(problem.line)}
    text = texts.say("in_line", line=problem.line, what=what) + says
    source, caret = _shown(problem)
    return Explanation(kind, text, MappingProxyType(slots), problem.line, problem.column, source, caret)


def message_of_ending(reason: str) -> str:
    """What a compiler that was ended is told with: most limits have words in the catalogue."""
    return reason if reason in _ENDED else f"compiling it ended with {reason}"


def _line(problem: NoProgram) -> str:
    lines = problem.text.splitlines()
    return lines[problem.line - 1] if problem.line and problem.line <= len(lines) else ""


def _shown(problem: NoProgram) -> tuple[str, str]:
    """The line, or the part of it around the column, and the mark below it."""
    line = _line(problem)
    column = min(max(problem.column or 1, 1), len(line) + 1)
    start = max(0, column - 1 - _WINDOW // 2)
    before, marked, after = line[start : column - 1], line[column - 1 : column], line[column : start + _WINDOW]
    shown = listing.line(1, [Piece(before), Piece(marked or " ", HERE), Piece(after)])
    return shown.text.rstrip(), shown.signs
