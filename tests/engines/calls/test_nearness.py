"""Floats are compared by what the question itself tells apart."""

import itertools
import random

import pytest

from viva.engines.calls import Case, Comparison, Judge, nearness
from viva.languages import python
from viva.languages.heap import read
from viva.languages.outcome import Outcome
from viva.languages.values import write


def _case(arguments: tuple[object, ...], expected: object) -> Case:
    return Case(arguments, _answer(expected), frozenset(), 0)


def _answer(value: object) -> Outcome:
    return Outcome(read(write(value)), None)


def _is_right(case: Case, actual: object, examples: tuple[Case, ...] = (), **options: object) -> bool:
    comparison = Comparison(**options)  # type: ignore[arg-type]
    near = nearness(comparison, [example.arguments for example in examples], (case, *examples))
    return Judge(comparison, python.calls, near).failure(case, _answer(actual)) is None


@pytest.mark.parametrize(
    ("arguments", "expected", "actual"),
    [
        ((0.1, 0.2), 0.0, 0.1 + 0.2 - 0.3),
        ((0.1, 0.2), 0.1 + 0.2 - 0.3, 0.0),
        (([100.1, 100.1],), 0.0, 1.8e-12),
        ((0.0,), 1.2246467991473532e-16, 0.0),
        ((3,), 0.1 + 0.2, 0.3),
        ((3,), 1e-5, 1e-5 * (1 + 1e-10)),
    ],
)
def test_what_terms_leave_when_they_cancel_is_nothing(
    arguments: tuple[object, ...], expected: float, actual: float
) -> None:
    assert _is_right(_case(arguments, expected), actual)
    assert not _is_right(_case(arguments, expected), actual, tolerance=0.0)


def test_small_numbers_are_told_apart_where_the_question_is_about_them() -> None:
    assert not _is_right(_case((1,), 9.1e-31), 1.67e-27)
    assert not _is_right(_case((1,), 1e-15), 2e-15, (_case((2,), 2e-15),))
    assert not _is_right(_case((3,), 0.0), 9.1e-31, (_case((1,), 9.1e-31),))
    assert not _is_right(_case((1,), 0.0), 1e-6)  # 1e-8 may be the root of what a rounding has left


def test_the_usual_tolerance_is_never_wider_than_examples_are_apart() -> None:
    near = (_case((1,), 1.0000000001), _case((2,), 1.0000000002))
    assert not _is_right(near[0], 1.0000000002, near)
    assert _is_right(near[0], 1.0000000001000002, near)
    assert _is_right(near[0], 1.0000000002)
    assert _is_right(_case((1,), 0.3), 0.30000000001, (_case((1,), 0.3), _case((2,), 0.1 + 0.2)))
    assert _is_right(_case((1,), 100.0), 100.5, (_case((1,), 100.0), _case((2,), 100.5)), tolerance=0.01)


def test_in_any_order_a_partner_may_be_needed_by_another() -> None:
    assert _is_right(_case((1,), [1.0, 1.1]), [1.05, 0.95], any_order=True, tolerance=0.06)
    assert not _is_right(_case((1,), [1.0, 1.0]), [1.0, 2.0], any_order=True)
    assert not _is_right(_case((1,), [25, 26]), [26.000000000000004, 25.0], any_order=True)


def test_in_any_order_twins_may_be_paired_first() -> None:
    """Whatever the elements: with and without the shortcut for exact atoms the answer is the same."""
    chance = random.Random(5)
    elements = [1, 2, True, False, 0, 1.0, 1.04, 0.97, 2.0, "1", "a", None, [1], [1.0]]
    for _ in range(300):
        left = chance.choices(elements, k=chance.randint(1, 4))
        right = [chance.choice([*left, *elements]) for _ in left]
        wanted = any(
            all(_is_right(_case((1,), one), two, tolerance=0.05) for one, two in zip(left, order, strict=True))
            for order in itertools.permutations(right)
        )
        assert _is_right(_case((1,), left), right, any_order=True, tolerance=0.05) == wanted, (left, right)
