"""Ochiai (Abreu and others 2007): the cosine between being covered and failing."""

from math import sqrt

from viva.engines.faults.spectrum import Counts


def ochiai(counts: Counts) -> float:
    covered = counts.failed + counts.passed
    failing = counts.failed + counts.missed_failed
    return counts.failed / sqrt(failing * covered) if failing and covered else 0.0
