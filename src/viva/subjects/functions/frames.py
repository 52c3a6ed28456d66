"""The call of a witness, line by line: the function beside the values of its variables."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace

from viva.core.drawing import Drawing, Frames
from viva.core.exercise import Exercise
from viva.core.json import Json
from viva.core.report import Witness
from viva.core.submission import Submission, Unreadable
from viva.core.terms import Terms
from viva.core.texts import Say, catalogue
from viva.core.where import Passage
from viva.drawing import listing
from viva.drawing.frames import Moment, frames_of
from viva.engines.calls.programs import Compiled, sandbox_of, submitted_as
from viva.engines.calls.showing import answer, shown_heap
from viva.engines.coverage import lines_reached
from viva.engines.heaps.parts import items, part
from viva.languages.finding import language_for, suffixes
from viva.languages.heap import Heap, Malformed, Reference, read
from viva.languages.outcome import Stage
from viva.languages.program import Program
from viva.languages.protocol import Language, calls_of
from viva.languages.sites import Hooks
from viva.languages.values import write
from viva.sandbox import Sandbox
from viva.subjects.functions.model import Task

_LINES, _LARGEST = 240, 400
_WIDEST = 60
Values = dict[str, str]


def frames(exercise: Exercise, submission: Submission, witness: Witness, terms: Terms) -> Frames | None:
    """None where the language cannot be watched, or the call is not written in the witness."""
    task = exercise.task_as(Task)
    say = catalogue(__package__, terms.locale).say
    file, source = submission.single(suffixes(task.languages))
    language = language_for(file, task.languages)
    call = _call(witness)
    if call is None or language.reads is None:
        return None
    with sandbox_of(language, terms.isolation) as sandbox:
        asked = submitted_as(task.question, Compiled(language, sandbox, source, task.function, file))
        program = language.runs.prepare(sandbox, asked.source)
        if not isinstance(program, Program):
            return None
        stages = language.reads.stages(
            sandbox, program, task.function, call, steps=_LINES, largest=_LARGEST, plain=True
        )
        reached, missed = _lines(language, sandbox, asked, call)
        ending = _ending(witness, say)
        if "actual" not in witness.fields:
            calls = calls_of(language)
            outcome = next(calls.call(sandbox, program, task.function, [call]))
            ending = say("frame_ends", actual=answer(outcome, calls, _WIDEST))
    text = source.decode("utf-8", "replace")
    shown = str(witness.fields.get("call", task.function))
    found = frames_of(say("frame_title", call=shown), list(_moments((str(file), text), stages, language, ending, say)))
    return found and replace(found, reached=reached, missed=missed)


def _lines(
    language: Language, sandbox: Sandbox, asked: Compiled, call: Heap
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """At which lines the whole call is, and at which it is not; what is returned is read to its end."""
    program = language.runs.prepare(sandbox, asked.source, Hooks(expressions=True))
    if not isinstance(program, Program):
        return (), ()
    calls = calls_of(language)
    outcome = next(calls.call(sandbox, program, asked.function, [call], report=["ticks"], drain=True))
    return lines_reached(program, outcome.coverage)


def _call(witness: Witness) -> Heap | None:
    if witness.kind != "call":
        return None
    given, plain = witness.fields.get("given"), witness.fields.get("input")
    try:
        return read(given) if given is not None else read(write(plain)) if isinstance(plain, list) else None
    except Malformed:
        return None


def _moments(
    source: tuple[str, str], stages: Sequence[Stage], language: Language, ending: str, say: Say
) -> Iterator[Moment]:
    """Each line before it runs, with what the one before has changed. The source is its file and its text."""
    file, text = source
    last = text.count("\n") + 1  # what lies behind it stands in no file of a student's
    own = [(stage.line, stage.seen) for stage in stages if stage.line is not None and stage.line <= last]
    places = [line for line, _ in own]
    before: Values = {}
    for line, seen in own:
        values = _variables(seen, language)
        changed = {name: value for name, value in values.items() if before.get(name) != value}
        told = ", ".join(f"`{name}` = `{value}`" for name, value in changed.items())
        text_of = say("frame_line", line=line)
        sentence = f"{say('frame_now', values=told)} {text_of}" if told else text_of
        drawings = _source(text, places, line, say), _table(values, changed, say)
        yield Moment(sentence, drawings, (Passage(file, line),))
        before = values
    yield Moment(ending, (_source(text, places, None, say), _table(before, {}, say)))


def _ending(witness: Witness, say: Say) -> str:
    actual, expected = (witness.fields.get(key) for key in ("actual", "expected"))
    if expected is None and "expected" not in witness.fields:
        return say("frame_ends", actual=_written(actual))
    return say("frame_ends_asked", actual=_written(actual), expected=_written(expected))


def _written(value: Json) -> str:
    return str(value)[:_WIDEST]


def _variables(seen: Heap, language: Language) -> Values:
    """By name, as the language writes their values."""
    _, named = items(seen)
    assert isinstance(named, Reference)
    pairs = seen.nodes[named.node].children
    calls = calls_of(language)
    return {
        name: shown_heap(part(seen, value), calls, _WIDEST)
        for name, value in zip(pairs[::2], pairs[1::2], strict=True)
        if isinstance(name, str)
    }


def _source(text: str, places: list[int], line: int | None, say: Say) -> Drawing:
    return listing.draw(say("frame_program"), listing.around(text, places, line))


def _table(values: Values, changed: Values, say: Say) -> Drawing:
    """A row for each variable; what is new is marked."""
    rows = (
        listing.line(
            number,
            [listing.Piece(f"{name} = "), listing.Piece(value, listing.HERE if name in changed and value else None)],
        )
        for number, (name, value) in enumerate(values.items(), 1)
    )
    return listing.draw(say("frame_variables"), tuple(rows))


def witness_of_input(exercise: Exercise, text: str, terms: Terms) -> Witness:
    """The arguments that somebody gives their function, written as in JSON with commas between."""
    task = exercise.task_as(Task)
    try:
        given = json.loads(f"[{text}]")
    except (ValueError, RecursionError):
        raise Unreadable("input", catalogue(__package__, terms.locale).say("try_arguments")) from None
    return Witness("call", {"input": given, "call": f"{task.function}({text.strip()[:_WIDEST]})"})
