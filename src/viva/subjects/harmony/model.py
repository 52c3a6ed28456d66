"""Start reading here: what an exercise in music theory asks, and what was wrong with an answer, as frozen values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import TYPE_CHECKING

from viva.core.records import dataclass
from viva.engines.music import Key, Voice

if TYPE_CHECKING:
    from viva.engines.music.score import Score

WHAT = ("note", "interval", "scale", "key", "chord")


@dataclass(frozen=True, slots=True)
class Question:
    """One thing asked. `given` is what is shown in words, `accepted` are the right answers, the usual one first;
    `voices` are what is drawn. `hidden` says that the words would tell the answer, so that only notes are shown.
    `asked` and `kind` say what kind of name the given one and the right ones are: `notes` (chords too), `interval`,
    `scale`, `key` or `numeral`."""

    given: str
    accepted: tuple[str, ...]
    voices: tuple[Voice, ...] = ()
    bar: int = 1
    beat: str | None = None
    hidden: bool = False
    asked: str = "notes"
    kind: str = "notes"


@dataclass(frozen=True, slots=True)
class Task:
    """`[harmony]` of an exercise.

    `what` is the kind of thing asked for; `enharmonic` takes answers that only sound right; `inversions` wants the note
    in the bass named; `given` is what the teacher wrote, `score` the notes of it where they came in a file.
    Without a `clef` the notes are drawn in the one that they need.
    """

    what: str
    given: tuple[str, ...]
    questions: tuple[Question, ...]
    key: Key | None = None
    score: Score | None = None
    enharmonic: bool = False
    inversions: bool = False
    clef: str = ""


@dataclass(frozen=True, slots=True)
class Mistake:
    """What is wrong with one answer: the end of the keys of its sentences, and what stands in their slots, a number or
    the key of a word such as `type:m7`. `spelled` are the notes of the answer and of what is right, where they tell the
    difference."""

    kind: str
    slots: Mapping[str, str | int] = field(default_factory=dict)
    spelled: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Wrong:
    """A wrong answer: to which question, what was written, what is wrong with it, and where it stands."""

    number: int
    question: Question
    text: str
    mistake: Mistake
    file: str
    line: int


def difficulty(questions: tuple[Question, ...]) -> float:
    """More questions are harder, and of as many those with more accidentals."""
    signs = sum(abs(voice.note.shift.halves) for question in questions for voice in question.voices)
    return len(questions) + min(signs, 99) / 100
