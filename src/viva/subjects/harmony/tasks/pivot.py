"""Find the pivot chord and the new key of a modulation from one major key to another.

A chord is a pivot if it belongs to both keys, with only chords of the old key before it and only chords of the new key
after it; every such chord is accepted. The new key is the one major key that such a reading leads to.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial

from viva.core.exercise import Exercise
from viva.core.kinds import Asked
from viva.core.reading import Misread
from viva.core.report import Report
from viva.core.source import Source
from viva.core.submission import Submission
from viva.core.table import Table
from viva.core.terms import Terms
from viva.core.variants import Changes
from viva.engines.music import Chord, Key, chord_over, parse, read_key
from viva.engines.music.keys import all_keys, note_at
from viva.engines.music.library import SEVENTHS, TRIADS
from viva.engines.music.modulation import Modulations
from viva.engines.music.parsing import wrong
from viva.subjects.harmony import draw as drawing
from viva.subjects.harmony.examine import examined, stated
from viva.subjects.harmony.model import Mistake, Question, Task
from viva.subjects.harmony.notation import given, key_of, settled
from viva.subjects.harmony.solve import first_accepted
from viva.subjects.harmony.vary import variants, worded

_MAJORS = tuple(key for key in all_keys(6) if not key.minor)


def read(settings: Table, source: Source) -> Asked:
    key = key_of(settings)
    if key.minor:
        raise settings.fault("key", "is a minor key, and this task is about major keys")
    items, _ = given(settings, source)
    items = tuple(word for item in items for word in item.split())
    chords = tuple(settled(settings, "given", partial(parse, Chord), item) for item in items)
    pivots, new = settled(settings, "given", partial(_modulation, key, chords), " ".join(items))
    questions = (
        Question(" ".join(items), tuple(map(str, dict.fromkeys(pivots))), (), 1),
        Question(" ".join(items), (str(new),), (), 2),
    )
    task = Task("pivot", items, questions, key)
    shown = {"given": f"`{' '.join(items)}`", "key": str(key)}
    return Asked(task, len(items) + abs(new.fifths - key.fifths) / 10, partial(stated, "pivot"), shown)


def _modulation(key: Key, chords: tuple[Chord, ...], text: str) -> tuple[list[Chord], Key]:
    """Every pivot, and the new key; there has to be one."""
    found: dict[Key, list[Chord]] = {}
    if all(_within(chord, key) for chord in chords):
        raise wrong("no_modulation", notes=text, key=str(key))
    for at, chord in enumerate(chords):
        if not _within(chord, key):
            break
        for new in _MAJORS:
            if new is not key and all(_within(each, new) for each in chords[at:]):
                found.setdefault(new, []).append(chord)
    if len(found) != 1:
        raise wrong("modulations", notes=text, keys=", ".join(map(str, found)) or "none")
    return next((pivots, new) for new, pivots in found.items())


def _within(chord: Chord, key: Key) -> bool:
    return set(chord.notes) <= set(key.scale.notes)


def check(exercise: Exercise, submission: Submission, terms: Terms) -> Report:
    task = exercise.task_as(Task)
    return examined(exercise, submission, terms, partial(_judged, task))


def _judged(task: Task, number: int, text: str) -> Mistake | None:
    text = text.partition(":")[2] or text  # `pivot: Am7`
    accepted = task.questions[number].accepted
    if number == 0:
        return None if str(chord_over(text)[0]) in accepted else Mistake("not_common")
    return None if str(read_key(text)) in accepted else Mistake("new_key")


def vary(exercise: Exercise, seed: int) -> Iterator[Source]:
    """Other progressions as long, between keys as far apart, that begin with as many accidentals, from one tonic to the
    other."""
    task = exercise.task_as(Task)
    assert task.key is not None
    apart = read_key(task.questions[1].accepted[0]).fifths - task.key.fifths
    group = SEVENTHS if all(len(parse(Chord, item).notes) == 4 for item in task.given) else TRIADS
    automaton = Modulations(_MAJORS, group)
    starts = [key for key in _MAJORS if abs(key.fifths) == abs(task.key.fifths) and abs(key.fifths + apart) <= 6]
    statement = worded(exercise, "pivot")

    def draw(chosen: random.Random) -> Changes | None:
        start = chosen.choice(starts)
        end = Key(note_at(start.fifths + apart), False)
        first, last = (key.scale.type.hfun(group, key.scale.card.degdexes[0])(key.scale) for key in (start, end))
        steps = automaton.draw(start, end, max(2, len(task.given) - 2), chosen)
        chords = (first, *(step.chord for step in steps), last)
        try:
            if _modulation(start, chords, "")[1] is not end:
                return None
        except Misread:
            return None
        return Changes(settings={"given": [*map(str, chords)], "key": str(start)}, statement=statement)

    return variants(exercise, seed, draw, (*task.given, str(task.key)))


solve = first_accepted
draw = drawing.asked
