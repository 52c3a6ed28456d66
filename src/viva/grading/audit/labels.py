"""A teacher's own marks, held against those that were given."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from math import isfinite
from pathlib import Path

from viva.core.fault import Fault
from viva.core.records import dataclass
from viva.grading.handed_in.naming import closest_name, find, key
from viva.grading.row import Row

_STUDENT = ("student", "name")
_MARK = ("mark", "label", "points", "grade")
_RIGHT, _WRONG = ("right", "richtig", "yes", "ja", "true"), ("wrong", "falsch", "no", "nein", "false")
_NEAR = 1e-6


@dataclass(frozen=True, slots=True)
class Label:
    """`mark` is a number of points, or whether it is right."""

    student: str
    mark: float | bool


@dataclass(frozen=True, slots=True)
class Differs:
    student: str
    teacher: str
    verdict: str
    points: float | None


@dataclass(frozen=True, slots=True)
class Held:
    """How many marks agree, and those that do not; `nobody` are marked and have no row."""

    agree: int
    of: int
    differ: tuple[Differs, ...]
    nobody: tuple[str, ...]


def read_labels(file: Path) -> list[Label]:
    try:
        text = file.read_bytes().decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as problem:
        reason = (getattr(problem, "strerror", None) or "it is not text in UTF-8").lower()
        raise Fault(f"these marks cannot be read: {reason}", file=str(file)) from None
    first = text.partition("\n")[0]
    separator = next((each for each in "\t;," if each in first), ",")
    try:
        rows = [row for row in csv.reader(io.StringIO(text), delimiter=separator) if any(cell.strip() for cell in row)]
    except csv.Error as problem:
        raise Fault(f"these marks cannot be read: {problem}", file=str(file)) from None
    heads = [key(head) for head in rows[0]] if rows else []
    columns = [next((heads.index(word) for word in words if word in heads), None) for words in (_STUDENT, _MARK)]
    if None in columns:
        raise Fault(
            f"the columns are {', '.join(heads) or 'none'}", file=str(file), line=1, remedy="call them student and mark"
        )
    name, mark = (column or 0 for column in columns)
    return [
        Label(row[name].strip(), _mark(row[mark].strip(), file, line))
        for line, row in enumerate(rows[1:], 2)
        if len(row) > max(name, mark) and row[mark].strip()
    ]


def _mark(told: str, file: Path, line: int) -> float | bool:
    if told.lower() in _RIGHT:
        return True
    if told.lower() in _WRONG:
        return False
    try:
        mark = float(told.replace(",", "."))
        if not isfinite(mark):
            raise ValueError
        return mark
    except ValueError:
        problem = f"{told!r} is no mark"
        raise Fault(problem, file=str(file), line=line, remedy="write points, or right or wrong") from None


def hold(rows: Sequence[Row], labels: Sequence[Label]) -> Held:
    """Of several rows of one student the best counts."""
    best: dict[str, Row] = {}
    for row in rows:
        before = best.get(row.student)
        if before is None or (row.points or 0.0) > (before.points or 0.0):
            best[row.student] = row
    differ, nobody, agree = [], [], 0
    for label in labels:
        student = find(label.student, best)
        if student is None:
            nobody.append(_meant(label.student, best))
        elif _agrees(label, best[student]):
            agree += 1
        else:
            row = best[student]
            verdict = row.report.verdict.value if row.report else "error" if row.error else "no_submission"
            teacher = {True: "right", False: "wrong"}[label.mark] if isinstance(label.mark, bool) else f"{label.mark:g}"
            differ.append(Differs(student, teacher, verdict, row.points))
    return Held(agree, len(labels) - len(nobody), tuple(differ), tuple(nobody))


def _agrees(label: Label, row: Row) -> bool:
    if isinstance(label.mark, bool):
        return label.mark == (row.report is not None and row.report.verdict.right)
    return row.points is not None and abs(row.points - label.mark) < _NEAR


def _meant(name: str, known: Mapping[str, Row]) -> str:
    near = closest_name(name, known)
    return f"{name} ({near}?)" if near else name
