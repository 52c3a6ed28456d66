"""Numbers that may get smaller with every round of a `while`, and how they are written down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from viva.engines.proofs.terms import (
    INT,
    ONE,
    ZERO,
    Term,
    add,
    element_of,
    equal,
    is_list,
    ite,
    land,
    le,
    length,
    lor,
    lt,
    mul,
    number,
    parts_of,
    scaled,
    sub,
    substituted,
    variable,
)
from viva.engines.proofs.terms.folds import Loop

_MOST, _PAIRED = 14, 6


def candidates(conditions: Sequence[Term], changed: Loop) -> list[Term]:
    """Numbers that may get smaller: distances in comparisons, lengths, changing numbers, and two distances together,
    where a loop goes through two lists."""
    found: dict[Term, None] = {}
    for each in parts_of(*conditions):
        if each.op == "<=":
            left, right = each.args
            found[sub(add(right, ONE), left)] = None
            found[sub(left, right)] = None
        elif each.op == "=" and each.args[0].sort == INT:
            found[sub(each.args[0], each.args[1])] = None
            found[sub(each.args[1], each.args[0])] = None
        elif each.op == "=" and is_list(each.args[0]):
            for items in each.args:
                if items.op == "var":
                    found[length(items)] = None
    for state, (_, then) in changed.items():
        if then is not state and state.sort == INT:
            found[state] = None
            found[ite(le(ZERO, state), state, scaled(-1, state))] = None
        elif then is not state and is_list(state) and element_of(state) != "?":
            found[length(state)] = None
    free = {state.data for state, (_, then) in changed.items() if then is not state}
    usable = [each for each in found if each.free & free and all(inner.op != "fold" for inner in parts_of(each))]
    several = [add(_positive(one), _positive(two)) for one, two in combinations(usable[:_PAIRED], 2)]
    return [*usable[:_MOST], ONE, *several]  # with 1 a loop is left after one round


def _positive(number: Term) -> Term:
    return ite(le(ZERO, number), number, ZERO)


def of_two(found: Sequence[Term], changed: Loop) -> list[tuple[Term, Term, Term]]:
    """Measures that are made of two numbers, with the two: the length of a list, which gets smaller, or else a number
    `b` between 0 and that length `a`. Then `a * (a + 2) + b` gets smaller: if `a` does, it is at most
    `(a - 1) * (a + 1) + a - 1` afterwards."""
    lists = [length(state) for state, (_, then) in changed.items() if then is not state and is_list(state)]
    pairs = [(high, low) for high in lists[:2] for low in found if low is not high and low.op not in ("num", "len")]
    return [(add(mul(high, add(high, number(2))), low), high, low) for high, low in pairs[:6]]


def by_two(high: Term, low: Term, after: Mapping[str, Term], ends: Term) -> tuple[Term, list[Term]]:
    """What holds of the two numbers in every round; and what a round has to do to them, unless it is the last: the
    first gets smaller, or it stays and the second does. As long as the loop goes on, one of them is positive."""
    later, less = substituted(high, after), substituted(low, after)
    fewer = lor(lt(later, high), land(equal(later, high), lt(less, low)))
    kept = lor(ends, land(fewer, le(ZERO, less), le(less, later)))
    return land(le(ZERO, low), le(low, high)), [kept, lor(le(ONE, high), le(ONE, low))]


def named(measure: Term, changed: Loop) -> str:
    """The measure in a writing that does not depend on how names were given out."""
    order = {state.data: variable(f"v{place}", state.sort) for place, state in enumerate(changed)}
    around = [each for each in parts_of(measure) if each.op == "var" and "#" in each.data and each.data not in order]
    order |= {each.data: variable(f"w{place}", each.sort) for place, each in enumerate(around)}
    return repr(substituted(measure, order))
