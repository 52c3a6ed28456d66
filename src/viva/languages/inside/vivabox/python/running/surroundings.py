"""What one run of a program could leave behind for the next one in the same process, and whether it did.

A program that only computes, reads and writes leaves nothing. One that changed a module it shares with the examiner,
started a thread, wrote a file or loaded a module with state of its own is said to have; its process is then given up.
"""

import builtins
import io
import math
import os
import random
import string
import sys
import time
from typing import Any

_WATCHED = (builtins, io, math, os, random, string, time)
_REPLACED = (builtins, io, os, time)  # those in which streams, clocks and counters are put
_WITH_STATE = frozenset({
    "asyncio", "ctypes", "decimal", "faulthandler", "gc", "locale", "logging", "multiprocessing", "mmap", "signal",
    "socket", "subprocess", "tempfile", "threading", "tracemalloc", "turtle", "warnings", "weakref",
})  # fmt: skip
_PLACE = "/tmp"


class Surroundings:
    """As they are before the first run."""

    def __init__(self) -> None:
        self._before = [(module, dict(vars(module))) for module in _REPLACED]
        self._environment = dict(os.environ)
        self._modules = _WITH_STATE & sys.modules.keys()
        self._files = os.listdir(_PLACE)  # noqa: PTH208 (a path would load a module)
        self._settings = _settings()
        self._installed: list[dict[str, Any]] = []

    def installed(self) -> None:
        """The examiner has put in its own; what changes from now on is the program's doing."""
        self._installed = [dict(vars(module)) for module in _WATCHED]

    def untouched(self) -> bool:
        same = all(
            vars(module).keys() == known.keys() and all(vars(module)[name] is known[name] for name in known)
            for module, known in zip(_WATCHED, self._installed, strict=True)
        )
        return (
            same
            and sys.modules.keys() & _WITH_STATE == self._modules
            and sys.gettrace() is None
            and sys.getprofile() is None
            and _settings() == self._settings
            and dict(os.environ) == self._environment
            and os.listdir(_PLACE) == self._files  # noqa: PTH208
        )

    def restore(self) -> None:
        for module, known in self._before:
            names = vars(module)
            for name in names.keys() - known.keys():
                del names[name]
            names.update(known)


def _settings() -> list[object]:
    """What modules that are loaded from the start can be told for the rest of the process."""
    decimal, signal = sys.modules.get("decimal"), sys.modules.get("signal")
    return [
        repr(decimal.getcontext()) if decimal else None,
        [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGALRM)] if signal else None,
        signal.getitimer(signal.ITIMER_REAL) if signal else None,
    ]
