"""Makes a failing test as small as possible: fewest reads first, then the smallest values. Each step is a run.

First whole rounds of loops are left out, then many values are made simple at once, then a failing test is changed in
one place, or in two that make up for each other, as long as any of these gives a smaller failing one. Then every test
of small values that is still smaller is tried, as far as a number of runs allows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from viva.engines.dialogues.suites.cases import Case
from viva.engines.dialogues.suites.shrinking import neighbours, plainer, shorter, simpler
from viva.engines.dialogues.suites.ways.paths import Trails
from viva.engines.dialogues.trials.judging import Failure
from viva.engines.dialogues.trials.trial import Trial
from viva.subjects.console.judge import is_excused

_RUNS = 400


def smallest(trails: Trails, failure: Failure, trial: Trial, alike: Callable[[Failure], bool]) -> Failure:
    """Never larger than the given one, `alike`, and seen in a run of its own. Unless the number of runs ends it, none
    of the changes makes a smaller test that fails alike."""
    runs = idle = 0
    stages = (shorter, plainer, neighbours)
    while idle < len(stages) and runs < _RUNS:
        cases = (case for case in stages[0](trails, failure.case) if case.inputs not in trial.passed)
        for _, found in trial.failures(_unless_slow(islice(cases, _RUNS - runs), trial)):
            runs += 1
            if found and not is_excused(found) and alike(found):
                failure, idle = found, -1
                break
        if idle >= 0:
            stages = (*stages[1:], stages[0])
        idle += 1
    for _, found in trial.failures(_unless_slow(simpler(trails.walker.spec, failure.case, trial.passed), trial)):
        if found and not is_excused(found) and alike(found):
            return found
    return failure


def _unless_slow(cases: Iterable[Case], trial: Trial) -> Iterator[Case]:
    for case in cases:
        if trial.tired:
            return
        yield case
