"""A sandbox: warm zygotes, and the runs they start."""

import contextlib
import os
import socket
import tempfile
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Self

from viva.core.fault import Fault
from viva.core.isolation import Isolation
from viva.core.json import Json
from viva.sandbox import frames
from viva.sandbox.conversation import Conversation
from viva.sandbox.execution import Execution, ForeignRun, OuterEnds, unchangeable
from viva.sandbox.interaction import Interaction
from viva.sandbox.launch import Box, Weaknesses
from viva.sandbox.limits import Ending, Limits, Run
from viva.sandbox.programs import Command
from viva.sandbox.status import Status
from viva.sandbox.watching import NO_RUNTIME, Runtime
from viva.sandbox.wires import Pipes, Terminal
from viva.sandbox.zygote import REMEDY, BrokenTool, Program, Zygote

RUNS_PER_ZYGOTE = 500
IDLE_ZYGOTES = 4

_AUTOMATIC = (Isolation.FULL, Isolation.LIMITED)
_USUAL = Limits()


class Sandbox:
    """Runs entry functions of trusted tools, which run submitted code, each in a process of its own.

    `tools` are folders of Python files that are visible inside, read-only, and searched for modules; `preload` names
    modules that are imported once. Without `isolation` it is the best this machine can do, but never `none`. A zygote
    serves one run at a time, so that a run is alone in its box; while several conversations are open, from one thread
    or many, there are as many zygotes. After a fork the child starts zygotes of its own.
    """

    def __init__(
        self,
        tools: Sequence[Path],
        preload: Sequence[str] = (),
        isolation: Isolation | None = None,
        weaknesses: Weaknesses | None = None,
    ) -> None:
        places = tuple(tool.resolve() for tool in tools)
        self._lock = threading.RLock()
        self._idle: list[Zygote] = []
        self._live: dict[Conversation | ForeignRun, Zygote] = {}
        self._owner = os.getpid()
        self._closed = False
        refused: list[Fault] = []
        for level in _AUTOMATIC if isolation is None else (Isolation(isolation),):
            self.isolation = level
            self._box = Box(level, places, tuple(preload), weaknesses or Weaknesses())
            try:
                self._try_out()
            except Fault as fault:
                self._close_idle()
                if isinstance(fault, BrokenTool):
                    raise
                refused.append(fault)
            else:
                return
        problem = "; ".join(f"{level}: {fault.problem}" for level, fault in zip(_AUTOMATIC, refused, strict=False))
        raise Fault(
            problem=refused[0].problem if isolation else f"no isolation can be had ({problem})",
            remedy=refused[0].remedy,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def converse(
        self, entry: str, job: Json, limits: Limits, ended: Callable[[Ending], None] | None = None
    ) -> Conversation:
        """Starts a run of `entry` ("module:function"), called inside as `function(channel, job)`. `ended` is told how
        it ended, when it has."""
        first = frames.pack(frames.MESSAGE, {"entry": entry, "job": job})
        zygote, channel, status = self._start(self._box, limits)

        def over(conversation: Conversation) -> None:
            self._ended(conversation)
            if ended is not None:
                ended(conversation.close())

        conversation = Conversation(channel, Status(status, zygote, limits.wall_seconds), limits, over)
        with self._lock:
            self._live[conversation] = zygote
        conversation.send_frame(first)
        return conversation

    def run(self, entry: str, job: Json, limits: Limits) -> Run:
        """A run to which nothing more is said: all its messages, and how it ended."""
        messages: list[Json] = []
        with self.converse(entry, job, limits) as conversation:
            conversation.listen_only()
            while (message := conversation.receive()) is not None:
                messages.append(message)
            return Run(tuple(messages), conversation.close())

    def execute(self, command: Command, limits: Limits = _USUAL, stdin: bytes = b"") -> Execution:
        """Runs a program that is not ours, in the same isolation. What it needs to see, the command says."""
        (output, inner_output), (errors, inner_errors) = os.pipe(), os.pipe()
        given = (unchangeable(stdin), inner_output, inner_errors)
        with self._foreign(command, limits, (output, errors), given) as run:
            while not run.over:
                run.wait()
            return run.end()

    def build(self, command: Command, limits: Limits) -> Execution:
        """Runs a compiler over what was handed in. What that takes says nothing of the program, and is bounded by these
        limits alone: no budget of a check is charged for it, or cuts it short on a loaded machine."""
        return self.execute(command, limits)

    def interact(
        self,
        command: Command,
        limits: Limits = _USUAL,
        terminal: bool = True,
        runtime: Runtime = NO_RUNTIME,
        patient: bool = True,
    ) -> Interaction:
        """Starts a dialogue with a program that is not ours.

        It sees a terminal, because most programs speak to a pipe only when their buffer is full; or else, pipes.
        `runtime` says what of its threads has no meaning. Who is not `patient` does not wait for those that sleep.
        """
        wire = Terminal() if terminal else Pipes()
        errors, inner_errors = os.pipe()
        try:
            given = (*wire.inner, inner_errors)
            run = self._foreign(command, limits, (wire.outer, errors), given, interactive=True)
            return Interaction(run, wire, runtime, patient)
        except BaseException:
            wire.close()
            raise

    def charge(self, ending: Ending) -> None:
        """For who has ended a dialogue with a program that is not ours, and knows that all of it is to be charged: to a
        budget, where there is one."""

    def close(self) -> None:
        """Ends all runs and zygotes; no process is left."""
        with self._lock:
            self._closed = True
            if os.getpid() != self._owner:
                self.abandon()
            for run in list(self._live):
                with contextlib.suppress(Fault):
                    run.close()
            self._close_idle()

    def abandon(self) -> None:
        """In a forked child: lets go of the parent's zygotes without touching them."""
        for zygote in (*self._idle, *self._live.values()):
            zygote.abandon()
        self._idle.clear()
        self._live.clear()
        self._owner = os.getpid()

    def _close_idle(self) -> None:
        for zygote in self._idle:
            zygote.close()
        self._idle.clear()

    def _try_out(self) -> None:
        """That a zygote starts does not yet mean that it can confine a run."""
        ending = self.run("viva_inside.runner:nothing", None, Limits()).ending
        if ending.reason is not None:
            raise Fault(problem=f"a first, empty run failed: {ending}", remedy=REMEDY)

    def _foreign(
        self,
        command: Command,
        limits: Limits,
        outputs: tuple[int, int],
        given: tuple[int, int, int],
        interactive: bool = False,
    ) -> ForeignRun:
        """Closes what is given to the program, and what it writes to when it has ended or cannot be started."""
        full = self.isolation is Isolation.FULL
        folder = None if full else tempfile.TemporaryDirectory(prefix="viva-")
        program = Program(command, interactive, None if folder is None else folder.name)
        box = replace(self._box, tools=(), preload=(), visible=command.executable.visible)
        try:
            if command.wanted and self.isolation is Isolation.LIMITED:
                raise Fault(problem="in limited isolation a program writes no files", remedy=REMEDY)
            zygote, channel, status = self._start(box, limits, given, program)
        except BaseException:
            for descriptor in outputs:
                os.close(descriptor)
            if folder is not None:
                folder.cleanup()
            raise
        finally:
            for descriptor in given:
                os.close(descriptor)
        run = ForeignRun(command, limits, zygote, OuterEnds(channel, status, outputs, folder), self._ended)
        with self._lock:
            self._live[run] = zygote
        run.prepare()
        return run

    def _start(
        self, box: Box, limits: Limits, streams: Sequence[int] = (), program: Program | None = None
    ) -> tuple[Zygote, socket.socket, socket.socket]:
        """The zygote that took the order, and the outer ends of channel and status."""
        outer, inner = socket.socketpair()
        asked, told = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with inner, told:
            try:
                return self._order(box, limits, (inner.fileno(), told.fileno(), *streams), program), outer, asked
            except Fault:
                outer.close()
                asked.close()
                raise

    def _order(self, box: Box, limits: Limits, descriptors: Sequence[int], program: Program | None) -> Zygote:
        """One that waits, unless it has died meanwhile, or a new one."""
        with self._lock:
            if os.getpid() != self._owner:
                self.abandon()
            if self._closed:
                raise Fault(problem="the sandbox is closed")
            for zygote in [zygote for zygote in reversed(self._idle) if zygote.box == box]:
                self._idle.remove(zygote)
                with contextlib.suppress(ConnectionError):
                    if zygote.alive():
                        zygote.order(limits, descriptors, program)
                        return zygote
                zygote.close()
        zygote = Zygote(box)
        try:
            zygote.order(limits, descriptors, program)
        except BaseException:
            zygote.close()
            raise
        return zygote

    def _ended(self, run: Conversation | ForeignRun) -> None:
        """Keeps the zygote of a run that has ended, unless it is worn out. Of too many, the oldest goes."""
        with self._lock:
            zygote = self._live.pop(run, None)
            if zygote is None:
                return
            if zygote.runs < RUNS_PER_ZYGOTE and zygote.alive():
                self._idle.append(zygote)
                if len(self._idle) <= IDLE_ZYGOTES:
                    return
                zygote = self._idle.pop(0)
        zygote.close()
