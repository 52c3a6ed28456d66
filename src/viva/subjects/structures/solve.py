"""The model answer: the reference itself."""

from __future__ import annotations

from viva.core.exercise import Exercise
from viva.core.submission import Submission
from viva.engines.heaps.layout import language_of
from viva.subjects.structures.model import Task


def model(exercise: Exercise) -> Submission:
    task = exercise.task_as(Task)
    return Submission.from_text(task.reference, f"submission{language_of(task.file).suffixes[0]}")
