"""A dialogue with a foreign program: lines are said to it, and what it says is read until it waits for more, or ends.

That it waits is known, not guessed: `inside/waiting` holds it up before it reads, and by then all it wrote before is on
its way through the wire, which says when it has arrived. `watching` sees whether a call that waits for several things
waits for input at all, whether another thread still has something to do, and who reads a copy of standard input.
"""

import contextlib
import errno
import fcntl
import os
import struct
import time
from types import TracebackType
from typing import Self

from viva.core.records import dataclass
from viva.sandbox import watching
from viva.sandbox.execution import Execution, ForeignRun
from viva.sandbox.watching import NO_RUNTIME, Runtime
from viva.sandbox.wires import Wire

# struct seccomp_notif: id, pid, flags, then number, machine, place and arguments of the call.
_HELD = struct.Struct("=QIIiIQ6Q")
# struct seccomp_notif_resp: id, value, error, flags; the flag lets the call go on.
_ANSWER = struct.Struct("=QqiI")
_RECEIVE, _SEND, _IS_HELD = 0xC050_2100, 0xC018_2101, 0x4008_2102
_GO_ON = 1
_REFUSED = -errno.EAGAIN

_LOOK_SECONDS = 0.001
_PATIENCE_SECONDS = 3.0
_LITTLE_PATIENCE_SECONDS = 0.1
_GLANCES = 100
_MOST_REFUSED = 100


@dataclass(frozen=True, slots=True)
class _Call:
    """One that is held up; `number` is None where the program is in it already: then it reads a copy of its input."""

    thread: int
    number: int | None
    call: int = watching.READ
    arguments: tuple[int, ...] = ()


class Interaction:
    """Open from `Sandbox.interact` until `close`; a context manager.

    `certain` says that the order of what was written and asked for is that of the program. It is not where another
    thread was still busy when a line was given, or where the program only looked whether there was one. Who is not
    `patient` does not wait for threads that sleep, and knows of no order. `refused` counts the processes that the
    program wanted to start; one that goes on with that is ended.
    """

    def __init__(self, run: ForeignRun, wire: Wire, runtime: Runtime = NO_RUNTIME, patient: bool = True) -> None:
        self.certain = patient
        self.refused = 0
        self._patient = patient
        self._run = run
        self._wire = wire
        self._runtime = runtime
        self._lines: list[bytes] = []
        self._no_more = False
        self._read = 0
        self._waiting: list[_Call] = []
        self._glances = 0
        self._glanced_at = 0
        self._busy_since: float | None = None
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
        if b"\n" in line or len(line) > self._wire.longest:
            raise ValueError(f"a line has no line break in it and at most {self._wire.longest} bytes")
        self._lines.append(line + b"\n")

    def send_end(self) -> None:
        """Says that there will be no more lines."""
        self._no_more = True

    def receive(self, seconds: float | None = None) -> bytes | None:
        """What it wrote until it waits for a line that was not sent; None when it has ended and all of it is told.

        It waits if it is about to read standard input, or to wait for it without end, and no other of its threads runs
        or will by itself. After `seconds` the run is ended.
        """
        deadline = None if seconds is None else time.monotonic() + seconds
        while self._execution is None:
            if self._run.over:
                self._execution = self._run.end()
            elif deadline is not None and time.monotonic() >= deadline:
                self._execution = self._run.end("time_limit")
            elif not self._waiting:
                self._wait(deadline)
            elif self._wire.holds_input():
                self._let_all_go()
            elif not self._is_quiet():
                self._wait(time.monotonic() + _LOOK_SECONDS)
            elif self._has_other_news():
                self._let_first_go()
            elif not self._answer():
                self._wire.settle(self._run)
                self._run.wait(time.monotonic())
                if not self._run.over:
                    return self._news()
        return self._news() or None

    def close(self) -> Execution:
        """Ends the run if it still lives. Its reason is `killed` unless `receive` has returned None before."""
        if self._execution is None:
            self._execution = self._run.end("killed")
        self._hang_up()
        return self._execution

    @property
    def waits(self) -> bool:
        """Whether it waits for a line, and has not ended."""
        return self._execution is None

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
        began = time.monotonic()
        if self._run.wait(deadline, self._listener) and self._listener is not None:
            # Zeros are what the kernel wants to see there.
            asked = bytearray(_HELD.size)
            with contextlib.suppress(FileNotFoundError):  # it is gone
                fcntl.ioctl(self._listener, _RECEIVE, asked)
                self._hold(asked)
        elif not self._waiting and self._first is not None and time.monotonic() - began > _LOOK_SECONDS:
            pipe = self._wire.pipe
            if pipe is not None and watching.reader_of_copy(self._first, pipe):
                self._waiting.append(_Call(self._first, None))

    def _hold(self, asked: bytearray) -> None:
        number, thread, _flags, call, _machine, _place, *arguments = _HELD.unpack(asked)
        if self._first is None:
            # The first to be held up is the run itself, before it becomes the program.
            self._first = thread
            self._let_go(number)
        elif call in watching.STARTS:
            self._refuse(number)
        elif self._is_asking(thread, call, tuple(arguments)):
            self._waiting.append(_Call(thread, number, call, tuple(arguments)))
        else:
            self._let_go(number)

    def _is_asking(self, thread: int, call: int, arguments: tuple[int, ...]) -> bool:
        """Whether the program cannot go on without its input, or does nothing but look for it again and again."""
        pipe = self._wire.pipe
        if self._wire.holds_input() or (pipe is not None and not watching.leads_to(thread, 0, pipe)):
            return False
        waits = watching.waits_for_input(thread, call, arguments)
        if waits is None:
            waits, self.certain = thread == self._first, False
        if not waits or not watching.has_end(call, arguments):
            return waits
        return self._looks_again(call, arguments)

    def _looks_again(self, call: int, arguments: tuple[int, ...]) -> bool:
        """For a wait that gives up by itself: one for nothing but input is answered as by somebody who is quick."""
        if watching.is_for_input_alone(call, arguments) or self._does_nothing_else():
            self.certain = False
            return True
        return False

    def _does_nothing_else(self) -> bool:
        """Whether it has looked many times since it last wrote or was given a line."""
        self._run.wait(time.monotonic())
        written = len(self._run.outputs[self._wire.outer])
        self._glances = self._glances + 1 if written == self._glanced_at else 0
        self._glanced_at = written
        return self._glances >= _GLANCES

    def _has_other_news(self) -> bool:
        """Whether who waits goes on without a line: what it also waits for came while it was held up. It was quiet
        before, so that nobody is left who could still send something."""
        call = self._waiting[0]
        if call.number is None:
            return False
        news = watching.has_other_news(call.thread, call.call, call.arguments)
        if news is None or (news and self._does_nothing_else()):
            self.certain = False
            return False
        return news

    def _is_quiet(self) -> bool:
        """Whether no other thread has anything to do, so that nothing more is written before the line is read."""
        assert self._first is not None
        if not watching.is_restless(self._first, self._waiting[0].thread, self._runtime, asleep=self._patient):
            self._busy_since = None
            return self._is_held()
        now = time.monotonic()
        self._busy_since = self._busy_since or now
        # Once the order is not certain, to wait as long before every line would only use up the time of the run; the
        # end of the input comes once, and who does not wait for it may be about to end the program.
        long = self.certain or (self._no_more and not self._lines)
        if now - self._busy_since < (_PATIENCE_SECONDS if long else _LITTLE_PATIENCE_SECONDS):
            return False
        self.certain = False
        return True

    def _is_held(self) -> bool:
        """Whether who waits still does. Of a program that is being ended, the last thread looks as if it did."""
        number = self._waiting[0].number
        if number is None:
            return True
        assert self._listener is not None
        try:
            fcntl.ioctl(self._listener, _IS_HELD, struct.pack("=Q", number))
        except FileNotFoundError:
            self._waiting.pop(0)
            return False
        return True

    def _answer(self) -> bool:
        """Lets the program go on if there is something for it to read."""
        if self._lines:
            self._wire.put(self._lines.pop(0))
        elif self._no_more:
            self._wire.put_end()
        else:
            return False
        self._busy_since = None
        self._glances = 0 if self.certain else self._glances
        self._let_all_go()
        return True

    def _let_first_go(self) -> None:
        call = self._waiting.pop(0)
        assert call.number is not None
        self._let_go(call.number)

    def _let_all_go(self) -> None:
        """Who finds nothing left to read is held up again, or seen in /proc."""
        for call in self._waiting:
            if call.number is not None:
                self._let_go(call.number)
        self._waiting.clear()

    def _let_go(self, number: int) -> None:
        self._decide(number, 0, _GO_ON)

    def _refuse(self, number: int) -> None:
        self._decide(number, _REFUSED, 0)
        self.refused += 1
        if self.refused >= _MOST_REFUSED:
            self._execution = self._run.end("process_limit")

    def _decide(self, number: int, error: int, flags: int) -> None:
        assert self._listener is not None
        with contextlib.suppress(FileNotFoundError):  # it is gone
            fcntl.ioctl(self._listener, _SEND, _ANSWER.pack(number, 0, error, flags))
