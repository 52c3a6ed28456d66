"""What follows from an order of neighbours, and what is known of sorted lists: tried on all small lists."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from tests.engines.proofs.sources import INT, INTS, program
from viva.engines.proofs import Proved, in_words, prove
from viva.engines.proofs.terms import (
    FALSE,
    ONE,
    TRUE,
    Term,
    add,
    at,
    drop,
    equal,
    land,
    le,
    length,
    lor,
    lt,
    order,
    reverse,
    sub,
    variable,
)
from viva.engines.proofs.terms.evaluate import Evaluator
from viva.engines.proofs.terms.folds import loop_value

ITEMS, ONE_PLACE, TWO_PLACE = variable("items", ("list", "int")), variable("one", "int"), variable("two", "int")
ROUNDS, LOW = variable("rounds", "int"), variable("low", "int")
LISTS = [items for size in range(5) for items in product((0, 1, 2), repeat=size)]


def value(term: Term, **values: Any) -> Any:
    return Evaluator(100_000).value(term, values)


def _loop(start: Term, how: Any, condition: Any, rounds: Term) -> Term:
    state, clock = variable("s!", "bool"), variable("k!", "int")
    return loop_value(state, {state: (start, how(state, condition(clock)))}, clock, rounds)


ASKED: dict[str, Term] = {
    "every one is no larger than the next": _loop(
        TRUE, land, lambda k: le(at(ITEMS, k), at(ITEMS, add(k, ONE))), ROUNDS
    ),
    "every one is smaller than the next": _loop(TRUE, land, lambda k: lt(at(ITEMS, k), at(ITEMS, add(k, ONE))), ROUNDS),
    "none is larger than the one before": _loop(FALSE, lor, lambda k: lt(at(ITEMS, add(k, ONE)), at(ITEMS, k)), ROUNDS),
    "every one is no smaller than the next": _loop(
        TRUE, land, lambda k: le(at(ITEMS, add(k, ONE)), at(ITEMS, k)), ROUNDS
    ),
    "from a place on": _loop(
        TRUE, land, lambda k: le(at(ITEMS, add(k, LOW)), at(ITEMS, add(k, LOW, ONE))), ROUNDS
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", ASKED)
def test_what_neighbours_say_holds_for_any_two_places(name: str) -> None:
    [known] = order.orders_of(ASKED[name])
    fact = known.between(ONE_PLACE, TWO_PLACE)
    for items, rounds, one, two in product(LISTS[::2], range(-1, 5), range(-1, 5), range(-1, 5)):
        assert value(fact, items=items, rounds=rounds, one=one, two=two, low=1)


def test_no_order_is_seen_where_none_is_asked_for() -> None:
    apart = _loop(TRUE, land, lambda k: le(at(ITEMS, k), at(ITEMS, add(k, ONE, ONE))), ROUNDS)
    nearly = _loop(TRUE, land, lambda k: le(at(ITEMS, k), add(at(ITEMS, add(k, ONE)), ONE)), ROUNDS)
    backwards = _loop(FALSE, lor, lambda k: le(at(ITEMS, k), at(ITEMS, sub(ROUNDS, k))), ROUNDS)
    assert not any(order.orders_of(each) for each in (apart, nearly, backwards))


@pytest.mark.parametrize("items", LISTS)
def test_what_is_known_of_sorted_lists_holds(items: tuple[int, ...]) -> None:
    whole = order.in_order(ITEMS)
    assert value(whole, items=items) == tuple(sorted(items))
    assert value(order.in_order(reverse(ITEMS)), items=items) == tuple(sorted(items))
    assert value(length(whole), items=items) == len(items)
    assert all(value(fact, items=items) for fact in order.sorted_facts(whole))
    [known] = order.orders_of(whole)
    shorter = order.without_facts(order.in_order(drop(ITEMS, ONE_PLACE)))
    assert len(shorter) == 2
    for one, two in product(range(-1, 5), repeat=2):
        assert value(known.between(ONE_PLACE, TWO_PLACE), items=items, one=one, two=two)
        assert all(value(fact, items=items, one=one) for fact in shorter)


@pytest.mark.parametrize("items", [each for each in LISTS if each])
def test_a_list_is_another_one_when_sorted_only_if_neighbours_are_not_in_order(items: tuple[int, ...]) -> None:
    same = equal(ITEMS, order.in_order(ITEMS))
    [fact] = order.unsorted(same)
    [name] = [each for each in fact.free if each.startswith("?")]
    assert any(value(fact, items=items, **{name: place}) for place in range(-1, 4))
    [known] = order.orders_of(same)
    for one, two in product(range(-1, 5), repeat=2):
        assert value(known.between(ONE_PLACE, TWO_PLACE), items=items, one=one, two=two)


LINEAR = "def f(x, xs):\n    for i in range(len(xs)):\n        if x <= xs[i]:\n            return i\n    return len(xs)"
BINARY = (
    "def f(x, xs):\n    low, high = 0, len(xs)\n    while low < high:\n        mid = (low + high) // 2\n"
    "        if xs[mid] < x:\n            low = mid + 1\n        else:\n            high = mid\n    return low"
)
COUNTED = "def f(x, xs):\n    n = 0\n    for y in xs:\n        if y < x:\n            n += 1\n    return n"
NEIGHBOURS = "def requires(x, xs):\n    return all(xs[i] <= xs[i + 1] for i in range(len(xs) - 1))"
SELECTED = "def f(xs):\n    r = []\n    while xs:\n        r.append(min(xs))\n        xs.remove(min(xs))\n    return r"


@pytest.mark.parametrize("other", [BINARY, COUNTED])
def test_searches_in_a_sorted_list_are_proved_and_only_there(other: str) -> None:
    asked = program(NEIGHBOURS, "requires")
    found = prove(program(LINEAR), program(other), [INT, INTS], requires=asked)
    assert isinstance(found, Proved)
    told = " ".join(in_words(found.claim, found.certificate, inputs=["x", "xs"]))
    assert "`xs[" in told
    assert not isinstance(prove(program(LINEAR), program(other), [INT, INTS]), Proved)
    weaker = program(NEIGHBOURS.replace("xs[i + 1]", "xs[i + 1] + 1"), "requires")
    assert not isinstance(prove(program(LINEAR), program(other), [INT, INTS], requires=weaker), Proved)


@pytest.mark.parametrize(
    ("change", "right"),
    [
        (("", ""), True),
        (("remove(min(xs))", "remove(max(xs))"), False),
        (("append(min(xs))", "append(max(xs))"), False),
    ],
)
def test_taking_out_the_smallest_again_and_again_is_sorting(change: tuple[str, str], right: bool) -> None:
    found = prove(program("def f(xs):\n    return sorted(xs)"), program(SELECTED.replace(*change)), [INTS])
    assert isinstance(found, Proved) == right
