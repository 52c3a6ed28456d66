"""How long processes waited for a core: the part of the time on the wall for which the load of the machine is to blame.

The kernel tells it of every thread (`/proc/PID/task/TID/schedstat`: nanoseconds on a core, nanoseconds in the queue for
one, how often). What a process takes by the clock without it is what it worked and slept, on any machine under any
load. Where the kernel does not tell, all of it counts as not waited, and the clock on the wall decides as it is.

Numbers of processes are those of this process's own namespace: nothing is asked of, or read in, a box.
"""

import os
import threading
from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path

_NANO = 1e-9
_MOST = 20.0
_AT_ONCE = 1 << 12


@cache
def is_told() -> bool:
    """Whether this machine tells how long its processes wait, and which processes they have started."""
    own = f"/proc/self/task/{threading.get_native_id()}"
    return len(_read(f"{own}/schedstat").split()) == 3 and Path(f"{own}/children").exists()


def waited_here() -> float:
    """The seconds for which this thread waited since it began."""
    return _waited(f"/proc/self/task/{threading.get_native_id()}/schedstat")


def stretch() -> float:
    """How many times as long as it should everything in this thread has taken so far, for want of cores."""
    worked, waited = _told(f"/proc/self/task/{threading.get_native_id()}/schedstat")
    return min(1 + waited / worked, _MOST) if worked else 1.0


def waited_below(process: int, but: Collection[int] = ()) -> float:
    """The seconds for which all threads of a process, and of those below it, waited since they began; of processes that
    are there no more, and of those that are left out, none are counted."""
    return sum(waited_by(each) for each in below(process) if each not in but)


def waited_by(process: int) -> float:
    """The seconds for which all threads of a process waited since they began."""
    return sum(_waited(f"/proc/{process}/task/{thread}/schedstat") for thread in _threads(process))


def below(process: int) -> Iterator[int]:
    """The process, and all that it and others below it have started and that are still there."""
    seen, ahead = {process}, [process]
    while ahead:
        each = ahead.pop()
        yield each
        for thread in _threads(each):
            children = {int(child) for child in _read(f"/proc/{each}/task/{thread}/children").split()}
            ahead += children - seen
            seen |= children


def _threads(process: int) -> list[str]:
    try:
        return os.listdir(f"/proc/{process}/task")  # noqa: PTH208 asked so often that paths as objects would cost
    except OSError:  # it is gone
        return []


def _waited(file: str) -> float:
    return _told(file)[1]


def _told(file: str) -> tuple[float, float]:
    """The seconds on a core, and in the queue for one."""
    told = _read(file).split()
    return (int(told[0]) * _NANO, int(told[1]) * _NANO) if len(told) == 3 else (0.0, 0.0)


def _read(file: str) -> bytes:
    """All of a file of the kernel, without the layers of Python's own files: it is read after every long wait."""
    try:
        descriptor = os.open(file, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:  # it is gone, or the kernel does not tell
        return b""
    try:
        found = b""
        while part := os.read(descriptor, _AT_ONCE):
            found += part
    except OSError:  # it has gone meanwhile
        return b""
    finally:
        os.close(descriptor)
    return found
