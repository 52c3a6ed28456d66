"""How many values a shape has, and which values are among them."""

from __future__ import annotations

import copy
import math
from collections.abc import Iterable, Iterator, Sequence

from viva.engines.shapes.making import Maker, Record, Refused, is_instance, kind_of, make_values
from viva.engines.shapes.shape import (
    Choice,
    Either,
    Fixed,
    Instance,
    Many,
    Named,
    Plain,
    Row,
    Shape,
    Table,
    inner_shapes,
)

FINITE = 20_000  # domains up to this size are tried out completely
_TYPES = {"int": int, "float": float, "str": str, "bool": bool, "bytes": bytes, "none": type(None)}
_MANY = 14  # members above which nobody counts all sets of them


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
        case Choice(values, some):
            return None if some else len(values)
        case Fixed() | Named():
            return product([count(part) for part in inner_shapes(shape)])
        case Instance():
            return None if shape.recursive else product([count(part) for _, part in shape.fields])
        case Either(alternatives):
            counts = [count(part) for part in alternatives]
            known = [number for number in counts if number is not None]
            return sum(known) if len(known) == len(counts) else None
        case Many("set" | "frozenset", element):
            number = count(element)
            return 2**number if number is not None and number <= _MANY else None
        case Table(key, value):
            keys, items = count(key), count(value)
            if keys is None or items is None or keys > _MANY:
                return None
            return product([items + 1] * keys)
    return None


def product(counts: list[int | None]) -> int | None:
    known = [number for number in counts if number is not None]
    return math.prod(known) if len(known) == len(counts) and math.prod(known) <= FINITE**2 else None


def holds(shape: Shape, value: object) -> bool:
    """Whether a value is of the shape; exactly, so an int is no float here, and a bool no int.

    The fields of a record are looked at. Of an instance only the class is: `made_rows` let no other be made.
    """
    match shape:
        case Plain(kind, low, high):
            if type(value) is not _TYPES[kind]:
                return False
            return (low is None or value >= low) and (high is None or value <= high)  # type: ignore[operator]
        case Choice(values):
            return any(type(value) is type(other) and value == other for other in values)
        case Many(kind, element):
            if kind_of(value) != kind or not isinstance(value, list | tuple | set | frozenset):
                return False
            if isinstance(element, Plain) and element.low is None is element.high:
                return set(map(type, value)) <= {_TYPES[element.kind]}  # as below, but quick for long ones
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
        case Named(fields):
            return (
                isinstance(value, dict)
                and value.keys() == dict(fields).keys()
                and all(holds(part, value[field]) for field, part in fields)
            )
        case Either(alternatives):
            return any(holds(part, value) for part in alternatives)
        case Instance(name):
            if not isinstance(value, Record):
                return is_instance(value) and type(value).__name__ == name
            if value.name != name or len(value.fields) != len(shape.fields):
                return False
            return all(
                field == given and holds(part, item)
                for (field, part), (given, item) in zip(shape.fields, value.fields, strict=True)
            )


def unshare(row: Row) -> Row:
    """The values with no list, set, table or instance in them twice: what is done to one part is not done to another.
    What an instance holds stays as it is: a node may be met on two ways."""
    seen: set[int] = set()
    return tuple(_unshared(value, seen) for value in row)


def _unshared(value: object, seen: set[int]) -> object:
    if is_instance(value):
        if id(value) in seen:
            return copy.deepcopy(value)
        seen.add(id(value))
        return value
    match value:
        case list() | tuple() | set() | frozenset():
            return type(value)(_unshared(item, seen) for item in value)
        case dict():
            return {key: _unshared(item, seen) for key, item in value.items()}
    return value


def fit_value(shape: Shape, value: object) -> object:
    """A value that somebody wrote, as the shape has it where Python takes one for the other: an int for a float, and in
    a table of TOML a list for a tuple. What does not fit stays as it is."""
    match shape, value:
        case Plain("float"), int() if not isinstance(value, bool):
            return float(value)
        case Many("tuple" | "list" as kind, element), list() | tuple() if kind == "tuple" or isinstance(value, list):
            return (tuple if kind == "tuple" else list)(fit_value(element, item) for item in value)
        case Fixed(parts), list() | tuple() if len(parts) == len(value):
            return tuple(map(fit_value, parts, value))
        case Table(key, content), dict():
            return {fit_value(key, name): fit_value(content, item) for name, item in value.items()}
        case Named(fields), dict() if value.keys() == dict(fields).keys():
            return {field: fit_value(part, value[field]) for field, part in fields}
        case Either(alternatives), _ if not holds(shape, value):
            return next((found for part in alternatives if holds(part, found := fit_value(part, value))), value)
    return value


def made_rows(rows: Iterable[Row], shapes: Sequence[Shape], make: Maker | None) -> Iterator[Row]:
    """The rows whose values are of the shapes and can be made; without a maker, records stay records.

    Whoever proposes inputs proposes them through here, so that none is tried that the types exclude.
    """
    for row in rows:
        if len(row) != len(shapes) or not all(map(holds, shapes, row)):
            continue
        try:
            yield row if make is None else tuple(make_values(value, make) for value in row)
        except Refused:
            continue
