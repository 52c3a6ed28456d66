"""The ladder: how much is said of a mistake, rung by rung, and the teacher's policy of what is said when.

What a subject tells of a mistake is a `Ladder` of `viva.core.rungs`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from enum import StrEnum
from types import MappingProxyType

from viva.core.records import dataclass


class Rung(StrEnum):
    """From the least told to the most; the order of definition is the order of the ladder."""

    VERDICT = "verdict"
    HINT = "hint"
    PATTERN = "pattern"
    EXAMPLE = "example"
    PLACE = "place"
    FIX = "fix"

    @property
    def height(self) -> int:
        return list(Rung).index(self)


@dataclass(frozen=True, slots=True)
class Policy:
    """The `[feedback]` table of an exercise.

    `ladder` has the rungs that students may see: without a word of the exercise all but the fix, which would be the
    answer. `per_attempt` lets them see that many more of these with each attempt. `cost` takes points for rungs that
    were shown before the attempt that is scored. `locale` is the language of what is told, if it
    was said. `step` is that in which points are given; None is the usual one.
    """

    ladder: tuple[Rung, ...] = tuple(rung for rung in Rung if rung is not Rung.FIX)
    per_attempt: int = 2
    cost: Mapping[Rung, float] = field(default_factory=lambda: MappingProxyType({}))
    locale: str = ""
    step: float | None = None

    def rungs(self, attempt: int | None = None, highest: Rung | None = None) -> tuple[Rung, ...]:
        """The rungs that may be shown; the verdict always may. `attempt` None is the teacher, who sees every rung."""
        shown = tuple(Rung) if attempt is None else self.ladder[: self.per_attempt * attempt]
        if highest is not None:
            shown = tuple(rung for rung in shown if rung.height <= highest.height)
        return shown if Rung.VERDICT in shown else (Rung.VERDICT, *shown)

    def penalty(self, attempt: int | None) -> float:
        """Points lost because of what earlier attempts were shown."""
        if attempt is None or attempt <= 1:
            return 0.0
        return sum(self.cost.get(rung, 0.0) for rung in self.rungs(attempt - 1))


def free_of_charge(policy: Policy) -> Policy:
    """With those rungs only that come by themselves: below the first that has a price."""
    priced = [rung.height for rung in policy.ladder if policy.cost.get(rung, 0.0) > 0]
    ladder = tuple(rung for rung in policy.ladder if not priced or rung.height < min(priced))
    return replace(policy, ladder=ladder)


def shown_up_to(policy: Policy, attempt: int, opened: Sequence[Rung]) -> Rung:
    """The highest rung that is shown: all that the attempt has earned, up to the first that has a price and was not
    asked for."""
    highest = Rung.VERDICT
    for rung in sorted(policy.rungs(attempt), key=lambda each: each.height):
        if policy.cost.get(rung, 0.0) > 0 and rung not in opened:
            break
        highest = rung
    return highest
