"""The keys of evidence that docs/library.md tells of, which are all there are."""

import re
from pathlib import Path

_PAGE = Path(__file__).parents[1] / "docs" / "library.md"

_SUBJECTS = Path(__file__).parents[1] / "src/viva/subjects"


def _documented() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for subjects, keys in re.findall(r"^\| ([a-z, ]+) \| (`[^|]*) \|", _PAGE.read_text("utf-8"), re.MULTILINE):
        for subject in subjects.split(", "):
            found.setdefault(subject, set()).update(re.findall(r"`(\w+)`", keys))
    own = {path.parent.name for path in _SUBJECTS.glob("*/subject.py")}  # those of others have what keys they like
    return {subject: frozenset(found.get(subject, ())) for subject in own | set(found)}


EVIDENCE = _documented()
"""By subject, the keys of evidence that only its reports have."""
