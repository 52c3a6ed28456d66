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


@pytest.mark.some(3)
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
    ],
)
def test_right_ones_pass_and_a_slip_is_found(source: str, cls: str, method: str, right: str, wrong: str) -> None:
    asked = exercise(source, cls, f'"{method}"')
    assert right in source
    assert report(source, asked).verdict is Verdict.PASSED
    assert report(source.replace(right, wrong), asked).verdict is Verdict.REFUTED
