"""The teacher sees the class, gives points and attempts, grades again, and takes everything away."""

import io
import json
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.browsing import Hall, Someone, hall, write_course
from viva.grading.pages import sum_of_points
from viva.web import classroom


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
    assert teacher.post(f"{page}/points", {"place": "say-hello", "reason": "a mistake"}).status_code == 303
    assert "3.5 of 4" not in student.get("/exercises/say-hello").text


def test_attempts_end_and_the_teacher_hands_out_more(limited: Hall) -> None:
    teacher, student = limited.teacher(), limited.student("Gerda")
    for text in ("one", "two"):
        student.report(student.hand_in("say-secret", text))
    assert "All attempts are used" in student.get("/exercises/say-secret").text
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
        assert answer.headers["location"].startswith("/enter/")
        assert one.get(answer.headers["location"]).status_code == 303
        assert one.get("/class").status_code == 200
        assert two.get("/class").status_code == 401
