"""What stands in a field is the text itself: who opens a file and saves it as it is changes no byte of it."""

import html
import itertools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.web.browsing import Hall, Someone, hall, write_course
from tests.web.test_authoring import PLACE, began
from viva.showing.page import edited
from viva.web.editing.field import file_of, text_in_field

KEPT = (
    b"one\r\ntwo\r\nthree\r\n",
    b"\xef\xbb\xbfhello\n",
    b"\xef\xbb\xbfhello\r\n\r\n",
    b"\nleading blank\r\nx\ry\n\x0cz\n\n",
    b"\r\n\r\nno end",
    "a\u2028b\u00ad\u200b\u202e\u0085\x1b[31m\x7f&amp;</textarea>\t\n".encode(),
    b"\\x0d \\ufeff\n",
    b"\xef\xbb\xbf\xef\xbb\xbfx\n",
    b"x\xef\xbf\xbe\xf4\x8f\xbf\xbf\x01\n",
)
LOST = (b"print(1)\0\n", b"caf\xe9\n")


@pytest.fixture
def written(tmp_path: Path) -> Iterator[tuple[Hall, Path]]:
    course = write_course(tmp_path / "course")
    with hall(tmp_path / "data", course) as opened:
        yield opened, course / PLACE


def field(page: str) -> str | None:
    """What a browser has in the field."""
    found = re.search(r'<textarea id="text"[^>]*>(.*?)</textarea>', page, re.DOTALL)
    if found is None:
        return None
    text = html.unescape(found[1].replace("\r\n", "\n").replace("\r", "\n"))
    return text.removeprefix("\n")


def sent(text: str) -> str:
    """As a browser sends it."""
    return text.replace("\n", "\r\n")


def stored(student: Someone, attempt: str) -> bytes:
    content: bytes = student.get(f"{attempt}/files/0").content
    return content


def hand_in_file(student: Someone, content: bytes) -> str:
    answer = student.post(f"/exercises/{PLACE}", files={"file": ("a.txt", content)})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def hand_in_field(student: Someone, page: str, text: str) -> str:
    (attempt,) = re.findall(r'name="began" value="([^"]*)"', page)
    answer = student.post(f"/exercises/{PLACE}", {"text": sent(text), "began": attempt})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def test_every_short_text_is_saved_as_it_was() -> None:
    pieces = ("a", "\n", "\r", "\r\n", "\ufeff", "\x0c", "\u2028")
    for length in range(5):
        for chosen in itertools.product(pieces, repeat=length):
            content = "".join(chosen).encode()
            text = text_in_field(content)
            assert text is not None and "\r" not in text
            assert file_of(sent(text), content) == content


def test_a_line_that_is_not_touched_keeps_its_end() -> None:
    mixed = b"\xef\xbb\xbfa\r\nb\nc\rd\r\ne\r\n"
    assert file_of("a\r\nB\r\nc\r\nd\r\ne\r\n", mixed) == b"\xef\xbb\xbfa\r\nB\nc\rd\r\ne\r\n"
    assert file_of("x\na\nb\nd\nnew\ne\n", mixed) == b"\xef\xbb\xbfx\r\na\r\nb\nd\r\nnew\r\ne\r\n"
    assert file_of("a\nb", b"a\r\n") == b"a\r\nb"
    assert file_of("a\n" * 3, b"a\n") == b"a\n" * 3
    assert file_of("", mixed) == b"", "an empty field is an empty file"
    many = b"x\r\n" * 4000 + b"y\n" + b"x\r\n" * 4000
    assert file_of("new\n" + many.decode(), many) == b"new\r\n" + many


def test_a_file_of_a_student_comes_back_as_it_was(written: tuple[Hall, Path]) -> None:
    student = written[0].student("Ada")
    for content in KEPT:
        assert stored(student, hand_in_file(student, content)) == content
        page = student.get(f"/exercises/{PLACE}").text
        text = field(page)
        assert text is not None and text == text_in_field(content)
        assert stored(student, hand_in_field(student, page, text)) == content
    hand_in_file(student, KEPT[0])
    page = student.get(f"/exercises/{PLACE}").text
    assert stored(student, hand_in_field(student, page, "one\n2\nthree\n")) == b"one\r\n2\r\nthree\r\n"


def test_a_field_that_is_refused_still_knows_its_file(tmp_path: Path) -> None:
    with hall(tmp_path / "data", write_course(tmp_path / "course"), largest=200) as opened:
        student = opened.student("Ben")
        hand_in_file(student, b"one\r\ntwo\r\n")
        (attempt,) = re.findall(r'name="began" value="([^"]*)"', student.get(f"/exercises/{PLACE}").text)
        refused = student.post(f"/exercises/{PLACE}", {"text": "x" * 300, "began": attempt})
        assert refused.status_code == 413
        assert stored(student, hand_in_field(student, refused.text, "one\ntwo\n")) == b"one\r\ntwo\r\n"


def test_nobody_begins_with_the_file_of_another(written: tuple[Hall, Path]) -> None:
    ada, ben = written[0].student("Ada"), written[0].student("Ben")
    theirs = hand_in_file(ada, b"secret\r\nword\r\n").rpartition("/")[2]
    answer = ben.post(f"/exercises/{PLACE}", {"text": "secret\nword\n", "began": theirs})
    assert stored(ben, answer.headers["location"]) == b"secret\nword\n"


def test_what_a_field_would_lose_is_not_edited_in_it(written: tuple[Hall, Path]) -> None:
    opened, place = written
    student, author = opened.student("Ada"), opened.teacher()
    for content in LOST:
        attempt = hand_in_file(student, content)
        page = student.get(f"/exercises/{PLACE}").text
        assert field(page) == "" and "cannot be edited here" in page and attempt in page
        (place / "odd.txt").write_bytes(content)
        page = author.get(f"/author/{PLACE}", params={"file": "odd.txt"}).text
        assert field(page) is None and "would not keep" in page and content[:3].decode() in page


def test_an_author_saves_a_file_as_it_was(written: tuple[Hall, Path]) -> None:
    opened, place = written
    author = opened.teacher()

    def save(text: str) -> Any:
        fields = {"file": "odd.txt", "text": sent(text), "began": began(author, "odd.txt")}
        return author.post(f"/author/{PLACE}/save", fields)

    for content in KEPT:
        (place / "odd.txt").write_bytes(content)
        text = field(author.get(f"/author/{PLACE}", params={"file": "odd.txt"}).text)
        assert text is not None and text == text_in_field(content)
        assert save(text).status_code == 303
        assert (place / "odd.txt").read_bytes() == content
    (place / "odd.txt").write_bytes(b"\xef\xbb\xbfa\r\nb\r\n")
    assert save("a\nb!\n").status_code == 303
    assert (place / "odd.txt").read_bytes() == b"\xef\xbb\xbfa\r\nb!\r\n"


def test_what_is_edited_is_escaped_as_markup_only() -> None:
    assert edited('A\u200bda<"') == "A\u200bda&lt;&#34;"
    assert edited("\nx") == "\n\nx", "a field drops the first line break"
