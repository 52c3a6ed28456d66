"""Right answers are accepted in every way they can be written, wrong ones are told apart, and bad input is told."""

from itertools import islice
from pathlib import Path

import pytest

import viva
from viva.core.ladder import Rung
from viva.core.source import Source
from viva.core.submission import Submission
from viva.core.verdict import Verdict
from viva.engines.music import Scale, parse
from viva.services.checking import check
from viva.services.registry import read_source

EXERCISES = sorted((Path(__file__).parents[3] / "exercises" / "harmony").iterdir())


def checked(table: str, answer: str, file: str = "answer.txt", files: dict[str, str] | None = None) -> viva.Report:
    manifest = f'subject = "harmony"\n[harmony]\n{table}\n'
    source = Source("made", {"exercise.toml": manifest.encode()} | {k: v.encode() for k, v in (files or {}).items()})
    subject, exercise = read_source(source)
    return check(subject, exercise, Submission.from_text(answer, file), viva.Terms())


def numerals(key: str, chords: str, answer: str) -> Verdict:
    given = ", ".join(f'"{chord}"' for chord in chords.split())
    return checked(f'task = "analyse"\nkey = "{key}"\ngiven = [{given}]', answer).verdict


def test_a_dominant_of_another_chord_is_right_only_where_that_chord_follows() -> None:
    assert numerals("C", "C F G C", "I IV V I") is Verdict.PROVED
    assert numerals("C", "C F G C", "V/IV IV V I") is Verdict.PROVED
    assert numerals("C", "C G F C", "V/IV V IV I") is Verdict.REFUTED
    assert numerals("C", "C D7 G C", "I V7/V V I") is Verdict.PROVED
    assert numerals("C", "C D7 G C", "I II7 V I") is Verdict.PROVED
    assert numerals("C", "C D7 G C", "I ii7 V I") is Verdict.REFUTED


@pytest.mark.parametrize(
    ("key", "chords", "answer"),
    [
        ("C", "C Am7 D7 G", "I ii7/V V7/V V"),
        ("C", "C Bm7b5 E7 Am", "I iiø7/vi V7/vi vi"),
        ("C", "C Gm C7 F", "I ii/IV V7/IV IV"),
        ("C", "C Gm A7 Dm", "I iv/ii V7/ii ii"),
        ("C", "C Bb F C", "I IV/IV IV I"),
        ("C", "C Bb7 Eb C", "I V7/bIII bIII I"),
        ("c minor", "Cm Bb7 Eb Cm", "i V7/III III i"),
        ("c minor", "Cm Bb7 Eb Cm", "i V7/bIII III i"),
        ("c minor", "Cm Bb7 Ab Cm", "i V7/III VI i"),
    ],
)
def test_any_numeral_over_any_degree_is_right_that_means_the_chord(key: str, chords: str, answer: str) -> None:
    assert numerals(key, chords, answer) is Verdict.PROVED


def test_what_means_another_chord_is_wrong_over_a_degree_too() -> None:
    assert numerals("C", "C Am7 D7 G", "I ii7/IV V7/V V") is Verdict.REFUTED
    assert numerals("C", "C Am7 D7 G", "I ii65/V V7/V V") is Verdict.REFUTED
    assert numerals("C", "C Am7 D7 G", "I ii/V V7/V V") is Verdict.REFUTED


@pytest.mark.parametrize(
    ("scale", "answer", "verdict"),
    [
        ("A melodic minor", "A B C D E F# G# A G F E D C B A", "proved"),
        ("A melodic minor", "A B C D E F# G# A G# F# E D C B A", "proved"),
        ("A melodic minor", "A B C D E F# G# A G F# E D C B A", "refuted"),
        ("A harmonic minor", "A B C D E F G# A G# F E D C B A", "proved"),
        ("A harmonic minor", "A B C D E F G# A G F E D C B A", "refuted"),
        ("A melodic minor", "A B C D E F G A G F E D C B A", "refuted"),
        ("C major pentatonic", "C D E G A C A G E D C", "proved"),
        ("Eb major", "Eb D C Bb Ab G F Eb", "proved"),
        ("Eb major", "Eb D C Bb Ab G F", "proved"),
        ("Eb major", "Eb5 D5 C5 Bb4 Ab4 G4 F4 Eb4", "proved"),
        ("Eb major", "D C Bb Ab G F Eb", "refuted"),
        ("Eb major", "Eb D C Bb A G F Eb", "refuted"),
        ("A melodic minor", "A G F E D C B A", "proved"),
        ("A harmonic minor", "A G F E D C B A", "refuted"),
    ],
)
def test_a_scale_may_go_up_and_down(scale: str, answer: str, verdict: str) -> None:
    table = f'task = "construct"\nwhat = "scale"\ngiven = ["{scale}"]'
    assert checked(table, answer).verdict == verdict


@pytest.mark.parametrize("name", ["D dorian", "Eb major", "G harmonic minor", "A minor pentatonic"])
def test_a_scale_that_is_written_downwards_is_named_as_upwards(name: str) -> None:
    up = [str(note) for note in parse(Scale, name).notes]
    low = [f"{note}4" for note in up] if up[0][0] in "CD" else None
    sung = low or [f"{note}{3 if 'CDEFGAB'.index(note[0]) >= 'CDEFGAB'.index(up[0][0]) else 4}" for note in up]
    whole = [*sung, f"{up[0]}{int(sung[0][-1]) + 1}"]
    for given in (" ".join(whole), " ".join(reversed(whole))):
        report = checked(f'task = "identify"\nwhat = "scale"\ngiven = ["{given}"]', name)
        assert report.verdict is Verdict.PROVED, given


@pytest.mark.parametrize(
    ("given", "answer", "verdict"),
    [("C4", "c1", "proved"), ("C4", "c'", "proved"), ("C5", "c''", "proved"), ("Bb4", "b1", "proved"),
     ("F#5", "fis2", "proved"), ("A4", "a1", "proved"), ("C4", "c4", "proved"), ("C4", "c2", "refuted"),
     ("C4", "C1", "refuted"), ("C4", "c''", "refuted")],
)  # fmt: skip
def test_german_octaves_count_from_small_c(given: str, answer: str, verdict: str) -> None:
    table = f'task = "identify"\nwhat = "note"\ngiven = ["{given}"]\n[feedback]\nlanguage = "de"'
    assert checked(table, answer).verdict == verdict


def test_an_answer_that_cannot_be_read_costs_no_more_than_a_wrong_one() -> None:
    table = 'task = "analyse"\nkey = "C"\ngiven = "C, F, G, C"'
    unreadable, wrong = checked(table, "I IV huh I"), checked(table, "I IV vi I")
    assert unreadable.verdict is Verdict.REJECTED
    assert unreadable.score == wrong.score == 0.75
    assert unreadable.findings[0].text.startswith("Answer 3 cannot be read")
    assert not checked(table, "huh huh huh huh").score
    assert any("1 of 4 answers is wrong." in each.text for each in wrong.findings)


def test_the_same_answer_to_all_questions_is_no_work() -> None:
    table = 'task = "analyse"\nkey = "C"\ngiven = "C, F, C, C"'
    assert [checked(table, answer).score for answer in ("I I I I", "I IV I I", "I ii I I")] == [0, 1, 0.75]
    assert checked('task = "analyse"\nkey = "C"\ngiven = "C, F"', "I I").score == 0.5, "two may be meant"
    four = 'task = "voices"\nkey = "G major"\ngiven = "I IV V I"'
    assert checked(four, "G2 D3 B3 G4\n" * 4).score == 0
    assert checked(four, "G2 D3 B3 G4\nC3 E3 C4 G4\nG2 D3 B3 G4\nG2 D3 B3 G4\n").score == 0.75
    melody = 'task = "counterpoint"\nkey = "C major"\ngiven = "C4 D4 F4 E4 D4 C4"'
    assert checked(melody, "C5 C5 C5 C5 C5 C5").score == 0


@pytest.mark.parametrize(
    ("what", "given", "answer", "language"),
    [
        *(("interval", "F4 B4", name, "en") for name in ("tritone", "aug4", "augmented 4", "A4")),
        *(("interval", "B4 F5", name, "en") for name in ("tritone", "dim5", "d5")),
        *(("interval", "A4 C5", name, "en") for name in ("min3", "min.3", "minor 3rd")),
        ("interval", "C4 G4", "p5", "en"),
        ("interval", "E4 F4", "semitone", "en"),
        *(("interval", "F4 B4", name, "de") for name in ("Tritonus", "überm. Quarte", "überm. Quart")),
        ("interval", "B4 F5", "Tritonus", "de"),
        ("interval", "B4 F5", "verm. Quinte", "de"),
        ("interval", "C4 C5", "Oktave", "de"),
        ("interval", "C4 C4", "Prime", "de"),
        ("interval", "C4 F4", "Quarte", "de"),
        ("interval", "C4 F4", "reine Quart", "de"),
        ("interval", "C4 A4", "große Sext", "de"),
        ("interval", "C4 B4", "große Septim", "de"),
        ("chord", "B3 D4 F4 A4", "B half diminished", "en"),
        ("chord", "B3 D4 F4 Ab4", "B fully diminished seventh", "en"),
        ("chord", "G3 B3 D4 F4 A4", "G dominant ninth", "en"),
        ("scale", "E4 F#4 G4 A4 B4 C5 D#5", "E minor harmonic", "en"),
        ("scale", "C4 D4 Eb4 F4 G4 A4 B4", "C jazz minor", "en"),
        ("scale", "C4 D4 E4 F4 G4 A4 B4", "C maj", "en"),
    ],
)
def test_usual_spellings_are_read(what: str, given: str, answer: str, language: str) -> None:
    table = f'task = "identify"\nwhat = "{what}"\ngiven = ["{given}"]\n[feedback]\nlanguage = "{language}"'
    assert checked(table, answer).verdict is Verdict.PROVED


def test_a_tritone_is_no_fifth() -> None:
    assert checked('task = "identify"\nwhat = "interval"\ngiven = ["C4 G4"]', "tritone").verdict is Verdict.REFUTED


def test_minor_has_its_leading_tone_and_its_natural_seventh() -> None:
    assert numerals("c minor", "Cm G7 Bdim7 Bb Eb", "i V7 viio7 VII III") is Verdict.PROVED
    assert numerals("c minor", "Cm G7 Bdim7 Bb Eb", "i V7 #viio7 VII III") is Verdict.PROVED
    assert numerals("c minor", "Cm G7 Bdim7 Bb Eb", "i v7 viio7 VII III") is Verdict.REFUTED


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [("Am7/C", "proved"), ("C6", "proved"), ("Am7", "refuted"), ("CM7", "refuted"), ("Am7/E", "refuted")],
)
def test_four_notes_are_accepted_under_both_of_their_names(answer: str, verdict: str) -> None:
    report = checked('task = "identify"\nwhat = "chord"\ninversions = true\ngiven = ["C4 E4 A4 G5"]', answer)
    assert report.verdict == verdict
    assert report.evidence.details["accepted"] == [["Am7/C", "C6"]]


def test_what_only_sounds_right_is_accepted_where_the_exercise_says_so() -> None:
    table = 'task = "construct"\nwhat = "interval"\ngiven = ["m6 above Eb4"]'
    assert checked(table, "B4").verdict is Verdict.REFUTED
    assert checked(f"{table}\nenharmonic = true", "B4").verdict is Verdict.PROVED
    assert checked(f"{table}\nenharmonic = true", "Bb4").verdict is Verdict.REFUTED


@pytest.mark.parametrize(
    ("answer", "reason", "said"),
    [
        ("I IV", "too_few", "2 answers"),
        ("I IV V I I", "too_many", "only 4"),
        ("I IV Vx I", "syntax_error", "`V` was understood"),
        ("I IV V13 I", "syntax_error", "figures"),
        ("I IV V/V/V I", "syntax_error", "two slashes"),
        ("Io7 IV V I", "syntax_error", "small numerals"),
        ("\0\0", "encoding", "text"),
        ("I" * 30_000, "too_large", "longer"),
        ("I IV V \x1b[31m", "syntax_error", "\\x1b"),
        ("K:C\n[CEG", "syntax_error", "ABC"),
        ("K:C\n" + "C999999999", "syntax_error", "length"),
    ],
)
def test_what_cannot_be_read_is_told_in_a_sentence(answer: str, reason: str, said: str) -> None:
    report = checked('task = "analyse"\nkey = "C"\ngiven = "C, F, G, C"', answer)
    assert (report.verdict, report.reason) == (Verdict.REJECTED, reason)
    assert said in report.findings[0].text


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ('task = "analyse"\ngiven = "C"', "`key`"),
        ('task = "analyse"\nkey = "H"\ngiven = "C"', "cannot be read"),
        ('task = "analyse"\nkey = "G# major"\ngiven = "C"', "at most 7"),
        ('task = "analyse"\nkey = "C"\ngiven = "t.abc"', "no file"),
        ('task = "identify"\nwhat = "chord"\ngiven = ["C4 C#4 D4"]', "no chord"),
        ('task = "identify"\nwhat = "chrod"\ngiven = ["C4"]', "did you mean"),
        ('task = "identify"\nwhat = "interval"\ngiven = ["C4"]', "two notes"),
        ('task = "identify"\nwhat = "key"\ngiven = ["Bb Ab"]', "signature"),
        ('task = "construct"\nwhat = "chord"\ngiven = ["C/F"]', "not a note of"),
        ('task = "construct"\nwhat = "scale"\ngiven = []', "1 to 100"),
    ],
)
def test_a_teachers_mistake_is_a_fault_with_its_line(table: str, said: str) -> None:
    with pytest.raises(viva.Fault) as raised:
        checked(table, "I")
    assert said in str(raised.value)


@pytest.mark.some(6)
@pytest.mark.parametrize("folder", EXERCISES, ids=lambda folder: folder.name)
def test_variants_differ_are_solved_and_keep_their_measure(folder: Path) -> None:
    subject, exercise = read_source(Source.from_folder(folder))
    found = list(islice(subject.vary(exercise, 5), 4))
    assert len(found) >= 2
    texts = [variant.source.text("exercise.toml").partition("[harmony]")[2] for variant in (exercise, *found)]
    assert len(set(texts)) == len(texts)
    for variant in found:
        assert subject.check(variant, subject.solve(variant), viva.Terms()).verdict is Verdict.PROVED
        assert "{given}" not in variant.statement
        assert exercise.difficulty is not None
        assert variant.difficulty == pytest.approx(exercise.difficulty, abs=0.5)


@pytest.mark.parametrize("folder", EXERCISES, ids=lambda folder: folder.name)
def test_hints_and_patterns_hold_nothing_of_the_answer(folder: Path) -> None:
    for example in (folder / "examples" / "wrong").iterdir():
        if example.suffix == ".toml":
            continue
        report = viva.check(folder, Submission.from_path(example))
        shown = [each for each in report.findings if each.witness]
        for witness in (each.witness for each in shown if each.witness):
            words = {str(witness.fields["expected"]), str(witness.fields["actual"]), str(witness.fields.get("given"))}
            rule = {str(witness.fields.get("rule"))}  # a pattern names the rule that is broken, which is no answer
            for finding in report.findings:
                if finding.rung in (Rung.HINT, Rung.PATTERN):
                    told = words - rule if finding.rung is Rung.PATTERN else words
                    assert not any(f" {word} " in f" {finding.text} " for word in told)


FOUR = 'task = "voices"\nkey = "C"\ngiven = "I V7 I"'
GOOD = "C3 G3 E4 C5\nG2 F3 D4 B4\nC3 E3 C4 C5\n"


def test_four_parts_are_proved_and_a_rule_can_be_left_out() -> None:
    assert checked(FOUR, GOOD).verdict is Verdict.PROVED
    rising = GOOD.replace("E3 C4 C5", "G3 E4 C5")
    report = checked(FOUR, rising)
    assert report.verdict is Verdict.REFUTED
    witness = next(each.witness for each in report.findings if each.witness)
    assert witness.fields["rule"] == "seventh_falls"
    assert witness.fields["voice"] == "tenor"
    lenient = checked(f'{FOUR}\nwithout = ["seventh_falls"]', rising)
    assert all(each.witness.fields["rule"] != "seventh_falls" for each in lenient.findings if each.witness)


def test_the_model_parts_are_right_as_text_abc_and_musicxml() -> None:
    subject, exercise = read_source(
        Source("made", {"exercise.toml": f'subject = "harmony"\n[harmony]\n{FOUR}\n'.encode()})
    )
    answer = subject.solve(exercise)
    for name in ("a.txt", "a.abc", "a.musicxml"):
        text = answer.in_notation_of(name).decode()
        assert check(subject, exercise, Submission.from_text(text, name), viva.Terms()).verdict is Verdict.PROVED


@pytest.mark.parametrize(
    ("answer", "file", "reason", "said"),
    [
        ("C3 G3 E4\n" * 3, "a.txt", "wrong_parts", "four parts"),
        (GOOD + "C3 E3 C4 C5\n", "a.txt", "too_many", "only 3"),
        ("\n".join(GOOD.splitlines()[:2]), "a.txt", "too_few", "3"),
        ("C3 G3 E4 H5\n" * 3, "a.txt", "syntax_error", "'H'"),
        ("K:C\n[CEG]", "a.abc", "wrong_parts", "3 notes"),
        ('<!DOCTYPE s [<!ENTITY a "b">]><score-partwise/>', "a.musicxml", "forbidden", "entities"),
    ],
)
def test_parts_that_cannot_be_examined_are_told(answer: str, file: str, reason: str, said: str) -> None:
    report = checked(FOUR, answer, file)
    assert (report.verdict, report.reason) == (Verdict.REJECTED, reason)
    assert said in report.findings[0].text


def test_every_chord_of_both_keys_is_a_pivot_where_only_the_new_key_follows() -> None:
    table = 'task = "pivot"\nkey = "C"\ngiven = "CM7 Em7 Am7 D7 GM7"'
    for answer in ("Am7\nG major", "Em7\nG", "pivot: CM7\nkey: G major"):
        assert checked(table, answer).verdict is Verdict.PROVED
    assert checked(table, "D7\nG major").verdict is Verdict.REFUTED
    assert checked(table, "Am7\nF major").verdict is Verdict.REFUTED
    for given in ("CM7 Dm7 G7", "CM7 F#M7"):
        with pytest.raises(viva.Fault):
            checked(f'task = "pivot"\nkey = "C"\ngiven = "{given}"', "Am7\nG")


def test_an_open_fifth_and_a_bare_octave_are_read_as_the_triad_on_their_root() -> None:
    table = 'task = "analyse"\nkey = "g minor"\ngiven = ["G2 D3 G3", "D3 D4", "G2 Bb3 D4"]'
    assert checked(table, "i V i").verdict is Verdict.PROVED
    assert checked(table, "i v i").verdict is Verdict.PROVED
    assert checked(table, "III V i").verdict is Verdict.REFUTED


CHORALE = """%abc-2.1
X:1
T:Chorale % of nobody
C:nobody
%%score [S A | T B]
M:C
L:1/4
Q:1/4=80
K:Gm
V:S name="Soprano" clef=treble
V:A name="Alto"
V:T name="Tenor" clef=bass
V:B clef=bass
[V:S] "Gm"d2 !fermata!c c | B4 |]
w: la la la la
[V:A] B2 (A A) | G4 |]
[V:T] G,2 ^F, F, | G,4 |]
[V:B] G,,2 D,- D, | G,,4 |]
"""


def test_a_chorale_with_all_that_editors_write_is_analysed() -> None:
    table = 'task = "analyse"\nkey = "g minor"\ngiven = "chorale.abc"'
    report = checked(table, "i V7 V7 i", files={"chorale.abc": CHORALE})
    assert report.verdict is Verdict.PROVED, report.findings


@pytest.mark.parametrize(
    ("what", "given", "right", "wrong"),
    [
        ("scale", "C octatonic", "C D Eb F Gb Ab A B", "C D Eb F G Ab A B"),
        ("scale", "C octatonic", "C D Eb F F# G# A B", "C D Eb F F# G# A"),
        ("scale", "C octatonic", "C Db Eb E F# G A Bb", "C Db Eb E F# G A B"),
        ("scale", "C half-whole diminished", "C Db Eb E F# G A Bb", "C D Eb F Gb Ab A B"),
        ("scale", "C diminished", "C D Eb F Gb Ab A B", "C Db Eb E F# G A Bb"),
        ("scale", "C whole tone", "C D E Gb Ab Bb", "C D E F G A"),
        ("scale", "C whole tone", "C D E F# G# Bb", "B# D E F# G# A#"),
        ("scale", "A blues", "A C D Eb E G", "A C D F E G"),
        ("scale", "A blues", "A C D D# E G A", "A C D E Eb G"),
        ("scale", "Eb major", "Eb F G Ab Bb C D", "Eb F G G# Bb C D"),
        ("chord", "C13", "C E G Bb D F A", "C E G Bb D F# A"),
        ("chord", "C13", "C E G Bb D A", "C E G B D A"),
        ("chord", "C11", "C G Bb D F", "C G B D F"),
        ("chord", "C11", "C E G Bb D F", "C E G Bb D"),
    ],
)
def test_every_usual_spelling_is_right(what: str, given: str, right: str, wrong: str) -> None:
    table = f'task = "construct"\nwhat = "{what}"\ngiven = ["{given}"]'
    assert checked(table, right).verdict is Verdict.PROVED
    assert checked(table, wrong).verdict is Verdict.REFUTED


@pytest.mark.parametrize(
    ("what", "given", "names", "wrong"),
    [
        ("scale", "C D Eb F Gb Ab A B", ("C octatonic", "C diminished"), "C half-whole diminished"),
        ("scale", "C Db Eb E F# G A Bb", ("C octatonic", "C half-whole diminished"), "C diminished"),
        ("scale", "C D E Gb Ab Bb", ("C whole tone",), "C blues"),
        ("chord", "C3 E3 G3 Bb3 D4 F4 A4", ("C13",), "C11"),
        ("chord", "C3 E3 G3 Bb3 D4 A4", ("C13",), "C9"),
    ],
)
def test_what_is_spelled_as_usual_is_named_as_usual(what: str, given: str, names: tuple[str, ...], wrong: str) -> None:
    table = f'task = "identify"\nwhat = "{what}"\ngiven = ["{given}"]'
    for name in names:
        assert checked(table, name).verdict is Verdict.PROVED, name
    assert checked(table, wrong).verdict is Verdict.REFUTED


def test_borrowed_sevenths_and_augmented_sixths_are_analysed_and_realised() -> None:
    assert numerals("C", "C Fm7 Bb7 C", "I iv7 bVII7 I") is Verdict.PROVED
    assert numerals("C", "C Abmaj7 G", "I bVI7 V") is Verdict.PROVED
    assert numerals("C", "C Ab7 G", "I bVI7 V") is Verdict.PROVED
    assert numerals("C", "C Ab7 G", "I bVIM7 V") is Verdict.REFUTED
    assert numerals("C", "C Fm7 C", "I IV7 I") is Verdict.REFUTED
    sixths = 'task = "analyse"\nkey = "C"\ngiven = ["Ab3 C4 Eb4 F#4", "Ab3 C4 D4 F#4", "Ab3 C4 F#4"]'
    for answer in ("Ger65 Fr43 It6", "Ger6 Fr6 It6", "Gr+6 Fr+6 It+6"):
        assert checked(sixths, answer).verdict is Verdict.PROVED
    assert checked(sixths, "Fr43 Ger65 It6").verdict is Verdict.REFUTED
    written = 'task = "realise"\nkey = "C"\ngiven = ["iv7", "bVII7", "bVI7"]'
    assert checked(written, "Fm7 Bb7 AbM7").verdict is Verdict.PROVED
    assert checked(written, "Fm7 Bb7 Ab7").verdict is Verdict.PROVED
    assert checked(written, "FmM7 Bb7 Ab7").verdict is Verdict.REFUTED
    assert checked('task = "realise"\nkey = "C"\ngiven = ["Ger65"]', "Ab C Eb F#").verdict is Verdict.PROVED


def test_a_chord_by_name_may_be_the_augmented_sixth_that_sounds_so_and_notes_are_as_they_are_spelled() -> None:
    named = 'task = "analyse"\nkey = "C"\ngiven = ["Ab7", "G7"]'
    assert checked(named, "Ger65 V7").verdict is Verdict.PROVED
    for wrong in ("It6", "Fr43", "iv7"):
        assert checked(named, f"{wrong} V7").verdict is Verdict.REFUTED, wrong
    assert checked(named.replace('"Ab7"', '"Ab7/C"'), "Ger65 V7").verdict is Verdict.REFUTED
    spelled = named.replace("Ab7", "Ab3 C4 Eb4 Gb4")
    assert checked(spelled, "Ger65 V7").verdict is Verdict.REFUTED
    assert checked(spelled.replace("Gb4", "F#4"), "Ger65 V7").verdict is Verdict.PROVED


def test_a_bass_that_is_named_must_be_right_and_one_that_is_not_may_be_left_out() -> None:
    named = 'task = "identify"\nwhat = "chord"\ngiven = ["C4 E4 A4"]'
    assert checked(named, "Am").verdict is Verdict.PROVED
    assert checked(named, "Am/C").verdict is Verdict.PROVED
    assert checked(named, "Am/E").verdict is Verdict.REFUTED
    assert checked(f"{named}\ninversions = true", "Am").verdict is Verdict.REFUTED


def test_an_interval_without_steps_is_read_as_it_is() -> None:
    named = 'task = "identify"\nwhat = "interval"\ngiven = ["C4 C#4", "C4 C4"]'
    assert checked(named, "A1\nP1").verdict is Verdict.PROVED
    assert checked(named, "m2\nP1").verdict is Verdict.REFUTED


@pytest.mark.parametrize(
    ("given", "answer", "verdict"),
    [
        ("A harmonic minor", "A B C D E F G# A G# F E D C B A", Verdict.PROVED),
        ("A harmonic minor", "A B C D E F G# A G F E D C B A", Verdict.REFUTED),
        ("A melodic minor", "A B C D E F# G# A G F E D C B A", Verdict.PROVED),
        ("C whole tone", "C D E Gb Ab Bb C", Verdict.PROVED),
        ("C whole tone", "C Ebb E F# G# A# C", Verdict.REFUTED),
    ],
)
def test_a_scale_comes_down_as_it_went_up_and_is_spelled_with_simple_accidentals(
    given: str, answer: str, verdict: Verdict
) -> None:
    assert checked(f'task = "construct"\nwhat = "scale"\ngiven = ["{given}"]', answer).verdict is verdict


@pytest.mark.parametrize(
    ("answer", "hint"), [("Fb Cb", "sharps or flats"), ("F# C# G#", "How many fifths"), ("F# G#", "How many fifths")]
)
def test_a_signature_that_goes_the_wrong_way_is_told_from_one_that_goes_too_far(answer: str, hint: str) -> None:
    report = checked('task = "construct"\nwhat = "key"\ngiven = ["D major"]', answer)
    assert report.verdict is Verdict.REFUTED
    assert hint in report.findings[0].text
