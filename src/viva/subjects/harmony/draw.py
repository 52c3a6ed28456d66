"""The questions as notes: names and ABC in text, engraved where verovio is installed.

Whoever checks draws nothing, so what draws is loaded here when it is called.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from viva.core.drawing import Drawing
from viva.core.exercise import Exercise
from viva.core.report import Witness
from viva.core.submission import Submission
from viva.core.texts import catalogue
from viva.subjects.harmony.model import Task
from viva.subjects.harmony.naming import languages

if TYPE_CHECKING:
    from fractions import Fraction

    from viva.engines.music.part_writing import Wanted
    from viva.engines.music.score import Score
    from viva.engines.music.voice_leading import Breach, Rule
    from viva.subjects.harmony.notation import Sung


def draw(exercise: Exercise, thing: Submission | Witness | None) -> Drawing:
    """What is given; a bar for each question, and of a witness its own."""
    from viva.drawing.shapes import Label  # noqa: PLC0415
    from viva.drawing.svg import picture  # noqa: PLC0415
    from viva.engines.music.formats.abc import write_abc  # noqa: PLC0415
    from viva.engines.music.formats.engraving import engrave  # noqa: PLC0415

    task = exercise.task_as(Task)
    marked = int(str(thing.fields.get("question", 0))) if isinstance(thing, Witness) else 0
    score = task.score or _as_bars(task, exercise.title)
    numbered = [f"{number}. {each.given}" for number, each in enumerate(task.questions, 1) if not each.hidden]
    if score is None:
        return picture(
            exercise.title, [Label((0.0, 24.0 * at), line) for at, line in enumerate(numbered)], "\n".join(numbered)
        )
    score = score if score.title else replace(score, title=exercise.title)
    text = write_abc(score) + ("\n" + "\n".join(numbered) + "\n" if numbered else "")
    return engrave(score, exercise.title, text, bar=marked or None, figures=_figures(task))


def empty_staves(exercise: Exercise) -> Drawing:
    """Four staves to write into, with what is asked for below."""
    from fractions import Fraction  # noqa: PLC0415

    from viva.engines.music.formats.engraving import engrave  # noqa: PLC0415
    from viva.engines.music.score import Event, Part, Score  # noqa: PLC0415
    from viva.engines.music.voice_leading import PARTS  # noqa: PLC0415

    task = exercise.task_as(Task)
    parts = tuple(
        Part(name, tuple(Event(Fraction(at, 4), Fraction(1, 4), (), each.bar, Fraction(each.beat or 1))
                         for at, each in enumerate(task.questions)), clef)
        for name, clef in zip(PARTS, ("treble", "treble", "bass", "bass"), strict=True)
    )  # fmt: skip
    score = Score(parts, task.key.fifths if task.key else 0, (4, 4), exercise.title)
    below = {(each.bar, Fraction(each.beat or 1)): [each.given] for each in task.questions}
    text = "\n".join(f"{number}. {each.given}" for number, each in enumerate(task.questions, 1))
    return engrave(score, exercise.title, text + "\n", figures=below, blank=True)


def draw_parts(exercise: Exercise, submission: Submission, asked: Sequence[Wanted], rules: Sequence[Rule]) -> Drawing:
    """Four parts that were handed in."""
    from viva.subjects.harmony.diagnosis import diagnose, understood_parts  # noqa: PLC0415

    locale = exercise.feedback.locale
    say = catalogue(__package__, locale).say
    sung = understood_parts(submission, asked, say, locale, languages(exercise, locale))
    found = diagnose(sung, asked, rules).found if len(sung.chords) == len(asked) else ()
    return colour_breaches(sung, found, exercise.title)


def colour_breaches(sung: Sung, found: Sequence[Breach], title: str = "") -> Drawing:
    """What was handed in, with the notes that break a rule in colour."""
    from viva.engines.music.formats.abc import write_abc  # noqa: PLC0415
    from viva.engines.music.formats.engraving import engrave  # noqa: PLC0415

    wrong = set()
    for each in found:
        start = sung.starts[each.chord]
        for part in each.parts:
            events = sung.score.parts[part].events
            held = (event for event in events if event.start <= start < event.start + event.duration)
            wrong |= {(part, event.start) for event in held}
    return engrave(replace(sung.score, title=title), title, write_abc(sung.score), frozenset(wrong))


def _as_bars(task: Task, title: str) -> Score | None:
    from fractions import Fraction  # noqa: PLC0415

    from viva.engines.music.score import Event, Part, Score  # noqa: PLC0415

    if not all(question.voices for question in task.questions):
        return None
    events = []
    now = Fraction(0)
    for bar, question in enumerate(task.questions, 1):
        if task.what == "figured":
            beat = Fraction(question.beat or 1)
            events.append(Event(now, Fraction(1, 4), question.voices, question.bar, beat))
            now += Fraction(1, 4)
        elif task.what in ("scale", "interval"):
            for at, voice in enumerate(question.voices):
                events.append(Event(now, Fraction(1, 4), (voice,), bar, Fraction(at + 1)))
                now += Fraction(1, 4)
        else:
            events.append(Event(now, Fraction(1), question.voices, bar, Fraction(1)))
            now += 1
    meter = (len(task.questions[0].voices), 4) if task.what in ("scale", "interval") else (4, 4)
    return Score((Part("1", tuple(events), _clef(task)),), task.key.fifths if task.key else 0, meter, title)


def _clef(task: Task) -> str:
    """That of the exercise, or where nothing is said the one that the notes need."""
    if task.clef:
        return task.clef
    pitches = [voice.pitch for question in task.questions for voice in question.voices]
    return "bass" if sum(pitches) < 60 * len(pitches) else "treble"


def _figures(task: Task) -> dict[tuple[int, Fraction], list[str]]:
    from fractions import Fraction  # noqa: PLC0415

    if task.what != "figured":
        return {}
    words = ((each, each.given.partition(" ")[2].replace("/", " ").split()) for each in task.questions)
    return {(each.bar, Fraction(each.beat or 1)): figures for each, figures in words if figures}
