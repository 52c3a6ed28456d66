"""Scores are written so that others read them, and read without trusting them."""

from fractions import Fraction
from typing import Any

import pytest

from viva.core.text.reading import Misread
from viva.engines.music import read_key, read_numeral
from viva.engines.music.formats.abc import read_abc, write_abc
from viva.engines.music.formats.engraving import engrave
from viva.engines.music.formats.midi import write_midi
from viva.engines.music.formats.musicxml import read_musicxml, write_musicxml
from viva.engines.music.part_writing import wanted_chord, write_parts
from viva.engines.music.score import Score, homophony, slices
from viva.engines.music.voice_leading import PARTS
from viva.showing.inline import inline_svg

TUNE = """X:1
T:A tune
M:3/4
L:1/8
K:Gm
V:S
V:B clef=bass
[V:S] [GBd]2 ^F2 (3abc | z6 | c>d e2 =e//f//g |]
[V:B] G,,2 A,,2- A,,2 | D,,6 | G,,4 z2 |]
"""


def chorale() -> Score:
    found = write_parts([wanted_chord(read_numeral(name), read_key("g minor")) for name in ["i", "iv6", "V7", "i"]])
    assert found is not None
    return homophony(tuple(moment.voices[::-1] for moment in found), PARTS, -2, "A <chorale>")


def sounding(score: Score) -> list[tuple[Fraction, tuple[str, ...]]]:
    return [(each.start, tuple(map(str, each.voices))) for each in slices(score)]


def test_abc_is_read_as_the_standard_says() -> None:
    score = read_abc(TUNE)
    assert score.fifths == -2
    assert score.meter == (3, 4)
    high, low = score.parts
    assert [str(voice) for voice in high.events[0].voices] == ["G4", "Bb4", "D5"]
    assert [str(event.voices[0]) for event in high.notes[1:5]] == ["F#4", "A5", "Bb5", "C5"]
    assert [event.duration for event in high.events[2:5]] == [Fraction(1, 12)] * 3
    assert [event.duration for event in high.events[6:8]] == [Fraction(3, 16), Fraction(1, 16)]
    assert [(event.bar, event.duration) for event in low.events[:2]] == [(1, Fraction(1, 4)), (1, Fraction(1, 2))]


def test_accidentals_hold_to_the_end_of_the_bar() -> None:
    score = read_abc("L:1/4\nK:C\n^F f F, | F A:|\n")
    assert [str(event.voices[0]) for event in score.parts[0].events] == ["F#4", "F#5", "F#3", "F4", "A4"]


def test_decorations_repeats_and_tied_chords_are_read_past() -> None:
    score = read_abc("X:1\nL:1/4\nK:G\nkG2 vT(uAB)|1 .c ~d:|2 HJe]:|[CE]-[CE] [C-E-][CE]|]\n")
    names = [" ".join(map(str, event.voices)) for event in score.parts[0].events]
    assert names == ["G4", "A4", "B4", "C5", "D5", "E5", "C4 E4", "C4 E4"]


@pytest.mark.parametrize("score", [read_abc(TUNE), chorale()], ids=["tune", "chorale"])
def test_what_is_written_is_read_again(score: Score) -> None:
    assert sounding(read_abc(write_abc(score))) == sounding(score)
    assert sounding(read_musicxml(write_musicxml(score))) == sounding(score)


def test_music21_reads_our_musicxml_and_midi_with_the_same_notes() -> None:
    from music21 import converter, midi  # noqa: PLC0415 it takes a second

    score = chorale()
    ours = [[str(event.voices[0]) for event in part.events] for part in score.parts]
    theirs: Any = converter.parseData(write_musicxml(score), format="musicxml")
    found = [[note.nameWithOctave.replace("-", "b") for note in part.recurse().notes] for part in theirs.parts]
    assert found == ours
    file = midi.MidiFile()
    file.readstr(write_midi(score))
    pitches = [[event.pitch for event in track.events if event.isNoteOn()] for track in file.tracks]
    assert pitches == [[event.voices[0].pitch for event in part.events] for part in score.parts]


def test_engraved_music_colours_what_is_wrong_and_says_its_notes() -> None:
    pytest.importorskip("verovio")
    score = chorale()
    drawing = engrave(score, "A <title>", "the notes", frozenset({(0, score.parts[0].events[2].start)}))
    assert drawing.svg.count("#a61b0f") >= 1
    assert "A &lt;title&gt;" in drawing.svg
    assert drawing.text == "the notes"
    assert drawing == engrave(score, "A <title>", "the notes", frozenset({(0, score.parts[0].events[2].start)}))


BOMB = '<!DOCTYPE s [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><score-partwise>&b;</score-partwise>'
NOTE = "<score-partwise><part id='1'><measure><note>{}</note></measure></part></score-partwise>"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (BOMB, "entities"),
        ("<score-partwise>" + "<a>" * 50, "deeply"),
        ("<html/>", "not a MusicXML score"),
        ("<score-partwise>", "not XML"),
        ("<score-partwise/>", "no notes"),
        (NOTE.format("<duration>99999999</duration>"), "duration"),
        (NOTE.format("<duration>nan</duration>"), "duration"),
        (NOTE.format("<pitch><step>H</step><octave>4</octave></pitch><duration>1</duration>"), "step"),
        (NOTE.format("<pitch><step>C</step><octave>400</octave></pitch><duration>1</duration>"), "octave"),
    ],
)
def test_hostile_musicxml_is_refused_in_a_sentence(text: str, said: str) -> None:
    with pytest.raises(Misread) as raised:
        read_musicxml(text)
    assert said in str(raised.value)


@pytest.mark.parametrize(
    "text", ["K:C\n[[[", "K:C\nC/0", "K:Q\nC", "K:C\nC,,,,,,,,", "M:0/4\nK:C\nC", "", "K:C\n" + "C" * 9000]
)
def test_hostile_abc_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(Misread):
        read_abc(text)


def test_an_engraved_page_shows_clefs_and_heads_of_notes() -> None:
    """A page leaves out references inside of a picture."""
    score = read_abc("X:1\nM:4/4\nL:1/4\nK:G\nG A B c |]\n")
    drawn = inline_svg(engrave(score, "Four notes", "G A B c").svg)
    assert drawn is not None
    assert "<use" not in drawn and "xlink" not in drawn
    assert drawn.count("<path") >= 8
