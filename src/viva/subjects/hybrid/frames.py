"""The run of the system that was handed in: its modes beside its outputs over time."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from viva.core.drawing import Drawing, Frames
from viva.core.exercise import Exercise
from viva.core.json import Json
from viva.core.report import Witness
from viva.core.submission import Submission, Unreadable
from viva.core.terms import Terms
from viva.core.texts import Say, catalogue
from viva.core.where import State, Where
from viva.drawing.frames import Moment, frames_of
from viva.drawing.plot import Moment as Line
from viva.engines.hybrid import Piece, summarise, with_start
from viva.engines.hybrid.diagram import Labels, Marks, traces
from viva.engines.hybrid.diagram import draw as draw_system
from viva.engines.hybrid.model import Span, System
from viva.subjects.hybrid.model import Task
from viva.subjects.hybrid.notation import read_submission, show_moment, show_time
from viva.subjects.hybrid.places import transition_at

_STEPS, _MOST_JUMPS = 24, 40


def frames(exercise: Exercise, submission: Submission, witness: Witness, terms: Terms) -> Frames | None:
    """From the start on, a moment at each switch and some between them, until after what the witness tells of."""
    task = exercise.task_as(Task)
    say = catalogue(__package__, terms.locale).say
    wrong = _number(witness.fields.get("time"))
    if wrong is None:
        return None
    _, system = read_submission(task, submission, say)
    system = with_start(system, _starts(witness))
    stop = min(float(task.horizon), 1.5 * wrong if wrong else float(task.horizon) / 4)
    summary = summarise(system, Fraction(stop))
    axis = say("axis_unit", unit=task.unit) if task.unit else say("axis")
    pictures: dict[tuple[int, ...], Drawing] = {}
    jumps = [float(each.time) for each in summary.jumps[:_MOST_JUMPS]]
    times = sorted({*(stop * number / _STEPS for number in range(_STEPS + 1)), *jumps, wrong})
    moments = []
    for time in times:
        here = _at(summary.pieces, time)
        if here is None or time > stop:
            break
        if here.modes not in pictures:
            pictures[here.modes] = draw_system(system, say("yours"), Marks(good_modes=[*enumerate(here.modes)]))
        values = here.flow.values(type(here.start)(time) - here.start)
        told = ", ".join(f"`{name}` = {show_time(values[system.position(name)])}" for name in task.outputs)
        slots = {"time": show_moment(task, time, say), "mode": ", ".join(system.mode_names(here.modes)), "values": told}
        text = say("frame_switch" if time in jumps else "frame_time", **slots)
        if time == wrong:
            text += " " + _asked(witness, say=say)
        labels = Labels(say("frame_title"), text, axis)
        line = (Line(time, show_moment(task, time, say)),)
        drawn = traces([(say("yours"), system, summary)], task.outputs, Fraction(stop), labels, moments=line)
        moments.append(Moment(text, (pictures[here.modes], drawn), _places(system, here, time)))
    return frames_of(say("frame_title"), moments)


def _places(system: System, here: Piece, time: float) -> tuple[Where, ...]:
    """The modes, and at the instant of a switch the transitions that led to them."""
    names = system.mode_names(here.modes)
    jumps = here.jumps if time == float(here.start) else ()
    taken = {each for jump in jumps for each in jump.taken}
    return (*map(State, names), *(transition_at(system, *each) for each in sorted(taken)))


def _at(run: Sequence[Piece], time: float) -> Piece | None:
    """The stretch in which a time lies; at a switch the one after it."""
    found = [piece for piece in run if float(piece.start) <= time and (piece.end is None or time <= float(piece.end))]
    return found[-1] if found else None


def _asked(witness: Witness, say: Say) -> str:
    """What the outputs should be at the time of the witness."""
    expected = witness.fields.get("expected")
    told = [
        f"`{name}` = {show_time(number)}"
        for name, value in (expected.items() if isinstance(expected, dict) else ())
        if (number := _number(value)) is not None
    ]
    return say("frame_asked", values=", ".join(told)) if told else ""


def _starts(witness: Witness) -> dict[str, Span]:
    given = witness.fields.get("start")
    found = given.items() if isinstance(given, dict) else ()
    numbers = ((name, _number(value)) for name, value in found)
    return {name: Span(Fraction(value), Fraction(value)) for name, value in numbers if value is not None}


def _number(value: Json) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def witness_of_input(exercise: Exercise, text: str, terms: Terms) -> Witness:
    """How long somebody lets it run; without a word to the horizon of the exercise."""
    horizon = float(exercise.task_as(Task).horizon)
    try:
        time = float(text.strip().replace(",", ".")) if text.strip() else horizon
    except ValueError:
        time = -1.0
    if not 0 < time < float("inf"):
        raise Unreadable("input", catalogue(__package__, terms.locale).say("try_time"))
    return Witness("hybrid", {"time": min(time, horizon)})
