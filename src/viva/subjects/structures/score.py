"""How many marks an answer gets: every method counts the same, and so does every question; a method that is wrong gets
at most half of its marks."""

from __future__ import annotations

from collections.abc import Sequence

from viva.core.report import Report
from viva.subjects.structures.model import Judged

_WRONG = 0.5  # of the marks of a method that has all calls right but one


def score(parts: Sequence[Report]) -> float:
    """The mean of the parts; one that is not decided has none."""
    return sum(part.score or 0.0 for part in parts) / len(parts)


def score_of_method(judged: Judged) -> float:
    """Of a method that is wrong: by the share of its calls that come out right."""
    return _WRONG * (len(judged.right) / max(1, judged.tests))
