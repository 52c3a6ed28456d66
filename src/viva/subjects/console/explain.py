"""Findings for the ladder: what to tell of a failure, from a hint to the line that went wrong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from viva.core.escape import visible_line
from viva.core.json import Json
from viva.core.ladder import Rung
from viva.core.report import About, Finding, Report, Witness
from viva.core.texts import catalogue
from viva.core.verdict import Verdict
from viva.core.where import Passage
from viva.engines.dialogues.model import Spec, Value
from viva.engines.dialogues.semantics import follow
from viva.engines.dialogues.suites.cases import Case
from viva.languages.edits import Mended
from viva.languages.program import Explanation
from viva.subjects.console.draw import draw_way
from viva.subjects.console.judge import Failure, Observed, lines, place
from viva.subjects.console.model import Task
from viva.subjects.console.situations import situation, way_in_words
from viva.subjects.console.transcript import clipped, transcript

_TEXTS = catalogue(__package__)
_SHOWN_STEPS = "1,000,000"
_WIDEST_PIECE = 80


def unreadable(file: str, told: Explanation) -> tuple[Finding, ...]:
    where = Passage(file, told.line, told.column) if told.line else None
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


@dataclass(frozen=True, slots=True)
class Refutation:
    """All that can be told of a failing program. `failed` says of each test that was run whether it failed, and
    `nearest` is the passing run whose inputs are nearest to the failing ones."""

    task: Task
    file: str
    text: str
    failure: Failure
    score: float
    failed: Mapping[tuple[Value, ...], bool]
    nearest: Case | None = None
    mend: Mended | None = None


def refuted(report: Report, told: Refutation) -> Report:
    failure, spec = told.failure, told.task.spec
    signature = _signature(spec, failure)
    findings = [
        Finding(_hint(told), rung=Rung.HINT),
        _pattern(told),
        _example(told),
        _place(failure, told.file, told.text),
        _fix(told),
    ]
    return replace(
        report,
        verdict=Verdict.REFUTED,
        reason=failure.reason,
        score=min(told.score, 0.99),
        findings=tuple(replace(finding, signature=signature) for finding in findings if finding),
    )


def _signature(spec: Spec, failure: Failure) -> str:
    """The kind of mistake and the place in the specification: the same for equal mistakes, whatever the inputs."""
    way = follow(spec, failure.case.inputs[: failure.block])
    spot = ".".join(map(str, way.asks.path)) if way and way.asks else "end"
    error = failure.observed.error
    kind = f"{failure.kind}:{error.kind}" if error and error.kind and failure.difference is None else failure.kind
    return f"{visible_line(kind)}@{spot}"


def _hint(told: Refutation) -> str:
    failure = told.failure
    last, block = len(failure.general.inputs), failure.block
    when = "only" if not last else "first" if block == 0 else "last" if block >= last else "between"
    key = f"hint_{failure.kind}"
    hint = _TEXTS.say(key if key in _TEXTS.templates else "hint_other", when=_TEXTS.say(f"when_{when}"))
    special = situation(told.task.spec, failure.case, told.failed)
    return f"{hint} {_TEXTS.say('hint_situation', situation=_TEXTS.say(f'situation_{special}'))}" if special else hint


def _pattern(told: Refutation) -> Finding | None:
    """The class of inputs: how much is read, and which way. Words and picture are the specification's, so that they are
    kept back where it is secret."""
    task, inputs = told.task, told.failure.case.inputs
    special = situation(task.spec, told.failure.case, told.failed)
    text = _TEXTS.say("pattern_reads", reads=len(inputs))
    if special:
        text += " " + _TEXTS.say("pattern_situation", situation=_TEXTS.say(f"situation_{special}"))
    if task.secret:
        return Finding(text, rung=Rung.PATTERN)
    way = way_in_words(task.spec, inputs[: told.failure.block])
    if way:
        text += " " + _TEXTS.say("pattern_way", way=_TEXTS.say("pattern_then").join(way))
    taken = follow(task.spec, inputs)
    return Finding(text, rung=Rung.PATTERN, drawing=draw_way(task.spec, taken, text) if taken else None)


def _example(told: Refutation) -> Finding:
    failure = told.failure
    observed = failure.observed
    inputs = _inputs(failure)
    expected = failure.case.general.show()
    # Prompts are shown only where the specification asks for an output: elsewhere they are free.
    blocks = failure.case.general.blocks
    prompts = [number < len(blocks) and bool(blocks[number]) for number in range(len(observed.run.blocks))]
    actual = clipped(visible_line(observed.show(prompts)))
    text = _TEXTS.say(
        "example",
        input=_TEXTS.say("input_some", inputs=", ".join(inputs)) if inputs else _TEXTS.say("input_none"),
        what=_what(failure),
        transcript=transcript(failure),
    )
    fields: dict[str, Json] = {
        "inputs": list(inputs), "expected": expected, "actual": actual, "outcome": failure.outcome,
    }  # fmt: skip
    if told.nearest:
        near = lines(told.nearest.inputs)
        fields["nearest"] = list(near)
        text += "\n\n" + _TEXTS.say("nearest_some" if near else "nearest_none", inputs=", ".join(near))
    return Finding(text, rung=Rung.EXAMPLE, witness=Witness("run", fields))


def _fix(told: Refutation) -> Finding | None:
    mend = told.mend
    if mend is None:
        return None
    old, new = (clipped(visible_line(piece.strip()), _WIDEST_PIECE) for piece in (mend.old, mend.new))
    key = "fix_added" if not old else "fix_removed" if new == "pass" else "fix_changed"
    return Finding(
        _TEXTS.say(key, line=mend.line, old=old, new=new), rung=Rung.FIX, where=Passage(told.file, mend.line)
    )


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
    return Finding(said, rung=Rung.PLACE, where=Passage(file, line))


def _inputs(failure: Failure) -> tuple[str, ...]:
    return tuple(lines(failure.case.inputs))
