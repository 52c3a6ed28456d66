"""Signs for terminals that cannot write all characters.

Guarantees that the text can be written in the encoding, and that nothing turns into something that looks like noise: a
sign that the encoding lacks becomes one that means the same, and any other character its escape.
"""

from collections.abc import Mapping
from types import MappingProxyType

_SIGNS: Mapping[str, str] = MappingProxyType(
    {
        "✓": "+", "✗": "x", "×": "x", "·": ".", "…": "...", "¶": "$", "•": "*", "∗": "*",
        "–": "-", "—": "-", "−": "-", "‑": "-", "\u00a0": " ", "\u2009": " ", "\u202f": " ",
        "→": "->", "←": "<-", "↔": "<->", "⇒": "=>", "▶": ">", "◀": "<", "▲": "^", "▼": "v", "↑": "^", "↓": "v",
        "≤": "<=", "≥": ">=", "≠": "!=", "≈": "~", "∞": "inf", "ε": "eps", "∅": "{}", "∪": "|", "∩": "&",
        "∧": "and", "∨": "or", "¬": "not ", "∈": "in", "∉": "not in", "∀": "all", "∃": "some",
        "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "‘": "'", "’": "'", "‚": "'", "″": '"', "′": "'",
        "ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss",
        "─": "-", "━": "-", "│": "|", "┃": "|", "┌": "+", "┐": "+", "└": "+", "┘": "+", "├": "+", "┤": "+",
        "┬": "+", "┴": "+", "┼": "+", "╭": "+", "╮": "+", "╰": "+", "╯": "+", "═": "=", "║": "|",
        "²": "^2", "³": "^3", "°": " degrees", "σ": "sigma", "Σ": "Sigma", "δ": "delta", "●": "*", "○": "o",
    }
)  # fmt: skip
_DRAWN = frozenset("·→¶…")


def plainly(text: str, encoding: str, *, data: bool = False) -> str:
    """The text in characters that the encoding has. `data` is what a program or a person wrote: there `ü` must not look
    like `ue`, nor `≤` like `<=`, so that only the signs stay with which blanks and left out parts are drawn."""
    if text.isascii():
        return text
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return "".join(_character(character, encoding, data) for character in text)
    return text


def _character(character: str, encoding: str, data: bool) -> str:
    try:
        character.encode(encoding)
    except UnicodeEncodeError:
        sign = _SIGNS.get(character) if character in _DRAWN or not data else None
        return sign or character.encode("ascii", errors="backslashreplace").decode("ascii")
    return character
