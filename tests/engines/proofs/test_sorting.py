"""Loops inside of loops that put lists in order: what is known of counts holds on all small lists, programs of many
habits are proved to be `sorted`, and none of their near misses is."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from tests.engines.proofs.sorts import CHEAP, DOWN, ENDLESS, KEY_TRAPS, KEYS, NEAR, ROWS, SORTED, SORTS
from tests.engines.proofs.sources import INTS, program
from viva.engines.proofs import Proved, in_words, prove
from viva.engines.proofs.checking.certificate import Certificate, Induction
from viva.engines.proofs.checking.checker import Refused, check_certificate
from viva.engines.proofs.checking.nests import ONE_EACH, PLACES, in_scope, nest_of, obligations
from viva.engines.proofs.showing.writing import read_certificate, write_certificate
from viva.engines.proofs.terms import (
    INT,
    Term,
    add,
    at,
    cat,
    cut,
    drop,
    equal,
    insert,
    ite,
    le,
    length,
    number,
    order,
    parts_of,
    put,
    reverse,
    snoc,
    variable,
)
from viva.engines.proofs.terms.evaluate import Evaluator
from viva.engines.proofs.terms.folds import loop_value

ITEMS, OTHER = variable("items", ("list", INT)), variable("other", ("list", INT))
ONE, TWO, VALUE, WANTED = (variable(name, INT) for name in ("one", "two", "value", "wanted"))
LISTS = [items for size in range(4) for items in product((0, 1, 2), repeat=size)]


def value(term: Term, **values: Any) -> Any:
    return Evaluator(100_000).value(term, values)


MADE = {
    "snoc": snoc(ITEMS, VALUE), "cat": cat(ITEMS, OTHER), "cut": cut(ITEMS, ONE, TWO), "reverse": reverse(ITEMS),
    "put": put(ITEMS, ONE, VALUE), "drop": drop(ITEMS, ONE), "insert": insert(ITEMS, ONE, VALUE),
    "swap": put(put(ITEMS, ONE, at(ITEMS, TWO)), TWO, at(ITEMS, ONE)), "sorted": order.in_order(ITEMS),
}  # fmt: skip


@pytest.mark.parametrize("name", MADE)
def test_a_count_of_a_made_list_is_how_often_the_value_is_in_it(name: str) -> None:
    made = MADE[name]
    counted = order.count_in_list(made, WANTED)
    for items, one, two in product(LISTS[::2], range(-2, 5), range(-2, 5)):
        values = {"items": items, "other": (1, 2), "one": one, "two": two, "value": 1}
        for wanted in (0, 1):
            assert value(counted, **values, wanted=wanted) == value(made, **values).count(wanted)


def test_counts_of_pieces_have_to_do_with_each_other() -> None:
    pieces = [cut(ITEMS, ONE, TWO), cut(ITEMS, ONE, length(ITEMS)), cut(ITEMS, TWO, length(ITEMS))]
    further = [add(each, number(1)) for each in (ONE, TWO)]
    pieces += [cut(ITEMS, ONE, further[1]), cut(ITEMS, further[0], TWO), cut(ITEMS, TWO, further[1])]
    facts = order.count_facts([equal(order.count_in_list(piece, WANTED), ONE) for piece in pieces])
    assert len(facts) > 2 * len(pieces)
    for items, one, two in product(LISTS, range(-2, 5), range(-2, 5)):
        for wanted in (0, 1):
            assert all(value(fact, items=items, one=one, two=two, wanted=wanted) for fact in facts)


def test_a_list_in_order_with_the_same_counts_is_the_sorted_one() -> None:
    """The fact names two places and a value; for lists that are not equal there are some for which it holds."""
    for right in (order.in_order(OTHER), reverse(order.in_order(OTHER))):
        same = equal(ITEMS, right)
        [fact] = order.same_in_order(same)
        names = sorted(fact.free - {"items", "other"})
        for items, other in product(LISTS, repeat=2):
            if not value(same, items=items, other=other):
                choices = product(range(3), range(3), range(3))
                assert any(
                    value(fact, items=items, other=other, **dict(zip(names, chosen, strict=True))) for chosen in choices
                )


@pytest.mark.parametrize("items", LISTS)
def test_what_holds_of_a_sorted_list_for_any_two_places(items: tuple[int, ...]) -> None:
    facts = order.for_all_places(order.in_order(ITEMS), ONE, TWO)
    for one, two in product(range(-1, 5), repeat=2):
        assert all(value(fact, items=items, one=one, two=two) for fact in facts)


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("items", LISTS)
def test_an_exchange_of_what_is_not_in_order_leaves_fewer_pairs_that_are_not(items: tuple[int, ...], sign: int) -> None:
    facts = order.inversion_facts(order.inversions(MADE["swap"], sign))
    assert len(facts) == 2
    for one, two in product(range(-1, 5), repeat=2):
        assert all(value(fact, items=items, one=one, two=two) for fact in facts)
    kept = ite(le(ONE, TWO), ITEMS, MADE["swap"])
    before = value(order.inversions(ITEMS, sign), items=items)
    assert value(order.inversions(kept, sign), items=items, one=0, two=1) == before


@pytest.mark.parametrize(("name", "old", "new"), ENDLESS)
def test_what_goes_on_for_ever_is_not_proved(name: str, old: str, new: str) -> None:
    assert old in SORTS[name]
    assert not isinstance(prove(program(SORTED), program(SORTS[name].replace(old, new, 1)), [INTS]), Proved)


def test_a_loop_that_makes_a_list_no_longer_or_longer_by_one_each_round_says_how_long_it_is() -> None:
    state, clock, rounds = variable("s!", ("list", INT)), variable("k!", INT), variable("rounds", INT)
    for step in (put(state, clock, at(state, ONE)), insert(state, ONE, clock), reverse(put(state, ONE, clock))):
        made = loop_value(state, {state: (ITEMS, step)}, clock, rounds)
        for items, count, one in product(LISTS[:14], range(-1, 4), range(2)):
            values = {"items": items, "rounds": count, "one": one}
            assert value(length(made), **values) == len(value(made, **values))
    shorter = loop_value(state, {state: (ITEMS, drop(state, ONE))}, clock, rounds)
    assert length(shorter).op == "len"


def _both(name: str) -> Any:
    return prove(program(SORTED), program(SORTS[name]), [INTS])


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in CHEAP else pytest.mark.thorough) for name in SORTS]
)
def test_ways_to_sort_are_proved_to_be_sorted(name: str) -> None:
    found = _both(name)
    assert isinstance(found, Proved)
    assert read_certificate(write_certificate(found.certificate)) == found.certificate
    told = " ".join(in_words(found.claim, found.certificate, inputs=["xs"]))
    assert "sorted(xs)" in told and "count(each)" in told


def _run(source: str, items: list[int]) -> object:
    space: dict[str, Any] = {}
    exec(source, space)
    try:
        return space["f"](list(items))
    except IndexError:
        return "error"


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        pytest.param(*near, marks=() if near[0] in CHEAP and place % 2 == 0 else pytest.mark.thorough)
        for place, near in enumerate(NEAR)
    ],
)
def test_no_near_miss_of_a_way_to_sort_is_proved(name: str, old: str, new: str) -> None:
    assert old in SORTS[name]
    wrong = SORTS[name].replace(old, new, 1)
    inputs = [list(items) for size in range(5) for items in product((0, 1, 2), repeat=size)]
    assert any(_run(wrong, items) != sorted(items) for items in inputs)
    assert not isinstance(prove(program(SORTED), program(wrong), [INTS]), Proved)


@pytest.mark.thorough
def test_the_largest_may_come_first() -> None:
    down = SORTS["exchange"].replace("xs[j] < xs[i]", "xs[j] > xs[i]")
    assert isinstance(prove(program(DOWN), program(down), [INTS]), Proved)
    assert not isinstance(prove(program(SORTED), program(down), [INTS]), Proved)
    turned = SORTS["bubble, shrinking"].replace("return xs", "return xs[::-1]")
    assert isinstance(prove(program(DOWN), program(turned), [INTS]), Proved)
    swaps = SORTS["bubble, as long as something is exchanged"]
    down = swaps.replace("xs[j] > xs[j + 1]", "xs[j] < xs[j + 1]")
    assert isinstance(prove(program(DOWN), program(down), [INTS]), Proved)
    assert not isinstance(prove(program(SORTED), program(down), [INTS]), Proved)


@pytest.mark.parametrize("compared", ["<=", "!=", ">=", "< 1 +"])
def test_what_exchanges_equal_elements_for_ever_is_not_proved_backwards_either(compared: str) -> None:
    swaps = SORTS["bubble, as long as something is exchanged"].replace(
        "xs[j] > xs[j + 1]", f"xs[j] {compared} xs[j + 1]"
    )
    assert not isinstance(prove(program(DOWN), program(swaps), [INTS]), Proved)


def test_what_is_said_of_loops_inside_of_loops_is_checked() -> None:
    """Counts, order, and the inner loop are all needed; what speaks of a loop where it does not run is refused."""
    found = _both("exchange")
    assert isinstance(found, Proved)
    lemma = found.certificate.lemmas[0]
    claim = equal(lemma.left, lemma.right)
    nest = nest_of([claim])
    assert nest is not None
    [outer] = nest.heads
    [inner] = outer.inside
    given = {each for each in parts_of(claim) if each.op == "var"}
    assert in_scope(nest, lemma.induction.invariant, given)
    assert not in_scope(nest, [le(variable("h7k", INT), ONE)], given)
    assert not in_scope(nest, [le(ONE, PLACES[0])], given)
    assert in_scope(
        nest,
        [le(outer.clock, inner.clock), equal(order.count_in_list(inner.variables[0], ONE_EACH), outer.clock)],
        given,
    )
    assert not in_scope(nest, [le(outer.clock, ONE)], given)
    steps = [each.step for each in obligations(nest, lemma.induction.invariant)]
    assert steps == ["begins", "begins", "kept", "kept", "follows"]
    for about in (ONE_EACH.data, PLACES[0].data, inner.variables[0].data):
        fewer = tuple(each for each in lemma.induction.invariant if about not in each.free)
        _refused(found.certificate, fewer)
    _refused(found.certificate, (*lemma.induction.invariant, le(outer.clock, ONE)))


def _refused(certificate: Certificate, invariant: tuple[Term, ...]) -> None:
    first = replace(certificate.lemmas[0], induction=Induction("nest", (), invariant))
    changed = replace(certificate, lemmas=(first, *certificate.lemmas[1:]))
    with pytest.raises(Refused):
        check_certificate(changed, program(SORTED), program(SORTS["exchange"]), [INTS], None)


@pytest.mark.parametrize("name", [*KEYS, *KEY_TRAPS])
def test_the_same_order_is_the_same_and_another_is_not(name: str) -> None:
    one, two, shapes = (KEYS | KEY_TRAPS)[name]
    assert isinstance(prove(program(one), program(two), shapes), Proved) == (name in KEYS)


@pytest.mark.parametrize("name", KEY_TRAPS)
def test_traps_with_keys_differ_somewhere(name: str) -> None:
    one, two, shapes = KEY_TRAPS[name]
    lists: list[Any] = [list(items) for items in LISTS] + [[-2, 1], [7, 3], [2, 0, 5]]
    if shapes == [ROWS]:
        lists = [list(zip(items, reversed(items), strict=True)) for items in lists] + [[(1, 0), (0, 0)]]
    given = [[*more, items] for items in lists for more in ([[]] if len(shapes) == 1 else [[-1], [2]])]
    assert any(_result(one, arguments) != _result(two, arguments) for arguments in given)


def _result(source: str, arguments: list[Any]) -> object:
    space: dict[str, Any] = {}
    exec(source, space)
    try:
        return space["f"](*(list(each) if isinstance(each, list) else each for each in arguments))
    except (ValueError, ZeroDivisionError):
        return "error"
