"""Names of notes are those of the exercise; where it says nothing, those of the report's language are read too."""

import pytest

import viva
from viva.core.source import Source
from viva.core.submission import Submission
from viva.core.verdict import Verdict
from viva.services.checking import check
from viva.services.registry import read_source

TABLES = {
    "note": 'task = "identify"\nwhat = "note"\ngiven = ["B4", "Bb4", "F#4"]',
    "scale": 'task = "construct"\nwhat = "scale"\ngiven = ["Bb major"]',
    "named": 'task = "identify"\nwhat = "scale"\ngiven = ["B C# D E F# G A"]',
    "key": 'task = "identify"\nwhat = "key"\ngiven = ["2 flats"]',
    "interval": 'task = "identify"\nwhat = "interval"\ngiven = ["C4 Eb4"]',
    "chord": 'task = "identify"\nwhat = "chord"\ninversions = true\ngiven = ["Bb3 D4 F4 G4"]',
    "realise": 'task = "realise"\nkey = "Bb major"\ngiven = "I V7 vi6"',
    "pivot": 'task = "pivot"\nkey = "Bb major"\ngiven = "Bb Eb F Bb Gm C7 F"',
    "voices": 'task = "voices"\nkey = "G major"\ngiven = "I V I"',
    "figured": 'task = "figured"\nkey = "g minor"\ngiven = ["G2", "D3 #", "G2"]',
    "counterpoint": 'task = "counterpoint"\nkey = "Bb major"\ngiven = "Bb3 C4 Eb4 D4 C4 Bb3"',
}


def checked(table: str, answer: str | None, language: str, report: str = "") -> viva.Report:
    feedback = f'[feedback]\nlanguage = "{language}"\n' if language else ""
    source = Source("made", {"exercise.toml": f'subject = "harmony"\n{feedback}[harmony]\n{table}\n'.encode()})
    subject, exercise = read_source(source)
    given = subject.solve(exercise) if answer is None else Submission.from_text(answer, "answer.txt")
    return check(subject, exercise, given, viva.Terms(locale=report))


@pytest.mark.parametrize("kind", TABLES)
def test_the_model_answer_is_right_in_every_language_of_exercise_and_report(kind: str) -> None:
    for language in ("", "en", "de"):
        for report in ("", "en", "de"):
            assert checked(TABLES[kind], None, language, report).verdict is Verdict.PROVED, (language, report)


@pytest.mark.parametrize(
    ("kind", "answer", "verdict"),
    [
        ("note", "H B Fis", "proved"),
        ("note", "B B Fis", "refuted"),
        ("note", "H4 B4 Ges4", "refuted"),
        ("scale", "B C D Es F G A", "proved"),
        ("scale", "H C D Es F G A", "refuted"),
        ("named", "h-Moll", "proved"),
        ("named", "H äolisch", "proved"),
        ("key", "g-Moll", "proved"),
        ("key", "B-Dur", "proved"),
        ("key", "H-Dur", "refuted"),
        ("interval", "kleine Terz", "proved"),
        ("interval", "große Terz", "refuted"),
        ("chord", "Gm7/B", "proved"),
        ("chord", "Gm7/H", "refuted"),
        ("realise", "B, F7, H D G", "refuted"),
        ("realise", "B, F7, Gm/B", "proved"),
        ("pivot", "Gm\nF-Dur", "proved"),
        ("voices", "G2 H3 D4 G4\nD3 A3 D4 Fis4\nG2 H3 D4 G4", "proved"),
    ],
)
def test_german_answers_to_a_german_exercise(kind: str, answer: str, verdict: str) -> None:
    assert checked(TABLES[kind], answer, "de").verdict == verdict


def test_where_no_language_is_said_a_german_report_reads_both() -> None:
    for answer in ("H B Fis", "B Bb F#"):
        assert checked(TABLES["note"], answer, "", "de").verdict is Verdict.PROVED
    for mixed in ("B B F#", "B B Fis"):
        assert checked(TABLES["note"], mixed, "", "de").verdict is Verdict.REFUTED
    assert checked(TABLES["note"], "H B Fis", "").verdict is Verdict.REJECTED
    assert checked(TABLES["note"], "B Bb F#", "de").verdict is Verdict.REFUTED


def test_a_german_report_speaks_german_names() -> None:
    report = checked(TABLES["realise"], "B F7 Gm", "de")
    assert "Gm/B" in " ".join(finding.text for finding in report.findings)
    assert "Bb" not in " ".join(finding.text for finding in report.findings)
