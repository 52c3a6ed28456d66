"""What is in order: conditions that say so of neighbours, `sorted`, and what follows for any two places.

Each fact holds for all lists; `tests/engines/proofs/test_order.py` tries each on all small ones, and `docs/proofs.md`
has the proofs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from viva.engines.proofs.terms import (
    INT,
    ONE,
    TRUE,
    ZERO,
    Term,
    add,
    at,
    cut,
    digest_of,
    drop,
    equal,
    implies,
    ite,
    land,
    le,
    length,
    library,
    lnot,
    lor,
    lt,
    parts_of,
    replace_parts,
    sub,
    uninterpreted_function,
    variable,
    within,
)
from viva.engines.proofs.terms.lists import COUNTED, INVERSIONS, SORTED, count_in_list

_PLACE = variable("place!order", INT)


def in_order(items: Term) -> Term:
    """`sorted(items)`."""
    return uninterpreted_function(SORTED, items.sort, items)


def is_spoken_of(term: Term) -> bool:
    """Whether something in a term is sorted."""
    return any(each.op == "apply" and each.data == SORTED for each in parts_of(term))


@dataclass(frozen=True, slots=True)
class Order:
    """Where `holds`, the elements of a list from place `low` to place `high` never get smaller (`sign` 1) or never get
    larger (-1); with `strict` they get larger, or smaller, every time."""

    holds: Term
    items: Term
    low: Term
    high: Term
    sign: int
    strict: bool

    def between(self, one: Term, two: Term) -> Term:
        """What follows for two places."""
        first, second = at(self.items, one), at(self.items, two)
        first, second = (first, second) if self.sign > 0 else (second, first)
        inside = [self.holds, le(self.low, one), le(two, self.high)]
        if self.strict:
            return implies(land(*inside, lt(one, two)), lt(first, second))
        return implies(land(*inside, le(one, two)), le(first, second))


def orders_of(term: Term) -> list[Order]:
    """What a loop over neighbours, a list that was sorted, or one that is what it is when sorted, says of the order of
    a list."""
    if term.op == "apply" and term.data == SORTED:
        return [Order(TRUE, term, ZERO, sub(length(term.args[0]), ONE), 1, False)]
    items = _sorted_already(term)
    if items is not None:
        return [Order(term, items, ZERO, sub(length(items), ONE), 1, False)]
    if term.op != "fold":
        return []
    asked = library.condition_of(term)
    if asked is None:
        return []
    how, condition = asked
    rounds = term.args[0]
    here = library.in_round(term, condition, _PLACE)
    here = replace_parts(here, {le(ZERO, _PLACE): TRUE, lt(_PLACE, rounds): TRUE})
    if how == "every":
        parts: Sequence[Term] = here.args if here.op == "and" else (here,)
        holds = term
    else:
        parts = [lnot(each) for each in (here.args if here.op == "or" else (here,))]
        holds = lnot(term)
    return [found for part in parts if (found := _neighbours(part, holds, rounds)) is not None]


def _neighbours(condition: Term, holds: Term, rounds: Term) -> Order | None:
    """`l[i] <= l[i + 1]` or `l[i] < l[i + 1]`, or the other way round, for the place of a round."""
    if condition.op != "<=" or condition.args[1].op != "num" or condition.args[1].data not in (0, -1):
        return None
    read = [each for each in _added(condition.args[0]) if each.op == "at"]
    if len(read) != 2 or read[0].args[0] is not read[1].args[0]:
        return None
    strict = condition.args[1].data == -1
    for one, two in (read, read[::-1]):
        items, place = one.args
        low = sub(place, _PLACE)
        if sub(two.args[1], place) is not ONE or _PLACE.data in low.free | items.free:
            continue
        for sign, (small, large) in ((1, (one, two)), (-1, (two, one))):
            wanted = lt(small, large) if strict else le(small, large)
            if condition is wanted:
                return Order(holds, items, low, add(low, rounds), sign, strict)
    return None


def _added(term: Term) -> list[Term]:
    """The parts of a sum, without how often they are in it."""
    if term.op == "+":
        return [part for arg in term.args for part in _added(arg)]
    if term.op == "*" and term.args[0].op == "num":
        return _added(term.args[1])
    return [term]


def sorted_facts(term: Term) -> list[Term]:
    """What is known of `sorted(items)` by itself: its ends, and how it is made from that without one of its
    ends."""
    items = term.args[0]
    if items.op == "drop":  # said of the whole
        return []
    there = lt(ZERO, length(items))
    largest, smallest = library.largest(items), library.largest(items, -1)
    last = sub(length(items), ONE)
    return [
        implies(there, equal(at(term, last), largest)),
        implies(there, equal(at(term, ZERO), smallest)),
    ]


def _sorted_already(same: Term) -> Term | None:
    """The list of which a condition says that it is the same when sorted."""
    for items, whole in (same.args, same.args[::-1]) if same.op == "=" else ():
        if whole.op == "apply" and whole.data == SORTED and whole.args[0] is items:
            return items
    return None


def unsorted(same: Term) -> list[Term]:
    """A list is another one when sorted only if two neighbours are not in order."""
    items = _sorted_already(same)
    if items is None:
        return []
    place = variable(f"?{digest_of(same)} in order", INT)
    after = add(place, ONE)
    return [lor(same, land(le(ZERO, place), lt(after, length(items)), lt(at(items, after), at(items, place))))]


def without_facts(term: Term) -> list[Term]:
    """What is left of a sorted list when the largest or the smallest element is taken out of the list."""
    if term.op != "apply" or term.data != SORTED or term.args[0].op != "drop":
        return []
    items, place = term.args[0].args
    whole = in_order(items)
    inside = land(le(ZERO, place), lt(place, length(items)))
    last = sub(length(items), ONE)
    highest = equal(at(items, place), library.largest(items))
    lowest = equal(at(items, place), library.largest(items, -1))
    return [
        implies(land(inside, highest), equal(term, drop(whole, last))),
        implies(land(inside, lowest), equal(term, drop(whole, ZERO))),
    ]


def same_in_order(same: Term) -> list[Term]:
    """A list that is in order, and has every value as often as another, is that one sorted: the names of two places and
    of a value for which it would not be so, where the two are not equal."""
    found = []
    for one, two in (same.args, same.args[::-1]):
        whole = two.args[0] if two.op == "reverse" else two
        if one.sort == ("list", INT) and whole.op == "apply" and whole.data == SORTED:
            first, second, value = (variable(f"!{digest_of(same)}{part}", INT) for part in "abv")
            small, large = (first, second) if whole is two else (second, first)
            wrong = land(
                le(ZERO, first), le(first, second), lt(second, length(one)), lt(at(one, large), at(one, small))
            )
            found.append(lor(same, wrong, lnot(equal(count_in_list(one, value), count_in_list(whole, value)))))
    return found


def counted_values(conditions: Sequence[Term]) -> list[Term]:
    """The values that are counted in conditions."""
    parts = (each for each in parts_of(*conditions) if each.op == "apply" and each.data == COUNTED)
    return list(dict.fromkeys(each.args[1] for each in parts))


def count_facts(conditions: Sequence[Term]) -> list[Term]:
    """What counts of pieces of one list have to do with each other, and of how much there is."""
    counts = [each for each in parts_of(*conditions) if each.op == "apply" and each.data == COUNTED]
    found = [fact for each in counts for fact in (le(ZERO, each), le(each, length(each.args[0])))]
    pieces = [each for each in counts if each.args[0].op == "cut"]
    for each in pieces:
        items, low, high = each.args[0].args
        value = each.args[1]
        found.append(implies(le(high, low), equal(each, ZERO)))
        for other in pieces:
            if other.args[1] is value and other.args[0].args[0] is items:
                found += _neighbouring(each, other)
        whole = count_in_list(cut(items, low, length(items)), value)
        rest = count_in_list(cut(items, high, length(items)), value)
        if rest in counts or low is ZERO:
            found.append(implies(land(le(low, high), le(high, length(items))), equal(whole, add(each, rest))))
    return found


def _neighbouring(one: Term, two: Term) -> list[Term]:
    """A piece with one element more, in front or behind; two pieces side by side."""
    (items, low, high), (_, first, last), value = one.args[0].args, two.args[0].args, one.args[1]
    found = []
    if low is first and sub(last, high) is ONE:
        more = ite(equal(at(items, high), value), ONE, ZERO)
        found.append(implies(le(low, high), equal(two, add(one, more))))
    if high is last and sub(low, first) is ONE:
        more = ite(equal(at(items, first), value), ONE, ZERO)
        found.append(implies(lt(first, last), equal(two, add(one, more))))
    if high is first:
        both = count_in_list(cut(items, low, last), value)
        found.append(implies(land(le(low, high), le(first, last)), equal(both, add(one, two))))
    return found


def inversions(items: Term) -> Term:
    """How many pairs of places of a list are not in order."""
    return uninterpreted_function(INVERSIONS, INT, items)


def inversion_facts(term: Term) -> list[Term]:
    """There are never less than none, and fewer once two elements that are not in order are exchanged."""
    found = [le(ZERO, term)]
    [once] = term.args
    if once.op == "put" and once.args[0].op == "put":
        (_, second, y), (items, first, x) = once.args, once.args[0].args
        exchanged = land(
            equal(x, at(items, second)), equal(y, at(items, first)), *(within(p, items) for p in (first, second))
        )
        wrong = ite(lt(first, second), lt(x, y), lt(y, x))
        found.append(implies(land(exchanged, wrong), lt(term, inversions(items))))
    return found


BEFORE = "place before sorting"
"""A place of a list at which the element stands that is at a place of the list in order."""


def for_all_places(term: Term, one: Term, two: Term) -> list[Term]:
    """What holds of a sorted list for any two places: it is in order, and all that is in it was in the list."""
    items = term.args[0]
    place = uninterpreted_function(BEFORE, INT, items, one)
    was_there = land(equal(at(term, one), at(items, place)), within(place, items))
    in_order = implies(land(le(ZERO, one), le(one, two), lt(two, length(items))), le(at(term, one), at(term, two)))
    return [in_order, implies(within(one, items), was_there)]


__all__ = [
    "BEFORE", "COUNTED", "INVERSIONS", "SORTED", "Order", "count_facts", "count_in_list", "counted_values",
    "for_all_places", "in_order", "inversion_facts", "inversions", "is_spoken_of", "orders_of", "same_in_order",
    "sorted_facts", "without_facts",
]  # fmt: skip
