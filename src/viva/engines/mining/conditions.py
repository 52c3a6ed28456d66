"""What tells failing inputs from the others: one feature, or two together, that holds for nearly all of them and for
few of the others.

A condition is looked for among some inputs and told only if it holds among others too, which had no part in finding it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, Generic, Protocol, TypeVar

from viva.core.records import dataclass

MOST_MISSED = 0.1  # of the failing inputs, for which a condition may not hold
MOST_CAUGHT = 0.1  # of the others, for which it may
FEWEST = 5  # failing inputs for each part of a condition, below which nothing general is said of them
MANY = 20  # failing inputs, and others, after which a condition without any exception needs few new ones
PLAIN = 2  # the cost up to which a feature may be told though there are exceptions
DEAREST = 4  # the cost of a pair: two things that seldom matter hardly ever matter together
_TRIED = 6  # conditions that are held against new inputs before it is given up
_LOOKED_AT = 250  # inputs of each sort, while a condition is looked for
_PAIRED = 60  # features that are tried in pairs

Row = Any
"""An input, whatever the features take."""


class Asks(Protocol):
    """A question about an input; the higher its `cost`, the seldomer it is what matters."""

    @property
    def cost(self) -> int: ...

    def holds(self, row: Row, /) -> bool: ...


Feature = TypeVar("Feature", bound=Asks)


@dataclass(frozen=True, slots=True)
class Sample:
    """Inputs of which it is known whether they fail."""

    failing: Sequence[Row]
    passing: Sequence[Row]


@dataclass(frozen=True, slots=True)
class Held:
    """For how many failing inputs of a sample a condition does not hold, and for how many others it does."""

    missed: int
    caught: int
    failing: int
    passing: int

    @property
    def well(self) -> bool:
        """Nearly all failing inputs have it, few others do, and where it holds nearly all fail."""
        few = MOST_CAUGHT * min(self.passing, self.failing - self.missed + self.caught)
        return self.missed <= MOST_MISSED * self.failing and self.caught <= few

    @property
    def exactly(self) -> bool:
        return self.missed == self.caught == 0

    @property
    def only(self) -> bool:
        """All failing inputs have it, few others do, and where it holds at least half fail."""
        return not self.missed and self.caught <= MOST_CAUGHT * self.passing and self.caught <= self.failing

    @property
    def errors(self) -> float:
        return round(self.missed / max(self.failing, 1) + self.caught / max(self.passing, 1), 2)


@dataclass(frozen=True, slots=True)
class Telling(Generic[Feature]):
    """A condition: all of its `features` hold. `known` is how it did where it was looked for, `fresh` elsewhere."""

    features: tuple[Feature, ...]
    known: Held
    fresh: Held

    @property
    def exactly(self) -> bool:
        return self.known.exactly and self.fresh.exactly

    def holds(self, row: Row) -> bool:
        return all(feature.holds(row) for feature in self.features)


def telling(features: Sequence[Feature], known: Sample, fresh: Sample) -> Telling[Feature] | None:
    """The condition with the fewest exceptions among the known inputs, of these the plainest, if it stands among all of
    them and among the fresh ones; else one of the next."""
    few = Sample(_spread(known.failing), _spread(known.passing))
    for number, chosen in enumerate(_promising(features, few)):
        found = Telling(chosen, measure_condition(chosen, known), measure_condition(chosen, fresh))
        enough = min(len(known.failing), len(fresh.failing)) >= FEWEST * len(chosen) and fresh.passing
        # Of a class of which nearly all inputs were tested few others are left.
        without = found.exactly and min(len(known.failing), len(known.passing)) >= MANY * len(chosen)
        if (enough or without) and found.known.well and found.fresh.well:
            return found
        if number + 1 >= _TRIED:
            break
    return None


def needed_feature(features: Sequence[Feature], known: Sample, fresh: Sample) -> Telling[Feature] | None:
    """A plain feature without which nothing fails, though not everything that has it does."""
    plain = [feature for feature in features if feature.cost <= PLAIN]
    if min(len(known.failing), len(fresh.failing)) < FEWEST or not known.passing or not fresh.passing:
        return None
    # Most features are lacking among the first few failing inputs, and then nobody has to ask all the others.
    common = [feature for feature in plain if all(map(feature.holds, (*known.failing, *fresh.failing)))]
    found = [
        Telling((feature,), measure_condition([feature], known), measure_condition([feature], fresh))
        for feature in common
    ]
    fitting = [one for one in found if one.known.only and one.fresh.only]
    return min(fitting, key=lambda one: (one.known.caught, one.features[0].cost), default=None)


def measure_condition(features: Sequence[Asks], sample: Sample) -> Held:
    """How the condition that all these features hold does on a sample."""
    missed = sum(not all(feature.holds(row) for feature in features) for row in sample.failing)
    caught = sum(all(feature.holds(row) for feature in features) for row in sample.passing)
    return Held(missed, caught, len(sample.failing), len(sample.passing))


def _promising(features: Sequence[Feature], known: Sample) -> Iterator[tuple[Feature, ...]]:
    """Single features and pairs that hold well on the known inputs, the best first. The inputs for which a feature
    holds are the bits of a number."""
    failing, passing = len(known.failing), len(known.passing)
    if not failing or not passing:
        return

    def judged(bad: int, good: int) -> Held:
        return Held(failing - bad.bit_count(), good.bit_count(), failing, passing)

    common: dict[int, tuple[int, int]] = {}
    for number, feature in enumerate(features):
        bad = _bits(feature, known.failing)
        if failing - bad.bit_count() <= MOST_MISSED * failing:
            common[number] = bad, _bits(feature, known.passing)
    found: list[tuple[float, int, tuple[int, ...]]] = []
    for number, (bad, good) in common.items():
        alone = judged(bad, good)
        if alone.well:
            found.append((alone.errors, features[number].cost, (number,)))
    paired = sorted(common, key=lambda number: (common[number][1].bit_count(), features[number].cost))[:_PAIRED]
    for one, two in combinations(sorted(paired), 2):
        both = judged(common[one][0] & common[two][0], common[one][1] & common[two][1])
        cost = features[one].cost + features[two].cost
        # A pair has to say more than either of its parts.
        if both.well and cost <= DEAREST and both.caught < min(common[one][1].bit_count(), common[two][1].bit_count()):
            found.append((both.errors, cost + 1, (one, two)))
    for _, _, numbers in sorted(found):
        yield tuple(features[number] for number in numbers)


def _spread(rows: Sequence[Row]) -> Sequence[Row]:
    return rows[:: len(rows) // _LOOKED_AT + 1]


def _bits(feature: Asks, rows: Sequence[Row]) -> int:
    return sum(1 << place for place, row in enumerate(rows) if feature.holds(row))
