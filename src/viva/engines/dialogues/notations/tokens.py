"""The symbols of the notation. The paper's Unicode symbols are read as the ASCII ones they stand for."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from viva.core.fault import Fault
from viva.engines.dialogues.model import Place


class Kind(StrEnum):
    SYMBOL = "symbol"
    NAME = "name"
    NUMBER = "number"
    TEXT = "text"
    END = "end"


@dataclass(frozen=True, slots=True)
class Token:
    """`text` is the symbol in ASCII where there is one, the name, the digits, or the text without its quotes."""

    kind: Kind
    text: str
    place: Place

    def __str__(self) -> str:
        match self.kind:
            case Kind.END:
                return "the end"
            case Kind.TEXT:
                return f'the text "{self.text}"'
            case _:
                return f"'{self.text}'"


TRIANGLE = "▷"
ANGLE = "∠"
CORNER = "◺"

_SYMBOLS = {
    **dict.fromkeys("⊳▷▹▸▶►", TRIANGLE),
    **dict.fromkeys("◺◿⊿△↘", CORNER),
    **dict.fromkeys("·⋅∙", "·"),
    "×": "*",
    "−": "-",
    "≤": "<=",
    "≥": ">=",
    "≠": "!=",
    "→": "->",
    "⟶": "->",
    "∖": "\\",
    "…": "..",
}
_NAMES = {
    **dict.fromkeys("εϵ", "eps"),
    **dict.fromkeys("Eᴱ𝐄", "E"),
    "ℕ": "N",
    "ℤ": "Z",
    "𝕊": "S",
    "𝔹": "B",
    "𝔻": "D",
    "∧": "and",
    "∨": "or",
    "¬": "not",
}
_MOST_DIGITS = 1000
_ESCAPES = {'"': '"', "\\": "\\", "t": "\t"}
_TOKEN = re.compile(
    r"""(?P<blank>(?:\s|\#[^\n]*)+)
      | (?P<number>[0-9]+(?:\.[0-9]+)?|𝟎)
      | (?P<quoted>"(?:[^"\\\n]|\\[^\n])*")
      | (?P<single>[εϵᴱ𝐄ℕℤ𝕊𝔹𝔻∧∨¬])
      | (?P<name>[^\W\d]\w*)
      | (?P<symbol>->|\.\.|\+\+|<=|>=|!=|[][(){}<>=+*/,^\\@∠∈-])
      | (?P<other>[⊳▷▹▸▶►◺◿⊿△↘·⋅∙×−≤≥≠→⟶∖…])
    """,
    re.VERBOSE,
)


def tokens(text: str, file: str) -> list[Token]:
    """The tokens of a notation; the last one is the end. Raises Fault at the first character it does not know."""
    found: list[Token] = []
    position, line, start = 0, 1, 0
    while position < len(text):
        place = Place(line, position - start + 1)
        match = _TOKEN.match(text, position)
        if match is None:
            raise _unreadable(text, position, file, place)
        token = _token(match, file, place)
        if token:
            found.append(token)
        position = match.end()
        line += match[0].count("\n")
        if "\n" in match[0]:
            start = match.start() + match[0].rindex("\n") + 1
    found.append(Token(Kind.END, "", Place(line, position - start + 1)))
    return found


def _token(match: re.Match[str], file: str, place: Place) -> Token | None:
    text = match[0]
    match match.lastgroup:
        case "blank":
            return None
        case "number":
            if len(text) > _MOST_DIGITS:
                raise Fault(f"this number has more than {_MOST_DIGITS} digits", file, place.line, place.column)
            return Token(Kind.NUMBER, "0" if text == "𝟎" else text, place)
        case "quoted":
            return Token(Kind.TEXT, _unquoted(text[1:-1], file, place), place)
        case "single":
            return Token(Kind.NAME, _NAMES[text], place)
        case "name":
            return Token(Kind.NAME, text, place)
        case _:
            return Token(Kind.SYMBOL, _SYMBOLS.get(text, text), place)


def _unquoted(text: str, file: str, place: Place) -> str:
    def character(escape: re.Match[str]) -> str:
        if escape[1] not in _ESCAPES:
            raise Fault(
                f"found {escape[0]} in a text",
                file,
                place.line,
                place.column + 1 + escape.start(),
                'a text knows \\", \\\\ and \\t; two lines of output are two writes',
            )
        return _ESCAPES[escape[1]]

    return re.sub(r"\\(.)", character, text)


def quoted(text: str) -> str:
    for character in ("\\", '"'):
        text = text.replace(character, f"\\{character}")
    return '"' + text.replace("\t", "\\t") + '"'


def _unreadable(text: str, position: int, file: str, place: Place) -> Fault:
    if text[position] == '"':
        return Fault("this text has no closing quote", file, place.line, place.column, "texts end on their line")
    found = f"found {text[position]!r}"
    remedies = {"“": 'texts stand in "straight quotes"', "'": 'texts stand in "double quotes"', "!": "did you mean !=?"}
    return Fault(
        f"{found}, which is no symbol of the notation", file, place.line, place.column, remedies.get(text[position])
    )
