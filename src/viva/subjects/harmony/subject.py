"""The five methods of the subject `harmony`; nothing clever happens here."""

from __future__ import annotations

from viva.core.drawing import Staves
from viva.core.exercise import Exercise
from viva.core.kinds import SubjectOfKinds
from viva.core.terms import Terms


class Harmony(SubjectOfKinds):
    """Notes, intervals, scales, keys and chords: named, written, and understood in a key."""

    name = "harmony"
    tasks = f"{__package__}.tasks"
    kinds = ("identify", "construct", "analyse", "realise", "voices", "figured", "pivot", "counterpoint")
    draws_questions = True

    def staves(self, exercise: Exercise, text: str, terms: Terms) -> Staves | None:
        from viva.subjects.harmony.staves import staves  # noqa: PLC0415 who checks draws nothing

        return staves(exercise, text, terms)
