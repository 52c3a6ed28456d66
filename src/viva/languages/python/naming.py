"""Names for values without cycles: two such values are equal exactly if they have the same name.

They make it possible to find the keys of a dict and the elements of a set, whatever their order.
"""

import math
from collections.abc import Hashable
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from fractions import Fraction

from viva.languages.heap import SETS, Heap, Node, Reference, Slot

Number = bool | int | float | complex | Fraction | Decimal

_LARGEST_EXPONENT = 100_000


def family(kind: str, strict: bool) -> str:
    """Kinds that can be equal to each other by `==`."""
    if strict:
        return kind
    if kind in SETS:
        return "set"
    return "tuple" if kind == "named" else kind


def inner(slot: Slot, heap: Heap) -> Slot:
    """What `==` looks at in an instance of a subclass of a builtin class: what the builtin class keeps. What another
    language has in the place of None is None."""
    if isinstance(slot, Reference) and heap.nodes[slot.node].kind in ("sub", "mixed"):
        return heap.nodes[slot.node].children[0]
    if isinstance(slot, Reference) and heap.nodes[slot.node].kind == "nothing":
        return None
    return slot


def range_of(node: Node) -> range:
    start, stop, step = node.children
    assert isinstance(start, int) and isinstance(stop, int) and isinstance(step, int)
    return range(start, stop, step)


def atom_key(slot: Slot, strict: bool) -> Hashable:
    """Equal keys for equal atoms.

    Keys are made of texts, because the hash of a text is a secret of this process: a submission cannot make up
    thousands of values whose keys have one hash, as it could with numbers.
    """
    match slot:
        case bool() | int() | float() | complex() | Fraction() | Decimal():
            return number_key(slot, strict)
        case datetime() if slot.tzinfo is not None and not strict:
            try:
                return "moment", str(slot.astimezone(UTC))
            except OverflowError:
                return "moment", str(slot)
        case date() | time() | timedelta():
            return type(slot).__name__, str(slot)
    return type(slot).__name__, slot


def number_key(number: Number, strict: bool) -> Hashable:
    """Equal keys for equal numbers. Nan is equal to nan here, because identity is lost when a value is written."""
    if strict:
        return type(number).__name__, hex(number) if isinstance(number, int) else str(number)
    match number:
        case complex() if number.imag:
            return "complex", number_key(number.real, strict), number_key(number.imag, strict)
        case complex():
            return number_key(number.real, strict)
        case Decimal():
            if not number.is_finite() or abs(number.as_tuple().exponent) > _LARGEST_EXPONENT:  # type: ignore[arg-type]
                return "number", str(number).lower()
            return number_key(Fraction(number), strict)
        case float() if not math.isfinite(number):
            return "number", {"inf": "infinity", "-inf": "-infinity"}.get(str(number), "nan")
        case float():
            return number_key(Fraction(number), strict)
        case Fraction() if number.denominator != 1:
            return "number", hex(number.numerator), hex(number.denominator)
        case Fraction():
            return "number", hex(number.numerator)
    return "number", hex(number)


def range_key(node: Node) -> Hashable:
    numbers = range_of(node)
    size = (numbers.stop - numbers.start + numbers.step - (1 if numbers.step > 0 else -1)) // numbers.step
    parts = () if size <= 0 else (numbers.start,) if size == 1 else (numbers.start, size, numbers.step)
    return "range", *map(hex, parts)


class Names:
    def __init__(self, strict: bool) -> None:
        self._strict = strict
        self._numbers: dict[Hashable, int] = {}
        self._known: dict[tuple[int, int], int | None] = {}

    def of(self, slot: Slot, heap: Heap) -> int | None:
        """The name of a value, or None if it is, or leads into, a cycle."""
        todo: list[tuple[Slot, bool]] = [(slot, False)]
        begun: set[int] = set()
        while todo:
            current, finished = todo.pop()
            if not self._strict:
                current = inner(current, heap)
            if not isinstance(current, Reference) or (id(heap), current.node) in self._known:
                continue
            node = heap.nodes[current.node]
            if finished:
                begun.discard(current.node)
                self._known[id(heap), current.node] = self._node(node, heap)
            elif current.node not in begun:
                begun.add(current.node)
                todo.append((current, True))
                todo += ((child, False) for child in node.children)
        return self._slot(slot, heap)

    def _slot(self, slot: Slot, heap: Heap) -> int | None:
        if not self._strict:
            slot = inner(slot, heap)
        if isinstance(slot, Reference):
            return self._known.get((id(heap), slot.node))
        return self._number(atom_key(slot, self._strict))

    def _node(self, node: Node, heap: Heap) -> int | None:
        if node.kind == "range":
            return self._number(range_key(node))
        if node.kind == "enum":
            return self._number(("enum", node.label, node.names))
        children = [self._slot(child, heap) for child in node.children]
        if None in children:
            return None
        if node.kind == "bytearray" and not self._strict:
            return children[0]
        parts: Hashable = tuple(children)
        if node.kind in SETS:
            parts = frozenset(children)
        elif node.kind == "dict":
            parts = frozenset(zip(children[::2], children[1::2], strict=True))
        elif node.kind in ("object", "dataclass", "sub"):
            content = len(children) - len(node.names)
            parts = (*children[:content], frozenset(zip(node.names, children[content:], strict=True)))
        label = node.label if self._strict or node.kind != "named" else ""
        return self._number((family(node.kind, self._strict), label, parts))

    def _number(self, key: Hashable) -> int:
        return self._numbers.setdefault(key, len(self._numbers))
