"""What people and programs send that they should not: a clear page, nothing lost, nothing shown that should not be."""

import io
import re
import zipfile
from pathlib import Path

import pytest
from sqlalchemy import func, select

from tests.web.browsing import Hall, hall
from viva.web.attempts import Refused, named
from viva.web.database.models import Submitted

NASTY = "'; DROP TABLE submissions; -- <script>alert(1)</script> {{7*7}} ${7*7} \x00\x1b[31m \u202e"


def count(opened: Hall) -> int:
    with opened.site.database.reading() as session:
        return session.scalar(select(func.count()).select_from(Submitted)) or 0


def test_a_paste_of_ten_megabytes_is_refused_and_nothing_is_stored(speaking: Hall) -> None:
    student, before = speaking.student("Large"), count(speaking)
    for text in ("x" * 10_000_000, "é" * 2_000_000):
        got = student.post("/exercises/say-hello", {"text": text})
        assert got.status_code == 413 and "too large" in got.text and len(got.text) < 100_000_000
    got = student.post("/exercises/say-hello", {}, files={"file": ("a.txt", b"\0" * 6_000_000)})
    assert got.status_code == 413
    assert student.client.post("/api/exercises/say-hello", content=b"[" * 6_000_000).status_code in (401, 413)
    assert count(speaking) == before


def test_binary_files_and_archives_are_read_as_viva_check_reads_them(speaking: Hall) -> None:
    student = speaking.student("Binary")

    def sent(name: str, content: bytes) -> str:
        address = student.post("/exercises/say-hello", {}, files={"file": (name, content)}).headers["location"]
        return student.report(address)

    assert "tone-bad" in sent("a.txt", bytes(range(256)))
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("answer.txt", "hello\n")
    assert "tone-good" in sent("a.zip", packed.getvalue())
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("../../answer.txt", "hello\n")
    assert "tone-bad" in sent("a.zip", packed.getvalue())
    assert "tone-bad" in sent("a.zip", b"PK\x03\x04 broken")


def test_nothing_handed_in_is_said(speaking: Hall) -> None:
    student = speaking.student("Empty")
    for text in ("", "  \r\n\t"):
        got = student.post("/exercises/say-hello", {"text": text})
        assert got.status_code == 422 and "nothing in it" in got.text


def test_markup_sql_and_control_characters_in_every_field(speaking: Hall) -> None:
    student, teacher = speaking.student("Nasty <b>O'Neil</b>"), speaking.teacher()
    files = {"file": (f"{NASTY}.txt", NASTY.encode())}
    address = student.post("/exercises/say-hello", {"text": NASTY, "once": NASTY[:60]}, files=files).headers["location"]
    for someone in (student, teacher):
        page = someone.report(address)
        assert (
            "<script>alert" not in page
            and "\x1b" not in page
            and "\u202e" not in page
            and "49" not in re.sub(r"[\w-]*49[\w-]*", "", page)
        )
    page = teacher.get("/class").text
    assert "<b>O'Neil" not in page and "O&#39;Neil" in page
    person = re.search(r'href="(/class/[^"/]+)">Nasty', page)
    assert person
    for path, fields in (
        ("points", {"place": NASTY, "points": NASTY[:40], "reason": NASTY}),
        ("points", {"place": "say-hello", "points": "1", "reason": NASTY}),
        ("attempts", {"place": "say-hello", "attempts": NASTY}),
        ("delete", {"name": NASTY}),
    ):
        assert teacher.post(f"{person[1]}/{path}", fields).status_code in (303, 404, 422)
    assert "<script>alert" not in student.get("/exercises/say-hello").text
    assert "<script>alert" not in teacher.get(person[1]).text
    for path in ("/class/invite", "/class/regrade", "/exercises/say-hello/another", "/enter"):
        assert teacher.post(path, dict.fromkeys(("names", "place", "wish", "name"), NASTY)).status_code in (
            200,
            404,
            422,
        )
    assert count(speaking) > 0


def test_half_of_a_character_and_odd_encodings_are_kept_as_they_can_be(speaking: Hall) -> None:
    student = speaking.student("Odd")
    page = student.report(student.hand_in("say-hello", "gr\u00fc\u00dfe \U0001f600 \ufeff"))
    assert "tone-bad" in page
    got = student.client.post(
        "/exercises/say-hello",
        content=b"text=%ff%fe&token=x",
        headers={"content-type": "application/x-www-form-urlencoded"},
    )
    assert got.status_code in (403, 422)


def test_forms_that_are_no_forms(speaking: Hall) -> None:
    student = speaking.student("Formless")
    kinds = ("text/plain", "application/json", "multipart/form-data", "multipart/form-data; boundary=x", "")
    for kind in kinds:
        got = student.client.post("/exercises/say-hello", content=b"--x\r\ngarbage", headers={"content-type": kind})
        assert got.status_code in (400, 403, 422), kind
    fields = {f"field{number}": "x" for number in range(500)}
    assert student.post("/exercises/say-hello", fields).status_code in (400, 403, 422)


def test_names_of_files_are_harmless() -> None:
    given = [
        ("../../etc/passwd", b"1"),
        ("C:\\x\\y.py", b"2"),
        ("a\x00b\n.py", b"3"),
        ("", b"5"),
        ("n" * 500 + ".py", b"6"),
    ]
    found = named(given)
    assert len(found) == 5 and all("/" not in name and "\n" not in name and len(name) <= 100 for name in found)
    assert "passwd" in found and "y.py" in found and found["submission.txt"] == b"5"
    assert named([("..", b"4")]) == {"submission.txt": b"4"}


def test_two_files_of_one_name_are_refused_and_neither_is_dropped(speaking: Hall) -> None:
    student, before = speaking.student("Twice"), count(speaking)
    for one, two in (("a.txt", "a.txt"), ("x/a.txt", "y\\a.txt"), ("..", "")):
        with pytest.raises(Refused):
            named([(one, b"1"), (two, b"2")])
    files = [("file", ("a.txt", b"hello")), ("file", ("a.txt", b"good bye"))]
    got = student.post("/exercises/say-hello", {"text": "typed"}, files=files)
    assert got.status_code == 422 and "Two of these files are called a.txt" in got.text
    assert count(speaking) == before


def test_one_student_cannot_fill_the_queue(course: Path, tmp_path: Path) -> None:
    with hall(tmp_path, course, waiting=3, per_minute=20, jobs=1) as opened:
        greedy, modest = opened.student("Greedy"), opened.student("Modest")
        statuses = []
        for number in range(30):
            statuses.append(
                greedy.post(
                    "/exercises/say-hello", {"text": f"hang {number}" if number < 1 else f"t {number}"}
                ).status_code
            )
        assert 429 in statuses and statuses.count(303) <= 20
        refused = greedy.post("/exercises/say-hello", {"text": "my precious text"})
        assert refused.status_code == 429 and "my precious text" in refused.text and refused.headers["retry-after"]
        got = modest.post("/exercises/say-hello", {"text": "hello"})
        assert got.status_code == 303, "others are not kept waiting by it"


@pytest.mark.parametrize("query", ["?" + "a=1&" * 2000, "?rung=%00", "?x=" + "é" * 100])
def test_odd_queries_change_nothing(speaking: Hall, query: str) -> None:
    student = speaking.student("Query")
    assert student.get(f"/exercises/say-hello{query}").status_code == 200
