"""Structures of many kinds: with ways back, with a node that is always there, with tables, with nested classes."""

import pytest

from viva.core.verdict import Verdict

from .test_examine import exercise, report

NESTED = """
class Queue:
    class Node:
        def __init__(self, value):
            self.value = value
            self.next = None
    def __init__(self):
        self.first = None
        self.last = None
    def enqueue(self, value):
        node = Queue.Node(value)
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
DUMMY = """
class Node:
    def __init__(self, value=None):
        self.value = value
        self.next = None
class Chain:
    def __init__(self):
        self.head = Node()
    def add(self, value):
        new = Node(value)
        new.next = self.head.next
        self.head.next = new
    def remove(self, value):
        node = self.head
        while node.next is not None and node.next.value != value:
            node = node.next
        if node.next is not None:
            node.next = node.next.next
"""
TABLE = """
class Entry:
    def __init__(self, key, next):
        self.key = key
        self.next = next
class Table:
    def __init__(self):
        self.buckets = [None] * 3
    def add(self, key: int):
        entry = self.buckets[key % 3]
        while entry is not None and entry.key != key:
            entry = entry.next
        if entry is None:
            self.buckets[key % 3] = Entry(key, self.buckets[key % 3])
    def remove(self, key: int):
        before, entry = None, self.buckets[key % 3]
        while entry is not None and entry.key != key:
            before, entry = entry, entry.next
        if entry is not None and before is None:
            self.buckets[key % 3] = entry.next
        elif entry is not None:
            before.next = entry.next
"""
DOUBLY = """
class Node:
    def __init__(self, value, prev, next):
        self.value, self.prev, self.next = value, prev, next
class Chain:
    def __init__(self):
        self.head = None
    def push(self, value):
        self.head = Node(value, None, self.head)
        if self.head.next is not None:
            self.head.next.prev = self.head
"""
FOREST = """
class Item:
    def __init__(self, value):
        self.value = value
        self.parent = self
    def find(self) -> "Item":
        node = self
        while node.parent is not node:
            node = node.parent
        return node
    def union(self, other: "Item"):
        one, two = self.find(), other.find()
        if one is not two:
            one.parent = two
"""

PLACES = """
class Sets:
    def __init__(self, count: int):
        self.parent = list(range(count))
        self.size = [1] * count
    def find(self, item: int) -> int:
        while self.parent[item] != item:
            item = self.parent[item]
        return item
    def union(self, one: int, two: int) -> bool:
        one, two = self.find(one), self.find(two)
        if one == two:
            return False
        if self.size[one] < self.size[two]:
            one, two = two, one
        self.parent[two] = one
        self.size[one] += self.size[two]
        return True
"""
PAIRS = TABLE.replace("key, next)", "key, value, next)").replace("self.key = key", "self.key, self.value = key, value")
PAIRS = PAIRS.replace("def add(self, key: int)", "def add(self, key: int, value: int)").replace(
    "Entry(key, self", "Entry(key, value, self"
)
QUEUE = """
class Person:
    def __init__(self, name, age):
        self.name, self.age, self.next = name, age, None
class Queue:
    def __init__(self):
        self.head = None
    def add(self, name: str, age: int):
        new, person = Person(name, age), self.head
        if person is None or person.age < age:
            new.next, self.head = person, new
            return
        while person.next is not None and person.next.age >= age:
            person = person.next
        new.next, person.next = person.next, new
"""


@pytest.mark.some(1)
@pytest.mark.parametrize(
    ("source", "cls", "method", "right", "wrong"),
    [
        (
            NESTED,
            "Queue",
            "dequeue",
            "            self.last = None\n        return",
            "            pass\n        return",
        ),
        (DUMMY, "Chain", "remove", "node.next = node.next.next", "node.next = None"),
        (TABLE, "Table", "remove", "before.next = entry.next", "before.next = None"),
        (DOUBLY, "Chain", "push", "            self.head.next.prev = self.head", "            pass"),
        (FOREST, "Item", "union", "one.parent = two", "self.parent = two"),
        (PLACES, "Sets", "union", "+= self.size[two]", "+= 1"),
        (PAIRS, "Table", "remove", "before.next = entry.next", "before.next = None"),
        (QUEUE, "Queue", "add", "person.next.age >= age", "person.next.age > age"),
        (QUEUE, "Queue", "add", "new.next, person.next = person", "person.name, new.next, person.next = name, person"),
    ],
)
def test_right_ones_pass_and_a_slip_is_found(source: str, cls: str, method: str, right: str, wrong: str) -> None:
    asked = exercise(source, cls, f'"{method}"')
    assert right in source
    assert report(source, asked).verdict is Verdict.PASSED
    assert report(source.replace(right, wrong), asked).verdict is Verdict.REFUTED


def test_numbers_that_point_to_places_are_no_heap_whose_order_does_not_count() -> None:
    """Each list that is left behind is in order as a heap would be, and holds the same as it should."""
    other = PLACES.replace("if self.size[one] < self.size[two]", "if two < one")
    found = other.replace("return True", "self.parent.sort()\n        return True")
    assert report(found, exercise(PLACES, "Sets", '"union"')).verdict is Verdict.REFUTED
