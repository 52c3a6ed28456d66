"""Long inputs: what is right for a few elements may be wrong for many.

Lists and texts of up to 200 elements, made from the elements of small inputs, so that most preconditions still hold:
all equal, rising, falling, mixed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from viva.subjects.functions.classes import representatives
from viva.subjects.functions.making import nothing
from viva.subjects.functions.model import Arguments, Task
from viva.subjects.functions.oracle import Case
from viva.subjects.functions.shapes import Many, Plain, Shape, Table, holds, instances
from viva.subjects.functions.smaller import size
from viva.subjects.functions.spaces import rows

SIZES = (20, 50, 100, 200)
_ATOMS = 8
_WORK = 150_000  # steps of the reference for all long inputs


def long_inputs(task: Task, cases: Sequence[Case]) -> Iterator[Arguments]:
    """From the shortest on: one argument long, or all of them that can be."""
    places = [place for place, shape in enumerate(task.shapes) if _is_long(shape)]
    bases = representatives(task, cases, 2 if len(places) == 1 else 1)
    atoms = {place: _atoms(cases, place) for place in places}
    together = [[place] for place in places] + ([places] if len(places) > 1 else [])
    for length in SIZES:
        made = {place: _values(task.shapes[place], atoms[place], length) for place in places}
        for base in bases:
            for chosen in together:
                for values in zip(*(made[place] for place in chosen), strict=False):
                    row = list(base)
                    for place, value in zip(chosen, values, strict=True):
                        row[place] = value
                    for found in (row, _with_last(task.shapes, row, chosen)):
                        if all(map(holds, task.shapes, found)):
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


def affordable(cases: Sequence[Case]) -> tuple[Case, ...]:
    """Those that do not take the reference too many steps altogether, from the shortest on."""
    kept: list[Case] = []
    work = 0
    for case in cases:
        if work + case.steps <= _WORK:
            work += case.steps
            kept.append(case)
    return tuple(kept)


def _is_long(shape: Shape) -> bool:
    return (not instances(shape) and isinstance(shape, Many | Table)) or shape == Plain("str")


def _atoms(cases: Sequence[Case], place: int) -> list[object]:
    """The plainest elements that small inputs have there."""
    found: dict[str, object] = {}
    for case in cases:
        value = case.arguments[place]
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
    return source.choice(rows([shape], nothing, 20))[0]
