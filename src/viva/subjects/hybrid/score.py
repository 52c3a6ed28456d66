"""Marks for a wrong answer: how long its outputs are right, counted from what an answer that does nothing reaches.

An answer that one change makes right is close to it, and gets no less than most of the marks; a little less where that
is no number but a thought, such as the direction in which something changes.
"""

from __future__ import annotations

from dataclasses import replace

from viva.core.deciding.scale import above
from viva.engines.hybrid import Change, Mode, Outcome, System, compare
from viva.subjects.hybrid.model import Task

_NUMBER, _THOUGHT = 0.7, 0.65
_NUMBERS = ("limit", "rate", "value", "reset")
_HIGHEST = 0.6


def score(task: Task, found: Outcome, change: Change | None) -> float:
    zero = 1 - compare(_still(task.reference), task.reference, task.threshold, task.horizon).apart
    reached = min(_HIGHEST, above(1 - found.apart, zero))
    if change is None:
        return reached
    return _NUMBER if change.kind in _NUMBERS else _THOUGHT


def _still(reference: System) -> System:
    """A system in which nothing ever changes."""
    automata = tuple(
        replace(each, modes=tuple(Mode(mode.name) for mode in each.modes), transitions=())
        for each in reference.automata
    )
    return replace(reference, automata=automata)
