"""One run of a foreign program: its files go in, it runs, its output and files come out.

Nothing the program does raises here. `Execution` is what came of it, `ForeignRun` the run while it lasts; programs to
which something is said while they run are in `interaction`.
"""

import contextlib
import errno
import fcntl
import os
import select
import signal
import socket
import tempfile
import time
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Self

from viva.core.fault import Fault
from viva.core.json import Json
from viva.core.records import dataclass
from viva.sandbox import frames, workfolder
from viva.sandbox.limits import Ending, Limits
from viva.sandbox.programs import Command
from viva.sandbox.status import KILL, Status, Told
from viva.sandbox.zygote import Zygote

CHUNK = 1 << 16
LOOK_SECONDS = 0.05
_NEVER_CHANGES = fcntl.F_SEAL_SEAL | fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_WRITE
ENVIRONMENT = {"HOME": "/tmp", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin", "TZ": "UTC"}


@dataclass(frozen=True, slots=True)
class Execution:
    """How the program ended, and what it left.

    `ending.reason` is None if it ended by itself, with whatever exit status: what that means, the program decides.
    `not_executable` is a file that was given to the run and cannot be started.
    """

    ending: Ending
    stdout: bytes
    stderr: bytes
    files: Mapping[str, bytes]


def unchangeable(content: bytes) -> int:
    """A descriptor from which a program reads the content, as from a file, and to which it can do nothing else."""
    descriptor = os.memfd_create("stdin", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    with open(descriptor, "wb", closefd=False) as file:
        file.write(content)
    os.lseek(descriptor, 0, os.SEEK_SET)
    fcntl.fcntl(descriptor, fcntl.F_ADD_SEALS, _NEVER_CHANGES)
    return descriptor


@dataclass(frozen=True, slots=True)
class OuterEnds:
    """What the examiner has of a run: its sockets, its standard output and errors, and a folder if one was made."""

    channel: socket.socket
    status: socket.socket
    outputs: tuple[int, int]
    folder: "tempfile.TemporaryDirectory[str] | None"


class ForeignRun:
    """From the start of a program until `end`, after which none of its processes is left."""

    def __init__(
        self,
        command: Command,
        limits: Limits,
        zygote: Zygote,
        ends: OuterEnds,
        ended: Callable[["ForeignRun"], None],
    ) -> None:
        self._command = command
        self._limits = limits
        self._group = zygote.group
        self._channel = ends.channel
        self._status = Status(ends.status, zygote, limits.wall_seconds)
        self._outer_folder = ends.folder
        self._ended = ended
        self.outputs = {descriptor: bytearray() for descriptor in ends.outputs}
        self._open = set(ends.outputs)
        self._room = limits.output
        self._folder: int | None = None
        self._reason: str | None = None
        self.over = False
        self.settle: Callable[[], None] = lambda: None
        self._execution: Execution | None = None
        self._released = False
        # With one process the guard looks at its clock; what many use together, only their group knows.
        self._began = self._group.cpu_seconds() if command.processes > 1 else None
        for descriptor in ends.outputs:
            os.set_blocking(descriptor, False)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends the run if it still lives."""
        if not self._released:
            self.end("killed")

    def prepare(self) -> None:
        """Puts the files where the run will find them, and tells it what to start."""
        self._folder = self.receive_descriptor()
        if self._folder is None:
            return
        command = self._command
        try:
            workfolder.put(self._folder, command.files, command.executable.path)
        except OSError as error:
            self.end("killed")
            raise Fault(
                problem=f"the files of a program do not fit: {error}", remedy="allow it more disk (`Limits.disk`)"
            ) from None
        libraries = command.executable.library_path
        environment = ENVIRONMENT | ({"LD_LIBRARY_PATH": libraries} if libraries else {}) | dict(command.environment)
        job: Json = {"arguments": [command.executable.path, *command.arguments], "environment": {**environment}}
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            self._channel.sendall(frames.pack(frames.MESSAGE, job))

    def receive_descriptor(self) -> int | None:
        """One that the run hands out before it becomes the program; None if it did not come so far."""
        poll = select.poll()
        poll.register(self._channel, select.POLLIN)
        while not poll.poll(self._status.patience(None)):
            if self._status.is_over(None):
                return None
        with contextlib.suppress(ConnectionResetError):
            _said, descriptors, _flags, _address = socket.recv_fds(self._channel, 1, 1)
            return descriptors[0] if descriptors else None
        return None

    def wait(self, deadline: float | None = None, also: int | None = None) -> bool:
        """Takes what was written. Returns when something was, at the end, or in time; whether `also` can be read."""
        poll = select.poll()
        for descriptor in (*self._open, self._status.fileno(), *(() if also is None else (also,))):
            poll.register(descriptor, select.POLLIN)
        # Not longer for what the run has waited for a core: that is for how long it may take, and not for a look at it.
        left = max(0.0, self._next_look(deadline) - time.monotonic()) * 1000
        ready = dict(poll.poll(min(left, self._status.patience(None))))
        for descriptor in ready.keys() & self._open:
            self._take(descriptor)
        if not ready:
            self._status.look()
        if self._status.fileno() in ready or self._status.is_over(None):
            self.over = True
        elif self._used_up():
            self._stop("time_limit")
        return also is not None and bool(ready.get(also, 0) & select.POLLIN)

    def _next_look(self, deadline: float | None) -> float:
        look = time.monotonic() + LOOK_SECONDS
        return look if deadline is None else min(look, deadline)

    def _used_up(self) -> bool:
        used = self._group.cpu_seconds() if self._began is not None else None
        return used is not None and self._began is not None and used - self._began > self._limits.cpu_seconds

    def _take(self, descriptor: int) -> bool:
        """Whether there was anything. What goes beyond the bound is cut off, and the run with it."""
        try:
            part = os.read(descriptor, CHUNK)
        except BlockingIOError:
            return False
        except OSError as error:
            if error.errno != errno.EIO:  # a terminal that nobody has open any more
                raise
            part = b""
        if not part:
            self._open.discard(descriptor)
            return False
        self.outputs[descriptor] += part[: self._room]
        self._room -= len(part)
        if self._room < 0:
            self._room = 0
            self._stop("output_limit")
        return True

    @property
    def cut(self) -> bool:
        return self._reason == "output_limit"

    def take_soon(self, descriptor: int, milliseconds: int = 10) -> None:
        """Waits a moment for something to take, and takes all there is."""
        poll = select.poll()
        poll.register(descriptor, select.POLLIN)
        if descriptor in self._open and poll.poll(milliseconds):
            while not self.cut and self._take(descriptor):
                pass

    def make_room(self, size: int) -> None:
        """For something of ours among the output, which is removed again."""
        self._room += size

    def _take_all(self) -> None:
        self.settle()
        for descriptor in list(self._open):
            self.take_soon(descriptor, 0)

    def _stop(self, reason: str) -> None:
        if self._reason is None:
            self._reason = reason
            self._status.wish(KILL)
        self.over = True

    def end(self, reason: str | None = None) -> Execution:
        """Waits for the end; with a reason, ends the run first if it still lives."""
        if self._execution is None:
            if reason is not None and not self.over:
                self._stop(reason)
            try:
                self._execution = self._finish(self._status.hear())
            finally:
                self._release()
        return self._execution

    def _finish(self, told: Told) -> Execution:
        self._take_all()
        told.raise_problem()
        refused = self._not_started()
        files, all_there = self._take_files()
        stdout, stderr = (bytes(content) for content in self.outputs.values())
        ending = Ending(
            reason=self._reason_for(told, refused is not None, all_there),
            signal=told.signal,
            exit_code=told.exit_code if refused is None else None,
            cpu_seconds=told.cpu_seconds,
            memory=told.memory,
            detail=os.strerror(refused) if refused is not None else None,
            waited=self._status.waited,
        )
        if refused is not None and self._command.executable.path.startswith("/"):
            raise Fault(problem=f"{self._command.executable.path} cannot be started: {ending.detail}")
        return Execution(ending, stdout, stderr, files)

    def _take_files(self) -> tuple[dict[str, bytes], bool]:
        if self._folder is None:
            return {}, True
        return workfolder.take(self._folder, self._command.wanted, self._limits.disk)

    def _not_started(self) -> int | None:
        """The one thing ever said on the channel, and by code of ours: the program had not begun."""
        self._channel.setblocking(False)
        try:
            said = self._channel.recv(CHUNK)
        except (BlockingIOError, ConnectionResetError):
            return None
        match frames.unpack(said) if said else None:
            case {"not_started": int(number)}:
                return number
        return None

    def _reason_for(self, told: Told, refused: bool, all_there: bool) -> str | None:
        limits = self._limits
        if told.ended_by == "memory":
            return "memory_limit"
        if self._reason is not None:
            return self._reason
        if refused:
            return "not_executable"
        if told.out_of_memory:
            # Whatever came of it: one of several processes is killed, and the others may wait for it.
            return "memory_limit"
        if told.ended_by in ("wall", "cpu") or told.cpu_seconds > limits.cpu_seconds:
            return "time_limit"
        failed = told.signal is not None or told.exit_code != 0
        full = failed and self._folder is not None and workfolder.is_full(self._folder)
        if told.signal == signal.SIGXFSZ or full or not all_there:
            return "disk_limit"
        if told.signal is not None:
            return "killed" if told.signal == signal.SIGKILL else "crash"
        return None

    def _release(self) -> None:
        self._released = True
        self._channel.close()
        for descriptor in (*self.outputs, self._folder):
            if descriptor is not None:
                os.close(descriptor)
        if self._outer_folder is not None:
            self._outer_folder.cleanup()
        self._ended(self)
