"""Structures that hold the same nodes after a call are wrong where that can be seen later, and only there."""

import pytest

from viva.core.ladder import Rung
from viva.core.verdict import Verdict

from .test_examine import exercise, report, told

LIST = """
class Node:
    def __init__(self, value, next=None):
        self.value, self.next = value, next
class List:
    def __init__(self):
        self.head = None
    def push(self, value):
        self.head = Node(value, self.head)
    def copy(self) -> "List":
        new, last, node = List(), None, self.head
        while node is not None:
            made = Node(node.value)
            if last is None:
                new.head = made
            else:
                last.next = made
            last, node = made, node.next
        return new
    def extend(self, other: "List"):
        more, node = other.copy().head, self.head
        if node is None:
            self.head = more
            return
        while node.next is not None:
            node = node.next
        node.next = more
"""
STACK = LIST.partition("    def extend")[0]
SHARED = (
    STACK.partition("        new, last")[0] + "        new = List()\n        new.head = self.head\n        return new\n"
)
ITSELF = STACK.partition("        new, last")[0] + "        return self\n"


def extended(source: str) -> str:
    return source + "    def extend" + LIST.partition("    def extend")[2]


@pytest.mark.parametrize("source", [extended(SHARED), extended(ITSELF)])
def test_a_copy_that_holds_the_same_nodes_is_no_copy(source: str) -> None:
    found = report(source, exercise(LIST, "List", '"copy"'), Rung.EXAMPLE)
    assert found.verdict is Verdict.REFUTED
    assert "share nodes" in told(found, Rung.HINT)


def test_an_argument_that_the_reference_leaves_alone_may_not_be_taken_over() -> None:
    taken = LIST.replace("other.copy().head", "other.head")
    assert report(taken, exercise(LIST, "List", '"extend"')).verdict is Verdict.REFUTED
    assert report(LIST, exercise(LIST, "List", '"extend"')).verdict is Verdict.PASSED


def test_nodes_that_no_method_changes_may_be_shared_but_not_the_object_itself() -> None:
    asked = exercise(STACK, "List", '"copy"')
    assert report(SHARED, asked).verdict is Verdict.PASSED
    assert report(ITSELF, asked).verdict is Verdict.REFUTED
