"""What tells failing inputs from the others is true of inputs that nobody has looked at, or it is not told."""

from dataclasses import dataclass
from random import Random

import pytest

from viva.engines.mining.conditions import MOST_CAUGHT, MOST_MISSED, Sample, needed_feature, telling


@dataclass(frozen=True)
class Bit:
    """Whether one bit of a number is set."""

    place: int
    cost: int = 1

    def holds(self, row: int) -> bool:
        return bool(row >> self.place & 1)


BITS = [Bit(place, 1 + place % 3) for place in range(40)]


def sample(random: Random, number: int, truth: int, noise: float = 0.0) -> Sample:
    """Random numbers; those with all bits of the truth fail, but for some noise."""
    rows = [random.getrandbits(40) for _ in range(number)]
    wrong = [(row & truth == truth) != (random.random() < noise) for row in rows]
    return Sample(
        [row for row, fails in zip(rows, wrong, strict=True) if fails],
        [row for row, fails in zip(rows, wrong, strict=True) if not fails],
    )


@pytest.mark.parametrize("seed", range(10))
def test_a_planted_condition_is_found(seed: int) -> None:
    random = Random(seed)
    one = random.randrange(40)
    found = telling(BITS, sample(random, 200, 1 << one), sample(random, 100, 1 << one))
    assert found is not None and found.features == (BITS[one],) and found.exactly


@pytest.mark.parametrize("seed", range(10))
def test_of_two_bits_together_neither_is_told_alone(seed: int) -> None:
    random = Random(seed)
    truth = 1 << 3 | 1 << 6  # both are plain
    found = telling(BITS, sample(random, 300, truth), sample(random, 200, truth))
    assert found is not None and set(found.features) == {BITS[3], BITS[6]}


@pytest.mark.parametrize("seed", range(40))
def test_what_holds_by_accident_is_not_told(seed: int) -> None:
    """Few inputs fail, for no reason: among so many features some fit them."""
    random = Random(seed)
    rows = [random.getrandbits(40) for _ in range(300)]
    known = Sample(rows[:6], rows[6:150])
    assert telling(BITS, known, Sample(rows[150:156], rows[156:])) is None
    assert telling(BITS, known, Sample((), ())) is None


@pytest.mark.parametrize("seed", range(10))
def test_what_is_told_holds_on_both_samples(seed: int) -> None:
    random = Random(seed)
    known, fresh = sample(random, 300, 1 << 3, noise=0.03), sample(random, 300, 1 << 3, noise=0.03)
    found = telling(BITS, known, fresh)
    for seen in (known, fresh):
        if found is None:
            continue
        missed = sum(not found.holds(row) for row in seen.failing)
        caught = sum(found.holds(row) for row in seen.passing)
        assert missed <= MOST_MISSED * len(seen.failing) and caught <= MOST_CAUGHT * len(seen.passing)


@pytest.mark.parametrize("seed", range(10))
def test_what_is_needed_holds_for_all_failing_inputs_and_for_few_others(seed: int) -> None:
    random = Random(seed)
    rows = [random.getrandbits(40) & ~(random.random() < 0.8) for _ in range(600)]  # the first bit is seldom set
    failing = [row for row in rows if (row & 1 and row >> 20 & 1) or (row & 1 and row >> 21 & 1 and row >> 22 & 1)]
    passing = [row for row in rows if row not in failing]
    known, fresh = Sample(failing[::2], passing[::2]), Sample(failing[1::2], passing[1::2])
    found = needed_feature(BITS, known, fresh)
    assert found is not None and found.features == (BITS[0],)
    assert needed_feature(BITS[1:], known, fresh) is None


def test_of_two_that_fit_alike_the_plainer_is_told() -> None:
    rows = [0b000, 0b111] * 40
    failing, passing = [row for row in rows if row], [row for row in rows if not row]
    found = telling(BITS[:3][::-1], Sample(failing, passing), Sample(failing, passing))
    assert found is not None and [bit.cost for bit in found.features] == [1]


def test_a_handful_of_failures_has_no_pattern() -> None:
    failing, passing = [0b1] * 4, [0b0] * 200
    assert telling(BITS, Sample(failing, passing), Sample(failing, passing)) is None
