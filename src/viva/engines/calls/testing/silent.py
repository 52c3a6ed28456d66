"""Programs that never answer: where each of the smallest inputs uses up a limit of one run, no growth explains it.

That is more than slow only where all of this is so: each of the five smallest inputs uses up a limit, alone in a
process of its own; the smallest of them does so with ten times the limit; and the reference needs less than a
hundredth of it. Otherwise nothing is said: a program that starts slowly, or pauses for effect, is not wrong.
"""

from __future__ import annotations

from collections.abc import Sequence

from viva.engines.calls.judge import Failure
from viva.engines.calls.oracle import Case
from viva.engines.calls.testing.slow import was_cut_off
from viva.engines.calls.trial import Trial
from viva.engines.shapes import size
from viva.sandbox import Limits

_FIRST = 5
_MORE = 10
_LESS = 100
_RUNS = 30  # so many runs with the limit make up a check: five, one with ten times as much, and as many again to spare
_ASLEEP = 2  # times the processor time, at work or asleep: that a run waits for a core does not count
_COUNTED = frozenset({"step_limit", "unserialisable"})


def never_answers(trial: Trial, cases: Sequence[Case]) -> Failure | None:
    """What came of the smallest input with ten times the limit, where no small input is ever answered."""
    budget = trial.meter.budget
    seconds, memory = budget.seconds / _RUNS, budget.memory // _MORE
    first = sorted(cases, key=lambda case: size(list(case.arguments)))[:_FIRST]
    if not first or not all(_is_used_up(trial, case, seconds, memory) for case in first):
        return None
    if not _reference_is_quick(trial, first, seconds):
        return None
    return _is_used_up(trial, first[0], _MORE * seconds, _MORE * memory)


def _is_used_up(trial: Trial, case: Case, seconds: float, memory: int) -> Failure | None:
    """The failure, if a limit ended the run; what ends while the file is loaded says nothing of the function."""
    limits = Limits(cpu_seconds=seconds, wall_seconds=_ASLEEP * seconds, memory=memory, output=64 << 20)
    outcome = trial.run(case, limits=limits)
    failure = trial.judge.failure(case, outcome)
    if failure is None or outcome.while_loading or failure.reason in _COUNTED or not was_cut_off(failure):
        return None
    return failure


def _reference_is_quick(trial: Trial, first: Sequence[Case], seconds: float) -> bool:
    """Whether it answers a hundred times within the limit."""
    reference = trial.oracle.programs.reference
    if reference is None:
        return False
    rows = [first[number % len(first)].arguments for number in range(_LESS)]
    limits = Limits(cpu_seconds=seconds, wall_seconds=60.0, output=64 << 20)
    outcomes = reference.calls.call(
        reference.sandbox, reference.trusted(), reference.function, rows,
        together=_LESS, limits=limits, drain=any(case.drained for case in first),
    )  # fmt: skip
    return all(outcome.problem is None or outcome.problem.reason == "crash" for outcome in outcomes)
