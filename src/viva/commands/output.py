"""How the commands write: to a terminal with colour, to a pipe without, and quietly when nobody reads any more."""

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from viva.core.fault import Fault

if TYPE_CHECKING:
    from viva.core.json import Json
    from viva.showing.terminal import Paper

_WIDEST = 92


def prepare() -> None:
    """A character that the reader's encoding lacks is written as its escape instead of ending the program."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def write(text: str) -> None:
    """Writes to standard output. Whoever calls has made the text visible."""
    with _reader():
        sys.stdout.write(text)


def write_bytes(content: bytes) -> None:
    """Writes bytes as they are, for a pipe or a file."""
    with _reader():
        sys.stdout.flush()
        sys.stdout.buffer.write(content)


def write_document(document: "Json", indent: int | None = 2) -> None:
    """What `--json` prints: one JSON value and nothing else."""
    from viva.showing.document import as_json

    write(as_json(document, indent) + "\n")


def flush() -> None:
    with _reader():
        sys.stdout.flush()


@contextmanager
def _reader() -> Iterator[None]:
    """A reader that went away, as `head` does, is no fault: the rest goes nowhere, and the exit status still tells the
    verdict. A full disk is one."""
    try:
        yield
    except OSError as problem:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
        if not isinstance(problem, BrokenPipeError):
            reason = (problem.strerror or "unknown reason").lower()
            raise Fault(f"standard output cannot be written: {reason}") from None


def complain(sentence: str) -> None:
    """One line on standard error."""
    # Imported here: most calls have nothing to complain about, and unicodedata is not free.
    from viva.core.text.escape import visible_line

    sys.stderr.write(f"viva: {visible_line(' '.join(sentence.split()))}\n")


def show_line(line: str) -> None:
    """One line of what goes on, on standard error."""
    from viva.core.text.escape import visible_line

    sys.stderr.write(f"{visible_line(line)}\n")


def paper() -> "Paper":
    from viva.showing.terminal import Paper

    encoding = sys.stdout.encoding or "ascii"
    if not sys.stdout.isatty():
        return Paper(encoding=encoding)
    colour = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return Paper(colour, min(os.get_terminal_size(sys.stdout.fileno()).columns or _WIDEST, _WIDEST), encoding)


def write_file(path: Path, content: str | bytes) -> None:
    """Writes a file that was asked for; one that cannot be written is a fault that names it."""
    try:
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    except OSError as problem:
        reason = (problem.strerror or "unknown reason").lower()
        raise Fault(f"this cannot be written: {reason}", file=str(path), remedy="name another file") from None
