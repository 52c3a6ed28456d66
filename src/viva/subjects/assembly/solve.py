"""Model answers: annotations that are a proof, and programs that do what is asked."""

from __future__ import annotations

from viva.core.exercise import Exercise
from viva.core.fault import Fault
from viva.core.source import MANIFEST
from viva.core.submission import Submission
from viva.subjects.assembly.model import Task

_RIGHT = "examples/right/"


def model(exercise: Exercise) -> Submission:
    """The solution of the teacher, or else the first example that is right."""
    task = exercise.task_as(Task)
    if task.solution is not None:
        return Submission.from_text(task.solution, "solution.inv")
    for file, content in sorted(exercise.source.below(_RIGHT).items()):
        return Submission(file, {file: content})
    raise Fault(
        "there is no model answer",
        MANIFEST,
        remedy='name one with solution = "solution.inv", or put one in examples/right',
    )


def model_program(exercise: Exercise) -> Submission:
    task = exercise.task_as(Task)
    if not task.text:
        return Submission(task.program_file, {task.program_file: exercise.source.files[task.program_file]})
    return Submission.from_text(task.text, task.program_file)
