"""The laws of the scale, over every answer to a few tests: monotone, nothing for stubs, all for what is right."""

from itertools import combinations

import pytest

from viva.core.deciding.scale import Right, above, scale_above_stubs

WORTH = (0.4, 0.1, 0.2, 0.3)
ANSWERS: list[Right] = [frozenset(some) for size in range(5) for some in combinations(range(4), size)]


@pytest.mark.parametrize("stubs", [[], [{0}], [{0, 1}, {2}], [{0, 1}, {2, 3}], [{0, 1, 2, 3}]])
def test_marks_grow_with_what_is_right_from_a_stub_to_a_right_answer(stubs: list[set[int]]) -> None:
    known = [frozenset(stub) for stub in stubs]
    score = {answer: scale_above_stubs(answer, known, WORTH)[0] for answer in ANSWERS}
    assert all(0.0 <= each <= 1.0 for each in score.values())
    assert all(score[less] <= score[more] + 1e-9 for less in ANSWERS for more in ANSWERS if less <= more)
    assert score[frozenset(range(4))] == 1.0
    assert all(score[stub] == 0.0 for stub in known if len(stub) < 4)


def test_whoever_is_right_where_no_stub_is_has_half_of_the_marks() -> None:
    stub = frozenset({0, 1})
    assert scale_above_stubs(frozenset({2, 3}), [stub], WORTH) == (0.5, 0.5)
    assert scale_above_stubs(frozenset({0, 2, 3}), [stub], WORTH)[0] == pytest.approx(0.9)


def test_a_stub_that_is_always_right_leaves_nothing_to_reach() -> None:
    assert above(0.9, 1.0) == 0.0
    assert above(1.0, 1.0) == 1.0
