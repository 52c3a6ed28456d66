"""Model answers: the solution that the exercise names, the reference, or a right example."""

from __future__ import annotations

from pathlib import PurePosixPath

from viva.core.exercise import Exercise
from viva.core.fault import Fault
from viva.core.source import MANIFEST
from viva.core.submission import Submission
from viva.languages.finding import suffixes
from viva.subjects.functions.model import Task


def solve(exercise: Exercise) -> Submission:
    """The reference itself, unless the exercise forbids what it uses: then its solution, or a right example."""
    task = exercise.task_as(Task)
    file = f"submission{task.reference_language.suffixes[0]}"
    if task.solution is not None:
        return Submission.from_text(task.solution, file)
    known = suffixes(task.languages)
    examples = [path for path in exercise.source.below("examples/right/") if path.endswith(known)]
    if examples and (task.rules or task.reference is None):
        name = f"submission{PurePosixPath(examples[0]).suffix}"
        return Submission(name, {name: exercise.source.below("examples/right/")[examples[0]]})
    if task.reference is None:
        raise Fault(
            "there is no model answer", file=MANIFEST, remedy='name one with solution = "solution.py" in [functions]'
        )
    if task.reference_name != task.function:
        model = task.reference_language.renamed(task.reference, task.reference_name, task.function)
        return Submission.from_text(model, file)
    return Submission.from_text(task.reference, file)
