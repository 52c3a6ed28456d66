"""Files that a command is given; one that is not there or cannot be read is a fault that names it."""

from pathlib import Path

from viva.core.fault import Fault


def read_bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise Fault("there is no such file", str(path)) from None
    except OSError as problem:
        raise Fault(f"this cannot be read: {(problem.strerror or 'unknown reason').lower()}", str(path)) from None


def read_text(path: Path) -> str:
    """The text of a file; a byte order mark is no part of it."""
    content = read_bytes(path)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = content.count(b"\n", 0, problem.start) + 1
        raise Fault("this is not text in UTF-8", str(path), line, remedy="save it as UTF-8") from None
