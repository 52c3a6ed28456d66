"""Formulas as text: precedence, places of errors, and the printer as the inverse of the parser."""

import random

import pytest

from viva.core.text.reading import Misread
from viva.engines.signals.model import (
    And,
    Comparison,
    Eventually,
    Globally,
    Historically,
    Implies,
    Interval,
    Not,
    Number,
    Or,
    Relation,
    Signal,
    Until,
)
from viva.engines.signals.notation import define, parse, show

from .formulas import random_formula


def more(name: str) -> Comparison:
    return Comparison(Signal(name), Relation.MORE, Number(0.0))


P, Q, R = more("p"), more("q"), more("r")


def test_what_is_printed_is_read_back_as_the_same_formula() -> None:
    random_ = random.Random(1)
    for _ in range(3000):
        formula = random_formula(random_, random_.randint(0, 4))
        assert parse(show(formula)) == formula, show(formula)


@pytest.mark.parametrize(
    ("text", "formula"),
    [
        ("p>0 -> q>0 -> r>0", Implies(P, Implies(Q, R))),
        ("p>0 or q>0 and r>0", Or((P, And((Q, R))))),
        ("p>0 and q>0 U r>0", And((P, Until(Interval(), Q, R)))),
        ("not p>0 U q>0", Until(Interval(), Not(P), Q)),
        ("G p>0 U F[1,2] q>0", Until(Interval(), Globally(Interval(), P), Eventually(Interval(1, 2), Q))),
        ("G[0,10]F[.5,1e1] p>0", Globally(Interval(0, 10), Eventually(Interval(0.5, 10), P))),
        ("not not p>0", Not(Not(P))),
        ("((p)) > (0)", P),
        ("(((p>0)))", P),
        ("F[2,inf] p>0", Eventually(Interval(2), P)),
        ("F[2,inf) p>0", Eventually(Interval(2), P)),
        ("p>0 # a comment\n and\n q>0", And((P, Q))),
        ("H H > 0", Historically(Interval(), more("H"))),
        ("R > 0 U S > 0", Until(Interval(), more("R"), more("S"))),
        ('"G" > 0', more("G")),
        ('"speed (km/h)" > 0', more("speed (km/h)")),
        ("robot.x > 0", more("robot.x")),
    ],
)
def test_how_formulas_are_read(text: str, formula: object) -> None:
    assert parse(text) == formula


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("G[0,10 x > 0", "1:8", "expected ']'"),
        ("x > 0 and", "1:10", "the end"),
        ("x >> 0", "1:4", "found '>'"),
        ("x > 0\n  )", "2:3", "found ')'"),
        ("G[5,3] x > 0", "1:5", "before it begins"),
        ("G[-1,3] x > 0", "1:3", "before 0"),
        ("G[inf,inf] x > 0", "1:3", "begin at inf"),
        ("G[0,tau] x > 0", "1:5", "parameter"),
        ("G[0:3] x > 0", "1:4", "comma"),
        ("x", "1:2", "comparison"),
        ("x == 3", "1:3", "tolerance"),
        ("x > 0 && y > 0", "1:7", "write and"),
        ("p > 0 U q > 0 U r > 0", "1:15", "do not chain"),
        ("p > q > r", "1:1", "do not chain"),
        ("2x > 0", "1:1", "*"),
        ("sin(x) > 0", "1:1", "min"),
        ("abs(x, y) > 0", "1:1", "one value"),
        ("x > 0 $", "1:7", "'$'"),
        ("x > 1e999", "1:5", "too large"),
        ("(" * 500 + "x > 0" + ")" * 500, "1:151", "nested more than 150 deep; define parts"),
        ("not " * 500 + "x > 0", "1:601", "nested more than 150 deep; define parts"),
        ("x > 0 and (y > 0", "1:17", "'(' at 1:11"),
        ("x > 0 y > 0", "1:7", "end of the formula"),
    ],
)
def test_errors_say_where_and_what(text: str, place: str, words: str) -> None:
    with pytest.raises(Misread) as caught:
        parse(text)
    assert f"{caught.value.line}:{caught.value.column}" == place
    assert words in str(caught.value)


def test_a_chain_of_a_hundred_conjuncts_is_read() -> None:
    formula = parse(" and ".join(["p > 0"] * 1000))
    assert formula == And((P,) * 1000)


FILE = """
# Rules of the road.
param limit = 30        # metres per second
param patience = 2
fast := speed > limit
gap := abs(front - back)
G[0,60] (fast -> F[0,patience] not fast) and G gap > 1
"""


def test_a_file_of_definitions() -> None:
    found = define(FILE)
    assert found.parameters == {"limit": 30.0, "patience": 2.0}
    assert show(found.formula()) == "G[0,60] (speed > 30 -> F[0,2] not speed > 30) and G abs(front - back) > 1"
    assert show(found.formula("fast")) == "speed > 30"
    assert show(parse(FILE, {"limit": 25}, "fast")) == "speed > 25"


@pytest.mark.parametrize(
    ("text", "parameters", "words"),
    [
        ("a := b > 0\nb := x > 1", {}, "used before it is defined"),
        ("a := x > 0\na := x > 1", {}, "defined twice"),
        ("G := x > 0", {}, "cannot be a name"),
        ("x > 0", {"limit": 3.0}, "no parameter 'limit'"),
        ("param limit = x\nx > 0", {}, "the value of 'limit'"),
        ("param a = 1", {}, "no formula"),
        ("", {}, "no formula"),
        ("G[0,tau] x > 0", {"tau": -1.0}, "before 0"),
    ],
)
def test_wrong_definitions(text: str, parameters: dict[str, float], words: str) -> None:
    with pytest.raises(Misread, match=words):
        parse(text, parameters)


def test_a_formula_that_is_not_there_is_answered_with_one_that_is() -> None:
    with pytest.raises(Misread, match="did you mean 'fast'"):
        parse(FILE, name="fats")
