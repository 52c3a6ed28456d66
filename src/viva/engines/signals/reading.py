"""Traces from files and streams: CSV, JSON, Parquet.

CSV is read in blocks. A block of plain numbers goes through NumPy; any other block is read line by line, which finds
the line and the column of what is wrong, or skips columns that nobody asked for. So a file of any length is held once,
as arrays, and never as text.
"""

from __future__ import annotations

import csv
import io
import json
import math
import sys
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO, Protocol

import numpy as np
import numpy.typing as npt

from viva.core.fault import Fault
from viva.core.reading import expected_found, in_quotes
from viva.engines.signals.clock import Clock
from viva.engines.signals.trace import (
    TIME,
    Array,
    Bounds,
    Trace,
    check_signals,
    check_times,
    exactly,
    joined,
    noisy,
)

STANDARD_INPUT = "-"
BLOCK = 1 << 22
LOW, HIGH = ".lo", ".hi"  # the columns of a noisy signal


class Parquet(Protocol):
    """As much of a column of Parquet as is needed."""

    @property
    def type(self) -> object: ...
    def to_numpy(self) -> npt.NDArray[np.generic]: ...


def read_trace(file: str | Path, wanted: Sequence[str] | None = None) -> Trace:
    """The trace in a file; `-` is standard input. `wanted`: only these signals are read."""
    parts = list(read_batches(file, wanted))
    return parts[0] if len(parts) == 1 else joined(parts, list(parts[0].signals))


def read_batches(file: str | Path, wanted: Sequence[str] | None = None) -> Iterator[Trace]:
    """The trace piece by piece, as the file is read or as samples come through a pipe. There is at least one piece."""
    name = "standard input" if str(file) == STANDARD_INPUT else str(file)
    if Path(file).suffix in (".parquet", ".pq"):
        yield _parquet(Path(file), wanted)
        return
    stream = sys.stdin.buffer if str(file) == STANDARD_INPUT else _open(Path(file))
    try:
        start = _more(stream)
        if start.lstrip().startswith(b"{") or Path(file).suffix == ".json":
            yield _json(start + stream.read(), name, wanted)
        else:
            yield from _csv(start, stream, name, wanted)
    finally:
        if stream is not sys.stdin.buffer:
            stream.close()


def _open(file: Path) -> BinaryIO:
    try:
        return file.open("rb")
    except FileNotFoundError:
        raise Fault("there is no such file", str(file)) from None
    except OSError as problem:
        raise Fault(f"the trace cannot be read: {(problem.strerror or 'unknown reason').lower()}", str(file)) from None


def _more(stream: BinaryIO) -> bytes:
    """What is there, at most a block; nothing at the end. A pipe is not waited for until a block is full."""
    found: bytes = stream.read1(BLOCK) if isinstance(stream, io.BufferedReader) else stream.read(BLOCK)
    return found


@dataclass(frozen=True, slots=True)
class Columns:
    """Where the time and each signal stand in a row of a file."""

    file: str
    header: list[str]
    time: int
    signals: dict[str, tuple[int, int]]
    delimiter: str = ","

    @property
    def used(self) -> list[int]:
        return sorted({self.time, *(place for pair in self.signals.values() for place in pair)})

    def cell(self, place: int, line: int) -> str:
        """Where a cell is, for people."""
        return f"in column `{self.header[place]}` (row {line - 1} of the data, column {place + 1})"


def _columns(header: list[str], file: str, wanted: Sequence[str] | None) -> Columns:
    if TIME not in header:
        raise Fault(
            f"the header has no column `{TIME}`, it begins with `{header[0]}`",
            file,
            1,
            remedy=f"the first line names the columns, {TIME} first: {TIME},x,y",
        )
    for name in header:
        if header.count(name) > 1:
            raise Fault(f"the column `{name}` occurs twice", file, 1)
    there = {name: (place, place) for place, name in enumerate(header) if name != TIME}
    for name in list(there):
        base = name.removesuffix(LOW)
        if name != base and base not in there and base + HIGH in there:
            there[base] = (there[name][0], there[base + HIGH][0])
    if wanted is None:
        pairs = {base + end for base, (low, high) in there.items() if low != high for end in (LOW, HIGH)}
        wanted = [name for name in there if name not in pairs]
    check_signals(wanted, list(there), file)
    return Columns(file, header, header.index(TIME), {name: there[name] for name in wanted})


def _csv(start: bytes, stream: BinaryIO, file: str, wanted: Sequence[str] | None) -> Iterator[Trace]:
    while b"\n" not in start and (more := _more(stream)):
        start += more
    first, _, rest = start.partition(b"\n")
    if not first.strip():
        raise Fault("the trace is empty", file, remedy=f"the first line names the columns, {TIME} first: {TIME},x,y")
    text = _decoded(first, file, 1, "utf-8-sig").strip()
    delimiter = max(",;\t", key=text.count)
    columns = _columns([name.strip() for name in next(csv.reader([text], delimiter=delimiter))], file, wanted)
    columns = replace(columns, delimiter=delimiter)
    line, last, open_ = 2, -math.inf, True
    clock = Clock()
    while open_:
        # What is there is answered before more is waited for.
        block, mark, rest = rest.rpartition(b"\n")
        if not mark:
            more = _more(stream)
            open_ = bool(more)
            block, rest = (b"", rest + more) if more else (rest, b"")
        if block.strip():
            batch, lines = _block(block.replace(b"\r", b""), columns, line, clock)
            if len(batch):
                _in_order(batch, lines, last, file)
                last = float(batch.times[-1])
                yield batch
        line += block.count(b"\n") + bool(mark)
    if last == -math.inf:
        raise Fault("the trace has no samples", file, remedy="put rows of numbers below the header")


def _in_order(batch: Trace, lines: Sequence[int], last: float, file: str) -> None:
    if batch.times[0] <= last:
        pair = np.array([last, batch.times[0]])
        check_times(pair, [lines[0], lines[0]], file)
    check_times(batch.times, lines, file)


def _decoded(content: bytes, file: str, line: int, encoding: str = "utf-8") -> str:
    try:
        return content.decode(encoding)
    except UnicodeDecodeError:
        raise Fault("this is not text in UTF-8", file, line, remedy="save the trace as CSV, JSON or Parquet") from None


def _block(content: bytes, columns: Columns, line: int, clock: Clock) -> tuple[Trace, Sequence[int]]:
    """The rows of a block, which begins at that line, and the line of each row."""
    table = _plain_numbers(content, len(columns.header), columns.delimiter) if clock.kind in (None, "numbers") else None
    if table is None or not np.isfinite(table[:, columns.used]).all():
        rows, lines = _line_by_line(content, columns, line, clock)
        return _trace(rows, columns), lines
    clock.kind = "numbers"
    return _trace({place: table[:, place] for place in columns.used}, columns), range(line, line + len(table))


def _trace(rows: dict[int, Array], columns: Columns) -> Trace:
    found = {
        name: exactly(_own(rows[low])) if low == high else noisy(_own(rows[low]), _own(rows[high]), name)
        for name, (low, high) in columns.signals.items()
    }
    return Trace(_own(rows[columns.time]), found)


def _own(column: Array) -> Array:
    return np.array(column, dtype=np.float64, order="C")


def _plain_numbers(content: bytes, width: int, delimiter: str) -> Array | None:
    """The numbers of a block, if it is nothing but rows of `width` numbers."""
    if not content.endswith(b"\n"):
        content += b"\n"
    cells = np.frombuffer(content, dtype=np.uint8)
    marks = cells[(cells == ord(delimiter)) | (cells == ord("\n"))]
    if len(marks) % width:
        return None
    table = marks.reshape(-1, width)
    if not ((table[:, -1] == ord("\n")).all() and (table[:, :-1] == ord(delimiter)).all()):
        return None
    with warnings.catch_warnings():
        warnings.simplefilter("error", DeprecationWarning)
        try:
            numbers = np.fromstring(content.replace(b"\n", delimiter.encode()).decode("ascii"), sep=delimiter)
        except (ValueError, DeprecationWarning):  # something is not a number, or not ASCII
            return None
    return numbers.reshape(-1, width) if len(numbers) == len(marks) else None


def _line_by_line(content: bytes, columns: Columns, line: int, clock: Clock) -> tuple[dict[int, Array], list[int]]:
    file = columns.file
    rows: dict[int, list[float]] = {place: [] for place in columns.used if place != columns.time}
    times: list[str] = []
    lines: list[int] = []
    for number, text in enumerate(_decoded(content, file, line).split("\n"), line):
        if not text.strip():
            continue
        cells = next(csv.reader([text], delimiter=columns.delimiter))
        if len(cells) != len(columns.header):
            raise Fault(
                f"this row has {len(cells)} values, the header names {len(columns.header)} columns", file, number
            )
        for place, row in rows.items():
            row.append(_cell(cells[place], columns.cell(place, number), file, number))
        times.append(cells[columns.time].strip())
        lines.append(number)

    def refuse(place: int, _found: object) -> Fault:
        where = columns.cell(columns.time, lines[place])
        return _refused(times[place], f"a number or a date {where}", where, file, lines[place])

    found = {place: np.array(row) for place, row in rows.items()}
    seconds = clock.seconds(np.array(times, dtype=object), refuse)
    wrong = np.flatnonzero(~np.isfinite(seconds))
    if len(wrong):
        raise refuse(int(wrong[0]), None)
    return {**found, columns.time: seconds}, lines


def _cell(text: str, where: str, file: str, line: int) -> float:
    try:
        value = float(text)
    except ValueError:
        raise _refused(text, f"a number {where}", where, file, line) from None
    if not math.isfinite(value):
        raise _refused(text, f"a finite number {where}", where, file, line)
    return value


def _refused(text: str, wanted: str, where: str, file: str, line: int) -> Fault:
    if text.strip().lower() in ("", "nan", "na", "null", "none", "nat"):
        return Fault(f"a value is missing {where}", file, line, remedy="leave the row out, or fill the gap")
    return Fault(expected_found(wanted, in_quotes(text.strip())), file, line)


def _json(content: bytes, file: str, wanted: Sequence[str] | None) -> Trace:
    form = 'a trace is {"time": [0, 1], "x": [3, 4]}'
    try:
        found = json.loads(_decoded(content, file, 1, "utf-8-sig"))
    except json.JSONDecodeError as problem:
        raise Fault(f"this is not JSON: {problem.msg}", file, problem.lineno, problem.colno, form) from None
    except RecursionError:
        raise Fault("this JSON is nested too deeply for a trace", file, remedy=form) from None
    if not isinstance(found, dict) or not all(isinstance(values, list) for values in found.values()):
        raise Fault("this JSON is no trace: it must be an object of lists", file, remedy=form)
    if TIME not in found:
        raise Fault(f'there is no list "{TIME}"', file, remedy=form)
    names = [name for name in found if name != TIME] if wanted is None else wanted
    check_signals(names, list(found), file)
    if any(isinstance(value, str) for value in found[TIME]):
        times = Clock().seconds(np.array(found[TIME], dtype=object), lambda i, one: _no_number(one, TIME, i, file))
    else:
        times = np.array([_number(value, TIME, i, file) for i, value in enumerate(found[TIME])], dtype=np.float64)
    check_times(times, None, file)
    return Trace(times, {name: _json_signal(found[name], name, len(times), file) for name in names})


def _json_signal(values: list[object], name: str, length: int, file: str) -> Bounds:
    if len(values) != length:
        raise Fault(f'"{name}" has {len(values)} values, "{TIME}" has {length}', file)
    if not any(isinstance(value, list) for value in values):
        return exactly(np.array([_number(value, name, i, file) for i, value in enumerate(values)], dtype=np.float64))
    ends: list[tuple[float, float]] = []
    for i, value in enumerate(values):
        pair = value if isinstance(value, list) else [value, value]
        if len(pair) != 2:
            raise Fault(f'value {i} of "{name}" has {len(pair)} ends', file, remedy="a noisy value is [low, high]")
        ends.append((_number(pair[0], name, i, file), _number(pair[1], name, i, file)))
    return noisy(np.array([low for low, _ in ends]), np.array([high for _, high in ends]), name)


def _number(value: object, name: str, place: int, file: str) -> float:
    if value is None or (isinstance(value, float) and math.isnan(value)):
        raise Fault(f'value {place} of "{name}" is missing', file, remedy="leave the sample out, or fill the gap")
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise _no_number(value, name, place, file)
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if math.isinf(number):
        raise Fault(f'value {place} of "{name}" is not finite', file)
    return number


def _no_number(value: object, name: str, place: int, file: str) -> Fault:
    wanted = "a number or a date" if name == TIME else "a number"
    return Fault(f'expected {wanted} at place {place} of "{name}", found {json.dumps(value)[:40]}', file)


def _parquet(file: Path, wanted: Sequence[str] | None) -> Trace:
    try:
        import pyarrow  # noqa: PLC0415
        import pyarrow.parquet  # noqa: PLC0415
    except ModuleNotFoundError:
        raise Fault("reading Parquet needs pyarrow", str(file), remedy="pip install 'viva[parquet]'") from None
    try:
        names = pyarrow.parquet.read_schema(file).names
        columns = _columns(names, str(file), wanted)
        table = pyarrow.parquet.read_table(file, columns=[names[place] for place in columns.used])
    except (pyarrow.ArrowException, OSError) as problem:
        raise Fault(f"this cannot be read as Parquet: {str(problem).splitlines()[0]}", str(file)) from None
    signals = [place for place in columns.used if place != columns.time]
    rows = {place: _parquet_column(table.column(names[place]), names[place], str(file)) for place in signals}
    rows[columns.time] = _parquet_times(table.column(TIME), str(file))
    found = _trace(rows, columns)
    check_times(found.times, None, str(file))
    return found


def _parquet_times(column: Parquet, file: str) -> Array:
    def refuse(place: int, _found: object) -> Fault:
        return Fault(f"expected numbers or dates in column `{TIME}`, found {column.type} in row {place}", file)

    # Whether dates have a time zone is said by the type; the values are those of UTC.
    return Clock().seconds(column.to_numpy(), refuse)


def _parquet_column(column: Parquet, name: str, file: str) -> Array:
    values = column.to_numpy()
    if values.dtype == object or not np.issubdtype(values.dtype, np.number):
        raise Fault(f"expected numbers in column `{name}`, found {column.type}", file)
    array = np.asarray(values, dtype=np.float64)
    if not np.isfinite(array).all():
        row = int(np.flatnonzero(~np.isfinite(array))[0])
        raise Fault(f"the value of `{name}` in row {row} is missing or not finite", file)
    return array
