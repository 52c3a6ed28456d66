"""Under which terms a check runs: how much work, which seed, whose attempt, how much may be told."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from viva.core.isolation import Isolation
from viva.core.ladder import Rung


class OutOfBudget(Exception):
    """The work that was granted is used up; the verdict is `undecided`, with what was covered until here."""


@dataclass(frozen=True, slots=True)
class Budget:
    """Work is bounded by counted steps, so that a verdict does not depend on the machine.

    Seconds are only the safety net. What counts as a step is the subject's to say, in its docs.
    """

    steps: int = 10_000_000
    seconds: float = 10.0
    memory: int = 512 * 2**20

    def meter(self) -> Meter:
        return Meter(self, time.monotonic() + self.seconds)


@dataclass(slots=True)
class Meter:
    """A budget being spent."""

    budget: Budget
    deadline: float
    spent: int = 0

    def spend(self, steps: int = 1) -> None:
        """Raises OutOfBudget once more is spent than granted, or the safety net is reached."""
        self.spent += steps
        if self.spent > self.budget.steps or time.monotonic() > self.deadline:
            raise OutOfBudget

    @property
    def steps_left(self) -> int:
        return max(0, self.budget.steps - self.spent)

    @property
    def seconds_left(self) -> float:
        return max(0.0, self.deadline - time.monotonic())


@dataclass(frozen=True, slots=True)
class Terms:
    """`attempt` None is the teacher's view. `rung` is the highest rung that is wanted; findings above it need not be
    computed. `isolation` None takes the best the machine offers, but never `none`."""

    budget: Budget = field(default_factory=Budget)
    seed: int = 0
    attempt: int | None = None
    rung: Rung | None = None
    isolation: Isolation | None = None
