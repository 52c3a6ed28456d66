"""Write what is named: an interval from a note, a scale, a key signature, a chord, a note."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from viva.core.exercise import Exercise
from viva.core.kinds import Asked
from viva.core.report import Report
from viva.core.source import Source
from viva.core.submission import Submission
from viva.core.table import Table
from viva.core.terms import Terms
from viva.core.texts import catalogue
from viva.engines.music import Interval, Note, Scale, Voice, chord_over, parse, read_key
from viva.engines.music.parsing import wrong
from viva.subjects.harmony import draw as drawing
from viva.subjects.harmony import judge
from viva.subjects.harmony.examine import examine, fields, state_task
from viva.subjects.harmony.model import WHAT, Mistake, Question, Task, difficulty
from viva.subjects.harmony.notation import CLEFS, answers, read_setting, read_task
from viva.subjects.harmony.solve import model
from viva.subjects.harmony.vary import transpose


def read(settings: Table, source: Source) -> Asked:
    what = settings.choice("what", WHAT)
    task = read_task(settings, source, what)
    questions = tuple(
        replace(read_setting(settings, "given", partial(_question, what, number), item), asked=what)
        for number, item in enumerate(task.given, 1)
    )
    clef = settings.choice("clef", CLEFS) if settings.has("clef") else ""
    enharmonic = settings.flag("enharmonic", False)
    task = replace(task, questions=questions, score=None, enharmonic=enharmonic, inversions=True, clef=clef)
    signs = sum(answer.count("#") + answer.count("b") for each in questions for answer in each.accepted)
    hard = difficulty(questions) + min(signs, 99) / 100
    return Asked(task, hard, partial(state_task, f"construct_{what}"), partial(fields, questions, None))


def _question(what: str, bar: int, text: str) -> Question:
    match what:
        case "note":
            return Question(text, (str(parse(Voice, text)),), (), bar)
        case "interval":
            start, way = asked_interval(text)
            return Question(text, (str(start + (way if isinstance(start, Voice) else way.index)),), (), bar)
        case "scale":
            return Question(text, (" ".join(map(str, parse(Scale, text).notes)),), (), bar)
        case "key":
            return Question(text, (" ".join(map(str, read_key(text).signature)) or "none",), (), bar)
    chord, bass = chord_over(text)
    if bass not in chord.notes:
        raise wrong("bass_outside", chord=str(chord), bass=str(bass))
    at = chord.notes.index(bass)
    return Question(text, (" ".join(map(str, chord.notes[at:] + chord.notes[:at])),), (), bar)


def asked_interval(text: str) -> tuple[Voice | Note, Interval]:
    """`m6 above Eb4`, `M3 below C`."""
    words = text.split()
    if len(words) < 3 or words[-2] not in ("above", "below"):
        raise wrong("asked_built_interval", found=text)
    way = parse(Interval, " ".join(words[:-2]))
    start: Voice | Note = parse(Voice, words[-1]) if words[-1][-1].isdigit() else parse(Note, words[-1])
    return start, way if words[-2] == "above" else -way


def proofread(exercise: Exercise, submission: Submission, terms: Terms) -> None:
    task = exercise.task_as(Task)
    say = catalogue("viva.subjects.harmony", terms.locale).say
    answers(submission, len(task.questions), say, terms.locale, task.key)


def check(exercise: Exercise, submission: Submission, terms: Terms) -> Report:
    return examine(exercise, submission, terms, _judged)


def _judged(task: Task, number: int, text: str) -> Mistake | None:
    asked = task.questions[number].given
    match task.what:
        case "note":
            return judge.note(parse(Voice, asked), text, task.enharmonic)
        case "interval":
            return judge.built_interval(*asked_interval(asked), text, task.enharmonic)
        case "scale":
            return judge.built_scale(asked, text, task.enharmonic)
        case "key":
            return judge.built_key(read_key(asked), text)
    return judge.built_chord(*chord_over(asked), text, task.enharmonic)


vary = transpose
solve = model
draw = drawing.draw
