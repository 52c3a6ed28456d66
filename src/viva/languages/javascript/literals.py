"""Values as a person types them: those of JavaScript, with blanks or commas in between."""

from __future__ import annotations

import ast

from viva.languages.javascript.engine import ask_tools

_OPEN, _CLOSE, _QUOTES = "([{", ")]}", "\"'`"


def read_arguments(text: str) -> tuple[object, ...]:
    """Raises ValueError for what is no literal."""
    return tuple(map(_value, _pieces(text)))


def _value(text: str) -> object:
    said = ask_tools("literal", {"text": f"({text})"})
    if not isinstance(said, str):
        raise ValueError(text)
    return ast.literal_eval(said)


def _pieces(text: str) -> list[str]:
    """Cut where a blank or a comma stands outside of brackets and texts."""
    found, piece, depth, quote = [], "", 0, ""
    after = False  # a backslash in a text
    for letter in text:
        if quote:
            quote = "" if letter == quote and not after else quote
            after = letter == "\\" and not after
        elif letter in _QUOTES:
            quote = letter
        elif letter in _OPEN:
            depth += 1
        elif letter in _CLOSE:
            depth -= 1
        elif depth == 0 and (letter.isspace() or letter == ","):
            found.append(piece)
            piece = ""
            continue
        piece += letter
    return [each for each in (*found, piece) if each]
