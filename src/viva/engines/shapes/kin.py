"""Inputs whose parts have to do with each other: made of few different atoms, one argument made from another.

Two lists of random numbers have nothing in common, and most mistakes of `isSublist` show only where they have. Where no
solver can be asked for such inputs, many of these take its place.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence

from viva.engines.mining import Constants
from viva.engines.shapes.making import Record
from viva.engines.shapes.shape import Choice, Either, Fixed, Instance, Many, Named, Plain, Row, Shape, Table

_LONGEST = 6
_DEEPEST = 5
_LETTERS = "ab"
_NAMED = 0.6
"""How often a text inside of something is one of the few of its row: names, bound here and used there."""
_FLOATS = (0.0, 1.0, -1.0, 0.5, 2.0, 1.5)


class Kin:
    """Draws values of shapes; `atoms` are chosen anew for each row."""

    def __init__(self, constants: Constants, seed: int) -> None:
        self.random = random.Random(seed)
        self.constants = constants
        self.integers: list[int] = [0, 1]
        self.letters = _LETTERS
        self.words = [_LETTERS]

    def row(self, shapes: Sequence[Shape]) -> Row:
        """With atoms of its own; every other row has an argument that was made from another."""
        self._choose_atoms()
        found = [self.value(shape) for shape in shapes]
        if self.random.random() < 0.6:
            self._relate(shapes, found)
        return tuple(found)

    def _choose_atoms(self) -> None:
        number = self.random.choice((1, 2, 2, 3))
        first = self.random.choice((0, 0, 1, 1, -1, 2))
        spoken = [value for value in self.constants.integers if abs(value) < 2**31]
        pool = [first, first + 1, first + 2, first - 1, *self.random.sample(spoken, min(2, len(spoken)))]
        self.integers = self.random.sample(pool, min(number, len(pool)))
        letters = "".join(self.constants.texts)
        alphabet = sorted({*_LETTERS, *letters})
        own = sorted(set(letters))
        if own and self.random.random() < 0.7:
            alphabet = own
        self.letters = "".join(self.random.sample(alphabet, min(self.random.choice((1, 2, 2, 3)), len(alphabet))))
        short = ["".join(self.random.choice(self.letters) for _ in range(self.random.choice((1, 1, 2)))) for _ in "12"]
        self.words = [*short, *self.random.sample(self.constants.texts, min(1, len(self.constants.texts)))]

    def value(self, shape: Shape, depth: int = 0) -> object:
        choice = self.random.choice
        match shape:
            case Plain("int", low, high):
                value = choice(self.integers)
                if self.random.random() < 0.1:
                    value += choice((-1, 1, 2))
                value = value if low is None else max(low, value)
                return value if high is None else min(high, value)
            case Plain("float"):
                return choice([*_FLOATS, *self.constants.floats[:4]])
            case Plain("bool"):
                return choice((False, True))
            case Plain("str"):
                if self.constants.texts and self.random.random() < 0.15:
                    return choice(self.constants.texts)
                if self.random.random() < (_NAMED if depth else _NAMED / 3):
                    return choice(self.words)
                return "".join(choice(self.letters) for _ in range(self._length()))
            case Plain("bytes"):
                return bytes(choice((0, 1)) for _ in range(self._length()))
            case Plain():
                return None
            case Choice(values):
                return choice(values)
            case Many(kind, element):
                items = [self.value(element, depth + 1) for _ in range(self._length(depth))]
                if kind in ("set", "frozenset"):
                    return (set if kind == "set" else frozenset)(items)
                if self.random.random() < 0.15:
                    items = _sorted(items)
                return tuple(items) if kind == "tuple" else items
            case Fixed(parts):
                return tuple(self.value(part, depth + 1) for part in parts)
            case Table(key, value):
                return {self.value(key, depth + 1): self.value(value, depth + 1) for _ in range(self._length(depth))}
            case Named(fields):
                return {field: self.value(part, depth + 1) for field, part in fields}
            case Either(alternatives):
                if depth >= _DEEPEST or self.random.random() < 0.12 * depth:
                    return self.value(alternatives[0], depth + 1)
                return self.value(choice(alternatives), depth + 1)
            case Instance(name):
                return Record(name, tuple((field, self.value(part, depth + 1)) for field, part in shape.fields))

    def _length(self, depth: int = 0) -> int:
        return self.random.choice((0, 1, 1, 2, 2, 3, 3, 4, 5, _LONGEST)[: 10 - 2 * min(depth, 4)])

    # One from another

    def _relate(self, shapes: Sequence[Shape], row: list[object]) -> None:
        """Makes one argument from another, of its own kind or of the kind of its elements."""
        places = list(range(len(row)))
        self.random.shuffle(places)
        for one in places:
            for other in places:
                if one != other and shapes[one] == shapes[other] and isinstance(row[other], list | str | tuple):
                    row[one] = self._derived(shapes[one], row[other])
                    return
            for other in places:
                held = sorted(_inside(shapes[other], row[other], shapes[one]), key=repr) if one != other else []
                if held:
                    row[one] = self.random.choice(held)
                    return

    def _derived(self, shape: Shape, value: object) -> object:
        """A sequence made from another: a part of it, more than it, or nearly the same."""
        if isinstance(value, str):
            return "".join(map(str, self._changed(list(value), lambda: self.random.choice(self.letters))))
        assert isinstance(value, list | tuple)
        element = shape.element if isinstance(shape, Many) else None
        if element is None:
            return value
        changed = self._changed(list(value), lambda: self.value(element, 1))
        return tuple(changed) if isinstance(value, tuple) else changed

    def _changed(self, items: list[object], make: Callable[[], object]) -> list[object]:
        start, end = sorted(self.random.choices(range(len(items) + 1), k=2))
        place = self.random.randrange(len(items) + 1)
        match self.random.randrange(10):
            case 0:
                return list(items)
            case 1:
                return items[start:end]
            case 2:
                return items[:place]
            case 3:
                return items[place:]
            case 4:
                return [item for item in items if self.random.random() < 0.6]
            case 5:
                return [*(make() for _ in range(self._length(2))), *items, *(make() for _ in range(self._length(2)))]
            case 6:
                return [*items[:place], make(), *items[place:]]
            case 7:
                return [*items[:place], *items[place + 1 :]]
            case 8:
                return self.random.sample(items, len(items))
        return [make() if number == place else item for number, item in enumerate(items)]

    def mutated(self, shapes: Sequence[Shape], row: Row) -> Row:
        """The row with one of its arguments changed a little, or made anew."""
        found = list(row)
        place = self.random.randrange(len(found)) if found else 0
        if not found:
            return row
        shape, value = shapes[place], found[place]
        if isinstance(value, list | str | tuple) and not isinstance(shape, Fixed) and self.random.random() < 0.7:
            found[place] = self._derived(shape, value)
        elif type(value) is int and isinstance(shape, Plain) and self.random.random() < 0.7:
            moved = self.random.choice((value + 1, value - 1, -value, 2 * value, *self.constants.integers[:20]))
            low, high = shape.low, shape.high
            found[place] = min(max(moved, moved if low is None else low), moved if high is None else high)
        else:
            found[place] = self.value(shape)
        return tuple(found)


def kin_rows(shapes: Sequence[Shape], constants: Constants, seed: int) -> Iterator[Row]:
    """Endless; the same for the same seed."""
    kin = Kin(constants, seed)
    while True:
        yield kin.row(shapes)


def _inside(shape: Shape, value: object, wanted: Shape) -> Iterator[object]:
    """The values of a shape that stand in a list, or in the elements of it."""
    if not isinstance(shape, Many):
        return
    assert isinstance(value, list | tuple | set | frozenset)
    for item in value:
        if shape.element == wanted:
            yield item
        else:
            yield from _parts(shape.element, item, wanted)


def _parts(shape: Shape, value: object, wanted: Shape) -> Iterator[object]:
    match shape, value:
        case Fixed(parts), tuple():
            yield from (item for part, item in zip(parts, value, strict=True) if part == wanted)
        case Named(fields), dict():
            yield from (value[field] for field, part in fields if part == wanted)
        case Instance(), Record(fields=fields):
            yield from (item for (_, part), (_, item) in zip(shape.fields, fields, strict=True) if part == wanted)


def _sorted(items: list[object]) -> list[object]:
    try:
        return sorted(items)  # type: ignore[type-var]
    except TypeError:
        return items
