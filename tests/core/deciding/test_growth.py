"""What is foretold of slow programs, held against functions of which it is known how they grow."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest

from viva.core.deciding.growth import ENOUGH, foretold, growth_explains

LIMIT = 10**6
GROWING: dict[str, Callable[[float], float]] = {
    "logarithm": lambda n: 5 + 3 * math.log(n + 1),
    "straight": lambda n: 9 + 4 * n,
    "nearly straight": lambda n: 6 + 3 * n * math.log(n + 1),
    "square": lambda n: 8 + 2 * n**2,
    "cube": lambda n: 5 + n**3,
    "fourth power": lambda n: 3 + n**4,
    "powers of two": lambda n: 4 + 3 * 2**n,
    "rabbits": lambda n: 5 + 1.618**n,
    "powers of three": lambda n: 2 + 3**n,
    "slow powers": lambda n: 4 + 10 * 2 ** (n / 2),
}


def curve(grows: Callable[[float], float], known: int) -> list[tuple[float, int]]:
    return [(size, int(grows(size))) for size in range(known + 1)]


@pytest.mark.parametrize("name", GROWING)
def test_no_growth_that_is_usual_is_foretold_too_low(name: str) -> None:
    """Where it were, a slow program that is right would be told that it never ends."""
    grows = GROWING[name]
    for known in (8, 11, 15, 22, 30):
        for size in (known + 1, 2 * known, 5 * known):
            true = grows(size)
            assert foretold(curve(grows, known), size) >= math.log(true / ENOUGH), (known, size)
            assert growth_explains(curve(grows, known), size, int(true)), (known, size)


@pytest.mark.parametrize("known", [2, 3, 6, 15, 40])
def test_work_that_does_not_grow_explains_nothing(known: int) -> None:
    for amount in (1, 7, 500):
        flat = [(float(size), amount) for size in range(known + 1)]
        assert foretold(flat, 1000) == pytest.approx(math.log(amount), abs=1e-9)
        assert growth_explains(flat, 1000, amount * ENOUGH)
        assert not growth_explains(flat, 1000, amount * ENOUGH + 1)


def test_high_powers_and_what_is_long_known_are_foretold_closely() -> None:
    for name, known in (("fourth power", 15), ("cube", 40), ("nearly straight", 60)):
        grows = GROWING[name]
        for size in (known + 1, 2 * known, 10 * known):
            assert math.exp(foretold(curve(grows, known), size)) <= ENOUGH * grows(size), (name, size)


def test_nothing_is_taken_for_a_higher_power_than_the_fourth() -> None:
    steep = [(float(size), size**7 + 1) for size in (*range(6), 60, 90, 120)]
    assert foretold(steep, 240) <= math.log(120**7 + 1) + 4 * math.log(2) + 0.1


def test_what_the_size_itself_took_counts_and_what_larger_ones_took_does_not() -> None:
    small = [(1.0, 10), (2.0, 10)]
    assert growth_explains([*small, (5.0, LIMIT)], 5, LIMIT)
    assert not growth_explains([*small, (9.0, LIMIT)], 5, LIMIT)
    assert not growth_explains([], 5, LIMIT)


def test_two_sizes_say_nothing_about_a_third() -> None:
    assert foretold([(1.0, 10), (40.0, 1000)], 400) == math.log(1000)
    assert foretold([(1.0, 1000), (40.0, 10)], 400) == math.log(1000)


def test_of_one_size_the_most_counts_in_whatever_order_it_was_measured() -> None:
    square = [(float(size), 8 + 2 * size**2) for size in range(1, 16)]
    noisy = sorted([*square, *((size, 3) for size, _ in square)])
    assert foretold(noisy, 60) == foretold(square, 60)
