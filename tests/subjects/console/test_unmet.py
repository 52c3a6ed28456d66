"""Of a value that a program may choose, the requirement that it does not meet is told."""

import pytest

from tests.subjects.console.test_diagnosis import SAY, hint

MULTIPLE = "[>n]^{1..6} [{ANY ++ some(v, mod(v_C, n_C) = 0 and v_C > 10) ++ ANY} >]"
RANGE = "[>n]^{1..6} [{some(v, v_C > n_C, {1..9})} >]"
NATURAL = "[>n]^{1..6} [{some(v, v_C != n_C, N)} >]"
HALF = "[>n]^{1..6} [{some(v, v_C > n_C, D)} >]"
READ = "n = int(input())\n"


@pytest.mark.some(3)
@pytest.mark.parametrize(
    ("notation", "program", "key"),
    [
        (MULTIPLE, "print(n * 12.0)", "whole_number"),
        (MULTIPLE, "print('multiple')", "chosen_no_number"),
        (MULTIPLE, "print(12 + 1 / (n + 1))", "chosen_not_whole"),
        (MULTIPLE, "print(n / 1)", "chosen_as_decimal"),
        (MULTIPLE, "print(n * 10.5)", "chosen_as_decimal"),
        (NATURAL, "print(-n)", "chosen_negative"),
        (RANGE, "print(n + 20)", "chosen_outside"),
    ],
)
def test_the_requirement_that_is_not_met_is_told(notation: str, program: str, key: str) -> None:
    assert hint(notation, READ + program) == SAY(f"hint_{key}")


@pytest.mark.parametrize(
    ("notation", "program", "condition"),
    [
        (MULTIPLE, "print(n)", "`v` is greater than 10"),
        (MULTIPLE, "print(n * 12 + 1 if n > 1 else 12)", "the remainder when `v` is divided by `n` is equal to 0"),
        (HALF, "print(n - 0.5)", "`v` is greater than `n`"),
    ],
)
def test_a_part_of_the_condition_is_told_in_words(notation: str, program: str, condition: str) -> None:
    assert hint(notation, READ + program) == SAY("hint_chosen", variable="v", condition=condition)
