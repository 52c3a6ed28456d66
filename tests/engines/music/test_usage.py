"""Where usage differs, every usual answer is right: numerals against music21 in every key, spellings of scales and
chords, and the motion of parts against music21's own quartets."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from viva.core.text.reading import Misread
from viva.engines.music import Key, Note, Voice, parse, read_key, read_numeral
from viva.engines.music.keys import all_keys
from viva.engines.music.names import ROMAN
from viva.engines.music.part_writing import Wanted, voicings, wanted_chord
from viva.engines.music.voice_leading import RANGES, Moment, breaches

SEVENTHS = ("7", "65", "43", "42")
# In minor, `bVI` and `#viio` only remind of what VI and viio are; music21 goes a half step further. There it also takes
# the seventh of the major scale for `bVII7`, which nobody hears as BbM7.
OTHER_USAGE = {"minor": ("bIII", "bVI", "bVII", "#vi", "#vii"), "major": ("bVII",)}


def every_numeral() -> list[str]:
    triads = [each for roman in ROMAN for each in (roman, roman.lower(), f"{roman.lower()}o", f"{roman}+")]
    return [
        f"{shift}{name}{figures}" for shift in ("", "b", "#") for name in triads for figures in ("", "6", *SEVENTHS)
    ]


def stem(text: str) -> str:
    return text.rstrip("0123456789o+")


@pytest.mark.parametrize("key", [str(key) for key in all_keys()])
@pytest.mark.some(4)
def test_what_music21_makes_of_a_numeral_is_among_what_it_can_mean(key: str) -> None:
    from music21 import key as keys  # noqa: PLC0415 it takes a second
    from music21 import roman  # noqa: PLC0415

    ours = read_key(key)
    mode = "minor" if ours.minor else "major"
    theirs = keys.Key(str(ours.tonic).replace("b", "-"), mode)
    looked = 0
    for text in every_numeral():
        seventh = text.endswith(SEVENTHS)
        if stem(text) in OTHER_USAGE[mode] and (mode == "minor" or seventh):
            continue
        peer = roman.RomanNumeral(text, theirs)
        numeral = read_numeral(text)
        ways = ("m7", "M7", "d7") if numeral.quality == "diminished" else ("m7", "M7")
        over = (peer.root().transpose(way).name for way in ways)
        if seventh and not {pitch.name for pitch in peer.pitches} & set(over):
            continue  # an augmented sixth or less, by letters of the key that nobody meant
        spelled = {pitch.name.replace("-", "b") for pitch in peer.pitches}
        meant = [{str(note) for note in chord.notes} for chord in numeral.chords(ours)]
        if seventh and numeral.quality == "minor" and peer.seventh.name == peer.root().transpose("M7").name:
            assert all(len(chord - spelled) == 1 for chord in meant), text  # a minor triad has no major seventh unsaid
        else:
            assert spelled in meant, (text, spelled, meant)
        assert str(numeral.bass(ours)) == peer.bass().name.replace("-", "b"), text
        looked += 1
    assert looked > 300


@pytest.mark.parametrize(
    ("key", "numeral", "chords"),
    [
        ("C major", "iv7", ["F Ab C Eb"]),
        ("C major", "bVII7", ["Bb D F Ab"]),
        ("C major", "bVI7", ["Ab C Eb G", "Ab C Eb Gb"]),
        ("C major", "i7", ["C Eb G Bb"]),
        ("c minor", "IV7", ["F A C Eb"]),
        ("c minor", "ii7", ["D F A C"]),
        ("A major", "bVII9", ["G B D F A"]),
        ("Eb major", "iiø65", ["F Ab Cb Eb"]),
        ("C major", "V7", ["G B D F"]),
        ("C major", "It6", ["F# Ab C"]),
        ("c minor", "Ger65", ["F# Ab C Eb"]),
        ("C major", "Fr43", ["D F# Ab C"]),
        ("C major", "Ger6/V", ["C# Eb G Bb"]),
    ],
)
def test_borrowed_sevenths_and_augmented_sixths_are_what_musicians_mean(
    key: str, numeral: str, chords: list[str]
) -> None:
    found = read_numeral(numeral).chords(read_key(key))
    assert [" ".join(map(str, chord.notes)) for chord in found] == chords


@pytest.mark.parametrize("key", ["C major", "a minor", "Eb major", "f# minor"])
def test_augmented_sixths_are_those_of_music21(key: str) -> None:
    from music21 import key as keys  # noqa: PLC0415
    from music21 import roman  # noqa: PLC0415

    ours = read_key(key)
    theirs = keys.Key(str(ours.tonic).replace("b", "-"), "minor" if ours.minor else "major")
    for text in ("It6", "Fr43", "Ger65"):
        numeral, peer = read_numeral(text), roman.RomanNumeral(text, theirs)
        assert {str(note) for note in numeral.chord(ours).notes} == {p.name.replace("-", "b") for p in peer.pitches}
        assert str(numeral.bass(ours)) == peer.bass().name.replace("-", "b")
        assert str(numeral) == text


@pytest.mark.parametrize("text", ["It65", "Fr65", "Ger43", "It7", "Ger65/V7", "Ger65/V/V"])
def test_what_is_no_augmented_sixth_is_not_read_as_one(text: str) -> None:
    with pytest.raises(Misread):
        read_numeral(text)


def moments(seed: int, count: int) -> list[tuple[Moment, Moment]]:
    chance = Random(seed)
    key = Key(parse(Note, "C"), False)
    chords = [wanted_chord(read_numeral(name), key) for name in ("I", "V", "vi", "IV", "ii", "V7", "viio6")]

    def one(want: Wanted) -> Moment:
        letters = [chance.choice(want.chord.notes) for _ in range(4)]
        return want.sung(
            tuple(parse(Voice, f"{note}{chance.randint(5 - part, 6 - part)}") for part, note in enumerate(letters, 1))
        )

    return [(one(chance.choice(chords)), one(chance.choice(chords))) for _ in range(count)]


def test_parallels_are_those_of_music21() -> None:
    from music21 import note, voiceLeading  # noqa: PLC0415

    seen = {"parallel_fifths": 0, "parallel_octaves": 0}
    for here, there in moments(3, 400):
        found = {(each.rule, each.parts) for each in breaches([here, there]) if each.chord == 1}
        for high, low in combinations(range(4), 2):
            four = [note.Note(str(moment.voices[part])) for part in (high, low) for moment in (here, there)]
            if not all(four[at].pitch.midi >= four[at + 2].pitch.midi for at in (0, 1)):
                continue  # crossed parts: another rule
            quartet = voiceLeading.VoiceLeadingQuartet(four[0], four[1], four[2], four[3])
            moved = four[0].pitch != four[1].pitch and four[2].pitch != four[3].pitch
            similar = (four[1].pitch.midi - four[0].pitch.midi) * (four[3].pitch.midi - four[2].pitch.midi) > 0
            for rule, name in (("parallel_fifths", "P5"), ("parallel_octaves", "P1")):
                simple = [each.semiSimpleName.replace("P8", "P1") for each in quartet.vIntervals]
                theirs = moved and similar and simple == [name, name]
                assert ((rule, (high, low)) in found) == theirs, (rule, [*map(str, four)])
                seen[rule] += theirs
    assert min(seen.values()) > 5


def test_ranges_crossings_and_spacing_begin_where_they_are_said_to() -> None:
    """Every voicing that is offered lies within them, and a half step beyond the rim is told."""
    key = read_key("C")
    want = wanted_chord(read_numeral("I"), key)
    for moment in voicings(want):
        pitches = [voice.pitch for voice in moment.voices]
        assert pitches == sorted(pitches, reverse=True)
        assert pitches[0] - pitches[1] <= 12
        assert pitches[1] - pitches[2] <= 12
        assert all(low <= pitch <= high for pitch, (low, high) in zip(pitches, RANGES, strict=True))
    for text, rule in (
        ("E4 E4 G4 C5", None),  # a unison is no crossing, and E4 is the highest bass
        ("C3 C4 Bb4 Bb5", "range"), ("E2 A#4 C5 C5", "range"), ("D#2 G3 E4 C5", "range"),
        ("C3 E3 C4 C5", None), ("C3 E3 C4 Db5", "spacing"), ("C3 C3 C4 C5", None), ("C3 B2 B3 B4", "crossing"),
        ("C3 E4 D#4 C5", "crossing"), ("C3 C4 C5 B4", "crossing"), ("C3 E3 E4 C5", None), ("C3 E3 F4 C5", "spacing"),
    ):  # fmt: skip
        voices = tuple(parse(Voice, name) for name in text.split())[::-1]
        told = {each.rule for each in breaches([want.sung(voices)]) if each.rule in ("range", "spacing", "crossing")}
        assert told == ({rule} if rule else set()), text


def test_what_is_offered_doubles_as_a_teacher_would() -> None:
    """Never three thirds; where the fifth is left out the root takes its place; and no rule is broken."""
    for key in ("C major", "a minor"):
        for name in ("I", "V", "ii6", "V7", "V65", "vi"):
            want = wanted_chord(read_numeral(name if key[0] == "C" else name.replace("I", "i")), read_key(key))
            found = list(voicings(want))
            assert found
            for moment in found:
                notes = [voice.note for voice in moment.voices]
                assert not list(breaches([moment]))
                assert max(notes.count(note) for note in want.chord.notes[1:]) <= 2
                if len(set(notes)) < len(want.chord.notes):
                    assert notes.count(want.chord.root) == (3 if len(want.chord.notes) == 3 else 2)
