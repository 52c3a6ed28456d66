"""The model answer: the reference itself."""

from __future__ import annotations

from viva.core.exercise import Exercise
from viva.core.submission import Submission
from viva.subjects.structures.model import Task


def model(exercise: Exercise) -> Submission:
    task = exercise.task_as(Task)
    return Submission.from_text(task.reference, "submission.py")
