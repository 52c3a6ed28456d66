"""The store of suites in a database. It is bounded as the folder is: what was not used for the longest time goes."""

from __future__ import annotations

import time
from pathlib import Path

from sqlalchemy import LargeBinary, String, delete, func, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from viva.services.database.opening import Database
from viva.services.database.schema import NAMES, Schema

MOST = 20_000
_DAY = 86_400.0


class Base(DeclarativeBase):
    pass


Base.metadata.naming_convention = NAMES


class Suite(Base):
    """A suite as its file has it, by the name that it has by its content; `used` is told by the day."""

    __tablename__ = "suites"
    name: Mapped[str] = mapped_column(String(64), primary_key=True)
    body: Mapped[bytes] = mapped_column(LargeBinary)
    used: Mapped[float] = mapped_column(default=time.time, index=True)


SCHEMA = Schema(Base.metadata, "0001", "viva_store_version", Path(__file__).parent / "migrations" / "versions")


class InDatabase:
    def __init__(self, url: str) -> None:
        self._database, self._is_ready = Database(url, SCHEMA), False

    def load(self, name: str) -> bytes | None:
        self._prepare()
        with self._database.reading() as session:
            found = session.get(Suite, name)
        if found is None:
            return None
        if time.time() - found.used > _DAY:
            with self._database.writing(durable=False) as session:
                session.execute(update(Suite).where(Suite.name == name).values(used=time.time()))
        return found.body

    def save(self, name: str, text: bytes) -> None:
        self._prepare()
        insert = sqlite.insert(Suite) if self._database.is_sqlite else postgresql.insert(Suite)
        with self._database.writing(durable=False) as session:
            session.execute(insert.values(name=name, body=text, used=time.time()).on_conflict_do_nothing())
            many = (session.scalar(select(func.count()).select_from(Suite)) or 0) - MOST
            if many > 0:
                oldest = select(Suite.name).order_by(Suite.used).limit(many)
                session.execute(delete(Suite).where(Suite.name.in_(oldest)))

    def close(self) -> None:
        self._database.close()

    def _prepare(self) -> None:
        if not self._is_ready:
            self._database.prepare()
            self._is_ready = True
