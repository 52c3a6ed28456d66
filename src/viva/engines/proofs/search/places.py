"""Candidates for invariants of searches: what a loop asks of an element, for those at its places and beside them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

from viva.engines.proofs.checking.system import CLOCK, System
from viva.engines.proofs.search.runs import STEPS, Values
from viva.engines.proofs.terms import (
    BOOL,
    INT,
    ONE,
    TRUE,
    Term,
    add,
    at,
    implies,
    is_list,
    ite,
    land,
    lnot,
    lt,
    parts_of,
    replace_parts,
    sub,
    substitute,
    variable,
    within,
)
from viva.engines.proofs.terms.evaluate import Endless, Evaluator

_PATTERNS = 4
_PLACES = 6
_GUARDS = 4
_PAIRED = 3
_SEEN = 3
_MOST = 40
_HOLE = variable("element!", INT)


def at_places(system: System, goal: Sequence[Term], rows: Sequence[Values]) -> list[Term]:
    """Of numbers that loops change: what is asked of elements holds, or does not, for the element at such a place or
    beside it, always or as long as some flag is up."""
    patterns = _asked(system, goal)[:_PATTERNS]
    if not patterns or not rows:
        return []
    places = [state for state in system.variables if state.sort == INT][:_PLACES]
    places += rounds_done(system)
    guards = [TRUE]
    flags = [state for state in system.variables if state.sort == BOOL][:_GUARDS]
    for flag in flags:
        guards += [flag, lnot(flag)]
    for one, two in permutations(flags[:_PAIRED], 2):
        guards.append(land(one, lnot(two)))
    found: list[Term] = []
    for items, condition in patterns:
        for place in [other for each in places for other in (each, sub(each, ONE), add(each, ONE))]:
            inside = within(place, items)
            asked = substitute(condition, {_HOLE.data: at(items, place)})
            found += _guarded(guards, inside, asked, rows)
    return found[:_MOST]


def rounds_done(system: System) -> list[Term]:
    """How many rounds the loops have done: those that are done with all wait for the others."""
    ends = dict.fromkeys(system.ends)
    return [CLOCK] if len(ends) == 1 else [ite(lt(CLOCK, end), CLOCK, end) for end in ends]


def _guarded(guards: Sequence[Term], inside: Term, asked: Term, rows: Sequence[Values]) -> list[Term]:
    evaluator = Evaluator(STEPS)
    try:
        left = [row for row in rows if evaluator.value(inside, row)]
        truths = [evaluator.value(asked, row) for row in left]
        found = list[Term]()
        enough = set[Term]()
        for guard in guards:
            if guard.op == "and" and not enough.isdisjoint(guard.args):
                continue
            seen = {
                truth for row, truth in zip(left, truths, strict=True) if guard is TRUE or evaluator.value(guard, row)
            }
            count = len(left) if guard is TRUE else sum(1 for row in left if evaluator.value(guard, row))
            if len(seen) == 1 and count >= _SEEN:
                found.append(implies(land(guard, inside), asked if True in seen else lnot(asked)))
                enough.add(guard)
                if guard is TRUE:
                    break
    except Endless:
        return []
    return found


def _asked(system: System, goal: Sequence[Term]) -> list[tuple[Term, Term]]:
    """Lists that no round changes, and what is asked of one of their elements."""
    moving = {state.data for state in system.variables} | {CLOCK.data}
    found: dict[tuple[Term, Term], None] = {}
    for part in parts_of(*system.next, *map(system.named, goal)):
        if part.op not in ("<=", "=") or part.args[0].sort != INT:
            continue
        read = [each for each in parts_of(part) if each.op == "at" and each.sort == INT]
        for each in read:
            items = each.args[0]
            if items.op != "var" or not is_list(items) or items.data in moving or len(read) > 1:
                continue
            condition = replace_parts(part, {each: _HOLE})
            if condition.free.isdisjoint(moving) and _HOLE.data in condition.free:
                key = (items, min(condition, lnot(condition), key=lambda term: term.key))
                found[key] = None
    return list(found)
