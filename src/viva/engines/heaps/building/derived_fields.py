"""Fields that follow from the rest of a structure: counts, heights, the way back, the last node.

They are found by looking at structures that a program built itself, and filled in where structures are made for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType

from viva.engines.heaps.comparing.canonical import OBJECTS
from viva.engines.heaps.layout import Layout, is_back
from viva.languages.heap import Heap, Node, Reference, Slot

Derivation = Callable[["Drawn", int], Slot]


class Drawn:
    """A heap with its links at hand. Cyclic ones have no counts: what is derived from them is None."""

    def __init__(self, heap: Heap, layout: Layout) -> None:
        self.heap = heap
        self.links = layout.links
        self.entries = [
            field.name
            for field in layout.fields(layout.main)
            if layout.main != layout.node and field.kind == "reference" and field.cls == layout.node
        ]
        self.parents: dict[int, int] = {}
        for number, node in enumerate(heap.nodes):
            for child in self.children(node, self.links):
                if child is not None:
                    self.parents.setdefault(child, number)

    def children(self, node: Node, names: Sequence[str]) -> list[int | None]:
        if node.kind not in OBJECTS:
            return []
        values = dict(zip(node.names, node.children, strict=True))
        found = [values.get(name) for name in names if name in values]
        return [
            slot.node if isinstance(slot, Reference) and self.heap.nodes[slot.node].kind in OBJECTS else None
            for slot in found
        ]

    def below(self, number: int) -> list[int] | None:
        """The nodes of a subtree, or of the structure that a container holds; None where it is no tree."""
        own = self.children(self.heap.nodes[number], self.links)
        todo = [number] if own else [child for child in self.first(number) if child is not None]
        found: list[int] = []
        while todo:
            node = todo.pop()
            if node in found:
                return None
            found.append(node)
            todo += [child for child in self.children(self.heap.nodes[node], self.links) if child is not None]
        return found

    def first(self, number: int) -> list[int | None]:
        return self.children(self.heap.nodes[number], self.entries[:1])

    def height(self, number: int | None, empty: int) -> int | None:
        if number is None:
            return empty
        below = self.below(number)
        if below is None:
            return None
        heights: dict[int, int] = {}
        for node in reversed(below):
            children = self.children(self.heap.nodes[node], self.links)
            heights[node] = 1 + max((empty if child is None else heights[child] for child in children), default=empty)
        return heights.get(number, empty)


def _count(drawn: Drawn, number: int) -> Slot:
    below = drawn.below(number)
    return None if below is None else len(below)


def _height(empty: int) -> Derivation:
    return lambda drawn, number: drawn.height(number, empty)


def _balance(sign: int) -> Derivation:
    def balance(drawn: Drawn, number: int) -> Slot:
        children = drawn.children(drawn.heap.nodes[number], drawn.links)
        if len(children) != 2:
            return None
        left, right = (drawn.height(child, 0) for child in children)
        return None if left is None or right is None else sign * (left - right)

    return balance


def _last(drawn: Drawn, number: int) -> Slot:
    below = drawn.below(number)
    if not below or len(drawn.links) != 1 or number in below:
        return None
    return Reference(below[-1])


def _parent(drawn: Drawn, number: int) -> Slot:
    return Reference(drawn.parents[number]) if number in drawn.parents else None


def _nothing(drawn: Drawn, number: int) -> Slot:  # noqa: ARG001 the shape of a derivation
    return None


def _zero(drawn: Drawn, number: int) -> Slot:  # noqa: ARG001 the shape of a derivation
    return 0


DERIVATIONS: Mapping[str, Derivation] = MappingProxyType(
    {
        "count": _count,
        "height": _height(0),
        "height from 0": _height(-1),
        "balance": _balance(1),
        "balance, right less left": _balance(-1),
        "last": _last,
        "parent": _parent,
        "nothing": _nothing,
        "zero": _zero,
    }
)

_BY_NAME = {
    "size": "count", "count": "count", "length": "count", "n": "count", "height": "height", "h": "height",
    "balance": "balance", "tail": "last", "last": "last",
}  # fmt: skip


def usual(name: str) -> Derivation | None:
    """What a field with a usual name is derived from."""
    plain = name.strip("_").lower()
    return DERIVATIONS[_BY_NAME[plain]] if plain in _BY_NAME else _parent if is_back(name) else None


def by_name(layout: Layout) -> dict[tuple[str, str], Derivation]:
    """What fields with usual names are derived from, where no structure shows it."""
    found: dict[tuple[str, str], Derivation] = {}
    for cls in (layout.main, layout.node or layout.main):
        for field in layout.fields(cls):
            rule = usual(field.name)
            if rule is not None and not (field.name == layout.key and cls == layout.node):
                found[cls, field.name] = rule
    return found


def infer_derivation(layout: Layout, cls: str, field: str, heaps: Iterable[Heap]) -> Derivation | None:
    """How a field of a class follows from the rest in all of these structures; None where it does not, as far as these
    rules go, or where too little was seen."""
    left = dict(DERIVATIONS)
    seen = 0
    for heap in heaps:
        drawn = Drawn(heap, layout)
        for number, node in enumerate(heap.nodes):
            if node.kind in OBJECTS and node.label == cls and field in node.names:
                value = node.children[node.names.index(field)]
                seen += 1
                left = {name: rule for name, rule in left.items() if rule(drawn, number) == value}
    return next(iter(left.values()), None) if seen > 1 else None


def derive(heap: Heap, layout: Layout, rules: Mapping[tuple[str, str], Derivation]) -> Heap:
    """The heap with its derived fields filled in, added where objects lack them."""
    if not rules:
        return heap
    drawn = Drawn(heap, layout)
    nodes: list[Node] = []
    for number, node in enumerate(heap.nodes):
        own = {field: rule for (cls, field), rule in rules.items() if cls == node.label and node.kind in OBJECTS}
        if own:
            values = dict(zip(node.names, node.children, strict=True))
            values |= {field: rule(drawn, number) for field, rule in own.items()}
            nodes.append(Node(node.kind, node.label, tuple(values.values()), tuple(values)))
        else:
            nodes.append(node)
    return Heap(heap.root, tuple(nodes))
