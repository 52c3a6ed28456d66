"""Finding signs in a line of the readable notation that stand outside of texts and brackets."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from viva.engines.dialogues.notations.expressions import Expression

_OPENING, _CLOSING = "([{", ")]}"


def outside(line: Expression, start: int = 0) -> Iterator[tuple[int, str]]:
    """Every character outside of texts and brackets, with its position. Raises Misread where a text does not end."""
    position, depth = start, 0
    text = line.text
    while position < len(text):
        character = text[position]
        if character in "\"'":
            position = text_end(line, position, holes=position > 0 and text[position - 1] in "fF")
            continue
        depth += (character in _OPENING) - (character in _CLOSING)
        if depth == 0:
            yield position, character
        position += 1


def find(line: Expression, sign: str) -> int | None:
    return next((position for position, character in outside(line) if character == sign), None)


def split(line: Expression, sign: str) -> list[Expression]:
    cuts = [position for position, character in outside(line) if character == sign]
    starts, ends = [0, *(cut + 1 for cut in cuts)], [*cuts, None]
    return [line.part(start, end) for start, end in zip(starts, ends, strict=True)]


def text_end(line: Expression, start: int, holes: bool) -> int:
    """The position after the quote that closes the text which begins here; in a hole, texts may stand again."""
    text, quote = line.text, line.text[start]
    position = start + 1
    while position < len(text):
        character = text[position]
        if character == "\\":
            position += 2
        elif character == quote:
            return position + 1
        elif holes and text.startswith("{{", position):
            position += 2
        elif holes and character == "{":
            position = hole_end(line, position)
        else:
            position += 1
    raise line.wrong("this text has no closing quote", start, "texts end on their line")


def hole_end(line: Expression, start: int) -> int:
    """The position after the brace that closes the hole which begins here."""
    text, position, depth = line.text, start + 1, 1
    while position < len(text):
        character = text[position]
        if character in "\"'":
            position = text_end(line, position, holes=text[position - 1] in "fF")
            continue
        depth += (character in _OPENING) - (character in _CLOSING)
        position += 1
        if depth == 0:
            return position
    raise line.wrong("this hole has no closing brace", start, "a brace that is meant as such is written twice")


def pieces(line: Expression, constant: Callable[[Expression], object], hole: Callable[[Expression], object]) -> None:
    """Calls `constant` and `hole` for the parts of the text with holes f"..." that the line is, in their order."""
    text = line.text
    begin = position = 2
    end = text_end(line, 1, holes=True)
    if end != len(text):
        raise line.expected("'|' or the end of the line", "more after this text", end)
    while position < end - 1:
        if text[position] == "\\" or text.startswith(("{{", "}}"), position):
            position += 2
        elif text[position] == "{":
            if position > begin:
                constant(_exactly(line, begin, position))
            closing = hole_end(line, position)
            hole(line.part(position + 1, closing - 1))
            begin = position = closing
        elif text[position] == "}":
            raise line.expected("'}}'", "'}'", position, "a brace that is meant as such is written twice")
        else:
            position += 1
    if end - 1 > begin:
        constant(_exactly(line, begin, end - 1))


def _exactly(line: Expression, start: int, end: int) -> Expression:
    part = line.part(start, end)
    return Expression(line.text[start:end], part.place)
