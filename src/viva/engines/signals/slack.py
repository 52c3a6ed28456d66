"""Sums of times are rounded: 0.6 + 0.3 is less than 0.9. So the ends of windows are not taken to the last digit.

A sample belongs to t + [a, b] if it is not more than `slack` outside, and `slack` is a millionth of the first step of
the trace: far more than what rounding does, also to times that were added up step by step, and far less than the way to
the next sample. It is known when the second sample is there, so a monitor that takes samples as they come means the
same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from viva.engines.signals.horizon import horizon
from viva.engines.signals.model import (
    Formula,
    with_intervals,
)
from viva.engines.signals.trace import Array

SHARE = 1e-6


def slack(times: Array | Sequence[float]) -> float:
    return SHARE * float(times[1] - times[0]) if len(times) > 1 else 0.0


def is_seen(formula: Formula, times: Array | Sequence[float]) -> bool:
    """Whether samples at these times reach as far as the formula looks from the first."""
    return float(times[-1]) >= float(times[0]) + horizon(formula) - slack(times)


def with_slack(formula: Formula, times: Array | Sequence[float]) -> Formula:
    """The formula as it is meant over samples at these times."""
    amount = slack(times)
    return with_intervals(formula, lambda interval: replace(interval, slack=amount))
