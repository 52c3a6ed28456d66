"""How a run ended, as its guard says it on the status socket: never what the run itself says."""

import contextlib
import json
import select
import socket
import time
from dataclasses import replace

from viva.core.fault import Fault
from viva.core.records import dataclass
from viva.sandbox.limits import FAR
from viva.sandbox.zygote import REMEDY, Zygote

GRACE_SECONDS = 10.0
LONGEST_WAIT = 1_000_000.0
LONGEST = 1 << 16

# What the guard of a run is told: end it; or: it has closed its channel, end it if it is not dying anyway.
KILL, SILENT = b"k", b"s"


@dataclass(frozen=True, slots=True)
class Told:
    """`problem` is a failure of the sandbox. `ended_by` is why the guard ended the run ("wall", "cpu", "asked"), or
    "memory" if the kernel ended the guard too; None if it ended by itself."""

    problem: str | None = None
    ended_by: str | None = None
    signal: int | None = None
    exit_code: int | None = None
    cpu_seconds: float = 0.0
    memory: int = 0
    out_of_memory: bool = False

    def raise_problem(self) -> None:
        if self.problem is not None:
            raise Fault(problem=f"the sandbox failed: {self.problem}", remedy=REMEDY)


class Status:
    """The outer end of the socket, and the clock of the run, on which its waiting for a core does not count.

    The guard ends a run that uses up its processor time, and is the far net; where the kernel does not tell how long
    processes wait, it ends a run by the clock on the wall. The backstop is for a guard that fails.
    """

    def __init__(self, end: socket.socket, zygote: Zygote, wall_seconds: float) -> None:
        self._end = end
        self._zygote = zygote
        self._wall = wall_seconds
        self._began = time.monotonic()
        self._until = self._began + wall_seconds + (0.0 if zygote.sees_waiting else GRACE_SECONDS)
        self.backstop = self._began + wall_seconds * (FAR if zygote.sees_waiting else 1.0) + GRACE_SECONDS
        self.waited = 0.0

    def fileno(self) -> int:
        return self._end.fileno()

    def patience(self, deadline: float | None) -> float:
        """Milliseconds until the deadline or until the run has taken its time, as far as that is known now."""
        until = self._until if deadline is None else min(deadline + self.waited, self._until)
        return min(max(0.0, until - time.monotonic()), LONGEST_WAIT) * 1000

    def is_over(self, deadline: float | None) -> bool:
        """Whether the deadline has come, or the run has taken its time; how long it waited for a core is seen anew."""
        if self.patience(deadline) > 0:
            return False
        self.look()
        return self.patience(deadline) <= 0

    def look(self) -> None:
        """Sees how long the run has waited. It is there to be seen only until it ends."""
        if self._zygote.sees_waiting:
            self.waited = max(self.waited, self._zygote.waited())
            self._until = min(self._began + self._wall + self.waited, self.backstop)

    def wish(self, wish: bytes) -> None:
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            self._end.send(wish)

    def hear(self) -> Told:
        """Waits for the end of the run, and closes the socket."""
        try:
            return self._hear()
        finally:
            self._end.close()

    def _hear(self) -> Told:
        poll = select.poll()
        poll.register(self._end, select.POLLIN)
        late = False
        while not poll.poll(GRACE_SECONDS * 1000 if late else self.patience(None)):
            if late:
                return self._lost()
            if self.is_over(None):
                late = True
                self.wish(KILL)
        try:
            text = self._end.recv(LONGEST)
        except ConnectionResetError:
            # It closed its end before it read our wish, which the kernel tells first; its answer comes next.
            text = self._end.recv(LONGEST)
        if not text:
            return self._lost()
        told = Told(**json.loads(text))
        # Of a foreign program, a process may have been killed that was not the first.
        killed = told.signal == 9 or self._zygote.box.visible is not None
        out_of_memory = killed and self._zygote.group.out_of_memory()
        ended_by = "wall" if late and told.ended_by == "asked" else told.ended_by
        return replace(told, ended_by=ended_by, out_of_memory=out_of_memory)

    def _lost(self) -> Told:
        out_of_memory = self._zygote.group.out_of_memory()
        self._zygote.close()
        if out_of_memory:
            return Told(ended_by="memory", signal=9, out_of_memory=True)
        return Told(problem="the process that starts and ends runs was lost")
