"""The symbols of the notation."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from viva.core.escape import visible
from viva.core.fault import Fault


class Kind(StrEnum):
    SYMBOL = "symbol"
    NAME = "name"
    NUMBER = "number"
    TEXT = "text"
    END = "end"


@dataclass(frozen=True, slots=True)
class Token:
    """`text` is the symbol, the name, the digits, or the text without its quotes; the place counts from 1."""

    kind: Kind
    text: str
    line: int
    column: int

    def __str__(self) -> str:
        return "the end" if self.kind == Kind.END else f"'{visible(self.text)}'"


_MOST_DIGITS = 9
_TOKEN = re.compile(
    r"""(?P<blank>\s+)
      | (?P<number>[0-9]+)
      | (?P<text>'[^'\n]*')
      | (?P<name>[A-Za-z_][A-Za-z0-9_]*)
      | (?P<symbol><->|->|<=|>=|[()<>=|%@.+-])
    """,
    re.VERBOSE,
)


def tokens(text: str, file: str) -> list[Token]:
    """The tokens of a formula; the last one is the end. Raises Fault at the first character it does not know."""
    found: list[Token] = []
    position, line, start = 0, 1, 0
    while position < len(text):
        column = position - start + 1
        match = _TOKEN.match(text, position)
        if match is None:
            if text[position] == "'":
                raise Fault("this quote is not closed", file, line, column, "close it with ' on the same line")
            raise Fault(
                f"found '{visible(text[position])}', which stands for nothing here",
                file,
                line,
                column,
                "letters and strings are written in quotes, as in 'a' @ first",
            )
        piece = match[0]
        match match.lastgroup:
            case "blank":
                if "\n" in piece:
                    line += piece.count("\n")
                    start = position + piece.rindex("\n") + 1
            case "number" if len(piece) > _MOST_DIGITS:
                raise Fault(f"this number has more than {_MOST_DIGITS} digits", file, line, column)
            case "text":
                found.append(Token(Kind.TEXT, piece[1:-1], line, column))
            case kind:
                found.append(Token(Kind(str(kind)), piece, line, column))
        position = match.end()
    found.append(Token(Kind.END, "", line, position - start + 1))
    return found
