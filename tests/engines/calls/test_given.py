"""Classes that arguments are made of need not stand in the file of a submission."""

import pytest

from tests.examining import Examiner
from tests.subjects.functions.conftest import exercise
from viva.core.verdict import Verdict
from viva.subjects.functions.subject import Functions

CHAIN = """from __future__ import annotations

from dataclasses import dataclass


class Valued:
    value: int


@dataclass
class Cell(Valued):
    value: int
    next: Cell | None = None


def f(head: Cell | None) -> int:
    return 0 if head is None else head.value + f(head.next)
"""
RIGHT = """def f(head):
    total = 0
    while head:
        total, head = total + head.value, head.next
    return total
"""
ANNOTATED = "def g(head: Cell):\n    return 0\n"
SETTINGS = "search = 10\n"


@pytest.fixture
def examine() -> Examiner:
    return Examiner(Functions(), lambda reference: exercise(reference, settings=SETTINGS))


@pytest.mark.some(1)
@pytest.mark.parametrize("begin", ["", "from __future__ import annotations\n", "# a remark\n\n"])
def test_a_function_without_the_class_is_judged_by_what_it_does(examine: Examiner, begin: str) -> None:
    right = examine(CHAIN, begin + RIGHT)
    assert right.verdict.right
    assert not right.findings
    wrong = examine(CHAIN, begin + RIGHT.replace("total = 0", "total = 1"))
    assert wrong.verdict is Verdict.REFUTED and wrong.reason == "wrong"


@pytest.mark.parametrize("program", [ANNOTATED.replace("g", "f"), "Cell = 3\n" + RIGHT, ANNOTATED + RIGHT])
def test_where_the_class_cannot_be_added_the_student_is_asked_for_it(examine: Examiner, program: str) -> None:
    report = examine(CHAIN, program)
    assert (report.verdict, report.reason) == (Verdict.REJECTED, "missing_class")
    assert "`Cell`" in report.findings[0].text


def test_what_is_no_program_stays_none(examine: Examiner) -> None:
    assert examine(CHAIN, "").reason == "empty"
    broken = examine(CHAIN, "def f(head:\n    return 0\n")
    assert broken.reason == "syntax_error"
    assert "class Cell" not in str(broken.findings)
