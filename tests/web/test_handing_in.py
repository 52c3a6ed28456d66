"""A student opens an exercise, hands in, and reads the report: on the rungs that the attempt has earned."""

import html
import json
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy import func, select
from sqlalchemy.exc import OperationalError

from tests.web.browsing import Hall
from viva.core.ladder import Rung
from viva.core.report import Report
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.services import checking
from viva.services.registry import read_exercise
from viva.showing.outline import outline
from viva.showing.page import as_page
from viva.web import attempts, contents
from viva.web.database.models import Job, Opened, Person, StoredReport, Submitted
from viva.web.pages import events
from viva.web.people.admission import Role, Visitor


def counts(hall: Hall) -> tuple[int, int, int]:
    with hall.site.database.reading() as session:
        return tuple(
            session.scalar(select(func.count()).select_from(each)) or 0 for each in (Submitted, Job, StoredReport)
        )  # type: ignore[return-value]


def test_a_student_goes_from_the_course_to_a_report_and_back(speaking: Hall) -> None:
    student = speaking.student("Ada Lovelace")
    page = student.get("/").text
    assert "Speaking" in page and "/exercises/say-hello" in page and "not begun" in page
    page = student.get("/exercises/say-hello").text
    assert "Hand in a file: <strong>say-hello</strong>." in page
    assert "<script>alert" not in page
    page = student.report(student.hand_in("say-hello", "good bye\n"))
    assert "Not right yet" in page and "Read the statement once more." in page
    assert "It says something else" not in page
    page = student.report(student.hand_in("say-hello", "hello\n"))
    assert "tone-good" in page and "4 of 4" in page
    assert "right" in student.get("/").text
    page = student.get("/exercises/say-hello").text
    assert page.index("Attempt 2") < page.index("Attempt 1")
    assert ">hello\n</textarea>" in page


def test_each_attempt_is_told_what_a_check_at_that_attempt_tells(speaking: Hall) -> None:
    student = speaking.student("Blaise")
    subject, exercise = read_exercise(speaking.site.served / "say-secret")  # type: ignore[operator]
    submission = Submission("answer.txt", {"answer.txt": b"wrong word"})
    for attempt in (1, 2, 3):
        page = student.report(student.hand_in("say-secret", "wrong word"))
        report = checking.check(subject, exercise, submission, Terms(attempt=attempt))
        for each in report.findings:
            assert html.escape(each.text, quote=False) in page
        missing = [
            each
            for each in ("Expected xyzzyplugh", "Here it goes wrong", "Write xyzzyplugh")
            if each not in str(report.to_json())
        ]
        assert missing and not any(each in page for each in missing)
        # The body of the page is that of `viva check --html`, but for the seconds that it took.
        body = as_page(outline(report, submission, exercise.feedback))
        start, end = body.index('<p class="verdict'), body.index("<footer>")
        assert body[start:end] in page


def test_the_page_of_a_check_that_waits_asks_again_by_itself_and_ends(speaking: Hall) -> None:
    student = speaking.student("Charles")
    address = student.hand_in("say-hello", "hm")
    page = student.get(address).text
    assert ("data-follow" in page) == ('http-equiv="refresh"' in page)
    page = student.report(address)
    assert "refresh" not in page


def test_what_is_stored_is_never_changed_and_carries_hashes(speaking: Hall) -> None:
    student = speaking.student("Dorothy")
    student.report(student.hand_in("say-hello", "  spaces\r\nand lines\r\n"))
    with speaking.site.database.reading() as session:
        stored = session.scalars(select(Submitted).order_by(Submitted.id.desc())).first()
    assert stored is not None
    assert attempts.text_of(stored) == "  spaces\nand lines\n"
    assert stored.exercise == speaking.site.shelf.offers["say-hello"].hash
    assert len(stored.digest) == 64


def test_the_same_form_twice_is_one_submission_and_two_posts_at_once_are_two_attempts(speaking: Hall) -> None:
    student = speaking.student("Edsger")
    first = student.hand_in("say-hello", "once", once="the-same")
    assert student.hand_in("say-hello", "once", once="the-same") == first
    # Who goes back to a form that was sent, and changes the text, has handed in something else.
    other = student.hand_in("say-hello", "another text", once="the-same")
    assert other != first
    assert student.hand_in("say-secret", "once", once="the-same") not in (first, other), "nor is it the same elsewhere"
    with ThreadPoolExecutor(8) as pool:
        addresses = list(pool.map(lambda number: student.hand_in("say-secret", f"at once {number}"), range(8)))
    assert len(set(addresses)) == 8
    with speaking.site.database.reading() as session:
        asked = select(Submitted.attempt).where(
            Submitted.place == "say-secret", Submitted.public.in_([each.rpartition("/")[2] for each in addresses])
        )
        assert sorted(session.scalars(asked)) == list(range(2, 10))
    for address in addresses:
        student.report(address)


def test_what_is_handed_in_before_its_exercise_is_there_is_given_back(
    speaking: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without it nobody knows what is asked, so nothing is stored; and nothing that was typed is lost."""
    student = speaking.student("Radia")
    with monkeypatch.context() as patched:
        patched.setattr(speaking.site, "card", lambda *_, **__: None)
        answer = student.post("/exercises/say-hello", {"text": "a <b> & c", "once": "first"})
    assert answer.status_code == 503 and answer.headers["retry-after"]
    assert "Nothing was handed in yet" in answer.text and "a &lt;b&gt; &amp; c</textarea>" in answer.text
    assert "data-again" not in answer.text, "the page stays as long as its reader does"
    student.report(student.hand_in("say-hello", "a <b> & c", once="first"))


def test_every_submission_has_exactly_one_report(speaking: Hall) -> None:
    student = speaking.student("Frances")
    for address in [student.hand_in("say-hello", f"text {number}") for number in range(6)]:
        student.report(address)
    submissions, _, reports = counts(speaking)
    with speaking.site.database.reading() as session:
        errors = session.scalar(select(func.count()).where(Job.state == "failed"))
    assert submissions == reports + (errors or 0)


def test_a_rung_with_a_price_is_shown_when_it_is_asked_for_and_paid_for_later(speaking: Hall) -> None:
    student = speaking.student("Grace")
    address = student.hand_in("say-priced", "nothing")
    page = student.report(address)
    assert "It says something else" in page and "Expected sesame" not in page and "Write sesame" not in page
    assert "an example. It costs 2 points" in page
    assert "At the next attempt" not in page, "what has a price does not come by itself"
    assert student.post(f"{address}/more", {"rung": "place"}).status_code == 404, "the example comes first"
    assert student.post(f"{address}/more", {"rung": "fix"}).status_code == 404
    assert student.post(f"{address}/more", {"rung": "example"}).status_code == 303
    page = student.report(address)
    assert "Expected sesame" in page and "Here it goes wrong" not in page
    assert "where to look. It costs 1 point in" in page
    page = student.report(student.hand_in("say-priced", "sesame"))
    assert "8 of 10" in page
    other = speaking.student("Hedy")
    assert "10 of 10" in other.report(other.hand_in("say-priced", "sesame")), "who asked for nothing pays nothing"


def test_what_a_teacher_opens_equals_a_check_with_all_rungs(speaking: Hall) -> None:
    student, teacher = speaking.student("Ivan"), speaking.teacher()
    address = student.hand_in("say-secret", "not it")
    student.report(address)
    page = teacher.report(address)
    assert "Write xyzzyplugh instead." in page
    subject, exercise = read_exercise(speaking.site.served / "say-secret")  # type: ignore[operator]
    handed_in = Submission("answer.txt", {"answer.txt": b"not it"})
    whole = checking.examine(subject, exercise, handed_in, Terms(rung=Rung.FIX))
    with speaking.site.database.reading() as session:
        asked = select(StoredReport).join(Submitted).where(Submitted.public == address.rpartition("/")[2])
        stored = session.scalars(asked).one()
    before, after = (
        json.loads(json.dumps(each)) for each in (whole.to_json(), Report.from_json(stored.body).to_json())
    )
    for each in (before, after):
        each.pop("seconds")
        each.pop("exercise")
    assert before == after
    assert "Write xyzzyplugh" not in student.report(address)


def test_another_one_keeps_its_seed_in_its_address(speaking: Hall) -> None:
    student, other = speaking.student("Joan"), speaking.student("Karl")
    address = student.post("/exercises/say-hello/another", {"wish": "like"}).headers["location"]
    assert address.startswith("/exercises/say-hello/like/")
    seed = address.rpartition("/")[2]

    def shown(someone: object) -> str:
        for _ in range(200):
            page = someone.get(address).text  # type: ignore[attr-defined]
            if "<textarea" in page:
                return str(page)
        raise AssertionError(page)

    assert f"Say two {seed}." in shown(student) and f"Say two {seed}." in shown(other)
    page = student.report(student.hand_in(address.removeprefix("/exercises/"), f"two {seed}"))
    assert "tone-good" in page
    assert "not begun" in student.get("/").text, "practice is no attempt at the exercise"
    harder = f"/exercises/say-hello/harder/{seed}"
    for _ in range(200):
        page = student.get(harder).text
        if "being made" not in page:
            break
    assert "There is no harder version" in page


def test_a_file_can_be_handed_in_instead_and_comes_back_as_an_attachment_only(speaking: Hall) -> None:
    student = speaking.student("Lise")
    files = {"file": ("../../<b>evil\x07.txt", b"<script>alert(1)</script>", "text/html")}
    address = student.post("/exercises/say-hello", {"text": ""}, files=files).headers["location"]
    page = student.report(address)
    assert "<script>alert" not in page and "&lt;b&gt;evil" in page
    answer = student.get(f"{address}/files/0")
    assert answer.content == b"<script>alert(1)</script>"
    assert answer.headers["content-disposition"].startswith("attachment;")
    assert answer.headers["content-type"] == "application/octet-stream"
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_what_was_solved_once_is_right_however_much_was_paid_and_whatever_came_after(speaking: Hall) -> None:
    student = speaking.student("Isaac")
    student.report(student.hand_in("say-priced", "simsim"))
    with speaking.site.database.writing() as session:
        first = session.scalars(select(Submitted).order_by(Submitted.id.desc()).limit(1)).one()
        session.add(Opened(submission_id=first.id, rung=Rung.EXAMPLE.value, cost=9.0))

    def told() -> tuple[str, float]:
        with speaking.site.database.reading() as session:
            person = session.get_one(Person, first.person_id)
            visitor = Visitor(person.id, person.public, person.name, Role.STUDENT, "browser", "")
            lines = contents.course_content(speaking.site, session, visitor).exercises
        line = next(each for each in lines if each.place == "say-priced")
        return line.state, line.points or 0.0

    before = told()
    assert before[0] == "wrong" and before[1] > 1
    student.report(student.hand_in("say-priced", "sesame"))
    assert told() == ("right", before[1]), "the best points count, and those are of a wrong attempt"
    student.report(student.hand_in("say-priced", "worse again"))
    assert told() == ("right", before[1])
    assert "not right yet" not in student.get("/").text


def test_who_follows_a_check_is_told_of_its_end_also_when_it_is_taken_away(speaking: Hall) -> None:
    """Or when the database is away for a moment; the page asks then, and says what there is."""
    student, teacher = speaking.student("Una"), speaking.teacher()
    address = student.hand_in("say-hello", "wait 1.5 and see")
    deleted = threading.Timer(0.5, teacher.post, (f"/class/{person_of(speaking, 'Una')}/delete", {"name": "Una"}))
    deleted.start()
    told = student.get(f"{address}/events")
    deleted.join()
    assert told.status_code == 200 and "event: end" in told.text
    assert student.get(address).status_code == 401


def test_a_database_that_is_away_for_a_moment_ends_no_stream(speaking: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    student = speaking.student("Vito")
    address = student.hand_in("say-hello", "wait 0.5 and see")
    state, asked = events._state, list[int]()

    def away(*about: Any) -> Any:
        asked.append(1)
        if len(asked) in (2, 3):
            raise OperationalError("SELECT", {}, Exception("it is away"))
        return state(*about)

    monkeypatch.setattr(events, "_state", away)
    told = student.get(f"{address}/events")
    assert "event: end" in told.text and len(asked) > 3


def person_of(opened: Hall, name: str) -> str:
    with opened.site.database.reading() as session:
        return session.scalars(select(Person.public).where(Person.name == name)).one()
