"""Findings for the ladder: what to tell of a failure, from a hint to the lines most likely to blame."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from viva.core import outcome as ending
from viva.core.escape import visible_line
from viva.core.json import Json
from viva.core.ladder import Rung
from viva.core.report import About, Comparison, Finding, Report, Witness
from viva.core.terms import ENGLISH
from viva.core.where import Passage
from viva.engines.calls import (
    Endless,
    Failure,
    Question,
    Suspects,
    Tested,
    Trial,
    Unsteady,
    Voice,
    behaviour,
    ending_of,
    steps_for,
)
from viva.engines.calls.showing import raised
from viva.languages.outcome import Outcome
from viva.languages.program import Explanation
from viva.subjects.functions.pattern import Condition, condition
from viva.subjects.functions.place import place

_LONGEST = 300


def unreadable(file: str, told: Explanation) -> tuple[Finding, ...]:
    where = Passage(file, told.line, told.column) if told.line else None
    return (Finding(told.text, About.POLICY, signature=told.kind, where=where),)


def inconsistent(report: Report, function: str, found: Unsteady, voice: Voice) -> Report:
    """Two calls with the same arguments that differ: it is no function of its arguments."""
    first, second = voice.answer(found.first), voice.answer(found.second)
    text = voice.say("inconsistent", call=voice.call(function, found.case.arguments), first=first, second=second)
    witness = Witness("runs", {"input": voice.inputs(found.case.arguments), "first": first, "second": second})
    return ending.inconsistent(report, text, witness)


def slow(function: str, failure: Failure, voice: Voice) -> dict[str, str]:
    """What is told of an input without an answer."""
    return {
        "call": voice.call(function, failure.case.arguments),
        "limit": voice.say(f"limit_{failure.kind}", "limit_other", steps=f"{steps_for(failure.case):,}"),
        "reference": f"{failure.case.steps:,}",
    }


def findings(
    trial: Trial,
    failure: Failure,
    tested: Tested,
    suspects: Suspects | None,
    voice: Voice,
    *,
    fix: Finding | None = None,
    locale: str = ENGLISH,
) -> tuple[Finding, ...]:
    """One for each rung that can be filled, the lowest first."""
    question, cases, failures = trial.question, tested.cases, tested.failures
    wrong = {id(found.case) for found in failures}
    failing = [found.case.arguments for found in failures]
    passing = [case.arguments for case in cases if id(case) not in wrong]
    found = condition(question, voice, failing, passing)
    signature = _signature(question, failure, failures)
    endless = ending_of(trial, failure)
    ladder = [Finding(_hint(failure, found, not passing, voice), rung=Rung.HINT)]
    if found:
        ladder.append(Finding(_pattern(question, found, len(cases), len(failing), voice), rung=Rung.PATTERN))
    ladder.append(_example(question, failure, endless, voice))
    ladder += [found for found in (place(trial, failure, suspects, endless, locale), fix) if found]
    return tuple(replace(finding, signature=signature) for finding in ladder)


def loading(trial: Trial, failure: Failure, voice: Voice) -> tuple[Finding, ...]:
    """What is told where the file breaks off before there is a function to call."""
    problem = failure.outcome.problem
    assert problem is not None
    said = visible_line(f"{problem.kind}: {problem.message}" if problem.kind else problem.reason.replace("_", " "))
    where = Passage(str(trial.submission.file), problem.line) if problem.line else None
    witness = Witness("call", {"function": trial.question.function, "input": [], "actual": raised(failure.outcome)})
    return (
        Finding(voice.say(f"hint_{failure.kind}", "hint_other"), rung=Rung.HINT, signature=failure.kind),
        Finding(voice.say("example_not_loaded", said=said), rung=Rung.EXAMPLE, signature=failure.kind, witness=witness),
        Finding(voice.say("place_loading"), rung=Rung.PLACE, signature=failure.kind, where=where),
    )


def _signature(question: Question, failure: Failure, failures: Sequence[Failure]) -> str:
    """The kind of mistake and the classes of behaviour that it spoils: the same for equal mistakes."""
    problem = failure.outcome.problem
    kind = f"{failure.kind}:{problem.kind}" if problem and problem.kind else failure.kind
    marks = sorted({behaviour(question, found.case).mark for found in failures})
    return f"{visible_line(kind)}@{'+'.join(marks[:4])}{'+…' if len(marks) > 4 else ''}"


def _hint(failure: Failure, found: Condition | None, everywhere: bool, voice: Voice) -> str:
    general = voice.say(f"hint_{failure.kind}", "hint_other")
    if found:
        return f"{general} {voice.say('hint_when', condition=found.text)}"
    return f"{general} {voice.say('hint_everywhere')}" if everywhere else general


def _pattern(question: Question, found: Condition, tests: int, failing: int, voice: Voice) -> str:
    return voice.say(
        f"pattern_{found.strength}", function=question.function, condition=found.text, tests=tests, failing=failing,
        covers=found.covers,
    )  # fmt: skip


def _example(question: Question, failure: Failure, endless: Endless | None, voice: Voice) -> Finding:
    case, outcome = failure.case, failure.outcome
    call = voice.call(question.function, case.arguments)
    fields: dict[str, Json] = {"function": question.function, "input": voice.inputs(case.arguments)}
    expected = case.expected
    if expected is not None:
        fields["expected"] = voice.json(expected.value) if expected.value is not None else raised(expected)
    fields["actual"] = voice.json(outcome.value) if outcome.value is not None else raised(outcome)
    if expected is not None and expected.value and outcome.value and fields["expected"] == fields["actual"]:
        # JSON has no tuples: what differs only there is told as Python tells it.
        fields |= {"expected": voice.heap(expected.value), "actual": voice.heap(outcome.value)}
    if failure.kind == "output" and expected is not None:
        fields |= {"expected": expected.written, "actual": outcome.written}
    if failure.kind == "arguments" and expected is not None and expected.arguments and outcome.arguments:
        fields |= {"expected": voice.json(expected.arguments), "actual": voice.json(outcome.arguments)}
    fields["call"] = call
    text = voice.say(
        f"example_{failure.kind}",
        "example_problem" if outcome.problem else "example_wrong",
        call=call,
        expected=_shown(fields.get("expected"), expected, voice),
        actual=_shown(fields["actual"], outcome, voice),
        written=visible_line(outcome.written.rstrip())[:_LONGEST],
        kind=visible_line(outcome.problem.kind) if outcome.problem else "",
        message=visible_line(outcome.problem.message)[:_LONGEST] if outcome.problem else "",
        steps=f"{steps_for(case):,}",
        reference=f"{case.steps:,}",
    )
    compared = None
    if failure.kind == "wrong" and expected is not None and not outcome.problem and not endless:
        columns = voice.say("column_call"), voice.say("column_expected"), voice.say("column_actual")
        row = call, _shown(fields["expected"], expected, voice), _shown(fields["actual"], outcome, voice)
        compared = Comparison(voice.say("example_compared"), columns, (row,))
    if outcome.while_loading:
        text = f"{text} {voice.say('example_loading')}"
    if endless:
        text = f"{text}\n{voice.say(endless.kind, line=endless.line, seen=endless.seen)}"
    return Finding(text, rung=Rung.EXAMPLE, witness=Witness("call", fields), comparison=compared)


def _shown(value: Json, outcome: Outcome | None, voice: Voice) -> str:
    """A value as source; for what is no value the words of the witness."""
    if outcome is not None and outcome.value is not None:
        return voice.heap(outcome.value)
    return visible_line(str(value))
