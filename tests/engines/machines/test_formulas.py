"""Formulas over runs: what they mean by definition, what is found out about all runs, and that both agree."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from viva.core.text.reading import Misread
from viva.engines.machines.expressions import Name, parse, show, truth
from viva.engines.machines.formats import text
from viva.engines.machines.logic import ltl
from viva.engines.machines.logic.formula_equivalence import anything, compare_formulas
from viva.engines.machines.logic.ltl import (
    Both,
    During,
    Either,
    Formula,
    Holds,
    Next,
    Release,
    Truth,
    Until,
    Within,
    holds,
    negation,
)
from viva.engines.machines.logic.model_checking import check
from viva.engines.machines.model import Signal, Signals, Type
from viva.engines.machines.running.behaviour import Behaviour
from viva.engines.machines.running.input_classes import told_apart

PQ = (Signal("p"), Signal("q"))
TYPES = anything(PQ).types


def formula(chance: Random, depth: int) -> Formula:
    if depth == 0:
        return Holds(Name(chance.choice("pq")), chance.random() < 0.5)
    one, other = formula(chance, depth - 1), formula(chance, depth - 1)
    steps = chance.randint(0, 2)
    choices: list[Formula] = [Both(one, other), Either(one, other), Next(one, chance.random() < 0.5), Until(one, other)]
    choices += [Release(one, other), Within(steps, one), During(steps, one)]
    return chance.choice(choices)


def run(chance: Random, length: int) -> tuple[Signals, ...]:
    return tuple({name: True for name in "pq" if chance.random() < 0.5} for _ in range(length))


@pytest.mark.parametrize("finite", [True, False])
def test_formulas_that_are_called_equal_agree_on_runs_and_others_are_told_apart(finite: bool) -> None:
    """A difference is evaluated by definition before it is told, so only equal ones are left to be tried here."""
    chance = Random(1)
    equal = 0
    for _ in range(150):
        one, other = formula(chance, 2), formula(chance, chance.randint(1, 2))
        verdict = compare_formulas(one, other, PQ, finite=finite, limit=5_000)
        assert verdict.equal is not None
        runs = [run(chance, chance.randint(1, 5)) for _ in range(30)]
        loops = [None if finite else chance.randrange(len(each)) for each in runs]
        differ = [
            holds(one, each, loop, TYPES) != holds(other, each, loop, TYPES)
            for each, loop in zip(runs, loops, strict=True)
        ]
        equal += verdict.equal
        assert not (verdict.equal and any(differ))
    assert 0 < equal < 150


@pytest.mark.parametrize("finite", [True, False])
def test_a_formula_is_equal_to_itself_written_otherwise(finite: bool) -> None:
    pairs = [("!(p U q)", "!p R !q"), ("F p", "true U p"), ("G p", "!F !p"), ("p W q", "(p U q) | G p")]
    pairs += [("F<=2 p", "p | X (p | X p)"), ("p <-> q", "(p -> q) & (q -> p)")]
    for one, other in pairs:
        assert compare_formulas(ltl.parse(one), ltl.parse(other), PQ, finite=finite, limit=1_000).equal, one


def test_at_the_end_of_a_finite_run_a_bounded_always_asks_only_for_reactions_that_are_there() -> None:
    """By definition, by the comparison of all runs, and told in the documentation."""
    for steps in range(4):
        always = sometime = "p"
        for _ in range(steps):
            always, sometime = f"p & N ({always})", f"p | X ({sometime})"
        for bounded, plain in ((f"G<={steps} p", always), (f"F<={steps} p", sometime)):
            assert compare_formulas(ltl.parse(bounded), ltl.parse(plain), PQ, finite=True, limit=1_000).equal
            for length in range(1, 5):
                for letters in product(({}, {"p": True}), repeat=length):
                    one, other = (holds(ltl.parse(each), letters, None, TYPES) for each in (bounded, plain))
                    assert one == other
    assert holds(ltl.parse("G<=3 p"), [{"p": True}], None, TYPES)
    assert not holds(ltl.parse("F<=3 q"), [{"p": True}], None, TYPES)


def guard(chance: Random, depth: int, number: bool) -> str:
    """A guard, or a value in one, with parentheses wherever they may stand."""
    if depth == 0:
        return chance.choice(["d", "e", "2", "-1"] if number else ["p", "q.present", "true", "d == e", "c == red"])
    one, other = (guard(chance, depth - 1, number) for _ in range(2))
    if number:
        return chance.choice([f"({one})", f"({one} + {other})", f"({one}) * {other}", f"{one} - ({other})"])
    left, right = (guard(chance, depth - 1, True) for _ in range(2))
    sign = chance.choice(["<", "<=", "==", "!=", ">", ">="])
    return chance.choice(
        [
            f"({one}) & ({other})",
            f"!({one})",
            f"({one} | {other})",
            f"({left}) {sign} ({right})",
            f"{left} {sign} {right}",
        ]
    )


def test_formulas_read_what_guards_read() -> None:
    """The same text as a guard and as a formula is true of the same reactions."""
    colours = Type("enum", names=("red", "green"))
    number = Type("int", low=-1, high=2)
    signals = (Signal("p"), Signal("q"), Signal("c", colours), Signal("d", number), Signal("e", number))
    types = anything(signals).types
    chance = Random(5)
    letters = [
        {each.name: chance.choice(list(each.type.values())) for each in signals if chance.random() < 0.7}
        for _ in range(12)
    ]
    for _ in range(400):
        text = guard(chance, chance.randint(0, 3), False)
        test = truth(parse(text), types)
        given = ltl.parse(text, types)
        for letter in letters:
            assert holds(given, [letter], None, types) == test(letter), text


def test_a_negation_holds_exactly_where_the_formula_does_not() -> None:
    chance = Random(2)
    for _ in range(100):
        given, letters = formula(chance, 3), run(chance, 4)
        for loop in (None, 0, 2):
            assert holds(given, letters, loop, TYPES) != holds(negation(given), letters, loop, TYPES)


def written(given: Formula) -> str:
    """A text that `parse` reads as the same formula."""
    match given:
        case Truth(value=value):
            return "true" if value else "false"
        case Holds(expression=expression, positive=positive):
            shown = show(expression)
            return shown if positive else f"!({shown})"
        case Both(left=left, right=right):
            return f"({written(left)} & {written(right)})"
        case Either(left=left, right=right):
            return f"({written(left)} | {written(right)})"
        case Next(inner=inner, weak=weak):
            return f"{'N' if weak else 'X'} {written(inner)}"
        case Until(left=Truth(value=True), right=right):
            return f"F {written(right)}"
        case Release(left=Truth(value=False), right=right):
            return f"G {written(right)}"
        case Until(left=left, right=right):
            return f"({written(left)} U {written(right)})"
        case Release(left=left, right=right):
            return f"({written(left)} R {written(right)})"
        case Within(steps=steps, inner=inner):
            return f"F<={steps} {written(inner)}"
        case During(steps=steps, inner=inner):
            return f"G<={steps} {written(inner)}"


def test_what_is_shown_is_read_back() -> None:
    chance = Random(3)
    for _ in range(100):
        given = formula(chance, 3)
        assert compare_formulas(ltl.parse(written(given)), given, PQ, finite=True, limit=9_000).equal


LIGHT = """
input button
output red, green
machine {
  initial Stop
  state Go
  Stop -> Go: button / green
  Go -> Stop: button / red
}
"""


def answer(formula_text: str, machine: str = LIGHT) -> tuple[bool | None, int | None, int]:
    system = text.read(machine)
    given = ltl.parse(formula_text, system.types)
    values = told_apart([system], ltl.guards_of(given))
    found = check(Behaviour(system, values=values, always=["button"]), given, 10_000)
    violation = found.violation
    return found.holds, violation.loop if violation else None, len(violation.word) if violation else 0


@pytest.mark.parametrize(
    ("formula_text", "expected"),
    [
        ("G !(red & green)", (True, None, 0)),
        ("G !green", (False, None, 1)),
        ("G (button -> (red | green))", (True, None, 0)),
        ("G (green -> X !green)", (True, None, 0)),
        ("F green", (False, 0, 1)),
        ("G F button -> G F red", (True, None, 0)),
        ("G (green -> F red)", (False, 1, 2)),
        ("G (button -> F<=1 red)", (False, None, 2)),
        ("!red W green", (True, None, 0)),
    ],
)
def test_requirements_on_a_traffic_light(formula_text: str, expected: tuple[bool, int | None, int]) -> None:
    assert answer(formula_text) == expected


@pytest.mark.parametrize(
    ("written", "part", "column"),
    [
        ("G (p &", "expected", 7),
        ("p U", "expected", 4),
        ("F<=p q", "how many reactions", 4),
        ("G r", "no signal", None),
        ("F<=99999 p", "too many", 4),
    ],
)
def test_mistakes_in_formulas_have_a_place(written: str, part: str, column: int | None) -> None:
    with pytest.raises(Misread, match=part) as problem:
        ltl.parse(written, TYPES)
    assert problem.value.column == column


def test_a_file_of_requirements_names_the_line() -> None:
    with pytest.raises(Misread) as problem:
        ltl.read("# all\nfine: G p\nbroken: G (p\n", TYPES)
    assert (problem.value.line, problem.value.column) == (3, 13)
    assert [each.name for each in ltl.read("never both: G !(p & q)\nF p", TYPES)] == ["never both", "F p"]


@pytest.mark.parametrize(
    ("asked", "given", "length"),
    [
        ("G a", "true", 1),
        ("X X X a", "a", 2),
        ("F G a", "G F a", 2),
        ("G (a -> X b)", "G (a -> F b)", 2),
        ("G F<=2 a", "G F<=3 a", 4),
        ("a U b", "a W b", 1),
    ],
)
def test_the_run_that_tells_formulas_apart_is_the_shortest(asked: str, given: str, length: int) -> None:
    signals = (Signal("a"), Signal("b"))
    types = anything(signals).types
    one, other = ltl.parse(asked, types), ltl.parse(given, types)
    found = compare_formulas(one, other, signals, finite=False, limit=1_000).difference
    assert found is not None and found.loop is not None
    assert len(found.run) == length
    letters: list[Signals] = [{}, {"a": True}, {"b": True}, {"a": True, "b": True}]
    for shorter in range(1, length):
        for run in product(letters, repeat=shorter):
            for loop in range(shorter):
                assert holds(one, run, loop, types) == holds(other, run, loop, types)
