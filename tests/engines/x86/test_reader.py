"""Annotations are read as FORMATS has them; what cannot be read is told with its place."""

from __future__ import annotations

import random

import pytest

from viva.core.text.reading import Misread
from viva.engines.x86.annotations import (
    ARITHMETIC,
    COMPARISONS,
    CONNECTIVES,
    Arithmetic,
    Cell,
    Comparison,
    Connective,
    Expression,
    Minus,
    Name,
    Not,
    Number,
    Old,
    Quantified,
    show,
)
from viva.engines.x86.reader import read


def read_expression(text: str) -> Expression:
    return read(f"1: assert {text}").lines[0].expression


def test_lines_of_every_kind_are_read() -> None:
    found = read(
        "const n\nrequires ecx == n\nensures forall x. x < n => b[x] == 0 # the end\n\n"
        "loop: invariant eax + ecx == 20\n1: assert !ZF\nloop: decreases n - ecx, edx\ndecreases ecx // all\n"
    )
    assert found.constants == ("n",)
    assert [(line.kind, line.label, line.line) for line in found.lines] == [
        ("requires", None, 2), ("ensures", None, 3), ("invariant", "loop", 5), ("assert", "1", 6),
        ("decreases", "loop", 7), ("decreases", None, 8),
    ]  # fmt: skip
    assert len(found.lines[4].measure) == 2


def test_signed_and_unsigned_comparisons_are_spelled_apart() -> None:
    assert read_expression("eax <s 0") == Comparison("<s", Name("eax"), Number(0))
    assert read_expression("eax <=s esi") == Comparison("<=s", Name("eax"), Name("esi"))
    assert read_expression("eax < si") == Comparison("<", Name("eax"), Name("si"))


def test_a_chain_of_comparisons_says_two_things() -> None:
    assert read_expression("10 <= eax < 20") == read_expression("10 <= eax && eax < 20")


def test_the_body_of_a_quantifier_goes_to_the_end() -> None:
    assert read_expression("forall x. x < 5 => b[x] == 0") == read_expression("forall x. (x < 5 => (b[x] == 0))")


def test_flags_are_truths_and_numbers() -> None:
    assert read_expression("ZF => CF == 1")
    assert read_expression("eax + CF == 3 && !OF")


@pytest.mark.parametrize(
    ("text", "line", "column", "part"),
    [
        ("loop: invariant eax = 5", 1, 21, "=="),
        ("loop: invariant eax", 1, 17, "true or false"),
        ("loop: invariant (eax == 5", 1, 26, "')'"),
        ("\nloop: invariant eaz == 5", 2, 17, "eax"),
        ("loop: invarient eax == 5", 1, 7, "invarient"),
        ("invariant eax == 5", 1, 1, "label"),
        ("loop: invariant forall eax. eax == 5", 1, 24, "meaning"),
        ("loop: invariant eax == 4294967296", 1, 24, "32 bits"),
        ("loop: invariant forall x b[x] == 0", 1, 26, "'.'"),
        ("loop: invariant eax == 5 5", 1, 26, "end of the line"),
        ("loop: invariant old(old(eax)) == 5", 1, 21, "once"),
        ("const eax", 1, 7, "meaning"),
        ("const n\nconst n", 2, 7, "twice"),
        ("loop: invariant eax == 5 ? 1", 1, 26, "means nothing"),
        ("loop: invariant w[eax == 5] == 1", 1, 19, "address"),
        ("loop: invariant eax && ZF", 1, 21, "true or false"),
    ],
)
def test_what_is_wrong_is_told_with_line_and_column(text: str, line: int, column: int, part: str) -> None:
    with pytest.raises(Misread) as told:
        read(text)
    assert (told.value.line, told.value.column) == (line, column)
    assert part in str(told.value)


@pytest.mark.parametrize(
    "text", ["(" * 5000 + "1", "a: invariant " + "!" * 5000 + "ZF", "a: invariant " + "1+" * 5000 + "1 == 0"]
)
def test_deep_nesting_is_refused(text: str) -> None:
    with pytest.raises(Misread):
        read(text)


def _random(chance: random.Random, depth: int, bound: tuple[str, ...]) -> Expression:
    """A random formula."""
    kind = chance.randrange(5) if depth else 0
    if kind == 1:
        return Not(_random(chance, depth - 1, bound))
    if kind in (2, 3):
        return Connective(
            chance.choice(CONNECTIVES), _random(chance, depth - 1, bound), _random(chance, depth - 1, bound)
        )
    if kind == 4:
        name = f"v{len(bound)}"
        return Quantified(chance.random() < 0.5, name, _random(chance, depth - 1, (*bound, name)))
    return Comparison(chance.choice(COMPARISONS), _number(chance, 2, bound), _number(chance, 2, bound))


def _number(chance: random.Random, depth: int, bound: tuple[str, ...]) -> Expression:
    kind = chance.randrange(6) if depth else 0
    if kind == 1:
        return Cell(chance.choice((1, 4)), _number(chance, depth - 1, bound))
    if kind == 2:
        return Minus(chance.choice(("-", "~")), _number(chance, depth - 1, bound))
    if kind in (3, 4):
        sign = chance.choice(ARITHMETIC)
        return Arithmetic(sign, _number(chance, depth - 1, bound), _number(chance, depth - 1, bound))
    if kind == 5:
        return Old(Name(chance.choice(("eax", "dl", "si"))))
    simple: list[Expression] = [Name("eax"), Name("bh"), Number(chance.randrange(1 << 32)), *map(Name, bound)]
    return chance.choice(simple)


def test_what_is_shown_is_read_back_as_it_was() -> None:
    chance = random.Random(5)
    for _ in range(300):
        formula = _random(chance, 3, ())
        assert read_expression(show(formula)) == formula, show(formula)


@pytest.mark.parametrize(("text", "remedy"), [("*x == 0", "the byte at x is written b[x]"), ("eax = 0", "write ==")])
def test_the_papers_own_spellings_are_answered_with_the_right_one(text: str, remedy: str) -> None:
    with pytest.raises(Misread) as told:
        read_expression(text)
    assert remedy in str(told.value)
