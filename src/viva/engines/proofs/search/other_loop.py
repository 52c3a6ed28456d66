"""Invariants that speak of another loop: what it would give for the list that is left, and for its first elements.

A loop that takes duplicates out of a list keeps this: what the model solution gives for the list as it is now is what
it gives for the list as it was. Also the lemmas that such an invariant needs, about loops inside of the loop.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from viva.engines.proofs import terms as t
from viva.engines.proofs.checking.certificate import Induction, Lemma
from viva.engines.proofs.checking.instances import instance_of
from viva.engines.proofs.checking.system import ALONE, CLOCK, EACH, System, system_of
from viva.engines.proofs.query import Solver
from viva.engines.proofs.search.induction import by_induction
from viva.engines.proofs.search.runs import STEPS, Values, random_value, records
from viva.engines.proofs.terms import library, pieces
from viva.engines.proofs.terms.evaluate import Endless, Evaluator
from viva.engines.proofs.terms.folds import fold, loops_in

_LISTS = 3
_NUMBERS = 3
_MOST = 40
_TRIALS = 60


def by_the_other(
    solver: Solver, known: Sequence[t.Term], claim: t.Term, runs: Sequence[Values]
) -> tuple[list[Lemma], Induction | None]:  # fmt: skip
    """Goes through each loop alone, as long as the others are such that they can be asked about another list."""
    lemmas: list[Lemma] = []
    for way in ALONE:
        system = system_of([*known, claim], way)
        if system is None:
            break
        others = _others(system, claim)
        if not any(_takes_apart(system, other) for other in others):
            continue
        lemmas += [each for other in others for each in _about_inner(solver, system, other, lemmas)]
        found = by_induction(solver, known, claim, runs, spoken, (way,))
        if found is not None:
            return lemmas, found
    return lemmas, None


def _others(system: System, claim: t.Term) -> list[t.Term]:
    """The loops of the claim that go through a whole list and do not go in step."""
    found = [each for each in loops_in(claim) if each not in system.names]
    return [each for each in found if (items := pieces.passed(each)) is not None and each.args[0] is t.length(items)]


def _takes_apart(system: System, other: t.Term) -> bool:
    """Whether a loop changes the list that the other one goes through."""
    return any(first is pieces.passed(other) for first in system.first)


def spoken(system: System, goal: Sequence[t.Term], runs: Sequence[Values]) -> list[t.Term]:
    """What is equal in all rounds that were seen, of what others give for the lists that are left; how far numbers have
    come; and that nothing is in two of the lists."""
    rows = records(system, runs)
    others = _others(system, goal[-1])
    if not rows or not others:
        return []
    other = others[0]
    whole = pieces.passed(other)
    assert whole is not None
    begun = dict(zip(system.variables, system.first, strict=True))
    left = [state for state, first in begun.items() if first is whole][:_LISTS]
    made = [state for state in system.variables if t.is_list(state) and state.sort == other.sort and state not in left]
    numbers = [state for state in system.variables if state.sort == t.INT][:_NUMBERS]
    places = numbers or [CLOCK]
    pool: dict[t.Term, None] = {other: None}
    for state in left:
        pool[pieces.over(other, state)] = None
        for items in made[:_LISTS]:
            pool[t.cat(items, pieces.over(other, state))] = None
            if other.data.states == 1:
                pool[pieces.over(other, state, [items])] = None
        if not made and t.is_list(other):
            pool |= {pieces.over(other, state, rounds=place): None for place in places}
            pool |= {t.cut(state, t.ZERO, place): None for place in places}
            pool[state] = None
    found = [*_equal(pool, rows), *_bounds(system, numbers, left, rows)]
    return [*found, *_apart(left, made, places, rows)][:_MOST]


def _values(term: t.Term, rows: Sequence[Values]) -> tuple[Any, ...] | None:
    try:
        return tuple(Evaluator(STEPS).value(term, row) for row in rows)
    except Endless:
        return None


def _equal(pool: dict[t.Term, None], rows: Sequence[Values]) -> list[t.Term]:
    groups: dict[tuple[Any, ...], list[t.Term]] = {}
    for term in pool:
        values = _values(term, rows)
        if values is not None:
            groups.setdefault((term.sort, *values), []).append(term)
    return [t.equal(group[0], other) for group in groups.values() for other in group[1:]]


def _bounds(system: System, numbers: Sequence[t.Term], left: Sequence[t.Term], rows: Sequence[Values]) -> list[t.Term]:
    """How far numbers have come, and that lists are used up by the last round."""
    claims = [t.le(t.ZERO, each) for each in numbers]
    for state in left:
        ways = [t.length(state), *(t.sub(t.length(state), each) for each in numbers)]
        claims += [t.le(each, t.length(state)) for each in numbers]
        claims += [t.le(t.add(way, CLOCK), end) for way in ways for end in dict.fromkeys(system.ends)]
    return [claim for claim in claims if claim is not t.TRUE and all(_values(claim, rows) or (False,))]


def _apart(
    left: Sequence[t.Term], made: Sequence[t.Term], places: Sequence[t.Term], rows: Sequence[Values]
) -> list[t.Term]:  # fmt: skip
    """Whatever is in one of these is not in the other: the list that is made and what is left, or what is before and
    from a place on."""
    if not left or any(items.sort != state.sort for items in made for state in left):
        return []
    one = t.variable(EACH, left[0].sort[1])
    more = [
        {**row, EACH: item} for row in rows for item in sorted({each for state in left for each in row[state.data]})
    ]
    if not more:
        return []
    pairs = [(library.contains(items, one), library.contains(state, one)) for items in made for state in left]
    for state in left if not made else ():
        for place in places:
            rest = library.contains(t.cut(state, place, t.length(state)), one)
            pairs.append((library.contains(state, one, place), rest))
    claims = [t.implies(first, t.lnot(second)) for first, second in pairs if first.sort == second.sort]
    return [claim for claim in claims if all(_values(claim, more) or (False,))]


def _about_inner(solver: Solver, system: System, other: t.Term, known: Sequence[Lemma]) -> list[Lemma]:
    """Loops inside of a round that leave out elements: what the other loop gives is the same without them, if it has
    met what they look for before."""
    whole = pieces.passed(other)
    assert whole is not None
    found: list[Lemma] = []
    for inner in loops_in(*system.next):
        if inner.sort != whole.sort or pieces.kept(inner, t.ZERO) is None or other.data.states != 1:
            continue
        names = [t.variable(f"y{place}", arg.sort) for place, arg in enumerate(inner.args[2:], 1)]
        first, rounds = t.variable("y0", other.sort), t.variable(f"y{len(names) + 1}", t.INT)
        items = next(name for name, arg in zip(names, inner.args[2:], strict=True) if arg is pieces.passed(inner))
        general = fold(inner.data, (rounds, inner.args[1], *names))
        left, right = pieces.over(other, general, [first]), pieces.over(other, items, [first], rounds)
        for given in [t.TRUE, *(library.contains(first, name) for name in names if _may_contain(first, name))]:
            if any((each.left, each.right) == (left, right) for each in (*known, *found)):
                break
            values = _agreeing(left, right, given, [first, rounds, *names])
            if not values:
                continue
            conditions = (given, t.TRUE)  # of which no loop goes in step
            induction = by_induction(solver, conditions, t.equal(left, right), values, _met, ("inner",))
            if induction is not None:
                found.append(Lemma(left, right, induction, conditions))
                solver.lemmas.append(instance_of(left, right, conditions))
    return found


def _may_contain(items: t.Term, one: t.Term) -> bool:
    return t.is_list(items) and items.sort == ("list", one.sort)


def _agreeing(left: t.Term, right: t.Term, given: t.Term, names: Sequence[t.Term]) -> list[Values]:
    """Values for which the condition holds, if the two sides agree on them all."""
    rng = random.Random(11)
    found: list[Values] = []
    try:
        for trial in range(_TRIALS):
            row = {each.data: random_value(each.sort, rng, 1 + trial % 5) for each in names}
            if Evaluator(STEPS).value(given, row):
                if Evaluator(STEPS).value(left, row) != Evaluator(STEPS).value(right, row):
                    return []
                found.append(row)
    except Endless:
        return []
    return found if len(found) > 5 else []


def _met(system: System, goal: Sequence[t.Term], runs: Sequence[Values]) -> list[t.Term]:
    """What is equal, and what is known before the loop of a value that it changes, of the value after k rounds."""
    rows = records(system, runs)
    if not rows:
        return []
    pool: dict[t.Term, None] = dict.fromkeys(system.variables)
    for part in t.parts_of(system.named(goal[-1])):
        if part.op == "fold":
            pool[part] = None
    found = _equal(pool, rows)
    for condition in goal[:-1]:
        for state, first in zip(system.variables, system.first, strict=True):
            claim = t.replace_parts(condition, {first: state})
            if (
                claim is not condition
                and first.op == "var"
                and claim.sort == t.BOOL
                and all(_values(claim, rows) or (False,))
            ):
                found.append(claim)
    return found
