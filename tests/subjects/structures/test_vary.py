"""Variants: other duties, whose references do different things and agree with the teacher's other programs."""

import pytest

from viva.core.exercise import Exercise
from viva.core.fault import Fault
from viva.core.source import Source
from viva.services.registry import subject_named

REFERENCE = """class Node:
    def __init__(self, value, next=None):
        self.value, self.next = value, next


class Bag:
    def __init__(self):
        self.head = None

    def put(self, value):
        if self.head is None or self.head.value {order} value:
            self.head = Node(value, self.head)
            return
        node = self.head
        while node.next is not None and not node.next.value {order} value:
            node = node.next
        node.next = Node(value, node.next)
"""
OTHER = """class Node:
    def __init__(self, value, next=None):
        self.value, self.next = value, next


class Bag:
    def __init__(self):
        self.head = None

    def put(self, value):
        self.head = self._put(self.head, value)

    def _put(self, node, value):
        if node is None or node.value {order} value:
            return Node(value, node)
        node.next = self._put(node.next, value)
        return node
"""
SLOTS = '[structures.slots.order]\nvalues = [">", "<", ">="]\n'


def exercise(other: str) -> Exercise:
    manifest = (
        'subject = "structures"\ntitle = "Bag"\nstatement = "statement.md"\n'
        f'[structures]\nreference = "reference.py"\nclass = "Bag"\nalso = ["other.py"]\n{SLOTS}'
    )
    files = {
        "exercise.toml": manifest,
        "reference.py": REFERENCE,
        "other.py": other,
        "statement.md": "Each is {order} the next.\n",
    }
    return subject_named("structures").read(Source("bag", {name: text.encode() for name, text in files.items()}))


def test_the_other_program_is_filled_with_the_same_slots_and_what_does_the_same_is_left_out() -> None:
    """Behind equal numbers or before them: nobody sees that in a list of numbers, so there is one variant."""
    (variant,) = subject_named("structures").vary(exercise(OTHER), 3)
    files = variant.source.files
    assert b"node.value < value" in files["examples/right/other.py"]
    assert files["examples/wrong/original.py"] == REFERENCE.replace("{order}", ">").encode()


def test_another_program_that_differs_is_a_fault_with_the_call_that_shows_it() -> None:
    wrong = OTHER.replace("{order}", ">")  # it does not turn round with the reference
    with pytest.raises(Fault, match=r"does not do what reference.py does, with the same slots: Before: .*put"):
        list(subject_named("structures").vary(exercise(wrong), 1))
