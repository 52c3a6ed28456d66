"""What a wrong program does instead, told on the rung of the place."""

from dataclasses import replace

import pytest

from tests.examining import TERMS, Examiner
from tests.subjects.console.conftest import exercise
from viva.core.ladder import Rung
from viva.core.report import Finding
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.services.checking import check
from viva.subjects.console.subject import Console

SUM = "[>x]^Z ( [>x]^Z <x_C = 0> E )->E [{sum(x_A)} >]"
MOST = "x = int(input())\nmost = x\nwhile x != 0:\n    x = int(input())\n    most = max(most, x)\nprint(most)\n"
NEGATIVE = "x = int(input())\nt = x\nwhile x > 0:\n    x = int(input())\n    t += x\nprint(t)\n"
IN_ITS_OWN_WAY = "x = int(input())\nt = x\nwhile x != 0:\n    x = int(input())\n    t += x * t % 7\nprint(t)\n"


def found(answer: str, settings: str = "", terms: Terms | None = None) -> list[Finding]:
    asked = exercise(SUM, settings)
    report = check(Console(), asked, Submission.from_text(answer, "a.py"), terms or replace(TERMS, rung=Rung.PLACE))
    return [finding for finding in report.findings if "as if" in finding.text or "als stünde" in finding.text]


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (MOST, "“Print the largest value read into `x`.” instead of “Print the sum of all values read into `x`.”"),
        (
            NEGATIVE,
            "“Repeat until `x` is at most 0 (ask this before each round, the first one too):” instead of “Repeat",
        ),
    ],
)
def test_it_is_said_what_the_program_does_instead(answer: str, said: str) -> None:
    (told,) = found(answer)
    assert told.rung == Rung.PLACE
    assert f"It behaves as if the task said {said}" in told.text


def test_nothing_is_said_of_a_program_that_follows_no_specification() -> None:
    assert not found(IN_ITS_OWN_WAY)
    assert not found(MOST.replace("print(most)", "print(0 if most == 4242 else most)"))


def test_it_is_said_in_german_too() -> None:
    (told,) = found(MOST, terms=replace(TERMS, rung=Rung.PLACE, locale="de"))
    assert "Es verhält sich, als stünde in der Aufgabe „Ausgabe: der größte in `x` gelesene Wert." in told.text


def test_students_are_not_told_the_words_of_a_secret_specification_and_teachers_are() -> None:
    for attempt in (1, 9):
        assert not found(MOST, "secret = true", replace(TERMS, attempt=attempt))
    (told,) = found(MOST, "secret = true")
    assert told.teacher


def test_it_is_not_worked_out_below_its_rung(examine: Examiner) -> None:
    assert not [one for one in examine(SUM, MOST).findings if one.rung == Rung.PLACE]
