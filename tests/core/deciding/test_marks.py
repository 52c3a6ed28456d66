"""Points in steps: near the score, never full marks for what is wrong, never less for what is right."""

from fractions import Fraction

import pytest

from viva.core.deciding.marks import round_points, usual_step


@pytest.mark.parametrize("step", [0.1, 0.25, 0.5, 1.0, 2.0])
@pytest.mark.parametrize("worth", [1.0, 4.0, 7.5, 10.0, 100.0])
def test_points_are_the_nearest_step_and_keep_right_and_wrong_apart(step: float, worth: float) -> None:
    before = -1.0
    for share in range(1001):
        exact = worth * share / 1000
        wrong, right = (round_points(exact, worth, step, right=each) for each in (False, True))
        assert 0 <= wrong < worth and exact - 1e-9 <= right <= worth
        assert abs(wrong - exact) <= step / 2 + 1e-9 or exact + step >= worth
        assert right - exact < step + 1e-9
        assert wrong >= before  # who does better never gets less
        before = wrong
        for points in {wrong, right} - {worth}:
            assert Fraction(str(points)) % Fraction(str(step)) == 0


def test_without_a_step_points_stay_as_they_are() -> None:
    assert round_points(6.789, 10, 0, right=False) == 6.789
    assert (usual_step(0.5), usual_step(1), usual_step(4.5), usual_step(5), usual_step(10)) == (0, 0.1, 0.1, 0.5, 0.5)
