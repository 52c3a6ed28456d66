"""A bad call gets one clear sentence on standard error and exit status 2, a bad submission a report."""

import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.examining import Call, Viva, one_sentence

Write = Callable[[str], Path]


def rejected(call: Call, *words: str) -> str:
    """What cannot be read is a verdict like any other, with what to do: the report."""
    assert call.status == 1, call
    assert call.err == ""
    for word in ("Could not be", *words):
        assert word in " ".join(call.out.split()), call.out
    return call.out


def test_a_missing_submission(viva: Viva, exercise: Path) -> None:
    assert one_sentence(viva("check", exercise, "nothing.txt"), "nothing.txt", "no such file")


def test_a_missing_exercise(viva: Viva, submission: Write) -> None:
    assert one_sentence(viva("check", "nothing", submission("hello")), "nothing", "no such exercise")


def test_a_binary_file(viva: Viva, exercise: Path, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"\x7fELF\0\0\1")
    assert rejected(viva("check", exercise, tmp_path / "a.txt"), "a.txt", "really a .elf file")


def test_a_folder_where_a_file_is_meant(viva: Viva, exercise: Path, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    assert rejected(viva("check", exercise, tmp_path / "folder"), "folder", ".txt")


def test_a_folder_with_several_files(viva: Viva, exercise: Path, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    for name in ("a.txt", "b.txt"):
        (folder / name).write_text("hello")
    assert rejected(viva("check", exercise, folder), "`a.txt`, `b.txt`")


def test_a_wrong_encoding(viva: Viva, exercise: Path, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes("hello\ngrüße".encode("latin-1"))
    assert rejected(viva("check", exercise, tmp_path / "a.txt"), "line 2", "UTF-8")


def test_an_empty_submission(viva: Viva, exercise: Path, submission: Write) -> None:
    assert rejected(viva("check", exercise, submission(" \n")), "empty")


def test_a_submission_of_50_mb(viva: Viva, exercise: Path, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"x" * 50 * 2**20)
    assert rejected(viva("check", exercise, tmp_path / "a.txt"), "52,428,800 bytes")


def test_a_submission_too_complex_to_parse(viva: Viva, exercise: Path, submission: Write) -> None:
    assert rejected(viva("check", exercise, submission("nested")), "nests too deeply")


def test_a_broken_zip(viva: Viva, exercise: Path, tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(b"PK\3\4 and nothing more")
    assert rejected(viva("check", exercise, tmp_path / "a.zip"), "archive")


def test_a_zip_that_climbs_out(viva: Viva, exercise: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("../a.txt", "hello")
    assert rejected(viva("check", exercise, tmp_path / "a.zip"), "leads out")


def test_invalid_toml_with_its_line(viva: Viva, exercise: Path, submission: Write) -> None:
    (exercise / "exercise.toml").write_text('subject = "echo"\ntitle = Say hello\n')
    assert one_sentence(viva("check", exercise, submission("hello")), f"{exercise}/exercise.toml:2:", "TOML")


def test_an_unknown_subject_with_a_suggestion(viva: Viva, exercise: Path, submission: Write) -> None:
    (exercise / "exercise.toml").write_text('subject = "eco"\n[eco]\n')
    assert one_sentence(viva("check", exercise, submission("hello")), "exercise.toml:1:", "did you mean 'echo'?")


def test_an_unknown_key_with_a_suggestion(viva: Viva, exercise: Path, submission: Write) -> None:
    (exercise / "exercise.toml").write_text('subject = "echo"\ntitel = "x"\n[echo]\nsay = "x"\n')
    assert one_sentence(viva("check", exercise, submission("hello")), "exercise.toml:2:", "did you mean 'title'?")


def test_an_exercise_that_is_not_utf_8(viva: Viva, exercise: Path, submission: Write) -> None:
    (exercise / "exercise.toml").write_bytes(b'subject = "\xff"')
    assert one_sentence(viva("check", exercise, submission("hello")), "exercise.toml:1", "UTF-8")


def test_a_folder_without_exercise_toml(viva: Viva, tmp_path: Path, submission: Write) -> None:
    (tmp_path / "empty").mkdir()
    assert one_sentence(viva("check", tmp_path / "empty", submission("hello")), "no exercise.toml", "viva new")


def test_an_exercise_that_is_a_file(viva: Viva, submission: Write) -> None:
    file = submission("hello")
    assert one_sentence(viva("check", file, file), "this is a file")


def test_a_fault_of_the_exercise_while_checking(viva: Viva, exercise: Path, submission: Write) -> None:
    assert one_sentence(
        viva("check", exercise, submission("fault")), "exercise.toml:3: the exercise is broken; mend it"
    )


def test_a_file_that_may_not_be_read(
    viva: Viva, exercise: Path, submission: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = submission("hello")
    read = Path.read_bytes

    def refuse(path: Path) -> bytes:
        if path == file:
            raise PermissionError(13, "Permission denied", str(path))
        return read(path)

    monkeypatch.setattr(Path, "read_bytes", refuse)
    assert one_sentence(viva("check", exercise, file), f"{file}: permission denied")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--rung", "exmaple"], ["--rung", "did you mean 'example'?"]),
        (["--isolation", "total"], ["--isolation", "full, limited, none"]),
        (["--seconds", "-1"], ["--seconds", "above 0"]),
        (["--seconds", "0"], ["--seconds"]),
        (["--seconds", "nan"], ["--seconds"]),
        (["--seconds", "inf"], ["--seconds"]),
        (["--seconds", "soon"], ["--seconds", "soon"]),
        (["--attempt", "0"], ["--attempt"]),
        (["--seed", "x"], ["--seed"]),
        (["--jsn"], ["--jsn"]),
        (["one", "more"], ["one"]),
    ],
)
def test_a_wrong_option(viva: Viva, exercise: Path, submission: Write, arguments: list[str], words: list[str]) -> None:
    assert one_sentence(viva("check", exercise, submission("hello"), *arguments), *words, "viva check --help")


@pytest.mark.parametrize("target", ["", "missing/report.html"])
def test_a_page_that_cannot_be_written(
    viva: Viva, exercise: Path, submission: Write, tmp_path: Path, target: str
) -> None:
    call = viva("check", exercise, submission("hello"), "--html", tmp_path / target)
    assert call.status == 2
    assert "Right, as far as 1 test shows." in call.out
    assert call.err.startswith(f"viva: {tmp_path / target}: this cannot be written")
    assert call.err.count("\n") == 1


def test_other_outputs_that_cannot_be_written(viva: Viva, exercise: Path, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("x")
    assert one_sentence(viva("solve", exercise, "--out", file / "a.txt"), "cannot be written")
    assert one_sentence(viva("draw", exercise, "-o", tmp_path), "cannot be written")
    assert one_sentence(viva("new", "echo", file), "not an empty folder")
    assert one_sentence(viva("new", "echo", file / "deeper"), str(file))
    assert one_sentence(viva("vary", exercise, "--out", file / "deeper"), str(file))


def test_an_unknown_command_with_a_suggestion(viva: Viva) -> None:
    assert one_sentence(viva("chekc"), "did you mean 'check'?")


def test_names_of_files_cannot_write_to_the_terminal(viva: Viva, exercise: Path) -> None:
    call = viva("check", exercise, "\x1b]0;owned\x07\u202e\nviva: all is well")
    assert one_sentence(call, r"\x1b]0;owned\x07\u202e")
