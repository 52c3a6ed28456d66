"""Walks a specification read by read and finds the ways through it, shortest first.

At each read a few values are tried; where no value takes the other side of a decision, the solver is asked for inputs
that do, all earlier ones included. Levels of the walk are numbers of reads. Wide levels are thinned out to ways that
differ in where they are and in how near their comparisons came to turning.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import field

from viva.core.records import dataclass
from viva.engines.dialogues.evaluation import Undefined, belongs
from viva.engines.dialogues.model import Branch, Mode, Operation, Repeat, Value
from viva.engines.dialogues.semantics import Path
from viva.engines.dialogues.suites.aims.goals import Goal, way_goals
from viva.engines.dialogues.suites.aims.of_conditions import atoms
from viva.engines.dialogues.suites.cases import numbers_in
from viva.engines.dialogues.suites.searching.search import Searcher
from viva.engines.dialogues.suites.searching.wishes import Wish
from viva.engines.dialogues.suites.values import Pool
from viva.engines.dialogues.suites.ways.formulas import Untranslatable, interpret, negation
from viva.engines.dialogues.suites.ways.paths import Decision, Event, Reading, Trail, Walker, environment
from viva.engines.dialogues.suites.ways.solver import Solver

_WIDTHS = ((3, 24), (5, 12), (8, 6), (12, 3))
_NARROW = 2
_DEEP = 12
_DEEPEST = 120
_PATIENCE = 6
_CANDIDATES = ((2, 40), (4, 20), (12, 10))
_FEW = 6
_REFUSED = 2
_NEAR = 3
_MOST_SEARCHES = 12
MOST_GIVES = 60_000
_SHARE = 0.5  # of all work
_OUTCOMES = 64  # of the decisions after one read
_GIVEN = 20  # what a read costs, in steps of evaluating a term

Sides = tuple[tuple[bool, bool] | tuple[Path, bool], ...]


@dataclass(slots=True)
class Explorer:
    walker: Walker
    pool: Pool
    solver: Solver
    searcher: Searcher
    gives: int = 0
    met: set[Goal] = field(default_factory=set)
    searches: Counter[tuple[Path, bool]] = field(default_factory=Counter)

    def leaves(self) -> Iterator[Trail]:
        """Ways to the end, those with the fewest reads first."""
        start = self.walker.start()
        level = [start] if start else []
        found = False
        edges = 2 * sum(isinstance(part, Branch | Repeat) for part in self.walker.parts.values())
        idle = 0
        for depth in range(_DEEPEST):
            before = len(self.met)
            longer: list[Trail] = []
            for trail in level:
                self.met.update(way_goals(trail))
                if trail.done:
                    found = True
                    yield trail
                else:
                    longer.extend(self.expand(trail))
            idle = 0 if len(self.met) > before else idle + 1
            taken = sum(1 for goal in self.met if isinstance(goal, tuple) and goal[0] == "edge")
            enough = found and idle >= _PATIENCE and (taken == edges or depth > 2 * _DEEP)
            tired = self.gives > MOST_GIVES or self.solver.work.beyond(_SHARE)
            if not longer or tired or enough or (found and depth > 2 * _DEEP):
                yield from (trail for trail in longer if trail.done)
                return
            level = self._thinned(longer, depth)

    def expand(self, trail: Trail) -> list[Trail]:
        """One more read: a way for each outcome of the decisions before the next read that can be found."""
        asks = trail.way.asks
        assert asks is not None
        found: dict[Sides, Trail] = {}
        most = next((most for reads, most in _CANDIDATES if len(trail.inputs) < reads), _FEW)
        values = list(self.pool.candidates(asks)[:most])
        if asks.read.mode != Mode.ASSUME and _refused(trail) < _REFUSED:
            refused = self.pool.invalid(asks)
            excluded = [value for value in refused if belongs(value, asks.read.values)]
            values += [*refused[:most], *excluded[-1:], *excluded[:1]]
        for value in values:
            longer = self.give(trail, value)
            if longer:
                found.setdefault(_sides(longer.groups[-1]), longer)
        tried: set[Sides] = set()
        pending = list(found.values())
        while pending and len(found) < _OUTCOMES and not self.solver.work.beyond(_SHARE):
            for other in self._turned(trail, pending.pop(0), found, tried):
                found[_sides(other.groups[-1])] = other
                pending.append(other)
        return list(found.values())

    def give(self, trail: Trail, value: Value) -> Trail | None:
        self.gives += 1
        self.solver.work.charge(_GIVEN + len(trail.inputs))
        largest = self.solver.largest
        if largest is not None and any(abs(number) > largest for number in numbers_in((value,))):
            return None
        return self.walker.give(trail, value)

    def again(self, trail: Trail, inputs: Sequence[Value]) -> Trail | None:
        """These inputs, if they take the same way as the trail as far as it goes."""
        self.gives += len(inputs)
        self.solver.work.charge((_GIVEN + len(inputs)) * len(inputs))
        other = self.walker.follow(inputs)
        if other is None or not trail.same_way(other):
            return None
        # The events are the trail's own ones, so that the solver sees that they are the same.
        return Trail(other.way, (*trail.groups, *other.groups[len(trail.groups) :]), other.reads, other.counting)

    def _turned(self, trail: Trail, longer: Trail, found: dict[Sides, Trail], tried: set[Sides]) -> Iterator[Trail]:
        """For each decision after the last read that nothing found so far takes the other way: inputs that do."""
        events = longer.groups[-1]
        for place, event in enumerate(events):
            if self.solver.work.beyond(_SHARE):
                return
            if not isinstance(event, Decision):
                continue
            wanted = (*_sides(events[:place]), (event.path, not event.side))
            if wanted in tried or any(sides[: len(wanted)] == wanted for sides in found):
                continue
            tried.add(wanted)
            inputs = self._solved(trail, longer, place) or self._searched(trail, longer, place)
            other = self.again(trail, inputs) if inputs else None
            if other and _sides(other.groups[-1])[: len(wanted)] == wanted:
                yield other

    def _solved(self, trail: Trail, longer: Trail, place: int) -> tuple[Value, ...] | None:
        events = longer.groups[-1]
        decision = events[place]
        assert isinstance(decision, Decision)
        unknowns = self.solver.unknowns(longer)
        held = self.solver.asked(lambda: interpret(decision.condition, environment(decision.reads, unknowns)))
        if held is None:
            return None
        further = [self.solver.formula(event, unknowns) for event in events[:place]]
        further.append(negation(held) if decision.side else held)
        return self.solver.inputs(longer, len(trail.groups), further, longer.inputs)

    def _searched(self, trail: Trail, longer: Trail, place: int) -> tuple[Value, ...] | None:
        """Where the solver cannot tell."""
        events = longer.groups[-1]
        decision = events[place]
        assert isinstance(decision, Decision)
        unknowns = self.solver.unknowns(longer)
        if self.solver.asked(lambda: interpret(decision.condition, environment(decision.reads, unknowns))) is not None:
            return None
        side = (decision.path, not decision.side)
        self.searches[side] += 1
        if self.searches[side] > _MOST_SEARCHES:
            return None
        wish = Wish(decision.condition, decision.reads, not decision.side)
        return self.searcher.inputs(longer, (*trail.events, *events[:place]), wish)

    def _thinned(self, trails: list[Trail], depth: int) -> list[Trail]:
        """Those that have come to their end, and some of the others, as different as possible."""
        width = next((width for most, width in _WIDTHS if depth < most), _NARROW)
        groups: dict[object, list[Trail]] = {}
        for trail in trails:
            if not trail.done:
                groups.setdefault(_state(trail), []).append(trail)
        kept = [trail for trail in trails if trail.done]
        rows = sorted(groups.values(), key=lambda row: (_refused(row[0]) > 0, self._novelty(row[0])))
        for rank in range(width):
            kept.extend(row[rank] for row in rows if rank < len(row))
            if len(kept) >= width + sum(trail.done for trail in trails):
                break
        ended = sum(trail.done for trail in trails)
        return kept[: ended + width]

    def _novelty(self, trail: Trail) -> int:
        return -sum(goal not in self.met for goal in way_goals(trail))


def _sides(events: Sequence[Event]) -> Sides:
    """What tells the events after a read apart: whether the value was valid, and the decisions."""
    return tuple(
        (event.valid, event.excluded) if isinstance(event, Reading) else (event.path, event.side)
        for event in events
        if isinstance(event, Reading | Decision)
    )


def _refused(trail: Trail) -> int:
    return sum(isinstance(event, Reading) and not event.valid for event in trail.events)


def _state(trail: Trail) -> object:
    """Where the walk is and how near its last comparisons are to turning."""
    assert trail.way.asks is not None
    near: list[int] = []
    for event in trail.groups[-1]:
        if isinstance(event, Decision):
            here = environment(event.reads, trail.inputs)
            for _, atom in atoms(event.condition):
                near.append(_distance(atom, here))
    return trail.way.asks.path, _sides(trail.groups[-1]), tuple(near)


def _distance(atom: object, here: object) -> int:
    if not isinstance(atom, Operation):
        return 0
    try:
        left, right = interpret(atom.left, here), interpret(atom.right, here)  # type: ignore[arg-type]
    except (Undefined, Untranslatable):
        return 0
    if isinstance(left, int) and isinstance(right, int):
        return max(-_NEAR, min(_NEAR, left - right))
    return 0
