import json
import os
import pty
import re
import subprocess
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import jsonschema
import pytest

from tests.examining import VIVA, Viva
from viva.core.report import Report
from viva.showing.schema import report_schema

Write = Callable[[str], Path]


def test_a_right_submission_exits_with_0(viva: Viva, exercise: Path, submission: Write) -> None:
    call = viva("check", exercise, submission("hello"))
    assert call.status == 0
    assert "Right, as far as 1 test shows. 4 of 4 points (100 %)." in call.out
    assert call.err == ""


def test_a_wrong_submission_exits_with_1_and_tells_every_rung(viva: Viva, exercise: Path, submission: Write) -> None:
    call = viva("check", exercise, submission("hallo\n"))
    assert call.status == 1
    assert "Not right yet. 1 of 4 points (25 %).\n1 test run, 1 failed.\n" in call.out
    headings = [line for line in call.out.splitlines()[3:-1] if line and not line.startswith(" ")]
    assert headings == [
        "Hint",
        "When it goes wrong",
        "Example",
        "Where to look",
        "What would put it right",
        "What could be better",
        "Details: how this was decided",
    ]


def test_how_it_was_decided_comes_last_and_is_short_for_students(viva: Viva, exercise: Path, submission: Write) -> None:
    teacher = viva("check", exercise, submission("hallo\n")).out.partition("Details")[2]
    student = viva("check", exercise, submission("hallo\n"), "--attempt", "9").out.partition("Details")[2]
    assert "Method: the text was compared." in teacher and "Looked at: every character." in teacher
    assert "Verdict: refuted (wrong)." in teacher
    assert "Method: the text was compared." in student
    assert "Looked at" not in student and "refuted" not in student


def test_a_place_shows_the_line_and_points_at_it(viva: Viva, exercise: Path, submission: Write) -> None:
    out = viva("check", exercise, submission("hallo\n")).out
    assert "  submission.txt, line 1\n    1 | hallo\n      |   ^^^\n" in out


def test_an_undecided_submission_exits_with_3(viva: Viva, exercise: Path, submission: Write) -> None:
    call = viva("check", exercise, submission("undecided"))
    assert call.status == 3
    assert "Could not be decided: the time ran out. No points yet." in call.out


@pytest.mark.parametrize("command", [["check", "--html", "report.html"], ["preview"]])
def test_a_submission_is_read_once_and_quoted_as_it_was_examined(
    viva: Viva, exercise: Path, submission: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    file = submission("hallo")
    reads: list[Path] = []
    read_bytes = Path.read_bytes

    def counted(path: Path) -> bytes:
        reads.append(path)
        return read_bytes(path)

    monkeypatch.setattr(Path, "read_bytes", counted)
    assert "hallo" in viva(command[0], exercise, file, *command[1:]).out
    assert reads.count(file) == 1


def test_json_is_the_report_and_nothing_else(viva: Viva, exercise: Path, submission: Write) -> None:
    call = viva("check", exercise, submission("hallo"), "--json", "--seed", "7", "--attempt", "2")
    document = json.loads(call.out)
    assert call.status == 1
    assert call.err == ""
    assert (document["verdict"], document["seed"], document["attempt"]) == ("refuted", 7, 2)
    jsonschema.validate(document, report_schema(), jsonschema.Draft202012Validator)
    assert Report.from_json(document).to_json() == document


def test_an_empty_submission_is_rejected_like_any_other(viva: Viva, exercise: Path, submission: Write) -> None:
    plain = viva("check", exercise, submission(""))
    assert (plain.status, plain.err) == (1, "")
    assert "`submission.txt` is empty." in plain.out
    document = viva("check", exercise, submission(""), "--json")
    assert (document.status, document.err) == (1, "")
    assert json.loads(document.out)["reason"] == "empty"


def test_no_more_is_told_than_the_rung_that_was_asked_for(viva: Viva, exercise: Path, submission: Write) -> None:
    document = json.loads(viva("check", exercise, submission("hallo"), "--json", "--rung", "pattern").out)
    assert [finding.get("rung") for finding in document["findings"]] == ["hint", "pattern", None]


def test_an_attempt_is_told_what_the_policy_allows(viva: Viva, exercise: Path, submission: Write) -> None:
    with (exercise / "exercise.toml").open("a") as manifest:
        manifest.write("[feedback]\nper_attempt = 2\ncost = { hint = 1 }\n")
    first = viva("check", exercise, submission("hallo"), "--attempt", "1")
    assert "Hint" in first.out
    assert "Expected hello" not in first.out
    assert "Attempt 1. At the next attempt you will be told more." in first.out
    second = viva("check", exercise, submission("hallo"), "--attempt", "2")
    assert "Expected hello" in second.out
    assert "0 of 4 points (0 %)" in second.out


@pytest.mark.parametrize("isolation", ["limited", "none"])
def test_less_than_full_isolation_is_said(viva: Viva, exercise: Path, submission: Write, isolation: str) -> None:
    assert f"Isolation: {isolation}." in viva("check", exercise, submission("hello"), "--isolation", isolation).out
    assert "Isolation" not in viva("check", exercise, submission("hello")).out


def test_the_same_call_gives_the_same_report(viva: Viva, exercise: Path, submission: Write) -> None:
    def report() -> dict[str, object]:
        document: dict[str, object] = json.loads(viva("check", exercise, submission("hallo"), "--json").out)
        del document["seconds"]
        return document

    assert report() == report()


class Outline(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_page_is_self_contained_and_says_what_the_terminal_says(
    viva: Viva, exercise: Path, submission: Write, tmp_path: Path
) -> None:
    call = viva("check", exercise, submission("hallo\n"), "--html", tmp_path / "r.html", "--isolation", "limited")
    assert call.status == 1
    text = (tmp_path / "r.html").read_text("utf-8")
    page = Outline()
    page.feed(text)
    words = " ".join(page.text.split())
    assert "`" not in words and ("open", None) in page.attributes
    for line in call.out.splitlines():
        if "|" not in line:
            for piece in line.replace("✗", "").replace("`", "").split("  "):
                assert " ".join(piece.split()) in words
    assert not {"script", "link", "img", "iframe", "object", "embed", "form"} & set(page.tags)
    assert not [name for name, _ in page.attributes if name.startswith("on") or name in ("src", "href", "action")]
    assert "svg" in page.tags
    assert ("lang", "en") in page.attributes
    assert page.tags.count("h1") == 1
    assert re.search(r"""http-equiv="Content-Security-Policy" content="default-src 'none'""", text)


def in_a_terminal(arguments: list[str], environment: dict[str, str]) -> str:
    ours, theirs = pty.openpty()
    command = [*VIVA, *arguments]
    process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=os.environ | environment)
    os.close(theirs)
    said = b""
    while True:
        try:
            piece = os.read(ours, 4096)
        except OSError:
            break
        if not piece:
            break
        said += piece
    os.close(ours)
    process.wait()
    return said.decode().replace("\r\n", "\n")


def test_a_terminal_sees_colour_and_a_pipe_the_same_words_without(
    viva: Viva, exercise: Path, submission: Write
) -> None:
    arguments = ["check", str(exercise), str(submission("hallo"))]
    plain = re.sub(r"[\d.]+ s$", "", viva(*arguments).out.strip())
    coloured = in_a_terminal(arguments, {"TERM": "xterm"})
    assert "\x1b[1;31m" in coloured
    stripped = re.sub(r"\x1b\[[\d;]*m", "", coloured)
    assert re.sub(r"[\d.]+ s$", "", stripped.strip()).split() == plain.split()
    without = in_a_terminal(arguments, {"TERM": "xterm", "NO_COLOR": "1"})
    assert "\x1b" not in without
    assert "\x1b" not in in_a_terminal(arguments, {"TERM": "dumb"})


def test_the_language_is_that_of_the_call_or_else_of_the_exercise(
    viva: Viva, exercise: Path, submission: Write, tmp_path: Path
) -> None:
    german = viva("check", exercise, submission("hallo"), "--language", "de", "--html", tmp_path / "r.html").out
    assert "✗ Noch nicht richtig. 1 von 4 Punkten (25 %)." in german and "Hinweis" in german
    assert '<html lang="de">' in (tmp_path / "r.html").read_text()
    with (exercise / "exercise.toml").open("a") as manifest:
        manifest.write('[feedback]\nlanguage = "de"\n')
    assert "Noch nicht richtig" in viva("check", exercise, submission("hallo")).out
    assert "Not right yet" in viva("check", exercise, submission("hallo"), "--language", "en").out
    assert json.loads(viva("check", exercise, submission("hallo"), "--json").out)["locale"] == "de"
    assert "Die Abgabe hat 2.097.152 Bytes" in viva("check", exercise, submission("x" * 2**21)).out
    assert "'dutch'" in viva("check", exercise, submission("hallo"), "--language", "dutch").err
