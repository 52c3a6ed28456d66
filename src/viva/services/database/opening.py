"""Opening a database: a file of SQLite, or PostgreSQL. Whoever keeps tables says which (`schema.py`).

What is written by people is durable when `writing` ends. Leases of jobs are not (`writing(durable=False)`): one that is
lost runs out, and its job runs again. Reading sees one state of the database from beginning to end. Many may open and
upgrade the same one at once, while others write to it: one does it, the others wait.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.orm import Session

from viva.core.fault import Fault
from viva.services.database.schema import VERSIONS, Schema

SQLITE = "sqlite"
_SQLITE = b"SQLite format 3\0"
_BUSY_SECONDS = 5.0
_CONNECT_SECONDS = 10
WRITES = "writes"
"""The option of a connection that writes: with SQLite its transactions wait for other writers when they begin."""


class Database:
    """One engine for what must be durable, one for the rest; with PostgreSQL both are the same."""

    def __init__(self, url: str, schema: Schema) -> None:
        self.url, self.schema = url, schema
        try:
            name = make_url(url).get_backend_name()
        except (ArgumentError, ValueError):
            raise Fault("this is not the address of a database", remedy="as in postgresql://user@host/name") from None
        if name not in (SQLITE, "postgresql"):
            problem = f"data is kept in SQLite or PostgreSQL, not in {name}"
            raise Fault(problem, remedy="as in postgresql://user@host/name")
        self.is_sqlite = name == SQLITE
        if self.is_sqlite and (make_url(url).database or ":memory:") == ":memory:":
            raise Fault("this database names no file, and would keep nothing", remedy="as in sqlite:///class.db")
        self._glancing, self._glanced = threading.local(), list[sqlite3.Connection]()
        if self.is_sqlite:
            _close_to_others(make_url(url).database)
            self._durable, self._quick = _sqlite_engine(url, "FULL"), _sqlite_engine(url, "NORMAL")
        else:
            self._durable = self._quick = _postgresql_engine(url)

    @contextmanager
    def reading(self) -> Iterator[Session]:
        with Session(self._quick, expire_on_commit=False) as session:
            yield session

    @contextmanager
    def connected(self) -> Iterator[Connection]:
        """A connection of its own, for what holds as long as the connection does."""
        with self._durable.connect() as connection:
            yield connection

    @contextmanager
    def writing(self, *, durable: bool = True) -> Iterator[Session]:
        """One transaction, committed at the end. No other one writes to SQLite meanwhile, so it is kept short."""
        engine = self._durable if durable else self._quick
        with (
            engine.connect().execution_options(**{WRITES: True}) as connection,
            Session(connection, expire_on_commit=False) as session,
            session.begin(),
        ):
            if not durable and not self.is_sqlite:
                session.execute(text("SET LOCAL synchronous_commit = off"))
            yield session

    def glance(self, question: str, *values: str) -> tuple[Any, ...] | None:
        """One row by a key, at once and in this thread: a look that takes microseconds, where to go to another thread
        and back takes a hundred times as long. Only for SQLite, whose readers wait for nobody. Raises sqlite3.Error."""
        known = getattr(self._glancing, "connection", None)
        if known is None:
            known = sqlite3.connect(make_url(self.url).database or "", timeout=0.0, check_same_thread=False)
            known.execute("PRAGMA query_only = ON")
            self._glancing.connection = known
            self._glanced.append(known)
        row: tuple[Any, ...] | None = known.execute(question, values).fetchone()
        return row

    def prepare(self) -> None:
        """Makes the tables, or brings those of an earlier version up to date. One of a later version is refused."""
        with refusals_told(self.shown):
            if self._found() != self.schema.revision:
                with self._alone():
                    self._bring_up(self._found())

    def _found(self) -> str | None:
        with self._durable.connect() as connection:
            return _revision(connection, self.schema)

    def _bring_up(self, found: str | None) -> None:
        if found is None:
            self._make()
        elif found != self.schema.revision:
            from viva.services.database.upgrading import upgrade  # noqa: PLC0415 alembic is slow to import

            upgrade(self._durable, self.schema, found)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """One at a time makes or changes the tables."""
        if not self.is_sqlite:
            with self._durable.connect() as connection:
                connection.execute(text("SELECT pg_advisory_lock(:key)"), {"key": _UPGRADING})
                try:
                    yield
                finally:
                    connection.execute(text("SELECT pg_advisory_unlock(:key)"), {"key": _UPGRADING})
            return
        with lock(Path(f"{make_url(self.url).database}.upgrading")):
            yield

    @property
    def shown(self) -> str:
        """The address without its password, wherever in it that stands."""
        url = make_url(self.url)
        secret = {name: "***" for name in url.query if "password" in name.lower()}
        return url.update_query_dict(secret).render_as_string(hide_password=True)

    def close(self) -> None:
        for connection in self._glanced:
            connection.close()
        self._glancing = threading.local()
        self._durable.dispose()
        self._quick.dispose()

    def _make(self) -> None:
        with self._durable.connect().execution_options(**{WRITES: True}) as connection, connection.begin():
            self.schema.metadata.create_all(connection)
            name = self.schema.versions
            connection.execute(text(f"CREATE TABLE {name} (version_num VARCHAR(32) NOT NULL PRIMARY KEY)"))
            connection.execute(text(f"INSERT INTO {name} VALUES (:revision)"), {"revision": self.schema.revision})


_UPGRADING = 0x76697661  # of all that lock something in a database of PostgreSQL, those that upgrade
_REMEDY = (
    "see that it is there, that this user may write to it, that nobody keeps it locked, and that the disk is not full"
)


@contextmanager
def refusals_told(database: str) -> Iterator[None]:
    """What a database or a disk refuses before there are pages that could say it: a fault for who starts the site."""
    try:
        yield
    except SQLAlchemyError as problem:
        raise Fault(f"the database cannot be used: {told(problem)}", file=database, remedy=_REMEDY) from None
    except OSError as problem:
        reason = (problem.strerror or str(problem)).lower()
        where = str(problem.filename) if problem.filename else database
        raise Fault(f"the data cannot be written: {reason}", file=where, remedy=_REMEDY) from None


@contextmanager
def lock(file: Path, *, wait: bool = True) -> Iterator[None]:
    """A file that one holds at a time, for as long as this lasts; then it is gone. Raises BlockingIOError where it is
    held and nobody is to wait."""
    while True:
        with file.open("wb") as held:
            fcntl.flock(held, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
            # Who held it before has taken it away meanwhile, and somebody else may have made it anew.
            if not _is_still(held.fileno(), file):
                continue
            try:
                yield
            finally:
                file.unlink(missing_ok=True)
            return


def _is_still(descriptor: int, file: Path) -> bool:
    with suppress(FileNotFoundError):
        return os.path.samestat(os.fstat(descriptor), file.stat())
    return False


def sqlite_url(file: Path) -> str:
    return f"sqlite:///{file}"


def _close_to_others(database: str | None) -> None:
    """Only its owner may read the file, whoever may look into its folder; SQLite makes those beside it alike. What
    cannot be made, is another's or is no database is left alone: opening it says what is wrong."""
    if not database:
        return
    with suppress(OSError):
        os.close(os.open(database, os.O_RDWR | os.O_CREAT, 0o600))
        with Path(database).open("rb") as file:
            if file.read(len(_SQLITE)) not in (b"", _SQLITE):
                return
    for ending in ("", "-wal", "-shm"):
        with suppress(OSError):
            Path(f"{database}{ending}").chmod(0o600)


def told(problem: BaseException) -> str:
    """What the database says, without the statement and what was to be stored."""
    origin = getattr(problem, "orig", None) or problem
    return " ".join(str(origin).split())[:200]


def _revision(connection: Connection, schema: Schema) -> str | None:
    """At which revision the tables are; None where there are none yet. Those of others of ours may lie beside them."""
    tables = inspect(connection).get_table_names()
    if schema.versions in tables:
        return connection.execute(text(f"SELECT version_num FROM {schema.versions}")).scalar()
    if tables and not VERSIONS.intersection(tables):
        raise Fault("this database belongs to another program", remedy="name another one with --database")
    return None


def _sqlite_engine(url: str, synchronous: str) -> Engine:
    engine = create_engine(url, connect_args={"timeout": _BUSY_SECONDS, "check_same_thread": False}, pool_size=20)

    @event.listens_for(engine, "connect")
    def connected(connection: Any, _record: object) -> None:
        # What is begun and how is said below: the module would begin a transaction when it sees fit.
        connection.isolation_level = None
        cursor = connection.cursor()
        for _ in range(50):  # two that open a fresh database at once: one of them sees it locked
            try:
                cursor.execute("PRAGMA journal_mode = WAL")
                break
            except Exception as problem:  # noqa: BLE001 the module's own error is not one of SQLAlchemy here
                if "locked" not in str(problem):
                    break  # a database that may only be read keeps the journal it has
                time.sleep(0.1)
        cursor.execute(f"PRAGMA synchronous = {synchronous}")
        cursor.execute("PRAGMA foreign_keys = ON")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        writes = connection.get_execution_options().get(WRITES)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def _postgresql_engine(url: str) -> Engine:
    address = make_url(url).set(drivername="postgresql+psycopg")
    return create_engine(
        address,
        pool_size=20,
        pool_pre_ping=True,
        isolation_level="READ COMMITTED",
        connect_args={"connect_timeout": _CONNECT_SECONDS},
    )
