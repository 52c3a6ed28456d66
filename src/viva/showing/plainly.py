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


def plainly(text: str, encoding: str) -> str:
    """The text in characters that the encoding has."""
    if text.isascii():
        return text
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return "".join(_character(character, encoding) for character in text)
    return text


def _character(character: str, encoding: str) -> str:
    try:
        character.encode(encoding)
    except UnicodeEncodeError:
        return _SIGNS.get(character) or character.encode("ascii", errors="backslashreplace").decode("ascii")
    return character
