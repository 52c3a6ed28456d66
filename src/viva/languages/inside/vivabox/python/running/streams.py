"""Standard input and output of a submission, whichever way it reaches them.

`input`, `print`, `sys.stdin`, `sys.stdout`, their buffers, `open(0)`, `/dev/stdin`, `os.read(0)`, `os.write(1)` all end
at one `Console`. The text layers are Python's own: they sit on a keyboard that hands over one line each time it is
asked, and a screen that passes on each write.
"""

import _sitebuiltins
import builtins
import codecs
import io
import os
import sys
from collections.abc import Callable
from typing import Any, Protocol

_KEYBOARD = (0, "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0")
_SCREEN = (1, "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1")
_ERRORS = (2, "/dev/stderr", "/dev/fd/2", "/proc/self/fd/2")


class Console(Protocol):
    def read_line(self) -> str | None:
        """The next line with its end, or None at the end of the input."""

    def write(self, text: str) -> None: ...

    def prompt(self, text: str) -> None:
        """What `input` shows before it reads."""

    def leave(self, code: int) -> None:
        """The submission ends its process at once; this does not return."""


class Keyboard(io.RawIOBase):
    def __init__(self, console: Console) -> None:
        super().__init__()
        self._console = console
        self._rest = b""

    def readable(self) -> bool:
        return True

    def fileno(self) -> int:
        return 0

    def isatty(self) -> bool:
        return False

    def readinto(self, buffer: Any) -> int:
        if not self._rest:
            line = self._console.read_line()
            self._rest = b"" if line is None else line.encode("utf-8", "surrogatepass")
        part, self._rest = self._rest[: len(buffer)], self._rest[len(buffer) :]
        buffer[: len(part)] = part
        return len(part)


class Screen(io.BufferedIOBase):
    def __init__(self, write: Callable[[str], None], descriptor: int = 1) -> None:
        super().__init__()
        self._write = write
        self._descriptor = descriptor
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._descriptor

    def isatty(self) -> bool:
        return False

    def write(self, data: Any) -> int:
        text = self._decoder.decode(bytes(data))
        if text:
            self._write(text)
        return len(data)


def install(console: Console) -> None:
    """From now on this process has no other console."""
    sys.stdin = sys.__stdin__ = _text(io.BufferedReader(Keyboard(console)), "<stdin>")  # type: ignore[misc]
    sys.stdout = sys.__stdout__ = _text(Screen(console.write), "<stdout>")  # type: ignore[misc]
    sys.stderr = sys.__stderr__ = _text(Screen(_nowhere, 2), "<stderr>")  # type: ignore[misc]
    builtins.input = _known_as("builtins", _input(console, sys.stdin, sys.stdout))
    builtins.open = io.open = _known_as("builtins", _open(console, io.open))
    os.read = _known_as("os", _read(console, os.read))
    os.write = _known_as("os", _write(console, os.write))
    os._exit = console.leave  # type: ignore[assignment]
    # What `site` would have done; the sandbox starts Python without it.
    builtins.exit = _sitebuiltins.Quitter("exit", "Ctrl-D")
    builtins.quit = _sitebuiltins.Quitter("quit", "Ctrl-D")
    builtins.help = _sitebuiltins._Helper()


def _known_as(module: str, function: Any) -> Any:
    function.__module__, function.__qualname__ = module, function.__name__
    return function


def _nowhere(text: str) -> None:
    """Standard error is not looked at."""


def _text(buffer: Any, name: str) -> io.TextIOWrapper:
    errors = "surrogatepass" if name == "<stdin>" else "strict"
    stream = io.TextIOWrapper(buffer, encoding="utf-8", errors=errors, newline=None, write_through=True)
    setattr(stream, "mode", "r" if name == "<stdin>" else "w")  # noqa: B010 read-only by its type, not in fact
    return stream


def _input(console: Console, stdin: io.TextIOWrapper, stdout: io.TextIOWrapper) -> Callable[..., str]:
    def input(prompt: object = "", /) -> str:
        text = str(prompt)
        if sys.stdin is stdin and sys.stdout is stdout:
            if text:
                console.prompt(text)
        else:
            sys.stdout.write(text)
            sys.stdout.flush()
        line = sys.stdin.readline()
        if not line:
            raise EOFError("EOF when reading a line")
        return line.removesuffix("\n")

    return input


def _open(console: Console, original: Any) -> Any:
    def open(file: Any, mode: str = "r", *arguments: Any, **options: Any) -> Any:
        place = file if isinstance(file, int) else os.fspath(file)
        if place in _KEYBOARD and type(place) is not bool:
            reader = io.BufferedReader(Keyboard(console))
            return reader if "b" in mode else _text(reader, "<stdin>")
        if place in _SCREEN and type(place) is not bool:
            screen = Screen(console.write)
            return screen if "b" in mode else _text(screen, "<stdout>")
        if place in _ERRORS:
            screen = Screen(_nowhere, 2)
            return screen if "b" in mode else _text(screen, "<stderr>")
        return original(file, mode, *arguments, **options)

    return open


def _read(console: Console, original: Callable[[int, int], bytes]) -> Callable[[int, int], bytes]:
    keyboard = Keyboard(console)

    def read(fd: int, length: int, /) -> bytes:
        if fd != 0:
            return original(fd, length)
        buffer = bytearray(length)
        return bytes(buffer[: keyboard.readinto(buffer)])

    return read


def _write(console: Console, original: Callable[[int, Any], int]) -> Callable[[int, Any], int]:
    screens = {1: Screen(console.write), 2: Screen(_nowhere, 2)}

    def write(fd: int, data: Any, /) -> int:
        return screens[fd].write(data) if fd in screens else original(fd, data)

    return write
