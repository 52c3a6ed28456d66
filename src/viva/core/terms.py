"""Under which terms a check runs: how much work, which seed, whose attempt, how much may be told."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import field
from enum import StrEnum
from typing import TypeVar

from viva.core.fault import Fault
from viva.core.isolation import Isolation
from viva.core.ladder import Rung
from viva.core.records import dataclass
from viva.core.table import suggestion
from viva.core.timing import waiting

ENGLISH = "en"
LOCALES = (ENGLISH, "de")  # the languages in which Viva speaks: those that have catalogues of texts
_PATIENCE = 4.5  # seconds at work or asleep for each of the processor, after which nothing new is begun
_LONGEST = 6.0  # and after which a check has ended
_FAR = 20.0  # times as long by the clock on the wall, however long it waited for a core: the far net
_GLANCE = 0.005  # seconds for which the processor time that was read holds: to read it costs as much as a short run
_RESERVE = 0.2  # of the budget, for a last look at what was found

Words = TypeVar("Words", bound=StrEnum)


@dataclass(frozen=True, slots=True)
class Budget:
    """Work is bounded by counted steps, so that a verdict does not depend on the machine.

    Seconds are only the safety net. They are seconds of processor time, which a loaded machine stretches little; what
    sleeps is ended within six times as much. Waiting for a core does not count (`viva.core.timing.waiting`), but for a
    far net below all. What counts as a step is the subject's to say, in its docs.
    """

    steps: int = 10_000_000
    seconds: float = 10.0
    memory: int = 512 * 2**20

    @property
    def wall(self) -> float:
        """The seconds at work or asleep after which a check has ended, whatever was submitted."""
        return self.seconds * _LONGEST

    @classmethod
    def of_seconds(cls, seconds: float) -> Budget:
        """Who gives more seconds gives as many more steps; who gives fewer still gets the same verdict."""
        if not (isinstance(seconds, int | float) and seconds > 0 and math.isfinite(seconds)):
            raise Fault(f"{seconds} is not a number of seconds above 0")
        usual = cls()
        return cls(steps=int(usual.steps * max(1.0, seconds / usual.seconds)), seconds=seconds)

    def meter(self) -> Meter:
        return Meter(self)


class Ended(BaseException):
    """The seconds of a budget are over, and a run was asked for. No `except Exception`, of a property say, may take
    it for something else."""


@dataclass(slots=True)
class Meter:
    """A budget being spent: by this process, and by the runs whose processor time is told to `charge`.

    One for a whole check: everything that starts a run asks it before, by way of the sandbox that it is given. `burnt`
    counts the runs that used up all their time or memory: what can be left undone is then better left. `waited` are
    the seconds for which runs waited for a core, as far as that was seen.
    """

    budget: Budget
    steps: int = 0
    elsewhere: float = 0.0
    burnt: int = 0
    waited: float = 0.0
    _more: float = 0.0
    _set_apart: float = 0.0
    _processor: float = field(default_factory=time.process_time)
    _wall: float = field(default_factory=time.monotonic)
    _waited: float = field(default_factory=waiting.waited_here)
    _read: float = 0.0
    _read_at: float = -math.inf

    def charge(self, steps: int, seconds: float = 0.0, waited: float = 0.0) -> None:
        """Counts what was spent; whoever does the work looks at `exhausted` where it can break off."""
        self.steps += steps
        self.elsewhere += seconds
        self.waited += waited

    @property
    def exhausted(self) -> bool:
        return self.steps > self.budget.steps or self.over

    @property
    def over(self) -> bool:
        """Whether the seconds are."""
        return self.processor_left <= 0 or self.wall_left <= 0

    @property
    def processor_left(self) -> float:
        given = self.budget.seconds + self._more + self._set_apart
        now = time.monotonic()
        if now - self._read_at > _GLANCE:
            self._read, self._read_at = time.process_time(), now
        return given - (self._read - self._processor + self.elsewhere)

    @property
    def wall_left(self) -> float:
        """The seconds at work or asleep that are left."""
        allowed = _PATIENCE * (self.budget.seconds + self._more)
        taken = time.monotonic() - self._wall
        if taken < allowed or taken > _FAR * allowed:
            return allowed - taken
        return allowed - (taken - self.waited - (waiting.waited_here() - self._waited))

    @contextmanager
    def apart(self) -> Iterator[None]:
        """For work that does not depend on what was submitted, or that is bounded in other ways: it has the seconds of
        a whole budget for itself, and costs none of this one. So a check has the same time left whether the work had to
        be done or was known already."""
        self._read_at = -math.inf
        left, begun, wall = self.processor_left, time.monotonic(), self._wall
        self._set_apart += max(self.budget.seconds, Budget().seconds) - left
        self._wall = begun
        try:
            yield
        finally:
            self._read_at = -math.inf
            self._set_apart += left - self.processor_left
            self._wall = wall + time.monotonic() - begun

    @contextmanager
    def reserve(self) -> Iterator[None]:
        """Lets a witness be replayed that was found with the last of the budget."""
        self._more = _RESERVE * self.budget.seconds
        try:
            yield
        finally:
            self._more = 0.0


@dataclass(frozen=True, slots=True)
class Terms:
    """`attempt` counts from 1; None is the teacher's view. `rung` is the highest rung that is wanted; findings above it
    need not be computed. `isolation` None takes the best the machine offers, but never `none`. `locale` names the
    catalogues that sentences come from; empty is the language of the exercise. `fixes` is how many changes are looked
    for that put it right, to choose from."""

    budget: Budget = field(default_factory=Budget)
    seed: int = 0
    attempt: int | None = None
    rung: Rung | None = None
    isolation: Isolation | None = None
    locale: str = ""
    fixes: int = 1

    def __post_init__(self) -> None:
        for what, value in (("attempt", self.attempt), ("seed", self.seed)):
            if not isinstance(value, int | None):
                raise Fault(f"the {what} is a whole number, not {value!r}")
        if self.attempt is not None and self.attempt < 1:
            raise Fault(f"there is no attempt {self.attempt}", remedy="the first is 1; None is the teacher's view")

    @classmethod
    def of(
        cls,
        *,
        attempt: int | None = None,
        rung: str | None = None,
        seed: int = 0,
        seconds: float = 10.0,
        isolation: str | None = None,
        locale: str = "",
        fixes: int = 1,
    ) -> Terms:
        """As a command line or a program says them, in words. Raises Fault for a word that is none."""
        if locale and locale not in LOCALES:
            raise Fault(f"there are no texts in the language {locale!r}", remedy=suggestion(locale, LOCALES))
        return cls(
            budget=Budget.of_seconds(seconds),
            seed=seed,
            attempt=attempt,
            rung=_word(Rung, rung, "rung"),
            isolation=_word(Isolation, isolation, "isolation"),
            locale=locale,
            fixes=fixes,
        )


USUAL = Terms()


def _word(words: type[Words], given: str | None, what: str) -> Words | None:
    known = [word.value for word in words]
    if given is not None and given not in known:
        raise Fault(f"there is no {what} {given!r}", remedy=suggestion(given, known))
    return None if given is None else words(given)
