"""Findings for the ladder: hint, pattern, example, place and fix of one wrong answer."""

from __future__ import annotations

from collections.abc import Collection

from viva.core.drawing import Drawing
from viva.core.json import Json
from viva.core.ladder import Rung
from viva.core.report import Finding, Witness
from viva.core.rungs import Clue, Ladder
from viva.core.texts import Say
from viva.core.where import Time
from viva.drawing.plot import Moment
from viva.engines.hybrid import Summary, values_at
from viva.engines.hybrid.curves import Number
from viva.engines.hybrid.diagram import Labels, traces
from viva.subjects.hybrid.diagnosis import Diagnosis
from viva.subjects.hybrid.fix import fix
from viva.subjects.hybrid.model import Task
from viva.subjects.hybrid.notation import json_number, show_moment, show_time, spoken_number
from viva.subjects.hybrid.pattern import pattern
from viva.subjects.hybrid.places import name_of, places, slots, step_of

_MOST_SWITCHES = 14


def findings(task: Task, why: Diagnosis, wanted: Collection[Rung], say: Say) -> tuple[Finding, ...]:
    """Only what is told is worked out; what is told on a rung does not depend on the others."""
    return Ladder(
        _signature(why),
        hint=_hint(why, say) if Rung.HINT in wanted else None,
        pattern=pattern(task, why, say) if Rung.PATTERN in wanted else None,
        example=_example(task, why, say) if Rung.EXAMPLE in wanted else None,
        place=places(why, say) if Rung.PLACE in wanted else None,
        fix=fix(why, say) if Rung.FIX in wanted else None,
    ).findings()


def _signature(why: Diagnosis) -> str:
    """Equal for equal mistakes: what would mend it, or else the features and what was done when it went wrong."""
    if why.mended:
        change = why.mended[0]
        return f"{change.kind} {name_of(why.system, change)}"
    first = why.first
    jumps = [jump for jump in why.summary.jumps if jump.time == first.start]
    done = f"to {' '.join(why.system.mode_names(jumps[-1].after))}" if jumps else "no switch"
    return f"{why.features.key} | {first.output} in {' '.join(why.system.mode_names(first.actual_modes))}, {done}"


def _hint(why: Diagnosis, say: Say) -> str:
    """What to look at: that which one change would mend, and otherwise what is seen first."""
    if why.mended is not None:
        change = why.mended[0]
        return say(f"hint_mend_{change.kind}", **slots(why.system, change))
    first = why.first
    mode = ", ".join(why.system.mode_names(first.actual_modes))
    if first.ended:
        return say(f"hint_{first.ended}", "hint_stuck", mode=mode)
    if first.start == 0 and first.jumps:
        return say("hint_start", output=first.output)
    if why.outcome.several:
        return say("hint_several", mode=", ".join(why.system.mode_names(why.outcome.several[0].before)))
    if not first.jumps and (kept := _kept(why)):
        return say("hint_no_way_out", mode=kept)
    if why.cause is not None:
        key = (
            "hint_early_jump"
            if why.cause.kind == "early" and first.jumps
            else "hint_wrong_value"
            if why.cause.kind == "value"
            else f"hint_{why.cause.kind}"
        )
        step = step_of(why.system, why.cause)
        loops = "source" in step and step["source"] == step["target"]
        return say(f"{key}_again" if loops else key, key, output=first.output, mode=mode, **step)
    return say("hint_jump" if first.jumps else "hint_drift", output=first.output, mode=mode)


def _kept(why: Diagnosis) -> str | None:
    """The mode in which it goes wrong, if no transition leaves it."""
    names = why.system.mode_names(why.first.actual_modes)
    for automaton, mode, name in zip(why.system.automata, why.first.actual_modes, names, strict=True):
        if len(automaton.modes) > 1 and all(each.source != mode for each in automaton.transitions):
            return name
    return None


def _example(task: Task, why: Diagnosis, say: Say) -> Clue:
    first = why.first
    exact = why.system.has_constant_rates and task.reference.has_constant_rates
    if first.ended:
        text = say(f"example_{first.ended}", "example_stuck", time=show_moment(task, first.start, say),
                   mode=", ".join(why.system.mode_names(first.actual_modes)))  # fmt: skip
        expected = values_at(task.reference, [first.start], exact)
        fields: dict[str, Json] = {
            "time": json_number(first.start),
            "expected": {name: json_number(value) for name, value in (expected[0] if expected else {}).items()},
            "actual": dict.fromkeys(task.outputs),
            "ended": first.ended,
        }
        where = Time(float(first.start))
        return Clue(text, where, Witness("hybrid", fields), drawing=_drawing(task, why, say, text))
    moments = [first.start, first.clearest]
    actual = values_at(why.system, moments, exact, why.outcome.choices)
    expected = values_at(task.reference, moments, exact)
    at = 0 if first.jumps else 1
    slots = {
        "time": show_moment(task, first.start, say),
        "moment": show_moment(task, moments[at], say),
        "output": first.output,
        "expected": spoken_number(expected[at][first.output], say),
        "actual": spoken_number(actual[at][first.output], say),
        "threshold": spoken_number(task.threshold, say),
    }
    text = say("example_jump" if first.jumps else "example_drift", **slots)
    further = [each for each in why.outcome.departures if each.output == first.output and not each.ended][1:4]
    if further:
        text += " " + say("example_again", times=", ".join(show_moment(task, each.start, say) for each in further))
    fields = {
        "time": json_number(first.start),
        "expected": {name: json_number(expected[0][name]) for name in task.outputs},
        "actual": {name: json_number(actual[0][name]) for name in task.outputs},
        "output": first.output,
        "until": None if first.end is None else json_number(first.end),
        "clearest": {
            "time": json_number(first.clearest),
            "expected": {name: json_number(expected[1][name]) for name in task.outputs},
            "actual": {name: json_number(actual[1][name]) for name in task.outputs},
        },
        "modes": {
            "expected": [*task.reference.mode_names(first.expected_modes)],
            "actual": [*why.system.mode_names(first.actual_modes)],
        },
        "further": [json_number(each.start) for each in why.outcome.departures[1:]],
        "exact": str(first.start) if exact else None,
        "choices": [*why.outcome.choices],
    }
    if task.starts:
        begun = zip(task.reference.variables, task.reference.starts, strict=True)
        fields["start"] = {name: json_number(value) for name, value in begun if name in task.starts}
        told = ", ".join(
            f"{name} = {show_time(value)}"
            for name, value in zip(task.reference.variables, task.reference.starts, strict=True)
            if name in task.starts
        )
        text = say("example_start", start=told) + " " + text
    where = Time(float(first.start), None if first.end is None else float(first.end))
    return Clue(text, where, Witness("hybrid", fields), drawing=_drawing(task, why, say, text))


def _drawing(task: Task, why: Diagnosis, say: Say, text: str) -> Drawing:
    assert task.summary is not None
    first = why.first
    stop = _shown_until(task, task.summary, first.start)
    moment = Moment(float(first.start), say("moment_first", time=show_moment(task, first.start, say)))
    shown = [(say("expected"), task.reference, task.summary), (say("yours"), why.system, why.summary)]
    axis = say("axis_unit", unit=task.unit) if task.unit else say("axis")
    labels = Labels(say("drawing_traces"), text, axis)
    return traces(shown, task.outputs, stop, labels, float(task.threshold), moments=(moment,))


def _shown_until(task: Task, summary: Summary, first: Number) -> Number:
    """As much as can be seen: not more than a few switches, but well beyond the first departure."""
    times = sorted({jump.time for jump in summary.jumps if jump.time > first})
    if len(times) <= _MOST_SWITCHES:
        return task.horizon
    return min(task.horizon, times[_MOST_SWITCHES])
