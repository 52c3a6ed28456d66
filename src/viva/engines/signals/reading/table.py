"""Tables as text: CSV, with any of the usual delimiters, in blocks.

A block of plain rows is read at once (`plain.py`); any other block is read line by line, which finds the line and the
column of what is wrong, or skips columns that nobody asked for. So a file of any length is held once, as arrays, and
never as text.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import field

import numpy as np

from viva.core.fault import Fault
from viva.core.records import dataclass
from viva.core.text.reading import expected_found, in_quotes
from viva.engines.signals.clock import NUMBERS, Clock, NoTime, moment_of
from viva.engines.signals.reading.cells import TRUTH, Cells
from viva.engines.signals.reading.columns import Columns, columns
from viva.engines.signals.reading.plain import by_pyarrow, numbers
from viva.engines.signals.reading.rows import WORDS, Rows
from viva.engines.signals.reading.source import Source, decode
from viva.engines.signals.trace import TIME, Array, Trace, exactly, noisy

DELIMITERS = ",;\t"
COMMENTS = ("#", "%")
FEW = 1 << 12
_FORM = f"the first line names the columns: {TIME},x,y"


def read_table(start: bytes, source: Source, wanted: Sequence[str] | None, time: str | None) -> Iterator[Rows]:
    """The rows of a table that begins with `start`, block by block as they come."""
    header, line, rest = _header(start, source)
    delimiter = max(DELIMITERS, key=header.count)
    names = [name.strip() for name in _cells(header, delimiter, source.name, line)]
    reading = _Reading(columns(names, source.name, wanted, time, line), delimiter)
    line, open_ = line + 1, True
    while open_:
        # What is there is answered before more is waited for.
        block, mark, rest = _parted(rest, reading.settled)
        if not mark:
            more = source.more()
            open_ = bool(more)
            block, rest = (b"", rest + more) if more else (rest, b"")
        if block.strip():
            yield reading.block(block.replace(b"\r", b""), line)
        line += block.count(b"\n") + bool(mark)


def _cells(text: str, delimiter: str, file: str, line: int) -> list[str]:
    try:
        return next(csv.reader([text], delimiter=delimiter, skipinitialspace=True), [])
    except csv.Error as problem:
        raise Fault(f"this line cannot be read as a row: {problem}", file, line, remedy="save the trace anew") from None


def _parted(rest: bytes, settled: bool) -> tuple[bytes, bytes, bytes]:
    """Whole lines, the newline after them, and what follows. As long as it is not known what the columns hold, which
    the lines say one by one, only a few."""
    if settled or len(rest) <= FEW:
        return rest.rpartition(b"\n")
    end = rest.rfind(b"\n", 0, FEW)
    end = end if end >= 0 else rest.find(b"\n")
    return (rest[:end], b"\n", rest[end + 1 :]) if end >= 0 else (b"", b"", rest)


def _header(rest: bytes, source: Source) -> tuple[str, int, bytes]:
    """The line with the names, its number, and what follows it. Comments may stand before it; where numbers follow at
    once, the last comment holds the names, as some programs write them."""
    comment, number = "", 0
    while True:
        while b"\n" not in rest and (more := source.more()):
            rest += more
        if not rest:
            raise Fault("the trace is empty", source.name, remedy=_FORM)
        first, _, after = rest.partition(b"\n")
        number += 1
        text = decode(first, source.name, number, "utf-8-sig" if number == 1 else "utf-8").strip()
        if text.startswith(COMMENTS):
            comment = text.lstrip("".join(COMMENTS)).strip()
        elif text:
            break
        rest = after
    if not _is_a_row(text):
        return text, number, after
    if not comment:
        problem = "the first line holds values where the names of the columns are expected"
        raise Fault(problem, source.name, number, remedy=_FORM)
    return comment, number - 1, rest


def _is_a_row(text: str) -> bool:
    return all(_is_a_value(cell.strip()) for cell in re.split(f"[{DELIMITERS}]", text))


def _is_a_value(text: str) -> bool:
    if text.lower() in WORDS or text.lower() in TRUTH:
        return True
    try:
        moment_of(text)
    except NoTime:
        return False
    return True


@dataclass(slots=True)
class _Reading:
    """Reads the blocks of one file: its clock, how it writes numbers, and how many rows there were so far."""

    columns: Columns
    delimiter: str
    clock: Clock = field(default_factory=Clock)
    cells: Cells = field(init=False)
    kinds: dict[int, str] = field(default_factory=dict)
    rows: int = 0

    def __post_init__(self) -> None:
        self.cells = Cells(self.delimiter)

    @property
    def settled(self) -> bool:
        """What the columns hold and how decimals are written is known."""
        return bool(self.kinds) and self.cells.mark is not None

    def block(self, content: bytes, line: int) -> Rows:
        """The rows of a block, which begins at that line."""
        found = self._at_once(content, line) if self.kinds else None
        times, arrays, lines = found or self._line_by_line(content, line)
        before, self.rows = self.rows, self.rows + len(lines)

        def told(row: int, name: str | None) -> str:
            place = self.columns.time if name is None else self._gap(arrays, row, name)
            return f"a value is missing {self._where(place, before + row)}"

        return Rows(self._trace(times, arrays), told, lines)

    def _gap(self, arrays: dict[int, Array], row: int, name: str) -> int:
        low, high = self.columns.signals[name]
        return low if np.isnan(arrays[low][row]) else high

    def _where(self, place: int, row: int) -> str:
        """Where a cell is, for people."""
        return f"in column `{self.columns.header[place]}` (row {row + 1} of the data, column {place + 1})"

    def _trace(self, times: Array, arrays: dict[int, Array]) -> Trace:
        found = {
            name: exactly(_own(arrays[low])) if low == high else noisy(_own(arrays[low]), _own(arrays[high]), name)
            for name, (low, high) in self.columns.signals.items()
        }
        return Trace(_own(times), found)

    def _at_once(self, content: bytes, line: int) -> tuple[Array, dict[int, Array], Sequence[int]] | None:
        width, time = len(self.columns.header), self.columns.time
        found = by_pyarrow(content, width, self.delimiter, self.cells.mark, self.kinds)
        if found is None:
            if set(self.kinds.values()) != {"number"}:
                return None
            table = numbers(content, width, self.delimiter, self.cells.mark)
            if table is None:
                return None
            found = {place: _own(table[:, place]) for place in self.columns.used}
        times = found.pop(time)
        lines = range(line, line + len(times))
        arrays = {place: column.astype(np.float64, copy=False) for place, column in found.items()}
        if self.kinds[time] == "text":
            return self._seconds(["" if text is None else text for text in times.tolist()], lines), arrays, lines
        return self.columns.seconds(times.astype(np.float64, copy=False)), arrays, lines

    def _line_by_line(self, content: bytes, line: int) -> tuple[Array, dict[int, Array], Sequence[int]]:
        header, file, time = self.columns.header, self.columns.file, self.columns.time
        rows: dict[int, list[float]] = {place: [] for place in self.columns.used if place != time}
        times: list[str] = []
        lines: list[int] = []
        for number, text in enumerate(content.decode("utf-8", "replace").split("\n"), line):
            if not text.strip() or text.lstrip().startswith(COMMENTS):
                continue
            cells = _cells(text, self.delimiter, file, number)
            if len(cells) != len(header):
                problem = f"this row has {len(cells)} values, the header names {len(header)} columns"
                raise Fault(problem, file, number)
            for place, row in rows.items():
                row.append(self.cells.number(cells[place], self._where(place, self.rows + len(lines)), file, number))
            if self.cells.is_number(cells[time]):
                self.cells.number(cells[time], self._where(time, self.rows + len(lines)), file, number)
            times.append(cells[time].strip())
            lines.append(number)
        seconds = self._seconds(times, lines)
        if not self.kinds and self.clock.kind is not None:
            self.kinds = {p: "truth" if cells[p].strip().lower() in TRUTH else "number" for p in rows}
            self.kinds[time] = "number" if self.clock.kind == NUMBERS else "text"
        return seconds, {place: np.array(row) for place, row in rows.items()}, lines

    def _seconds(self, texts: list[str], lines: Sequence[int]) -> Array:
        """NaN where a time is missing."""
        there = [place for place, text in enumerate(texts) if text.lower() not in WORDS]
        plain = [text.replace(",", ".") if self.cells.mark == "," else text for text in (texts[i] for i in there)]

        def refuse(place: int, _found: object) -> Fault:
            row = there[place]
            where = self._where(self.columns.time, self.rows + row)
            problem = expected_found(f"a number or a date {where}", in_quotes(texts[row]))
            return Fault(problem, self.columns.file, lines[row], remedy="write dates as 2024-03-31T12:00:00.5")

        found = np.full(len(texts), np.nan)
        if there:
            seconds = self.clock.seconds(np.array(plain, dtype=object), refuse)
            wrong = np.flatnonzero(~np.isfinite(seconds))
            if len(wrong):
                raise refuse(int(wrong[0]), None)
            found[there] = self.columns.seconds(seconds) if self.clock.kind == NUMBERS else seconds
        return found


def _own(column: Array) -> Array:
    return np.array(column, dtype=np.float64, order="C")
