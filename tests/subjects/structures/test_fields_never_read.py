"""A field into which a program only ever stores something makes no difference: structures are given without it, so that
a right method is not hidden by one that is not asked for, and a wrong one is found."""

from __future__ import annotations

import pytest

from tests.subjects.structures.test_examine import exercise, report, told
from viva.core.ladder import Rung
from viva.core.verdict import Verdict
from viva.engines.heaps.candidate import never_read

LIST = """
class Node:
    def __init__(self, value, next=None):
        self.value = value
        self.next = next
class List:
    def __init__(self):
        self.head = None
    def append(self, value):
        if self.head is None:
            self.head = Node(value)
            return
        node = self.head
        while node.next is not None:
            node = node.next
        node.next = Node(value)
    def delete(self, value):
        before, node = None, self.head
        while node is not None and node.value != value:
            before, node = node, node.next
        if node is None:
            return False
        if before is None:
            self.head = node.next
        else:
            before.next = node.next
        return True
"""
NO_APPEND = LIST.replace("node.next = Node(value)", "node.prev = Node(value)")
IN_A_PYTHON_LIST = """
class List:
    def __init__(self):
        self.items = []
    def append(self, value):
        self.items = [value]
    def delete(self, value):
        if value in self.items:
            self.items.remove(value)
            return True
        return False
"""


def verdict(text: str, method: str) -> Verdict:
    return report(text, exercise(LIST, "List", f'"{method}"')).verdict


def test_a_right_delete_passes_beside_an_append_that_loses_what_it_is_given() -> None:
    assert verdict(NO_APPEND, "delete") is Verdict.PASSED


def test_a_wrong_delete_is_refuted_beside_an_append_that_loses_what_it_is_given() -> None:
    assert verdict(NO_APPEND.replace("before.next = node.next", "pass"), "delete") is Verdict.REFUTED


def test_an_append_that_puts_the_first_node_into_a_field_of_its_own_is_refuted() -> None:
    assert verdict(LIST.replace("self.head = Node(value)", "self.tail = Node(value)"), "append") is Verdict.REFUTED


def test_a_wrong_method_that_was_not_asked_for_is_named_where_sequences_of_calls_go_through_it() -> None:
    found = report(IN_A_PYTHON_LIST, exercise(LIST, "List", '"delete"'), Rung.EXAMPLE)
    assert found.verdict is Verdict.REFUTED
    assert told(found, Rung.EXAMPLE).endswith(
        "The calls before it go through your own `append`, which was not asked for: the mistake may be there."
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("self.tail = node", True),
        ("node.__tail = self.head = None", False),
        ("self.head = self.tail = None", True),
        ("self.tail = node\nreturn self.tail", False),
        ("self.tail = node\nif self.tail == node: pass", False),
        ("self.tail += 1", False),
        ("self.tail = node\nself.tail.next = None", False),
        ("self.tail = node\nreturn vars(self)", False),
        ("self.tail = node\nreturn getattr(self, name)", False),
        ("self.tail = node\nmatch self:\n    case List(tail=None): pass", False),
        ("self.tail = node  # the tail", False),
        ("self.tail = node\nself.tails = 1", True),
        ("self.tail = node\nreturn self.\U0001d42dail", False),
        ("self.head = node", False),
    ],
)
def test_a_field_is_never_read_where_its_name_is_only_a_target(text: str, expected: bool) -> None:
    assert never_read(text, "tail") is expected
