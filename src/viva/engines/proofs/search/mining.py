"""Candidates for invariants, by looking at runs of the folds. Wrong ones can only lose a proof."""

from __future__ import annotations

import random
from collections.abc import Sequence

from viva.engines.proofs import terms as t
from viva.engines.proofs.checking.system import CLOCK, EACH, System
from viva.engines.proofs.search.agreement import Agreement
from viva.engines.proofs.search.places import at_places, rounds_done
from viva.engines.proofs.search.runs import STEPS, Values, random_value, records, vectors_of
from viva.engines.proofs.terms import library, order
from viva.engines.proofs.terms.evaluate import Endless, Evaluator
from viva.engines.proofs.terms.folds import loops_in

MOST = 160
_POOL = 40
_FEW = 24
_MOST_SPOKEN = 16
_CASES = 4
_CONDITIONS = 6
_READING = frozenset({"at", "fold", "ite", "apply"})
_PARTS = frozenset({"fold", "apply", "at", "len", "cut", "reverse", "cat", "drop", "=", "<="})


def simple(system: System, goal: Sequence[t.Term], runs: Sequence[Values]) -> list[t.Term]:
    """What is always equal, or always so: few, and often enough."""
    return _always(system, records(system, runs), _pool(system, goal)[:_POOL])[:_FEW]


def by_cases(system: System, goal: Sequence[t.Term], runs: Sequence[Values]) -> list[t.Term]:
    """The same, apart from inputs of which the claim speaks by themselves, such as empty lists; nothing if there are
    none."""
    moving = {state.data for state in system.variables}
    asked = [part for part in _conditions(goal) if part.free.isdisjoint(moving) and CLOCK.data not in part.free]
    rows, pool = records(system, runs), _pool(system, goal)[:_POOL]
    found: dict[t.Term, None] = {}
    for case in asked[:2]:
        evaluator = Evaluator(STEPS)
        held = [row for row in rows if evaluator.value(case, row)]
        others = [row for row in rows if not evaluator.value(case, row)]
        if held and others:
            sides = sorted(((case, others), (t.lnot(case), held)), key=lambda side: -len(side[1]))
            for (apart, here), most in zip(sides, (_FEW // 2, _CASES), strict=True):
                found |= dict.fromkeys([t.lor(apart, each) for each in _always(system, here, pool)][:most])
    return list(found)[:_FEW]


def _conditions(goal: Sequence[t.Term]) -> list[t.Term]:
    return [part for part in t.parts_of(*goal) if part.op in ("=", "<=") and part.size < 8 and not loops_in(part)]


def _always(system: System, rows: Sequence[Values], pool: Sequence[t.Term]) -> list[t.Term]:
    vectors = vectors_of(rows, pool)
    if not vectors:
        return []
    seen = Agreement(system, vectors, rows)
    seen.always()
    return list(seen.found)


def plain(system: System, goal: Sequence[t.Term], runs: Sequence[Values]) -> list[t.Term]:
    """What holds in all rounds that were seen."""
    rows = records(system, runs)
    return [*at_places(system, goal, rows), *_candidates(rows, system, _pool(system, goal)[:_POOL])][:MOST]


def of_each(system: System, _goal: Sequence[t.Term], runs: Sequence[Values]) -> list[t.Term]:
    """What is always so of each value that may be in lists: few, as `simple`."""
    found = _about_each(system, runs, system.variables, counted=False)
    return [] if found is None else _spoken(_always(system, *found))[:_FEW]


def about_each(system: System, goal: Sequence[t.Term], runs: Sequence[Values]) -> list[t.Term]:
    """What holds in all rounds, and of each value that may be in lists; nothing if there are no lists."""
    found = _about_each(system, runs, _pool(system, goal)[: _POOL // 2])
    return [] if found is None else _spoken(_candidates(found[0], system, found[1]))[: MOST // 2]


def _about_each(
    system: System, runs: Sequence[Values], others: Sequence[t.Term], *, counted: bool = True
) -> tuple[list[Values], list[t.Term]] | None:
    """The rounds of runs, each with a value, and the terms that say whether it is in the lists, and if `counted` how
    often; with others. None if there are no lists, or lists of several kinds."""
    lists = [each for each in (*system.variables, *_walked(system)) if t.is_list(each) and each.sort != ("list", t.ANY)]
    if not lists or len({each.sort for each in lists}) > 1:
        return None
    one = t.variable(EACH, lists[0].sort[1])
    rng = random.Random(7)
    rows = []
    for row in records(system, runs):
        met = [item for each in lists for item in row.get(each.data, ())]
        rows += [{**row, EACH: rng.choice(met)}] if met else []
        rows += [{**row, EACH: random_value(one.sort, rng, 3)}]
    pool = dict.fromkeys(others)
    for items in lists:
        reached = [CLOCK] if items in _walked(system) else []
        for rounds in (None, *reached):
            pool[library.contains(items, one, rounds)] = None
            if counted:
                pool[library.count(items, one, rounds)] = None
    return rows, list(pool)


def _spoken(found: Sequence[t.Term]) -> list[t.Term]:
    """Those that speak of each value first; nothing if there are none."""
    spoken = [term for term in found if EACH in term.free]
    return [*spoken[:_MOST_SPOKEN], *(term for term in found if EACH not in term.free)] if spoken else []


def _candidates(rows: Sequence[Values], system: System, pool: Sequence[t.Term]) -> list[t.Term]:
    vectors = vectors_of(rows, pool)
    if not vectors:
        return []
    seen = Agreement(system, vectors, rows)
    for end in dict.fromkeys(system.ends):
        if all(row[CLOCK.data] <= Evaluator(STEPS).value(end, row) for row in rows):
            seen.found[t.le(CLOCK, end)] = None
    seen.always()
    seen.implications()
    seen.under_conditions()
    seen.orders()
    return [*soon_over(system, rows), *seen.found]


def soon_over(system: System, rows: Sequence[Values]) -> list[t.Term]:
    """How long a loop may still go on: as long as numbers are apart, they are no further apart than there are rounds
    left."""
    states = {state.data for state in system.variables}
    found: dict[t.Term, None] = {}
    for part in t.parts_of(*system.next):
        if part.free.isdisjoint(states) or any(each.op in _READING for each in t.parts_of(part)):
            continue
        for going, distance in _distances(part):
            for end in dict.fromkeys(system.ends):
                claim = t.implies(going, t.le(t.add(distance, CLOCK), end))
                if CLOCK.data not in going.free and _in_all(rows, claim, going):
                    found[claim] = None
    return list(found)[:_CONDITIONS]


def _distances(part: t.Term) -> list[tuple[t.Term, t.Term]]:
    """Of a comparison of numbers: when it holds, or does not, and how far they are apart then."""
    if part.op == "=" and part.args[0].sort == t.INT:
        apart = t.sub(*part.args)
        return [(t.lnot(part), apart), (t.lnot(part), t.sub(t.ZERO, apart))]
    sides = (part, t.lnot(part)) if part.op == "<=" else ()
    # no length is negative
    return [(going, t.sub(t.add(going.args[1], t.ONE), going.args[0])) for going in sides if going.op == "<="]


def _in_all(rows: Sequence[Values], claim: t.Term, case: t.Term) -> bool:
    """Whether a claim holds in all rounds that were seen, and its case was among them."""
    try:
        evaluator = Evaluator(STEPS)
        return all(evaluator.value(claim, row) for row in rows) and any(evaluator.value(case, row) for row in rows)
    except Endless:
        return False


def _pool(system: System, goal: Sequence[t.Term]) -> list[t.Term]:
    """Terms that invariants are made of: variables, lengths, parts of the goal, and what the loops go through."""
    pool: dict[t.Term, None] = dict.fromkeys(system.variables)
    for state in system.variables:
        if t.is_list(state):
            pool[t.length(state)] = None
    pool |= dict.fromkeys((CLOCK, t.ZERO, t.ONE, t.add(CLOCK, t.ONE)))
    moving = {state.data for state in system.variables}
    for end in dict.fromkeys(system.ends):
        pool[end] = None
        pool[t.sub(end, CLOCK)] = None
        pool[t.lt(CLOCK, end)] = None
    for first in dict.fromkeys(system.first):
        if t.is_list(first) and first.op == "var":
            pool[t.sub(t.length(first), CLOCK)] = None
    pool |= dict.fromkeys(_conditions(goal)[:_CASES])
    for term in goal:
        named = system.named(term)
        for part in t.parts_of(named):
            if part.op in _PARTS and part.size < 40 and not part.free.isdisjoint(moving):
                pool[part] = None
                if part.op in ("=", "<="):  # what is asked at the end, asked now
                    pool |= {t.replace_parts(part, {end: CLOCK}): None for end in dict.fromkeys(system.ends)}
    consumed = [first for first in system.first if t.is_list(first) and first.op == "var"]
    for items in dict.fromkeys([*_walked(system), *consumed]):
        pool[t.cut(items, t.ZERO, CLOCK)] = None
        pool[t.cut(items, CLOCK, t.length(items))] = None
        pool[items] = None
    for first in system.first:
        if first.free:
            pool[first] = None
    pool |= dict.fromkeys(_in_order(system, _sorted_in(goal)))
    pool |= dict.fromkeys(_in_place(system))
    pool[t.le(t.ONE, CLOCK)] = None
    compared = [part.args[0] for part in t.parts_of(*map(system.named, goal)) if part.op in ("=", "<=")]
    counts = [
        each for each in dict.fromkeys(compared) if each.op == "var" and each.sort == t.INT and each.data in moving
    ]
    pool |= {t.le(state, most): None for state in counts[:2] for most in (t.ZERO, t.ONE)}
    if len(set(system.ends)) > 1:
        pool |= dict.fromkeys(rounds_done(system))
    asked = [
        part
        for following in system.next
        for part in t.parts_of(following)
        if part.op in ("=", "<=")
        and part.size < 16
        and not part.free.isdisjoint(moving)
        and all(each.op not in ("fold", "div") for each in t.parts_of(part))
    ]
    pool |= dict.fromkeys(asked[:_CONDITIONS])
    parts = t.parts_of(*system.next)
    turns = [part for part in parts if part.op == "=" and part.free == {CLOCK.data} and part.size < 8]
    pool |= dict.fromkeys(turns[:_CASES])  # every second round, say
    for loop in loops_in(*system.next):  # what another loop has after as many rounds
        if loop.args[0] in (CLOCK, t.add(CLOCK, t.ONE)) and loop.free.isdisjoint(moving):
            pool[t.rebuild(loop, (CLOCK, *loop.args[1:]))] = None
    for following in system.next:
        for part in t.parts_of(following):
            if part.op == "var" and part.sort == t.INT and part.data not in moving:
                pool[part] = None
    return [term for term in pool if not (t.is_list(term) and term.sort == ("list", t.ANY))]


def _in_place(system: System) -> list[t.Term]:
    """For a list that is changed in place: what another loop has made so far, and what is left of the list."""
    begun = list(zip(system.variables, system.first, strict=True))
    lists = [first for state, first in begun if t.is_list(state) and first.op == "var"]
    return [
        t.cat(state, t.cut(items, clock, t.length(items)))
        for items in dict.fromkeys(lists) for state, first in begun
        if state.sort == items.sort and first.op != "var" for clock in (CLOCK, t.add(CLOCK, t.ONE))
    ][:_CASES]  # fmt: skip


def _sorted_in(goal: Sequence[t.Term]) -> list[t.Term]:
    return [
        each for each in t.parts_of(*goal) if each.op == "apply" and each.data == order.SORTED and not loops_in(each)
    ]


def _in_order(system: System, made: Sequence[t.Term]) -> list[t.Term]:
    """The parts of a sorted list that loops may have reached, and what is left of lists in order."""
    found: list[t.Term] = []
    for whole in made[:1]:
        size = t.length(whole)
        for clock in rounds_done(system)[:2]:
            rest = t.sub(size, clock)
            pieces = [
                t.cut(whole, t.ZERO, clock),
                t.cut(whole, clock, size),
                t.cut(whole, t.ZERO, rest),
                t.cut(whole, rest, size),
            ]
            found += [*pieces, *map(t.reverse, pieces)]
        begun = zip(system.variables, system.first, strict=True)
        found += [order.in_order(state) for state, first in begun if state.sort == whole.sort and first.op != "nil"]
    return found


def _walked(system: System) -> list[t.Term]:
    """The lists that the loops read and do not change."""
    moving = {state.data for state in system.variables}
    parts = (part for following in system.next for part in t.parts_of(following))
    return list(
        dict.fromkeys(part for part in parts if part.op == "var" and t.is_list(part) and part.data not in moving)
    )
