"""The call of a witness, line by line: the structure, and where in it the method is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from viva.core.drawing import Frames
from viva.core.exercise import Exercise
from viva.core.fault import Fault
from viva.core.report import Witness
from viva.core.submission import Submission, Unreadable
from viva.core.terms import Terms
from viva.core.texts import Say, catalogue
from viva.core.where import Passage
from viva.drawing import listing, tree
from viva.drawing.frames import Moment, frames_of
from viva.engines.heaps.schemas.questions import call_of
from viva.engines.heaps.written import show
from viva.languages.finding import suffixes
from viva.languages.heap import Malformed, read
from viva.languages.values import rewrite
from viva.subjects.structures import draw
from viva.subjects.structures.model import Task
from viva.subjects.structures.suite import prepare
from viva.subjects.structures.traces.asking import read_questions
from viva.subjects.structures.traces.steps import Step, lines_of, steps_of


def frames(exercise: Exercise, submission: Submission, witness: Witness, terms: Terms) -> Frames | None:
    task = exercise.task_as(Task)
    say = catalogue(__package__, terms.locale).say
    given, method = witness.fields.get("given"), witness.fields.get("method")
    if given is None or method not in task.methods:
        return None
    file, source = submission.single(suffixes(task.languages))
    try:
        call = read(given)
    except Malformed:
        return None
    text = source.decode("utf-8", "replace")
    steps = steps_of(task, task.layout, str(method), call, text, isolation=terms.isolation)
    told = (
        ""
        if "actual" not in witness.fields
        else say("frame_end_asked", expected=witness.fields.get("expected"), actual=witness.fields.get("actual"))
    )
    reached, missed = lines_of(task, str(method), call, text, isolation=terms.isolation) if steps else ((), ())
    found = frames_of_steps(say("draw_run", call=witness.fields.get("call")), (str(file), text), steps, say, told)
    return found and replace(found, reached=reached, missed=missed)


def frames_of_steps(
    title: str, source: tuple[str, str], steps: Sequence[Step], say: Say, ending: str = ""
) -> Frames | None:
    """The source is its file and its text; `ending` is what came of it, said at the last step."""
    return frames_of(title, list(_moments(source, steps, say, ending)))


def _moments(source: tuple[str, str], steps: Sequence[Step], say: Say, ending: str) -> Iterator[Moment]:
    file, text = source
    places = [step.line for step in steps if step.line is not None]
    for number, step in enumerate(steps):
        names = [f"`{name}`" for _, named in sorted(step.at.items()) for name in named]
        if step.line is None:
            sentence = ending or say("frame_end", structure=show(step.seen))
        else:
            sentence = say("frame_line_at" if names else "frame_line", line=step.line, names=", ".join(names))
        if number and step.line is not None and show(steps[number - 1].seen) != show(step.seen):
            sentence = f"{say('frame_changed', structure=show(step.seen))} {sentence}"
        found = draw.structure("", step.seen, marked=frozenset(step.at))
        program = listing.draw(say("frame_program"), listing.around(text, places, step.line))
        here = () if step.line is None else (Passage(file, step.line),)
        yield Moment(sentence, (program, tree.draw(say("frame_structure"), found, wrap=True)), here)


def witness_of_input(exercise: Exercise, text: str, terms: Terms) -> Witness:
    """A call that somebody tries out, written as `2(1, 3): insert(4)`."""
    task = exercise.task_as(Task)
    say = catalogue(__package__, terms.locale).say
    try:
        (asked,) = read_questions(task, " ".join(text.split()), say("try_call_file"))
        call = call_of(prepare(task, 0, terms.isolation).domain, asked)
    except (Fault, ValueError):
        call = None
    if call is None:
        raise Unreadable("input", say("try_call", methods=", ".join(task.methods)))
    return Witness("structure", {"method": asked.method, "call": asked.written, "given": rewrite(call)})
