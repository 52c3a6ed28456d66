"""Name what is written: notes, intervals, scales, key signatures or chords."""

from __future__ import annotations

import re
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
from viva.engines.music import Chord, Key, Note, Scale, parse, readings
from viva.engines.music.keys import MOST, note_at, signature
from viva.engines.music.names import FREELY_SPELLED
from viva.engines.music.parsing import every_scale_type, wrong
from viva.subjects.harmony import draw as drawing
from viva.subjects.harmony import judge
from viva.subjects.harmony.examine import examine, fields, state_task
from viva.subjects.harmony.model import WHAT, Mistake, Question, Task, difficulty
from viva.subjects.harmony.notation import CLEFS, answers, read_setting, read_task, voices_of
from viva.subjects.harmony.solve import model
from viva.subjects.harmony.vary import transpose


def read(settings: Table, source: Source) -> Asked:
    what = settings.choice("what", WHAT)
    task = read_task(settings, source, what)
    clef = settings.choice("clef", CLEFS) if settings.has("clef") else ""
    inversions = settings.flag("inversions", False)
    questions = tuple(
        replace(read_setting(settings, "given", partial(_question, what, number, inversions), item), kind=what)
        for number, item in enumerate(task.given, 1)
    )
    enharmonic = settings.flag("enharmonic", False)
    task = replace(task, questions=questions, enharmonic=enharmonic, inversions=inversions, clef=clef)
    signs = sum(len(item.split()) for item in task.given if item != "none") if what == "key" else 0
    hard = difficulty(questions) + min(signs, 99) / 100
    return Asked(task, hard, partial(state_task, f"identify_{what}"), partial(fields, questions, None))


def _question(what: str, bar: int, inversions: bool, text: str) -> Question:
    if what == "key":
        keys = keys_of(text)
        return Question(text, tuple(map(str, keys)), (), bar)
    if what == "scale":
        return _scale(text, bar)
    voices = voices_of(text)
    if what == "note" and len(voices) == 1:
        return Question(text, (str(voices[0].note), str(voices[0])), voices, bar, hidden=True)
    if what == "interval" and len(voices) == 2:
        return Question(text, tuple(map(str, judge.named_intervals(*voices))), voices, bar)
    if what == "chord" and len(voices) > 1:
        names = [_named(each.chord, each.inversion, inversions) for each in readings(voices)]
        if names:
            return Question(text, tuple(names), voices, bar)
        raise wrong("unknown_chord", notes=text)
    raise wrong(f"asked_{what}", found=text)


def _named(chord: Chord, inversion: int, inversions: bool) -> str:
    return f"{chord}/{chord.notes[inversion]}" if inversion and inversions else str(chord)


def _scale(text: str, bar: int) -> Question:
    words = text.split()
    if not words:
        raise wrong("asked_scale", found=text)
    octaves = words[0][-1:].isdigit()
    voices = voices_of(text) if octaves else ()
    notes = tuple(voice.note for voice in voices) if octaves else tuple(parse(Note, word) for word in words)
    if octaves and voices[-1].pitch < voices[0].pitch:  # it is written downwards
        notes = notes[::-1]
    if len(notes) > 1 and notes[-1] is notes[0]:
        notes = notes[:-1]
    every = [Scale(kind, notes[0]) for kind in every_scale_type()]
    found = [each for each in every if each.notes == notes]
    if not found and judge.goes_up_by_letters(notes):
        sounds = [each.pitch_class for each in notes]
        free = (each for each in every if str(each.type) in FREELY_SPELLED)
        found = [each for each in free if [note.pitch_class for note in each.notes] == sounds]
    if not found:
        raise wrong("unknown_scale", notes=text)
    return Question(text, tuple(map(str, found)), voices, bar)


def keys_of(text: str) -> tuple[Key, ...]:
    """The major and the minor key of a signature, told by its notes or by their number: `Bb Eb`, `2 flats`, `none`."""
    counted = re.fullmatch(r"(\d)\s*(sharps?|flats?)", text.strip())
    if counted:
        fifths = int(counted[1]) * (1 if counted[2].startswith("sharp") else -1)
    elif text.strip() == "none":
        fifths = 0
    else:
        notes = {parse(Note, word) for word in text.split()}
        fifths = next((each for each in range(-MOST, MOST + 1) if set(signature(each)) == notes), 99)
    if abs(fifths) > MOST:
        raise wrong("unknown_signature", found=text)
    return Key(note_at(fifths), False), Key(note_at(fifths + 3), True)


def proofread(exercise: Exercise, submission: Submission, terms: Terms) -> None:
    task = exercise.task_as(Task)
    say = catalogue("viva.subjects.harmony", terms.locale).say
    answers(submission, len(task.questions), say, terms.locale, task.key)


def check(exercise: Exercise, submission: Submission, terms: Terms) -> Report:
    return examine(exercise, submission, terms, _judged)


def _judged(task: Task, number: int, text: str) -> Mistake | None:
    question = task.questions[number]
    match task.what:
        case "note":
            mistake = judge.note(question.voices[0], text, task.enharmonic)
            return Mistake("read_letter") if mistake and mistake.kind == "letter" else mistake
        case "interval":
            low, high = question.voices
            return judge.interval(low, high, text, task.enharmonic)
        case "scale":
            found = [judge.scale(parse(Scale, name), text, task.enharmonic) for name in question.accepted]
            return None if None in found else found[0]
        case "key":
            return judge.key(keys_of(question.given), text)
    return judge.chord(readings(question.voices), text, task.enharmonic, task.inversions)


vary = transpose
solve = model
draw = drawing.draw
