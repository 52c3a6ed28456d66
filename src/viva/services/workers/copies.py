"""A process that is a copy of this one, so that nothing it does is left here."""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import time
import warnings
from collections.abc import Callable
from typing import Any

from viva.core.json import Json
from viva.core.timing.waiting import waited_below

Say = Callable[[Json], None]
BROKEN = 70


class Copy:
    """A copy of this process as it is now, that does some work; what the work says can be listened to.

    What is guaranteed: it never goes on from here as this process does, threads that it started end with it, and it is
    gone when the block is left.
    """

    def __init__(self, work: Callable[[Say], None]) -> None:
        self.status: int | None = None  # as `subprocess` counts, when it has ended
        self.used = 0.0  # seconds of processor time, when it has ended
        self._heard = bytearray()
        self._hear, say = os.pipe()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # that a copy has none of the threads is what is wanted
            self._child = os.fork()
        if self._child == 0:
            os.close(self._hear)
            _do(work, say)
        os.close(say)
        os.set_blocking(self._hear, False)

    def __enter__(self) -> Copy:
        return self

    def __exit__(self, *_: object) -> None:
        if self.status is None:
            os.kill(self._child, signal.SIGKILL)
            os.waitpid(self._child, 0)
        self.listen(0)
        os.close(self._hear)

    def listen(self, seconds: float) -> bool:
        """Takes in what it says, and waits at most so long for it; False if nothing comes."""
        select.select([self._hear], [], [], seconds)
        before = len(self._heard)
        with contextlib.suppress(BlockingIOError):
            while chunk := os.read(self._hear, 2**16):
                self._heard += chunk
        return len(self._heard) > before

    def has_ended(self) -> bool:
        if self.status is None:
            ended, raw, usage = os.wait4(self._child, os.WNOHANG)
            if ended:
                self.status, self.used = os.waitstatus_to_exitcode(raw), usage.ru_utime + usage.ru_stime
        return self.status is not None

    def first(self, seconds: float) -> Json:
        """The first that it says within so many seconds, or None. Time for which it waits for a core does not count."""
        began, waited = time.monotonic(), waited_below(self._child)
        while not self.said:
            left = seconds - (time.monotonic() - began)
            if left <= 0:
                left += waited_below(self._child) - waited
            if left <= 0 or not (self.listen(left) or not self.has_ended() or self.listen(0)):
                return None
        first: Json = self.said[0]
        return first

    @property
    def said(self) -> list[Any]:
        """All that it has said so far, as far as it was taken in."""
        return [json.loads(line) for line in bytes(self._heard).split(b"\n")[:-1]]


def _do(work: Callable[[Say], None], say: int) -> None:
    """It never returns, whatever happens: there is another one that goes on from here."""
    status = BROKEN
    try:

        def tell(said: Json) -> None:
            left = json.dumps(said).encode() + b"\n"
            while left:
                left = left[os.write(say, left) :]

        work(tell)
        status = 0
    finally:
        os._exit(status)
