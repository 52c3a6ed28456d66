"""Equal outputs: proved for all time, or parted at an exact first moment that can be seen again."""

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.engines.hybrid.systems import random_system, ring, thermostat
from viva.engines.hybrid import System, align_inputs, compare, formats, values_at

HALF, FORTY = Fraction(1, 2), Fraction(40)


def starts(actual: System, expected: System, threshold: Fraction = HALF, horizon: int = 40) -> list[Fraction | float]:
    return [each.start for each in compare(actual, expected, threshold, Fraction(horizon)).departures]


def test_the_thermostat_without_its_sign_differs_first_after_a_quarter() -> None:
    assert starts(thermostat(down="1"), thermostat())[0] == Fraction(1, 4)


def test_the_thermostat_with_swapped_rates_differs_first_after_a_half() -> None:
    found = starts(thermostat("1", "-2"), thermostat())
    assert found[:3] == [Fraction(1, 2), Fraction(7, 4), 5]


def test_the_ring_differs_at_fifty_in_both_mistakes_of_the_paper() -> None:
    assert starts(ring(three="0"), ring(), horizon=120)[0] == 50
    assert starts(ring(reset_three=""), ring(), horizon=120)[0] == 50


def test_the_ring_does_not_differ_from_itself() -> None:
    found = compare(ring(), ring(), HALF, Fraction(120))
    assert found.kind == "equal"


def test_identical_systems_are_equal_for_all_time() -> None:
    found = compare(thermostat(), thermostat(), Fraction(0), Fraction(1))
    assert found.kind == "equal" and found.period == (2, Fraction(9, 2))


def test_clocks_that_nobody_asks_do_not_keep_a_proof_away() -> None:
    text = (
        "variables T = 20, clock\noutputs T\nmode off\n T' = -1\n clock' = 1\n"
        " when T <= 18 go to on\nmode on\n T' = 2\n clock' = 1\n when T >= 21 go to off\n"
    )
    assert compare(formats.read(text), thermostat(), Fraction(0), FORTY).kind == "equal"


def test_outputs_that_grow_alike_are_proved_equal() -> None:
    text = "variables c, n\noutputs n\nmode a\n c' = 1\n when c >= 1 go to a, c := 0, n := n + 1\n"
    assert compare(formats.read(text), formats.read(text), Fraction(0), Fraction(5)).kind == "equal"


def test_a_drift_that_shows_after_the_horizon_is_no_proof_and_no_mistake() -> None:
    slow = thermostat("2.0001")
    found = compare(slow, thermostat(), HALF, FORTY)
    assert found.kind == "same"
    assert found.later is None or found.later.start > 40


def test_a_difference_without_length_does_not_count() -> None:
    """One of both passes through another value at one instant."""
    through = formats.read(
        "variables x\nmode a\n x' = 1\n when x >= 5 go to b, x := 100\nmode b\n"
        " when x >= 100 go to c, x := 5\nmode c\n x' = 1\n"
    )
    plain = formats.read("variables x\nmode a\n x' = 1\n")
    assert compare(through, plain, Fraction(0), FORTY).kind == "equal"


def test_exactly_the_threshold_is_no_difference() -> None:
    shifted = thermostat(start="20.5"), thermostat(start="20")
    still = "variables x = {}\nmode a\n"
    assert compare(formats.read(still.format("1")), formats.read(still.format("0.5")), HALF, FORTY).kind == "equal"
    assert (
        compare(formats.read(still.format("1.001")), formats.read(still.format("0.5")), HALF, FORTY).kind == "different"
    )
    assert starts(*shifted)[0] > 0


def test_every_possible_choice_is_followed() -> None:
    right = "variables x\nmode a\n x' = 1\n when x >= 2 go to b\nmode b\n x' = -1\n"
    either = right + "mode c\n x' = 1\n"
    either = either.replace("go to b\n", "go to b\n when x >= 2 go to c\n")
    found = compare(formats.read(either), formats.read(right), HALF, FORTY)
    assert found.kind == "different" and found.several and found.choices == (1,)
    harmless = either.replace("mode c\n x' = 1", "mode c\n x' = -1")
    found = compare(formats.read(harmless), formats.read(right), HALF, FORTY)
    assert found.kind == "same" and found.several


def test_inputs_come_from_the_reference() -> None:
    own = replace(ring(), inputs=formats.read("variables x\nevent ring at 7\nmode a\n").inputs)
    assert align_inputs(own, ring()).inputs == ring().inputs
    with pytest.raises(KeyError, match="ring"):
        align_inputs(ring(), thermostat())


@pytest.mark.parametrize("seed", range(12))
def test_comparison_is_reflexive(seed: int) -> None:
    system = random_system(seed)
    assert not compare(system, system, Fraction(0), Fraction(15)).departures


@pytest.mark.parametrize("seed", range(10))
def test_comparison_is_symmetric_and_every_departure_is_seen_again(seed: int) -> None:
    one, other = random_system(seed), random_system(seed + 1000)
    there, back = (compare(*pair, HALF, Fraction(10)) for pair in ((one, other), (other, one)))
    if there.several or back.several or "unknown" in (there.kind, back.kind):
        return  # a choice is the submission's only, and so is the end of a run
    ended = [each for found in (there, back) for each in found.departures if each.ended]
    if ended:
        return
    assert [each.start for each in there.departures] == [each.start for each in back.departures]
    for each in there.departures[:3]:
        actual, expected = (values_at(system, [each.clearest], exact=True)[0]["x"] for system in (one, other))
        assert abs(Fraction(actual) - Fraction(expected)) > HALF
    if there.departures and there.departures[0].start > 0:
        before = there.departures[0].start * Fraction(9, 10)
        actual, expected = (values_at(system, [before], exact=True)[0]["x"] for system in (one, other))
        assert abs(Fraction(actual) - Fraction(expected)) <= HALF


@pytest.mark.parametrize("seed", range(10))
def test_what_is_proved_for_all_time_holds_far_beyond_the_horizon(seed: int) -> None:
    one, other = random_system(seed), random_system(seed)
    other = replace(other, variables=(*other.variables, "spare"), initial=(*other.initial, other.initial[0]))
    found = compare(other, one, Fraction(0), Fraction(2))
    if found.kind == "equal":
        assert not compare(other, one, Fraction(0), Fraction(200)).departures


def test_affine_systems_of_other_structure_are_the_same_up_to_the_horizon() -> None:
    one = formats.read(
        "variables T = 21\nmode a\n T' = 1 - T / 10\n when T <= 18 go to b\nmode b\n"
        " T' = 5 - T / 10\n when T >= 21 go to a\n"
    )
    other = formats.read(
        "variables T = 21, d = 11\noutputs T\nmode a\n T' = -d / 10\n d' = -d / 10\n"
        " when d <= 8 go to b\nmode b\n T' = 4 - d / 10\n d' = 4 - d / 10\n"
        " when d >= 11 go to a\n"
    )
    assert compare(other, one, Fraction(0), Fraction(60)).kind == "same"
    wrong = formats.read(
        "variables T = 21\nmode a\n T' = 1 - T / 10\n when T <= 18 go to b\nmode b\n T' = 4\n when T >= 21 go to a\n"
    )
    first = compare(wrong, one, Fraction(1, 100), Fraction(60)).departures[0]
    import math  # noqa: PLC0415 the closed form: 4 t - (32 - 32 exp(-t / 10)) = 0.01 after the first switch

    switch = 10 * math.log(11 / 8)
    t = float(first.start) - switch
    assert 4 * t - 32 * (1 - math.exp(-t / 10)) == pytest.approx(0.01, abs=1e-6)
