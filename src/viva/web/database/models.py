"""The tables. Start reading here to know what the site keeps, and for how long.

Submissions are only ever added. Of a report there is one for each submission, state of its exercise and version of
Viva; it may grow by rungs, and its verdict stays. Of a secret only a digest is kept. Times are seconds since 1970.
"""

from __future__ import annotations

import time
from typing import Any

from sqlalchemy import ForeignKey, Index, String, Text, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from viva.services.database.schema import NAMES, Packed

REVISION = "0001"
"""The last of `migrations/versions`: what a database made from these tables is at."""


class Base(DeclarativeBase):
    pass


Base.metadata.naming_convention = NAMES


class Meta(Base):
    """What the site needs to know of itself: the key that forms are signed with, the course as it was read last."""

    __tablename__ = "meta"
    key: Mapped[str] = mapped_column(String(40), primary_key=True)
    value: Mapped[str] = mapped_column(Text)


class Person(Base):
    """`link` is the digest of the secret in a personal link. A `released` name may be taken by another browser."""

    __tablename__ = "people"
    id: Mapped[int] = mapped_column(primary_key=True)
    public: Mapped[str] = mapped_column(String(24), unique=True)
    name: Mapped[str] = mapped_column(String(200))
    name_key: Mapped[str] = mapped_column(String(400), unique=True)
    role: Mapped[str] = mapped_column(String(10))
    link: Mapped[str | None] = mapped_column(String(64), unique=True)
    released: Mapped[bool] = mapped_column(default=False)
    created: Mapped[float] = mapped_column(default=time.time)


class Pass(Base):
    """What proves who somebody is: the cookie of a `browser`, or the `token` of a program."""

    __tablename__ = "passes"
    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id", ondelete="CASCADE"), index=True)
    kind: Mapped[str] = mapped_column(String(10))
    created: Mapped[float] = mapped_column(default=time.time)


class StoredExercise(Base):
    """An exercise as its files were, by the hash of all that a report on it depends on. `card` is what the site shows
    and decides by, worked out by a worker of a version of Viva."""

    __tablename__ = "exercises"
    hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    question: Mapped[Any] = mapped_column(Packed)
    card: Mapped[Any | None] = mapped_column(Packed)
    card_version: Mapped[str | None] = mapped_column(String(40))
    created: Mapped[float] = mapped_column(default=time.time)


class Variant(Base):
    """Which exercise another one became: with a seed, and as it was wished (`like`, `easier`, `harder`)."""

    __tablename__ = "variants"
    origin: Mapped[str] = mapped_column(String(64), primary_key=True)
    wish: Mapped[str] = mapped_column(String(10), primary_key=True)
    seed: Mapped[int] = mapped_column(primary_key=True)
    version: Mapped[str] = mapped_column(String(40), primary_key=True)
    hash: Mapped[str | None] = mapped_column(String(64))
    problem: Mapped[str | None] = mapped_column(Text)


class Submitted(Base):
    """What somebody handed in. `place` is where: the name of the exercise in the course, and of a variant how it was
    made. `once` is the key of the form, so that a repeated post is the same submission."""

    __tablename__ = "submissions"
    __table_args__ = (UniqueConstraint("person_id", "place", "attempt"), UniqueConstraint("person_id", "once"))
    id: Mapped[int] = mapped_column(primary_key=True)
    public: Mapped[str] = mapped_column(String(24), unique=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id", ondelete="CASCADE"))
    place: Mapped[str] = mapped_column(String(400), index=True)
    exercise: Mapped[str] = mapped_column(ForeignKey("exercises.hash"))
    attempt: Mapped[int]
    name: Mapped[str] = mapped_column(String(200))
    files: Mapped[Any] = mapped_column(Packed)
    digest: Mapped[str] = mapped_column(String(64))
    locale: Mapped[str] = mapped_column(String(10))
    once: Mapped[str] = mapped_column(String(64))
    created: Mapped[float] = mapped_column(default=time.time)


class Opened(Base):
    """A rung with a price that a student asked for, and what it cost then."""

    __tablename__ = "opened"
    submission_id: Mapped[int] = mapped_column(ForeignKey("submissions.id", ondelete="CASCADE"), primary_key=True)
    rung: Mapped[str] = mapped_column(String(10), primary_key=True)
    cost: Mapped[float]
    created: Mapped[float] = mapped_column(default=time.time)


class Job(Base):
    """One check that is to be done: up to a rung, against a state of the exercise. The lowest `priority` goes first,
    then the lowest `turn`, which is fair by person. `lease` says until when its holder answers for it."""

    __tablename__ = "jobs"
    __table_args__ = (
        UniqueConstraint("submission_id", "exercise", "version", "rung"),
        Index("ix_jobs_queue", "state", "priority", "turn", "id"),
        Index("ix_jobs_person", "person_id", "state"),
    )
    id: Mapped[int] = mapped_column(primary_key=True)
    submission_id: Mapped[int] = mapped_column(ForeignKey("submissions.id", ondelete="CASCADE"))
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id", ondelete="CASCADE"))
    exercise: Mapped[str] = mapped_column(ForeignKey("exercises.hash"))
    version: Mapped[str] = mapped_column(String(40))
    rung: Mapped[str] = mapped_column(String(10))
    priority: Mapped[int] = mapped_column(default=0)
    turn: Mapped[int] = mapped_column(default=0)
    state: Mapped[str] = mapped_column(String(10), default="queued")
    tries: Mapped[int] = mapped_column(default=0)
    holder: Mapped[str | None] = mapped_column(String(40))
    lease: Mapped[float | None]
    problem: Mapped[str | None] = mapped_column(Text)
    created: Mapped[float] = mapped_column(default=time.time)
    finished: Mapped[float | None]


class StoredReport(Base):
    """The whole report, for the teacher's side; `viva.core.deciding.leaving` is the way out. `rung` is how far it was
    worked out."""

    __tablename__ = "reports"
    submission_id: Mapped[int] = mapped_column(ForeignKey("submissions.id", ondelete="CASCADE"), primary_key=True)
    exercise: Mapped[str] = mapped_column(ForeignKey("exercises.hash"), primary_key=True)
    version: Mapped[str] = mapped_column(String(40), primary_key=True)
    rung: Mapped[str] = mapped_column(String(10))
    verdict: Mapped[str] = mapped_column(String(10))
    score: Mapped[float | None]
    body: Mapped[Any] = mapped_column(Packed)
    created: Mapped[float] = mapped_column(default=time.time)


class Override(Base):
    """Points that the teacher gave instead, and why; the last one counts, and None takes it back."""

    __tablename__ = "overrides"
    id: Mapped[int] = mapped_column(primary_key=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id", ondelete="CASCADE"), index=True)
    place: Mapped[str] = mapped_column(String(400))
    points: Mapped[float | None]
    reason: Mapped[str] = mapped_column(Text)
    created: Mapped[float] = mapped_column(default=time.time)


class Grant(Base):
    """Attempts that the teacher handed out beyond those that everybody has."""

    __tablename__ = "grants"
    id: Mapped[int] = mapped_column(primary_key=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id", ondelete="CASCADE"), index=True)
    place: Mapped[str] = mapped_column(String(400))
    attempts: Mapped[int]
    created: Mapped[float] = mapped_column(default=time.time)


class Regrade(Base):
    """All submissions at a place held against the exercise as it is now: `shown` first, and then `applied` or not."""

    __tablename__ = "regrades"
    id: Mapped[int] = mapped_column(primary_key=True)
    place: Mapped[str] = mapped_column(String(400), index=True)
    exercise: Mapped[str] = mapped_column(ForeignKey("exercises.hash"))
    version: Mapped[str] = mapped_column(String(40))
    state: Mapped[str] = mapped_column(String(10), default="shown")
    created: Mapped[float] = mapped_column(default=time.time)
