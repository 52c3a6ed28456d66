"""Write a function that answers as the reference does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath

from viva.core.drawing import Drawing, Frames
from viva.core.exercise import Exercise
from viva.core.kinds import Asked
from viva.core.report import Report, Witness
from viva.core.source import Source
from viva.core.submission import Submission
from viva.core.table import Table
from viva.core.terms import Terms
from viva.engines.syntax.effort import effort, effort_in_words
from viva.languages.proofreading import proofread_program
from viva.subjects.functions.examine import Examination, examine
from viva.subjects.functions.model import Task
from viva.subjects.functions.notation import read_task


def read(settings: Table, source: Source) -> Asked:
    task = read_task(settings, source)
    return Asked(task, _difficulty(task), languages=task.languages)


def _difficulty(task: Task) -> float | None:
    """How much there is to decide and to repeat in the reference, or else in the model answer; where there is neither,
    how many properties there are."""
    source = task.question.reference or task.solution
    if source is None:
        return None if task.properties is None else float(task.properties.text.count("def "))
    suffix, function = PurePath(source.file or "").suffix, task.question.function
    found = effort(source.text, (function,)) if suffix == ".py" else effort_in_words(source.text, suffix, function)
    return None if found is None else float(found)


def proofread(exercise: Exercise, submission: Submission, terms: Terms) -> None:
    proofread_program(submission, exercise.task_as(Task).languages, terms)


def check(exercise: Exercise, submission: Submission, terms: Terms) -> Report:
    return examine(exercise, submission, terms, Examination.against_reference)


def vary(exercise: Exercise, seed: int) -> Iterator[Source]:
    from viva.subjects.functions.vary import variants  # noqa: PLC0415 a check does not need it

    return variants(exercise, seed)


def solve(exercise: Exercise) -> Submission:
    from viva.subjects.functions.solve import model  # noqa: PLC0415

    return model(exercise)


def draw(exercise: Exercise, thing: Submission | Witness | None) -> Drawing:
    from viva.subjects.functions.draw import draw  # noqa: PLC0415

    return draw(exercise, thing)


def frames(exercise: Exercise, submission: Submission, witness: Witness, terms: Terms) -> Frames | None:
    from viva.subjects.functions.frames import frames  # noqa: PLC0415

    return frames(exercise, submission, witness, terms)


def witness_of_input(exercise: Exercise, text: str, terms: Terms) -> Witness:
    from viva.subjects.functions.frames import witness_of_input  # noqa: PLC0415

    return witness_of_input(exercise, text, terms)
