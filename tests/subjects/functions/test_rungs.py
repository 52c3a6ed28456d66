"""Only what is shown is worked out; and what a rung says does not depend on what else is shown."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.examining import TERMS, wrong_examples
from tests.subjects.functions.conftest import exercise
from viva.core.ladder import Policy, Rung
from viva.core.report import Report
from viva.core.submission import Submission
from viva.engines.repair import checking
from viva.services.checking import check
from viva.services.examples import examples
from viva.services.registry import read_exercise
from viva.subjects.functions import explain, fix
from viva.subjects.functions.subject import Functions

EXERCISES = Path(__file__).parents[3] / "exercises" / "functions"
LARGEST = "def f(xs: list[int]) -> int:\n    best = 0\n    for x in xs:\n        best = max(best, x)\n    return best\n"
WRONG_LARGEST = "def f(xs):\n    best = 1\n    for x in xs:\n        best = max(best, x)\n    return best\n"


@pytest.fixture(autouse=True)
def _a_hint_is_about_what_mends_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explain, "ASKS", Rung.HINT)


@pytest.mark.some(1)
@pytest.mark.parametrize(("name", "path"), wrong_examples(EXERCISES))
def test_a_rung_says_the_same_at_every_attempt_and_to_the_teacher(name: str, path: str) -> None:
    subject, asked = read_exercise(EXERCISES / name)
    submission = next(each.submission for each in examples(asked) if each.path == path)
    by_one = replace(asked, feedback=Policy(tuple(Rung), per_attempt=1))
    whole = check(subject, by_one, submission, TERMS)
    for attempt in (1, 2, 4, 5):
        report = check(subject, by_one, submission, replace(TERMS, attempt=attempt))
        assert _decided(report) == _decided(whole)
        shown = by_one.feedback.rungs(attempt)
        assert _told(report) == {rung: said for rung, said in _told(whole).items() if rung is None or rung in shown}


def _decided(report: Report) -> tuple[object, ...]:
    """Details are the teacher's."""
    basis = report.evidence
    return report.verdict, report.reason, report.score, basis.method, basis.tests, basis.covered, basis.failed


def _told(report: Report) -> dict[Rung | None, list[tuple[object, ...]]]:
    told: dict[Rung | None, list[tuple[object, ...]]] = {}
    for finding in report.findings:
        told.setdefault(finding.rung, []).append((finding.text, finding.where, finding.witness, finding.comparison))
    return told


@pytest.mark.parametrize(
    ("rung", "ran"),
    [
        (Rung.VERDICT, set()),
        (Rung.HINT, {"likeness", "suspects", "find_repair", "places"}),
        (Rung.PLACE, {"likeness", "suspects", "find_repair", "places"}),
        (Rung.FIX, {"likeness", "suspects", "find_repair", "places", "fix", "_is_equal"}),
    ],
)
def test_what_runs_for_each_rung(rung: Rung, ran: set[str], monkeypatch: pytest.MonkeyPatch) -> None:
    seen: set[str] = set()
    for module, name in [
        (explain, "likeness"),
        (explain, "suspects"),
        (explain, "places"),
        (fix, "find_repair"),
        (fix, "fix"),
        (checking, "_is_equal"),
    ]:
        _note(monkeypatch, module, name, seen)
    report = check(
        Functions(), exercise(LARGEST), Submission.from_text(WRONG_LARGEST, "submission.py"), replace(TERMS, rung=rung)
    )
    assert report.verdict == "refuted"
    assert seen == ran


def _note(monkeypatch: pytest.MonkeyPatch, module: Any, name: str, seen: set[str]) -> None:
    real = getattr(module, name)

    def noted(*given: Any, **named: Any) -> Any:
        seen.add(name)
        return real(*given, **named)

    monkeypatch.setattr(module, name, noted)
