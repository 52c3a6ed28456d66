"""What a teacher takes away: a table for the office, a page for each student, and a page of the whole class.

`grades.csv`, `results.jsonl` and `index.html` are the teacher's; `students/` holds nothing that the policies of the
exercises do not allow, and can be handed out.
"""

import csv
import hashlib
import re
from collections.abc import Iterable
from pathlib import Path

from viva.core.escape import cell
from viva.grading.grade import Results
from viva.grading.pages import class_page, student_page
from viva.grading.row import Row

COLUMNS = ("student", "exercise", "verdict", "reason", "score", "points", "attempt", "signature", "seconds", "error")
_PLAIN_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,60}")


def write_outputs(results: Results, out: Path) -> None:
    write_grades(results.rows, out / "grades.csv")
    by_student: dict[str, list[Row]] = {}
    for row in results.rows:
        by_student.setdefault(row.student, []).append(row)
    pages = page_names(by_student)
    (out / "students").mkdir(exist_ok=True)
    for student, rows in by_student.items():
        page = student_page(results, student, rows)
        (out / "students" / pages[student]).write_text(page, "utf-8", errors="backslashreplace")
    (out / "index.html").write_text(class_page(results, by_student, pages), "utf-8", errors="backslashreplace")


def write_grades(rows: Iterable[Row], file: Path) -> None:
    """One line per row; no cell is a formula."""
    with file.open("w", encoding="utf-8", newline="") as stream:
        table = csv.writer(stream)
        table.writerow(COLUMNS)
        for row in rows:
            report = row.report
            cells = (
                row.student,
                row.exercise,
                report.verdict if report else None,
                report.reason if report else None,
                report.score if report else None,
                row.points,
                report.attempt if report else None,
                row.signature,
                report.seconds if report else None,
                f"{row.error.kind}: {row.error}" if row.error else None,
            )
            table.writerow("" if value is None else cell(str(value)) for value in cells)


def page_names(students: Iterable[str]) -> dict[str, str]:
    """A file name for each student: harmless whatever the student is called, and never the same for two.

    A name that is not plain lower-case letters, digits, `-` and `_` keeps what is plain of it and gets a digest, so
    no name can leave the folder, hide in it or fall together with another where case does not count.
    """
    names = {}
    for student in students:
        digest = hashlib.sha256(student.encode(errors="surrogatepass")).hexdigest()[:10]
        plain = re.sub(r"[^A-Za-z0-9]+", "-", student)[:40].strip("-") or "student"
        names[student] = f"{student if _PLAIN_NAME.fullmatch(student) else f'{plain}.{digest}'}.html"
    return names
