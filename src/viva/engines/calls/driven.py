"""Inputs that the submission suggests: by its constants, by structures for its paths, by a search for a difference from
the reference, and by one for its branches that nothing has taken so far.

How far the search goes is counted in steps: a step is an input that both are run on symbolically. All steps are spent
before anyone says that no difference was found, whatever the clock says.
"""

from __future__ import annotations

from collections.abc import Sequence

from viva.engines.calls.behaviour import representatives
from viva.engines.calls.oracle import Case
from viva.engines.calls.question import Arguments
from viva.engines.calls.searching import Searcher
from viva.engines.calls.suite import distinct, key_of, quick
from viva.engines.calls.testing import Tested
from viva.engines.calls.trial import Trial
from viva.engines.shapes import size
from viva.engines.symbolic import Bounds, Counters

STEPS = 300
_RANDOM = 200
_SEEDS = 12
_AT_ONCE = 60
_FAR = 300  # the numbers of an input, added up


def drive(trial: Trial, searcher: Searcher, tested: Tested, seed: int, steps: int = STEPS) -> Counters:
    """Tests further, until something is wrong or all steps are spent or there is nothing left to search; how much was
    searched."""
    known = {key_of(case.arguments) for case in tested.cases}

    def add(inputs: list[Arguments]) -> bool:
        tested.add(trial, quick(trial.oracle.cases(distinct(inputs, known))))
        inputs.clear()
        return tested.settled

    if add(searcher.random(_RANDOM, seed, trial.submission)) or add(searcher.structures(trial.submission)):
        return Counters()
    waiting: list[Arguments] = []
    seeds = _seeds(trial, tested.cases)
    searched, left = Counters(), 0
    most = 2 * steps // 3
    for found in searcher.differences(trial.submission, seeds, searched, Bounds(most, most // 2)):
        waiting.append(found.arguments)
        left = found.left
        if (found.suspected or len(waiting) >= _AT_ONCE) and add(waiting):
            return searched
    if add(waiting) or not left:
        return searched
    alone = Counters()
    rest = steps - searched.runs
    for arguments in searcher.branches(trial.submission, alone, Bounds(rest, rest // 2), seeds):
        waiting.append(arguments)
        if len(waiting) >= _AT_ONCE and add(waiting):
            break
    add(waiting)
    return searched + alone


def _seeds(trial: Trial, cases: Sequence[Case]) -> list[Arguments]:
    """Where the search begins: the smallest input of each class of behaviour, and inputs of all sizes but such that
    make symbolic runs long."""
    near = [case for case in cases if size(list(case.arguments))[1] <= _FAR]
    by_size = sorted(near, key=lambda case: size(list(case.arguments)))
    spread = [case.arguments for case in by_size[:: len(by_size) // _SEEDS + 1]]
    return distinct([*representatives(trial.question, cases, _SEEDS), *spread])
