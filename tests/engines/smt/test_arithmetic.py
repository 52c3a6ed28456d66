"""What Python's operators mean to the solver is what they mean in Python."""

import itertools
from collections.abc import Callable
from fractions import Fraction

import pytest
import z3

from viva.engines.smt import (
    absolute,
    as_integer,
    choose,
    exact,
    extreme,
    floor_division,
    modulo,
    plain,
    real,
    satisfiable,
    solver,
)

DIVISORS = [-7, -3, -2, -1, 1, 2, 3, 7]


@pytest.mark.parametrize("as_formula", [z3.IntVal, int])
def test_division_rounds_as_in_python(as_formula: Callable[[int], object]) -> None:
    for one, two in itertools.product(range(-9, 10), DIVISORS):
        a, b = z3.IntVal(one), as_formula(two)
        assert z3.simplify(floor_division(a, b)).as_long() == one // two
        assert z3.simplify(modulo(a, b)).as_long() == one % two


def test_division_by_an_unknown_is_pythons_for_all_of_a_range() -> None:
    a, b, quotient, rest = z3.Ints("a b quotient rest")
    asked = solver(2_000_000)
    asked.add(a >= -6, a <= 6, b >= -3, b <= 3, b != 0, quotient == floor_division(a, b), rest == modulo(a, b))
    seen = 0
    while satisfiable(asked):
        model = asked.model()
        found = [model[name].as_long() for name in (a, b, quotient, rest)]
        assert divmod(found[0], found[1]) == (found[2], found[3])
        asked.add(z3.Or(a != found[0], b != found[1]))
        seen += 1
    assert seen == 13 * 6


def test_a_positive_divisor_needs_no_cases() -> None:
    assert floor_division(z3.Int("x"), 3).decl().kind() == z3.Z3_OP_IDIV
    assert modulo(z3.Int("x"), 3).decl().kind() == z3.Z3_OP_MOD


def test_plain_values_stay_plain() -> None:
    assert choose(True, 1, 2) == 1
    assert absolute(-3) == 3
    assert extreme("min", [3, 1, 2]) == 1
    assert extreme("max", [3, 1, 3]) == 3


def test_numbers_mean_what_they_mean_in_python() -> None:
    x = z3.Int("x")
    for value in (-4, 0, 5):
        here = (x, z3.IntVal(value))
        assert z3.simplify(z3.substitute(absolute(x), here)).as_long() == abs(value)
        assert z3.simplify(z3.substitute(extreme("min", [x, 2, x + 1]), here)).as_long() == min(value, 2)
        assert z3.simplify(z3.substitute(extreme("max", [x, 2, x + 1]), here)).as_long() == max(value + 1, 2)
    assert z3.simplify(as_integer(z3.BoolVal(True)) + 1).as_long() == 2
    assert plain(z3.simplify(real(7) / real(z3.IntVal(2)))) == Fraction(7, 2)
    assert plain(exact(Fraction(1, 3))) == Fraction(1, 3)
