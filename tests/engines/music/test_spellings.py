"""Names as people write them: with the signs of sheet music, small raised figures, hyphens, words, in two languages."""

import random

import pytest

from viva.core.text.reading import Misread
from viva.engines.music import Chord, Interval, Note, Scale, chord_over, parse, read_key
from viva.engines.music.formats import german
from viva.engines.music.keys import all_keys
from viva.engines.music.names import CHORDS, SCALES
from viva.engines.music.parsing import chord_types, scale_types

ROOTS = ["C", "F#", "Bb", "A", "Eb", "B", "G#", "Db"]
SIGNS = {"#": "♯", "b": "♭"}
RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def written_otherwise(root: str, kind: str) -> list[str]:
    """The same chord, as it may stand on a sheet."""
    sheet = root[0] + "".join(SIGNS[each] for each in root[1:])
    spoken = root[0] + {"": "", "#": " sharp", "b": "-flat"}[root[1:]]
    altered = kind.replace("b5", "♭5").replace("#5", "♯5").replace("b9", "♭9").replace("#9", "♯9").replace("#11", "♯11")
    found = [f"{root}{kind}", f"{sheet}{altered}", f"{root}{altered.translate(RAISED)}", f"{root} {kind}"]
    if kind.isalpha() and len(kind) > 2:
        found += [f"{spoken} {kind}", f"{sheet} {kind.upper()}" if kind in ("major", "minor") else f"{sheet} {kind}"]
    if kind in ("major", "minor", "diminished", "augmented"):
        found += [f"{root}-{kind}", f"{sheet}-{kind}", f"{root} {kind} triad", f"{root.lower()} {kind}"]
    return found


@pytest.mark.parametrize("root", ROOTS)
def test_a_chord_is_the_same_however_it_is_written(root: str) -> None:
    for names in CHORDS.values():
        for kind in names:
            if kind.startswith(("b", "#")) or "(" in kind:
                continue
            asked = Chord(chord_types()[kind], parse(Note, root))
            for text in written_otherwise(root, kind):
                assert chord_over(text)[0] is asked, text


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("A-minor", "Am"), ("A−7", "Am7"), ("A–7", "Am7"), ("Cmaj⁷", "CM7"), ("Cᵐᵃʲ⁷", "CM7"), ("C△⁷", "CM7"),
        ("C^7", "C7"), ("Cm7-5", "Cm7b5"), ("Cm7(-5)", "Cm7b5"), ("C7+9", "C7#9"), ("C7(+5)", "C7#5"),
        ("Cm/maj7", "CmM7"), ("C-Δ7", "CmM7"), ("C minor 7th", "Cm7"), ("Cminor7", "Cm7"), ("C major 7th", "CM7"),
        ("C dominant 7th", "C7"), ("C half-diminished 7th", "Cm7b5"), ("C fully diminished 7th", "Cdim7"),
        ("C on E", "C/E"), ("C over E", "C/E"), ("Gm7 / B♭", "Gm7/Bb"), ("C-7", "Cm7"), ("C-", "Cm"),
    ],
)  # fmt: skip
def test_usual_other_ways_to_write_a_chord(text: str, plain: str) -> None:
    assert chord_over(text) == chord_over(plain)


@pytest.mark.parametrize("text", ["Cmajor minor", "C-flatten", "H7", "C8", "Cm7-4", "Amj", "C maj maj7", "Csharp-ish"])
def test_what_nobody_writes_is_not_read_as_something(text: str) -> None:
    with pytest.raises(Misread):
        chord_over(text)


def test_every_key_is_read_as_it_is_written_in_two_languages() -> None:
    for key in all_keys():
        tonic, mode = str(key.tonic), "minor" if key.minor else "major"
        sheet = tonic[0] + "".join(SIGNS[each] for each in tonic[1:])
        short = {"minor": ("m", " min", "min", "-minor"), "major": ("M", " maj", "maj", "-major")}[mode]
        for text in (str(key), f"{sheet} {mode}", f"{sheet} {mode.title()}", f"key of {tonic} {mode}",
                     f"{tonic.lower()} {mode}", *(f"{sheet}{each}" for each in short)):  # fmt: skip
            assert read_key(text) is key, text
        name = german.german_key(str(key))
        for text in (name, name.replace("-", " "), name.lower(), name.upper()[:1] + name[1:], name.replace("-", "")):
            assert read_key(german.english_key(text)) is key, text


@pytest.mark.parametrize("seed", range(4))
def test_every_scale_is_read_as_it_is_written(seed: int) -> None:
    chance = random.Random(seed)
    for names in SCALES.values():
        for kind in names:
            root = chance.choice(ROOTS)
            asked = Scale(scale_types()[kind], parse(Note, root))
            sheet = root[0] + "".join(SIGNS[each] for each in root[1:])
            for text in (f"{root} {kind}", f"{sheet} {kind.title()}", f"{root}-{kind.replace(' ', '-')}",
                         f"{root} {kind} scale", *([f"{kind} on {root}"] if len(kind) > 4 else [])):  # fmt: skip
                assert parse(Scale, text) is asked, text
    assert parse(Scale, "Am") is parse(Scale, "A minor") and parse(Scale, "Am harmonic") is parse(
        Scale, "A harmonic minor"
    )


@pytest.mark.parametrize(
    ("text", "plain"),
    [("minor-third", "m3"), ("Major-Sixth", "M6"), ("mi3", "m3"), ("TT", "A4"), ("whole step", "M2"), ("8ve", "P8")],
)
def test_usual_other_ways_to_write_an_interval(text: str, plain: str) -> None:
    assert parse(Interval, text) == parse(Interval, plain)


@pytest.mark.parametrize(
    ("text", "plain"),
    [("C ♯", "C#"), ("E natural", "E"), ("C double sharp", "C##"), ("B double-flat", "Bbb"), ("f♯", "F#")],
)
def test_usual_other_ways_to_write_a_note(text: str, plain: str) -> None:
    assert parse(Note, text) is parse(Note, plain)
