"""Jaccard (as in Abreu and others 2007): of the runs that fail or cover an element, those that do both."""

from viva.engines.faults.spectrum import Counts


def jaccard(counts: Counts) -> float:
    either = counts.failed + counts.missed_failed + counts.passed
    return counts.failed / either if either else 0.0
