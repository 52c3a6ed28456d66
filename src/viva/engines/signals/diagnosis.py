"""Which samples and which subformulas decide: a walk from the formula down to one comparison at one instant.

Every value is a minimum or a maximum of values below it. At each step the walk goes on where that extremum is found,
at the earliest instant, until it stands at a comparison whose margin is, up to its sign, the robustness of the whole.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable

import numpy as np

from viva.core.records import dataclass
from viva.engines.signals import model as m
from viva.engines.signals.linear import Linear
from viva.engines.signals.lines import Lines, align, refine
from viva.engines.signals.points import Points
from viva.engines.signals.robustness import Semantics
from viva.engines.signals.slack import with_slack
from viva.engines.signals.trace import Array, Flags, Index, Trace


@dataclass(frozen=True, slots=True)
class Step:
    """A subformula, an instant and its value there; `why` is a key of the catalogue: where the extremum was found."""

    formula: m.Formula
    time: float
    value: float
    why: str


@dataclass(frozen=True, slots=True)
class Sight:
    """The operands of a formula around an instant: their values in order of time, the place of the instant, and the
    places of the window."""

    times: Array
    values: tuple[Array, ...]
    here: int
    start: int
    stop: int
    limits: Flags | None = None  # which of the values are only limits


def diagnose(formula: m.Formula, trace: Trace, semantics: Semantics = Semantics.POINTS) -> tuple[Step, ...]:
    """The steps from the formula at the first sample to what decides. Of noisy samples the lower end is explained."""
    formula = with_slack(formula, trace.times)
    look = _points(trace) if semantics is Semantics.POINTS else _lines(Linear(trace, hold=semantics is Semantics.HOLD))
    time = float(trace.times[0])
    value = float(_values(formula, trace, semantics)[0])
    steps: list[Step] = []
    while True:
        step, following = _step(formula, time, value, look, trace.times)
        steps.append(step)
        if following is None:
            return tuple(steps)
        formula, time, value = following


Look = Callable[[m.Formula, float], Sight]
Following = tuple[m.Formula, float, float]


def _values(formula: m.Formula, trace: Trace, semantics: Semantics) -> Array:
    if semantics is Semantics.POINTS:
        return Points(trace).robustness(formula).low
    return Linear(trace, hold=semantics is Semantics.HOLD).robustness(formula).low.value


def _step(formula: m.Formula, time: float, value: float, look: Look, times: Array) -> tuple[Step, Following | None]:
    def going(why: str, operand: m.Formula, at: float, its: float) -> tuple[Step, Following | None]:
        return Step(formula, time, value, why), (operand, at, its)

    below = m.operands(formula)
    match formula:
        case m.Truth():
            return Step(formula, time, value, "constant"), None
        case m.Comparison():
            return Step(formula, time, value, "comparison"), None
        case m.Not(operand):
            return going("not", operand, time, -value)
        case m.Previous(operand):
            before = int(np.searchsorted(times, time, side="right")) - 2
            if before < 0:
                return Step(formula, time, value, "nothing_before"), None
            return going("previous", operand, float(times[before]), value)
    sight = look(formula, time)
    here = [float(values[sight.here]) for values in sight.values]
    match formula:
        case m.And():
            n = int(np.argmin(here))
            return going("least_part", below[n], time, here[n])
        case m.Or():
            n = int(np.argmax(here))
            return going("greatest_part", below[n], time, here[n])
        case m.Implies():
            n = 0 if -here[0] >= here[1] else 1
            return going("premise" if n == 0 else "conclusion", below[n], time, here[n])
        case m.Iff():
            n = 0 if abs(here[0]) <= abs(here[1]) else 1
            return going("nearer_side", below[n], time, here[n])
    if sight.start >= sight.stop:
        return Step(formula, time, value, "empty"), None
    if isinstance(formula, m.Globally | m.Historically | m.Eventually | m.Once):
        window = sight.values[0][sight.start : sight.stop]
        least = isinstance(formula, m.Globally | m.Historically)
        extreme = window.min() if least else window.max()
        j = _earliest(sight, np.flatnonzero(window == extreme) + sight.start)
        if j is None:
            return Step(formula, time, value, "approached"), None
        return going("least" if least else "greatest", below[0], j, float(extreme))
    side, places = _until(sight, -1 if isinstance(formula, m.Release) else 1)
    at = _earliest(sight, places)
    if at is None:
        return Step(formula, time, value, "approached"), None
    return going("left_side" if side == 0 else "right_side", below[side], at, float(sight.values[side][places[0]]))


def _earliest(sight: Sight, places: Index) -> float | None:
    """The first instant that has the value. A limit is no value; on a level stretch the middle has it."""
    attained = places if sight.limits is None else places[~sight.limits[places]]
    if len(attained):
        return float(sight.times[attained[0]])
    for place, following in itertools.pairwise(places):
        if following == place + 1 and sight.times[following] > sight.times[place]:
            return float((sight.times[place] + sight.times[following]) / 2)
    return None


def _until(sight: Sight, sign: int) -> tuple[int, Index]:
    """Which side decides, and the places where it has the value that does. The past is walked backwards."""
    back = sight.start < sight.here or (sight.start == sight.here and sight.stop <= sight.here)
    order = np.arange(sight.here, sight.start - 1, -1) if back else np.arange(sight.here, sight.stop)
    left, right = (sign * values[order] for values in sight.values)
    so_far = np.minimum.accumulate(left)
    found = np.minimum(right, so_far)
    inside = (order >= sight.start) & (order < sight.stop)
    best = int(np.flatnonzero(inside)[np.argmax(found[inside])])
    if right[best] <= so_far[best]:
        return 1, np.sort(order[inside & (found == found[best]) & (right == right[best])])
    return 0, np.sort(order[: best + 1][left[: best + 1] == so_far[best]])


def _ends(formula: m.Formula, time: float) -> tuple[float, float]:
    if not isinstance(formula, m.Temporal):
        return time, time
    low, high = formula.interval.low, formula.interval.high
    return (time - high, time - low) if isinstance(formula, m.PAST) else (time + low, time + high)


def _points(trace: Trace) -> Look:
    def look(formula: m.Formula, time: float) -> Sight:
        values = tuple(Points(trace).robustness(operand).low for operand in m.operands(formula))
        low, high = _ends(formula, time)
        here = int(np.searchsorted(trace.times, time))
        near = formula.interval.slack if isinstance(formula, m.Temporal) else 0.0
        start = int(np.searchsorted(trace.times, low - near, side="left"))
        stop = int(np.searchsorted(trace.times, high + near, side="right"))
        return Sight(trace.times, values, here, start, stop)

    return look


def _lines(linear: Linear) -> Look:
    """Limits from both sides stand beside the value at each bend, in order of time; a window begins and ends with the
    values at its ends."""

    def look(formula: m.Formula, time: float) -> Sight:
        trace = linear.trace
        curves = [linear.robustness(operand).low for operand in m.operands(formula)]
        if isinstance(formula, m.Until | m.Release | m.Since):
            curves = list(align(*curves))
        first, last = float(trace.times[0]), float(trace.times[-1])
        low, high = _ends(formula, time)
        if isinstance(formula, m.Temporal) and formula.interval.slack >= min(abs(low - last), abs(high - first)):
            low, high = min(low, last), max(high, first)
        low, high = max(low, first), min(high, last)
        extra = [t for t in (time, low, high) if first <= t <= last]
        times = np.unique(np.concatenate([curve.times for curve in curves] + [np.array(extra)]))
        values = tuple(_flat(refine(curve, times)) for curve in curves)

        def place(t: float) -> int:
            return 3 * int(np.searchsorted(times, t))

        start, stop = (place(low), place(high) + 1) if low <= high else (0, 0)
        limits = np.tile([True, False, True], len(times))[1:-1]
        return Sight(np.repeat(times, 3)[1:-1], values, place(time), start, stop, limits)

    return look


def _flat(lines: Lines) -> Array:
    """value, after, before, value, after, …, value."""
    return np.column_stack((lines.before, lines.value, lines.after)).reshape(-1)[1:-1]
