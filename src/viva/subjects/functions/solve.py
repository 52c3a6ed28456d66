"""Model answers: the solution that the exercise names, the reference, or a right example."""

from __future__ import annotations

from viva.core.exercise import Exercise
from viva.core.fault import Fault
from viva.core.source import MANIFEST
from viva.core.submission import Submission
from viva.subjects.functions.model import Task

FILE = "submission.py"


def solve(exercise: Exercise) -> Submission:
    """The reference itself, unless the exercise forbids what it uses: then its solution, or a right example."""
    task = exercise.task_as(Task)
    if task.solution is not None:
        return Submission.from_text(task.solution, FILE)
    examples = [content for path, content in exercise.source.below("examples/right/").items() if path.endswith(".py")]
    if examples and (task.rules or task.reference is None):
        return Submission(FILE, {FILE: examples[0]})
    if task.reference is None:
        raise Fault(
            "there is no model answer", file=MANIFEST, remedy='name one with solution = "solution.py" in [functions]'
        )
    if task.reference_name != task.function:
        return Submission.from_text(f"{task.reference}\n\n{task.function} = {task.reference_name}\n", FILE)
    return Submission.from_text(task.reference, FILE)
