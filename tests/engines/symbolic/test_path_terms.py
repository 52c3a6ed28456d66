"""What comes out of the box is a table of terms or is refused; terms mean what Python means."""

import itertools
import random
from typing import Any

import pytest

from viva.core.json import Json
from viva.engines.mining import Constants
from viva.engines.shapes import Many, Plain
from viva.engines.symbolic.frames import Frame
from viva.engines.symbolic.nearby import Literal, Nearby
from viva.engines.symbolic.path_terms import COMPARISONS, Pool, Term, canonical, evaluates, read_terms
from viva.engines.symbolic.solver import UNSATISFIABLE, Solver
from viva.engines.symbolic.trace import read_trace
from viva.languages.heap import Malformed

FRAME = Frame((Plain("int"), Plain("int"), Plain("float"), Plain("str"), Many("list", Plain("int"))))


@pytest.mark.parametrize(
    "nodes",
    [
        None,
        {},
        [["v", "9"]],
        [["v", "0#"]],
        [["v", "2"]],
        [["v", "3.x"]],
        [["v", "0.0.0"]],
        [["v", "0" * 500]],
        [["v", 0]],
        [["k", True]],
        [["k", 1.5]],
        [["k", "1"]],
        [["q", 1, 0]],
        [["q", 1, -3]],
        [["q", 10**400, 1]],
        [["k", 1], ["+", 0, 1]],
        [["k", 1], ["+", 0, -1]],
        [["k", 1], ["+", 0, True]],
        [["k", 1], ["+", 0]],
        [["k", 1], ["and", 0, 0]],
        [["k", 1], ["not", 0]],
        [["k", 1], ["<", 0, 0], ["+", 1, 0]],
        [["k", 1], ["<", 0, 0], ["ite", 0, 0, 0]],
        [["k", 1], ["__import__", 0, 0]],
        [["v", "2~"], ["%", 0, 0]],
        [["and"]],
        [[]],
        ["v"],
    ],
)
def test_what_is_no_table_of_terms_is_refused(nodes: Json) -> None:
    with pytest.raises(Malformed):
        read_terms(Pool(), nodes, FRAME)


def test_no_message_raises_anything_but_malformed() -> None:
    chance = random.Random(0)
    parts: list[Json] = [None, True, 0, -1, 2, 10**30, 1.5, "v", "k", "0", "3#", "<", "+", [], [0], ["k", 1], {}]

    def anything(depth: int) -> Json:
        if depth == 0 or chance.random() < 0.3:
            return chance.choice(parts)
        if chance.random() < 0.6:
            return [anything(depth - 1) for _ in range(chance.randrange(4))]
        return {key: anything(depth - 1) for key in ("nodes", "branches", "hits", "outcome", "lost", "cut")}

    read = 0
    for _ in range(3000):
        message: dict[str, Any] = {
            "nodes": [["k", 1], ["v", "0"], ["<", 0, 1], *([anything(2)] if chance.random() < 0.3 else [])],
            "branches": [anything(2) for _ in range(chance.randrange(2))] or [[5, 2, chance.choice([True, [1], 1])]],
            "outcome": anything(2),
            "hits": chance.choice([[], [1], anything(1)]),
            "lost": chance.choice([0, anything(0)]),
            "cut": chance.choice([False, anything(0)]),
        }
        try:
            read_trace(Pool(), FRAME, message if chance.random() < 0.9 else anything(3))
            read += 1
        except Malformed:
            continue
    assert read > 20


def test_the_canonical_form_means_the_same() -> None:
    pool = Pool()
    x, y = pool.variable("0"), pool.variable("1")
    for operator, (a, b), truth in itertools.product(COMPARISONS, [(x, y), (y, x)], [True, False]):
        term, said = canonical(pool, pool.term("not", pool.term(operator, a, b)), truth)
        assert term.operator in ("<", "==")
        for one, two in itertools.product(range(-2, 3), repeat=2):
            model = {"0": one, "1": two}
            left, right = a.run(model), b.run(model)
            assert (evaluates(term, model) is said) == ((not COMPARISONS[operator](left, right)) is truth)


def _random_term(pool: Pool, chance: random.Random, depth: int) -> Term:
    if depth == 0 or chance.random() < 0.2:
        return chance.choice([pool.variable("0"), pool.variable("1"), pool.constant(chance.randint(-4, 9))])
    one, two = (_random_term(pool, chance, depth - 1) for _ in range(2))
    match chance.randrange(5):
        case 0:
            return pool.term("%", one, pool.constant(chance.choice([2, 3, 4, 7, -3])))
        case 1:
            return pool.term("//", one, pool.constant(chance.choice([2, 3, -2])))
        case 2:
            return pool.term("*", one, pool.constant(chance.randint(-3, 3)))
        case _:
            return pool.term(chance.choice("+-"), one, two)


def _random_literal(pool: Pool, chance: random.Random) -> Literal:
    term = pool.term(chance.choice(list(COMPARISONS)), *(_random_term(pool, chance, 2) for _ in range(2)))
    if chance.random() < 0.3:
        other = pool.term(chance.choice(list(COMPARISONS)), *(_random_term(pool, chance, 1) for _ in range(2)))
        term = pool.term(chance.choice(["and", "or"]), term, other)
    return Literal(term, chance.random() < 0.6)


def test_both_procedures_answer_with_models_and_the_solver_misses_none() -> None:
    chance = random.Random(3)
    answered = nearby_answers = 0
    for _ in range(150):
        pool = Pool()
        model = {"0": chance.randint(-3, 6), "1": chance.randint(-3, 6)}
        kept = [literal for literal in (_random_literal(pool, chance) for _ in range(4)) if literal.holds(model)]
        goal = _random_literal(pool, chance)
        frame = Frame((Plain("int"), Plain("int")))
        exists = any(
            all(literal.holds({"0": a, "1": b}) for literal in [*kept, goal])
            for a, b in itertools.product(range(-15, 16), repeat=2)
        )
        near = Nearby(frame).solve(kept, goal, model)
        if near is not None:
            nearby_answers += 1
            assert all(literal.holds(near) for literal in [*kept, goal])
        found = Solver(frame, Constants()).solve(kept, goal, model)
        if isinstance(found, str):
            assert not (exists and found == UNSATISFIABLE)
            assert near is None or found != UNSATISFIABLE
        else:
            answered += 1
            assert all(literal.holds(found) for literal in [*kept, goal])
    assert nearby_answers > 30
    assert answered > 60


def test_one_variable_among_constants_is_looked_up() -> None:
    pool = Pool()
    x, y = pool.variable("0", 7), pool.variable("1")
    for operator, each, (a, b) in itertools.product(["and", "or"], ["==", "!="], [(x, x), (x, y)]):
        term = pool.term(operator, *(pool.term(each, a if n else b, pool.constant(n + 6)) for n in range(3)))
        for model in ({}, {"0": 6}, {"0": 8, "1": 6}, {"0": 9, "1": 9}):
            parts = [evaluates(operand, model) for operand in term.operands]
            assert evaluates(term, model) is (all(parts) if operator == "and" else any(parts))
