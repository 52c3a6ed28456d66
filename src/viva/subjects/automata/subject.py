"""The five methods of the subject `automata`; nothing clever happens here."""

from __future__ import annotations

from collections.abc import Iterator

from viva.core.drawing import Drawing
from viva.core.exercise import Exercise
from viva.core.kinds import SubjectOfKinds
from viva.core.submission import Submission
from viva.subjects.automata import draw
from viva.subjects.automata.vary import as_wished, whole_variants


class Automata(SubjectOfKinds):
    """Automata, expressions and words for regular languages."""

    name = "automata"
    tasks = f"{__package__}.tasks"
    drawn_endings = draw.ENDINGS
    kinds = ("dfa", "nfa", "regex", "determinise", "minimise", "product", "words", "classes", "mend", "difference")

    def vary(self, exercise: Exercise, seed: int) -> Iterator[Exercise]:
        near = self.kind_of(exercise).vary(as_wished(exercise), seed)
        return whole_variants(self, exercise, seed, near)

    def draw_file(self, file: Submission) -> Drawing:
        return draw.file(file)
