"""Where a value comes from: the statements that could have had a part in it, as far as the run was in them.

A backward slice (Weiser 1981) over names, cut down to what one run covered (Korel and Laski 1988, without their order):
what is not in it cannot be to blame for the value.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Protocol

RETURNS = ("result", "name", "nothing")
"""What `gives` says of a return: a value that is made there, a variable as it is, or nothing."""


class Statement(Protocol):
    """What a language says of a statement; `inside` is the line of what it is nested in, 0 for nothing."""

    @property
    def line(self) -> int: ...
    @property
    def function(self) -> str: ...
    @property
    def inside(self) -> int: ...
    @property
    def reads(self) -> frozenset[str]: ...
    @property
    def writes(self) -> frozenset[str]: ...
    @property
    def gives(self) -> str: ...


def sources(flow: Sequence[Statement], covered: Collection[int], line: int) -> dict[int, int]:
    """The lines that what happens in `line` depends on, with how many steps away they are; `line` itself is 0 away."""
    found: dict[int, int] = {}
    waiting = [one for one in flow if one.line == line]
    distance = 0
    while waiting:
        found |= {one.line: distance for one in waiting if one.line not in found}
        distance += 1
        reached = [before for one in waiting for before in _before(flow, one) if before.line in covered]
        waiting = [one for one in reached if one.line not in found]
    return found


def likely(flow: Sequence[Statement], away: Mapping[int, int]) -> dict[int, float]:
    """How likely each source of a value is to be what went wrong, where nothing else speaks: the nearer the likelier;
    what decides about something is more often wrong than what it decides about, and a variable that is only returned
    hardly ever."""
    words = {one.line: one.gives for one in flow}
    return {
        line: 0.01 if words[line] == "name" else 0.75 if words[line] == "test" else 1.0 / (1 + distance)
        for line, distance in away.items()
    }


def _before(flow: Sequence[Statement], one: Statement) -> Iterator[Statement]:
    """What gives values to the names that a statement reads, what decides whether it is reached, and what the functions
    that it calls do."""
    for other in flow:
        same = other.function == one.function
        if same and (other.line == one.inside or (other.writes & one.reads)):
            yield other
        elif same and other.gives in ("leave", *RETURNS) and other.line < one.line and other.inside:
            yield other  # whether this was left before decides about everything that follows
        elif other.function in one.reads and other.gives in RETURNS:
            yield other
