"""A sandbox: warm zygotes, and the runs they start."""

import contextlib
import os
import socket
import threading
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from viva.core.fault import Fault
from viva.core.isolation import Isolation
from viva.core.json import Json
from viva.sandbox import frames
from viva.sandbox.conversation import Conversation
from viva.sandbox.launch import Box, Weaknesses
from viva.sandbox.limits import Limits, Run
from viva.sandbox.zygote import REMEDY, BrokenTool, Zygote

RUNS_PER_ZYGOTE = 500
IDLE_ZYGOTES = 4

_AUTOMATIC = (Isolation.FULL, Isolation.LIMITED)


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
        self._live: dict[Conversation, Zygote] = {}
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

    def converse(self, entry: str, job: Json, limits: Limits) -> Conversation:
        """Starts a run of `entry` ("module:function"), called inside as `function(channel, job)`."""
        first = frames.pack(frames.MESSAGE, {"entry": entry, "job": job})
        outer, inner = socket.socketpair()
        asked, told = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with inner, told:
            try:
                zygote = self._order(limits, inner, told)
            except Fault:
                outer.close()
                asked.close()
                raise
            conversation = Conversation(outer, asked, limits, zygote, self._ended)
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

    def close(self) -> None:
        """Ends all runs and zygotes; no process is left."""
        with self._lock:
            self._closed = True
            if os.getpid() != self._owner:
                self.abandon()
            for conversation in list(self._live):
                with contextlib.suppress(Fault):
                    conversation.close()
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

    def _order(self, limits: Limits, channel: socket.socket, status: socket.socket) -> Zygote:
        """The zygote that took the order: one that waits, unless it has died meanwhile, or a new one."""
        with self._lock:
            if os.getpid() != self._owner:
                self.abandon()
            if self._closed:
                raise Fault(problem="the sandbox is closed")
            while self._idle:
                zygote = self._idle.pop()
                with contextlib.suppress(ConnectionError):
                    if zygote.alive():
                        zygote.order(limits, channel, status)
                        return zygote
                zygote.close()
        zygote = Zygote(self._box)
        zygote.order(limits, channel, status)
        return zygote

    def _ended(self, conversation: Conversation) -> None:
        """Keeps the zygote of a run that has ended, unless it is worn out or there are enough of them."""
        with self._lock:
            zygote = self._live.pop(conversation, None)
            if zygote is None:
                return
            if zygote.runs < RUNS_PER_ZYGOTE and len(self._idle) < IDLE_ZYGOTES and zygote.alive():
                self._idle.append(zygote)
                return
        zygote.close()
