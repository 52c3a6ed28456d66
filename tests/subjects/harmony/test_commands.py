"""`viva keys` and `viva generate`, and bad input from the command line."""

import json
import tomllib
from pathlib import Path

import pytest

from tests.examining import Viva
from viva.engines.music import ChordType, Note, parse
from viva.subjects.harmony.judge import reading_of

EXERCISES = Path(__file__).parents[3] / "exercises" / "harmony"


def test_a_progression_is_read_in_every_key_that_has_it(viva: Viva) -> None:
    call = viva("keys", "C", "Am", "D7", "G")
    assert call.out.splitlines() == ["G major: IV ii V7 I", "E minor: VI iv VII7 III"]
    assert viva("keys", "C Am D7 G", "--major").out == "G major: IV ii V7 I\n"
    german = viva("keys", "B", "Es", "F7", "B", "--language", "de", "--major")
    assert german.out == "B-Dur: I IV V7 I\n"


def test_a_modulation_is_told_with_the_chords_by_which_it_goes(viva: Viva) -> None:
    call = viva("keys", "CM7 FM7 Dm7 G7 Am7 D7 GM7", "--major")
    assert call.out == "C major, then G major, by the chord\n  5. Am7: vi7 = ii7\n"
    found = json.loads(viva("keys", "C F G C Em Am D7 G", "--major", "--json").out)
    assert found["readings"] == [{"keys": ["C major", "G major"], "pivots": [[3], [4], [5], [6]]}]
    none = viva("keys", "C", "F#", "C")
    assert (none.status, "No sequence of keys" in none.out) == (1, True)
    assert viva("keys", *["C", "G"] * 32).status == 0


@pytest.mark.parametrize(
    ("words", "said"), [(["H"], "'H' is not a chord"), (["C"] * 65, "65 chords"), (["Gxyz"], "understood as the root")]
)
def test_what_are_no_chords_is_told(viva: Viva, words: list[str], said: str) -> None:
    call = viva("keys", *words)
    assert call.status == 2
    assert said in call.err


@pytest.mark.parametrize("what", ["note", "interval", "scale", "key", "chord", "progression", "modulation"])
def test_what_is_generated_is_an_exercise_that_is_solved_and_varied(viva: Viva, tmp_path: Path, what: str) -> None:
    folder = tmp_path / what
    assert viva("generate", what, folder, "--seed", "5", "--count", "5", "--accidentals", "3").status == 0
    answer = tmp_path / "answer.txt"
    assert viva("solve", folder, "--out", answer).status == 0
    assert viva("check", folder, answer).status == 0
    assert viva("vary", folder, "--out", tmp_path / "more").status == 0
    again = tmp_path / "again"
    viva("generate", what, again, "--seed", "5", "--count", "5", "--accidentals", "3")
    assert (again / "exercise.toml").read_bytes() == (folder / "exercise.toml").read_bytes()
    viva("generate", what, tmp_path / "other", "--seed", "6", "--count", "5", "--accidentals", "3")
    assert (tmp_path / "other" / "exercise.toml").read_bytes() != (folder / "exercise.toml").read_bytes()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["chord", "--types", "m, q"], "'q' is not a type of chord"),
        (["note", "--range", "C4-E4", "--accidentals", "0"], "3 within these limits"),
        (["note", "--range", "high"], "not a range"),
        (["note", "--keys", "H"], "not a key"),
        (["chrd"], "did you mean 'chord'"),
        (["modulation", "--keys", "C"], "no modulation"),
        (["chord", "--range", "C4-D4"], "no voicing"),
    ],
)
def test_limits_that_cannot_be_kept_are_told(viva: Viva, tmp_path: Path, options: list[str], said: str) -> None:
    call = viva("generate", options[0], tmp_path / "made", *options[1:])
    assert call.status == 2
    assert said in call.err
    assert not (tmp_path / "made").exists()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["note", "--group", "seventh"], "--group has no part in what is drawn for a note"),
        (["modulation", "--inversions", "2"], "it is for: modulation with --voiced"),
        (["scale", "--layouts", "(1/3@0)"], "it is for: chord, progression"),
        (["chord", "--layouts", "(1/3@0)", "--octaves", "3"], "--layouts says already what --octaves is for"),
        (["progression", "--progression", "I V", "--count", "2"], "--progression says already what --count is for"),
        (["progression", "--progression", "I Q"], "'Q' is not a roman numeral"),
        (["chord", "--types", "M7", "--layouts", "(1/3@0, 2/3@0, 3/3@0)"], "no layout is for the 4 notes"),
    ],
)
def test_no_option_is_passed_over(viva: Viva, tmp_path: Path, options: list[str], said: str) -> None:
    call = viva("generate", options[0], tmp_path / "made", *options[1:])
    assert (call.status, said in call.err) == (2, True), call.err


def given(folder: Path) -> list[str]:
    return list(tomllib.loads((folder / "exercise.toml").read_text())["harmony"]["given"])


@pytest.mark.parametrize(("key", "types"), [("D", "M7 M7 7 M7 m7 M7 7 M7"), ("d", "m7 m7 m7 m7 M7 m7 m7 m7")])
def test_a_progression_of_ones_own_is_voiced_as_in_figure_2(viva: Viva, tmp_path: Path, key: str, types: str) -> None:
    """The fixed progression of the paper: the types of its chords are those of the scale."""
    made = tmp_path / "made"
    viva("generate", "progression", made, "--progression", "I I V I vi IV V I", "--keys", key, "--group", "seventh")
    chords = [reading_of(item)[0].chord for item in given(made)]
    roots = ["D", "D", "A", "D", "B" if key == "D" else "Bb", "G", "A", "D"]
    assert [str(chord.root) for chord in chords] == roots
    assert [chord.type for chord in chords] == [parse(ChordType, each) for each in types.split()]
    assert viva("solve", made, "--out", tmp_path / "a.txt").status == 0
    assert viva("check", made, tmp_path / "a.txt").status == 0


@pytest.mark.parametrize("seed", range(4))
def test_a_modulation_stands_on_a_staff_with_inversions_as_in_figure_3(viva: Viva, tmp_path: Path, seed: int) -> None:
    made = tmp_path / "made"
    options = ["--voiced", "--inversions", "2", "--group", "seventh", "--seed", seed]
    assert viva("generate", "modulation", made, *options).status == 0
    assert all(len(item.split()) == 4 for item in given(made))
    assert viva("solve", made, "--out", tmp_path / "a.txt").status == 0
    assert viva("check", made, tmp_path / "a.txt").status == 0
    assert viva("vary", made, "--count", "2", "--out", tmp_path / "more").status == 0
    for variant in (tmp_path / "more").iterdir():
        assert given(variant) != given(made)
        assert viva("solve", variant, "--out", tmp_path / f"{variant.name}.txt").status == 0
        assert viva("check", variant, tmp_path / f"{variant.name}.txt").status == 0
    assert "[V:1] [" in viva("show", made).out


def test_listed_roots_and_layouts_are_the_only_ones(viva: Viva, tmp_path: Path) -> None:
    made = tmp_path / "made"
    layouts = "(1/3@0, 3/3@0, 2/3@1); (2/3@0, 1/3@1, 3/3@1)"
    viva("generate", "chord", made, "--roots", "C, F#, G#", "--types", "M, m", "--layouts", layouts, "--count", "6")
    found = [(reading_of(item)[0], item.split()) for item in given(made)]
    assert {str(each.chord.root) for each, _ in found} == {"C", "F#", "G#"}
    for each, voices in found:
        third_on_top = [each.chord.notes.index(parse(Note, voice[:-1])) for voice in voices]
        assert third_on_top in ([0, 2, 1], [1, 0, 2])


@pytest.mark.parametrize(
    ("exercise", "name", "content", "said"),
    [
        ("four-parts", "a.mid", b"MThd", "ends in the middle"),
        ("four-parts", "a.mid", b"", "is empty"),
        ("four-parts", "a.mxl", b"PK\x03\x04", "cannot be unpacked"),
        ("four-parts", "a.musicxml", b'<!DOCTYPE a [<!ENTITY b "c">]><score-partwise/>', "entities"),
        ("four-parts", "a.musicxml", b"\xff\xfe\x00", "encoding"),
        ("four-parts", "a.txt", b"G2 D4 G4\n", "four parts are asked for"),
        ("four-parts", "a.txt", b"G2 D4 G4 B4\n", "1 chord is here"),
        ("four-parts", "a.txt", b"G2 D4 G4 B99\n", "from -1 to 9"),
        ("figured-bass", "a.abc", b"K:C\n[CE]\n", "2 notes at once"),
        ("write-chords", "a.txt", b"C E G Q\n", "not a note"),
        ("intervals", "a.txt", b"M4 M4 M4 M4 M4", "never major or minor"),
        ("first-species", "a.txt", b"C5 D5\n", "2 answers are here"),
    ],
)
def test_bad_answers_are_told_in_one_sentence(
    viva: Viva, tmp_path: Path, exercise: str, name: str, content: bytes, said: str
) -> None:
    (tmp_path / name).write_bytes(content)
    call = viva("check", EXERCISES / exercise, tmp_path / name)
    assert call.status == 1
    assert said in call.out
