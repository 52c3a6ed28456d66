"""Clocks that make nobody wait: to sleep is to move them on.

A program that pauses for effect is as right as one that does not, and is examined as quickly. All clocks of `time` move
together, so that a program which waits for its moment sees it come. A console program that sleeps too long in all is
ended, as the clock on the wall would have ended it, but at the same place on every machine; of a function many calls
share a process, and slow is not wrong.
"""

import time
from collections.abc import Callable
from typing import Any

MOST_SLEEP = 60.0
_NANOSECONDS = 10**9


def install(overslept: Callable[[], object] | None = None) -> None:
    """Without `overslept`, no sleep is too long."""
    slept = 0.0
    sleep_really = time.sleep

    def sleep(seconds: Any, /) -> None:
        nonlocal slept
        if not seconds >= 0:
            sleep_really(seconds)  # it says what is wrong with that
        slept += seconds
        if slept > MOST_SLEEP and overslept is not None:
            overslept()
        sleep_really(0)

    def later(clock: Callable[[], float]) -> Callable[[], float]:
        return lambda: clock() + slept

    def later_in_nanoseconds(clock: Callable[[], int]) -> Callable[[], int]:
        return lambda: clock() + int(slept * _NANOSECONDS)

    time.sleep = sleep
    time.time, time.monotonic, time.perf_counter = map(later, (time.time, time.monotonic, time.perf_counter))
    time.time_ns, time.monotonic_ns, time.perf_counter_ns = map(
        later_in_nanoseconds, (time.time_ns, time.monotonic_ns, time.perf_counter_ns)
    )
