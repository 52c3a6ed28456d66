"""What a person reads first, and in which words."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

import viva
from viva.core.ladder import Policy
from viva.core.report import Evidence, Report
from viva.core.texts import catalogue
from viva.core.verdict import Verdict
from viva.showing.outline import headline, number, outline, percent

REPORT = Report(Verdict.REFUTED, "echo", "x", Evidence("compared", 44, "all", failed=4), reason="wrong", score=0.4)


@pytest.mark.parametrize(
    ("verdict", "reason", "tests", "said"),
    [
        (Verdict.PROVED, None, 44, "Right, in every case. 40 %."),
        (Verdict.PASSED, None, 44, "Right, as far as 44 tests show. 40 %."),
        (Verdict.PASSED, None, 1, "Right, as far as 1 test shows. 40 %."),
        (Verdict.PASSED, None, None, "Right, as far as can be seen. 40 %."),
        (Verdict.REFUTED, "wrong", 44, "Not right yet. 40 %."),
        (Verdict.REFUTED, "crash", 44, "Not right yet: it stops with an error. 40 %."),
        (Verdict.REJECTED, "syntax_error", None, "Could not be read. 40 %."),
        (Verdict.REJECTED, "empty", None, "Could not be checked: there is nothing in it. 40 %."),
        (Verdict.UNDECIDED, "budget", 44, "Could not be decided: the time ran out. 40 %."),
        (Verdict.REFUTED, "of_its_own", 44, "Not right yet: of its own. 40 %."),
    ],
)
def test_the_verdict_is_said_in_plain_words(verdict: Verdict, reason: str | None, tests: int | None, said: str) -> None:
    assert headline(replace(REPORT, verdict=verdict, reason=reason, evidence=Evidence("", tests))) == said


@pytest.mark.parametrize(
    ("tests", "failed", "said"),
    [
        (44, 4, "44 tests run, 4 failed."),
        (1, 1, "1 test run, 1 failed."),
        (44, 0, "44 tests run, none failed."),
        (44, None, "44 tests run."),
        (12_345, 12_345, "12,345 tests run, 12,345 failed."),
        (None, None, ""),
    ],
)
def test_the_tests_are_counted_in_one_plain_line(tests: int | None, failed: int | None, said: str) -> None:
    assert outline(replace(REPORT, evidence=Evidence("", tests, failed=failed))).counts == said


def test_percents_are_whole_and_only_what_is_all_or_nothing_is_said_to_be() -> None:
    scores = [number / 1000 for number in range(1001)]
    told = [percent(score) for score in scores]
    assert told == sorted(told)
    assert [score for score, share in zip(scores, told, strict=True) if share == 100] == [1.0]
    assert [score for score, share in zip(scores, told, strict=True) if share == 0] == [0.0]


def test_numbers_are_written_as_the_reader_writes_them() -> None:
    assert [number(value) for value in (4.0, 6.834, 0.5, 10.0, 100)] == ["4", "6.83", "0.5", "10", "100"]
    assert [number(value, "de") for value in (4.0, 6.834, 0.5, 10.0)] == ["4", "6,83", "0,5", "10"]


def test_details_are_open_for_teachers_and_folded_for_students() -> None:
    assert outline(REPORT).unfolded
    student = outline(replace(REPORT, attempt=1))
    assert not student.unfolded and student.details == outline(REPORT).details


def test_a_student_hears_that_more_is_told_only_while_it_is() -> None:
    notes = [outline(replace(REPORT, attempt=attempt), policy=Policy()).notes[0] for attempt in (1, 2, 3, 4)]
    assert ["you will be told more" in note for note in notes] == [True, True, False, False]


def test_every_reason_in_the_source_has_words() -> None:
    given = re.compile(r'(?:[Uu]nreadable|rejected|refuted|undecided)\((?:[\w.]+, )?"([a-z_]+)"')
    sources = (file.read_text("utf-8") for file in Path(viva.__file__).parent.rglob("*.py"))
    reasons = {word for source in sources for word in given.findall(source)}
    templates = catalogue("viva.showing").templates
    told = {key.rpartition(".")[2] for key in templates if key.startswith(("reason.", "verdict."))}
    assert len(reasons) > 5 and reasons <= told


def test_what_is_wide_is_said_of_tables_only() -> None:
    """The main part of a page of the site is called wide, too: on a phone each table in it became a list."""
    sheet = (Path(viva.__file__).parent / "showing" / "templates" / "style.css").read_text("utf-8")
    assert "table.wide" in sheet
    assert not re.search(r"(?<!table)\.wide\b", sheet)
