"""Four parts for a progression: every voicing of a chord, a way through them that breaks no rule, and what to change
where one is broken."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from viva.core.records import dataclass
from viva.engines.music.keys import Key
from viva.engines.music.roman import Numeral
from viva.engines.music.scalars import Note, Octave, Voice
from viva.engines.music.structures import Chord
from viva.engines.music.voice_leading import RANGES, RULES, Breach, Moment, Rule, alone, breaches

CHORD_FAULTS = ("other_notes", "other_bass", "incomplete")  # what a chord can lack before any rule is looked at
_MOST_STEPS = 20_000


@dataclass(frozen=True, slots=True)
class Wanted:
    """A chord that is asked for in a key, with the note in its bass; `low` is the voice of the bass where that is
    given, and `numeral` is None where the chord has none."""

    chord: Chord
    bass: Note
    key: Key
    numeral: Numeral | None
    low: Voice | None = None

    def sung(self, voices: tuple[Voice, ...]) -> Moment:
        return Moment(voices, self.chord, self.key, self.numeral)


def wanted_chord(numeral: Numeral, key: Key) -> Wanted:
    return Wanted(numeral.chord(key), numeral.bass(key), key, numeral)


def complete(moment: Moment) -> bool:
    """All notes of the chord are there; the perfect fifth may be missing."""
    missing = set(moment.chord.notes) - {voice.note for voice in moment.voices}
    ways = zip(moment.chord.type.elements, moment.chord.notes, strict=True)
    fifth = {note for way, note in ways if way.steps == 4 and way.halves == 7}
    return not missing or missing == fifth


def chord_faults(moments: Sequence[Moment], asked: Sequence[Wanted]) -> Iterator[Breach]:
    """Where the notes are not those of the chord that is asked for; at most one for each chord."""
    for at, (moment, want) in enumerate(zip(moments, asked, strict=True)):
        strangers = tuple(part for part, voice in enumerate(moment.voices) if voice.note not in want.chord.notes)
        low = moment.voices[3]
        if strangers:
            yield Breach("other_notes", at, strangers)
        elif low.note is not want.bass or (want.low is not None and low is not want.low):
            yield Breach("other_bass", at, (3,))
        elif not complete(moment):
            yield Breach("incomplete", at, (0, 1, 2, 3))


def voicings(want: Wanted, rules: Sequence[Rule] = RULES) -> Iterator[Moment]:
    """Every way to sing a chord within the ranges that breaks no rule by itself and doubles as is usual."""
    basses = [want.low] if want.low else _within((want.bass,), *RANGES[3])
    choices = [_within(want.chord.notes, *RANGES[part]) for part in range(3)] + [basses]
    for voices in product(*choices):
        moment = want.sung(voices)
        if complete(moment) and _well_doubled(moment) and next(breaches([moment], rules), None) is None:
            yield moment


def _well_doubled(moment: Moment) -> bool:
    """What a teacher would write: where the fifth is left out, the root takes its place."""
    notes = [voice.note for voice in moment.voices]
    left_out = len(set(notes)) < len(moment.chord.notes)
    return not left_out or notes.count(moment.chord.root) == 5 - len(set(notes))


def _doubles_third(moment: Moment) -> bool:
    """Whether a chord in root position has its third twice, which is a last resort."""
    notes = [voice.note for voice in moment.voices]
    return notes[3] is moment.chord.root and notes.count(moment.chord.notes[1]) > 1


def _within(notes: Sequence[Note], low: int, high: int) -> list[Voice]:
    found = [Voice(note, Octave(octave)) for note in notes for octave in range(1, 7)]
    return sorted((voice for voice in found if low <= voice.pitch <= high), key=lambda voice: voice.pitch)


def write_parts(asked: Sequence[Wanted], rules: Sequence[Rule] = RULES, most: int = _MOST_STEPS) -> list[Moment] | None:
    """Four parts that break none of the rules, the nearest voicing first; None if none was found within the steps. A
    rule looks back one chord at most, so a voicing from which no way led on is never tried again."""
    choices = [list(voicings(want, rules)) for want in asked]
    if not all(choices):
        return None
    path: list[Moment] = []
    waiting: list[Iterator[Moment]] = [iter(sorted(choices[0], key=_middle))]
    dead: set[tuple[int, tuple[Voice, ...]]] = set()
    for _ in range(most):
        moment = next(waiting[-1], None)
        if moment is None:
            waiting.pop()
            if not path:
                return None
            dead.add((len(path) - 1, path.pop().voices))
            continue
        if (len(path), moment.voices) in dead:
            continue
        if path and next(breaches([path[-1], moment], rules), None) is not None:
            continue
        path.append(moment)
        if len(path) == len(asked):
            return path
        waiting.append(iter(sorted(choices[len(path)], key=lambda each: _motion(path[-1], each))))
    return None


def mend_voicing(
    moments: Sequence[Moment], asked: Sequence[Wanted], first: int, rules: Sequence[Rule] = RULES
) -> tuple[int, Moment] | None:
    """Another voicing of the chord `first`, or of the one before it, after which neither chord breaks a rule, nor what
    leads to and from the one that changed. As few parts as possible change; None where no single chord mends it."""
    good = not [*chord_faults(moments[first : first + 1], asked[first : first + 1])]
    by_itself = next(breaches(moments[first : first + 1], rules), None) is None
    for at in (first, first - 1) if first and good and by_itself else (first,):
        before, after = moments[max(0, at - 1) : at], moments[at + 1 : at + 2]
        for moment in sorted(voicings(asked[at], rules), key=lambda each: _change(moments[at], each)):
            lead = breaches([*before, moment], rules)
            follow = (each for one in after for each in breaches([moment, one], rules) if not alone(each.rule))
            if not any(each.chord == len(before) for each in lead) and next(follow, None) is None:
                return at, moment
    return None


def _change(old: Moment, new: Moment) -> tuple[int, bool, int]:
    changed = sum(one is not other for one, other in zip(old.voices, new.voices, strict=True))
    return changed, _doubles_third(new), _motion(old, new)


def _middle(moment: Moment) -> int:
    return sum(abs(2 * voice.pitch - low - high) for voice, (low, high) in zip(moment.voices, RANGES, strict=True))


def _motion(here: Moment, there: Moment) -> int:
    return sum(abs(one.pitch - other.pitch) for one, other in zip(here.voices, there.voices, strict=True))
