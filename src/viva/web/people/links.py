"""The teacher's link, personal links from a roster, and names that students type.

A link holds a secret, and is exchanged for a cookie. The teacher's is kept in a file of the data folder that only its
owner may read, so that it can be told again; of all others only a digest is kept, so a lost one is made anew.
"""

from __future__ import annotations

import os
import secrets as random
from collections.abc import Iterable
from pathlib import Path

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from viva.core.text.escape import visible_line
from viva.grading.handed_in.naming import key, normal
from viva.web.database.models import Pass, Person
from viva.web.database.sessions import Database
from viva.web.people import secrets
from viva.web.people.admission import BROWSER, Role, new_pass
from viva.web.settings import Settings
from viva.web.site import Site

TEACHER_FILE = "teacher.link"
_TEACHER_KEY = "_teacher_"  # no name that is typed has such a key
_LONGEST_NAME = 80


class Taken(Exception):
    """The name belongs to another browser, or to somebody with a personal link."""


class NoName(Exception):
    """This cannot be a name."""


def teacher_link(site: Site, *, anew: bool = False) -> str:
    return teacher_secret(site.database, site.settings, anew=anew)


def teacher_secret(database: Database, settings: Settings, *, anew: bool = False) -> str:
    """The secret of the teacher's link; `anew` ends the one before, and with it every browser that came by it."""
    file = settings.folder / TEACHER_FILE
    with database.writing() as session:
        person = session.scalars(select(Person).where(Person.name_key == _TEACHER_KEY)).first()
        if person is None:
            person = _person("", _TEACHER_KEY, Role.TEACHER)
            session.add(person)
            session.flush()
        known = _read(file)
        if known is not None and person.link == secrets.digest(known) and not anew:
            return known
        secret = secrets.fresh()
        person.link = secrets.digest(secret)
        if anew:
            session.execute(delete(Pass).where(Pass.person_id == person.id))
        _write(file, secret)
    return secret


def enter(site: Site, secret: str) -> str | None:
    """The cookie for whoever has a link; None where it leads nowhere."""
    asked = select(Person).where(Person.link == secrets.digest(secret))
    with site.database.reading() as session:
        if session.scalars(asked).first() is None:
            return None  # who guesses keeps nobody from writing
    with site.database.writing() as session:
        person = session.scalars(asked).first()
        return None if person is None else new_pass(session, person, BROWSER)


def is_name(name: str) -> bool:
    """Whether somebody may be called so: letters that can be seen, and not too many."""
    return 0 < len(name) <= _LONGEST_NAME and visible_line(name) == name and bool(key(name))


def take_name(site: Site, typed: str) -> str:
    """The cookie for the browser that takes a name first. Raises Taken or NoName."""
    name = normal(typed)
    if not is_name(name):
        raise NoName
    with site.database.writing() as session:
        person = session.scalars(select(Person).where(Person.name_key == key(name))).first()
        if person is None:
            person = _person(name, key(name), Role.STUDENT)
            session.add(person)
            session.flush()
        elif not person.released:
            raise Taken
        person.released = False
        return new_pass(session, person, BROWSER)


def invite(session: Session, name: str) -> str:
    """A personal link for somebody of the class, who is known from now on; one from before ends."""
    person = session.scalars(select(Person).where(Person.name_key == key(normal(name)))).first()
    if person is None:
        person = _person(normal(name), key(normal(name)), Role.STUDENT)
        session.add(person)
        session.flush()
    secret = secrets.fresh()
    person.link = secrets.digest(secret)
    return secret


def know(site: Site, names: Iterable[str]) -> None:
    """Those of a list are in the class from now on; their links are made on the page of the class."""
    with site.database.writing() as session:
        for name in map(normal, names):
            if session.scalars(select(Person).where(Person.name_key == key(name))).first() is None:
                session.add(_person(name, key(name), Role.STUDENT))
                session.flush()


def revoke(session: Session, person: Person) -> None:
    """Ends the personal link, and every browser and program that came by it."""
    person.link = None
    session.execute(delete(Pass).where(Pass.person_id == person.id))


def release(session: Session, person: Person) -> None:
    """The name is free for the next browser that types it; what was handed in stays with the name."""
    revoke(session, person)
    person.released = True


def address(settings: Settings, port: int) -> str:
    """How the addresses of the site begin on this machine, without the last slash."""
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    shown = "localhost" if settings.host in ("0.0.0.0", "::") else host
    return f"http://{shown}:{port}{settings.path}"


def _person(name: str, name_key: str, role: Role) -> Person:
    return Person(public=random.token_urlsafe(12), name=name, name_key=name_key, role=role.name.lower())


def _read(file: Path) -> str | None:
    try:
        return file.read_text("ascii").strip() or None
    except (OSError, UnicodeDecodeError):
        return None


def _write(file: Path, secret: str) -> None:
    file.unlink(missing_ok=True)
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w") as stream:
        stream.write(secret + "\n")
