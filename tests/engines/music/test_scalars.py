"""The algebra of notes: its laws, by enumeration."""

import copy
import pickle
from itertools import product

import pytest

from viva.engines.music import (
    Chord,
    Degdex,
    Diadex,
    Diatone,
    Index,
    Interval,
    Layout,
    NoSum,
    Note,
    Octave,
    Placement,
    RelVoice,
    ScaleCard,
    ScaleType,
    Shift,
    Voice,
    enharmonic,
    parse,
)
from viva.engines.music.adding import ABSOLUTE, RELATIVE
from viva.engines.music.adding import __doc__ as table
from viva.engines.music.scalars import Ordered

SHIFTS = [Shift(halves) for halves in (-1, 0, 2)]
OCTAVES = [Octave(number) for number in (-1, 0, 3)]
DIATONES = [Diatone(letter) for letter in range(7)]
DIADEXES = [Diadex(steps) for steps in range(7)]
NOTES = [Note(letter, shift) for letter in DIATONES for shift in SHIFTS]
INDICES = [Index(steps, shift) for steps in DIADEXES for shift in SHIFTS]
VOICES = [Voice(note, octave) for note in NOTES for octave in OCTAVES]
RELVOICES = [RelVoice(index, octave) for index in INDICES for octave in OCTAVES]
INTERVALS = [Interval(index, octave) for index in INDICES for octave in OCTAVES]
ONE_OF_EACH: dict[type[Ordered], Ordered] = {
    Shift: Shift(1),
    Octave: Octave(2),
    Diadex: Diadex(2),
    Index: INDICES[6],
    RelVoice: RELVOICES[9],
    Interval: INTERVALS[9],
    Diatone: Diatone(5),
    Note: NOTES[3],
    Voice: VOICES[7],
}


named: dict[str, type[Ordered]] = {kind.__name__: kind for kind in (*ABSOLUTE, *RELATIVE)}


def test_nothing_is_taken_for_something_else() -> None:
    for made in (
        lambda: Shift(1.0),  # type: ignore[arg-type]
        lambda: Shift(True),
        lambda: Octave("4"),  # type: ignore[arg-type]
        lambda: Note(Diadex(2), Shift(0)),  # type: ignore[arg-type]
        lambda: Voice(Diatone(2), Octave(4)),  # type: ignore[arg-type]
        lambda: Voice(NOTES[0], 4),  # type: ignore[arg-type]
        lambda: RelVoice(NOTES[0], Octave(0)),  # type: ignore[arg-type]
        lambda: Layout((parse(Degdex, "1/3"),)),  # type: ignore[arg-type]
        lambda: Chord(parse(ScaleType, "major"), NOTES[0]),  # type: ignore[arg-type]
    ):
        for _ in range(2):  # also where the number was made before
            with pytest.raises((TypeError, AttributeError)):
                made()
        assert type(Shift(1).halves) is int


def test_equal_values_are_one_object_also_as_copies_and_pickles() -> None:
    for value in (*VOICES[::7], *INTERVALS[::7], parse(Placement, "3/7(1)@3")):
        again = type(value)(*value.parts)
        assert again is value
        assert pickle.loads(pickle.dumps(value)) is value
        assert copy.copy(value) is value
        assert copy.deepcopy([value])[0] is value
    assert len({Interval(INDICES[0], OCTAVES[0]), RelVoice(INDICES[0], OCTAVES[0])}) == 2
    with pytest.raises(AttributeError):
        NOTES[0].shift = Shift(3)  # type: ignore[misc]


def test_the_sums_have_the_types_that_the_table_says() -> None:
    rows = [
        [cell.strip() for cell in line.strip("| \n").split("|")] for line in (table or "").splitlines() if "|" in line
    ]
    seen = 0
    for left, *results in rows[2:-5]:
        for right, result in zip(rows[0][1:], results, strict=True):
            one, other = ONE_OF_EACH[named[left]], ONE_OF_EACH[named[right]]
            assert type(one + other) is named[result], (left, right)
            assert one + other is other + one
            assert type(one - other) is named[result]
            seen += 1
    assert seen == 54
    for left, *results in rows[-3:]:
        for right, result in zip(rows[-5][1:], results, strict=True):
            one, other = ONE_OF_EACH[named[left]], ONE_OF_EACH[named[right]]
            if result == "none":
                with pytest.raises(NoSum, match="says less"):
                    one - other
            else:
                assert type(one - other) is named[result]
                assert other + (one - other) is one


def test_two_places_have_no_sum_and_the_error_says_why() -> None:
    for one, other in product((Diatone, Note, Voice), repeat=2):
        with pytest.raises(NoSum, match="both places"):
            ONE_OF_EACH[one] + ONE_OF_EACH[other]  # type: ignore[index]
    for kind in RELATIVE:
        with pytest.raises(NoSum):
            ONE_OF_EACH[kind] - ONE_OF_EACH[Voice]
    with pytest.raises(NoSum):
        Shift(1) + 3
    with pytest.raises(NoSum):
        Degdex(ScaleCard(7), 3) + Degdex(ScaleCard(7), 2)


def test_the_difference_of_two_places_leads_from_one_to_the_other() -> None:
    for places in (DIATONES, NOTES, VOICES[::2]):
        for one, other in product(places, places):
            assert other + (one - other) is one
    for voice, note in product(VOICES[::5], NOTES):
        assert note + (voice - note) is voice
    with pytest.raises(NoSum, match="says less"):
        NOTES[0] - VOICES[0]


def test_ways_with_octaves_are_a_group_and_move_places_one_after_the_other() -> None:
    some = INTERVALS[::4]
    for one, two in product(some, some):
        assert one + two is two + one
        assert (one + two) - two is one
        assert VOICES[10] + one + two is VOICES[10] + (one + two)
        assert -(one + two) is -one + -two  # type: ignore[operator]
    for first, second in product(INDICES, INDICES):
        assert (first + second) - second is first
        assert NOTES[4] + first + second is NOTES[4] + (first + second)


def test_the_order_is_that_of_writing_and_sound_is_another_question() -> None:
    assert parse(Note, "Gb") < parse(Note, "A#")
    low, high = parse(Voice, "E#4"), parse(Voice, "Fb4")
    assert low < high
    assert low.pitch > high.pitch
    assert enharmonic(parse(Voice, "Ab4"), parse(Voice, "G#4"))
    assert parse(Voice, "Ab4") is not parse(Voice, "G#4")
    assert enharmonic(parse(Voice, "B#3"), parse(Voice, "C4"))
    assert not enharmonic(parse(Voice, "B#4"), parse(Voice, "C4"))
    with pytest.raises(TypeError):
        enharmonic(parse(Note, "C"), parse(Voice, "C4"))
    with pytest.raises(TypeError):
        _ = parse(Note, "C") < parse(Voice, "C4")  # type: ignore[operator]


def test_what_is_written_is_read_again() -> None:
    for value in (*NOTES, *INDICES, *RELVOICES, *INTERVALS, *VOICES, *DIATONES, *DIADEXES, *OCTAVES, *SHIFTS):
        assert parse(type(value), str(value)) is value


def test_the_sums_of_the_paper() -> None:
    assert str(parse(Note, "A") + parse(Shift, "b") + parse(Index, "3b")) == "Cb"
    assert str(parse(Index, "3") + parse(Index, "3")) == "5#"
    assert str(parse(Note, "G#") + parse(Octave, "@3") + parse(Index, "6b")) == "E4"
    assert str(parse(Shift, "#") + parse(Octave, "@2")) == "1#@2"


def test_spelling_and_names_of_intervals_agree_with_music21() -> None:
    from music21 import interval, pitch  # noqa: PLC0415 it takes a second

    low = parse(Voice, "Eb4")
    for name in ("m2", "M3", "P4", "A4", "d5", "m6", "M7", "P8", "m9", "A11", "d7", "AA4", "-m3", "-A4", "-P5", "-M9"):
        there = low + parse(Interval, name)
        peer = interval.Interval(name if name[0] != "-" else f"{name[1]}-{name[2:]}").transposePitch(pitch.Pitch("E-4"))
        assert str(there).replace("b", "-") == peer.nameWithOctave, name
        assert isinstance(there, Voice)
        assert there.pitch == peer.midi
        assert str(there - low) == name
