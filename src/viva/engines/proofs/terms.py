"""Start reading here: what programs compute, as terms.

A term is an integer, a truth value, a tuple or a list, made of inputs, constants, operations and *folds*: a fold is the
value that a variable of a loop has after so many rounds. Every term is made by one of the functions below, which
simplify as they build; each simplification is an equation that holds for all values, with these conventions: a list is
a finite sequence, `at` of a place outside of it is some fixed value, and a fold of no or of a negative number of rounds
is what the variable was before the loop. Equal terms are one object.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from weakref import WeakValueDictionary

Sort = str | tuple[Any, ...]
"""`int`, `bool`, `("list", sort)`, `("tuple", sort, …)`; `?` is the sort of elements of a list that is always empty."""

INT, BOOL, ANY = "int", "bool", "?"
COMMUTATIVE = frozenset({"+", "*", "and", "or", "="})


class Term:
    """Immutable and made once: two equal terms are one object. `key` orders terms, the same in every process; `shape`
    does so whatever the variables are called."""

    __slots__ = ("__weakref__", "args", "data", "free", "key", "op", "shape", "size", "sort")

    op: str
    args: tuple[Term, ...]
    sort: Sort
    data: Any
    key: bytes
    shape: bytes
    size: int
    free: frozenset[str]

    def __repr__(self) -> str:
        return shown(self)


_known: WeakValueDictionary[tuple[Any, ...], Term] = WeakValueDictionary()
"""Terms that are alive. It saves room and makes equality quick; nothing is decided by what is in it."""

LARGEST = 20_000
"""A term larger than this is not worked with: what needs it is not proved."""


class TooLarge(Exception):
    """A term that is too large to go on with."""


def _digest(label: str, parts: Sequence[bytes]) -> bytes:
    digest = hashlib.blake2b(label.encode("utf-8", "surrogatepass"), digest_size=8)
    for part in parts:
        digest.update(part)
    return digest.digest()


def make(op: str, args: tuple[Term, ...] = (), sort: Sort = INT, data: Any = None) -> Term:
    """The term as it stands, without simplification. Only this module, the folds and tests call it."""
    identity = (op, args, sort, data)
    found = _known.get(identity)
    if found is not None:
        return found
    term = Term()
    term.op, term.args, term.sort, term.data = op, args, sort, data
    term.size = 1 + sum(arg.size for arg in args)
    if term.size > LARGEST:
        raise TooLarge
    free = frozenset[str]().union(*(arg.free for arg in args))
    term.free = free | {data} if op == "var" else free
    label = data.key if hasattr(data, "key") else repr(data)
    shapes = [arg.shape for arg in args]
    if op in COMMUTATIVE:
        shapes.sort()
    term.key = _digest(f"{op}|{sort}|{label}", [arg.key for arg in args])
    term.shape = _digest(f"{op}|{sort}|{'' if op == 'var' else label}", shapes)
    _known[identity] = term
    return term


TRUE, FALSE = make("bool", (), BOOL, 1), make("bool", (), BOOL, 0)


def _order(term: Term) -> tuple[bytes, bytes]:
    """Where there are two ways to write one thing, what variables are called should not decide, as far as possible."""
    return term.shape, term.key


def number(value: int) -> Term:
    return make("num", (), INT, value)


ZERO, ONE = number(0), number(1)


def truth(value: bool) -> Term:
    return TRUE if value else FALSE


def variable(name: str, sort: Sort) -> Term:
    return make("var", (), sort, name)


def list_of(element: Sort) -> Sort:
    return ("list", element)


def is_list(term: Term) -> bool:
    return isinstance(term.sort, tuple) and term.sort[0] == "list"


def element_of(term: Term) -> Sort:
    assert is_list(term)
    sort: Sort = term.sort[1]
    return sort


def default(sort: Sort) -> Term:
    """Some value of the sort, for what has no meaning yet."""
    if sort in (INT, ANY):
        return ZERO
    if sort == BOOL:
        return FALSE
    assert isinstance(sort, tuple)
    if sort[0] == "list":
        return nil(sort[1])
    return tuple_of([default(part) for part in sort[1:]])


# Integers: sums are kept as a constant and multiples of other terms, in one order.


def _linear(term: Term) -> dict[Term, int]:
    """What is added up, with how often; the constant under `ONE`."""
    if term.op == "num":
        return {ONE: term.data} if term.data else {}
    if term.op == "+":
        total: dict[Term, int] = {}
        for arg in term.args:
            for part, times in _linear(arg).items():
                total[part] = total.get(part, 0) + times
        return total
    if term.op == "*" and term.args[0].op == "num":
        return {term.args[1]: term.args[0].data}
    return {term: 1}


def _summed(parts: Mapping[Term, int]) -> Term:
    terms = []
    constant = 0
    for part, times in sorted(parts.items(), key=lambda item: item[0].key):
        if not times:
            continue
        if part is ONE:
            constant = times
        else:
            terms.append(part if times == 1 else make("*", (number(times), part)))
    if constant or not terms:
        terms.append(number(constant))
    return terms[0] if len(terms) == 1 else make("+", tuple(terms))


def add(*terms: Term) -> Term:
    total: dict[Term, int] = {}
    for term in terms:
        for part, times in _linear(term).items():
            total[part] = total.get(part, 0) + times
    return _summed(total)


def scaled(times: int, term: Term) -> Term:
    return _summed({part: times * count for part, count in _linear(term).items()})


def sub(one: Term, two: Term) -> Term:
    return add(one, scaled(-1, two))


def mul(one: Term, two: Term) -> Term:
    for first, second in ((one, two), (two, one)):
        if first.op == "num":
            return scaled(first.data, second)
    if "ite" in (one.op, two.op) and one.size + two.size < 60:
        first, second = (one, two) if one.op == "ite" else (two, one)
        if all(branch.op == "num" for branch in first.args[1:]):
            return ite(first.args[0], mul(first.args[1], second), mul(first.args[2], second))
    return make("*", tuple(sorted((one, two), key=lambda term: term.key)))


def div(one: Term, two: Term) -> Term:
    """Python's `//`; for a divisor of 0 some fixed value."""
    if one.op == "num" and two.op == "num" and two.data:
        return number(one.data // two.data)
    if two is ONE:
        return one
    return make("div", (one, two))


def mod(one: Term, two: Term) -> Term:
    if one.op == "num" and two.op == "num" and two.data:
        return number(one.data % two.data)
    if two is ONE:
        return ZERO
    return make("mod", (one, two))


# Truth values.


def lnot(term: Term) -> Term:
    if term.op == "bool":
        return truth(not term.data)
    if term.op == "not":
        return term.args[0]
    if term.op == "<=":  # not a <= b  is  b + 1 <= a
        return le(add(term.args[1], ONE), term.args[0])
    return make("not", (term,), BOOL)


def _joined(op: str, terms: Sequence[Term], unit: Term, zero: Term) -> Term:
    found: dict[Term, None] = {}
    for term in terms:
        for part in term.args if term.op == op else (term,):
            if part is zero:
                return zero
            if part is not unit:
                found[part] = None
    if any(lnot(part) in found for part in found):
        return zero
    parts = sorted(found, key=lambda term: term.key)
    if not parts:
        return unit
    return parts[0] if len(parts) == 1 else make(op, tuple(parts), BOOL)


def land(*terms: Term) -> Term:
    return _joined("and", terms, TRUE, FALSE)


def lor(*terms: Term) -> Term:
    return _joined("or", terms, FALSE, TRUE)


def implies(one: Term, two: Term) -> Term:
    return lor(lnot(one), two)


def le(one: Term, two: Term) -> Term:
    """One form for each comparison: all terms on the left, smaller or equal to a constant on the right."""
    parts = _linear(sub(one, two))
    constant = -parts.pop(ONE, 0)
    if not parts:
        return truth(constant >= 0)
    if len(parts) == 1:
        [(part, times)] = parts.items()
        if part.op == "len" and times == -1 and constant >= 0:
            return TRUE  # no length is negative
    return make("<=", (_summed(parts), number(constant)), BOOL)


def lt(one: Term, two: Term) -> Term:
    return le(add(one, ONE), two)


def equal(one: Term, two: Term) -> Term:
    if one is two:
        return TRUE
    if one.sort == INT:
        parts = _linear(sub(one, two))
        constant = -parts.pop(ONE, 0)
        if not parts:
            return truth(constant == 0)
        first = min(parts, key=_order)
        if parts[first] < 0:
            parts, constant = {part: -times for part, times in parts.items()}, -constant
        left = _summed(parts)
        if left.op == "ite" and all(arg.op == "num" for arg in left.args[1:]):
            yes, no = (truth(arg.data == constant) for arg in left.args[1:])
            return ite(left.args[0], yes, no)
        if left.op == "len" and constant == 0:
            return equal(left.args[0], nil(element_of(left.args[0])))
        return make("=", (left, number(constant)), BOOL)
    if one.sort == BOOL:
        for first, second in ((one, two), (two, one)):
            if first.op == "bool":
                return second if first.data else lnot(second)
            if first.op == "not":
                return lnot(equal(first.args[0], second))
    if one.op == "tuple" and two.op == "tuple":
        return land(*map(equal, one.args, two.args))
    if is_list(one) and is_list(two):
        for first, second in ((one, two), (two, one)):
            if first.op == "nil" and second.op in ("snoc",):
                return FALSE
        if one.op == "snoc" and two.op == "snoc":
            return land(equal(one.args[0], two.args[0]), equal(one.args[1], two.args[1]))
    return make("=", tuple(sorted((one, two), key=lambda term: term.key)), BOOL)


def ite(condition: Term, yes: Term, no: Term) -> Term:
    if condition.op == "bool":
        return yes if condition.data else no
    if yes is no:
        return yes
    if condition.op == "not":
        return ite(condition.args[0], no, yes)
    if yes.sort == BOOL:
        if yes is condition or no is condition:
            return lor(condition, no) if yes is condition else land(condition, yes)
        if yes.op == "bool":
            return lor(condition, no) if yes.data else land(lnot(condition), no)
        if no.op == "bool":
            return lor(lnot(condition), yes) if no.data else land(condition, yes)
    if yes.op == "ite" and yes.args[0] is condition:
        return ite(condition, yes.args[1], no)
    if no.op == "ite" and no.args[0] is condition:
        return ite(condition, yes, no.args[2])
    if yes.op == "ite" and yes.args[2] is no:
        return ite(land(condition, yes.args[0]), yes.args[1], no)
    if no.op == "ite" and no.args[1] is yes:
        return ite(lor(condition, no.args[0]), yes, no.args[2])
    # one of the two ways to write a choice: the condition that comes first
    opposite = lnot(condition)
    if opposite.op != "not" and _order(opposite) < _order(condition):
        return make("ite", (opposite, no, yes), yes.sort)
    return make("ite", (condition, yes, no), yes.sort)


# Tuples.


def tuple_of(parts: Sequence[Term]) -> Term:
    return make("tuple", tuple(parts), ("tuple", *(part.sort for part in parts)))


def part(term: Term, place: int) -> Term:
    if term.op == "tuple":
        return term.args[place]
    if term.op == "ite":
        return ite(term.args[0], part(term.args[1], place), part(term.args[2], place))
    assert isinstance(term.sort, tuple)
    return make("part", (term,), term.sort[1 + place], place)


# Lists.


def nil(element: Sort) -> Term:
    return make("nil", (), list_of(element))


def snoc(items: Term, last: Term) -> Term:
    return make("snoc", (items, last), items.sort)


def listed(element: Sort, items: Sequence[Term]) -> Term:
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
    if items.op == "nil" and le(high, low) is TRUE:
        return items
    if low is ZERO and high is length(items):
        return items
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
    """`place` lies between 0 and the length."""
    if place is length(items):
        return snoc(items, value)
    return make("insert", (items, place, value), items.sort)


def repeat(items: Term, times: Term) -> Term:
    """A list of one element, so many times; empty for a negative number."""
    return make("repeat", (items, times), items.sort)


def within(place: Term, items: Term) -> Term:
    return land(le(ZERO, place), lt(place, length(items)))


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
        case "repeat":
            return ite(le(ZERO, args[1]), args[1], ZERO)
        case "ite":
            return ite(args[0], length(args[1]), length(args[2]))
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
            later = ite(equal(place, args[1]), args[2], at(args[0], add(place, number(-1))))
            return ite(lt(place, args[1]), at(args[0], place), later)
        case "ite":
            return ite(args[0], at(args[1], place), at(args[2], place))
    return make("at", (items, place), element_of(items))


def uninterpreted(name: str, sort: Sort, *args: Term) -> Term:
    """A function of which only this is known: equal arguments give equal values."""
    return make("apply", args, sort, name)


# All terms.


def rebuilt(term: Term, args: tuple[Term, ...]) -> Term:
    """The term with other parts, simplified."""
    if args == term.args:
        return term
    op = term.op
    if op == "fold":
        from viva.engines.proofs.folds import fold  # noqa: PLC0415 folds are made of terms

        return fold(term.data, args)
    if op == "part":
        return part(args[0], term.data)
    if op == "tuple":
        return tuple_of(args)
    if op == "apply":
        return uninterpreted(term.data, term.sort, *args)
    built: Term = _BUILDERS[op](*args)
    return built


_BUILDERS: dict[str, Any] = {
    "+": add, "*": mul, "div": div, "mod": mod, "not": lnot, "and": land, "or": lor, "<=": le, "=": equal, "ite": ite,
    "snoc": snoc, "cat": cat, "cut": cut, "reverse": reverse, "put": put, "drop": drop, "insert": insert,
    "repeat": repeat, "len": length, "at": at,
}  # fmt: skip


def substituted(term: Term, values: Mapping[str, Term], done: dict[Term, Term] | None = None) -> Term:
    """The term with other terms for its variables."""
    if term.free.isdisjoint(values):
        return term
    done = {} if done is None else done
    found = done.get(term)
    if found is None:
        if term.op == "var":
            found = values[term.data]
        else:
            found = rebuilt(term, tuple(substituted(arg, values, done) for arg in term.args))
        done[term] = found
    return found


def replaced(term: Term, others: Mapping[Term, Term], done: dict[Term, Term] | None = None) -> Term:
    """The term with other terms for some of its parts."""
    if term in others:
        return others[term]
    done = {} if done is None else done
    found = done.get(term)
    if found is None:
        found = rebuilt(term, tuple(replaced(arg, others, done) for arg in term.args)) if term.args else term
        done[term] = found
    return found


def parts_of(*terms: Term) -> Iterator[Term]:
    """All parts of terms, and they themselves, each once, the inner ones first."""
    seen: set[Term] = set()
    for term in terms:
        todo: list[tuple[Term, bool]] = [(term, False)]
        while todo:
            each, ready = todo.pop()
            if ready:
                yield each
            elif each not in seen:
                seen.add(each)
                todo.append((each, True))
                todo += [(arg, False) for arg in reversed(each.args)]


def shown(term: Term) -> str:
    """For certificates and for people who look for a mistake; `reader` of nothing."""
    args = [shown(arg) for arg in term.args]
    match term.op:
        case "var":
            return str(term.data)
        case "num":
            return str(term.data)
        case "bool":
            return "true" if term.data else "false"
        case "+" | "*" | "=" | "<=":
            return f"({f' {term.op} '.join(args)})"
        case "and" | "or":
            return f"({f' {term.op} '.join(args)})"
        case "fold":
            return f"{term.data.name}({', '.join(args)})"
        case "part":
            return f"{args[0]}.{term.data}"
        case "apply":
            return f"{term.data}({', '.join(args)})"
        case "nil":
            return "[]"
    return f"{term.op}({', '.join(args)})"
