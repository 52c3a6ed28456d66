"""What is in order: conditions that say so of neighbours, `sorted`, and what follows for any two places.

Each fact holds for all lists; `tests/engines/proofs/test_order.py` tries each on all small ones, and `docs/proofs.md`
has the proofs.
"""

from __future__ import annotations

from collections.abc import Sequence

from viva.core.records import dataclass
from viva.engines.proofs import terms as t
from viva.engines.proofs.terms import library
from viva.engines.proofs.terms.lists import ASCENTS, COUNTED, INVERSIONS, SORTED, count_in_list

_PLACE = t.variable("place!order", t.INT)


def in_order(items: t.Term) -> t.Term:
    """`sorted(items)`."""
    return t.uninterpreted_function(SORTED, items.sort, items)


def is_spoken_of(term: t.Term) -> bool:
    """Whether something in a term is sorted."""
    return any(each.op == "apply" and each.data == SORTED for each in t.parts_of(term))


@dataclass(frozen=True, slots=True)
class Order:
    """Where `holds`, the elements of a list from place `low` to place `high` never get smaller (`sign` 1) or never get
    larger (-1); with `strict` they get larger, or smaller, every time."""

    holds: t.Term
    items: t.Term
    low: t.Term
    high: t.Term
    sign: int
    strict: bool

    def between(self, one: t.Term, two: t.Term) -> t.Term:
        """What follows for two places."""
        first, second = t.at(self.items, one), t.at(self.items, two)
        first, second = (first, second) if self.sign > 0 else (second, first)
        inside = [self.holds, t.le(self.low, one), t.le(two, self.high)]
        if self.strict:
            return t.implies(t.land(*inside, t.lt(one, two)), t.lt(first, second))
        return t.implies(t.land(*inside, t.le(one, two)), t.le(first, second))


def orders_of(term: t.Term) -> list[Order]:
    """What a loop over neighbours, a list that was sorted, or one that is what it is when sorted, says of the order of
    a list."""
    if term.op == "apply" and term.data == SORTED:
        return [Order(t.TRUE, term, t.ZERO, t.sub(t.length(term.args[0]), t.ONE), 1, False)]
    items = _sorted_already(term)
    if items is not None:
        return [Order(term, items, t.ZERO, t.sub(t.length(items), t.ONE), 1, False)]
    if term.op != "fold":
        return []
    asked = library.condition_of(term)
    if asked is None:
        return []
    how, condition = asked
    rounds = term.args[0]
    here = library.in_round(term, condition, _PLACE)
    here = t.replace_parts(here, {t.le(t.ZERO, _PLACE): t.TRUE, t.lt(_PLACE, rounds): t.TRUE})
    if how == "every":
        parts: Sequence[t.Term] = here.args if here.op == "and" else (here,)
        holds = term
    else:
        parts = [t.lnot(each) for each in (here.args if here.op == "or" else (here,))]
        holds = t.lnot(term)
    return [found for part in parts if (found := _neighbours(part, holds, rounds)) is not None]


def _neighbours(condition: t.Term, holds: t.Term, rounds: t.Term) -> Order | None:
    """`l[i] <= l[i + 1]` or `l[i] < l[i + 1]`, or the other way round, for the place of a round."""
    if condition.op != "<=" or condition.args[1].op != "num" or condition.args[1].data not in (0, -1):
        return None
    read = [each for each in _added(condition.args[0]) if each.op == "at"]
    if len(read) != 2 or read[0].args[0] is not read[1].args[0]:
        return None
    strict = condition.args[1].data == -1
    for one, two in (read, read[::-1]):
        items, place = one.args
        low = t.sub(place, _PLACE)
        if t.sub(two.args[1], place) is not t.ONE or _PLACE.data in low.free | items.free:
            continue
        for sign, (small, large) in ((1, (one, two)), (-1, (two, one))):
            wanted = t.lt(small, large) if strict else t.le(small, large)
            if condition is wanted:
                return Order(holds, items, low, t.add(low, rounds), sign, strict)
    return None


def _added(term: t.Term) -> list[t.Term]:
    """The parts of a sum, without how often they are in it."""
    if term.op == "+":
        return [part for arg in term.args for part in _added(arg)]
    if term.op == "*" and term.args[0].op == "num":
        return _added(term.args[1])
    return [term]


def sorted_facts(term: t.Term) -> list[t.Term]:
    """What is known of `sorted(items)` by itself: its ends, and how it is made from that without one of its
    ends."""
    items = term.args[0]
    if items.op == "drop":  # said of the whole
        return []
    there = t.lt(t.ZERO, t.length(items))
    largest, smallest = library.largest(items), library.largest(items, -1)
    last = t.sub(t.length(items), t.ONE)
    return [
        t.implies(there, t.equal(t.at(term, last), largest)),
        t.implies(there, t.equal(t.at(term, t.ZERO), smallest)),
    ]


def _sorted_already(same: t.Term) -> t.Term | None:
    """The list of which a condition says that it is the same when sorted."""
    for items, whole in (same.args, same.args[::-1]) if same.op == "=" else ():
        if whole.op == "apply" and whole.data == SORTED and whole.args[0] is items:
            return items
    return None


def unsorted(same: t.Term) -> list[t.Term]:
    """A list is another one when sorted only if two neighbours are not in order."""
    items = _sorted_already(same)
    if items is None:
        return []
    place = t.variable(f"?{t.digest_of(same)} in order", t.INT)
    after = t.add(place, t.ONE)
    return [
        t.lor(
            same,
            t.land(t.le(t.ZERO, place), t.lt(after, t.length(items)), t.lt(t.at(items, after), t.at(items, place))),
        )
    ]


def without_facts(term: t.Term) -> list[t.Term]:
    """What is left of a sorted list when the largest or the smallest element is taken out of the list."""
    if term.op != "apply" or term.data != SORTED or term.args[0].op != "drop":
        return []
    items, place = term.args[0].args
    whole = in_order(items)
    inside = t.land(t.le(t.ZERO, place), t.lt(place, t.length(items)))
    last = t.sub(t.length(items), t.ONE)
    highest = t.equal(t.at(items, place), library.largest(items))
    lowest = t.equal(t.at(items, place), library.largest(items, -1))
    return [
        t.implies(t.land(inside, highest), t.equal(term, t.drop(whole, last))),
        t.implies(t.land(inside, lowest), t.equal(term, t.drop(whole, t.ZERO))),
    ]


def same_in_order(same: t.Term) -> list[t.Term]:
    """A list that is in order, and has every value as often as another, is that one sorted: the names of two places and
    of a value for which it would not be so, where the two are not equal."""
    found = []
    for one, two in (same.args, same.args[::-1]):
        whole = two.args[0] if two.op == "reverse" else two
        if one.sort == ("list", t.INT) and whole.op == "apply" and whole.data == SORTED:
            first, second, value = (t.variable(f"!{t.digest_of(same)}{part}", t.INT) for part in "abv")
            small, large = (first, second) if whole is two else (second, first)
            wrong = t.land(
                t.le(t.ZERO, first),
                t.le(first, second),
                t.lt(second, t.length(one)),
                t.lt(t.at(one, large), t.at(one, small)),
            )
            found.append(t.lor(same, wrong, t.lnot(t.equal(count_in_list(one, value), count_in_list(whole, value)))))
    return found


def counted_values(conditions: Sequence[t.Term]) -> list[t.Term]:
    """The values that are counted in conditions."""
    parts = (each for each in t.parts_of(*conditions) if each.op == "apply" and each.data == COUNTED)
    return list(dict.fromkeys(each.args[1] for each in parts))


def count_facts(conditions: Sequence[t.Term]) -> list[t.Term]:
    """What counts of pieces of one list have to do with each other, and of how much there is."""
    counts = [each for each in t.parts_of(*conditions) if each.op == "apply" and each.data == COUNTED]
    found = [fact for each in counts for fact in (t.le(t.ZERO, each), t.le(each, t.length(each.args[0])))]
    pieces = [each for each in counts if each.args[0].op == "cut"]
    for each in pieces:
        items, low, high = each.args[0].args
        value = each.args[1]
        found.append(t.implies(t.le(high, low), t.equal(each, t.ZERO)))
        for other in pieces:
            if other.args[1] is value and other.args[0].args[0] is items:
                found += _neighbouring(each, other)
        whole = count_in_list(t.cut(items, low, t.length(items)), value)
        rest = count_in_list(t.cut(items, high, t.length(items)), value)
        if rest in counts or low is t.ZERO:
            found.append(
                t.implies(t.land(t.le(low, high), t.le(high, t.length(items))), t.equal(whole, t.add(each, rest)))
            )
    return found


def _neighbouring(one: t.Term, two: t.Term) -> list[t.Term]:
    """A piece with one element more, in front or behind; two pieces side by side."""
    (items, low, high), (_, first, last), value = one.args[0].args, two.args[0].args, one.args[1]
    found = []
    if low is first and t.sub(last, high) is t.ONE:
        more = t.ite(t.equal(t.at(items, high), value), t.ONE, t.ZERO)
        found.append(t.implies(t.le(low, high), t.equal(two, t.add(one, more))))
    if high is last and t.sub(low, first) is t.ONE:
        more = t.ite(t.equal(t.at(items, first), value), t.ONE, t.ZERO)
        found.append(t.implies(t.lt(first, last), t.equal(two, t.add(one, more))))
    if high is first:
        both = count_in_list(t.cut(items, low, last), value)
        found.append(t.implies(t.land(t.le(low, high), t.le(first, last)), t.equal(both, t.add(one, two))))
    return found


def inversions(items: t.Term, sign: int = 1) -> t.Term:
    """How many pairs of places of a list are not in order; with -1, not in the order that begins with the largest."""
    return t.uninterpreted_function(INVERSIONS if sign > 0 else ASCENTS, t.INT, items)


def inversion_facts(term: t.Term) -> list[t.Term]:
    """There are never less than none, and fewer once two elements that are not in order are exchanged."""
    found = [t.le(t.ZERO, term)]
    [once] = term.args
    if once.op == "put" and once.args[0].op == "put":
        (_, second, y), (items, first, x) = once.args, once.args[0].args
        exchanged = t.land(
            t.equal(x, t.at(items, second)),
            t.equal(y, t.at(items, first)),
            *(t.within(p, items) for p in (first, second)),
        )
        sign = 1 if term.data == INVERSIONS else -1
        small, large = (x, y) if sign > 0 else (y, x)
        wrong = t.ite(t.lt(first, second), t.lt(small, large), t.lt(large, small))
        found.append(t.implies(t.land(exchanged, wrong), t.lt(term, inversions(items, sign))))
    return found


BEFORE = "place before sorting"
"""A place of a list at which the element stands that is at a place of the list in order."""


def for_all_places(term: t.Term, one: t.Term, two: t.Term) -> list[t.Term]:
    """What holds of a sorted list for any two places: it is in order, and all that is in it was in the list."""
    items = term.args[0]
    place = t.uninterpreted_function(BEFORE, t.INT, items, one)
    was_there = t.land(t.equal(t.at(term, one), t.at(items, place)), t.within(place, items))
    in_order = t.implies(
        t.land(t.le(t.ZERO, one), t.le(one, two), t.lt(two, t.length(items))), t.le(t.at(term, one), t.at(term, two))
    )
    return [in_order, t.implies(t.within(one, items), was_there)]


__all__ = [
    "ASCENTS", "BEFORE", "COUNTED", "INVERSIONS", "SORTED", "Order", "count_facts", "count_in_list", "counted_values",
    "for_all_places", "in_order", "inversion_facts", "inversions", "is_spoken_of", "orders_of", "same_in_order",
    "sorted_facts", "without_facts",
]  # fmt: skip
