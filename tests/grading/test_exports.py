"""What others read. Readers that are not ours read it back; where there is none, the names are the documented ones."""

import csv
import io
import json
import re
import zipfile
from pathlib import Path

import openpyxl
import pytest
from junitparser import Error, Failure, JUnitXml, Skipped

from tests.examining import Viva
from viva.core.text.escape import _FORMULA
from viva.grading.exports import FORMATS

ALL = [word for name in FORMATS for word in ("--format", name)]
HOSTILE = "=cmd|' calc'!A0"
WORKSHEET = (
    "Identifier,Full name,Email address,Status,Grade,Maximum Grade,Grade can be changed,"
    "Last modified (submission),Last modified (grade),Feedback comments"
)
# The keys of results.json in Gradescope's documentation of autograders.
GRADESCOPE = {"score", "execution_time", "output", "output_format", "test_output_format", "test_name_format"} | {
    *("visibility", "stdout_visibility", "extra_data", "tests", "leaderboard")
}
GRADESCOPE_TEST = {"score", "max_score", "status", "name", "name_format", "number", "output", "output_format"} | {
    *("tags", "visibility", "extra_data")
}


@pytest.fixture
def moodle(tmp_path: Path) -> Path:
    """All submissions as Moodle hands them out."""
    file = tmp_path / "sheet.zip"
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("Zoë Müller_4711_assignsubmission_file_/hello.txt", "hello")
        archive.writestr("Anna Ost_4712_assignsubmission_file/hello.txt", "hallo")
        archive.writestr(f"{HOSTILE}_4713_assignsubmission_file_/hello.txt", "hal <b>")
        archive.writestr("Dora Bug_4714_assignsubmission_file_/hello.txt", "bug")
        archive.writestr("Emil Leer_4715_assignsubmission_file_/hello.txt", "undecided")
    return file


@pytest.fixture
def out(exercise: Path, moodle: Path, tmp_path: Path, viva: Viva) -> Path:
    (tmp_path / "class").write_text(
        f"Full name\nZoë Müller\nAnna Ost\n{HOSTILE}\nDora Bug\nEmil Leer\nFritz Faul\n", "utf-8"
    )
    call = viva("grade", exercise, moodle, "--out", tmp_path / "out", "--roster", tmp_path / "class", *ALL)
    assert "moodle: left out, because their numbers in Moodle are not known: Fritz Faul" in call.err
    assert "gradescope: nothing was written for Dora Bug, Emil Leer" in call.err
    return tmp_path / "out"


def told_to_students(out: Path) -> str:
    """Everything that students may see of it."""
    pages = " ".join(path.read_text() for path in (out / "students").iterdir())
    return re.sub(r"\W+", " ", re.sub("<[^>]+>", "", pages))


def test_every_cell_of_the_workbook_is_read_back_as_it_was_meant(out: Path) -> None:
    book = openpyxl.load_workbook(out / "grades.xlsx")
    assert book.sheetnames == ["Students", "Submissions"]
    students = {row[0]: row[1:] for row in book["Students"].iter_rows(values_only=True)}
    assert students["Student"] == ("Say hello", "Points")
    assert students["Zoë Müller"] == (4, 4)
    assert students["Dora Bug"] == (None, None)
    assert students["Fritz Faul"] == (0, 0)
    read = [["" if cell is None else cell for cell in row] for row in book["Submissions"].iter_rows(values_only=True)]
    with (out / "grades.csv").open(encoding="utf-8", newline="") as stream:
        table = list(csv.reader(stream))
    assert read == [
        [float(cell) if isinstance(other, int | float) else cell for cell, other in zip(row, others, strict=True)]
        for row, others in zip(table, read, strict=True)
    ]
    for sheet in book:
        for row in sheet.iter_rows():
            for cell in row:
                assert cell.data_type != "f"
                assert not (isinstance(cell.value, str) and cell.value.startswith(_FORMULA))


def test_a_build_server_reads_a_suite_for_each_exercise(out: Path) -> None:
    (suite,) = JUnitXml.fromfile(str(out / "junit.xml"))
    assert (suite.name, suite.tests, suite.failures, suite.errors, suite.skipped) == ("say-hello", 6, 2, 1, 2)
    kinds = {case.name: [type(each) for each in case.result] for case in suite}
    assert kinds["Zoë Müller"] == []
    assert kinds["Anna Ost"] == kinds[HOSTILE] == [Failure]
    assert kinds["Emil Leer"] == kinds["Fritz Faul"] == [Skipped]
    assert kinds["Dora Bug"] == [Error]


def test_one_check_is_one_test_for_a_build_server(exercise: Path, tmp_path: Path, viva: Viva) -> None:
    (tmp_path / "hallo.txt").write_text("hallo")
    assert viva("check", exercise, tmp_path / "hallo.txt", "--junit", tmp_path / "one.xml").status == 1
    (suite,) = JUnitXml.fromfile(str(tmp_path / "one.xml"))
    (case,) = suite
    assert (case.classname, case.name) == ("say-hello", "hallo.txt")
    assert isinstance(case.result[0], Failure) and "Not right" in case.result[0].message


def test_gradescope_gets_the_documented_keys_and_a_score_only_where_there_is_one(out: Path) -> None:
    files = {path.parent.name: json.loads(path.read_text()) for path in (out / "gradescope").rglob("results.json")}
    assert {name.partition(".")[0] for name in files} == {"Zoë-Müller", "Anna-Ost", "cmd-calc-A0", "Fritz-Faul"}
    for given in files.values():
        assert set(given) <= GRADESCOPE
        assert given["score"] == sum(test.get("score", 0) for test in given["tests"])
        for test in given["tests"]:
            assert set(test) <= GRADESCOPE_TEST
            assert test["status"] in ("passed", "failed")
            assert 0 <= test["score"] <= test["max_score"] == 4
    assert files["Zoë-Müller"]["tests"][0]["status"] == "passed"


def test_moodle_gets_its_own_columns_and_folders(out: Path) -> None:
    text = (out / "moodle/grades.csv").read_text("utf-8")
    assert text.splitlines()[0] == WORKSHEET
    lines = {line["Identifier"]: line for line in csv.DictReader(io.StringIO(text))}
    assert list(lines) == [f"Participant {number}" for number in (4713, 4712, 4714, 4715, 4711)]
    zoe, anna, dora = (lines[f"Participant {number}"] for number in (4711, 4712, 4714))
    assert (zoe["Full name"], zoe["Grade"], zoe["Maximum Grade"]) == ("Zoë Müller", "4.00", "4.00")
    assert float(anna["Grade"]) < 4 and "Not right" in anna["Feedback comments"]
    assert dora["Grade"] == dora["Feedback comments"] == ""
    assert not any(cell.startswith(_FORMULA) for line in lines.values() for cell in line.values())
    with zipfile.ZipFile(out / "moodle/feedback.zip") as archive:
        assert archive.testzip() is None
        names = set(archive.namelist())
        page = archive.read("Anna Ost_4712_assignsubmission_file/feedback.html").decode()
    assert "Zoë Müller_4711_assignsubmission_file_/feedback.html" in names and len(names) == 5
    assert page == (out / "students/Anna-Ost.html").read_text("utf-8")


def test_a_worksheet_of_moodle_is_filled_in_and_keeps_what_else_it_has(
    exercise: Path, tmp_path: Path, viva: Viva
) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in/anna ost.txt").write_text("hello")
    (tmp_path / "worksheet.csv").write_bytes(
        b"\xef\xbb\xbf"
        + (
            WORKSHEET.replace("Status", "Status,Group") + "\r\n"
            'Participant 12,Anna Ost,anna@x.org,"Submitted for grading - ",B,,100.00,Yes,"Monday, 1 June",-,old\r\n'
            "Participant 13,Bert_West,bert@x.org,No submission,B,,100.00,Yes,-,-,\r\n"
        ).encode()
    )
    roster = ("--roster", tmp_path / "worksheet.csv")
    call = viva("grade", exercise, tmp_path / "in", "--out", tmp_path / "out", *roster, "--format", "moodle")
    assert "the maximum grade there is 100, and here are 4 to gain" in call.err
    anna, bert = csv.DictReader(io.StringIO((tmp_path / "out/moodle/grades.csv").read_text()))
    assert (anna["Email address"], anna["Group"], anna["Grade"]) == ("anna@x.org", "B", "4.00")
    assert anna["Last modified (submission)"] == "Monday, 1 June" and "Right" in anna["Feedback comments"]
    assert (bert["Identifier"], bert["Grade"]) == ("Participant 13", "0.00")
    with zipfile.ZipFile(tmp_path / "out/moodle/feedback.zip") as archive:
        assert archive.namelist() == [
            "Anna Ost_12_assignsubmission_file_/feedback.html",
            "Bert West_13_assignsubmission_file_/feedback.html",
        ]


@pytest.mark.parametrize("attempt", ["1", "2", "9"])
def test_nothing_leaves_that_the_page_of_the_student_does_not_tell(
    exercise: Path, moodle: Path, tmp_path: Path, viva: Viva, attempt: str
) -> None:
    with (exercise / "exercise.toml").open("a") as manifest:
        manifest.write('[feedback]\nladder = ["verdict", "hint", "place"]\nper_attempt = 1\n')
    out = tmp_path / "out"
    viva("grade", exercise, moodle, "--out", out, "--attempt", attempt, *ALL)
    pages = told_to_students(out)
    given = [path.read_text() for path in (out / "gradescope").rglob("results.json")]
    given += [(out / "junit.xml").read_text(), (out / "moodle/grades.csv").read_text()]
    rows = [json.loads(line) for line in (out / "results.jsonl").read_text().splitlines()]
    secrets = {
        finding["text"]
        for row in rows
        for finding in row.get("findings", [])
        if re.sub(r"\W+", " ", finding["text"]).strip() not in pages
    }
    assert secrets
    for secret in secrets:
        assert not any(secret in text for text in given)
