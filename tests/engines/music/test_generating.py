"""What is drawn keeps the limits, is drawn evenly, and comes again with the same seed."""

import random
from collections import Counter
from itertools import pairwise

import pytest

from viva.engines.music import Interval, ScaleType, Voice, parse, read_key, readings
from viva.engines.music.generating import STAVES, Limits, Nothing, draw_sample
from viva.engines.music.keys import all_keys
from viva.engines.music.library import GROUPS, chord_types
from viva.engines.music.species import random_cantus

NARROW = Limits((read_key("G"), read_key("d minor")), 2, parse(Voice, "C4"), parse(Voice, "G5"))


def test_notes_are_those_of_the_keys_within_the_range() -> None:
    names = [str(voice) for voice in NARROW.voices]
    assert names == ["C4", "D4", "E4", "F4", "F#4", "G4", "A4", "Bb4", "B4", "C5", "D5", "E5", "F5", "F#5", "G5"]


def test_things_are_drawn_as_evenly_as_they_say() -> None:
    chosen = random.Random(1)
    limits = Limits((read_key("C"),), 0, parse(Voice, "C4"), parse(Voice, "B4"), repetition=True)
    for things in (limits.voices, limits.chords([chord_types()[name] for name in ("M", "m", "dim")])):
        seen = Counter(draw_sample(things, 700 * len(things) // 7, limits, chosen))
        assert set(seen) == set(things)
        assert max(seen.values()) < 2 * min(seen.values())
    rows = Counter(limits.progression(GROUPS["triad"], 3, chosen)[1] for _ in range(49 * 40))
    assert len(rows) == 49
    assert min(rows.values()) > 15


def test_without_repetition_nothing_comes_twice() -> None:
    assert len(set(draw_sample(NARROW.voices, 15, NARROW, random.Random(3)))) == 15
    with pytest.raises(Nothing, match="15 within"):
        draw_sample(NARROW.voices, 16, NARROW, random.Random(3))
    _, chords = NARROW.progression(GROUPS["seventh"], 12, random.Random(2))
    assert all(one is not other for one, other in pairwise(chords))


@pytest.mark.parametrize("clef", STAVES)
def test_voicings_keep_range_inversion_and_accidentals(clef: str) -> None:
    low, high = STAVES[clef]
    limits = Limits(all_keys(4), 3, low, high, (1, 2), 2, (1,))
    chosen = random.Random(clef)
    for chord in draw_sample(limits.chords([chord_types()[name] for name in ("m7", "7", "9")]), 12, limits, chosen):
        voices = limits.voiced(chord, chosen)
        assert low.pitch <= min(voice.pitch for voice in voices) <= max(voice.pitch for voice in voices) <= high.pitch
        assert voices[0].note in chord.notes[1:3]
        assert len(voices) == len(chord.notes) + 1
        assert sum(abs(note.shift.halves) for note in chord.notes) <= 3
        assert chord in {each.chord for each in readings(voices)}


def test_intervals_and_scales_keep_their_accidentals() -> None:
    for low, high in NARROW.intervals(parse(Interval, "P8")):
        assert 0 < high.steps - low.steps <= 7
        assert abs(low.note.shift.halves) + abs(high.note.shift.halves) <= 2
    scales = NARROW.scales([parse(ScaleType, name) for name in ("major", "dorian")])
    assert {str(scale) for scale in scales} >= {"G major", "D dorian", "A dorian"}
    assert all(sum(abs(note.shift.halves) for note in scale.notes) <= 2 for scale in scales)


def test_the_same_seed_draws_the_same() -> None:
    first, second = (NARROW.progression(GROUPS["triad"], 6, random.Random(9)) for _ in range(2))
    assert first == second


def test_a_cantus_begins_and_ends_on_its_tonic_by_a_step() -> None:
    chosen = random.Random(8)
    scale = [voice for voice in Limits((read_key("d minor"),)).voices if voice.pitch < 76]
    tonic = read_key("d minor").tonic
    for _ in range(10):
        cantus = random_cantus(scale, tonic, 9, chosen)
        assert cantus is not None
        assert cantus[0].note is cantus[-1].note is tonic
        assert abs(cantus[-1].steps - cantus[-2].steps) == 1
        assert all(one is not other for one, other in pairwise(cantus))
