"""The examples that an exercise carries: what its author has thought of, examined by who examines submissions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from viva.core.exercise import Exercise
from viva.core.json import Json
from viva.core.records import dataclass
from viva.core.report import Report
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.grading.batch import GRACE
from viva.grading.parcel import Question, handed_in_to_json, terms_to_json
from viva.services.examples import examples
from viva.services.executors.executor import Executor, answers
from viva.services.workers.worker import Lost, Post


@dataclass(frozen=True, slots=True)
class Foreseen:
    """`report` is None where it could not be examined."""

    name: str
    right: bool
    submission: Submission
    report: Report | None


def post_for(exercise: Exercise, terms: Terms) -> Post:
    """What a worker is to be for the examples of an exercise."""
    question = Question(exercise.source, exercise.points, exercise.feedback.locale).to_json()
    start: dict[str, Json] = {"questions": {exercise.name: question}, "terms": terms_to_json(terms)}
    return Post("viva.grading.worker:work", start, wall=GRACE + terms.budget.wall)


def examined_examples(exercise: Exercise, executor: Executor[Foreseen]) -> list[Foreseen]:
    """In the order of their names."""
    return sorted(_examined(exercise, executor), key=lambda each: each.name)


def _examined(exercise: Exercise, executor: Executor[Foreseen]) -> Iterator[Foreseen]:
    asked = [Foreseen(each.path, each.right, each.submission, None) for each in examples(exercise)]
    tasks = ((each, _task(exercise, each)) for each in asked)
    for each, said in answers(tasks, executor):
        report = None if isinstance(said, Lost) else said.get("report")
        known = Report.from_json(cast("dict[str, Json]", report)) if report else None
        yield Foreseen(each.name, each.right, each.submission, known)


def _task(exercise: Exercise, each: Foreseen) -> Json:
    return {"exercise": exercise.name, "file": each.name, "handed_in": handed_in_to_json(each.submission)}
