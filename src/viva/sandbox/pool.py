"""Warm sandboxes, one for each set of tools, shared by everyone in this process."""

import atexit
import os
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from viva.core.isolation import Isolation
from viva.sandbox.sandbox import Sandbox

_Key = tuple[tuple[Path, ...], tuple[str, ...], Isolation | None]


class Pool:
    """After a fork the child starts zygotes of its own; at the end of the process all of them are closed."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._sandboxes: dict[_Key, Sandbox] = {}

    def sandbox(self, tools: Sequence[Path], preload: Sequence[str], isolation: Isolation | None) -> Sandbox:
        key = (tuple(tools), tuple(preload), isolation)
        with self._lock:
            if key not in self._sandboxes:
                self._sandboxes[key] = Sandbox(tools, preload, isolation)
            return self._sandboxes[key]

    def close(self) -> None:
        with self._lock:
            for sandbox in self._sandboxes.values():
                sandbox.close()
            self._sandboxes.clear()

    def forget(self) -> None:
        """In a forked child: another thread of the parent may have held the lock, and the zygotes are not ours."""
        for sandbox in self._sandboxes.values():
            sandbox.abandon()
        self._lock = threading.Lock()
        self._sandboxes = {}


_pool = Pool()
atexit.register(_pool.close)
os.register_at_fork(after_in_child=_pool.forget)


@contextmanager
def sandbox_for(
    tools: Sequence[Path], preload: Sequence[str] = (), isolation: Isolation | None = None
) -> Iterator[Sandbox]:
    """The warm sandbox for these tools; leaving the block leaves it warm."""
    yield _pool.sandbox(tools, preload, isolation)
