"""Long inputs: what is right for a few elements may be wrong for many.

Lists and texts of up to 200 elements, made from the elements of small inputs, so that most preconditions still hold:
all equal, rising, falling, mixed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from viva.engines.shapes.domain import holds
from viva.engines.shapes.shape import Many, Plain, Row, Shape, Table, instances
from viva.engines.shapes.size import size
from viva.engines.shapes.spaces import rows

SIZES = (20, 50, 100, 200)
_ATOMS = 8


def long_inputs(shapes: Sequence[Shape], small: Sequence[Row], bases: Sequence[Row]) -> Iterator[Row]:
    """From the shortest on: one argument long, or all of them that can be; elements are those of `small` inputs.

    The other arguments are those of one of the first two `bases`; of the first, where several can be long.
    """
    places = [place for place, shape in enumerate(shapes) if _is_long(shape)]
    atoms = {place: _atoms(small, place) for place in places}
    together = [[place] for place in places] + ([places] if len(places) > 1 else [])
    for length in SIZES:
        made = {place: _values(shapes[place], atoms[place], length) for place in places}
        for base in bases[: 2 if len(places) == 1 else 1]:
            for chosen in together:
                for values in zip(*(made[place] for place in chosen), strict=False):
                    row = list(base)
                    for place, value in zip(chosen, values, strict=True):
                        row[place] = value
                    for found in (row, _with_last(shapes, row, chosen)):
                        if _hold(shapes, found):
                            yield tuple(found)


def _hold(shapes: Sequence[Shape], row: Sequence[object]) -> bool:
    """Of instances nothing was changed."""
    return all(instances(shape) or holds(shape, value) for shape, value in zip(shapes, row, strict=True))


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


def _is_long(shape: Shape) -> bool:
    return (not instances(shape) and isinstance(shape, Many | Table)) or shape == Plain("str")


def _atoms(small: Sequence[Row], place: int) -> list[object]:
    """The plainest elements that small inputs have there."""
    found: dict[str, object] = {}
    for row in small:
        value = row[place]
        if isinstance(value, str | list | tuple):
            found |= {repr(item): item for item in value if repr(item) not in found}
    return sorted(found.values(), key=lambda item: (size(item), repr(item)))[:_ATOMS]


def _values(shape: Shape, atoms: Sequence[object], length: int) -> list[object]:
    source = random.Random(f"long {length}")
    if not isinstance(shape, Plain) and not (isinstance(shape, Many) and shape.kind in ("list", "tuple")):
        return [scaled(shape, length, source) for _ in range(3)]
    if not atoms:
        return []
    mixed = source.choices(atoms, k=length)
    found: list[Sequence[object]] = [[atom] * length for atom in atoms[:3]]
    found += [mixed, mixed[: length // 2] + mixed[: length // 2][::-1]]
    if all(isinstance(atom, int | float) for atom in atoms) or all(isinstance(atom, str) for atom in atoms):
        rising = sorted(mixed)  # type: ignore[type-var]
        found += [rising, rising[::-1]]
    if isinstance(shape, Many) and isinstance(shape.element, Plain) and shape.element.kind == "int":
        found += [range(1, length + 1), range(length, 0, -1), source.sample(range(length), length)]
    if isinstance(shape, Plain):
        return ["".join(map(str, items)) for items in found]
    return [tuple(items) if shape.kind == "tuple" else list(items) for items in found]


def scaled(shape: Shape, length: int, source: random.Random) -> object:
    """A value of about this size."""
    match shape:
        case Plain("int"):
            return length
        case Plain("str"):
            return "".join(source.choice("abc ") for _ in range(length))
        case Many(kind, element):
            items = [_small(element, length, source) for _ in range(length)]
            return {"list": list, "tuple": tuple, "set": set, "frozenset": frozenset}[kind](items)
        case Table(key, value):
            return {_small(key, 4 * length, source): _small(value, length, source) for _ in range(length)}
    return _small(shape, length, source)


def _small(shape: Shape, length: int, source: random.Random) -> object:
    match shape:
        case Plain("int", None, None):
            return source.randint(-length, length)
        case Plain("float"):
            return float(source.randint(-length, length))
        case Plain("str"):
            return "".join(source.choice("abcde") for _ in range(4))
    return source.choice(rows([shape], 20))[0]
