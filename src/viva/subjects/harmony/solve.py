"""The model answer: the usual one of those that are right, or four parts that keep all rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from viva.core.exercise import Exercise
from viva.core.submission import Submission
from viva.subjects.harmony.model import Task
from viva.subjects.harmony.naming import show_voices, shown

if TYPE_CHECKING:
    from viva.engines.music.part_writing import Wanted
    from viva.engines.music.score import Score
    from viva.engines.music.voice_leading import Rule


def model(exercise: Exercise) -> Submission:
    language = exercise.feedback.locale
    answers = (shown(each.accepted[0], language, each.kind) for each in exercise.task_as(Task).questions)
    return Submission.from_text("\n".join(answers) + "\n", "answer.txt")


def model_parts(asked: Sequence[Wanted], rules: Sequence[Rule], language: str) -> Submission | None:
    """Four parts that keep all rules, as text and in every notation for scores; None if none were found."""
    from viva.engines.music.part_writing import written  # noqa: PLC0415
    from viva.engines.music.score import homophony  # noqa: PLC0415
    from viva.engines.music.voice_leading import PARTS  # noqa: PLC0415

    found = written(asked, rules)
    if found is None:
        return None
    lines = [show_voices(moment.voices[::-1], language) for moment in found]
    score = homophony(tuple(moment.voices[::-1] for moment in found), PARTS, asked[0].key.fifths)
    text = Submission.from_text("\n".join(lines) + "\n", "answer.txt")
    return replace(text, also=scores_of(score))


def scores_of(score: Score) -> dict[str, bytes]:
    """In every notation for scores."""
    from viva.engines.music.abc import write_abc  # noqa: PLC0415
    from viva.engines.music.midi import write_midi  # noqa: PLC0415
    from viva.engines.music.musicxml import write_musicxml  # noqa: PLC0415

    return {
        ".abc": write_abc(score).encode(),
        ".musicxml": write_musicxml(score).encode(),
        ".xml": write_musicxml(score).encode(),
        ".mid": write_midi(score),
        ".midi": write_midi(score),
    }
