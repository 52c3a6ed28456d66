"""Candidates for invariants about counts: that every value is in lists as often as in what they were made of."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from viva.engines.proofs import terms as t
from viva.engines.proofs.checking.nests import ONE_EACH, Head
from viva.engines.proofs.search.runs import STEPS
from viva.engines.proofs.search.templates import INTS, Rounds, Vector, keeping_conditions
from viva.engines.proofs.terms import order
from viva.engines.proofs.terms.evaluate import Evaluator

_MOST_THEIRS = 14
_ROWS = 60


def about_counts(seen: Rounds) -> None:
    own = seen.scope.own(INTS)
    begun = dict(zip(seen.head.variables, seen.head.first, strict=True))
    mine = [order.count_in_list(each, ONE_EACH) for each in own]
    for each in own:  # a list with a gap, and what is to be put there
        mine += [
            order.count_in_list(t.put(each, place, value), ONE_EACH)
            for place in seen.places if place is not t.ZERO for value in seen.values if each.data not in value.free
        ]  # fmt: skip
    lists = [each for each in dict.fromkeys([*seen.lists, *seen.scope.others]) if each.sort == INTS and each not in own]
    theirs = [order.count_in_list(each, ONE_EACH) for each in (*(begun[each] for each in own), *lists)]
    for place in (seen.head.clock, *seen.scope.own(t.INT)):
        for items in lists:
            theirs.append(order.count_in_list(t.cut(items, t.ZERO, place), ONE_EACH))
            theirs.append(order.count_in_list(t.cut(items, place, t.length(items)), ONE_EACH))
    for value in seen.values:  # what is put somewhere in between
        theirs += [
            order.count_in_list(t.snoc(begun[each], value), ONE_EACH) for each in own if each.data not in value.free
        ]
    sums = [
        t.add(order.count_in_list(one, ONE_EACH), order.count_in_list(two, ONE_EACH))
        for one, two in combinations(own, 2)
    ]
    _same(seen, [*dict.fromkeys(mine), *sums], list(dict.fromkeys(theirs))[:_MOST_THEIRS])


def _same(seen: Rounds, mine: Sequence[t.Term], theirs: Sequence[t.Term]) -> None:
    flags = [guard for guard, _ in seen.guards() if guard is not t.TRUE]
    guards = [t.TRUE, *_conditions_on_each(seen.head), *flags]
    vectors = {term: _vector(seen, term) for term in (*mine, *theirs, *guards)}
    left = list(mine)
    for guard in guards:
        here = [place for place, truth in enumerate(vectors[guard]) if truth]

        def there(vector: Vector, here: Sequence[int] = here) -> Vector:
            return tuple(vector[place] for place in here)

        known: dict[Vector, t.Term] = {} if guard is t.TRUE else {(0,) * len(here): t.ZERO}
        for each in theirs:
            known.setdefault(there(vectors[each]), each)
        for one, two in combinations(theirs, 2):
            both = zip(there(vectors[one]), there(vectors[two]), strict=True)
            known.setdefault(tuple(x + y for x, y in both), t.add(one, two))
        for each in list(left) if here else ():
            same = known.get(there(vectors[each]))
            if same is not None and same is not each:
                seen.note(t.equal(each, same), guard)
                if guard is t.TRUE:
                    left.remove(each)


def _vector(seen: Rounds, term: t.Term) -> Vector:
    """The values of a term in some rounds, for values that are in lists, and for one that is not."""
    found = []
    for number, row in enumerate(seen.rows[:_ROWS]):
        met = sorted({item for value in row.values() if isinstance(value, tuple) for item in value}) or [1]
        for each in (met[number % len(met)], met[(number // 2) % len(met)], met[-1] + 1):
            found.append(Evaluator(STEPS).value(term, {**row, ONE_EACH.data: each}))
    return tuple(found)


def _conditions_on_each(head: Head) -> list[t.Term]:
    """What a loop asks of an element that it reads, asked of any value."""
    moving = {each.data for each in (*head.variables, head.clock)}
    found: dict[t.Term, None] = {}
    for each in keeping_conditions(head):
        reads = [part for part in t.parts_of(each) if part.op == "at" and head.clock.data in part.free]
        if len(reads) == 1 and reads[0].sort == t.INT:
            condition = t.replace_parts(each, {reads[0]: ONE_EACH})
            if condition.free.isdisjoint(moving):
                found |= dict.fromkeys((condition, t.lnot(condition)))
    return list(found)
