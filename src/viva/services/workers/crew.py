"""Many tasks for a few workers: one answer each, whatever becomes of the workers. What one worker is: `worker.py`."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from viva.core.json import Json
from viva.services.workers.worker import Lost, Post, Said, Worker, listen

Task = TypeVar("Task")

_TRIES = 2
_PARTING_SECONDS = 5.0


@dataclass(slots=True)
class _Asked(Generic[Task]):
    task: Task
    told: Json
    tries: int = 0


def answers(tasks: Iterable[tuple[Task, Json]], post: Post, jobs: int) -> Iterator[tuple[Task, Said | Lost]]:
    """One answer for each task, with what it is told as JSON, in the order they come.

    A task whose worker is lost is given to a fresh one, and when that is lost too, this is its answer; one that had all
    the time there is would only take it again. A task is taken only when there is a worker for it. Closing the iterator
    ends all workers.
    """
    coming = (_Asked(task, told) for task, told in tasks)
    again: deque[_Asked[Task]] = deque()
    busy: dict[Worker, _Asked[Task]] = {}
    idle: list[Worker] = []
    try:
        while True:
            while len(busy) < jobs and (asked := again.popleft() if again else next(coming, None)):
                if asked.tries and len(busy) + len(idle) == jobs:
                    idle.pop().end(_PARTING_SECONDS)
                worker = idle.pop() if idle and not asked.tries else Worker(post)
                busy[worker] = asked
                worker.ask(asked.told)
            if not busy:
                return
            listen([*busy, *idle])
            for worker in [worker for worker in idle if worker.said()]:  # it was lost, or spoke out of turn
                idle.remove(worker)
                worker.end()
            for worker, asked in list(busy.items()):
                said = worker.said()
                if said is None:
                    continue
                del busy[worker]
                if isinstance(said, Lost):
                    worker.end()
                else:
                    idle.append(worker)
                asked.tries += 1
                if isinstance(said, Lost) and said.how != "stuck" and asked.tries < _TRIES:
                    again.append(asked)
                else:
                    yield asked.task, said
    finally:
        for worker in idle:
            worker.dismiss()
        for worker in busy:
            worker.end()
        for worker in idle:
            worker.end(_PARTING_SECONDS)
