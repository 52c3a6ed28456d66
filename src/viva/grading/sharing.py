"""Equal submissions are examined once: which are equal, and what the report on one says of another.

Students hand in the same file under names of their own. A report may not depend on such a name, but it may mention it:
a place in the file carries the name and is told anew; a report that mentions it anywhere else is not shared.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import cast

from viva.core.exercise import Exercise
from viva.core.json import Json
from viva.core.report import Report
from viva.core.submission import Submission, Unreadable
from viva.core.terms import Terms
from viva.grading.key import row_key

_FILE = "file"
# A name that is written in one way only, whole and without escapes, so that it can be looked for.
_PLAIN = re.compile(r"[\w.,()+=@~# -]{1,120}")


def common_key(exercise: Exercise, handed_in: Submission | Unreadable, terms: Terms) -> str | None:
    """Equal for submissions that differ in nothing but the name their student gave them; its ending counts.

    None for what cannot be read: what is told of it is all that is known.
    """
    if isinstance(handed_in, Unreadable):
        return None
    ending = PurePosixPath(handed_in.name).suffix
    own = handed_in.name in handed_in.files
    files = {ending if file == handed_in.name else file: content for file, content in handed_in.files.items()}
    return row_key(exercise, f"{own} {ending}", Submission(ending, files), terms)


def reported_of(report: Report, one: str, other: str) -> Report | None:
    """The report on the submission called `one` as that on another, which is equal to it; None where it speaks of the
    name of the one."""
    if one == other:
        return report
    if not _PLAIN.fullmatch(one):
        return None
    told = _renamed(report.to_json(), one, other)
    return None if told is None else Report.from_json(cast("dict[str, Json]", told))


def _renamed(value: Json, old: str, new: str) -> Json | None:
    """The value with the name replaced where it stands alone as a `file`; None where it occurs in another way.

    JSON's own null stays what it is, because only a container can be None for another reason.
    """
    if isinstance(value, list):
        items = [_renamed(item, old, new) for item in value]
        return None if any(_is_lost(*pair) for pair in zip(value, items, strict=True)) else items
    if isinstance(value, Mapping):
        return _renamed_table(value, old, new)
    return None if isinstance(value, str) and old in value else value


def _renamed_table(table: Mapping[str, Json], old: str, new: str) -> Json | None:
    renamed: dict[str, Json] = {}
    for key, value in table.items():
        told = new if key == _FILE and value == old else _renamed(value, old, new)
        if old in key or _is_lost(value, told):
            return None
        renamed[key] = told
    return renamed


def _is_lost(before: Json, after: Json | None) -> bool:
    return after is None and before is not None
