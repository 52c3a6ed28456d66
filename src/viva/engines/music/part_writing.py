"""Four parts for a progression: every voicing of a chord, and a way through them that breaks no rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from viva.engines.music.keys import Key
from viva.engines.music.roman import Numeral
from viva.engines.music.scalars import Note, Octave, Voice
from viva.engines.music.voice_leading import RANGES, RULES, Moment, Rule, breaches

_MOST_STEPS = 20_000


def complete(moment: Moment) -> bool:
    """All notes of the chord are there; the perfect fifth may be missing."""
    missing = set(moment.chord.notes) - {voice.note for voice in moment.voices}
    fifth = moment.chord.notes[2] if len(moment.chord.notes) > 2 else None
    perfect = len(moment.chord.type.intervals) > 1 and moment.chord.type.intervals[1].halves == 7
    return not missing or (perfect and missing == {fifth})


def voicings(numeral: Numeral, key: Key) -> Iterator[Moment]:
    """Every way to sing a chord within the ranges that breaks no rule by itself."""
    chord, bass = numeral.chord(key), numeral.bass(key)
    choices = [_within(chord.notes, *RANGES[part]) for part in range(3)] + [_within((bass,), *RANGES[3])]
    for voices in product(*choices):
        moment = Moment(voices, chord, key, numeral)
        if complete(moment) and next(breaches([moment]), None) is None:
            yield moment


def _within(notes: Sequence[Note], low: int, high: int) -> list[Voice]:
    found = [Voice(note, Octave(octave)) for note in notes for octave in range(1, 7)]
    return sorted((voice for voice in found if low <= voice.pitch <= high), key=lambda voice: voice.pitch)


def written(numerals: Sequence[Numeral], key: Key, rules: Sequence[Rule] = RULES) -> list[Moment] | None:
    """Four parts that break none of the rules, the nearest voicing first; None if none was found within the steps."""
    choices = [list(voicings(numeral, key)) for numeral in numerals]
    steps = 0
    path: list[Moment] = []
    waiting: list[Iterator[Moment]] = [iter(sorted(choices[0], key=_middle))]
    while waiting and steps < _MOST_STEPS:
        moment = next(waiting[-1], None)
        if moment is None:
            waiting.pop()
            if path:
                path.pop()
            continue
        steps += 1
        if path and next(breaches([path[-1], moment], rules), None) is not None:
            continue
        path.append(moment)
        if len(path) == len(numerals):
            return path
        waiting.append(iter(sorted(choices[len(path)], key=lambda each: _motion(path[-1], each))))
    return None


def _middle(moment: Moment) -> int:
    return sum(abs(2 * voice.pitch - low - high) for voice, (low, high) in zip(moment.voices, RANGES, strict=True))


def _motion(here: Moment, there: Moment) -> int:
    return sum(abs(one.pitch - other.pitch) for one, other in zip(here.voices, there.voices, strict=True))
