"""What exercises are made of, drawn at random within limits: notes, intervals, scales, chords, progressions.

Whatever is drawn is right by construction. Notes, intervals, scales, chords, keys and rows of degrees are drawn evenly
from all that the limits allow; a voicing is laid out as `random_voicings.py` does it and then set evenly into one of
the octaves in which it fits.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import product
from typing import TypeVar

from viva.core.records import dataclass
from viva.engines.music.keys import Key, all_keys
from viva.engines.music.parsing import parse
from viva.engines.music.random_voicings import random_voicing
from viva.engines.music.scalars import Interval, Note, Octave, Voice
from viva.engines.music.structures import Chord, ChordGroup, ChordType, Layout, Scale, ScaleType, Voicing

_TRIES = 200
# what lies within two ledger lines of each clef
_STAVES = {"treble": ("A3", "C6"), "bass": ("C2", "E4"), "alto": ("B2", "D5"), "tenor": ("G2", "B4")}
STAVES = {clef: (parse(Voice, low), parse(Voice, high)) for clef, (low, high) in _STAVES.items()}

Thing = TypeVar("Thing")


class Nothing(ValueError):
    """There is nothing, or not enough, within the limits."""


@dataclass(frozen=True, slots=True)
class Limits:
    """`keys` are those that notes come from; `accidentals` the most that one thing has, of a scale or a chord in all
    of its notes; `low` and `high` the ends of the range; `inversions` (from 0) and `repeats` those that a voicing of
    `octaves` may have. Where there is `repetition`, a thing may be drawn again. `roots` are those of scales and chords,
    any of the keys without them; with `layouts` a voicing is one of these."""

    keys: tuple[Key, ...] = all_keys()
    accidentals: int = 7
    low: Voice = STAVES["treble"][0]
    high: Voice = STAVES["treble"][1]
    inversions: tuple[int, ...] = (0,)
    octaves: int = 2
    repeats: tuple[int, ...] = (0,)
    repetition: bool = False
    roots: tuple[Note, ...] = ()
    layouts: tuple[Layout, ...] = ()

    @property
    def notes(self) -> tuple[Note, ...]:
        found = dict.fromkeys(note for key in self.keys for note in key.scale.notes)
        return tuple(note for note in found if abs(note.shift.halves) <= self.accidentals)

    @property
    def voices(self) -> tuple[Voice, ...]:
        """From low to high."""
        octaves = range(self.low.octave.number - 1, self.high.octave.number + 2)
        found = [Voice(note, Octave(octave)) for note in self.notes for octave in octaves]
        return tuple(sorted((voice for voice in found if self._fits((voice,))), key=lambda each: each.place))

    def _fits(self, voices: Sequence[Voice]) -> bool:
        return all(self.low.pitch <= voice.pitch <= self.high.pitch for voice in voices)

    def intervals(self, widest: Interval) -> tuple[tuple[Voice, Voice], ...]:
        """Every two voices, the lower first, of which none is on the same line or space, up to this width. The
        interval has a quality that a single sharp or flat makes."""
        found = []
        for low, high in product(self.voices, repeat=2):
            way = high - low
            assert isinstance(way, Interval)
            if 0 < way.steps <= widest.steps and len(way.quality) == 1 and _signs((low.note, high.note)) <= (
                self.accidentals
            ):  # fmt: skip
                found.append((low, high))
        return tuple(found)

    def scales(self, types: Sequence[ScaleType]) -> tuple[Scale, ...]:
        found = (Scale(kind, root) for kind in types for root in self.roots or self.notes)
        return tuple(scale for scale in found if _signs(scale.notes) <= self.accidentals)

    def chords(self, types: Sequence[ChordType]) -> tuple[Chord, ...]:
        found = (Chord(kind, root) for kind in types for root in self.roots or self.notes)
        return tuple(chord for chord in found if _signs(chord.notes) <= self.accidentals)

    def voiced(self, chord: Chord, chosen: random.Random) -> tuple[Voice, ...]:
        """A voicing within the range."""
        if self.layouts:
            return self._laid_out(chord, chosen)
        inversions = [each for each in self.inversions if each < chord.card.size]
        repeats = [each for each in self.repeats if each <= chord.card.size * (self.octaves - 1)]
        if not inversions or not repeats:
            raise Nothing(f"{chord} has no such inversion or not so many notes to repeat")
        for _ in range(_TRIES):
            voicing = random_voicing(chord, self.octaves, chosen.choice(repeats), chosen.choice(inversions), chosen)
            fitting = self._lifted_into(voicing)
            if fitting:
                return tuple(chosen.choice(fitting))
        raise Nothing(f"no voicing of {chord} was found between {self.low} and {self.high}")

    def _laid_out(self, chord: Chord, chosen: random.Random) -> tuple[Voice, ...]:
        """By one of the layouts that are for so many notes, and in one of the octaves in which it fits."""
        voicings = [Voicing(chord, each) for each in self.layouts if each.card is chord.card]
        if not voicings:
            raise Nothing(f"no layout is for the {chord.card.size} notes of {chord}")
        fitting = [each for voicing in voicings for each in self._lifted_into(voicing)]
        if not fitting:
            raise Nothing(f"{chord} fits by none of the layouts between {self.low} and {self.high}")
        return chosen.choice(fitting)

    def _lifted_into(self, voicing: Voicing) -> list[tuple[Voice, ...]]:
        """The voicing in every octave in which it is within the range."""
        moved = (tuple(_lifted(voice, more) for voice in voicing.voices) for more in range(-2, 10))
        return [each for each in moved if self._fits(each)]

    def key(self, chosen: random.Random) -> Key:
        fitting = [key for key in self.keys if len(key.signature) <= self.accidentals]
        if not fitting:
            raise Nothing("no key has so few accidentals")
        return chosen.choice(fitting)

    def progression(self, group: ChordGroup, length: int, chosen: random.Random) -> tuple[Key, tuple[Chord, ...]]:
        """Chords on any degrees of a key, the last on the first degree. Without repetition no chord follows itself."""
        key = self.key(chosen)
        scale = key.scale
        row = [scale.card.degdexes[0]]
        while len(row) < length:
            others = [each for each in scale.card.degdexes if self.repetition or each is not row[-1]]
            row.append(chosen.choice(others))
        return key, tuple(scale.type.hfun(group, degdex)(scale) for degdex in reversed(row))


def draw_sample(things: Sequence[Thing], count: int, limits: Limits, chosen: random.Random) -> list[Thing]:
    """So many of these, each as likely as every other."""
    if not things or (not limits.repetition and len(things) < count):
        raise Nothing(f"there are {len(things)} within these limits, and {count} are asked for")
    return chosen.choices(things, k=count) if limits.repetition else chosen.sample(things, count)


def _signs(notes: Sequence[Note]) -> int:
    return sum(abs(note.shift.halves) for note in notes)


def _lifted(voice: Voice, octaves: int) -> Voice:
    return Voice(voice.note, Octave(voice.octave.number + octaves))
