"""`grades.xlsx`: a sheet with a line for each student, and one with a line for each submission, as in `grades.csv`.

Written by hand (ECMA-376, the least that a workbook needs): texts stand in their cells (`inlineStr`), so that none of
them is a formula, and numbers are numbers.
"""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from pathlib import Path

from viva.core.text.escape import cell, markup
from viva.grading.exports.telling import is_open
from viva.grading.grade import Results
from viva.grading.outputs import COLUMNS, grade_table
from viva.grading.pages import say_of, sum_of_points

_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_LONGEST = 32_000  # of a text in a cell; Excel takes 32,767
_BEGINNING = (1980, 1, 1, 0, 0, 0)

Table = Sequence[Sequence[object]]


def write_xlsx(results: Results, out: Path, _: Path | None) -> list[str]:
    say, exercises = say_of(results), results.group.exercises
    students: list[Sequence[object]] = [
        (say("class.student"), *(exercise.title for exercise in exercises.values()), say("class.total"))
    ]
    for student, rows in results.by_student().items():
        of = {name: [row for row in rows if row.exercise == name] for name in exercises}
        points = [None if is_open(own) else sum_of_points(own) for own in of.values()]
        students.append((student, *points, None if is_open(rows) else sum_of_points(rows)))
    sheets: dict[str, Table] = {
        say("class.students"): students,
        say("export.submissions"): [COLUMNS, *grade_table(results)],
    }
    with zipfile.ZipFile(out / "grades.xlsx", "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in _parts(sheets).items():
            archive.writestr(zipfile.ZipInfo(name, _BEGINNING), text, zipfile.ZIP_DEFLATED)
    return []


def _parts(sheets: dict[str, Table]) -> dict[str, str]:
    numbers = range(1, len(sheets) + 1)
    types = "".join(
        f'<Override PartName="/xl/worksheets/sheet{number}.xml" ContentType="{_TYPE}.worksheet+xml"/>'
        for number in numbers
    )
    listed = "".join(
        f'<sheet name="{markup(name[:31])}" sheetId="{number}" r:id="rId{number}"/>'
        for number, name in zip(numbers, sheets, strict=True)
    )
    links = "".join(
        f'<Relationship Id="rId{number}" Type="{_OFFICE}/worksheet" Target="worksheets/sheet{number}.xml"/>'
        for number in numbers
    )
    return {
        "[Content_Types].xml": f'{_HEAD}<Types xmlns="{_PACKAGE}/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{_TYPE}.sheet.main+xml"/>{types}</Types>',
        "_rels/.rels": f'{_HEAD}<Relationships xmlns="{_PACKAGE}/relationships">'
        f'<Relationship Id="rId1" Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'{_HEAD}<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets>{listed}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'{_HEAD}<Relationships xmlns="{_PACKAGE}/relationships">{links}</Relationships>',
        **{
            f"xl/worksheets/sheet{number}.xml": _sheet(table)
            for number, table in zip(numbers, sheets.values(), strict=True)
        },
    }


def _sheet(table: Table) -> str:
    rows = "".join(f"<row>{''.join(map(_cell, row))}</row>" for row in table)
    frozen = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
    views = f'<sheetViews><sheetView workbookViewId="0">{frozen}</sheetView></sheetViews>'
    return f'{_HEAD}<worksheet xmlns="{_MAIN}">{views}<sheetData>{rows}</sheetData></worksheet>'


def _cell(value: object) -> str:
    if value is None or value == "":
        return "<c/>"
    if isinstance(value, int | float):
        return f"<c><v>{value!r}</v></c>"
    text = markup(cell(str(value)[:_LONGEST]))
    return f'<c t="inlineStr"><is><t xml:space="preserve">{text}</t></is></c>'
