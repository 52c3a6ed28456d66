"""The notation of formulas, both ways, and where it is wrong."""

# ruff: noqa: E501 (one line for each formula)

import random

import pytest

from tests.engines.logic.random_formulas import random_formula
from viva.core.text.reading import Misread
from viva.engines.logic import formula as f
from viva.engines.logic import parse, show

A, B, C = f.Begins("a"), f.Ends("b"), f.IsEmpty()


def both(connective: f.Connective, left: f.Formula, right: f.Formula) -> f.Formula:
    return f.Binary(connective, left, right)


@pytest.mark.parametrize(
    ("text", "formula"),
    [
        ("begWt('a') and endWt('b') or isEmpty", both("or", both("and", A, B), C)),
        ("begWt('a') or endWt('b') and isEmpty", both("or", A, both("and", B, C))),
        ("begWt('a') -> endWt('b') -> isEmpty", both("->", A, both("->", B, C))),
        ("begWt('a') <-> endWt('b') <-> isEmpty", both("<->", both("<->", A, B), C)),
        ("begWt('a') -> endWt('b') <-> isEmpty", both("<->", both("->", A, B), C)),
        ("begWt('a') or endWt('b') -> isEmpty", both("->", both("or", A, B), C)),
        ("not begWt('a') and endWt('b')", both("and", f.Not(A), B)),
        ("not not begWt('a')", f.Not(f.Not(A))),
        ("begWt('a') and ex1 x. x = x or isEmpty", both("and", A, f.Quantified("ex1", "x", both("or", f.Compare(f.Position("x"), "=", f.Position("x")), C)))),
        ("not ex1 x. x = x -> isEmpty", f.Not(f.Quantified("ex1", "x", both("->", f.Compare(f.Position("x"), "=", f.Position("x")), C)))),
        ("first+1-2 < last", f.Compare(f.Shifted(f.Shifted(f.First(), 1), -2), "<", f.Last())),
        ("|all union indOf('a') inter indOf('b')| >= 2", f.Count(f.Union(f.All(), f.Intersection(f.Occurrences("a"), f.Occurrences("b"))), ">=", 2)),
        ("|(all union indOf('a')) inter indOf('b')| % 3 = 2", f.CountModulo(f.Intersection(f.Union(f.All(), f.Occurrences("a")), f.Occurrences("b")), 3, "=", 2)),
        ("'a' @ (psLt(last))", f.LetterThroughout("a", f.Beside("<", f.Last()))),
        ("ex2 X. 'a' @ X and first in X", f.Quantified("ex2", "X", both("and", f.LetterThroughout("a", f.Positions("X")), f.Member(f.First(), f.Positions("X"))))),
        ("ex0 c. c @ first and endWt(c)", f.Quantified("ex0", "c", both("and", f.LetterAt(f.LetterVariable("c"), f.First()), f.Ends(f.LetterVariable("c"))))),
        ("begWt('')", f.Begins("")),
        ("ex1 x . x\n  =\tlast", f.Quantified("ex1", "x", f.Compare(f.Position("x"), "=", f.Last()))),
    ],
)  # fmt: skip
def test_the_grammar_is_the_fixed_one(text: str, formula: f.Formula) -> None:
    assert parse(text) == formula


def test_what_is_shown_is_read_as_the_same_formula() -> None:
    for seed in range(3000):
        source = random.Random(seed)
        formula = random_formula(source, source.randint(1, 6), "ab")
        assert parse(show(formula), "ab") == formula, show(formula)


@pytest.mark.parametrize(
    ("text", "place", "part"),
    [
        ("", (1, 1), "expected a condition, such as begWt('a'), 'a' @ last or |indOf('a')| >= 2, found the end"),
        ("begWt('a') and", (1, 15), "found the end"),
        ("begWt('a')\n  and or true", (2, 7), ">= 2, found 'or'"),
        ("begWt('a') begWt('b')", (1, 12), "expected 'and', 'or', '->', '<->' or the end of the formula"),
        ("(true", (1, 6), "expected ')', found the end"),
        ("begWt(a)", (1, 7), "expected a string in quotes"),
        ("begWt('a", (1, 7), "not closed"),
        ("begWt('ac')", (1, 9), "the letter 'c' is not in the alphabet"),
        ("'ab' @ first", (1, 1), "expected one letter"),
        ("'a' @ 3", (1, 7), "expected a position"),
        ("ex1 X. true", (1, 5), "a position variable (lower case"),
        ("ex2 x. true", (1, 5), "a set variable (upper case"),
        ("ex1 first. true", (1, 5), "a position variable"),
        ("ex1 x true", (1, 7), "expected '.'"),
        ("x < last", (1, 1), "no quantifier binds"),
        ("(ex1 x. x = x) and x = first", (1, 20), "no quantifier binds"),
        ("first < X", (1, 9), "no quantifier binds"),
        ("ex2 X. first < X", (1, 16), "the variable X stands for a set"),
        ("first last", (1, 7), "'in' or a comparison"),
        ("|all| ! 2", (1, 7), "means nothing here"),
        ("|all| 2", (1, 7), "expected a comparison"),
        ("|all| = x", (1, 9), "expected a number"),
        ("|all| % 0 = 0", (1, 9), "at least 1"),
        ("|all| = 1234567890", (1, 9), "more than 9 digits"),
        ("|first| = 1", (1, 2), "expected a set"),
        ("begWith('a')", (1, 1), "did you mean 'begWt'?"),
        ("first = lst", (1, 9), "did you mean 'last'?"),
        ("indOf('') = 1", (1, 1), "expected a condition"),
        ("|indOf('')| = 1", (1, 8), "at least one letter"),
        ("fstOcc('') = first", (1, 8), "at least one letter"),
        ("(" * 1000, (1, 151), "nested more than 150 deep"),
        ("not " * 1000 + "true", None, "nested more than 150 deep"),
        ("true" + " and true" * 1000, None, "nested more than 150 deep"),
        ("|" + "(" * 1000, None, "nested more than 150 deep"),
    ],
)
def test_a_mistake_is_told_with_its_place_and_what_was_expected(
    text: str, place: tuple[int, int] | None, part: str
) -> None:
    with pytest.raises(Misread) as caught:
        parse(text, "ab")
    problem = caught.value
    assert part in str(problem)
    if place is not None:
        assert (problem.line, problem.column) == place


def test_brackets_are_read_as_deep_as_they_may_be() -> None:
    assert parse("(" * 140 + "true" + ")" * 140) == f.Constant(True)
