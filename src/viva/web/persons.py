"""All that is kept of one person: to hand it out, and to delete it."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from viva.showing.document import finite
from viva.web import contents
from viva.web.attempts import standing
from viva.web.contents import moment
from viva.web.database.models import Grant, Override, Person, StoredReport, Submitted
from viva.web.site import Site


def export_person(site: Site, session: Session, person: Person, *, teacher: bool) -> bytes:
    """What is kept of a person, as JSON. Who is no teacher gets of the reports what they may see."""
    own = session.scalars(select(Submitted).where(Submitted.person_id == person.id).order_by(Submitted.id)).all()
    given = session.scalars(select(Override).where(Override.person_id == person.id).order_by(Override.id))
    granted = session.scalars(select(Grant).where(Grant.person_id == person.id).order_by(Grant.id))
    told: dict[str, Any] = {
        "name": person.name,
        "since": moment(person.created),
        "submissions": [_submission(site, session, each, teacher=teacher) for each in own],
        "points_given": [
            {"place": each.place, "points": each.points, "reason": each.reason, "at": moment(each.created)}
            for each in given
        ],
        "attempts_given": [{"place": each.place, "attempts": each.attempts} for each in granted],
    }
    return json.dumps(told, indent=1).encode()


def _submission(site: Site, session: Session, submitted: Submitted, *, teacher: bool) -> dict[str, Any]:
    about = {
        "id": submitted.public,
        "place": submitted.place,
        "attempt": submitted.attempt,
        "at": moment(submitted.created),
        "files": submitted.files,
    }
    if teacher:
        asked = select(StoredReport.body).where(StoredReport.submission_id == submitted.id)
        return {**about, "reports": [finite(body) for body in session.scalars(asked)]}
    seen = contents.attempt_content(standing(site, session, submitted, teacher=False))
    return {**about, "reports": [seen.report] if seen.report and seen.state == "done" else []}


def delete_person(session: Session, person: Person) -> None:
    """With everything that they handed in and what came of it."""
    session.execute(delete(Person).where(Person.id == person.id))
