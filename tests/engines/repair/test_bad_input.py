"""What is no wrong program with a right reference: it is told as what it is, and no fix is invented."""

import pytest

from tests.examining import Examiner, told
from tests.subjects.functions.conftest import exercise
from viva.core.fault import Fault
from viva.core.ladder import Rung
from viva.core.report import Report
from viva.core.where import Passage
from viva.engines.calls import sandbox_of
from viva.languages import python
from viva.languages.edits import put_in
from viva.subjects.functions.subject import Functions

REFERENCE = "def f(xs: list[int]) -> int:\n    total = 0\n    for x in xs:\n        total += x\n    return total\n"


def _examined(wrong: str) -> Report:
    return Examiner(Functions(), exercise, rung=Rung.FIX)(exercise(REFERENCE), wrong)


def _fixes(report: Report) -> list[str]:
    return [finding.text for finding in report.findings if finding.rung is Rung.FIX]


def test_a_reference_that_fails_its_own_tests_is_the_teachers_fault() -> None:
    documented = REFERENCE.replace(":\n    total", ':\n    """\n    >>> f([1, 2])\n    4\n    """\n    total', 1)
    with pytest.raises(Fault, match="the reference gives 3"):
        Examiner(Functions(), exercise, rung=Rung.FIX)(exercise(documented), REFERENCE)


@pytest.mark.thorough
def test_no_fix_is_invented_for_what_does_not_fail() -> None:
    report = _examined("def f(numbers):\n    return sum(numbers)\n")
    assert report.verdict.right
    assert not _fixes(report)


@pytest.mark.parametrize("wrong", ["x = 1\n", REFERENCE.replace("def f", "def summe"), "", "def f: pass\n"])
def test_a_function_that_is_not_there_gets_no_fix_but_its_name(wrong: str) -> None:
    report = _examined(wrong)
    assert report.verdict == "rejected"
    assert not any("total" in text for text in _fixes(report))


def test_a_function_that_is_not_started_gets_no_reference() -> None:
    report = _examined("def f(xs):\n    pass\n")
    assert report.verdict == "refuted"
    assert _fixes(report) == ["The function is not written yet, so there is nothing to change in it."]


@pytest.mark.thorough
def test_two_thousand_lines_are_examined_and_get_a_place_but_no_fix() -> None:
    idle = "".join(f"    a{number} = {number}\n" for number in range(2000))
    report = _examined(f"def f(xs):\n{idle}    return sum(xs) + 1\n")
    assert report.verdict == "refuted"
    assert not _fixes(report)
    assert "not written yet" not in told(report, "hint").text
    place = told(report, "place").where
    assert isinstance(place, Passage) and place.line == 2002


def test_what_never_ends_on_any_input_is_told_so_with_its_loop() -> None:
    report = _examined("def f(xs):\n    total = 0\n    while True:\n        total += len(xs)\n    return total\n")
    assert (report.verdict, report.reason) == ("refuted", "no_end")
    assert told(report, "place").text.startswith("Line 3 is run again and again.")


def test_names_that_only_look_alike_are_told_as_that() -> None:
    odd = "t\N{CYRILLIC SMALL LETTER O}tal"
    report = _examined(REFERENCE.replace("return total", f"return {odd}"))
    assert "look alike" in told(report, "place").text
    assert "look alike" in _fixes(report)[0]
    named = Examiner(Functions(), exercise)(
        exercise(REFERENCE.replace("def f", "def total"), "total"), REFERENCE.replace("def f", f"def {odd}")
    )
    assert named.verdict == "rejected"
    assert "of another alphabet" in named.findings[0].text


@pytest.mark.parametrize(
    ("text", "most"),
    [
        ("def f(xs)\n    return sum(xs)\n", 1),
        ("def f(xs:\n    return sum(xs)\n", 1),
        ("def f(xs):\n    return sum(xs\n", 1),
        ("def f(xs):\nreturn sum(xs)\n", 1),
        ("def f(xs)\n    return sum(xs\n", 2),
        ("def f(xs:\n    if xs = []:\n        return 0\n    return sum(xs)\n", 2),
        ("def f(xs):\n    if xs = []\n        return 0\n    return sum(xs)\n", 2),
    ],
)
def test_a_text_that_is_no_program_becomes_one_with_at_most_two_pieces(text: str, most: int) -> None:
    with sandbox_of(python) as sandbox:
        found = python.mends.completions(sandbox, text, 20)
    assert found
    assert len(found[0].pieces) <= most
    for change in found:
        compile(put_in(text, change.pieces), "text", "exec")
