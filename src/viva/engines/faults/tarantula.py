"""Tarantula (Jones and Harrold 2005): the share of failing runs against that of passing ones.

The usual form is a ratio. The paper on the autograder for JavaScript prints a sum in its place; that is a misprint,
because the sum does not order elements by suspicion.
"""

from viva.engines.faults.spectrum import Counts


def tarantula(counts: Counts) -> float:
    failing = counts.failed + counts.missed_failed
    passing = counts.passed + counts.missed_passed
    failed = counts.failed / failing if failing else 0.0
    passed = counts.passed / passing if passing else 0.0
    return failed / (failed + passed) if failed + passed else 0.0
