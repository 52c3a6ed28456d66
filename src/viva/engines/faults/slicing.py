"""Where a value comes from: the statements that could have had a part in it, as far as the run was in them.

A backward slice (Weiser 1981) over names, cut down to what one run covered (Korel and Laski 1988, without their order):
what is not in it cannot be to blame for the value.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Protocol


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


def _before(flow: Sequence[Statement], one: Statement) -> Iterator[Statement]:
    """What gives values to the names that a statement reads, what decides whether it is reached, and what the functions
    that it calls do."""
    for other in flow:
        same = other.function == one.function
        if same and (other.line == one.inside or (other.writes & one.reads)):
            yield other
        elif same and other.gives in ("leave", "result", "nothing") and other.line < one.line and other.inside:
            yield other  # whether this was left before decides about everything that follows
        elif other.function in one.reads and other.gives in ("result", "nothing"):
            yield other
