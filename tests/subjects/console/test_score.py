"""Marks of console programs begin above what a program reaches that always does the same."""

import pytest

from tests.examining import Examiner

SUM = "[>n]^N ( [>x]^Z <len(x_A) = n_C> E )->E [{sum(x_A)} >]"


@pytest.mark.parametrize("program", ["pass\n", "print(0)\n", "input()\nprint(0)\n", "input()\nprint('even')\n"])
def test_a_program_that_always_does_the_same_gets_nothing(examine: Examiner, program: str) -> None:
    assert examine(SUM, program).score == 0.0


def test_who_sums_but_not_all_gets_something_and_less_than_who_forgets_nothing_but_the_empty_sum(
    examine: Examiner,
) -> None:
    early = examine(SUM, "n = int(input())\nxs = [int(input()) for _ in range(n)]\nprint(sum(xs[:2]))\n").score
    empty = "n = int(input())\nxs = [int(input()) for _ in range(n)]\nprint(sum(xs) if xs else 'nothing')\n"
    most = examine(SUM, empty).score
    assert early is not None and most is not None
    assert 0.0 < early < most < 1.0
