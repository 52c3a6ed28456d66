"""XML of strangers: what is told, in both languages, and that nothing is expanded."""

import pytest

from viva.core.text.reading import Misread
from viva.core.text.xmltext import go_over

BOMB = '<!DOCTYPE a [<!ENTITY b "cc"><!ENTITY d "&b;&b;">]><a>&d;</a>'


class Elements:
    def __init__(self) -> None:
        self.told: list[object] = []

    def start(self, tag: str, attributes: dict[str, str], line: int) -> None:
        self.told.append((tag, attributes, line))

    def end(self, tag: str, text: str, line: int) -> None:
        self.told.append((tag, text, line))


def test_elements_are_told_with_their_own_text_and_lines() -> None:
    seen = Elements()
    go_over('\n<?xml version="1.0"\nencoding="latin1"?>\n<a x="1">b&amp;<c/>\nd</a>', seen, "Us", deepest=3)
    assert seen.told == [("a", {"x": "1"}, 4), ("c", {}, 4), ("c", "", 4), ("a", "b&\nd", 5)]


@pytest.mark.parametrize(
    ("text", "reason", "english", "german"),
    [
        (BOMB, "forbidden", "which are not read; save it with Us again", "speichere sie noch einmal mit Us"),
        ('<!DOCTYPE a SYSTEM "http://a/b.dtd"><a/>', "forbidden", "a document type", "einen Dokumenttyp"),
        ("<a><a><a><a>", "too_complex", "line 1: the XML is nested too deeply", "das XML ist zu tief geschachtelt"),
        ("<a>" + "<b/>" * 10 + "</a>", "too_large", "more than 10 elements", "mehr als 10 Elemente"),
        ("<a>\n<b></a>", "syntax_error", "line 2, column 6: this is not XML: mismatched tag", "das ist kein XML"),
        ("<a>\ud800</a>", "syntax_error", "this is not XML", "das ist kein XML"),
    ],
)
def test_what_is_hostile_or_broken_is_told_in_both_languages(text: str, reason: str, english: str, german: str) -> None:
    with pytest.raises(Misread) as raised:
        go_over(text, Elements(), "Us", deepest=3, most=10)
    assert raised.value.reason == reason
    assert english in raised.value.told("en")
    assert german in raised.value.told("de")


def test_a_document_type_that_is_only_a_name_may_be_passed_over() -> None:
    seen = Elements()
    go_over('<!DOCTYPE a PUBLIC "x"\n"y"><a/>', seen, "Us", deepest=3, bare_type=True)
    assert seen.told == [("a", {}, 2), ("a", "", 2)]
