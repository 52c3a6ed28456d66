"""Jaccard: failing runs that covered the element, as a share of all runs that failed or covered it."""

from viva.engines.faults.spectrum import Counts


def jaccard(counts: Counts) -> float:
    together = counts.failed + counts.missed_failed + counts.passed
    return counts.failed / together if together else 0.0
