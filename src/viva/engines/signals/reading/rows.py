"""Rows as they were read, in which values may be missing, and what is made of the gaps."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum

import numpy as np

from viva.core.fault import Fault
from viva.core.records import dataclass
from viva.engines.signals.trace import Bounds, Flags, Trace, check_times, concatenate, exactly

WORDS = ("", "nan", "na", "n/a", "#n/a", "null", "none", "nat")  # how a missing value is written, in any case


class Missing(StrEnum):
    """What becomes of a gap."""

    REFUSE = "refuse"
    SKIP = "skip"  # the row is left out
    HOLD = "hold"  # the value before it
    LINEAR = "linear"  # straight between the values around it


@dataclass(frozen=True, slots=True)
class Rows:
    """`trace` holds NaN for what is missing. `told` says in words that the value of a row and a signal (none: the time)
    is missing; `lines` are the lines of the rows, where the file has any."""

    trace: Trace
    told: Callable[[int, str | None], str]
    lines: Sequence[int] | None = None


def complete(several: Iterable[Rows], missing: Missing, file: str) -> Iterator[Trace]:
    """Traces without gaps, in order of time. There is at least one."""
    filling = _Filling(missing, file)
    last: float | None = None
    for rows in several:
        for trace, lines in filling.filled(rows):
            if len(trace):
                if last is not None and trace.times[0] <= last:
                    check_times(np.array([last, trace.times[0]]), [lines[0]] * 2 if lines is not None else None, file)
                check_times(trace.times, lines, file)
                last = float(trace.times[-1])
                yield trace
    filling.end()
    if last is None:
        raise Fault("the trace has no samples", file, remedy="put rows of numbers below the header")


Numbered = tuple[Trace, Sequence[int] | None]


class _Filling:
    """Fills gaps row by row; for `linear`, rows wait until the value after a gap is there."""

    def __init__(self, missing: Missing, file: str) -> None:
        self.missing, self.file = missing, file
        self.known: dict[str, tuple[float, float, float]] = {}  # the last known time, low and high of each signal
        self.waiting: Rows | None = None

    def filled(self, rows: Rows) -> Iterator[Numbered]:
        trace = rows.trace
        absent = np.isnan(trace.times)
        gaps = {name: np.isnan(one.low) | np.isnan(one.high) for name, one in trace.signals.items()}
        if self.missing is Missing.SKIP:
            keep = ~np.logical_or.reduce([absent, *gaps.values()])
            yield (trace, rows.lines) if keep.all() else _chosen(rows, keep)
            return
        if absent.any():
            raise self._refused(rows, int(np.flatnonzero(absent)[0]), None, "a row without a time needs --missing skip")
        if self.missing is not Missing.LINEAR:
            yield self._held(rows, gaps)
            return
        yield from self._straight(rows)

    def end(self) -> None:
        if self.waiting is not None:
            for name, one in self.waiting.trace.signals.items():
                gap = np.flatnonzero(np.isnan(one.low) | np.isnan(one.high))
                if len(gap) and gap[-1] == len(one.low) - 1:
                    remedy = "no value comes after it; use --missing hold or skip"
                    raise self._refused(self.waiting, int(gap[-1]), name, remedy)

    def _refused(self, rows: Rows, row: int, name: str | None, remedy: str) -> Fault:
        return Fault(rows.told(row, name), self.file, rows.lines[row] if rows.lines else None, remedy=remedy)

    def _held(self, rows: Rows, gaps: dict[str, Flags]) -> Numbered:
        found = {}
        for name, one in rows.trace.signals.items():
            gap = gaps[name]
            if not gap.any():
                found[name] = one
            elif self.missing is Missing.REFUSE:
                remedy = "fill the gap, or say what is to be done: --missing hold, linear or skip"
                raise self._refused(rows, int(np.flatnonzero(gap)[0]), name, remedy)
            elif gap[0] and name not in self.known:
                raise self._refused(rows, 0, name, "no value comes before it to hold; use --missing skip")
            else:
                held_from = np.maximum.accumulate(np.where(gap, -1, np.arange(len(gap))))
                _, low, high = self.known.get(name, (0.0, 0.0, 0.0))
                kept = np.where(held_from < 0, low, one.low[held_from])
                found[name] = Bounds(kept, kept if one.exact else np.where(held_from < 0, high, one.high[held_from]))
            if len(gap):
                self.known[name] = (
                    float(rows.trace.times[-1]),
                    float(found[name].low[-1]),
                    float(found[name].high[-1]),
                )
        return Trace(rows.trace.times, found), rows.lines

    def _straight(self, rows: Rows) -> Iterator[Numbered]:
        rows = rows if self.waiting is None else _after(self.waiting, rows)
        times, ready, found = rows.trace.times, len(rows.trace), {}
        for name, one in rows.trace.signals.items():
            there = np.flatnonzero(~(np.isnan(one.low) | np.isnan(one.high)))
            first = int(there[0]) if len(there) else len(times)
            if name not in self.known and first > 0 and len(times):
                raise self._refused(rows, 0, name, "no value comes before it; use --missing skip")
            ready = min(ready, int(there[-1]) + 1 if len(there) else 0)
            t, low, high = ([part] if name in self.known else [] for part in self.known.get(name, (0.0, 0.0, 0.0)))
            at = np.concatenate((t, times[there]))
            ends = [np.concatenate((before, end[there])) for before, end in ((low, one.low), (high, one.high))]
            if len(at) and len(there) < len(times):
                found[name] = Bounds(np.interp(times, at, ends[0]), np.interp(times, at, ends[1]))
                found[name] = exactly(found[name].low) if one.exact else found[name]
            else:
                found[name] = one
        for name, one in rows.trace.signals.items():
            there = np.flatnonzero(~(np.isnan(one.low[:ready]) | np.isnan(one.high[:ready])))
            if len(there):
                last = int(there[-1])
                self.known[name] = (float(times[last]), float(one.low[last]), float(one.high[last]))
        self.waiting = None
        if ready < len(times):
            self.waiting = _tail(rows, ready)
        yield Trace(times, found).part(0, ready), rows.lines[:ready] if rows.lines is not None else None


def _chosen(rows: Rows, keep: Flags) -> Numbered:
    found = {}
    for name, one in rows.trace.signals.items():
        low = one.low[keep]
        found[name] = exactly(low) if one.exact else Bounds(low, one.high[keep])
    lines = [line for line, kept in zip(rows.lines, keep, strict=True) if kept] if rows.lines is not None else None
    return Trace(rows.trace.times[keep], found), lines


def _tail(rows: Rows, start: int) -> Rows:
    lines = rows.lines[start:] if rows.lines is not None else None
    return Rows(rows.trace.part(start, len(rows.trace)), lambda row, name: rows.told(row + start, name), lines)


def _after(first: Rows, second: Rows) -> Rows:
    count = len(first.trace)

    def told(row: int, name: str | None) -> str:
        return first.told(row, name) if row < count else second.told(row - count, name)

    lines = [*first.lines, *second.lines] if first.lines is not None and second.lines is not None else None
    return Rows(concatenate([first.trace, second.trace], list(first.trace.signals)), told, lines)
