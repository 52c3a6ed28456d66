"""A loaded machine changes no report: nothing that decides rests on the clock on the wall."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from viva.core.exercise import Exercise
from viva.core.report import Report
from viva.core.subject import Subject
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.services.checking import examine
from viva.services.examples import examples
from viva.services.registry import read_exercise, read_source, template

SUBJECTS = ("assembly", "automata", "console", "functions", "harmony", "hybrid", "labs", "machines", "structures")
SHIPPED = sorted(path.parent for path in Path("exercises").glob("*/*/exercise.toml"))
SLOWEST = ("assembly", "structures")
_LOOPS = 4


@contextmanager
def loaded() -> Iterator[None]:
    """Beside processes that never rest, more of them than there are cores."""
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(_LOOPS)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def told(subject: Subject, exercise: Exercise, submission: Submission) -> str:
    report = untimed(examine(subject, exercise, submission, Terms()))
    return json.dumps(report.to_json(), sort_keys=True)


def untimed(report: Report) -> Report:
    return replace(report, seconds=0.0, parts=tuple(map(untimed, report.parts)))


@pytest.mark.some(3)
@pytest.mark.parametrize(
    "name", [pytest.param(each, marks=[pytest.mark.thorough] if each in SLOWEST else []) for each in SUBJECTS]
)
def test_a_report_is_the_same_beside_busy_loops(name: str) -> None:
    subject, exercise = read_source(template(name))
    wrong = next(each for each in examples(exercise) if "/wrong/" in each.path)
    quiet = told(subject, exercise, wrong.submission)
    with loaded():
        assert told(subject, exercise, wrong.submission) == quiet


@pytest.mark.thorough
@pytest.mark.parametrize("folder", SHIPPED, ids=str)
def test_every_report_on_a_shipped_example_is_the_same_beside_busy_loops(folder: Path) -> None:
    subject, exercise = read_exercise(folder)
    found = examples(exercise)
    quiet = [told(subject, exercise, each.submission) for each in found]
    with loaded():
        for each, before in zip(found, quiet, strict=True):
            assert told(subject, exercise, each.submission) == before, each.path
