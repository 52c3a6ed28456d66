"""Numbers, truth values and tuples: made simple as they are built.

Sums are kept as a constant and multiples of other terms, in one order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product

from viva.engines.proofs.terms.term import (
    BOOL,
    FALSE,
    INT,
    ONE,
    TRUE,
    ZERO,
    Term,
    element_of,
    is_list,
    make,
    nil,
    number,
    order,
    truth,
)

_MULTIPLIED_OUT = 12  # parts of a product of sums


def _linear(term: Term) -> dict[Term, int]:
    """What is added up, with how often; the constant under `ONE`."""
    total: dict[Term, int] = {}
    _count(total, term, 1)
    return total


def _count(total: dict[Term, int], term: Term, times: int) -> None:
    """Adds so many times a term to what is added up."""
    if term.op == "+":
        for arg in term.args:
            _count(total, arg, times)
    elif term.op == "num":
        if term.data:
            total[ONE] = total.get(ONE, 0) + times * term.data
    elif term.op == "*" and term.args[0].op == "num":
        total[term.args[1]] = total.get(term.args[1], 0) + times * term.args[0].data
    else:
        total[term] = total.get(term, 0) + times


def _gap(one: Term, two: Term) -> dict[Term, int]:
    """`one - two`, as what is added up."""
    total: dict[Term, int] = {}
    _count(total, one, 1)
    _count(total, two, -1)
    return {part: times for part, times in total.items() if times}


def _summed(parts: Mapping[Term, int]) -> Term:
    terms = []
    constant = 0
    for part, times in sorted(parts.items(), key=_key_of_first) if len(parts) > 1 else parts.items():
        if not times:
            continue
        if part is ONE:
            constant = times
        else:
            terms.append(part if times == 1 else make("*", (number(times), part)))
    if constant or not terms:
        terms.append(number(constant))
    return terms[0] if len(terms) == 1 else make("+", tuple(terms))


def _key_of_first(item: tuple[Term, int]) -> bytes:
    return item[0].key


def add(*terms: Term) -> Term:
    total: dict[Term, int] = {}
    for term in terms:
        _count(total, term, 1)
    return _summed(total)


def scale(times: int, term: Term) -> Term:
    return _summed({part: times * count for part, count in _linear(term).items()})


def sub(one: Term, two: Term) -> Term:
    return _summed(_gap(one, two))


def mul(one: Term, two: Term) -> Term:
    for first, second in ((one, two), (two, one)):
        if first.op == "num":
            return scale(first.data, second)
    if "ite" in (one.op, two.op) and one.size + two.size < 60:
        first, second = (one, two) if one.op == "ite" else (two, one)
        if all(branch.op == "num" for branch in first.args[1:]):
            return ite(first.args[0], mul(first.args[1], second), mul(first.args[2], second))
    sums = _linear(one), _linear(two)
    if 1 < len(sums[0]) * len(sums[1]) <= _MULTIPLIED_OUT:
        every = product(sums[0].items(), sums[1].items())
        return add(*(scale(times * again, mul(part, other)) for (part, times), (other, again) in every))
    first, *rest = sorted([*factors_of(one), *factors_of(two)], key=lambda term: term.key)
    for factor in rest:
        first = make("*", (first, factor))
    return first


def factors_of(term: Term) -> list[Term]:
    """Of a product of unknowns: one order for all of them, however they were put together."""
    if term.op != "*" or term.args[0].op == "num":
        return [term]
    return [*factors_of(term.args[0]), *factors_of(term.args[1])]


def div(one: Term, two: Term) -> Term:
    """Python's `//`; for a divisor of 0 some fixed value."""
    if one.op == "num" and two.op == "num" and two.data:
        return number(one.data // two.data)
    if two is ONE:
        return one
    whole, rest = _divided(one, two)
    if rest.op == "num" and two.op == "num" and two.data:
        return add(whole, div(rest, two))
    return add(whole, make("div", (rest, two)))


def mod(one: Term, two: Term) -> Term:
    if one.op == "num" and two.op == "num" and two.data:
        return number(one.data % two.data)
    if two is ONE:
        return ZERO
    _, rest = _divided(one, two)
    if rest.op == "num" and two.op == "num" and two.data:
        return mod(rest, two)
    return make("mod", (rest, two))


def _divided(one: Term, two: Term) -> tuple[Term, Term]:
    """`whole` and `rest` with `one = whole * two + rest`: of a sum, what can be divided by a number is."""
    if two.op != "num" or two.data <= 0:
        return ZERO, one
    parts = _linear(one)
    whole = _summed({part: times // two.data for part, times in parts.items()})
    return whole, _summed({part: times % two.data for part, times in parts.items()})


def quotient(one: Term, two: Term) -> Term | None:
    """What has to be multiplied by `two` to be `one`, where each part of `one` is written as such a product."""
    found = []
    for part, times in _linear(one).items():
        factors = factors_of(part)
        if part is ONE or two not in factors:
            return None
        factors.remove(two)
        rest = ONE
        for factor in factors:
            rest = mul(rest, factor)
        found.append(scale(times, rest))
    return add(*found)


def lnot(term: Term) -> Term:
    if term.op == "bool":
        return truth(not term.data)
    if term.op == "not":
        return term.args[0]
    if term.opposite is None:
        if term.op == "<=":  # not a <= b  is  -a <= -b - 1
            parts = {part: -times for part, times in _linear(term.args[0]).items()}
            term.opposite = _at_most(parts, -term.args[1].data - 1)
        else:
            term.opposite = make("not", (term,), BOOL)
    return term.opposite


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
    parts = _gap(one, two)
    return _at_most(parts, -parts.pop(ONE, 0))


def _at_most(parts: Mapping[Term, int], constant: int) -> Term:
    if not parts:
        return truth(constant >= 0)
    if len(parts) == 1:
        [(part, times)] = parts.items()
        if part.op == "len" and times == -1 and constant >= 0:
            return TRUE  # no length is negative
    return make("<=", (_summed(parts), number(constant)), BOOL)


def lt(one: Term, two: Term) -> Term:
    parts = _gap(one, two)
    return _at_most(parts, -parts.pop(ONE, 0) - 1)


def equal(one: Term, two: Term) -> Term:
    if one is two:
        return TRUE
    if one.sort == INT:
        parts = _gap(one, two)
        constant = -parts.pop(ONE, 0)
        if not parts:
            return truth(constant == 0)
        first = min(parts, key=order)
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
    if yes.op == no.op == "snoc" and yes.args[0] is no.args[0] and yes.args[1].sort == no.args[1].sort:
        return make("snoc", (yes.args[0], ite(condition, yes.args[1], no.args[1])), yes.sort)
    # one of the two ways to write a choice: the condition that comes first
    opposite = lnot(condition)
    if opposite.op == "bool":
        return no if opposite.data else yes
    if opposite.op != "not" and order(opposite) < order(condition):
        return make("ite", (opposite, no, yes), yes.sort)
    return make("ite", (condition, yes, no), yes.sort)


def part(term: Term, place: int) -> Term:
    if term.op == "tuple":
        return term.args[place]
    if term.op == "ite":
        return ite(term.args[0], part(term.args[1], place), part(term.args[2], place))
    assert isinstance(term.sort, tuple)
    return make("part", (term,), term.sort[1 + place], place)
