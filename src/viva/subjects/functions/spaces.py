"""The way to the enumeration engine: the smallest inputs of given shapes, each once, by size."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from viva.engines.enumeration import Between, space_of, values_of
from viva.subjects.functions.making import Maker
from viva.subjects.functions.model import Arguments
from viva.subjects.functions.shapes import Choice, Either, Fixed, Instance, Many, Plain, Shape, Table

# Plain decimals: where nan, infinities and huge numbers come in, right rewritings of a formula differ.
_FLOATS = (0.0, 1.0, -1.0, 0.5, 2.0, -0.5, 1.5, -2.0, 3.0, 0.1, 10.0, -1.5, 0.25, 4.0, 100.0, -10.0)


def rows(shapes: Sequence[Shape], make: Maker, most: int) -> list[Arguments]:
    """Up to `most` inputs, the smallest first; all of them if there are no more."""
    if not shapes:
        return [()]
    kinds: Any = tuple(annotation(shape) for shape in shapes)
    return [
        tuple(live(shape, value, make) for shape, value in zip(shapes, row, strict=True))
        for row in space_of(tuple[kinds]).first(most)
    ]


def annotation(shape: Shape) -> Any:
    """The shape as a type of Python, with instances as tuples of what makes them."""
    match shape:
        case Plain("int", low, high):
            return int if low is None and high is None else Annotated[int, Between(low, high)]
        case Plain("float"):
            return Annotated[float, values_of(_FLOATS)]
        case Plain(kind):
            return {"str": str, "bool": bool, "bytes": bytes, "none": None}[kind]
        case Choice(values):
            return Annotated[int, values_of(values)]  # the space is what counts
        case Many("tuple", element):
            return tuple[annotation(element), ...]  # type: ignore[misc]
        case Many(kind, element):
            return {"list": list, "set": set, "frozenset": frozenset}[kind][annotation(element)]  # type: ignore[index]
        case Fixed(parts):
            return tuple[tuple(map(annotation, parts))]  # type: ignore[misc]
        case Table(key, value):
            return dict[annotation(key), annotation(value)]  # type: ignore[misc]
        case Either(alternatives):
            kinds = [annotation(part) for part in alternatives]
            union = kinds[0]
            for kind in kinds[1:]:
                union = union | kind
            return union
        case Instance(fields=fields):
            return tuple[tuple(annotation(part) for _, part in fields)]  # type: ignore[misc]


def live(shape: Shape, value: Any, make: Maker) -> object:
    """A value of the annotation as one of the shape: tuples that stand for instances become these."""
    match shape:
        case Instance(name, fields) if isinstance(value, tuple):
            return make(name, [live(part, item, make) for (_, part), item in zip(fields, value, strict=True)])
        case Many("list" | "tuple", element):
            return type(value)(live(element, item, make) for item in value)
        case Fixed(parts):
            return tuple(live(part, item, make) for part, item in zip(parts, value, strict=True))
        case Table(_, inside):
            return {key: live(inside, item, make) for key, item in value.items()}
        case Either(alternatives) if isinstance(value, tuple):
            chosen = next((part for part in alternatives if isinstance(part, Instance | Fixed)), shape)
            return value if chosen is shape else live(chosen, value, make)
    return value
