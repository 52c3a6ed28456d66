"""Runs that do not end, told apart from slow ones: does the program come back to a state in which it was before?

A loop that comes round with the same variables will do so for ever. Where the variables do not repeat, it is only
known that the limit was not enough, and the values of the last rounds are shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from viva.core.escape import visible_line
from viva.engines.calls.judge import Failure
from viva.engines.calls.trial import Trial
from viva.languages.problem import Moment
from viva.languages.protocol import Language
from viva.sandbox import Limits

_STEPS = 20_000
_LAST = 120
_SHOWN = 4
_LONGEST = 60


@dataclass(frozen=True, slots=True)
class Endless:
    """`kind` is `loop_repeats`, `loop_nothing` (there is no variable), `loop_changes` or `loop_slow` (no variable
    changes), `recursion_repeats` or `recursion_changes`; `seen` are the variables, or the last calls."""

    line: int
    kind: str
    seen: str = ""


def ending_of(trial: Trial, failure: Failure) -> Endless | None:
    match failure.reason:
        case "step_limit":
            return _loop(trial, failure)
        case "recursion_limit":
            return _recursion(failure, trial.submission.language)
    return None


def _loop(trial: Trial, failure: Failure) -> Endless | None:
    submission = trial.submission
    outcomes = submission.language.call(
        submission.sandbox, trial.program, submission.function, [failure.case.arguments],
        steps=max(_STEPS, 20 * failure.case.steps), last=_LAST, limits=Limits(), drain=failure.case.drained,
    )  # fmt: skip
    last = next(iter(outcomes)).last
    if not last:
        return None
    here = last[-1]
    rounds = [moment for moment in last if (moment.line, moment.function) == (here.line, here.function)]
    for before in reversed(rounds[:-1]):
        if _equal(before, here, submission.language):
            values = _values(here, submission.language)
            return Endless(here.line, "loop_repeats" if values else "loop_nothing", values)
    changing = _changing(rounds, submission.language)
    return Endless(here.line, "loop_changes" if changing else "loop_slow", changing)


def _recursion(failure: Failure, language: Language) -> Endless | None:
    problem = failure.outcome.problem
    if problem is None or not problem.deepest:
        return None
    here = problem.deepest[-1]
    calls = [f"{moment.function}({_values(moment, language)})" for moment in problem.deepest[-_SHOWN:]]
    same = len(problem.deepest) > 1 and _equal(problem.deepest[-2], here, language)
    return Endless(here.line, "recursion_repeats" if same else "recursion_changes", visible_line(", ".join(calls)))


def _equal(left: Moment, right: Moment, language: Language) -> bool:
    first, second = dict(left.variables), dict(right.variables)
    return first.keys() == second.keys() and all(
        language.equal(first[name], second[name], strict=True) for name in first
    )


def _values(moment: Moment, language: Language) -> str:
    shown = [f"{name} = {language.show(value, _LONGEST)}" for name, value in moment.variables[:6]]
    return visible_line(", ".join(shown))


def _changing(rounds: Sequence[Moment], language: Language) -> str:
    """The variables that are different in the last rounds: `n = 7, 8, 9`."""
    recent = [dict(moment.variables) for moment in rounds[-_SHOWN:]]
    parts = []
    for name in recent[-1]:
        values = [language.show(variables[name], _LONGEST) for variables in recent if name in variables]
        if len(set(values)) > 1:
            parts.append(f"{name} = {', '.join(values)}")
    return visible_line("; ".join(parts[:3]))
