"""Complete the program: the given one with its holes (`___`) filled, and nothing else changed.

`program = "program.py"` names the file with the holes. The answer is the whole program; it is examined like any other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from viva.core.exercise import Exercise
from viva.core.kinds import Asked
from viva.core.records import dataclass
from viva.core.report import Report, Witness
from viva.core.source import Source
from viva.core.submission import Submission, Unreadable
from viva.core.table import Table
from viva.core.terms import Terms
from viva.core.texts import catalogue
from viva.engines.dialogues.variants.difficulty import effort
from viva.languages.finding import DEFAULT
from viva.languages.proofreading import proofread_program
from viva.subjects.console.examine import examine
from viva.subjects.console.model import Task as Program
from viva.subjects.console.notation import read_task

if TYPE_CHECKING:
    from viva.core.drawing import Drawing

HOLE = "___"


@dataclass(frozen=True, slots=True)
class Task:
    """`file` has the program with holes, `text`; `solution` is a text with them filled, in the file `solved`."""

    program: Program
    file: str
    text: str
    solved: str
    solution: str


def read(settings: Table, source: Source) -> Asked:
    asked = read_task(settings, source)
    file = settings.string("program", "program.py")
    text = source.text(file)
    if HOLE not in text:
        raise settings.fault("program", "names a program without holes", f"a hole is written {HOLE}")
    solution = settings.string("solution", "solution.py")
    if not is_filled(text, source.text(solution)):
        raise settings.fault("solution", "is not the program with its holes filled", f"change nothing but {HOLE}")
    return Asked(Task(asked, file, text, solution, source.text(solution)), effort(asked.spec))


def proofread(exercise: Exercise, submission: Submission, terms: Terms) -> None:
    _see_holes(exercise.task_as(Task), submission, terms)
    proofread_program(submission, DEFAULT, terms)


def check(exercise: Exercise, submission: Submission, terms: Terms) -> Report:
    task = exercise.task_as(Task)
    _see_holes(task, submission, terms)
    return examine(replace(exercise, task=task.program), submission, terms)


def _see_holes(task: Task, submission: Submission, terms: Terms) -> None:
    file, text = submission.text((".py",))
    if not is_filled(task.text, text):
        say = catalogue("viva.subjects.console", terms.locale).say
        raise Unreadable("other_program", say("holes_unreadable", file=file, hole=HOLE))


def is_filled(holes: str, text: str) -> bool:
    """Whether the text is what is around the holes, in this order. The leftmost places are as good as any."""
    first, *between, last = _plain(holes).split(HOLE)
    text = _plain(text)
    if HOLE in text or not text.startswith(first):
        return False
    position = len(first)
    for part in between:
        found = text.find(part, position)
        if found < 0:
            return False
        position = found + len(part)
    return text.endswith(last) and len(text) - len(last) >= position


def _plain(text: str) -> str:
    """White space at the ends of lines and of the text does not count."""
    return "\n".join(line.rstrip() for line in text.splitlines()).strip()


def vary(exercise: Exercise, seed: int) -> Iterator[Source]:
    """The slots of the specification, the program and its solution filled otherwise."""
    from viva.services.varying.variants import Changes  # noqa: PLC0415
    from viva.subjects.console.vary import names_for, others  # noqa: PLC0415

    task = exercise.task_as(Task)
    names = names_for(exercise, seed)
    for source, _ in others(exercise, task.program, seed):
        yield names.named(source, Changes({"examples/right/solution.py": source.text(task.solved).encode()}))


def solve(exercise: Exercise) -> Submission:
    return Submission.from_text(exercise.task_as(Task).solution, "solution.py")


def draw(exercise: Exercise, thing: Submission | Witness | None) -> Drawing:
    from viva.subjects.console.draw import draw_asked  # noqa: PLC0415

    task = exercise.task_as(Task)
    return draw_asked(exercise, task.program, thing, task.text)
