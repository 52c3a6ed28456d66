"""Inputs that a search proposed, in the store: arguments as written values, and back.

What comes back is of the shapes of the parameters, and instances are made by the teacher's classes: a file can no more
bring an input from outside the domain than a search can.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path

from viva.core import store
from viva.core.exercise import Exercise
from viva.core.json import Json
from viva.core.store import Stored
from viva.engines.symbolic import Counters
from viva.languages.python import equal, read, revive, write
from viva.subjects.functions.making import Maker, classes, maker
from viva.subjects.functions.model import Arguments, Task
from viva.subjects.functions.shapes import Either, Fixed, Instance, Many, Shape, Table, holds, instances

Proposals = tuple[list[Arguments], Counters]

_MAKERS = ("viva.subjects.functions.suite",)


def load(exercise: Exercise, seed: int) -> Proposals | None:
    found = store.load(_place(exercise, seed))
    if found is None:
        return None
    rows = _rows(exercise.task_as(Task), found.inputs)
    if rows is None or found.figures.keys() != asdict(Counters()).keys():
        return None
    counters = Counters()
    for name, figure in found.figures.items():
        setattr(counters, name, type(getattr(counters, name))(figure))
    return rows, counters


def save(exercise: Exercise, seed: int, proposals: Proposals) -> Proposals:
    """The proposals as `load` will give them; those that come back as others are not kept."""
    made, counters = proposals
    task = exercise.task_as(Task)
    written: list[Json] = [write(list(row)) for row in made]
    rows = _rows(task, written)
    if rows is None or not all(map(_same, made, rows)):
        return proposals
    store.save(
        _place(exercise, seed), Stored(written, {name: int(figure) for name, figure in asdict(counters).items()})
    )
    return rows, counters


def digest(exercise: Exercise) -> str:
    """Another one for any change in the files of the exercise."""
    files = sorted(exercise.source.files.items())
    return sha256(b"\0".join(part for name, content in files for part in (name.encode(), content))).hexdigest()


def _place(exercise: Exercise, seed: int) -> Path:
    return store.place(_MAKERS, seed, digest(exercise))


def _rows(task: Task, written: Sequence[Json]) -> list[Arguments] | None:
    """The arguments, or None if some of them are not of the task's shapes."""
    known, make = classes(task), maker(task)
    found: list[Arguments] = []
    for data in written:
        try:
            row = revive(read(data), known)
            if not isinstance(row, list) or len(row) != len(task.shapes) or not all(map(holds, task.shapes, row)):
                return None
            found.append(tuple(_made(shape, value, make) for shape, value in zip(task.shapes, row, strict=True)))
        except Exception:  # noqa: BLE001 whatever the teacher's classes make of foreign values
            return None
    return found


def _made(shape: Shape, value: object, make: Maker) -> object:
    """The value with its instances made by their classes."""
    if not instances(shape):
        return value
    match shape, value:
        case Instance(name, fields), _:
            return make(name, [_made(part, getattr(value, field), make) for field, part in fields])
        case Many(_, element), list() | tuple() | set() | frozenset():
            return type(value)(_made(element, item, make) for item in value)
        case Fixed(parts), tuple():
            return tuple(_made(part, item, make) for part, item in zip(parts, value, strict=True))
        case Table(key, inside), dict():
            return {_made(key, name, make): _made(inside, item, make) for name, item in value.items()}
        case Either(alternatives), _:
            return _made(next(part for part in alternatives if holds(part, value)), value, make)
    raise ValueError(f"{value!r} is not of the shape {shape}")


def _same(left: Arguments, right: Arguments) -> bool:
    return equal(read(write(list(left))), read(write(list(right))), strict=True)
