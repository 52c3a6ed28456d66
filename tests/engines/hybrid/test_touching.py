"""Guards that are only just touched: whoever is right is not called wrong for it, and whoever is wrong not right.

The heights are known on paper: a throw goes up to `x + v² / 2g`, an oscillation to `√(x² + v² / w²)`.
"""

import random
from collections.abc import Callable
from fractions import Fraction

import pytest

from viva.engines.hybrid import Outcome, System, compare, formats

TRIPLES = [(3, 4, 5), (5, 12, 13), (8, 15, 17), (20, 21, 29), (7, 24, 25)]
ABOVE, HORIZON = Fraction(1, 10), Fraction(8)


def thrown(guard: str, x: Fraction, v: Fraction, g: Fraction) -> System:
    return _until(guard, x, v, f"-{g}")


def swinging(guard: str, x: Fraction, v: Fraction, w: Fraction) -> System:
    return _until(guard, x, v, f"-{w * w} * x")


def _until(guard: str, x: Fraction, v: Fraction, pull: str) -> System:
    """What moves up from `x` with the speed `v`, and falls fast as soon as the guard holds."""
    lines = [f"variables x = {x}, v = {v}", "outputs x", "mode moving", "  x' = v", f"  v' = {pull}"]
    return formats.read("\n".join([*lines, f"  when {guard} go to falling", "mode falling", "  x' = -50", "  v' = 0"]))


def compared(one: System, other: System) -> Outcome:
    return compare(one, other, ABOVE, HORIZON)


@pytest.mark.parametrize("seed", range(12))
def test_the_highest_point_is_where_the_speed_ends(seed: int) -> None:
    chance = random.Random(f"touching {seed}")
    made: Callable[[str, Fraction, Fraction, Fraction], System]
    if seed % 2:
        x, v, g = (
            Fraction(chance.randint(-40, 40), 8),
            Fraction(chance.randint(8, 40), 8),
            Fraction(chance.randint(4, 40), 4),
        )
        made, numbers, height = thrown, (x, v, g), x + v * v / (2 * g)
    else:
        one, other, far = chance.choice(TRIPLES)
        unit, w = Fraction(chance.randint(1, 9), 10), Fraction(chance.randint(2, 9), 4)
        made, numbers, height = swinging, (unit * one, unit * other * w, w), unit * far
    asked = made("v <= 0", *numbers)
    touching = made(f"x >= {height}", *numbers)
    assert compared(touching, asked).kind != "different", "it is right"
    assert compared(asked, touching).kind != "different", "it is right"
    assert compared(made(f"x == {height}", *numbers), asked).kind != "different", "it is right"
    assert compared(made(f"3 * x >= {3 * height}", *numbers), touching).kind == "same", "it is the same guard"
    for missed in (Fraction(1, 1000), Fraction(1, 10)):
        never = made(f"x >= {height + missed}", *numbers)
        assert compared(never, asked).kind == "different", "it never gets there"
        assert compared(never, touching).kind != "same", "one of them gets there"
        early = compared(made(f"x >= {height - 1}", *numbers), asked)
        assert early.touched is None


@pytest.mark.parametrize("factor", [1, 4, 9])
def test_a_value_that_only_creeps_up_to_a_bound_does_not_cross_it(factor: int) -> None:
    def heated(guard: str) -> System:
        heating = f"mode heating\n  x' = {20 * factor} - {factor} * x\n  when {guard} go to off"
        return formats.read(f"variables x = 0\n{heating}\nmode off\n  x' = -5")

    assert compare(heated("x >= 20"), heated("x >= 30"), ABOVE, Fraction(40)).kind == "unknown"
    assert compare(heated("x >= 20"), heated("x >= 19"), ABOVE, Fraction(40)).kind == "different"
    assert compare(heated("x >= 19"), heated("19 - x <= 0"), ABOVE, Fraction(40)).kind == "same"


def test_a_difference_before_the_doubt_is_one() -> None:
    numbers = (Fraction(0), Fraction(2), Fraction(1))
    found = compared(thrown("x >= 2", *numbers), thrown("x >= 1", *numbers))
    assert found.kind == "different" and float(found.departures[0].start) < 1


@pytest.mark.parametrize("guard", ["x == 1/2", "x >= 1/2 && x <= 1/2", "x >= 1/2 && v >= 0", "2 * x - 1 >= 0"])
def test_a_bound_that_is_plainly_crossed_is_no_matter_of_rounding(guard: str) -> None:
    numbers = (Fraction(0), Fraction(1), Fraction(1))
    found = compared(swinging(guard, *numbers), swinging("x >= 1/2", *numbers))
    assert (found.kind, found.touched) == ("same", None)
