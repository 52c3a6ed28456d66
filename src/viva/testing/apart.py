"""One piece of work in a process that is a copy of this one, so that nothing it does is left to the next.

What is guaranteed: it comes to an end. A copy that uses more processor time or time by the clock than it may is ended,
one that leaves by itself is noticed, and threads it started end with it.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import resource
import select
import signal
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from viva.core.json import Json

Say = Callable[[dict[str, Json]], None]
_POLL = 0.02


@dataclass(frozen=True, slots=True)
class Ended:
    """How it ended: `well`, because it was `stuck`, or otherwise, with the status as `subprocess` counts."""

    how: Literal["well", "stuck", "died"]
    status: int = 0


def apart(work: Callable[[Say], None], *, processor: float, wall: float) -> tuple[list[dict[str, Any]], Ended]:
    """All that the work said in whole lines, and how its process ended."""
    hear, say = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # that a copy has none of the threads is what is wanted
        child = os.fork()
    if child == 0:
        os.close(hear)
        _child(work, say, math.ceil(processor))
    os.close(say)
    os.set_blocking(hear, False)
    heard, status, stuck = bytearray(), None, False
    deadline = time.monotonic() + wall
    used = 0.0
    try:
        while status is None:
            select.select([hear], [], [], _POLL)
            _take(hear, heard)
            ended, raw, usage = os.wait4(child, os.WNOHANG)
            if ended:
                status, used = os.waitstatus_to_exitcode(raw), usage.ru_utime + usage.ru_stime
            elif time.monotonic() > deadline:
                stuck = True
                break
    finally:
        if status is None:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
    _take(hear, heard)
    os.close(hear)
    lines = [json.loads(line) for line in bytes(heard).split(b"\n")[:-1]]
    if stuck or status == -signal.SIGXCPU or (status == -signal.SIGKILL and used >= processor):
        return lines, Ended("stuck")
    if lines and lines[-1] == {"event": "done"} and status == 0:
        return lines[:-1], Ended("well")
    return lines, Ended("died", status or 0)


def _take(hear: int, heard: bytearray) -> None:
    with contextlib.suppress(BlockingIOError):
        while chunk := os.read(hear, 2**16):
            heard += chunk


def _child(work: Callable[[Say], None], say: int, processor: int) -> None:
    """It never returns: there is another one that goes on from here. Threads that still run end with it."""
    status = 70
    try:
        resource.setrlimit(resource.RLIMIT_CPU, (processor, processor + 1))

        def tell(said: dict[str, Json]) -> None:
            left = json.dumps(said).encode() + b"\n"
            while left:
                left = left[os.write(say, left) :]

        work(tell)
        tell({"event": "done"})
        status = 0
    finally:
        os._exit(status)
