"""A worker process: told what to do in lines of JSON, it answers in lines of JSON, and nothing it does harms more.

A worker is a Python function in a process of its own,

    def work(start: Json, tasks: Iterator[Json], answer: Answer, notes: memoryview) -> None: ...

run by `python -m viva.services.workers.worker MODULE:FUNCTION`. It never sees the files or the state of the process
that started it. What is guaranteed of every worker: one that dies, answers what is no JSON object, answers out of turn
or without end, or takes more processor time or time by the clock than it may is noticed and told as `Lost`, and `end`
ends it together with its process group. Neither a slow reader nor a loud writer stops the one who listens: no pipe is
waited for, and every wait ends. An answer that is too large is not sent: `TooLarge` tells the one who would have given
it.

`crew.py` gives many tasks to a few of them.
"""

from __future__ import annotations

import contextlib
import json
import mmap
import os
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from importlib import import_module
from pathlib import Path
from typing import Literal

from viva.core.json import Json
from viva.core.mistake import TooLarge
from viva.core.records import dataclass
from viva.core.timing import waiting

Said = dict[str, Json]
Answer = Callable[[Said], None]

_LONGEST_ANSWER = 16 * 2**20
_CHUNK = 2**16
_POLL = 0.05
_MOST_LEFT = 10_000
_BURIAL_SECONDS = 10.0
_FAR = 20.0  # times as long by the clock, however long it waits for a core


@dataclass(frozen=True, slots=True)
class Post:
    """What a worker is to be: its function, what it is told first, and how long an answer may take.

    `processor` and `wall` are seconds from one answer, or the question, to the next answer; for how long the worker and
    what it started waited for a core does not count on the wall, but for a far net. `notes` is the size of a memory
    that both sides see, for what must be known even of a worker that died. A quiet worker's streams lead nowhere.
    """

    function: str
    start: Json
    wall: float
    processor: float | None = None
    notes: int = 0
    quiet: bool = False
    environment: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Lost:
    """How a worker was lost: it ended with `status`, as `subprocess` counts, or had to be ended."""

    how: Literal["died", "stuck", "garbled"]
    status: int | None = None


class Worker:
    """One worker process. `end` it, whatever happened."""

    def __init__(self, post: Post) -> None:
        self._post = post
        tasks, self._tasks = os.pipe()
        self._answers, answers = os.pipe()
        self._notes = tempfile.TemporaryFile()  # noqa: SIM115 - open as long as the worker lives
        self._notes.truncate(post.notes)
        given = (tasks, answers, self._notes.fileno())
        stream = subprocess.DEVNULL if post.quiet else None
        # Not even the folder it is started in is on its path (-P): submissions may lie there.
        command = [sys.executable, "-P", "-m", "viva.services.workers.worker", post.function]
        path = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        try:
            self._process = subprocess.Popen(
                [*command, *map(str, given), str(post.notes)],
                pass_fds=given,
                stdin=subprocess.DEVNULL,
                stdout=stream,
                stderr=stream,
                start_new_session=True,
                env={**os.environ, **path, **post.environment},
            )
        except BaseException:
            self._close()
            raise
        finally:
            os.close(tasks)
            os.close(answers)
        os.set_blocking(self._tasks, False)
        os.set_blocking(self._answers, False)
        self._unsent = memoryview(b"")
        self._asked = 0
        self._lines: deque[bytes] = deque()
        self._rest = bytearray()
        self._says_more = True
        self._lost: Lost | None = None
        self._rests = False
        self._send(post.start)
        self._restart_clock()

    def ask(self, task: Json) -> None:
        """Gives it a task. What does not fit into the pipe is sent while one listens."""
        self._asked += 1
        self._rests = False
        self._send(task)
        self._restart_clock()

    def rest(self) -> None:
        """It has nothing to answer until it is asked again, and may take its time."""
        self._rests = True

    def said(self) -> Said | Lost | None:
        """The next answer, or how the worker was lost, as far as it was heard by now. It does not wait."""
        if self._lines:
            self._restart_clock()
            with contextlib.suppress(ValueError, RecursionError):
                match json.loads(self._lines.popleft()):
                    case [int(number), dict(said)] if number == self._asked:
                        return said
            self._lines.clear()
            self._lost = Lost("garbled")
        return self._lost

    def stream(self, tick: Callable[[], None]) -> Iterator[Said | Lost]:
        """All it says, and at last how it was lost, which it also is when it comes to its end; `tick` while waiting."""
        while True:
            said = self.said()
            if said is None:
                tick()
                listen([self])
                continue
            yield said
            if isinstance(said, Lost):
                return

    def notes(self) -> bytes:
        return os.pread(self._notes.fileno(), self._post.notes, 0)

    def processor_seconds(self) -> float:
        try:
            fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return 0.0
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def dismiss(self) -> None:
        """Tells it that there are no more tasks, so that an idle one leaves by itself and clears up behind it."""
        if self._tasks >= 0:
            os.close(self._tasks)
            self._tasks = -1
            self._unsent = memoryview(b"")

    def end(self, patience: float = 0.0) -> None:
        """Ends the worker and whatever it started, after as many seconds as it is given to leave by itself."""
        self.dismiss()
        deadline = time.monotonic() + patience
        while not self._has_exited() and time.monotonic() < deadline:
            time.sleep(_POLL / 10)
        self._kill()
        self._close()

    def _send(self, task: Json) -> None:
        self._unsent = memoryview(bytes(self._unsent) + json.dumps(task).encode() + b"\n")
        self._write()

    def _write(self) -> None:
        try:
            while self._unsent:
                self._unsent = self._unsent[os.write(self._tasks, self._unsent) :]
        except BlockingIOError:
            pass
        except BrokenPipeError:  # it is dead, and `_hear` will notice
            self._unsent = memoryview(b"")

    def _hear(self) -> None:
        """Takes in what there is up to a whole answer, or all that was left behind by a worker that exited."""
        exited = self._has_exited()
        if exited:
            self._kill()
        while self._says_more and len(self._lines) < (_MOST_LEFT if exited else 1):
            try:
                chunk = os.read(self._answers, _CHUNK)
            except BlockingIOError:
                break
            self._says_more = bool(chunk)
            *lines, rest = chunk.split(b"\n")
            for line in lines:
                self._lines.append(bytes(self._rest) + line)
                self._rest.clear()
            self._rest += rest
            if len(self._rest) > _LONGEST_ANSWER:
                self._lost = Lost("garbled")
                self._says_more = False
        if self._lost is None:
            if exited:
                self._lost = Lost("died", self._process.returncode)
            elif not self._lines and self._is_stuck():
                self._lost = Lost("stuck")

    def _restart_clock(self) -> None:
        self._since = time.monotonic()
        self._used = (
            0.0 if self._post.processor is None else self.processor_seconds()
        )  # which it costs something to read
        self._waited, self._waited_before = 0.0, waiting.waited_by(self._process.pid)

    def _is_stuck(self) -> bool:
        if self._rests:
            return False
        processor, taken = self._post.processor, time.monotonic() - self._since
        if processor is not None and self.processor_seconds() - self._used > processor:
            return True
        if taken <= self._post.wall + self._waited:
            return False
        # Looked at when it matters only: of a worker that is well, nothing is read.
        self._waited = max(self._waited, waiting.waited_below(self._process.pid) - self._waited_before)
        return taken > min(self._post.wall + self._waited, _FAR * self._post.wall)

    def _has_exited(self) -> bool:
        """Whether it has, without taking its number from it: that still names its group."""
        if self._process.returncode is not None:
            return True
        return os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None

    def _kill(self) -> None:
        if self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
            # One that the machine cannot end, because a disk does not answer, must not hold up the others.
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(_BURIAL_SECONDS)

    def _close(self) -> None:
        self.dismiss()
        os.close(self._answers)
        self._notes.close()


def listen(workers: Sequence[Worker]) -> None:
    """Waits a moment for any of the workers to say something, and takes in what each has said."""
    unsent = {worker._tasks: worker for worker in workers if worker._unsent}
    saying = [worker._answers for worker in workers if worker._says_more]
    moment = _POLL if len(saying) == len(workers) else _POLL / 10  # the others are about to exit
    waiting_for = select.poll()  # unlike `select` it knows descriptors beyond 1024: a server has as many as visitors
    for answers in saying:
        waiting_for.register(answers, select.POLLIN)
    for tasks in unsent:
        waiting_for.register(tasks, select.POLLOUT)
    for ready, _ in waiting_for.poll(1000 * moment):
        if ready in unsent:
            unsent[ready]._write()
    for worker in workers:
        worker._hear()


def main(arguments: Sequence[str]) -> int:
    """A worker's side: see `Post`."""
    module, _, name = arguments[0].partition(":")
    tasks, answers, notes, size = map(int, arguments[1:])
    for descriptor in (tasks, answers, notes):
        os.set_inheritable(descriptor, False)
    function = getattr(import_module(module), name)
    shared = memoryview(mmap.mmap(notes, size)) if size else memoryview(b"")
    # Who nobody listens to any more ends without a word, also where the rest of an answer is left to be sent.
    with (
        contextlib.suppress(BrokenPipeError),
        os.fdopen(tasks, "rb") as told,
        os.fdopen(answers, "wb") as saying,
    ):
        count = 0

        def asked() -> Iterator[Json]:
            nonlocal count
            for line in told:
                if line.endswith(b"\n"):
                    count += 1
                    yield json.loads(line)

        # An answer goes with the number of tasks so far, so that one too many is not taken for that to the next task.
        def answer(said: Said) -> None:
            line = json.dumps([count, said]).encode() + b"\n"
            if len(line) > _LONGEST_ANSWER:
                raise TooLarge(len(line), _LONGEST_ANSWER)
            saying.write(line)
            saying.flush()

        function(json.loads(told.readline()), asked(), answer, shared)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
