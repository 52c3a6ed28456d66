"""What the solver is told means what terms mean, and what a search costs is counted."""

from __future__ import annotations

import importlib
import random
from typing import Any

import pytest
import z3

from tests.engines.proofs.sources import INT, INTS, program
from viva.engines.proofs import Proved, Unknown, prove
from viva.engines.proofs.encoding import Encoder
from viva.engines.proofs.query import EFFORT, Solver
from viva.engines.proofs.terms import (
    BOOL,
    Term,
    add,
    at,
    cat,
    cut,
    div,
    drop,
    equal,
    ite,
    land,
    le,
    length,
    lnot,
    lor,
    lt,
    mod,
    mul,
    nil,
    number,
    reverse,
    snoc,
    sub,
    variable,
)
from viva.engines.proofs.terms import INT as NUMBER
from viva.engines.proofs.terms.evaluate import Evaluator

NUMBERS = [variable(name, NUMBER) for name in ("a", "b")]
TRUTHS = [variable(name, BOOL) for name in ("p", "q")]
LISTS = [variable(name, ("list", NUMBER)) for name in ("l", "m")]

LARGEST_FIRST = (
    "def f(xs, k):\n    r = []\n    for i in range(k):\n        r.append(max(xs))\n        xs.remove(max(xs))\n"
    "    return r"
)
ALL_OF_THEM = (
    "def f(xs, k):\n    r = []\n    while xs:\n        best = xs[0]\n        for x in xs:\n            if best < x:\n"
    "                best = x\n        xs.remove(best)\n        r.append(best)\n    return r[0:k]"
)
WITHIN = "def f(xs, k):\n    return 0 <= k <= len(xs)"


def some_number(rng: random.Random, depth: int) -> Term:
    if depth == 0:
        return rng.choice([*NUMBERS, number(rng.randint(-3, 3))])
    one, two = some_number(rng, depth - 1), some_number(rng, depth - 1)
    divisor = number(rng.choice([-3, -2, 2, 3]))
    made: list[Term] = [
        add(one, two), sub(one, two), mul(number(rng.randint(-2, 2)), one), div(one, divisor), mod(one, divisor),
        ite(some_truth(rng, depth - 1), one, two),
    ]  # fmt: skip
    return rng.choice(made)


def some_truth(rng: random.Random, depth: int) -> Term:
    if depth == 0:
        return rng.choice(TRUTHS)
    one, two = some_truth(rng, depth - 1), some_truth(rng, depth - 1)
    small, large = some_number(rng, depth - 1), some_number(rng, depth - 1)
    made = [land(one, two), lor(one, two), lnot(one), equal(one, two), le(small, large), lt(small, large)]
    return rng.choice([*made, equal(small, large), ite(one, two, lnot(two))])


def test_what_is_written_for_the_solver_is_what_a_term_is() -> None:
    rng = random.Random(4)
    encoder = Encoder(z3.Context())
    places = {term.data: encoder.encoded(term) for term in (*NUMBERS, *TRUTHS)}
    for _ in range(300):
        term = rng.choice([some_number, some_truth])(rng, 3)
        values: dict[str, Any] = {each.data: rng.randint(-4, 4) for each in NUMBERS}
        values |= {each.data: rng.random() < 0.5 for each in TRUTHS}
        written = [
            (place, z3.BoolVal(values[name], encoder.context) if place.sort().kind() == z3.Z3_BOOL_SORT
             else z3.IntVal(values[name], encoder.context))
            for name, place in places.items()
        ]  # fmt: skip
        found = z3.simplify(z3.substitute(encoder.encoded(term), *written))
        meant = Evaluator(10_000).value(term, values)
        assert (z3.is_true(found) if isinstance(meant, bool) else found.as_long()) == meant, term


def test_what_is_said_of_divisions_is_so() -> None:
    one, two = NUMBERS
    met = [div(one, two), mod(sub(one, two), two), div(add(one, mul(two, two)), two), div(sub(two, one), two)]
    facts = [
        fact for fact, kind in Solver().instances([equal(each, one) for each in met]).items() if kind == "division"
    ]
    assert len(facts) >= 20
    for a in range(-6, 7):
        for b in range(-4, 5):
            assert all(Evaluator(1_000).value(fact, {"a": a, "b": b}) for fact in facts), (a, b)


def some_list(rng: random.Random, depth: int) -> Term:
    if depth == 0:
        return rng.choice([*LISTS, nil(NUMBER)])
    items, place = some_list(rng, depth - 1), rng.choice([*NUMBERS, number(rng.randint(0, 2))])
    made = [snoc(items, place), cat(items, some_list(rng, depth - 1)), cut(items, number(0), place), reverse(items)]
    return rng.choice([*made, drop(items, place), ite(rng.choice(TRUTHS), items, rng.choice(LISTS))])


def test_nothing_follows_about_lists_that_is_false_for_some() -> None:
    """The facts that are given, and which are left out, depend on what is said and what is asked."""
    rng = random.Random(9)
    followed = 0
    for _ in range(120):
        one, two, three = (some_list(rng, 1) for _ in range(3))
        known = [rng.choice([equal(one, two), lor(rng.choice(TRUTHS), equal(one, two)), le(length(one), length(two))])]
        claim = rng.choice([
            equal(some_list(rng, 2), three), equal(cat(one, three), cat(two, three)), equal(at(one, NUMBERS[0]),
            at(two, NUMBERS[0])), equal(length(one), length(two)), lnot(equal(one, three)),
        ])  # fmt: skip
        if not Solver().follows(known, claim):
            continue
        followed += 1
        for _ in range(60):
            values: dict[str, Any] = {each.data: tuple(rng.choices((0, 1), k=rng.randint(0, 2))) for each in LISTS}
            values |= {each.data: rng.randint(-1, 2) for each in NUMBERS}
            values |= {each.data: rng.random() < 0.5 for each in TRUTHS}
            if all(Evaluator(10_000).value(each, values) for each in known):
                assert Evaluator(10_000).value(claim, values), (known, claim, values)
    assert followed > 10


def spent(monkeypatch: pytest.MonkeyPatch, one: str, two: str) -> tuple[bool, int]:
    """Whether the two are proved equal, and what the search cost."""
    made: list[Solver] = []

    def begun(effort: int) -> Solver:
        made.append(Solver(effort))
        return made[-1]

    monkeypatch.setattr(importlib.import_module("viva.engines.proofs.prove"), "Solver", begun)
    found = prove(program(one), program(two), (INTS, INT), requires=program(WITHIN))
    return isinstance(found, Proved), made[0].spent


def test_a_loop_that_waits_for_another_is_proved_at_two_thirds_of_what_a_search_may_cost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    proved, cost = spent(monkeypatch, LARGEST_FIRST, ALL_OF_THEM)
    assert proved
    assert cost < EFFORT * 2 // 3
    assert spent(monkeypatch, LARGEST_FIRST, ALL_OF_THEM) == (proved, cost), "whatever was proved before"


def test_a_search_ends_where_it_may_cost_no_more() -> None:
    found = prove(program(LARGEST_FIRST), program(ALL_OF_THEM), (INTS, INT), requires=program(WITHIN), effort=300_000)
    assert found == Unknown("exhausted", repeats=(("while", 3), ("for", 5)))
