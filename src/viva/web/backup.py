"""A copy of all data in one file, while the site runs, and back.

The file is a SQLite database with the same tables, whatever the site itself uses, so that a backup of PostgreSQL can be
restored on a laptop. It is taken from one state of the database, and written under another name until it is whole.
"""

from __future__ import annotations

import os
from pathlib import Path

from sqlalchemy import Connection, insert, select, text
from sqlalchemy.exc import SQLAlchemyError

from viva.core.fault import Fault
from viva.services.database.opening import sqlite_url, told
from viva.web.database.models import Base
from viva.web.database.sessions import Database

_CHUNK = 200


def backup(database: Database, file: Path) -> int:
    """How many rows were copied. Only its owner may read the file: it has all that students handed in."""
    if file.exists():
        raise Fault("this file exists already", file=str(file), remedy="name another one")
    unfinished = file.with_name(f".{file.name}.unfinished")
    unfinished.unlink(missing_ok=True)
    try:
        os.close(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        copy = Database(sqlite_url(unfinished.resolve()))
        try:
            copy.prepare()
            count = _copied(database, copy)
        finally:
            copy.close()
        unfinished.replace(file)
    except OSError as problem:
        raise Fault(f"the backup cannot be written: {(problem.strerror or '').lower()}", file=str(file)) from None
    except SQLAlchemyError as problem:
        raise Fault(f"the backup cannot be written: {told(problem)}", file=str(file)) from None
    finally:
        for ending in ("", "-wal", "-shm"):
            unfinished.with_name(unfinished.name + ending).unlink(missing_ok=True)
    return count


def restore(database: Database, file: Path) -> int:
    """Into a database that has nothing in it yet."""
    if not file.is_file():
        raise Fault("there is no such backup", file=str(file))
    source = Database(sqlite_url(file.resolve()))
    try:
        source.prepare()
        database.prepare()
        with database.reading() as session:
            for table in Base.metadata.sorted_tables:
                if session.execute(select(table).limit(1)).first() is not None:
                    raise Fault("there is data here already", file=database.shown, remedy="name an empty --data")
        return _copied(source, database)
    finally:
        source.close()


def _copied(source: Database, target: Database) -> int:
    count = 0
    with source.reading() as reading, target.writing() as writing:
        if not source.is_sqlite:
            reading.connection(execution_options={"isolation_level": "REPEATABLE READ"})
        for table in Base.metadata.sorted_tables:
            rows = reading.connection().execution_options(yield_per=_CHUNK).execute(select(table)).mappings()
            for part in rows.partitions(_CHUNK):
                writing.execute(insert(table), [dict(row) for row in part])
                count += len(part)
        if not target.is_sqlite:
            _count_on(writing.connection())
    return count


def _count_on(connection: Connection) -> None:
    """PostgreSQL counts apart from the rows: it goes on after the last one."""
    for table in Base.metadata.sorted_tables:
        if "id" in table.columns:
            name = table.name
            after = f"(SELECT COALESCE(MAX(id), 0) + 1 FROM {name})"
            connection.execute(text(f"SELECT setval(pg_get_serial_sequence('{name}', 'id'), {after}, false)"))
