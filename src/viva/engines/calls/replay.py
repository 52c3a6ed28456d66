"""Runs again what was seen, in processes of its own: a function of its arguments answers the same each time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from viva.core import refuting
from viva.engines.calls.judge import Failure
from viva.engines.calls.oracle import Case
from viva.engines.calls.searching import Searcher
from viva.engines.calls.shrink import smallest
from viva.engines.calls.trial import Trial
from viva.engines.shapes import size
from viva.languages.outcome import Outcome

_SEEDS = 8


@dataclass(frozen=True, slots=True)
class Unsteady:
    """Two calls with the same arguments that came out differently."""

    case: Case
    first: Outcome
    second: Outcome


def replayed(trial: Trial, searcher: Searcher, failures: Sequence[Failure]) -> Failure | Unsteady:
    """The plainest failure, made as small as can be, after it was seen in two processes with different seeds."""
    first = min(failures, key=lambda failure: size(list(failure.case.arguments)))
    alone = trial.alone(first.case)
    if alone is None:
        return Unsteady(first.case, trial.run(first.case), first.outcome)
    found = refuting.replayed(
        alone,
        smaller=lambda failure: smallest(trial, searcher, failure),
        alone=lambda failure: trial.run(failure.case, seed=1),
        same=lambda failure, again: _same(trial, failure, again),
    )
    if isinstance(found, refuting.Inconsistent):
        return Unsteady(found.failure.case, found.failure.outcome, found.alone)
    return found


@dataclass(frozen=True, slots=True)
class Again:
    """What a second run has shown: the branches that were `taken`, which cases came out `right` again, what the
    program `kept` from one call to the next, and the cases whose arguments it `changed`."""

    taken: frozenset[int] = frozenset()
    right: tuple[Case, ...] = ()
    kept: tuple[str, ...] = ()
    changed: tuple[Case, ...] = ()


def second_run(trial: Trial, cases: Sequence[Case]) -> Unsteady | Again:
    """A second run of right answers, in the other order, in other processes and with other seeds."""
    taken: set[int] = set()
    right: list[Case] = []
    kept: set[str] = set()
    changed: list[Case] = []
    backwards = list(reversed(cases))
    part = len(backwards) // _SEEDS + 1
    for number in range(_SEEDS):
        asked = backwards[number * part : (number + 1) * part]
        for case, second in zip(asked, trial.outcomes(asked, seed=number + 1, report=["kept"]), strict=False):
            taken |= second.coverage.branches
            kept |= set(second.kept)
            changed += [case] if second.changed else []
            failure = trial.judge.failure(case, second)
            right += [] if failure else [case]
            if failure and failure.reason != "recursion_limit":
                first = trial.run(case)
                if trial.judge.failure(case, first) is None:
                    return Unsteady(case, first, second)
    return Again(frozenset(taken), tuple(right), tuple(sorted(kept)), tuple(changed))


def _same(trial: Trial, failure: Failure, again: Outcome) -> bool:
    first = failure.outcome
    if first.problem or again.problem:
        return (first.problem and first.problem.reason) == (again.problem and again.problem.reason)
    assert first.value is not None and again.value is not None
    return trial.submission.language.equal(first.value, again.value, strict=True)
