"""The suite of an exercise, which is fixed by exercise, seed and version, and kept for the next submission."""

from __future__ import annotations

from viva.core.exercise import Exercise
from viva.engines.calls import Oracle, Proposals, Searcher, Suite, proposals, suite
from viva.subjects.functions import cache

_KEPT = 8

_suites: dict[tuple[str, int], Suite] = {}


def suite_of(exercise: Exercise, searcher: Searcher, oracle: Oracle, seed: int) -> Suite:
    """From memory, or made now with what a search proposed, which may be in the store."""

    def proposed() -> Proposals:
        return cache.load(exercise, seed) or cache.save(exercise, seed, proposals(searcher, seed))

    key = (cache.digest(exercise), seed)
    if key not in _suites:
        made = suite(searcher, oracle, proposed)
        if len(_suites) >= _KEPT:
            del _suites[next(iter(_suites))]
        _suites[key] = made
    return _suites[key]
