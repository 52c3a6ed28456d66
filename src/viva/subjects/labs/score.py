"""How many marks a controller gets: its goals by their weights, over all environments alike."""

from __future__ import annotations

from collections.abc import Sequence

from viva.subjects.labs.judge import Judged


def score(runs: Sequence[Sequence[Judged]]) -> float:
    shares = [
        sum(one.share * one.goal.weight for one in results) / sum(one.goal.weight for one in results)
        for results in runs
    ]
    return sum(shares) / len(shares) if shares else 0.0
