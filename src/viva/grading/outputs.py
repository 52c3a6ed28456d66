"""What a teacher takes away: a table for the office, a page for each student, and a page of the whole class.

`grades.csv`, `results.jsonl` and `index.html` are the teacher's; `students/` holds nothing that the policies of the
exercises do not allow, and can be handed out.
"""

import csv
import hashlib
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from viva.core.text.escape import cell
from viva.grading.grade import Results
from viva.grading.groups import groups
from viva.grading.handed_in.naming import normal
from viva.grading.pages import class_page, print_page, say_of, student_page
from viva.grading.row import Row

COLUMNS = (
    *("student", "exercise", "title", "verdict", "reason", "score", "points", "worth", "missed", "mistake"),
    *("attempt", "signature", "seconds", "error"),
)
_LONGEST_NAME = 60
_RESERVED = re.compile(r"con|prn|aux|nul|com\d|lpt\d")


def write_outputs(results: Results, out: Path) -> None:
    write_grades(results, out / "grades.csv")
    by_student = results.by_student()
    pages = page_names(by_student)
    (out / "students").mkdir(exist_ok=True)
    for student, rows in by_student.items():
        _write(out / "students" / pages[student], student_page(results, student, rows))
    _write(out / "print.html", print_page(results))
    _write(out / "index.html", class_page(results, {student: f"students/{page}" for student, page in pages.items()}))


def _write(file: Path, page: str) -> None:
    file.write_text(page, "utf-8", errors="backslashreplace")


def write_grades(results: Results, file: Path) -> None:
    """One line per row; no cell is a formula. `mistake` is the title of the group."""
    with file.open("w", encoding="utf-8", newline="") as stream:
        table = csv.writer(stream)
        table.writerow(COLUMNS)
        for cells in grade_table(results):
            table.writerow("" if each is None else cell(str(each)) for each in cells)


def grade_table(results: Results) -> list[tuple[object, ...]]:
    """What the office gets, a line for each row, in the order of the columns."""
    found = groups(results.rows, results.group.exercises, say_of(results), results.locale)
    titles = {row.name: group.title for group in found for row in group.rows}
    lines = [_cells(row) | {"mistake": titles.get(row.name)} for row in results.rows]
    return [tuple(cells[name] for name in COLUMNS) for cells in lines]


def _cells(row: Row) -> dict[str, object]:
    known = row.to_json()
    return {
        **{name: known.get(name) for name in COLUMNS},
        "missed": "; ".join(row.report.missed) if row.report else None,
        "signature": row.signature,
        "error": f"{row.error.kind}: {row.error}" if row.error else None,
    }


def page_names(students: Iterable[str]) -> dict[str, str]:
    """A file name for each student: harmless whatever the student is called, and never the same for two.

    Letters of all languages, digits, `-` and `_` stay; everything else becomes `-`. A name that loses something by
    this, or that another student's would fall together with where capitals or accents do not count, gets a digest, so
    that no name can leave the folder, hide in it or lie upon another.
    """
    names = {student: _plain(student) for student in students}
    often = Counter(_folded(name) for name in names.values())
    return {
        student: f"{name}.html"
        if _keeps(student, name) and often[_folded(name)] == 1
        else f"{name}.{_digest(student)}.html"
        for student, name in names.items()
    }


def _plain(student: str) -> str:
    kept = (letter if letter in "-_" or unicodedata.category(letter)[0] in "LMN" else " " for letter in normal(student))
    return "-".join("".join(kept).split())[:_LONGEST_NAME].strip("-") or "student"


def _keeps(student: str, name: str) -> bool:
    return student.replace(" ", "-") == name and not _RESERVED.fullmatch(name.casefold())


def _folded(name: str) -> str:
    letters = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def _digest(student: str) -> str:
    return hashlib.sha256(student.encode(errors="surrogatepass")).hexdigest()[:10]
