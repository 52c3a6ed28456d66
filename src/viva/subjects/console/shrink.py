"""Makes a failing test as small as possible: fewest reads first, then the smallest values. Each step is a run.

First a failing test is changed in one place, or in two that make up for each other, as long as that gives a smaller
failing one. Then every test of small values that is still smaller is tried, as far as a number of runs allows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from viva.engines.dialogues.judging import Failure
from viva.engines.dialogues.model import Spec
from viva.engines.dialogues.suites.cases import Case
from viva.engines.dialogues.suites.shrinking import neighbours, simpler
from viva.engines.dialogues.trial import Trial
from viva.subjects.console.judge import excused

_RUNS = 240


def smallest(spec: Spec, failure: Failure, trial: Trial) -> Failure:
    """Never larger than the given one, and seen in a run of its own."""
    runs = 0
    improved = True
    while improved and runs < _RUNS:
        improved = False
        cases = [case for case in neighbours(spec, failure.case) if case.inputs not in trial.passed]
        for case, found in trial.failures(_unless_slow(cases[: _RUNS - runs], trial)):
            runs += 1
            if found and not excused(found) and case.size < failure.case.size:
                failure, improved = found, True
                break
    for _, found in trial.failures(_unless_slow(simpler(spec, failure.case, trial.passed), trial)):
        if found and not excused(found):
            return found
    return failure


def _unless_slow(cases: Iterable[Case], trial: Trial) -> Iterator[Case]:
    for case in cases:
        if trial.tired:
            return
        yield case
