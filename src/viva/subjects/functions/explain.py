"""Findings for the ladder: what to tell of a failure, from a hint to the lines most likely to blame."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from viva.core.escape import visible_line
from viva.core.json import Json
from viva.core.ladder import Rung
from viva.core.report import About, Finding, Report, Witness
from viva.core.texts import catalogue
from viva.core.verdict import Verdict
from viva.core.where import Passage
from viva.languages.outcome import Outcome
from viva.languages.program import Explanation
from viva.languages.protocol import Language
from viva.subjects.functions import endless
from viva.subjects.functions.classes import behaviour
from viva.subjects.functions.features import Condition, condition
from viva.subjects.functions.judge import Failure
from viva.subjects.functions.model import Task
from viva.subjects.functions.oracle import Case
from viva.subjects.functions.place import Suspects
from viva.subjects.functions.trial import Trial, steps_for
from viva.subjects.functions.values import as_json, call_text, input_json, raised, shown_heap

_TEXTS = catalogue(__package__)
_FEW = 5
_LONGEST = 300


def unreadable(file: str, told: Explanation) -> tuple[Finding, ...]:
    where = Passage(file, told.line, told.column) if told.line else None
    return (Finding(told.text, About.POLICY, signature=told.kind, where=where),)


def undecided(report: Report, why: str, **slots: object) -> Report:
    finding = Finding(_TEXTS.say(f"undecided_{why}", **slots), About.POLICY, signature=why)
    return replace(report, verdict=Verdict.UNDECIDED, reason="budget", score=None, findings=(finding,))


def inconsistent(report: Report, trial: Trial, case: Case, first: Outcome, second: Outcome) -> Report:
    """Two calls with the same arguments that differ: it is no function of its arguments."""
    runs = [_answer(outcome, trial.language) for outcome in (first, second)]
    call = call_text(trial.task.function, case.arguments, trial.language)
    text = _TEXTS.say("inconsistent", call=call, first=runs[0], second=runs[1])
    witness = Witness(
        "runs", {"input": input_json(case.arguments, trial.language), "first": runs[0], "second": runs[1]}
    )
    finding = Finding(text, About.POLICY, signature="inconsistent", witness=witness)
    return replace(report, verdict=Verdict.REJECTED, reason="inconsistent", score=0.0, findings=(finding,))


def findings(
    trial: Trial,
    failure: Failure,
    cases: Sequence[Case],
    failures: Sequence[Failure],
    suspects: Suspects | None,
) -> tuple[Finding, ...]:
    """One for each rung that can be filled, the lowest first."""
    task = trial.task
    wrong = {id(found.case) for found in failures}
    failing = [found.case.arguments for found in failures]
    passing = [case.arguments for case in cases if id(case) not in wrong]
    found = condition(task, failing, passing)
    signature = _signature(task, failure, failures)
    ending = endless.seen(trial, failure)
    ladder = [Finding(_hint(failure, found, not passing), rung=Rung.HINT)]
    if found:
        ladder.append(Finding(_pattern(task, found, len(cases), len(failing)), rung=Rung.PATTERN))
    ladder.append(_example(task, trial.language, failure, ending))
    place = _place(trial, failure, suspects, ending)
    if place:
        ladder.append(place)
    return tuple(replace(finding, signature=signature) for finding in ladder)


def loading(trial: Trial, failure: Failure) -> tuple[Finding, ...]:
    """What is told where the file breaks off before there is a function to call."""
    problem = failure.outcome.problem
    assert problem is not None
    said = visible_line(f"{problem.kind}: {problem.message}" if problem.kind else problem.reason.replace("_", " "))
    where = Passage(trial.file, problem.line) if problem.line else None
    witness = Witness("call", {"function": trial.task.function, "input": [], "actual": raised(failure.outcome)})
    key = f"hint_{failure.kind}"
    return (
        Finding(_TEXTS.say(key if key in _TEXTS.templates else "hint_other"), rung=Rung.HINT, signature=failure.kind),
        Finding(
            _TEXTS.say("example_not_loaded", said=said), rung=Rung.EXAMPLE, signature=failure.kind, witness=witness
        ),
        Finding(_TEXTS.say("place_loading"), rung=Rung.PLACE, signature=failure.kind, where=where),
    )


def _signature(task: Task, failure: Failure, failures: Sequence[Failure]) -> str:
    """The kind of mistake and the classes of behaviour that it spoils: the same for equal mistakes."""
    problem = failure.outcome.problem
    kind = f"{failure.kind}:{problem.kind}" if problem and problem.kind else failure.kind
    marks = sorted({behaviour(task, found.case).mark for found in failures})
    return f"{visible_line(kind)}@{'+'.join(marks[:4])}{'+…' if len(marks) > 4 else ''}"


def _hint(failure: Failure, found: Condition | None, everywhere: bool) -> str:
    key = f"hint_{failure.kind}"
    general = _TEXTS.say(key if key in _TEXTS.templates else "hint_other")
    if found:
        return f"{general} {_TEXTS.say('hint_when', condition=found.text)}"
    return f"{general} {_TEXTS.say('hint_everywhere')}" if everywhere else general


def _pattern(task: Task, found: Condition, tests: int, failing: int) -> str:
    return _TEXTS.say(
        f"pattern_{found.strength}", function=task.function, condition=found.text, tests=tests, failing=failing,
        covers=found.covers,
    )  # fmt: skip


def _example(task: Task, language: Language, failure: Failure, ending: endless.Endless | None) -> Finding:
    case, outcome = failure.case, failure.outcome
    call = call_text(task.function, case.arguments, language)
    fields: dict[str, Json] = {"function": task.function, "input": input_json(case.arguments, language)}
    expected = case.expected
    if expected is not None:
        fields["expected"] = as_json(expected.value, language) if expected.value is not None else raised(expected)
    fields["actual"] = as_json(outcome.value, language) if outcome.value is not None else raised(outcome)
    if expected is not None and expected.value and outcome.value and fields["expected"] == fields["actual"]:
        # JSON has no tuples: what differs only there is told as Python tells it.
        fields |= {"expected": shown_heap(expected.value, language), "actual": shown_heap(outcome.value, language)}
    if failure.kind == "output" and expected is not None:
        fields |= {"expected": expected.written, "actual": outcome.written}
    if failure.kind == "arguments" and expected is not None and expected.arguments and outcome.arguments:
        fields |= {"expected": as_json(expected.arguments, language), "actual": as_json(outcome.arguments, language)}
    fields["call"] = call
    key = f"example_{failure.kind}"
    text = _TEXTS.say(
        key if key in _TEXTS.templates else "example_problem" if outcome.problem else "example_wrong",
        call=call,
        expected=_shown(fields.get("expected"), expected, language),
        actual=_shown(fields["actual"], outcome, language),
        written=visible_line(outcome.written.rstrip())[:_LONGEST],
        kind=visible_line(outcome.problem.kind) if outcome.problem else "",
        message=visible_line(outcome.problem.message)[:_LONGEST] if outcome.problem else "",
        steps=f"{steps_for(case):,}",
        reference=f"{case.steps:,}",
    )
    if outcome.while_loading:
        text = f"{text} {_TEXTS.say('example_loading')}"
    if ending:
        text = f"{text}\n{ending.text}"
    return Finding(text, rung=Rung.EXAMPLE, witness=Witness("call", fields))


def _shown(value: Json, outcome: Outcome | None, language: Language) -> str:
    """A value as source; for what is no value the words of the witness."""
    if outcome is not None and outcome.value is not None:
        return shown_heap(outcome.value, language)
    return visible_line(str(value))


def _answer(outcome: Outcome, language: Language) -> str:
    return shown_heap(outcome.value, language) if outcome.value is not None else raised(outcome)


def _place(trial: Trial, failure: Failure, suspects: Suspects | None, ending: endless.Endless | None) -> Finding | None:
    """Lines were said inside of the box, so they are only shown if the file has them."""
    file = trial.file
    last = trial.program.text.count("\n") + 1
    said = failure.outcome.problem.line if failure.outcome.problem else None
    known = said if said is not None and 1 <= said <= last else None
    problem = failure.outcome.problem
    if suspects and suspects.mended:
        line = suspects.lines.ranked[0].element
        others = [other for other in suspects.lines.best if other != line][: _FEW - 1]
        key = "place_mended_several" if others else "place_mended"
        text = _TEXTS.say(key, line=line, others=_listed(others))
        return Finding(text, rung=Rung.PLACE, where=_where(file, line, suspects))
    if ending and 1 <= ending.line <= last:
        return Finding(_TEXTS.say("place_loop", line=ending.line), rung=Rung.PLACE, where=Passage(file, ending.line))
    if known is not None and problem and failure.reason != "wrong":
        key = "place_crash" if problem.kind else "place_stopped"
        text = _TEXTS.say(key, line=known, kind=visible_line(problem.kind))
        return Finding(text, rung=Rung.PLACE, where=Passage(file, known))
    if suspects is None or not suspects.lines.ranked:
        return None
    lines = suspects.lines.top(_FEW)
    line = lines[0]
    if not suspects.lines.separated:
        where = _where(file, line, suspects) if len(suspects.lines.ranked) == 1 else None
        return Finding(_TEXTS.say("place_nothing", lines=_listed(lines)), rung=Rung.PLACE, where=where)
    key = "place_ranked" if lines[1:] else "place_line"
    text = _TEXTS.say(key, line=line, others=_listed(lines[1:]))
    return Finding(text, rung=Rung.PLACE, where=_where(file, line, suspects))


def _where(file: str, line: int, suspects: Suspects) -> Passage:
    """The most suspect expression of the line, if one stands out."""
    for item in suspects.expressions.ranked[:3]:
        first, column, end_line, end_column = item.element
        if first == line and end_line == line:
            return Passage(file, line, column, end_line, end_column)
    return Passage(file, line)


def _listed(lines: Sequence[int]) -> str:
    return ", ".join(map(str, lines))
