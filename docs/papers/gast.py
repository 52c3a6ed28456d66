"""The examples of the GAST paper, in Python."""

import math
from collections.abc import Callable
from enum import Enum

from viva.properties import classify, exists, for_all, implies, label


def nand(x: bool, y: bool) -> bool:
    return not (x and y)


def either(x: bool, y: bool) -> bool:
    """Section 3: `or` made of `nand` only."""
    return nand(nand(x, x), nand(y, y))


def prop_or(x: bool, y: bool) -> bool:
    return (x or y) == either(x, y)


def prop_stack(e: int, s: list[int]) -> bool:
    pushed = [e, *s]
    return pushed[0] == e and pushed[1:] == s


def prop_stack_labelled(e: int, s: list[int]) -> object:
    """Section 7.2: the test data itself as a label."""
    return label((e, s), prop_stack(e, s))


def prop_stack_classified(e: int, s: list[int]) -> object:
    return classify(not s, s, prop_stack(e, s))


def prop_sqrt(x: float) -> object:
    """Section 7.1: rounding refutes it."""
    return implies(x >= 0 and math.isfinite(x), lambda: math.sqrt(x) * math.sqrt(x) == x)


class Day(Enum):
    MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY = range(7)


def tomorrow(day: Day) -> Day:
    return Day((day.value + 1) % 7)


def prop_tomorrow(day: Day) -> object:
    return exists(Day, lambda d: tomorrow(day) == d)


def prop_map(f: Callable[[int], int], g: Callable[[int], int], xs: list[int]) -> bool:
    """Section 4.1: functions as test data."""
    return [g(y) for y in [f(x) for x in xs]] == [g(f(x)) for x in xs]


def fib(n: int) -> int:
    return 1 if n < 2 else fib(n - 1) + fib(n - 2)


def fib_linear(n: int) -> int:
    a, b = 1, 1
    for _ in range(n):
        a, b = b, a + b
    return a


# Section 7.3: the test data as given.
prop_fib = for_all(range(16), lambda n: fib(n) == fib_linear(n))
