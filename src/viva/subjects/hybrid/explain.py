"""Findings for the ladder: hint, pattern, example, place and fix of one wrong answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from viva.core.drawing import Drawing
from viva.core.json import Json
from viva.core.ladder import Rung
from viva.core.report import Finding, Witness
from viva.core.terms import Terms
from viva.core.texts import Say
from viva.core.where import Time
from viva.drawing.plot import Moment
from viva.engines.hybrid import Summary, values_at
from viva.engines.hybrid.curves import Number, size
from viva.engines.hybrid.diagram import Labels, traces
from viva.subjects.hybrid import fix, pattern, places
from viva.subjects.hybrid.model import Task
from viva.subjects.hybrid.notation import show_time

if TYPE_CHECKING:
    from viva.subjects.hybrid.examine import Wrong

_MOST_SWITCHES = 14


def findings(task: Task, wrong: Wrong, terms: Terms, say: Say) -> tuple[Finding, ...]:
    signature = signature_of(wrong)
    made: list[Finding] = [Finding(hint(wrong, say), rung=Rung.HINT, signature=signature)]
    made += [Finding(text, rung=Rung.PATTERN, signature=signature) for text in pattern.told(task, wrong, say)]
    if terms.rung is None or terms.rung.height >= Rung.EXAMPLE.height:
        made.append(example(task, wrong, say, signature))
        made.append(places.place(wrong, say, signature))
        mended = fix.fix(wrong, say, signature)
        made += [mended] if mended else []
    return tuple(made)


def signature_of(wrong: Wrong) -> str:
    """Equal for equal mistakes: what would mend it, or else the features and what was done when it went wrong."""
    if wrong.mended:
        change = wrong.mended[0]
        return f"{change.kind} {places.name_of(wrong.system, change)}"
    first = wrong.first
    jumps = [jump for jump in wrong.summary.jumps if jump.time == first.start]
    done = f"to {' '.join(wrong.system.mode_names(jumps[-1].after))}" if jumps else "no switch"
    return f"{wrong.features.key} | {first.output} in {' '.join(wrong.system.mode_names(first.actual_modes))}, {done}"


def hint(wrong: Wrong, say: Say) -> str:
    first = wrong.first
    mode = ", ".join(wrong.system.mode_names(first.actual_modes))
    if first.ended:
        return say(f"hint_{first.ended}", "hint_stuck", mode=mode)
    if first.start == 0 and first.jumps:
        return say("hint_start", output=first.output)
    if wrong.outcome.several:
        return say("hint_several", mode=", ".join(wrong.system.mode_names(wrong.outcome.several[0].before)))
    return say("hint_jump" if first.jumps else "hint_drift", output=first.output, mode=mode)


def example(task: Task, wrong: Wrong, say: Say, signature: str) -> Finding:
    first = wrong.first
    exact = wrong.system.has_constant_rates and task.reference.has_constant_rates
    if first.ended:
        text = say(f"example_{first.ended}", "example_stuck", time=show_time(first.start), unit=task.unit,
                   mode=", ".join(wrong.system.mode_names(first.actual_modes)))  # fmt: skip
        expected = values_at(task.reference, [first.start], exact)
        fields: dict[str, Json] = {
            "time": number(first.start),
            "expected": {name: number(value) for name, value in (expected[0] if expected else {}).items()},
            "actual": dict.fromkeys(task.outputs),
            "ended": first.ended,
        }
        return Finding(text, rung=Rung.EXAMPLE, signature=signature, where=Time(float(first.start)),
                       witness=Witness("hybrid", fields), drawing=_drawing(task, wrong, say, text))  # fmt: skip
    moments = [first.start, first.clearest]
    actual = values_at(wrong.system, moments, exact, wrong.outcome.choices)
    expected = values_at(task.reference, moments, exact)
    at = 0 if first.jumps else 1
    slots = {
        "time": show_time(first.start),
        "moment": show_time(moments[at]),
        "output": first.output,
        "expected": show_time(expected[at][first.output]),
        "actual": show_time(actual[at][first.output]),
        "threshold": show_time(task.threshold),
        "unit": task.unit,
    }
    text = say("example_jump" if first.jumps else "example_drift", **slots)
    further = [each for each in wrong.outcome.departures if each.output == first.output][1:4]
    if further:
        text += " " + say("example_again", times=", ".join(show_time(each.start) for each in further), unit=task.unit)
    fields = {
        "time": number(first.start),
        "expected": {name: number(expected[0][name]) for name in task.outputs},
        "actual": {name: number(actual[0][name]) for name in task.outputs},
        "output": first.output,
        "until": None if first.end is None else number(first.end),
        "clearest": {
            "time": number(first.clearest),
            "expected": {name: number(expected[1][name]) for name in task.outputs},
            "actual": {name: number(actual[1][name]) for name in task.outputs},
        },
        "modes": {
            "expected": [*task.reference.mode_names(first.expected_modes)],
            "actual": [*wrong.system.mode_names(first.actual_modes)],
        },
        "further": [number(each.start) for each in wrong.outcome.departures[1:]],
        "exact": str(first.start) if exact else None,
        "choices": [*wrong.outcome.choices],
    }
    if task.starts:
        begun = zip(task.reference.variables, task.reference.starts, strict=True)
        fields["start"] = {name: number(value) for name, value in begun if name in task.starts}
        told = ", ".join(
            f"{name} = {show_time(value)}"
            for name, value in zip(task.reference.variables, task.reference.starts, strict=True)
            if name in task.starts
        )
        text = say("example_start", start=told) + " " + text
    where = Time(float(first.start), None if first.end is None else float(first.end))
    return Finding(text, rung=Rung.EXAMPLE, signature=signature, where=where, witness=Witness("hybrid", fields),
                   drawing=_drawing(task, wrong, say, text))  # fmt: skip


def _drawing(task: Task, wrong: Wrong, say: Say, text: str) -> Drawing:
    assert task.summary is not None
    first = wrong.first
    stop = shown_until(task, task.summary, first.start)
    moment = Moment(float(first.start), say("moment_first", time=show_time(first.start), unit=task.unit))
    shown = [(say("expected"), task.reference, task.summary), (say("yours"), wrong.system, wrong.summary)]
    axis = say("axis_unit", unit=task.unit) if task.unit else say("axis")
    labels = Labels(say("drawing_traces"), text, axis)
    return traces(shown, task.outputs, stop, labels, float(task.threshold), moments=(moment,))


def shown_until(task: Task, summary: Summary, first: Number) -> Number:
    """As much as can be seen: not more than a few switches, but well beyond the first departure."""
    times = sorted({jump.time for jump in summary.jumps if jump.time > first})
    if len(times) <= _MOST_SWITCHES:
        return task.horizon
    return min(task.horizon, times[_MOST_SWITCHES])


def number(value: Number) -> Json:
    """A value in JSON: whole ones without a point."""
    return int(value) if value == int(value) and size(value) < 2**53 else float(value)
