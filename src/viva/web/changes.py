"""What a teacher changes: who is in the class, points given instead, more attempts, links, and what counts.

Pages and the API both come here, so that one may do what the other may, and both are refused alike. What cannot be done
is raised as `Refused`, before anything is written.
"""

from __future__ import annotations

import math
import tempfile
from collections.abc import Sequence
from pathlib import Path

from sqlalchemy import select
from sqlalchemy.orm import Session

from viva.core.records import dataclass
from viva.core.text.escape import visible
from viva.grading.handed_in.members import named_twice, read_names
from viva.grading.handed_in.naming import key
from viva.grading.row import Error
from viva.web import classroom
from viva.web.attempts import Refused
from viva.web.classroom import STUDENT
from viva.web.database.models import Grant, Job, Override, Person, Regrade
from viva.web.jobs import queue
from viva.web.people import links
from viva.web.people.admission import Missing
from viva.web.persons import delete_person
from viva.web.site import Site, Spot

MOST_NAMES = 2000
MOST_ATTEMPTS = 100
LONGEST_REASON = 2000
_WAIT = 3.0  # seconds for which a regrade waits for an exercise that is being read
_AGAIN = 2  # seconds after which it may be asked for again


@dataclass(frozen=True, slots=True)
class Invited:
    """Secrets of personal links by name; who got none, and who stood more than once and got one."""

    secrets: dict[str, str]
    left_out: tuple[str, ...] = ()
    twice: tuple[str, ...] = ()


def student(session: Session, public: str) -> Person:
    found = session.scalars(select(Person).where(Person.public == public, Person.role == STUDENT)).first()
    if found is None:
        raise Missing
    return found


def names_in(content: bytes) -> tuple[str, ...]:
    """Of a list of the class, as `viva grade` reads it. Raises Fault."""
    with tempfile.TemporaryDirectory() as folder:
        listed = Path(folder, "list.csv")
        listed.write_bytes(content)
        return read_names(listed)


def invite(site: Site, names: Sequence[str]) -> Invited:
    """Personal links for those on a list, who are in the class from now on; each ends the one before."""
    once = {key(name): name for name in reversed(names)}
    ordered = [once.pop(key(name)) for name in names if key(name) in once]
    if len(ordered) > MOST_NAMES:
        raise Refused("class.too_many", 422, most=MOST_NAMES)
    members = [name for name in ordered if links.is_name(name)]
    with site.database.writing() as session:
        secrets = {name: links.invite(session, name) for name in members}
    left_out = tuple(name for name in ordered if not links.is_name(name))
    return Invited(secrets, left_out, tuple(name for name in named_twice(names) if links.is_name(name)))


def give_points(site: Site, public: str, place: str, points: float | None, reason: str) -> None:
    """Points instead of those that were worked out, with a reason; None takes them back."""
    offer = site.offer(place)
    if offer is None:
        raise Missing
    worth = site.known_card(offer.hash).exercise.points
    if points is not None and not (math.isfinite(points) and 0 <= points <= worth):
        raise Refused("person.no_points", 422)
    if not reason.strip() or len(reason) > LONGEST_REASON:
        raise Refused("person.no_reason", 422)
    with site.database.writing() as session:
        found = student(session, public)
        session.add(Override(person_id=found.id, place=place, points=points, reason=visible(reason.strip())))


def give_attempts(site: Site, public: str, place: str, attempts: int) -> None:
    if site.offer(place) is None:
        raise Missing
    if not 1 <= attempts <= MOST_ATTEMPTS:
        raise Refused("person.no_attempts", 422, most=MOST_ATTEMPTS)
    with site.database.writing() as session:
        session.add(Grant(person_id=student(session, public).id, place=place, attempts=attempts))


def new_link(site: Site, public: str) -> str:
    """The secret of a personal link; the one before ends."""
    with site.database.writing() as session:
        return links.invite(session, student(session, public).name)


def revoke(site: Site, public: str) -> None:
    with site.database.writing() as session:
        links.revoke(session, student(session, public))


def release(site: Site, public: str) -> None:
    with site.database.writing() as session:
        links.release(session, student(session, public))


def forget(site: Site, public: str, name: str) -> None:
    """Only where the name was said once more: nothing brings the data back."""
    with site.database.writing() as session:
        found = student(session, public)
        if name.strip() != found.name:
            raise Refused("person.not_the_name", 422)
        delete_person(session, found)


def examine_again(site: Site, number: int) -> None:
    """Of a check that ended with an error."""
    with site.database.writing() as session:
        job = session.get(Job, number)
        if job is None:
            raise Missing
        queue.run_again(job)
    if site.crew is not None:
        site.crew.wake()


def begin_regrade(site: Site, place: str) -> Regrade:
    """Has everything examined against the exercise as it was read last."""
    newest = site.newest(place)
    if newest is None:
        raise Missing
    card = site.card(newest.hash, wait=_WAIT)
    if isinstance(card, Error):
        raise Refused("regrade.broken", 422, title=newest.title, problem=str(card))
    if card is None:
        raise Refused("regrade.reading", 503, wait=_AGAIN, title=newest.title)
    return classroom.begin_regrade(site, Spot(newest))


def end_regrade(site: Site, number: int, *, applies: bool) -> None:
    """Lets what was shown count from now on, or forgets it. What has not been shown yet cannot count: it could still
    change whose points change. Nor can what was shown of an exercise that is another now."""
    if applies:
        with site.database.reading() as session:
            regrade = session.get(Regrade, number)
            if regrade is None or regrade.state != classroom.SHOWN:
                raise Missing
            found = classroom.preview(site, session, regrade)
        if found.is_stale:
            raise Refused("regrade.stale", 409)
        if found.waiting:
            raise Refused("regrade.working", 409, wait=_AGAIN, count=found.waiting)
    if not classroom.end_regrade(site, number, applies=applies):
        raise Missing
