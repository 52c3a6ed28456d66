"""The model answer is the teacher's controller."""

from viva.core.exercise import Exercise
from viva.core.submission import Submission
from viva.subjects.labs.model import Task


def solve(exercise: Exercise) -> Submission:
    task = exercise.task_as(Task)
    return Submission.from_text(task.reference, "controller.py")
