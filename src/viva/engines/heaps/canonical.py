"""Structures up to isomorphism: equal exactly if a walk from the roots sees the same.

Every object is reached by the names of fields, so two structures are isomorphic exactly if they look the same when
their objects are numbered in the order of one fixed walk. Names of classes do not count: a student's node may be called
otherwise. Numbers count as Python's `==` has them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from viva.languages.heap import SETS, Heap, Node, Reference, Slot

Form = tuple[object, ...]
OBJECTS = ("object", "dataclass")


def form(heap: Heap, fields: Collection[str] | None = None, names: Mapping[str, str] | None = None) -> Form:
    """The same for isomorphic structures and for no others. `fields`: only these of objects count, if they are given;
    `names` are other names for fields."""
    numbers: dict[int, int] = {}
    walked: list[int] = []

    def slot(value: Slot) -> object:
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
        found.append(_node(heap.nodes[walked[position]], slot, fields, names or {}))
        position += 1
    return (root, *found)


def _node(
    node: Node, slot: Callable[[Slot], object], fields: Collection[str] | None, names: Mapping[str, str]
) -> object:
    if node.kind in OBJECTS:
        pairs = {names.get(name, name): child for name, child in zip(node.names, node.children, strict=True)}
        return ("object", *((name, slot(pairs[name])) for name in sorted(pairs) if fields is None or name in fields))
    if node.kind in SETS:
        return (node.kind, *sorted((slot(child) for child in node.children), key=repr))
    return (node.kind, node.label if node.kind not in ("list", "tuple", "dict") else "", *map(slot, node.children))


def _scalar(value: Slot) -> object:
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, float):
        return ("nan",) if value != value else int(value) if value.is_integer() else value  # noqa: PLR0124 only NaN does
    return ("text", value) if isinstance(value, str) else value
