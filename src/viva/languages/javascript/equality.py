"""When two values are equal: as `assert.deepStrictEqual` has it, decided on their written form.

Unlike that, and unless `strict`: -0 is 0; an object without a prototype is like a plain one; and a value that another
language wrote is met halfway, because it has no word for the difference: its None is `null` and `undefined`, its tuples
are arrays, its dictionaries are plain objects and maps, and its integers beyond 2^53 are the nearest number or the
BigInt. NaN is NaN. A number is not the BigInt, and not the truth value, of the same value; a hole in an array is not
`undefined`, and a property that is `undefined` is not one that is missing.

A tolerance is for numbers with a fraction, and for those from 2^53 on, and it is relative. Other whole numbers are
exact among each other; but all numbers are floats here, so one with a fraction may be a whole one that roundings have
missed.
"""

import math
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction

from viva.core.algorithms.matching import can_be_matched
from viva.languages.heap import EXACT, Heap, Node, Reference, Slot

_MOST_MATCHED = 300
_ROUNDING = 2.0**-42  # of a number: what a thousand roundings leave
_OBJECTS = frozenset({"Object", "[Object: null prototype]"})
_SETS = frozenset({"set", "frozenset", "keys"})

Pair = tuple[Slot, Slot]


def equal(left: Heap, right: Heap, *, strict: bool = False, tolerance: float | None = None, noise: float = 0.0) -> bool:
    """Whether `right` is what is expected, which is `left`. See above for `strict` and `tolerance`."""
    return _Comparison(left, right, strict, tolerance, noise).holds()


class _Comparison:
    """A pair of nodes that is met again on the way is taken for equal, so that cycles are endless values."""

    def __init__(self, left: Heap, right: Heap, strict: bool, tolerance: float | None, noise: float) -> None:
        self.left = left
        self.right = right
        self.strict = strict
        self.tolerance = tolerance
        self.noise = noise
        self.met: set[tuple[int, int]] = set()

    def holds(self) -> bool:
        return self.same(self.left.root, self.right.root)

    def same(self, left: Slot, right: Slot) -> bool:
        todo: list[Pair] = [(left, right)]
        while todo:
            one, two = todo.pop()
            if isinstance(one, Reference) and isinstance(two, Reference):
                if (one.node, two.node) in self.met:
                    continue
                self.met.add((one.node, two.node))
            further = self.step(one, two)
            if further is None:
                return False
            todo += further
        return True

    def step(self, left: Slot, right: Slot) -> list[Pair] | None:
        """What has to be the same for these to be; None where they are not."""
        one = self.left.nodes[left.node] if isinstance(left, Reference) else None
        two = self.right.nodes[right.node] if isinstance(right, Reference) else None
        if one is None:
            return [] if self.atom(left, right, two) else None
        if two is None or isinstance(right, Reference) is False:
            return None
        return self.nodes(one, two)

    def atom(self, left: Slot, right: Slot, node: Node | None) -> bool:
        if left is None:  # of another language
            return right is None or (node is not None and node.kind == "nothing" and node.label != "hole")
        if node is not None:
            if not isinstance(left, int) or isinstance(left, bool):
                return False
            return not -EXACT <= left <= EXACT and node.label == "BigInt" and node.children[0] == left
        if isinstance(left, bool) or isinstance(right, bool):
            return left is right
        if isinstance(left, int | float | Fraction | Decimal) and isinstance(right, int | float):
            return self.number(left, right)
        return type(left) is type(right) and left == right

    def number(self, left: int | float | Fraction | Decimal, right: int | float) -> bool:
        wanted, found = _double(left), _double(right)
        if math.isnan(wanted) or math.isnan(found):
            return math.isnan(wanted) and math.isnan(found)
        if wanted == found:
            return not (self.strict and math.copysign(1, wanted) != math.copysign(1, found))
        if self.tolerance is None or math.isinf(wanted) or math.isinf(found):
            return False
        if wanted.is_integer() and abs(wanted) < EXACT:  # which 2^53 + 1 is rounded to
            near = max(self.noise, _ROUNDING * max(1.0, abs(wanted)))
            return not found.is_integer() and abs(wanted - found) <= near
        return math.isclose(wanted, found, rel_tol=self.tolerance, abs_tol=self.noise)

    def nodes(self, one: Node, two: Node) -> list[Pair] | None:
        if one.kind in ("dict", "tuple", "deque", "named", "frozenset", "keys", "range", "dataclass"):
            return self.foreign(one, two)
        if one.kind != two.kind:
            return None
        if one.kind == "sub":
            return self.content(one, two)
        if one.kind == "set":
            return [] if self.matched(one.children, two.children, 1) else None
        if one.label != two.label:
            return None
        if one.kind == "object":
            return self.named(one, two, 0)
        return _side_by_side(one.children, two.children)

    def content(self, one: Node, two: Node) -> list[Pair] | None:
        """Of a built-in class: what that keeps, and what was added."""
        both_plain = one.label in _OBJECTS and two.label in _OBJECTS
        if one.label != two.label and (self.strict or not both_plain):
            return None
        further = self.named(one, two, 1)
        left, right = one.children[0], two.children[0]
        if further is None or isinstance(left, Reference) != isinstance(right, Reference):
            return None
        if isinstance(left, Reference) and isinstance(right, Reference):
            mine, other = self.left.nodes[left.node], self.right.nodes[right.node]
            if mine.kind != other.kind:
                return None
            if mine.kind == "dict" and one.label in _OBJECTS:
                pairs = self.by_key(mine.children, other.children)
                return None if pairs is None else [*further, *pairs]
            if mine.kind in ("dict", "set"):
                width = 2 if mine.kind == "dict" else 1
                return further if self.matched(mine.children, other.children, width) else None
            beside = _side_by_side(mine.children, other.children)
            return None if beside is None else [*further, *beside]
        if one.label == "BigInt" or isinstance(left, str):
            return further if left == right else None
        return [*further, (left, right)]

    def named(self, one: Node, two: Node, skipped: int) -> list[Pair] | None:
        mine = dict(zip(one.names, one.children[skipped:], strict=True))
        other = dict(zip(two.names, two.children[skipped:], strict=True))
        return [(mine[name], other[name]) for name in mine] if mine.keys() == other.keys() else None

    def by_key(self, left: tuple[Slot, ...], right: tuple[Slot, ...]) -> list[Pair] | None:
        """Plain objects: keys are texts."""
        mine = {str(key): value for key, value in _items(left)}
        other = {str(key): value for key, value in _items(right)}
        return [(mine[key], other[key]) for key in mine] if mine.keys() == other.keys() else None

    def matched(self, left: tuple[Slot, ...], right: tuple[Slot, ...], width: int) -> bool:
        """Whether elements, or keys with their values, can be put in pairs that are equal."""
        if len(left) != len(right):
            return False
        places = range(0, len(left), width)
        if self.tolerance is None or len(places) > _MOST_MATCHED:
            plain = [(left[place], right[place]) for place in range(len(left))]
            if all(self.alone(one, two) for one, two in plain):
                return True
        atoms = {_key(right[place]): place for place in places if not isinstance(right[place], Reference)}
        rest_left, taken = [], set()
        for place in places:
            found = None if isinstance(left[place], Reference) else atoms.get(_key(left[place]))
            if found is None:
                rest_left.append(place)
            elif found in taken or not self.paired(left, right, place, found, width):
                return False
            else:
                taken.add(found)
        rest_right = [place for place in places if place not in taken]
        if len(rest_left) > _MOST_MATCHED:
            return False
        return can_be_matched(rest_left, rest_right, lambda one, two: self.paired(left, right, one, two, width))

    def paired(self, left: tuple[Slot, ...], right: tuple[Slot, ...], one: int, two: int, width: int) -> bool:
        return all(self.alone(left[one + part], right[two + part]) for part in range(width))

    def alone(self, left: Slot, right: Slot) -> bool:
        inner = _Comparison(self.left, self.right, self.strict, self.tolerance, self.noise)
        inner.met = set(self.met)
        return inner.same(left, right)

    def foreign(self, one: Node, two: Node) -> list[Pair] | None:
        """What another language expects, and has other words for."""
        if one.kind in ("tuple", "deque", "named"):
            return _side_by_side(one.children, two.children) if two.kind == "list" else None
        if one.kind == "range":
            start, stop, step = (part for part in one.children if isinstance(part, int))
            return _side_by_side(tuple(range(start, stop, step)), two.children) if two.kind == "list" else None
        if one.kind in _SETS:
            return [] if two.kind == "set" and self.matched(one.children, two.children, 1) else None
        if one.kind == "dataclass":
            return self.named(one, two, 0) if two.kind == "object" and one.label == two.label else None
        content = two.children[0] if two.kind == "sub" else None
        inner = self.right.nodes[content.node] if isinstance(content, Reference) else None
        if inner is None or inner.kind != "dict":
            return None
        if two.label in _OBJECTS:
            return self.by_key(_spoken(one.children), inner.children)
        return [] if self.matched(one.children, inner.children, 2) else None


def _double(number: int | float | Fraction | Decimal) -> float:
    """What a number of another language is in JavaScript."""
    try:
        return float(number)
    except OverflowError:
        return math.inf if number > 0 else -math.inf


def _side_by_side(left: tuple[Slot, ...], right: tuple[Slot, ...]) -> list[Pair] | None:
    return list(zip(left, right, strict=True)) if len(left) == len(right) else None


def _items(children: tuple[Slot, ...]) -> Iterator[tuple[Slot, Slot]]:
    return zip(children[::2], children[1::2], strict=True)


def _key(slot: Slot) -> tuple[str, object]:
    if isinstance(slot, bool) or slot is None or isinstance(slot, str):
        return type(slot).__name__, slot
    if isinstance(slot, int | float):
        return "number", "nan" if math.isnan(slot) else str(Fraction(slot)) if math.isfinite(slot) else str(slot)
    return "other", str(slot)


def _spoken(children: tuple[Slot, ...]) -> tuple[Slot, ...]:
    """Keys of a dictionary as JavaScript writes them in an object."""
    found: list[Slot] = []
    for key, value in _items(children):
        text = {True: "true", False: "false", None: "null"}.get(key, key) if isinstance(key, bool | None) else key
        if isinstance(text, float) and text.is_integer() and abs(text) <= EXACT:
            text = int(text)
        found += [str(text) if not isinstance(text, Reference) else text, value]
    return tuple(found)
