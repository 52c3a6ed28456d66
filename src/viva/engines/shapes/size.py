"""How large a value is, so that of two failing inputs the smaller one is told."""

from __future__ import annotations

import math

from viva.engines.shapes.making import Record, inner_values


def size(value: object) -> tuple[int, float, int]:
    """Fewer parts first, then smaller numbers and plainer letters, then positive before negative.

    An instance that was made counts once, also where it is met again below itself; one record may stand for several.
    """
    parts, magnitude, signs = 0, 0.0, 0
    met: set[int] = set()
    todo = [value]
    while todo:
        item = todo.pop()
        match item:
            case None:
                pass
            case bool():
                signs += item
            case int() | float():
                magnitude += _magnitude(item)
                signs += item < 0
            case str():
                parts += len(item)
                magnitude += sum(_plainness(letter) for letter in item) / 100
            case bytes():
                parts += len(item)
            case list() | tuple() | set() | frozenset():
                parts += len(item)
                todo += item
            case dict():
                parts += 2 * len(item)
                todo += inner_values(item)
            case _ if isinstance(item, Record) or id(item) not in met:
                met.add(id(item))
                parts += 1
                todo += inner_values(item)
    return parts, magnitude, signs


def _magnitude(number: int | float) -> float:
    if isinstance(number, int):
        return float(min(abs(number), 10**15))
    if not math.isfinite(number):
        return 1e15
    return min(abs(number), 1e15) + (0.0 if number == int(number) else 0.5 + len(repr(number)) / 100)


def _plainness(letter: str) -> int:
    return 1 if letter in "ab" else 2 if letter.isalpha() and letter.islower() else 4 if letter.isascii() else 9
