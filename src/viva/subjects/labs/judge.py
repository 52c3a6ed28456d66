"""What a run means for the goals."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from viva.core.records import dataclass
from viva.engines.signals import Monitor
from viva.languages.problem import Problem
from viva.subjects.labs.controllers import Nonsense, Run
from viva.subjects.labs.model import Goal, Slip


class Result(StrEnum):
    MET = "met"
    EXACTLY = "exactly"  # with robustness zero: as near to missing it as can be
    LATE = "late"
    MISSED = "missed"
    OPEN = "open"  # what is known of the signals does not decide it
    BROKEN = "broken"  # the run ended before it was decided

    @property
    def right(self) -> bool:
        return self in (Result.MET, Result.EXACTLY)

    @property
    def wrong(self) -> bool:
        return not self.right and self is not Result.OPEN


@dataclass(frozen=True, slots=True)
class Judged:
    """How a goal came out in one run: `margin` is how robustly, or at least so (`exact` says which), and `at` when it
    was decided, where it was."""

    goal: Goal
    run: Run
    result: Result
    margin: float | None
    at: float | None
    exact: bool = True

    @property
    def share(self) -> float:
        """Of the marks of this goal in this run."""
        if self.result.right:
            return 1.0
        if self.result is Result.LATE:
            return self.goal.late
        if self.result is Result.MISSED and self.margin is not None:
            return max(0.0, 1.0 + self.margin / self.goal.scale) / 2
        return 0.0


def judge_run(run: Run) -> tuple[Judged, ...]:
    return tuple(_judged(goal, monitor, run) for goal, monitor in run.goals)


def _judged(goal: Goal, monitor: Monitor, run: Run) -> Judged:
    found, at = monitor.interval, monitor.decided_at
    if found.low > 0 or found.low == found.high == 0:
        late = goal.by is not None and (at is None or at > goal.by)
        met = Result.MET if found.low > 0 else Result.EXACTLY
        return Judged(goal, run, Result.LATE if late else met, found.low, at, found.concrete)
    if found.high < 0:
        # Of an interval the end that is better for the student.
        return Judged(goal, run, Result.MISSED, found.high, at, found.concrete)
    broken = run.problem is not None or not monitor.ended
    return Judged(goal, run, Result.BROKEN if broken else Result.OPEN, None, None)


def shown_slips(run: Run) -> list[tuple[Slip, float]]:
    """The known faults that showed, as the exercise lists them, and when each was certain."""
    return [
        (slip, monitor.decided_at if monitor.decided_at is not None else run.episode.end)
        for slip, monitor in run.slips
        if monitor.interval.low > 0
    ]


def margin(results: Sequence[Judged]) -> float:
    """How far the run is from missing a goal, in units of the goals: below zero one is missed."""
    return min(
        (
            -1.0 if one.result in (Result.BROKEN, Result.LATE) else (one.margin or 0.0) / one.goal.scale
            for one in results
        ),
        default=0.0,
    )


def is_missing(run: Run) -> bool:
    """Whether there is no controller of the asked name."""
    problem = run.problem
    return isinstance(problem, Problem) and problem.reason == "missing_function"


def reason(failed: Judged) -> str:
    """Of the verdict."""
    problem = failed.run.problem
    if isinstance(problem, Problem):
        return problem.reason
    return "wrong" if problem is None else "nonsense" if isinstance(problem, Nonsense) else "stuck"
