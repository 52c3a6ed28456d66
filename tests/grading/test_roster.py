import os
from pathlib import Path

import pytest

from viva.core.fault import Fault
from viva.grading.outputs import page_names
from viva.grading.roster import read_roster


def tree(folder: Path, *files: str) -> Path:
    for file in files:
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text("x")
    return folder


def found(folder: Path, exercises: list[str], course: bool) -> list[tuple[str, str, str]]:
    roster = read_roster(folder, exercises, course)
    return [(entry.student, entry.exercise, str(entry.path.relative_to(folder))) for entry in roster.entries]


def test_files_folders_and_zips_are_named_by_student(tmp_path: Path) -> None:
    tree(tmp_path, "bert.py", "anna.zip", "Zoë Müller.py", "carl/main.py", "carl.v2/main.py", ".DS_Store")
    assert found(tmp_path, ["sum"], False) == [
        ("Zoë Müller", "sum", "Zoë Müller.py"),
        ("anna", "sum", "anna.zip"),
        ("bert", "sum", "bert.py"),
        ("carl", "sum", "carl"),
        ("carl.v2", "sum", "carl.v2"),
    ]


def test_two_that_would_be_called_the_same_keep_their_endings(tmp_path: Path) -> None:
    tree(tmp_path, "anna.py", "anna.zip", "bert.py")
    assert [student for student, _, _ in found(tmp_path, ["sum"], False)] == ["anna.py", "anna.zip", "bert"]


def test_a_course_may_be_laid_out_by_student_or_by_exercise(tmp_path: Path) -> None:
    tree(tmp_path / "a", "anna/sum.py", "anna/high-low/main.py", "bert/sum.zip")
    tree(tmp_path / "b", "sum/anna.py", "high-low/anna/main.py", "sum/bert.zip")
    rows = [("anna", "sum"), ("anna", "high-low"), ("bert", "sum")]
    for layout in ("a", "b"):
        assert [row[:2] for row in found(tmp_path / layout, ["sum", "high-low"], True)] == rows


def test_what_belongs_to_no_exercise_is_left_over_and_not_forgotten(tmp_path: Path) -> None:
    tree(tmp_path, "anna/sum.py", "anna/letter.txt", "readme.txt", ".hidden.py", ".DS_Store")
    roster = read_roster(tmp_path, ["sum"], True)
    assert sorted(path.name for path in roster.leftover) == [".hidden.py", "letter.txt", "readme.txt"]


@pytest.mark.parametrize("course", [True, False])
def test_a_folder_without_submissions_is_a_fault(tmp_path: Path, course: bool) -> None:
    (tmp_path / "empty").mkdir()
    for name in ("empty", "nothing"):
        with pytest.raises(Fault):
            read_roster(tmp_path / name, ["sum"], course)
    with pytest.raises(Fault, match="this is a file"):
        read_roster(tree(tmp_path, "file") / "file", ["sum"], course)


HOSTILE = [
    "../../etc/passwd",
    "..",
    ".",
    "",
    "/",
    "a/b",
    "a\\b",
    "con",
    "Anna",
    "anna",
    "ANNA",
    "a" * 300,
    "\x1b[31m",
    "\udcff",
    "a\nb",
]


def test_no_name_leads_a_page_out_of_its_folder_or_onto_another(tmp_path: Path) -> None:
    names = page_names(HOSTILE)
    assert len({name.casefold() for name in names.values()}) == len(HOSTILE)
    for name in names.values():
        assert os.path.normpath(tmp_path / name) == str(tmp_path / name)
        assert (tmp_path / name).parent == tmp_path
        (tmp_path / name).touch()
        assert name.isascii()
        assert name.isprintable()
    assert names["anna"] == "anna.html"
