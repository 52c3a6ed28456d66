"""Recursion against loops and against other recursion.

Two functions may give the same for all values because they do so for smaller ones. A loop may keep what a function
gives for its current state, or for its number of rounds: `a = f(k)`, `total + f(rest) = f(all)`, `f(a, b)` as before.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import islice, product
from typing import Any

from viva.engines.proofs import terms as t
from viva.engines.proofs.checking.certificate import Induction
from viva.engines.proofs.checking.smaller import SMALLER, hypotheses
from viva.engines.proofs.checking.system import CLOCK, System
from viva.engines.proofs.query import Solver
from viva.engines.proofs.search.mining import simple, soon_over
from viva.engines.proofs.search.runs import STEPS, Values, random_value, records
from viva.engines.proofs.terms.evaluate import Endless, Evaluator
from viva.engines.proofs.terms.folds import Fold, loops_in
from viva.engines.proofs.terms.products import is_power, power
from viva.engines.proofs.terms.recursive import call, calls_in, in_domain, measure_of_call, raising

_ROWS = 60
_STEPS = 1_500
LOOKING = 400_000  # what it costs to look at functions in all rounds, as `query.EFFORT` counts
_LARGER = 20
_FUNCTIONS = 4
_APPLIED = 48
_MOST = 70
_GUARDED = 24
_BOUNDS = 24
_FLAGS = 3
_MEASURES = 4


def by_smaller(solver: Solver, known: Sequence[t.Term], goal: t.Term) -> Induction | None:
    """By induction over the measure of one of the functions in the claim."""
    if not calls_in(*known, goal):
        return None
    measures = dict.fromkeys(measure_of_call(each) for each in calls_in(goal, *known) if not loops_in(each))
    for measure in list(measures)[:_MEASURES]:
        if proved_smaller(solver, known, goal, measure):
            return Induction(SMALLER, (), (), measure)
    return None


def proved_smaller(solver: Solver, known: Sequence[t.Term], goal: t.Term, measure: t.Term) -> bool:
    solver.lemmas.append(hypotheses(known, goal, measure))
    try:
        return solver.follows(known, goal)
    finally:
        solver.lemmas.pop()


def about_calls(system: System, goal: Sequence[t.Term], runs: Sequence[Values]) -> list[t.Term]:
    """What functions give for the state of loops; nothing if there are none."""
    wholes = _wholes(system, goal)
    if not wholes:
        return []
    rows = [row for row in records(system, runs) if _has_value(wholes, row)]
    rows = rows[:: 1 + len(rows) // _ROWS]
    if not rows:
        return []
    seen = _Rows(system, rows)
    for whole in wholes[:_FUNCTIONS]:
        for applied in islice(dict.fromkeys(_applied(system, whole)), _APPLIED):
            seen.relate(applied, whole)
        seen.finish(whole)
    if not seen.found:
        return []
    plain = [each for each in seen.found if each.op != "or"]
    guarded = [each for each in seen.found if each.op == "or"][:_GUARDED]
    found = [*simple(system, goal, runs), *soon_over(system, rows), *plain, *seen.bounds()[:_BOUNDS], *guarded]
    return list(dict.fromkeys(found))[:_MOST]


def larger(variables: Sequence[t.Term], known: Sequence[t.Term]) -> list[Values]:
    """Runs with larger numbers: a loop that divides them takes some rounds."""
    rng = random.Random(3)
    found = []
    for attempt in range(_LARGER * 3 if any(each.sort == t.INT for each in variables) else 0):
        values = {
            each.data: rng.randint(0, 30 if attempt % 2 else 2_000) if each.sort == t.INT and rng.random() < 0.7
            else random_value(each.sort, rng, 4)
            for each in variables
        }  # fmt: skip
        if _has_value(known, values) and all(Evaluator(STEPS).value(each, values) for each in known):
            found.append(values)
    return found[:_LARGER]


def _has_value(terms: Sequence[t.Term], values: Values) -> bool:
    try:
        for each in terms:
            Evaluator(STEPS).value(each, values)
    except Endless:
        return False
    return True


def _wholes(system: System, goal: Sequence[t.Term]) -> list[t.Term]:
    """Calls, and loops of which the result is asked, with the arguments that the claim is about."""
    found = [each for each in calls_in(*goal) if not each.data.raises and not loops_in(each)]
    found += [each for each in loops_in(*goal) if is_power(each) and not loops_in(*each.args)]
    if not found and len({each.data for each in system.folds}) > 1:
        found = [each for each in system.folds if _multiplies(each.data) and not loops_in(*each.args)]
    return list(dict.fromkeys(found))


def _multiplies(defined: Fold) -> bool:
    """Whether a loop makes a product, which may be made in another order."""
    [own] = defined.steps if len(defined.steps) == 1 else [t.ZERO]
    return own.sort == t.INT and any(
        each.op == "*" and "s0" in each.args[1].free | each.args[0].free
        for each in t.parts_of(own)
        if each.op == "*" and each.args[0].op != "num"
    )


def _applied(system: System, whole: t.Term) -> Iterator[t.Term]:
    """The function for other arguments: what the loops have, and how far they have come."""
    ends = list(dict.fromkeys(system.ends))
    if is_power(whole):
        numbers = [state for state in system.variables if state.sort == t.INT]
        for exponent, base in product([*numbers, CLOCK, whole.args[0]], [*numbers, whole.args[2]]):
            yield power(base, exponent)
        return
    if whole.op == "fold":
        for rounds in [*(t.sub(end, CLOCK) for end in ends), CLOCK, t.add(CLOCK, t.ONE)]:
            yield t.rebuild(whole, (rounds, *whole.args[1:]))
        return
    options = []
    for arg in whole.args:
        states = [state for state in system.variables if state.sort == arg.sort]
        if arg.sort == t.INT:
            near = [t.add(CLOCK, t.number(more)) for more in (1, 2, 3)]
            left = [*(t.sub(end, CLOCK) for end in ends), t.sub(arg, CLOCK), t.sub(t.add(arg, t.ONE), CLOCK)]
            options.append([arg, CLOCK, *states, *near, *left, *_moved(states)])
        elif t.is_list(arg):
            size, after = t.length(arg), t.add(CLOCK, t.ONE)
            rest = t.sub(size, CLOCK)
            cuts = [(CLOCK, size), (t.ZERO, CLOCK), (t.ZERO, rest), (CLOCK, rest), (t.ZERO, after), (after, size)]
            options.append([arg, *states, *(t.cut(arg, low, high) for low, high in cuts), *_between(system, arg)])
        else:
            options.append([arg, *states])
    several = product(*(enumerate(each) for each in options))
    for args in sorted(several, key=lambda chosen: sum(place for place, _ in chosen)):
        yield call(whole.data, [arg for _, arg in args])


def _moved(states: Sequence[t.Term]) -> list[t.Term]:
    return [t.add(state, t.number(more)) for more in (-1, 1) for state in states[:3]]


def _between(system: System, items: t.Term) -> list[t.Term]:
    """The parts of a list from, or up to, numbers that loops change."""
    numbers = [state for state in system.variables if state.sort == t.INT][:3]
    found = []
    for low in numbers:
        found += [t.cut(items, low, t.length(items)), t.cut(items, t.ZERO, low)]
        found += [t.cut(items, low, t.add(high, t.ONE)) for high in numbers if high is not low]
    return found


Related = tuple[Callable[[Any, Any], Any], Callable[[t.Term, t.Term], t.Term]]
_NUMBERS: tuple[Related, ...] = (
    (lambda x, y: x + y, t.add), (lambda x, y: x * y, t.mul), (max, lambda x, y: t.ite(t.lt(x, y), y, x)),
    (min, lambda x, y: t.ite(t.lt(y, x), y, x)), (lambda x, y: x - y, t.sub),
)  # fmt: skip
_LISTS: tuple[Related, ...] = ((lambda x, y: x + y, t.cat), (lambda x, y: y + x, lambda x, y: t.cat(y, x)))
_TRUTHS: tuple[Related, ...] = ((lambda x, y: x or y, t.lor), (lambda x, y: x and y, t.land))


def _computed(compute: Callable[[Any, Any], Any], one: Any, two: Any) -> Any:
    return None if one is None or two is None else compute(one, two)


class _Rows:
    """What holds of a function and the state of loops in all rounds that were seen."""

    def __init__(self, system: System, rows: Sequence[Values]) -> None:
        self.system, self.rows = system, rows
        self.evaluator = Evaluator(_STEPS)
        self.vectors: dict[t.Term, list[Any]] = {}
        self.found: dict[t.Term, None] = {}
        flags = [state for state in system.variables if state.sort == t.BOOL][:_FLAGS]
        running = [t.lt(CLOCK, end) for end in dict.fromkeys(system.ends)]
        self.guards = [*(guard for each in flags for guard in (each, t.lnot(each))), *running, t.le(t.ONE, CLOCK)]

    def vector(self, term: t.Term) -> list[Any]:
        """Its values; None where that takes too long."""
        if term not in self.vectors:
            found: list[Any] = []
            for row in self.rows:
                self.evaluator.left, self.evaluator.depth = _STEPS, 0
                try:
                    found.append(self.evaluator.value(term, row))
                except Endless:
                    found.append(None)
            self.vectors[term] = found
        return self.vectors[term]

    def relate(self, applied: t.Term, whole: t.Term) -> None:
        values, first = self.vector(applied), self.vector(whole)
        pairs = [(applied, values, whole, first)]
        for state in self._of_sort(applied):
            own = self.vector(state)
            pairs.append((state, own, applied, values))
            kinds = _NUMBERS if applied.sort == t.INT else _LISTS if t.is_list(applied) else _TRUTHS
            for compute, make in kinds if applied is not whole else ():
                pairs.append(
                    (
                        make(state, applied),
                        [_computed(compute, x, y) for x, y in zip(own, values, strict=True)],
                        whole,
                        first,
                    )
                )
        known = [in_domain(applied), t.lnot(call(raising(applied.data), applied.args))] if applied.op == "call" else []
        everywhere = [True] * len(self.rows)
        if self._equal(t.TRUE, everywhere, pairs):
            self._hold(t.TRUE, everywhere, known)
            return
        for guard in self.guards:
            up = self.vector(guard)
            if 3 <= sum(map(bool, up)) < len(up) and self._equal(guard, up, pairs):
                self._hold(guard, up, known)

    def finish(self, whole: t.Term) -> None:
        """What loops have once they are done with all their rounds."""
        first = self.vector(whole)
        pairs = [(state, self.vector(state), whole, first) for state in self._of_sort(whole)]
        for end in dict.fromkeys(self.system.ends):
            self._equal(t.le(end, CLOCK), self.vector(t.le(end, CLOCK)), pairs)

    def _of_sort(self, applied: t.Term) -> list[t.Term]:
        """The variables of loops, and the last elements of lists that they make."""
        found = [state for state in self.system.variables if state.sort == applied.sort]
        for items in self.system.variables:
            if t.is_list(items) and items.sort[1] == applied.sort:
                places = [
                    t.sub(t.length(items), t.ONE),
                    t.sub(t.length(items), t.number(2)),
                    CLOCK,
                    t.add(CLOCK, t.ONE),
                ]
                found += [t.at(items, place) for place in places]
        return found

    def _equal(self, guard: t.Term, up: Sequence[bool], pairs: Sequence[tuple[t.Term, Any, t.Term, Any]]) -> bool:
        """Notes which are equal in all rounds in which the guard holds; whether there are any."""
        moving = {state.data for state in self.system.variables} | {CLOCK.data}
        found = False
        for one, left, two, right in pairs:
            claim = t.equal(one, two)
            if claim is t.TRUE or claim.free.isdisjoint(moving):
                continue
            seen = [
                x == y for x, y, here in zip(left, right, up, strict=True) if here and x is not None and y is not None
            ]
            if len(seen) >= 3 and all(seen):
                self.found[t.implies(guard, claim)] = None
                found = True
        return found

    def _hold(self, guard: t.Term, up: Sequence[bool], known: Sequence[t.Term]) -> None:
        """What has to be known of a call, for its equation to be known."""
        for each in (part for whole in known for part in (whole.args if whole.op == "and" else (whole,))):
            truths = zip(self.vector(each), up, strict=True)
            if each is not t.TRUE and all(truth is not False for truth, here in truths if here):
                self.found[t.implies(guard, each)] = None

    def bounds(self) -> list[t.Term]:
        """Which numbers of the loops are at most which others."""
        states = [state for state in self.system.variables if state.sort == t.INT]
        lengths = [t.length(state) for state in self.system.variables if t.is_list(state)]
        given = [
            each
            for each in dict.fromkeys(t.parts_of(*self.system.first, *self.system.ends))
            if each.op in ("var", "len") and each.sort == t.INT
        ]
        others = [t.ZERO, t.ONE, CLOCK, *dict.fromkeys(self.system.ends), *given[:3]]
        found: dict[t.Term, None] = {}
        for own in [*states, *lengths]:
            for other in [*others, *states]:
                if own is other:
                    continue
                one, two = self.vector(own), self.vector(other)
                if None in one or None in two:
                    continue
                if all(x - y == one[0] - two[0] for x, y in zip(one, two, strict=True)):
                    found[t.equal(own, t.add(other, t.number(one[0] - two[0])))] = None
                elif all(x <= y for x, y in zip(one, two, strict=True)):
                    found[t.le(own, other)] = None
                elif all(x >= y for x, y in zip(one, two, strict=True)):
                    found[t.le(other, own)] = None
        found.pop(t.TRUE, None)
        return list(found)
