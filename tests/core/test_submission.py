import io
import json
import os
import random
import subprocess
import zipfile
import zlib
from pathlib import Path

import pytest

from viva.core.fault import Fault
from viva.core.submission import LARGEST, USUAL, Submission, Unreadable, unreadable
from viva.core.texts import Catalogue, catalogue
from viva.grading.parcel import handed_in_from_json, handed_in_to_json


def zipped(files: dict[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return stream.getvalue()


def reason_of(path: Path) -> str:
    with pytest.raises(Unreadable) as caught:
        Submission.from_path(path).text((".py",))
    return caught.value.reason


def test_a_file_a_folder_and_a_zip_say_the_same(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_bytes(b"x = 1\n")
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "a.py").write_bytes(b"x = 1\n")
    (tmp_path / "a.zip").write_bytes(zipped({"a.py": b"x = 1\n"}))
    for name in ("a.py", "folder", "a.zip"):
        assert Submission.from_path(tmp_path / name).text((".py",)) == ("a.py", "x = 1\n")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "empty"),
        (b" \n\t", "empty"),
        (b"\x7fELF\0\0", "wrong_files"),
        (b"a\0b", "encoding"),
        (b"x = '\xe9'\n", "encoding"),
    ],
)
def test_a_file_that_is_no_text_is_unreadable(tmp_path: Path, content: bytes, reason: str) -> None:
    (tmp_path / "a.py").write_bytes(content)
    assert reason_of(tmp_path / "a.py") == reason


def test_wrong_encoding_names_the_line(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_bytes(b"a = 1\nb = '\xe9'\n")
    with pytest.raises(Unreadable, match=r"`a\.py`, line 2"):
        Submission.from_path(tmp_path / "a.py").text((".py",))


def test_a_byte_order_mark_is_no_part_of_the_text() -> None:
    assert Submission("a.py", {"a.py": b"\xef\xbb\xbfx = 1"}).text((".py",))[1] == "x = 1"


def test_a_file_of_50_mb_is_not_even_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with (tmp_path / "a.py").open("wb") as stream:
        stream.truncate(50 * 2**20)
    monkeypatch.setattr(Path, "read_bytes", lambda path: pytest.fail("it was read"))
    assert reason_of(tmp_path / "a.py") == "too_large"


def test_only_a_subject_that_asks_for_it_gets_an_unusually_large_file(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_bytes(b"#" * (USUAL + 1))
    assert reason_of(tmp_path / "a.py") == "too_large"
    assert len(Submission.from_path(tmp_path / "a.py").text((".py",), LARGEST)[1]) == USUAL + 1


def test_a_folder_is_measured_as_a_whole(tmp_path: Path) -> None:
    for number in range(3):
        (tmp_path / f"{number}.py").write_bytes(b"#" * (LARGEST // 2))
    assert reason_of(tmp_path) == "too_large"


def test_a_zip_bomb_is_cut_while_it_unpacks(tmp_path: Path) -> None:
    bomb = zipped({"a.py": b"\0" * (200 * 2**20)})
    assert len(bomb) < LARGEST
    (tmp_path / "a.zip").write_bytes(bomb)
    assert reason_of(tmp_path / "a.zip") == "too_large"


def test_a_zip_that_lies_about_its_sizes_is_cut_too(tmp_path: Path) -> None:
    bomb = bytearray(zipped({"a.py": b"\0" * (50 * 2**20)}))
    entry = bomb.rindex(b"PK\x01\x02")
    bomb[entry + 24 : entry + 28] = (10).to_bytes(4, "little")
    (tmp_path / "a.zip").write_bytes(bytes(bomb))
    with pytest.raises(Unreadable):
        Submission.from_path(tmp_path / "a.zip").text((".py",))


def test_a_zip_of_many_files_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(zipped({f"{number}.py": b"" for number in range(1001)}))
    assert reason_of(tmp_path / "a.zip") == "too_large"


@pytest.mark.parametrize("name", ["../evil.py", "/tmp/evil.py", "a/../../evil.py", "a\\..\\..\\evil.py", "C:/evil.py"])
def test_a_name_that_leads_out_of_a_zip_is_refused(tmp_path: Path, name: str) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    (inner / "a.zip").write_bytes(zipped({name: b"x = 1\n"}))
    assert reason_of(inner / "a.zip") == "wrong_files"
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["a.zip", "inner"]


def test_a_zip_from_windows_has_folders_too(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(zipped({"task\\a.py": b"x = 1\n"}))
    assert list(Submission.from_path(tmp_path / "a.zip").files) == ["task/a.py"]


def test_a_packing_that_cannot_be_stopped_half_way_is_refused(tmp_path: Path) -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_BZIP2) as archive:
        archive.writestr("a.py", b"\0" * (20 * 2**20))
    (tmp_path / "a.zip").write_bytes(stream.getvalue())
    assert reason_of(tmp_path / "a.zip") == "encoding"


@pytest.mark.parametrize("seed", range(200))
def test_a_damaged_zip_is_unreadable_and_nothing_worse(tmp_path: Path, seed: int) -> None:
    choose = random.Random(seed)
    archive = bytearray(zipped({"a.py": bytes(choose.randbytes(300)), "b/c.py": b"x = 1\n" * 50}))
    for _ in range(choose.randint(1, 6)):
        archive[choose.randrange(len(archive))] = choose.randrange(256)
    (tmp_path / "a.zip").write_bytes(bytes(archive[: choose.randint(len(archive) // 2, len(archive))]))
    try:
        Submission.from_path(tmp_path / "a.zip")
    except Unreadable as unreadable:
        assert unreadable.reason in ("encoding", "too_large", "wrong_files")


def test_a_broken_stream_in_a_zip_is_unreadable(tmp_path: Path) -> None:
    archive = bytearray(zipped({"a.py": b"hello " * 1000}))
    start = archive.index(b"a.py") + 4
    archive[start : start + 8] = b"\xff" * 8
    (tmp_path / "a.zip").write_bytes(bytes(archive))
    with pytest.raises(zlib.error):
        zipfile.ZipFile(tmp_path / "a.zip").read("a.py")
    assert reason_of(tmp_path / "a.zip") == "encoding"


def test_an_encrypted_zip_is_unreadable(tmp_path: Path) -> None:
    archive = bytearray(zipped({"a.py": b"x = 1\n"}))
    for signature, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        archive[archive.index(signature) + offset] |= 1
    (tmp_path / "a.zip").write_bytes(bytes(archive))
    assert reason_of(tmp_path / "a.zip") == "encoding"


def test_a_link_in_a_folder_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "secret.py").write_text("secret = 1\n")
    folder = tmp_path / "handed-in"
    folder.mkdir()
    (folder / "link.py").symlink_to(tmp_path / "secret.py")
    (folder / "whole").symlink_to(tmp_path)
    (folder / "own.py").write_text("x = 1\n")
    assert dict(Submission.from_path(folder).files) == {"own.py": b"x = 1\n"}


def test_a_pipe_is_a_fault_and_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.py")
    with pytest.raises(Fault, match="neither a file nor a folder"):
        Submission.from_path(tmp_path / "pipe.py")


def test_a_pipe_in_a_folder_is_passed_over(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.py")
    (tmp_path / "own.py").write_text("x = 1\n")
    assert list(Submission.from_path(tmp_path).files) == ["own.py"]


def test_litter_of_operating_systems_does_not_count(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(zipped({"__MACOSX/._a.py": b"\0", ".DS_Store": b"\0", "a.py": b"x = 1\n"}))
    assert list(Submission.from_path(tmp_path / "a.zip").files) == ["a.py"]


def test_which_file_counts_must_be_clear() -> None:
    with pytest.raises(Unreadable, match="there are 2"):
        Submission("s", {"a.py": b"1", "b.py": b"2"}).single((".py",))
    with pytest.raises(Unreadable, match=r"no \.py file"):
        Submission("s", {"a.txt": b"1", "b.txt": b"2"}).single((".py",))
    assert Submission("s", {"a.py": b"1", "notes.txt": b"2"}).single((".py",)) == ("a.py", b"1")


def test_a_missing_file_is_a_fault_of_the_call(tmp_path: Path) -> None:
    with pytest.raises(Fault, match="no such file"):
        Submission.from_path(tmp_path / "nothing.py")


def test_a_tree_without_end_is_refused(tmp_path: Path) -> None:
    here = Path.cwd()
    try:
        os.chdir(tmp_path)
        for _ in range(1500):
            Path("d").mkdir()
            os.chdir("d")
    finally:
        os.chdir(here)
    assert reason_of(tmp_path) == "too_large"
    subprocess.run(["rm", "-r", str(tmp_path / "d")], check=True)


def test_files_of_a_folder_come_in_order(tmp_path: Path) -> None:
    for name in ("b.py", "a/z.py", "a.py", "c/a.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(name)
    assert list(Submission.from_path(tmp_path).files) == ["a.py", "a/z.py", "b.py", "c/a.py"]


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ([], "There is nothing in `anna`. Hand in one .py file."),
        (["a.txt", "b.md"], "There is no .py file in `anna`. Hand in one."),
        (["sum.py.txt", "b.md"], "there is `sum.py.txt`. Did you mean `sum.py`?"),
        (["sum.pyy", "b.md"], "Did you mean `sum.py`?"),
        (["sum.yp", "b.md"], "Did you mean `sum.py`?"),
        (["sum.p", "b.md"], "Did you mean `sum.py`?"),
        (["sum_py", "b.md"], "Did you mean `sum.py`?"),
        (["in/SUM.PY.TXT", "b.md"], "Did you mean `in/SUM.py`?"),
        (["a.py", "b.py"], "Hand in one .py file; there are 2 (`a.py`, `b.py`)."),
    ],
)
def test_what_is_wrong_with_the_files_is_told_with_what_was_meant(files: list[str], words: str) -> None:
    with pytest.raises(Unreadable) as caught:
        Submission("anna", dict.fromkeys(files, b"x")).single((".py",))
    assert words in str(caught.value)
    assert caught.value.reason == ("wrong_files" if files else "empty")


def test_capitals_in_an_ending_do_not_count() -> None:
    assert Submission("anna", {"SUM.PY": b"x", "notes.txt": b"y"}).single((".py",)) == ("SUM.PY", b"x")


def test_what_cannot_be_read_is_told_in_the_language_of_the_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = {"submission.nothing": "In `{name}` ist nichts. Gib eine Datei {endings} ab.", "list.or": " oder "}
    texts |= {"list.between": ", "}
    said = {"en": catalogue("viva.core"), "de": Catalogue(texts)}
    monkeypatch.setattr("viva.core.texts.catalogue", lambda _package, locale: said[locale])
    problem = unreadable("empty", "nothing", name="anna", endings=(".txt", ".json", ".dot"))
    assert str(problem) == "There is nothing in `anna`. Hand in one .txt, .json or .dot file."
    told = problem.findings_in("de")[0].text
    assert told == "In `anna` ist nichts. Gib eine Datei .txt, .json oder .dot ab."
    travelled = handed_in_from_json(json.loads(json.dumps(handed_in_to_json(problem))))
    assert isinstance(travelled, Unreadable)
    assert travelled.findings_in("de")[0].text == told


KINDS = [
    ("Sum.java", b"public class Sum {}"),
    ("sum.c", b"#include <stdio.h>\nint main() {}"),
    ("Sum.hs", b"main = interact id"),
    ("onlinetext.html", b"<p>n = int(input())<br>print(n)</p>"),
    ("answer.HTM", b"n = 1"),
    ("photo.png", b"\x89PNG\r\n\x1a\n\0"),
    ("photo.jpeg", b"\xff\xd8\xff\xe0"),
    ("sheet.pdf", b"%PDF-1.4"),
    ("answer.docx", b"PK\x03\x04\0"),
    ("answer.zip", b"PK\x03\x04\0"),
    ("answer.rtf", b"{\\rtf1 print(1)}"),
    ("sum.js", b"console.log(1)"),
    ("sum.pyc", b"\xa7\r\r\n"),
    ("table.csv", b"1,2"),
]


@pytest.mark.parametrize(("name", "content"), KINDS)
@pytest.mark.parametrize("beside", [{}, {"notes.txt": b"Hello"}])
def test_a_file_of_another_kind_is_one_sentence_and_no_score(
    name: str, content: bytes, beside: dict[str, bytes]
) -> None:
    if beside and name == "table.csv":
        return  # data beside notes: nobody knows which of them is the answer
    with pytest.raises(Unreadable) as caught:
        Submission(name, {name: content, **beside}).single((".py",))
    ending = "." + name.rpartition(".")[2].lower()
    assert str(caught.value) == f"This is a {ending} file; hand in one .py file."
    assert caught.value.score is None
    assert ending in caught.value.findings_in("de")[0].text


@pytest.mark.parametrize(("name", "content"), [one for one in KINDS if not one[1].isascii() or one[1][:1] in b"<%{"])
def test_what_is_in_a_file_counts_more_than_its_ending(name: str, content: bytes) -> None:
    if name == "sum.pyc":
        return
    for renamed in ("sum.py", "sum.txt", "sum"):
        with pytest.raises(Unreadable, match="is really a"):
            Submission(renamed, {renamed: content}).single((".py",))


@pytest.mark.parametrize("name", ["sum.py", "SUM.PY", "sum.py.txt", "sum.txt", "sum", "sum.pyw", "sum.foo", "s.py3"])
def test_a_program_is_one_whatever_its_name_is_like(name: str) -> None:
    for content in (b"print(1)\n", b"a = 1 < 2\n", b"\xef\xbb\xbfprint(1)", b"{}\n", b"print('<p>')\r\n"):
        assert Submission(name, {name: content}).single((".py",)) == (name, content)


def test_each_subject_takes_the_endings_that_it_names() -> None:
    """A packed score, a machine in XML, an object file: what is wanted is never another kind."""
    for wanted, content in (((".mxl",), b"PK\x03\x04"), ((".o", ".s"), b"\x7fELF"), ((".xml", ".py"), b"<?xml?>")):
        assert Submission("a", {f"a{wanted[0]}": content}).single(wanted)[1] == content


@pytest.mark.parametrize("content", [b'{"cells": [', b'{"cells": [], "nbformat": 4', b"{}"])
def test_a_notebook_that_cannot_be_read_says_so(content: bytes) -> None:
    with pytest.raises(Unreadable, match=r"The notebook `a\.ipynb` cannot be read"):
        Submission("anna", {"a.ipynb": content}).single((".py",))
    with pytest.raises(Unreadable, match=r"This is a \.ipynb file"):
        Submission("anna", {"a.ipynb": content}).single((".java",))


@pytest.mark.parametrize("files", [["a.py", "b.py"], ["a.java"], ["a.ipynb"], ["b.md", "c.md"]])
def test_wrong_files_have_no_score_whatever_is_wrong_with_them(files: list[str]) -> None:
    with pytest.raises(Unreadable) as caught:
        Submission("anna", dict.fromkeys(files, b"{}")).single((".py",))
    assert (caught.value.reason, caught.value.score) == ("wrong_files", None)
