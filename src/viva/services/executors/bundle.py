"""What runs on the workers of a cluster: a bundle of checks at a time, each in the process that a crew would use.

Dask's own process examines nothing. Its plugin keeps a crew of one, with the warm sandbox and the exercises that were
read, so that a submission which kills its process takes no worker of Dask with it. In and out go bytes of JSON; the
functions here travel by name.
"""

from __future__ import annotations

import hashlib
import json
import threading
import time
from collections.abc import Iterator, Mapping
from typing import Any

from distributed import Scheduler, Worker, WorkerPlugin, get_worker

from viva.core.json import Json
from viva.services.executors.address import kind
from viva.services.workers.crew import Crew
from viva.services.workers.worker import Lost, Post, Said

NAME = "viva"
ISOLATION = " isolation"
_PAUSES = {"tick": 500.0, "monitor": 2000.0}  # in milliseconds
_MOST_CREWS = 4  # classes that are graded at the same time on one worker


class Keeper(WorkerPlugin):
    """Keeps the crews of a worker warm from one bundle to the next, and ends them with the worker."""

    name = NAME

    def __init__(self) -> None:
        self._crews: dict[str, Crew[int]] = {}
        self._lock = threading.Lock()

    def teardown(self, worker: Worker) -> None:  # noqa: ARG002
        with self._lock:
            for crew in self._crews.values():
                crew.end()
            self._crews.clear()

    def run(self, post: bytes, start: bytes, tasks: bytes, contents: Mapping[str, bytes]) -> bytes:
        with self._lock:
            crew = self._crew(post, start)
            return json.dumps([_answer(crew, _whole(task, contents)) for task in json.loads(tasks)]).encode()

    def _crew(self, post: bytes, start: bytes) -> Crew[int]:
        key = hashlib.sha256(post + start).hexdigest()
        found = self._crews.pop(key, None)
        if found is None:
            while len(self._crews) >= _MOST_CREWS:
                self._crews.pop(next(iter(self._crews))).end()
            told = json.loads(post)
            silent = frozenset(told["before"])
            found = Crew[int](
                Post(**told["post"], start=json.loads(start)),
                1,
                tries=told["tries"],
                goes_on=lambda said: not silent.isdisjoint(said),
            )
        self._crews[key] = found
        return found


def _whole(parted: Any, contents: Mapping[str, bytes]) -> Json:
    apart = {key: json.loads(contents[name]) for key, name in parted.get("apart", {}).items()}
    return {**parted["task"], **apart} if apart else parted["task"]


def _answer(crew: Crew[int], task: Json) -> dict[str, Any]:
    """What is said before the answer is nobody's here: it comes while the crew is still busy."""
    began = time.monotonic()
    crew.ask(0, task)
    *_, said = _heard(crew)
    seconds = time.monotonic() - began
    if isinstance(said, Lost):
        return {"lost": said.how, "status": said.status, "seconds": seconds}
    return {"said": said, "seconds": seconds}


def _heard(crew: Crew[int]) -> Iterator[Said | Lost]:
    while crew.is_busy:
        for _, said in crew.hear():
            yield said


def carry(content: bytes) -> bytes:
    """The way of an exercise to the workers: as a result it is sent to each of them once, and made again when lost."""
    return content


def run_bundle(post: bytes, start: bytes, tasks: bytes, contents: Mapping[str, bytes]) -> bytes:
    keeper = get_worker().plugins[NAME]
    assert isinstance(keeper, Keeper)
    return keeper.run(post, start, tasks, contents)


async def prepare(worker: Worker, isolation: str) -> None:
    """Makes a worker of Dask one of Viva before it is known to a scheduler: it offers its kind, which tasks ask for,
    and says how it keeps submissions in."""
    await worker.plugin_add(Keeper(), name=NAME)
    for offered in (kind(), f"{isolation}{ISOLATION}"):
        worker.state.total_resources[offered] = worker.state.available_resources[offered] = 1


def prepare_scheduler(dask_scheduler: Scheduler) -> None:
    """What takes two workers with it is not tried on a third. And what it does for who looks at it, up to fifty times a
    second, it does less often."""
    dask_scheduler.allowed_failures = 1
    for name, pause in _PAUSES.items():
        known = dask_scheduler.periodic_callbacks.get(name)
        if known is not None:
            known.callback_time = max(known.callback_time, pause)


def offers(dask_scheduler: Scheduler) -> dict[str, list[str]]:
    """What each worker says it has."""
    return {address: list(state.resources) for address, state in dask_scheduler.workers.items()}


async def drop_frozen(dask_scheduler: Scheduler, silent: float) -> list[str]:
    """Gives up workers of ours that were silent for so many seconds: what they had is given to others, and what they
    say later counts for nothing."""
    now = time.time()
    frozen = [
        address
        for address, state in dask_scheduler.workers.items()
        if kind() in state.resources and now - state.last_seen > silent
    ]
    for address in frozen:
        await dask_scheduler.remove_worker(address, stimulus_id=f"{NAME}-frozen-{now}", expected=True)
    return frozen
