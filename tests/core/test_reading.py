"""Laws of the kit for notations: places, bounds, one sentence for all that does not fit."""

import doctest
import random
from typing import ClassVar

import pytest

from viva.core.fault import Fault
from viva.core.text import reading
from viva.core.text.reading import (
    END,
    MARK,
    NAME,
    NUMBER,
    TEXT,
    Binding,
    Cursor,
    Misread,
    Notation,
    Pattern,
    Token,
    in_quotes,
    place_of,
)


def two_digits(piece: str) -> str:
    if len(piece) > 2:
        raise Misread("this number is too long", column=3, remedy="write less")
    return piece


NOTATION = Notation(
    Pattern(NUMBER, r"[0-9]+", two_digits),
    Pattern(TEXT, r'"([^"\n]*)"', lambda piece: piece[1:-1]),
    Pattern(NAME, r"(?:[a-z](?:[a-z]|[0-9])*)"),
    Pattern(MARK, r"->|[-+*^()<>]"),
    blank=r"(?:\s|#[^\n]*)+",
    stray={'"': ("this text is not closed", "close it")},
    remedy="use letters",
)
BINDINGS = {"->": Binding(1, to_the_right=True), "+": Binding(2), "-": Binding(2), "*": Binding(3)}


class Trees(Cursor):
    """Every value is a text with all of its brackets."""

    deepest = 50
    instead: ClassVar[dict[str, str]] = {"^": "write x * x"}

    def tree(self) -> str:
        return self.climb(self.one, BINDINGS, lambda sign, left, right: f"({left}{sign.text}{right})")

    def one(self) -> str:
        if self.accept("("):
            inside = self.tree()
            self.expect(")")
            return inside
        if self.next.kind in (NAME, NUMBER):
            return self.take().text
        raise self.expected("a name, a number or '('")


def tree(text: str) -> str:
    reader = Trees(NOTATION.tokens(text))
    value = reader.tree()
    reader.expect_end()
    return value


def misread(text: str) -> Misread:
    with pytest.raises(Misread) as caught:
        tree(text)
    return caught.value


def test_the_example_in_its_docstring_works() -> None:
    outcome = doctest.testmod(reading)
    assert outcome.attempted >= 6
    assert outcome.failed == 0


def test_every_token_stands_where_its_place_says() -> None:
    source = random.Random(0)
    pieces = ["ab", "c1", "7", "42", '"x y"', "->", "+", "(", "\n", "  ", "# none\n", "\n\n"]
    for _ in range(500):
        text = " ".join(source.choice(pieces) for _ in range(source.randint(0, 12)))
        lines = text.split("\n")
        *tokens, end = NOTATION.tokens(text)
        for token in tokens:
            spelt = f'"{token.text}"' if token.kind == TEXT else token.text
            assert lines[token.line - 1].startswith(spelt, token.column - 1)
            assert (token.line, token.column) == token.place
        assert (end.kind, end.place) == (END, place_of(text, len(text)))


def test_all_that_is_no_token_and_no_blank_is_told_with_its_place() -> None:
    assert str(misread("a +\n  §")) == "line 2, column 3: '§' means nothing here; use letters"
    assert str(misread('a + "b')) == "line 1, column 5: this text is not closed; close it"
    assert str(misread("\x1b")) == "line 1, column 1: '\\x1b' means nothing here; use letters"
    assert str(misread("1 + 123")) == "line 1, column 7: this number is too long; write less"


def test_what_does_not_fit_is_told_in_one_sentence_that_says_what_was_expected_first() -> None:
    assert str(misread("(a + b")) == "line 1, column 7: expected ')', found the end"
    assert str(misread("a b")) == "line 1, column 3: expected the end, found 'b'"
    assert str(misread('a + "b"')) == "line 1, column 5: expected a name, a number or '(', found the text 'b'"
    assert str(misread("a ^ b")) == "line 1, column 3: expected the end, found '^'; write x * x"


def test_a_text_never_is_a_word_of_the_notation() -> None:
    assert [token.kind for token in NOTATION.tokens('"(" (')] == [TEXT, MARK, END]
    assert misread('"("').column == 1


def test_a_misspelt_word_is_answered_with_the_one_that_was_meant() -> None:
    cursor = Cursor(NOTATION.tokens("unoin"))
    assert cursor.expected("a set", words=("union", "inter")).remedy == "did you mean 'union'?"
    assert cursor.expected("a set", "name one", words=("alpha",)).remedy == "name one"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a - b - c", "((a-b)-c)"),
        ("a -> b -> c", "(a->(b->c))"),
        ("a + b * c - d", "((a+(b*c))-d)"),
        ("a * b -> c + d * e", "((a*b)->(c+(d*e)))"),
        ("(a -> b) * c", "((a->b)*c)"),
    ],
)
def test_operators_bind_as_their_table_says(text: str, value: str) -> None:
    assert tree(text) == value
    assert tree(value) == value


@pytest.mark.parametrize("piece", ["(", "a + ", "a -> ", "a * b + ", "(a -> "])
def test_a_hundred_thousand_levels_are_told_and_not_a_fall_through_the_stack(piece: str) -> None:
    problem = misread(piece * 100_000)
    assert problem.problem == "this is nested more than 50 deep"
    assert problem.reason == "too_complex"


def test_as_deep_as_allowed_is_read() -> None:
    assert tree("(" * 49 + "a" + ")" * 49) == "a"
    assert misread("(" * 50 + "a" + ")" * 50).column == 51
    assert tree("a" + " + a" * 49).count("+") == 49


def test_the_end_is_never_taken() -> None:
    cursor = Cursor(NOTATION.tokens("a"))
    assert cursor.following.kind == END
    assert cursor.take().text == "a"
    assert cursor.take() == cursor.take() == cursor.following == Token(END, "", 1, 2)


def test_what_is_shown_of_a_text_is_short_and_on_one_line() -> None:
    assert in_quotes("a\nb") == "'a\\nb'"
    assert len(in_quotes("x" * 1_000_000)) == 42
    assert len(str(misread("+" + "x" * 1_000_000))) < 100


def test_a_teacher_gets_the_same_with_the_name_of_the_file() -> None:
    fault = misread("(a").fault("guard.txt")
    assert isinstance(fault, Fault)
    assert str(fault) == "guard.txt:1:3: expected ')', found the end"
