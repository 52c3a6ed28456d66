"""Inputs by shape: small ones in order, and random ones that use the constants of sources."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence

from viva.subjects.functions.making import Maker
from viva.subjects.functions.shapes import Choice, Either, Fixed, Instance, Many, Plain, Shape, Table

Constants = tuple[int | float | str, ...]

_LETTERS = "abcxyzABC019 .,!-"


def small(shape: Shape, make: Maker, most: int) -> list[object]:
    """Up to `most` values, the smallest first."""
    return list(itertools.islice(_small(shape, make, most), most))


def _small(shape: Shape, make: Maker, most: int) -> Iterator[object]:
    match shape:
        case Plain("bool"):
            yield from (False, True)
        case Plain("none"):
            yield None
        case Plain("int", low, high):
            start = 0 if (low is None or low <= 0) and (high is None or high >= 0) else low if low is not None else high
            assert start is not None
            numbers = (start + sign * step for step in itertools.count() for sign in ((1, -1) if step else (1,)))
            bounded = low is not None and high is not None
            limit = 2 * (high - low + 1) + 2 if bounded and low is not None and high is not None else None
            for number in itertools.islice(numbers, limit):
                if (low is None or number >= low) and (high is None or number <= high):
                    yield number
        case Plain("float"):
            yield from (0.0, 1.0, -1.0, 0.5, 2.0, -0.5, 1.5, -2.0, 3.0, 10.0, 0.1, 100.0)
        case Plain("str"):
            letters = "ab A1"
            for length in itertools.count():
                yield from ("".join(letters) for letters in itertools.product(letters, repeat=length))
        case Plain("bytes"):
            yield from (b"", b"a", b"ab", b"\0")
        case Choice(values):
            yield from values
        case Either(alternatives):
            streams = [small(part, make, most) for part in alternatives]
            for values in itertools.zip_longest(*streams, fillvalue=streams):
                yield from (value for value in values if value is not streams)
        case Fixed(parts):
            yield from rows(parts, make, most)
        case Instance(name, fields):
            yield from (make(name, values) for values in rows([part for _, part in fields], make, most))
        case Many(kind, element):
            inside = small(element, make, 4)
            for length in range(5):
                for row in itertools.product(inside, repeat=length):
                    if kind in ("set", "frozenset"):
                        if len(set(map(repr, row))) == length and list(map(repr, row)) == sorted(map(repr, row)):
                            yield set(row) if kind == "set" else frozenset(row)
                    else:
                        yield tuple(row) if kind == "tuple" else list(row)
        case Table(key, value):
            keys, contents = small(key, make, 4), small(value, make, 3)
            for length in range(4):
                for chosen in itertools.combinations(keys, length):
                    for row in itertools.product(contents, repeat=length):
                        yield dict(zip(chosen, row, strict=True))


def rows(shapes: Sequence[Shape], make: Maker, most: int) -> Iterator[tuple[object, ...]]:
    """Combinations of small values, those with the smallest sum of places first."""
    columns = [small(shape, make, most) for shape in shapes]
    if not columns:
        yield ()
        return
    for total in range(sum(len(column) for column in columns)):
        yield from _with_sum(columns, total)


def _with_sum(columns: list[list[object]], total: int) -> Iterator[tuple[object, ...]]:
    first, *rest = columns
    if not rest:
        if total < len(first):
            yield (first[total],)
        return
    for place in range(min(total, len(first) - 1) + 1):
        yield from ((first[place], *others) for others in _with_sum(rest, total - place))


def sample(shape: Shape, make: Maker, source: random.Random, constants: Constants, size: int = 8) -> object:
    """A random value; now and then a constant of a source, or a neighbour of one."""
    match shape:
        case Plain("bool"):
            return source.random() < 0.5
        case Plain("none"):
            return None
        case Plain("int", low, high):
            number = _number(source, constants)
            if (low is not None and number < low) or (high is not None and number > high):
                bottom = low if low is not None else (high or 0) - 100
                top = high if high is not None else bottom + 100
                return source.randint(bottom, top)
            return number
        case Plain("float"):
            numbers = [value for value in constants if isinstance(value, int | float)]
            if numbers and source.random() < 0.5:
                return float(source.choice(numbers)) + source.choice((0.0, 0.0, 1.0, -1.0, 0.5, 1e-9, -1e-9))
            return round(source.uniform(-20, 20), source.choice((0, 1, 2, 6)))
        case Plain("str"):
            return _text(source, constants, size)
        case Plain("bytes"):
            return bytes(source.randrange(256) for _ in range(source.randrange(size)))
        case Choice(values):
            return source.choice(values)
        case Either(alternatives):
            return sample(source.choice(alternatives), make, source, constants, size)
        case Fixed(parts):
            return tuple(sample(part, make, source, constants, size) for part in parts)
        case Instance(name, fields):
            return make(name, [sample(part, make, source, constants, size) for _, part in fields])
        case Many(kind, element):
            length = source.choice((0, 1, 2, 3, 4, 5, 6, size))
            items = [sample(element, make, source, constants, max(3, size // 2)) for _ in range(length)]
            if items and kind in ("list", "tuple") and source.random() < 0.4:
                items[source.randrange(len(items))] = source.choice(items)
            if kind in ("list", "tuple") and source.random() < 0.2:
                items.sort(key=_order)
            return {"list": list, "tuple": tuple, "set": set, "frozenset": frozenset}[kind](items)
        case Table(key, value):
            return {
                sample(key, make, source, constants, 3): sample(value, make, source, constants, 3)
                for _ in range(source.randrange(5))
            }
    raise LookupError(shape)


def _order(item: object) -> tuple[bool, float, str]:
    number = isinstance(item, int | float)
    return not number, float(item) if isinstance(item, int | float) else 0.0, repr(item)


def _number(source: random.Random, constants: Constants) -> int:
    numbers = [int(value) for value in constants if isinstance(value, int | float) and abs(value) < 10**6]
    roll = source.random()
    if numbers and roll < 0.45:
        return source.choice(numbers) * source.choice((1, 1, 1, 2, -1)) + source.choice((0, 0, 1, -1))
    if roll < 0.85:
        return source.randint(-10, 10)
    return source.randint(-100, 300)


def _text(source: random.Random, constants: Constants, size: int) -> str:
    texts = [value for value in constants if isinstance(value, str) and value]
    letters = _LETTERS + "".join(texts)[:60]
    roll = source.random()
    if texts and roll < 0.2:
        return source.choice(texts)
    pieces = [source.choice(letters) for _ in range(source.choice((0, 1, 2, 3, 4, 5, size)))]
    if texts and roll < 0.5:
        pieces.insert(source.randrange(len(pieces) + 1), source.choice(texts))
    text = "".join(pieces)
    return text + text[::-1] if roll > 0.9 else text
