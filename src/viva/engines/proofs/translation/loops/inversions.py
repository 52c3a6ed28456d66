"""Loops that go on as long as something was exchanged: each exchange of two elements that are not in order leaves fewer
pairs that are not, so that their number is a measure. Trusted, as a part of the translation.

Loops inside of such a loop keep this: a list is as long as it was, has no more such pairs than before them, and fewer
wherever a flag, or a number, is another than before them. Nothing is looked for; where that is not kept, there is no
such measure.
"""

from __future__ import annotations

from collections.abc import Sequence

from viva.engines.proofs import terms as t
from viva.engines.proofs.checking.all_places import Everywhere
from viva.engines.proofs.checking.nests import Head, names_are_free, nest_of, obligations
from viva.engines.proofs.query import Solver
from viva.engines.proofs.terms import order
from viva.engines.proofs.terms.folds import Loop


def inversion_measures(changed: Loop, distances: Sequence[t.Term]) -> list[t.Term]:
    """For each list of numbers that a loop changes: how many pairs of places are not in order, and one more; or twice
    that, and a distance, for a loop that goes a step back where it exchanges something."""
    lists = [state for state, (_, then) in changed.items() if then is not state and state.sort == ("list", t.INT)]
    pairs = [order.inversions(state, sign) for sign in (1, -1) for state in lists]
    alone = [t.add(each, t.ONE) for each in pairs]
    return [*alone, *(t.add(t.scale(2, each), distance) for each in pairs for distance in distances)]


def inversions_decrease(solver: Solver, measure: t.Term, known: Sequence[t.Term], changed: Loop, ends: t.Term) -> bool:
    """Whether such a measure is positive, and a round makes it smaller, or is the last."""
    later = t.substitute(measure, {state.data: then for state, (_, then) in changed.items()})
    claim = t.land(t.le(t.ONE, measure), t.lor(ends, t.lt(later, measure)))
    sign = 1 if any(each.data == order.INVERSIONS for each in t.parts_of(measure)) else -1
    nest = nest_of([*known, claim]) if names_are_free([*known, claim]) else None
    if nest is None:
        return solver.follows(known, claim)
    used = claim.free.union(*(each.free for each in nest.terms))
    kept = [each for head in nest.heads for each in _kept(head, used, sign)]
    for each in obligations(nest, kept):
        said = [*each.known, *(one for _, one in each.said)]
        question = Everywhere(solver, said, (), [one for _, one in each.claims])
        if any(question.reasons((), place) is None for place in range(len(each.claims))):
            return False
    return True


def _kept(head: Head, used: frozenset[str], sign: int) -> list[t.Term]:
    found = []
    begun = list(zip(head.folds, head.variables, head.first, strict=True))
    for fold, items, first in begun:
        if items.sort == ("list", t.INT) and fold.data.grows == 0:
            before, now = order.inversions(first, sign), order.inversions(items, sign)
            found.append(t.land(t.equal(t.length(items), t.length(first)), t.le(now, before)))
            for _, flag, start in begun:
                if not t.is_list(flag) and flag.data in used:
                    found.append(t.lor(t.equal(flag, start), t.lt(now, before)))
    return found
