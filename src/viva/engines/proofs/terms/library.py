"""What Python's own functions over lists compute, as the loops that define them, and facts about these loops.

Each fact holds for all lists; `tests/engines/proofs/test_library.py` tries each on all small ones, and
`docs/proofs.md` has the inductions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from viva.engines.proofs.terms import (
    BOOL,
    FALSE,
    INT,
    ONE,
    TRUE,
    ZERO,
    Sort,
    Term,
    add,
    at,
    digest_of,
    element_of,
    equal,
    implies,
    is_list,
    ite,
    land,
    le,
    length,
    lnot,
    lor,
    lt,
    substituted,
    variable,
)
from viva.engines.proofs.terms.folds import Fold, fold, looped

_CLOCK = variable("k!library", INT)


def _state(sort: Sort) -> Term:
    return variable("s!library", sort)


def _looped(before: Term, after: Term, rounds: Term) -> Term:
    state = _state(before.sort)
    return looped(state, {state: (before, after)}, _CLOCK, rounds)


def _found(here: Term, wanted: Term) -> Term:
    return lor(_state(BOOL), equal(here, wanted))


def _counted(here: Term, wanted: Term) -> Term:
    return ite(equal(here, wanted), add(_state(INT), ONE), _state(INT))


def _placed(here: Term, wanted: Term) -> Term:
    before = _state(INT)
    return ite(lt(before, _CLOCK), before, ite(equal(here, wanted), _CLOCK, add(_CLOCK, ONE)))


SEARCHES: Mapping[str, tuple[Term, Callable[[Term, Term], Term]]] = {
    "contains": (FALSE, _found), "count": (ZERO, _counted), "first place": (ZERO, _placed),
}  # fmt: skip


@cache
def _search(name: str, element: Sort) -> tuple[Fold, bool]:
    """The fold of a search for any value, and whether the list is its first parameter."""
    items, wanted = variable("items!library", ("list", element)), variable("wanted!library", element)
    start, step = SEARCHES[name]
    made = _looped(start, step(at(items, _CLOCK), wanted), variable("rounds!library", INT))
    return made.data, made.args[2] is items


def _searched(name: str, items: Term, wanted: Term, rounds: Term | None) -> Term:
    rounds = length(items) if rounds is None else rounds
    start, step = SEARCHES[name]
    if not wanted.free:  # as a loop of someone else's is written that looks for a constant
        walked = variable("items!library", items.sort)
        made = _looped(start, step(at(walked, _CLOCK), wanted), rounds)
        return substituted(made, {walked.data: items})
    defined, items_first = _search(name, element_of(items))
    return fold(defined, (rounds, start, *((items, wanted) if items_first else (wanted, items))))


def contains(items: Term, wanted: Term, rounds: Term | None = None) -> Term:
    """`wanted in items`, or among the first `rounds`."""
    return _searched("contains", items, wanted, rounds)


def count(items: Term, wanted: Term, rounds: Term | None = None) -> Term:
    """`items.count(wanted)`, or among the first `rounds`."""
    return _searched("count", items, wanted, rounds)


def first_place(items: Term, wanted: Term, rounds: Term | None = None) -> Term:
    """Where the first one is; the number of elements if there is none."""
    return _searched("first place", items, wanted, rounds)


def distinct(items: Term) -> Term:
    """That no element of a list comes twice."""
    new = lnot(contains(items, at(items, _CLOCK), _CLOCK))
    return _looped(TRUE, land(_state(BOOL), new), length(items))


def total(items: Term, start: Term = ZERO) -> Term:
    walked = variable("items!library", items.sort)
    made = _looped(start, add(_state(INT), at(walked, _CLOCK)), length(items))
    return substituted(made, {walked.data: items})


def largest(items: Term, sign: int = 1) -> Term:
    """The largest of a list that is not empty, or with -1 the smallest."""
    walked = variable("items!library", items.sort)
    best, here = _state(INT), at(walked, _CLOCK)
    better = lt(best, here) if sign > 0 else lt(here, best)
    made = _looped(at(items, ZERO), ite(better, here, best), length(items))
    return substituted(made, {walked.data: items})


_ITEMS = variable("items", ("list", INT))
LARGEST: Fold = largest(_ITEMS).data
SMALLEST: Fold = largest(_ITEMS, -1).data


def search_of(term: Term) -> tuple[str, Term, Term] | None:
    """Which search a fold is, in which list and for what."""
    if term.data.states != 1 or len(term.args) != 4:
        return None
    for items, wanted in (term.args[2:], term.args[:1:-1]):
        if is_list(items) and wanted.sort == element_of(items):
            for name, (start, _) in SEARCHES.items():
                defined, items_first = _search(name, wanted.sort)
                if term.data == defined and term.args[1] is start and (term.args[2] is items) == items_first:
                    return name, items, wanted
    return None


def facts(term: Term) -> list[Term]:
    """What is known about a fold that is one of the library's."""
    rounds = term.args[0]
    if is_extreme(term):
        items = term.args[2]
        return [implies(lt(ZERO, length(items)), contains(items, term))]
    search = search_of(term)
    if search is None:
        return []
    name, items, wanted = search
    found, place = contains(items, wanted, rounds), first_place(items, wanted, rounds)
    match name:
        case "contains":
            return [equal(found, lt(place, rounds))]
        case "count":
            return [le(ZERO, term), implies(le(ZERO, rounds), le(term, rounds)), equal(found, le(ONE, term))]
    return [
        le(ZERO, place),
        implies(le(ZERO, rounds), le(place, rounds)),
        implies(lt(place, rounds), equal(at(items, place), wanted)),
        equal(found, lt(place, rounds)),
    ]


def condition_of(term: Term) -> tuple[str, Term] | None:
    """What a loop asks in each round, that finds out whether it holds in `some` or in `every` round."""
    if term.data.states != 1 or term.sort != BOOL:
        return None
    [step] = term.data.steps
    own = variable("s0", BOOL)
    if step.op not in ("or", "and") or own not in step.args:
        return None
    rest = [arg for arg in step.args if arg is not own]
    if any("s0" in each.free for each in rest):
        return None
    return ("some", lor(*rest)) if step.op == "or" else ("every", land(*rest))


def in_round(term: Term, condition: Term, place: Term) -> Term:
    given = {f"p{number}": value for number, value in enumerate(term.args[2:])}
    return substituted(condition, {**given, "k": place})


def witness(term: Term) -> Term:
    """The name of a round in which the condition of a loop held, or did not, where there is one."""
    return variable(f"?{digest_of(term)}", INT)


def witnessed(term: Term) -> list[Term]:
    """A loop that found something found it in some round."""
    asked = condition_of(term)
    if asked is None:
        return []
    how, condition = asked
    rounds, start, place = term.args[0], term.args[1], witness(term)
    inside = land(le(ZERO, place), lt(place, rounds))
    here = in_round(term, condition, place)
    if how == "some":
        return [implies(term, lor(start, land(inside, here)))]
    return [lor(term, lnot(start), land(inside, lnot(here)))]


def at_round(term: Term, place: Term) -> list[Term]:
    """What holds in one round holds in some; what holds in every round holds in this."""
    asked = condition_of(term)
    if asked is None:
        return []
    how, condition = asked
    inside = land(le(ZERO, place), lt(place, term.args[0]))
    here = in_round(term, condition, place)
    return [implies(land(inside, here), term)] if how == "some" else [implies(land(inside, term), here)]


def is_extreme(term: Term) -> bool:
    if term.data not in (LARGEST, SMALLEST):
        return False
    rounds, start, items = term.args
    return rounds is length(items) and start is at(items, ZERO)


def at_place(term: Term, items: Term, place: Term) -> list[Term]:
    """What an element at some place says about a fold of the library over the list: no element is larger than the
    largest; what is at a place is in the list, and its first place is no later."""
    if items not in term.args:
        return []
    here, rounds = at(items, place), term.args[0]
    if is_extreme(term):
        inside = land(le(ZERO, place), lt(place, length(items)))
        return [implies(inside, le(here, term) if term.data == LARGEST else le(term, here))]
    search = search_of(term)
    if search is None or search[1] is not items:
        return []
    met = land(le(ZERO, place), lt(place, rounds), equal(here, search[2]))
    match search[0]:
        case "contains":
            return [implies(met, term)]
        case "first place":
            return [implies(met, le(term, place))]
    return []
