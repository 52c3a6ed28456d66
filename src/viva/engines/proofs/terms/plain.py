"""Numbers, truth values and tuples: made simple as they are built.

Sums are kept as a constant and multiples of other terms, in one order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

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

_MOST_PRODUCTS = 12


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
    left, right = _linear(one), _linear(two)
    if (left != {one: 1} or right != {two: 1}) and len(left) * len(right) <= _MOST_PRODUCTS:
        parts = [(_product(x, y), times * more) for x, times in left.items() for y, more in right.items()]
        return add(*(scaled(times, each) for each, times in parts))
    return _product(one, two)


def _product(one: Term, two: Term) -> Term:
    """Of what is no sum; or of what would become too long a sum."""
    if one is ONE or two is ONE:
        return two if one is ONE else one
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
    return make("div", (one, two))


def mod(one: Term, two: Term) -> Term:
    if one.op == "num" and two.op == "num" and two.data:
        return number(one.data % two.data)
    if two is ONE:
        return ZERO
    return make("mod", (one, two))


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
    # one of the two ways to write a choice: the condition that comes first
    opposite = lnot(condition)
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
