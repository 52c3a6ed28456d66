"""Structures up to isomorphism: equal exactly if a walk from the roots sees the same.

Every object is reached by the names of fields, so two structures are isomorphic exactly if they look the same when
their objects are numbered in the order of one fixed walk. Names of classes do not count: a student's node may be called
otherwise. Numbers count as Python's `==` has them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from viva.languages.heap import SETS, Heap, Node, Reference, Slot

Form = tuple[object, ...]
OBJECTS = ("object", "dataclass")


def form(heap: Heap, fields: frozenset[str] | None = None) -> Form:
    """The same for isomorphic structures and for no others. `fields`: only these of objects count, if they are
    given."""
    numbers: dict[int, int] = {}
    walked: list[int] = []

    def slot(value: Slot) -> object:
        if type(value) is int:  # most are
            return value
        if not isinstance(value, Reference):
            return _scalar(value)
        if value.node not in numbers:
            numbers[value.node] = len(numbers)
            walked.append(value.node)
        return ("@", numbers[value.node])

    root = slot(heap.root)
    found: list[object] = []
    position = 0
    while position < len(walked):
        found.append(_node(heap.nodes[walked[position]], slot, fields))
        position += 1
    return (root, *found)


def _node(node: Node, slot: Callable[[Slot], object], fields: frozenset[str] | None) -> object:
    if node.kind in OBJECTS:
        children = node.children
        return ("object", *[(name, slot(children[place])) for name, place in _places(node.names, fields)])
    if node.kind in SETS:
        return (node.kind, *sorted((slot(child) for child in node.children), key=repr))
    return (node.kind, node.label if node.kind not in ("list", "tuple", "dict") else "", *map(slot, node.children))


@lru_cache(maxsize=512)
def _places(names: tuple[str, ...], fields: frozenset[str] | None) -> tuple[tuple[str, int], ...]:
    """The fields that count, in the order of their names, and where they are."""
    places = {name: place for place, name in enumerate(names)}
    return tuple((name, places[name]) for name in sorted(places) if fields is None or name in fields)


def _scalar(value: Slot) -> object:
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, float):
        return ("nan",) if value != value else int(value) if value.is_integer() else value  # noqa: PLR0124 only NaN does
    return ("text", value) if isinstance(value, str) else value
