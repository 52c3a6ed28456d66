"""How near an answer is to what is expected, in quick trials: it leads a search, and nothing else."""

import math
from collections import deque
from typing import Any

from ...heap import Heap, Node, Reference, Slot, read
from ...reviving import revive
from ...values import write

_LONG = 40
_INSTANCES = ("object", "dataclass")


def plain(data: Any) -> object:
    """What is expected, as a value; a class of the reference cannot be made here, and is compared by its fields."""
    heap = read(data)
    try:
        return revive(heap)
    except Exception:  # noqa: BLE001
        return Described(heap)


class Described:
    """A value with instances in it, which are compared by the fields that are written here: a class may have another
    name, and more fields."""

    def __init__(self, heap: Heap) -> None:
        self.heap = heap

    def __eq__(self, other: object) -> bool:
        return self.near(other) == 1.0

    __hash__ = None  # type: ignore[assignment]

    def near(self, other: object) -> float:
        """The share of its parts that the other value has at the same places; 1 where there is no difference."""
        theirs = read(write(other))
        numbers: dict[int, int] = {}
        todo: list[tuple[Slot, Slot]] = [(self.heap.root, theirs.root)]
        same = total = 0
        while todo:
            mine, found = todo.pop()
            total += 1
            if not isinstance(mine, Reference) or not isinstance(found, Reference):
                same += not isinstance(mine, Reference) and not isinstance(found, Reference) and mine == found
            elif mine.node in numbers or found.node in numbers.values():
                same += numbers.get(mine.node) == found.node
            else:
                numbers[mine.node] = found.node
                pairs = _pairs(self.heap.nodes[mine.node], theirs.nodes[found.node])
                same += pairs is not None
                todo += pairs or ()
        return same / total


def _pairs(mine: Node, found: Node) -> list[tuple[Slot, Slot]] | None:
    """The parts that stand for each other; None where the values are of another kind or length."""
    if mine.kind in _INSTANCES and found.kind in _INSTANCES:
        theirs = dict(zip(found.names, found.children, strict=False))
        if not theirs.keys() >= set(mine.names):
            return None
        return [(child, theirs[name]) for name, child in zip(mine.names, mine.children, strict=False)]
    if mine.kind != found.kind or len(mine.children) != len(found.children):
        return None
    return list(zip(mine.children, found.children, strict=True))


def alike(expected: object, actual: object, any_order: bool = False, kinds: bool = False) -> bool:
    """Whether values are equal, floats nearly; loosely, because those that are alike are compared again elsewhere. With
    `kinds`, no number is a truth value."""
    if kinds and isinstance(expected, bool) is not isinstance(actual, bool):
        return False
    if any_order and isinstance(expected, list | tuple) and isinstance(actual, list | tuple):
        expected, actual = sorted(expected, key=repr), sorted(actual, key=repr)
    if expected == actual:
        return True
    match expected, actual:
        case (float(), int() | float()) | (int(), float()):
            number: Any = actual
            wanted: Any = expected
            return math.isclose(wanted, number, rel_tol=1e-9, abs_tol=1e-12) or (
                math.isnan(wanted) and math.isnan(number)
            )
        case (list(), list()) | (tuple(), tuple()) | (deque(), deque()):
            left: Any = expected
            right: Any = actual
            return len(left) == len(right) and all(map(alike, left, right))
        case dict(), dict():
            return expected.keys() == actual.keys() and all(alike(expected[key], actual[key]) for key in expected)
    return False


def nearness(expected: object, actual: object) -> float:
    """How near a wrong answer is, from 0 to 1: it leads a search, and nothing else."""
    if isinstance(expected, Described):
        return expected.near(actual)
    match expected, actual:
        case bool(), bool():
            return 0.3
        case (int() | float(), int() | float()):
            wanted: Any = expected
            found: Any = actual
            return float(1 / (2 + abs(wanted - found)))
        case (list() | tuple(), list() | tuple()) | (str(), str()):
            left: Any = expected
            right: Any = actual
            if len(left) > _LONG or len(right) > _LONG:
                return 0.1
            return 0.1 + 0.8 * _common(left, right) / max(1, len(left), len(right))
    return 0.1 if type(expected) is type(actual) else 0.0


def _common(left: Any, right: Any) -> int:
    """The longest sequence that both have in them."""
    row = [0] * (len(right) + 1)
    for one in left:
        before = 0
        for place, two in enumerate(right):
            before, row[place + 1] = (
                row[place + 1], before + 1 if one == two else max(row[place + 1], row[place]),
            )  # fmt: skip
    return row[-1]
