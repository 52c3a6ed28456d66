from dataclasses import replace

import pytest

from viva.core.json import Json
from viva.core.ladder import Rung
from viva.core.report import Evidence, Finding, Report, Witness
from viva.core.submission import Submission
from viva.core.texts import catalogue
from viva.core.verdict import Verdict
from viva.core.where import Passage
from viva.showing.excerpt import excerpt
from viva.showing.outline import outline
from viva.showing.witness import witness_rows


def rows(**fields: Json) -> tuple[dict[str, str], tuple[str, ...]]:
    found, remarks = witness_rows(Witness("call", fields), catalogue("viva.showing", "en"))
    return {row.label: row.text for row in found}, remarks


def test_fields_come_in_order_and_values_as_people_write_them() -> None:
    found, _ = rows(inputs=["3", "-1"], expected=2, actual=[1, None, "x"], note="a b", empty=[])
    assert list(found.items()) == [
        ("inputs", "3, -1"),
        ("expected", "2"),
        ("actual", '[1, null, "x"]'),
        ("note", "a b"),
        ("empty", "(none)"),
    ]


def test_lines_with_blanks_or_commas_are_quoted_so_that_they_can_be_told_apart() -> None:
    assert rows(inputs=["1, 2", ""])[0]["inputs"] == '["1, 2", ""]'


@pytest.mark.parametrize(
    ("expected", "actual"), [("a b", "a  b"), ("a", "a "), ("a\nb", "a b"), ("a\tb", "a b"), ("", "\n")]
)
def test_texts_that_differ_only_in_blanks_do_not_look_alike(expected: str, actual: str) -> None:
    found, remarks = rows(expected=expected, actual=actual)
    assert found["expected"] != found["actual"]
    assert any("blanks" in remark for remark in remarks)


def test_the_first_difference_of_long_runs_is_named_and_shown() -> None:
    same = "line of output\n" * 500
    found, remarks = rows(expected=same + "left" + same, actual=same + "right" + same)
    assert remarks == ("First difference: line 501, column 1.",)
    assert "left" in found["expected"]
    assert "right" in found["actual"]
    assert "characters before" in found["expected"]
    assert len(found["actual"]) < 2000


def test_values_that_cannot_be_shown_are_said_to_be_so() -> None:
    assert "too large" in rows(actual=10**5000)[0]["actual"]
    deep: Json = []
    for _ in range(100_000):
        deep = [deep]
    assert "too large" in rows(actual=deep)[0]["actual"]


def test_the_caret_stands_below_its_character_also_after_tabs_and_wide_ones() -> None:
    files = {"a.py": "\tx = '你好' + y\n".encode()}
    found = excerpt(Passage("a.py", 1, 13, 1, 14), files)
    assert found is not None
    assert [piece.text for piece in found.pieces if piece.mark] == ["y"]
    assert found.signs == " " * 17 + "^"


def test_a_line_of_a_million_characters_is_cut_around_the_place() -> None:
    files = {"a.py": b"x" * 500_000 + b"HERE" + b"y" * 500_000}
    found = excerpt(Passage("a.py", 1, 500_001, 1, 500_005), files)
    assert found is not None
    assert [piece.text for piece in found.pieces if piece.mark] == ["HERE"]
    assert len(found.text) < 200


def test_a_place_outside_the_submission_has_no_line() -> None:
    assert excerpt(Passage("a.py", 9, 1), {"a.py": b"x"}) is None
    assert excerpt(Passage("b.py", 1, 1), {"a.py": b"x", "c.py": b"y"}) is None
    beyond = excerpt(Passage("a.py", 1, 99), {"a.py": b"x"})
    assert beyond is not None
    assert beyond.signs.strip() == "^"


def test_what_a_text_of_several_lines_shows_is_not_shown_again() -> None:
    text = "Input: 1\nExpected: 2\nActual: 3\nx = 1\n  ^"
    finding = Finding(
        text,
        rung=Rung.EXAMPLE,
        where=Passage("a.py", 1, 3),
        witness=Witness("call", {"input": 1, "expected": 2, "actual": 3}),
    )
    report = Report(Verdict.REFUTED, "echo", "x", Evidence("tests"), findings=(finding,))
    submission = Submission("a.py", {"a.py": b"x = 1"})
    item = outline(report, submission=submission).sections[0].items[0]
    assert (item.rows, item.excerpt, item.place) == ((), None, "a.py, line 1, column 3")
    short = replace(report, findings=(replace(finding, text="Expected: 2"),))
    item = outline(short, submission=submission).sections[0].items[0]
    assert [row.label for row in item.rows] == ["input", "expected", "actual"]
    assert item.excerpt is not None
