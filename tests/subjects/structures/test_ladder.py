"""What students read: patterns that are true, examples whose difference is told, places that are the wrong line."""

import pytest

from tests.subjects.structures.programs import DOUBLY, PARENTS, STACKS, changed, exercise, found, report
from viva.core.ladder import Rung
from viva.core.verdict import Verdict
from viva.subjects.structures.pattern import _in_an_argument

REMOVE = exercise(DOUBLY, "Deque", "remove")
PUSH = exercise(DOUBLY, "Deque", "push")
LOST_TAIL = changed(DOUBLY, ("            self.tail = node.prev\n", "            pass\n"))
NO_WAY_BACK = changed(DOUBLY, ("        node.prev = self.tail\n", ""))
LAST_ONLY_ONCE = "`remove` goes wrong when `value` and A are equal, nothing follows A, and `value` occurs only once."


def test_a_lost_tail_is_one_pattern_however_long_the_list_is() -> None:
    told = report(REMOVE, LOST_TAIL, Rung.PATTERN)
    texts = {finding.rung: finding.text for finding in told.findings}
    assert texts[Rung.PATTERN] == LAST_ONLY_ONCE
    assert texts[Rung.HINT].endswith("What happens at the last node?")


def test_what_goes_wrong_with_everything_but_nothing_is_not_said_to_go_wrong_always() -> None:
    told = report(PUSH, NO_WAY_BACK, Rung.EXAMPLE)
    texts = {finding.rung: finding.text for finding in told.findings}
    assert texts[Rung.PATTERN] == "`push` goes wrong when the list is not empty."
    assert texts[Rung.EXAMPLE] == (
        "Before: head: 1. `push(2)` leaves head: 1 → 2. That looks right, but `prev` of 2 leads nowhere; it should "
        "lead to 1."
    )
    drawing = next(finding.drawing for finding in told.findings if finding.rung is Rung.EXAMPLE)
    assert drawing is not None  # the field that differs is shown, and marked
    assert "1 (prev: -) → 2 (prev: 1) → -" in drawing.text
    assert "1 (prev: -) → 2 (prev: -)* → -" in drawing.text


def test_a_call_that_changes_nothing_is_told_by_what_it_returns() -> None:
    asked = exercise(DOUBLY, "Deque", "remove")
    wrong = changed(DOUBLY, ("            return False\n", "            return True\n"))
    assert (
        found(asked, wrong, Rung.EXAMPLE).text
        == "Before: (empty). `remove(1)` should return False, but it returns True."
    )


def test_a_root_that_still_leads_to_the_node_that_was_taken_out_is_wrong() -> None:
    asked = exercise(PARENTS, "Tree", "delete_min")
    slip = ("        if node.right is not None:\n", "        if node.right is not None and node.parent is not None:\n")
    told = report(asked, changed(PARENTS, slip), Rung.EXAMPLE)
    assert told.verdict is Verdict.REFUTED
    text = next(finding.text for finding in told.findings if finding.rung is Rung.EXAMPLE)
    assert "`parent` of 2 leads to 1; it should lead nowhere" in text


def test_both_stacks_of_a_queue_are_filled_and_shown() -> None:
    asked = exercise(STACKS, "Queue", "put get")
    always = changed(STACKS, ("        if not self.outbox:\n            while", "        if True:\n            while"))
    text = found(asked, always, Rung.EXAMPLE).text
    assert text.startswith("Before: inbox: 0; outbox: 1. `get()` should return 1")


@pytest.mark.parametrize(
    "slip",
    [
        ("            node.next.prev = node.prev\n", "            pass\n"),
        ("        if node.prev is None:\n", "        if node.prev is not None:\n"),
    ],
)
@pytest.mark.thorough
def test_the_place_is_where_a_change_mends_it(slip: tuple[str, str]) -> None:
    wrong = changed(DOUBLY, slip)
    line = wrong[: wrong.index(slip[1])].count("\n") + 1
    where = found(REMOVE, wrong, Rung.PLACE).where
    assert where is not None and getattr(where, "line", None) == line


def test_what_stops_with_an_error_and_is_not_mended_is_placed_where_it_stops() -> None:
    wrong = (
        "class Deque:\n    def __init__(self):\n        self.head = self.tail = None\n\n    def push(self, value):\n"
    )
    told = found(PUSH, wrong + "        raise KeyError(value)\n", Rung.PLACE)
    assert told.text == "Line 6 stops with `KeyError`."


def test_the_text_of_a_rung_is_the_same_whatever_else_is_shown() -> None:
    whole = {finding.rung: finding.text for finding in report(PUSH, NO_WAY_BACK, Rung.FIX).findings}
    assert {Rung.HINT, Rung.PATTERN, Rung.EXAMPLE, Rung.PLACE} <= whole.keys()
    for rung in (Rung.HINT, Rung.EXAMPLE, Rung.PLACE):
        some = {finding.rung: finding.text for finding in report(PUSH, NO_WAY_BACK, rung).findings}
        assert rung in some
        assert some.items() <= whole.items()


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ("[1].root", "other.root"),
        ("[0].root", "root"),
        ("root", "root"),
        ("[2].root", "[2].root"),
        ("rows[]", "rows[]"),
        (None, None),
    ],
)
def test_what_is_in_an_argument_is_called_by_its_name(entry: str | None, said: str | None) -> None:
    assert _in_an_argument(entry, ["other"]) == said


SKEW = """class Node:
    def __init__(self, key, left=None, right=None):
        self.key = key
        self.left = left
        self.right = right


class Heap:
    def __init__(self):
        self.root = None

    def push(self, key: int):
        self.root = self._meld(self.root, Node(key))

    def merge(self, other: "Heap"):
        self.root = self._meld(self.root, other.root)

    def _meld(self, one, two):
        if one is None:
            return two
        if two is None:
            return one
        if two.key < one.key:
            one, two = two, one
        one.left, one.right = self._meld(one.right, two), one.left
        return one
"""


@pytest.mark.some(1)
@pytest.mark.parametrize(("after", "entry"), [("self.root", "other.root"), ("other.root", "root")])
def test_of_two_structures_it_is_said_which_is_not_empty(after: str, entry: str) -> None:
    wrong = changed(SKEW, ("self._meld(self.root, other.root)", after))
    told = report(exercise(SKEW, "Heap", "merge"), wrong, Rung.PATTERN)
    texts = {finding.rung: finding.text for finding in told.findings}
    assert texts[Rung.PATTERN] == f"`merge` goes wrong when there is something at `{entry}`."
