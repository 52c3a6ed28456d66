"""All values of shapes by size, each once, by the enumeration engine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from typing import Annotated, Any

from viva.engines.enumeration import Between, Product, Space, check_space, letters, values_of
from viva.engines.enumeration.annotations import Reader
from viva.engines.enumeration.scope import Scope
from viva.engines.shapes.corners import BEYOND
from viva.engines.shapes.domain import made_rows
from viva.engines.shapes.making import Maker, Record
from viva.engines.shapes.shape import Choice, Either, Fixed, Instance, Many, Named, Plain, Row, Shape, Table, instances

_TRIES = 10  # so many times as many are tried, where classes refuse to be made
# Plain decimals: where nan, infinities and huge numbers come in, right rewritings of a formula differ.
_FIRST = "ab 0A1\n9Z.-_z\t,"
_LETTERS = "".join(dict.fromkeys([*_FIRST, *map(chr, range(33, 127)), *BEYOND]))
_FLOATS = (0.0, 1.0, -1.0, 0.5, 2.0, -0.5, 1.5, -2.0, 3.0, 0.1, 10.0, -1.5, 0.25, 4.0, 100.0, -10.0)


def rows(shapes: Sequence[Shape], most: int, make: Maker | None = None) -> list[Row]:
    """Up to `most` inputs, the smallest first; all of them if there are no more. Without a maker, instances are
    records."""
    if not shapes:
        return [()]
    space = space_of_shape(Fixed(tuple(shapes)))
    if not any(map(instances, shapes)):
        return space.first(most)
    return list(islice(made_rows(islice(space, _TRIES * most), shapes, make), most))


def space_of_shape(shape: Shape) -> Space:
    """The space of a shape; instances are records in it."""
    return check_space(_Spaces().space(shape))


class _Spaces:
    """Each class has one space, which is found again where the class mentions itself."""

    def __init__(self) -> None:
        self.reader = Reader({})
        self.classes: dict[str, Product] = {}

    def space(self, shape: Shape) -> Space:
        return self.reader.read(self.annotation(shape), Scope({}))

    def annotation(self, shape: Shape) -> Any:
        """The shape as a type of Python; a class is a space of its own there."""
        match shape:
            case Plain("int", low, high):
                return int if low is None and high is None else Annotated[int, Between(low, high)]
            case Plain("float"):
                return Annotated[float, values_of(_FLOATS)]
            case Plain(kind):
                return {"str": Annotated[str, letters(_LETTERS)], "bool": bool, "bytes": bytes, "none": None}[kind]
            case Choice(values):
                return Annotated[int, values_of(values)]  # the space is what counts
            case Many("tuple", element):
                return tuple[self.annotation(element), ...]  # type: ignore[misc]
            case Many(kind, element):
                containers: dict[str, Any] = {"list": list, "set": set, "frozenset": frozenset}
                return containers[kind][self.annotation(element)]
            case Fixed(parts):
                return tuple[tuple(map(self.annotation, parts))]  # type: ignore[misc]
            case Table(key, value):
                return dict[self.annotation(key), self.annotation(value)]  # type: ignore[misc]
            case Named(fields):
                return Annotated[object, self.named(fields)]
            case Either(alternatives):
                kinds = [self.annotation(part) for part in alternatives]
                union = kinds[0]
                for kind in kinds[1:]:
                    union = union | kind
                return union
            case Instance():
                return Annotated[object, self.instances(shape)]

    def named(self, fields: Sequence[tuple[str, Shape]]) -> Product:
        names = [field for field, _ in fields]
        parts = [self.space(part) for _, part in fields]
        return Product(
            "object", parts, lambda *values: dict(zip(names, values, strict=True)), _writer("object"), cost=1
        )

    def instances(self, shape: Instance) -> Product:
        if shape.name not in self.classes:
            names = [field for field, _ in shape.fields]
            space = Product(
                shape.name, [], _recorder(shape.name, names), _writer(shape.name), cost=min(len(names), 1), frozen=True
            )
            self.classes[shape.name] = space
            space.parts = [self.space(part) for _, part in shape.fields]
        return self.classes[shape.name]


def _recorder(name: str, fields: Sequence[str]) -> Callable[..., Record]:
    return lambda *values: Record(name, tuple(zip(fields, values, strict=True)))


def _writer(name: str) -> Callable[[Sequence[str]], str]:
    return lambda items: f"{name}({', '.join(items)})"
