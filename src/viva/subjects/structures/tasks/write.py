"""Write the methods of a class."""

from __future__ import annotations

from collections.abc import Iterator

from viva.core.drawing import Drawing, Frames
from viva.core.exercise import Exercise
from viva.core.kinds import Asked
from viva.core.report import Report, Witness
from viva.core.source import Source
from viva.core.submission import Submission
from viva.core.table import Table
from viva.core.terms import Terms
from viva.engines.syntax.effort import effort
from viva.subjects.structures.model import Task
from viva.subjects.structures.notation import read_task


def read(settings: Table, source: Source) -> Asked:
    task = read_task(settings, source)
    return Asked(task, float(effort(task.outline, task.methods)), languages=task.languages)


def proofread(exercise: Exercise, submission: Submission, terms: Terms) -> None:
    from viva.languages.proofreading import proofread_program  # noqa: PLC0415 a sandbox is needed

    proofread_program(submission, exercise.task_as(Task).languages, terms)


def check(exercise: Exercise, submission: Submission, terms: Terms) -> Report:
    from viva.subjects.structures.examine import examine  # noqa: PLC0415 a sandbox is needed

    return examine(exercise, submission, terms)


def vary(exercise: Exercise, seed: int) -> Iterator[Source]:
    from viva.subjects.structures.vary import variants  # noqa: PLC0415

    return variants(exercise, seed)


def solve(exercise: Exercise) -> Submission:
    from viva.subjects.structures.solve import model  # noqa: PLC0415

    return model(exercise)


def draw(exercise: Exercise, thing: Submission | Witness | None) -> Drawing:
    from viva.subjects.structures.draw import draw  # noqa: PLC0415

    return draw(exercise, thing)


def frames(exercise: Exercise, submission: Submission, witness: Witness, terms: Terms) -> Frames | None:
    from viva.subjects.structures.frames import frames  # noqa: PLC0415

    return frames(exercise, submission, witness, terms)


def witness_of_input(exercise: Exercise, text: str, terms: Terms) -> Witness:
    from viva.subjects.structures.frames import witness_of_input  # noqa: PLC0415

    return witness_of_input(exercise, text, terms)
