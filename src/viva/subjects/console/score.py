"""How much of what is asked for a program does: the tests passed, counted by behaviour."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from viva.engines.dialogues.suites.cases import Suite


def score(tests: Suite, passed: Mapping[object, int]) -> float:
    """The share of tests passed, averaged over the behaviours; a test that was not run is not passed."""
    sizes = Counter(case.behaviour for case in tests.tests)
    return round(sum(passed.get(behaviour, 0) / size for behaviour, size in sizes.items()) / len(sizes), 4)
