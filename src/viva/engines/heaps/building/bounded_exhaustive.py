"""All structures of a layout up to a bound: bounded exhaustive enumeration, for classes that build nothing themselves.

Structures are trees over the links (for one link: lists), with all keys; links that lead back are set as they must be,
and counts and heights as they are usually kept. What is no legal structure is for the caller's invariants to leave out.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from functools import cache

from viva.core.records import dataclass
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
        return self._contained(root, made)

    def graph(self, links: Sequence[Sequence[int | None]], keys: Sequence[Slot]) -> Heap:
        """A structure whose nodes lead to each other as they may: the first node is where it begins."""
        layout = self.layout
        assert layout.node is not None
        offset = 0 if layout.main == layout.node else 1
        made: list[dict[str, Slot]] = []
        for key, leads in zip(keys, links, strict=True):
            values: dict[str, Slot] = {}
            for each in layout.fields(layout.node):
                values[each.name] = self.usual.get((layout.node, each.name), 0) if each.kind == "data" else None
            if layout.key:
                values[layout.key] = key
            for name, link in zip(layout.links, leads, strict=True):
                values[name] = None if link is None else Reference(link + offset)
            made.append(values)
        return self._contained(Reference(offset), made)

    def _contained(self, root: Slot, made: Sequence[Mapping[str, Slot]]) -> Heap:
        layout = self.layout
        assert layout.node is not None
        nodes = [_object(layout.node, values) for values in made]
        if layout.main != layout.node:
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


def graphs(nodes: int, links: int) -> Iterator[tuple[tuple[int | None, ...], ...]]:
    """All ways in which so many nodes, each reached from the first, lead to each other, but for trees: lazy
    initialisation with its third choice, an object that exists already."""

    def grown(table: tuple[tuple[int | None, ...], ...], known: int) -> Iterator[tuple[tuple[int | None, ...], ...]]:
        if len(table) == known:
            if known == nodes and sum(link is not None for row in table for link in row) >= nodes:
                yield table
            return
        for row, count in _rows(known, links, nodes):
            yield from grown((*table, row), count)

    yield from grown((), 1)


def _rows(known: int, links: int, nodes: int) -> Iterator[tuple[tuple[int | None, ...], int]]:
    """Where the links of one node may lead, and how many nodes are known then."""
    if links == 0:
        yield (), known
        return
    options: list[tuple[int | None, int]] = [(None, known), *((number, known) for number in range(known))]
    if known < nodes:
        options.append((known, known + 1))
    for first, count in options:
        for rest, last in _rows(count, links - 1, nodes):
            yield (first, *rest), last


def rings(building: Building, nodes: int, most: int) -> Iterator[Heap]:
    """Structures in which some node is reached in two ways, the smallest first; with different keys, and with equal
    ones."""
    links = len(building.layout.links)
    for count in range(1, nodes + 1):
        every = list(graphs(count, links))
        for table in every[:: -(-len(every) // most) or 1]:
            yield building.graph(table, tuple(range(1, count + 1)))
            if count > 1:
                yield building.graph(table, (1,) * count)


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
