"""MIDI files are read without trusting them, and tell the keys that sound."""

import random
from fractions import Fraction
from typing import Any

import pytest

from viva.core.text.reading import Misread
from viva.engines.music import read_key
from viva.engines.music.formats.abc import read_abc
from viva.engines.music.formats.midi import read_midi, write_midi
from viva.engines.music.score import Score, slices

CHORALE = "M:4/4\nL:1/4\nK:Gm\nV:1\nV:2\nV:3 clef=bass\nV:4 clef=bass\n[V:1] d c/B/ A2 | G4 |]\n" \
          "[V:2] B A ^F2 | D4 |]\n[V:3] G, G, D,2 | B,,4 |]\n[V:4] G,, C, D,2 | G,,4 |]\n"  # fmt: skip


def sounding(score: Score) -> list[tuple[Fraction, int, Fraction, list[int]]]:
    return [(each.start, each.bar, each.beat, [voice.pitch for voice in each.voices]) for each in slices(score)]


def test_what_is_written_is_read_again_with_its_spelling_in_the_key() -> None:
    score = read_abc(CHORALE)
    read = read_midi(write_midi(score), read_key("g minor"))
    assert sounding(read) == sounding(score)
    assert not read.spelled
    assert [each.voices for each in slices(read)] == [each.voices for each in slices(score)]
    assert read.fifths == score.fifths == -2


def test_music21_writes_what_is_read_here() -> None:
    from music21 import chord, midi, stream  # noqa: PLC0415 it takes a second

    song: Any = stream.Stream()
    for names in ("C4 E4 G4", "B3 D4 G4", "C4 E4 G4 C5"):
        song.append(chord.Chord(names.split(), quarterLength=1.5))
    data = midi.translate.streamToMidiFile(song).writestr()
    read = read_midi(data)
    assert [each.start for each in slices(read)] == [Fraction(0), Fraction(3, 8), Fraction(3, 4)]
    assert [" ".join(map(str, each.voices)) for each in slices(read)] == ["C4 E4 G4", "B3 D4 G4", "C4 E4 G4 C5"]


def track(*bodies: bytes, form: int = 1, ticks: int = 480) -> bytes:
    head = b"MThd\0\0\0\6" + form.to_bytes(2, "big") + len(bodies).to_bytes(2, "big") + ticks.to_bytes(2, "big")
    return head + b"".join(b"MTrk" + len(body).to_bytes(4, "big") + body for body in bodies)


END = b"\0\xff\x2f\0"
C4 = b"\0\x90\x3c\x50\x83\x47\x80\x3c\0"  # a quarter that ends a little early


def test_one_track_with_running_status_sysex_and_early_ends() -> None:
    body = b"\0\xf0\2ab\0\x90\x3c\x50\0\x40\x50\x83\x47\x3c\0\0\x40\0\x19\x43\x50\x83\x60\x43\0" + END
    score = read_midi(track(body, form=0))
    assert [(each.start, [voice.pitch for voice in each.voices]) for each in slices(score)] == [
        (Fraction(0), [60, 64]), (Fraction(1, 4), [67]),
    ]  # fmt: skip
    assert score.parts[0].events[0].duration == Fraction(1, 4)


def test_bars_follow_the_meters_of_the_file() -> None:
    quarter = b"\0\x90\x3c\x50\x83\x60\x80\x3c\0"
    body = b"\0\xff\x58\4\3\2\x18\x08" + quarter * 3 + b"\0\xff\x58\4\2\2\x18\x08" + quarter * 3 + END
    score = read_midi(track(body))
    assert [(each.bar, int(each.beat)) for each in slices(score)] == [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (3, 1)]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "ends"),
        (b"MThd", "ends"),
        (b"RIFF\0\0\0\6" + b"\0" * 20, "not a MIDI"),
        (track(C4 + END, form=2), "kind"),
        (track(C4 + END, ticks=0xE728), "kind"),
        (track(C4 + END, ticks=0), "kind"),
        (track(END), "no notes"),
        (track(C4 + END)[:-6], "ends"),
        (track(b"\xff\xff\xff\xff\xff\x90\x3c\x50" + END), "not a MIDI"),
        (track(b"\0\x3c\x50" + END), "not a MIDI"),
        (track(b"\0\x90\xbc\x50" + END), "not a MIDI"),
        (track(b"\0\x90\x3c\x50\xff\xff\xff\x7f\x80\x3c\0" + END), "longer"),
        (track(b"\0\xff\x58\4\0\2\x18\x08" + C4 + END), "not a MIDI"),
        (track(b"\0\xff\x59\2\x40\0" + C4 + END), "not a MIDI"),
        (track(C4 * 6000 + END), "more than"),
        (track(b"\0\xff\x01\0" * 60_000 + C4 + END), "more than"),
        (track(*[b"\0\x90\x3c\x50\x83\x60\x80\x3c\0" + END] * 20), "parts"),
    ],
)  # fmt: skip
def test_hostile_midi_is_refused_in_a_sentence(data: bytes, said: str) -> None:
    with pytest.raises(Misread) as raised:
        read_midi(data)
    assert said in str(raised.value)


def test_no_damage_to_a_file_brings_anything_but_a_sentence() -> None:
    chosen = random.Random(2)
    whole = write_midi(read_abc(CHORALE))
    refused = 0
    for _ in range(300):
        data = bytearray(whole)
        for _ in range(chosen.randrange(1, 5)):
            data[chosen.randrange(len(data))] = chosen.randrange(256)
        try:
            read_midi(bytes(data[: chosen.randrange(len(data))] if chosen.random() < 0.3 else data))
        except Misread:
            refused += 1
    assert 0 < refused < 300
