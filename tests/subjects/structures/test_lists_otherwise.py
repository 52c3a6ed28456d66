"""Right lists that part with the reference only where nobody asks, or that keep their cells in no class at all."""

import pytest

from tests.subjects.structures.test_examine import exercise, report, told
from viva.core.ladder import Rung
from viva.core.verdict import Verdict

NODE = """
class Node:
    def __init__(self, value, next=None):
        self.value, self.next = value, next
"""
LIST = """
class List:
    def __init__(self):
        self.head = None
    def push(self, value: int):
        self.head = Node(value, self.head)
"""
GET = """
    def get(self, {name}: int):
        node = self.head
        while node is not None and {name} {sign} 0:
            node, {name} = node.next, {name} - 1
        return None if node is None else node.value
"""
TOTAL = """
    def total(self):
        node, found = self.head, 0
        while node is not None:
            found, node = found + node.value, node.next
        return found
"""


@pytest.mark.parametrize("name", ["index", "pos"])
def test_no_call_has_a_negative_place_whoever_proposes_it(name: str) -> None:
    asked = exercise(NODE + LIST + GET.format(name=name, sign=">"), "List", '"get"')
    assert report(NODE + LIST + GET.format(name=name, sign="!="), asked).verdict is Verdict.PASSED


def test_what_is_no_place_may_be_negative() -> None:
    asked = exercise(NODE + LIST + GET.format(name="amount", sign=">"), "List", '"get"')
    assert report(NODE + LIST + GET.format(name="amount", sign="!="), asked).verdict is Verdict.REFUTED


CELLS = {
    "tuples": ("", "({0}, {1})", "{0}[0]", "{0}[1]"),
    "pairs": ("", "[{0}, {1}]", "{0}[0]", "{0}[1]"),
    "the other way round": ("", "({1}, {0})", "{0}[1]", "{0}[0]"),
    "dicts": ("", "dict(v={0}, n={1})", "{0}['v']", "{0}['n']"),
    "named tuples": (
        "from collections import namedtuple\nCell = namedtuple('Cell', 'value next')",
        "Cell({0}, {1})",
        "{0}.value",
        "{0}.next",
    ),
}


def in_cells(cells: str, field: str, *, wrong: bool) -> str:
    before, made, value, following = CELLS[cells]
    return f"""{before}
class List:
    def __init__(self):
        self.{field} = None
    def push(self, value):
        self.{field} = {made.format("value", f"self.{field}")}
    def total(self):
        node, found = self.{field}, 0
        while node is not None:
            found, node = found + {value.format("node")}, {following.format("node")}
            {"if found == 6: return 0" if wrong else "pass"}
        return found
"""


@pytest.mark.some(3)
@pytest.mark.parametrize("field", ["head", "cells"])
@pytest.mark.parametrize("cells", CELLS)
def test_cells_that_are_no_objects_are_judged_by_what_calls_return(cells: str, field: str) -> None:
    asked = exercise(NODE + LIST + TOTAL, "List", '"push", "total"')
    assert report(in_cells(cells, field, wrong=False), asked).verdict is Verdict.PASSED
    assert report(in_cells(cells, field, wrong=True), asked).verdict is Verdict.REFUTED


def test_a_wrong_link_among_objects_is_still_found() -> None:
    asked = exercise(NODE + LIST + TOTAL, "List", '"push", "total"')
    slipped = LIST.replace("Node(value, self.head)", "Node(value, self.head and (self.head,))")
    assert report(NODE + slipped + TOTAL, asked).verdict is Verdict.REFUTED


REVERSE = """
    def reverse(self):
        before, node = None, self.head
        while node is not None:
            node.next, before, node = before, node, node.next
        self.head = before
"""
COUNTED = """        count, node = 0, self.head
        while node: count, node = count + 1, node.next
        if count >= 5: return
"""
NOT_TOLD = {
    "not from the fifth on": REVERSE.replace("        before", COUNTED + "        before", 1),
    "only the ends": """
    def reverse(self):
        last = self.head
        while last and last.next: last = last.next
        if last: self.head.value, last.value = last.value, self.head.value
""",
}  # fmt: skip


@pytest.mark.some(1)
@pytest.mark.parametrize("slip", NOT_TOLD)
def test_a_schema_is_told_only_if_all_lists_of_the_next_two_sizes_were_tried(slip: str) -> None:
    """Lists that read the same backwards are right here, and no schema can say so: each would be false of some."""
    asked = exercise(NODE + LIST + REVERSE, "List", '"reverse"')
    found = report(NODE + LIST + NOT_TOLD[slip], asked, rung=Rung.PATTERN)
    assert found.verdict is Verdict.REFUTED
    assert "Nothing simple sets these calls apart" in told(found, Rung.PATTERN)


def test_a_schema_that_holds_on_all_of_them_is_told() -> None:
    asked = exercise(NODE + LIST + REVERSE, "List", '"reverse"')
    cut = REVERSE.replace("self.head = before", "self.head = before and Node(before.value)")
    found = report(NODE + LIST + cut, asked, rung=Rung.PATTERN)
    assert told(found, Rung.PATTERN) == "`reverse` goes wrong when there are at least two nodes."
