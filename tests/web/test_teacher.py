"""The teacher sees the class, gives points and attempts, grades again, and takes everything away."""

import csv
import io
import json
import re
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.browsing import Hall, Someone, hall, write_course
from viva.grading.pages import sum_of_points
from viva.web import classroom
from viva.web.database.models import Regrade
from viva.web.jobs.crew import Errand


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """A site of its own: its course is changed here, and everybody has two attempts."""
    course = write_course(tmp_path_factory.mktemp("course") / "limited")
    with hall(tmp_path_factory.mktemp("data"), course, attempts=2) as opened:
        yield opened


def page_of(teacher: Someone, name: str) -> str:
    found = re.search(rf'href="(/class/[^"/]+)">{re.escape(name)}<', teacher.get("/class").text)
    assert found, name
    return found[1]


def test_the_table_and_groups_are_those_of_viva_grade(speaking: Hall) -> None:
    teacher = speaking.teacher()
    for name, text in (("Anna", "hello"), ("Bert", "good bye"), ("Carl", "good bye"), ("Dora", "kill")):
        student = speaking.student(name)
        student.report(student.hand_in("say-hello", text))
    speaking.student("Emil")
    page = teacher.get("/class").text
    assert "4 of 4" in page and "1 of 4" in page and "nothing handed in" in page.lower()
    assert "Read the statement once more." in page, "the two wrong ones are one group"
    assert "Could not be checked" in page and "ended by signal 9" in page
    with speaking.site.database.reading() as session:
        results = classroom.class_results(speaking.site, session, "en")
    by = results.by_student()
    assert sum_of_points(by["Anna"]) == 4 and sum_of_points(by["Bert"]) == 1
    assert by["Dora"][0].error is not None and by["Dora"][0].points is None, "an error is never a grade"
    assert "style=" not in page and "<style" not in page and "<script>" not in page


def test_points_given_instead_count_with_their_reason(limited: Hall) -> None:
    teacher, student = limited.teacher(), limited.student("Fritz")
    student.report(student.hand_in("say-hello", "nearly"))
    page = page_of(teacher, "Fritz")
    refused = teacher.post(f"{page}/points", {"place": "say-hello", "points": "3", "reason": " "})
    assert refused.status_code == 422 and "Say why" in refused.text
    assert teacher.post(f"{page}/points", {"place": "say-hello", "points": "5", "reason": "more"}).status_code == 422
    assert teacher.post(f"{page}/points", {"place": "say-hello", "points": "nan", "reason": "x"}).status_code == 422
    given = {"place": "say-hello", "points": "3,5", "reason": "told me <b>orally</b>"}
    assert teacher.post(f"{page}/points", given).status_code == 303
    shown = student.get("/exercises/say-hello").text
    assert "3.5 of 4 points: told me &lt;b&gt;orally&lt;/b&gt;" in shown
    assert "3.5" in teacher.get("/class").text
    row = next(each for each in teacher.get("/api/class").json() if each["student"] == "Fritz")
    assert row["points"] == 3.5
    packed = zipfile.ZipFile(io.BytesIO(teacher.get("/class/export/all").content))
    lines = csv.DictReader(io.StringIO(packed.read("grades.csv").decode()))
    assert next(each for each in lines if each["student"] == "Fritz")["points"] == "3.5"
    assert teacher.post(f"{page}/points", {"place": "say-hello", "reason": "a mistake"}).status_code == 303
    orally = {"place": "say-secret", "points": "6", "reason": "orally"}
    assert teacher.post(f"{page}/points", orally).status_code == 303
    assert "nothing handed in, 6 of 10" in teacher.get("/class").text
    assert "3.5 of 4" not in student.get("/exercises/say-hello").text


def test_exercises_that_are_still_prepared_are_told_of(limited: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    teacher = limited.teacher()
    assert "still being prepared" not in teacher.get("/class").text
    known, hidden = limited.site.card, limited.site.shelf.offers["say-secret"].hash
    monkeypatch.setattr(limited.site, "card", lambda each, **more: None if each == hidden else known(each, **more))
    assert "1 exercise is still being prepared" in teacher.get("/class").text


def test_what_could_not_be_checked_takes_no_attempt(limited: Hall) -> None:
    student = limited.student("Nora")
    assert "could not be checked" in student.report(student.hand_in("say-hello", "kill"))
    assert "2 attempts are left" in student.get("/exercises/say-hello").text
    for text in ("one", "two"):
        assert "Not right yet" in student.report(student.hand_in("say-hello", text))
    assert student.post("/exercises/say-hello", {"text": "three"}).status_code == 403


def test_attempts_end_and_the_teacher_hands_out_more(limited: Hall) -> None:
    teacher, student = limited.teacher(), limited.student("Gerda")
    for text in ("one", "two"):
        student.report(student.hand_in("say-secret", text))
    assert "You have used all your attempts" in student.get("/exercises/say-secret").text
    refused = student.post("/exercises/say-secret", {"text": "xyzzyplugh"})
    assert refused.status_code == 403
    assert (
        teacher.post(f"{page_of(teacher, 'Gerda')}/attempts", {"place": "say-secret", "attempts": 1}).status_code == 303
    )
    assert "1 attempt is left" in student.get("/exercises/say-secret").text
    assert "tone-good" in student.report(student.hand_in("say-secret", "xyzzyplugh"))


def test_a_regrade_shows_first_whose_points_would_change(limited: Hall) -> None:
    teacher, ada, bob = limited.teacher(), limited.student("Hanna"), limited.student("Ingo")
    first, second = ada.hand_in("say-priced", "sesame"), bob.hand_in("say-priced", "open")
    ada.report(first), bob.report(second)
    manifest = Path(limited.site.served or "") / "say-priced" / "exercise.toml"
    manifest.write_text(manifest.read_text().replace("'sesame'", "'open'"))
    assert teacher.post("/class/read-again").status_code == 303
    address = teacher.post("/class/regrade", {"place": "say-priced"}).headers["location"]

    def settled() -> str:
        for _ in range(300):
            page = str(teacher.get(address).text)
            if "still being examined" not in page:
                return page
        raise AssertionError(page)

    page = settled()
    assert "The points of 2 students would change" in page
    assert "tone-good" in ada.report(first) and "tone-bad" in bob.report(second), "nothing counts yet"
    assert teacher.post(address, {"applies": "no"}).status_code == 303
    assert "tone-good" in ada.report(first)
    address = teacher.post("/class/regrade", {"place": "say-priced"}).headers["location"]
    settled()
    assert teacher.post(address, {"applies": "yes"}).status_code == 303
    assert teacher.post(address, {"applies": "yes"}).status_code == 404, "once is enough"
    assert "tone-bad" in ada.report(first) and "tone-good" in bob.report(second)
    assert "10 of 10" in bob.get("/").text


def test_what_was_worked_out_for_another_exercise_cannot_count(limited: Hall) -> None:
    teacher, ada = limited.teacher(), limited.student("Rosa")
    first = ada.hand_in("say-hello", "hello")
    assert "tone-good" in ada.report(first)
    manifest = Path(limited.site.served or "") / "say-hello" / "exercise.toml"
    before = manifest.read_text()

    def settled(address: str) -> str:
        for _ in range(300):
            page = str(teacher.get(address).text)
            if "still being examined" not in page:
                return page
        raise AssertionError(page)

    manifest.write_text(before.replace('"hello"', '"goodbye"'))
    assert teacher.post("/class/read-again").status_code == 303
    address = teacher.post("/class/regrade", {"place": "say-hello"}).headers["location"]
    assert "cannot count" not in settled(address)
    manifest.write_text(before)
    assert teacher.post("/class/read-again").status_code == 303
    page = settled(address)
    assert "cannot count" in page and "Let them count" not in page
    assert teacher.post(address, {"applies": "yes"}).status_code == 409
    assert "tone-good" in ada.report(first), "nothing has changed"
    again = teacher.post("/class/regrade", {"place": "say-hello"}).headers["location"]
    assert again != address and "Let them count" in settled(again)
    assert teacher.post(again, {"applies": "no"}).status_code == 303


def test_an_exercise_that_is_read_again_stays_as_it_was_until_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    changing = write_course(tmp_path / "changing")
    with hall(tmp_path / "data", changing) as opened:
        site, teacher, student = opened.site, opened.teacher(), opened.student("Jutta")
        student.report(student.hand_in("say-hello", "hello"))
        manifest = changing / "say-hello" / "exercise.toml"
        manifest.write_text(manifest.read_text().replace("Say hello", "Say good day"))
        held: list[Errand] = []
        crew = site.crew
        assert crew is not None
        send = crew.send

        def hold(errand: Errand, *, soon: bool = True) -> bool:
            held.append(errand)
            return True

        with monkeypatch.context() as patch:
            patch.setattr(crew, "send", hold)
            patch.setattr("viva.web.site._PATIENCE", 0.05)
            patch.setattr("viva.web.changes._WAIT", 0.05)
            assert teacher.post("/class/read-again").status_code == 303
            assert held, "a worker is asked to read it"
            for path in ("/", "/exercises/say-hello", "/class"):
                page = student.get(path) if path != "/class" else teacher.get(path)
                assert page.status_code == 200 and "Say hello" in page.text and "good day" not in page.text, path
            assert "4 of 4" in teacher.get("/class").text, "the column stays"
            refused = teacher.post("/class/regrade", {"place": "say-hello"})
            assert refused.status_code == 503 and "Say good day is still being read" in refused.text
        send(held[0])
        for _ in range(600):
            if "Say good day" in student.get("/exercises/say-hello").text:
                break
            time.sleep(0.02)
        assert "Say good day" in student.get("/exercises/say-hello").text
        assert "Say good day" in teacher.get("/class").text
        assert teacher.post("/class/regrade", {"place": "say-hello"}).status_code == 303
        manifest.write_text(manifest.read_text().replace('say = "hello"', "say = 7"))
        assert teacher.post("/class/read-again").status_code == 303
        for _ in range(600):
            page = teacher.get("/class").text
            if "Exercises that cannot be read" in page:
                break
            time.sleep(0.02)
        assert "Exercises that cannot be read" in page and "4 of 4" in page, "told, and the one before stays"
        assert student.get("/exercises/say-hello").status_code == 200
        assert teacher.post("/class/regrade", {"place": "say-hello"}).status_code == 422


def test_a_preview_says_nothing_of_points_before_all_are_examined(limited: Hall) -> None:
    teacher, student = limited.teacher(), limited.student("Konrad")
    student.report(student.hand_in("say-hello", "hello"))
    with limited.site.database.writing() as session:
        offer = limited.site.shelf.offers["say-hello"]
        regrade = Regrade(place="say-hello", exercise=offer.hash, version="another", state="shown")
        session.add(regrade)
    page = teacher.get(f"/class/regrade/{regrade.id}").text
    assert "still being examined" in page and "students would change" not in page and "Let them count" not in page
    teacher.post(f"/class/regrade/{regrade.id}", {"applies": "no"})


def test_the_results_of_nobody_are_taken_away_too(course: Path, tmp_path: Path) -> None:
    with hall(tmp_path, course) as opened:
        teacher = opened.teacher()
        for form in classroom.EXPORTS:
            assert teacher.get(f"/class/export/{form}").status_code == 200, form


def test_the_results_are_taken_away_in_every_format(limited: Hall) -> None:
    teacher = limited.teacher()
    student = limited.student("=cmd()")
    student.report(student.hand_in("say-hello", "hello"))
    for form in classroom.EXPORTS:
        answer = teacher.get(f"/class/export/{form}")
        assert answer.status_code == 200 and answer.headers["content-disposition"].startswith("attachment")
        names = zipfile.ZipFile(io.BytesIO(answer.content)).namelist()
        assert names, form
        if form == "all":
            table = zipfile.ZipFile(io.BytesIO(answer.content)).read("grades.csv").decode()
            assert "'=cmd()" in table
    assert teacher.get("/class/export/exe").status_code == 404


def test_a_list_of_the_class_becomes_personal_links_that_work_once_shown(limited: Hall) -> None:
    teacher = limited.teacher()
    listed = "first name,last name\nZoë,Müller\nMax,O'Neil <script>\n"
    page = teacher.post("/class/invite", {}, files={"file": ("class.csv", listed.encode(), "text/csv")}).text
    links = re.findall(r"<code>http://localhost(/enter/[^<]+)</code>", page)
    assert len(links) == 2 and "Zoë Müller" in page and "<script>" not in page.replace('<script type="module"', "")
    someone = limited.visitor()
    assert someone.get(links[0]).status_code == 303
    assert "Zoë Müller" in someone.get("/").text
    assert links[0] not in teacher.get("/class").text
    person = page_of(teacher, "Zoë Müller")
    fresh = re.search(r">http://localhost(/enter/[^<]+)<", teacher.post(f"{person}/link").text)
    assert fresh and limited.visitor().get(links[0]).status_code == 404, "the old link has ended"
    assert someone.get("/").status_code == 200, "who is in stays in"
    assert teacher.post(f"{person}/revoke").status_code == 303
    assert someone.get("/").status_code == 401 and limited.visitor().get(fresh[1]).status_code == 404
    assert teacher.post("/class/invite", {"names": " \n"}).status_code == 422


def test_what_of_a_list_gets_no_link_is_told(limited: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    teacher = limited.teacher()
    typed = "\n".join(["Nora One", "---", "a\u202eb", "Nora Two", "nora-one", "x" * 81])
    told = teacher.post("/class/invite", {"names": typed})
    assert told.status_code == 200 and told.text.count("/enter/") == 2
    assert re.search(r"cannot be names, and got no link: ---, [^<]*, x{80}…\.", told.text) and "\u202e" not in told.text
    assert "more than once, and got one link: Nora One." in told.text
    none = teacher.post("/class/invite", {"names": "---"})
    assert none.status_code == 422 and "cannot be names" in none.text and "/enter/" not in none.text
    monkeypatch.setattr("viva.web.changes.MOST_NAMES", 2)
    many = teacher.post("/class/invite", {"names": "P A\nP B\nP C"})
    assert many.status_code == 422 and "at most 2 names" in many.text and "/enter/" not in many.text


def test_what_is_kept_of_a_person_is_handed_out_and_deleted(limited: Hall) -> None:
    teacher, student, other = limited.teacher(), limited.student("Karla"), limited.student("Lotte")
    address = student.hand_in("say-secret", "my own words")
    student.report(address)
    kept = other.hand_in("say-secret", "other words")
    other.report(kept)
    own = json.loads(student.get("/me/data").content)
    assert own["submissions"][0]["files"]["answer.txt"]
    assert "xyzzyplugh" not in json.dumps(own), "what was not earned is in no file either"
    person = page_of(teacher, "Karla")
    assert "my own words" in json.dumps(json.loads(teacher.get(f"{person}/data").content)["submissions"][0]["reports"])
    assert teacher.post(f"{person}/delete", {"name": "Carla"}).status_code == 422
    assert teacher.post(f"{person}/delete", {"name": "Karla"}).status_code == 303
    assert student.get("/").status_code == 401 and teacher.get(person).status_code == 404
    assert teacher.get(address).status_code == 404 and other.get(kept).status_code == 200


def test_the_teachers_link_is_made_anew_and_ends_the_old_one(course: Path, tmp_path: Path) -> None:
    with hall(tmp_path, course) as opened:
        one, two = opened.teacher(), opened.teacher()
        answer = one.post("/class/teacher-link")
        [made] = re.findall(r"<code>http://localhost(/enter/[^<]+)</code>", answer.text)
        assert one.get("/class").status_code == 200, "who made it stays in"
        assert two.get("/class").status_code == 401
        assert two.get(made).status_code == 303 and two.get("/class").status_code == 200


def test_who_solved_it_is_right_in_the_table_and_keeps_the_most_points(tmp_path: Path) -> None:
    """Help that was paid for may leave the right attempt with fewer points than a wrong one before it."""
    course = write_course(tmp_path / "dear")
    manifest = course / "say-priced" / "exercise.toml"
    manifest.write_text(manifest.read_text().replace("example = 2", "example = 9"))
    with hall(tmp_path / "data", course) as opened:
        teacher, student = opened.teacher(), opened.student("Mona")
        first = student.hand_in("say-priced", "open")
        student.report(first)
        assert student.post(f"{first}/more", {"rung": "example"}).status_code == 303
        student.report(first)
        assert "tone-good" in student.report(student.hand_in("say-priced", "sesame"))
        with opened.site.database.reading() as session:
            (row,) = (
                each
                for each in classroom.class_results(opened.site, session, "en").rows
                if each.exercise == "say-priced"
            )
        assert row.report is not None and row.report.verdict.right and row.report.attempt == 2
        assert row.points == 2.5, "those of the first attempt, as the right one has one point left"
        assert "2.5 of 10" in student.get("/").text and "right" in student.get("/").text
        assert "Write sesame" not in teacher.get("/class").text, "who has solved it is in no group of mistakes"


def test_two_of_one_name_in_a_table_are_told(limited: Hall) -> None:
    teacher = limited.teacher()
    table = "First name;Last name;Group\nVera;Vogt;1\nWim;Wolf;1\nVera;Vogt;2\n"
    told = teacher.post("/class/invite", {}, files={"file": ("list.csv", table.encode())})
    assert told.status_code == 200 and told.text.count("/enter/") == 2
    assert "more than once, and got one link: Vera Vogt." in told.text


def test_nothing_counts_before_it_was_shown(limited: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    teacher, student = limited.teacher(), limited.student("Xaver")
    student.report(student.hand_in("say-hello", "nearly"))
    manifest = Path(limited.site.served or "") / "say-hello" / "exercise.toml"
    manifest.write_text(manifest.read_text().replace('"hello"', '"nearly"'))
    assert teacher.post("/class/read-again").status_code == 303
    crew = limited.site.crew
    assert crew is not None
    with monkeypatch.context() as patch:
        patch.setattr(crew, "_next_job", lambda: None)
        address = teacher.post("/class/regrade", {"place": "say-hello"}).headers["location"]
        refused = teacher.post(address, {"applies": "yes"})
        assert refused.status_code == 409 and "Nothing counts before you have seen" in refused.text
        assert teacher.post(address, {"applies": "no"}).status_code == 303
    assert "4 of 4" not in student.get("/").text
