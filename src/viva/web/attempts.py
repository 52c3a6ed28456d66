"""What happens to a submission: it is stored before anything else, and what leaves of its report is what was earned.

Which rungs an attempt has earned says the exercise's policy. Those with a price are shown when they are asked for, and
only then paid for, with points of later attempts; everything else is `viva.core.deciding.leaving`.
"""

from __future__ import annotations

import base64
import hashlib
import secrets
import time
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from viva.core.deciding.leaving import leaving, reader_of
from viva.core.ladder import Policy, Rung, shown_up_to
from viva.core.records import dataclass
from viva.core.report import Report
from viva.core.submission import Submission
from viva.core.text.escape import visible_line
from viva.grading.parcel import files_from_json, files_to_json
from viva.grading.row import Error
from viva.web.database.models import Grant, Job, Opened, Person, Regrade, StoredReport, Submitted
from viva.web.editing.field import text_in_field
from viva.web.jobs import queue
from viva.web.shelf import Card
from viva.web.site import Site, Spot

MOST_WAITING = 5000
_MINUTE = 60.0
_LONGEST_NAME = 100
_MOST_FILES = 50


class Refused(Exception):
    """Why nothing was stored: the key of a sentence of `texts/`, and how long to wait, where that helps."""

    def __init__(self, why: str, status: int, wait: int | None = None, **slots: object) -> None:
        super().__init__(why)
        self.why, self.status, self.wait, self.slots = why, status, wait, slots


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked at a spot: the exercise by its hash, and its card."""

    spot: Spot
    exercise: str
    card: Card


@dataclass(frozen=True, slots=True)
class Given:
    """What was posted: files by name. `once` is the key of the form it came from: the same files from it a second time
    are the same submission, other ones are not."""

    files: Mapping[str, bytes]
    once: str
    locale: str

    @property
    def name(self) -> str:
        return next(iter(self.files)) if len(self.files) == 1 else "submission"


@dataclass(frozen=True, slots=True)
class Price:
    """The next rung that can be asked for, and the points it takes from later attempts."""

    rung: Rung
    cost: float


@dataclass(frozen=True, slots=True)
class Standing:
    """What there is to see of a submission, for one reader. `report` may be what is known so far (`is_whole` False).
    `before` is how many checks are before it, None where it is at work or done."""

    submitted: Submitted
    card: Card
    report: Report | None
    is_whole: bool
    before: int | None = None
    doing: str | None = None
    error: Error | None = None
    price: Price | None = None

    @property
    def is_open(self) -> bool:
        """Whether there is more to come by itself."""
        return not self.is_whole and self.error is None


def named(files: Sequence[tuple[str, bytes]]) -> dict[str, bytes]:
    """Uploaded files by names that are harmless everywhere: the last part of a path, visible, not too long. Raises
    Refused where two would have one name, as only one of them could be examined."""
    found: dict[str, bytes] = {}
    for given, content in files:
        last = visible_line(given.replace("\\", "/").rpartition("/")[2]).strip() or "submission.txt"
        name = last if len(last) <= _LONGEST_NAME else last[: _LONGEST_NAME // 2] + last[-_LONGEST_NAME // 2 :]
        name = name if name not in (".", "..") else "submission.txt"
        if name in found:
            raise Refused("refused.twice", 422, name=name)
        found[name] = content
    return found


def hand_in(site: Site, person_id: int, asked: Asked, given: Given) -> Submitted:
    """Stores what was given, together with the job that checks it. The same form with the same in it a second time
    gives the same."""
    _refuse_size(site, given)
    with site.database.writing() as session:
        # One after the other, for each person: two posts at once are two attempts.
        session.execute(select(Person.id).where(Person.id == person_id).with_for_update())
        submitted = _stored(session, site, person_id, asked, given)
    if site.crew is not None:
        site.crew.wake()
    return submitted


def _refuse_size(site: Site, given: Given) -> None:
    size = sum(map(len, given.files.values()))
    if size > site.settings.largest:
        raise Refused("refused.large", 413, most=site.settings.largest)
    if len(given.files) > _MOST_FILES:
        raise Refused("refused.files", 413, most=_MOST_FILES)
    if not any(content.strip() for content in given.files.values()):
        raise Refused("refused.empty", 422)


def _stored(session: Session, site: Site, person_id: int, asked: Asked, given: Given) -> Submitted:
    digest = _digest(given.files)
    # Who goes back to a form and changes what is in it hands in something else.
    form = "\0".join((asked.spot.key, digest, given.once))
    once = hashlib.sha256(form.encode(errors="surrogatepass")).hexdigest()
    again = select(Submitted).where(Submitted.person_id == person_id, Submitted.once == once)
    if (known := session.scalars(again).first()) is not None:
        return known
    now = time.time()
    recent = select(Submitted.created).where(Submitted.person_id == person_id, Submitted.created > now - _MINUTE)
    times = sorted(session.scalars(recent))
    if len(times) >= site.settings.per_minute:
        raise Refused("refused.often", 429, wait=max(1, int(times[0] + _MINUTE - now) + 1))
    if queue.waiting_of(session, person_id) >= site.settings.waiting:
        raise Refused("refused.waiting", 429, wait=10)
    if queue.count(session).get(queue.QUEUED, 0) >= MOST_WAITING:
        raise Refused("refused.busy", 503, wait=30)
    before = _attempts(session, person_id, asked.spot.key)
    most = most_attempts(session, site, person_id, asked.spot)
    if most is not None and before - lost_attempts(session, person_id, asked.spot.key) >= most:
        raise Refused("refused.attempts", 403, most=most)
    files = files_to_json(given.files)
    submitted = Submitted(
        public=secrets.token_urlsafe(12),
        person_id=person_id,
        place=asked.spot.key,
        exercise=asked.exercise,
        attempt=before + 1,
        name=given.name,
        files=files,
        digest=digest,
        locale=asked.card.exercise.feedback.locale or given.locale,
        once=once,
    )
    session.add(submitted)
    session.flush()
    queue.enqueue(session, submitted, asked.exercise, shown_up_to(asked.card.exercise.feedback, submitted.attempt, ()))
    return submitted


def _digest(files: Mapping[str, bytes]) -> str:
    digest = hashlib.sha256()
    for name, content in sorted(files.items()):
        for piece in (name.encode(errors="surrogatepass"), content):
            digest.update(len(piece).to_bytes(8, "big") + piece)
    return digest.hexdigest()


def _attempts(session: Session, person_id: int, place: str) -> int:
    asked = select(func.max(Submitted.attempt)).where(Submitted.person_id == person_id, Submitted.place == place)
    return session.scalar(asked) or 0


def lost_attempts(session: Session, person_id: int, place: str) -> int:
    """Those that could not be checked: they are no grade, and take none of the attempts."""
    whose = (Submitted.person_id == person_id, Submitted.place == place, Job.state == queue.FAILED)
    reported = select(StoredReport.submission_id)
    asked = select(func.count(Submitted.id.distinct())).join(Job, Job.submission_id == Submitted.id)
    return session.scalar(asked.where(*whose, Submitted.id.not_in(reported))) or 0


def most_attempts(session: Session, site: Site, person_id: int, spot: Spot) -> int | None:
    """How many attempts a person has here; None is as many as they like, as in practice."""
    if not site.settings.attempts or spot.wish:
        return None
    asked = select(func.sum(Grant.attempts)).where(Grant.person_id == person_id, Grant.place == spot.key)
    return site.settings.attempts + (session.scalar(asked) or 0)


def price_of_more(policy: Policy, attempt: int, opened: Sequence[Rung]) -> Price | None:
    """What may be asked for next."""
    highest = shown_up_to(policy, attempt, opened)
    more = [rung for rung in policy.rungs(attempt) if rung.height > highest.height]
    return Price(more[0], policy.cost.get(more[0], 0.0)) if more else None


def opened_rungs(session: Session, submitted: Submitted) -> list[Rung]:
    return [Rung(rung) for rung in session.scalars(select(Opened.rung).where(Opened.submission_id == submitted.id))]


def paid_before(session: Session, submitted: Submitted) -> float:
    """The points that rungs took which were asked for at earlier attempts, each of them once."""
    asked = (
        select(Opened.rung, func.max(Opened.cost))
        .join(Submitted, Submitted.id == Opened.submission_id)
        .where(
            Submitted.person_id == submitted.person_id,
            Submitted.place == submitted.place,
            Submitted.attempt < submitted.attempt,
        )
        .group_by(Opened.rung)
    )
    return sum(cost for _, cost in session.execute(asked))


def exercise_that_counts(session: Session, submitted: Submitted) -> str:
    """The state of the exercise that a submission is held against: that of its day, or of the last regrade."""
    applied = (
        select(Regrade.exercise)
        .where(Regrade.place == submitted.place, Regrade.state == "applied", Regrade.created > submitted.created)
        .order_by(Regrade.id.desc())
        .limit(1)
    )
    return session.scalar(applied) or submitted.exercise


def report_that_counts(session: Session, submitted: Submitted) -> StoredReport | None:
    """The newest, unless it was made for a regrade that only shows what would change."""
    exercise = exercise_that_counts(session, submitted)
    asked = (
        select(StoredReport)
        .where(StoredReport.submission_id == submitted.id, StoredReport.exercise == exercise)
        .order_by(StoredReport.created.desc())
    )
    found = session.scalars(asked).all()
    shown = select(Regrade.version).where(
        Regrade.place == submitted.place, Regrade.exercise == exercise, Regrade.state == "shown"
    )
    tried = set(session.scalars(shown)) if len(found) > 1 else set()
    return next((each for each in found if each.version not in tried), found[0] if found else None)


def standing(site: Site, session: Session, submitted: Submitted, *, teacher: bool) -> Standing:
    """What there is to see. What is due and not worked out yet is found as the job that was made for it."""
    exercise = exercise_that_counts(session, submitted)
    card = site.known_card(exercise)
    policy = card.exercise.feedback
    opened = opened_rungs(session, submitted)
    highest = Rung.FIX if teacher else shown_up_to(policy, submitted.attempt, opened)
    reader = reader_of(
        card.exercise,
        None if teacher else submitted.attempt,
        None if teacher else highest,
        0.0 if teacher else paid_before(session, submitted),
    )
    stored = report_that_counts(session, submitted)
    body: Any = stored.body if stored else None
    whole = Report.from_json(body) if stored else None
    if stored is not None and whole is not None and (Rung(stored.rung).height >= highest.height or whole.verdict.right):
        price = None if teacher or whole.verdict.right else price_of_more(policy, submitted.attempt, opened)
        return Standing(submitted, card, leaving(whole, reader), True, price=price)
    job = queue.find(session, submitted.id, exercise, highest)
    if job is None and stored is None:
        job = queue.first_of(session, submitted.id, exercise)
    progress = site.board.of(job.id) if job else None
    if whole is None and progress and progress.so_far:
        whole = Report.from_json(progress.so_far)
    report = leaving(whole, reader) if whole else None
    if job is not None and job.state == queue.FAILED:
        return Standing(submitted, card, report, False, error=queue.problem_of(job))
    if job is not None and job.state == queue.QUEUED:
        return Standing(submitted, card, report, False, before=queue.place_of(session, job))
    return Standing(submitted, card, report, False, doing=progress.doing if progress else "examining")


def ensure_job(site: Site, submitted: Submitted, *, teacher: bool) -> None:
    """Sees that what is due of a report is worked out."""
    exercise, policy = _counts(site, submitted)
    with site.database.writing(durable=False) as session:
        opened = opened_rungs(session, submitted)
        rung = Rung.FIX if teacher else shown_up_to(policy, submitted.attempt, opened)
        usual = queue.FOR_TEACHER if teacher else queue.FOR_STUDENT
        stored = report_that_counts(session, submitted)
        if stored is None and queue.first_of(session, submitted.id, exercise) is not None:
            return  # first things first
        if stored is None or Rung(stored.rung).height < rung.height:
            queue.enqueue(session, submitted, exercise, rung, usual)
    if site.crew is not None:
        site.crew.wake()


def open_rung(site: Site, submitted: Submitted, rung: Rung) -> bool:
    """Lets a student see the next rung that has a price; False where it is not the next one."""
    _, policy = _counts(site, submitted)
    with site.database.writing() as session:
        opened = opened_rungs(session, submitted)
        if rung in opened:
            return True
        price = price_of_more(policy, submitted.attempt, opened)
        stored = report_that_counts(session, submitted)
        if price is None or price.rung is not rung or stored is None:
            return False
        if Report.from_json(stored.body).verdict.right:
            return False
        session.add(Opened(submission_id=submitted.id, rung=rung.value, cost=price.cost))
    ensure_job(site, submitted, teacher=False)
    return True


def _counts(site: Site, submitted: Submitted) -> tuple[str, Policy]:
    """What a submission is held against. A card may have to be made, so nothing is written meanwhile."""
    with site.database.reading() as session:
        exercise = exercise_that_counts(session, submitted)
    return exercise, site.known_card(exercise).exercise.feedback


def recover(site: Site) -> int:
    """Sees that everything that was handed in is checked, whatever happened to the server meanwhile."""
    with site.database.reading() as session:
        lost = queue.forgotten(session)
    for submitted in lost:
        ensure_job(site, submitted, teacher=False)
    return len(lost)


def submission_of(submitted: Submitted) -> Submission:
    return Submission(submitted.name, files_from_json(submitted.files))


def text_of(submitted: Submitted) -> str | None:
    """What was handed in as text, for the editor; None where it was several files or no text."""
    content = only_file(submitted)
    return None if content is None else text_in_field(content)


def only_file(submitted: Submitted) -> bytes | None:
    """None where it was several."""
    return base64.b64decode(next(iter(submitted.files.values()))) if len(submitted.files) == 1 else None


def only_name(submitted: Submitted) -> str:
    """That of the only file; empty where there are several."""
    return next(iter(submitted.files)) if len(submitted.files) == 1 else ""


def began_with(session: Session, person_id: int, public: str) -> bytes | None:
    """The file of theirs that a field was filled with."""
    asked = select(Submitted).where(Submitted.person_id == person_id, Submitted.public == public)
    found = session.scalars(asked).first() if public else None
    return only_file(found) if found is not None else None


def failed_jobs(session: Session) -> Sequence[Job]:
    return session.scalars(select(Job).where(Job.state == queue.FAILED).order_by(Job.id)).all()
