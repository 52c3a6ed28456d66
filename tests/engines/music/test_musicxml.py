"""MusicXML as others write it: timewise and partwise, with several voices and staves, tied chords, and compressed."""

import io
import random
import zipfile
from pathlib import Path
from typing import Any

import pytest

from viva.core.text.reading import Misread
from viva.engines.music.formats.abc import read_abc
from viva.engines.music.formats.musicxml import decode_xml, read_musicxml, read_mxl, write_musicxml
from viva.engines.music.score import Score, slices

HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<!DOCTYPE score-partwise PUBLIC "-//Recordare//DTD ' \
       'MusicXML 3.1 Partwise//EN" "http://www.musicxml.org/dtds/partwise.dtd">\n'  # fmt: skip
ATTRIBUTES = "<attributes><divisions>2</divisions><key><fifths>-2</fifths><mode>minor</mode></key><time>" \
             "<beats>4</beats><beat-type>4</beat-type></time>{}</attributes>"  # fmt: skip
CLEFS = "<staves>2</staves><clef number='1'><sign>G</sign><line>2</line></clef><clef number='2'><sign>F</sign>" \
        "<line>4</line></clef>"  # fmt: skip


def note(name: str, duration: int, voice: int = 1, staff: int = 1, more: str = "") -> str:
    step, alter, octave = name[0], name.count("#") - name[1:].count("b"), name[-1]
    chord = "<chord/>" if "chord" in more else ""
    tie = "".join(f'<tie type="{way}"/>' for way in ("stop", "start") if way in more)
    return (
        f"<note dx='9.5'>{chord}<pitch><step>{step}</step><alter>{alter}</alter><octave>{octave}</octave></pitch>"
        f"<duration>{duration}</duration>{tie}<voice>{voice}</voice><type>quarter</type><stem>up</stem>"
        f"<staff>{staff}</staff><notations><tied type='start'/></notations><lyric><text>la</text></lyric></note>"
    )


PIANO = (
    HEAD + "<score-partwise version='3.1'><part-list><score-part id='P1'><part-name>Piano</part-name></score-part>"
    "</part-list><part id='P1'><measure number='1' width='300'><print/>" + ATTRIBUTES.format(CLEFS)
    + "<direction><direction-type><words>dolce</words></direction-type><sound tempo='90'/></direction>"
    + note("D5", 4) + note("C5", 4) + "<backup><duration>8</duration></backup>" + note("Bb4", 4, 2) + note("F#4", 4, 2)
    + "<backup><duration>8</duration></backup>" + note("G3", 4, 5, 2) + note("A3", 4, 5, 2)
    + "<backup><duration>8</duration></backup>" + note("G2", 4, 6, 2) + note("D3", 4, 6, 2) + "</measure></part>"
    "</score-partwise>"
)  # fmt: skip


def chords(score: Score) -> list[str]:
    return [" ".join(map(str, each.voices)) for each in slices(score)]


def test_four_voices_on_two_staves_are_four_parts_in_their_clefs() -> None:
    score = read_musicxml(PIANO)
    assert [part.clef for part in score.parts] == ["treble", "treble", "bass", "bass"]
    assert chords(score) == ["G2 G3 Bb4 D5", "D3 A3 F#4 C5"]
    assert (score.fifths, score.meter) == (-2, (4, 4))


def test_a_voice_that_is_in_two_staves_at_once_is_two_parts() -> None:
    score = read_musicxml(PIANO.replace("<voice>5<", "<voice>1<").replace("<voice>6<", "<voice>2<"))
    assert len(score.parts) == 4
    assert chords(score) == ["G2 G3 Bb4 D5", "D3 A3 F#4 C5"]


def test_tied_chords_sound_once_and_forward_cue_and_grace_take_what_time_they_take() -> None:
    tied = note("C4", 4, more="start") + note("E4", 4, more="chord start")
    held = note("C4", 4, more="stop") + note("E4", 4, more="chord stop")
    text = (
        "<score-partwise><part id='1'><measure>" + ATTRIBUTES.format("") + tied + "<forward><duration>2</duration>"
        "</forward><note><grace/><pitch><step>D</step><octave>4</octave></pitch></note><note><cue/><pitch><step>D</step>"
        "<octave>4</octave></pitch><duration>2</duration></note></measure><measure>" + held + note("F4", 4)
        + "</measure></part></score-partwise>"
    )  # fmt: skip
    score = read_musicxml(text.replace("<forward><duration>2</duration></forward>", "").replace(
        "<note><cue/><pitch><step>D</step><octave>4</octave></pitch><duration>2</duration></note>", ""))  # fmt: skip
    assert chords(score) == ["C4 E4", "F4"]
    full = read_musicxml(text)
    assert [(event.bar, str(event.duration)) for event in full.parts[0].events] == [(1, "1/2"), (2, "1/2"), (2, "1/2")]


def test_a_timewise_score_is_the_same_as_a_partwise_one() -> None:
    bars = [[note("C5", 8), note("D5", 8)], [note("C3", 8), note("G3", 8)]]
    attributes = ATTRIBUTES.format("")
    by_parts = "".join(
        f"<part id='P{at}'>" + "".join(f"<measure number='{bar}'>{attributes if bar == 0 else ''}{each}</measure>"
                                      for bar, each in enumerate(part)) + "</part>"
        for at, part in enumerate(bars)
    )  # fmt: skip
    by_time = "".join(
        f"<measure number='{bar}'>" + "".join(f"<part id='P{at}'>{attributes if bar == 0 else ''}{part[bar]}</part>"
                                             for at, part in enumerate(bars)) + "</measure>"
        for bar in range(2)
    )  # fmt: skip
    partwise = read_musicxml(f"<score-partwise>{by_parts}</score-partwise>")
    assert read_musicxml(f"<score-timewise>{by_time}</score-timewise>") == partwise
    assert chords(partwise) == ["C3 C5", "G3 D5"]


def packed(members: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    into = io.BytesIO()
    with zipfile.ZipFile(into, "w", method) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return into.getvalue()


CONTAINER = b'<container><rootfiles><rootfile full-path="score.xml"/></rootfiles></container>'


def test_compressed_scores_are_read_with_and_without_their_container() -> None:
    plain = read_musicxml(PIANO)
    assert read_mxl(packed({"META-INF/container.xml": CONTAINER, "score.xml": PIANO.encode()})) == plain
    assert read_mxl(packed({"other.musicxml": PIANO.encode()})) == plain


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"PK\x03\x04nothing", "unpacked"),
        (packed({"readme.txt": b"x"}), "no score"),
        (packed({"score.xml": b" " * 20_000_000}), "too large"),
        (packed({"score.xml": PIANO.encode()}, zipfile.ZIP_LZMA), "unpacked"),
        (packed({"META-INF/container.xml": CONTAINER.replace(b"score", b"../score"), "a.xml": b"<html/>"}), "begins"),
    ],
)
def test_hostile_archives_are_refused_in_a_sentence(content: bytes, said: str) -> None:
    with pytest.raises(Misread) as raised:
        read_mxl(content)
    assert said in str(raised.value)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "iso-8859-1"])
def test_the_encoding_that_a_file_names_is_read(encoding: str) -> None:
    named = PIANO.replace('encoding="UTF-8"', f'encoding="{encoding.removesuffix("-sig")}"').replace("dolce", "süß")
    assert chords(read_musicxml(decode_xml(named.encode(encoding)))) == chords(read_musicxml(PIANO))


def test_music21_reads_ties_dots_and_rests_as_they_were_written() -> None:
    from music21 import converter  # noqa: PLC0415 it takes a second

    score = read_abc(
        "M:3/4\nL:1/4\nK:D\nV:1\nV:2 clef=bass\n[V:1] f3/2 g/ z | a3- | a2 f |]\n[V:2] D,3 | [D,F,A,]2 E, | D,3 |]\n"
    )
    theirs: Any = converter.parseData(write_musicxml(score), format="musicxml").stripTies()
    for ours, part in zip(score.parts, theirs.parts, strict=True):
        found = [
            (note.quarterLength, sorted(pitch.nameWithOctave.replace("-", "b") for pitch in note.pitches))
            for note in part.recurse().notes
        ]
        assert found == [(float(event.duration * 4), sorted(map(str, event.voices))) for event in ours.notes]
    assert chords(read_musicxml(write_musicxml(score))) == chords(score)


@pytest.mark.parametrize("name", ["bach/bwv77.6", "bach/bwv401"])
def test_chorales_that_others_wrote_are_read_as_music21_reads_them(name: str) -> None:
    from music21 import converter, corpus  # noqa: PLC0415 it takes a second

    path = Path(str(corpus.getWork(name)))
    theirs: Any = converter.parse(path).stripTies()
    found = [
        [(note.getOffsetInHierarchy(theirs), note.quarterLength, note.pitch.nameWithOctave.replace("-", "b"))
         for note in part.recurse().notes]
        for part in theirs.parts
    ]  # fmt: skip
    ours = read_mxl(path.read_bytes())
    assert found == [
        [(float(each.start * 4), float(each.duration * 4), str(each.voices[0])) for each in part.notes]
        for part in ours.parts
    ]


def test_no_damage_to_a_file_brings_anything_but_a_sentence() -> None:
    chosen, refused = random.Random(4), 0
    for _ in range(200):
        at = chosen.randrange(len(PIANO))
        text = PIANO[:at] + chosen.choice(("<", ">", "&", "9", "-", "\0", "</note>", "<note>", "é")) + PIANO[at + 1 :]
        try:
            read_musicxml(text)
        except Misread:
            refused += 1
    assert 0 < refused < 200
