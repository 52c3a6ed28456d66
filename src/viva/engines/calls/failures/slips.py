"""Slips in the source that explain a failure: those that go with such answers, and that the failing runs came to."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from viva.core.text.escape import visible_line
from viva.engines.calls.failures.differences import Group
from viva.engines.calls.failures.places import executed_lines
from viva.engines.calls.oracle import Case
from viva.engines.calls.trial import Trial
from viva.engines.calls.voice import Voice
from viva.engines.faults import RETURNS
from viva.languages.survey import Lost, Mention, Statement, lost_names

_WATCHED = 12
_NEARLY_ALL = 0.9

# Those that go with a kind of failure, or with how answers differ; the likeliest first.
_COLLECTING = ("return_in_loop", "walked", "shrinking", "reset", "or_constant", "overwritten")
_SLIPS = {
    "none": ("arrow_braces", "in_place", "no_return", "unused_name"),
    "printed": ("in_place",),
    "opaque": ("not_called",),
    "crash:IndexError": ("shrinking", "walked"),
    "crash:ValueError": ("shrinking", "walked"),
    "crash:TypeError": ("in_place",),
    "wrong": (
        *_COLLECTING,
        "assigned_condition",
        "empty_body",
        "sort_as_text",
        "for_in",
        "unused_name",
        "unused_result",
    ),
    "type": ("overwritten", "return_in_loop", "unused_result"),
    "arguments": ("walked", "shrinking", "unused_result"),
    "not_cut": ("division",),
    "float_for_whole": ("division",),
    "first_missing": ("short_range",),
    "last_missing": ("short_range",),
    "only_beginning": ("short_range",),
    "only_end": ("short_range",),
    "some_missing": ("short_range",),
    "one_less": ("short_range",),
    "too_short": ("short_range",),
}


def slip(trial: Trial, group: Group, voice: Voice, lines: Collection[int] | None = None) -> str | None:
    """What is seen in the source, goes with such failures, and was done in nearly all of their runs; in these `lines`,
    where it is known that the mistake is there."""
    facts = trial.submission.facts
    kind, word = group.kind.partition(":")[0], group.word or ""
    fitting = _SLIPS.get(kind, ()) + (_SLIPS.get(group.kind, ()) if group.kind != kind else ()) + _SLIPS.get(word, ())
    known = [*facts.slips, *(habit for habit in facts.habits if habit.name == "unused_result")]
    known += [Mention("unused_name", lost.line, 1, lost.name) for lost in _lost(trial)]
    candidates = [
        one for name in fitting for one in known if one.name == name and _is_asked(one, trial) and _is_there(one, lines)
    ]
    if not candidates:
        return None
    runs = executed_lines(trial, _spread([failure.case for failure in group.failures]))
    for one in candidates:
        done = sum(_was_done(one, lines, facts.flow) for lines in runs)
        if done and done >= _NEARLY_ALL * len(runs):
            key = "slip_print_result" if (one.name, one.detail) == ("in_place", "print") else f"slip_{one.name}"
            return voice.say(key, name=visible_line(one.detail))
    return None


def _is_there(one: Mention, lines: Collection[int] | None) -> bool:
    if lines is None or one.name == "no_return" or one.line in lines:
        return True
    return one.name == "return_in_loop" and any(one.line < line for line in lines)


def _lost(trial: Trial) -> list[Lost]:
    name = trial.question.function.rpartition(".")[2]
    return lost_names([one for one in trial.submission.facts.flow if one.function == name])


def _is_asked(one: Mention, trial: Trial) -> bool:
    return one.name != "no_return" or one.detail == trial.question.function


def _was_done(one: Mention, lines: frozenset[int], flow: Sequence[Statement]) -> bool:
    """Whether a run that evaluated these lines did what is told of it."""
    match one.name:
        case "no_return":
            return True
        case "return_in_loop":  # a loop that has no round returns nothing
            return one.line in lines and any(
                each.gives in RETURNS and each.line > one.line and each.line in lines for each in flow
            )
        case _:
            return one.line in lines


def _spread(cases: Sequence[Case]) -> Sequence[Case]:
    return cases[:: len(cases) // _WATCHED + 1]
