"""Reports on a terminal, also on one that has few characters."""

import random
import unicodedata
from dataclasses import replace

import pytest

from viva.core.drawing import Drawing
from viva.core.ladder import Rung
from viva.core.report import Comparison, Evidence, Finding, Report
from viva.core.submission import Submission
from viva.core.terms import LOCALES
from viva.core.verdict import Verdict
from viva.core.where import Passage
from viva.showing.outline import outline
from viva.showing.terminal import Paper, as_text

SIGNS = "✓✗…–—→←≤≥≠×·¶ε„“”‘’äöüß─│┌┐└┘²∞\u00a0"


def report_with(word: str) -> Report:
    table = Comparison(word, ("call", "expected", word), (("f()", word + " ", word), (word, "", "x")), 1, word)
    findings = (
        Finding(f"`{word}`", rung=Rung.HINT, drawing=Drawing("<svg/>", word)),
        Finding(word, rung=Rung.EXAMPLE, comparison=table),
        Finding(word, rung=Rung.PLACE, where=Passage("a.py", 1, 1, 1, 3)),
    )
    evidence = Evidence(word, 44, word, failed=4)
    report = Report(Verdict.REFUTED, "echo", word, evidence, word, score=0.4, worth=3, findings=findings)
    return replace(report, parts=(replace(report, title=f"part {word}"),))


def words() -> list[str]:
    chance = random.Random(7)
    letters = [chr(code) for code in range(0x250) if unicodedata.category(chr(code))[0] in "LNPS"]
    others = ["日本語", "🙂", "\u202e", "\ud800", "Ωmega"]
    return [SIGNS, *others, *("".join(chance.choices(letters, k=9)) for _ in range(10))]


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp437", "utf-8"])
@pytest.mark.parametrize("locale", LOCALES)
def test_every_report_can_be_written_whatever_the_terminal_has(encoding: str, locale: str) -> None:
    for word in words():
        for verdict in Verdict:
            report = replace(report_with(word), verdict=verdict, locale=locale)
            submission = Submission("a.py", {"a.py": word.encode(errors="surrogatepass")})
            text = as_text(outline(report, submission), Paper(width=60, encoding=encoding))
            assert text.encode(encoding).decode(encoding) == text


def test_signs_that_a_terminal_lacks_become_others_that_mean_the_same() -> None:
    text = as_text(outline(report_with("a → b … – ✗")), Paper(encoding="ascii"))
    assert "x Not right yet." in text and "a -> b ... - x" in text
    for sign in SIGNS:
        told = replace(report_with(sign), parts=(), findings=(Finding(sign, rung=Rung.HINT),))
        assert "\\" not in as_text(outline(told), Paper(encoding="ascii")), sign
    assert "✗ Not right yet." in as_text(outline(report_with("x")), Paper())


def test_values_that_differ_look_different_whatever_the_terminal_has() -> None:
    for one, two in (("grüße", "gruesse"), ("≤", "<="), ("✗", "x"), ("’", "'")):
        table = Comparison("", ("expected", "yours"), ((one, two),))
        report = replace(report_with("x"), parts=(), findings=(Finding("", rung=Rung.EXAMPLE, comparison=table),))
        text = as_text(outline(report), Paper(encoding="ascii"))
        left, _, right = next(line for line in text.splitlines() if line.endswith(two)).partition(" | ")
        assert left.strip() != right.strip()


@pytest.mark.parametrize("encoding", ["ascii", "utf-8"])
def test_the_columns_of_a_comparison_stand_below_each_other(encoding: str) -> None:
    table = Comparison("Look:", ("call", "expected", "yours"), (("f(…)", "1…", "22"), ("g", "a\nb", "c")), 0, "So.")
    report = replace(report_with("x"), parts=(), findings=(Finding("unseen", rung=Rung.EXAMPLE, comparison=table),))
    text = as_text(outline(report), Paper(encoding=encoding))
    rows = [line for line in text.splitlines() if " | " in line]
    assert len({tuple(index for index, sign in enumerate(row) if sign == "|") for row in rows}) == 1
    assert [row.endswith("<-") for row in rows] == [False, True, False, False]
    assert "unseen" not in text


@pytest.mark.parametrize("width", [60, 92])
def test_a_comparison_is_no_wider_than_the_terminal_and_loses_nothing(width: int) -> None:
    row = "f([" + ", ".join(map(str, range(40))) + "])", "one " * 30, "x" * 70
    table = Comparison("", ("call", "expected", "yours"), (row,))
    report = replace(report_with("x"), parts=(), findings=(Finding("", rung=Rung.EXAMPLE, comparison=table),))
    lines = as_text(outline(report), Paper(width=width)).splitlines()
    assert max(map(len, lines)) <= width
    columns = zip(*(line.split("|") for line in lines if line.count("|") == 2), strict=True)
    told = ["".join(cell.split()) for cell in map("".join, columns)]
    assert all("".join(cell.split()) in text for cell, text in zip(row, told, strict=True))
