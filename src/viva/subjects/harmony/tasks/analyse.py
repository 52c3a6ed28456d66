"""Give the roman numeral of each chord in a key."""

from __future__ import annotations

from functools import partial

from viva.core.exercise import Exercise
from viva.core.kinds import Asked
from viva.core.report import Report
from viva.core.source import Source
from viva.core.submission import Submission
from viva.core.table import Table
from viva.core.terms import Terms
from viva.engines.music import Key, Numeral, Reading, read_numeral
from viva.engines.music.parsing import parse, wrong
from viva.engines.music.roman import applied_numerals, chromatic_numerals, meaning, plain_numerals
from viva.engines.music.scalars import Voice
from viva.engines.music.score import shown_beat, slices
from viva.subjects.harmony import draw as drawing
from viva.subjects.harmony import judge
from viva.subjects.harmony.examine import examined, fields, stated
from viva.subjects.harmony.model import Mistake, Question, Task, difficulty
from viva.subjects.harmony.notation import given, key_of, settled
from viva.subjects.harmony.solve import first_accepted
from viva.subjects.harmony.vary import progressions


def read(settings: Table, source: Source) -> Asked:
    key = key_of(settings)
    items, score = given(settings, source)
    found = [settled(settings, "given", judge.reading_of, item) for item in items]
    places = [(each.bar, shown_beat(each.beat)) for each in slices(score)] if score else []
    questions = []
    for number, item in enumerate(items):
        following = found[number + 1] if number + 1 < len(found) else ()
        numerals = settled(settings, "given", partial(_numerals, key, found[number], following), item)
        bar, beat = places[number] if places else (number + 1, None)
        voices = tuple(parse(Voice, word) for word in item.split()) if " " in item else ()
        questions.append(Question(item, tuple(map(str, numerals)), voices, bar, beat))
    task = Task("numeral", items, tuple(questions), key, score)
    return Asked(
        task,
        difficulty(task.questions),
        partial(stated, "analyse"),
        fields(task.questions, key),
    )


def _numerals(key: Key, found: tuple[Reading, ...], following: tuple[Reading, ...], text: str) -> tuple[Numeral, ...]:
    numerals = accepted(key, found, following) or _bare(key, text)
    if not numerals:
        raise wrong("no_numeral_for", notes=text, key=str(key))
    return numerals


def _bare(key: Key, text: str) -> tuple[Numeral, ...]:
    """Triads of the key that an open fifth or a bare octave may stand for: those whose root is there."""
    words = text.split()
    if len(words) < 2:
        return ()
    voices = sorted((parse(Voice, word) for word in words), key=lambda voice: voice.pitch)
    notes = {voice.note for voice in voices}
    triads = [each for each in plain_numerals(key) if each.size == 3 and notes <= set(each.chord(key).notes)]
    return tuple(each for each in triads if each.chord(key).root in notes and each.bass(key) is voices[0].note)


def accepted(key: Key, found: tuple[Reading, ...], following: tuple[Reading, ...]) -> tuple[Numeral, ...]:
    """Every numeral that is right there, the usual one first. What belongs to the key is read in it; there a dominant
    of another chord is right only if this chord follows. What does not belong may be read in every way that means
    it."""
    wanted = {(each.chord, each.inversion) for each in found}
    plain = [each for each in plain_numerals(key) if meaning(each, key) in wanted]
    next_chords = {each.chord.root for each in following}
    applied = [each for each in applied_numerals(key) if meaning(each, key) in wanted]
    resolved = [each for each in applied if each.of and each.of.chord(key).root in next_chords]
    if plain:
        return tuple(dict.fromkeys((*plain, *resolved)))
    chromatic = [each for each in chromatic_numerals() if meaning(each, key) in wanted]
    return tuple(dict.fromkeys((*resolved, *applied, *chromatic)))


def check(exercise: Exercise, submission: Submission, terms: Terms) -> Report:
    task = exercise.task_as(Task)
    return examined(exercise, submission, terms, partial(_judged, task))


def _judged(task: Task, number: int, text: str) -> Mistake | None:
    assert task.key is not None
    right = tuple(read_numeral(name) for name in task.questions[number].accepted)
    return judge.numeral(right, text, task.key)


vary = progressions
solve = first_accepted
draw = drawing.asked
