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
    nil,
    snoc,
    sub,
    substitute,
    variable,
)
from viva.engines.proofs.terms.folds import Fold, fold, loop_value

_CLOCK = variable("k!library", INT)


def _state(sort: Sort) -> Term:
    return variable("s!library", sort)


def _looped(before: Term, after: Term, rounds: Term) -> Term:
    state = _state(before.sort)
    return loop_value(state, {state: (before, after)}, _CLOCK, rounds)


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
        return substitute(made, {walked.data: items})
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
    return substitute(made, {walked.data: items})


def without(items: Term, wanted: Term) -> Term:
    """The elements of a list that are not the one that is wanted: the same if one of these is taken out before."""
    if items.op == "drop" and items.args[1] is first_place(items.args[0], wanted):
        return without(items.args[0], wanted)
    walked, asked, made = (
        variable("items!library", items.sort),
        variable("wanted!library", wanted.sort),
        _state(items.sort),
    )
    here = at(walked, _CLOCK)
    given = wanted if not wanted.free else asked
    loop = _looped(nil(element_of(items)), ite(equal(here, given), made, snoc(made, here)), length(items))
    return substitute(loop, {walked.data: items, asked.data: wanted})


def without_first(items: Term, wanted: Term, times: Term) -> Term:
    """The list without the first so many of the elements that are the one that is wanted."""
    walked, asked, made = (
        variable("items!library", items.sort),
        variable("wanted!library", wanted.sort),
        _state(items.sort),
    )
    most, gone = variable("times!library", INT), variable("gone!library", INT)
    here = at(walked, _CLOCK)
    given = wanted if not wanted.free else asked
    leaving = land(equal(here, given), lt(gone, most))
    loop = {
        made: (nil(element_of(items)), ite(leaving, made, snoc(made, here))),
        gone: (ZERO, ite(leaving, add(gone, ONE), gone)),
    }
    found = loop_value(made, loop, _CLOCK, length(items))
    return substitute(found, {walked.data: items, asked.data: wanted, most.data: times})


def largest(items: Term, sign: int = 1) -> Term:
    """The largest of a list that is not empty, or with -1 the smallest."""
    walked = variable("items!library", items.sort)
    best, here = _state(INT), at(walked, _CLOCK)
    better = lt(best, here) if sign > 0 else lt(here, best)
    made = _looped(at(items, ZERO), ite(better, here, best), length(items))
    return substitute(made, {walked.data: items})


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


def taken(step: Term, own: Term) -> Term | None:
    """When a round adds one element to a list; None where it does something else to it."""
    if step is own:
        return FALSE
    if step.op == "snoc" and step.args[0] is own:
        return TRUE
    if step.op != "ite":
        return None
    yes, no = (taken(branch, own) for branch in step.args[1:])
    return None if yes is None or no is None else ite(step.args[0], yes, no)


def taking(term: Term) -> Term | None:
    """When a round adds one element to the list that a loop makes, and otherwise leaves it as it is."""
    return taken(term.data.steps[0], variable("s0", term.sort)) if is_list(term) else None


def _at_most(size: Term, most: Term) -> bool:
    """Whether it is seen at once that one number is never larger than another."""
    if size.op == "ite":
        return all(_at_most(each, most) for each in size.args[1:])
    return le(size, most) is TRUE


def sizes(term: Term) -> list[Term]:
    """A list to which rounds add at most one element each gets no shorter, and no longer than there are rounds. One of
    which rounds only take something away gets no longer."""
    if taking(term) is None:
        own = length(variable("s0", term.sort)) if is_list(term) else ZERO
        shrinks = is_list(term) and _at_most(length(term.data.steps[0]), own)
        return [le(length(term), length(term.args[1]))] if shrinks else []
    rounds, start, size = term.args[0], length(term.args[1]), length(term)
    return [le(start, size), implies(le(ZERO, rounds), le(size, add(start, rounds)))]


def left_out(term: Term, place: Term) -> list[Term]:
    """A round that adds nothing is missing in the length."""
    condition = taking(term)
    states = {f"s{each}" for each in range(term.data.states)}
    if condition is None or not condition.free.isdisjoint(states):
        return []
    rounds, start = term.args[0], length(term.args[1])
    given = {f"p{number}": value for number, value in enumerate(term.args[1 + term.data.states :])}
    taken = substitute(condition, {**given, "k": place})
    inside = land(le(ZERO, place), lt(place, rounds))
    return [implies(land(inside, lnot(taken)), lt(length(term), add(start, rounds)))]


def in_round(term: Term, condition: Term, place: Term) -> Term:
    given = {f"p{number}": value for number, value in enumerate(term.args[2:])}
    return substitute(condition, {**given, "k": place})


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


def searched_list(term: Term) -> Term | None:
    """The list in which a fold of the library looks for something."""
    if is_extreme(term):
        return term.args[2]
    search = search_of(term)
    return None if search is None else search[1]


def places_of(element: Term, items: Term) -> list[Term]:
    """Where an element may be in a list that is made of others, if it is one of theirs."""
    args = items.args
    match items.op:
        case "snoc":
            return [*places_of(element, args[0]), *([length(args[0])] if args[1] is element else [])]
        case "cat":
            return [*places_of(element, args[0]), *(add(length(args[0]), each) for each in places_of(element, args[1]))]
        case "cut":
            return [sub(each, args[1]) for each in places_of(element, args[0])]
        case "reverse":
            return [sub(sub(length(args[0]), ONE), each) for each in places_of(element, args[0])]
        case "put":
            return [*places_of(element, args[0]), *([args[1]] if args[2] is element else [])]
        case "drop":
            return [place for each in places_of(element, args[0]) for place in (each, sub(each, ONE))]
        case "insert":
            inner = [place for each in places_of(element, args[0]) for place in (each, add(each, ONE))]
            return [*inner, *([args[1]] if args[2] is element else [])]
    return [element.args[1]] if element.op == "at" and element.args[0] is items else []


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
