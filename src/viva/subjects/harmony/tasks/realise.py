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
from viva.engines.music import Reading, read_numeral
from viva.subjects.harmony import draw as drawing
from viva.subjects.harmony import judge
from viva.subjects.harmony.examine import examine, fields, stated
from viva.subjects.harmony.model import Mistake, Question, Task, difficulty
from viva.subjects.harmony.notation import read_task, settled
from viva.subjects.harmony.solve import model
from viva.subjects.harmony.vary import numerals


def read(settings: Table, source: Source) -> Asked:
    task = read_task(settings, source, "numeral", words=True)
    key = task.key
    assert key is not None
    questions = []
    for bar, item in enumerate(task.given, 1):
        numeral = settled(settings, "given", read_numeral, item)
        chord, bass = numeral.chord(key), numeral.bass(key)
        name = f"{chord}/{bass}" if numeral.inversion else str(chord)
        notes = chord.notes[numeral.inversion :] + chord.notes[: numeral.inversion]
        questions.append(Question(item, (name, " ".join(map(str, notes))), (), bar, asked="numeral"))
    task = replace(task, what="chord", questions=tuple(questions), inversions=True)
    hard = difficulty(task.questions) + abs(key.fifths) / 100
    return Asked(task, hard, partial(stated, "realise"), partial(fields, task.questions, key))


def check(exercise: Exercise, submission: Submission, terms: Terms) -> Report:
    return examine(exercise, submission, terms, _judged)


def _judged(task: Task, number: int, text: str) -> Mistake | None:
    assert task.key is not None
    numeral = read_numeral(task.questions[number].given)
    chord = numeral.chord(task.key)
    if len(text.split()) > 1:
        return judge.built_chord(chord, numeral.bass(task.key), text, task.enharmonic)
    return judge.chord((Reading(chord, numeral.inversion),), text, task.enharmonic, bool(numeral.inversion))


vary = numerals
solve = model
draw = drawing.draw
