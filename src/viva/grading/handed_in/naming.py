"""Names of people, exercises and files: when two are the same, and which one was meant.

A name keeps its letters, accents too. The same letters can be written in two ways (`ë` as one character, or as `e` with
a mark, as some systems write file names); here they are always the first. Learning platforms put more into the names of
files than the student's, and `of_platform` takes it out again.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping

from viva.core.records import dataclass

_BETWEEN = re.compile(r"[\s_.,-]+")
_ANY_SCORE = 0.75
# Moodle: `Zoë Müller_4711_assignsubmission_file_` as a folder, or followed by the name of the file.
# Canvas: `mullerzoe_LATE_4711_81234_sum.py`. Blackboard: `Sheet 1_zmueller_attempt_2024-01-31-10-00-00_sum.py`.
_PLATFORMS = (
    re.compile(r"(?P<student>.+?)_(?P<number>\d+)_assignsubmission_(?:file|onlinetext)(?:_.*)?"),
    re.compile(r".+_(?P<student>[^_]+)(?P<number>)_attempt_\d{4}-\d\d-\d\d-\d\d-\d\d-\d\d(?:_.+|\.txt)"),
    re.compile(r"(?P<student>[^_]+)(?:_LATE)?_(?P<number>\d{2,})_\d{2,}_.+"),
)


def normal(name: str) -> str:
    """The name with each letter written in one way, and without blanks around it."""
    return unicodedata.normalize("NFC", name).strip()


def key(name: str) -> str:
    """Equal for names that people take for the same: capitals, `_`, `-` and blanks do not count. Accents do."""
    return _BETWEEN.sub(" ", unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())).strip()


def find(name: str, known: Iterable[str]) -> str | None:
    """The one of the known names that this is, however it is written; None where it is none of them, or two."""
    names = list(known)
    if name in names:
        return name
    same = [each for each in names if key(each) == key(name)]
    return same[0] if len(same) == 1 else None


def closest_name(name: str, known: Iterable[str]) -> str | None:
    """The known name that this one is like, letters without their accents counted as like: a slip of the keyboard."""
    import difflib  # noqa: PLC0415 only where somebody has made a mistake

    plain: Mapping[str, str] = {_plain(each): each for each in known}
    close = difflib.get_close_matches(_plain(name), list(plain), n=1, cutoff=_ANY_SCORE)
    return plain[close[0]] if close else None


@dataclass(frozen=True, slots=True)
class Platform:
    """What is in a name that a learning platform made; `number` is the student's own, or empty where there is none."""

    student: str
    number: str


def of_platform(name: str) -> Platform | None:
    for shape in _PLATFORMS:
        if found := shape.fullmatch(name):
            return Platform(normal(found["student"]), found["number"])
    return None


def _plain(name: str) -> str:
    letters = unicodedata.normalize("NFKD", key(name))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
