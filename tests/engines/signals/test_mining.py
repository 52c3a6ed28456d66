"""Parameters from labelled traces."""

import numpy as np
import pytest

from viva.core.fault import Fault
from viva.core.reading import Misread
from viva.engines.signals import mine, robustness, trace


def wave(height: float, period: float = 10.0) -> object:
    times = np.arange(200) * 0.1
    return trace(times, x=height * np.sin(2 * np.pi * times / period))


GOOD = [wave(1.0), wave(2.0)]
BAD = [wave(4.0), wave(5.0)]


def test_a_threshold_between_good_and_bad() -> None:
    found = mine("G x < limit", "limit", low=0, high=10, good=GOOD, bad=BAD)
    assert found.low == pytest.approx(2, abs=0.01)
    assert found.high == pytest.approx(4, abs=0.01)
    assert found.value == pytest.approx(3, abs=0.01)
    assert found.margin == pytest.approx(1, abs=0.01)
    assert min(robustness(found.formula, one) for one in GOOD) >= found.margin
    assert max(robustness(found.formula, one) for one in BAD) <= -found.margin


def test_a_parameter_that_makes_it_harder() -> None:
    found = mine("F x > limit", "limit", low=0, high=10, good=BAD, bad=GOOD)
    assert (found.low, found.high) == (pytest.approx(2, abs=0.01), pytest.approx(4, abs=0.01))


def test_a_window() -> None:
    slow, quick = [wave(1, 16.0)], [wave(1, 4.0)]
    found = mine("F[0,tau] x < -0.9", "tau", low=0.1, high=19, good=quick, bad=slow)
    assert 2.5 < found.low < 3.2
    assert 10 < found.high < 12
    distances = [abs(robustness(found.formula, one)) for one in (*slow, *quick)]
    assert found.margin == min(distances) < max(distances)


def test_other_parameters_are_given() -> None:
    found = mine("F[0,tau] x > limit", "limit", low=0, high=9, good=BAD, bad=GOOD, parameters={"tau": 10.0})
    assert found.margin == pytest.approx(1, abs=0.01)


@pytest.mark.parametrize(
    ("text", "good", "bad", "words"),
    [
        ("G x < limit", BAD, GOOD, "separates"),
        ("G x < limit", [wave(100.0)], BAD, "separates"),
        ("G x < limit", GOOD, [], "at least one of each"),
        ("G x < abs(limit - 5)", GOOD, BAD, "not monotone"),
        ("G x < 3 + 0 * limit", GOOD, BAD, "no influence"),
        ("G x < 3", GOOD, BAD, "no parameter"),
    ],
)
def test_what_cannot_be_fitted_is_told(text: str, good: list[object], bad: list[object], words: str) -> None:
    with pytest.raises((Fault, Misread), match=words):
        mine(text, "limit", low=0, high=10, good=good, bad=bad)  # type: ignore[arg-type]
