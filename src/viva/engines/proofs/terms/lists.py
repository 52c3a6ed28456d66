"""Lists, and functions of which nothing is known: made simple as they are built."""

from __future__ import annotations

from collections.abc import Sequence

from viva.engines.proofs.terms.plain import add, equal, ite, land, le, lt, scale, sub
from viva.engines.proofs.terms.term import INT, ONE, TRUE, ZERO, Sort, Term, default, element_of, make, nil, number


def snoc(items: Term, last: Term) -> Term:
    return make("snoc", (items, last), items.sort)


def list_term(element: Sort, items: Sequence[Term]) -> Term:
    found = nil(element)
    for item in items:
        found = snoc(found, item)
    return found


def cat(one: Term, two: Term) -> Term:
    if two.op == "nil":
        return one
    if one.op == "nil":
        return two
    if two.op == "snoc":
        return snoc(cat(one, two.args[0]), two.args[1])
    if two.op == "cat":
        return cat(cat(one, two.args[0]), two.args[1])
    if two.op == "ite":
        return ite(two.args[0], cat(one, two.args[1]), cat(one, two.args[2]))
    return make("cat", (one, two), one.sort)


def cut(items: Term, low: Term, high: Term) -> Term:
    """What `at` gives for the places from `low` to before `high`: nothing if `high` is smaller."""
    if le(high, low) is TRUE:
        return nil(element_of(items))
    size = length(items)
    if low is ZERO and high is size:
        return items
    if items.op == "reverse":
        return reverse(cut(items.args[0], sub(size, high), sub(size, low)))
    if items.op == "cut" and low.op == "num" and low.data >= 0:
        less = sub(size, high)
        if less.op == "num" and less.data >= 0:  # a piece without some at its ends
            return cut(items.args[0], add(items.args[1], low), sub(items.args[2], less))
    return make("cut", (items, low, high), items.sort)


def reverse(items: Term) -> Term:
    if items.op in ("nil",):
        return items
    if items.op == "reverse":
        return items.args[0]
    if items.op == "ite":
        return ite(items.args[0], reverse(items.args[1]), reverse(items.args[2]))
    return make("reverse", (items,), items.sort)


def put(items: Term, place: Term, value: Term) -> Term:
    """The list with another value at a place; itself where there is no such place."""
    if items.op == "nil":
        return items
    return make("put", (items, place, value), items.sort)


def drop(items: Term, place: Term) -> Term:
    """The list without the element at a place; itself where there is no such place."""
    if items.op == "nil":
        return items
    if items.op == "snoc" and place is length(items.args[0]):
        return items.args[0]
    return make("drop", (items, place), items.sort)


def insert(items: Term, place: Term, value: Term) -> Term:
    """`place` lies between 0 and the length; where it does not, some fixed value is added before or behind."""
    if place is length(items):
        return snoc(items, value)
    return make("insert", (items, place, value), items.sort)


def repeat(items: Term, times: Term) -> Term:
    """A list of one element, so many times; empty for a negative number."""
    return make("repeat", (items, times), items.sort)


def within(place: Term, items: Term) -> Term:
    return land(le(ZERO, place), lt(place, length(items)))


SORTED = "sorted"
"""The function that gives the elements of a list in order."""
BY_KEY = "sorted by"
"""How the names of the functions begin that give the elements of a list in order of some key."""
INVERSIONS, ASCENTS = "inversions", "ascents"
"""The functions that give how many pairs of places of a list have the larger number first, and the smaller one."""
COUNTED = "counted"
"""The function that gives how often a value is in a list."""


def length(items: Term) -> Term:
    args = items.args
    match items.op:
        case "nil":
            return ZERO
        case "snoc":
            return add(length(args[0]), ONE)
        case "cat":
            return add(length(args[0]), length(args[1]))
        case "cut":
            gap = sub(args[2], args[1])
            return ite(le(ZERO, gap), gap, ZERO)
        case "reverse" | "put":
            return length(args[0])
        case "drop":
            inner = length(args[0])
            return ite(within(args[1], args[0]), add(inner, number(-1)), inner)
        case "insert":
            return add(length(args[0]), ONE)
        case "fold" if items.data.grows is not None:
            return add(length(args[1]), scale(items.data.grows, ite(le(ZERO, args[0]), args[0], ZERO)))
        case "repeat":
            return ite(le(ZERO, args[1]), args[1], ZERO)
        case "ite":
            return ite(args[0], length(args[1]), length(args[2]))
        case "apply" if items.data == SORTED or items.data.startswith(BY_KEY):
            return length(args[0])
    return make("len", (items,))


def at(items: Term, place: Term) -> Term:
    """The element at a place from 0 on; outside of the list some fixed value of the sort."""
    args = items.args
    if place.op == "ite" and items.op != "var":
        return ite(place.args[0], at(items, place.args[1]), at(items, place.args[2]))
    match items.op:
        case "snoc":
            return ite(equal(place, length(args[0])), args[1], at(args[0], place))
        case "cat":
            first = length(args[0])
            return ite(lt(place, first), at(args[0], place), at(args[1], sub(place, first)))
        case "nil":
            return default(element_of(items))
        case "cut":
            inside = land(le(ZERO, place), lt(place, sub(args[2], args[1])))
            return ite(inside, at(args[0], add(args[1], place)), default(element_of(items)))
        case "repeat":
            inside = land(le(ZERO, place), lt(place, args[1]))
            return ite(inside, at(args[0], ZERO), default(element_of(items)))
        case "reverse":
            return at(args[0], sub(add(length(args[0]), number(-1)), place))
        case "put":
            here = land(equal(place, args[1]), within(args[1], args[0]))
            return ite(here, args[2], at(args[0], place))
        case "drop":
            after = land(within(args[1], args[0]), le(args[1], place))
            return ite(after, at(args[0], add(place, ONE)), at(args[0], place))
        case "insert":
            there = land(le(ZERO, args[1]), le(args[1], length(args[0])))
            later = ite(land(equal(place, args[1]), there), args[2], at(args[0], add(place, number(-1))))
            return ite(lt(place, args[1]), at(args[0], place), later)
        case "ite":
            return ite(args[0], at(args[1], place), at(args[2], place))
    return make("at", (items, place), element_of(items))


def uninterpreted_function(name: str, sort: Sort, *args: Term) -> Term:
    """A function of which only this is known: equal arguments give equal values. Of a sorted list it is also known that
    it does not depend on the order of what was sorted."""
    if name == SORTED:
        [items] = args
        if items.op == "ite":
            return ite(items.args[0], *(uninterpreted_function(name, sort, each) for each in items.args[1:]))
        if items.op == "nil" or (items.op == "apply" and items.data == SORTED):
            return items
        if items.op == "reverse":
            return uninterpreted_function(name, sort, items.args[0])
    if name == COUNTED:
        return count_in_list(*args)
    if name in (INVERSIONS, ASCENTS) and args[0].op == "ite":
        return ite(args[0].args[0], *(uninterpreted_function(name, sort, each) for each in args[0].args[1:]))
    return make("apply", args, sort, name)


def count_in_list(items: Term, value: Term) -> Term:
    """How often a value is in a list. Each case is an equation that holds for all lists, places and values."""
    args = items.args

    def is_it(element: Term) -> Term:
        return ite(equal(element, value), ONE, ZERO)

    match items.op:
        case "nil":
            return ZERO
        case "snoc":
            return add(count_in_list(args[0], value), is_it(args[1]))
        case "cat":
            return add(count_in_list(args[0], value), count_in_list(args[1], value))
        case "reverse":
            return count_in_list(args[0], value)
        case "put":
            changed = sub(is_it(args[2]), is_it(at(args[0], args[1])))
            return add(count_in_list(args[0], value), ite(within(args[1], args[0]), changed, ZERO))
        case "drop":
            gone = ite(within(args[1], args[0]), is_it(at(args[0], args[1])), ZERO)
            return sub(count_in_list(args[0], value), gone)
        case "insert":
            inside = land(le(ZERO, args[1]), le(args[1], length(args[0])))
            return add(count_in_list(args[0], value), is_it(ite(inside, args[2], default(args[2].sort))))
        case "ite":
            return ite(args[0], count_in_list(args[1], value), count_in_list(args[2], value))
        case "apply" if items.data == SORTED:
            return count_in_list(args[0], value)
    return make("apply", (items, value), INT, COUNTED)
