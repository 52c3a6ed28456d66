"""Smaller values: what is left of a failing input when everything that does not matter is taken away."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from viva.engines.shapes.domain import holds, made_rows
from viva.engines.shapes.making import (
    Hidden,
    Maker,
    Record,
    Refused,
    as_records,
    attributes,
    inner_values,
    is_instance,
    make_values,
)
from viva.engines.shapes.shape import Row, Shape, instances
from viva.engines.shapes.size import size

_STEPS = 4
_PLACES = 12  # at which a part of one length is taken out of a long sequence
_LONG = 16  # elements; of longer sequences whole parts are taken away, or all elements made equal


def smaller(
    arguments: Row, shapes: tuple[Shape, ...], steps: Sequence[int] = (), make: Maker | None = None
) -> list[Row]:
    """Inputs that are smaller by one change, the smallest first, all of the same shapes; as many arguments as there
    are.

    A number is also made smaller by multiples of `steps`, which keeps the rest that it leaves. An instance is made
    again with smaller values by `make`, or is a record where there is no maker; one that does not tell what it was
    made with stays as it is.
    """
    shapes = shapes[: len(arguments)]
    row, open_places = _opened(arguments, shapes, make)
    now = size(list(row))
    found: dict[str, Row] = {}
    for position in open_places:
        for value in _changed(row[position], steps):
            if holds(shapes[position], value):
                candidate = (*row[:position], value, *row[position + 1 :])
                if size(list(candidate)) < now:
                    found.setdefault(repr(candidate), candidate)
    for candidate in _together(row):
        changed = (position for position in open_places if candidate[position] is not row[position])
        if all(holds(shapes[position], candidate[position]) for position in changed) and size(list(candidate)) < now:
            found.setdefault(repr(candidate), candidate)
    return _closed(sorted(found.values(), key=lambda candidate: size(list(candidate))), shapes, make)


def _opened(arguments: Row, shapes: Sequence[Shape], make: Maker | None) -> tuple[Row, list[int]]:
    """The arguments with records for instances, and the places at which they may be changed."""
    row = list(arguments)
    places: list[int] = []
    for position, shape in enumerate(shapes):
        if instances(shape):
            try:
                record = as_records(shape, row[position])
                if make is not None and _outline(make_values(record, make)) != _outline(row[position]):
                    continue
            except (Hidden, Refused):
                continue
            row[position] = record
        places.append(position)
    return tuple(row), places


def _outline(value: object, around: tuple[int, ...] = ()) -> object:
    """All that a value holds, so that two that were made in the same way are equal."""
    if not is_instance(value):
        inner = inner_values(value)
        return (type(value).__name__, [_outline(item, around) for item in inner]) if inner else (type(value), value)
    if id(value) in around:
        return around.index(id(value))
    kept = value.fields if isinstance(value, Record) else tuple(attributes(value).items())
    return type(value).__name__, [(name, _outline(item, (*around, id(value)))) for name, item in kept]


def _closed(rows: list[Row], shapes: Sequence[Shape], make: Maker | None) -> list[Row]:
    return list(made_rows(rows, shapes, make)) if any(map(instances, shapes)) else rows


def steps_of(constants: Sequence[int]) -> list[int]:
    """The numbers of a program by which inputs may be moved without changing their rests, and their multiples."""
    known = sorted({abs(number) for number in constants if 3 <= abs(number) <= 10**6})[:_STEPS]
    pairs = [math.lcm(one, other) for one, other in combinations(known, 2)]
    whole = math.lcm(*known) if len(known) > 2 else 1
    return list(dict.fromkeys(step for step in (*known, *pairs, whole) if 1 < step <= 10**9))


def near(arguments: Row, shapes: tuple[Shape, ...], make: Maker | None = None) -> list[Row]:
    """Inputs that differ from this one by one change, larger ones too, all of the same shapes."""
    shapes = shapes[: len(arguments)]
    row, open_places = _opened(arguments, shapes, make)
    found: dict[str, Row] = {}
    for position in open_places:
        for value in (*_larger(row[position]), *_changed(row[position])):
            if holds(shapes[position], value):
                candidate = (*row[:position], value, *row[position + 1 :])
                found.setdefault(repr(candidate), candidate)
    return _closed(list(found.values()), shapes, make)


def _larger(value: object) -> Iterator[object]:
    match value:
        case bool():
            yield not value
        case int():
            yield from (value + 1, value - 1, value + 2, value * 2, -value)
        case float():
            yield from (value + 1.0, value - 1.0, value + 0.25, value - 0.25, value * 2, -value)
        case str():
            for extra in ("a", "b", "A", " ", "1"):
                yield from (value + extra, extra + value)
            yield from (value + value, value.upper(), value[::-1])
        case list() | tuple():
            kind = type(value)
            yield from (kind([*value, item]) for item in list(value)[:3])
            yield from (kind([item, *value]) for item in list(value)[:3])
            yield from (kind(reversed(value)), kind([*value, *value]))
            for place, item in enumerate(value):
                yield from (kind([*value[:place], other, *value[place + 1 :]]) for other in _larger(item))
            if not value:
                yield from (kind([item]) for item in (0, 1, "a", 1.0))
        case Record():
            yield from _with_fields(value, _larger)


def _together(arguments: Row) -> Iterator[Row]:
    """Changes of several numbers at once, which keep what they have to do with each other."""
    numbers = [value for value in arguments if isinstance(value, int) and not isinstance(value, bool)]
    if len(numbers) > 1:
        for by in (1, -1, 10, -10, 100, -100):
            yield tuple(
                value - by if isinstance(value, int) and not isinstance(value, bool) else value for value in arguments
            )


def _changed(value: object, steps: Sequence[int] = ()) -> Iterator[object]:
    match value:
        case bool():
            yield False
        case int():
            near = (0, 1, -1, 2, abs(value), -value, value // 2, value - 10, value - 1, value + 1, value + 10)
            yield from dict.fromkeys((*near, *_nearer(value, 1), *(n for step in steps for n in _nearer(value, step))))
        case float():
            yield from (0.0, 1.0, -1.0, abs(value), float(round(value)) if abs(value) < 1e15 else 0.0)
            yield from (round(value, digits) for digits in (1, 2) if abs(value) < 1e15)
            yield value / 2
        case str() if len(value) > _LONG:
            yield from ("".join(map(str, part)) for part in _shorter(list(value)))
            yield from (letter * len(value) for letter in "ab")
        case str():
            yield from ("", value[: len(value) // 2], value[len(value) // 2 :])
            yield from (value[:place] + value[place + 1 :] for place in range(len(value)))
            for letter in "ab":
                yield from (value[:place] + letter + value[place + 1 :] for place in range(len(value)))
            yield value.lower()
        case bytes():
            yield from (value[:place] + value[place + 1 :] for place in range(len(value)))
        case list() | tuple():
            yield from _sequences(value, steps)
        case set() | frozenset() if len(value) > _LONG:
            yield from (type(value)(part) for part in _shorter(sorted(value, key=repr)))
        case set() | frozenset():
            for item in sorted(value, key=repr):
                yield type(value)(other for other in value if other != item)
                yield from (type(value)([*(value - {item}), other]) for other in _changed(item, steps))
        case dict() if len(value) > _LONG:
            yield from ({key: value[key] for key in part} for part in _shorter(list(value)))
            yield from (dict.fromkeys(value, other) for other in _changed(next(iter(value.values())), steps))
        case dict():
            for key in list(value):
                yield {name: item for name, item in value.items() if name != key}
                yield from ({**value, key: other} for other in _changed(value[key], steps))
                for name in _changed(key, steps):
                    if name not in value:
                        yield {(name if old == key else old): item for old, item in value.items()}
        case Record():
            yield None
            yield from _below(value)
            yield from _with_fields(value, lambda item: _changed(item, steps))


def _below(record: Record) -> Iterator[Record]:
    """The instances of the same class that it holds, the outermost first."""
    todo = inner_values(record)
    while todo:
        item = todo.pop(0)
        if isinstance(item, Record) and item.name == record.name:
            yield item
        todo += inner_values(item)


def _with_fields(record: Record, changed: Callable[[object], Iterator[object]]) -> Iterator[Record]:
    """The record with one of its fields changed."""
    fields = record.fields
    for place, (name, item) in enumerate(fields):
        yield from (Record(record.name, (*fields[:place], (name, new), *fields[place + 1 :])) for new in changed(item))


def _nearer(value: int, step: int) -> Iterator[int]:
    """Numbers nearer to zero that leave the same rest: as near as can be, then half way, a quarter of the way …"""
    times = abs(value) // step
    sign = 1 if value > 0 else -1
    yield value - sign * (times + 1) * step
    while times:
        yield value - sign * times * step
        times //= 2


def _shorter(items: list[object] | list[str]) -> Iterator[list[object]]:
    """Parts of a long sequence: without a half, a quarter … of it, down to a single element."""
    length = len(items) // 2
    while length:
        starts = range(0, len(items), length)
        few = starts[:: len(starts) // _PLACES + 1]
        yield from ([*items[:start], *items[start + length :]] for start in few)
        length //= 2


def _sequences(value: list[object] | tuple[object, ...], steps: Sequence[int]) -> Iterator[object]:
    kind = type(value)
    items = list(value)
    half = len(items) // 2
    if len(items) > _LONG:
        yield from (kind(part) for part in _shorter(items))
        yield from (kind([other] * len(items)) for item in items[:1] for other in (item, *_changed(item, steps)))
        return
    yield from (kind(part) for part in (items[:half], items[half:]))
    yield from (kind(items[:place] + items[place + 1 :]) for place in range(len(items)))
    for first in range(len(items)):
        for second in range(first + 1, min(len(items), first + 6)):
            yield kind(items[:first] + items[first + 1 : second] + items[second + 1 :])
    for place, item in enumerate(items):
        yield from (kind([*items[:place], other, *items[place + 1 :]]) for other in _changed(item, steps))
    numbers = all(isinstance(item, int) and not isinstance(item, bool) for item in items)
    if numbers and items:
        for by in (1, -1, 10, -10):
            yield kind([item - by for item in items])  # type: ignore[operator]
