"""The tables of graded classes. A row of a class is there once, whoever writes it."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from sqlalchemy import ForeignKey, String, Text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from viva.services.database.schema import NAMES, Packed, Schema

LONGEST_NAME = 200


class Base(DeclarativeBase):
    pass


Base.metadata.naming_convention = NAMES


class Batch(Base):
    """A class that is graded; it has one name, under which it may be graded again."""

    __tablename__ = "batches"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(LONGEST_NAME), unique=True)
    created: Mapped[float] = mapped_column(default=time.time)


class Graded(Base):
    """A row of the results: `name` is the digest of student, exercise and file, of which no two rows have the same.
    Columns are for who asks the database; `body` is the row as `results.jsonl` has it."""

    __tablename__ = "graded"
    batch_id: Mapped[int] = mapped_column(ForeignKey("batches.id", ondelete="CASCADE"), primary_key=True)
    name: Mapped[str] = mapped_column(String(64), primary_key=True)
    student: Mapped[str] = mapped_column(Text)
    exercise: Mapped[str] = mapped_column(Text)
    file: Mapped[str] = mapped_column(Text)
    key: Mapped[str] = mapped_column(String(64))
    version: Mapped[str | None] = mapped_column(String(40))
    verdict: Mapped[str | None] = mapped_column(String(10))
    points: Mapped[float | None]
    body: Mapped[Any] = mapped_column(Packed)
    created: Mapped[float] = mapped_column(default=time.time)


SCHEMA = Schema(Base.metadata, "0001", "viva_grading_version", Path(__file__).parent / "migrations" / "versions")
