"""Runs that do not end, told apart from slow ones: does the program come back to a state in which it was before?

A program that comes back to a state will do so for ever. Where none comes back, it is only known that the limit was not
enough, and the values of the last rounds are shown.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

from viva.core.records import dataclass
from viva.core.terms import Ended
from viva.core.text.escape import visible_line
from viva.engines.calls.judge import Failure
from viva.engines.calls.trial import STEPS, Trial
from viva.languages.outcome import Outcome
from viva.languages.problem import Moment
from viva.languages.protocol import Calls
from viva.sandbox import Limits

_STEPS = 20_000
_LAST = 4000
_DEEP = 3000  # steps before the deepest call from which on a recursion is looked at
_SHOWN = 4
_LONGEST = 60


@dataclass(frozen=True, slots=True)
class Endless:
    """`kind` is `loop_repeats`, `loop_nothing` (there is no variable), `loop_changes` or `loop_slow` (no variable
    changes), `recursion_repeats` or `recursion_changes`; `seen` are the variables, or the last calls. `forever`: a
    state came back."""

    line: int
    kind: str
    seen: str = ""
    forever: bool = False


def ending_of(trial: Trial, failure: Failure) -> Endless | None:
    """What there is to see of a run without an answer; None where there is nothing, or no time to look."""
    reason = failure.outcome.problem.reason if failure.outcome.problem else None
    with contextlib.suppress(Ended):
        if reason == "step_limit":
            return _loop(trial, failure)
        if reason == "recursion_limit":
            return _recursion(trial, failure)
    return None


def _looked_at(trial: Trial, failure: Failure, steps: int) -> Outcome:
    """What the run does after so many steps."""
    submission = trial.submission
    outcomes = submission.calls.call(
        submission.sandbox, trial.program, submission.function, [failure.case.arguments],
        steps=steps, last=_LAST, limits=Limits(), drain=failure.case.drained,
    )  # fmt: skip
    return next(iter(outcomes))


def _loop(trial: Trial, failure: Failure) -> Endless | None:
    submission = trial.submission
    found = _looked_at(trial, failure, max(_STEPS, 20 * failure.case.steps))
    if not found.last:
        return None
    here = found.last[-1]
    if found.came_back:
        values = _values(here, submission.calls)
        return Endless(here.line, "loop_repeats" if values else "loop_nothing", values, forever=True)
    rounds = [moment for moment in found.last if (moment.line, moment.function) == (here.line, here.function)]
    changing = _changing(rounds, submission.calls)
    return Endless(here.line, "loop_changes" if changing else "loop_slow", changing)


def _recursion(trial: Trial, failure: Failure) -> Endless | None:
    problem, offered = failure.outcome.problem, trial.submission.calls
    if problem is None or not problem.deepest:
        return None
    here = problem.deepest[-1]
    calls = [f"{moment.function}({_values(moment, offered)})" for moment in problem.deepest[-_SHOWN:]]
    forever = _looked_at(trial, failure, max(1, min(failure.outcome.steps or 1, STEPS) - _DEEP)).came_back
    kind = "recursion_repeats" if forever else "recursion_changes"
    return Endless(here.line, kind, visible_line(", ".join(calls)), forever)


def _values(moment: Moment, calls: Calls) -> str:
    shown = [f"{name} = {calls.show(value, _LONGEST)}" for name, value in moment.variables[:6]]
    return visible_line(", ".join(shown))


def _changing(rounds: Sequence[Moment], calls: Calls) -> str:
    """The variables that are different in the last rounds: `n = 7, 8, 9`."""
    recent = [dict(moment.variables) for moment in rounds[-_SHOWN:]]
    parts = []
    for name in recent[-1]:
        values = [calls.show(variables[name], _LONGEST) for variables in recent if name in variables]
        if len(set(values)) > 1:
            parts.append(f"{name} = {', '.join(values)}")
    return visible_line("; ".join(parts[:3]))
