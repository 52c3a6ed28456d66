"""A sandbox: one warm zygote, and the runs it starts."""

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
from viva.sandbox.zygote import Zygote

RUNS_PER_ZYGOTE = 500

_AUTOMATIC = (Isolation.FULL, Isolation.LIMITED)


class Sandbox:
    """Runs entry functions of trusted tools, which run submitted code, each in a process of its own.

    `tools` are folders of Python files that are visible inside, read-only, and searched for modules; `preload` names
    modules that are imported once. Without `isolation` it is the best this machine can do, but never `none`. Several
    threads may use one sandbox; after a fork the child gets a zygote of its own.
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
        self._live: dict[Conversation, Zygote] = {}
        self._owner = os.getpid()
        refused: list[Fault] = []
        for level in _AUTOMATIC if isolation is None else (isolation,):
            self.isolation = level
            self._box = Box(level, places, tuple(preload), weaknesses or Weaknesses())
            try:
                self._zygote = Zygote(self._box)
                self._try_out()
            except Fault as fault:
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
        with self._lock, inner, told:
            zygote = self._ready_zygote()
            conversation = Conversation(outer, asked, limits, zygote, self._ended)
            self._live[conversation] = zygote
            zygote.allow(sum(live.memory for live, its in self._live.items() if its is zygote))
            try:
                zygote.order(limits, inner, told)
            except ConnectionError:
                zygote = self._live[conversation] = self._replace()
                conversation.zygote = zygote
                zygote.order(limits, inner, told)
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
        """Ends all runs and the zygote; no process is left."""
        with self._lock:
            if os.getpid() == self._owner:
                for conversation in list(self._live):
                    with contextlib.suppress(Fault):
                        conversation.close()
                self._zygote.close()
            else:
                self.abandon()

    def abandon(self) -> None:
        """In a forked child: lets go of the parent's zygotes without touching them."""
        for zygote in {self._zygote, *self._live.values()}:
            zygote.abandon()
        self._live.clear()

    def _try_out(self) -> None:
        """That a zygote starts does not yet mean that it can confine a run."""
        try:
            ending = self.run("viva_inside.runner:nothing", None, Limits())
        except Fault:
            self._zygote.close()
            raise
        if ending.ending.reason is not None:
            self._zygote.close()
            raise Fault(problem=f"a first empty run failed: {ending.ending}", remedy="run it again")

    def _ready_zygote(self) -> Zygote:
        """The zygote at hand, unless it is worn out, dead or, after a fork, another process's."""
        if os.getpid() != self._owner:
            self.abandon()
            self._owner = os.getpid()
            self._zygote = Zygote(self._box)
        elif self._zygote.runs >= RUNS_PER_ZYGOTE or not self._zygote.alive():
            self._replace()
        return self._zygote

    def _replace(self) -> Zygote:
        worn, self._zygote = self._zygote, Zygote(self._box)
        self._retire(worn)
        return self._zygote

    def _retire(self, zygote: Zygote) -> None:
        """Closes a zygote that is no longer used, unless it still has runs: then the last of them does."""
        if zygote is not self._zygote and zygote not in self._live.values():
            zygote.close()

    def _ended(self, conversation: Conversation) -> None:
        with self._lock:
            zygote = self._live.pop(conversation, None)
            if zygote is not None:
                self._retire(zygote)
