"""Tarantula (Jones and Harrold 2005): of the shares of failing and of passing runs that cover an element, the first as
a part of both. (Where its formula is printed as a sum, as in some papers, the order would say nothing about failing.)
"""

from viva.engines.faults.spectrum import Counts


def tarantula(counts: Counts) -> float:
    failing = counts.failed + counts.missed_failed
    passing = counts.passed + counts.missed_passed
    failed = counts.failed / failing if failing else 0.0
    passed = counts.passed / passing if passing else 0.0
    return failed / (failed + passed) if failed + passed else 0.0
