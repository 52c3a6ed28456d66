"""Candidates for invariants of searches: what a loop asks of an element, for those at its places and beside them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

from viva.engines.proofs import terms as t
from viva.engines.proofs.checking.system import CLOCK, System
from viva.engines.proofs.search.runs import STEPS, Values
from viva.engines.proofs.terms.evaluate import Endless, Evaluator

_PATTERNS = 4
_PLACES = 6
_GUARDS = 4
_PAIRED = 3
_SEEN = 3
_MOST = 40
_HOLE = t.variable("element!", t.INT)


def at_places(system: System, goal: Sequence[t.Term], rows: Sequence[Values]) -> list[t.Term]:
    """Of numbers that loops change: what is asked of elements holds, or does not, for the element at such a place or
    beside it, always or as long as some flag is up."""
    patterns = _asked(system, goal)[:_PATTERNS]
    if not patterns or not rows:
        return []
    places = [state for state in system.variables if state.sort == t.INT][:_PLACES]
    places += rounds_done(system)
    guards = [t.TRUE]
    flags = [state for state in system.variables if state.sort == t.BOOL][:_GUARDS]
    for flag in flags:
        guards += [flag, t.lnot(flag)]
    for one, two in permutations(flags[:_PAIRED], 2):
        guards.append(t.land(one, t.lnot(two)))
    found: list[t.Term] = []
    for items, condition in patterns:
        for place in [other for each in places for other in (each, t.sub(each, t.ONE), t.add(each, t.ONE))]:
            inside = t.within(place, items)
            asked = t.substitute(condition, {_HOLE.data: t.at(items, place)})
            found += _guarded(guards, inside, asked, rows)
    return found[:_MOST]


def rounds_done(system: System) -> list[t.Term]:
    """How many rounds the loops have done: those that are done with all wait for the others."""
    ends = dict.fromkeys(system.ends)
    return [CLOCK] if len(ends) == 1 else [t.ite(t.lt(CLOCK, end), CLOCK, end) for end in ends]


def _guarded(guards: Sequence[t.Term], inside: t.Term, asked: t.Term, rows: Sequence[Values]) -> list[t.Term]:
    evaluator = Evaluator(STEPS)
    try:
        left = [row for row in rows if evaluator.value(inside, row)]
        truths = [evaluator.value(asked, row) for row in left]
        found = list[t.Term]()
        enough = set[t.Term]()
        for guard in guards:
            if guard.op == "and" and not enough.isdisjoint(guard.args):
                continue
            seen = {
                truth for row, truth in zip(left, truths, strict=True) if guard is t.TRUE or evaluator.value(guard, row)
            }
            count = len(left) if guard is t.TRUE else sum(1 for row in left if evaluator.value(guard, row))
            if len(seen) == 1 and count >= _SEEN:
                found.append(t.implies(t.land(guard, inside), asked if True in seen else t.lnot(asked)))
                enough.add(guard)
                if guard is t.TRUE:
                    break
    except Endless:
        return []
    return found


def _asked(system: System, goal: Sequence[t.Term]) -> list[tuple[t.Term, t.Term]]:
    """Lists that no round changes, and what is asked of one of their elements."""
    moving = {state.data for state in system.variables} | {CLOCK.data}
    found: dict[tuple[t.Term, t.Term], None] = {}
    for part in t.parts_of(*system.next, *map(system.named, goal)):
        if part.op not in ("<=", "=") or part.args[0].sort != t.INT:
            continue
        read = [each for each in t.parts_of(part) if each.op == "at" and each.sort == t.INT]
        for each in read:
            items = each.args[0]
            if items.op != "var" or not t.is_list(items) or items.data in moving or len(read) > 1:
                continue
            condition = t.replace_parts(part, {each: _HOLE})
            if condition.free.isdisjoint(moving) and _HOLE.data in condition.free:
                key = (items, min(condition, t.lnot(condition), key=lambda term: term.key))
                found[key] = None
    return list(found)
