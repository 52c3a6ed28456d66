"""Figures ask for the notes that textbooks say, in every key, and are written so that they are read again."""

from itertools import product

import pytest

from viva.core.text.reading import Misread
from viva.engines.music import read_key
from viva.engines.music.figured_bass import Figured, harmonise, read_figured
from viva.engines.music.keys import all_keys
from viva.engines.music.part_writing import chord_faults, write_parts
from viva.engines.music.scalars import Interval
from viva.engines.music.voice_leading import breaches

WRITTEN = ("", "6", "6/4", "7", "65", "4/3", "42", "2", "9", "9/7", "4", "#", "#6", "6#", "7/#", "6 4 #3", "n6/5", "b7")


@pytest.mark.parametrize(
    ("key", "text", "notes"),
    [
        ("C", "C3", "C E G"),
        ("C", "E3 6", "E G C"),
        ("C", "G2 6/4", "G C E"),
        ("C", "G2 7", "G B D F"),
        ("C", "B2 6/5", "B D F G"),
        ("C", "D3 4/3", "D F G B"),
        ("C", "F3 4/2", "F G B D"),
        ("C", "F3 2", "F G B D"),
        ("C", "G2 9/7", "G B D F A"),
        ("C", "G2 4", "G C D"),
        ("C", "G2 8/7", "G B D F"),
        ("g minor", "D3 #", "D F# A"),
        ("g minor", "D3 7/#", "D F# A C"),
        ("g minor", "F#3 6", "F# A D"),
        ("g minor", "F#3 7", "F# A C Eb"),
        ("c minor", "G2 n", "G B D"),
        ("c minor", "G2 #", "G B D"),
        ("c minor", "G2 ♮", "G B D"),
        ("c minor", "Ab2 #6", "Ab C F#"),
        ("D", "D3 #", "D F# A"),
        ("g# minor", "D#3 x", "D# F## A#"),
        ("a minor", "D3 6\\", "D F B#"),
        ("d minor", "G3 6+", "G Bb E#"),
        ("F", "Eb3 b7", "Eb G Bb Db"),
    ],
)
def test_figures_ask_for_the_notes_of_the_key_with_their_signs(key: str, text: str, notes: str) -> None:
    assert " ".join(map(str, read_figured(text).notes(read_key(key)))) == notes


def test_what_is_written_is_read_again_and_means_the_same_after_moving() -> None:
    for key, figures in product(all_keys(4), WRITTEN):
        bass = key.scale.notes[4]
        first = read_figured(f"{bass}3 {figures}")
        assert read_figured(str(first)) == first
        for other in all_keys(4):
            if other.minor != key.minor:
                continue
            way = other.tonic - key.tonic
            interval = Interval(way, read_figured("C0").bass.octave)  # type: ignore[arg-type]
            try:
                moved = first.moved(interval, key, other)
            except Misread:
                assert figures == "b7"
                continue
            steps = [note - first.bass.note for note in first.notes(key)]
            assert [note - moved.bass.note for note in moved.notes(other)] == steps
            assert read_figured(str(moved)).notes(other) == moved.notes(other)


@pytest.mark.parametrize(
    ("text", "said"),
    [("G2 x", ""), ("H2 6", "note"), ("G 6", "octave"), ("G2 13", "figures"), ("G2 q", "`G2` was understood"),
     ("G2 6/6", "`G2` was understood"), ("G2 8/2", "together"), ("G2 #6#", "understood"), ("G2 " + "6" * 99, "longer")],
)  # fmt: skip
def test_what_are_no_figures_is_told_with_what_was_understood(text: str, said: str) -> None:
    if not said:
        assert read_figured(text) == Figured(read_figured("G2").bass, ((5, ""), (3, "x")))
        return
    with pytest.raises(Misread) as raised:
        read_figured(text)
    assert said in str(raised.value)


def test_a_bass_is_realised_so_that_no_rule_is_broken() -> None:
    for key, texts in (("g minor", "G3|F#3 6|G3|C3 6|D3 7/#|G2"), ("D", "D3|B2 6/5|C#3|D3 6|A2 7|D3"),
                       ("c minor", "C3|Ab2 #6|G2 n|C3")):  # fmt: skip
        figured = [read_figured(text) for text in texts.split("|")]
        home = read_key(key)
        asked = [harmonise(each, home) for each in figured]
        found = write_parts(asked)
        assert found is not None, texts
        assert not [*breaches(found), *chord_faults(found, asked)]
        for moment, each in zip(found, figured, strict=True):
            assert moment.voices[3] is each.bass
            assert {voice.note for voice in moment.voices} <= set(each.notes(home))
