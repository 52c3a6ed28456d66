"""Scales, chords, layouts and functions: the paper's examples, and the spelling of music21."""

import copy
import pickle

import pytest

from viva.core.text.reading import Misread
from viva.engines.music import (
    Chord,
    ChordType,
    Degdex,
    HFunction,
    Index,
    Layout,
    Note,
    Placement,
    Scale,
    ScaleCard,
    ScaleType,
    Voice,
    Voicing,
    chord_over,
    parse,
    read_key,
    read_numeral,
    readings,
)
from viva.engines.music.constant import Constant
from viva.engines.music.keys import all_keys
from viva.engines.music.library import NINTHS, SEVENTHS, TRIADS, chord_types, scale_types
from viva.engines.music.names import CHORDS
from viva.engines.music.roman import applied_numerals, chromatic_numerals, meanings, plain_numerals

SEVEN = ScaleCard(7)
LAYOUT = parse(Layout, "(2/4@0, 1/4@1, 3/4@1, 4/4@1, 3/4@2)")


def test_placements_count_from_1_so_that_7_of_f_major_is_e() -> None:
    scale = parse(Scale, "F major")
    assert str(scale[parse(Placement, "3/7(1)@3")]) == "A#3"
    assert str(scale[parse(Placement, "7/7(0)@3")]) == "E4"
    assert str(scale[parse(Placement, "6/7(0)@3")]) == "D4"
    with pytest.raises(ValueError, match="7 elements"):
        scale[parse(Placement, "3/4@1")]


def test_the_layouts_of_the_paper() -> None:
    assert " ".join(map(str, Voicing(parse(Chord, "Gm7"), LAYOUT).voices)) == "Bb0 G1 D2 F2 D3"
    assert " ".join(map(str, Voicing(parse(Chord, "Db7"), LAYOUT).voices)) == "F0 Db1 Ab1 Cb2 Ab2"
    with pytest.raises(ValueError, match="3 elements"):
        Voicing(parse(Chord, "Gm"), LAYOUT)


def test_functions_of_the_paper() -> None:
    major = scale_types()["major"]
    chords = [major.hfun(SEVENTHS, Degdex(SEVEN, number))(parse(Scale, "G major")) for number in (1, 6, 4, 5, 1)]
    assert [str(chord) for chord in chords] == ["GM7", "Em7", "CM7", "D7", "GM7"]
    assert str(major.hfun(TRIADS, Degdex(SEVEN, 3))(parse(Scale, "D major"))) == "F#m"
    assert str(TRIADS(scale_types()["minor"])) == "m"
    assert [str(major.hfun(NINTHS, each).type) for each in SEVEN.degdexes] == [
        "M9", "m9", "m7b9", "M9", "9", "m9", "m7b5b9",
    ]  # fmt: skip


def test_modes_are_the_same_notes_from_another_on() -> None:
    major = scale_types()["major"]
    order = ("ionian", "dorian", "phrygian", "lydian", "mixolydian", "aeolian", "locrian")
    for number, name in enumerate(order, 1):
        assert major.mode(Degdex(SEVEN, number)) is scale_types()[name]


def test_every_structure_is_read_again_and_is_one_object_as_a_copy_and_a_pickle() -> None:
    roots = [parse(Note, name) for name in ("C", "F#", "Bbb", "E##")]
    scales = [Scale(kind, root) for kind in scale_types().values() for root in roots]
    chords = [Chord(kind, root) for kind in chord_types().values() for root in roots]
    major = scale_types()["major"]
    functions = [major.hfun(group, degdex) for group in (TRIADS, SEVENTHS, NINTHS) for degdex in SEVEN.degdexes]
    odd = [parse(ScaleType, "1, 3b, 5b"), parse(ChordType, "[M2, P4]"), parse(HFunction, "4/7(1) dim7")]
    placed = [parse(Placement, text) for text in ("3/7(1)@3", "1/4(-2)@-1")]
    made: list[Constant] = [*scales, *chords, *functions, *odd, *placed, *(each.degree for each in placed),
                            *(each.type for each in scales), *(each.type for each in chords), LAYOUT, TRIADS,
                            *(Voicing(chord, LAYOUT) for chord in chords if chord.card.size == 4), SEVEN, NINTHS,
                            *SEVEN.degdexes, SEVENTHS]  # fmt: skip
    for value in dict.fromkeys(made):
        assert parse(type(value), str(value)) is value, str(value)
        assert pickle.loads(pickle.dumps(value)) is value
        assert copy.copy(value) is value
        assert copy.deepcopy((value, value)) == (value, value)
        assert type(value)(*value.parts) is value


def test_functions_are_read_as_the_paper_writes_them() -> None:
    major = scale_types()["major"]
    for number, text in ((1, "I - Maj7"), (6, "VI - min7"), (4, "IV - Maj7"), (5, "V - Dom7")):
        assert parse(HFunction, text) is major.hfun(SEVENTHS, Degdex(SEVEN, number))


def test_transposed_structures_keep_their_type() -> None:
    assert str(parse(Chord, "Gm7") + parse(Index, "3b")) == "Bbm7"
    assert str(parse(Scale, "F# minor") + parse(Index, "2b")) == "G minor"


def test_all_names_are_read_and_the_written_one_is_read_again() -> None:
    for called in CHORDS.values():
        for name in called:
            chord = parse(Chord, f"Eb{name}")
            assert parse(Chord, str(chord)) is chord, name
    odd = parse(ChordType, "[M2, P4]")
    assert parse(ChordType, str(odd)) is odd
    chord, bass = chord_over("F#dim7/A")
    assert (str(chord), str(bass)) == ("F#dim7", "A")


def test_chords_and_scales_are_spelled_like_those_of_music21() -> None:
    from music21 import harmony, scale  # noqa: PLC0415 it takes a second

    for root in ("C", "F#", "Eb", "B"):
        for ours, theirs in (("m7", "m7"), ("7", "7"), ("M7", "maj7"), ("dim7", "dim7"), ("m7b5", "m7b5"), ("aug", "+"),
                             ("9", "9"), ("m9", "m9"), ("m", "m")):  # fmt: skip
            peer = harmony.ChordSymbol(root.replace("b", "-") + theirs)
            assert {str(note) for note in parse(Chord, root + ours).notes} == {
                pitch.name.replace("-", "b") for pitch in peer.pitches
            }
        for name, kind in (("major", scale.MajorScale), ("harmonic minor", scale.HarmonicMinorScale),
                           ("dorian", scale.DorianScale), ("lydian", scale.LydianScale)):  # fmt: skip
            names = [pitch.name.replace("-", "b") for pitch in kind(root.replace("b", "-")).pitches][:7]
            assert [str(note) for note in parse(Scale, f"{root} {name}").notes] == names


def test_every_chord_of_the_library_is_among_the_readings_of_its_notes() -> None:
    for kind in chord_types().values():
        chord = Chord(kind, parse(Scale, "Eb major").root)
        placements = tuple(parse(Placement, f"{number}/{chord.card}@3") for number in range(1, chord.card.size + 1))
        found = readings(Voicing(chord, Layout(placements)).voices)
        assert (chord, 0) in [(each.chord, each.inversion) for each in found], str(chord)


def test_four_notes_can_be_two_chords_and_both_are_told() -> None:
    voices = tuple(parse(Voice, name) for name in ("C4", "E4", "A4", "G5"))
    assert {(str(each.chord), each.inversion) for each in readings(voices)} == {("C6", 0), ("Am7", 1)}
    fifthless = tuple(parse(Voice, name) for name in ("G3", "B3", "F4"))
    assert [(str(each.chord), [*map(str, each.omitted)]) for each in readings(fifthless)] == [("G7", ["D"])]


def test_numerals_are_the_chords_that_music21_makes_of_them() -> None:
    from music21 import key, roman  # noqa: PLC0415

    for tonic, names in (
        ("Eb major", "I ii6 iii IV64 V7 vi7 viiø65 V7/ii viio7/V V43 ii42 bVI bII6 IVM7"),
        ("c# minor", "i iio6 III iv64 V7 VI VII viio7 iiø65 V65/iv bII6 i6 III+"),
    ):
        ours = read_key(tonic)
        theirs = key.Key(str(ours.tonic).replace("b", "-"), "minor" if ours.minor else "major")
        for name in names.split():
            peer = roman.RomanNumeral(name.replace("IVM7", "IV7"), theirs)
            numeral = read_numeral(name)
            spelled = {pitch.name.replace("-", "b") for pitch in peer.pitches}
            assert {str(note) for note in numeral.chord(ours).notes} == spelled, name
            assert str(numeral.bass(ours)) == peer.bass().name.replace("-", "b"), name


def test_numerals_are_read_again_as_they_are_written_and_mean_the_same() -> None:
    for key in all_keys(2):
        for numeral in (*plain_numerals(key), *applied_numerals(key)):
            assert meanings(read_numeral(str(numeral)), key) == meanings(numeral, key), str(numeral)
    for numeral in chromatic_numerals():
        assert read_numeral(str(numeral)) is numeral


def test_signatures() -> None:
    assert [str(note) for note in read_key("Eb").signature] == ["Bb", "Eb", "Ab"]
    assert [str(note) for note in read_key("c# minor").signature] == ["F#", "C#", "G#", "D#"]
    assert len(all_keys()) == 30
    for key in all_keys():
        assert read_key(str(key)) is key
        assert set(key.signature) == {note for note in key.scale.notes if note.shift.halves}


@pytest.mark.parametrize(
    ("kind", "text", "said"),
    [
        (Chord, "Gxyz", "`G##` was understood as the root"),
        (Chord, "Gwoll", "`G` was understood as the root"),
        (Chord, "", "not a chord"),
        (Voice, "C99", "from -1 to 9"),
        (Voice, "C", "needs its octave"),
        (Scale, "D fancy", "not a scale"),
        (Chord, "G" * 5000, "longer than"),
        (Voice, "C" + "#" * 150 + "4", "not an accidental"),
        (Placement, "9/7@1", "from 1 to 7"),
        (Placement, "1/7@99999999999", "whole number"),
    ],
)
def test_what_cannot_be_read_is_told_with_what_was_understood(kind: type, text: str, said: str) -> None:
    with pytest.raises(Misread) as raised:
        parse(kind, text)
    assert said in str(raised.value)
