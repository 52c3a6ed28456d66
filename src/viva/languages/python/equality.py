"""When two values are equal: by the meaning of Python's `==`, decided on their written form.

Two heaps are equal if no walk from the two roots finds a difference. A pair of nodes met again on the way is taken
for equal, so cyclic values are compared as the endless values they stand for. What differs from `==`, because methods
are never called and identity is lost on the way: nan equals nan; instances are equal if the names of their classes
and their attributes are; opaque parts are equal if their type names are (`heap.opaque` tells whether there are any).

A tolerance is for what is expected to be a float, and it is relative: integers, fractions and decimals are exact, and
so is a float where one of them is expected (1.0 is 1, but a rounded 25! is not 25!). Around 0 nothing is near by that
measure; `noise` is what cancelling may leave there, and who compares knows how large the terms were.
"""

import cmath
import math
from decimal import InvalidOperation

from viva.core.algorithms.matching import can_be_matched
from viva.languages.heap import SETS, Heap, Node, Reference, Slot
from viva.languages.python.naming import Names, Number, atom_key, family, inner, number_key, range_key

Pair = tuple[Slot, Slot]


_MOST_MATCHED = 300  # elements of a set that are put in pairs, where they are not found as they are


def equal(left: Heap, right: Heap, *, strict: bool = False, tolerance: float | None = None, noise: float = 0.0) -> bool:
    """Whether `right` is what is expected, which is `left`.

    `strict`: types must be the same too (1 is not 1.0, a named tuple is no tuple, -0.0 is not 0.0). `tolerance`: what
    is near an expected float or complex by this relative distance, or by the absolute distance `noise`, is equal to it;
    elements of sets and keys of dicts too.
    """
    return (not strict and _alike(left, right)) or _Comparison(left, right, strict, tolerance, noise).holds()


def _alike(left: Heap, right: Heap) -> bool:
    """Whether the two are written alike, as most right answers are: seen at once, where a walk takes long."""
    try:
        return left == right
    except InvalidOperation:  # a signalling nan, with which nothing can be compared
        return False


class _Comparison:
    def __init__(self, left: Heap, right: Heap, strict: bool, tolerance: float | None, noise: float) -> None:
        self.left = left
        self.right = right
        self.strict = strict
        self.tolerance = tolerance
        self.noise = noise
        self.names = Names(strict)
        self.todo: list[Pair] = [(left.root, right.root)]
        self.same: dict[tuple[int, int], tuple[int, int]] = {}

    def holds(self) -> bool:
        while self.todo:
            left, right = self.todo.pop()
            if not self.step(left, right):
                return False
        return True

    def step(self, left: Slot, right: Slot) -> bool:
        if isinstance(left, Reference) and isinstance(right, Reference) and not self.join(left.node, right.node):
            return True
        if not self.strict:
            left, right = inner(left, self.left), inner(right, self.right)
        if not isinstance(left, Reference) or not isinstance(right, Reference):
            if isinstance(left, Reference) or isinstance(right, Reference):
                return self.bytes_like(left, right)
            return self.atoms(left, right)
        return self.nodes(self.left.nodes[left.node], self.right.nodes[right.node])

    def join(self, left: int, right: int) -> bool:
        """Takes the two nodes for equal from now on; False if they were already. (Union and find.)"""
        first, second = self.find((0, left)), self.find((1, right))
        if first == second:
            return False
        self.same[first] = second
        return True

    def find(self, node: tuple[int, int]) -> tuple[int, int]:
        root = node
        while root in self.same:
            root = self.same[root]
        while node != root:
            self.same[node], node = root, self.same[node]
        return root

    def bytes_like(self, left: Slot, right: Slot) -> bool:
        if self.strict:
            return False
        contents = [
            heap.nodes[slot.node].children[0]
            if isinstance(slot, Reference) and heap.nodes[slot.node].kind == "bytearray"
            else slot
            for slot, heap in ((left, self.left), (right, self.right))
        ]
        return isinstance(contents[0], bytes) and contents[0] == contents[1]

    def atoms(self, left: Slot, right: Slot) -> bool:
        alike = type(left) is type(right) or not self.strict
        if alike and self.tolerance is not None and isinstance(left, float | complex) and isinstance(right, Number):
            return _are_close(left, right, self.tolerance, self.noise) and not (self.strict and _signs(left, right))
        return atom_key(left, self.strict) == atom_key(right, self.strict)

    def nodes(self, left: Node, right: Node) -> bool:
        if family(left.kind, self.strict) != family(right.kind, self.strict):
            return False
        if left.label != right.label and (self.strict or left.kind != "named"):
            return False
        if left.kind in SETS:
            return self.unordered(left.children, right.children, paired=False)
        if left.kind == "dict":
            return self.unordered(left.children, right.children, paired=True)
        if left.kind == "range":
            return range_key(left) == range_key(right)
        if left.kind == "enum":
            return left.names == right.names
        if left.kind in ("dataclass", "object", "sub"):
            return self.attributes(left, right)
        if len(left.children) != len(right.children):
            return False
        self.todo += zip(left.children, right.children, strict=True)
        return True

    def attributes(self, left: Node, right: Node) -> bool:
        """The content of a builtin class, which has no name and stands first, and what is named."""
        content = len(left.children) - len(left.names)
        self.todo += zip(left.children[:content], right.children[:content], strict=True)
        mine = dict(zip(left.names, left.children[content:], strict=True))
        other = dict(zip(right.names, right.children[content:], strict=True))
        if mine.keys() != other.keys():
            return False
        self.todo += ((mine[name], other[name]) for name in mine)
        return True

    def unordered(self, left: tuple[Slot, ...], right: tuple[Slot, ...], paired: bool) -> bool:
        """Keys that have a name are found by it; the others, which are part of a cycle, in the order given. Where some
        are not found, those that are near may be meant."""
        if len(left) != len(right):
            return False
        width = 2 if paired else 1
        known: dict[int, int] = {}
        unnamed: list[int] = []
        for place in range(0, len(right), width):
            name = self.names.of(right[place], self.right)
            if name is None:
                unnamed.append(place)
            else:
                known[name] = place
        waiting = iter(unnamed)
        further: list[Pair] = []
        for place in range(0, len(left), width):
            name = self.names.of(left[place], self.left)
            partner = next(waiting, None) if name is None else known.pop(name, None)
            if partner is None:
                return self.tolerance is not None and self.near(left, right, width)
            further += ((left[place + part], right[partner + part]) for part in range(name is not None, width))
        self.todo += further
        return True

    def near(self, left: tuple[Slot, ...], right: tuple[Slot, ...], width: int) -> bool:
        """Whether elements can be put in pairs that are equal within the tolerance."""

        def same(one: int, two: int) -> bool:
            return all(
                _Comparison(
                    Heap(left[one + part], self.left.nodes), Heap(right[two + part], self.right.nodes),
                    self.strict, self.tolerance, self.noise,
                ).holds()
                for part in range(width)
            )  # fmt: skip

        places = range(0, len(left), width)
        return len(places) <= _MOST_MATCHED and can_be_matched(places, places, same)


def _signs(left: Number, right: Number) -> bool:
    """Whether two floats are zeros of different signs."""
    return left == right == 0 and math.copysign(1, _float(left)) != math.copysign(1, _float(right))


def _float(number: Number) -> float:
    return number.real if isinstance(number, complex) else float(number)


def _are_close(left: Number, right: Number, tolerance: float, noise: float) -> bool:
    try:
        first, second = complex(left), complex(right)
    except (OverflowError, ValueError):  # too large, or a nan that signals
        return number_key(left, strict=False) == number_key(right, strict=False)
    if not cmath.isfinite(first) or not cmath.isfinite(second):
        return number_key(left, strict=False) == number_key(right, strict=False)
    return cmath.isclose(first, second, rel_tol=tolerance, abs_tol=noise)
