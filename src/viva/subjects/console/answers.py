"""What the tasks that are answered in text share: runs as the paper writes them, and reports of what was decided."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from viva.core.exercise import Exercise
from viva.core.fault import Fault
from viva.core.reading import expected_found, in_quotes
from viva.core.report import Evidence, Finding, Report, Witness
from viva.core.source import MANIFEST
from viva.core.submission import Submission, Unreadable
from viva.core.table import read_toml
from viva.core.terms import Terms
from viva.core.texts import catalogue
from viva.core.verdict import Verdict
from viva.engines.dialogues.model import AnyText, Spec, Value
from viva.engines.dialogues.outputs import Anything
from viva.engines.dialogues.predicates import example_line
from viva.engines.dialogues.semantics import Diverges, Way, begin, give
from viva.engines.dialogues.terms import Undefined, as_value
from viva.engines.dialogues.traces import General, Input, Line, Run, Trace, Written
from viva.subjects.console.model import Task

if TYPE_CHECKING:
    from viva.core.drawing import Drawing

say = catalogue(__package__).say
_EVENT = re.compile(r'\s*(?:([?!])\s*(?:"((?:[^"\\]|\\.)*)"|(\S+))|(stop)\s*$)')


def decided(
    exercise: Exercise, terms: Terms, key: str, findings: tuple[Finding, ...], score: float | None, **slots: object
) -> Report:
    """Right (proved) where there are no findings; else refuted, for these tasks are decided without a doubt."""
    right = not findings
    return Report(
        verdict=Verdict.PROVED if right else Verdict.REFUTED,
        reason=None if right else "wrong",
        subject=exercise.subject,
        exercise=exercise.name,
        evidence=Evidence(say("method_decided"), None, say(key, **slots)),
        score=1.0 if right else min(score or 0.0, 0.99),
        findings=findings,
        seed=terms.seed,
    )


def parse_run(text: str, spec: Spec, file: str, number: int | None) -> Trace:
    """A run as the paper writes it. With `number`, a line of the exercise, mistakes are the teacher's."""
    events: list[Input | Line] = []
    way: Way | None = _begun(spec)
    position = 0
    while position < len(text.rstrip()):
        found = _EVENT.match(text, position)
        if not found:
            rest = " ".join(text[position : position + 30].split())
            problem = expected_found("?value, !output or stop", in_quotes(rest))
            if number is not None:
                raise Fault(problem, file, number, position + 1, 'a run is written ?3 !"text" !6 stop')
            raise Unreadable("syntax_error", f'{file}: {problem}. A run is written ?3 !"text" !6 stop.')
        position = found.end()
        sign, quoted, word, _ = found.groups()
        if sign is None:
            break
        line = re.sub(r"\\(.)", r"\1", quoted) if quoted is not None else word
        if sign == "!":
            events.append(Line(line))
            continue
        value: Value = as_value(line, way.asks.read.values) if way and way.asks else line
        events.append(Input(value))
        way = _given(way, value) if way else None
    return tuple(events)


def _begun(spec: Spec) -> Way | None:
    try:
        return begin(spec)
    except (Undefined, Diverges):
        return None


def _given(way: Way, value: Value) -> Way | None:
    try:
        return give(way, value)
    except (Undefined, Diverges):
        return None


def values_of(spec: Spec, lines: Sequence[str]) -> tuple[Value, ...] | None:
    """The lines as values of the reads they are for; None where the specification would not be given them."""
    way = _begun(spec)
    values: list[Value] = []
    for line in lines:
        if way is None or way.asks is None:
            return None
        values.append(as_value(line, way.asks.read.values))
        way = _given(way, values[-1])
    return tuple(values) if way is not None else None


def plain(general: General) -> Run:
    """One right run: the same alternatives as the model answer, and nothing that may be left out."""
    blocks = []
    for block in general.blocks:
        lines = []
        for step in block:
            if not isinstance(step, Anything) and not step.optional:
                pattern = min(step.patterns, key=lambda one: sum(isinstance(piece, AnyText) for piece in one.pieces))
                lines.append(example_line(pattern.pieces))
        blocks.append(Written("".join(f"{line}\n" for line in lines)))
    return Run(general.inputs, tuple(blocks))


def drawn(exercise: Exercise, task: Task, thing: Submission | Witness | None, text: str) -> Drawing:
    """The flow chart, or a submission as text."""
    from viva.subjects.console.draw import draw_covered, draw_text  # noqa: PLC0415

    if isinstance(thing, Submission):
        content = "\n".join(part.decode("utf-8", "replace") for part in thing.files.values())
        return draw_text(exercise.title, content)
    drawing = draw_covered(task, exercise.title)
    return replace(drawing, text=f"{drawing.text}\n{text}\n")


def restated(exercise: Exercise, spec: Spec, key: str, what: str) -> dict[str, bytes]:
    """The files of the exercise without its examples, with a statement that says what the program does and what is
    asked about it."""
    from viva.engines.dialogues.describe import statement  # noqa: PLC0415

    files = {name: text for name, text in exercise.source.files.items() if not name.startswith("examples/")}
    manifest = read_toml(exercise.source.text(MANIFEST), MANIFEST)
    told = f"{say('ask_opening')}\n\n{statement(spec)}\n{say(key)}\n\n{what}\n"
    files[manifest.string("statement", "statement.md")] = told.encode()
    return files


def as_code(text: str) -> str:
    return f"```python\n{text.rstrip()}\n```"
