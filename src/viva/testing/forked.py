"""One piece of work in a process that is a copy of this one, so that nothing it does is left to the next.

What is guaranteed: it comes to an end. A copy that uses more processor time or time by the clock than it may is ended,
one that leaves by itself is noticed, and threads it started end with it.
"""

from __future__ import annotations

import math
import resource
import signal
import time
from collections.abc import Callable
from typing import Any, Literal

from viva.core.records import dataclass
from viva.services.workers.copies import Copy, Say

_POLL = 0.02


@dataclass(frozen=True, slots=True)
class Ended:
    """How it ended: `well`, because it was `stuck`, or otherwise, with the status as `subprocess` counts."""

    how: Literal["well", "stuck", "died"]
    status: int = 0


def apart(work: Callable[[Say], None], *, processor: float, wall: float) -> tuple[list[dict[str, Any]], Ended]:
    """All that the work said in whole lines, and how its process ended."""

    def bounded(say: Say) -> None:
        seconds = math.ceil(processor)
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        work(say)
        say({"event": "done"})

    deadline = time.monotonic() + wall
    with Copy(bounded) as copy:
        while not copy.has_ended() and time.monotonic() <= deadline:
            copy.listen(_POLL)
    lines, status = copy.said, copy.status
    stuck = status in (None, -signal.SIGXCPU)
    if stuck or (status == -signal.SIGKILL and copy.used >= processor):
        return lines, Ended("stuck")
    if lines and lines[-1] == {"event": "done"} and status == 0:
        return lines[:-1], Ended("well")
    return lines, Ended("died", status or 0)
