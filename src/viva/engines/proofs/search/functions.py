"""What a function that calls itself gives, in other words: a power, or what the other program gives for a piece.

A function with bounds or an index as parameters (`g(xs, low, high)`) is called with constants in the claim. What it
gives for all of them is guessed, tried on random values, and proved by induction over its measure.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import permutations, product

from viva.engines.proofs import terms as t
from viva.engines.proofs.checking.certificate import Lemma
from viva.engines.proofs.checking.claims import Claim
from viva.engines.proofs.checking.instances import instance_of
from viva.engines.proofs.query import Solver
from viva.engines.proofs.search.calls import by_smaller
from viva.engines.proofs.search.runs import STEPS, Values, random_value
from viva.engines.proofs.terms.evaluate import Endless, Evaluator
from viva.engines.proofs.terms.folds import loops_in
from viva.engines.proofs.terms.products import power
from viva.engines.proofs.terms.recursive import call, calls_in, in_domain
from viva.engines.proofs.translation.values import Ref, flat

_TRYING = 20_000  # what it costs to try one of them, as `query.EFFORT` counts
_TRIALS = 400
_ENOUGH = 24
_FEWEST = 8
_MOST = 40


def in_other_words(solver: Solver, claim: Claim) -> list[Lemma]:
    """Those that could be proved; the solver knows them from now on."""
    found: list[Lemma] = []
    for each in dict.fromkeys(calls_in(claim.goal, *claim.known)):
        if each.data.raises or each.data.error is not t.FALSE or loops_in(each):
            continue
        names = [t.variable(f"y{place}", arg.sort) for place, arg in enumerate(each.args)]
        left = call(each.data, names)
        when = t.land(in_domain(left), *_given(claim, each, names))
        rows = _rows(names, when)
        for right in dict.fromkeys(list(_powers(left)) + list(_pieces(claim, each, names))):
            if right.sort != left.sort or not right.free <= {name.data for name in names} or left in calls_in(right):
                continue
            solver.charge(_TRYING)
            if len(rows) < _FEWEST or not _agree(left, right, rows):
                continue
            known = () if when is t.TRUE else (when,)
            induction = by_smaller(solver, known, t.equal(left, right))
            if induction is not None:
                found.append(Lemma(left, right, induction, known))
                solver.lemmas.append(instance_of(left, right, known))
                break
    return found


def _given(claim: Claim, each: t.Term, names: Sequence[t.Term]) -> list[t.Term]:
    """What is known of arguments that are handed on as they are."""
    own = {arg.data: name for arg, name in zip(each.args, names, strict=True) if arg.op == "var"}
    return [t.substitute(known, own) for known in claim.known if known.free and known.free <= own.keys()]


def _powers(left: t.Term) -> Iterator[t.Term]:
    numbers = [arg for arg in left.args if arg.sort == t.INT]
    if left.sort == t.INT and len(numbers) == len(left.args) == 2:
        yield from (power(base, exponent) for base, exponent in permutations(numbers))


def _pieces(claim: Claim, each: t.Term, names: Sequence[t.Term]) -> Iterator[t.Term]:
    """What the other program gives, for pieces of lists that the other arguments say."""
    values = []
    for side in (claim.reference, claim.submission):
        terms = side.state.heap[side.value.number].terms if isinstance(side.value, Ref) else flat(side.value)
        values.append(terms[0] if len(terms) == 1 else None)
    if each not in values:
        return
    other = values[1 - values.index(each)]
    if other is None or other is each:
        return
    numbers = [name for arg, name in zip(each.args, names, strict=True) if name.sort == t.INT and arg.op != "var"]
    options: list[list[tuple[str, t.Term]]] = []
    for arg, name in zip(each.args, names, strict=True):
        if arg.op == "var" and t.is_list(arg):
            bounds = [(t.ZERO, t.length(name))]
            bounds += [(low, t.length(name)) for low in numbers] + [(t.ZERO, high) for high in numbers]
            bounds += [(low, high) for low, high in permutations(numbers, 2)]
            bounds += [(low, t.add(high, t.ONE)) for low, high in permutations(numbers, 2)]
            options.append([(arg.data, t.cut(name, low, high)) for low, high in bounds])
        elif arg.op == "var":
            options.append([(arg.data, name)])
    for chosen in list(product(*options))[:_MOST]:
        yield t.substitute(other, dict(chosen))


def _rows(names: Sequence[t.Term], when: t.Term) -> list[Values]:
    """Random values for which the function is known to end."""
    rng = random.Random(11)
    found: list[Values] = []
    for attempt in range(_TRIALS):
        values = {name.data: random_value(name.sort, rng, 1 + attempt % 6) for name in names}
        try:
            if Evaluator(STEPS).value(when, values):
                found.append(values)
        except Endless:
            continue
        if len(found) == _ENOUGH:
            break
    return found


def _agree(left: t.Term, right: t.Term, rows: Sequence[Values]) -> bool:
    evaluator, seen = Evaluator(10 * STEPS), 0
    for row in rows:
        try:
            if evaluator.value(left, row) != evaluator.value(right, row):
                return False
            seen += 1
        except Endless:
            evaluator.depth = 0
    return seen >= _FEWEST
