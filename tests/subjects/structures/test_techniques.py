"""The techniques of the paper's Figure 8, one of which an exercise may choose, and the teacher's own invariant."""

import pytest

from tests.subjects.structures.test_examine import FROM_RIGHT, exercise, report
from viva.core.verdict import Verdict
from viva.engines.heaps.comparing.canonical import form
from viva.engines.heaps.parts import element
from viva.subjects.structures.model import Task
from viva.subjects.structures.suite import prepare

SHORT = """
class Node:
    def __init__(self, value, next=None):
        self.value, self.next = value, next
class Short:
    def __init__(self):
        self.head = None
    def push(self, value):
        if self.length() < 3:
            self.head = Node(value, self.head)
    def length(self):
        node, count = self.head, 0
        while node is not None:
            node, count = node.next, count + 1
        return count
    def invariant(self):
        return self.length() <= 3
"""


@pytest.mark.thorough
@pytest.mark.parametrize("technique", ["sequences: concrete", "lazy: probe, comparable"])
def test_each_technique_finds_the_papers_slip(technique: str) -> None:
    asked = exercise(methods='"delete"', more=f'technique = "{technique}"\n')
    ready = prepare(asked.task_as(Task), 0, None)
    assert bool(ready.methods["delete"].schemas) == technique.startswith("lazy")
    assert report(FROM_RIGHT, asked).verdict is Verdict.REFUTED


def test_nothing_is_proposed_that_the_teachers_invariant_refuses() -> None:
    asked = exercise(SHORT, "Short", '"push"')
    ready = prepare(asked.task_as(Task), 0, None)
    proposed = ready.methods["push"].proposed
    assert all(str(form(element(each.call, 0))).count("value") <= 3 for each in proposed)
    assert report(SHORT, asked).verdict is Verdict.PASSED
    assert report(SHORT.replace("if self.length() < 3:", "if True:"), asked).verdict is Verdict.REFUTED
