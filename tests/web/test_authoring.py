"""The pages of authors: files are written inside of the exercise only, and by the teacher only."""

import html
import json
import re
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.web.browsing import PATIENCE, Hall, Someone, hall, write_course
from viva.core.fault import Fault
from viva.web.authoring import folder
from viva.web.settings import Settings, read_settings
from viva.web.shelf import read_shelf

PLACE = "say-hello"


@pytest.fixture
def written(tmp_path: Path) -> Iterator[tuple[Hall, Path]]:
    course = write_course(tmp_path / "course")
    with hall(tmp_path / "data", course) as opened:
        yield opened, course / PLACE


def began(author: Someone, file: str) -> str:
    page = author.get(f"/author/{PLACE}", params={"file": file})
    assert page.status_code == 200, page.text
    return str(re.findall(r'name="began" value="([^"]*)"', page.text)[0])


def save(author: Someone, file: str, text: str) -> Any:
    return author.post(f"/author/{PLACE}/save", {"file": file, "text": text, "began": began(author, file)})


def test_a_save_is_read_again_and_can_be_taken_back(written: tuple[Hall, Path]) -> None:
    opened, place = written
    author = opened.teacher()
    old = (place / "statement.md").read_bytes()
    assert save(author, "statement.md", "Say it **loudly**.\r\n").status_code == 303
    assert (place / "statement.md").read_bytes() == b"Say it **loudly**.\n"
    assert "<strong>loudly</strong>" in author.get(f"/exercises/{PLACE}").text
    assert author.post(f"/author/{PLACE}/back/1").status_code == 303
    assert (place / "statement.md").read_bytes() == old
    assert author.post(f"/author/{PLACE}/back/2").status_code == 303, "taking back can be taken back"
    assert (place / "statement.md").read_bytes() == b"Say it **loudly**.\n"
    assert author.post(f"/author/{PLACE}/back/77").status_code == 404


def test_a_new_file_is_made_and_removed_and_comes_back(written: tuple[Hall, Path]) -> None:
    opened, place = written
    author = opened.teacher()
    assert save(author, "examples/right/yes.txt", "hello\n").status_code == 303
    made = place / "examples/right/yes.txt"
    assert made.read_text() == "hello\n"
    gone = {"file": "examples/right/yes.txt", "began": folder.digest(b"hello\n")}
    assert author.post(f"/author/{PLACE}/remove", gone).status_code == 303
    assert not made.exists()
    assert author.post(f"/author/{PLACE}/back/2").status_code == 303
    assert made.read_text() == "hello\n"
    kept = {"file": "exercise.toml", "began": began(author, "exercise.toml")}
    assert author.post(f"/author/{PLACE}/remove", kept).status_code == 422
    assert (place / "exercise.toml").exists()


def test_two_tabs_do_not_overwrite_each_other(written: tuple[Hall, Path]) -> None:
    opened, place = written
    author = opened.teacher()
    both = began(author, "statement.md")
    first = author.post(f"/author/{PLACE}/save", {"file": "statement.md", "text": "one", "began": both})
    second = author.post(f"/author/{PLACE}/save", {"file": "statement.md", "text": "two <b>", "began": both})
    assert (first.status_code, second.status_code) == (303, 409)
    assert "two &lt;b&gt;" in second.text, "what was typed is not lost"
    assert (place / "statement.md").read_text() == "one"
    assert author.get(f"/author/{PLACE}").text.count("/back/") == 1, "what was not saved is no version"


@pytest.mark.parametrize(
    "name",
    [
        "../outside.txt",
        "../say-secret/statement.md",
        "..",
        ".",
        "",
        "/etc/passwd",
        "a//b",
        "a/../../b",
        "./x",
        "a/./b",
        ".git/hooks/pre-commit",
        "examples/.hidden",
        "a\\..\\b",
        "C:x",
        "a\0b",
        "a\nb",
        "linked/x.txt",
        "link.txt",
        "statement.md/x",
        "examples",
        "a/b/c/d/e/f/g",
        "x" * 300,
        " x",
        "__pycache__/x.pyc",
        "%2e%2e/outside.txt",
    ],
)
def test_no_name_leads_out_of_the_exercise(written: tuple[Hall, Path], name: str) -> None:
    opened, place = written
    author = opened.teacher()
    outside = place.parent / "elsewhere"
    outside.mkdir()
    (outside / "x.txt").write_text("mine")
    (place / "examples").mkdir()
    (place / "linked").symlink_to(outside)
    (place / "link.txt").symlink_to(outside / "x.txt")
    before = {path: path.read_bytes() for path in sorted(place.parent.rglob("*")) if path.is_file()}
    answer = author.post(f"/author/{PLACE}/save", {"file": name, "text": "bad", "began": folder.digest(b"mine")})
    again = author.post(f"/author/{PLACE}/save", {"file": name, "text": "bad", "began": ""})
    removed = author.post(f"/author/{PLACE}/remove", {"file": name, "began": folder.digest(b"mine")})
    after = {path: path.read_bytes() for path in sorted(place.parent.rglob("*")) if path.is_file()}
    if name == "%2e%2e/outside.txt":  # names are no addresses: two folders with odd names
        assert again.status_code == 303 and (place / name).read_text() == "bad"
        return
    assert after == before
    assert {answer.status_code, again.status_code, removed.status_code} <= {404, 409, 422}


@pytest.mark.parametrize(
    "place", ["say-hello/%2e%2e", "%2e%2e%2fsay-hello", "say-hello%2f..%2fsay-secret", "course.toml", "no"]
)
def test_a_place_is_a_name_and_never_a_path(written: tuple[Hall, Path], place: str) -> None:
    author = written[0].teacher()
    assert author.get(f"/author/{place}").status_code == 404
    assert author.get(f"/author/{PLACE}", params={"file": "../course.toml"}).status_code == 404


ASKS = ("save", "remove", "back/1", "test", "proofread", "shown")


def test_students_and_strangers_find_nothing_there(written: tuple[Hall, Path]) -> None:
    opened, place = written
    student, stranger = opened.student("Ada"), opened.visitor()
    assert student.get(f"/author/{PLACE}").status_code == student.get("/author/no-such").status_code == 404
    assert "/author/" not in student.get(f"/exercises/{PLACE}").text
    before = (place / "statement.md").read_bytes()
    for what in ASKS:
        form = {"file": "statement.md", "spot": "statement.md", "text": "bad", "began": folder.digest(before)}
        assert student.post(f"/author/{PLACE}/{what}", form).status_code == 404
        assert stranger.post(f"/author/{PLACE}/{what}", form).status_code in (303, 401, 403)
    assert (place / "statement.md").read_bytes() == before


def test_a_form_of_another_site_changes_nothing(written: tuple[Hall, Path]) -> None:
    opened, place = written
    author = opened.teacher()
    form = {"file": "statement.md", "text": "bad", "began": began(author, "statement.md")}
    for headers, token in (
        ({}, ""),
        ({}, "guessed"),
        ({"sec-fetch-site": "cross-site"}, None),
        ({"sec-fetch-site": "same-site"}, None),
        ({"origin": "http://evil.example"}, None),
    ):
        for what in ASKS:
            if token is None:
                answer = author.post(f"/author/{PLACE}/{what}", form, headers=headers)
            else:
                answer = author.client.post(f"/author/{PLACE}/{what}", data={**form, "token": token}, headers=headers)
            assert answer.status_code == 403, (what, headers, token)
    rebound = author.get(f"/author/{PLACE}", headers={"host": "evil.example"})
    assert rebound.status_code == 421
    assert (place / "statement.md").read_text().startswith("Hand in")


def test_they_are_there_on_this_machine_only_unless_it_was_said(tmp_path: Path) -> None:
    assert Settings().lets_authors_write
    assert not Settings(host="0.0.0.0").lets_authors_write
    assert not Settings(path="/viva").lets_authors_write, "behind a proxy"
    assert not Settings(names="courses.example.org").lets_authors_write
    assert Settings(host="0.0.0.0", author=True).lets_authors_write
    assert not read_settings([], {}, {"author": False}).lets_authors_write
    assert read_settings([], {"VIVA_AUTHOR": "yes"}, {"host": "0.0.0.0"}).lets_authors_write
    with hall(tmp_path / "data", write_course(tmp_path / "course"), names="localhost") as opened:
        assert opened.teacher().get(f"/author/{PLACE}").status_code == 404
        assert "/author/" not in opened.teacher().get(f"/exercises/{PLACE}").text


def test_through_a_proxy_that_nobody_spoke_of_they_are_not_there(written: tuple[Hall, Path]) -> None:
    author = written[0].teacher()
    assert author.get(f"/author/{PLACE}").status_code == 200
    for header in (
        *("x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-forwarded-server", "forwarded", "via"),
        *("x-real-ip", "x-client-ip", "x-cluster-client-ip", "cf-connecting-ip", "true-client-ip"),
    ):
        assert author.get(f"/author/{PLACE}", headers={header: "198.51.100.7"}).status_code == 404, header


def test_what_a_link_leads_to_is_not_shown(written: tuple[Hall, Path]) -> None:
    opened, place = written
    author = opened.teacher()
    outside = place.parent / "elsewhere"
    outside.mkdir()
    (outside / "x.txt").write_text("somebody's own")
    (place / "link.txt").symlink_to(outside / "x.txt")
    (place / "examples" / "right").mkdir(parents=True)
    (place / "examples" / "right" / "far.txt").symlink_to(outside / "x.txt")
    (place / "linked").symlink_to(outside)
    for name in ("link.txt", "linked/x.txt", "examples/right/far.txt"):
        page = author.get(f"/author/{PLACE}", params={"file": name}).text
        assert "somebody's own" not in html.unescape(page), name
    assert "is a link" in author.get(f"/author/{PLACE}", params={"file": "link.txt"}).text
    assert author.post(f"/author/{PLACE}/shown", {"example": "examples/right/far.txt"}).status_code == 404


def test_an_exercise_that_cannot_be_read_keeps_no_other_one_away(tmp_path: Path) -> None:
    course = write_course(tmp_path / "course")
    manifest = course / PLACE / "exercise.toml"
    good = manifest.read_bytes()
    manifest.write_text("subject = [broken")
    with hall(tmp_path / "data", course) as opened:
        author, student = opened.teacher(), opened.student("Ben")
        assert student.get(f"/exercises/{PLACE}").status_code == 404
        assert PLACE not in student.get("/").text
        assert student.get("/exercises/say-secret").status_code == 200
        assert "not valid TOML" in author.get("/class").text
        assert student.get(f"/author/{PLACE}").status_code == 404
        assert "not valid TOML" in author.get(f"/author/{PLACE}").text
        read_again = author.post("/class/read-again")
        assert read_again.status_code == 422 and "not valid TOML" in read_again.text
        assert save(author, "exercise.toml", good.decode()).status_code == 303
        assert student.get(f"/exercises/{PLACE}").status_code == 200
        assert "not valid TOML" not in author.get("/class").text
        assert save(author, "exercise.toml", "subject = [broken").status_code == 303
        assert "Say hello" in student.get(f"/exercises/{PLACE}").text, "as it was"
        other = course / "say-secret" / "exercise.toml"
        other.write_text(other.read_text().replace("Say the word", "Tell the word"))
        assert author.post("/class/read-again").status_code == 422
        assert "Tell the word" in student.get("/exercises/say-secret").text
        assert "Say hello" in student.get(f"/exercises/{PLACE}").text


def test_where_no_exercise_can_be_read_there_is_no_site(tmp_path: Path) -> None:
    course = write_course(tmp_path / "course")
    shutil.rmtree(course / PLACE)
    assert set(read_shelf(course).unread) == {PLACE} and read_shelf(course).unread[PLACE].offer is None
    for each in course.glob("*/exercise.toml"):
        each.write_text("subject = [broken")
    with pytest.raises(Fault, match="no such exercise folder"):
        read_shelf(course)
    with pytest.raises(Fault, match="not valid TOML"):
        read_shelf(course / "say-secret")


def test_what_comes_with_viva_is_not_changed_here(tmp_path: Path) -> None:
    with hall(tmp_path / "data", None) as opened:
        assert opened.teacher().get("/author/automata.exactly-two").status_code == 404


def test_what_cannot_be_read_is_marked_and_students_are_served_what_was(written: tuple[Hall, Path]) -> None:
    opened, place = written
    author, student = opened.teacher(), opened.student("Ben")
    assert student.get(f"/exercises/{PLACE}").status_code == 200
    broken = 'subject = "echo"\ntitle = "Say hello"\npoints = "many"\n[echo]\nsay = "hello"\n'
    answer = author.post(f"/author/{PLACE}/proofread", {"spot": "exercise.toml", "text": broken})
    (mark,) = answer.json()["marks"]
    assert mark["line"] == 3 and "points" in mark["text"]
    good = author.post(f"/author/{PLACE}/proofread", {"spot": "statement.md", "text": "*now* <script>x</script>"})
    assert good.json()["marks"] == [] and "<em>now</em>" in good.json()["page"]
    assert "<script>" not in good.json()["page"]
    assert (place / "statement.md").read_text().startswith("Hand in"), "nothing is saved by asking"
    assert save(author, "exercise.toml", broken).status_code == 303, "an author may be in the midst of it"
    assert "Say hello" in student.get(f"/exercises/{PLACE}").text
    assert author.get(f"/author/{PLACE}").status_code == 200
    assert author.post(f"/author/{PLACE}/back/1").status_code == 303


def test_the_faults_of_the_exercise_are_marks_on_its_files(written: tuple[Hall, Path]) -> None:
    opened, _ = written
    author = opened.teacher()
    save(author, "examples/right/no.txt", "good bye")
    assert author.post(f"/author/{PLACE}/test", {"file": "examples/right/no.txt"}).status_code == 303
    ends = time.monotonic() + PATIENCE
    while "data-testing" in (page := author.get(f"/author/{PLACE}", params={"file": "examples/right/no.txt"}).text):
        assert time.monotonic() < ends
        time.sleep(0.05)
    told = re.findall(r'data-findings="([^"]*)"', page)[0]
    (finding,) = json.loads(told.replace("&#34;", '"').replace("&quot;", '"'))
    assert "expected proved or passed" in finding["text"]
    save(author, "examples/right/no.txt", "hello")
    assert "expected proved" not in author.get(f"/author/{PLACE}").text, "what was found held for another state of it"


def test_what_a_student_would_see_depends_on_the_attempt(written: tuple[Hall, Path]) -> None:
    opened, _ = written
    author = opened.teacher()
    seen = [author.post(f"/author/{PLACE}/shown", {"text": "good bye", "attempt": str(attempt)}) for attempt in (1, 5)]
    assert [each.status_code for each in seen] == [200, 200]
    assert len(seen[1].text) > len(seen[0].text)
    assert author.post(f"/author/{PLACE}/shown", {"text": "x", "attempt": "0"}).status_code == 422
    assert author.post(f"/author/{PLACE}/shown", {"example": "../../x", "attempt": "1"}).status_code == 404
