"""Each invariant of the library from the folder of an exercise to a verdict: it is seen to be kept, what keeps it and
holds the same passes, and what breaks it or loses something does not."""

import pytest

from tests.engines.heaps.samples import LEFT
from viva.core.fault import Fault
from viva.core.ladder import Rung
from viva.core.verdict import Verdict
from viva.engines.heaps.invariants import LIBRARY

from .test_examine import exercise, report, told
from .test_kinds_of_structures import DOUBLY, TABLE

RIGHT = LEFT.partition("    def delete")[0].replace("if key <= node.key:", "if key < node.key:")
ONCE = RIGHT.replace(
    "        while True:\n", "        while True:\n            if key == node.key:\n                return\n"
)
SORTED = """
class Node:
    def __init__(self, value, next=None):
        self.value, self.next = value, next
class Sorted:
    def __init__(self):
        self.head = None
    def add(self, value):
        before, node = None, self.head
        while node is not None and node.value < value:
            before, node = node, node.next
        if before is None:
            self.head = Node(value, node)
        else:
            before.next = Node(value, node)
"""
SET = SORTED.replace(
    "        if before", "        if node is not None and node.value == value:\n            return\n        if before"
)
HEAP = """
class Heap:
    def __init__(self):
        self.items = []
    def push(self, value: int):
        self.items.append(value)
        place = len(self.items) - 1
        while place and self.items[(place - 1) // 2] > self.items[place]:
            above = (place - 1) // 2
            self.items[above], self.items[place] = self.items[place], self.items[above]
            place = above
"""
AVL = """
class Node:
    def __init__(self, key):
        self.key, self.left, self.right = key, None, None
class Tree:
    def __init__(self):
        self.root = None
    def insert(self, key):
        self.root = self._inserted(self.root, key)
    def _height(self, node):
        return 0 if node is None else 1 + max(self._height(node.left), self._height(node.right))
    def _inserted(self, node, key):
        if node is None:
            return Node(key)
        if key < node.key:
            node.left = self._inserted(node.left, key)
        elif key > node.key:
            node.right = self._inserted(node.right, key)
        balance = self._height(node.left) - self._height(node.right)
        if balance > 1:
            if self._height(node.left.left) < self._height(node.left.right):
                node.left = self._to_the_left(node.left)
            return self._to_the_right(node)
        if balance < -1:
            if self._height(node.right.right) < self._height(node.right.left):
                node.right = self._to_the_right(node.right)
            return self._to_the_left(node)
        return node
    def _to_the_right(self, node):
        top = node.left
        node.left, top.right = top.right, node
        return top
    def _to_the_left(self, node):
        top = node.right
        node.right, top.left = top.left, node
        return top
"""
RED_BLACK = """
class Node:
    def __init__(self, key):
        self.key, self.red, self.left, self.right = key, True, None, None
class Tree:
    def __init__(self):
        self.root = None
    def insert(self, key):
        self.root = self._inserted(self.root, key)
        self.root.red = False
    def _red(self, node):
        return node is not None and node.red
    def _inserted(self, node, key):
        if node is None:
            return Node(key)
        if key < node.key:
            node.left = self._inserted(node.left, key)
        elif key > node.key:
            node.right = self._inserted(node.right, key)
        if self._red(node.right) and not self._red(node.left):
            top = node.right
            node.right, top.left, top.red, node.red = top.left, node, node.red, True
            node = top
        if self._red(node.left) and self._red(node.left.left):
            top = node.left
            node.left, top.right, top.red, node.red = top.right, node, node.red, True
            node = top
        if self._red(node.left) and self._red(node.right):
            node.red, node.left.red, node.right.red = True, False, False
        return node
"""
FOREST = """
class Item:
    def __init__(self, value, parent=None):
        self.value, self.parent = value, parent
    def root(self) -> "Item":
        node = self
        while node.parent is not None:
            node = node.parent
        return node
    def hang(self, other: "Item"):
        one, two = self.root(), other.root()
        if one is not two:
            one.parent = Item(two.value, two.parent)
"""
CASES = {
    "acyclic": (DOUBLY, "Chain", "push", "None, self.head)", "None, self.head and self.head.next)"),
    "tree": (LEFT, "Tree", "insert", "node.left = Node(key)", "node.left = node.right or Node(key)"),
    "doubly linked": (DOUBLY, "Chain", "push", "            self.head.next.prev = self.head", "            pass"),
    "search tree, duplicates left": (LEFT, "Tree", "insert", "key <= node.key", "key < node.key"),
    "search tree, duplicates right": (RIGHT, "Tree", "insert", "if key < node.key:", "if key <= node.key:"),
    "search tree, duplicates forbidden": (ONCE, "Tree", "insert", "if key == node.key:", "if key == node.key == 0:"),
    "min-heap": (HEAP, "Heap", "push", "while place and", "if place and"),
    "max-heap": (HEAP.replace("> self", "< self"), "Heap", "push", "while place and", "if place and"),
    "avl": (AVL, "Tree", "insert", "if balance > 1:", "if balance > 2:"),
    "red-black": (RED_BLACK, "Tree", "insert", "        self.root.red = False\n", ""),
    "sorted list": (SORTED, "Sorted", "add", "self.head = Node(value, node)", "self.head = Node(value)"),
    "sorted list without duplicates": (SET, "Sorted", "add", "node.value == value", "node.value == value == 0"),
    "union-find": (FOREST, "Item", "root", "while node.parent is not None", "if node.parent is not None"),
    "hash table with chaining": (TABLE, "Table", "add", "Entry(key, self.buckets[key % 3])", "Entry(key, None)"),
}  # fmt: skip


def test_each_invariant_of_the_library_has_a_case() -> None:
    assert CASES.keys() == LIBRARY.keys()


@pytest.mark.some(2)
@pytest.mark.parametrize("name", CASES)
def test_what_keeps_it_passes_and_what_does_not_is_refuted(name: str) -> None:
    source, cls, method, right, wrong = CASES[name]
    assert source.count(right) >= 1
    asked = exercise(source, cls, f'"{method}"', f'invariant = "{name}"\n')
    found = report(source, asked)
    assert found.verdict is Verdict.PASSED
    kept = found.evidence.details["kept"]
    assert isinstance(kept, list)
    assert name in kept
    assert report(source.replace(right, wrong, 1), asked).verdict is Verdict.REFUTED


@pytest.mark.parametrize("place", ["key % 11", "(key * 7 + 5) % len(self.buckets)", "hash(key) & 7"])
def test_a_table_is_known_where_only_keys_that_meet_show_how_it_is_linked(place: str) -> None:
    table = TABLE.replace("[None] * 3", "[None] * 11").replace("key % 3", place)
    asked = exercise(table, "Table", '"add"', 'invariant = "hash table with chaining"\n')
    assert report(table, asked).verdict is Verdict.PASSED
    lost = table.replace(f"Entry(key, self.buckets[{place}])", "Entry(key, None)")
    assert report(lost, asked).verdict is Verdict.REFUTED


def test_an_invariant_that_the_reference_breaks_is_an_error_for_the_teacher() -> None:
    with pytest.raises(Fault, match="duplicates forbidden"):
        report(LEFT, exercise(LEFT, "Tree", '"insert"', 'invariant = "search tree, duplicates forbidden"\n'))


def test_a_new_object_that_cannot_be_made_is_wrong_whatever_its_methods_do() -> None:
    broken = LEFT.replace("        self.root = None\n", "        self.root = nothing\n", 1)
    found = report(broken, exercise(LEFT, "Tree", '"insert"'), Rung.EXAMPLE)
    assert (found.verdict, found.reason) == (Verdict.REFUTED, "crash")
    assert told(found, Rung.EXAMPLE) == "`Tree()` should make a new object, but it stops with NameError."


def test_a_constructor_that_wants_more_does_not_count() -> None:
    more = LEFT.replace("def __init__(self):", "def __init__(self, root):", 1)
    assert report(more, exercise(LEFT, "Tree", '"insert"')).verdict is Verdict.PASSED


@pytest.mark.thorough
def test_what_takes_seconds_in_few_steps_is_not_called_wrong() -> None:
    slow = LEFT.replace("    def insert(self, key):\n", "    def insert(self, key):\n        sum(iter(int, 1))\n", 1)
    found = report(slow, exercise(LEFT, "Tree", '"insert"'))
    assert found.verdict is Verdict.UNDECIDED
