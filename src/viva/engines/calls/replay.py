"""Runs again what was seen, in processes of its own: a function of its arguments answers the same each time."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from viva.core import refuting
from viva.core.terms import Ended
from viva.engines.calls.judge import Failure
from viva.engines.calls.oracle import Case
from viva.engines.calls.places import executed
from viva.engines.calls.searching import Searcher
from viva.engines.calls.shrink import smallest
from viva.engines.calls.slow import Point, unanswered, wrong
from viva.engines.calls.trial import Trial
from viva.engines.shapes import size
from viva.languages.outcome import Outcome

_SEEDS = 4
_TIED = 6
MOST_AGAIN = 240
_BURNT = frozenset({"time_limit", "killed"})


@dataclass(frozen=True, slots=True)
class Unsteady:
    """Two calls with the same arguments that came out differently."""

    case: Case
    first: Outcome
    second: Outcome


def replayed(
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
    first = min(failures, key=lambda failure: size(list(failure.case.arguments)))
    with trial.meter.reserve():
        alone = trial.alone(first.case)
        if alone is None:
            return Unsteady(first.case, trial.run(first.case), first.outcome)
        _in_time(alone.outcome)
    found = alone
    with contextlib.suppress(Ended):
        small = smallest(trial, searcher, alone, alike)
        if not unanswered(small) or (small is not alone and wrong(trial, small, points)):
            found = small
        found = _clearest(trial, found, failures)
    with trial.meter.reserve():
        return _again(trial, found)


def _clearest(trial: Trial, found: Failure, failures: Sequence[Failure]) -> Failure:
    """Of failures that are as small and of the same kind, the one whose run evaluated the fewest lines: one of them is
    to blame."""

    def plain(failure: Failure) -> tuple[float, ...]:
        return size(list(failure.case.arguments))[:2]

    others = [one for one in failures if one.kind == found.kind and plain(one) == plain(found)][:_TIED]
    runs = executed(trial, [found.case, *(one.case for one in others)]) if others and not unanswered(found) else []
    known = [(len(lines), number) for number, lines in enumerate(runs) if lines]
    best = min(known, default=(0, 0))[1]
    return found if not best else trial.alone(others[best - 1].case) or found


def _again(trial: Trial, failure: Failure) -> Failure | Unsteady:
    found = refuting.replayed(
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
    if _burnt(outcome):
        raise Ended
    return outcome


def _burnt(outcome: Outcome) -> bool:
    return outcome.problem is not None and outcome.problem.reason in _BURNT


@dataclass(frozen=True, slots=True)
class Again:
    """What a second run has shown: which cases came out `right` again, what the program `kept` from one call to the
    next, the cases whose arguments it `changed`, and whether an answer was only `near` the expected one."""

    right: tuple[Case, ...] = ()
    kept: tuple[str, ...] = ()
    changed: tuple[Case, ...] = ()
    near: bool = False


def second_run(trial: Trial, cases: Sequence[Case], watch: bool = False) -> Unsteady | Again:
    """A second run of right answers, in the other order, in other processes and with other seeds. `watch`: look at what
    is kept and changed, and at how near answers are, which only a proof needs.

    The first run had them all in one process, where state shows late: where nobody counts them, `MOST_AGAIN` suffice.
    """
    report = ["kept"] if watch else []
    right: list[Case] = []
    kept: set[str] = set()
    changed: list[Case] = []
    near = False
    backwards = list(reversed(cases))
    part = len(backwards) // _SEEDS + 1
    for number in range(_SEEDS):
        asked = backwards[number * part : (number + 1) * part]
        for case, second in zip(asked, trial.outcomes(asked, seed=number + 1, report=report), strict=False):
            kept |= set(second.kept)
            changed += [case] if second.changed else []
            failure = trial.judge.failure(case, second)
            right += [] if failure else [case]
            near = near or (watch and failure is None and not trial.judge.is_exact(case, second))
            if failure and failure.reason != "recursion_limit" and not _burnt(second):
                first = trial.run(case)
                if trial.judge.failure(case, first) is None:
                    return Unsteady(case, first, second)
    return Again(tuple(right), tuple(sorted(kept)), tuple(changed), near)


def _same(trial: Trial, failure: Failure, again: Outcome) -> bool:
    first = failure.outcome
    if first.problem or again.problem:
        return (first.problem and first.problem.reason) == (again.problem and again.problem.reason)
    assert first.value is not None and again.value is not None
    return trial.submission.language.equal(first.value, again.value, strict=True)
