"""Findings for the ladder: what to tell of a failure, from a hint to the line that went wrong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from viva.core.escape import clipped, visible_line
from viva.core.json import Json
from viva.core.ladder import Rung
from viva.core.report import About, Finding, Witness
from viva.core.texts import Say
from viva.core.where import Passage
from viva.engines.dialogues.judging import Failure, Observed, lines, place
from viva.engines.dialogues.model import Spec, Value
from viva.engines.dialogues.semantics import follow
from viva.engines.dialogues.suites.cases import Case
from viva.engines.dialogues.trial import PATIENT_STEPS
from viva.engines.edits import told as tell_edit
from viva.languages.edits import Edit
from viva.languages.program import Explanation
from viva.subjects.console.draw import draw_way
from viva.subjects.console.judge import outcome
from viva.subjects.console.model import Task
from viva.subjects.console.pattern import situation, way_in_words
from viva.subjects.console.transcript import side_by_side, transcript

_LONGEST = 400


def unreadable(file: str, told: Explanation) -> tuple[Finding, ...]:
    where = Passage(file, told.line, told.column) if told.line else None
    return (Finding(told.text, About.POLICY, signature=told.kind, where=where),)


def two_runs(say: Say, failure: Failure, again: Observed) -> tuple[str, Witness]:
    """Two runs on the same input that differ: the program cannot be examined."""
    inputs = _inputs(failure)
    runs = [clipped(visible_line(observed.show()), _LONGEST) for observed in (failure.observed, again)]
    text = (
        say("inconsistent") + "\n" + say("inconsistent_runs", inputs=", ".join(inputs), first=runs[0], second=runs[1])
    )
    return text, Witness("runs", {"inputs": list(inputs), "first": runs[0], "second": runs[1]})


@dataclass(frozen=True, slots=True)
class Refutation:
    """All that can be told of a failing program. `failed` says of each test that was run whether it failed, and
    `nearest` is the passing run whose inputs are nearest to the failing ones; `slowest` are the most steps that a run
    took which ended."""

    task: Task
    file: str
    text: str
    failure: Failure
    failed: Mapping[tuple[Value, ...], bool]
    locale: str
    nearest: Case | None = None
    slowest: int | None = None
    fix: Edit | None = None


def findings(say: Say, told: Refutation) -> tuple[Finding, ...]:
    """One for each rung that can be filled, lowest first."""
    signature = _signature(told.task.spec, told.failure)
    found = [
        Finding(_hint(say, told), rung=Rung.HINT),
        _pattern(say, told),
        _example(say, told),
        _place(say, told.failure, told.file, told.text),
        tell_edit(told.fix, told.text, told.file, told.locale) if told.fix else None,
    ]
    return tuple(replace(finding, signature=signature) for finding in found if finding)


def _signature(spec: Spec, failure: Failure) -> str:
    """The kind of mistake and the place in the specification: the same for equal mistakes, whatever the inputs."""
    way = follow(spec, failure.case.inputs[: failure.block])
    spot = ".".join(map(str, way.asks.path)) if way and way.asks else "end"
    error = failure.observed.error
    kind = f"{failure.kind}:{error.kind}" if error and error.kind and failure.difference is None else failure.kind
    return f"{visible_line(kind)}@{spot}"


def _hint(say: Say, told: Refutation) -> str:
    failure = told.failure
    last, block = len(failure.general.inputs), failure.block
    when = "only" if not last else "first" if block == 0 else "last" if block >= last else "between"
    key = f"hint_{failure.kind}"
    hint = say(key, "hint_other", when=say(f"when_{when}"))
    special = situation(told.task.spec, failure.case, told.failed)
    return f"{hint} {say('hint_situation', situation=say(f'situation_{special}'))}" if special else hint


def _pattern(say: Say, told: Refutation) -> Finding | None:
    """The class of inputs: how much is read, and which way. Words and picture are the specification's, so that they are
    kept back where it is secret."""
    task, inputs = told.task, told.failure.case.inputs
    special = situation(task.spec, told.failure.case, told.failed)
    text = say("pattern_reads", reads=len(inputs))
    if special:
        text += " " + say("pattern_situation", situation=say(f"situation_{special}"))
    if task.secret:
        return Finding(text, rung=Rung.PATTERN)
    way = way_in_words(task.spec, inputs[: told.failure.block], say, told.locale)
    if way:
        text += " " + say("pattern_way", way=say("pattern_then").join(way))
    taken = follow(task.spec, inputs)
    return Finding(text, rung=Rung.PATTERN, drawing=draw_way(task.spec, taken, text, told.locale) if taken else None)


def _example(say: Say, told: Refutation) -> Finding:
    failure = told.failure
    observed = failure.observed
    inputs = _inputs(failure)
    expected = failure.case.general.show()
    # Prompts are shown only where the specification asks for an output: elsewhere they are free.
    blocks = failure.case.general.blocks
    prompts = [number < len(blocks) and bool(blocks[number]) for number in range(len(observed.run.blocks))]
    actual = clipped(visible_line(observed.show(prompts)), _LONGEST)
    caption = say(
        "example",
        input=say("input_some", inputs=", ".join(inputs)) if inputs else say("input_none"),
        what=_what(say, failure) + _slowest(say, told),
    )
    compared = replace(side_by_side(say, failure), caption=caption)
    text = f"{caption}\n\n{transcript(say, compared)}"
    fields: dict[str, Json] = {
        "inputs": list(inputs), "expected": expected, "actual": actual, "outcome": outcome(failure),
    }  # fmt: skip
    if told.nearest:
        near = lines(told.nearest.inputs)
        fields["nearest"] = list(near)
        note = say("nearest_some" if near else "nearest_none", inputs=", ".join(near))
        compared, text = replace(compared, note=note), f"{text}\n\n{note}"
    return Finding(text, rung=Rung.EXAMPLE, witness=Witness("run", fields), comparison=compared)


def _what(say: Say, failure: Failure) -> str:
    key = f"what_{failure.kind}"
    if failure.difference:
        expected, got = failure.difference.expected[1:], clipped(visible_line(failure.difference.got[1:]), _LONGEST)
        return say(key, expected=expected, got=got)
    error = failure.observed.error
    if error is None and failure.kind == "crash":
        return say("what_crash_of_python")
    return say(
        key,
        "what_other",
        kind=visible_line(error.kind if error else failure.kind),
        message=clipped(visible_line(error.message), _LONGEST) if error else "",
        steps=f"{PATIENT_STEPS:,}",
    )


def _slowest(say: Say, told: Refutation) -> str:
    """Beside the steps of a run without an end, the most that others took."""
    if told.failure.kind != "step_limit" or told.slowest is None:
        return ""
    return " " + say("slowest", most=told.slowest)


def _place(say: Say, failure: Failure, file: str, text: str) -> Finding | None:
    """The line was said inside of the box, so it is only shown if the file has it."""
    line = place(failure)
    if line is None or not 1 <= line <= text.count("\n") + 1:
        return None
    key = f"place_{failure.kind}"
    error = failure.observed.error
    said = say(key, "place_other", line=line, kind=visible_line(error.kind) if error else "")
    return Finding(said, rung=Rung.PLACE, where=Passage(file, line))


def _inputs(failure: Failure) -> tuple[str, ...]:
    return tuple(lines(failure.case.inputs))
