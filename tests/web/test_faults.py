"""Faults are injected and counts compared: whatever ends, nothing that was handed in is lost or graded twice."""

import contextlib
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import HTTPCookieProcessor, Request, build_opener

import pytest
from sqlalchemy import event, func, select

from tests.examining import Viva
from tests.web.browsing import PATIENCE, Hall, hall
from viva.core.fault import Fault
from viva.core.ladder import Rung
from viva.services.database import opening
from viva.services.database.opening import sqlite_url
from viva.services.workers.worker import Lost
from viva.web import attempts
from viva.web.backup import backup, restore
from viva.web.database.models import Job, StoredReport, Submitted
from viva.web.database.sessions import Database
from viva.web.jobs import queue
from viva.web.jobs.crew import CrewThread, Errand
from viva.web.settings import Settings
from viva.web.site import Site


def numbers(database: Database) -> tuple[int, int, int]:
    """Submissions, reports, jobs that ended with an error."""
    with database.reading() as session:
        failed = session.scalar(select(func.count()).where(Job.state == queue.FAILED))
        stored = (session.scalar(select(func.count()).select_from(each)) for each in (Submitted, StoredReport))
        return (*(each or 0 for each in stored), failed or 0)  # type: ignore[return-value]


def until(holds: object) -> None:
    ends = time.monotonic() + PATIENCE
    while not holds():  # type: ignore[operator]
        assert time.monotonic() < ends, "it did not come about"
        time.sleep(0.02)


def test_a_worker_that_is_killed_once_costs_nothing_and_twice_is_an_error_for_the_teacher(
    speaking: Hall, tmp_path: Path
) -> None:
    student, teacher = speaking.student("Kim"), speaking.teacher()
    page = student.report(student.hand_in("say-hello", f"kill-once {tmp_path / 'once'}"))
    assert "Not right yet" in page, "it was done again, and has a report"
    address = student.hand_in("say-hello", "kill")
    page = student.report(address)
    assert "could not be checked" in page and "not a grade" in page and "signal" not in page
    assert "signal 9" in teacher.report(address)
    assert "could not be checked" in student.get("/exercises/say-hello").text
    with speaking.site.database.reading() as session:
        failed = session.scalars(select(Job).where(Job.state == queue.FAILED)).one()
    assert failed.tries == 2
    assert teacher.post(f"/class/jobs/{failed.id}").status_code == 303
    assert "could not be checked" in student.report(address), "it was examined again"


@pytest.mark.parametrize("text", ["fault", "bug x", "raise SystemExit", "garbage", "strange"])
def test_what_goes_wrong_in_an_examination_is_never_a_grade(speaking: Hall, text: str) -> None:
    student, teacher = speaking.student("Lou"), speaking.teacher()
    address = student.hand_in("say-hello", text)
    page = student.report(address)
    assert "could not be checked" in page and "of 4 points" not in page and "exercise.toml" not in page
    assert "could not be checked" in teacher.report(address)
    after = student.hand_in("say-hello", "hello")
    assert "tone-good" in student.report(after), "the next one is checked as ever"


class Unsteady:
    """An executor that has an answer, or loses its worker, or is gone: as it is told beforehand, a turn for each."""

    def __init__(self, turns: list[str]) -> None:
        self._turns, self._asked = turns, deque[Any]()

    @property
    def is_busy(self) -> bool:
        return bool(self._asked)

    @property
    def is_free(self) -> bool:
        return not self._asked

    def ask(self, task: Any, _told: Any) -> None:
        self._asked.append(task)

    def hear(self) -> Iterator[tuple[Any, Any]]:
        if not self._asked:
            time.sleep(0.01)
            return
        turn = self._turns.pop(0)
        if turn == "gone":
            raise Fault("the cluster is gone")
        yield self._asked.popleft(), Lost("died", -9) if turn == "dies" else {"said": turn}

    def end(self) -> None:
        self._asked.clear()


@pytest.mark.parametrize(
    ("turns", "said"),
    [(["dies", "a"], "a"), (["gone", "a"], "a"), (["gone", "dies", "a"], "a"), (["dies", "dies"], "")],
)
def test_an_errand_is_answered_whatever_becomes_of_who_does_it(
    course: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, turns: list[str], said: str
) -> None:
    """Who waits for one would wait for ever, and could ask for nothing of its kind again."""
    site = Site(Settings(data=str(tmp_path)), course, crew=False)
    answered: list[Any] = []
    monkeypatch.setattr(CrewThread, "_hired", lambda _: Unsteady(turns))
    thread = CrewThread(site.database, site.board, site.settings)
    thread.start()
    try:
        assert thread.send(Errand("card x", {}, answered.append))
        until(lambda: answered)
        assert [each.get("said", "") for each in answered] == [said]
        turns.append("b")
        assert thread.send(Errand("card x", {}, answered.append))
        until(lambda: len(answered) == 2)
        assert answered[1] == {"said": "b"}
    finally:
        thread.stop()
        site.stop()


def test_a_lease_that_runs_out_is_taken_back_once_and_then_an_error(course: Path, tmp_path: Path) -> None:
    """As if the server that held the job had gone: here by leases alone, without a clock."""
    site = Site(Settings(data=str(tmp_path), browser=False), course, crew=False)
    database = site.database
    with database.writing() as session:
        from viva.web.people import links  # noqa: PLC0415

        links.invite(session, "Max")
        exercise = site.shelf.offers["say-hello"].hash
        about = {"place": "say-hello", "exercise": exercise, "name": "a.txt", "digest": "", "locale": "en"}
        session.add(Submitted(public="p", person_id=1, attempt=1, files={"a.txt": "aGVsbG8="}, once="o", **about))
        session.flush()
        submitted = session.scalars(select(Submitted)).one()
        queue.enqueue(session, submitted, submitted.exercise, Rung.HINT)
    for tries in (1, 2):
        (claimed,) = queue.claim(database, "one", 5)
        assert queue.claim(database, "two", 5) == [], "one holder at a time"
        with database.writing() as session:
            job = session.get_one(Job, claimed.id)
            assert job.tries == tries
            job.lease = time.time() - 1
    assert queue.claim(database, "two", 5) == []
    assert not queue.finish(database, "one", claimed, {"verdict": "passed", "score": 1.0}), "it is not theirs any more"
    assert numbers(database) == (1, 0, 1)
    site.stop()


def test_people_take_turns_however_much_each_hands_in(course: Path, tmp_path: Path) -> None:
    site = Site(Settings(data=str(tmp_path), browser=False), course, crew=False)
    exercise = site.shelf.offers["say-hello"].hash
    with site.database.writing() as session:
        from viva.web.people import links  # noqa: PLC0415

        for name in ("Ann", "Ben", "Cid"):
            links.invite(session, name)
        about = {"place": "say-hello", "exercise": exercise, "name": "a", "files": {}, "digest": "", "locale": "en"}
        for person, count in ((1, 10), (2, 2), (3, 1)):
            for attempt in range(count):
                once = f"{person} {attempt}"
                submitted = Submitted(public=once, person_id=person, attempt=attempt + 1, once=once, **about)
                session.add(submitted)
                session.flush()
                queue.enqueue(session, submitted, exercise, Rung.HINT)
    order = []
    while claimed := queue.claim(site.database, "x", 1):
        with site.database.reading() as session:
            order.append(session.get_one(Submitted, claimed[0].submission_id).person_id)
        queue.finish(site.database, "x", claimed[0], {"verdict": "passed", "score": 1.0})
    assert order == [1, 2, 3, 1, 2, *[1] * 8]
    site.stop()


def test_a_submission_without_a_job_is_found_and_checked(course: Path, tmp_path: Path) -> None:
    with hall(tmp_path, course) as opened:
        student = opened.student("Nina")
        address = student.hand_in("say-hello", "hello")
        student.report(address)
        with opened.site.database.writing() as session:
            session.query(Job).delete()
            session.query(StoredReport).delete()
        assert attempts.recover(opened.site) == 1
        assert "tone-good" in student.report(address)
        assert attempts.recover(opened.site) == 0


@contextmanager
def pragma(database: Database, said: str) -> Iterator[None]:
    """Every connection is as if the disk were so."""

    def checked_out(connection: sqlite3.Connection, *_: object) -> None:
        connection.execute(said)

    engines = (database._durable, database._quick)
    for engine in engines:
        event.listen(engine, "checkout", checked_out)
    try:
        yield
    finally:
        for engine in engines:
            event.remove(engine, "checkout", checked_out)
            engine.dispose()


@pytest.mark.parametrize("disk", ["PRAGMA query_only = ON", "PRAGMA max_page_count = 1"], ids=["read only", "full"])
def test_a_disk_that_cannot_be_written_is_said_and_nothing_is_lost(course: Path, tmp_path: Path, disk: str) -> None:
    with hall(tmp_path, course) as opened:
        student = opened.student("Otto")
        student.report(student.hand_in("say-hello", "hello"))
        before = numbers(opened.site.database)
        with pragma(opened.site.database, disk):
            got = student.post("/exercises/say-hello", {"text": os.urandom(400_000).hex()})
            assert got.status_code == 503 and got.headers["retry-after"] and "Nothing was stored" in got.text
            assert "sqlite" not in got.text.lower() and "INSERT" not in got.text
            assert student.get("/exercises/say-hello").status_code == 200, "reading goes on"
        assert numbers(opened.site.database) == before
        assert "tone-good" in student.report(student.hand_in("say-hello", "hello")), "and then it works again"


def test_a_database_that_is_locked_is_said(course: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "_BUSY_SECONDS", 0.1)
    with hall(tmp_path, course) as opened:
        student = opened.student("Paul")
        student.get("/exercises/say-hello")
        other = sqlite3.connect(tmp_path / "site.db")
        other.execute("BEGIN IMMEDIATE")
        got = student.post("/exercises/say-hello", {"text": "hello"})
        assert got.status_code == 503 and "try again" in got.text
        other.rollback()
        other.close()
        assert "tone-good" in student.report(student.hand_in("say-hello", "hello"))


def test_a_database_that_is_locked_is_said_before_there_are_pages(
    viva: Viva, course: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where it is another program that locks it, and to who asks for the link only."""
    monkeypatch.setattr(opening, "_BUSY_SECONDS", 0.1)
    Site(Settings(data=str(tmp_path)), course, crew=False).stop()
    other = sqlite3.connect(tmp_path / "site.db")
    other.execute("BEGIN IMMEDIATE")
    for option in ("--no-browser", "--link", "--new-link"):
        told = viva("serve", course, "--data", tmp_path, "--port", "0", option)
        assert told.status == 2 and not told.out
        assert "the database cannot be used: database is locked" in told.err and "mistake" not in told.err
    other.rollback()
    other.close()
    (tmp_path / "teacher.link").mkdir()  # what cannot be written beside it
    told = viva("serve", course, "--data", tmp_path, "--link")
    assert told.status == 2 and "teacher.link: the data cannot be written" in told.err


def test_a_newer_database_is_refused_and_left_alone(course: Path, tmp_path: Path) -> None:
    Site(Settings(data=str(tmp_path)), course, crew=False).stop()
    with sqlite3.connect(tmp_path / "site.db") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    before = (tmp_path / "site.db").read_bytes()
    with pytest.raises(Fault, match="newer version of Viva"):
        Site(Settings(data=str(tmp_path)), course, crew=False)
    assert (tmp_path / "site.db").read_bytes() == before
    Path(tmp_path, "other").mkdir()
    with sqlite3.connect(tmp_path / "other" / "site.db") as connection:
        connection.execute("CREATE TABLE shopping (what TEXT)")
    with pytest.raises(Fault, match="another program"):
        Site(Settings(data=str(tmp_path / "other")), course, crew=False)


def test_two_servers_on_one_folder_are_refused(course: Path, tmp_path: Path) -> None:
    first = Site(Settings(data=str(tmp_path)), course, crew=False)
    with pytest.raises(Fault, match="another `viva serve`"):
        Site(Settings(data=str(tmp_path)), course, crew=False)
    first.stop()
    Site(Settings(data=str(tmp_path)), course, crew=False).stop()


def test_a_backup_is_taken_while_it_runs_and_restored(course: Path, tmp_path: Path) -> None:
    with hall(tmp_path / "data", course) as opened:
        student = opened.student("Rosa")
        address = student.hand_in("say-hello", "hello")
        student.report(address)
        rows = backup(opened.site.database, tmp_path / "copy.db")
        assert (tmp_path / "copy.db").stat().st_mode & 0o077 == 0
        with pytest.raises(Fault, match="exists already"):
            backup(opened.site.database, tmp_path / "copy.db")
        before, cookies = numbers(opened.site.database), dict(student.client.cookies)
        student.hand_in("say-hello", "after the backup")
    again = tmp_path / "again"
    again.mkdir()
    fresh = Database(sqlite_url(again / "site.db"))
    assert restore(fresh, tmp_path / "copy.db") == rows
    assert numbers(fresh) == before
    with pytest.raises(Fault, match="data here already"):
        restore(fresh, tmp_path / "copy.db")
    fresh.close()
    with hall(again, course) as opened:
        returning = opened.visitor()
        returning.client.cookies.update(cookies)
        assert "tone-good" in returning.report(address), "who was in is in, and sees what was theirs"


class Served:
    """`viva serve` in a process of its own, and somebody who hands in by plain HTTP."""

    def __init__(self, data: Path, course: Path, errors: Path) -> None:
        command = [sys.executable, "-c", "from viva.cli.main import main; main()", "serve", str(course)]
        options = ["--data", str(data), "--no-browser", "--jobs", "1", "--port", "0", "--per-minute", "1000"]
        self.process = subprocess.Popen(
            [*command, *options, "--waiting", "1000"], stdout=subprocess.PIPE, stderr=errors.open("a"), text=True
        )
        assert self.process.stdout is not None
        self.link = self.process.stdout.readline().strip()
        assert self.link.startswith("http://127.0.0.1:"), errors.read_text()
        self.start = self.link.partition("/enter/")[0]
        self.cookies = HTTPCookieProcessor()
        self.browser = build_opener(self.cookies)
        self.browser.open(self.link, timeout=PATIENCE).read()
        self.token = re.search(r'name="token" value="([^"]+)"', self.get("/me"))[1]  # type: ignore[index]

    def get(self, path: str) -> str:
        return str(self.browser.open(self.start + path, timeout=PATIENCE).read().decode())

    def hand_in(self, text: str) -> None:
        body = f"token={self.token}&text={text.replace(' ', '+').replace('/', '%2F')}".encode()
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        self.browser.open(Request(f"{self.start}/exercises/say-hello", body, kind), timeout=PATIENCE).read()


def children(parent: int) -> list[int]:
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            if int(stat.read_text().rpartition(")")[2].split()[1]) == parent:
                found.append(int(stat.parent.name))
    return found


def test_a_server_that_is_killed_loses_nothing(course: Path, tmp_path: Path) -> None:
    """Killed with checks at work and waiting, it goes on where it was; what it was told in logs is no secret."""
    data, log = tmp_path / "data", tmp_path / "log"
    served = Served(data, course, log)
    for text in ("hello", "unmistakable", "two", "hang", "three", "four"):
        served.hand_in(text)
    database = Database(sqlite_url(data / "site.db"))

    def hangs() -> bool:
        with database.reading() as session:
            return (
                session.scalar(select(func.count()).where(Job.state == queue.RUNNING)) == 1
                and numbers(database)[1] >= 3
            )

    until(hangs)
    workers = children(served.process.pid)
    assert workers
    served.process.kill()
    served.process.wait()
    until(lambda: not any(Path(f"/proc/{worker}").exists() for worker in workers))
    assert numbers(database)[0] == 6
    with database.writing() as session:  # the one that never ends would only take its time again
        hung = session.scalars(select(Job).where(Job.state == queue.RUNNING)).one()
        hung.tries = 2
    again = Served(data, course, log)
    until(lambda: numbers(database) == (6, 5, 1))
    secret = served.link.rpartition("/")[2]
    assert again.link.rpartition("/")[2] == secret, "the teacher's link stays"
    began = time.monotonic()
    again.process.send_signal(signal.SIGTERM)
    again.process.wait(PATIENCE)
    assert time.monotonic() - began < PATIENCE
    database.close()
    told = log.read_text()
    assert secret not in told and "unmistakable" not in told
    for line in told.splitlines():
        json.loads(line)


def test_a_stop_gives_back_what_was_at_work(course: Path, tmp_path: Path) -> None:
    with hall(tmp_path, course, jobs=1) as opened:
        student = opened.student("Susi")
        address = student.hand_in("say-hello", "hang")
        until(lambda: "Being checked" in student.get(address).text)
    database = Database(sqlite_url(tmp_path / "site.db"))
    with database.reading() as session:
        job = session.scalars(select(Job)).one()
    assert (job.state, job.tries, job.holder) == (queue.QUEUED, 0, None)
    database.close()
