"""Where the bytes of a trace come from: a file, standard input, either of them packed by gzip."""

from __future__ import annotations

import gzip
import io
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast

from viva.core.fault import Fault

STANDARD_INPUT = "-"
BLOCK = 1 << 22
PACKED = b"\x1f\x8b"
MARK = b"\xef\xbb\xbf"  # the byte-order mark


class Source:
    """Bytes as they come."""

    def __init__(self, stream: BinaryIO, name: str) -> None:
        self.stream, self.name = stream, name

    def more(self) -> bytes:
        """What is there, at most a block; nothing at the end. A pipe is not waited for until a block is full."""
        try:
            if isinstance(self.stream, io.BufferedReader | gzip.GzipFile):
                return self.stream.read1(BLOCK)
            return self.stream.read(BLOCK)
        except (EOFError, gzip.BadGzipFile, zlib.error):
            raise Fault("the packed file is damaged or cut off", self.name, remedy="pack it again with gzip") from None

    def first_line(self) -> bytes:
        """What is there once the first line that is not blank has come to its end."""
        start = b""
        while b"\n" not in start.removeprefix(MARK).lstrip() and (more := self.more()):
            start += more
        return start

    def rest(self) -> bytes:
        return b"".join(iter(self.more, b""))


@contextmanager
def open_source(file: str | Path) -> Iterator[Source]:
    standard = str(file) == STANDARD_INPUT
    name = "standard input" if standard else str(file)
    stream = sys.stdin.buffer if standard else _open(Path(file))
    try:
        first = stream.peek(2)[:2] if isinstance(stream, io.BufferedReader) else b""
        yield Source(cast(BinaryIO, gzip.GzipFile(fileobj=stream)) if first == PACKED else stream, name)
    finally:
        if not standard:
            stream.close()


def _open(file: Path) -> BinaryIO:
    try:
        return file.open("rb")
    except FileNotFoundError:
        raise Fault("there is no such file", str(file)) from None
    except OSError as problem:
        raise Fault(f"the trace cannot be read: {(problem.strerror or 'unknown reason').lower()}", str(file)) from None


def decode(content: bytes, file: str, line: int, encoding: str = "utf-8") -> str:
    try:
        return content.decode(encoding)
    except UnicodeDecodeError:
        raise Fault("this is not text in UTF-8", file, line, remedy="save the trace as CSV, JSON or Parquet") from None
