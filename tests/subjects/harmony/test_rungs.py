"""What a rung says does not depend on what else is shown."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.examining import TERMS, wrong_examples
from viva.core.ladder import Policy, Rung
from viva.core.report import Report
from viva.services.checking import check
from viva.services.examples import examples
from viva.services.registry import read_exercise

EXERCISES = Path(__file__).parents[3] / "exercises" / "harmony"


@pytest.mark.some(3)
@pytest.mark.parametrize(("name", "path"), wrong_examples(EXERCISES))
def test_a_rung_says_the_same_at_every_attempt_and_to_the_teacher(name: str, path: str) -> None:
    subject, asked = read_exercise(EXERCISES / name)
    submission = next(each.submission for each in examples(asked) if each.path == path)
    by_one = replace(asked, feedback=Policy(tuple(Rung), per_attempt=1))
    whole = check(subject, by_one, submission, TERMS)
    for attempt in (1, 2, 4, 5):
        report = check(subject, by_one, submission, replace(TERMS, attempt=attempt))
        assert (report.verdict, report.reason, report.score) == (whole.verdict, whole.reason, whole.score)
        shown = by_one.feedback.rungs(attempt)
        assert _told(report) == {rung: said for rung, said in _told(whole).items() if rung is None or rung in shown}


def _told(report: Report) -> dict[Rung | None, list[tuple[object, ...]]]:
    told: dict[Rung | None, list[tuple[object, ...]]] = {}
    for finding in report.findings:
        told.setdefault(finding.rung, []).append((finding.text, finding.where, finding.witness, finding.comparison))
    return told
