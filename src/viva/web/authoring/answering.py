"""A worker's side of what authors ask: does the exercise keep its promises, and what is a student shown?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from viva.core.exercise import Exercise
from viva.core.json import Json
from viva.core.ladder import shown_up_to
from viva.core.subject import Subject
from viva.core.submission import Submission
from viva.core.text.escape import visible_line
from viva.grading.parcel import files_from_json, terms_from_json
from viva.services import checking
from viva.services.promises import check_promises
from viva.services.workers.worker import Answer, Said
from viva.showing.document import finite


def promises(subject: Subject, exercise: Exercise, task: Mapping[str, Any], answer: Answer) -> Said:
    """`outcomes`: what was tested, what came of it, and what is wrong or worth knowing."""
    found: list[Json] = []
    for each in check_promises(subject, exercise, terms_from_json(task["terms"])):
        answer({"doing": each.what})
        told = {"what": each.what, "came": each.came, "problem": each.problem, "warning": each.warning}
        found.append({key: value and visible_line(value) for key, value in told.items()})
    return {"outcomes": found}


def show_to_student(subject: Subject, exercise: Exercise, task: Mapping[str, Any], _answer: Answer) -> Said:
    """`report`: as it leaves for a student at the attempt that the terms name."""
    submission = Submission(task["name"], files_from_json(task["files"]))
    terms = terms_from_json(task["terms"])
    free = replace(terms, rung=shown_up_to(exercise.feedback, terms.attempt or 1, ()))  # what has a price is asked for
    report = checking.check(subject, exercise, submission, free)
    return {"report": finite(report.to_json())}
