"""Write the chords that roman numerals are in a key: by name, or by their notes."""

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
from viva.engines.music import Reading, read_numeral
from viva.subjects.harmony import draw as drawing
from viva.subjects.harmony import judge
from viva.subjects.harmony.examine import examine, fields, state_task
from viva.subjects.harmony.model import Mistake, Question, Task, difficulty
from viva.subjects.harmony.notation import answers, read_setting, read_task
from viva.subjects.harmony.solve import model
from viva.subjects.harmony.vary import numerals


def read(settings: Table, source: Source) -> Asked:
    task = read_task(settings, source, "numeral", words=True)
    key = task.key
    assert key is not None
    questions = []
    for bar, item in enumerate(task.given, 1):
        numeral = read_setting(settings, "given", read_numeral, item)
        chord, bass = numeral.chord(key), numeral.bass(key)
        name = f"{chord}/{bass}" if numeral.inversion else str(chord)
        notes = chord.notes[numeral.inversion :] + chord.notes[: numeral.inversion]
        written = " ".join(map(str, notes))
        # An augmented sixth has no name besides its numeral.
        accepted = (written,) if "[" in name else (name, written)
        questions.append(Question(item, accepted, (), bar, asked="numeral"))
    task = replace(task, what="chord", questions=tuple(questions), inversions=True)
    hard = difficulty(task.questions) + abs(key.fifths) / 100
    return Asked(task, hard, partial(state_task, "realise"), partial(fields, task.questions, key))


def proofread(exercise: Exercise, submission: Submission, terms: Terms) -> None:
    task = exercise.task_as(Task)
    say = catalogue("viva.subjects.harmony", terms.locale).say
    answers(submission, len(task.questions), say, terms.locale, task.key)


def check(exercise: Exercise, submission: Submission, terms: Terms) -> Report:
    return examine(exercise, submission, terms, _judged)


def _judged(task: Task, number: int, text: str) -> Mistake | None:
    assert task.key is not None
    numeral = read_numeral(task.questions[number].given)
    chords = numeral.chords(task.key)
    if len(text.split()) > 1:
        found = [judge.built_chord(each, each.notes[numeral.inversion], text, task.enharmonic) for each in chords]
        return None if None in found else found[0]
    meant = tuple(Reading(each, numeral.inversion) for each in chords)
    return judge.chord(meant, text, task.enharmonic, bool(numeral.inversion))


vary = numerals
solve = model
draw = drawing.draw
