"""The tests of an exercise: input sequences, each with all runs that are right for it.

Random generation as in the paper's sections 6 and 7, after all short sequences of the simplest values. A suite is
fixed by the specification, the seed and the version; what is submitted has no part in it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from viva import __version__
from viva.subjects.console.model import Branch, Mode, Repeat, Spec, Value, parts
from viva.subjects.console.notation import show
from viva.subjects.console.semantics import Asks, Diverges, Path, Way, begin, follow, give, ways
from viva.subjects.console.terms import Undefined
from viva.subjects.console.traces import General
from viva.subjects.console.values import Pool, draw, pool

RANDOM_TESTS = 100
_SHORT_TESTS = 60
_SHORT_READS = 4
_SIMPLEST = 7
_TRIES = 400
_PATIENCE = 40
_LONGEST = (30, 300)
_INVALID = 1 / 6
_SEARCHED = 12
_MOST_GIVES = 40_000


@dataclass(frozen=True, slots=True)
class Case:
    """`behaviour` names the class of tests that take the same branches in the same order, repetitions aside."""

    general: General
    sides: tuple[tuple[Path, bool], ...]

    @property
    def inputs(self) -> tuple[Value, ...]:
        return self.general.inputs

    @property
    def behaviour(self) -> tuple[tuple[Path, bool], ...]:
        return tuple(side for side, before in zip(self.sides, (None, *self.sides), strict=False) if side != before)

    @property
    def size(self) -> tuple[int, int, int, str]:
        """Fewer reads first, then smaller values, then fewer signs."""
        numbers = [value for value in self.inputs if isinstance(value, int)]
        letters = sum(len(value) for value in self.inputs if isinstance(value, str))
        weight = sum(abs(number) for number in numbers) + letters
        return len(self.inputs), weight, sum(number < 0 for number in numbers), repr(self.inputs)


@dataclass(frozen=True, slots=True)
class Suite:
    """Shortest test first, none twice. `sides` is how many sides of branches the specification has."""

    tests: tuple[Case, ...]
    sides: int

    @property
    def sides_taken(self) -> int:
        return len({side for test in self.tests for side in test.sides})

    @property
    def longest(self) -> int:
        return max((len(test.inputs) for test in self.tests), default=0)


@lru_cache(maxsize=32)
def suite(spec: Spec, seed: int, tests: int = RANDOM_TESTS) -> Suite:
    """Input sequences on which a term has no value are outside of what is asked, and no tests."""
    randomness = random.Random(f"{__version__} {seed} {show(spec)}")
    sides = 2 * sum(isinstance(part, Branch | Repeat) for part in parts(spec))
    try:
        maker = _Maker(spec, pool(spec), randomness, begin(spec))
    except (Undefined, Diverges):
        return Suite((), sides)
    found = dict(maker.short())
    for longest in _LONGEST:
        wanted, most = len(found) + tests, maker.gives + _MOST_GIVES
        for tried in range(_TRIES):
            if len(found) >= wanted or maker.gives > most or (tried == _PATIENCE and not found):
                break
            test = maker.random(longest)
            if test:
                found.setdefault(test.inputs, test)
        if found:
            break
    return Suite(tuple(sorted(found.values(), key=lambda test: test.size)), sides)


def case_of(spec: Spec, inputs: tuple[Value, ...]) -> Case | None:
    """The test with these inputs, if they are ones that can be given."""
    try:
        way = follow(spec, inputs)
    except (Undefined, Diverges):
        return None
    return Case(way.general, way.sides) if way and way.asks is None else None


@dataclass(slots=True)
class _Maker:
    spec: Spec
    pool: Pool
    randomness: random.Random
    start: Way
    gives: int = 0

    def short(self) -> Iterator[tuple[tuple[Value, ...], Case]]:
        """All sequences of the simplest values up to a few reads."""
        made = 0
        for inputs, way in ways(self.spec, lambda asks: self.pool.candidates(asks)[:_SIMPLEST], _SHORT_READS):
            self.gives += 1
            if isinstance(way, Way) and way.asks is None:
                made += 1
                yield inputs, Case(way.general, way.sides)
            if made >= _SHORT_TESTS or self.gives > _MOST_GIVES // 4:
                return

    def random(self, longest: int) -> Case | None:
        """A random walk that looks for a way to the end once it has read as much as it wished to."""
        wish = self.randomness.choice((1, 2, 3, 4, 5, 6, 8, 10, 12))
        way: Way | None = self.start
        while way is not None and way.asks is not None:
            read = len(way.inputs)
            candidates = self.pool.candidates(way.asks)
            if read >= longest or not candidates:
                return None
            ending = self.ending(way, candidates) if wish <= read < wish + _SEARCHED else None
            way = ending or self.give(way, self.value(way.asks, candidates))
        return Case(way.general, way.sides) if way else None

    def value(self, asks: Asks, candidates: tuple[Value, ...]) -> Value:
        if asks.read.mode != Mode.ASSUME and self.randomness.random() < _INVALID:
            invalid = self.pool.invalid(asks)
            if invalid:
                return self.randomness.choice(invalid)
        return draw(asks, candidates, self.randomness)

    def ending(self, way: Way, candidates: tuple[Value, ...]) -> Way | None:
        for value in self.randomness.sample(candidates, min(len(candidates), _SEARCHED)):
            longer = self.give(way, value)
            if longer and longer.asks is None:
                return longer
        return None

    def give(self, way: Way, value: Value) -> Way | None:
        self.gives += 1
        try:
            return give(way, value)
        except (Undefined, Diverges):
            return None
