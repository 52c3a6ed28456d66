"""With much less time than it needs, every check ends with a sentence and a verdict: no traceback, and nothing that is
refuted for want of time."""

import sys
import time
from functools import cache

import pytest

from viva.cli.examples import examples
from viva.core.exercise import Exercise
from viva.core.subject import Subject
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.core.verdict import Verdict
from viva.services.checking import check
from viva.services.registry import read_source, template

SUBJECTS = ("assembly", "automata", "console", "functions", "harmony", "hybrid", "labs", "machines", "structures")


@cache
def needed(name: str, kind: str) -> tuple[Subject, Exercise, Submission, Verdict, float]:
    """An example of a template, its verdict, and the seconds it takes, more or less."""
    subject, exercise = read_source(template(name))
    submission = next(each.submission for each in examples(exercise) if f"/{kind}/" in each.path)
    check(subject, exercise, submission, Terms())
    before = time.monotonic()
    verdict = check(subject, exercise, submission, Terms()).verdict
    return subject, exercise, submission, verdict, time.monotonic() - before


@pytest.mark.parametrize("share", [0.0001, 0.01, 0.1, 0.5])
@pytest.mark.parametrize("kind", ["right", "wrong"])
@pytest.mark.parametrize("name", SUBJECTS)
def test_a_check_with_too_little_time_ends_with_a_sentence(
    name: str, kind: str, share: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    subject, exercise, submission, verdict, seconds = needed(name, kind)
    unheard: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", unheard.append)
    report = check(subject, exercise, submission, Terms.of(seconds=max(1e-6, share * seconds)))
    assert not unheard
    right = {Verdict.PASSED, Verdict.PROVED, Verdict.UNDECIDED}
    assert report.verdict in (right if verdict.right else {verdict, Verdict.UNDECIDED})
    if report.verdict is Verdict.UNDECIDED:
        assert report.score is None
        assert report.findings and report.findings[0].text
