import csv
import json
import os
import shutil
import subprocess
import zipfile
from collections.abc import Iterator
from html.parser import HTMLParser
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from tests.examining import VIVA
from tests.grading.conftest import Fill
from viva.cli.main import run
from viva.core.report import Evidence, Finding, Report
from viva.core.source import Source
from viva.core.submission import Submission, Unreadable
from viva.core.terms import Budget, Terms
from viva.core.verdict import Verdict
from viva.core.where import Passage
from viva.grading.batch import grade_entries
from viva.grading.grade import opened_class
from viva.grading.parcel import Question
from viva.grading.quotes import quote_submission
from viva.services.workers.crew import Crew
from viva.services.workers.worker import Post

OWN_SCRIPT = f"<script>{(resources.files('viva.grading') / 'templates/class.js').read_text('utf-8')}</script>"
"""What sorts the table on the page of the class; its digest is in the policy of the page."""
QUOTED = ("--attempt", "3")
"""The attempt from which a page points at the place, and so quotes the submission."""


def grade(exercise: Path, folder: Path, out: Path, *options: str, status: int = 0) -> list[dict[str, Any]]:
    assert run(["grade", str(exercise), str(folder), "--out", str(out), "--jobs", "2", *options]) == status
    return rows(out)


def rows(out: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (out / "results.jsonl").read_text().splitlines()]


def grades(out: Path) -> list[dict[str, str]]:
    with (out / "grades.csv").open(newline="") as stream:
        return list(csv.DictReader(stream))


def test_a_class_gets_rows_a_table_and_pages(
    exercise: Path, handed_in: Fill, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = handed_in(anna="hello", bert="hallo", carla="hallo")
    found = grade(exercise, folder, tmp_path / "out")
    assert [(row["student"], row["verdict"], row["score"], row["points"]) for row in found] == [
        ("anna", "passed", 1.0, 4.0),
        ("bert", "refuted", 0.25, 1.0),
        ("carla", "refuted", 0.25, 1.0),
    ]
    table = grades(tmp_path / "out")
    assert list(table[0]) == [
        *("student", "exercise", "title", "verdict", "reason", "score", "points", "worth", "missed"),
        *("mistake", "attempt", "signature", "seconds", "error"),
    ]
    assert {(row["title"], row["worth"]) for row in table} == {("Say hello", "4.0")}
    assert [row["mistake"] for row in table] == ["", *["Read the statement once more."] * 2]
    assert [(row["title"], row["worth"], row["missed"]) for row in found] == [("Say hello", 4.0, [])] * 3
    assert [(row["student"], row["verdict"], row["points"], row["error"]) for row in table] == [
        ("anna", "passed", "4.0", ""),
        ("bert", "refuted", "1.0", ""),
        ("carla", "refuted", "1.0", ""),
    ]
    assert table[1]["signature"] == table[2]["signature"] != ""
    assert sorted(path.name for path in (tmp_path / "out/students").iterdir()) == [
        "anna.html",
        "bert.html",
        "carla.html",
    ]
    teacher = (tmp_path / "out/index.html").read_text()
    assert "2 students (67 %): bert, carla" in teacher
    captured = capsys.readouterr()
    assert "3 submissions of 3 students: 1 right, 2 not right." in captured.out
    assert captured.err == ""


def test_whatever_happens_there_is_one_row_per_submission(exercise: Path, handed_in: Fill, tmp_path: Path) -> None:
    folder = handed_in(
        anna="hello",
        bug="bug x",
        dead="kill",
        empty="",
        fault="fault",
        nested="nested",
        undecided="undecided",
        zoe="hello",
    )
    (folder / "binary.txt").write_bytes(b"\0\xff" * 100)
    (folder / "big.txt").write_bytes(b"x" * 5 * 2**20)
    (folder / "broken.zip").write_bytes(b"PK\3\4...")
    (folder / "folder").mkdir()
    os.mkfifo(folder / "pipe")
    (folder / "link.txt").symlink_to(folder / "anna.txt")
    (folder / "nowhere.txt").symlink_to("/nowhere")
    with zipfile.ZipFile(folder / "fine.zip", "w") as archive:
        archive.writestr("x.txt", "hello")
    found = {row["student"]: row for row in grade(exercise, folder, tmp_path / "out", status=2)}
    outcome = {name: row["verdict"] or (row["error"] or {"kind": row["reason"]})["kind"] for name, row in found.items()}
    assert outcome == {
        "anna": "passed",
        "big": "rejected",
        "binary": "rejected",
        "broken": "rejected",
        "bug": "mistake",
        "dead": "worker_died",
        "empty": "rejected",
        "fault": "fault",
        "fine": "passed",
        "folder": "no_submission",
        "link": "rejected",
        "nested": "rejected",
        "nowhere": "rejected",
        "pipe": "fault",
        "undecided": "undecided",
        "zoe": "passed",
    }
    assert found["dead"]["verdict"] is None
    assert found["dead"]["score"] is None
    assert len(grades(tmp_path / "out")) == 16
    assert "could not be examined yet" in (tmp_path / "out/students/dead.html").read_text()
    assert "signal" not in (tmp_path / "out/students/dead.html").read_text()


def test_a_worker_that_dies_once_costs_nothing(exercise: Path, handed_in: Fill, tmp_path: Path) -> None:
    (exercise / "exercise.toml").write_text(f'subject = "echo"\n[echo]\nsay = "kill-once {tmp_path}/mark"\n')
    folder = handed_in(anna=f"kill-once {tmp_path}/mark", bert="hello")
    found = grade(exercise, folder, tmp_path / "out")
    assert (tmp_path / "mark").exists()
    assert [row["verdict"] for row in found] == ["passed", "refuted"]


def test_a_worker_that_does_not_answer_is_stopped(
    exercise: Path, handed_in: Fill, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("viva.grading.batch.GRACE", 0.5)
    folder = handed_in(anna="hang", bert="hello")
    found = grade(exercise, folder, tmp_path / "out", "--seconds", "0.5", status=2)
    assert [row["verdict"] or row["error"]["kind"] for row in found] == ["no_answer", "passed"]


@pytest.mark.parametrize("seconds", [0.1, 5.0, 10.0, 100.0, 10_000.0])
def test_no_batch_ends_a_check_that_keeps_to_its_budget(
    exercise: Path, handed_in: Fill, monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    posts: list[Post] = []

    def hire(post: Post) -> Crew[Any]:
        posts.append(post)
        return Crew(post, 1)

    def answers(_tasks: object, _workers: object) -> Iterator[Any]:
        return iter(())

    monkeypatch.setattr("viva.grading.batch.answers", answers)
    budget = Budget(seconds=seconds)
    with opened_class(exercise, handed_in(anna="hello")) as group:
        list(grade_entries(group.roster.entries, group.exercises, {}, Terms(budget), hire))
    assert all(post.wall > budget.wall == 6 * seconds for post in posts)
    assert posts


def test_what_goes_wrong_in_a_worker_is_an_error_row_and_costs_no_other(
    exercise: Path, handed_in: Fill, tmp_path: Path
) -> None:
    raised = ("KeyError", "MemoryError", "RecursionError", "KeyboardInterrupt", "SystemExit", "GeneratorExit")
    folder = handed_in(
        **{name: f"raise {name}" for name in raised},
        flood="flood",
        garbage="garbage",
        large="large",
        strange="strange",
        zoe="hello",
    )
    found = {row["student"]: row for row in grade(exercise, folder, tmp_path / "out", status=2)}
    assert found.pop("zoe")["verdict"] == "passed"
    assert all(row["verdict"] is row["score"] is row["points"] is None for row in found.values())
    assert {name: row["error"]["kind"] for name, row in found.items()} == {
        **dict.fromkeys(raised, "mistake"),
        "flood": "worker_died",
        "garbage": "worker_died",
        "large": "too_large",
        "strange": "worker_died",
    }
    for name in raised:
        problem = found[name]["error"]["problem"]
        assert f"{name}: " in problem and "planted" in problem and "viva_echo/subject.py, line " in problem
    assert all("send this sentence to the developers" in row["error"]["remedy"] for row in found.values())


def test_an_exercise_that_only_the_worker_cannot_read_is_told_in_each_row(
    exercise: Path, handed_in: Fill, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("viva.grading.batch.Question", lambda _source, *given: Question(Source("gone", {}), *given))
    found = grade(exercise, handed_in(anna="hello", bert="hallo"), tmp_path / "out", status=2)
    assert [row["error"]["kind"] for row in found] == ["fault", "fault"]


@pytest.mark.parametrize("options", [[], ["--resume"]])
def test_a_batch_that_is_killed_loses_no_row(
    exercise: Path, handed_in: Fill, tmp_path: Path, options: list[str]
) -> None:
    out = tmp_path / "out"
    grade(exercise, handed_in(anna="hello", bert="hallo"), out)
    before = (out / "results.jsonl").read_bytes()
    folder = handed_in(anna="hello there", bert="hallo", zoe="kill-batch")
    command = [*VIVA, "grade", str(exercise), str(folder), "--out", str(out), "--jobs", "1"]
    for _ in range(2):
        assert subprocess.run([*command, *options], check=False, capture_output=True).returncode == -9
        assert (out / "results.jsonl").read_bytes() == before
    kept = [json.loads(line) for line in (out / "results.unfinished.jsonl").read_text().splitlines() if line]
    assert {(row["student"], row["verdict"]) for row in kept} >= {("anna", "refuted")}
    (folder / "zoe.txt").write_text("hello")
    assert [row["verdict"] for row in grade(exercise, folder, out, "--resume")] == ["refuted", "refuted", "passed"]
    assert not (out / "results.unfinished.jsonl").exists()


def test_rows_of_an_interrupted_batch_are_kept_by_the_next(
    exercise: Path, handed_in: Fill, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    found = grade(exercise, handed_in(anna="hello", bert="hallo"), out)
    (out / "results.jsonl").unlink()
    (out / "results.unfinished.jsonl").write_text(json.dumps(found[0] | {"seconds": 77.0}) + "\n" + '{"student": "cu')
    capsys.readouterr()
    assert [row["seconds"] == 77.0 for row in grade(exercise, handed_in(), out, "--resume")] == [True, False]
    assert "1 kept from before" in capsys.readouterr().out


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_equal_submissions_are_examined_once_and_each_is_told_of_by_its_own_name(
    exercise: Path, handed_in: Fill, tmp_path: Path, jobs: str
) -> None:
    same = dict.fromkeys(("anna", "bert", "carla"), "hallo")
    named = dict.fromkeys(("dora", "emil"), "named")
    folder = handed_in(**same, **named, zoe="hello")
    for name in ("fritz", "gerd"):
        with zipfile.ZipFile(folder / f"{name}.zip", "w") as archive:
            archive.writestr("x.txt", "hallo")
    found = {row["student"]: row for row in grade(exercise, folder, tmp_path / "out", "--jobs", jobs, *QUOTED)}
    assert len({found[name]["seconds"] for name in same}) == 1
    assert found["fritz"]["seconds"] == found["gerd"]["seconds"]
    for name in same:
        assert [each["where"]["file"] for each in found[name]["findings"] if "where" in each] == [f"{name}.txt"]
        assert "hallo" in (tmp_path / f"out/students/{name}.html").read_text()
    assert [found[name]["findings"][0]["text"] for name in named] == [
        f"Your {name}.txt says something else." for name in named
    ]
    alone = tmp_path / "alone"
    alone.mkdir()
    for name in ("bert", "emil", "gerd"):
        shutil.copy(folder / found[name]["file"], alone)
    for row in grade(exercise, alone, tmp_path / "out-alone", *QUOTED):
        assert {**row, "seconds": 0} == {**found[row["student"]], "seconds": 0}


def test_a_mistake_in_viva_is_shared_by_equal_submissions_too(exercise: Path, handed_in: Fill, tmp_path: Path) -> None:
    found = grade(exercise, handed_in(anna="kill", bert="kill", carla="hello"), tmp_path / "out", status=2)
    assert [row["verdict"] or row["error"]["kind"] for row in found] == ["worker_died", "worker_died", "passed"]


def test_resume_keeps_equal_submissions_in_every_layout(
    exercise: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "course.toml").write_text('title = "Words"\n[[exercise]]\nfolder = "say-hello"\n')
    for layout in ("student", "exercise"):
        folder = tmp_path / layout
        for student in ("anna", "bert", "carla"):
            path = folder / student / "say-hello.txt" if layout == "student" else folder / f"say-hello/{student}.txt"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("hello")
        first = grade(tmp_path, folder, tmp_path / f"out-{layout}")
        capsys.readouterr()
        assert grade(tmp_path, folder, tmp_path / f"out-{layout}", "--resume") == first
        assert "3 kept from before" in capsys.readouterr().out


def test_each_submission_is_read_once_whatever_becomes_of_it(
    exercise: Path, handed_in: Fill, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []
    from_path = Submission.from_path

    def counted(path: Path) -> Submission:
        read.append(path.stem)
        return from_path(path)

    monkeypatch.setattr(Submission, "from_path", counted)
    folder = handed_in(anna="hello", bert="hullabaloo", dead="kill")
    grade(exercise, folder, tmp_path / "out", *QUOTED, status=2)
    assert sorted(read) == ["anna", "bert", "dead"]
    assert "hullabaloo" in (tmp_path / "out/students/bert.html").read_text()
    read.clear()
    handed_in(bert="hallo")
    grade(exercise, folder, tmp_path / "out", "--resume", *QUOTED, status=2)
    assert sorted(read) == ["anna", "bert", "dead"]


def test_of_a_long_submission_only_the_lines_that_a_report_points_at_are_kept_for_the_pages(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    findings = tuple(Finding("Here.", where=Passage(file, line)) for file, line in (("a", 2), ("a", 4), ("c", 1)))
    report = Report(Verdict.REFUTED, "echo", "say", Evidence("", 1, ""), findings=findings)
    submission = Submission("x", {"a": b"1\n2\n3\n4\n5\n", "b": b"1\n2"})
    assert quote_submission(submission, report) == submission
    monkeypatch.setattr("viva.grading.quotes._SHORT", 4)
    assert quote_submission(submission, report) == Submission("x", {"a": b"\n2\n\n4", "b": b""})
    assert quote_submission(Submission("x", {"b": b"1\n2\n3"}), report) == Submission("x", {"b": b"1\n2\n"})
    assert quote_submission(Unreadable("empty", "It is empty."), report) is None


def test_rows_come_in_the_same_order_however_many_work(exercise: Path, handed_in: Fill, tmp_path: Path) -> None:
    folder = handed_in(**{f"student{number:02}": "hello" if number % 3 else "hallo" for number in range(12)})

    def without_times(out: str, jobs: str) -> list[dict[str, Any]]:
        found = grade(exercise, folder, tmp_path / out, "--jobs", jobs)
        return [{key: value for key, value in row.items() if key != "seconds"} for row in found]

    assert without_times("one", "1") == without_times("three", "3")


def test_resume_keeps_what_is_good_and_examines_what_changed(
    exercise: Path, handed_in: Fill, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    grade(exercise, handed_in(anna="hello", bert="hallo", bug="bug", carla="hullo"), out, status=2)
    before = {row["student"]: row for row in rows(out)}
    marked = [json.dumps(row | {"seconds": 77.0}) for row in before.values()]
    (out / "results.jsonl").write_text("\n".join(marked) + '\n{"student": "cut of')
    capsys.readouterr()
    folder = handed_in(bert="hello", carla="hillo", dora="hello")
    after = {row["student"]: row for row in grade(exercise, folder, out, "--resume", status=2)}
    assert list(after) == ["anna", "bert", "bug", "carla", "dora"]
    assert after["anna"]["seconds"] == 77.0
    # What bert has changed is now what anna had handed in before; what carla has now, nobody had.
    assert (after["bert"]["verdict"], after["bert"]["seconds"]) == ("passed", 77.0)
    assert (after["carla"]["verdict"], after["carla"]["seconds"] == 77.0) == ("refuted", False)
    assert "3 kept from before" in capsys.readouterr().out


@pytest.mark.parametrize("change", ["seed", "attempt", "statement", "policy"])
def test_a_row_is_good_only_while_everything_it_depends_on_is_the_same(
    exercise: Path, handed_in: Fill, tmp_path: Path, change: str, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    grade(exercise, handed_in(anna="hello"), out)
    options = {"seed": ["--seed", "1"], "attempt": ["--attempt", "2"]}.get(change, [])
    if change == "statement":
        (exercise / "statement.md").write_text("Say it.")
    if change == "policy":
        with (exercise / "exercise.toml").open("a") as manifest:
            manifest.write("[feedback]\nper_attempt = 1\n")
    capsys.readouterr()
    grade(exercise, handed_in(), out, "--resume", *options)
    assert "kept" not in capsys.readouterr().out
    grade(exercise, handed_in(), out, "--resume", *options)
    assert "1 kept from before" in capsys.readouterr().out


def test_an_interrupted_batch_keeps_its_rows_and_leaves_no_worker(
    exercise: Path, handed_in: Fill, tmp_path: Path
) -> None:
    out, mark = tmp_path / "out", tmp_path / "worker"
    folder = handed_in(anna="hello", zoe=f"interrupt {mark}")
    command = [*VIVA, "grade", str(exercise), str(folder), "--out", str(out), "--jobs", "1"]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 130
    assert done.stdout == ""
    assert done.stderr.strip().endswith("--resume goes on from there")
    assert "Traceback" not in done.stderr
    assert not (out / "results.jsonl").exists()
    kept = (out / "results.unfinished.jsonl").read_text().splitlines()
    assert [json.loads(line)["student"] for line in kept] == ["anna"]
    with pytest.raises(ProcessLookupError):
        os.kill(int(mark.read_text()), 0)


def test_a_student_sees_no_rung_that_the_policy_does_not_allow(exercise: Path, handed_in: Fill, tmp_path: Path) -> None:
    with (exercise / "exercise.toml").open("a") as manifest:
        manifest.write('[feedback]\nladder = ["verdict", "hint", "example"]\nper_attempt = 1\n')
    folder = handed_in(bert="hullabaloo")

    def page(*options: str) -> str:
        grade(exercise, folder, tmp_path / "out", *options)
        return (tmp_path / "out/students/bert.html").read_text()

    first, second, third = page(), page("--attempt", "2"), page("--attempt", "9")
    assert "once more" not in first
    assert "got hullabaloo" not in first
    assert "once more" in second
    assert "got hullabaloo" not in second
    assert "Expected hello, got hullabaloo" in third
    for text in (first, second, third):
        assert "Write hello instead" not in text
        assert "It says something else" not in text
        assert "Here it goes wrong" not in text
        assert "<mark>" not in text
        assert "hullabaloo" in text, "what they handed in is theirs"
    assert "hullabaloo" in (tmp_path / "out/index.html").read_text()


def test_points_pay_for_what_was_shown_before(exercise: Path, handed_in: Fill, tmp_path: Path) -> None:
    with (exercise / "exercise.toml").open("a") as manifest:
        manifest.write("[feedback]\nper_attempt = 2\ncost = { hint = 1 }\n")
    folder = handed_in(anna="hello")
    assert grade(exercise, folder, tmp_path / "one")[0]["points"] == 4.0
    assert grade(exercise, folder, tmp_path / "two", "--attempt", "2")[0]["points"] == 3.0
    assert "3 of 4 points" in (tmp_path / "two/students/anna.html").read_text()


class Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: list[tuple[str, str | None]] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += attrs

    def handle_data(self, data: str) -> None:
        self.text += data


HOSTILE = [
    "=HYPERLINK(1)",
    "+1",
    "-1",
    "@x",
    "<img src=x onerror=alert(1)>",
    "\x1b[31mred",
    "\u202egnp",
    "a..",
    "'\"><script>alert(1)</script>",
    "a\nb",
    os.fsdecode(b"\xff\xfe"),
    "x" * 200,
]


def test_hostile_names_do_no_harm_in_table_pages_and_paths(exercise: Path, tmp_path: Path) -> None:
    folder = tmp_path / "handed-in"
    folder.mkdir()
    for name in HOSTILE:
        (folder / f"{name.replace('/', '')}.txt").write_text(f"={name}".encode(errors="replace").decode())
    out = tmp_path / "out"
    absent = ["=1+1 absent", "<script>alert(2)</script>", "../../../absent", "\u202ezoe", "anna\x1b[31m"]
    (tmp_path / "list").write_text("\n".join(absent), "utf-8")
    found = grade(exercise, folder, out, "--roster", str(tmp_path / "list"))
    assert len(found) == len(HOSTILE) + len(absent)
    for record in grades(out):
        for value in record.values():
            assert not value.startswith(("=", "+", "-", "@"))
            assert value.isprintable()
    pages = [*(out / "students").iterdir(), out / "index.html", out / "print.html"]
    assert len(pages) == len(HOSTILE) + len(absent) + 2
    assert sorted(path.name for path in out.iterdir()) == [
        *("grades.csv", "index.html", "print.html"),
        *("results.jsonl", "students"),
    ]
    for path in pages:
        page = Page()
        page.feed(path.read_text("utf-8").replace(OWN_SCRIPT, ""))
        assert not {"script", "img", "iframe"} & page.tags
        assert not [name for name, _ in page.attributes if name.startswith("on") or name == "src"]
        assert not {"\x1b", "\u202e"} & set(page.text)
        for name, link in page.attributes:
            if name == "href" and not str(link).startswith("#"):
                assert (out / str(link)).is_file()


@pytest.mark.parametrize("layout", ["student", "exercise"])
def test_a_course_is_graded_with_its_points(
    exercise: Path, tmp_path: Path, layout: str, capsys: pytest.CaptureFixture[str]
) -> None:
    second = tmp_path / "say-bye"
    second.mkdir()
    (second / "exercise.toml").write_text('subject = "echo"\ntitle = "Say bye"\n[echo]\nsay = "bye"\n')
    course = 'title = "Words"\n[[exercise]]\nfolder = "say-hello"\npoints = 10\n[[exercise]]\nfolder = "say-bye"\n'
    (tmp_path / "course.toml").write_text(course)
    folder = tmp_path / "handed-in"
    for student, name, text in (
        ("anna", "say-hello", "hello"),
        ("anna", "say-bye", "by"),
        ("bert", "say-hello", "hello"),
    ):
        path = folder / student / f"{name}.txt" if layout == "student" else folder / name / f"{student}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (folder / "stray.txt").write_text("x")
    found = grade(tmp_path, folder, tmp_path / "out")
    assert [(row["student"], row["exercise"], row["points"]) for row in found] == [
        ("anna", "say-hello", 10.0),
        ("anna", "say-bye", 0.3),
        ("bert", "say-hello", 10.0),
        ("bert", "say-bye", 0.0),
    ]
    assert found[-1]["reason"] == "no_submission"
    assert "stray.txt was left out" in capsys.readouterr().err
    assert "Nothing was handed in." in (tmp_path / "out/students/bert.html").read_text()
    assert "10.3 of 11 points" in (tmp_path / "out/students/anna.html").read_text()


@pytest.mark.parametrize(
    ("folder", "out", "words"),
    [("nothing", "out", "no such folder"), ("handed-in", "handed-in/results", "among the submissions")],
)
def test_a_wrong_call_is_one_sentence(
    exercise: Path,
    handed_in: Fill,
    tmp_path: Path,
    folder: str,
    out: str,
    words: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    handed_in(anna="hello")
    assert run(["grade", str(exercise), str(tmp_path / folder), "--out", str(tmp_path / out)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert words in captured.err
    assert captured.err.count("\n") == 1


def test_results_that_cannot_be_written_are_one_sentence(
    exercise: Path, handed_in: Fill, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("x")
    folder = handed_in(anna="hello")
    assert run(["grade", str(exercise), str(folder), "--out", str(tmp_path / "file" / "out")]) == 2
    assert "results cannot be written here" in capsys.readouterr().err


def test_what_stood_in_the_way_is_said_once(
    exercise: Path, handed_in: Fill, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    grade(exercise, handed_in(anna="fault", bert="fault", carla="bug x", dora="hello"), tmp_path / "out", status=2)
    captured = capsys.readouterr()
    fault, mistake = captured.err.splitlines()
    assert fault == "viva: anna, say-hello: no verdict: exercise.toml:3: the exercise is broken; mend it"
    assert mistake.startswith(
        "viva: carla, say-hello: no verdict: this is a mistake in Viva (RuntimeError: unexpected x"
    )
    assert "send this sentence to the developers of Viva" in mistake
    assert "4 submissions of 4 students: 1 right, 3 without a verdict." in captured.out
