"""Long inputs: what is right for a few elements may be wrong for many.

Lists, texts, tables and sets of up to 1000 elements, made from the elements of small inputs, so that most
preconditions still hold: all equal, rising, falling, mixed, all different. Where a precondition wants more, an input
that it admits is made twice as long again and again (`double_row`).
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from functools import lru_cache

from viva.engines.shapes.domain import holds
from viva.engines.shapes.shape import Either, Fixed, Many, Plain, Row, Shape, Table, instances
from viva.engines.shapes.size import size
from viva.engines.shapes.spaces import rows

SIZES = (20, 50, 100, 200, 301, 1000)
LONG = SIZES[0]
"""Elements from which on an input is a long one."""
HOW = ("further", "again", "back")
"""The ways to make an input twice as long: with other elements, with the same ones, with the same ones backwards."""
_ATOMS = 8
_MANY = 200
_KINDS = {"list": list, "tuple": tuple, "set": set, "frozenset": frozenset}


def long_inputs(shapes: Sequence[Shape], small: Sequence[Row], bases: Sequence[Row]) -> Iterator[Row]:
    """From the shortest on: one argument long, or all of them that can be; elements are those of `small` inputs.

    The other arguments are those of one of the first two `bases`; of the first, where several can be long.
    """
    places = [place for place, shape in enumerate(shapes) if _is_long(shape)]
    atoms = {place: _atoms(small, place) for place in places}
    together = [[place] for place in places] + ([places] if len(places) > 1 else [])
    for length in SIZES:
        fewer = 3 if length > _MANY else 1  # the longest cost the most, and show no more than that they are long
        made = {place: list(_values(shapes[place], atoms[place], length))[::fewer] for place in places}
        for base in bases[: 2 if len(places) == 1 else 1]:
            for chosen in together:
                for values in zip(*(made[place] for place in chosen), strict=False):
                    row = list(base)
                    for place, value in zip(chosen, values, strict=True):
                        row[place] = value
                    for found in (row, _with_last(shapes, row, chosen), _with_length(shapes, row, length)):
                        if all(map(holds, shapes, found)):
                            yield tuple(found)


def _with_last(shapes: Sequence[Shape], row: Sequence[object], chosen: Sequence[int]) -> list[object]:
    """The row with the last element of what is long wherever an argument may be one: it may be searched for."""
    found = list(row)
    for place in chosen:
        shape, value = shapes[place], row[place]
        element = shape.element if isinstance(shape, Many) else shape
        if isinstance(value, list | tuple | str) and value:
            found = [
                value[-1] if number not in chosen and shapes[number] == element else item
                for number, item in enumerate(found)
            ]
    return found


def _with_length(shapes: Sequence[Shape], row: Sequence[object], length: int) -> list[object]:
    """The row with a place behind the middle wherever an argument is a whole number: it may be an index or a number of
    elements."""
    return [length // 2 + 3 if shape == Plain("int") else value for shape, value in zip(shapes, row, strict=True)]


def _is_long(shape: Shape) -> bool:
    match shape:
        case Plain("str") | Table() | Many():
            return True
        case Either(parts) | Fixed(parts):
            return any(map(_is_long, parts))
    return False


def _atoms(small: Sequence[Row], place: int) -> list[object]:
    """The plainest elements that small inputs have there."""
    found: dict[str, object] = {}
    for row in small:
        if len(row) > place:
            for value in _sequences(row[place]):
                found |= {repr(item): item for item in value if repr(item) not in found}
    return sorted(found.values(), key=lambda item: (size(item), repr(item)))


def _sequences(value: object) -> Iterator[Sequence[object]]:
    """Lists and texts that a value is, or that stand in a tuple of it."""
    if isinstance(value, str | list | tuple):
        yield value
    if isinstance(value, tuple):
        yield from (item for item in value if isinstance(item, str | list))


def _values(shape: Shape, atoms: Sequence[object], length: int) -> Iterator[object]:
    source = random.Random(f"long {length}")
    match shape:
        case Plain("str"):
            letters = [atom for atom in atoms if isinstance(atom, str)][:_ATOMS] or ["a", "b"]
            yield from ("".join(map(str, items)) for items in _mixtures(letters, length, source))
        case Many("list" | "tuple" as kind, element):
            known = [atom for atom in atoms if holds(element, atom)][:_ATOMS]
            if not known and not instances(element):
                known = [row[0] for row in rows([element], _ATOMS)]
            make = _KINDS[kind]
            yield from (make(items) for items in _mixtures(known, length, source))
            yield from (make(items) for items in _different(element, length, source))
            yield from map(make, _squares(element, known, length))
        case Many() | Table() if not instances(shape):
            yield from (scale_value(shape, length, source) for _ in range(3))
        case Either(parts):
            for part in filter(_is_long, parts):
                yield from _values(part, atoms, length)
        case Fixed(parts) if not instances(shape):
            smallest = rows([shape], 1)[0][0]
            assert isinstance(smallest, tuple)
            for place, part in enumerate(parts):
                if _is_long(part):
                    for value in _values(part, atoms, length):
                        yield (*smallest[:place], value, *smallest[place + 1 :])


def _mixtures(atoms: Sequence[object], length: int, source: random.Random) -> Iterator[Sequence[object]]:
    if not atoms:
        return
    mixed = source.choices(atoms, k=length)
    yield from ([atom] * length for atom in atoms[:3])
    yield from (mixed, mixed[: length // 2] + mixed[: length // 2][::-1])
    if all(isinstance(atom, int | float) for atom in atoms) or all(isinstance(atom, str) for atom in atoms):
        rising = sorted(mixed)  # type: ignore[type-var]
        yield from (rising, rising[::-1])


def _different(element: Shape, length: int, source: random.Random) -> Iterator[Sequence[object]]:
    """All elements different: rising, falling and mixed; none where the element has too few values."""
    numbers = range(1, length + 1)
    made: list[object]
    match element:
        case Plain("int"):
            made = list(numbers)
        case Plain("float"):
            made = [number / 2 for number in numbers]
        case Plain("str"):
            made = [f"a{number:04d}" for number in numbers]
        case Fixed(parts) if any(part == Plain("int") for part in parts):
            known = rows(parts, 1)[0]
            made = [
                tuple(n if part == Plain("int") else v for part, v in zip(parts, known, strict=True)) for n in numbers
            ]
        case _:
            return
    yield from (made, made[::-1], source.sample(made, length))
    if element == Plain("int"):
        yield list(range(length))


def _squares(element: Shape, rows_known: Sequence[object], length: int) -> Iterator[list[object]]:
    """A square of numbers, and one long row."""
    if not isinstance(element, Many) or element.kind not in ("list", "tuple") or element.element != Plain("int"):
        return
    make, side = _KINDS[element.kind], math.isqrt(length)
    yield [make(range(row * side, (row + 1) * side)) for row in range(side)]
    yield [make([int(row == column) for column in range(side)]) for row in range(side)]
    yield [make(range(length)), *rows_known[:1]]


def double_row(row: Row, how: str) -> Row | None:
    """All long arguments twice as long in the same way; a whole number that says how long they are says so again.

    None where nothing gets longer.
    """
    lengths = {len(value) for value in row if isinstance(value, str | list | tuple | set | frozenset | dict)}
    found = tuple(
        2 * value if type(value) is int and value in lengths and value > 1 else _doubled(value, how) for value in row
    )
    return found if length(found) > length(row) else None


def length(row: Row) -> int:
    """Of the longest argument, counted with what is in its elements."""
    return max(map(_length, row), default=0)


def _length(value: object) -> int:
    match value:
        case str():
            return len(value)
        case list() | tuple() | set() | frozenset():
            return max(len(value), sum(map(_length, value)))
        case dict():
            return len(value)
    return 0


def _doubled(value: object, how: str) -> object:
    match value:
        case str():
            return value + (value[::-1] if how == "back" else value)
        case list() | tuple() if value and all(isinstance(item, list) and len(item) == len(value) for item in value):
            return type(value)([*item, *item] for item in (*value, *value))  # a square stays one
        case list():
            return value + (_moved(value, _span(value)) if how == "further" else value[:: -1 if how == "back" else 1])
        case tuple() if len({type(item) for item in value}) == 1 and len(value) > 2:
            return tuple(_doubled(list(value), how))  # type: ignore[arg-type]
        case set() | frozenset():
            return type(value)([*value, *_moved(list(value), _span(list(value)))])
        case dict():
            keys = list(value)
            return {**value, **dict(zip(_moved(keys, _span(keys)), value.values(), strict=True))}
    return value


def _span(items: Sequence[object]) -> int:
    numbers = [item for item in items if isinstance(item, int | float)]
    return int(max(numbers) - min(numbers)) + 1 if numbers else 1


def _moved(items: Sequence[object], by: int) -> list[object]:
    """Other elements in the same order: numbers moved beyond the last, texts made longer."""
    found: list[object] = []
    for item in items:
        match item:
            case bool():
                found.append(item)
            case int() | float():
                found.append(item + by)
            case str():
                found.append(f"{item}{chr(97 + len(items) % 26)}")
            case tuple():
                found.append(tuple(_moved(item, len(items))))
            case _:
                found.append(item)
    return found


def scale_value(shape: Shape, length: int, source: random.Random) -> object:
    """A value of about this size."""
    match shape:
        case Plain("int", low, high):
            return min(max(length, length if low is None else low), length if high is None else high)
        case Plain("str"):
            return "".join(source.choice("abc ") for _ in range(length))
        case Many(kind, element):
            return _KINDS[kind](_small(element, length, source) for _ in range(length))
        case Table(key, value):
            return {_small(key, 4 * length, source): _small(value, length, source) for _ in range(length)}
    return _small(shape, length, source)


def _small(shape: Shape, length: int, source: random.Random) -> object:
    match shape:
        case Plain("int", low, high):
            lowest = -length if low is None else low
            highest = max(length, lowest) if high is None else high
            return source.randint(min(lowest, highest), highest)
        case Plain("float"):
            return float(source.randint(-length, length))
        case Plain("str"):
            return "".join(source.choice("abcde") for _ in range(4))
    return source.choice(_few(shape))[0]


@lru_cache(maxsize=256)
def _few(shape: Shape) -> list[Row]:
    return rows([shape], 20)
