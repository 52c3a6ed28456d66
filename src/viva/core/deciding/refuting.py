"""A witness is told when it was seen twice: as it was found, and alone in a fresh process with limits of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from viva.core.deciding.following import doing
from viva.core.records import dataclass

Failure = TypeVar("Failure")
Run = TypeVar("Run")


@dataclass(frozen=True, slots=True)
class Inconsistent(Generic[Failure, Run]):
    """The same input came out in two ways; `outcome.inconsistent` tells it."""

    failure: Failure
    alone: Run


def shrink_and_replay(
    found: Failure,
    *,
    smaller: Callable[[Failure], Failure],
    alone: Callable[[Failure], Run],
    same: Callable[[Failure, Run], bool],
) -> Failure | Inconsistent[Failure, Run]:
    """The failure made as small as `smaller` can make it, and seen once more.

    Guarantees that a failure which is returned came out the same in a run by `alone`, which was started after
    everything else: `alone` runs its input in a process of its own, so that no earlier run had a part in it.
    """
    doing("witness")
    smallest = smaller(found)
    again = alone(smallest)
    return smallest if same(smallest, again) else Inconsistent(smallest, again)
