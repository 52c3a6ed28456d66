"""The other executor: the workers of a Dask cluster.

What is guaranteed: each task has exactly one answer. Short checks travel in bundles of about half a second, by what the
last ones of their kind took. Whatever was on two workers when they died, at work or waiting there, is a suspect: each
is asked again while nothing else is under way, and one that takes two workers with it then is lost; its neighbours are
not. A worker that is silent is given up. A scheduler that is gone is looked for again, and what was under way is asked
anew; then it is a fault, and all answers so far were handed on.
"""

from __future__ import annotations

import hashlib
import json
import logging
import queue
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Generic, TypeVar

from viva.core.fault import Fault
from viva.core.json import Json
from viva.core.records import dataclass
from viva.services.executors.address import Address, kind
from viva.services.executors.scheduler import (
    SAME,
    ask_scheduler,
    connect,
    dashboard_of,
    leave,
    said_of,
    survey_workers,
)
from viva.services.workers.crew import TRIES
from viva.services.workers.worker import Lost, Post, Said

try:
    from distributed import Future, KilledWorker

    from viva.services.executors import bundle
except ModuleNotFoundError as missing:
    if missing.name is None or missing.name.startswith("viva"):
        raise
    raise Fault(
        f"a cluster needs {missing.name}, which is not installed", remedy="pip install 'viva[cluster]'"
    ) from None

Task = TypeVar("Task")

BUNDLE_SECONDS = 0.5
_MOST_IN_BUNDLE = 2_000
_WINDOW = 3  # bundles for each worker: one at work, the others on their way
_MOMENT = 0.5
_ANSWER_SECONDS = 10.0
_WORKERS_SECONDS = 30.0
_BACK_SECONDS = 60.0
_FROZEN_SECONDS = 20.0
_LOOK = 2.0
_WEIGHT = 0.2  # of the newest check in what one is expected to take
_MOST_CARRIED = 200


@dataclass(frozen=True, slots=True)
class _Asked(Generic[Task]):
    task: Task
    told: Json

    @property
    def exercise(self) -> str:
        return str(self.told.get("exercise", "")) if isinstance(self.told, dict) else ""


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds that are waited: for workers, for a scheduler to come back, for a sign of a worker, for what a scheduler
    says, and when heard for an answer."""

    workers: float = _WORKERS_SECONDS
    back: float = _BACK_SECONDS
    frozen: float = _FROZEN_SECONDS
    answer: float = _ANSWER_SECONDS
    moment: float = _MOMENT


class Cluster(Generic[Task]):
    """An executor (`executor.py`) on a cluster; `tell` hears of workers that are of another kind.

    What a task has under one of the keys `once` travels to each worker once, by its content, and so does the start of
    the post. What a worker says before its answer, which has one of the keys `before`, stays there.
    """

    def __init__(
        self,
        address: Address,
        post: Post,
        *,
        tell: Callable[[str], None] = lambda _: None,
        patience: Patience | None = None,
        once: Sequence[str] = (),
        before: Sequence[str] = (),
        tries: int = TRIES,
    ) -> None:
        self._address, self._tell, self._patience = address, tell, patience or Patience()
        about = {"function": post.function, "wall": post.wall, "processor": post.processor, "notes": post.notes}
        told = {"post": {**about, "quiet": True}, "before": [*before], "tries": tries}
        self._post = json.dumps(told, sort_keys=True).encode()
        self._start = json.dumps(post.start).encode()
        self._once = tuple(once)
        self._carried: dict[str, Future[bytes]] = {}
        self._takes: dict[str, float] = {}
        self._open: list[_Asked[Task]] = []
        self._open_seconds = 0.0  # that they are expected to take
        self._under_way: dict[str, list[_Asked[Task]]] = {}
        self._suspects: deque[_Asked[Task]] = deque()
        self._came: deque[tuple[Task, Said | Lost]] = deque()  # and is not handed on yet
        self._alone = ""  # the key of the suspect that is under way
        self._futures: dict[str, Future[bytes]] = {}
        self._done: queue.SimpleQueue[Future[bytes]] = queue.SimpleQueue()
        self._sent, self._run, self._workers = 0, time.time_ns(), 0
        self._refused: set[str] = set()
        self._looked = self._seen = time.monotonic()
        self._client = connect(address)
        self._await_workers()

    @property
    def dashboard(self) -> str | None:
        """Where Dask shows what it does, if it does."""
        return dashboard_of(self._client, self._address)

    @property
    def is_busy(self) -> bool:
        return bool(self._open or self._under_way or self._suspects or self._came)

    @property
    def is_free(self) -> bool:
        return not self._suspects and len(self._under_way) < _WINDOW * max(self._workers, 1)

    def ask(self, task: Task, told: Json) -> None:
        asked = _Asked(task, told)
        self._open.append(asked)
        self._open_seconds += self._takes.get(asked.exercise, BUNDLE_SECONDS)
        if self._open_seconds >= BUNDLE_SECONDS or len(self._open) >= _MOST_IN_BUNDLE:
            self._send_open()

    def hear(self) -> Iterator[tuple[Task, Said | Lost]]:
        """Waits a moment, and gives what was answered. Whoever stops listening in between is given the rest later."""
        yield from self._handed_on()
        self._send_open()
        if self._suspects and not self._under_way:
            self._alone = self._send([self._suspects.popleft()])
        try:
            future = self._done.get(timeout=self._patience.moment)
            self._take(future)
            yield from self._handed_on()
            while not self._done.empty():
                self._take(self._done.get())
                yield from self._handed_on()
        except queue.Empty:
            pass
        if time.monotonic() - self._looked > _LOOK:
            self._look()

    def _handed_on(self) -> Iterator[tuple[Task, Said | Lost]]:
        while self._came:
            yield self._came.popleft()

    def end(self) -> None:
        """Cancels what is under way. What a worker has begun it may finish, and nobody hears of it."""
        try:
            self._client.cancel(list(self._futures.values()), force=True)
        except Exception as problem:  # noqa: BLE001 the scheduler may be gone, and then there is nothing to cancel
            logging.getLogger("viva.cluster").info("not cancelled: %s", problem)
        for known in (self._under_way, self._futures, self._carried, self._open, self._suspects, self._came):
            known.clear()
        leave(self._client)

    def _send_open(self) -> None:
        if self._open:
            asked, self._open, self._open_seconds = self._open, [], 0.0
            self._send(asked)

    def _send(self, asked: list[_Asked[Task]]) -> str:
        self._sent += 1
        key = f"viva-{self._run:x}-{self._sent}"
        self._under_way[key] = asked
        contents: dict[str, Future[bytes]] = {}
        try:
            start = self._carry(self._start)
            tasks = json.dumps([self._parted(each.told, contents) for each in asked]).encode()
            travelling = (self._post, start, tasks, contents)
            future = self._client.submit(bundle.run_bundle, *travelling, key=key, resources={kind(): 1}, pure=False)
        except Exception:  # noqa: BLE001 whatever it is, the scheduler is not there: `_look` finds that out
            return key
        self._futures[key] = future
        future.add_done_callback(self._done.put)
        return key

    def _send_again(self, key: str) -> None:
        """What was lost on the way: who it was lost with is not told, so that nobody is suspected."""
        asked = self._under_way.pop(key)
        if key == self._alone:
            self._suspects.extendleft(asked)
        else:
            self._send(asked)

    def _parted(self, told: Json, contents: dict[str, Future[bytes]]) -> Json:
        """A task as it travels: of what travels apart from it there are only the names."""
        if not self._once or not isinstance(told, dict):
            return {"task": told}
        apart: dict[str, Json] = {}
        for key in self._once:
            if key in told:
                content = self._carry(json.dumps(told[key]).encode())
                apart[key] = str(content.key)
                contents[str(content.key)] = content
        return {"task": {key: value for key, value in told.items() if key not in apart}, "apart": apart}

    def _carry(self, content: bytes) -> Future[bytes]:
        """Kept for as long as it may be asked for again, so that it is sent to nobody twice."""
        key = f"viva-content-{hashlib.sha256(content).hexdigest()}"
        found = self._carried.pop(key, None)
        if found is None:
            while len(self._carried) >= _MOST_CARRIED:
                self._carried.pop(next(iter(self._carried))).release()
            found = self._client.submit(bundle.carry, content, key=key, resources={kind(): 1})
        self._carried[key] = found
        return found

    def _take(self, future: Future[bytes]) -> None:
        key = str(future.key)
        if self._futures.get(key) is not future:
            return  # late: it was given to somebody else, and is answered by that
        try:
            came = json.loads(future.result(timeout=self._patience.answer))
        except KilledWorker:
            asked = self._forget(key)
            if key == self._alone:
                self._came.append((asked[0].task, Lost("died", -9)))
            else:
                self._suspects.extend(asked)
            return
        except Exception as problem:  # noqa: BLE001 the connection, or what a worker raised
            if future.status == "error":
                self.end()
                raise Fault(f"a worker of {self._address} cannot work: {problem}", remedy=_DOCTOR) from None
            del self._futures[key]  # it is lost with the scheduler: `_look` asks it again
            return
        for one, answer in zip(self._forget(key), came, strict=True):
            self._learn(one.exercise, answer["seconds"])
            self._came.append((one.task, said_of(answer)))

    def _forget(self, key: str) -> list[_Asked[Task]]:
        self._futures.pop(key).release()
        self._seen = time.monotonic()
        return self._under_way.pop(key)

    def _learn(self, exercise: str, seconds: float) -> None:
        before = self._takes.get(exercise)
        self._takes[exercise] = seconds if before is None else before + _WEIGHT * (seconds - before)

    def _look(self) -> None:
        """What is seen of the cluster now and then: silent workers, new ones, and whether there is a scheduler."""
        self._looked = time.monotonic()
        try:
            ask_scheduler(self._client, bundle.drop_frozen, self._patience.answer, silent=self._patience.frozen)
            self._count()
            gone = self._client.status != "running"
        except Exception:  # noqa: BLE001 whatever it is, the scheduler does not answer
            gone = True
        if gone:
            self._come_back()
            return
        for key in [key for key in self._under_way if key not in self._futures]:
            self._send_again(key)
        if self._workers:
            self._seen = max(self._seen, self._looked)
        elif time.monotonic() - self._seen > self._patience.back:
            self.end()
            raise Fault(f"{self._address} has no worker any more", remedy=_RESUME)

    def _come_back(self) -> None:
        self._tell(f"{self._address} does not answer; it is waited for {self._patience.back:g} seconds")
        deadline = time.monotonic() + self._patience.back
        self._futures.clear()
        self._carried.clear()
        leave(self._client)
        while True:
            try:
                self._client = connect(self._address)
                break
            except Fault:
                if time.monotonic() > deadline:
                    raise Fault(f"{self._address} is gone", remedy=_RESUME) from None
                time.sleep(_MOMENT)
        self._await_workers()
        for key in list(self._under_way):
            self._send_again(key)

    def _await_workers(self) -> None:
        deadline = time.monotonic() + self._patience.workers
        self._count()
        while not self._workers and time.monotonic() < deadline:
            time.sleep(_MOMENT / 5)
            self._count()
        if not self._workers:
            others = "; ".join(sorted(self._refused))
            self.end()
            raise Fault(f"{self._address} has no worker for {kind()}{': ' + others if others else ''}", remedy=SAME)

    def _count(self) -> None:
        found = survey_workers(self._client, self._patience.answer)
        self._workers = sum(1 for each in found if each.fits)
        for each in found:
            if each.told and each.told not in self._refused:
                self._refused.add(each.told)
                self._tell(each.told)


_RESUME = "nothing of what was done is lost: start it again, and go on with --resume"
_DOCTOR = "`viva doctor --engine …` says what its workers lack"
