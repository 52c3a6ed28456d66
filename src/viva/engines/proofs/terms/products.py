"""What has to be known about products of unknown numbers: the solver takes them for a function that it does not know.

A product is the same in any order; what it is where a factor is 1, 0 or -1 is known; and a factor that a
loop or a function gives may be written as what it is by its own equation. A loop that multiplies by the same number in
every round gives a power: that of half as many rounds, squared, with the number once more if they are odd.
A square is not negative, and no smaller than its root.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import permutations

from viva.engines.proofs.terms.folds import Fold, fold, loop_value, unfold
from viva.engines.proofs.terms.plain import (
    add,
    div,
    equal,
    factors_of,
    implies,
    ite,
    land,
    le,
    lnot,
    lt,
    mod,
    mul,
    scale,
    sub,
)
from viva.engines.proofs.terms.recursive import Recursive, body, giving, ran_through
from viva.engines.proofs.terms.term import BOOL, INT, ONE, TRUE, ZERO, Term, make, number, parts_of, variable

_FOLDS = 24
_PRODUCTS = 30
_COMPARED = 5
_TWO = number(2)


def _power() -> Fold:
    made, clock = variable("s!power", INT), variable("k!power", INT)
    base = variable("base!power", INT)
    loop = loop_value(made, {made: (ONE, mul(made, base))}, clock, variable("rounds!power", INT))
    defined: Fold = loop.data
    return defined


POWER = _power()


def power(base: Term, exponent: Term) -> Term:
    """`base ** exponent`; 1 for a negative exponent."""
    return fold(POWER, (exponent, ONE, base))


def is_power(term: Term) -> bool:
    return term.op == "fold" and term.data == POWER and term.args[1] is ONE


def halved(term: Term) -> Term:
    """What a power with an exponent that is not negative is by half of it."""
    exponent, _, base = term.args
    half = power(base, div(exponent, _TWO))
    square = mul(half, half)
    return ite(equal(mod(exponent, _TWO), ZERO), square, mul(square, base))


def of_a_square(term: Term) -> Term | None:
    """What a power of a square is: the square of the power."""
    factors = factors_of(term.args[2])
    if len(factors) % 2 or factors[::2] != factors[1::2]:
        return None
    root = ONE
    for factor in factors[::2]:
        root = mul(root, factor)
    other = power(root, term.args[0])
    return mul(other, other)


def products(terms: Iterable[Term], functions: Collection[Recursive]) -> list[Term]:
    """What has to be known of the products among some terms."""
    met = list(terms)
    equations = _equations(met)
    found = _in_order(met) + [
        implies(condition, equal(factor, value))
        for factor, known in equations.items()
        for condition, value in known
        if is_power(factor)
    ]
    for product in [each for each in (*met, *_new(found, met)) if each.op == "*" and each.args[0].op != "num"][
        :_PRODUCTS
    ]:
        factors = factors_of(product)
        if len(factors) == 2 and factors[0] is factors[1]:  # a number and its square are both even, or both odd
            found.append(equal(mod(add(product, factors[0]), _TWO), ZERO))
            found.append(le(ZERO, product))
            found += [le(factors[0], product), le(scale(-1, factors[0]), product)]
        for place, factor in enumerate(factors):
            rest = ONE
            for other in (*factors[:place], *factors[place + 1 :]):
                rest = mul(rest, other)
            found += [_in_another_order(product, make("*", pair)) for pair in ((rest, factor), (factor, rest))]
            found.append(implies(equal(factor, ONE), equal(product, rest)))
            found.append(implies(equal(factor, ZERO), equal(product, ZERO)))
            found.append(implies(equal(factor, number(-1)), equal(product, scale(-1, rest))))
            known = equations.get(factor, [])
            if factor.op == "call" and giving(factor.data) in functions and not factor.data.raises:
                known = [(ran_through(factor), body(factor))]
            for condition, value in known:
                found += [
                    implies(land(condition, case), equal(product, mul(rest, leaf))) for case, leaf in _leaves(value)
                ]
    return found


def _in_order(met: Iterable[Term]) -> list[Term]:
    """Of two products with a factor in common that is above zero, the one with the larger other factor is larger."""
    pairs = [factors_of(each) for each in met if each.op == "*" and each.args[0].op != "num"]
    found = []
    for one, two in permutations([each for each in pairs if len(each) == 2][:_COMPARED], 2):
        for same in one:
            if same in two:
                less, more = (pair[1 - pair.index(same)] for pair in (one, two))
                apart = le(add(mul(same, less), same), mul(same, more))
                found.append(implies(land(lt(ZERO, same), lt(less, more)), apart))
    return found


def _new(found: Iterable[Term], met: Collection[Term]) -> list[Term]:
    seen = set(met)
    return [each for each in parts_of(*found) if each not in seen]


def _equations(met: Collection[Term]) -> dict[Term, list[tuple[Term, Term]]]:
    """What loops give, each with when that is so: before the first round, after one round more, and powers."""
    found: dict[Term, list[tuple[Term, Term]]] = {}
    folds = [each for each in met if each.op == "fold" and each.sort == INT][:_FOLDS]
    known = set(met)
    for one, two in permutations(folds, 2):
        if one.data == two.data and one.args[1:] == two.args[1:] and sub(one.args[0], two.args[0]) is ONE:
            found.setdefault(one, []).append((le(ZERO, two.args[0]), unfold(two.data, two.args)))
    for each in folds:
        found.setdefault(each, []).append((le(each.args[0], ZERO), each.args[1]))
        if is_power(each):
            if div(each.args[0], _TWO) in known:
                found[each].append((le(ZERO, each.args[0]), halved(each)))
            square = of_a_square(each)
            if square is not None:
                found[each].append((TRUE, square))
    return found


def _in_another_order(one: Term, two: Term) -> Term:
    """That a product is the same in another order: made simple, there would be nothing left to say."""
    return TRUE if one is two else make("=", (one, two), BOOL)


def _leaves(term: Term) -> list[tuple[Term, Term]]:
    """The values of a choice, each with its case."""
    if term.op != "ite":
        return [(TRUE, term)]
    condition = term.args[0]
    sides = ((condition, term.args[1]), (lnot(condition), term.args[2]))
    return [(land(side, case), leaf) for side, value in sides for case, leaf in _leaves(value)]
