"""Heaps put together and taken apart: an object with the arguments of a call, and what is left of it afterwards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from viva.engines.heaps.comparing.canonical import OBJECTS
from viva.languages.heap import Heap, Node, Reference, Slot

Argument = Heap | None | bool | int | float | str | tuple[int | str, ...]


def join_arguments(parts: Sequence[Argument]) -> Heap:
    """A list of arguments as a call takes it; no two share an object."""
    nodes: list[Node] = [Node("list", "", ())]
    slots: list[Slot] = []
    for part in parts:
        if isinstance(part, tuple):
            nodes.append(Node("list", "", part))
            slots.append(Reference(len(nodes) - 1))
        elif isinstance(part, Heap):
            offset = len(nodes)
            nodes += [_moved(node, offset) for node in part.nodes]
            slots.append(_shift(part.root, offset))
        else:
            slots.append(part)
    nodes[0] = Node("list", "", tuple(slots))
    return Heap(Reference(0), tuple(nodes))


def _shift(slot: Slot, offset: int) -> Slot:
    return Reference(slot.node + offset) if isinstance(slot, Reference) else slot


def _moved(node: Node, offset: int) -> Node:
    return Node(node.kind, node.label, tuple(_shift(child, offset) for child in node.children), node.names)


def items(heap: Heap) -> tuple[Slot, ...]:
    """The elements of a list at the root."""
    if isinstance(heap.root, Reference) and heap.nodes[heap.root.node].kind in ("list", "tuple"):
        return heap.nodes[heap.root.node].children
    return ()


def part(heap: Heap, root: Slot) -> Heap:
    """What can be reached from one slot, numbered anew."""
    numbers: dict[int, int] = {}
    order: list[int] = []

    def slot(value: Slot) -> Slot:
        if not isinstance(value, Reference):
            return value
        if value.node not in numbers:
            numbers[value.node] = len(numbers)
            order.append(value.node)
        return Reference(numbers[value.node])

    first = slot(root)
    nodes: list[Node] = []
    position = 0
    while position < len(order):
        node = heap.nodes[order[position]]
        nodes.append(Node(node.kind, node.label, tuple(map(slot, node.children)), node.names))
        position += 1
    return Heap(first, tuple(nodes))


def element(heap: Heap, number: int) -> Heap:
    """One element of a list at the root."""
    return part(heap, items(heap)[number])


def objects(heap: Heap, cls: str | None = None) -> int:
    """How many objects there are, or how many of one class."""
    return sum(node.kind in OBJECTS and (cls is None or node.label == cls) for node in heap.nodes)


def size(heap: Heap) -> int:
    """Small structures first: objects, then elements of lists."""
    return sum(1 if node.kind in OBJECTS else len(node.children) for node in heap.nodes)


def is_instance(heap: Heap, cls: str) -> bool:
    return isinstance(heap.root, Reference) and heap.nodes[heap.root.node].label == cls


def rename_classes(heap: Heap, classes: Mapping[str, str], fields: Mapping[str, str]) -> Heap:
    """With other names of classes and fields."""
    if not classes and not fields:
        return heap
    return Heap(
        heap.root,
        tuple(
            Node(
                node.kind,
                classes.get(node.label, node.label),
                node.children,
                tuple(fields.get(name, name) for name in node.names),
            )
            if node.kind in OBJECTS
            else node
            for node in heap.nodes
        ),
    )
