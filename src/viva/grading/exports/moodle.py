"""`moodle/grades.csv` and `moodle/feedback.zip`: Moodle's grading worksheet, and a page for each student.

Moodle knows people by a number of its own. It is in the names of the folders in the zip of all submissions
(`Zoë Müller_4711_assignsubmission_file_`), and in the worksheet that Moodle hands out (`Participant 4711`): where that
is the list of the class, its other columns are kept as they are. In the zip, each page is in a folder named as Moodle's
own zip names it, which is how Moodle finds whose it is.
"""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import field
from pathlib import Path

from viva.core.records import dataclass
from viva.core.text.escape import cell, markup
from viva.grading.exports.telling import is_open, names, told_in_short
from viva.grading.grade import Results
from viva.grading.handed_in.naming import key
from viva.grading.pages import say_of, student_page, sum_of_points
from viva.grading.row import Row
from viva.showing.outline import number

IDENTIFIER, NAME, STATUS, GRADE, MOST = "Identifier", "Full name", "Status", "Grade", "Maximum Grade"
FEEDBACK = "Feedback comments"
COLUMNS = (
    *(IDENTIFIER, NAME, "Email address", STATUS, GRADE, MOST, "Grade can be changed"),
    *("Last modified (submission)", "Last modified (grade)", FEEDBACK),
)
_FOLDER = re.compile(r"(?P<folder>(?P<name>.+?)_(?P<number>\d+)_assignsubmission_(?:file|onlinetext))(?P<rest>_.*)?")
_PARTING = re.compile(r'[_/\\:*?<>|"\x00-\x1f]')
_BEGINNING = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Worksheet:
    """The worksheet that Moodle handed out: its columns, and its lines by the number of the participant."""

    columns: tuple[str, ...] = COLUMNS
    lines: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def number_of(self, student: str) -> str:
        """The number of the one participant of this name; empty where there is none, or two."""
        found = [number for number, line in self.lines.items() if key(line.get(NAME, "")) == key(student)]
        return found[0] if len(found) == 1 else ""


def write_moodle(results: Results, out: Path, roster: Path | None) -> list[str]:
    worksheet, say = read_worksheet(roster), say_of(results)
    folders, whole = _folders(results), sum(exercise.points for exercise in results.group.exercises.values())
    table, unknown = [], []
    (out / "moodle").mkdir(exist_ok=True)
    with zipfile.ZipFile(out / "moodle" / "feedback.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for student, rows in results.by_student().items():
            folder = folders.get(student, "")
            number = _number(folder) or worksheet.number_of(student)
            if not number:
                unknown.append(student)
                continue
            table.append(_line(student, number, rows, results, worksheet))
            name = f"{folder or _folder(student, number)}/feedback.html"
            page = student_page(results, student, rows).encode("utf-8", errors="backslashreplace")
            archive.writestr(zipfile.ZipInfo(name, _BEGINNING), page, zipfile.ZIP_DEFLATED)
    with (out / "moodle" / "grades.csv").open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(worksheet.columns)
        writer.writerows([cell(line.get(column, "")) for column in worksheet.columns] for line in table)
    told = [say("export.unknown", names=names(unknown))] if unknown else []
    return told + _other_maximum(table, whole, results)


def _other_maximum(table: Sequence[Mapping[str, str]], whole: float, results: Results) -> list[str]:
    """Moodle reads grades on its own scale, so that it must be that of the exercises."""
    say = say_of(results)
    asked = {_decimal(line[MOST]) for line in table if line.get(MOST)} - {whole, None}
    return [
        say("export.maximum", moodle=number(most, results.locale), all=number(whole, results.locale))
        for most in sorted(most for most in asked if most is not None)[:1]
    ]


def read_worksheet(file: Path | None) -> Worksheet:
    """What Moodle handed out, or an empty one where the list of the class is another one."""
    if file is None:
        return Worksheet()
    lines = csv.DictReader(io.StringIO(file.read_bytes().decode("utf-8-sig")))
    columns = tuple(lines.fieldnames or ())
    if not {IDENTIFIER, NAME, GRADE} <= set(columns):
        return Worksheet()
    found = {digits[0]: line for line in lines if (digits := re.findall(r"\d+", line[IDENTIFIER] or ""))}
    missing = tuple(column for column in (GRADE, FEEDBACK) if column not in columns)
    return Worksheet(
        columns + missing,
        {number: {name: text or "" for name, text in line.items() if name} for number, line in found.items()},
    )


def _line(student: str, number: str, rows: Sequence[Row], results: Results, worksheet: Worksheet) -> Mapping[str, str]:
    whole = sum(exercise.points for exercise in results.group.exercises.values())
    handed_in = any(not row.handed_in_nothing for row in rows)
    known = {
        IDENTIFIER: f"Participant {number}",
        NAME: student,
        STATUS: "Submitted for grading" if handed_in else "No submission",
        MOST: f"{whole:.2f}",
        "Grade can be changed": "Yes",
        **worksheet.lines.get(number, {}),
    }
    if is_open(rows):
        return known
    lines = [line for row in rows for line in told_in_short(row, results).split("\n") if line.strip()]
    return known | {GRADE: f"{sum_of_points(rows):.2f}", FEEDBACK: "<br>".join(map(markup, lines))}


def _folders(results: Results) -> dict[str, str]:
    """Of each student the folder in which Moodle's zip had the submissions."""
    found: dict[str, str] = {}
    for entry in results.group.roster.entries:
        for path in (entry.path, entry.path.parent):
            if match := _FOLDER.fullmatch(path.name):
                own = path.name if match["rest"] in (None, "_") else f"{match['folder']}_"
                found.setdefault(entry.student, own)
                break
    often = Counter(found.values())
    return {student: folder for student, folder in found.items() if often[folder] == 1}


def _number(folder: str) -> str:
    match = _FOLDER.fullmatch(folder)
    return match["number"] if match else ""


def _folder(student: str, number: str) -> str:
    """As Moodle names it, which takes a name apart at its lines."""
    return f"{_PARTING.sub(' ', student).strip(' .')}_{number}_assignsubmission_file_"


def _decimal(text: str) -> float | None:
    try:
        return float(text.strip().replace(",", "."))
    except ValueError:
        return None
