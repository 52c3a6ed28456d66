"""The types of arguments, as values: which inputs there are, and how they are said in words.

A shape comes from an annotation, from a type written in `exercise.toml`, or from example values. `read_shape` takes
the nested lists that `pythonbox.surveying.type_of` makes of an annotation.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Mapping
from dataclasses import dataclass

from viva.core.fault import Fault
from viva.core.json import Json
from viva.languages.python.inside.pythonbox.surveying import type_of

FINITE = 20_000  # domains up to this size are tried out completely


@dataclass(frozen=True, slots=True)
class Plain:
    """`int`, `float`, `str`, `bool`, `bytes`, `none`; `int` may have bounds, both included."""

    kind: str
    low: int | None = None
    high: int | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few values."""

    values: tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Many:
    """`list`, `tuple`, `set` or `frozenset` of any length."""

    kind: str
    element: Shape


@dataclass(frozen=True, slots=True)
class Fixed:
    """A tuple of a fixed length."""

    parts: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A dict."""

    key: Shape
    value: Shape


@dataclass(frozen=True, slots=True)
class Either:
    alternatives: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Instance:
    """An instance of a class that the reference defines, made by calling it with values of these shapes."""

    name: str
    fields: tuple[tuple[str, Shape], ...]


Shape = Plain | Choice | Many | Fixed | Table | Either | Instance


class Unknown(ValueError):
    """A type for which no values can be made."""


Classes = Mapping[str, tuple[tuple[str, Json], ...]]
_DEEPEST = 3


def read_shape(data: Json, classes: Classes, depth: int = 0) -> Shape:
    """The shape that an annotation stands for; raises Unknown where there is none."""
    match data:
        case ["int" | "float" | "str" | "bool" | "bytes" | "none" as kind]:
            return Plain(str(kind))
        case ["range", *bounds] if bounds and all(isinstance(bound, int) for bound in bounds):
            numbers = range(*bounds)  # type: ignore[arg-type]
            if numbers.step == 1 and numbers:
                return Plain("int", numbers[0], numbers[-1])
            return Choice(tuple(numbers[:FINITE]))
        case ["list" | "set" | "frozenset" as kind, element]:
            return Many(str(kind), read_shape(element, classes, depth))
        case ["tuple*", element]:
            return Many("tuple", read_shape(element, classes, depth))
        case ["tuple", *parts]:
            return Fixed(tuple(read_shape(part, classes, depth) for part in parts))
        case ["dict", key, value]:
            return Table(read_shape(key, classes, depth), read_shape(value, classes, depth))
        case ["literal", *values]:
            return Choice(tuple(values))
        case ["union", *parts]:
            return _either(parts, classes, depth)
        case ["name", str(name)] if name in classes:
            if depth >= _DEEPEST:
                raise Unknown(name)
            return Instance(name, tuple((field, read_shape(kind, classes, depth + 1)) for field, kind in classes[name]))
        case ["name", name]:
            raise Unknown(str(name))
    raise Unknown("any value" if data in (None, ["any"]) else str(data))


def _either(parts: list[Json], classes: Classes, depth: int) -> Shape:
    """What cannot be made is left out: a chain of nodes ends somewhere."""
    found: list[Shape] = []
    for part in parts:
        try:
            shape = read_shape(part, classes, depth)
        except Unknown:
            continue
        found += shape.alternatives if isinstance(shape, Either) else [shape]
    if not found:
        raise Unknown("none of the alternatives")
    return found[0] if len(found) == 1 else Either(tuple(dict.fromkeys(found)))


def parse_shape(text: str, classes: Classes) -> Shape:
    """A type as `exercise.toml` writes it: `list[int]`, `range(0, 10)`, `Literal["a", "b"]`."""
    try:
        return read_shape(type_of(ast.parse(text.strip(), mode="eval").body), classes)
    except (SyntaxError, ValueError) as problem:
        detail = f": {problem}" if isinstance(problem, Unknown) else ""
        raise Fault(
            f"{text!r} is no type that Viva can make values of{detail}",
            remedy="write it as an annotation, for example list[int], dict[str, float], range(0, 10)",
        ) from None


def shape_of(values: list[object]) -> Shape:
    """The narrowest shape that holds example values."""
    kinds = {_kind(value) for value in values}
    match sorted(kinds):
        case ["int"] | ["float"] | ["str"] | ["bool"] | ["bytes"] | ["none"]:
            return Plain(next(iter(kinds)))
        case ["float", "int"]:
            return Plain("float")
        case [("list" | "set" | "frozenset") as kind]:
            inside = [item for value in values for item in _items(value)]
            return Many(kind, shape_of(inside) if inside else Plain("int"))
        case ["dict"]:
            tables = [value for value in values if isinstance(value, dict)]
            keys = [key for table in tables for key in table]
            inside = [item for table in tables for item in table.values()]
            return Table(shape_of(keys) if keys else Plain("str"), shape_of(inside) if inside else Plain("int"))
        case ["tuple"]:
            tuples = [value for value in values if isinstance(value, tuple)]
            if len({len(value) for value in tuples}) == 1 and tuples[0]:
                return Fixed(tuple(shape_of(list(column)) for column in zip(*tuples, strict=True)))
            inside = [item for value in tuples for item in value]
            return Many("tuple", shape_of(inside) if inside else Plain("int"))
    if "other" in kinds or not kinds:
        raise Unknown("the example values")
    return Either(tuple(shape_of([value for value in values if _kind(value) == kind]) for kind in sorted(kinds)))


def _kind(value: object) -> str:
    match value:
        case None:
            return "none"
        case bool():
            return "bool"
        case int() | float() | str() | bytes() | list() | tuple() | set() | frozenset() | dict():
            return type(value).__name__
    return "other"


def _items(value: object) -> list[object]:
    return list(value) if isinstance(value, list | set | frozenset) else []


def count(shape: Shape) -> int | None:
    """How many values there are, or None if there is no end of them (or more than are worth counting)."""
    match shape:
        case Plain("bool"):
            return 2
        case Plain("none"):
            return 1
        case Plain("int", int(low), int(high)):
            return max(0, high - low + 1)
        case Plain():
            return None
        case Choice(values):
            return len(values)
        case Fixed(parts):
            return product([count(part) for part in parts])
        case Instance(fields=fields):
            return product([count(part) for _, part in fields])
        case Either(alternatives):
            counts = [count(part) for part in alternatives]
            known = [number for number in counts if number is not None]
            return sum(known) if len(known) == len(counts) else None
        case Many(kind, element) if kind in ("set", "frozenset"):
            number = count(element)
            return 2**number if number is not None and number <= 14 else None
    return None


def product(counts: list[int | None]) -> int | None:
    known = [number for number in counts if number is not None]
    return math.prod(known) if len(known) == len(counts) and math.prod(known) <= FINITE**2 else None


def holds(shape: Shape, value: object) -> bool:
    """Whether a value is of the shape; exactly, so an int is no float here, and a bool no int."""
    match shape:
        case Plain(kind, low, high):
            inside = not isinstance(value, int) or ((low is None or value >= low) and (high is None or value <= high))
            return _kind(value) == kind and inside
        case Choice(values):
            return any(type(value) is type(other) and value == other for other in values)
        case Many(kind, element):
            if _kind(value) != kind or not isinstance(value, list | tuple | set | frozenset):
                return False
            return all(holds(element, item) for item in value)
        case Fixed(parts):
            return (
                isinstance(value, tuple)
                and len(value) == len(parts)
                and all(holds(part, item) for part, item in zip(parts, value, strict=True))
            )
        case Table(key, inside_shape):
            return isinstance(value, dict) and all(
                holds(key, name) and holds(inside_shape, item) for name, item in value.items()
            )
        case Either(alternatives):
            return any(holds(part, value) for part in alternatives)
        case Instance(name, fields):
            return type(value).__name__ == name and all(
                holds(part, getattr(value, field, None)) for field, part in fields if hasattr(value, field)
            )


def instances(shape: Shape) -> bool:
    """Whether values of the shape contain instances of classes."""
    return bool(class_names(shape))


def class_names(shape: Shape) -> frozenset[str]:
    """The names of the classes that values of the shape contain instances of."""
    match shape:
        case Instance(name, fields):
            return frozenset({name}).union(*(class_names(part) for _, part in fields))
        case Many(element=part):
            return class_names(part)
        case Fixed(parts) | Either(parts):
            return frozenset().union(*map(class_names, parts))
        case Table(key, value):
            return class_names(key) | class_names(value)
    return frozenset()
