"""What Python's own functions over lists compute, as the loops that define them, and facts about these loops.

Each fact holds for all lists; `tests/engines/proofs/test_library.py` tries each on all small ones, and
`docs/proofs.md` has the inductions.
"""

from __future__ import annotations

from viva.engines.proofs.folds import Fold, looped
from viva.engines.proofs.terms import (
    BOOL,
    FALSE,
    INT,
    ONE,
    ZERO,
    Term,
    add,
    at,
    element_of,
    equal,
    implies,
    is_list,
    ite,
    land,
    le,
    length,
    lor,
    lt,
    variable,
)

_CLOCK = variable("k!library", INT)


def _state(sort: object) -> Term:
    return variable("s!library", sort)  # type: ignore[arg-type]


def _single(before: Term, after: Term, rounds: Term) -> Term:
    state = _state(before.sort)
    return looped(state, {state: (before, after)}, _CLOCK, rounds)


def contains(items: Term, wanted: Term, rounds: Term | None = None) -> Term:
    """`wanted in items`, or among the first `rounds`."""
    found = lor(_state(BOOL), equal(at(items, _CLOCK), wanted))
    return _single(FALSE, found, length(items) if rounds is None else rounds)


def count(items: Term, wanted: Term) -> Term:
    more = ite(equal(at(items, _CLOCK), wanted), add(_state(INT), ONE), _state(INT))
    return _single(ZERO, more, length(items))


def first_place(items: Term, wanted: Term, rounds: Term | None = None) -> Term:
    """Where the first one is; the number of elements if there is none."""
    here = _state(INT)
    after = ite(lt(here, _CLOCK), here, ite(equal(at(items, _CLOCK), wanted), _CLOCK, add(_CLOCK, ONE)))
    return _single(ZERO, after, length(items) if rounds is None else rounds)


def total(items: Term, start: Term = ZERO) -> Term:
    return _single(start, add(_state(INT), at(items, _CLOCK)), length(items))


def largest(items: Term, sign: int = 1) -> Term:
    """The largest of a list that is not empty, or with -1 the smallest."""
    best, here = _state(INT), at(items, _CLOCK)
    better = lt(best, here) if sign > 0 else lt(here, best)
    return _single(at(items, ZERO), ite(better, here, best), length(items))


_ITEMS, _WANTED = variable("items", ("list", INT)), variable("wanted", INT)
LARGEST: Fold = largest(_ITEMS).data
SMALLEST: Fold = largest(_ITEMS, -1).data


def facts(term: Term) -> list[Term]:
    """What is known about a fold that is one of the library's."""
    rounds = term.args[0]
    if term.data.states != 1:
        return []
    if len(term.args) == 4:
        for items, wanted in (term.args[2:], term.args[:1:-1]):
            if is_list(items) and wanted.sort == element_of(items):
                found, place = contains(items, wanted, rounds), first_place(items, wanted, rounds)
                if term is found and place.op == "fold":
                    return [equal(found, lt(place, rounds))]
                if term is place:
                    return [
                        le(ZERO, place),
                        implies(le(ZERO, rounds), le(place, rounds)),
                        implies(lt(place, rounds), equal(at(items, place), wanted)),
                        equal(found, lt(place, rounds)),
                    ]
    elif _is_extreme(term):
        items = term.args[2]
        return [implies(lt(ZERO, length(items)), contains(items, term))]
    return []


def _is_extreme(term: Term) -> bool:
    if term.data not in (LARGEST, SMALLEST):
        return False
    rounds, start, items = term.args
    return rounds is length(items) and start is at(items, ZERO)


def bound(term: Term, place: Term) -> list[Term]:
    """That no element is larger than the largest: for one place."""
    if not _is_extreme(term):
        return []
    items = term.args[2]
    inside = land(le(ZERO, place), lt(place, length(items)))
    here = at(items, place)
    return [implies(inside, le(here, term) if term.data == LARGEST else le(term, here))]
