"""Under which terms a check runs: how much work, which seed, whose attempt, how much may be told."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from viva.core.isolation import Isolation
from viva.core.ladder import Rung

ENGLISH = "en"
_PATIENCE = 6.0


@dataclass(frozen=True, slots=True)
class Budget:
    """Work is bounded by counted steps, so that a verdict does not depend on the machine.

    Seconds are only the safety net. They are seconds of processor time, which a loaded machine stretches little; the
    clock on the wall ends a check at six times as much. What counts as a step is the subject's to say, in its docs.
    """

    steps: int = 10_000_000
    seconds: float = 10.0
    memory: int = 512 * 2**20

    @property
    def wall(self) -> float:
        """The seconds by the clock after which a check has ended, whatever was submitted."""
        return self.seconds * _PATIENCE

    def meter(self) -> Meter:
        return Meter(self)


@dataclass(slots=True)
class Meter:
    """A budget being spent: by this process, and by the runs whose processor time is told to `charge`."""

    budget: Budget
    steps: int = 0
    elsewhere: float = 0.0
    _processor: float = field(default_factory=time.process_time)
    _wall: float = field(default_factory=time.monotonic)

    def charge(self, steps: int, seconds: float = 0.0) -> None:
        """Counts what was spent; whoever does the work looks at `exhausted` where it can break off."""
        self.steps += steps
        self.elsewhere += seconds

    @property
    def exhausted(self) -> bool:
        processor = time.process_time() - self._processor + self.elsewhere
        wall = time.monotonic() - self._wall
        return self.steps > self.budget.steps or processor > self.budget.seconds or wall > self.budget.wall


@dataclass(frozen=True, slots=True)
class Terms:
    """`attempt` None is the teacher's view. `rung` is the highest rung that is wanted; findings above it need not be
    computed. `isolation` None takes the best the machine offers, but never `none`. `locale` names the catalogues that
    sentences come from."""

    budget: Budget = field(default_factory=Budget)
    seed: int = 0
    attempt: int | None = None
    rung: Rung | None = None
    isolation: Isolation | None = None
    locale: str = ENGLISH
