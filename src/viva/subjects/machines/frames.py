"""The run of a witness, reaction by reaction: the machine that was handed in beside its signals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, cast

from viva.core.drawing import Drawing, Frames
from viva.core.exercise import Exercise
from viva.core.report import Witness
from viva.core.submission import Submission, Unreadable
from viva.core.terms import ENGLISH, Terms
from viva.core.text.escape import visible_line
from viva.core.text.reading import Misread
from viva.core.texts import Say, catalogue
from viva.core.where import Where
from viva.drawing import plot
from viva.drawing.frames import Moment, frames_of
from viva.engines.machines import diagram
from viva.engines.machines.logic.formula_equivalence import anything
from viva.engines.machines.model import Signals
from viva.engines.machines.running.behaviour import Behaviour, show_value
from viva.engines.machines.semantics import Nondeterministic, OutOfRange
from viva.subjects.machines.model import Task
from viva.subjects.machines.notation import in_words, read_submission
from viva.subjects.machines.places import state_at, transition_at
from viva.subjects.machines.runs import letter

_MOST = 60  # reactions
_ROW = 24.0


def frames(exercise: Exercise, submission: Submission, witness: Witness, terms: Terms) -> Frames | None:
    say = catalogue(__package__, terms.locale).say
    word = _signals(witness, "inputs")[:_MOST]
    if not word:
        return None
    behaviour = Behaviour(read_submission(exercise.task_as(Task), submission, say).system)
    try:
        seen = list(diagram.run_stills(behaviour, word, say("drawing_run")))
    except (Nondeterministic, OutOfRange):
        return None
    expected = _signals(witness, "expected")
    rows = [(reaction.inputs, reaction.outputs) for reaction, _, _ in seen if reaction is not None]
    moments: list[Moment] = []
    for number, (reaction, states, drawing) in enumerate(seen):
        if reaction is None:
            text = say("frame_start")
        else:
            text = say("frame_reaction", number=number, inputs=in_words(reaction.inputs, say),
                       outputs=in_words(reaction.outputs, say), state=reaction.state)  # fmt: skip
            wanted = expected[number - 1] if number <= len(expected) else None
            if wanted is not None and wanted != reaction.outputs:
                text += " " + say("frame_asked", outputs=in_words(wanted, say))
        places: list[Where] = [state_at(*state) for state in states]
        places += [transition_at(step.path, step.transition) for step in (reaction.taken if reaction else ())]
        moments.append(Moment(text, (drawing, _beside(rows, number, say)), tuple(places)))
    return frames_of(say("drawing_run"), moments)


def frames_of_run(_: Exercise, __: Submission, witness: Witness, terms: Terms) -> Frames | None:
    """The run on which two formulas differ: there is no machine, only signals."""
    say = catalogue("viva.subjects.machines", terms.locale).say
    run = _signals(witness, "run")[:_MOST]
    rows = [(letter, cast(Signals, {})) for letter in run]
    moments = [
        Moment(say("frame_signals", number=number, signals=in_words(letter, say)), (_beside(rows, number, say),))
        for number, letter in enumerate(run, 1)
    ]
    return frames_of(say("drawing_run"), moments)


def _signals(witness: Witness, key: str) -> list[Signals]:
    rows = witness.fields.get(key)
    return [cast(Signals, dict(cast("dict[str, Any]", row))) for row in rows] if isinstance(rows, list) else []


def _beside(rows: Sequence[tuple[Signals, Signals]], here: int, say: Say) -> Drawing:
    """A row for each signal over the whole run, and a line at the reaction that is looked at."""
    panels = []
    for side, key in ((0, "frame_inputs"), (1, "frame_outputs")):
        names = dict.fromkeys(name for row in rows for name in row[side])
        bars = tuple(plot.Bar(visible_line(name), tuple(_spans([row[side] for row in rows], name))) for name in names)
        if bars:
            panels.append(plot.Panel(say(key), bars, _ROW * len(bars)))
    moments = (plot.Moment(here - 0.5, str(here)),) if here else ()
    told = "\n".join(
        f"{'>' if number == here else ' '} {number}. {in_words(given, say)} -> {in_words(written, say)}".rstrip()
        for number, (given, written) in enumerate(rows, 1)
    )
    drawn = plot.Plot(tuple(panels), 0.0, float(len(rows)), say("column_reaction"), moments)
    return plot.draw(drawn, say("frame_beside"), told)


def _spans(rows: Sequence[Signals], name: str) -> Iterator[tuple[float, float, str]]:
    for number, row in enumerate(rows):
        if name in row and row[name] is not False:
            value = row[name]
            yield float(number), float(number + 1), "" if value is True else visible_line(show_value(value))


def witness_of_input(exercise: Exercise, text: str, terms: Terms) -> Witness:
    """The inputs of some reactions that somebody tries out, with `;` between."""
    system = anything(exercise.task_as(Task).inputs)
    try:
        word = [letter(system, "" if piece.strip() == "-" else piece) for piece in text.split(";")[:_MOST]]
    except Misread as problem:
        raise Unreadable("input", problem.told(terms.locale or ENGLISH)) from None
    return Witness("machine", {"inputs": [dict(each) for each in word]})
