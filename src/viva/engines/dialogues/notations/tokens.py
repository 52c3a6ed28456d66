"""The symbols of the notation. The paper's Unicode symbols are read as the ASCII ones they stand for."""

from __future__ import annotations

import re

from viva.core.text.reading import MARK, NAME, NUMBER, TEXT, Misread, Notation, Pattern

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
LONGEST = 400  # of a chain of operators: what evaluates a term is recursive
_ESCAPES = {'"': '"', "\\": "\\", "t": "\t"}


def _number(piece: str) -> str:
    if len(piece) > _MOST_DIGITS:
        raise Misread(f"this number has more than {_MOST_DIGITS} digits")
    return "0" if piece == "𝟎" else piece


def _unquoted(piece: str) -> str:
    def character(escape: re.Match[str]) -> str:
        if escape[1] not in _ESCAPES:
            raise Misread(
                f"a text cannot hold {escape[0]}",
                column=escape.start() + 2,
                remedy='a text knows \\", \\\\ and \\t; two lines of output are two writes',
            )
        return _ESCAPES[escape[1]]

    return re.sub(r"\\(.)", character, piece[1:-1])


NOTATION = Notation(
    Pattern(NUMBER, r"[0-9]+(?:\.[0-9]+)?|𝟎", _number),
    Pattern(TEXT, r'"(?:[^"\\\n]|\\[^\n])*"', _unquoted),
    Pattern(NAME, r"[εϵᴱ𝐄ℕℤ𝕊𝔹𝔻∧∨¬]", _NAMES.__getitem__),
    Pattern(NAME, r"[^\W\d]\w*"),
    Pattern(MARK, r"->|\.\.|\+\+|<=|>=|!=|[][(){}<>=+*/,^\\@∠∈-]"),
    Pattern(MARK, r"[⊳▷▹▸▶►◺◿⊿△↘·⋅∙×−≤≥≠→⟶∖…]", _SYMBOLS.__getitem__),
    blank=r"(?:\s|#[^\n]*)+",
    stray={
        '"': ("this text has no closing quote", "texts end on their line"),
        "“": ("'“' means nothing here", 'texts stand in "straight quotes"'),
        "'": ('"\'" means nothing here', 'texts stand in "double quotes"'),
        "!": ("'!' means nothing here", "did you mean !=?"),
    },
)


def quote(text: str) -> str:
    for character in ("\\", '"'):
        text = text.replace(character, f"\\{character}")
    return '"' + text.replace("\t", "\\t") + '"'
