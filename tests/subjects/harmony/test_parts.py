"""Right parts are never refuted, each planted mistake is found by its name, and what would put it right does so."""

import random
from itertools import islice

import pytest

import viva
from tests.subjects.harmony.test_answers import checked
from viva.core.ladder import Rung
from viva.core.source import Source
from viva.core.submission import Submission
from viva.core.verdict import Verdict
from viva.core.where import Passage
from viva.engines.music import Interval, Voice, parse, read_key, read_numeral
from viva.engines.music.part_writing import (
    CHORD_FAULTS,
    Wanted,
    chord_faults,
    mend_voicing,
    voicings,
    wanted_chord,
    write_parts,
)
from viva.engines.music.species import Line, broken_rules, compose
from viva.engines.music.species import mend_note as mended_line
from viva.engines.music.voice_leading import Moment, alone, breaches
from viva.services.checking import check
from viva.services.registry import read_source

MAJOR = ("I", "ii", "ii6", "iii", "IV", "IV6", "V", "V6", "V7", "V65", "V43", "vi", "viio6", "I6", "V7/V")
MINOR = ("i", "iiø65", "iio6", "iv", "iv6", "V", "V6", "V7", "V42", "VI", "III", "VII", "viio7", "i6")


def progression(chosen: random.Random, minor: bool) -> list[str]:
    return [("i" if minor else "I"), *chosen.choices(MINOR if minor else MAJOR, k=4), "V7", ("i" if minor else "I")]


def drawn(seed: int) -> tuple[list[Wanted], list[Moment]]:
    """A progression of a random key with four parts that keep all rules."""
    chosen = random.Random(seed)
    while True:
        minor = chosen.random() < 0.5
        key = read_key(chosen.choice(["C", "G", "F", "D", "Bb"]) + (" minor" if minor else ""))
        asked = [wanted_chord(read_numeral(name), key) for name in progression(chosen, minor)]
        found = write_parts(asked, most=400)
        if found is not None:
            return asked, found


def in_text(moments: list[Moment]) -> str:
    return "\n".join(" ".join(str(voice) for voice in moment.voices[::-1]) for moment in moments) + "\n"


def table(asked: list[Wanted]) -> str:
    names = " ".join(str(each.numeral) for each in asked)
    return f'task = "voices"\nkey = "{asked[0].key}"\ngiven = "{names}"'


@pytest.mark.parametrize("seed", range(8))
def test_parts_that_keep_the_rules_are_right_from_either_end(seed: int) -> None:
    asked, moments = drawn(seed)
    text = in_text(moments)
    assert checked(table(asked), text).verdict is Verdict.PROVED
    downwards = "\n".join(" ".join(reversed(line.split())) for line in text.splitlines())
    assert checked(table(asked), downwards).verdict is Verdict.PROVED


def test_comments_and_empty_lines_between_chords_change_nothing_and_a_mistake_is_told_with_its_line() -> None:
    asked, moments = drawn(0)
    lines = in_text(moments).splitlines()
    remarked = "\n".join(["// four parts", "", *(f"{line}  // chord" for line in lines)]) + "\n"
    assert checked(table(asked), remarked).verdict is Verdict.PROVED
    report = checked(table(asked), remarked.replace(lines[1], "G2 D4 nothing B4", 1))
    assert report.verdict is Verdict.REJECTED
    where = report.findings[0].where
    assert isinstance(where, Passage)
    assert where.line == 4


@pytest.mark.parametrize("seed", range(12))
def test_one_voice_that_moves_is_found_and_what_is_said_puts_it_right(seed: int) -> None:
    asked, moments = drawn(seed)
    chosen = random.Random(seed)
    at, part = chosen.randrange(len(moments)), chosen.randrange(4)
    voice = moments[at].voices[part] + parse(Interval, chosen.choice(["M2", "-M2", "P8", "-P8", "m3", "-P4"]))
    assert isinstance(voice, Voice)
    voices = (*moments[at].voices[:part], voice, *moments[at].voices[part + 1 :])
    changed = [*moments[:at], asked[at].sung(voices), *moments[at + 1 :]]
    faults = sorted([*chord_faults(changed, asked), *breaches(changed)], key=lambda each: each.chord)
    report = checked(table(asked), in_text(changed))
    if not faults:
        assert report.verdict is Verdict.PROVED
        return
    assert report.verdict is Verdict.REFUTED
    witness = next(each.witness for each in report.findings if each.witness)
    assert witness.fields["rule"] == faults[0].rule
    assert any(each.rung is Rung.FIX for each in report.findings)
    mending = mend_voicing(changed, asked, faults[0].chord)
    if mending is None:
        return
    place, moment = mending
    after = [*changed[:place], moment, *changed[place + 1 :]]
    left = [each for each in (*chord_faults(after, asked), *breaches(after)) if each.chord == faults[0].chord]
    assert not left or place < faults[0].chord or not any(alone(each.rule) for each in left)
    assert not [each for each in left if each.rule in CHORD_FAULTS]


def test_a_chord_without_its_fifth_is_a_chord_and_one_without_its_third_is_none() -> None:
    given = 'task = "voices"\nkey = "C"\ngiven = "V7 I"'
    assert checked(given, "G2 F3 D4 B4\nC3 E3 C4 C5\n").verdict is Verdict.PROVED
    report = checked(given, "G2 F3 D4 D4\nC3 E3 C4 C4\n")
    witness = next(each.witness for each in report.findings if each.witness)
    assert witness.fields["rule"] == "incomplete"


def test_every_voicing_of_a_chord_is_accepted_alone() -> None:
    for name in ("I", "V7", "ii6", "viio6", "V43"):
        want = wanted_chord(read_numeral(name), read_key("D"))
        for moment in islice(voicings(want), 0, 60, 7):
            assert checked(f'task = "voices"\nkey = "D"\ngiven = "{name}"', in_text([moment])).verdict is Verdict.PROVED


FIGURED = 'task = "figured"\nkey = "g minor"\ngiven = ["G3", "F#3 6", "G3", "C3 6", "D3 7/#", "G2"]'


def test_a_realised_bass_is_right_as_text_abc_musicxml_and_midi() -> None:
    subject, exercise = read_source(
        Source("made", {"exercise.toml": f'subject = "harmony"\n[harmony]\n{FIGURED}\n'.encode()})
    )
    answer = subject.solve(exercise)
    for name in ("a.txt", "a.abc", "a.musicxml", "a.mid"):
        given = Submission(name, {name: answer.in_notation_of(name)})
        assert check(subject, exercise, given, viva.Terms()).verdict is Verdict.PROVED, name


@pytest.mark.parametrize("place", ["above", "below"])
@pytest.mark.parametrize("cantus", ["C4 D4 F4 E4 D4 C4", "D4 F4 E4 D4 G4 F4 A4 G4 F4 E4 D4", "A3 C4 B3 D4 C4 B3 A3"])
def test_a_counterpoint_is_right_and_each_changed_note_is_found_and_mended(place: str, cantus: str) -> None:
    voices = tuple(parse(Voice, word) for word in cantus.split())
    key = {"C": "C", "D": "d minor", "A": "a minor"}[cantus[0]]
    scale = [parse(Voice, f"{letter}{octave}") for octave in range(2, 7) for letter in "CDEFGAB"]
    counter = compose(voices, scale, place == "above")
    assert counter is not None
    given = f'task = "counterpoint"\nkey = "{key}"\nplace = "{place}"\ngiven = "{cantus}"'
    assert checked(given, " ".join(map(str, counter))).verdict is Verdict.PROVED
    for at in range(0, len(counter), 3):
        line = Line(voices, counter, place == "above").changed(at, parse(Voice, "F#5"))
        first = next(broken_rules(line), None)
        report = checked(given, " ".join(map(str, line.counter)))
        if first is None:
            assert report.verdict is Verdict.PROVED
            continue
        witness = next(each.witness for each in report.findings if each.witness)
        assert (witness.fields["rule"], witness.fields["bar"]) == (first[0], first[1] + 1)
        mending = mended_line(line, first[1], scale)
        assert mending is not None
        assert not [place for _, place in broken_rules(line.changed(*mending)) if place == first[1]]


def test_a_counterpoint_is_read_from_a_score_alone_or_with_its_cantus() -> None:
    given = 'task = "counterpoint"\nkey = "C"\ngiven = "C4 D4 F4 E4 D4 C4"'
    subject, exercise = read_source(
        Source("made", {"exercise.toml": f'subject = "harmony"\n[harmony]\n{given}\n'.encode()})
    )
    answer = subject.solve(exercise)
    for name in ("a.abc", "a.musicxml", "a.mid"):
        both = Submission(name, {name: answer.in_notation_of(name)})
        assert check(subject, exercise, both, viva.Terms()).verdict is Verdict.PROVED, name
    alone_in_abc = "M:4/4\nL:1/1\nK:C\n" + answer.in_notation_of("a.abc").decode().split("[V:1]")[1].split("\n")[0]
    assert checked(given, alone_in_abc, "a.abc").verdict is Verdict.PROVED
    crowded = checked(given, "L:1/1\nK:C\n" + "[CEG] | " * 6, "a.abc")
    assert (crowded.verdict, crowded.reason) == (Verdict.REJECTED, "wrong_parts")


def test_two_staves_with_two_voices_each_are_four_parts_and_one_note_is_sung_by_both() -> None:
    given = 'task = "voices"\nkey = "C"\ngiven = "I IV V I"'
    head = "X:1\nM:4/4\nL:1/4\nK:C\nV:1\nV:2 clef=bass\n[V:1] [Ec] [Fc] [DB] [Ec] |]\n"
    for unison in ("[G,G,]", "G,"):
        assert checked(given, f"{head}[V:2] [C,G,] [F,A,] {unison} [C,G,] |]\n", "a.abc").verdict is Verdict.PROVED
    crowded = checked(given, f"{head}[V:2] [C,G,] [F,A,] [G,B,D] [C,G,] |]\n", "a.abc")
    assert (crowded.verdict, crowded.reason) == (Verdict.REJECTED, "wrong_parts")
