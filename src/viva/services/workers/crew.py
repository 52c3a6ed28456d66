"""Many tasks for a few workers: one answer each, whatever becomes of the workers. What one worker is: `worker.py`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

from viva.core.json import Json
from viva.core.records import dataclass
from viva.services.workers.worker import Lost, Post, Said, Worker, listen

Task = TypeVar("Task")

TRIES = 2
_PARTING_SECONDS = 5.0


@dataclass(slots=True)
class _Asked(Generic[Task]):
    task: Task
    told: Json
    tries: int = 0


class Crew(Generic[Task]):
    """A few workers that are kept between tasks. `end` it, whatever happened.

    A task whose worker is lost is given to a fresh one as often as `tries` says, and then this is its answer; one that
    had all the time there is would only take it again. What a worker says before its answer, which `goes_on` tells
    apart, is heard too.
    """

    def __init__(
        self, post: Post, jobs: int, *, tries: int = TRIES, goes_on: Callable[[Said], bool] = lambda _: False
    ) -> None:
        self._post, self._jobs, self._tries, self._goes_on = post, jobs, tries, goes_on
        self._busy: dict[Worker, _Asked[Task]] = {}
        self._idle: list[Worker] = []

    @property
    def is_busy(self) -> bool:
        return bool(self._busy)

    @property
    def is_free(self) -> bool:
        """Whether there is a worker for another task."""
        return len(self._busy) < self._jobs

    def ask(self, task: Task, told: Json) -> None:
        self._give(_Asked(task, told))

    def hear(self) -> Iterator[tuple[Task, Said | Lost]]:
        """Waits a moment, and gives what was answered, or said before an answer."""
        listen([*self._busy, *self._idle])
        for worker in [worker for worker in self._idle if worker.said()]:  # it was lost, or spoke out of turn
            self._idle.remove(worker)
            worker.end()
        for worker, asked in list(self._busy.items()):
            said = worker.said()
            if said is None:
                continue
            if not isinstance(said, Lost) and self._goes_on(said):
                yield asked.task, said
                continue
            del self._busy[worker]
            if isinstance(said, Lost):
                worker.end()
            else:
                worker.rest()
                self._idle.append(worker)
            asked.tries += 1
            if isinstance(said, Lost) and said.how != "stuck" and asked.tries < self._tries:
                self._give(asked)
            else:
                yield asked.task, said

    def end(self) -> None:
        """Ends all workers: those at work at once, the others as soon as they have cleared up behind them."""
        for worker in self._idle:
            worker.dismiss()
        for worker in self._busy:
            worker.end()
        for worker in self._idle:
            worker.end(_PARTING_SECONDS)
        self._busy, self._idle = {}, []

    def _give(self, asked: _Asked[Task]) -> None:
        if asked.tries and len(self._busy) + len(self._idle) == self._jobs:
            self._idle.pop().end(_PARTING_SECONDS)
        worker = self._idle.pop() if self._idle and not asked.tries else Worker(self._post)
        self._busy[worker] = asked
        worker.ask(asked.told)
