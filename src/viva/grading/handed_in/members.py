"""Who is in the class: a list that the teacher gives, so that nobody is overlooked who handed in nothing.

One name on each line, or a table as offices and learning platforms export it (CSV with `,`, `;` or tabs), in which a
column is called `student` or `name`, or two are called `first name` and `last name`.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from viva.core.fault import Fault
from viva.grading.handed_in.naming import key, normal

_WHOLE = ("student", "name", "full name", "fullname", "username", "login")
_FIRST = ("first name", "firstname", "given name", "vorname")
_LAST = ("last name", "lastname", "surname", "family name", "nachname")


def read_members(file: Path) -> tuple[str, ...]:
    """The names in their order, each once."""
    found: dict[str, str] = {}
    for name in read_names(file):
        found.setdefault(key(name), name)
    return tuple(found.values())


def named_twice(names: Sequence[str]) -> list[str]:
    """Those that stand more than once, however they are written: perhaps two people."""
    often = Counter(map(key, names))
    return list({key(name): name for name in reversed(names) if often[key(name)] > 1}.values())[::-1]


def read_names(file: Path) -> tuple[str, ...]:
    """The names in their order, as they stand there."""
    try:
        text = file.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        raise Fault("there is no such list of students", file=str(file)) from None
    except OSError as problem:
        reason = (problem.strerror or "unknown reason").lower()
        raise Fault(f"this list of students cannot be read: {reason}", file=str(file)) from None
    except UnicodeDecodeError:
        raise Fault("this list of students is not text in UTF-8", file=str(file), remedy="save it as UTF-8") from None
    lines = text.splitlines()
    first = next((line for line in lines if line.strip()), "")
    separator = next((each for each in "\t;," if each in first), None)
    if separator is None:
        names = [line for line in lines if line.strip()]
        names = names[1:] if names and key(names[0]) in _WHOLE else names
    else:
        names = _from_table(text, separator, file)
    found = tuple(name for name in map(normal, names) if name)
    if not found:
        raise Fault("this list of students has no names in it", file=str(file), remedy="write one name on each line")
    return found


def _from_table(text: str, separator: str, file: Path) -> list[str]:
    try:
        rows = [row for row in csv.reader(io.StringIO(text), delimiter=separator) if any(cell.strip() for cell in row)]
    except csv.Error as problem:
        raise Fault(f"this table of students cannot be read: {problem}", file=str(file)) from None
    heads = [key(head) for head in rows[0]]
    columns = _columns(heads)
    if columns is None:
        raise Fault(
            f"no column of this table is called student (they are {', '.join(rows[0])})",
            file=str(file),
            line=1,
            remedy="call the column with the names student, or write a file with one name on each line",
        )
    return [" ".join(row[at].strip() for at in columns if at < len(row)) for row in rows[1:]]


def _columns(heads: list[str]) -> tuple[int, ...] | None:
    for word in _WHOLE:
        if word in heads:
            return (heads.index(word),)
    first = next((heads.index(word) for word in _FIRST if word in heads), None)
    last = next((heads.index(word) for word in _LAST if word in heads), None)
    return (first, last) if first is not None and last is not None else None
