"""A thread gets the memory for its first step, or is not started.

Where memory ends between the stack of a new thread and its first call, the thread dies without a word, and Python's
`Thread.start`, which waits until it has begun, waits for ever: a program that starts threads without end then slept
until its time was over, if what was left of its memory happened to be a few pages, and was out of threads otherwise.
"""

import _thread
import sys
from functools import partial
from mmap import mmap
from operator import call

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

BREATH = 1 << 19

_start = _thread.start_new_thread


def start_new_thread(
    function: "Callable[..., object]", arguments: "tuple[Any, ...]", named: "dict[str, Any] | None" = None, /
) -> int:
    """As `_thread.start_new_thread`. The memory is held until the thread itself lets go of it, in steps that need none:
    only functions written in C stand between its start and its first call."""
    try:
        # Not bytes: what the allocator has once had it keeps for itself, and a first step asks the kernel.
        breath = mmap(-1, BREATH)
        first: Callable[[], object] = partial(function, *arguments, **(named or {}))
        steps: map[object] = map(call, (breath.close, first))
    except (MemoryError, OSError):
        raise RuntimeError("can't start new thread") from None
    return _start(any, (steps,))


def install() -> None:
    _thread.start_new_thread = _thread.start_new = start_new_thread
    if (threading := sys.modules.get("threading")) is not None:
        threading._start_new_thread = start_new_thread  # type: ignore[attr-defined]
