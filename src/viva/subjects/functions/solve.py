"""Model answers: the solution that the exercise names, the reference, or a right example."""

from __future__ import annotations

from viva.core.exercise import Exercise
from viva.core.fault import Fault
from viva.core.source import MANIFEST
from viva.core.submission import Submission
from viva.languages.finding import language_for, language_named, suffixes
from viva.subjects.functions.model import Task


def solve(exercise: Exercise) -> Submission:
    """The reference itself, unless the exercise forbids what it uses: then its solution, or a right example."""
    task = exercise.task_as(Task)
    if task.solution is not None:
        return _answer(task.solution.text.encode(), task.solution.language)
    right = exercise.source.below("examples/right/")
    examples = [path for path in right if path.endswith(suffixes(task.languages))]
    reference = task.question.reference
    if examples and (task.rules or reference is None):
        return _answer(right[examples[0]], language_for(examples[0], task.languages).name)
    if reference is None:
        raise Fault(
            "there is no model answer", file=MANIFEST, remedy='name one with solution = "solution.py" in [functions]'
        )
    if reference.function == task.function:
        return _answer(reference.text.encode(), reference.language)
    renamed = task.teachers_language.renamed(reference.text, reference.function, task.function)
    return _answer(renamed.encode(), reference.language)


def _answer(content: bytes, language: str) -> Submission:
    file = f"submission{language_named(language).suffixes[0]}"
    return Submission(file, {file: content})
