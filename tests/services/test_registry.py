import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

import viva
from viva.core.fault import Fault
from viva.core.submission import Submission
from viva.services.course import read_course
from viva.services.registry import SUBJECTS, installed_entries, read_exercise, subject_named, template


def test_an_exercise_is_read_with_its_subject(exercise: Path) -> None:
    subject, asked = read_exercise(exercise)
    assert subject.name == asked.subject == "echo"
    assert (asked.name, asked.title, asked.points) == ("say-hello", "Say hello", 4)


def test_a_check_parses_the_exercise_once(exercise: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.txt").write_text("hello")
    manifest = (exercise / "exercise.toml").read_text()
    parsed: list[str] = []
    loads = tomllib.loads

    def counted(text: str) -> dict[str, object]:
        parsed.append(text)
        return loads(text)

    monkeypatch.setattr(tomllib, "loads", counted)
    assert viva.check(exercise, tmp_path / "a.txt").verdict == "passed"
    assert parsed.count(manifest) == 1


def test_files_that_replace_others_are_parsed_anew(exercise: Path) -> None:
    _, asked = read_exercise(exercise)
    other = replace(asked.source, files={"exercise.toml": b'title = "another"'})
    assert asked.source.manifest().string("title") == "Say hello"
    assert other.manifest().string("title") == "another"


def test_an_unknown_subject_is_a_fault_with_line_and_suggestion(exercise: Path) -> None:
    (exercise / "exercise.toml").write_text('title = "x"\nsubject = "ehco"\n')
    with pytest.raises(Fault) as caught:
        read_exercise(exercise)
    assert str(caught.value) == f"{exercise}/exercise.toml:2: there is no subject 'ehco'; did you mean 'echo'?"


def test_a_template_is_a_complete_exercise() -> None:
    assert "examples/right/hello.txt" in template("echo").files
    with pytest.raises(Fault, match="no subject"):
        subject_named("nothing")


@pytest.mark.parametrize("name", ["nothing", "exercise.txt", "empty"])
def test_what_is_no_exercise_folder_is_a_fault(tmp_path: Path, name: str) -> None:
    (tmp_path / "exercise.txt").write_text("x")
    (tmp_path / "empty").mkdir()
    with pytest.raises(Fault) as caught:
        read_exercise(tmp_path / name)
    assert caught.value.file == str(tmp_path / name)


def test_a_course_gives_points_and_dates(exercise: Path) -> None:
    folder = exercise.parent
    (folder / "course.toml").write_text(
        'title = "P1"\n[[exercise]]\nfolder = "say-hello"\npoints = 5\ndue = 2030-01-31\n'
    )
    course = read_course(folder)
    assert course.title == "P1"
    assert [(entry.exercise.name, entry.exercise.points, str(entry.due)) for entry in course.entries] == [
        ("say-hello", 5.0, "2030-01-31")
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "`exercise` is missing"),
        ('[[exercise]]\nfolder = "nothing"\n', "no such exercise"),
        ('[[exercise]]\nfolder = "say-hello"\n[[exercise]]\nfolder = "say-hello"\n', "twice"),
        ('[[exercise]]\nfolder = "say-hello"\npoint = 3\n', "did you mean 'points'"),
    ],
)
def test_a_wrong_course_is_a_fault(exercise: Path, text: str, words: str) -> None:
    (exercise.parent / "course.toml").write_text(text)
    with pytest.raises(Fault) as caught:
        read_course(exercise.parent)
    assert words in str(caught.value)


def test_the_library_checks_paths_and_values_alike(exercise: Path, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("hello")
    _, asked = read_exercise(exercise)
    by_path = viva.check(str(exercise), tmp_path / "a.txt")
    by_value = viva.check(asked, Submission.from_text("hello", "a.txt"))
    assert by_path.verdict == by_value.verdict == "passed"
    assert viva.check(exercise, Submission.from_text("", "a.txt")).reason == "empty"


def test_own_subjects_are_found_by_name_as_by_their_entry_points() -> None:
    own = {name: point for name, point in installed_entries(SUBJECTS).items() if point.module.startswith("viva.")}
    assert "console" in own
    for name, point in own.items():
        assert type(subject_named(name)) is point.load()
