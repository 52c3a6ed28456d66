"""Recursion against loops and against other recursion.

Two functions may give the same for all values because they do so for smaller ones. A loop may keep what a function
gives for its current state, or for its number of rounds: `a = f(k)`, `total + f(rest) = f(all)`, `f(a, b)` as before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice, product
from typing import Any

from viva.engines.proofs.checking.certificate import Induction
from viva.engines.proofs.checking.smaller import SMALLER, hypotheses
from viva.engines.proofs.checking.system import CLOCK, System
from viva.engines.proofs.query import Solver
from viva.engines.proofs.search.mining import STEPS, Values, records, simple
from viva.engines.proofs.terms import (
    BOOL,
    INT,
    ONE,
    TRUE,
    ZERO,
    Term,
    add,
    at,
    cat,
    cut,
    equal,
    implies,
    is_list,
    ite,
    land,
    le,
    length,
    lnot,
    lor,
    lt,
    mul,
    number,
    parts_of,
    rebuilt,
    sub,
)
from viva.engines.proofs.terms.evaluate import Endless, Evaluator
from viva.engines.proofs.terms.folds import loops_in
from viva.engines.proofs.terms.recursive import call, calls_in, in_domain, measured, raising

_ROWS = 90
_FUNCTIONS = 4
_APPLIED = 48
_MOST = 70
_BOUNDS = 24
_FLAGS = 3
_MEASURES = 4


def by_smaller(solver: Solver, known: Sequence[Term], goal: Term) -> Induction | None:
    """By induction over the measure of one of the functions in the claim."""
    if not calls_in(*known, goal):
        return None
    measures = dict.fromkeys(measured(each) for each in calls_in(goal, *known) if not loops_in(each))
    for measure in list(measures)[:_MEASURES]:
        if proved_smaller(solver, known, goal, measure):
            return Induction(SMALLER, (), (), measure)
    return None


def proved_smaller(solver: Solver, known: Sequence[Term], goal: Term, measure: Term) -> bool:
    solver.lemmas.append(hypotheses(known, goal, measure))
    try:
        return solver.follows(known, goal)
    finally:
        solver.lemmas.pop()


def about_calls(system: System, goal: Sequence[Term], runs: Sequence[Values]) -> list[Term]:
    """What functions give for the state of loops; nothing if there are none."""
    wholes = _wholes(system, goal)
    if not wholes:
        return []
    rows = records(system, runs)
    rows = rows[:: 1 + len(rows) // _ROWS]
    if not rows:
        return []
    seen = _Rows(system, rows)
    for whole in wholes[:_FUNCTIONS]:
        for applied in islice(dict.fromkeys(_applied(system, whole)), _APPLIED):
            seen.relate(applied, whole)
    if not seen.found:
        return []
    return [*simple(system, goal, runs), *list(seen.found)[:_MOST], *seen.bounds()[:_BOUNDS]]


def _wholes(system: System, goal: Sequence[Term]) -> list[Term]:
    """Calls, and loops of which the result is asked, with the arguments that the claim is about."""
    found = [each for each in calls_in(*goal) if not each.data.raises and not loops_in(each)]
    if not found and len({each.data for each in system.folds}) > 1:
        found = [each for each in system.folds if each.data.states == 1 and not loops_in(*each.args)]
    return list(dict.fromkeys(found))


def _applied(system: System, whole: Term) -> Iterator[Term]:
    """The function for other arguments: what the loops have, and how far they have come."""
    ends = list(dict.fromkeys(system.ends))
    if whole.op == "fold":
        for rounds in [*(sub(end, CLOCK) for end in ends), CLOCK, add(CLOCK, ONE)]:
            yield rebuilt(whole, (rounds, *whole.args[1:]))
        return
    options = []
    for arg in whole.args:
        states = [state for state in system.variables if state.sort == arg.sort]
        if arg.sort == INT:
            near = [add(CLOCK, number(more)) for more in (0, 1, 2, 3)]
            options.append([*states, arg, *near, *(sub(end, CLOCK) for end in ends), add(arg, sub(ZERO, CLOCK)), *_moved(states)])
        elif is_list(arg):
            size = length(arg)
            left = sub(size, CLOCK)
            cuts = [(CLOCK, size), (ZERO, CLOCK), (ZERO, left), (CLOCK, left), (ZERO, add(CLOCK, ONE)), (add(CLOCK, ONE), size)]
            options.append([*states, *(cut(arg, low, high) for low, high in cuts), *_between(system, arg), arg])
        else:
            options.append([*states, arg])
    for args in sorted(product(*(enumerate(each) for each in options)), key=lambda several: sum(place for place, _ in several)):
        yield call(whole.data, [arg for _, arg in args])


def _moved(states: Sequence[Term]) -> list[Term]:
    return [add(state, number(more)) for more in (-1, 1) for state in states[:3]]


def _between(system: System, items: Term) -> list[Term]:
    """The parts of a list from, or up to, numbers that loops change."""
    numbers = [state for state in system.variables if state.sort == INT][:3]
    found = []
    for low in numbers:
        found += [cut(items, low, length(items)), cut(items, ZERO, low)]
        found += [cut(items, low, add(high, ONE)) for high in numbers if high is not low]
    return found


Related = tuple[Callable[[Any, Any], Any], Callable[[Term, Term], Term]]
_NUMBERS: tuple[Related, ...] = (
    (lambda x, y: x + y, add), (lambda x, y: x * y, mul), (max, lambda x, y: ite(lt(x, y), y, x)),
    (min, lambda x, y: ite(lt(y, x), y, x)), (lambda x, y: x - y, sub),
)  # fmt: skip
_LISTS: tuple[Related, ...] = ((lambda x, y: x + y, cat), (lambda x, y: y + x, lambda x, y: cat(y, x)))
_TRUTHS: tuple[Related, ...] = ((lambda x, y: x or y, lor), (lambda x, y: x and y, land))


class _Rows:
    """What holds of a function and the state of loops in all rounds that were seen."""

    def __init__(self, system: System, rows: Sequence[Values]) -> None:
        self.system, self.rows = system, rows
        self.evaluator = Evaluator(40 * STEPS)
        self.vectors: dict[Term, tuple[Any, ...] | None] = {}
        self.found: dict[Term, None] = {}
        self.flags = [state for state in system.variables if state.sort == BOOL][:_FLAGS]

    def vector(self, term: Term) -> tuple[Any, ...] | None:
        if term not in self.vectors:
            try:
                self.vectors[term] = tuple(self.evaluator.value(term, row) for row in self.rows)
            except Endless:
                self.evaluator.depth = 0
                self.vectors[term] = None
        return self.vectors[term]

    def relate(self, applied: Term, whole: Term) -> None:
        values, first = self.vector(applied), self.vector(whole)
        if values is None or first is None:
            return
        before = len(self.found)
        self._note(applied, values, whole, first)
        for state in self._of_sort(applied):
            own = self.vector(state)
            if own is None:
                continue
            self._note(state, own, applied, values)
            kinds = _NUMBERS if applied.sort == INT else _LISTS if is_list(applied) else _TRUTHS
            for compute, make in kinds if applied is not whole else ():
                self._note(make(state, applied), tuple(map(compute, own, values)), whole, first)
        if len(self.found) > before and applied.op == "call":
            for known in (in_domain(applied), lnot(call(raising(applied.data), applied.args))):
                self._hold(known)

    def _of_sort(self, applied: Term) -> list[Term]:
        """The variables of loops, and the last elements of lists that they make."""
        found = [state for state in self.system.variables if state.sort == applied.sort]
        for items in self.system.variables:
            if is_list(items) and items.sort[1] == applied.sort:
                places = [sub(length(items), ONE), sub(length(items), number(2)), CLOCK, add(CLOCK, ONE)]
                found += [at(items, place) for place in places]
        return found

    def _note(self, one: Term, left: Sequence[Any], two: Term, right: Sequence[Any]) -> None:
        """That two are equal in all rounds, or in all in which a flag is up, or none of them is."""
        claim = equal(one, two)
        if claim is TRUE or claim.free.isdisjoint({state.data for state in self.system.variables} | {CLOCK.data}):
            return
        same = [x == y for x, y in zip(left, right, strict=True)]
        if all(same):
            self.found[claim] = None
            return
        for flag in self.flags:
            up = self.vector(flag)
            for guard, wanted in ((flag, True), (lnot(flag), False)) if up is not None and any(same) else ():
                here = [truth for truth, value in zip(same, up, strict=True) if value == wanted]
                if len(here) >= 3 and all(here):
                    self.found[implies(guard, claim)] = None

    def _hold(self, known: Term) -> None:
        if known is not TRUE and known.size < 60:
            truths = self.vector(known)
            if truths is not None and all(truths):
                for each in known.args if known.op == "and" else (known,):
                    self.found[each] = None

    def bounds(self) -> list[Term]:
        """Which numbers of the loops are at most which others."""
        states = [state for state in self.system.variables if state.sort == INT]
        lengths = [length(state) for state in self.system.variables if is_list(state)]
        given = [each for each in dict.fromkeys(parts_of(*self.system.first, *self.system.ends)) if each.op in ("var", "len") and each.sort == INT]
        others = [ZERO, ONE, CLOCK, *dict.fromkeys(self.system.ends), *given[:3]]
        found: dict[Term, None] = {}
        for own in [*states, *lengths]:
            for other in [*others, *states]:
                if own is other:
                    continue
                one, two = self.vector(own), self.vector(other)
                if one is None or two is None:
                    continue
                if one == two:
                    found[equal(own, other)] = None
                elif all(x <= y for x, y in zip(one, two, strict=True)):
                    found[le(own, other)] = None
                elif all(x >= y for x, y in zip(one, two, strict=True)):
                    found[le(other, own)] = None
        found.pop(TRUE, None)
        return list(found)
