"""What is special about the inputs on which a program fails, in words: as far as that was checked
(`viva.engines.dialogues.failure_conditions`), and else on how many runs it fails."""

from __future__ import annotations

from collections.abc import Sequence

from viva.core.drawing import Drawing
from viva.core.rungs import Clue
from viva.core.texts import Say
from viva.engines.dialogues.describe import in_words
from viva.engines.dialogues.input_kinds import Condition
from viva.engines.dialogues.model import Repeat, Spec, Value
from viva.engines.dialogues.semantics import follow
from viva.engines.dialogues.suites.ways.paths import Decision, Reading, Walker
from viva.engines.dialogues.trials.judging import Failure
from viva.engines.dialogues.variants.negation import negate
from viva.subjects.console.diagnosing.diagnosis import Diagnosis
from viva.subjects.console.draw import draw_way
from viva.subjects.console.model import Task

_MOST_NAMED = 6
_READ_AT_ONCE = 120  # characters of a condition; nobody takes in a longer one
_STEP = 48  # characters of one decision of several


def pattern(say: Say, task: Task, failure: Failure, seen: Diagnosis, *, drawn: bool, locale: str) -> Clue:
    """On how many of the runs the program fails, and on which. `drawn` shows the way of the failing run through the
    specification."""
    text = _counts(say, seen, failure)
    found = seen.distinction
    if found and len(told := situation(found.condition, say, locale)) <= _READ_AT_ONCE:
        key = "pattern_exact" if found.exact else "pattern_mostly"
        text = say(key, situation=told, failed=seen.failed, run=seen.run)
    return Clue(text, drawing=_drawn(say, task, failure, text, locale) if drawn else None)


def way(say: Say, task: Task, failure: Failure, locale: str) -> Clue | None:
    """The way of the failing run through the specification, where there is more than one."""
    words = _way(say, task, failure, locale)
    drawing = _drawn(say, task, failure, words, locale) if words else None
    return Clue(words, drawing=drawing) if drawing else None


def _drawn(say: Say, task: Task, failure: Failure, otherwise: str, locale: str) -> Drawing | None:
    taken = follow(task.spec, failure.case.inputs)
    words = _way(say, task, failure, locale) or otherwise
    return None if taken is None else draw_way(task.spec, taken, words, locale)


def _way(say: Say, task: Task, failure: Failure, locale: str) -> str:
    taken = way_in_words(task.spec, failure.case.inputs, say, locale)
    rounds = {say("way_again"), say("way_enough")}
    readable = not rounds.issuperset(taken) and max(map(len, taken)) <= _STEP
    key = "pattern_way" if len(taken) > 1 else "pattern_way_one"
    return say(key, way=say("pattern_then").join(taken)) if readable else ""


def _counts(say: Say, seen: Diagnosis, failure: Failure) -> str:
    if not seen.run:
        return say("pattern_never")
    if not seen.failed:
        return say("pattern_endless" if failure.kind == "step_limit" else "pattern_rare", run=seen.run)
    return say("pattern_all" if seen.failed == seen.run else "pattern_some", failed=seen.failed, run=seen.run)


def situation(condition: Condition, say: Say, locale: str) -> str:
    """When a condition holds, in words."""
    if condition.term is None:
        said = say(f"situation_{condition.key}", count=condition.count, **dict(condition.slots))
        if not condition.several:
            return said
        return say(
            "situation_several_more" if condition.key.startswith("rest_") else "situation_several", situation=said
        )
    told = in_words(locale).condition(condition.term if condition.side else negate(condition.term))
    return say(f"situation_{condition.key}", condition=told)


def way_in_words(spec: Spec, inputs: Sequence[Value], say: Say, locale: str) -> list[str]:
    """The decisions on the way of these inputs, each in words, those that were made again and again only once."""
    walker = Walker(spec)
    trail = walker.follow(inputs)
    condition_text = in_words(locale).condition
    said: list[str] = []
    for event in trail.events if trail else ():
        match event:
            case Reading(valid=False):
                said.append(say("way_refused"))
            case Decision(path, _, side) if isinstance(walker.parts[path], Repeat):
                said.append(say("way_again" if side else "way_enough"))
            case Decision(_, condition, side):
                said.append(condition_text(condition if side else negate(condition)))
    return _once(said)[-_MOST_NAMED:]


def _once(said: Sequence[str]) -> list[str]:
    """Without what was said before and is said again at the end: the last time counts."""
    return [text for number, text in enumerate(said) if text not in said[number + 1 :]]
