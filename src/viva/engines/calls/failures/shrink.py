"""The smallest input on which an answer is wrong in the same way, as far as a few rounds find one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from viva.engines.calls.inputs.searching import Searcher
from viva.engines.calls.judge import Failure
from viva.engines.calls.making import maker
from viva.engines.calls.oracle import Case
from viva.engines.calls.trial import Trial
from viva.engines.shapes import smaller, steps_of

_ROUNDS = 40
_CANDIDATES = 150
_TOO_LONG = ("time_limit", "memory_limit", "killed")


def smallest(
    trial: Trial, searcher: Searcher, failure: Failure, alike: Callable[[Failure], bool] | None = None
) -> Failure:
    """Each step was seen in a process of its own, is of the same kind, and is `alike`. What takes all its time or
    memory is left as it is."""
    if failure.reason in _TOO_LONG:
        return failure
    question = trial.question
    steps, make = steps_of(searcher.hints(trial.submission).integers), maker(question)
    for _ in range(_ROUNDS):
        candidates = smaller(failure.case.arguments, question.shapes, steps, make)[:_CANDIDATES]
        found = _first(trial, trial.oracle.cases(candidates), failure, alike)
        if found is None:
            return failure
        failure = found
    return failure


def _first(
    trial: Trial, cases: Sequence[Case], failure: Failure, alike: Callable[[Failure], bool] | None
) -> Failure | None:
    for _, _, found in trial.failures(cases):
        if found and found.kind == failure.kind and (alike is None or alike(found)):
            alone = trial.alone(found.case)
            if alone and alone.kind == failure.kind:
                return alone
    return None
