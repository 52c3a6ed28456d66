"""All structures of a layout up to a bound: bounded exhaustive enumeration, for classes that build nothing themselves.

Structures are trees over the links (for one link: lists), with all keys; links that lead back are set as they must be,
and counts and heights as they are usually kept. What is no legal structure is for the caller's invariants to leave out.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache

from viva.engines.heaps.building.derived_fields import Derivation, derive
from viva.engines.heaps.layout import Layout
from viva.languages.heap import Heap, Node, Reference, Slot

Shape = tuple["Shape | None", ...]
"""A node by its links."""


@cache
def shapes(nodes: int, links: int) -> tuple[Shape | None, ...]:
    """All trees of so many nodes; with one link there is one."""
    if nodes == 0:
        return (None,)
    found: list[Shape | None] = []
    for split in _splits(nodes - 1, links):
        found += itertools.product(*(shapes(part, links) for part in split))
    return tuple(found)


def _splits(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    if parts == 1:
        yield (total,)
        return
    for first in range(total, -1, -1):
        for rest in _splits(total - first, parts - 1):
            yield (first, *rest)


@dataclass(frozen=True, slots=True)
class Building:
    """How objects are made: `derived` says how fields are filled that follow from the others, `usual` what others
    hold."""

    layout: Layout
    derived: Mapping[tuple[str, str], Derivation]
    usual: Mapping[tuple[str, str], Slot] = field(default_factory=dict)

    def heap(self, shape: Shape | None, keys: tuple[Slot, ...]) -> Heap:
        """A structure: the node itself where the node is the main class, or else its container."""
        layout = self.layout
        assert layout.node is not None
        offset = 0 if layout.main == layout.node else 1
        made: list[dict[str, Slot]] = []

        def build(this: Shape | None) -> Slot:
            if this is None:
                return None
            number = len(made)
            values: dict[str, Slot] = {}
            made.append(values)
            for each in layout.fields(layout.node or ""):
                usual = self.usual.get((layout.node or "", each.name), 0)
                values[each.name] = usual if each.kind == "data" else None
            if layout.key:
                values[layout.key] = keys[number]
            for name, child in zip(layout.links, this, strict=True):
                values[name] = build(child)
            return Reference(number + offset)

        root = build(shape)
        nodes = [_object(layout.node, values) for values in made]
        if offset:
            own: dict[str, Slot] = {}
            entered = False
            for each in layout.fields(layout.main):
                refers = each.kind == "reference" and each.cls == layout.node
                usual = self.usual.get((layout.main, each.name), 0)
                own[each.name] = root if refers and not entered else None if each.kind == "reference" else usual
                entered = entered or refers
            nodes.insert(0, _object(layout.main, own))
        elif root is None:
            return Heap(None, ())
        return derive(Heap(Reference(0), tuple(nodes)), layout, self.derived)


def _object(label: str, values: Mapping[str, Slot]) -> Node:
    return Node("object", label, tuple(values.values()), tuple(values))


def structures(building: Building, keys: list[Slot], nodes: int, most: int) -> Iterator[Heap]:
    """The smallest first; at most so many of each size, evenly spread over all of that size."""
    layout = building.layout
    links = len(layout.links)
    if layout.node is None or links == 0:
        return
    for count in range(0 if layout.main != layout.node else 1, nodes + 1):
        of_size = len(shapes(count, links)) * len(keys) ** count
        stride = max(1, of_size // most)
        every = itertools.product(shapes(count, links), itertools.product(keys, repeat=count))
        for shape, chosen in itertools.islice(every, 0, None, stride):
            yield building.heap(shape, chosen)
