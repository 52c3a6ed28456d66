"""Which column is the time, in which unit it counts, and where each signal stands."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from viva.core.fault import Fault
from viva.core.records import dataclass
from viva.core.table import suggestion
from viva.engines.signals.trace import TIME, Array, check_signals

LOW, HIGH = ".lo", ".hi"  # the columns of a noisy signal
NAMES = (TIME, "timestamp", "time stamp", "time_stamp", "datetime", "date time", "date_time", "date/time", "date")
SHORT = "t"  # and not `T`, which is a temperature
# Seconds are the number times the first over the second: 3 / 1000 is rounded once, 3 * 0.001 twice.
UNITS = {
    **dict.fromkeys(("s", "sec", "secs", "second", "seconds"), (1.0, 1.0)),
    **dict.fromkeys(("ms", "msec", "millis", "millisecond", "milliseconds"), (1.0, 1e3)),
    **dict.fromkeys(("us", "µs", "μs", "usec", "micros", "microsecond", "microseconds"), (1.0, 1e6)),
    **dict.fromkeys(("ns", "nsec", "nanos", "nanosecond", "nanoseconds"), (1.0, 1e9)),
    **dict.fromkeys(("min", "mins", "minute", "minutes"), (60.0, 1.0)),
    **dict.fromkeys(("h", "hr", "hrs", "hour", "hours"), (3600.0, 1.0)),
    **dict.fromkeys(("d", "day", "days"), (86400.0, 1.0)),
}
_IN_BRACKETS = re.compile(r"(.*\S)\s*(?:\[([^\]]*)\]|\(([^)]*)\))")
_AT_THE_END = re.compile(rf"(.*?)\s*[_/]\s*({'|'.join(sorted(UNITS, key=len, reverse=True))})", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Columns:
    """Where the time and each signal stand in a row of a file."""

    file: str
    header: list[str]
    line: int | None
    time: int
    unit: tuple[float, float]
    signals: dict[str, tuple[int, int]]

    @property
    def used(self) -> list[int]:
        return sorted({self.time, *(place for pair in self.signals.values() for place in pair)})

    def seconds(self, times: Array) -> Array:
        factor, divisor = self.unit
        return times if factor == divisor == 1 else times * factor / divisor


def columns(
    header: list[str], file: str, wanted: Sequence[str] | None, named: str | None, line: int | None = 1
) -> Columns:
    """`named` is the time as the call names it; otherwise its heading says so."""
    time, unit = _time(header, file, named, line)
    for name in header:
        if name and header.count(name) > 1:
            raise Fault(f"the column `{name}` occurs twice", file, line)
    there = {name: (place, place) for place, name in enumerate(header) if place != time}
    for name in list(there):
        base = name.removesuffix(LOW)
        if name != base and base not in there and base + HIGH in there:
            there[base] = (there[name][0], there[base + HIGH][0])
    if wanted is None:
        pairs = {base + end for base, (low, high) in there.items() if low != high for end in (LOW, HIGH)}
        wanted = [name for name in there if name and name not in pairs]
    there |= _without_units(there)
    check_signals(wanted, list(there), file)
    return Columns(file, header, line, time, unit, {name: there[name] for name in wanted})


def _without_units(there: Mapping[str, tuple[int, int]]) -> dict[str, tuple[int, int]]:
    """A heading such as `speed [km/h]` is no name that a formula can say: it is also called `speed`, if nothing else
    is."""
    bases = {name: inside[1] for name in there if (inside := _IN_BRACKETS.fullmatch(name))}
    often = Counter([*bases.values(), *there])
    return {base: there[name] for name, base in bases.items() if often[base] == 1}


def _time(header: list[str], file: str, named: str | None, line: int | None) -> tuple[int, tuple[float, float]]:
    parted = [_parted(name) for name in header]
    if named is not None:
        exact = [place for place, name in enumerate(header) if name == named]
        found = exact or [place for place, (base, _) in enumerate(parted) if base == named]
        if len(found) != 1:
            problem = f"there is no column `{named}`" if not found else f"`{named}` may be one of several columns"
            raise Fault(problem, file, line, remedy=suggestion(named, [base for base, _ in parted]))
    else:
        exact = [place for place, name in enumerate(header) if name == TIME]
        found = exact or [place for place, (base, _) in enumerate(parted) if base.lower() in NAMES or base == SHORT]
        if not found:
            raise Fault(
                f"no column is called `{TIME}`, the first is `{header[0][:40]}`",
                file,
                line,
                remedy=f"say which column holds the times: --time COLUMN, or call it `{TIME}`",
            )
        if len(found) > 1 and not exact:
            both = " and ".join(f"`{header[place]}`" for place in found)
            raise Fault(f"{both} could all be the time", file, line, remedy="say which it is: --time COLUMN")
    unit = parted[found[0]][1]
    if unit is None:
        return found[0], (1.0, 1.0)
    if unit.lower() not in UNITS and unit not in UNITS:
        raise Fault(
            f"`{header[found[0]]}` counts in {unit!r}, which is no known unit of time",
            file,
            line,
            remedy="known are s, ms, us, ns, min, h and d",
        )
    return found[0], UNITS.get(unit) or UNITS[unit.lower()]


def _parted(name: str) -> tuple[str, str | None]:
    """A heading without its unit, and the unit: `time [s]`, `Time(ms)`, `t/s`, `time_ms`."""
    if inside := _IN_BRACKETS.fullmatch(name):
        return inside[1], (inside[2] or inside[3] or "").strip() or None
    if end := _AT_THE_END.fullmatch(name):
        return end[1], end[2]
    return name, None
