"""Makes a counterexample smaller, and says whether it is the smallest there is.

First by parts: branches of a tree in its place, rows with a stretch left out, smaller numbers. Then the smallest
arguments there are, so many of them, are tried in order. If that finds one, or comes to the size of the one that is
known, it is the "smallest possible"; otherwise nobody says so.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import islice

from viva.core.records import dataclass
from viva.engines.enumeration.space import Code, Space

_STEPS = 3000  # tests made while shrinking
_SECONDS = 5.0  # of processor time: the safety net for slow properties
_RANKED = 24  # sizes up to which a code is told by its index
_CERTIFIED = 20_000  # smaller arguments that are all tried


@dataclass(frozen=True, slots=True)
class Smallest:
    code: Code
    minimal: bool


def minimise(space: Space, code: Code, failure: Callable[[Code], object | None]) -> Smallest:
    """A small code that still fails."""
    stop = time.process_time() + _SECONDS
    code = _shrunk(space, code, failure, stop)
    size = space.weigh(code)
    left = _CERTIFIED
    for n in space.sizes() if size is None else range(size):
        for smaller in space.walk(n):
            if left == 0 or time.process_time() > stop:
                return Smallest(code, False)
            left -= 1
            if failure(smaller) is not None:
                return Smallest(smaller, True)
    if size is None:
        return Smallest(code, False)
    # Of one size the first in order, if that is not far.
    place = space.rank(code)
    if place is not None and place[1] <= _CERTIFIED:
        code = next((other for other in islice(space.walk(size), place[1]) if failure(other) is not None), code)
    return Smallest(code, True)


def _shrunk(space: Space, code: Code, failure: Callable[[Code], object | None], stop: float) -> Code:
    """Greedy: every step is one that fails and says less."""
    left = _STEPS
    measure = _measure(space, code)
    better = True
    while better and left > 0 and time.process_time() < stop:
        better = False
        for smaller in islice(space.smaller(code), left):
            left -= 1
            if time.process_time() > stop:
                break
            other = _measure(space, smaller)
            if other < measure and failure(smaller) is not None:
                code, measure, better = smaller, other, True
                break
    return code


def _measure(space: Space, code: Code) -> tuple[int, int, int, str]:
    """Size and index; where that is far out, or a constant that the space never reaches, how long it is to write."""
    weight = space.weigh(code)
    if weight is not None and weight <= _RANKED:
        place = space.rank(code)
        assert place is not None
        return *place, 0, ""
    source = space.source(code)
    return 10**9 if weight is None else weight, 0, len(source), source
