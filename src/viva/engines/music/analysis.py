"""Which numerals a chord can have in a key, and where."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from viva.engines.music.keys import Key
from viva.engines.music.roman import (
    Numeral,
    Reading,
    applied_numerals,
    chromatic_numerals,
    meanings,
    plain_numerals,
)
from viva.engines.music.scalars import Voice
from viva.engines.music.structures import Chord


def numerals_for(key: Key, found: Sequence[Reading], following: Sequence[Reading] = ()) -> tuple[Numeral, ...]:
    """Every numeral that is right there, the usual one first. What belongs to the key is read in it; there a dominant
    of another chord is right only if this chord follows. What does not belong may be read in every way that means
    it."""
    wanted = {(each.chord, each.inversion) for each in found}
    plain = [each for each, means in _meanings(key, "plain") if means & wanted]
    next_chords = {each.chord.root for each in following}
    applied = [each for each, means in _meanings(key, "applied") if means & wanted]
    resolved = [each for each in applied if each.of and each.of.chord(key).root in next_chords]
    if plain:
        return tuple(dict.fromkeys((*plain, *resolved)))
    chromatic = [each for each, means in _meanings(key, "chromatic") if means & wanted]
    return tuple(dict.fromkeys((*resolved, *applied, *chromatic)))


@lru_cache(maxsize=96)
def _meanings(key: Key, which: str) -> tuple[tuple[Numeral, frozenset[tuple[Chord, int]]], ...]:
    """All numerals of a kind with what they mean in a key."""
    every = {"plain": plain_numerals, "applied": applied_numerals}
    numerals = every[which](key) if which in every else chromatic_numerals()
    return tuple((each, meanings(each, key)) for each in numerals)


def bare_numerals(key: Key, voices: Sequence[Voice]) -> tuple[Numeral, ...]:
    """Triads of the key that an open fifth or a bare octave may stand for: those whose root is there."""
    low = min(voices, key=lambda voice: voice.pitch).note
    notes = {voice.note for voice in voices}
    triads = [each for each in plain_numerals(key) if each.size == 3 and notes <= set(each.chord(key).notes)]
    return tuple(each for each in triads if each.chord(key).root in notes and each.bass(key) is low)
