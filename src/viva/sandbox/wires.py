"""What a foreign program in a dialogue reads its lines from and writes to: a terminal, or two pipes.

A wire never holds more than one line that was not read yet, so that there is always room for it.
"""

import contextlib
import fcntl
import os
import select
import struct
import termios
import time
from typing import Protocol

from viva.sandbox.execution import ForeignRun

_LONGEST_LINE = 4000
_LONGEST_IN_PIPE = 65_000
SETTLE_SECONDS = 2.0
_NEW_INNER_END = 0x5441
_OWN_END = os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK | os.O_CLOEXEC


class Wire(Protocol):
    """`inner` is what the program reads and what it writes to; `outer` is where its output comes out. A line has at
    most `longest` bytes. `pipe` is the number of the pipe that it reads, if it is one."""

    outer: int
    inner: tuple[int, int]
    longest: int
    pipe: int | None

    def holds_input(self) -> bool:
        """Whether the program, if it reads now, goes on at once."""

    def put(self, line: bytes) -> None:
        """Returns when it can be read."""

    def put_end(self) -> None:
        """Then the end of the input can be read."""

    def settle(self, run: ForeignRun) -> None:
        """Returns when all that the program wrote before has been taken."""

    def close(self) -> None:
        """All but `outer`, which is closed with the run."""


class Terminal:
    """One without echo that changes nothing on the way. It hands on whole lines, as terminals do.

    What goes through it arrives in order, but not at once: a mark that nobody could foresee, sent after the rest, says
    when it has. A second inner end is ours, to send that and to see what there is to read.
    """

    longest: int = _LONGEST_LINE
    pipe: int | None = None

    def __init__(self) -> None:
        self.outer, inner = os.openpty()
        self.inner = (inner, os.dup(inner))
        self._own = fcntl.ioctl(self.outer, _NEW_INNER_END, _OWN_END)
        self._settings = termios.tcgetattr(self._own)
        self._settings[0] = self._settings[1] = 0
        self._settings[3] = termios.ICANON
        self._settings[6] = [b"\0"] * len(self._settings[6])
        termios.tcsetattr(self._own, termios.TCSANOW, self._settings)

    def holds_input(self) -> bool:
        return self._readable(0)

    def _readable(self, seconds: float) -> bool:
        poll = select.poll()
        poll.register(self._own, select.POLLIN)
        return bool(poll.poll(seconds * 1000))

    def put(self, line: bytes) -> None:
        os.write(self.outer, line)
        self._readable(SETTLE_SECONDS)

    def put_end(self) -> None:
        """The character that says so has no meaning before. It reads as the end once."""
        self._settings[6][termios.VEOF] = b"\x04"
        termios.tcsetattr(self._own, termios.TCSANOW, self._settings)
        self.put(b"\x04")

    def settle(self, run: ForeignRun) -> None:
        mark = os.urandom(16).hex().encode()
        until = time.monotonic() + SETTLE_SECONDS
        output = run.outputs[self.outer]
        begin, sent = len(output), False
        run.make_room(len(mark))
        while not run.cut and time.monotonic() < until:
            sent = sent or self._send(mark)
            run.take_soon(self.outer)
            found = output.find(mark, begin)
            if found >= 0:
                del output[found : found + len(mark)]
                return

    def _send(self, mark: bytes) -> bool:
        """Whether there was room for it."""
        try:
            return os.write(self._own, mark) == len(mark)
        except BlockingIOError:
            return False

    def close(self) -> None:
        os.close(self._own)


class Pipes:
    """For programs that write at once even to a pipe, and to a terminal in another way: those of Node do."""

    longest: int = _LONGEST_IN_PIPE

    def __init__(self) -> None:
        self.outer, inner_output = os.pipe()
        inner_input, self._input = os.pipe()
        self.inner = (inner_input, inner_output)
        self.pipe: int | None = os.fstat(self._input).st_ino
        self._ended = False

    def holds_input(self) -> bool:
        (size,) = struct.unpack("i", fcntl.ioctl(self._input, termios.FIONREAD, bytes(4))) if not self._ended else (1,)
        return bool(size)

    def put(self, line: bytes) -> None:
        with contextlib.suppress(BrokenPipeError):  # it has closed its input
            os.write(self._input, line)

    def put_end(self) -> None:
        self._ended = True
        os.close(self._input)

    def settle(self, run: ForeignRun) -> None:
        run.take_soon(self.outer, 0)

    def close(self) -> None:
        if not self._ended:
            os.close(self._input)
