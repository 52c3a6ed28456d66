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
from viva.sandbox import frames
from viva.sandbox.conversation import Conversation
from viva.sandbox.limits import Json, Limits, Run
from viva.sandbox.zygote import Weaknesses, Zygote

RUNS_PER_ZYGOTE = 500


class Sandbox:
    """Runs entry functions of trusted tools, which run submitted code, each in a process of its own.

    `tools` are folders of Python files that are visible inside, read-only, and searched for modules; `preload` names
    modules that are imported once. Without `isolation` it is the best this machine can do, but never `none`.
    """

    def __init__(
        self,
        tools: Sequence[Path],
        preload: Sequence[str] = (),
        isolation: Isolation | None = None,
        weaknesses: Weaknesses | None = None,
    ) -> None:
        self.isolation = isolation or Isolation.FULL
        self._tools = tuple(tool.resolve() for tool in tools)
        self._preload = tuple(preload)
        self._weaknesses = weaknesses or Weaknesses()
        self._lock = threading.RLock()
        self._live: dict[Conversation, Zygote] = {}
        self._owner = os.getpid()
        self._zygote = self._start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def converse(self, entry: str, job: Json, limits: Limits) -> Conversation:
        """Starts a run of `entry` ("module:function"), called inside as `function(channel, job)`."""
        outer, inner = socket.socketpair()
        asked, told = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with self._lock, inner, told:
            zygote = self._ready_zygote()
            try:
                zygote.order(limits, inner, told)
            except (BrokenPipeError, ConnectionResetError):
                self._replace()
                zygote = self._zygote
                zygote.order(limits, inner, told)
            conversation = Conversation(outer, asked, limits, zygote, self._ended)
            self._live[conversation] = zygote
        conversation.send_frame(frames.pack(b"m", {"entry": entry, "job": job}))
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
                self._zygote.abandon()

    def _ready_zygote(self) -> Zygote:
        """The zygote at hand, unless it is worn out, dead or, after a fork, another process's."""
        if os.getpid() != self._owner:
            self._owner = os.getpid()
            self._live.clear()
            self._zygote.abandon()
            self._zygote = self._start()
        elif self._zygote.runs >= RUNS_PER_ZYGOTE or not self._zygote.alive():
            self._replace()
        return self._zygote

    def _replace(self) -> None:
        worn, self._zygote = self._zygote, self._start()
        self._retire(worn)

    def _retire(self, zygote: Zygote) -> None:
        """Closes a zygote that is no longer used, unless it still has runs: then the last of them does."""
        if zygote is not self._zygote and zygote not in self._live.values():
            zygote.close()

    def _ended(self, conversation: Conversation) -> None:
        with self._lock:
            zygote = self._live.pop(conversation, None)
            if zygote is not None:
                self._retire(zygote)

    def _start(self) -> Zygote:
        return Zygote(self.isolation, self._tools, self._preload, self._weaknesses)
