"""Numbers that may get smaller with every round of a `while`, and how they are written down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from viva.engines.proofs import terms as t
from viva.engines.proofs.terms.folds import Loop

_MOST, _PAIRED = 14, 6


def candidate_measures(conditions: Sequence[t.Term], changed: Loop) -> list[t.Term]:
    """Numbers that may get smaller: distances in comparisons, lengths, changing numbers, and two distances together,
    where a loop goes through two lists."""
    found: dict[t.Term, None] = {}
    for each in t.parts_of(*conditions):
        if each.op == "<=":
            left, right = each.args
            distance = t.sub(t.add(right, t.ONE), left)
            found |= dict.fromkeys([*_in_steps(distance, changed), distance])
            found[t.sub(left, right)] = None
        elif each.op == "=" and each.args[0].sort == t.INT:
            found[t.sub(each.args[0], each.args[1])] = None
            found[t.sub(each.args[1], each.args[0])] = None
        elif each.op == "=" and t.is_list(each.args[0]):
            for items in each.args:
                if items.op == "var":
                    found[t.length(items)] = None
    for state, (_, then) in changed.items():
        if then is not state and state.sort == t.INT:
            found[state] = None
            found[t.ite(t.le(t.ZERO, state), state, t.scale(-1, state))] = None
        elif then is not state and t.is_list(state) and t.element_of(state) != "?":
            found[t.length(state)] = None
    free = {state.data for state, (_, then) in changed.items() if then is not state}
    usable = [each for each in found if each.free & free and all(inner.op != "fold" for inner in t.parts_of(each))]
    several = [t.add(_positive(one), _positive(two)) for one, two in combinations(usable[:_PAIRED], 2)]
    return [*usable[:_MOST], t.ONE, *several]  # with 1 a loop is left after one round


def _in_steps(distance: t.Term, changed: Loop) -> list[t.Term]:
    """How many rounds a distance takes that gets smaller by the same number in each of them."""
    after = t.substitute(distance, {state.data: then for state, (_, then) in changed.items()})
    step = t.sub(distance, after)
    changing = {state.data for state, (first, then) in changed.items() if then not in (state, first)}
    if step.data < 2 if step.op == "num" else not step.free.isdisjoint(changing):
        return []
    return [t.div(t.sub(t.add(distance, step), t.ONE), step)]


def _positive(number: t.Term) -> t.Term:
    return t.ite(t.le(t.ZERO, number), number, t.ZERO)


def lexicographic_pairs(found: Sequence[t.Term], changed: Loop) -> list[tuple[t.Term, t.Term, t.Term]]:
    """Measures that are made of two numbers, with the two: the length of a list, which gets smaller, or else a number
    `b` between 0 and that length `a`. Then `a * (a + 2) + b` gets smaller: if `a` does, it is at most
    `(a - 1) * (a + 1) + a - 1` afterwards."""
    lists = [t.length(state) for state, (_, then) in changed.items() if then is not state and t.is_list(state)]
    pairs = [(high, low) for high in lists[:2] for low in found if low is not high and low.op not in ("num", "len")]
    return [(t.add(t.mul(high, t.add(high, t.number(2))), low), high, low) for high, low in pairs[:6]]


def lexicographic_claims(
    high: t.Term, low: t.Term, after: Mapping[str, t.Term], ends: t.Term
) -> tuple[t.Term, list[t.Term]]:
    """What holds of the two numbers in every round; and what a round has to do to them, unless it is the last: the
    first gets smaller, or it stays and the second does. As long as the loop goes on, one of them is positive."""
    later, less = t.substitute(high, after), t.substitute(low, after)
    fewer = t.lor(t.lt(later, high), t.land(t.equal(later, high), t.lt(less, low)))
    kept = t.lor(ends, t.land(fewer, t.le(t.ZERO, less), t.le(less, later)))
    return t.land(t.le(t.ZERO, low), t.le(low, high)), [kept, t.lor(t.le(t.ONE, high), t.le(t.ONE, low))]


def name_measure(measure: t.Term, changed: Loop) -> str:
    """The measure in a writing that does not depend on how names were given out."""
    order = {state.data: t.variable(f"v{place}", state.sort) for place, state in enumerate(changed)}
    around = [each for each in t.parts_of(measure) if each.op == "var" and "#" in each.data and each.data not in order]
    order |= {each.data: t.variable(f"w{place}", each.sort) for place, each in enumerate(around)}
    return repr(t.substitute(measure, order))
