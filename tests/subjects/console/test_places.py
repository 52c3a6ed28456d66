"""Where to look in a console program: what mends, what wrote, and what that depends on in the failing run."""

from dataclasses import replace

from tests.examining import TERMS, told
from tests.subjects.console.conftest import exercise
from viva.core.report import Finding, Report
from viva.core.submission import Submission
from viva.core.where import Passage
from viva.services.checking import check
from viva.subjects.console.subject import Console

SUM = "[>n]^{0..2} ( [>x]^{-3..3} <len(x_A) = n_C> E )->E [{sum(x_A)} >]"
LARGEST = "[>a]^{-9..9} [>b]^{-9..9} [>c]^{-9..9} [{max([a_C, b_C, c_C])} >]"


def checked(asked: str, program: str, attempt: int | None = None) -> Report:
    answer = Submission.from_text(program, "submission.py")
    return check(Console(), exercise(asked), answer, replace(TERMS, attempt=attempt))


def place(asked: str, program: str) -> Finding:
    return told(checked(asked, program), "place")


def line(found: Finding) -> int | None:
    assert isinstance(found.where, Passage)
    return found.where.line


def test_the_line_of_a_change_with_which_every_test_passes_comes_first() -> None:
    program = "n = int(input())\nt = 1\nfor i in range(n):\n    t += int(input())\nprint(t)\n"
    found = place(SUM, program)
    assert line(found) == 2
    assert "line 2: a small change there makes every test pass" in found.text
    assert "The wrong output comes from line 5" in found.text


def test_a_student_is_told_the_place_and_not_the_change() -> None:
    program = "n = int(input())\nt = 1\nfor i in range(n):\n    t += int(input())\nprint(t)\n"
    report = checked(SUM, program, attempt=9)
    assert line(told(report, "place")) == 2
    assert not [one for one in report.findings if one.rung == "fix"]


def test_what_is_printed_depends_on_the_lines_that_the_failing_run_was_in() -> None:
    program = (
        "a = int(input())\nb = int(input())\nc = int(input())\n"
        "if a > b:\n    m = a\nelse:\n    m = b * b\n    m = m + c\nprint(m)\n"
    )
    found = place(LARGEST, program)
    assert line(found) == 9
    assert "The wrong output comes from line 9. What happens there depends on lines" in found.text
    witness = told(checked(LARGEST, program), "example").witness
    assert witness is not None
    inputs = witness.fields["inputs"]
    assert isinstance(inputs, list)
    first, second = (int(str(value)) for value in inputs[:2])
    assert ("5" in found.text.split("depends on")[1]) == (first > second)


def test_a_constant_that_is_printed_depends_on_nothing() -> None:
    found = place("[>a]^{0..9} [{a_C} >]", "input()\nprint('x')\n")
    assert found.text == "The wrong output comes from line 2."
