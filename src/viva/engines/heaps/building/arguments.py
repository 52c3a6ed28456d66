"""Structures as arguments of a function: inputs for its paths, by lazy initialisation, completed with survivors.

A function that is given nodes is followed as a method is. What it never looked at is completed with a node that is like
no other, so that a function which loses it, or looks past it, shows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from viva.core.records import dataclass
from viva.engines.heaps.building.completing import Whole, complete_schema
from viva.engines.heaps.layout import Class, Field, Layout, Method, Parameter
from viva.engines.heaps.schemas.lazy_initialization import Found, Guard, explore_paths
from viva.engines.shapes import Either, Instance, Plain, Record, Row, Shape, rows
from viva.languages.target import LazyTarget
from viva.sandbox import Sandbox

_NONE = Plain("none")
_NODES = (4, 7)
_MOST_PATHS = 160
_MOST_INPUTS = 160


@dataclass(frozen=True, slots=True)
class Lazy:
    """A function whose arguments are nodes of one class, or nothing, and whole numbers."""

    shapes: tuple[Shape, ...]
    node: Instance
    layout: Layout
    method: Method

    def inputs(self, sandbox: Sandbox, program: LazyTarget, guard: Guard | None = None) -> Iterator[Row]:
        """With records for nodes: for all paths on few nodes, and where these are not too many on more. Nothing that a
        guard, the precondition, was seen to refuse."""
        given: dict[str, Row] = {}
        others: dict[str, Row] = {}
        for nodes in _NODES:
            found = explore_paths(
                sandbox, program, self.layout, self.method, (), nodes=nodes, most=_MOST_PATHS, guard=guard
            )
            if found is None:
                break
            for schema in found.schemas:
                for number, row in enumerate(self._rows(schema)):
                    (others if number else given).setdefault(repr(row), row)
            if len(found.schemas) >= _MOST_PATHS:
                break
        for chosen in (list(given.values()), list(others.values())):  # those with survivors first
            yield from chosen[:: len(chosen) // _MOST_INPUTS + 1]

    def _rows(self, schema: Found) -> Iterator[Row]:
        if len(schema.given) == len(self.shapes):
            for whole in complete_schema(schema, len(self.layout.links), ()):
                yield tuple(
                    whole.values[number] if kind == "key" else self._value(whole, number)
                    for kind, number in schema.given
                )

    def _value(self, whole: Whole, number: int) -> object:
        """Of a node, or of what holds an argument."""
        thing = whole.things[number]
        if not thing.is_node:
            return self._linked(whole, thing.links[0])
        links = dict(zip(self.layout.links, thing.links, strict=True))
        read = dict(thing.data)
        fields: list[tuple[str, object]] = []
        for name, part in self.node.fields:
            if name in links:
                fields.append((name, self._linked(whole, links[name])))
            elif name == self.layout.key:
                fields.append((name, whole.values[thing.key]))
            else:
                fields.append((name, whole.values[read[name]] if name in read else rows([part], 1)[0][0]))
        return Record(self.node.name, tuple(fields))

    def _linked(self, whole: Whole, link: int) -> object:
        return self._value(whole, link) if link >= 0 else None


def lazy(function: str, shapes: Sequence[Shape]) -> Lazy | None:
    """None where arguments are of other kinds, or their class has no links to itself and no whole number."""
    nodes = {part for shape in shapes for part in _alternatives(shape) if isinstance(part, Instance)}
    if len(nodes) != 1:
        return None
    (node,) = nodes
    parameters: list[Parameter] = []
    for number, shape in enumerate(shapes):
        if isinstance(shape, Plain) and shape.kind == "int":
            parameters.append(Parameter(str(number), "key"))
        elif set(_alternatives(shape)) <= {node, _NONE}:
            parameters.append(Parameter(str(number), "instance", node.name, _NONE in _alternatives(shape)))
        else:
            return None
    fields = tuple(_field(name, part, node) for name, part in node.fields)
    layout = Layout({node.name: Class(node.name, 1, (), (), tuple(each for each in fields if each is not None))}, "")
    if layout.node is None or layout.key is None:
        return None
    return Lazy(tuple(shapes), node, layout, Method(function, 1, tuple(parameters)))


def _field(name: str, part: Shape, node: Instance) -> Field | None:
    if set(_alternatives(part)) == {node, _NONE}:
        return Field(name, "reference", node.name)
    return Field(name, "data") if isinstance(part, Plain) and part.kind == "int" else None


def _alternatives(shape: Shape) -> tuple[Shape, ...]:
    return shape.alternatives if isinstance(shape, Either) else (shape,)
