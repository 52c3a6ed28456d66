"""The other executor: the workers of a Dask cluster.

What is guaranteed: each task has exactly one answer. Short checks travel in bundles of about half a second, by what the
last ones of their kind took. A bundle that takes two workers with it is taken apart, and a check that does so alone is
lost; its neighbours are not. A worker that is silent is given up. A scheduler that is gone is looked for again, and
what was under way is asked anew; then it is a fault, and all answers so far were handed on.
"""

from __future__ import annotations

import hashlib
import json
import logging
import queue
import time
from collections.abc import Callable, Iterator
from typing import Any, Generic, Literal, TypeVar, cast

from viva.core.fault import Fault
from viva.core.json import Json
from viva.core.records import dataclass
from viva.services.executors.address import Address, kind
from viva.services.workers.worker import Lost, Post, Said

try:
    from distributed import Client, Future, KilledWorker, Security

    from viva.services.executors import bundle
except ModuleNotFoundError as missing:
    if missing.name is None or missing.name.startswith("viva"):
        raise
    raise Fault(
        f"a cluster needs {missing.name}, which is not installed", remedy="pip install 'viva[cluster]'"
    ) from None

Task = TypeVar("Task")

BUNDLE_SECONDS = 0.5
_MOST_IN_BUNDLE = 200
_WINDOW = 3  # bundles for each worker: one at work, the others on their way
_MOMENT = 0.5
_CONNECT_SECONDS = 10.0
_WORKERS_SECONDS = 30.0
_BACK_SECONDS = 60.0
_FROZEN_SECONDS = 20.0
_LOOK = 2.0
_WEIGHT = 0.2  # of the newest check in what one is expected to take


@dataclass(frozen=True, slots=True)
class _Asked(Generic[Task]):
    task: Task
    told: Json

    @property
    def exercise(self) -> str:
        return str(self.told.get("exercise", "")) if isinstance(self.told, dict) else ""


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds that are waited: for workers, for a scheduler to come back, for a sign of a worker."""

    workers: float = _WORKERS_SECONDS
    back: float = _BACK_SECONDS
    frozen: float = _FROZEN_SECONDS


class Cluster(Generic[Task]):
    """An executor (`executor.py`) on a cluster; `tell` hears of workers that are of another kind."""

    def __init__(
        self,
        address: Address,
        post: Post,
        *,
        tell: Callable[[str], None] = lambda _: None,
        patience: Patience | None = None,
    ) -> None:
        self._address, self._tell, self._patience = address, tell, patience or Patience()
        about = {"function": post.function, "wall": post.wall, "processor": post.processor, "notes": post.notes}
        self._post = json.dumps({**about, "quiet": True}, sort_keys=True).encode()
        self._start = json.dumps(post.start).encode()
        self._takes: dict[str, float] = {}
        self._open: list[_Asked[Task]] = []
        self._under_way: dict[str, list[_Asked[Task]]] = {}
        self._futures: dict[str, Future[bytes]] = {}
        self._done: queue.SimpleQueue[Future[bytes]] = queue.SimpleQueue()
        self._sent, self._run, self._workers = 0, time.time_ns(), 0
        self._refused: set[str] = set()
        self._looked = self._seen = time.monotonic()
        # What goes on between client and scheduler is told by us, in sentences.
        for name in ("distributed", "distributed.client", "tornado"):
            logging.getLogger(name).setLevel(logging.CRITICAL)
        self._client = self._connected()
        self._await_workers()

    @property
    def is_busy(self) -> bool:
        return bool(self._open or self._under_way)

    @property
    def is_free(self) -> bool:
        return len(self._under_way) < _WINDOW * max(self._workers, 1)

    def ask(self, task: Task, told: Json) -> None:
        asked = _Asked(task, told)
        self._open.append(asked)
        expected = sum(self._takes.get(each.exercise, BUNDLE_SECONDS) for each in self._open)
        if expected >= BUNDLE_SECONDS or len(self._open) >= _MOST_IN_BUNDLE:
            self._send_open()

    def hear(self) -> Iterator[tuple[Task, Said | Lost]]:
        """Waits a moment, and gives what was answered."""
        self._send_open()
        try:
            future = self._done.get(timeout=_MOMENT)
            yield from self._take(future)
            while not self._done.empty():
                yield from self._take(self._done.get())
        except queue.Empty:
            pass
        if time.monotonic() - self._looked > _LOOK:
            self._look()

    def end(self) -> None:
        """Cancels what is under way. What a worker has begun it may finish, and nobody hears of it."""
        try:
            self._client.cancel(list(self._futures.values()), force=True)
        except Exception as problem:  # noqa: BLE001 the scheduler may be gone, and then there is nothing to cancel
            logging.getLogger("viva.cluster").info("not cancelled: %s", problem)
        self._under_way.clear()
        self._futures.clear()
        self._open.clear()
        self._client.close(timeout=2)

    def _send_open(self) -> None:
        if self._open:
            asked, self._open = self._open, []
            self._send(asked)

    def _send(self, asked: list[_Asked[Task]]) -> None:
        self._sent += 1
        key = f"viva-{self._run:x}-{self._sent}"
        self._under_way[key] = asked
        tasks = json.dumps([each.told for each in asked]).encode()
        try:
            start = self._client.submit(
                bundle.carry, self._start, key=f"viva-start-{hashlib.sha256(self._start).hexdigest()}"
            )
            future = self._client.submit(
                bundle.run_bundle, self._post, start, tasks, key=key, resources={kind(): 1}, pure=False
            )
        except Exception:  # noqa: BLE001 whatever it is, the scheduler is not there: `_look` finds that out
            return
        self._futures[key] = future
        future.add_done_callback(self._done.put)

    def _take(self, future: Future[bytes]) -> Iterator[tuple[Task, Said | Lost]]:
        key = str(future.key)
        if self._futures.get(key) is not future:
            return  # late: it was given to somebody else, and is answered by that
        try:
            came = json.loads(future.result(timeout=_CONNECT_SECONDS))
        except KilledWorker:
            yield from self._killed(self._forget(key))
            return
        except Exception as problem:  # noqa: BLE001 the connection, or what a worker raised
            if future.status == "error":
                self.end()
                raise Fault(f"a worker of {self._address} cannot work: {problem}", remedy=_DOCTOR) from None
            del self._futures[key]  # it is lost with the scheduler: `_look` asks it again
            return
        for asked, answer in zip(self._forget(key), came, strict=True):
            self._learn(asked.exercise, answer["seconds"])
            yield asked.task, _said(answer)

    def _forget(self, key: str) -> list[_Asked[Task]]:
        self._futures.pop(key).release()
        self._seen = time.monotonic()
        return self._under_way.pop(key)

    def _killed(self, asked: list[_Asked[Task]]) -> Iterator[tuple[Task, Said | Lost]]:
        if len(asked) == 1:
            yield asked[0].task, Lost("died", -9)
            return
        for each in asked:
            self._send([each])

    def _learn(self, exercise: str, seconds: float) -> None:
        before = self._takes.get(exercise)
        self._takes[exercise] = seconds if before is None else before + _WEIGHT * (seconds - before)

    def _look(self) -> None:
        """What is seen of the cluster now and then: silent workers, new ones, and whether there is a scheduler."""
        self._looked = time.monotonic()
        try:
            self._client.run_on_scheduler(bundle.drop_frozen, seconds=self._patience.frozen)
            self._count()
            gone = self._client.status != "running"
        except Exception:  # noqa: BLE001 whatever it is, the scheduler does not answer
            gone = True
        if gone:
            self._come_back()
            return
        for key in [key for key in self._under_way if key not in self._futures]:
            self._send(self._under_way.pop(key))
        if self._workers:
            self._seen = max(self._seen, self._looked)
        elif time.monotonic() - self._seen > self._patience.back:
            self.end()
            raise Fault(f"{self._address} has no worker any more", remedy=_RESUME)

    def _come_back(self) -> None:
        self._tell(f"{self._address} does not answer; it is waited for {self._patience.back:g} seconds")
        deadline = time.monotonic() + self._patience.back
        self._futures.clear()
        self._client.close(timeout=2)
        while True:
            try:
                self._client = self._connected()
                break
            except Fault:
                if time.monotonic() > deadline:
                    raise Fault(f"{self._address} is gone", remedy=_RESUME) from None
                time.sleep(_MOMENT)
        self._await_workers()
        asked, self._under_way = list(self._under_way.values()), {}
        for each in asked:
            self._send(each)

    def _connected(self) -> Client:
        try:
            client = Client(
                self._address.of_scheduler,
                timeout=_CONNECT_SECONDS,
                set_as_default=False,
                security=security(self._address),
            )
        except Exception as problem:  # noqa: BLE001 what answers there may be anything
            told = str(problem).partition("\n")[0] or type(problem).__name__
            raise Fault(f"no scheduler of Dask answers at {self._address} ({told})", remedy=_START) from None
        try:
            client.run_on_scheduler(bundle.prepare_scheduler)
        except Exception as problem:  # noqa: BLE001
            client.close(timeout=2)
            told = str(problem).partition("\n")[0] or type(problem).__name__
            raise Fault(f"the scheduler at {self._address} does not have this Viva ({told})", remedy=_SAME) from None
        return client

    def _await_workers(self) -> None:
        deadline = time.monotonic() + self._patience.workers
        self._count()
        while not self._workers and time.monotonic() < deadline:
            time.sleep(_MOMENT / 5)
            self._count()
        if not self._workers:
            others = "; ".join(sorted(self._refused))
            self.end()
            raise Fault(f"{self._address} has no worker for {kind()}{': ' + others if others else ''}", remedy=_SAME)

    def _count(self) -> None:
        found = survey_workers(self._client)
        self._workers = sum(1 for each in found if each.fits)
        for each in found:
            if not each.fits and each.told not in self._refused:
                self._refused.add(each.told)
                self._tell(each.told)


@dataclass(frozen=True, slots=True)
class Member:
    """A worker of the cluster: what it says it is, and whether it is given checks."""

    address: str
    kind: str

    @property
    def fits(self) -> bool:
        return self.kind == kind()

    @property
    def told(self) -> str:
        if not self.kind:
            return f"{self.address} is no worker of Viva, and is given nothing"
        return f"{self.address} has {self.kind}; reports would differ from {kind()}, and it is given nothing"


def survey_workers(client: Client) -> list[Member]:
    found: dict[str, Any] = client.scheduler_info(n_workers=-1)["workers"]
    members = []
    for address, about in found.items():
        offered = [name for name in about.get("resources", {}) if name.startswith("Viva ")]
        members.append(Member(address, offered[0] if offered else ""))
    return members


def security(address: Address) -> Security | None:
    if address.tls is None:
        return None
    ca, certificate, key = (str(address.tls / name) for name in ("ca.pem", "cert.pem", "key.pem"))
    return Security(tls_ca_file=ca, tls_client_cert=certificate, tls_client_key=key, require_encryption=True)


def _said(answer: dict[str, Any]) -> Said | Lost:
    if "lost" in answer:
        how = cast(Literal["died", "stuck", "garbled"], answer["lost"])
        return Lost(how, answer["status"])
    return cast(Said, answer["said"])


_START = "start one (docs/scale.md), as with `dask scheduler --host 127.0.0.1`"
_SAME = "install the same Viva, Python and z3 there, and start workers with `viva worker --engine …`"
_DOCTOR = "`viva doctor`, typed where the worker runs, says what that machine lacks"
_RESUME = "nothing of what was done is lost: start it again, and go on with --resume"
