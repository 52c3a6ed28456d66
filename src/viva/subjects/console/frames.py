"""The dialogue of a witness, read by read: the program beside what was read and written so far."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from viva.core.drawing import Drawing, Frames
from viva.core.exercise import Exercise
from viva.core.report import Witness
from viva.core.submission import Submission, Unreadable
from viva.core.terms import Terms
from viva.core.text.escape import clip, visible_line
from viva.core.texts import Say, catalogue
from viva.core.where import Passage, Where
from viva.drawing import listing
from viva.drawing.frames import Moment, frames_of
from viva.engines.coverage import lines_reached
from viva.engines.dialogues.trials.trial import OUTPUT, STEPS
from viva.languages.finding import language_for, suffixes
from viva.languages.program import NoProgram
from viva.languages.protocol import Language
from viva.languages.sites import Hooks
from viva.languages.transcript import Read, Transcript, Write
from viva.sandbox import Limits
from viva.subjects.console.model import Task

_LIMITS = Limits(cpu_seconds=2.0, wall_seconds=8.0)
_MOST_EVENTS = 120
_WIDEST = 80


def frames(exercise: Exercise, submission: Submission, witness: Witness, terms: Terms) -> Frames | None:
    inputs = witness.fields.get("inputs")
    if not isinstance(inputs, list):
        return None
    say = catalogue(__package__, terms.locale).say
    source, transcript, (reached, missed) = run_of(exercise, submission, [str(each) for each in inputs], terms)
    expected = witness.fields.get("expected")
    asked = say("frame_asked", run=expected) if isinstance(expected, str) else ""
    found = frames_of(say("frame_title"), list(_moments(source, transcript, say, asked)))
    return found and replace(found, reached=reached, missed=missed)


def run_of(
    exercise: Exercise, submission: Submission, lines: list[str], terms: Terms
) -> tuple[tuple[str, str], Transcript, tuple[tuple[int, ...], tuple[int, ...]]]:
    """One run in the sandbox, with small limits: the source (its file and its text), the run, and the lines that were
    reached and not reached. Raises Unreadable where there is no program."""
    task = exercise.task_as(Task)
    file, source = submission.single(suffixes(task.languages))
    language: Language = language_for(file, task.languages)
    with language.runs.warm_sandbox(terms.isolation) as sandbox:
        program = language.runs.prepare(sandbox, source, Hooks(expressions=True))
        if isinstance(program, NoProgram):
            raise Unreadable(program.reason, language.runs.explain(program, terms.locale).text)
        found = language.runs.run_console(sandbox, program, lines, steps=STEPS, output=OUTPUT, limits=_LIMITS)
    lines_seen = lines_reached(program, found.coverage)
    return (str(file), source.decode("utf-8", "replace")), found, lines_seen


def _moments(source: tuple[str, str], transcript: Transcript, say: Say, asked: str) -> Iterator[Moment]:
    """One for each line that is read, for what is written at once, and for how it ends; `asked` is said then."""
    file, text = source
    places = [event.line for event in transcript.events if event.line is not None]
    seen: list[str] = []
    yield Moment(say("frame_start"), (_source(text, places, None, say), _dialogue(seen, say)))
    for event in transcript.events[:_MOST_EVENTS]:
        if isinstance(event, Read):
            if event.text is None:
                key, told = "frame_asks", say("row_asks")
            else:
                key, told = "frame_reads", f"> {_short(event.text)}"
            said = say(key, value=_short(event.text or ""))
            seen.append(told)
        else:
            said = say("frame_writes" if isinstance(event, Write) else "frame_prompts", value=_short(event.text))
            seen += [f"  {_short(each)}" for each in event.text.rstrip("\n").split("\n")]
        where = say("frame_line", line=event.line) if event.line is not None else ""
        sentence = " ".join(filter(None, (where, said)))
        drawings = _source(text, places, event.line, say), _dialogue(seen, say)
        yield Moment(sentence, drawings, _here(file, event.line))
    line = transcript.error.line if transcript.error else None
    yield Moment(
        f"{_ending(transcript, say)} {asked}".strip(),
        (_source(text, places, line, say), _dialogue(seen, say)),
        _here(file, line),
    )


def _here(file: str, line: int | None) -> tuple[Where, ...]:
    return () if line is None else (Passage(file, line),)


def _ending(transcript: Transcript, say: Say) -> str:
    if transcript.ended is None:
        return say("frame_ends")
    error = transcript.error
    if error is not None and error.kind:
        return say("frame_error", kind=error.kind, message=_short(error.message))
    return say("frame_limit")


def _source(text: str, places: list[int], line: int | None, say: Say) -> Drawing:
    return listing.draw(say("frame_program"), listing.around(text, places, line))


def _dialogue(rows: list[str], say: Say) -> Drawing:
    """What was said so far; the last of it marked."""
    lines = tuple(
        listing.line(number, [listing.Piece(row, listing.HERE if number == len(rows) and row.strip() else None)])
        for number, row in enumerate(rows, 1)
    )
    return listing.draw(say("frame_dialogue"), lines)


def _short(text: str) -> str:
    return clip(visible_line(text.rstrip("\n")), _WIDEST)


def witness_of_input(_: Exercise, text: str, __: Terms) -> Witness:
    """The lines that somebody gives their program."""
    return Witness("run", {"inputs": [*text.rstrip("\n").split("\n")[:_MOST_EVENTS]] if text else []})
