"""Explains to a beginner why there is no program: where, and the usual cause. The cause is found inside of the sandbox,
where the parser is (`problems.js`): its key, with what goes into the sentence behind a question mark.
"""

import re
from collections.abc import Mapping
from types import MappingProxyType
from urllib.parse import parse_qsl

from viva.core.terms import ENGLISH
from viva.core.text.escape import visible_line
from viva.core.texts import catalogue
from viva.drawing import listing
from viva.drawing.listing import HERE, Piece
from viva.languages.program import Explanation, NoProgram

_WINDOW = 100  # characters of a long line that are shown
_ENDS = re.compile("\r\n|[\n\r\u2028\u2029]")


def explain(problem: NoProgram, locale: str = ENGLISH) -> Explanation:
    texts = catalogue("viva.languages.javascript", locale)
    message = visible_line(problem.message)
    if problem.reason != "syntax_error":
        slots = {"message": message, "line": str(problem.line or 1)}
        known = problem.kind if problem.kind in texts.templates else problem.reason
        return Explanation(problem.reason, texts.say(known, **slots), MappingProxyType(slots), problem.line)
    key, _, told = problem.kind.partition("?")
    lines = _ENDS.split(problem.text)
    line = min(max(problem.line or 1, 1), len(lines))
    given = {name: visible_line(value) for name, value in parse_qsl(told, keep_blank_values=True, max_num_fields=10)}
    slots = {"message": message, "line": str(line), **given}
    column = min(max(problem.column or 1, 1), len(lines[line - 1]) + 1)
    ends_here = problem.end_line == line and problem.end_column is not None
    width = max(1, (problem.end_column or 0) - column) if ends_here else 1
    source, caret = _shown(lines[line - 1], column, width)
    key = key if key in _KEYS else "other"
    try:
        text = texts.say(key, **slots)
    except KeyError:  # said inside of the sandbox, and without what the sentence needs
        text = texts.say("other", **slots)
    return Explanation(key, text, MappingProxyType(slots), line, column, source, caret)


def sentences(subject: str, locale: str = ENGLISH) -> Mapping[str, str]:
    """Those of the catalogue whose key begins with the name of the subject."""
    own = catalogue("viva.languages.javascript", locale).templates
    return {key.removeprefix(f"{subject}_"): text for key, text in own.items() if key.startswith(f"{subject}_")}


def _shown(line: str, column: int, width: int) -> tuple[str, str]:
    """The line, or the part of it around the column, and the mark below it."""
    start = max(0, column - 1 - _WINDOW // 2)
    end = column - 1 + min(width, _WINDOW)
    before, marked, after = line[start : column - 1], line[column - 1 : end], line[column - 1 + width : start + _WINDOW]
    shown = listing.line(1, [Piece(before), Piece(marked, HERE), Piece(after)])
    return shown.text.rstrip(), shown.signs


_KEYS = frozenset(
    {
        "unclosed_bracket", "unexpected_bracket", "wrong_bracket", "unclosed_string", "unclosed_template",
        "unclosed_comment", "unclosed_regex", "bad_regex", "outside_loop", "assign_to_value", "declared_twice",
        "outside_function", "await_outside_function", "keyword_as_name", "number_and_name", "missing_catch",
        "leading_zero", "strict_only", "missing_value_of_const", "curly_quotes", "typescript", "jsx",
        "strange_character", "other_language", "missing_end", "else_alone", "without_beginning", "arrow_statement",
        "missing_round_brackets", "missing_brace", "for_commas", "misspelled_keyword", "missing_comma", "unexpected",
        "other",
    }
)  # fmt: skip
