"""Brackets and quotes of a source text, found without understanding the rest of it."""

import re

from viva.core.records import dataclass

CLOSING = {"(": ")", "[": "]", "{": "}"}
_OPENING = {closing: opening for opening, closing in CLOSING.items()}
_PIECE = re.compile(
    r"""(?P<skip>\#[^\n]*                                    # a comment
        |\"\"\"(?:[^\\]|\\.)*?(?:\"\"\"|\Z) | '''(?:[^\\]|\\.)*?(?:'''|\Z)
        |"(?:[^"\\\n]|\\.)*(?:"|$|(?=\n)) | '(?:[^'\\\n]|\\.)*(?:'|$|(?=\n)))
    |(?P<bracket>[][(){}])""",
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Bracket:
    character: str
    line: int
    column: int


def unclosed_brackets(text: str) -> tuple[Bracket, ...]:
    """The brackets that are open where the text ends, or where it first closes one wrongly; the outermost first."""
    open_brackets: list[Bracket] = []
    line, line_start, seen = 1, 0, 0
    for piece in _PIECE.finditer(text):
        newlines = text.count("\n", seen, piece.start())
        if newlines:
            line += newlines
            line_start = text.rindex("\n", seen, piece.start()) + 1
        seen = piece.start()
        character = piece["bracket"]
        if character is None:
            continue
        if character in CLOSING:
            open_brackets.append(Bracket(character, line, piece.start() - line_start + 1))
        elif open_brackets and open_brackets[-1].character == _OPENING[character]:
            open_brackets.pop()
        else:
            break
    return tuple(open_brackets)
