"""Makes the tests of a specification: input sequences, each with all runs that are right for it.

`walks` finds the ways through the specification, shortest first; `goals` says what tests should meet on them. Inputs
come from the walk itself, from putting special values into them, from the solver for what is still not met, and a few
at random as in the paper. Tests that meet nothing new are left out. A suite is fixed by the specification, the seed and
the version; the programs that it is for have no part in it.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import field
from fractions import Fraction
from functools import lru_cache

from viva.core.records import dataclass
from viva.core.version import VERSION
from viva.engines.dialogues.model import Mode, Spec, Strings, Value, terms
from viva.engines.dialogues.notations.symbols import show
from viva.engines.dialogues.running import right_run
from viva.engines.dialogues.semantics import Asks
from viva.engines.dialogues.suites.aims.goals import Aim, Goal, way_goals
from viva.engines.dialogues.suites.aims.of_values import LARGE, MAGNITUDES, special_values
from viva.engines.dialogues.suites.aims.of_ways import aims
from viva.engines.dialogues.suites.blanks import without_blanks
from viva.engines.dialogues.suites.cases import Suite, cases, numbers_in, sides, size
from viva.engines.dialogues.suites.finite import all_inputs
from viva.engines.dialogues.suites.searching.search import Searcher
from viva.engines.dialogues.suites.searching.wishes import Wish
from viva.engines.dialogues.suites.values import BLANK, EMPTY, Pool, draw, largest, pool
from viva.engines.dialogues.suites.ways.long_runs import long_runs
from viva.engines.dialogues.suites.ways.paths import Reading, Trail, Walker
from viva.engines.dialogues.suites.ways.solver import Solver
from viva.engines.dialogues.suites.ways.walks import Explorer
from viva.engines.dialogues.suites.ways.work import FULL, Work, weight
from viva.engines.dialogues.traces import General, covers

_RANDOM_TESTS = 24
_RANDOM_TRIES = 100
_RANDOM_READS = (1, 2, 3, 4, 5, 6, 8)
_LONGEST_RANDOM = 30
_INVALID = 1 / 6
_LEAVES = 60
_CHANGED_LEAVES = 10
_CHANGED_READS = 4
_OPTIONS = 2
_CHECKS_FOR_AIMS = 280
_TRIES_FOR_AIMS = 200
_ALL_TRIES_FOR_AIMS = 12_000
_THRESHOLDS = 24
_MOST_TESTS = 160
_LONG = 40
_SHARE_OF_CHANGES = 0.7  # of all work, with what came before
_FOLLOWED = 40  # what a read of a known way costs, in steps of evaluating a term


@lru_cache(maxsize=32)
def suite(spec: Spec, seed: int, limit: int = FULL) -> Suite:
    """Input sequences on which a term has no value are outside of what is asked, and no tests. `limit` is what making
    it may cost; where that is enough, the suite is the same with more."""
    known = all_inputs(spec)
    if known is not None:
        return Suite(cases(spec, known), sides(spec), complete=True)
    maker = Maker(spec, seed, Work(limit))
    inputs = maker.inputs()
    lasting = not maker.explorer.solver.interrupted
    return Suite(cases(spec, inputs), sides(spec), len(maker.met), len(maker.missed), lasting=lasting)


@dataclass(slots=True)
class Maker:
    """What one suite is made with. `work` is spent in turn by the ways, the changes, the aims and what is left."""

    spec: Spec
    seed: int
    work: Work
    met: set[Goal] = field(default_factory=set)
    missed: set[Goal] = field(default_factory=set)
    walker: Walker = field(init=False)
    pool: Pool = field(init=False)
    explorer: Explorer = field(init=False)
    randomness: random.Random = field(init=False)
    largest: int | None = field(init=False)
    weight: int = field(init=False)
    _chosen: dict[tuple[Value, ...], set[Goal]] = field(default_factory=dict)
    _aims: dict[object, tuple[Aim, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.randomness = random.Random(f"{VERSION} {self.seed} {show(self.spec)}")
        self.pool = pool(self.spec)
        self.walker = Walker(self.spec)
        self.largest = largest(self.spec)
        self.weight = max((weight(term, {}) for term in terms(self.spec)), default=1)
        texts = (*self.pool.words, EMPTY, BLANK, *self.pool.with_blanks)
        solver = Solver(self.seed, texts, largest=self.largest, work=self.work)
        self.explorer = Explorer(self.walker, self.pool, solver, Searcher(self.pool, self.randomness))

    def inputs(self) -> list[tuple[Value, ...]]:
        leaves = sorted(self.explorer.leaves(), key=lambda leaf: size(leaf.inputs))
        for leaf in leaves:
            self._take(leaf)
        leaves = leaves[:_LEAVES]
        self.explorer.solver.most_checks = self.explorer.solver.checks + _CHECKS_FOR_AIMS
        self.explorer.searcher.most_tries = self.explorer.searcher.tries + _ALL_TRIES_FOR_AIMS
        for changed in (changed for leaf in leaves[:_CHANGED_LEAVES] for changed in self._changed(leaf)):
            if self.work.beyond(_SHARE_OF_CHANGES):
                break
            self._take(changed)
        self._aim(leaves)
        for trail in long_runs(self.explorer, leaves):
            if self.work.beyond(1.0):
                break
            self._take(trail)
        self._at_random()
        return self._needed()

    def _take(self, trail: Trail | None) -> bool:
        """Keeps the inputs if they meet a goal that no others met."""
        if trail is None or not trail.done or trail.inputs in self._chosen or self._is_about_blanks(trail):
            return False
        goals = {goal for goal in way_goals(trail) if goal not in self.met}
        known = () if self.work.beyond(1.0) else self.aims_of(trail)
        open_aims = [aim for aim in known if aim.goal not in self.met and aim.goal not in goals]
        self.work.charge(self.weight * len(open_aims))
        goals |= {aim.goal for aim in open_aims if aim.holds(trail.inputs)}
        if goals:
            self.met |= goals
            self._chosen[trail.inputs] = goals
        return bool(goals)

    def _is_about_blanks(self, trail: Trail) -> bool:
        """Whether a text counts otherwise than without the blanks at its ends: a program that takes these off what it
        reads is not held wrong for that, unless the specification says that they count."""
        bare = without_blanks(self.spec, trail.inputs, self.pool.texts)
        if bare == trail.inputs:
            return False
        other = self.walker.follow(bare)
        if other is None or not other.done or other.way.sides != trail.way.sides:
            return True
        return not covers(General(other.inputs, trail.way.blocks), right_run(other.way.general))

    def aims_of(self, trail: Trail) -> tuple[Aim, ...]:
        if len(trail.inputs) > _LONG:
            return ()  # a long run is there for its length
        valid = tuple(event.valid for event in trail.events if isinstance(event, Reading))
        key = (trail.way.passed, valid)
        if key not in self._aims:
            self._aims[key] = tuple(aims(trail, self.pool, self.largest))
        return self._aims[key]

    def _changed(self, trail: Trail) -> Iterator[Trail | None]:
        """Other values in single places, or in all of them."""
        inputs = trail.inputs
        if len(inputs) > _CHANGED_READS:
            return
        sets = [event.read.values for event in trail.events if isinstance(event, Reading)]
        for number, value in enumerate(inputs):
            if isinstance(value, bool):
                others: list[Value] = [not value]
            elif isinstance(value, Fraction):
                others = [
                    Fraction(other)
                    for other in (0, 1, -1, *MAGNITUDES[:2], *inputs[:number])
                    if not isinstance(other, str)
                ]
            elif isinstance(value, int):
                special = [0, 1, -1, 2, *(sign * magnitude for magnitude in (*MAGNITUDES, LARGE) for sign in (1, -1))]
                before = [other for other in inputs[:number] if isinstance(other, int)]
                named = (*self.pool.thresholds[:_THRESHOLDS], *self.pool.named)
                ends = [end for end in special_values(sets[number], valid=True) if isinstance(end, int)]
                others = [*dict.fromkeys((*ends, *special, *before, *(other + 1 for other in before), *named))]
            else:
                others = [*self.pool.words, EMPTY, BLANK, *self.pool.with_blanks]
            for other in others:
                yield self._follow((*inputs[:number], other, *inputs[number + 1 :]))
        for value in (0, 1, -1, -7, *(sign * magnitude for magnitude in MAGNITUDES for sign in (1, -1))):
            yield self._follow(tuple(value if isinstance(old, int) else old for old in inputs))
            yield self._follow(tuple(value if isinstance(old, int) and n else old for n, old in enumerate(inputs)))

    def _follow(self, inputs: tuple[Value, ...]) -> Trail | None:
        if inputs in self._chosen:
            return None
        if self.largest is not None and any(abs(number) > self.largest for number in numbers_in(inputs)):
            return None
        self.explorer.gives += len(inputs)
        self.work.charge(_FOLLOWED * len(inputs))
        return self.walker.follow(inputs)

    def _aim(self, leaves: list[Trail]) -> None:
        """Asks the solver for what is still to be met, on the shortest ways that have such an aim."""
        options: dict[Goal, list[tuple[Trail, Aim]]] = defaultdict(list)
        for leaf in leaves:
            for goal, found in self._unmet(leaf).items():
                late = found[-1].late
                # Many parts hold together only after many reads: there the last places on the last ways are hopeful.
                some = found[-_OPTIONS:] if late else found[: _OPTIONS - len(options[goal])]
                options[goal] = [*options[goal], *((leaf, aim) for aim in some)][-2 * _OPTIONS :]
        # One way at a time, so that the solver keeps what it was told of it.
        rank = {id(leaf): number for number, leaf in enumerate(leaves)}
        work = [pair for pairs in options.values() for pair in pairs]
        for leaf, aim in sorted(work, key=lambda pair: (not pair[1].late, rank[id(pair[0])])):
            if self.work.beyond(1.0):
                break
            if aim.goal in self.met:
                continue
            inputs = self._solved(leaf, aim)
            if inputs is None or not self._take(self._follow(inputs)) or aim.goal not in self.met:
                self.missed.add(aim.goal)
        self.missed -= self.met

    def _unmet(self, leaf: Trail) -> dict[Goal, list[Aim]]:
        found: dict[Goal, list[Aim]] = defaultdict(list)
        for aim in self.aims_of(leaf):
            if aim.goal not in self.met:
                found[aim.goal].append(aim)
        return found

    def _solved(self, leaf: Trail, aim: Aim) -> tuple[Value, ...] | None:
        solver = self.explorer.solver
        unknowns = solver.unknowns(leaf)
        formula = solver.asked(lambda: aim.met(unknowns))
        if isinstance(formula, bool):
            return None
        inputs = solver.inputs(leaf, len(leaf.groups), [formula], leaf.inputs) if formula is not None else None
        if inputs is not None or aim.wish is None:
            return inputs
        if formula is None or solver.exhausted or self._is_about_texts(leaf, aim.wish):
            return self.explorer.searcher.inputs(leaf, leaf.events, aim.wish, _TRIES_FOR_AIMS)
        return None

    def _is_about_texts(self, leaf: Trail, wish: Wish) -> bool:
        """The solver knows only the texts that it was told."""
        numbers = wish.numbers()
        readings = (event for event in leaf.events if isinstance(event, Reading))
        return any(event.number in numbers and isinstance(event.read.values, Strings) for event in readings)

    def _at_random(self) -> None:
        """Random walks as in the paper, for what no one thought of."""
        taken = 0
        for _ in range(_RANDOM_TRIES):
            trail = self._random()
            if trail and trail.inputs not in self._chosen:
                self._chosen[trail.inputs] = {("random", trail.inputs)}
                taken += 1
                if taken == _RANDOM_TESTS:
                    return

    def _random(self) -> Trail | None:
        """A random walk that looks for a way to the end once it has read as much as it wished to."""
        wish = self.randomness.choice(_RANDOM_READS)
        trail = self.walker.start()
        while trail is not None and trail.way.asks is not None:
            candidates = self.pool.candidates(trail.way.asks)
            if len(trail.inputs) >= _LONGEST_RANDOM or not candidates:
                return None
            ending = self._ending(trail, candidates) if len(trail.inputs) >= wish else None
            trail = ending or self.explorer.give(trail, self._value(trail.way.asks, candidates))
        return trail

    def _ending(self, trail: Trail, candidates: tuple[Value, ...]) -> Trail | None:
        for value in self.randomness.sample(candidates, min(len(candidates), 12)):
            longer = self.explorer.give(trail, value)
            if longer and longer.done:
                return longer
        return None

    def _value(self, asks: Asks, candidates: tuple[Value, ...]) -> Value:
        if asks.read.mode != Mode.ASSUME and self.randomness.random() < _INVALID:
            invalid = self.pool.invalid(asks)
            if invalid:
                return self.randomness.choice(invalid)
        return draw(asks, candidates, self.randomness)

    def _needed(self) -> list[tuple[Value, ...]]:
        """Without those whose goals the others meet as well, the largest first; never more than can be run quickly."""
        if self.work.beyond(1.0):
            return sorted(self._chosen, key=size)[:_MOST_TESTS]
        trails = {inputs: self.walker.follow(inputs) for inputs in self._chosen}
        meets: dict[tuple[Value, ...], set[Goal]] = {}
        for inputs, trail in trails.items():
            assert trail is not None
            found = {aim.goal for aim in self.aims_of(trail) if aim.goal in self.met and aim.holds(inputs)}
            meets[inputs] = found | set(way_goals(trail)) | self._chosen[inputs]
        count: dict[Goal, int] = defaultdict(int)
        for goals in meets.values():
            for goal in goals:
                count[goal] += 1
        for inputs in sorted(meets, key=size, reverse=True):
            if all(count[goal] > 1 for goal in meets[inputs]):
                for goal in meets.pop(inputs):
                    count[goal] -= 1
        ordered = sorted(meets, key=size)
        short = [inputs for inputs in ordered if len(inputs) <= _LONGEST_RANDOM]
        return [*short[: _MOST_TESTS - len(ordered) + len(short)], *ordered[len(short) :]]
