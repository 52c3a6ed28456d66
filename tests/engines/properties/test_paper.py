"""Every example of the paper, with its verdict."""

from __future__ import annotations

import enum
import math
from collections.abc import Callable
from typing import TypeVar

from viva.properties import Verdict, classify, equal, examine, exists, for_all, implies, label, prop

T = TypeVar("T")
A = TypeVar("A")
B = TypeVar("B")
C = TypeVar("C")


def nand(x: bool, y: bool) -> bool:
    return not (x and y)


def or_(x: bool, y: bool) -> bool:
    return nand(nand(x, x), nand(y, y))


def prop_or(x: bool, y: bool) -> bool:
    return (x or y) == or_(x, y)


def push(e: T, s: list[T]) -> list[T]:
    return [e, *s]


def prop_stack(e: T, s: list[T]) -> bool:
    return push(e, s)[0] == e and push(e, s)[1:] == s


def squares_of_roots(x: float) -> object:
    return implies(x >= 0, lambda: equal(math.sqrt(x) ** 2, x))


class Day(enum.Enum):
    MONDAY = 0
    TUESDAY = 1
    WEDNESDAY = 2
    THURSDAY = 3
    FRIDAY = 4
    SATURDAY = 5
    SUNDAY = 6


def tomorrow(day: Day) -> Day:
    return Day((day.value + 1) % 7)


def prop_tomorrow(day: Day) -> object:
    return exists(Day, lambda d: tomorrow(day) == d)


def prop_map(f: Callable[[A], B], g: Callable[[B], C], xs: list[A]) -> bool:
    return [g(y) for y in [f(x) for x in xs]] == [g(f(x)) for x in xs]


def fib(n: int) -> int:
    return 1 if n < 2 else fib(n - 1) + fib(n - 2)


def fib_linear(n: int) -> int:
    a, b = 1, 1
    for _ in range(n):
        a, b = b, a + b
    return a


def prop_fib(n: int) -> object:
    return implies(0 <= n <= 15, lambda: fib(n) == fib_linear(n))


def test_or_from_nand_is_proved_after_four_tests() -> None:
    result = examine(prop_or)
    assert (result.verdict, result.tests) == (Verdict.PROVED, 4)
    assert "success for all arguments after 4 tests" in str(result)


def test_every_day_has_a_tomorrow_proved_after_seven_tests() -> None:
    result = examine(prop_tomorrow)
    assert (result.verdict, result.tests) == (Verdict.PROVED, 7)


def test_the_stack_passes_a_thousand_tests() -> None:
    result = examine(prop_stack)
    assert (result.verdict, result.tests, result.discarded) == (Verdict.PASSED, 1000, 0)
    assert examine(prop_stack, given={"T": bool}, tests=50).tests == 50


def test_squares_of_roots_have_a_small_counterexample_of_the_kind_of_the_paper() -> None:
    result = examine(squares_of_roots)
    assert result.verdict is Verdict.REFUTED and result.tests <= 10 and result.discarded > 0
    assert result.counterexample is not None and result.counterexample.arguments == {"x": "2.0"}
    assert result.counterexample.note == "2.0000000000000004 == 2.0"


def test_an_implication_without_discards_counts_every_value() -> None:
    def prop_sqrt_or(x: float) -> bool:
        return not x >= 0 or math.sqrt(x) ** 2 == x

    assert examine(prop_sqrt_or).discarded == 0


def test_the_theorem_about_map_is_never_refuted() -> None:
    for seed in range(3):
        assert examine(prop_map, seed=seed).verdict is Verdict.PASSED
    finite = {"A": bool, "B": bool, "C": Day}
    assert examine(prop_map, given=finite, tests=2000).verdict is Verdict.PASSED


def test_the_fibonacci_numbers_are_proved_for_sixteen_given_values() -> None:
    result = examine(for_all(range(16), prop_fib))
    assert (result.verdict, result.tests, result.discarded) == (Verdict.PROVED, 16, 0)


def test_the_fibonacci_numbers_without_for_discard_nearly_all_values() -> None:
    result = examine(prop_fib, tests=20)
    assert (result.verdict, result.tests) == (Verdict.PASSED, 16)
    assert result.discarded == 20 * 100 - 16


def test_labels_are_counted_with_percentages() -> None:
    @prop(tests=4)
    def prop_stack_labelled(e: int, s: list[int]) -> object:
        return label((e, s), push(e, s)[0] == e)

    result = examine(prop_stack_labelled)
    assert (result.verdict, result.tests) == (Verdict.PASSED, 4)
    assert result.labels == dict.fromkeys(sorted(result.labels), 1) and len(result.labels) == 4
    assert "(0, []): 1 (25%)" in str(result)


def test_classified_tests_are_counted() -> None:
    def prop_stack_classified(e: int, s: list[int]) -> object:
        return classify(s == [], s, push(e, s)[0] == e)

    result = examine(prop_stack_classified, tests=200)
    assert result.tests == 200 and set(result.labels) == {"[]"}
    assert 0 < result.labels["[]"] < 200


def test_a_wrong_implementation_is_refuted_with_the_smallest_arguments() -> None:
    def prop_bad_or(x: bool, y: bool) -> bool:
        return (x or y) == nand(x, y)

    result = examine(prop_bad_or)
    assert result.verdict is Verdict.REFUTED
    assert result.counterexample is not None and result.counterexample.minimal
    assert result.counterexample.values == {"x": False, "y": False}
