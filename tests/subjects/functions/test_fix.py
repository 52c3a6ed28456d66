"""The smallest edit that makes a function right is told, and it does make it right."""

import re

import pytest

from tests.examining import Examiner, told
from viva.core.checking import check
from viva.core.ladder import Rung
from viva.core.submission import Submission
from viva.core.terms import Budget, Terms
from viva.subjects.functions.subject import Functions

from .conftest import exercise

LARGEST = """
def largest(numbers: list[int]) -> int:
    best = numbers[0]
    for number in numbers[1:]:
        if number > best:
            best = number
    return best
"""


def put_right(program: str, fix: str) -> str:
    """The program with the edit that the sentence tells."""
    found = re.fullmatch(r"Line (\d+): `(.*)` → `(.*)`", fix)
    assert found, fix
    lines = program.split("\n")
    number = int(found[1]) - 1
    assert found[2] in lines[number]
    lines[number] = lines[number].replace(found[2], found[3], 1)
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("right", "slip"),
    [
        ("number > best", "number < best"),
        ("numbers[0]", "numbers[1]"),
        ("best = number\n", "best = best\n"),
        ("return best", "return number"),
        ("numbers[1:]", "numbers[1:-1]"),
    ],
)
def test_what_undoes_a_slip_is_told_and_makes_the_function_right(
    examine_whole: Examiner, right: str, slip: str
) -> None:
    asked = exercise(LARGEST, "largest")
    wrong = LARGEST.replace(right, slip)
    report = examine_whole(asked, wrong)
    assert report.verdict == "refuted"
    fix = told(report, "fix")
    assert examine_whole(asked, put_right(wrong, fix.text)).verdict.right, fix.text


def test_no_fix_is_told_where_one_edit_is_not_enough(examine_whole: Examiner) -> None:
    wrong = LARGEST.replace("number > best", "number < best").replace("return best", "return best + 2")
    report = examine_whole(exercise(LARGEST, "largest"), wrong)
    assert [finding for finding in report.findings if finding.rung == "fix"] == []


def test_an_edit_that_only_fits_the_runs_that_were_looked_at_is_not_told(examine_whole: Examiner) -> None:
    reference = "def f(n: int) -> int:\n    return n if n != 1234 else 0\n"
    report = examine_whole(exercise(reference), "def f(n):\n    return n + 1\n")
    assert [finding.text for finding in report.findings if finding.rung == "fix"] == []


def test_a_fix_is_looked_for_only_where_it_may_be_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = exercise(LARGEST, "largest")
    monkeypatch.setattr("viva.subjects.functions.examine.smallest_fix", None)
    terms = Terms(budget=Budget(seconds=300.0), rung=Rung.PLACE)
    wrong = Submission.from_text(LARGEST.replace("number > best", "number < best"), "submission.py")
    assert check(Functions(), asked, wrong, terms).verdict == "refuted"
