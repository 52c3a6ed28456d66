"""What is found out about a wrong system: its features, whether the teacher knows that mistake, and which one change
makes it right. How that is told is said in `explain.py`."""

from __future__ import annotations

from viva.core.records import dataclass
from viva.engines.hybrid import Change, Departure, Outcome, Summary, System, repair
from viva.engines.hybrid.comparing import Over, never
from viva.engines.hybrid.flows import Curved
from viva.subjects.hybrid.causes import Cause, cause_of
from viva.subjects.hybrid.errors import features, find_known_mistakes
from viva.subjects.hybrid.model import Features, Known, Task

_REPAIRS = 400
_MUCH_WORK = 60_000  # guards looked at while repairs are tried


@dataclass(frozen=True, slots=True)
class Diagnosis:
    system: System
    outcome: Outcome
    summary: Summary
    features: Features
    known: tuple[Known, ...]
    mended: tuple[Change, System] | None
    cause: Cause | None = None

    @property
    def first(self) -> Departure:
        return self.outcome.departures[0]


def diagnose(task: Task, system: System, found: Outcome, summary: Summary, over: Over = never) -> Diagnosis:
    seen = features(task, system, found, summary)
    guards = sum(len(each.guard) for automaton in system.automata for each in automaton.transitions)
    work = (1 + found.jumps + _steps(summary)) * (1 + guards)
    most = min(_REPAIRS, _MUCH_WORK // work)
    mended = repair(system, task.reference, task.threshold, task.horizon, most, over)
    known = find_known_mistakes(task, seen, system, mended[0] if mended else None)
    cause = None if task.summary is None else cause_of(system, task.reference, summary, task.summary, found)
    return Diagnosis(system, found, summary, seen, known, mended[:2] if mended else None, cause)


def _steps(summary: Summary) -> int:
    """How many steps the curves of a run took."""
    return sum(len(piece.flow.steps) for piece in summary.pieces if isinstance(piece.flow, Curved))
