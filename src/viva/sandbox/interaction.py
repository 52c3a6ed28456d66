"""A dialogue with a foreign program: lines are said to it, and what it says is read until it waits for more, or ends.

That it waits is known, not guessed: `inside/waiting` holds it up before it reads, and by then all it wrote before is on
its way through the wire, which says when it has arrived.
"""

import contextlib
import fcntl
import os
import struct
import time
from types import TracebackType
from typing import Self

from viva.sandbox.execution import Execution, ForeignRun
from viva.sandbox.wires import LONGEST_LINE, Wire

# struct seccomp_notif: id, pid, flags, then number, machine and arguments of the call.
_HELD = struct.Struct("=QIIiIQQ48x")
# struct seccomp_notif_resp: id, value, error, flags; the flag lets the call go on.
_ANSWER = struct.Struct("=QqiI")
_RECEIVE, _SEND = 0xC050_2100, 0xC018_2101
_GO_ON = 1
_READS = (0, 19)


class Interaction:
    """Open from `Sandbox.interact` until `close`; a context manager."""

    def __init__(self, run: ForeignRun, wire: Wire) -> None:
        self._run = run
        self._wire = wire
        self._lines: list[bytes] = []
        self._no_more = False
        self._read = 0
        self._held: int | None = None
        self._first: int | None = None
        self._execution: Execution | None = None
        run.settle = lambda: wire.settle(run)
        self._listener = run.receive_descriptor()
        self._hung_up = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def send(self, line: bytes) -> None:
        """One line, without its end. The program gets it when it asks for it."""
        if b"\n" in line or len(line) > LONGEST_LINE:
            raise ValueError(f"a line has no line break in it and at most {LONGEST_LINE} bytes")
        self._lines.append(line + b"\n")

    def send_end(self) -> None:
        """Says that there will be no more lines."""
        self._no_more = True

    def receive(self, seconds: float | None = None) -> bytes | None:
        """What it wrote until it waits for a line that was not sent; None when it has ended and all of it is told.

        It waits if it is about to read standard input, or, in its first thread, to wait without end for anything.
        After `seconds` the run is ended.
        """
        deadline = None if seconds is None else time.monotonic() + seconds
        while self._execution is None:
            if self._run.over:
                self._execution = self._run.end()
            elif deadline is not None and time.monotonic() >= deadline:
                self._execution = self._run.end("time_limit")
            elif self._held is not None and not self._answer():
                self._wire.settle(self._run)
                self._run.wait(time.monotonic())
                if not self._run.over:
                    return self._news()
            elif self._held is None:
                self._wait(deadline)
        return self._news() or None

    def close(self) -> Execution:
        """Ends the run if it still lives. Its reason is `killed` unless `receive` has returned None before."""
        if self._execution is None:
            self._execution = self._run.end("killed")
        self._hang_up()
        return self._execution

    def _hang_up(self) -> None:
        if not self._hung_up:
            self._hung_up = True
            self._wire.close()
            if self._listener is not None:
                os.close(self._listener)

    def _news(self) -> bytes:
        everything = self._run.outputs[self._wire.outer]
        news = bytes(everything[self._read :])
        self._read = len(everything)
        return news

    def _wait(self, deadline: float | None) -> None:
        if self._run.wait(deadline, self._listener) and self._listener is not None:
            # Zeros are what the kernel wants to see there.
            asked = bytearray(_HELD.size)
            with contextlib.suppress(FileNotFoundError):  # it is gone
                fcntl.ioctl(self._listener, _RECEIVE, asked)
                self._hold(asked)

    def _hold(self, asked: bytearray) -> None:
        number, thread, _flags, call, *_rest = _HELD.unpack(asked)
        if self._first is None:
            # The first to be held up is the run itself, before it becomes the program.
            self._first = thread
            self._let_go(number)
        elif call in _READS or thread == self._first:
            self._held = number
        else:
            self._let_go(number)

    def _answer(self) -> bool:
        """Lets the program go on if there is something for it to read."""
        assert self._held is not None
        if not self._wire.holds_input():
            if self._lines:
                self._wire.put(self._lines.pop(0))
            elif self._no_more:
                self._wire.put_end()
            else:
                return False
        self._let_go(self._held)
        self._held = None
        return True

    def _let_go(self, number: int) -> None:
        assert self._listener is not None
        with contextlib.suppress(FileNotFoundError):  # it is gone
            fcntl.ioctl(self._listener, _SEND, _ANSWER.pack(number, 0, 0, _GO_ON))
