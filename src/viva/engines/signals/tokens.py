"""Words of the notation, each with its place."""

from __future__ import annotations

import re
from dataclasses import dataclass

from viva.core.fault import Fault

_NUMBER = r"(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
_TOKEN = re.compile(
    rf"""(?P<number>{_NUMBER})
    |(?P<name>[^\W\d]\w*(?:\.[^\W\d]\w*)*)
    |"(?P<quoted>[^"\n]+)"
    |(?P<mark><->|->|:=|<=|>=|==|!=|&&|\|\||[-+*/()\[\],:<>=!&|^])""",
    re.VERBOSE,
)
_SPACE = re.compile(r"(?:\s|\#[^\n]*)*")

INSTEAD = {
    "==": "two real values are hardly ever equal; write abs(x - y) <= tolerance",
    "=": "two real values are hardly ever equal; write abs(x - y) <= tolerance",
    "!=": "write abs(x - y) > tolerance",
    "!": "write not",
    "&&": "write and",
    "&": "write and",
    "||": "write or",
    "|": "write or",
    "/": "multiply by a number instead, for instance x * 0.5",
    "^": "write x * x",
    ":": "the ends of an interval are parted by a comma: [0,10]",
}


@dataclass(frozen=True, slots=True)
class Token:
    kind: str  # number, name, quoted, mark, end
    text: str
    line: int
    column: int

    @property
    def shown(self) -> str:
        return "the end" if self.kind == "end" else f"`{self.text}`"


def tokens(text: str, file: str | None) -> list[Token]:
    found: list[Token] = []
    position, line, line_start = 0, 1, 0
    while True:
        space = _SPACE.match(text, position)
        assert space is not None  # it matches the empty text too
        breaks = text.count("\n", position, space.end())
        if breaks:
            line += breaks
            line_start = text.rindex("\n", position, space.end()) + 1
        position = space.end()
        column = position - line_start + 1
        if position == len(text):
            return [*found, Token("end", "", line, column)]
        match = _TOKEN.match(text, position)
        if match is None:
            raise Fault(f"`{text[position]}` means nothing in a formula", file, line, column)
        kind = match.lastgroup or "mark"
        position = match.end()
        if kind == "number" and re.match(r"[\w.]", text[position : position + 1]):
            wrong = re.compile(r"[\w.]+").match(text, match.start())
            assert wrong is not None
            raise Fault(
                f"`{wrong[0]}` is neither a number nor a name", file, line, column, "a product is written with *: 2 * x"
            )
        found.append(Token(kind, match[kind], line, column))
