"""How many marks an answer gets: every method counts the same, and so does every question; a method that is wrong gets
at most half of its marks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from viva.core.deciding.scale import above
from viva.core.report import Report
from viva.engines.heaps.comparing.canonical import form
from viva.engines.heaps.comparing.judging import Asked, Expected
from viva.engines.heaps.parts import element
from viva.engines.heaps.running import after
from viva.subjects.structures.model import Failure, Judged

_WRONG = 0.5  # of the marks of a method that has all calls right but one


def score(parts: Sequence[Report]) -> float:
    """The mean of the parts; one that is not decided has none."""
    return sum(part.score or 0.0 for part in parts) / len(parts)


def score_of_method(judged: Judged) -> float:
    """Of a method that is wrong: by the share of its calls that come out right, above what a method reaches that does
    nothing and always returns the same. A call that leaves the right structure and returns something else counts half.
    """
    calls = [*judged.right, *(failure.expected for failure in judged.failures)]
    if not calls:
        return 0.0
    idle = Counter(form(each.value) if judged.asked.result else None for each in calls if _stays(judged.asked, each))
    half = sum(_leaves_right(judged.asked, failure) for failure in judged.failures)
    reached = (len(judged.right) + half / 2) / len(calls)
    return _WRONG * above(reached, max(idle.values(), default=0) / len(calls))


def _stays(asked: Asked, expected: Expected) -> bool:
    """Whether nothing is to be done with the structure."""
    left = expected.left if asked.left else expected.value
    return form(element(expected.call, 0), asked.fields) == form(left, asked.fields)


def _leaves_right(asked: Asked, failure: Failure) -> bool:
    """Whether the structure was changed as it should be, and only what is returned is not."""
    left = after(failure.outcome) if failure.outcome.problem is None and asked.left else None
    if left is None or _stays(asked, failure.expected):
        return False
    return form(left, asked.fields) == form(failure.expected.left, asked.fields)
