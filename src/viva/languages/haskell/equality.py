"""When two results are equal: of the same constructors, whatever an instance of `Eq` says, part by part.

Where a part of the expected value is undefined, anything is right: nobody can have asked for it. A list that was cut,
because it has no end or is very long, is compared as far as both go. Whole numbers that differ by a multiple of 2^64
are equal where the expected one is an `Int` that has run over: who calculates with `Integer` is not wrong.
"""

from __future__ import annotations

import math
from fractions import Fraction

from viva.languages.haskell.encoding import REST, UNDEFINED
from viva.languages.haskell.showing import show
from viva.languages.heap import Heap, Node, Reference, Slot

_WORD = 2**64
_HALF = 2**63


def equal(left: Heap, right: Heap, *, strict: bool = False, tolerance: float | None = None, noise: float = 0.0) -> bool:
    """Whether `right` is what is expected, which is `left`. See `viva.languages.protocol`."""
    todo: list[tuple[Slot, Slot]] = [(left.root, right.root)]
    while todo:
        one, other = todo.pop()
        if isinstance(one, Reference) and _is(left.nodes[one.node], "exception", UNDEFINED):
            continue
        if isinstance(one, Reference) != isinstance(other, Reference):
            return False
        if not isinstance(one, Reference) or not isinstance(other, Reference):
            if not _atoms(one, other, strict, tolerance, noise):
                return False
            continue
        pairs = _pairs(left, left.nodes[one.node], right, right.nodes[other.node])
        if pairs is None:
            return False
        todo += pairs
    return True


def _is(node: Node, kind: str, label: str) -> bool:
    return node.kind == kind and node.label == label


def _pairs(left: Heap, one: Node, right: Heap, other: Node) -> list[tuple[Slot, Slot]] | None:
    """What is still to be compared; None where the two differ already."""
    if one.kind != other.kind or one.label != other.label:
        return None
    mine, others = one.children, other.children
    if one.kind == "list":
        mine, cut = _uncut(left, mine)
        others, also = _uncut(right, others)
        if cut is not None or also is not None:
            # One that ends has to be longer than the other was seen to be.
            if (cut is None and len(mine) <= (also or 0)) or (also is None and len(others) <= (cut or 0)):
                return None
            return list(zip(mine, others, strict=False))
    if len(mine) != len(others):
        return None
    if one.kind in ("frozenset", "dict"):
        width = 2 if one.kind == "dict" else 1
        mine, others = _ordered(left, mine, width), _ordered(right, others, width)
    return list(zip(mine, others, strict=True))


def _uncut(heap: Heap, children: tuple[Slot, ...]) -> tuple[tuple[Slot, ...], int | None]:
    """The elements, and how many there were at least if the rest was cut."""
    last = children[-1] if children else None
    if isinstance(last, Reference) and _is(heap.nodes[last.node], "exception", REST):
        seen = heap.nodes[last.node].children[0]
        return children[:-1], seen if isinstance(seen, int) else 0
    return children, None


def _ordered(heap: Heap, children: tuple[Slot, ...], width: int) -> tuple[Slot, ...]:
    """In an order that does not hang on an instance of `Ord`."""
    groups = [children[place : place + width] for place in range(0, len(children), width)]
    groups.sort(key=lambda group: show(Heap(group[0], heap.nodes), 10_000))
    return tuple(child for group in groups for child in group)


def _atoms(one: Slot, other: Slot, strict: bool, tolerance: float | None, noise: float) -> bool:
    if isinstance(one, bool) or isinstance(other, bool) or not _is_number(one) or not _is_number(other):
        return type(one) is type(other) and one == other
    if strict and type(one) is not type(other):
        return False
    if isinstance(one, float):
        return _close(one, other, tolerance, noise)
    if isinstance(one, int) and isinstance(other, int):
        return one == other or (not strict and -_HALF <= one < _HALF and _beyond(other) and (one - other) % _WORD == 0)
    return one == other


def _is_number(slot: Slot) -> bool:
    return isinstance(slot, int | float | Fraction)


def _beyond(number: int) -> bool:
    return not -_HALF <= number < _HALF


def _close(one: float, other: Slot, tolerance: float | None, noise: float) -> bool:
    try:
        second = float(other)  # type: ignore[arg-type]
    except OverflowError:
        return False
    if math.isnan(one) or math.isnan(second):
        return math.isnan(one) and math.isnan(second)
    if tolerance is None or not math.isfinite(one) or not math.isfinite(second):
        return one == second
    return math.isclose(one, second, rel_tol=tolerance, abs_tol=noise)
