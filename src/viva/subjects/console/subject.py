"""The five methods of the subject `console`; nothing clever happens here."""

from __future__ import annotations

from collections.abc import Iterator

from viva.core.drawing import Drawing
from viva.core.exercise import Exercise, read_manifest
from viva.core.report import Report, Witness
from viva.core.source import Source
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.subjects.console import draw, examine, notations, solve, vary
from viva.subjects.console.foreign import bind, load
from viva.subjects.console.model import Task, difficulty
from viva.subjects.console.rules import read_rules
from viva.subjects.console.wellformed import check


class Console:
    """Programs that read and write lines, examined against a specification of their behaviour."""

    name = "console"

    def read(self, source: Source) -> Exercise:
        manifest = read_manifest(source)
        file = manifest.settings.string("spec")
        code = manifest.settings.string("python", "")
        allowed = manifest.settings.strings("functions") if manifest.settings.has("functions") else None
        spec = bind(notations.of(file).parse(source.text(file), file), load(source.text(code), code) if code else {})
        check(spec, file, allowed)
        return manifest.exercise(
            source, Task(spec, file, code or None, allowed, read_rules(manifest.settings)), difficulty(spec)
        )

    def check(self, exercise: Exercise, submission: Submission, terms: Terms) -> Report:
        return examine.examine(exercise, submission, terms)

    def vary(self, exercise: Exercise, seed: int) -> Iterator[Exercise]:
        return (self.read(source) for source in vary.variants(exercise, seed))

    def solve(self, exercise: Exercise) -> Submission:
        return solve.solve(exercise.task_as(Task).spec)

    def draw(self, exercise: Exercise, thing: Submission | Witness | None = None) -> Drawing:
        return draw.draw(exercise, thing)
