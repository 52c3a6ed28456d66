"""What making a suite may cost, counted so that the same suite is made on every machine, however busy it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from viva.core.records import dataclass
from viva.engines.dialogues.model import Term, subterms

FULL = 2_500_000
"""As much as every exercise that ships needs several times over: some seconds."""
_SECONDS = 10.0
_OF_THE_SOLVER = 3  # of its units in one of ours


@dataclass(slots=True)
class Work:
    """A unit is about a step of a term that is evaluated, and takes about four microseconds."""

    limit: int = FULL
    spent: int = 0

    def charge(self, units: int) -> None:
        self.spent += units

    def charge_solver(self, units: int) -> None:
        self.spent += units // _OF_THE_SOLVER

    def beyond(self, share: float) -> bool:
        """Whether this share of the limit is spent. What comes first must leave something for what comes after."""
        return self.spent >= self.limit * share


def weight(term: Term, reads: Mapping[str, Sequence[int]]) -> int:
    """What it costs to evaluate a term after these reads: its parts, and the values it may look at."""
    return sum(1 for _ in subterms(term)) + sum(map(len, reads.values()))


def limit_within(seconds: float) -> int:
    """The limit for a check with so many seconds: all there is for the usual ones, else as much less."""
    return int(FULL * min(1.0, seconds / _SECONDS))
