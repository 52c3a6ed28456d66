"""Find the pivot chord and the new key of a modulation.

A chord is a pivot if it belongs to both keys, with only chords of the old key before it and only chords of the new key
after it; every such chord is accepted, by its name or by its numeral in the old key. The new key is the one that such a
reading leads to: where several would do, the one whose tonic ends the progression; a minor key only where its
tonic does. The chords are given by name, or, each in an item of its own, as notes that stand on a staff.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial

from viva.core.exercise import Exercise
from viva.core.kinds import Asked
from viva.core.report import Report
from viva.core.source import Source
from viva.core.submission import Submission
from viva.core.table import Table
from viva.core.terms import Terms
from viva.core.text.reading import Misread
from viva.core.texts import catalogue
from viva.engines.music import Chord, Key, Voice, chord_over, parse, read_key, read_numeral
from viva.engines.music.generating import Limits, Nothing
from viva.engines.music.keys import all_keys, note_at
from viva.engines.music.library import SEVENTHS, TRIADS
from viva.engines.music.modulation import Modulations
from viva.engines.music.parsing import wrong
from viva.engines.music.scalars import Interval, index_of
from viva.engines.music.score import Event, Part, Score
from viva.engines.music.structures import raise_note
from viva.services.varying.variants import Changes
from viva.subjects.harmony import draw as drawing
from viva.subjects.harmony.examine import examine, in_line, state_task
from viva.subjects.harmony.judge import reading_of
from viva.subjects.harmony.model import Mistake, Question, Task
from viva.subjects.harmony.notation import answers, read_setting, read_task
from viva.subjects.harmony.solve import model
from viva.subjects.harmony.vary import keys_wished, variants, word_variant

_VOICE = re.compile(r"[A-Ga-g][#b♯♭]*-?[0-9]")
_BETWEEN = " | "
_TRIES = 20
_THIRD_UP, _THIRD_DOWN = parse(Interval, "M3"), parse(Interval, "-M3")
_MOST = 6  # accidentals of a key: with seven the same key would be there twice
_KEYS = all_keys(_MOST)
_MAJORS = tuple(key for key in _KEYS if not key.minor)


def read(settings: Table, source: Source) -> Asked:
    task = read_task(settings, source, "pivot")
    key = task.key
    assert key is not None
    voicings = _voicings(task.given)
    if not voicings:
        task = replace(task, given=tuple(word for item in task.given for word in item.split()))
    items = task.given
    read_chord = _sounding if voicings else partial(parse, Chord)
    chords = tuple(read_setting(settings, "given", read_chord, item) for item in items)
    pivots, new = read_setting(settings, "given", partial(modulation, key, chords), " ".join(items))
    text = (_BETWEEN if voicings else " ").join(items)
    questions = (
        Question(text, tuple(map(str, dict.fromkeys(pivots))), (), 1, hidden=bool(voicings)),
        Question(text, (str(new),), (), 2, hidden=bool(voicings), kind="key"),
    )
    task = replace(task, questions=questions, score=_score(voicings, key) if voicings else None)
    hard = len(items) + abs(new.fifths - key.fifths) / 10 + abs(key.fifths) / 100
    return Asked(task, hard, partial(state_task, "pivot"), partial(in_line, text, key))


def _voicings(items: tuple[str, ...]) -> tuple[tuple[Voice, ...], ...]:
    """The notes of each chord, where several items are three notes or more each; otherwise there are none."""
    rows = [item.split() for item in items]
    if len(items) < 2 or not all(len(row) > 2 and all(map(_VOICE.fullmatch, row)) for row in rows):
        return ()
    return tuple(tuple(parse(Voice, word) for word in row) for row in rows)


def _sounding(text: str) -> Chord:
    """The chord that the notes are, by its usual reading."""
    found = reading_of(text)
    if not found:
        raise wrong("no_chord_here", notes=text)
    return found[0].chord


def _score(voicings: tuple[tuple[Voice, ...], ...], key: Key) -> Score:
    """A chord in each bar, on the staff that its notes need."""
    bars = tuple(
        Event(Fraction(at), Fraction(1), tuple(sorted(voices, key=lambda voice: voice.pitch)), at + 1, Fraction(1))
        for at, voices in enumerate(voicings)
    )
    pitches = [voice.pitch for voices in voicings for voice in voices]
    clef = "bass" if sum(pitches) < 60 * len(pitches) else "treble"
    return Score((Part("1", bars, clef),), key.fifths, (4, 4))


def modulation(key: Key, chords: tuple[Chord, ...], text: str) -> tuple[list[Chord], Key]:
    """Every pivot, and the new key; there has to be one."""
    found: dict[Key, list[Chord]] = {}
    if all(key.has(chord) for chord in chords):
        raise wrong("no_modulation", notes=text, key=str(key))
    for at, chord in enumerate(chords):
        if not key.has(chord):
            break
        for new in _KEYS:
            if new is not key and all(new.has(each) for each in chords[at:]):
                found.setdefault(new, []).append(chord)
    ends = {new: pivots for new, pivots in found.items() if _is_tonic(chords[-1], new)}
    found = ends or {new: pivots for new, pivots in found.items() if not new.minor}
    if len(found) != 1:
        raise wrong("modulations", notes=text, keys=", ".join(map(str, found)) or "none")
    return next((pivots, new) for new, pivots in found.items())


def _is_tonic(chord: Chord, key: Key) -> bool:
    third = index_of(2, 3 if key.minor else 4)
    return chord.root is key.tonic and raise_note(chord.root, third) in chord.notes


def proofread(exercise: Exercise, submission: Submission, terms: Terms) -> None:
    task = exercise.task_as(Task)
    say = catalogue("viva.subjects.harmony", terms.locale).say
    answers(submission, len(task.questions), say, terms.locale, task.key)


def check(exercise: Exercise, submission: Submission, terms: Terms) -> Report:
    return examine(exercise, submission, terms, _judged)


def _judged(task: Task, number: int, text: str) -> Mistake | None:
    accepted = task.questions[number].accepted
    assert task.key is not None
    if number == 0:
        return None if str(_chord(text, task.key)) in accepted else Mistake("not_common")
    return None if str(read_key(text)) in accepted else Mistake("new_key")


def _chord(text: str, key: Key) -> Chord:
    """By its name, or by its numeral in the old key; that in the new key may follow: `vi = ii`."""
    old = re.split(r"=|→|->", text)[0].strip()
    return read_numeral(old).chord(key) if re.match(r"[#b♯♭]?[IViv]", old) else chord_over(old)[0]


def vary(exercise: Exercise, seed: int) -> Iterator[Source]:
    """Other progressions as long, between keys as far apart, that begin with as many accidentals, from one tonic to the
    other."""
    task = exercise.task_as(Task)
    assert task.key is not None
    new = read_key(task.questions[1].accepted[0])
    apart = new.fifths - task.key.fifths
    voicings = _voicings(task.given)
    given = [_sounding(item) if voicings else parse(Chord, item) for item in task.given]
    group = SEVENTHS if all(len(chord.notes) == 4 for chord in given) else TRIADS
    limits = _limits(voicings, given) if voicings else None
    automaton = Modulations(_KEYS if task.key.minor or new.minor else _MAJORS, group)
    old = task.key
    starts = [key for key in keys_wished(old, exercise.wish) if key in _KEYS and abs(key.fifths + apart) <= _MOST]
    statement = word_variant(exercise, "pivot")

    def draw(chosen: random.Random) -> Changes | None:
        start = chosen.choice(starts)
        end = Key(note_at(start.fifths + apart + 3 * new.minor), new.minor)
        first, last = (key.scale.type.hfun(group, key.scale.card.degdexes[0])(key.scale) for key in (start, end))
        steps = automaton.draw(start, end, max(2, len(task.given) - 2), chosen)
        chords = (first, *(step.chord for step in steps), last)
        try:
            if modulation(start, chords, "")[1] is not end:
                return None
            items = [draw_voicing(limits, each, chosen) if limits else str(each) for each in chords]
        except (Misread, Nothing):
            return None
        return Changes(settings={"given": items, "key": str(start)}, statement=statement)

    return variants(exercise, seed, draw, (*task.given, str(task.key)))


def draw_voicing(limits: Limits, chord: Chord, chosen: random.Random) -> str:
    """Notes that are read as this chord: an inversion of Am7 is C6 as well. Raises Nothing."""
    for _ in range(_TRIES):
        notes = " ".join(map(str, limits.voiced(chord, chosen)))
        if _sounding(notes) is chord:
            return notes
    raise Nothing(f"every voicing of {chord} that was tried is read as another chord")


def _limits(voicings: tuple[tuple[Voice, ...], ...], chords: list[Chord]) -> Limits:
    """Voicings of others lie about as high, have the inversions that these have, and as many notes twice."""
    voices = sorted((voice for row in voicings for voice in row), key=lambda voice: voice.pitch)
    low, high = voices[0] + _THIRD_DOWN, voices[-1] + _THIRD_UP
    assert isinstance(low, Voice)
    assert isinstance(high, Voice)
    basses = [min(row, key=lambda voice: voice.pitch).note for row in voicings]
    inversions = {chord.notes.index(bass) for chord, bass in zip(chords, basses, strict=True)}
    repeats = {len(row) - len(chord.notes) for row, chord in zip(voicings, chords, strict=True)}
    return Limits(low=low, high=high, inversions=tuple(sorted(inversions)), repeats=tuple(sorted(repeats)))


solve = model
draw = drawing.draw
