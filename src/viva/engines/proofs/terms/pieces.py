"""Loops over lists that are made of others: what a loop that goes through a list gives for pieces of it.

Each fact holds for all lists; `tests/engines/proofs/test_loops_over_pieces.py` tries each on all small ones, and
`docs/proofs.md` has the reasons.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from functools import lru_cache
from itertools import permutations

from viva.engines.proofs import terms as t
from viva.engines.proofs.terms import library
from viva.engines.proofs.terms.folds import ROUND, Fold, components, fold, unfold


@lru_cache(maxsize=1024)
def _passed(defined: Fold) -> int | None:
    """Which parameter is the only list that the loop goes through, where rounds differ in nothing but its element."""
    lists = [place for place, walked in enumerate(defined.walked) if walked]
    if len(lists) != 1:
        return None
    items = t.variable(f"p{lists[0]}", defined.parameters[lists[0]])
    mark = {t.at(items, ROUND): t.variable("#", items.sort[1])}
    return None if any(ROUND.data in t.replace_parts(step, mark).free for step in defined.steps) else lists[0]


def passed(term: t.Term) -> t.Term | None:
    """The list that a loop goes through, element by element, whatever the number of the round."""
    place = _passed(term.data)
    return None if place is None else term.args[1 + term.data.states + place]


def _arguments(term: t.Term, rounds: t.Term, first: Sequence[t.Term], items: t.Term) -> tuple[t.Term, ...]:
    """Those of a loop that does the same, so many rounds, on another list, from other values."""
    place = _passed(term.data)
    assert place is not None
    rest = list(term.args[1 + term.data.states :])
    rest[place] = items
    return (rounds, *first, *rest)


def _first(term: t.Term) -> tuple[t.Term, ...]:
    return term.args[1 : 1 + term.data.states]


def over(term: t.Term, items: t.Term, first: Sequence[t.Term] | None = None, rounds: t.Term | None = None) -> t.Term:
    """The same loop over another list, from other values, or for so many rounds."""
    count = t.length(items) if rounds is None else rounds
    return fold(term.data, _arguments(term, count, _first(term) if first is None else first, items))


def _states(term: t.Term, rounds: t.Term, items: t.Term) -> list[t.Term]:
    """All variables of the loop after so many rounds."""
    return components(term.data, _arguments(term, rounds, _first(term), items))


def facts(term: t.Term) -> list[t.Term]:
    """For a loop over a list that is put together from two, or that has lost an element; and what a loop has not come
    to does not matter."""
    items, rounds = passed(term), term.args[0]
    if items is None:
        return []
    if items.op == "cat":
        one, two = items.args
        both = over(term, two, _states(term, t.length(one), one))
        return [t.implies(t.equal(rounds, t.length(items)), t.equal(term, both))]
    if items.op not in ("drop", "put", "insert"):
        return []
    whole, place = items.args[:2]
    found = [t.implies(t.le(rounds, place), t.equal(term, over(term, whole, rounds=rounds)))]
    if items.op == "drop":
        before = _states(term, place, whole)
        if all(each.op == "fold" for each in before):
            idle = [t.equal(unfold(each.data, (place, *each.args[1:])), each) for each in before]
            longer = over(term, whole, rounds=t.add(rounds, t.ONE))
            inside = [t.le(t.ZERO, place), t.le(place, rounds), t.lt(place, t.length(whole))]
            found.append(t.implies(t.land(*inside, *idle), t.equal(term, longer)))
    return found


def stays(term: t.Term) -> list[t.Term]:
    """What is in a list before a loop that only adds to it is in it afterwards."""
    found = searched(term)
    items = None if found is None else found[0]
    if found is None or items is None or items.op != "fold" or library.taking(items) is None:
        return []
    if term.args[0] is not t.length(items) or items.args[1].op == "nil":
        return []
    return [t.implies(library.contains(items.args[1], found[1]), term)]


def unrolled(term: t.Term) -> list[t.Term]:
    """A search in a list that a loop makes, as a search in what it was before its last round and what that added."""
    search = library.search_of(term)
    items = None if search is None else search[1]
    if items is None or items.op != "fold" or passed(term) is not items or term.args[0] is not t.length(items):
        return []
    rounds = items.args[0]
    last = rounds.args[-1] if rounds.op == "+" else rounds
    if last.op != "num" or last.data < 1:
        return []
    before = t.sub(rounds, t.ONE)
    made = unfold(items.data, (before, *items.args[1:]))
    return [t.implies(t.le(t.ZERO, before), t.equal(term, over(term, made)))]


@lru_cache(maxsize=1024)
def _collects(defined: Fold) -> bool:
    """Whether a loop puts every element of a list into another one, unless it is there already."""
    place = _passed(defined)
    if place is None or defined.states != 1 or defined.steps[0].op != "ite":
        return False
    items = t.variable(f"p{place}", defined.parameters[place])
    own, here = t.variable("s0", defined.steps[0].sort), t.at(items, ROUND)
    asked, *ways = defined.steps[0].args
    return items.sort == own.sort and asked is library.contains(own, here) and ways == [own, t.snoc(own, here)]


def of_set(term: t.Term) -> list[t.Term]:
    """What is in a list without what comes again is what was in it before the loop, or is in the list."""
    search = library.search_of(term)
    items = None if search is None else search[1]
    if search is None or search[0] != "contains" or items is None or items.op != "fold" or not _collects(items.data):
        return []
    whole = passed(items)
    assert whole is not None
    before, among = library.contains(items.args[1], search[2]), library.contains(whole, search[2], items.args[0])
    return [t.equal(term, t.lor(before, among))] if term.args[0] is t.length(items) else []


def from_place(term: t.Term, piece: t.Term) -> list[t.Term]:
    """A loop over a whole list is one over the rest of it, that begins with what the first rounds have made."""
    items = passed(term)
    if items is None or piece.op != "cut" or piece.args[0] is not items or piece.args[2] is not t.length(items):
        return []
    if term.args[0] is not t.length(items):
        return []
    place = piece.args[1]
    rest = over(term, piece, _states(term, place, items), t.sub(t.length(items), place))
    return [t.implies(t.land(t.le(t.ZERO, place), t.le(place, t.length(items))), t.equal(term, rest))]


def from_second(term: t.Term) -> list[t.Term]:
    """The same, after the first round."""
    items = passed(term)
    if items is None or term.args[0] is not t.length(items):
        return []
    rest = over(term, t.cut(items, t.ONE, t.length(items)), _states(term, t.ONE, items), t.sub(t.length(items), t.ONE))
    return [t.implies(t.le(t.ONE, t.length(items)), t.equal(term, rest))]


def searched(term: t.Term) -> tuple[t.Term, t.Term, t.Term, t.Term | None] | None:
    """Of a search for a value in a list or a piece of it: the list, the value, and the bounds of the piece, of which
    the last may be missing."""
    search = library.search_of(term)
    if search is None or search[0] != "contains":
        return None
    items = search[1]
    if items.op == "cut":
        return items.args[0], search[2], items.args[1], items.args[2]
    return items, search[2], t.ZERO, None


def wider(one: t.Term, two: t.Term) -> list[t.Term]:
    """What is in a piece of a list is in a larger piece of it."""
    first, second = searched(one), searched(two)
    if first is None or second is None or first[0] is not second[0] or one is two:
        return []
    (_, wanted, low, high), (_, other, start, end) = first, second
    last = t.add(low, one.args[0])
    gaps = [t.sub(low, start), t.sub(t.add(start, two.args[0]), last)]
    if any(gap.op != "num" or gap.data < 0 for gap in gaps) or gaps[0] is gaps[1] is t.ZERO:
        return []  # it is not seen at once which one is larger, or they are the same piece
    inside = [
        t.equal(wanted, other),
        t.le(start, low),
        t.le(last, t.add(start, two.args[0])),
        t.le(t.ZERO, one.args[0]),
    ]
    inside += [t.le(last, bound) for bound in (high, end) if bound is not None]
    return [t.implies(t.land(*inside, one), two)]


def wider_ones(terms: Iterable[t.Term]) -> list[t.Term]:
    """The same, of all searches in pieces of one list."""
    searches = [each for each in terms if each.op == "fold" and searched(each) is not None]
    return [fact for one, two in permutations(searches, 2) for fact in wider(one, two)]


@lru_cache(maxsize=1024)
def _keeps(defined: Fold) -> t.Term | None:
    """What a loop asks of an element (`#`) that keeps some elements of a list, in their order."""
    place = _passed(defined)
    if place is None or defined.states != 1 or not t.is_list(defined.steps[0]):
        return None
    items = t.variable(f"p{place}", defined.parameters[place])
    own, here = t.variable("s0", defined.steps[0].sort), t.at(items, ROUND)
    if items.sort != own.sort or not _adds_only(defined.steps[0], own, here):
        return None
    condition = library.taken(defined.steps[0], own)
    if condition is None or own.data in condition.free:
        return None
    return t.replace_parts(condition, {here: t.variable("#", items.sort[1])})


def _adds_only(step: t.Term, own: t.Term, here: t.Term) -> bool:
    if step.op == "ite":
        return all(_adds_only(branch, own, here) for branch in step.args[1:])
    return step is own or (step.op == "snoc" and step.args[0] is own and step.args[1] is here)


def kept(term: t.Term, element: t.Term) -> tuple[t.Term, t.Term] | None:
    """Of a loop that keeps some elements of a list: the list, and whether an element is one of those."""
    condition = _keeps(term.data) if term.op == "fold" else None
    items = None if condition is None else passed(term)
    if condition is None or items is None or term.args[1].op != "nil":
        return None
    given = {f"p{number}": value for number, value in enumerate(term.args[2:])}
    return items, t.substitute(condition, {**given, "#": element})


def of_kept(term: t.Term) -> list[t.Term]:
    """An element of what was kept is one of the list, and was asked; a search in what was kept, as one in the list."""
    if term.op == "at":
        found = kept(term.args[0], term)
        if found is None:
            return []
        inside = t.within(term.args[1], term.args[0])
        return [t.implies(inside, t.land(found[1], library.contains(found[0], term, term.args[0].args[0])))]
    search = library.search_of(term)
    if search is None or search[0] != "contains" or term.args[0] is not t.length(search[1]):
        return []
    found = kept(search[1], search[2])
    if found is None:
        return []
    return [t.equal(term, t.land(found[1], library.contains(found[0], search[2], search[1].args[0])))]


def known_of(term: t.Term, cuts: Sequence[t.Term], begun: Set[t.Term]) -> list[t.Term]:
    """All of that, of a loop in a question: `cuts` are the pieces that are in it, `begun` the lists whose first element
    is."""
    found = [*facts(term), *of_kept(term), *of_set(term), *stays(term)]
    found += [fact for piece in cuts for fact in from_place(term, piece)]
    return found + (from_second(term) if passed(term) in begun else [])
