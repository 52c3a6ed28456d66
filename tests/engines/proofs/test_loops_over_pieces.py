"""What is known of loops over pieces of lists, tried on all small lists."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from viva.engines.proofs import terms
from viva.engines.proofs.terms import (
    Term,
    add,
    at,
    cat,
    cut,
    drop,
    insert,
    ite,
    length,
    library,
    pieces,
    put,
    reverse,
    snoc,
    variable,
)
from viva.engines.proofs.terms.evaluate import Evaluator
from viva.engines.proofs.terms.folds import loop_value

INTS = ("list", "int")
ITEMS, OTHERS, START = variable("items", INTS), variable("others", INTS), variable("start", INTS)
X, PLACE, ROUNDS, FIRST = (variable(name, "int") for name in ("x", "place", "rounds", "first"))
LISTS = [items for size in range(4) for items in product((0, 1), repeat=size)]
CLOCK, MADE, COUNT = variable("k!", "int"), variable("s!", INTS), variable("n!", "int")


def _unique(items: Term, rounds: Term) -> Term:
    here = at(items, CLOCK)
    return loop_value(MADE, {MADE: (START, ite(library.contains(MADE, here), MADE, snoc(MADE, here)))}, CLOCK, rounds)


def _largest(items: Term, rounds: Term) -> Term:
    here = at(items, CLOCK)
    return loop_value(COUNT, {COUNT: (FIRST, ite(terms.lt(COUNT, here), here, COUNT))}, CLOCK, rounds)


def _alternating(items: Term, rounds: Term) -> Term:
    """Of two variables: a sum in which every second element is left out."""
    taken = variable("b!", "bool")
    loop = {
        COUNT: (FIRST, ite(taken, add(terms.mul(COUNT, terms.number(2)), at(items, CLOCK)), COUNT)),
        taken: (terms.TRUE, terms.lnot(taken)),
    }
    return loop_value(COUNT, loop, CLOCK, rounds)


def _kept(items: Term, rounds: Term) -> Term:
    here = at(items, CLOCK)
    empty = terms.nil("int")
    return loop_value(MADE, {MADE: (empty, ite(terms.equal(here, X), MADE, snoc(MADE, here)))}, CLOCK, rounds)


LOOPS = (_unique, _largest, _alternating, _kept)
CHANGED = {
    "drop": drop(ITEMS, PLACE), "put": put(ITEMS, PLACE, X), "insert": insert(ITEMS, PLACE, X),
    "cat": cat(ITEMS, OTHERS), "cut": cut(ITEMS, PLACE, length(ITEMS)), "itself": ITEMS,
}  # fmt: skip


CASES: list[dict[str, Any]] = [
    {"items": items, "others": others, "start": others, "x": x, "place": place, "rounds": rounds, "first": first}
    for items, others, x, first in product(LISTS, ((), (1,), (0, 1)), (0, 2), (0, 3))
    for place, rounds in product(range(-1, len(items) + 2), range(-1, len(items) + 2))
]


def _holds(fact: Term, *, inserts: bool = False, every: int = 23) -> bool:
    """`insert` is only made of places in the list, or behind it."""
    cases = [each for each in CASES if not inserts or 0 <= each["place"] <= len(each["items"])]
    return all(Evaluator(100_000).value(fact, each) for each in cases[::every])


@pytest.mark.parametrize("every", [89, pytest.param(1, marks=pytest.mark.thorough)])
@pytest.mark.parametrize("name", CHANGED)
def test_what_is_known_of_loops_over_pieces_holds(name: str, every: int) -> None:
    changed = CHANGED[name]
    walked = variable("walked!", INTS)
    facts: list[Term] = []
    for loop, rounds in product(LOOPS, (ROUNDS, length(changed))):
        made = terms.substitute(loop(walked, rounds), {walked.data: changed})
        for each in [part for part in terms.parts_of(made) if part.op == "fold"]:
            facts += [*pieces.facts(each), *pieces.from_second(each), *library.sizes(each)]
            facts += pieces.from_place(each, cut(changed, PLACE, length(changed)))
            facts += library.left_out(each, PLACE)
    facts = list(dict.fromkeys(each for each in facts if each is not terms.TRUE))
    assert facts
    assert all(_holds(each, inserts=name == "insert", every=every) for each in facts)


def test_what_is_known_of_searches_in_what_was_kept_holds() -> None:
    kept, unique = _kept(ITEMS, ROUNDS), _unique(ITEMS, add(ROUNDS, terms.ONE))
    searches = [library.contains(each, PLACE) for each in (kept, unique)]
    facts = [*pieces.of_kept(at(kept, PLACE)), *pieces.of_kept(searches[0])]
    facts += [*pieces.unrolled(searches[1]), *pieces.stays(searches[1])]
    one = library.contains(cut(ITEMS, add(PLACE, terms.ONE), length(ITEMS)), X)
    two = library.contains(cut(ITEMS, PLACE, length(ITEMS)), FIRST)
    parts = [part for each in (one, two) for part in terms.parts_of(each) if part.op == "fold"]
    facts += [fact for a, b in product(parts, parts) for fact in pieces.wider(a, b)]
    assert len(facts) >= 5
    assert all(_holds(each) for each in facts)


def test_places_of_elements_are_places() -> None:
    lists = [drop(ITEMS, PLACE), put(ITEMS, PLACE, X), cat(OTHERS, ITEMS)]
    for made in lists:
        searches = [part for part in terms.parts_of(library.contains(made, X)) if part.op == "fold"]
        facts = [
            fact
            for search in searches
            for element in (at(ITEMS, FIRST), X)
            for place in library.places_of(element, made)
            for fact in library.at_place(search, made, place)
        ]
        assert facts
        assert all(_holds(each) for each in facts)


@pytest.mark.parametrize("items", [items for size in range(4) for items in product((0, 1), repeat=size)])
def test_removing_a_value_again_and_again_is_what_the_library_says(items: tuple[int, ...]) -> None:
    for wanted, times in product((0, 1, 2), range(5)):
        left = list(items)
        for _ in range(min(times, left.count(wanted))):
            left.remove(wanted)
        given: dict[str, Any] = {"items": items, "x": wanted, "rounds": times}
        if times <= items.count(wanted):
            assert Evaluator(10_000).value(library.without_first(ITEMS, X, ROUNDS), given) == tuple(left)
        without = tuple(each for each in items if each != wanted)
        once = drop(ITEMS, library.first_place(ITEMS, X))
        assert Evaluator(10_000).value(library.without(ITEMS, X), given) == without
        assert Evaluator(10_000).value(library.without(once, X), given) == without


def test_pieces_of_reversed_lists_and_searches_in_them_are_what_they_say() -> None:
    walked = variable("walked!", INTS)
    for items, low, high, x in product(LISTS, range(-1, 4), range(-1, 5), (0, 1, 2)):
        given = {"items": items, "place": low, "rounds": high, "x": x, "walked!": items[::-1]}
        piece = Evaluator(10_000).value(cut(walked, PLACE, ROUNDS), given)
        assert Evaluator(10_000).value(cut(reverse(ITEMS), PLACE, ROUNDS), given) == piece
        assert Evaluator(10_000).value(library.contains(reverse(ITEMS), X), given) == (x in items)
        assert Evaluator(10_000).value(library.count(reverse(ITEMS), X), given) == items.count(x)


def test_what_is_in_a_set_is_what_was_put_in() -> None:
    made = _unique(ITEMS, ROUNDS)
    [fact] = pieces.of_set(library.contains(made, X))
    assert _holds(fact)
    assert not pieces.of_set(library.contains(_kept(ITEMS, ROUNDS), X))


def test_a_search_that_counts_its_rounds_is_not_unrolled() -> None:
    longer = _unique(ITEMS, add(ROUNDS, terms.ONE))
    [fact] = pieces.unrolled(library.contains(longer, X))
    assert _holds(fact)
    assert not pieces.unrolled(library.first_place(longer, X))
