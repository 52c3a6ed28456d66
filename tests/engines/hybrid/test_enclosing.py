"""Boxes around what affine systems reach: nothing that is simulated lies outside."""

import math
import random
from fractions import Fraction

import pytest

from viva.engines.hybrid import Unsupported, formats, summarise, with_start
from viva.engines.hybrid.enclosing import _Flow, enclose
from viva.engines.hybrid.model import Span
from viva.engines.hybrid.running import Network

ROOM = (
    "variables T = [20, 20.5]\nmode off\n T' = 1 - T / 10\n when T <= 18 go to on\n"
    "mode on\n T' = 5 - T / 10\n when T >= 21 go to off\nmode hot\n T' = 1\n"
)


def test_the_room_stays_between_its_limits_for_all_time() -> None:
    found = enclose(formats.read(ROOM))
    assert found.complete and found.reached == {(0, 0), (0, 1)}
    low, high = found.bounds[0]
    assert 17.98 < low <= 18 and 21 <= high < 21.02


@pytest.mark.parametrize("seed", range(6))
def test_every_simulated_run_lies_inside_the_boxes(seed: int) -> None:
    chance = random.Random(seed)
    rate, pull, low, high = chance.randint(3, 6), chance.randint(5, 15), chance.randint(14, 18), chance.randint(20, 24)
    text = (
        f"variables T = [{low + 1}, {high}], c\noutputs T\nmode off\n T' = -T / {pull}\n c' = -c / 7 + T / 20\n"
        f" when T <= {low} go to on, c := c / 2\nmode on\n T' = {rate} - T / {pull}\n c' = -c / 5\n"
        f" when T >= {high} go to off\n"
    )
    system = formats.read(text)
    found = enclose(system)
    for _ in range(3):
        begun = low + 1 + Fraction(chance.randint(0, 100), 100) * (high - low - 1)
        run = summarise(with_start(system, {"T": Span(begun, begun)}), Fraction(30))
        assert run.reached <= found.reached
        for (least, most), (lowest, highest) in zip(run.bounds, found.bounds, strict=True):
            assert lowest <= least and most <= highest


def test_a_step_encloses_the_exponential() -> None:
    flow = _Flow.of(Network(formats.read("variables x = 1\nmode a\n x' = -3 * x + 2\n"), False), (0,))
    ((low, high),) = flow.step(((1.0, 1.0),))[0]
    exact = Fraction(2, 3) + Fraction(1, 3) * Fraction(math.exp(-3 * flow.width))
    assert low <= exact <= high and high - low < 1e-12


def test_growth_and_inputs_are_no_proof() -> None:
    assert not enclose(formats.read("variables x = 1\nmode a\n x' = x\n")).complete
    with pytest.raises(Unsupported):
        enclose(formats.read("variables x = 1\nevent e\nmode a\n x' = x\n"))
