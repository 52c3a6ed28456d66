"""Listings: the same lines everywhere, indentation kept, marks never told by colour alone."""

import re
from html import unescape
from xml.etree import ElementTree

import pytest

from viva.drawing.listing import HERE, Line, Mark, Piece, as_html, as_text, columns, draw, line, lines_of
from viva.drawing.sheet import sheet
from viva.engines.coverage.marking import MARKS

WARM = Mark("warm", "warm & nice", "w", "yellow", "30;43")
ATTACK = "</text><script>alert(1)</script>\x1b[31m\u202e\"'&]]>\0\ud800"
SVG = "{http://www.w3.org/2000/svg}"


def lines() -> tuple[Line, ...]:
    return (
        line(9, [Piece("def f(x):")]),
        line(10, [Piece("\treturn "), Piece("x\t<", WARM), Piece("  2")]),
        line(11, []),
    )


def test_plain_text_has_signs_below_each_marked_character() -> None:
    assert as_text(lines(), colour=False).split("\n") == [
        "   9  def f(x):",
        "  10      return x    <  2",
        "                 wwwwww",
        "  11",
        "",
    ]


def test_colours_paint_the_pieces_and_nothing_else() -> None:
    painted = as_text(lines(), colour=True)
    assert "\x1b[30;43mx    <\x1b[0m" in painted
    assert re.sub(r"\x1b\[[\d;]*m", "", painted).split("\n")[1] == "  10      return x    <  2"


def test_a_page_shows_the_lines_of_the_terminal() -> None:
    html = as_html(lines())
    text = unescape(re.sub(r"<[^>]*>", "", html))
    assert text.split("\n") == ["   9  def f(x):", "  10      return x    <  2", "  11  "]
    assert 'title="warm &amp; nice"' in html


@pytest.mark.parametrize("mark", [HERE, *MARKS.values()], ids=lambda mark: mark.name)
def test_the_sheet_has_a_ground_and_a_line_for_every_mark(mark: Mark) -> None:
    assert f"rect.{mark.name}{{fill:" in sheet("listing")
    assert f"line.{mark.name}{{stroke:" in sheet("listing")


def test_no_two_marks_have_the_same_line_below() -> None:
    lines_below = {
        re.findall(rf"span\.{mark.name}{{.*?border-bottom:2px (\w+)", sheet("listing"))[0] for mark in MARKS.values()
    }
    assert lines_below == {"dashed", "solid", "dotted"}


def test_a_picture_keeps_the_indentation_and_marks_by_more_than_colour() -> None:
    drawing = draw("t", lines())
    root = ElementTree.fromstring(drawing.svg)
    texts = {(element.text or "").replace("\u00a0", " "): element for element in root.iter(f"{SVG}text")}
    places = {text: float(element.get("x", "0")) for text, element in texts.items()}
    assert (places["x    <"] - places["return"]) / len("return ") == pytest.approx(8.68, abs=0.02)
    assert (places["return"] - places["def f(x):"]) / 4 == pytest.approx(8.68, abs=0.03)
    assert [element.get("class") for element in root.iter(f"{SVG}line")] == ["warm"]
    assert drawing.text.split("\n")[1:3] == ["10      return x    <  2", "               wwwwww"]


@pytest.mark.parametrize("text", [ATTACK, "", "\t\t", "a\r\nb\x0bc"])
def test_a_line_may_hold_anything(text: str) -> None:
    shown = (line(1, [Piece(text, HERE), Piece(text)]),)
    root = ElementTree.fromstring(draw(text, shown).svg.encode())
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= {
        "svg", "title", "desc", "style", "rect", "line", "text",
    }  # fmt: skip
    assert "<script" not in as_html(shown)
    for written in (as_text(shown, colour=False), as_html(shown)):
        assert not {"\x1b", "\u202e", "\0", "\r", "\x0b"} & set(written)


def test_signs_stand_below_wide_characters_and_an_empty_mark_has_one() -> None:
    assert columns("你好e\u0301") == 5
    assert line(1, [Piece("你好"), Piece("x", HERE)]).signs == "    ^"
    assert line(1, [Piece("ab"), Piece("", HERE)]).signs == "  ^"


def test_the_beginning_of_a_long_text() -> None:
    found = lines_of("\n".join(["x" * 500] * 300), most=20, widest=30)
    assert [each.number for each in found] == list(range(1, 21))
    assert {len(each.text) for each in found} == {30}
