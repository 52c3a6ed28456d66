"""Repair by search: one planted mistake is found again, and what is found is a repair."""

from fractions import Fraction

import pytest

from tests.engines.hybrid.systems import random_system, ring, thermostat
from viva.engines.hybrid import compare, repair
from viva.engines.hybrid.repairing import changes

HALF = Fraction(1, 2)


@pytest.mark.parametrize(
    ("wrong", "kind"),
    [
        (thermostat(down="1"), "sign"),
        (thermostat("1", "-2"), "swap"),
        (thermostat(low="17"), "limit"),
        (thermostat(high="25"), "limit"),
        (thermostat(start="19"), "value"),
    ],
)
def test_the_mistakes_of_the_thermostat_are_named(wrong: object, kind: str) -> None:
    found = repair(wrong, thermostat(), HALF, Fraction(40))  # type: ignore[arg-type]
    assert found is not None and found[0].kind == kind
    assert compare(found[1], thermostat(), HALF, Fraction(40)).kind == "equal"


def test_the_mistakes_of_the_ring_are_named() -> None:
    for wrong, kind, number in (
        (ring(three="0"), "rate", 3),
        (ring(reset_three=""), "reset", 3),
        (ring(reset_two=""), "reset", 2),
    ):
        found = repair(wrong, ring(), HALF, Fraction(120))
        assert found is not None and (found[0].kind, found[0].number) == (kind, number)


def test_what_no_single_change_mends_is_not_repaired() -> None:
    assert repair(thermostat("7", "-5", "3", "9"), thermostat(), HALF, Fraction(40)) is None


@pytest.mark.parametrize("seed", range(12))
def test_every_planted_change_can_be_mended(seed: int) -> None:
    """Whatever one change of the list makes of a system, some change makes right again."""
    system = random_system(seed, variables=1)
    for _, broken in list(changes(system, system))[seed::9][:4]:
        if compare(broken, system, HALF, Fraction(6)).kind == "different":
            found = repair(broken, system, HALF, Fraction(6))
            if found is not None:
                assert compare(found[1], system, HALF, Fraction(6)).kind in ("equal", "same")
