"""Texts made of numbers with signs between them (a time, a date, an address), and the edges of the ranges that the
numbers have in them: `24:00`, where a program says 23.

Nobody says what such a text looks like. The signs and the numbers are those that programs speak of, and what comes of
them is only proposed: from the texts to which a reference gives one of its rarer answers, `edge_rows` goes on.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from viva.engines.mining import Constants
from viva.engines.shapes.domain import holds
from viva.engines.shapes.shape import Many, Plain, Row, Shape

_SIGN = re.compile(r"[^\w\s]|[TZ ]")
_NUMBER = re.compile(r"[0-9]+")
_SIGNS = 4
_USUAL = ":-./,; "
"""Others may be no more than signs of a regular expression."""
_FIELDS = (2, 3, 4)
_WIDTHS = ((1,), (2,), (4, 2), (2, 2, 4))
_LONGEST = 40
_MOST_FIELDS = 6
_NUMBERS = 12
_LARGEST = 99_999


def field_rows(shapes: Sequence[Shape], base: Row, constants: Constants) -> list[Row]:
    """Inputs with a text of some numbers, between which the same sign stands that the programs mention."""
    found = []
    for place, shape in enumerate(shapes):
        for text in _skeletons(constants):
            value = _placed(shape, text)
            if value is not None and holds(shape, value):
                found.append((*base[:place], value, *base[place + 1 :]))
    return found


def _skeletons(constants: Constants) -> Iterator[str]:
    spoken = "".join(text for text in constants.texts if len(text) <= _LONGEST)
    signs = sorted(dict.fromkeys(_SIGN.findall(spoken)), key=lambda sign: sign not in _USUAL)
    for sign in signs[:_SIGNS]:
        for many in _FIELDS:
            for widths in _WIDTHS:
                parts = ["1".zfill(widths[min(number, len(widths) - 1)]) for number in range(many)]
                yield sign.join(parts)


def edge_rows(shapes: Sequence[Shape], bases: Iterable[Row], numbers: Sequence[int], most: int) -> list[Row]:
    """Up to `most` inputs in which one number of a text is on the edge of a range: one of `numbers`, or next to it. The
    other numbers are as they are, or all of them 0. One text of each form is enough."""
    edges = list(_edges(numbers))
    found: list[Row] = []
    forms: set[str] = set()
    for base in bases:
        for place, shape in enumerate(shapes[: len(base)]):
            text = _text(base[place])
            form = _NUMBER.sub(lambda number: f"\0{len(number[0])}", text)
            if not text or len(text) > _LONGEST or form in forms:
                continue
            forms.add(form)
            for changed in dict.fromkeys(_changed(text, edges)):
                value = _placed(shape, changed)
                if value is not None and holds(shape, value):
                    found.append((*base[:place], value, *base[place + 1 :]))
    return found[:: max(1, -(-len(found) // most))]


def _edges(numbers: Sequence[int]) -> Iterator[int]:
    spoken = [abs(number) for number in numbers if abs(number) <= _LARGEST][:_NUMBERS]
    yield from dict.fromkeys(edge for number in (0, *spoken) for edge in (number, number + 1, number - 1) if edge >= 0)


def _changed(text: str, edges: Sequence[int]) -> Iterator[str]:
    plain = _NUMBER.sub(lambda number: "0" * len(number[0]), text)
    for found in islice(_NUMBER.finditer(text), _MOST_FIELDS):
        start, end = found.span()
        for edge in edges:
            written = str(edge).zfill(end - start)
            yield text[:start] + written + text[end:]
            yield plain[:start] + written + plain[end:]
        yield from (text[:start] + text[start + 1 :], text[:start] + "0" + text[start:])


def _placed(shape: Shape, text: str) -> object:
    match shape:
        case Plain("str"):
            return text
        case Many("list", Plain("str")):
            return [text]
    return None


def _text(value: object) -> str:
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    return value if isinstance(value, str) else ""
