"""Traces in Parquet."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import numpy as np
import numpy.typing as npt

from viva.core.fault import Fault
from viva.engines.signals.clock import NUMBERS, Clock
from viva.engines.signals.reading.columns import columns
from viva.engines.signals.reading.rows import Rows
from viva.engines.signals.trace import Array, Trace, exactly, noisy


class Column(Protocol):
    """As much of a column of Parquet as is needed."""

    @property
    def type(self) -> object: ...
    def to_numpy(self) -> npt.NDArray[np.generic]: ...


def read_parquet(file: Path, wanted: Sequence[str] | None, time: str | None) -> Rows:
    try:
        import pyarrow  # noqa: PLC0415
        import pyarrow.parquet  # noqa: PLC0415
    except ModuleNotFoundError:
        raise Fault("reading Parquet needs pyarrow", str(file), remedy="pip install 'viva[parquet]'") from None
    try:
        names = pyarrow.parquet.read_schema(file).names
        places = columns(names, str(file), wanted, time, None)
        table = pyarrow.parquet.read_table(file, columns=[names[place] for place in places.used])
    except (pyarrow.ArrowException, OSError) as problem:
        raise Fault(f"this cannot be read as Parquet: {str(problem).splitlines()[0]}", str(file)) from None
    arrays = {
        place: _column(table.column(names[place]), names[place], str(file))
        for place in places.used
        if place != places.time
    }
    signals = {
        name: exactly(arrays[low]) if low == high else noisy(arrays[low], arrays[high], name)
        for name, (low, high) in places.signals.items()
    }
    clock = Clock()
    times = _times(table.column(names[places.time]), names[places.time], str(file), clock)

    def told(row: int, name: str | None) -> str:
        return f"the value of `{name or names[places.time]}` in row {row} is missing"

    return Rows(Trace(places.seconds(times) if clock.kind == NUMBERS else times, signals), told)


def _times(column: Column, name: str, file: str, clock: Clock) -> Array:
    def refuse(place: int, _found: object) -> Fault:
        return Fault(f"expected numbers or dates in column `{name}`, found {column.type} in row {place}", file)

    # Whether dates have a time zone is said by the type; the values are those of UTC.
    return clock.seconds(column.to_numpy(), refuse)


def _column(column: Column, name: str, file: str) -> Array:
    values = column.to_numpy()
    if str(column.type) == "bool":
        values = np.array([np.nan if one is None else float(one) for one in values.tolist()])
    if values.dtype == object or not np.issubdtype(values.dtype, np.number):
        raise Fault(f"expected numbers in column `{name}`, found {column.type}", file)
    array = np.asarray(values, dtype=np.float64)
    if np.isinf(array).any():
        row = int(np.flatnonzero(np.isinf(array))[0])
        raise Fault(f"the value of `{name}` in row {row} is not finite", file)
    return array
