import os
import re
import unicodedata
from pathlib import Path

import pytest

from viva.core.fault import Fault
from viva.grading.handed_in.roster import Missing, Stray, read_roster
from viva.grading.outputs import page_names


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
        ("anna", "sum", "anna.zip"),
        ("bert", "sum", "bert.py"),
        ("carl", "sum", "carl"),
        ("carl.v2", "sum", "carl.v2"),
        ("Zoë Müller", "sum", "Zoë Müller.py"),
    ]


def test_two_files_with_the_same_name_are_of_one_student(tmp_path: Path) -> None:
    tree(tmp_path, "anna.py", "anna.zip", "bert.py")
    assert [student for student, _, _ in found(tmp_path, ["sum"], False)] == ["anna", "anna", "bert"]


def test_a_course_may_be_laid_out_by_student_or_by_exercise(tmp_path: Path) -> None:
    tree(tmp_path / "a", "anna/sum.py", "anna/high-low/main.py", "bert/sum.zip")
    tree(tmp_path / "b", "sum/anna.py", "high-low/anna/main.py", "sum/bert.zip")
    rows = [("anna", "sum"), ("anna", "high-low"), ("bert", "sum")]
    for layout in ("a", "b"):
        assert [row[:2] for row in found(tmp_path / layout, ["sum", "high-low"], True)] == rows


def test_what_belongs_to_no_exercise_is_left_over_and_not_forgotten(tmp_path: Path) -> None:
    tree(tmp_path, "anna/sum.py", "anna/letter.txt", "readme.txt", ".hidden.py", ".DS_Store")
    roster = read_roster(tmp_path, ["sum"], True)
    assert sorted(stray.name for stray in roster.leftover) == [".hidden.py", "anna/letter.txt", "readme.txt"]


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
        assert name.isprintable()
        assert len(name.encode()) <= 255
    assert names["anna"] != "anna.html", "another one is called Anna, which many file systems take for the same"


def test_names_keep_their_letters_in_the_names_of_pages() -> None:
    names = page_names(["Zoë Müller", "Łukasz", "李雷", "हिन्दी", "anna-lena", "O'Neil", "con", "René", "Rene"])
    assert [names[name] for name in ("Zoë Müller", "Łukasz", "李雷", "हिन्दी", "anna-lena")] == [
        "Zoë-Müller.html",
        "Łukasz.html",
        "李雷.html",
        "हिन्दी.html",
        "anna-lena.html",
    ]
    assert re.fullmatch(r"O-Neil\.[0-9a-f]{10}\.html", names["O'Neil"])
    assert names["con"] != "con.html"
    assert names["René"].startswith("René.") and names["Rene"].startswith("Rene.")


def test_a_name_is_the_same_however_its_letters_are_written(tmp_path: Path) -> None:
    apart = unicodedata.normalize("NFD", "Zoë_MÜLLER")
    tree(tmp_path, f"{apart}.py", "jan.py")
    roster = read_roster(tmp_path, ["sum"], False, ["Zoë Müller", "Jan", "Łukasz"])
    assert [entry.student for entry in roster.entries] == ["Jan", "Zoë Müller"]
    assert roster.missing == (Missing("Łukasz", "sum"),)
    assert roster.strangers == ()
    alone = read_roster(tmp_path, ["sum"], False)
    assert [entry.student for entry in alone.entries] == ["jan", "Zoë_MÜLLER"]


def test_slips_in_names_are_told_with_what_was_meant(tmp_path: Path) -> None:
    tree(tmp_path, "anna/sum-of-m.py", "anna/letter.txt", "hgih-low/bert.py", "zoe muller/sum_of_N.py", "bert/x.txt")
    roster = read_roster(tmp_path, ["sum-of-n", "high-low"], True, ["anna", "Zoë Müller"])
    assert set(roster.leftover) == {
        Stray("anna/sum-of-m.py", "sum-of-n"),
        Stray("anna/letter.txt", None),
        Stray("hgih-low", "high-low"),
        Stray("bert/x.txt", None),
    }
    assert roster.strangers == (Stray("bert", None), Stray("zoe muller", "Zoë Müller"))
    assert [(entry.student, entry.exercise) for entry in roster.entries] == [("zoe muller", "sum-of-n")]
    assert len(roster.missing) == 2 + 2 + 2 + 1


def test_whoever_is_known_and_handed_in_nothing_is_missing(tmp_path: Path) -> None:
    tree(tmp_path, "anna/sum.py", "anna/Thumbs.db", "__MACOSX/x/sum.py", "dora/.DS_Store")
    (tmp_path / "carl").mkdir()
    roster = read_roster(tmp_path, ["sum"], True, ["anna", "bert"])
    assert roster.missing == (Missing("bert", "sum"), Missing("carl", "sum"), Missing("dora", "sum"))
    assert roster.leftover == ()


@pytest.mark.parametrize(
    ("file", "student"),
    [
        ("Zoë Müller_4711_assignsubmission_file_/sum.py", "Zoë Müller"),
        ("Zoë Müller_4711_assignsubmission_file_sum.py", "Zoë Müller"),
        ("Anna_Lena Ost_4711_assignsubmission_onlinetext_/onlinetext.html", "Anna_Lena Ost"),
        ("mullerzoe_LATE_4711_81234_sum.py", "mullerzoe"),
        ("mullerzoe_4711_81234_sum-1.py", "mullerzoe"),
        ("Sheet 1_zmueller_attempt_2024-01-31-10-00-00_sum.py", "zmueller"),
        ("anna_2.py", "anna_2"),
        ("anna_ost.py", "anna_ost"),
    ],
)
def test_names_that_learning_platforms_make_are_taken_apart(tmp_path: Path, file: str, student: str) -> None:
    tree(tmp_path, file)
    assert [row[0] for row in found(tmp_path, ["sum"], False)] == [student]


def test_two_students_with_one_name_are_two(tmp_path: Path) -> None:
    name = "Anna Ost_{}_assignsubmission_file_"
    tree(tmp_path, f"{name.format(4711)}/sum.py", f"{name.format(4712)}/sum.py", "Bo_1_assignsubmission_file_a.py")
    tree(tmp_path, "Bo_1_assignsubmission_file_b.py")
    students = [row[0] for row in found(tmp_path, ["sum"], False)]
    assert students == ["Anna Ost (4711)", "Anna Ost (4712)", "Bo", "Bo"]
    tree(tmp_path / "course", f"{name.format(4711)}/sum.py", f"{name.format(4712)}/sum.py")
    roster = read_roster(tmp_path / "course", ["sum"], True)
    assert [entry.student for entry in roster.entries] == ["Anna Ost (4711)", "Anna Ost (4712)"]
    assert roster.missing == ()
