"""Points as teachers give them: in steps, half points for example. The score behind them stays exact."""

import math

HALVES, TENTHS = 0.5, 0.1
_FEW = 5.0  # points below which half of one would be a coarse mark


def usual_step(worth: float) -> float:
    """The step in which points come where the exercise does not say: 0 is none."""
    return HALVES if worth >= _FEW else TENTHS if worth >= 1 else 0.0


def round_points(points: float, worth: float, step: float, *, right: bool) -> float:
    """The nearest step, the higher of two: never up to full marks for what is wrong, never down for what is right."""
    if step <= 0:
        return round(points, 4)
    steps = math.ceil(points / step - 1e-9) if right else math.floor(points / step + 0.5)
    if not right and steps * step >= worth:
        steps = math.ceil(worth / step - 1e-9) - 1
    return round(min(worth, max(0.0, steps * step)), 4)
