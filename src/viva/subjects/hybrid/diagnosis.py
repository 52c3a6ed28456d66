"""What is found out about a wrong system: its features, whether the teacher knows that mistake, and which one change
makes it right. How that is told is said in `explain.py`."""

from __future__ import annotations

from viva.core.records import dataclass
from viva.engines.hybrid import Change, Departure, Outcome, Summary, System, repair, values_at
from viva.engines.hybrid.comparing import Over, never
from viva.engines.hybrid.curves import Number
from viva.engines.hybrid.flows import Curved
from viva.engines.hybrid.running import Piece
from viva.subjects.hybrid.errors import features, find_known_mistakes
from viva.subjects.hybrid.model import Features, Known, Task

_REPAIRS = 400
_MUCH_WORK = 60_000  # guards looked at while repairs are tried


@dataclass(frozen=True, slots=True)
class Cause:
    """`early`: the system took a transition that was not due; `late`: it stayed in its mode when it was to leave it;
    `value`: it switched at the right moment, and the output was wrong from then on. `automaton` and `number` are the
    transition that was taken."""

    kind: str
    automaton: int = 0
    number: int = 0


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


def cause_of(system: System, reference: System, own: Summary, asked: Summary, found: Outcome) -> Cause | None:
    """Told only where all outputs agreed up to that switch, so that nothing before it is to blame, and where nothing is
    rounded."""
    first = found.departures[0]
    if first.ended or first.start == 0 or not (system.has_constant_rates and reference.has_constant_rates):
        return None
    here, there = _piece(own, first.start), _piece(asked, first.start)
    if here is None or there is None:
        return None
    since = max(here.start, there.start)
    if since == 0 or (first.jumps and since != first.start):
        return None
    if not first.jumps and values_at(system, [since], True, found.choices) != values_at(reference, [since], True):
        return None
    if here.start < there.start:
        return Cause("late")
    taken = [each for jump in own.jumps if jump.time == since for each in jump.taken]
    if len(taken) != 1:
        return None
    if here.start == there.start:
        return Cause("value", *taken[0]) if first.jumps else None
    stayed = first.jumps or _slope(system, own, first.output, since) == _rate(reference, there, first.output)
    return Cause("early", *taken[0]) if stayed else None


def _piece(summary: Summary, time: Number) -> Piece | None:
    return next((each for each in summary.pieces if each.start <= time and (not each.end or time < each.end)), None)


def _slope(system: System, summary: Summary, name: str, until: Number) -> Number | None:
    """How fast an output changed before a switch."""
    before = next((each for each in summary.pieces if each.end == until), None)
    return None if before is None else _rate(system, before, name)


def _rate(system: System, piece: Piece, name: str) -> Number:
    curve, _ = piece.flow.curve(system.position(name), piece.start * 0)
    return curve[1] if len(curve) > 1 else 0
