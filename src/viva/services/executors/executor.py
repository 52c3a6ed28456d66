"""Start reading here: what runs many checks is asked in one way, wherever they run.

An executor is asked with a task and what its worker is told, and heard; each task has exactly one answer, whatever
becomes of those who work on it. `services.workers.crew` runs them in processes of this machine, `cluster.py` on the
workers of a Dask cluster; what a worker does is the same function in the same process either way, so that reports are
the same too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol, TypeVar

from viva.core.json import Json
from viva.services.workers.worker import Lost, Said

Task = TypeVar("Task")


class Executor(Protocol[Task]):
    """`end` it, whatever happened: that cancels what is under way."""

    @property
    def is_busy(self) -> bool: ...

    @property
    def is_free(self) -> bool: ...

    def ask(self, task: Task, told: Json) -> None: ...

    def hear(self) -> Iterator[tuple[Task, Said | Lost]]: ...

    def end(self) -> None: ...


def answers(tasks: Iterable[tuple[Task, Json]], executor: Executor[Task]) -> Iterator[tuple[Task, Said | Lost]]:
    """One answer for each task, with what it is told as JSON, in the order they come.

    A task is taken only when there is somebody for it. The executor can be asked again afterwards.
    """
    coming, has_ended = iter(tasks), False
    while True:
        while executor.is_free and not has_ended:
            found = next(coming, None)
            if found is None:
                has_ended = True
            else:
                executor.ask(*found)
        if not executor.is_busy:
            return
        yield from executor.hear()
