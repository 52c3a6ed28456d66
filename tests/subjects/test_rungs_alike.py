"""A rung says the same whenever it is shown, and what is not shown is not worked out."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from viva.core.deciding.following import Follower, followed_by
from viva.core.exercise import Exercise
from viva.core.ladder import Policy, Rung
from viva.core.report import Report
from viva.core.subject import Subject
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.services.checking import check
from viva.services.examples import examples
from viva.services.registry import read_exercise, read_source, template

SUBJECTS = ("assembly", "automata", "console", "functions", "harmony", "hybrid", "labs", "machines", "structures")
SLOWEST = ("assembly", "structures", "labs")
SHIPPED = sorted(path.parent for path in Path("exercises").glob("*/*/exercise.toml"))
EACH = Policy(ladder=tuple(Rung), per_attempt=1)
"""The policy with which every rung is the highest once."""
COSTLY = ("place", "repair")


def wrong(subject: Subject, exercise: Exercise) -> tuple[Subject, Exercise, Submission]:
    found = next(each.submission for each in examples(exercise) if "/wrong/" in each.path)
    return subject, replace(exercise, feedback=EACH), found


@cache
def of_template(name: str) -> tuple[Subject, Exercise, Submission]:
    return wrong(*read_source(template(name)))


def texts(report: Report, found: dict[Rung, list[str]] | None = None) -> dict[Rung, list[str]]:
    """What is said on each rung, in the parts of a report, too."""
    found = defaultdict(list) if found is None else found
    for finding in report.findings:
        if finding.rung is not None:
            found[finding.rung].append(finding.text)
    for part in report.parts:
        texts(part, found)
    return found


@cache
def teachers(name: str) -> Report:
    return check(*of_template(name), Terms())


@pytest.mark.some(4)
@pytest.mark.parametrize("attempt", range(1, len(Rung) + 1))
@pytest.mark.parametrize(
    "name", [pytest.param(each, marks=[pytest.mark.thorough] if each in SLOWEST else []) for each in SUBJECTS]
)
def test_a_rung_says_the_same_at_every_attempt_and_to_the_teacher(name: str, attempt: int) -> None:
    report, whole = check(*of_template(name), Terms(attempt=attempt)), teachers(name)
    shown = set(tuple(Rung)[:attempt])
    assert (report.verdict, report.reason) == (whole.verdict, whole.reason)
    assert texts(report) == {rung: told for rung, told in texts(whole).items() if rung in shown}


@pytest.mark.thorough
@pytest.mark.parametrize("folder", SHIPPED, ids=str)
def test_a_rung_of_a_shipped_exercise_says_the_same_at_every_attempt(folder: Path) -> None:
    asked = wrong(*read_exercise(folder))
    whole = texts(check(*asked, Terms()))
    for attempt in range(1, len(Rung)):
        shown = set(tuple(Rung)[:attempt])
        told = {rung: said for rung, said in whole.items() if rung in shown}
        assert texts(check(*asked, Terms(attempt=attempt))) == told, attempt


def done(name: str, rung: Rung | None) -> Sequence[str]:
    """What a check of a wrong submission is busy with, where no more than this rung is wanted."""
    found: list[str] = []
    with followed_by(Follower(doing=found.append)):
        check(*of_template(name), Terms(rung=rung))
    return found


@pytest.mark.parametrize(
    "name",
    ["console", *(pytest.param(each, marks=pytest.mark.thorough) for each in ("functions", "structures"))],
)
def test_nobody_looks_for_what_mends_where_only_the_verdict_is_told(name: str) -> None:
    verdict, whole = done(name, Rung.VERDICT), done(name, None)
    assert verdict
    assert set(verdict).isdisjoint(COSTLY)
    assert set(verdict) <= set(whole)
    assert not set(whole).isdisjoint(COSTLY)


@pytest.mark.parametrize("name", ["console", "labs"])
def test_who_waits_for_a_slow_subject_is_told_what_is_being_done(name: str) -> None:
    assert "tests" in done(name, Rung.VERDICT)
