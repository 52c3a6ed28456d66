"""A report comes step by step: what was told stays, nothing leaves that is not due, and the last is the whole."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.examining import TERMS
from viva.core.fault import Fault
from viva.core.ladder import Rung
from viva.core.report import Report
from viva.core.subject import Subject
from viva.core.terms import Terms
from viva.services.checking import check, check_stepwise
from viva.services.examples import examples
from viva.services.registry import read_exercise

EXERCISES = Path(__file__).parents[2] / "exercises"
ALL, FIRST = replace(TERMS, rung=Rung.EXAMPLE), replace(TERMS, attempt=1)
ASKED = [
    ("functions/count-above", "wrong", ALL),
    ("functions/count-above", "wrong", FIRST),
    ("functions/leap-year", "right", FIRST),
    ("automata/ends-in-00", "wrong", ALL),
    ("automata/ends-in-00", "wrong", FIRST),
    ("machines/crossing", "wrong", ALL),
    ("machines/crossing", "wrong", FIRST),
]
FURTHER = [
    ("functions/leap-year", "right", ALL),
    *((f"functions/{name}", "wrong", terms) for name in ("leap-year", "sorting") for terms in (ALL, FIRST)),
]


@pytest.mark.parametrize(
    ("path", "kind", "terms"), [*ASKED, *(pytest.param(*each, marks=pytest.mark.thorough) for each in FURTHER)]
)
def test_the_last_report_is_that_of_a_check_and_none_before_says_otherwise(path: str, kind: str, terms: Terms) -> None:
    subject, exercise = read_exercise(EXERCISES / path)
    submission = next(each.submission for each in examples(exercise) if kind in each.path)
    whole = check(subject, exercise, submission, terms)
    *before, last = list(check_stepwise(subject, exercise, submission, terms))
    assert replace(last, seconds=0.0) == replace(whole, seconds=0.0)
    told: set[tuple[Rung | None, str]] = set()
    for report in before:
        assert (report.verdict, report.reason, report.score) == (whole.verdict, whole.reason, whole.score)
        assert told <= said(report)
        told = said(report)
    assert told <= said(last)
    if path == "functions/count-above":
        # The verdict comes first, then what needs no repair: not the hint, which is all there is at the first attempt.
        assert [len(said(report)) > 0 for report in before] == ([False] if terms.attempt == 1 else [False, True])


def said(report: Report) -> set[tuple[Rung | None, str]]:
    return {(finding.rung, finding.text) for finding in report.findings}


def test_a_fault_is_raised_where_the_report_was_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    subject, exercise = read_exercise(EXERCISES / "automata/ends-in-00")

    def faulty(*_: object) -> Report:
        raise Fault("the exercise is wrong")

    monkeypatch.setattr(type(subject), "check", faulty)
    given: Subject = subject
    with pytest.raises(Fault, match="the exercise is wrong"):
        list(check_stepwise(given, exercise, examples(exercise)[0].submission, TERMS))
