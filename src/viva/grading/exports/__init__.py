"""Results for other systems, in their own formats: what `viva grade --format NAME` writes.

Start reading here: a format is a function that writes its files into the folder of the results and gives sentences on
what the teacher should know. What stands in them for students is what their pages tell (`viva.grading.grade.
student_view`), and no cell of a table is a formula.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from viva.grading.exports.gradescope import write_gradescope
from viva.grading.exports.junit import write_junit
from viva.grading.exports.moodle import write_moodle
from viva.grading.exports.xlsx import write_xlsx
from viva.grading.grade import Results

Write = Callable[[Results, Path, Path | None], list[str]]
"""Writes the results into the folder; the last is the list of the class that the teacher gave, where there is one."""
FORMATS: Mapping[str, Write] = {
    "gradescope": write_gradescope,
    "junit": write_junit,
    "moodle": write_moodle,
    "xlsx": write_xlsx,
}
