"""Times as seconds, whatever they were given as: numbers, dates, durations, texts in the form of ISO 8601.

Numbers are what they are. Dates and durations count from the first one, so that a window of ten is ten seconds in every
file and in every unit; dates with a time zone and dates without one do not mix.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any

import numpy as np
import numpy.typing as npt

from viva.core.fault import Fault
from viva.core.records import dataclass

NUMBERS = "numbers"
_SECOND = np.timedelta64(1, "s")
# How pandas calls dates with a time zone; their values are then those of UTC.
_WITH_ZONE = re.compile(r"datetime64\[(\w+), ")
_CALENDAR = ("Y", "M", "W")

Times = npt.ArrayLike | Sequence[date] | Sequence[timedelta]
Refuse = Callable[[int, object], Fault]


class NoTime(ValueError):
    """A text or an object that says no time."""


@dataclass(slots=True)
class Clock:
    """Tells the time of one trace, piece by piece: `start` is the first date, and stays what it is."""

    kind: str | None = None
    start: np.datetime64 | np.timedelta64 | None = None

    def seconds(self, values: Times, refuse: Refuse) -> npt.NDArray[np.float64]:
        """`refuse` makes the fault for what is no time, from its place and what stands there."""
        array, kind = _known(values, refuse)
        if self.kind is None:
            self.kind = kind
        elif self.kind != kind:
            raise Fault(f"times are {self.kind} at first and {kind} later", remedy="give all times in one form")
        if kind == NUMBERS:
            return np.ascontiguousarray(array, dtype=np.float64)
        if np.datetime_data(array.dtype)[0] in _CALENDAR:
            array = array.astype("datetime64[D]" if array.dtype.kind == "M" else "timedelta64[D]")
        if self.start is None and len(array):
            self.start = array[0]
        return np.ascontiguousarray((array - self.start) / _SECOND, dtype=np.float64)


def _known(values: Times, refuse: Refuse) -> tuple[npt.NDArray[Any], str]:
    zone = _WITH_ZONE.match(str(getattr(values, "dtype", "")))
    if zone:
        return np.asarray(values, dtype=f"datetime64[{zone[1]}]"), "dates with a time zone"
    array = np.asarray(values)
    if array.dtype.kind in "mM":
        return array, "dates" if array.dtype.kind == "M" else "durations"
    if array.dtype.kind not in "OUST" or not array.size:
        return array, NUMBERS
    kinds: list[str] = []
    found: list[object] = []
    for place, value in enumerate(array.tolist()):
        try:
            kind, moment = moment_of(value)
        except NoTime:
            raise refuse(place, value) from None
        kinds.append(kind)
        found.append(moment)
    for place, kind in enumerate(kinds):
        if kind != kinds[0]:
            raise Fault(f"times are {kinds[0]} at first and {kind} at sample {place}", remedy="give all in one form")
    forms = {NUMBERS: "float64", "durations": "timedelta64[us]"}
    return np.array(found, dtype=forms.get(kinds[0], "datetime64[us]")), kinds[0]


def moment_of(value: object) -> tuple[str, object]:
    """What kind of time it is, and the time: a number, a duration, or a date in UTC."""
    if isinstance(value, str):
        try:
            return NUMBERS, float(value)
        except ValueError:
            pass
        try:
            value = datetime.fromisoformat(value.strip())
        except ValueError:
            raise NoTime from None
    match value:
        case datetime():
            if value != value:  # noqa: PLR0124 how pandas says that there is none
                raise NoTime
            if value.tzinfo is None:
                return "dates", value
            return "dates with a time zone", value.astimezone(UTC).replace(tzinfo=None)
        case date():
            return "dates", datetime(value.year, value.month, value.day)
        case timedelta():
            return "durations", value
        case bool():
            raise NoTime
        case int() | float():
            return NUMBERS, float(value)
    raise NoTime
