"""Findings for the ladder: what to tell of a failure, from a hint to the line that went wrong."""

from __future__ import annotations

from dataclasses import replace

from viva.core.escape import visible_line
from viva.core.ladder import Rung
from viva.core.report import About, Finding, Report, Witness
from viva.core.texts import catalogue
from viva.core.verdict import Verdict
from viva.core.where import Text
from viva.languages.python import Unreadable
from viva.languages.python.explain import explain
from viva.subjects.console.judge import Failure, Observed, lines, place
from viva.subjects.console.model import Spec, Task
from viva.subjects.console.semantics import follow
from viva.subjects.console.transcript import clipped, transcript

_TEXTS = catalogue(__package__)
_SHOWN_STEPS = "1,000,000"


def unreadable(file: str, problem: Unreadable) -> tuple[Finding, ...]:
    told = explain(problem)
    where = Text(file, told.line, told.column) if told.line else None
    return (Finding(told.text, About.POLICY, signature=told.kind, where=where),)


def undecided(report: Report, why: str, **slots: object) -> Report:
    finding = Finding(_TEXTS.say(f"undecided_{why}", **slots), About.POLICY, signature=why)
    return replace(report, verdict=Verdict.UNDECIDED, reason="budget", score=None, findings=(finding,))


def inconsistent(report: Report, failure: Failure, again: Observed) -> Report:
    """Two runs on the same input that differ: the program cannot be examined."""
    inputs = _inputs(failure)
    runs = [clipped(visible_line(observed.show())) for observed in (failure.observed, again)]
    text = (
        _TEXTS.say("inconsistent")
        + "\n"
        + _TEXTS.say("inconsistent_runs", inputs=", ".join(inputs), first=runs[0], second=runs[1])
    )
    witness = Witness("runs", {"inputs": list(inputs), "first": runs[0], "second": runs[1]})
    finding = Finding(text, About.POLICY, signature="inconsistent", witness=witness)
    return replace(report, verdict=Verdict.REJECTED, reason="inconsistent", score=0.0, findings=(finding,))


def refuted(report: Report, task: Task, file: tuple[str, str], failure: Failure, score: float) -> Report:
    """`file` is the name and the text of what was submitted."""
    signature = _signature(task.spec, failure)
    findings = [
        Finding(_hint(failure), rung=Rung.HINT, signature=signature),
        replace(_example(failure), signature=signature),
    ]
    where = _place(failure, *file)
    if where:
        findings.append(replace(where, signature=signature))
    return replace(
        report, verdict=Verdict.REFUTED, reason=failure.reason, score=min(score, 0.99), findings=tuple(findings)
    )


def _signature(spec: Spec, failure: Failure) -> str:
    """The kind of mistake and the place in the specification: the same for equal mistakes, whatever the inputs."""
    way = follow(spec, failure.case.inputs[: failure.block])
    spot = ".".join(map(str, way.asks.path)) if way and way.asks else "end"
    error = failure.observed.error
    kind = f"{failure.kind}:{error.kind}" if error and error.kind and failure.difference is None else failure.kind
    return f"{visible_line(kind)}@{spot}"


def _hint(failure: Failure) -> str:
    last, block = len(failure.case.inputs), failure.block
    when = "only" if not last else "first" if block == 0 else "last" if block >= last else "between"
    key = f"hint_{failure.kind}"
    return _TEXTS.say(key if key in _TEXTS.templates else "hint_other", when=_TEXTS.say(f"when_{when}"))


def _example(failure: Failure) -> Finding:
    general, observed = failure.case.general, failure.observed
    inputs = _inputs(failure)
    expected = general.show()
    # Prompts are shown only where the specification asks for an output: elsewhere they are free.
    prompts = [
        number < len(general.blocks) and bool(general.blocks[number]) for number in range(len(observed.run.blocks))
    ]
    actual = clipped(visible_line(observed.show(prompts)))
    text = _TEXTS.say(
        "example",
        input=_TEXTS.say("input_some", inputs=", ".join(inputs)) if inputs else _TEXTS.say("input_none"),
        what=_what(failure),
        transcript=transcript(failure),
    )
    witness = Witness("run", {"inputs": list(inputs), "expected": expected, "actual": actual})
    return Finding(text, rung=Rung.EXAMPLE, witness=witness)


def _what(failure: Failure) -> str:
    key = f"what_{failure.kind}"
    if failure.difference:
        expected, got = failure.difference.expected[1:], clipped(visible_line(failure.difference.got[1:]))
        return _TEXTS.say(key, expected=expected, got=got)
    error = failure.observed.error
    if error is None and failure.kind == "crash":
        return _TEXTS.say("what_crash_of_python")
    return _TEXTS.say(
        key if key in _TEXTS.templates else "what_other",
        kind=visible_line(error.kind if error else failure.kind),
        message=clipped(visible_line(error.message)) if error else "",
        steps=_SHOWN_STEPS,
    )


def _place(failure: Failure, file: str, text: str) -> Finding | None:
    """The line was said inside of the box, so it is only shown if the file has it."""
    line = place(failure)
    if line is None or not 1 <= line <= text.count("\n") + 1:
        return None
    key = f"place_{failure.kind}"
    error = failure.observed.error
    said = _TEXTS.say(
        key if key in _TEXTS.templates else "place_other", line=line, kind=visible_line(error.kind) if error else ""
    )
    return Finding(said, rung=Rung.PLACE, where=Text(file, line))


def _inputs(failure: Failure) -> tuple[str, ...]:
    return tuple(lines(failure.case.inputs))
