"""The way to the symbolic engine: shapes and values in its terms, inputs back in ours.

Everything a search says is a proposal: it is run plainly before it counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from itertools import islice

from viva.core.isolation import Isolation
from viva.engines import symbolic
from viva.engines.symbolic import (
    LANGUAGE,
    Bounds,
    Counters,
    Hints,
    Record,
    Target,
    compile_target,
    differ,
    explore,
    mined,
    symbolic_sandbox,
)
from viva.engines.symbolic import shapes as theirs
from viva.engines.symbolic.mining import frame_for
from viva.languages.protocol import Language
from viva.sandbox import Sandbox
from viva.subjects.functions.making import Maker
from viva.subjects.functions.model import Arguments, Task
from viva.subjects.functions.oracle import requires_name
from viva.subjects.functions.shapes import Choice, Either, Fixed, Instance, Many, Plain, Shape, Table

EXPLORING = Bounds(runs=100, solver_calls=40)
DIFFERING = Bounds(runs=200, solver_calls=80)


def sandbox_for(language: Language, isolation: Isolation | None = None) -> AbstractContextManager[Sandbox]:
    """The sandbox of a language, which for Python is the one that symbolic runs need."""
    return symbolic_sandbox(isolation) if language.name == LANGUAGE else language.warm_sandbox(isolation)


def target_in(language: Language, sandbox: Sandbox, source: bytes, function: str) -> Target | None:
    """The function for symbolic runs; None where there are none in its language."""
    return compile_target(sandbox, source, function) if language.name == LANGUAGE else None


class Searcher:
    """The programs of an exercise, compiled for symbolic runs; `shapes` is None where the engine has no such values."""

    def __init__(self, sandbox: Sandbox, task: Task, make: Maker) -> None:
        self.sandbox = sandbox
        self.task = task
        self.make = make
        self.shapes = translated(task.shapes)
        self.reference: Target | None = None
        self.requires: Target | None = None
        if self.shapes is not None and task.reference_language.name == LANGUAGE:
            if task.reference is not None:
                self.reference = compile_target(sandbox, task.reference.encode(), task.reference_name)
            if task.requires is not None:
                self.requires = compile_target(sandbox, task.requires.encode(), requires_name(task))

    def random(self, number: int, seed: int, *others: Target | None) -> list[Arguments]:
        """Random values with the constants of the reference, and of other programs."""
        if self.shapes is None:
            return []
        hints = self.hints(*others)
        return [self.ours(row) for row in islice(symbolic.random_inputs(self.shapes, hints, seed), number)]

    def hints(self, *others: Target | None) -> Hints:
        return mined([target for target in (self.reference, *others) if target is not None])

    def lengths(self, *others: Target | None) -> tuple[int, int]:
        """How long lists and texts get in a search."""
        frame = frame_for(self.shapes or (), self.hints(*others))
        return frame.longest, frame.longest_text

    def branches(self, target: Target | None, counters: Counters, bounds: Bounds = EXPLORING) -> Iterator[Arguments]:
        """Inputs for the branches of one program."""
        if self.shapes is None or target is None:
            return
        for found in explore(
            self.sandbox, target, self.shapes, requires=self.requires, bounds=bounds, counters=counters,
            hints=self.hints(target),
        ):  # fmt: skip
            yield self.ours(found.arguments)

    def differences(
        self, submission: Target, seeds: Sequence[Arguments], counters: Counters
    ) -> Iterator[tuple[Arguments, bool]]:
        """Inputs on which submission and reference may differ, and whether their symbolic runs did."""
        if self.shapes is None or self.reference is None:
            return
        for found in differ(
            self.sandbox, submission, self.reference, self.shapes, requires=self.requires, bounds=DIFFERING,
            counters=counters, seeds=[self.theirs(seed) for seed in seeds],
        ):  # fmt: skip
            yield self.ours(found.arguments), found.suspected

    def ours(self, arguments: Sequence[object]) -> Arguments:
        return tuple(_value(shape, value, self.make) for shape, value in zip(self.task.shapes, arguments, strict=True))

    def theirs(self, arguments: Arguments) -> Arguments:
        return tuple(map(_recorded, self.task.shapes, arguments))


def translated(shapes: Sequence[Shape]) -> list[theirs.Shape] | None:
    try:
        return [_shape(shape) for shape in shapes]
    except symbolic.Unfitting:
        return None


def _shape(shape: Shape) -> theirs.Shape:
    match shape:
        case Plain("int", low, high):
            return theirs.Integer(low, high)
        case Plain("float"):
            return theirs.Floating()
        case Plain("bool"):
            return theirs.Truth()
        case Plain("str"):
            return theirs.Text()
        case Plain("none"):
            return theirs.Nothing()
        case Choice(values) if all(value is None or isinstance(value, bool | int | str) for value in values):
            return theirs.Literal(tuple(v for v in values if v is None or isinstance(v, bool | int | str)))
        case Many("list", element):
            return theirs.ListOf(_shape(element))
        case Many("tuple", element):
            return theirs.ManyOf(_shape(element))
        case Many(_, element):
            return theirs.SetOf(_shape(element))
        case Fixed(parts):
            return theirs.TupleOf(tuple(map(_shape, parts)))
        case Table(key, value):
            return theirs.DictOf(_shape(key), _shape(value))
        case Either(alternatives):
            return theirs.OneOf(tuple(map(_shape, alternatives)))
        case Instance(name, fields):
            return theirs.Instance(name, tuple((field, _shape(part)) for field, part in fields))
    raise symbolic.Unfitting(f"no symbolic values of {shape}")


def _value(shape: Shape, value: object, make: Maker) -> object:
    """A value of the engine's as ours: instances are made by their class, and a frozen set is frozen."""
    match shape, value:
        case Instance(name, fields), Record(_, attributes):
            given = dict(attributes)
            return make(name, [_value(part, given.get(field), make) for field, part in fields])
        case Many("frozenset", _), set():
            return frozenset(value)
        case Many(kind, element), list() | tuple() | set():
            made = [_value(element, item, make) for item in value]
            return {"list": list, "tuple": tuple, "set": set}[kind](made)
        case Fixed(parts), tuple():
            return tuple(_value(part, item, make) for part, item in zip(parts, value, strict=True))
        case Table(key, inside), dict():
            return {_value(key, name, make): _value(inside, item, make) for name, item in value.items()}
        case Either(alternatives), Record(cls, _):
            chosen = next(part for part in alternatives if isinstance(part, Instance) and part.name == cls)
            return _value(chosen, value, make)
    return value


def _recorded(shape: Shape, value: object) -> object:
    match shape, value:
        case Instance(name, fields), _:
            return Record(name, tuple((field, _recorded(part, getattr(value, field, None))) for field, part in fields))
        case Many(_, element), list() | tuple():
            return type(value)(_recorded(element, item) for item in value)
        case Fixed(parts), tuple():
            return tuple(map(_recorded, parts, value))
    return value
