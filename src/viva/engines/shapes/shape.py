"""Start reading here: a shape says which values there are of a type.

A shape comes from an annotation, from a type written as text, or from example values (`annotations.py`). It is a
finite description: a class that mentions itself is named where it is used, and described once, in `Classes`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field

from viva.core.json import Json
from viva.core.records import dataclass

Row = tuple[object, ...]
"""Arguments of one call: a value for each of several shapes."""


@dataclass(frozen=True, slots=True)
class Plain:
    """`int`, `float`, `str`, `bool`, `bytes`, `none`; `int` may have bounds, both included."""

    kind: str
    low: int | None = None
    high: int | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few values; or of more than those, which are all that are known (`some`)."""

    values: tuple[object, ...]
    some: bool = False


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
class Named:
    """A dict that has exactly these texts as keys: an object of JavaScript that was not made by a class."""

    fields: tuple[tuple[str, Shape], ...]


@dataclass(frozen=True, slots=True)
class Either:
    """One of several shapes. Where one of them leads back to a class that it belongs to, the first does not, so that
    whoever always takes the first comes to an end."""

    alternatives: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Instance:
    """An instance of a class, made by calling it with values of the shapes of its fields."""

    name: str
    classes: Classes = field(repr=False)

    @property
    def fields(self) -> tuple[tuple[str, Shape], ...]:
        return self.classes.fields[self.name]

    @property
    def recursive(self) -> bool:
        """Whether an instance may hold others of its class, at any depth."""
        return self.name in self.classes.recursive


@dataclass(frozen=True, slots=True)
class Classes:
    """The classes that shapes may name, made by `annotations.read_classes`.

    `declared` is what annotations say, `dicts` those of which a value is a dict with the fields as keys; these alone
    make two tables equal. The rest follows from them, and holds the classes of which there are values: their `fields`,
    their `heights` (how deep the flattest instance is) and which of them are `recursive`.
    """

    declared: Mapping[str, tuple[tuple[str, Json], ...]]
    dicts: Mapping[str, tuple[tuple[str, Json], ...]] = field(default_factory=dict)
    fields: dict[str, tuple[tuple[str, Shape], ...]] = field(default_factory=dict, repr=False, compare=False)
    heights: dict[str, int] = field(default_factory=dict, repr=False, compare=False)
    recursive: set[str] = field(default_factory=set, repr=False, compare=False)

    def __hash__(self) -> int:
        return hash(tuple(self.declared))


Shape = Plain | Choice | Many | Fixed | Table | Named | Either | Instance


def inner_shapes(shape: Shape) -> tuple[Shape, ...]:
    """The shapes that a shape is made of; none for a class, which is only named."""
    match shape:
        case Many(element=element):
            return (element,)
        case Fixed(parts) | Either(parts):
            return parts
        case Table(key, value):
            return key, value
        case Named(fields):
            return tuple(part for _, part in fields)
    return ()


def classes_in(shapes: Iterable[Shape]) -> list[Instance]:
    """The classes of which values of the shapes contain instances, each once."""
    found: dict[str, Instance] = {}
    todo = list(shapes)
    while todo:
        shape = todo.pop()
        todo += inner_shapes(shape)
        if isinstance(shape, Instance) and shape.name not in found:
            found[shape.name] = shape
            todo += [part for _, part in shape.fields]
    return list(found.values())


def instances(shape: Shape) -> bool:
    """Whether values of the shape contain instances of classes."""
    return isinstance(shape, Instance) or any(map(instances, inner_shapes(shape)))
