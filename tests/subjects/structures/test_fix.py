"""A fix keeps what was written, is run anew as a whole, and breaks no other method."""

import pytest

from tests.subjects.structures.programs import DOUBLY, changed, exercise, report
from viva.core.exercise import Exercise
from viva.core.ladder import Rung
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.core.verdict import Verdict
from viva.engines.repair import Checked
from viva.services.registry import subject_named
from viva.subjects.structures import explain, fix
from viva.subjects.structures.judge import Bench
from viva.subjects.structures.model import Judged
from viva.subjects.structures.suite import Prepared

LIST = """class Node:
    def __init__(self, value, next=None):
        self.value = value
        self.next = next


class LinkedList:
    def __init__(self):
        self.head = None

    def insert(self, value):
        if self.head is None or not self.head.value < value:
            self.head = Node(value, self.head)
            return
        node = self.head
        while node.next is not None and node.next.value < value:
            node = node.next
        node.next = Node(value, node.next)
"""
OWN_NAMES = """class LinkedList:
    def __init__(self):
        self.head = None

    def insert(self, number):
        if self.head is None or number <= self.head.value:
            self.head = Node(number, self.head)
            return
        here = self.head  # where we are
        while here.next is not None and here.next.value < number:
            here = here.next
        here.next = Node(number)
"""


def applied(text: str, diff: str) -> str:
    """A unified diff with one line of context, put into a text."""
    lines, found, at = text.split("\n"), [], 0
    for line in diff.splitlines():
        if line.startswith("@@"):
            start = int(line.split()[1].split(",")[0].lstrip("-")) - 1
            found += lines[at:start]
            at = start
        elif line.startswith("+"):
            found.append(line[1:])
        else:
            at += 1
            found += [] if line.startswith("-") else [line[1:]]
    return "\n".join([*found, *lines[at:]])


def fixed(asked: Exercise, text: str) -> str | None:
    told = next((each for each in report(asked, text, Rung.FIX).findings if each.rung is Rung.FIX), None)
    if told is None:
        return None
    assert told.witness is not None
    return applied(text, str(told.witness.fields["diff"]))


def verdict(asked: Exercise, text: str) -> Verdict:
    subject = subject_named("structures")
    return subject.check(asked, Submission.from_text(text, "submission.py"), Terms(rung=Rung.VERDICT)).verdict


def test_the_fix_keeps_names_and_comments_and_passes_whole() -> None:
    asked = exercise(LIST, "LinkedList", "insert")
    after = fixed(asked, OWN_NAMES)
    assert after is not None
    assert after == OWN_NAMES.replace("Node(number)\n", "Node(number, here.next)\n")
    assert verdict(asked, after) is Verdict.PASSED


@pytest.mark.thorough
def test_one_wrong_method_is_mended_and_the_others_stay_right() -> None:
    asked = exercise(DOUBLY, "Deque", "push remove")
    wrong = changed(DOUBLY, ("            self.tail = node.prev\n", "            pass\n"))
    after = fixed(asked, wrong)
    assert after is not None
    assert verdict(asked, after) is Verdict.PASSED
    assert after.partition("    def remove")[0] == wrong.partition("    def remove")[0]


def test_a_change_that_breaks_another_method_is_no_fix(monkeypatch: pytest.MonkeyPatch) -> None:
    """All that is judged is asked for again: of the wrong method every call, of the others what was right."""
    asked = exercise(DOUBLY, "Deque", "push remove")
    wrong = changed(DOUBLY, ("            self.tail = node.prev\n", "            pass\n"))
    breaks = changed(DOUBLY, ("        node.prev = self.tail\n", ""))
    answers: dict[str, object] = {}

    def judged_only(
        bench: Bench, ready: object, judged: Judged, reference: str, begin: int, others: list[tuple[object, object]]
    ) -> None:
        answers[judged.asked.method] = {
            "right": fix.judgement(bench, judged, others)(DOUBLY) is not None,  # type: ignore[arg-type]
            "breaks": fix.judgement(bench, judged, others)(breaks),  # type: ignore[arg-type]
            "alone": fix.judgement(bench, judged, ())(breaks) is not None,
        }

    monkeypatch.setattr(explain, "find_repair", judged_only)
    report(asked, wrong, Rung.PLACE)
    assert answers == {"remove": {"right": True, "breaks": None, "alone": True}}


TRIMMED = """class Node:
    def __init__(self, key):
        self.key = key
        self.left = None
        self.right = None


class Tree:
    def __init__(self):
        self.root = None

    def add(self, key):
        if self.root is None:
            self.root = Node(key)
            return
        node = self.root
        while True:
            if key == node.key:
                return
            if key < node.key:
                if node.left is None:
                    node.left = Node(key)
                    return
                node = node.left
            else:
                if node.right is None:
                    node.right = Node(key)
                    return
                node = node.right

    def trim(self, lo, hi):
        def t(node):
            if node is None:
                return None
            if node.key < lo:
                return t(node.right)
            if node.key > hi:
                return t(node.left)
            node.left = t(node.left)
            node.right = t(node.right)
            return node
        self.root = t(self.root)
"""


@pytest.mark.thorough
def test_a_fix_is_held_against_all_that_it_would_be_judged_on_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each round of `t` drops one level only: three of them are enough for all calls of the submission, not for all."""
    asked = exercise(TRIMMED, "Tree", "add trim")
    wrong = changed(TRIMMED, ("return t(node.right)", "return node.right"), ("return t(node.left)", "return node.left"))
    often = changed(wrong, ("t(self.root)", "t(t(t(self.root)))"))
    answers: list[object] = []

    def judged_only(
        bench: Bench, ready: Prepared, judged: Judged, reference: str, begin: int, *, others: object
    ) -> None:
        answers.extend(fix.judgement(bench, judged, (), ready)(text) for text in (often, TRIMMED))

    monkeypatch.setattr(explain, "find_repair", judged_only)
    report(asked, wrong, Rung.FIX)
    assert [isinstance(each, Checked) for each in answers] == [False, True]
