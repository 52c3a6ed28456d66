"""What Python's own functions over lists compute, as the loops that define them, and facts about these loops.

Each fact holds for all lists; `tests/engines/proofs/test_library.py` tries each on all small ones, and
`docs/proofs.md` has the inductions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from viva.engines.proofs import terms as t
from viva.engines.proofs.terms.folds import Fold, fold, loop_value

_CLOCK = t.variable("k!library", t.INT)


def _state(sort: t.Sort) -> t.Term:
    return t.variable("s!library", sort)


def _looped(before: t.Term, after: t.Term, rounds: t.Term) -> t.Term:
    state = _state(before.sort)
    return loop_value(state, {state: (before, after)}, _CLOCK, rounds)


def _found(here: t.Term, wanted: t.Term) -> t.Term:
    return t.lor(_state(t.BOOL), t.equal(here, wanted))


def _counted(here: t.Term, wanted: t.Term) -> t.Term:
    return t.ite(t.equal(here, wanted), t.add(_state(t.INT), t.ONE), _state(t.INT))


def _placed(here: t.Term, wanted: t.Term) -> t.Term:
    before = _state(t.INT)
    return t.ite(t.lt(before, _CLOCK), before, t.ite(t.equal(here, wanted), _CLOCK, t.add(_CLOCK, t.ONE)))


SEARCHES: Mapping[str, tuple[t.Term, Callable[[t.Term, t.Term], t.Term]]] = {
    "contains": (t.FALSE, _found), "count": (t.ZERO, _counted), "first place": (t.ZERO, _placed),
}  # fmt: skip


@lru_cache(maxsize=256)
def _search(name: str, element: t.Sort) -> tuple[Fold, bool]:
    """The fold of a search for any value, and whether the list is its first parameter."""
    items, wanted = t.variable("items!library", ("list", element)), t.variable("wanted!library", element)
    start, step = SEARCHES[name]
    made = _looped(start, step(t.at(items, _CLOCK), wanted), t.variable("rounds!library", t.INT))
    return made.data, made.args[2] is items


def _searched(name: str, items: t.Term, wanted: t.Term, rounds: t.Term | None) -> t.Term:
    rounds = t.length(items) if rounds is None else rounds
    start, step = SEARCHES[name]
    if not wanted.free:  # as a loop of someone else's is written that looks for a constant
        walked = t.variable("items!library", items.sort)
        made = _looped(start, step(t.at(walked, _CLOCK), wanted), rounds)
        return t.substitute(made, {walked.data: items})
    defined, items_first = _search(name, t.element_of(items))
    return fold(defined, (rounds, start, *((items, wanted) if items_first else (wanted, items))))


def contains(items: t.Term, wanted: t.Term, rounds: t.Term | None = None) -> t.Term:
    """`wanted in items`, or among the first `rounds`."""
    return _searched("contains", items, wanted, rounds)


def count(items: t.Term, wanted: t.Term, rounds: t.Term | None = None) -> t.Term:
    """`items.count(wanted)`, or among the first `rounds`."""
    return _searched("count", items, wanted, rounds)


def first_place(items: t.Term, wanted: t.Term, rounds: t.Term | None = None) -> t.Term:
    """Where the first one is; the number of elements if there is none."""
    return _searched("first place", items, wanted, rounds)


def distinct(items: t.Term) -> t.Term:
    """That no element of a list comes twice."""
    new = t.lnot(contains(items, t.at(items, _CLOCK), _CLOCK))
    return _looped(t.TRUE, t.land(_state(t.BOOL), new), t.length(items))


def total(items: t.Term, start: t.Term = t.ZERO) -> t.Term:
    walked = t.variable("items!library", items.sort)
    made = _looped(start, t.add(_state(t.INT), t.at(walked, _CLOCK)), t.length(items))
    return t.substitute(made, {walked.data: items})


def without(items: t.Term, wanted: t.Term) -> t.Term:
    """The elements of a list that are not the one that is wanted: the same if one of these is taken out before."""
    if items.op == "drop" and items.args[1] is first_place(items.args[0], wanted):
        return without(items.args[0], wanted)
    walked, asked, made = (
        t.variable("items!library", items.sort),
        t.variable("wanted!library", wanted.sort),
        _state(items.sort),
    )
    here = t.at(walked, _CLOCK)
    given = wanted if not wanted.free else asked
    loop = _looped(t.nil(t.element_of(items)), t.ite(t.equal(here, given), made, t.snoc(made, here)), t.length(items))
    return t.substitute(loop, {walked.data: items, asked.data: wanted})


def without_first(items: t.Term, wanted: t.Term, times: t.Term) -> t.Term:
    """The list without the first so many of the elements that are the one that is wanted."""
    walked, asked, made = (
        t.variable("items!library", items.sort),
        t.variable("wanted!library", wanted.sort),
        _state(items.sort),
    )
    most, gone = t.variable("times!library", t.INT), t.variable("gone!library", t.INT)
    here = t.at(walked, _CLOCK)
    given = wanted if not wanted.free else asked
    leaving = t.land(t.equal(here, given), t.lt(gone, most))
    loop = {
        made: (t.nil(t.element_of(items)), t.ite(leaving, made, t.snoc(made, here))),
        gone: (t.ZERO, t.ite(leaving, t.add(gone, t.ONE), gone)),
    }
    found = loop_value(made, loop, _CLOCK, t.length(items))
    return t.substitute(found, {walked.data: items, asked.data: wanted, most.data: times})


def largest(items: t.Term, sign: int = 1) -> t.Term:
    """The largest of a list that is not empty, or with -1 the smallest."""
    walked = t.variable("items!library", items.sort)
    best, here = _state(t.INT), t.at(walked, _CLOCK)
    better = t.lt(best, here) if sign > 0 else t.lt(here, best)
    made = _looped(t.at(items, t.ZERO), t.ite(better, here, best), t.length(items))
    return t.substitute(made, {walked.data: items})


_ITEMS = t.variable("items", ("list", t.INT))
LARGEST: Fold = largest(_ITEMS).data
SMALLEST: Fold = largest(_ITEMS, -1).data


def search_of(term: t.Term) -> tuple[str, t.Term, t.Term] | None:
    """Which search a fold is, in which list and for what."""
    if term.data.states != 1 or len(term.args) != 4:
        return None
    for items, wanted in (term.args[2:], term.args[:1:-1]):
        if t.is_list(items) and wanted.sort == t.element_of(items):
            for name, (start, _) in SEARCHES.items():
                defined, items_first = _search(name, wanted.sort)
                if term.data == defined and term.args[1] is start and (term.args[2] is items) == items_first:
                    return name, items, wanted
    return None


def facts(term: t.Term) -> list[t.Term]:
    """What is known about a fold that is one of the library's."""
    rounds = term.args[0]
    if is_extreme(term):
        items = term.args[2]
        return [t.implies(t.lt(t.ZERO, t.length(items)), contains(items, term))]
    search = search_of(term)
    if search is None:
        return []
    name, items, wanted = search
    found, place = contains(items, wanted, rounds), first_place(items, wanted, rounds)
    match name:
        case "contains":
            return [t.equal(found, t.lt(place, rounds))]
        case "count":
            return [
                t.le(t.ZERO, term),
                t.implies(t.le(t.ZERO, rounds), t.le(term, rounds)),
                t.equal(found, t.le(t.ONE, term)),
            ]
    return [
        t.le(t.ZERO, place),
        t.implies(t.le(t.ZERO, rounds), t.le(place, rounds)),
        t.implies(t.lt(place, rounds), t.equal(t.at(items, place), wanted)),
        t.equal(found, t.lt(place, rounds)),
        *_only_place(place, items, wanted, rounds),
    ]


def _only_place(place: t.Term, items: t.Term, wanted: t.Term, rounds: t.Term) -> list[t.Term]:
    """Where no element comes twice, an element is at its own place first."""
    if wanted.op != "at" or wanted.args[0] is not items or rounds is not t.length(items):
        return []
    own, once = wanted.args[1], t.TRUE if _is_made_of_new(items) else distinct(items)
    return [t.implies(t.land(once, t.within(own, items)), t.equal(place, own))]


def _is_made_of_new(items: t.Term) -> bool:
    """Whether a loop makes a list, from nothing, of elements that are not there yet."""
    if items.op != "fold" or items.args[1].op != "nil":
        return False
    own, step = t.variable("s0", items.sort), items.data.steps[0]
    if step.op != "ite":
        return False
    condition, yes, no = step.args
    adds, held = (yes, condition) if no is own else (no, t.lnot(condition))
    stays = no if no is own else yes
    return stays is own and adds.op == "snoc" and adds.args[0] is own and held is t.lnot(contains(own, adds.args[1]))


def condition_of(term: t.Term) -> tuple[str, t.Term] | None:
    """What a loop asks in each round, that finds out whether it holds in `some` or in `every` round."""
    if term.data.states != 1 or term.sort != t.BOOL:
        return None
    [step] = term.data.steps
    own = t.variable("s0", t.BOOL)
    if step.op not in ("or", "and") or own not in step.args:
        return None
    rest = [arg for arg in step.args if arg is not own]
    if any("s0" in each.free for each in rest):
        return None
    return ("some", t.lor(*rest)) if step.op == "or" else ("every", t.land(*rest))


def taken(step: t.Term, own: t.Term) -> t.Term | None:
    """When a round adds one element to a list; None where it does something else to it."""
    if step is own:
        return t.FALSE
    if step.op == "snoc" and step.args[0] is own:
        return t.TRUE
    if step.op != "ite":
        return None
    yes, no = (taken(branch, own) for branch in step.args[1:])
    return None if yes is None or no is None else t.ite(step.args[0], yes, no)


def taking(term: t.Term) -> t.Term | None:
    """When a round adds one element to the list that a loop makes, and otherwise leaves it as it is."""
    return taken(term.data.steps[0], t.variable("s0", term.sort)) if t.is_list(term) else None


def _at_most(size: t.Term, most: t.Term) -> bool:
    """Whether it is seen at once that one number is never larger than another."""
    if size.op == "ite":
        return all(_at_most(each, most) for each in size.args[1:])
    return t.le(size, most) is t.TRUE


def sizes(term: t.Term) -> list[t.Term]:
    """A list to which rounds add at most one element each gets no shorter, and no longer than there are rounds. One of
    which rounds only take something away gets no longer."""
    if taking(term) is None:
        own = t.length(t.variable("s0", term.sort)) if t.is_list(term) else t.ZERO
        shrinks = t.is_list(term) and _at_most(t.length(term.data.steps[0]), own)
        return [t.le(t.length(term), t.length(term.args[1]))] if shrinks else []
    rounds, start, size = term.args[0], t.length(term.args[1]), t.length(term)
    return [t.le(start, size), t.implies(t.le(t.ZERO, rounds), t.le(size, t.add(start, rounds)))]


def left_out(term: t.Term, place: t.Term) -> list[t.Term]:
    """A round that adds nothing is missing in the length."""
    condition = taking(term)
    states = {f"s{each}" for each in range(term.data.states)}
    if condition is None or not condition.free.isdisjoint(states):
        return []
    rounds, start = term.args[0], t.length(term.args[1])
    given = {f"p{number}": value for number, value in enumerate(term.args[1 + term.data.states :])}
    taken = t.substitute(condition, {**given, "k": place})
    inside = t.land(t.le(t.ZERO, place), t.lt(place, rounds))
    return [t.implies(t.land(inside, t.lnot(taken)), t.lt(t.length(term), t.add(start, rounds)))]


def in_round(term: t.Term, condition: t.Term, place: t.Term) -> t.Term:
    given = {f"p{number}": value for number, value in enumerate(term.args[2:])}
    return t.substitute(condition, {**given, "k": place})


def witness(term: t.Term) -> t.Term:
    """The name of a round in which the condition of a loop held, or did not, where there is one."""
    return t.variable(f"?{t.digest_of(term)}", t.INT)


def witnessed(term: t.Term) -> list[t.Term]:
    """A loop that found something found it in some round."""
    asked = condition_of(term)
    if asked is None:
        return []
    how, condition = asked
    rounds, start, place = term.args[0], term.args[1], witness(term)
    inside = t.land(t.le(t.ZERO, place), t.lt(place, rounds))
    here = in_round(term, condition, place)
    if how == "some":
        return [t.implies(term, t.lor(start, t.land(inside, here)))]
    return [t.lor(term, t.lnot(start), t.land(inside, t.lnot(here)))]


def at_round(term: t.Term, place: t.Term) -> list[t.Term]:
    """What holds in one round holds in some; what holds in every round holds in this."""
    asked = condition_of(term)
    if asked is None:
        return []
    how, condition = asked
    inside = t.land(t.le(t.ZERO, place), t.lt(place, term.args[0]))
    here = in_round(term, condition, place)
    return [t.implies(t.land(inside, here), term)] if how == "some" else [t.implies(t.land(inside, term), here)]


def is_extreme(term: t.Term) -> bool:
    if term.data not in (LARGEST, SMALLEST):
        return False
    rounds, start, items = term.args
    return rounds is t.length(items) and start is t.at(items, t.ZERO)


def searched_list(term: t.Term) -> t.Term | None:
    """The list in which a fold of the library looks for something."""
    if is_extreme(term):
        return term.args[2]
    search = search_of(term)
    return None if search is None else search[1]


def places_of(element: t.Term, items: t.Term) -> list[t.Term]:
    """Where an element may be in a list that is made of others, if it is one of theirs."""
    args = items.args
    match items.op:
        case "snoc":
            return [*places_of(element, args[0]), *([t.length(args[0])] if args[1] is element else [])]
        case "cat":
            return [
                *places_of(element, args[0]),
                *(t.add(t.length(args[0]), each) for each in places_of(element, args[1])),
            ]
        case "cut":
            return [t.sub(each, args[1]) for each in places_of(element, args[0])]
        case "reverse":
            return [t.sub(t.sub(t.length(args[0]), t.ONE), each) for each in places_of(element, args[0])]
        case "put":
            return [*places_of(element, args[0]), *([args[1]] if args[2] is element else [])]
        case "drop":
            return [place for each in places_of(element, args[0]) for place in (each, t.sub(each, t.ONE))]
        case "insert":
            inner = [place for each in places_of(element, args[0]) for place in (each, t.add(each, t.ONE))]
            return [*inner, *([args[1]] if args[2] is element else [])]
    return [element.args[1]] if element.op == "at" and element.args[0] is items else []


def at_place(term: t.Term, items: t.Term, place: t.Term) -> list[t.Term]:
    """What an element at some place says about a fold of the library over the list: no element is larger than the
    largest; what is at a place is in the list, and its first place is no later."""
    if items not in term.args:
        return []
    here, rounds = t.at(items, place), term.args[0]
    if is_extreme(term):
        inside = t.land(t.le(t.ZERO, place), t.lt(place, t.length(items)))
        return [t.implies(inside, t.le(here, term) if term.data == LARGEST else t.le(term, here))]
    search = search_of(term)
    if search is None or search[1] is not items:
        return []
    met = t.land(t.le(t.ZERO, place), t.lt(place, rounds), t.equal(here, search[2]))
    match search[0]:
        case "contains":
            return [t.implies(met, term)]
        case "first place":
            return [t.implies(met, t.le(term, place))]
    return []
