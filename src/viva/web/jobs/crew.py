"""Who does the jobs: a thread that gives them to the crew of workers, and what the pages ask for besides.

Errands are what is worked out for a page, a card or a variant. One whose worker is lost is done once more by itself,
and every one is answered. They never keep the last worker from a check. With an engine the crew is a cluster; where it
goes away, what it had is given back, and it is looked for again.
"""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from viva.core import mistake
from viva.core.fault import Fault
from viva.core.isolation import Isolation
from viva.core.json import Json
from viva.core.records import dataclass
from viva.core.report import Report
from viva.core.terms import Budget, Terms
from viva.grading.parcel import terms_to_json
from viva.grading.row import Error
from viva.services.database.opening import told
from viva.services.executors.address import Address, read_address
from viva.services.executors.executor import Executor
from viva.services.workers.crew import Crew
from viva.services.workers.worker import Lost, Post, Said
from viva.web.database.models import StoredExercise
from viva.web.database.sessions import Database
from viva.web.jobs import queue
from viva.web.jobs.board import Board
from viva.web.jobs.queue import Claimed
from viva.web.jobs.worker import BEFORE, goes_on
from viva.web.settings import Settings

_GRACE = 30.0  # what a worker may take beyond the time of a check: to start, and to read the exercise
_LOOK_AGAIN = 1.0  # seconds after which the table is looked at without having been told of something new
_RENEW = queue.LEASE / 3
_MOST_ERRANDS = 200
_MOMENT = 0.05  # seconds for which an answer is waited before the table is looked at
_HIRE_AGAIN = 5.0  # seconds that a cluster is waited for each time
log = logging.getLogger("viva.web")


@dataclass(frozen=True, slots=True)
class Errand:
    """`key` is equal for equal errands; `done` is told the answer; `again`: a worker was lost with it."""

    key: str
    told: dict[str, Json]
    done: Callable[[Said], None]
    again: bool = False


class CrewThread(threading.Thread):
    def __init__(self, database: Database, board: Board, settings: Settings) -> None:
        super().__init__(name="crew", daemon=True)
        self.holder = secrets.token_hex(8)
        self._database, self._board, self._settings = database, board, settings
        self._stopping, self._new = threading.Event(), threading.Event()
        self._lock = threading.Lock()
        self._errands: deque[Errand] = deque()
        self._under_way: set[str] = set()
        self._held: dict[int, Claimed] = {}
        self._at_work: dict[str, Errand] = {}
        self._looked = self._renewed = 0.0

    def wake(self) -> None:
        """There is something new in the table."""
        self._new.set()

    def send(self, errand: Errand, *, soon: bool = True) -> bool:
        """Has an errand done; False where there are too many."""
        with self._lock:
            if errand.key in self._under_way:
                return True
            if soon and len(self._errands) >= _MOST_ERRANDS:
                return False
            self._under_way.add(errand.key)
            if soon:
                self._errands.appendleft(errand)
            else:
                self._errands.append(errand)
            return True

    def stop(self, patience: float = 10.0) -> None:
        """Ends the workers and gives back what they had."""
        self._stopping.set()
        self.join(patience)

    def run(self) -> None:
        while not self._stopping.is_set():
            try:
                crew = self._hired()
            except Fault as fault:
                log.error("engine", extra={"problem": str(fault)})
                self._stopping.wait(_LOOK_AGAIN)
                continue
            try:
                self._work(crew)
            except Fault as fault:
                log.error("engine", extra={"problem": str(fault)})
            finally:
                crew.end()
                self._give_back()

    def _hired(self) -> Executor[Claimed | Errand]:
        """Raises Fault where a cluster does not answer."""
        post = Post("viva.web.jobs.worker:work", {}, wall=_GRACE + Budget(seconds=self._settings.seconds).wall)
        if not self._settings.engine:
            return Crew(post, self._settings.workers, tries=1, goes_on=goes_on)
        from viva.services.executors.cluster import Cluster, Patience  # noqa: PLC0415 most sites have none

        patience = Patience(workers=_HIRE_AGAIN, back=_HIRE_AGAIN, moment=_MOMENT)
        return Cluster(
            engine_address(self._settings), post, tell=_tell_of_engine, patience=patience,
            once=("question",), before=BEFORE, tries=1,
        )  # fmt: skip

    def _work(self, crew: Executor[Claimed | Errand]) -> None:
        while not self._stopping.is_set():
            try:
                self._give(crew)
                for task, said in crew.hear():
                    self._hear(task, said)
                self._renew()
            except Fault:
                raise
            except Exception as problem:  # noqa: BLE001 the database may be away for a while; the leases hold
                log.error("crew", extra={"problem": told(problem), "where": mistake.told(problem)})
                self._stopping.wait(_LOOK_AGAIN)

    def _give_back(self) -> None:
        """What was under way with a crew that is no more is for the next."""
        for number in self._held:
            self._board.end(number)
        self._held.clear()
        with self._lock:
            self._errands.extendleft(self._at_work.values())
        self._at_work.clear()
        self._new.set()
        try:
            queue.give_back(self._database, self.holder)
        except Exception as problem:  # noqa: BLE001 then they run out
            log.error("crew", extra={"problem": told(problem)})

    def _give(self, crew: Executor[Claimed | Errand]) -> None:
        while crew.is_free:
            claimed = self._next_job()
            if claimed is not None:
                self._begin(crew, claimed)
                continue
            errand = self._next_errand()
            if errand is None:
                return
            self._at_work[errand.key] = errand
            crew.ask(errand, errand.told)

    def _next_job(self) -> Claimed | None:
        now = time.monotonic()
        if not self._new.is_set() and now - self._looked < _LOOK_AGAIN:
            return None
        self._looked = now
        self._new.clear()
        with self._database.reading() as session:
            if not queue.has_work(session):
                return None
        found = queue.claim(self._database, self.holder, 1)
        if not found:
            return None
        self._new.set()  # there may be more
        return found[0]

    def _next_errand(self) -> Errand | None:
        with self._lock:
            if not self._errands or len(self._at_work) >= max(1, self._settings.workers - 1):
                return None
            return self._errands.popleft()

    def _begin(self, crew: Executor[Claimed | Errand], claimed: Claimed) -> None:
        with self._database.reading() as session:
            question = session.get_one(StoredExercise, claimed.exercise).question
        isolation = Isolation(self._settings.isolation) if self._settings.isolation else None
        terms = Terms(Budget.of_seconds(self._settings.seconds), rung=claimed.rung, isolation=isolation)
        task: dict[str, Json] = {
            "errand": "check",
            "exercise": claimed.exercise,
            "question": question,
            "name": claimed.name,
            "files": claimed.files,
            "terms": {**terms_to_json(terms), "locale": claimed.locale},
        }
        self._held[claimed.id] = claimed
        self._board.begin(claimed.id)
        crew.ask(claimed, task)

    def _hear(self, task: Claimed | Errand, said: Said | Lost) -> None:
        if isinstance(task, Errand):
            if isinstance(said, Lost) or not goes_on(said):
                self._end_errand(task, said)
            return
        if not isinstance(said, Lost) and goes_on(said):
            self._board.tell(task.id, _text(said.get("doing")), _table(said.get("so_far")))
            return
        self._held.pop(task.id, None)
        try:
            self._end(task, said)
        finally:
            self._board.end(task.id)

    def _end_errand(self, errand: Errand, said: Said | Lost) -> None:
        self._at_work.pop(errand.key, None)
        with self._lock:
            if isinstance(said, Lost) and said.how != "stuck" and not errand.again:
                self._errands.appendleft(replace(errand, again=True))
                return
            self._under_way.discard(errand.key)
        errand.done({"error": _lost(said).to_json()} if isinstance(said, Lost) else said)

    def _end(self, claimed: Claimed, said: Said | Lost) -> None:
        about = {"job": claimed.id, "rung": claimed.rung.value}
        report = None if isinstance(said, Lost) else _report(said)
        if report is not None:
            queue.finish(self._database, self.holder, claimed, report)
            log.info("checked", extra={**about, "verdict": report["verdict"], "seconds": report["seconds"]})
            return
        if isinstance(said, Lost):
            problem, again = _lost(said), said.how != "stuck"
        else:
            told_of = _table(said.get("error"))
            problem = Error.from_json(told_of) if told_of else Error("garbled", "its report cannot be understood")
            again = False
        if queue.fail(self._database, self.holder, claimed, problem, again=again):
            log.error("no verdict", extra={**about, "kind": problem.kind})
        self.wake()

    def _renew(self) -> None:
        if self._held and time.monotonic() - self._renewed > _RENEW:
            self._renewed = time.monotonic()
            queue.renew(self._database, self.holder, self._held)


def engine_address(settings: Settings) -> Address:
    return read_address(settings.engine, Path(settings.tls) if settings.tls else None)


def _tell_of_engine(sentence: str) -> None:
    log.warning("engine", extra={"problem": sentence})


def _lost(said: Lost) -> Error:
    if said.how == "stuck":
        return Error("no_answer", "the examination did not end in time and was stopped", mistake.REMEDY)
    status = said.status
    how = f"by signal {-status}" if status is not None and status < 0 else f"with exit status {status}"
    return Error("worker_died", f"the process that examined it ended {how}, twice", mistake.REMEDY)


def _report(said: Said) -> dict[str, Any] | None:
    """None where it is none: a worker may be made to say anything."""
    found = _table(said.get("report"))
    try:
        return None if found is None else dict(Report.from_json(found).to_json())
    except (KeyError, TypeError, ValueError, AttributeError):
        return None


def _text(value: Json) -> str | None:
    return value if isinstance(value, str) else None


def _table(value: Json) -> dict[str, Any] | None:
    return value if isinstance(value, dict) else None
