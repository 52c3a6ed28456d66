"""German names say the same as English ones, both ways."""

from itertools import product

import pytest

from viva.engines.music import Chord, Interval, Note, Scale, Voice, parse, read_key
from viva.engines.music.formats import german
from viva.engines.music.keys import all_keys
from viva.engines.music.names import CHORDS, SCALES

NOTES = [letter + sign for letter, sign in product("CDEFGAB", ("", "#", "##", "b", "bb"))]


def test_every_note_chord_and_voice_is_read_again() -> None:
    for name, called in product(NOTES, CHORDS.values()):
        chord = parse(Chord, f"{name}{called[0]}")
        assert parse(Chord, german.english_words(german.german_words(str(chord)))) is chord, chord
    for name in NOTES:
        assert parse(Note, german.english_word(german.german_word(name))) is parse(Note, name)
        assert parse(Voice, german.english_word(german.german_word(f"{name}4"))) is parse(Voice, f"{name}4")
        assert german.english_word(german.german_word(f"C/{name}")) == f"C/{name}"


def test_every_key_scale_and_interval_is_read_again() -> None:
    for key in all_keys():
        assert read_key(german.english_key(german.german_key(str(key)))) is key
    for name, called in product(NOTES, SCALES.values()):
        scale = parse(Scale, f"{name} {called[0]}")
        assert parse(Scale, german.english_scale(german.german_scale(str(scale)))) is scale
    for number, quality in product(range(1, 14), ("P", "M", "m", "A", "d", "AA", "dd")):
        perfect = (number - 1) % 7 in (0, 3, 4)
        if (quality in "Mm" and perfect) or (quality == "P" and not perfect):
            continue
        interval = parse(Interval, f"{quality}{number}")
        assert parse(Interval, german.english_interval(german.german_interval(str(interval)))) is interval


@pytest.mark.parametrize(
    ("german_name", "english_name"),
    [("H", "B"), ("B", "Bb"), ("Fis", "F#"), ("Es", "Eb"), ("As", "Ab"), ("Ases", "Abb"), ("Asas", "Abb"),
     ("Heses", "Bbb"), ("His", "B#"), ("Asus4", "Asus4"), ("Esus4", "Esus4"), ("Es7", "Eb7"), ("Bm7/Des", "Bbm7/Db"),
     ("Bb", "Bb"), ("F#", "F#"), ("Hm7b5", "Bm7b5"), ("Cism", "C#m"), ("Gisdim7", "G#dim7"), ("h", "b"),
     ("Hes", "Bb"), ("Ddim", "Ddim"), ("Hsus4", "Bsus4"), ("Gsus4", "Gsus4"), ("qu", "qu")],
)  # fmt: skip
def test_german_words_are_understood(german_name: str, english_name: str) -> None:
    assert german.english_words(german_name) == english_name


@pytest.mark.parametrize(
    ("text", "name"),
    [("kleine Terz", "m3"), ("kl. Terz", "m3"), ("k3", "m3"), ("gr. 3", "M3"), ("reine Quinte", "P5"), ("r5", "P5"),
     ("übermäßige Quarte", "A4"), ("uebermaessige Quarte", "A4"), ("ü4", "A4"), ("verminderte Septime", "d7"),
     ("doppelt verminderte Quinte", "dd5"), ("v5", "d5"), ("große None", "M9"), ("m3", "m3")],
)  # fmt: skip
def test_german_intervals_are_understood(text: str, name: str) -> None:
    assert german.english_interval(text) == name


@pytest.mark.parametrize(
    ("text", "key"),
    [("g-Moll", "G minor"), ("G Dur", "G major"), ("fis moll", "F# minor"), ("B-Dur", "Bb major"),
     ("h-moll", "B minor"), ("es", "Eb minor"), ("Es", "Eb major"), ("H", "B major"), ("as-Moll", "Ab minor")],
)  # fmt: skip
def test_german_keys_are_understood(text: str, key: str) -> None:
    assert str(read_key(german.english_key(text))) == key
