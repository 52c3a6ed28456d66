"""Marks of functions: nothing for a stub, a share for a part, everything for what is right, and kinds that weigh."""

from dataclasses import replace

import pytest

from tests.examining import Examiner
from viva.core.fault import Fault

from .conftest import exercise

POSITIVE = "def f(xs: list[int]) -> list[int]:\n    return [x for x in xs if x > 0]\n"
EVEN = "def f(n: int) -> bool:\n    return n % 2 == 0\n"
TOTAL = "def f(xs: list[int]) -> int:\n    return sum(xs)\n"
SIGNS = """
def f(n: int) -> str:
    if n < 0:
        return "negative"
    if n == 0:
        return "zero"
    if n > 100:
        return "large"
    return "small"
"""
TWO_OF_FOUR = "def f(n):\n    return 'negative' if n < 0 else 'small'\n"


@pytest.mark.some(1)
@pytest.mark.parametrize(
    ("reference", "stub"),
    [
        (POSITIVE, "return []"), (POSITIVE, "return xs"), (POSITIVE, "pass"), (EVEN, "return False"),
        (EVEN, "return True"), (EVEN, "return 0"), (TOTAL, "return 0"), (SIGNS, "return 'small'"),
    ],
)  # fmt: skip
def test_a_stub_gets_next_to_nothing(examine: Examiner, reference: str, stub: str) -> None:
    header = reference.strip().split("\n")[0]
    score = examine(reference, f"{header}\n    {stub}\n").score
    assert score is not None and score < 0.03


def test_with_one_class_of_behaviour_a_part_is_worth_a_part(examine: Examiner) -> None:
    teacher = replace(examine, rung=None)  # details are the teacher's
    report = teacher(TOTAL, "def f(xs):\n    return sum(x for x in xs if x > 0)\n")
    assert report.evidence.details["behaviours"] == 1 and report.evidence.details["kinds"] != 1
    assert report.score is not None and 0.05 < report.score < 0.95
    worse = examine(TOTAL, "def f(xs):\n    return sum(x for x in xs if x > 1)\n").score
    assert worse is not None and worse <= report.score


def test_what_fails_for_nothing_but_the_empty_list_keeps_half_of_the_marks(examine: Examiner) -> None:
    mean = "def f(xs: list[int]) -> float:\n    return sum(xs) / len(xs) if xs else 0.0\n"
    score = examine(mean, "def f(xs):\n    return sum(xs) / len(xs)\n").score
    assert score is not None and 0.5 <= score < 0.9


def test_one_trivial_class_is_not_half_the_points_and_the_teacher_can_weigh_kinds(examine: Examiner) -> None:
    """Two of four classes; one of them is what the best constant reaches."""
    assert examine(SIGNS, TWO_OF_FOUR).score == 0.3333

    def weighing(name: str, when: str, weight: int) -> float | None:
        table = f'[[functions.classes]]\nname = "{name}"\nwhen = "{when}"\nweight = {weight}\n'
        return examine(exercise(SIGNS, settings=table), TWO_OF_FOUR).score

    light, heavy = weighing("large", "n > 100", 0), weighing("large", "n > 100", 2)
    assert light is not None and heavy is not None
    assert light > 0.3333 > heavy


@pytest.mark.parametrize(
    ("table", "complaint"),
    [
        ('name = "a"\nwhen = "n >"\n', "is no condition"),
        ('name = "a"\nwhen = "m > 1"\n', "no parameter"),
        ('name = "a"\nwhen = "len(n) > 1"\n', "raises TypeError: .* for every test"),
        ('name = "a"\nwhen = "n > 1"\nweight = -1\n', "cannot be negative"),
        ('name = "a"\nwhen = "n > 1"\n[[functions.classes]]\nname = "a"\nwhen = "n > 2"\n', "two classes named 'a'"),
    ],
)
def test_a_mistake_in_the_table_of_kinds_is_told(examine: Examiner, table: str, complaint: str) -> None:
    with pytest.raises(Fault, match=complaint) as caught:
        examine(exercise(SIGNS, settings=f"[[functions.classes]]\n{table}"), TWO_OF_FOUR)
    assert caught.value.file == "exercise.toml"
