"""Candidates for invariants, by looking at runs of the folds. Wrong ones can only lose a proof."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations
from typing import Any

from viva.engines.proofs.checking.system import CLOCK, EACH, System
from viva.engines.proofs.search.places import at_places, reached
from viva.engines.proofs.terms import (
    ANY,
    BOOL,
    INT,
    ONE,
    TRUE,
    ZERO,
    Sort,
    Term,
    add,
    cat,
    cut,
    equal,
    implies,
    is_list,
    le,
    length,
    library,
    lnot,
    lor,
    lt,
    order,
    parts_of,
    rebuilt,
    reverse,
    sub,
    variable,
)
from viva.engines.proofs.terms.evaluate import Endless, Evaluator
from viva.engines.proofs.terms.folds import loops_in

Values = dict[str, Any]
STEPS = 60_000
MOST = 160
_POOL = 40
_FEW = 24
_FEW_LISTS = ((), (1,), (2,), (1, 2))
_RUNS = 40
_MOST_SPOKEN = 16
_CASES = 4
_CONDITIONS = 6
_COMPARED = 14
_READING = frozenset({"at", "fold", "ite", "apply"})
_PARTS = frozenset({"fold", "apply", "at", "len", "cut", "reverse", "cat", "drop", "=", "<="})


def random_value(sort: Sort, rng: random.Random, size: int, *, inside: bool = False) -> Any:
    """Texts and rows inside of others are few different ones, so that some of them are equal."""
    if sort in (INT, ANY):
        return rng.randint(-1, 3) if rng.random() < 0.75 else rng.randint(-12, 12)
    if sort == BOOL:
        return rng.random() < 0.5
    assert isinstance(sort, tuple)
    if sort[0] == "list":
        if sort[1] == INT and rng.random() < (0.8 if inside else 0.2):
            return rng.choice(_FEW_LISTS)
        count = rng.randint(0, size)
        return tuple(random_value(sort[1], rng, max(1, size - 2), inside=True) for _ in range(count))
    return tuple(random_value(part, rng, size, inside=inside) for part in sort[1:])


def inputs(variables: Sequence[Term], known: Sequence[Term], seed: int = 1) -> list[Values]:
    """Random values of the variables for which all that is known holds."""
    rng = random.Random(seed)
    found: list[Values] = []
    for attempt in range(_RUNS * 6):
        values = {each.data: random_value(each.sort, rng, 1 + attempt % 6) for each in variables}
        try:
            if all(Evaluator(STEPS).value(each, values) for each in known):
                found.append(values)
        except Endless:
            continue
        if len(found) == _RUNS:
            break
    return found


def records(system: System, runs: Sequence[Values]) -> list[Values]:
    """The values of the variables of a system in all rounds of all runs."""
    found: list[Values] = []
    for run in runs:
        evaluator = Evaluator(STEPS)
        try:
            now = {
                state.data: evaluator.value(first, run)
                for state, first in zip(system.variables, system.first, strict=True)
            }
            last = max(0, *(evaluator.value(end, run) for end in system.ends))
            rows = []
            for clock in range(min(last, 30) + 1):
                row = {**run, **now, CLOCK.data: clock}
                rows.append(row)
                if clock < last:
                    done: dict[Term, Any] = {}
                    now = {
                        state.data: evaluator.value(following, row, done)
                        for state, following in zip(system.variables, system.next, strict=True)
                    }
        except Endless:
            continue
        found += rows
    return found


def simple(system: System, goal: Sequence[Term], runs: Sequence[Values]) -> list[Term]:
    """What is always equal, or always so: few, and often enough."""
    return _always(system, records(system, runs), _pool(system, goal)[:_POOL])[:_FEW]


def by_cases(system: System, goal: Sequence[Term], runs: Sequence[Values]) -> list[Term]:
    """The same, apart from inputs of which the claim speaks by themselves, such as empty lists; nothing if there are
    none."""
    moving = {state.data for state in system.variables}
    asked = [part for part in _conditions(goal) if part.free.isdisjoint(moving) and CLOCK.data not in part.free]
    rows, pool = records(system, runs), _pool(system, goal)[:_POOL]
    found: dict[Term, None] = {}
    for case in asked[:2]:
        evaluator = Evaluator(STEPS)
        held = [row for row in rows if evaluator.value(case, row)]
        others = [row for row in rows if not evaluator.value(case, row)]
        if held and others:
            sides = sorted(((case, others), (lnot(case), held)), key=lambda side: -len(side[1]))
            for (apart, here), most in zip(sides, (_FEW // 2, _CASES), strict=True):
                found |= dict.fromkeys([lor(apart, each) for each in _always(system, here, pool)][:most])
    return list(found)[:_FEW]


def _conditions(goal: Sequence[Term]) -> list[Term]:
    return [part for part in parts_of(*goal) if part.op in ("=", "<=") and part.size < 8 and not loops_in(part)]


def _always(system: System, rows: Sequence[Values], pool: Sequence[Term]) -> list[Term]:
    vectors = _vectors(rows, pool)
    if not vectors:
        return []
    seen = _Seen(system, vectors)
    seen.always()
    return list(seen.found)


def plain(system: System, goal: Sequence[Term], runs: Sequence[Values]) -> list[Term]:
    """What holds in all rounds that were seen."""
    rows = records(system, runs)
    return [*at_places(system, goal, rows), *_candidates(rows, system, _pool(system, goal)[:_POOL])][:MOST]


def about_each(system: System, goal: Sequence[Term], runs: Sequence[Values]) -> list[Term]:
    """The same, and what holds for each value that may be in lists; nothing if there are no lists."""
    lists = [each for each in (*system.variables, *_walked(system)) if is_list(each) and each.sort != ("list", ANY)]
    if not lists or len({each.sort for each in lists}) > 1:
        return []
    one = variable(EACH, lists[0].sort[1])
    rng = random.Random(7)
    rows = []
    for row in records(system, runs):
        met = [item for each in lists for item in row.get(each.data, ())]
        rows += [{**row, EACH: rng.choice(met)}] if met else []
        rows += [{**row, EACH: random_value(one.sort, rng, 3)}]
    pool = dict.fromkeys(_pool(system, goal)[: _POOL // 2])
    for items in lists:
        reached = [CLOCK] if items in _walked(system) else []
        for rounds in (None, *reached):
            pool[library.contains(items, one, rounds)] = None
            pool[library.count(items, one, rounds)] = None
    found = _candidates(rows, system, list(pool))
    spoken = [term for term in found if EACH in term.free]
    return [*spoken[:_MOST_SPOKEN], *(term for term in found if EACH not in term.free)][: MOST // 2] if spoken else []


def _vectors(rows: Sequence[Values], pool: Sequence[Term]) -> dict[Term, tuple[Any, ...]]:
    """The values of terms in all rounds that were seen."""
    vectors: dict[Term, tuple[Any, ...]] = {}
    for term in pool if rows else ():
        try:
            vectors[term] = tuple(Evaluator(STEPS).value(term, row) for row in rows)
        except Endless:
            continue
    return vectors


def _candidates(rows: Sequence[Values], system: System, pool: Sequence[Term]) -> list[Term]:
    vectors = _vectors(rows, pool)
    if not vectors:
        return []
    seen = _Seen(system, vectors)
    for end in dict.fromkeys(system.ends):
        if all(row[CLOCK.data] <= Evaluator(STEPS).value(end, row) for row in rows):
            seen.found[le(CLOCK, end)] = None
    seen.always()
    seen.implications()
    seen.under_conditions()
    seen.orders()
    return [*soon_over(system, rows), *seen.found]


def soon_over(system: System, rows: Sequence[Values]) -> list[Term]:
    """How long a loop may still go on: as long as numbers are apart, they are no further apart than there are rounds
    left."""
    states = {state.data for state in system.variables}
    found: dict[Term, None] = {}
    for part in parts_of(*system.next):
        if part.free.isdisjoint(states) or any(each.op in _READING for each in parts_of(part)):
            continue
        for going, distance in _distances(part):
            for end in dict.fromkeys(system.ends):
                claim = implies(going, le(add(distance, CLOCK), end))
                if CLOCK.data not in going.free and _in_all(rows, claim, going):
                    found[claim] = None
    return list(found)[:_CONDITIONS]


def _distances(part: Term) -> list[tuple[Term, Term]]:
    """Of a comparison of numbers: when it holds, or does not, and how far they are apart then."""
    if part.op == "=" and part.args[0].sort == INT:
        apart = sub(*part.args)
        return [(lnot(part), apart), (lnot(part), sub(ZERO, apart))]
    sides = (part, lnot(part)) if part.op == "<=" else ()
    # no length is negative
    return [(going, sub(add(going.args[1], ONE), going.args[0])) for going in sides if going.op == "<="]


def _in_all(rows: Sequence[Values], claim: Term, case: Term) -> bool:
    """Whether a claim holds in all rounds that were seen, and its case was among them."""
    try:
        evaluator = Evaluator(STEPS)
        return all(evaluator.value(claim, row) for row in rows) and any(evaluator.value(case, row) for row in rows)
    except Endless:
        return False


class _Seen:
    """What the values of terms in all rounds that were seen have in common, from the plainest on."""

    def __init__(self, system: System, vectors: dict[Term, tuple[Any, ...]]) -> None:
        self.system, self.vectors = system, vectors
        self.terms = list(vectors)
        self.everywhere = range(len(next(iter(vectors.values()))))
        self.states = {state.data for state in system.variables}
        self.same: set[tuple[Term, Term]] = set()
        self.found: dict[Term, None] = {}

    def note(self, term: Term) -> None:
        """Of the number of rounds alone it is known how far it goes; nothing else has to be found out about it."""
        if term is not TRUE and not term.free.isdisjoint(self.states):
            self.found[term] = None

    def always(self) -> None:
        """Conditions that never change, and what is always equal: of that, one is enough from here on."""
        decided = {
            term: self.vectors[term][0]
            for term in self.terms
            if term.sort == BOOL and len(set(self.vectors[term])) == 1
        }  # fmt: skip
        for term, truth in decided.items():
            self.note(term if truth else lnot(term))
        for one, two in combinations([state for state in self.system.variables if state in decided], 2):
            if decided[one] == decided[two]:  # errors that no run had may yet be the same errors
                self.note(equal(one, two))
        self.terms = [term for term in self.terms if term not in decided]
        self.terms = self.equalities(TRUE, self.everywhere)

    def equalities(self, guard: Term, places: Sequence[int]) -> list[Term]:
        """Notes what is equal in these rounds, and gives one of each kind."""
        groups: dict[tuple[Any, ...], list[Term]] = {}
        # Where all loops end together, what lists are before the first and after the last round follows from the rest.
        at_an_end = guard is not TRUE and guard.free.isdisjoint(self.states) and len(set(self.system.ends)) == 1
        for term in self.terms:
            values = [self.vectors[term][place] for place in places]
            if term.sort == BOOL and not values[0]:  # a condition and its opposite say the same
                groups.setdefault((BOOL, *(not value for value in values)), []).append(lnot(term))
            else:
                groups.setdefault((term.sort, *values), []).append(term)
        for (sort, *known), group in groups.items():
            if sort == BOOL and len(set(known)) == 1:
                continue  # said by implications
            for other in group[1:]:
                if (group[0], other) not in self.same and not (at_an_end and is_list(other)):
                    if guard is TRUE:
                        self.same.add((group[0], other))
                    self.note(implies(guard, equal(group[0], other)))
        return [group[0] if group[0] in self.vectors else lnot(group[0]) for group in groups.values()]

    def implications(self) -> None:
        truths = [term for term in self.terms if term.sort == BOOL]
        for one, two in combinations(truths, 2):
            pairs = set(zip(self.vectors[one], self.vectors[two], strict=True))
            for missing, claim in (
                ((True, False), implies(one, two)),
                ((False, True), implies(two, one)),
                ((True, True), implies(one, lnot(two))),
                ((False, False), implies(lnot(one), two)),
            ):
                if missing not in pairs:
                    self.note(claim)

    def under_conditions(self) -> None:
        for term in [term for term in self.terms if term.sort == BOOL]:
            for guard, wanted in ((term, True), (lnot(term), False)):
                places = [place for place in self.everywhere if self.vectors[term][place] == wanted]
                if len(places) >= 3:
                    self.equalities(guard, places)

    def orders(self) -> None:
        numbers = [term for term in self.terms if term.sort == INT][:_COMPARED]
        for one, two in combinations(numbers, 2):
            pairs = list(zip(self.vectors[one], self.vectors[two], strict=True))
            if all(x <= y for x, y in pairs):
                self.note(le(one, two))
            elif all(x >= y for x, y in pairs):
                self.note(le(two, one))
            elif one in self.system.variables and two in self.system.variables:
                if all(x <= y + 1 for x, y in pairs):
                    self.note(le(one, add(two, ONE)))
                elif all(x + 1 >= y for x, y in pairs):
                    self.note(le(two, add(one, ONE)))


def _pool(system: System, goal: Sequence[Term]) -> list[Term]:
    """Terms that invariants are made of: variables, lengths, parts of the goal, and what the loops go through."""
    pool: dict[Term, None] = dict.fromkeys(system.variables)
    for state in system.variables:
        if is_list(state):
            pool[length(state)] = None
    pool |= dict.fromkeys((CLOCK, ZERO, ONE, add(CLOCK, ONE)))
    moving = {state.data for state in system.variables}
    for end in dict.fromkeys(system.ends):
        pool[end] = None
        pool[sub(end, CLOCK)] = None
        pool[lt(CLOCK, end)] = None
    pool |= dict.fromkeys(_conditions(goal)[:_CASES])
    for term in goal:
        named = system.named(term)
        for part in parts_of(named):
            if part.op in _PARTS and part.size < 40 and not part.free.isdisjoint(moving):
                pool[part] = None
    for items in _walked(system):
        pool[cut(items, ZERO, CLOCK)] = None
        pool[cut(items, CLOCK, length(items))] = None
        pool[items] = None
    for first in system.first:
        if first.free:
            pool[first] = None
    pool |= dict.fromkeys(_in_order(system, _sorted_in(goal)))
    pool |= dict.fromkeys(_in_place(system))
    pool[le(ONE, CLOCK)] = None
    compared = [part.args[0] for part in parts_of(*map(system.named, goal)) if part.op in ("=", "<=")]
    counts = [each for each in dict.fromkeys(compared) if each.op == "var" and each.sort == INT and each.data in moving]
    pool |= {le(state, most): None for state in counts[:2] for most in (ZERO, ONE)}
    if len(set(system.ends)) > 1:
        pool |= dict.fromkeys(reached(system))
    asked = [
        part
        for following in system.next
        for part in parts_of(following)
        if part.op in ("=", "<=")
        and part.size < 16
        and not part.free.isdisjoint(moving)
        and all(each.op not in ("fold", "div") for each in parts_of(part))
    ]
    pool |= dict.fromkeys(asked[:_CONDITIONS])
    for loop in loops_in(*system.next):  # what another loop has after as many rounds
        if loop.args[0] in (CLOCK, add(CLOCK, ONE)) and loop.free.isdisjoint(moving):
            pool[rebuilt(loop, (CLOCK, *loop.args[1:]))] = None
    for following in system.next:
        for part in parts_of(following):
            if part.op == "var" and part.sort == INT and part.data not in moving:
                pool[part] = None
    return [term for term in pool if not (is_list(term) and term.sort == ("list", ANY))]


def _in_place(system: System) -> list[Term]:
    """For a list that is changed in place: what another loop has made so far, and what is left of the list."""
    begun = list(zip(system.variables, system.first, strict=True))
    lists = [first for state, first in begun if is_list(state) and first.op == "var"]
    return [
        cat(state, cut(items, clock, length(items)))
        for items in dict.fromkeys(lists) for state, first in begun
        if state.sort == items.sort and first.op != "var" for clock in (CLOCK, add(CLOCK, ONE))
    ][:_CASES]  # fmt: skip


def _sorted_in(goal: Sequence[Term]) -> list[Term]:
    return [each for each in parts_of(*goal) if each.op == "apply" and each.data == order.SORTED and not loops_in(each)]


def _in_order(system: System, made: Sequence[Term]) -> list[Term]:
    """The parts of a sorted list that loops may have reached, and what is left of lists in order."""
    found: list[Term] = []
    for whole in made[:1]:
        size = length(whole)
        for clock in reached(system)[:2]:
            rest = sub(size, clock)
            pieces = [cut(whole, ZERO, clock), cut(whole, clock, size), cut(whole, ZERO, rest), cut(whole, rest, size)]
            found += [*pieces, *map(reverse, pieces)]
        begun = zip(system.variables, system.first, strict=True)
        found += [order.in_order(state) for state, first in begun if state.sort == whole.sort and first.op != "nil"]
    return found


def _walked(system: System) -> list[Term]:
    """The lists that the loops read and do not change."""
    moving = {state.data for state in system.variables}
    parts = (part for following in system.next for part in parts_of(following))
    return list(dict.fromkeys(part for part in parts if part.op == "var" and is_list(part) and part.data not in moving))
