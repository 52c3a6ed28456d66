"""The rows of a class in a database, beside `results.jsonl`.

What is guaranteed: a row is there once. Of two that are equal in all they depend on the first stays, so that what comes
late or twice changes nothing; an error gives way to a verdict, and never a verdict to an error. One class is written by
one at a time. A database that goes away is waited for; what it misses meanwhile stands in `results.unfinished.jsonl`,
and comes in with the next --resume.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import and_, delete, or_, select, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, OperationalError, SQLAlchemyError
from sqlalchemy.orm import Session

from viva.core.fault import Fault
from viva.grading.database.models import LONGEST_NAME, SCHEMA, Batch, Graded
from viva.grading.row import Row
from viva.services.database.opening import Database, lock, told
from viva.showing.document import finite

Outcome = TypeVar("Outcome")

AWAY_SECONDS = 60.0
_MOST = 200
_SECONDS = 1.0
_AGAIN = 0.5


class Kept:
    """The rows of one class. `put` gathers them for a moment, `finish` writes all and forgets who is no more there."""

    def __init__(self, database: Database, name: str, away: float = AWAY_SECONDS) -> None:
        self._database, self._name, self._away = database, name, away
        self._waiting: list[Row] = []
        self._since = time.monotonic()
        self._id = self._patiently(self._own)

    def before(self) -> list[Row]:
        """What was graded earlier; what cannot be read counts as not there."""
        return self._patiently(self._read)

    def put(self, row: Row) -> None:
        self._waiting.append(row)
        if len(self._waiting) >= _MOST or time.monotonic() - self._since > _SECONDS:
            self._write()

    def finish(self, rows: Sequence[Row]) -> None:
        self._waiting.extend(row for row in rows if row.handed_in_nothing)
        self._write()
        names = {_name(row) for row in rows}

        def forget(session: Session) -> None:
            there = session.scalars(select(Graded.name).where(Graded.batch_id == self._id)).all()
            gone = [name for name in there if name not in names]
            for start in range(0, len(gone), _MOST):
                part = Graded.name.in_(gone[start : start + _MOST])
                session.execute(delete(Graded).where(Graded.batch_id == self._id, part))

        self._patiently(forget)

    def _own(self, session: Session) -> int:
        found = session.scalar(select(Batch.id).where(Batch.name == self._name))
        if found is None:
            batch = Batch(name=self._name)
            session.add(batch)
            session.flush()
            found = batch.id
        return found

    def _read(self, session: Session) -> list[Row]:
        rows = []
        for body in session.scalars(select(Graded.body).where(Graded.batch_id == self._id).order_by(Graded.name)):
            with suppress(ValueError, KeyError, TypeError):
                rows.append(Row.from_json(body))
        return rows

    def _write(self) -> None:
        if self._waiting:
            latest = {_name(row): row for row in self._waiting}
            values = [self._values(name, row) for name, row in sorted(latest.items())]
            self._patiently(lambda session: _insert(session, values, self._database.is_sqlite))
        self._waiting.clear()
        self._since = time.monotonic()

    def _values(self, name: str, row: Row) -> dict[str, Any]:
        report = row.report
        return {
            "batch_id": self._id,
            "name": name,
            "student": _storable(row.student),
            "exercise": _storable(row.exercise),
            "file": _storable(row.file),
            "key": row.key,
            "version": report.version if report else None,
            "verdict": report.verdict.value if report else None,
            "points": row.points,
            "body": finite(row.to_json()),
            "created": time.time(),
        }

    def _patiently(self, work: Callable[[Session], Outcome]) -> Outcome:
        """In a transaction of its own, again for as long as the database is away."""
        deadline = time.monotonic() + self._away
        while True:
            try:
                with self._database.writing() as session:
                    return work(session)
            except (OperationalError, DBAPIError) as problem:
                if time.monotonic() > deadline or not _is_away(problem):
                    raise Fault(
                        f"the database cannot be written: {told(problem)}", file=self._database.shown, remedy=_RESUME
                    ) from None
                time.sleep(_AGAIN)


_RESUME = "nothing of what was done is lost: when it is there again, go on with --resume"


def _is_away(problem: DBAPIError) -> bool:
    return isinstance(problem, OperationalError) or problem.connection_invalidated


def _insert(session: Session, values: list[dict[str, Any]], is_sqlite: bool) -> None:
    insert = sqlite.insert(Graded) if is_sqlite else postgresql.insert(Graded)
    fresh = insert.excluded
    mended = and_(Graded.verdict.is_(None), fresh.verdict.is_not(None))
    columns = ("key", "version", "verdict", "points", "body", "created")
    session.execute(
        insert.on_conflict_do_update(
            index_elements=[Graded.batch_id, Graded.name],
            set_={name: fresh[name] for name in columns},
            where=or_(Graded.key != fresh.key, mended),
        ),
        values,
    )


def _name(row: Row) -> str:
    return hashlib.sha256(json.dumps(row.name).encode()).hexdigest()


def _storable(name: str) -> str:
    """Names of files may be no text at all."""
    return name.encode("utf-8", "backslashreplace").decode().replace("\0", "\\0")


@contextmanager
def kept_in(url: str, name: str) -> Iterator[Kept]:
    """The class of this name, for as long as this lasts for nobody else."""
    if len(name) > LONGEST_NAME:
        raise Fault(
            f"a class is called by at most {LONGEST_NAME} letters", remedy="give it a shorter name with --batch"
        )
    database = Database(url, SCHEMA)
    try:
        database.prepare()
        with _reserved(database, name):
            yield Kept(database, name)
    finally:
        database.close()


@contextmanager
def _reserved(database: Database, name: str) -> Iterator[None]:
    """Held by a connection or a file, which end with the process, however that ends."""
    taken = Fault(
        f"another `viva grade` writes the class {name!r} into this database just now",
        file=database.shown,
        remedy="wait until it is done, or give this one another name with --batch",
    )
    digest = hashlib.sha256(name.encode()).digest()
    if database.is_sqlite:
        with ExitStack() as held:
            try:
                held.enter_context(lock(Path(f"{make_url(database.url).database}.{digest.hex()[:8]}.lock"), wait=False))
            except BlockingIOError:
                raise taken from None
            yield
        return
    key = {"key": int.from_bytes(digest[:8], "big", signed=True)}
    with database.connected() as connection:
        if not connection.execute(text("SELECT pg_try_advisory_lock(:key)"), key).scalar():
            raise taken
        connection.commit()
        yield
        with suppress(SQLAlchemyError):  # it went away, and the lock with it
            connection.execute(text("SELECT pg_advisory_unlock(:key)"), key)
