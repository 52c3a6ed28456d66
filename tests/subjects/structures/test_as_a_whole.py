"""Classes that are judged by sequences of calls: slips that only show deep in a heap, or among equal keys."""

import pytest

from tests.subjects.structures.test_examine import exercise, report
from viva.core.verdict import Verdict

HEAP = """
class Heap:
    def __init__(self):
        self.items = []
    def push(self, value: int):
        self.items.append(value)
        i = len(self.items) - 1
        while i > 0 and self.items[i] < self.items[(i - 1) // 2]:
            j = (i - 1) // 2
            self.items[i], self.items[j] = self.items[j], self.items[i]
            i = j
    def peek(self):
        return self.items[0] if self.items else None
    def pop(self):
        if not self.items:
            return None
        top, last, i = self.items[0], self.items.pop(), 0
        if self.items:
            self.items[0] = last
            while True:
                c = 2 * i + 1
                if c + 1 < len(self.items) and self.items[c + 1] < self.items[c]:
                    c += 1
                if c >= len(self.items) or not self.items[c] < self.items[i]:
                    break
                self.items[i], self.items[c] = self.items[c], self.items[i]
                i = c
        return top
"""
SORTED = """
class Heap:
    def __init__(self):
        self.kept = []
    def push(self, value):
        self.kept.append(value)
        self.kept.sort()
    def peek(self):
        return self.kept[0] if self.kept else None
    def pop(self):
        return self.kept.pop(0) if self.kept else None
"""
SLIPS = {
    "one step down": (HEAP, "while True:", "for _ in range(1):"),
    "two steps down": (HEAP, "while True:", "for _ in range(2):"),
    "left only": (HEAP, "self.items[c + 1] < self.items[c]", "False"),
    "one step up": (HEAP, "            i = j\n", "            break\n"),
    "two steps up": (
        HEAP,
        "        while i > 0 and",
        "        for _ in range(2):\n          if i > 0 and",
    ),
    "equal keys once from the third on": (
        HEAP,
        "        self.items.append(value)\n",
        "        if value in self.items[2:]: return\n        self.items.append(value)\n",
    ),
    "no more than six": (SORTED, "        self.kept.sort()\n", "        self.kept.sort()\n        del self.kept[6:]\n"),
    "forgets one of four equal ones": (SORTED, "append(value)", "extend([value] * (self.kept.count(value) < 3))"),
}  # fmt: skip


@pytest.mark.some(3)
@pytest.mark.parametrize("slip", SLIPS)
def test_slips_that_show_after_many_insertions_are_found(slip: str) -> None:
    text, old, new = SLIPS[slip]
    slipped = text.replace(old, new)
    assert slipped != text
    asked = exercise(HEAP, "Heap", '"push", "pop", "peek"', 'judged = "class"\n')
    assert report(slipped, asked).verdict is Verdict.REFUTED


@pytest.mark.parametrize("right", [HEAP, SORTED])
def test_right_heaps_pass(right: str) -> None:
    asked = exercise(HEAP, "Heap", '"push", "pop", "peek"', 'judged = "class"\n')
    assert report(right, asked).verdict is Verdict.PASSED


QUEUE = """
class Node:
    def __init__(self, value):
        self.value = value
        self.next = None
class Queue:
    def __init__(self):
        self.first = None
        self.last = None
    def enqueue(self, value):
        node = Node(value)
        if self.last is None:
            self.first = self.last = node
        else:
            self.last.next = node
            self.last = node
    def dequeue(self):
        if self.first is None:
            return None
        value = self.first.value
        self.first = self.first.next
        if self.first is None:
            self.last = None
        return value
"""
TWO_STACKS = """
class Node:
    def __init__(self, value, next=None):
        self.value = value
        self.next = next
class Queue:
    def __init__(self):
        self.inn = None
        self.out = None
    def enqueue(self, value):
        self.inn = Node(value, self.inn)
    def dequeue(self):
        if self.out is None:
            while self.inn is not None:
                node = self.inn
                self.inn = node.next
                node.next = self.out
                self.out = node
        if self.out is None:
            return None
        value = self.out.value
        self.out = self.out.next
        return value
"""
GROUPS = """
class Groups:
    def __init__(self):
        self.parent = list(range(6))
    def _find(self, i: int):
        while self.parent[i] != i:
            i = self.parent[i]
        return i
    def union(self, i: int, j: int):
        self.parent[self._find(i)] = self._find(j)
    def same(self, i: int, j: int):
        return self._find(i) == self._find(j)
"""
COMPRESSED = GROUPS.replace(
    "        while self.parent[i] != i:\n            i = self.parent[i]\n        return i\n",
    "        if self.parent[i] != i:\n            self.parent[i] = self._find(self.parent[i])\n"
    "        return self.parent[i]\n",
)
OTHER_ROOT = GROUPS.replace("self.parent[self._find(i)] = self._find(j)", "self.parent[self._find(j)] = self._find(i)")
COLOURS = """
class Groups:
    def __init__(self):
        self.colour = list(range(6))
    def union(self, i, j):
        old, new = self.colour[i], self.colour[j]
        self.colour = [new if each == old else each for each in self.colour]
    def same(self, i, j):
        return self.colour[i] == self.colour[j]
"""
BAG = """
class Node:
    def __init__(self, value, next=None):
        self.value = value
        self.next = next
class Bag:
    def __init__(self):
        self.head = None
    def push(self, value):
        self.head = Node(value, self.head)
    def has(self, value):
        node = self.head
        while node is not None and node.value != value:
            node = node.next
        return node is not None
"""
AT_THE_END = """
class Cell:
    def __init__(self, item):
        self.item = item
        self.after = None
class Bag:
    def __init__(self):
        self.begin = None
    def push(self, value):
        if self.begin is None:
            self.begin = Cell(value)
            return
        cell = self.begin
        while cell.after is not None:
            cell = cell.after
        cell.after = Cell(value)
    def has(self, value):
        cell = self.begin
        while cell is not None and cell.item != value:
            cell = cell.after
        return cell is not None
"""
OTHERWISE = {
    "a queue of two stacks": (QUEUE, "Queue", '"enqueue", "dequeue"', TWO_STACKS, Verdict.PASSED),
    "the newest first": (QUEUE, "Queue", '"enqueue", "dequeue"', TWO_STACKS.replace(
        "            while self.inn is not None:\n", "            if self.inn is not None:\n"
    ), Verdict.REFUTED),
    "paths that are compressed": (GROUPS, "Groups", '"union", "same"', COMPRESSED, Verdict.PASSED),
    "the other root": (GROUPS, "Groups", '"union", "same"', OTHER_ROOT, Verdict.PASSED),
    "colours instead of parents": (GROUPS, "Groups", '"union", "same"', COLOURS, Verdict.PASSED),
    "colours that change on the way": (GROUPS, "Groups", '"union", "same"', COLOURS.replace(
        "        self.colour = [new if each == old else each for each in self.colour]\n",
        "        for k in range(6):\n            if self.colour[k] == self.colour[i]:\n"
        "                self.colour[k] = new\n",
    ), Verdict.REFUTED),
    "parents that are no roots": (
        GROUPS, "Groups", '"union", "same"', GROUPS.replace("self.parent[self._find(i)]", "self.parent[i]"),
        Verdict.REFUTED,
    ),
    "what no call tells apart is asked of structures": (BAG, "Bag", '"push", "has"', AT_THE_END, Verdict.REFUTED),
}  # fmt: skip


@pytest.mark.some(4)
@pytest.mark.parametrize("name", OTHERWISE)
def test_a_program_that_keeps_structures_otherwise_is_judged_by_what_can_be_seen(name: str) -> None:
    reference, cls, methods, submitted, verdict = OTHERWISE[name]
    assert submitted != reference
    assert report(submitted, exercise(reference, cls, methods)).verdict is verdict


STACK = """
class Node:
    def __init__(self, value, below):
        self.value = value
        self.below = below
class Stack:
    def __init__(self):
        self.top = None
    def push(self, value):
        self.top = Node(value, self.top)
    def pop(self):
        if self.top is None:
            return None
        value = self.top.value
        self.top = self.top.below
        return value
    def smallest(self):
        if self.top is None:
            return None
        best, node = self.top.value, self.top.below
        while node is not None:
            best = min(best, node.value)
            node = node.below
        return best
"""
ONE_LEAST = """
class Node:
    def __init__(self, value, below):
        self.value = value
        self.below = below
class Stack:
    def __init__(self):
        self.top = None
        self.least = None
    def push(self, value):
        if self.least is None or value < self.least:
            self.least = value
        self.top = Node(value, self.top)
    def pop(self):
        if self.top is None:
            return None
        gone, self.top = self.top, self.top.below
        if self.top is None:
            self.least = None
        return gone.value
    def smallest(self):
        return self.least
"""


def test_a_field_of_its_own_that_a_program_lets_go_wrong_is_found() -> None:
    asked = exercise(STACK, "Stack", '"push", "pop", "smallest"')
    assert report(ONE_LEAST, asked).verdict is Verdict.REFUTED


@pytest.mark.some(2)
@pytest.mark.parametrize("right", [COMPRESSED, COLOURS])
@pytest.mark.parametrize("wrong", [False, True])
def test_pairs_of_arguments_are_all_among_the_calls(right: str, wrong: bool) -> None:
    asked = exercise(GROUPS, "Groups", '"union", "same"', 'judged = "class"\n')
    slipped = right.replace("parent[self._find(i)] =", "parent[i] =").replace("each == old", "each is old and old != 3")
    verdict = Verdict.REFUTED if wrong else Verdict.PASSED
    assert report(slipped if wrong else right, asked).verdict is verdict


BUFFER = """
class Buffer:
    def __init__(self):
        self.places = [None] * 4
        self.first = 0
        self.count = 0
    def put(self, value):
        if self.count == 4:
            return False
        self.places[(self.first + self.count) % 4] = value
        self.count += 1
        return True
    def take(self):
        if self.count == 0:
            return None
        value = self.places[self.first]
        self.first = (self.first + 1) % 4
        self.count -= 1
        return value
"""


def test_a_ring_of_places_that_does_not_come_round_is_found() -> None:
    asked = exercise(BUFFER, "Buffer", '"put", "take"')
    assert report(BUFFER.replace("(self.first + 1) % 4", "min(self.first + 1, 3)"), asked).verdict is Verdict.REFUTED
