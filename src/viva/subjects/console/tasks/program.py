"""Write the program: one that does what the specification says, in one of the exercise's languages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from viva.core.exercise import Exercise
from viva.core.fault import Fault
from viva.core.kinds import Asked
from viva.core.report import Witness
from viva.core.source import Source
from viva.core.submission import Submission
from viva.core.table import Table
from viva.core.terms import Terms
from viva.engines.dialogues.variants.difficulty import effort
from viva.languages.finding import suffixes
from viva.languages.proofreading import proofread_program
from viva.subjects.console.examine import examine
from viva.subjects.console.model import Task
from viva.subjects.console.notation import read_task

if TYPE_CHECKING:
    from viva.core.drawing import Drawing, Frames


def read(settings: Table, source: Source) -> Asked:
    task = read_task(settings, source)
    return Asked(task, effort(task.spec), languages=task.languages)


def proofread(exercise: Exercise, submission: Submission, terms: Terms) -> None:
    proofread_program(submission, exercise.task_as(Task).languages, terms)


check = examine


def vary(exercise: Exercise, seed: int) -> Iterator[Source]:
    from viva.subjects.console.vary import variants  # noqa: PLC0415

    return variants(exercise, seed)


def solve(exercise: Exercise) -> Submission:
    """The specification as a program in Python; where that is none of the exercise's languages, a right example."""
    from viva.engines.dialogues.programs.writing import program  # noqa: PLC0415

    task = exercise.task_as(Task)
    if task.may_be_written:
        return Submission.from_text(program(task.spec), "solution.py")
    for file, content in exercise.source.below("examples/right/").items():
        if file.endswith(suffixes(task.languages)):
            return Submission(file, {file: content})
    raise Fault("there is no model answer in a language of this exercise", remedy="add one in examples/right")


def solve_in(exercise: Exercise, language: str) -> Submission:
    from viva.engines.dialogues.programs.languages import FILES, program_in  # noqa: PLC0415

    if language not in FILES:
        raise Fault(f"there is no language {language!r} to write in", remedy=f"take one of {', '.join(FILES)}")
    if not isinstance(exercise.task, Task):
        raise Fault("this exercise does not ask for a program", remedy="leave out the language")
    return Submission.from_text(program_in(language, exercise.task.spec), FILES[language])


def draw(exercise: Exercise, thing: Submission | Witness | None) -> Drawing:
    from viva.subjects.console import draw  # noqa: PLC0415

    return draw.draw(exercise, thing)


def frames(exercise: Exercise, submission: Submission, witness: Witness, terms: Terms) -> Frames | None:
    from viva.subjects.console.frames import frames  # noqa: PLC0415

    return frames(exercise, submission, witness, terms)


def witness_of_input(exercise: Exercise, text: str, terms: Terms) -> Witness:
    from viva.subjects.console.frames import witness_of_input  # noqa: PLC0415

    return witness_of_input(exercise, text, terms)
