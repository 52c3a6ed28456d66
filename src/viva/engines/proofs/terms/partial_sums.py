"""Loops over pieces of lists: what is added up in a piece is what is added up so far at its end, less at its begin."""

from __future__ import annotations

from viva.engines.proofs.terms.changed import rebuild, replace_parts
from viva.engines.proofs.terms.folds import ROUND, Fold, unfold
from viva.engines.proofs.terms.lists import at
from viva.engines.proofs.terms.plain import add, equal, implies, land, le, sub
from viva.engines.proofs.terms.term import INT, ONE, ZERO, Sort, Term, variable


def _adds_up(defined: Fold, place: int) -> bool:
    """Whether a loop adds up something of each element of this list, whatever its place is."""
    if not defined.adds or defined.states != 1 or not defined.walked[place]:
        return False
    sort: Sort = defined.parameters[place]
    here = at(variable(f"p{place}", sort), ROUND)
    return ROUND.data not in replace_parts(defined.steps[0], {here: variable("#", sort[1])}).free


def added_up(term: Term) -> list[Term]:
    """Of a sum over the piece `l[a:b]`: the sum over `l[:a + rounds]` is that over `l[:a]` and this one."""
    found = []
    rounds, first = term.args[:2]
    if term.sort != INT or first is not ZERO:
        return []
    for place, items in enumerate(term.args[2:]):
        if items.op == "cut" and _adds_up(term.data, place):
            whole, low, high = items.args

            def up_to(count: Term, place: int = place, whole: Term = whole) -> Term:
                given = list(term.args)
                given[0], given[2 + place] = count, whole
                return rebuild(term, tuple(given))

            inside = land(le(ZERO, low), le(ZERO, rounds), le(rounds, sub(high, low)))
            found.append(implies(inside, equal(up_to(add(low, rounds)), add(up_to(low), term))))
            found.append(implies(equal(rounds, ONE), equal(term, unfold(term.data, (ZERO, *term.args[1:])))))
    return found


def places_in(items: Term, whole: Term, place: Term, *, pieces: bool) -> Term | None:
    """The place in a list, or with `pieces` in a piece of it, of what is at a place of the list."""
    if items is whole:
        return place
    return sub(place, items.args[1]) if pieces and items.op == "cut" and items.args[0] is whole else None
