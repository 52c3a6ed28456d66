"""Traces from files and streams: tables (CSV), JSON, JSON lines, Parquet, and any text of these packed by gzip.

Start here, then `table.py` and `rows.py`, which says what becomes of missing values.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from viva.engines.signals.reading.documents import is_document, is_lines, read_document, read_lines
from viva.engines.signals.reading.parquet import read_parquet
from viva.engines.signals.reading.rows import Missing, Rows, complete
from viva.engines.signals.reading.source import STANDARD_INPUT, open_source
from viva.engines.signals.reading.table import read_table
from viva.engines.signals.trace import Trace, concatenate

__all__ = ["STANDARD_INPUT", "Missing", "read_batches", "read_trace"]


def read_trace(
    file: str | Path,
    wanted: Sequence[str] | None = None,
    *,
    time: str | None = None,
    missing: Missing | str = Missing.REFUSE,
) -> Trace:
    """The trace in a file; `-` is standard input. `wanted`: only these signals are read. `time` names the column of the
    times, where its heading does not say so itself."""
    parts = list(read_batches(file, wanted, time=time, missing=missing))
    return parts[0] if len(parts) == 1 else concatenate(parts, list(parts[0].signals))


def read_batches(
    file: str | Path,
    wanted: Sequence[str] | None = None,
    *,
    time: str | None = None,
    missing: Missing | str = Missing.REFUSE,
) -> Iterator[Trace]:
    """The trace piece by piece, as the file is read or as samples come through a pipe. There is at least one piece."""
    name = "standard input" if str(file) == STANDARD_INPUT else str(file)
    yield from complete(_rows(file, wanted, time), Missing(missing), name)


def _rows(file: str | Path, wanted: Sequence[str] | None, time: str | None) -> Iterator[Rows]:
    suffixes = [suffix.lower() for suffix in Path(file).suffixes if suffix.lower() != ".gz"]
    suffix = suffixes[-1] if suffixes else ""
    if suffix in (".parquet", ".pq"):
        yield read_parquet(Path(file), wanted, time)
        return
    with open_source(file) as source:
        start = source.first_line()
        if is_document(start) or suffix in (".json", ".jsonl", ".ndjson"):
            if suffix in (".jsonl", ".ndjson") or is_lines(start):
                yield from read_lines(start, source, wanted, time)
            else:
                yield read_document(start + source.rest(), source.name, wanted, time)
        else:
            yield from read_table(start, source, wanted, time)
