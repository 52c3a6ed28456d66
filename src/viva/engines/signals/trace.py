"""Traces as arrays: the instants of the samples, and for each signal its values, or bounds of noisy ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

from viva.core.fault import Fault
from viva.core.records import dataclass
from viva.core.table import suggestion
from viva.engines.signals.clock import Clock, Times

Array = npt.NDArray[np.float64]
Index = npt.NDArray[np.intp]
Flags = npt.NDArray[np.bool_]
TIME = "time"


@dataclass(frozen=True, slots=True)
class Bounds:
    """Values known to lie between two arrays, which are one and the same array where values are exact."""

    low: Array
    high: Array

    @property
    def exact(self) -> bool:
        return self.low is self.high

    def part(self, start: int, stop: int) -> Bounds:
        low = self.low[start:stop]
        return Bounds(low, low if self.exact else self.high[start:stop])


def exactly(values: Array) -> Bounds:
    return Bounds(values, values)


@dataclass(frozen=True, slots=True)
class Trace:
    times: Array
    signals: Mapping[str, Bounds]

    def __len__(self) -> int:
        return len(self.times)

    def part(self, start: int, stop: int) -> Trace:
        return Trace(self.times[start:stop], {name: one.part(start, stop) for name, one in self.signals.items()})


def concatenate(several: Sequence[Trace], names: Sequence[str]) -> Trace:
    """One trace after the other."""
    found = {}
    for name in names:
        bounds = [one.signals[name] for one in several]
        low = np.concatenate([one.low for one in bounds])
        exact = all(one.exact for one in bounds)
        found[name] = Bounds(low, low if exact else np.concatenate([one.high for one in bounds]))
    return Trace(np.concatenate([one.times for one in several]), found)


class Frame(Protocol):
    """As much of a pandas frame as is needed."""

    @property
    def columns(self) -> Sequence[str]: ...
    @property
    def index(self) -> npt.ArrayLike: ...
    def __getitem__(self, name: str) -> npt.ArrayLike: ...


Values = npt.ArrayLike | Bounds


def noise(low: npt.ArrayLike, high: npt.ArrayLike) -> Bounds:
    """A signal of which only bounds are known, one pair for each sample."""
    return noisy(
        _array(np.atleast_1d(np.asarray(low)), "low"), _array(np.atleast_1d(np.asarray(high)), "high"), "noise"
    )


def trace(times: Times, signals: Mapping[str, Values] | None = None, **more: Values) -> Trace:
    """A trace from anything NumPy can make arrays of; noisy signals are made by `noise`.

    Times are seconds, or dates or durations, which count in seconds from the first one. Raises Fault where times do not
    increase or a value is missing.
    """
    return trace_by_clock(Clock(), times, {**(signals or {}), **more})


def trace_by_clock(clock: Clock, times: Times, signals: Mapping[str, Values]) -> Trace:
    """A piece of a trace whose times are told by this clock."""
    instants = _array(clock.seconds(times, _no_time), TIME)
    check_times(instants)
    named: dict[str, Bounds] = {}
    for name, values in signals.items():
        named[name] = values if isinstance(values, Bounds) else exactly(_array(values, name))
        check_values(named[name], name, len(instants))
    return Trace(instants, named)


def _no_time(place: int, found: object) -> Fault:
    return Fault(f"`{TIME}` holds something that is no time at sample {place}: {str(found)[:40]!r}")


def from_frame(frame: Frame) -> Trace:
    """A trace from a pandas frame: the column `time`, or else the index, holds the instants, as numbers or dates."""
    columns = [str(name) for name in frame.columns]
    instants = frame[TIME] if TIME in columns else frame.index
    return trace(instants, {name: frame[name] for name in columns if name != TIME})


def _array(values: npt.ArrayLike, name: str) -> Array:
    if np.asarray(values).dtype.kind in "mM":
        raise Fault(f"`{name}` holds dates where numbers are needed", remedy=f"only `{TIME}` may hold dates")
    try:
        array = np.ascontiguousarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        raise Fault(f"`{name}` holds something that is not a number") from None
    if array.ndim != 1:
        raise Fault(f"`{name}` must be one row of numbers, it has {array.ndim} dimensions")
    return array


def noisy(low: Array, high: Array, name: str) -> Bounds:
    if len(low) != len(high):
        raise Fault(
            f"the bounds of `{name}` have {len(low)} and {len(high)} values", remedy="give both for each sample"
        )
    wrong = np.flatnonzero(low > high)
    if len(wrong):
        i = int(wrong[0])
        raise Fault(f"the bounds of `{name}` at sample {i} are reversed: [{low[i]:g}, {high[i]:g}]")
    return Bounds(low, high)


def check_times(times: Array, rows: Sequence[int] | None = None, file: str | None = None) -> None:
    """`rows` are the lines of the file, where there is one."""
    if not len(times):
        raise Fault("the trace has no samples", file, remedy="a trace has a header and at least one row of numbers")
    if not np.isfinite(times).all():
        i = int(np.flatnonzero(~np.isfinite(times))[0])
        where = "" if rows else f" of sample {i}"
        raise Fault(f"the time{where} is missing or not finite", file, rows[i] if rows else None)
    wrong = np.flatnonzero(times[1:] <= times[:-1])
    if len(wrong):
        i = int(wrong[0]) + 1
        before, here = float(times[i - 1]), float(times[i])
        where = "" if rows else f" at sample {i}"
        problem = (
            f"the time {here:g} occurs twice{where}"
            if here == before
            else f"time goes back from {before:g} to {here:g}{where}"
        )
        raise Fault(problem, file, rows[i] if rows else None, remedy="sort the rows by time and keep one for each time")


def check_values(values: Bounds, name: str, length: int) -> None:
    if len(values.low) != length:
        raise Fault(f"`{name}` has {len(values.low)} values for {length} times")
    for array in (values.low,) if values.exact else (values.low, values.high):
        finite = np.isfinite(array)
        if not finite.all():
            i = int(np.flatnonzero(~finite)[0])
            what = "missing" if np.isnan(array[i]) else "not finite"
            raise Fault(
                f"the value of `{name}` at sample {i} is {what}", remedy="leave the sample out, or fill the gap"
            )


def check_signals(wanted: Sequence[str], there: Sequence[str], file: str | None = None) -> None:
    for name in wanted:
        if name not in there:
            known = sorted(one for one in there if one != TIME)
            remedy = suggestion(name, known) if known else "it has no signals at all"
            raise Fault(f"the trace has no signal `{name}`", file, remedy=remedy)
