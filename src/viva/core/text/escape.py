r"""Nothing out of a submission reaches a person unescaped. These three functions are the only way out.

`visible` is for terminals and is the base of the others: a character that could move the cursor, change the
direction of reading or vanish from sight is written as its escape (`\x1b`, `\u202e`). Printable text of any
language stays as it is.
"""

import html
import unicodedata

_HARMLESS = "\n\t"
_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}  # controls, format and bidi, surrogates, private, separators
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "|", "%")


def visible(text: str) -> str:
    """Text safe for a terminal; line breaks and tabs are kept."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(_visible_character(character) for character in text)


def visible_line(text: str) -> str:
    """Text safe for a terminal, on one line."""
    return visible(text).replace("\n", "\\n").replace("\t", "\\t")


def markup(text: str) -> str:
    """Text safe in HTML, SVG and XML, as content and as a quoted attribute."""
    return html.escape(visible(text), quote=True)


def cell(text: str) -> str:
    """Text safe in a CSV cell: no spreadsheet takes it for a formula."""
    line = visible_line(text)
    return f"'{line}" if line.lstrip(" ").startswith(_FORMULA) else line


def clip(text: str, most: int = 40) -> str:
    """The text if it is short enough for a sentence, or the beginning of it."""
    return text if len(text) <= most else text[: most - 1] + "…"


def _visible_character(character: str) -> str:
    if character in _HARMLESS or unicodedata.category(character) not in _HIDDEN:
        return character
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
