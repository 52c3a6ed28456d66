"""A worker: a process that examines one submission after another and answers with one line of JSON each.

It may die at any time, by a hostile submission or by the machine; that is the pool's to notice. It never answers
for a submission twice, and whatever is raised in it becomes an answer: that an exercise cannot be read, which is done
when it is first asked for, and even what is meant to end a process.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, cast

from viva.core.deciding.leaving import leaving, reader_of
from viva.core.exercise import Exercise
from viva.core.json import Json
from viva.core.ladder import Rung
from viva.core.report import Report
from viva.core.subject import Subject
from viva.core.submission import Submission, Unreadable
from viva.core.terms import Terms
from viva.grading.parcel import Question, handed_in_from_json, terms_from_json
from viva.grading.reaching import flags
from viva.grading.row import Error
from viva.services import checking
from viva.services.registry import read_source
from viva.services.workers.worker import Answer
from viva.showing.document import finite


def work(start: Json, tasks: Iterator[Json], answer: Answer, _notes: memoryview) -> None:
    """Told `{questions, terms}` and then `{exercise, file, handed_in}` as tasks, it answers `{report}` or `{error}`."""
    told = cast("dict[str, Any]", start)
    terms = terms_from_json(told["terms"])
    questions: dict[str, Any] = told["questions"]
    known: dict[str, tuple[Subject, Exercise]] = {}
    for task in cast("Iterator[dict[str, Any]]", tasks):
        # Nothing that one submission brings about may cost another one its row, not even a report that is no JSON.
        try:
            name = task["exercise"]
            if name not in known:
                known[name] = read_question(Question.from_json(questions[name]))
            report = examine(*known[name], handed_in_from_json(task["handed_in"]), terms)
            answer({"report": finite(report.to_json())})
        except BaseException as problem:  # noqa: BLE001
            answer({"error": Error.of(problem, task["file"]).to_json()})


def read_question(question: Question) -> tuple[Subject, Exercise]:
    """The exercise that travelled here, with the points and the language that its course gives it."""
    subject, exercise = read_source(question.source)
    return subject, replace(
        exercise, points=question.points, feedback=replace(exercise.feedback, locale=question.locale)
    )


def examine(subject: Subject, exercise: Exercise, handed_in: Submission | Unreadable, terms: Terms) -> Report:
    """The teacher's report, with the score that the attempt leaves.

    It has every rung, also the fix that few policies tell a student: the teacher wants it, and equal mistakes are found
    by what mends them.
    """
    report = checking.examine(subject, exercise, handed_in, replace(terms, attempt=None, rung=Rung.FIX))
    scored = leaving(report, reader_of(exercise, terms.attempt))
    seen = flags(handed_in, terms.isolation, report.locale) if isinstance(handed_in, Submission) else ()
    return replace(report, attempt=terms.attempt, score=scored.score, findings=(*report.findings, *seen))
