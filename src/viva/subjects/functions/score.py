"""The score: the share of classes of behaviour that are right, by weight; so one easy case is not half the points."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from viva.engines.calls import Case, Question, behaviour


def score(question: Question, cases: Sequence[Case], wrong: Iterable[Case], not_run: Iterable[Case]) -> float:
    """The weight of the classes of which every test was run and right, as a share of all."""
    bad = {behaviour(question, case) for case in (*wrong, *not_run)}
    found = {behaviour(question, case): None for case in cases}
    total = sum(kind.weight for kind in found)
    right = sum(kind.weight for kind in found if kind not in bad)
    return round(right / total, 4) if total else 0.0
