"""How a check ends: what the verdicts promise about score, reason and findings, whatever the subject."""

from dataclasses import replace
from pathlib import Path

import pytest

from viva.core.deciding import outcome
from viva.core.deciding.proof_basis import SMALL, Decision, Walk
from viva.core.exercise import Exercise
from viva.core.isolation import Isolation
from viva.core.ladder import Rung
from viva.core.report import About, Finding, Report, Witness
from viva.core.subject import Subject
from viva.core.submission import Submission, Unreadable
from viva.core.terms import Terms
from viva.core.verdict import Verdict
from viva.core.where import Passage
from viva.services.checking import check
from viva.services.registry import read_exercise

QUALITY = Finding("Shorter is nicer.", About.QUALITY)


@pytest.fixture
def asked(exercise: Path) -> Exercise:
    return read_exercise(exercise)[1]


@pytest.fixture
def report(asked: Exercise) -> Report:
    """A report in the middle of a check: something was already found."""
    return replace(outcome.begun(asked, Terms(seed=7), "it was run", Isolation.FULL), findings=(QUALITY,))


def test_a_check_begins_with_nothing_decided(asked: Exercise) -> None:
    report = outcome.begun(asked, Terms(seed=7), "it was run")
    assert (report.verdict, report.reason, report.score) == (Verdict.UNDECIDED, None, None)
    assert (report.subject, report.exercise, report.seed) == ("echo", "say-hello", 7)
    assert (report.evidence.method, report.isolation, report.findings) == ("it was run", None, ())


def test_what_is_right_has_full_marks_and_no_reason(report: Report) -> None:
    doubted = replace(report, reason="wrong", score=0.3)
    proved = outcome.proved(doubted, Decision("equal languages"))
    for found, verdict in ((proved, Verdict.PROVED), (outcome.passed(doubted), Verdict.PASSED)):
        assert (found.verdict, found.reason, found.score, found.findings) == (verdict, None, 1.0, (QUALITY,))


@pytest.mark.parametrize(
    "walk",
    [
        Walk(4, 3, 4),
        Walk(4, 4, 3),
        Walk(4, 4),
        Walk(4, 5, 4),
        Walk(4, 4, 4, ("the time is read",)),
        Walk(SMALL + 1, SMALL),
    ],
    ids=["one not run", "one not run again", "run once", "run too often", "impure", "large and not all"],
)
def test_a_domain_that_was_not_walked_whole_proves_nothing(report: Report, walk: Walk) -> None:
    assert not walk.whole
    with pytest.raises(ValueError, match="proves nothing"):
        outcome.proved(report, walk)


@pytest.mark.parametrize("walk", [Walk(0, 0, 0), Walk(4, 4, 4), Walk(SMALL + 1, SMALL + 1)])
def test_a_domain_that_was_counted_and_walked_whole_is_a_proof(report: Report, walk: Walk) -> None:
    assert outcome.proved(report, walk).verdict == Verdict.PROVED


@pytest.mark.parametrize(
    ("share", "score"), [(1.0, 0.99), (0.99999, 0.99), (0.5, 0.5), (1 / 3, 0.3333), (0.0, 0.0), (-0.2, 0.0), (7, 0.99)]
)
def test_what_is_refuted_has_less_than_full_marks_and_not_less_than_none(
    report: Report, share: float, score: float
) -> None:
    hint = Finding("Think again.", rung=Rung.HINT)
    found = outcome.refuted(report, "wrong", share, [hint])
    assert (found.verdict, found.reason, found.score) == (Verdict.REFUTED, "wrong", score)
    assert found.findings == (hint, QUALITY)


def test_what_is_undecided_has_no_score_and_says_why(report: Report) -> None:
    found = outcome.undecided(report, "It took too long.", why="slow")
    assert (found.verdict, found.reason, found.score) == (Verdict.UNDECIDED, "budget", None)
    assert [(told.text, told.signature) for told in found.findings] == [
        ("It took too long.", "slow"),
        ("Shorter is nicer.", None),
    ]


def test_two_equal_runs_that_differ_are_rejected_with_both(report: Report) -> None:
    witness = Witness("runs", {"first": "1", "second": "2"})
    found = outcome.inconsistent(report, "It says something else each time.", witness)
    assert (found.verdict, found.reason, found.score) == (Verdict.REJECTED, "inconsistent", 0.0)
    assert [(told.about, told.signature, told.witness) for told in found.findings] == [
        (About.POLICY, "inconsistent", witness)
    ]


def test_a_limit_of_the_box_is_told_apart_from_a_bound_of_the_language() -> None:
    assert {"step_limit", "time_limit", "memory_limit", "output_limit", "killed"} <= set(outcome.LIMITS)
    assert not {"recursion_limit", "crash", "wrong"} & set(outcome.LIMITS)


def test_what_cannot_be_read_is_rejected_with_its_place(exercise: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    subject, asked = read_exercise(exercise)
    place = Passage("a.txt", 1, 2)
    told = Finding("a.txt, line 1: no.", About.POLICY, signature="syntax_error", where=place)

    def refuse(self: Subject, exercise: Exercise, submission: Submission, terms: Terms) -> Report:
        raise Unreadable("syntax_error", [told], "apart from that it is right")

    monkeypatch.setattr(type(subject), "check", refuse)
    report = check(subject, asked, Submission.from_text("x", "a.txt"), Terms())
    assert (report.verdict, report.reason, report.score) == (Verdict.REJECTED, "syntax_error", 0.0)
    assert (report.findings, report.evidence.covered) == ((told,), "apart from that it is right")


def test_a_sentence_about_a_submission_is_made_visible() -> None:
    assert str(Unreadable("empty", "\x1b[31m is empty.")) == r"\x1b[31m is empty."


def test_what_was_missed_is_named_by_the_subject_or_by_what_is_told(report: Report) -> None:
    hint, pattern = Finding("Think.", rung=Rung.HINT), Finding("Fails for odd ones.\nMore.", rung=Rung.PATTERN)
    broken = replace(report, exercise="is_sorted", verdict=Verdict.REFUTED)
    whole = replace(report, parts=(broken, replace(broken, verdict=Verdict.PASSED)))
    assert outcome.refuted(report, "wrong", 0.4, (hint, pattern), ("empty lists",)).missed == ("empty lists",)
    assert outcome.refuted(whole, "wrong", 0.4, (hint, pattern)).missed == ("is_sorted",)
    assert outcome.refuted(report, "wrong", 0.4, (hint, pattern)).missed == ("Fails for odd ones.",)
    assert outcome.refuted(report, "wrong", 0.4, (hint,)).missed == ("Think.",)
    rules = (Finding("`sorted` is not allowed.", About.POLICY), QUALITY)
    assert outcome.rejected(report, "forbidden", rules).missed == ("`sorted` is not allowed.",)


def test_no_check_ends_refuted_without_anything_that_shows_it(
    exercise: Path, report: Report, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever a subject says: where an example may be told and nothing is, it is undecided."""
    subject, asked = read_exercise(exercise)
    shown = Finding("f(1) is 2.", rung=Rung.EXAMPLE)
    part = replace(report, verdict=Verdict.REFUTED, findings=(shown,))
    for ended, expected in (
        (outcome.refuted(report, "wrong", 0.0, ()), Verdict.UNDECIDED),
        (outcome.refuted(replace(report, parts=(report,)), "wrong", 0.0, ()), Verdict.UNDECIDED),
        (outcome.refuted(report, "wrong", 0.0, (shown,)), Verdict.REFUTED),
        (outcome.refuted(replace(report, parts=(part,)), "wrong", 0.0, ()), Verdict.REFUTED),
    ):
        monkeypatch.setattr(type(subject), "check", lambda *_, ended=ended: ended)
        found = check(subject, asked, Submission.from_text("x", "a.txt"), Terms())
        assert found.verdict is expected
        assert (found.score is None) == (expected is Verdict.UNDECIDED)
        told = check(subject, asked, Submission.from_text("x", "a.txt"), Terms(rung=Rung.VERDICT))
        assert told.verdict is Verdict.REFUTED  # nothing of it was asked for


def test_what_has_no_score_is_rejected_without_one_and_the_whole_of_a_score_is_for_what_is_right(
    report: Report,
) -> None:
    assert outcome.rejected(report, "empty", (), None).score is None
    assert outcome.rejected(report, "forbidden", (), 1.0).score == 0.99
    assert outcome.rejected(report, "forbidden", (), 0.25).score == 0.25


def test_the_largest_domain_that_is_walked_twice_has_to_be() -> None:
    assert not Walk(SMALL, SMALL).whole
    assert Walk(SMALL, SMALL, SMALL).whole
    assert Walk(SMALL + 1, SMALL + 1).whole
