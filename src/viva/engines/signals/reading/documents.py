"""JSON, one object of lists for the whole trace, and JSON lines, one object for each sample."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from viva.core.fault import Fault
from viva.engines.signals.clock import NUMBERS, Clock
from viva.engines.signals.reading.columns import Columns, columns
from viva.engines.signals.reading.rows import WORDS, Rows
from viva.engines.signals.reading.source import MARK, Source, decode
from viva.engines.signals.trace import TIME, Array, Bounds, Trace, exactly, noisy

_FORM = f'a trace is {{"{TIME}": [0, 1], "x": [3, 4]}}'
_LINE = f'a sample is {{"{TIME}": 0, "x": 3}}'
Where = Callable[[str, int], tuple[str, int | None]]  # of a name and a row: in words, and its line


def is_document(start: bytes) -> bool:
    return start.removeprefix(MARK).lstrip().startswith(b"{")


def is_lines(start: bytes) -> bool:
    """Whether the text begins with a line that is one sample."""
    first, _, _ = start.removeprefix(MARK).lstrip().partition(b"\n")
    if not first.startswith(b"{"):
        return False
    try:
        found = json.loads(first)
    except (ValueError, RecursionError):
        return False
    # A noisy value is a list too; a sample has at least a time, which is none.
    return isinstance(found, dict) and not all(isinstance(one, list) for one in found.values())


def read_document(content: bytes, file: str, wanted: Sequence[str] | None, time: str | None) -> Rows:
    found = _object(decode(content, file, 1, "utf-8-sig"), file, 1, _FORM)
    lists = {name: values for name, values in found.items() if isinstance(values, list)}
    if len(lists) < len(found):
        raise Fault("this JSON is no trace: it must be an object of lists", file, remedy=_FORM)
    if not lists:
        raise Fault(f'there is no list "{TIME}"', file, remedy=_FORM)
    places = columns(list(lists), file, wanted, time, None)
    name_of_time = places.header[places.time]
    length = len(lists[name_of_time])
    for place in places.used:
        name = places.header[place]
        if len(lists[name]) != length:
            raise Fault(f'"{name}" has {len(lists[name])} values, "{name_of_time}" has {length}', file)

    def where(name: str, row: int) -> tuple[str, None]:
        return f'at place {row} of "{name}"', None

    def told(row: int, name: str | None) -> str:
        return f'value {row} of "{name or name_of_time}" is missing'

    return Rows(_trace(lists, places, Clock(), where), told)


def read_lines(start: bytes, source: Source, wanted: Sequence[str] | None, time: str | None) -> Iterator[Rows]:
    """As they come. The first names the signals; a key that a later one does not have is missing there."""
    rest, number, open_ = start.removeprefix(MARK), 0, True
    clock = Clock()
    places: Columns | None = None
    while open_:
        block, mark, rest = rest.rpartition(b"\n")
        if not mark:
            more = source.more()
            open_ = bool(more)
            block, rest = (b"", rest + more) if more else (rest, b"")
        lines: list[int] = []
        samples: list[dict[str, object]] = []
        for text in decode(block, source.name, number + 1).split("\n") if block or mark else ():
            number += 1
            if text.strip():
                lines.append(number)
                samples.append(_object(text, source.name, number, _LINE))
        if samples:
            places = places or columns(list(samples[0]), source.name, wanted, time, lines[0])
            yield _samples(samples, lines, places, clock)


def _samples(samples: list[dict[str, object]], lines: list[int], places: Columns, clock: Clock) -> Rows:
    def where(name: str, row: int) -> tuple[str, int]:
        return f'in "{name}"', lines[row]

    def told(_row: int, name: str | None) -> str:
        return f'the value of "{name or places.header[places.time]}" is missing'

    lists = {places.header[place]: [sample.get(places.header[place]) for sample in samples] for place in places.used}
    return Rows(_trace(lists, places, clock, where), told, lines)


def _object(text: str, file: str, line: int, form: str) -> dict[str, object]:
    try:
        found = json.loads(text)
    except json.JSONDecodeError as problem:
        place = problem.lineno + line - 1
        raise Fault(f"this is not JSON: {problem.msg}", file, place, problem.colno, form) from None
    except RecursionError:
        raise Fault("this JSON is nested too deeply for a trace", file, remedy=form) from None
    if not isinstance(found, dict):
        if form == _FORM:
            raise Fault("this JSON is no trace: it must be an object of lists", file, remedy=form)
        raise Fault("this line is no sample: it must be an object", file, line, remedy=form)
    return found


def _trace(lists: dict[str, list[object]], places: Columns, clock: Clock, where: Where) -> Trace:
    """What is missing is NaN."""
    file, names = places.file, places.header
    signals = {}
    for name, (low, high) in places.signals.items():
        ends = [_signal(lists[names[end]], names[end], where, file) for end in (low, high)]
        signals[name] = ends[0] if low == high else noisy(ends[0].low, ends[1].low, name)
    return Trace(_times(lists[names[places.time]], places, clock, where), signals)


def _times(values: list[object], places: Columns, clock: Clock, where: Where) -> Array:
    name = places.header[places.time]
    there = [row for row, value in enumerate(values) if not _is_missing(value)]
    if any(isinstance(values[row], str) for row in there) or clock.kind not in (None, NUMBERS):
        refuse = lambda i, found: _no_number(found, "a number or a date", where(name, there[i]), places.file)  # noqa: E731
        seconds = clock.seconds(np.array([values[row] for row in there], dtype=object), refuse)
    else:
        seconds = np.array([_number(values[row], where(name, row), places.file) for row in there], dtype=np.float64)
        clock.kind = NUMBERS if there else clock.kind
    found = np.full(len(values), np.nan)
    found[there] = places.seconds(seconds) if clock.kind == NUMBERS else seconds
    return found


def _signal(values: list[object], name: str, where: Where, file: str) -> Bounds:
    if not any(isinstance(value, list) for value in values):
        return exactly(np.array([_number(one, where(name, i), file) for i, one in enumerate(values)], dtype=np.float64))
    ends: list[tuple[float, float]] = []
    for i, value in enumerate(values):
        pair = value if isinstance(value, list) else [value, value]
        if len(pair) != 2:
            text, line = where(name, i)
            raise Fault(f"the value {text} has {len(pair)} ends", file, line, remedy="a noisy value is [low, high]")
        ends.append((_number(pair[0], where(name, i), file), _number(pair[1], where(name, i), file)))
    return noisy(np.array([low for low, _ in ends]), np.array([high for _, high in ends]), name)


def _is_missing(value: object) -> bool:
    if isinstance(value, str):
        return value.strip().lower() in WORDS
    return value is None or (isinstance(value, float) and math.isnan(value))


def _number(value: object, where: tuple[str, int | None], file: str) -> float:
    if _is_missing(value):
        return math.nan
    if not isinstance(value, int | float):
        raise _no_number(value, "a number", where, file)
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if math.isinf(number):
        raise Fault(f"the value {where[0]} is not finite", file, where[1])
    return number


def _no_number(value: object, wanted: str, where: tuple[str, int | None], file: str) -> Fault:
    return Fault(f"expected {wanted} {where[0]}, found {json.dumps(value)[:40]}", file, where[1])
