"""Inputs that show how large numbers become where those of an input are taken in another order.

No partial product is larger than that of the sizes of all factors, with 1 for each 0, and no partial sum is larger than
the sum of the sizes of all terms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from viva.engines.calls.question import Arguments

Number = int | float


def other_orders(arguments: Arguments) -> list[Arguments]:
    """The input without zeros, and also without signs; none where it has no two numbers, or is that already."""
    if sum(1 for _ in numbers_in(arguments)) < 2:
        return []
    found: list[Arguments] = []
    for change in (_without_zero, _without_sign):
        row = tuple(_changed(value, change) for value in arguments)
        if row != arguments and row not in found:
            found.append(row)
    return found


def _without_zero(number: Number) -> Number:
    return 1 if number == 0 else number


def _without_sign(number: Number) -> Number:
    return _without_zero(abs(number))


def numbers_in(value: object) -> Iterator[Number]:
    match value:
        case bool():
            return
        case int() | float():
            yield value
        case list() | tuple() | set() | frozenset():
            for item in value:
                yield from numbers_in(item)
        case dict():
            for item in value.values():
                yield from numbers_in(item)


def _changed(value: object, change: Callable[[Number], Number]) -> object:
    match value:
        case bool():
            return value
        case float():
            return float(change(value))
        case int():
            return change(value)
        case list():
            return [_changed(item, change) for item in value]
        case tuple() if type(value) is tuple:
            return tuple(_changed(item, change) for item in value)
        case dict():
            return {key: _changed(item, change) for key, item in value.items()}
    return value
