"""A counterexample made small, and seen again in processes of its own."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence

from viva.core.deciding import refuting
from viva.core.terms import Ended
from viva.engines.calls.failures.places import executed_lines
from viva.engines.calls.failures.shrink import smallest
from viva.engines.calls.inputs.searching import Searcher
from viva.engines.calls.judge import Failure
from viva.engines.calls.testing.flaky import Unsteady, ended_by_clock
from viva.engines.calls.testing.slow import Point, was_cut_off, wrong
from viva.engines.calls.trial import Trial
from viva.engines.shapes import size
from viva.languages.outcome import Outcome

_TIED = 6


def shrink_and_replay(
    trial: Trial,
    searcher: Searcher,
    failures: Sequence[Failure],
    points: Sequence[Point] = (),
    alike: Callable[[Failure], bool] | None = None,
) -> Failure | Unsteady:
    """The plainest failure, made as small as can be while it stays `alike`, after it was seen in two processes with
    different seeds.

    When the budget ends while it is made smaller, it stands as it is, and is seen again with what is in reserve. Raises
    `Ended` where there is no time even for that: then it is no witness.
    """
    alone = _alone(trial, failures)
    if isinstance(alone, Unsteady):
        return alone
    found = alone
    with contextlib.suppress(Ended):
        small = smallest(trial, searcher, alone, alike)
        if not was_cut_off(small) or (small is not alone and wrong(trial, small, points)):
            found = small
        found = _clearest(trial, found, failures)
    with trial.meter.reserve():
        return _again(trial, found)


def seen_again(trial: Trial, failures: Sequence[Failure]) -> Failure | Unsteady:
    """The plainest failure as it is, after it was seen in two processes with different seeds."""
    alone = _alone(trial, failures)
    with trial.meter.reserve():
        return alone if isinstance(alone, Unsteady) else _again(trial, alone)


def _alone(trial: Trial, failures: Sequence[Failure]) -> Failure | Unsteady:
    first = min(failures, key=lambda failure: size(list(failure.case.arguments)))
    with trial.meter.reserve():
        alone = trial.alone(first.case)
        if alone is None:
            return Unsteady(first.case, trial.run(first.case), first.outcome)
        _in_time(alone.outcome)
    return alone


def _clearest(trial: Trial, found: Failure, failures: Sequence[Failure]) -> Failure:
    """Of failures that are as small and of the same kind, the one whose run evaluated the fewest lines: one of them is
    to blame."""

    def plain(failure: Failure) -> tuple[float, ...]:
        return size(list(failure.case.arguments))[:2]

    others = [one for one in failures if one.kind == found.kind and plain(one) == plain(found)][:_TIED]
    runs = (
        executed_lines(trial, [found.case, *(one.case for one in others)]) if others and not was_cut_off(found) else []
    )
    known = [(len(lines), number) for number, lines in enumerate(runs) if lines]
    best = min(known, default=(0, 0))[1]
    return found if not best else trial.alone(others[best - 1].case) or found


def _again(trial: Trial, failure: Failure) -> Failure | Unsteady:
    found = refuting.shrink_and_replay(
        failure,
        smaller=lambda failure: failure,
        alone=lambda failure: _in_time(trial.run(failure.case, seed=1)),
        same=lambda failure, again: _same(trial, failure, again),
    )
    if isinstance(found, refuting.Inconsistent):
        return Unsteady(found.failure.case, found.failure.outcome, found.alone)
    return found


def _in_time(outcome: Outcome) -> Outcome:
    """A run that the clock ended says nothing about the function."""
    if ended_by_clock(outcome):
        raise Ended
    return outcome


def _same(trial: Trial, failure: Failure, again: Outcome) -> bool:
    first = failure.outcome
    if first.problem or again.problem:
        return (first.problem and first.problem.reason) == (again.problem and again.problem.reason)
    assert first.value is not None and again.value is not None
    return trial.submission.calls.equal(first.value, again.value, strict=True)
