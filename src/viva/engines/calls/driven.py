"""Inputs that the submission suggests: by its constants, and by a search for a difference from the reference."""

from __future__ import annotations

from viva.engines.calls.behaviour import representatives
from viva.engines.calls.question import Arguments
from viva.engines.calls.searching import Searcher
from viva.engines.calls.suite import distinct, key_of, quick
from viva.engines.calls.testing import Tested
from viva.engines.calls.trial import Trial
from viva.engines.symbolic import Counters

_RANDOM = 200
_SEEDS = 12
_AT_ONCE = 60


def drive(trial: Trial, searcher: Searcher, tested: Tested, seed: int) -> Counters:
    """Tests further, until something is wrong or there is nothing left to search; how much was searched."""
    searched = Counters()
    known = {key_of(case.arguments) for case in tested.cases}

    def add(inputs: list[Arguments]) -> None:
        tested.add(trial, quick(trial.oracle.cases(distinct(inputs, known))))

    add(searcher.random(_RANDOM, seed, trial.submission))
    if tested.settled:
        return searched
    waiting: list[Arguments] = []
    seeds = representatives(trial.question, tested.cases, _SEEDS)
    for arguments, suspected in searcher.differences(trial.submission, seeds, searched):
        waiting.append(arguments)
        if suspected or len(waiting) >= _AT_ONCE:
            add(waiting)
            waiting.clear()
            if tested.settled:
                return searched
    add(waiting)
    return searched
