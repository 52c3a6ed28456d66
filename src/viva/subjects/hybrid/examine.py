"""The verdict on a system: its outputs compared with the reference's, along all of time where that can be decided."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice, product

from viva.core.deciding import outcome
from viva.core.deciding.proof_basis import Decision
from viva.core.exercise import Exercise
from viva.core.json import Json
from viva.core.ladder import Rung
from viva.core.report import About, Finding, Report
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.core.texts import Say, catalogue
from viva.core.where import State
from viva.engines.hybrid import (
    Outcome,
    Summary,
    System,
    Unsupported,
    compare,
    compare_sets,
    summarise,
    values_at,
    with_start,
)
from viva.engines.hybrid.curves import size
from viva.engines.hybrid.model import Span
from viva.engines.hybrid.running import Ending, Network, pieces
from viva.subjects.hybrid import explain
from viva.subjects.hybrid.diagnosis import diagnose
from viva.subjects.hybrid.model import Features, Task
from viva.subjects.hybrid.notation import json_number, read_submission, show_moment, show_span, show_time
from viva.subjects.hybrid.score import score

_MOST_STARTS = 27
_SEEN_FROM = {
    "for_all_time": Rung.VERDICT,
    "period": Rung.VERDICT,
    "bounds": Rung.PATTERN,
    "unreached": Rung.PATTERN,
    "switches": Rung.PATTERN,
    "features": Rung.PATTERN,
    "differs": Rung.EXAMPLE,
}
"""From which rung on a student may see what of the evidence."""


def examine(exercise: Exercise, submission: Submission, terms: Terms) -> Report:
    task = exercise.task_as(Task)
    say = catalogue(__package__, terms.locale).say
    _, system = read_submission(task, submission, say)
    exact = system.has_constant_rates and task.reference.has_constant_rates
    report = outcome.begun(exercise, terms, say("method_exact" if exact else "method_series"))
    meter = terms.budget.meter()
    found = compare(system, task.reference, task.threshold, task.horizon, over=lambda: meter.over)
    if task.starts and found.kind in ("equal", "same"):
        task, system, found = other_starts(task, system, found)
    summary = summarise(system, task.horizon, found.choices)
    evidence = replace(
        report.evidence,
        covered=_covered(task, found, exact, say),
        details=_details(found, summary, system),
        seen_from=_SEEN_FROM,
    )
    report = replace(report, evidence=evidence, findings=remarks(system, found, summary, say))
    if found.touched is not None:
        return outcome.undecided(report, say("undecided_touched", time=show_moment(task, found.touched, say)))
    if found.kind == "unknown":
        until = show_moment(task, found.until or 0, say)
        return outcome.undecided(report, say("undecided", time=until))
    if found.kind == "equal":
        return outcome.proved(report, Decision("the product returned to a state in which it was"))
    if found.kind == "same":
        return outcome.passed(report)
    if not replayed(task, system, found, exact):
        return outcome.undecided(report, say("undecided_close"))
    why = diagnose(task, system, found, summary, lambda: meter.over)
    details: dict[str, Json] = {
        **report.evidence.details,
        "features": _told(why.features),
        "matched": bool(why.known),
    }
    report = replace(report, evidence=replace(report.evidence, details=details))
    marks = score(task, found, why.mended[0] if why.mended else None)
    reason = found.departures[0].ended or "wrong"
    wanted = exercise.feedback.rungs(terms.attempt, terms.rung)
    return outcome.refuted(report, reason, marks, explain.findings(task, why, wanted, say))


def other_starts(task: Task, system: System, found: Outcome) -> tuple[Task, System, Outcome]:
    """The same for all initial values that the exercise names: all at once where rates are constant, otherwise for the
    ends and the middle of each range. Where one goes wrong, both systems begin there."""
    ours, theirs = with_start(system, task.starts), with_start(task.reference, task.starts)
    try:
        kind, values = compare_sets(ours, theirs, task.threshold, task.horizon)
        points = [{name: values[name] for name in task.starts}] if kind == "different" else []
        found = replace(found, kind=kind if found.kind == "equal" or kind == "unknown" else "same")
    except Unsupported:
        spans = task.starts.items()
        choices = [
            [(name, value) for value in (span.low, (span.low + span.high) / 2, span.high)] for name, span in spans
        ]
        points = [dict(each) for each in islice(product(*choices), _MOST_STARTS)]
        found = replace(found, kind="same")
    for point in points:
        spans_here = {name: Span(value, value) for name, value in point.items()}
        mine, asked = with_start(system, spans_here), with_start(task.reference, spans_here)
        again = compare(mine, asked, task.threshold, task.horizon)
        if again.kind == "different":
            return replace(task, reference=asked, summary=summarise(asked, task.horizon)), mine, again
    return task, system, replace(found, kind="unknown") if found.kind == "different" else found


def replayed(task: Task, system: System, found: Outcome, exact: bool) -> bool:
    """Whether fresh runs of both, each for itself, show the first departure again."""
    first = found.departures[0]
    if first.ended:
        endings = [each for each in pieces(Network(system, exact), None, found.choices) if isinstance(each, Ending)]
        return bool(endings) and endings[0].reason == first.ended and endings[0].time == first.start
    moments = [first.clearest]
    actual, expected = values_at(system, moments, exact, found.choices), values_at(task.reference, moments, exact)
    if not actual or not expected:
        return False
    return size(actual[0][first.output] - expected[0][first.output]) > task.threshold


def remarks(system: System, found: Outcome, summary: Summary, say: Say) -> tuple[Finding, ...]:
    """What is worth saying whether the answer is right or not: choices, and for right answers what is never used."""
    told: list[Finding] = []
    if found.several:
        jump = found.several[0]
        mode = ", ".join(system.mode_names(jump.before))
        said = say("several_possible", mode=mode)
        told.append(Finding(said, About.QUALITY, signature="several_possible", where=State(mode)))
    if found.kind in ("equal", "same"):
        names = [system.automata[number].modes[mode].name for number, mode in summary.unreached(system)]
        if names:
            said = say("unreached_but_right", modes=list_times(names))
            told.append(Finding(said, About.QUALITY, signature="unreached", where=State(names[0])))
        if found.later is not None:
            time = show_time(found.later.start)
            told.append(
                Finding(
                    say("differs_later", time=time, output=found.later.output), About.QUALITY, signature="differs_later"
                )
            )
    return tuple(told)


def list_times(names: Sequence[str], most: int = 6) -> str:
    shown = [f"`{name}`" for name in names[:most]]
    return ", ".join(shown) + (" …" if len(names) > most else "")


def _covered(task: Task, found: Outcome, exact: bool, say: Say) -> str:
    until = show_moment(task, task.horizon, say)
    if task.starts and found.kind in ("equal", "same"):
        ranges = ", ".join(
            f"{name} in [{show_time(each.low)}, {show_time(each.high)}]" for name, each in task.starts.items()
        )
        key = (
            "covered_starts" if found.kind == "equal" else "covered_starts_horizon" if exact else "covered_starts_some"
        )
        return say(key, ranges=ranges, time=until)
    if found.kind == "equal":
        if found.period is None:
            return say("covered_for_ever")
        start, length = show_moment(task, found.period[0], say), show_span(task, found.period[1])
        return say("covered_period", start=start, length=length)
    if found.kind == "same":
        return say("covered_horizon" if exact else "covered_series", time=until)
    if found.kind == "different":
        return say("covered_wrong", time=until)
    return ""


def _details(found: Outcome, summary: Summary, system: System) -> dict[str, Json]:
    bounds: dict[str, Json] = {
        name: [json_number(each) for each in summary.bounds[index]] for index, name in enumerate(system.variables)
    }
    details: dict[str, Json] = {
        "switches": len(summary.jumps),
        "bounds": bounds,
        "unreached": [system.automata[each].modes[mode].name for each, mode in summary.unreached(system)],
    }
    if found.kind in ("equal", "same"):
        details["for_all_time"] = found.kind == "equal"
    if found.period:
        details["period"] = [json_number(each) for each in found.period]
    if found.departures:
        details["differs"] = [
            [json_number(each.start), None if each.end is None else json_number(each.end), each.output]
            for each in found.departures
        ]
    return details


def _told(found: Features) -> Json:
    return {"bounds": dict(found.bounds), "reached": dict(found.reached), "first": found.first, "key": found.key}
