"""Items are put in pairs whenever there is a way to do so."""

import random
from itertools import permutations

from viva.core.algorithms.matching import can_be_matched


def near(one: int, two: int) -> bool:
    return abs(one - two) <= 2


def test_a_partner_that_another_one_needs_is_given_up() -> None:
    assert can_be_matched([0, -2], [-1, 2], near)
    assert can_be_matched([0, -2, 3], [-1, 2, 1], near)
    assert not can_be_matched([0, 0], [1, 9], near)
    assert not can_be_matched([0], [0, 0], near)
    assert can_be_matched([], [], near)


def test_the_answer_is_that_of_trying_all_orders() -> None:
    chance = random.Random(0)
    for _ in range(400):
        size = chance.randrange(5)
        left, right = ([chance.randrange(9) for _ in range(size)] for _ in range(2))
        assert can_be_matched(left, right, near) is any(all(map(near, left, order)) for order in permutations(right))
