"""The facts and simplifications that proofs rest on, tried on all small lists."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from viva.engines.proofs import terms
from viva.engines.proofs.terms import Term, equal, library, make, variable
from viva.engines.proofs.terms.evaluate import Evaluator
from viva.engines.proofs.terms.folds import loop_value, loops_in, unfold

ITEMS, WANTED, PLACE = variable("items", ("list", "int")), variable("wanted", "int"), variable("place", "int")
LISTS = [items for size in range(4) for items in product((0, 1, 2), repeat=size)]


def value(term: Term, **values: Any) -> Any:
    return Evaluator(100_000).value(term, values)


@pytest.mark.parametrize("items", LISTS)
def test_the_loops_of_the_library_are_what_python_does(items: tuple[int, ...]) -> None:
    for wanted in (0, 1, 2, 3):
        given = {"items": items, "wanted": wanted}
        assert value(library.contains(ITEMS, WANTED), **given) == (wanted in items)
        assert value(library.count(ITEMS, WANTED), **given) == items.count(wanted)
        place = items.index(wanted) if wanted in items else len(items)
        assert value(library.first_place(ITEMS, WANTED), **given) == place
    assert value(library.total(ITEMS), items=items) == sum(items)
    if items:
        assert value(library.largest(ITEMS), items=items) == max(items)
        assert value(library.largest(ITEMS, -1), items=items) == min(items)


@pytest.mark.parametrize("items", LISTS)
def test_every_fact_holds(items: tuple[int, ...]) -> None:
    rounds = variable("rounds", "int")
    known = [search(ITEMS, WANTED, rounds) for search in (library.contains, library.first_place, library.count)]
    extremes = [library.largest(ITEMS), library.largest(ITEMS, -1)]
    facts = [fact for term in (*known, *extremes) for fact in library.facts(term)]
    facts += [fact for term in (*known, *extremes) for fact in library.at_place(term, ITEMS, PLACE)]
    assert len(facts) >= 9
    for wanted, place in product((0, 2, 3), (-1, 0, 1, 3)):
        for count in range(-1, len(items) + 1):
            given = {"items": items, "wanted": wanted, "place": place, "rounds": count}
            assert all(value(fact, **given) for fact in facts)


@pytest.mark.thorough
@pytest.mark.parametrize("how", [terms.lor, terms.land])
def test_what_is_known_of_loops_that_look_for_something_holds(how: Any) -> None:
    state, clock = variable("s!", "bool"), variable("k!", "int")
    start, rounds = variable("start", "bool"), variable("rounds", "int")
    here = terms.le(terms.at(ITEMS, clock), WANTED)
    loop = loop_value(state, {state: (start, how(state, here))}, clock, rounds)
    place = variable("place", "int")
    assert library.at_round(loop, place)
    [claim] = library.witnessed(loop)
    [name] = [each for each in claim.free if each.startswith("?")]
    for items, wanted, began in product(LISTS, (0, 1), (False, True)):
        for count in range(-1, len(items) + 1):
            given = {"items": items, "wanted": wanted, "start": began, "rounds": count}
            assert any(value(claim, **given, **{name: index}) for index in range(max(1, count)))
            for index in range(-1, 4):
                assert all(value(fact, **given, place=index) for fact in library.at_round(loop, place))


STEPS: dict[str, Any] = {
    "a copy": lambda s, k: terms.snoc(s, terms.at(ITEMS, k)),
    "a copy from a place on": lambda s, k: terms.snoc(s, terms.at(ITEMS, terms.add(k, PLACE))),
    "a copy from behind": lambda s, k: terms.snoc(s, terms.at(ITEMS, terms.sub(PLACE, k))),
    "a copy in front": lambda s, k: terms.cat(terms.snoc(terms.nil("int"), terms.at(ITEMS, k)), s),
    "a limit from above": lambda s, k: terms.lor(s, terms.le(terms.add(WANTED, k), PLACE)),
    "a limit from below": lambda s, k: terms.lor(s, terms.le(WANTED, k), terms.le(terms.scale(2, k), PLACE)),
    "a sum from behind": lambda s, k: terms.add(s, terms.at(ITEMS, terms.sub(PLACE, k))),
    "a count from behind": lambda s, k: terms.ite(
        terms.le(terms.at(ITEMS, terms.sub(PLACE, k)), WANTED), terms.add(s, terms.ONE), s
    ),
    "a limit of elements from behind": lambda s, k: terms.lor(
        s, terms.le(terms.at(ITEMS, terms.sub(PLACE, k)), WANTED)
    ),
    "a copy of some from behind": lambda s, k: terms.ite(
        terms.le(terms.at(ITEMS, terms.sub(PLACE, k)), WANTED),
        terms.cat(terms.snoc(terms.nil("int"), terms.at(ITEMS, terms.sub(PLACE, k))), s),
        s,
    ),
    "a copy of one number": lambda s, k: terms.snoc(s, WANTED),
    "a copy of one number in front": lambda s, k: terms.cat(terms.snoc(terms.nil("int"), WANTED), s),
    "a sum": lambda s, k: terms.add(s, terms.at(ITEMS, k)),
    "a count": lambda s, k: terms.ite(terms.equal(terms.at(ITEMS, k), WANTED), terms.add(s, terms.ONE), s),
    "a sum from a round on": lambda s, k: terms.ite(terms.le(PLACE, k), terms.add(s, terms.at(ITEMS, k), WANTED), s),
    "a sum up to a round": lambda s, k: terms.ite(terms.lt(PLACE, k), s, terms.add(s, terms.at(ITEMS, k))),
    "a limit of elements from a round on": lambda s, k: terms.lor(
        s, terms.land(terms.le(terms.at(ITEMS, k), WANTED), terms.lt(PLACE, k))
    ),
    "a copy of some up to a round": lambda s, k: terms.ite(
        terms.land(terms.lt(k, PLACE), terms.le(terms.at(ITEMS, k), WANTED)), terms.snoc(s, terms.at(ITEMS, k)), s
    ),
    "steps": lambda s, k: terms.add(s, WANTED),
    "steps that grow": lambda s, k: terms.add(s, terms.scale(3, k), terms.mul(WANTED, PLACE)),
    "squares": lambda s, k: terms.add(s, terms.mul(terms.add(k, WANTED), terms.add(k, terms.number(-2)))),
}


@pytest.mark.parametrize("name", STEPS)
def test_what_is_written_without_a_loop_is_what_the_rounds_give(name: str) -> None:
    sort = "bool" if "limit" in name else ("list", "int") if "copy" in name else "int"
    befores = {"bool": (False, True), "int": (0, 2)}.get(str(sort), ((), (7,)))
    state, clock = variable("s!", sort), variable("k!", "int")
    before, rounds = variable("before", sort), variable("rounds", "int")
    step = STEPS[name](state, clock)
    short = loop_value(state, {state: (before, step)}, clock, rounds)
    for items, wanted, place, began in product(LISTS[::3], (-1, 1), (-1, 0, 2), befores):
        given = {"items": items, "wanted": wanted, "place": place}
        expected: Any = began
        for count in range(-1, 5):
            if count > 0:
                expected = value(step, **given, **{"s!": expected, "k!": count - 1})
            assert value(short, **given, before=began, rounds=count) == expected


def test_a_fold_is_what_its_unfolding_is() -> None:
    rounds = variable("rounds", "int")
    for term in (library.contains(ITEMS, WANTED, rounds), library.first_place(ITEMS, WANTED, rounds)):
        [loop] = loops_in(term)
        more = make("fold", (terms.add(rounds, terms.ONE), *loop.args[1:]), loop.sort, loop.data)
        step = unfold(loop.data, loop.args)
        for items, wanted in product(LISTS, (0, 2)):
            for count in range(len(items)):
                given = {"items": items, "wanted": wanted, "rounds": count}
                assert value(more, **given) == value(step, **given)


RAW: dict[str, Any] = {
    "snoc": lambda items, n, m: (terms.snoc(items, n), lambda xs, a, b: (*xs, a)),
    "cat": lambda items, n, m: (terms.cat(items, terms.reverse(items)), lambda xs, a, b: xs + xs[::-1]),
    "cut": lambda items, n, m: (terms.cut(items, n, m), None),
    "put": lambda items, n, m: (
        terms.put(items, n, m), lambda xs, a, b: (*xs[:a], b, *xs[a + 1 :]) if 0 <= a < len(xs) else xs,
    ),
    "drop": lambda items, n, m: (
        terms.drop(items, n), lambda xs, a, b: (*xs[:a], *xs[a + 1 :]) if 0 <= a < len(xs) else xs,
    ),
    "insert": lambda items, n, m: (
        terms.insert(items, n, m), lambda xs, a, b: (*xs[:a], b, *xs[a:]) if 0 <= a <= len(xs) else None,
    ),
    "repeat": lambda items, n, m: (terms.repeat(terms.list_term("int", [m]), n), lambda xs, a, b: (b,) * a),
}  # fmt: skip


@pytest.mark.parametrize("name", RAW)
def test_places_and_lengths_of_lists_are_simplified_rightly(name: str) -> None:
    made, meaning = RAW[name](ITEMS, WANTED, PLACE)
    index = variable("index", "int")
    size, element = terms.length(made), terms.at(made, index)
    raw_size, raw_element = make("len", (made,)), make("at", (made, index), "int")
    for items, a, b, i in product(LISTS[:22], (-1, 0, 1, 2), (0, 1, 3), (-1, 0, 1, 2, 4)):
        given = {"items": items, "wanted": a, "place": b, "index": i}
        if meaning is not None:
            expected = meaning(items, a, b)
            if expected is None:
                continue
            assert value(made, **given) == expected
        assert value(size, **given) == value(raw_size, **given)
        assert value(element, **given) == value(raw_element, **given)


def test_arithmetic_and_conditions_are_simplified_rightly() -> None:
    a, b = variable("a", "int"), variable("b", "int")
    pairs = [
        (terms.le(terms.add(a, a), terms.add(b, terms.ONE)), lambda x, y: 2 * x <= y + 1),
        (terms.lnot(terms.le(a, b)), lambda x, y: not x <= y),
        (equal(terms.sub(a, b), terms.sub(b, a)), lambda x, y: x - y == y - x),
        (terms.mod(terms.scale(3, a), b), lambda x, y: 3 * x % y if y else 0),
        (terms.div(a, b), lambda x, y: x // y if y else 0),
        (terms.mul(terms.add(a, terms.ONE), b), lambda x, y: (x + 1) * y),
        (terms.mul(terms.sub(a, b), terms.add(a, b, terms.ONE)), lambda x, y: (x - y) * (x + y + 1)),
        (terms.div(terms.add(terms.scale(-7, a), b), terms.number(3)), lambda x, y: (y - 7 * x) // 3),
        (terms.mod(terms.add(terms.scale(-7, a), b), terms.number(3)), lambda x, y: (y - 7 * x) % 3),
        (terms.div(terms.add(terms.scale(-6, a), b), terms.number(-3)), lambda x, y: (y - 6 * x) // -3),
        (terms.mod(terms.scale(6, a), terms.number(3)), lambda x, y: 0),
        (terms.ite(terms.le(a, b), terms.ite(terms.le(b, a), a, b), a), lambda x, y: y if x <= y else x),
    ]
    for (term, meaning), x, y in product(pairs, range(-4, 5), range(-3, 4)):
        assert value(term, a=x, b=y) == meaning(x, y)


@pytest.mark.parametrize("items", LISTS)
def test_an_element_that_is_there_once_is_at_its_own_place(items: tuple[int, ...]) -> None:
    state, clock = variable("s!", ("list", "int")), variable("k!", "int")
    here = terms.at(ITEMS, clock)
    new = terms.ite(library.contains(state, here), state, terms.snoc(state, here))
    made = loop_value(state, {state: (terms.nil("int"), new)}, clock, terms.length(ITEMS))
    for each in (ITEMS, made):
        search = library.first_place(each, terms.at(each, PLACE))
        facts = library.facts(search)
        assert len(facts) == 5
        assert all(value(fact, items=items, place=place) for fact in facts for place in (-1, 0, 1, 2, 3))


@pytest.mark.parametrize("items", LISTS)
def test_what_is_chosen_from_a_list_backwards_is_what_is_chosen_from_it_backwards(items: tuple[int, ...]) -> None:
    state, clock = variable("s!", ("list", "int")), variable("k!", "int")
    walked = variable("walked", ("list", "int"))
    here = terms.at(walked, clock)
    step = terms.ite(terms.le(here, WANTED), terms.snoc(state, terms.add(here, WANTED)), state)
    chosen = loop_value(state, {state: (terms.nil("int"), step)}, clock, terms.length(walked))
    turned = terms.substitute(chosen, {"walked": terms.reverse(ITEMS)})
    assert turned is terms.reverse(terms.substitute(chosen, {"walked": ITEMS}))
    for wanted in (-1, 0, 1):
        assert value(turned, items=items, wanted=wanted) == tuple(x + wanted for x in items[::-1] if x <= wanted)
