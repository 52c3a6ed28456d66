"""Lists that loops make element by element: what is said of them, and of loops over them, on all small lists."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from viva.engines.proofs import terms
from viva.engines.proofs.terms import Term, make, variable
from viva.engines.proofs.terms.evaluate import Evaluator
from viva.engines.proofs.terms.folds import loop_value, loops_in
from viva.engines.proofs.terms.gathered import element_facts, without_lists

ITEMS, WANTED, ROUNDS = variable("items", ("list", "int")), variable("wanted", "int"), variable("rounds", "int")
LISTS = [items for size in range(4) for items in product((0, 1, 2), repeat=size)]
CLOCK, MADE, TOTAL = variable("k!", "int"), variable("made!", ("list", "int")), variable("total!", "int")
HERE = terms.at(ITEMS, CLOCK)

MAKING: dict[str, dict[Term, tuple[Term, Term]]] = {
    "every element": {MADE: (terms.nil("int"), terms.snoc(MADE, terms.mul(HERE, WANTED)))},
    "some elements": {
        MADE: (terms.nil("int"), terms.ite(terms.le(HERE, WANTED), terms.snoc(MADE, terms.sub(HERE, CLOCK)), MADE))
    },
    "one of two": {
        MADE: (
            terms.nil("int"),
            terms.ite(terms.le(HERE, WANTED), terms.snoc(MADE, HERE), terms.snoc(MADE, terms.ONE)),
        )
    },
    "with a sum": {
        MADE: (terms.nil("int"), terms.snoc(MADE, terms.mul(TOTAL, TOTAL))),
        TOTAL: (WANTED, terms.ite(terms.le(HERE, TOTAL), terms.add(TOTAL, HERE), TOTAL)),
    },
    "behind others": {MADE: (terms.list_term("int", [WANTED]), terms.snoc(MADE, terms.mul(HERE, WANTED)))},
}


def value(term: Term, **values: Any) -> Any:
    return Evaluator(100_000).value(term, values)


def using(items: Term, rounds: Term) -> list[Term]:
    """Loops over a list: a sum, a search, a copy of some, and one that counts its rounds."""
    clock, number, found = variable("c!", "int"), variable("n!", "int"), variable("f!", "bool")
    kept, here = variable("m!", ("list", "int")), terms.at(items, variable("c!", "int"))
    changed = {
        number: (WANTED, terms.add(number, here, terms.ONE)),
        found: (terms.FALSE, terms.lor(found, terms.equal(here, WANTED))),
        kept: (items, terms.ite(terms.le(here, terms.ONE), terms.snoc(kept, here), kept)),
    }
    counted = {number: (terms.ZERO, terms.add(number, terms.mul(here, clock)))}
    one_by_one = [loop_value(state, {state: each}, clock, rounds) for state, each in changed.items()]
    return [*one_by_one, loop_value(number, counted, clock, rounds)]


@pytest.mark.parametrize("name", MAKING)
def test_loops_over_a_made_list_are_loops_over_what_it_is_made_of(name: str) -> None:
    made = loop_value(MADE, MAKING[name], CLOCK, ROUNDS)
    raw = variable("raw", ("list", "int"))
    changed = 0
    for one, plain in zip(using(made, terms.length(made)), using(raw, terms.length(raw)), strict=True):
        short = without_lists(one)
        changed += short is not one
        for items, wanted in product(LISTS[::2], (-1, 1, 2)):
            for rounds in range(-1, len(items) + 1):
                given = {"items": items, "wanted": wanted, "rounds": rounds}
                expected = value(plain, **given, raw=value(made, **given))
                assert value(short, **given) == value(one, **given) == expected
    assert changed == {"behind others": 0, "some elements": 3}.get(name, 4)


@pytest.mark.parametrize("name", MAKING)
def test_elements_and_lengths_are_those_of_the_rounds(name: str) -> None:
    place = variable("place", "int")
    made = loop_value(MADE, MAKING[name], CLOCK, ROUNDS)
    read = make("at", (made, place), "int")
    facts = element_facts(read)
    assert len(facts) == (name != "some elements")
    assert loops_in(made)
    for items, wanted, where in product(LISTS[::2], (-1, 1, 2), range(-1, 5)):
        for rounds in range(-1, len(items) + 1):
            given = {"items": items, "wanted": wanted, "rounds": rounds, "place": where}
            assert all(value(fact, **given) for fact in facts)
            assert value(terms.length(made), **given) == len(value(made, **given))
