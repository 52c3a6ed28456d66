import csv
import io
import sys
import unicodedata
from html.parser import HTMLParser

import pytest

from viva.core.text.escape import cell, markup, visible, visible_line
from viva.properties import Property, equal


def every_character() -> str:
    return "".join(map(chr, range(sys.maxunicode + 1)))


@pytest.mark.thorough
def test_no_control_or_format_character_stays_visible() -> None:
    hidden = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
    shown = visible(every_character())
    assert {character for character in shown if unicodedata.category(character) in hidden} == {"\n", "\t"}


def test_printable_text_of_any_language_stays_as_it_is() -> None:
    for text in ("Grüße", "Привет", "你好", "नमस्ते", "שלום", "e\u0301", "π ≤ 4 — “quoted”", "🙂"):
        assert visible(text) == text


def test_escaping_what_is_escaped_changes_nothing() -> None:
    once = visible("\x1b[31m\u202eabc\x00")
    assert once == r"\x1b[31m\u202eabc\x00"
    assert visible(once) == once


@pytest.mark.parametrize(
    "attack", ["\x1b]0;title\x07", "\x9b31m", "\r", "\u2066", "\u200b", "\ud800", "\x7f", "\u2028"]
)
def test_terminal_attacks_are_written_out(attack: str) -> None:
    assert visible(attack).isprintable()
    assert visible(attack).encode()


def prop_what_is_visible_stays_as_it_is(text: str) -> Property:
    return equal(visible(visible(text)), visible(text))


def prop_a_visible_line_is_one_line_that_prints(text: str) -> bool:
    return visible_line(text).isprintable() and len(visible_line(text).splitlines()) <= 1


def prop_a_cell_is_never_a_formula(text: str) -> bool:
    return not cell(text).lstrip(" ").startswith(("=", "+", "-", "@"))


def prop_markup_has_no_signs_of_its_own(text: str) -> bool:
    return not set("<>\"'") & set(markup(text))


def test_one_line_stays_one_line() -> None:
    assert visible_line("a\nb\tc\r\u2028") == r"a\nb\tc\x0d\u2028"


def test_markup_survives_a_parser_as_text_only() -> None:
    attack = """<script>alert(1)</script><img src=x onerror='x'>&amp;" autofocus onfocus="x"""

    class Seen(HTMLParser):
        tags: list[str]
        attributes: list[tuple[str, str | None]]
        text = ""

        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            self.tags.append(tag)
            self.attributes += attrs

        def handle_data(self, data: str) -> None:
            self.text += data

    seen = Seen()
    seen.tags, seen.attributes = [], []
    seen.feed(f'<p title="{markup(attack)}">{markup(attack)}</p>')
    assert seen.tags == ["p"]
    assert seen.attributes == [("title", attack)]
    assert seen.text == attack


@pytest.mark.parametrize(
    "attack", ["=1+1", "+1", "-1", "@SUM(A1)", "|cmd", "%0", "\t=1", "\r=1", "\n=1", " =1", "=cmd|' /C calc'!A0"]
)
def test_no_cell_is_a_formula(attack: str) -> None:
    stream = io.StringIO()
    csv.writer(stream).writerow([cell(attack)])
    read = next(csv.reader(io.StringIO(stream.getvalue())))[0]
    assert not read.lstrip().startswith(("=", "+", "-", "@", "|", "%", "\t", "\r"))


def test_a_harmless_cell_stays_as_it_is() -> None:
    assert cell("Anna-Lena O'Neil") == "Anna-Lena O'Neil"
