"""Start reading here for whole traces: `robustness` at the first sample, `evaluate` over all of them."""

from __future__ import annotations

from enum import StrEnum

import numpy as np

from viva.core.fault import Fault
from viva.core.records import dataclass
from viva.engines.signals.horizon import reach
from viva.engines.signals.linear import Linear, hold_last_values
from viva.engines.signals.model import Formula, has_past, signals
from viva.engines.signals.points import Points
from viva.engines.signals.slack import with_slack
from viva.engines.signals.trace import Array, Trace, check_signals


class Semantics(StrEnum):
    POINTS = "points"
    LINEAR = "linear"
    HOLD = "hold"


class Verdict(StrEnum):
    TRUE = "true"
    FALSE = "false"
    ZERO = "zero"
    UNKNOWN = "unknown"  # only of noisy samples


@dataclass(frozen=True, slots=True)
class Values:
    """Robustness over time: lower and upper ends, which are the same array unless samples are noisy. In the semantics
    `linear` and `hold` the instants are those at which the value bends; where it jumps, it is that at the instant."""

    times: Array
    low: Array
    high: Array


def robustness(formula: Formula, trace: Trace, semantics: Semantics = Semantics.POINTS, extend: bool = False) -> float:
    """Robustness at the first sample. Noisy samples: `bounds` gives both ends, this function the lower."""
    return bounds(formula, trace, semantics, extend)[0]


def bounds(
    formula: Formula, trace: Trace, semantics: Semantics = Semantics.POINTS, extend: bool = False
) -> tuple[float, float]:
    """The least and the greatest robustness at the first sample that noisy samples allow."""
    found = evaluate(formula, trace, semantics, extend)
    return float(found.low[0]) + 0.0, float(found.high[0]) + 0.0  # never -0.0


def evaluate(formula: Formula, trace: Trace, semantics: Semantics = Semantics.POINTS, extend: bool = False) -> Values:
    """Robustness over the whole trace. `extend`: the last sample is held for ever, instead of windows being cut."""
    check_signals(signals(formula), list(trace.signals))
    formula = with_slack(formula, trace.times)
    if extend and has_past(formula):
        problem = "a trace that is held for ever cannot be combined with H, O, S, rate and prev, which look back"
        raise Fault(problem, remedy="leave --extend out")
    if semantics is Semantics.POINTS:
        values = Points(trace, extend).robustness(formula)
        return Values(trace.times, values.low, values.high)
    trace = hold_last_values(trace, formula, reach(formula)) if extend else trace
    band = Linear(trace, hold=semantics is Semantics.HOLD).robustness(formula)
    return Values(band.low.times, band.low.value, band.high.value)


def signal_at(trace: Trace, name: str, time: float, semantics: Semantics) -> tuple[float, float]:
    """The bounds of a signal at any instant of the trace."""
    values = trace.signals[name]
    if semantics is Semantics.LINEAR:
        return float(np.interp(time, trace.times, values.low)), float(np.interp(time, trace.times, values.high))
    sample = max(0, int(np.searchsorted(trace.times, time, side="right")) - 1)
    return float(values.low[sample]), float(values.high[sample])


def verdict(low: float, high: float) -> Verdict:
    """True above 0, false below, zero at 0; of an interval around 0, which noisy samples give, nothing is known."""
    if low > 0:
        return Verdict.TRUE
    if high < 0:
        return Verdict.FALSE
    return Verdict.ZERO if low == high else Verdict.UNKNOWN
