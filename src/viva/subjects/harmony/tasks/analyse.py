"""Give the roman numeral of each chord in a key."""

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
from viva.engines.music import Key, Numeral, Reading, read_numeral
from viva.engines.music.analysis import bare_numerals, numerals_for
from viva.engines.music.parsing import parse, wrong
from viva.engines.music.scalars import Voice
from viva.subjects.harmony import draw as drawing
from viva.subjects.harmony import judge
from viva.subjects.harmony.examine import examine, fields, state_task
from viva.subjects.harmony.model import Mistake, Question, Task, difficulty
from viva.subjects.harmony.notation import answers, places_of, read_setting, read_task
from viva.subjects.harmony.solve import model
from viva.subjects.harmony.vary import progressions


def read(settings: Table, source: Source) -> Asked:
    task = read_task(settings, source, "numeral")
    key, items = task.key, task.given
    assert key is not None
    found = [read_setting(settings, "given", judge.reading_of, item) for item in items]
    places = places_of(task.score) if task.score else []
    questions = []
    for number, item in enumerate(items):
        following = found[number + 1] if number + 1 < len(found) else ()
        numerals = read_setting(settings, "given", partial(_numerals, key, found[number], following), item)
        bar, beat = places[number] if places else (number + 1, None)
        voices = tuple(parse(Voice, word) for word in item.split()) if " " in item else ()
        questions.append(Question(item, tuple(map(str, numerals)), voices, bar, beat, kind="numeral"))
    task = replace(task, questions=tuple(questions))
    return Asked(
        task,
        difficulty(task.questions),
        partial(state_task, "analyse"),
        partial(fields, task.questions, key),
    )


def _numerals(key: Key, found: tuple[Reading, ...], following: tuple[Reading, ...], text: str) -> tuple[Numeral, ...]:
    words = text.split()
    numerals = numerals_for(key, found, following)
    if not numerals and len(words) > 1:
        numerals = bare_numerals(key, [parse(Voice, word) for word in words])
    if not numerals:
        raise wrong("no_numeral_for", notes=text, key=str(key))
    return numerals


def proofread(exercise: Exercise, submission: Submission, terms: Terms) -> None:
    task = exercise.task_as(Task)
    say = catalogue("viva.subjects.harmony", terms.locale).say
    answers(submission, len(task.questions), say, terms.locale, task.key)


def check(exercise: Exercise, submission: Submission, terms: Terms) -> Report:
    return examine(exercise, submission, terms, _judged)


def _judged(task: Task, number: int, text: str) -> Mistake | None:
    assert task.key is not None
    question = task.questions[number]
    right = tuple(read_numeral(name) for name in question.accepted)
    heard = judge.reading_of(question.given)
    return judge.numeral(right, text, task.key, heard, spelled=bool(question.voices))


vary = progressions
solve = model
draw = drawing.draw
