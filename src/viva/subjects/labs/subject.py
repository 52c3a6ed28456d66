"""The five methods of the subject `labs`; nothing clever happens here."""

from __future__ import annotations

from collections.abc import Iterator

from viva.core.drawing import Drawing, Frames
from viva.core.exercise import Exercise, Wish, read_manifest
from viva.core.report import Report, Witness
from viva.core.source import Source
from viva.core.submission import Submission
from viva.core.terms import USUAL, Terms
from viva.core.texts import catalogue


class Labs:
    """Controllers of robots, tanks and cars, judged while they drive."""

    name = "labs"

    def read(self, source: Source) -> Exercise:
        from viva.subjects.labs.notation import read_task

        manifest = read_manifest(source)
        with manifest.misspelt_first():
            task = read_task(manifest.settings, source)
        return manifest.exercise(source, task, float(len(task.goals)), languages=task.languages)

    def check(self, exercise: Exercise, submission: Submission, terms: Terms) -> Report:
        from viva.subjects.labs.examine import examine

        return examine(exercise, submission, terms)

    def vary(self, exercise: Exercise, seed: int) -> Iterator[Exercise]:
        from viva.subjects.labs.vary import variants

        return variants(exercise, seed)

    def tell_difficulty(self, wish: Wish, locale: str) -> str:
        return catalogue("viva.subjects.labs", locale).say(f"why_{wish}")

    def solve(self, exercise: Exercise) -> Submission:
        from viva.subjects.labs.model import Task
        from viva.subjects.labs.solve import model

        return model(exercise.task_as(Task))

    def lazy_answers(self, exercise: Exercise) -> dict[str, Submission]:
        from viva.subjects.labs.model import Task
        from viva.subjects.labs.solve import lazy_answers

        return lazy_answers(exercise.task_as(Task))

    def proofread(self, exercise: Exercise, submission: Submission, terms: Terms) -> None:
        from viva.subjects.labs.examine import proofread

        proofread(exercise, submission, terms)

    def draw(self, exercise: Exercise, thing: Submission | Witness | None = None) -> Drawing:
        from viva.subjects.labs.draw import draw

        return draw(exercise, thing)

    def frames(
        self, exercise: Exercise, submission: Submission, witness: Witness, terms: Terms = USUAL
    ) -> Frames | None:
        from viva.subjects.labs.frames import frames

        return frames(exercise, submission, witness, terms)

    def witness_of_input(self, exercise: Exercise, text: str, terms: Terms) -> Witness:
        from viva.subjects.labs.frames import witness_of_input

        return witness_of_input(exercise, text, terms)
