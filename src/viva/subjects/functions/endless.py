"""Runs that do not end, told apart from slow ones: does the program come back to a state in which it was before?

A loop that comes round with the same variables will do so for ever. Where the variables do not repeat, it is only
known that the limit was not enough, and the values of the last rounds are shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from viva.core.escape import visible_line
from viva.core.texts import catalogue
from viva.languages.problem import Moment
from viva.languages.protocol import Language
from viva.sandbox import Limits
from viva.subjects.functions.judge import Failure
from viva.subjects.functions.trial import Trial

_TEXTS = catalogue(__package__)
_STEPS = 20_000
_LAST = 120
_SHOWN = 4
_LONGEST = 60


@dataclass(frozen=True, slots=True)
class Endless:
    """`repeats`: the same variables came again, so it never ends."""

    line: int
    text: str
    repeats: bool


def seen(trial: Trial, failure: Failure) -> Endless | None:
    match failure.reason:
        case "step_limit":
            return _loop(trial, failure)
        case "recursion_limit":
            return _recursion(failure, trial.language)
    return None


def _loop(trial: Trial, failure: Failure) -> Endless | None:
    outcomes = trial.language.call(
        trial.sandbox, trial.program, trial.task.function, [failure.case.arguments],
        steps=max(_STEPS, 20 * failure.case.steps), last=_LAST, limits=Limits(), drain=trial.oracle.drain,
    )  # fmt: skip
    last = next(iter(outcomes)).last
    if not last:
        return None
    here = last[-1]
    rounds = [moment for moment in last if (moment.line, moment.function) == (here.line, here.function)]
    for before in reversed(rounds[:-1]):
        if _equal(before, here, trial.language):
            values = _values(here, trial.language)
            key = "endless_repeats" if values else "endless_nothing"
            return Endless(here.line, _TEXTS.say(key, line=here.line, values=values), True)
    changing = _changing(rounds, trial.language)
    key = "endless_changes" if changing else "endless_slow"
    return Endless(here.line, _TEXTS.say(key, line=here.line, values=changing), False)


def _recursion(failure: Failure, language: Language) -> Endless | None:
    problem = failure.outcome.problem
    if problem is None or not problem.deepest:
        return None
    here = problem.deepest[-1]
    calls = [f"{moment.function}({_values(moment, language)})" for moment in problem.deepest[-_SHOWN:]]
    same = len(problem.deepest) > 1 and _equal(problem.deepest[-2], here, language)
    key = "recursion_repeats" if same else "recursion_changes"
    return Endless(here.line, _TEXTS.say(key, line=here.line, calls=visible_line(", ".join(calls))), same)


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
