"""Pictures of an exercise, a submission or a witness."""

from __future__ import annotations

from viva.core.drawing import Drawing
from viva.core.exercise import Exercise
from viva.core.report import Witness
from viva.core.submission import Submission
from viva.core.text.reading import Misread
from viva.core.texts import Say, catalogue
from viva.drawing.plot import Moment
from viva.engines.hybrid import Summary, System, formats, summarise
from viva.engines.hybrid.diagram import Labels, traces
from viva.engines.hybrid.diagram import draw as draw_system
from viva.subjects.hybrid.model import Task
from viva.subjects.hybrid.notation import read_submission, show_moment, show_time, unreadable

ENDINGS = (".hybrid.json", ".hybrid")
_MOST_TOLD = 16


def draw(exercise: Exercise, thing: Submission | Witness | None, locale: str = "en") -> Drawing:
    task = exercise.task_as(Task)
    say = catalogue(__package__, locale).say
    match thing:
        case None:
            return draw_system(task.reference, exercise.title)
        case Submission():
            _, given = read_submission(task, thing, say)
            shown = [
                (say("expected"), task.reference, summarise(task.reference, task.horizon)),
                (say("yours"), given, summarise(given, task.horizon)),
            ]
            band = float(task.threshold)
        case Witness():
            given = task.reference
            shown = [(say("expected"), given, summarise(given, task.horizon))]
            band = 0.0
    moments: tuple[Moment, ...] = ()
    if isinstance(thing, Witness):
        time = thing.fields.get("time", 0)
        at = float(time) if isinstance(time, int | float) and not isinstance(time, bool) else 0.0
        at = min(max(at, 0.0), float(task.horizon))
        moments = (Moment(at, say("moment_first", time=show_moment(task, at, say))),)
    words = "\n".join(f"{label}: {_in_words(given, summary, say)}" for label, given, summary in shown)
    axis = say("axis_unit", unit=task.unit) if task.unit else say("axis")
    title = thing.name if isinstance(thing, Submission) else exercise.title
    return traces(shown, task.outputs, task.horizon, Labels(title, words, axis), band, moments=moments)


def _in_words(given: System, summary: Summary, say: Say) -> str:
    """The first modes of a run, each with the time at which it ends."""
    told = [
        say("drawing_mode", mode=", ".join(given.mode_names(piece.modes)), time=show_time(piece.end or 0))
        for piece in summary.pieces[:_MOST_TOLD]
    ]
    return ", ".join(told) + (" …" if len(summary.pieces) > _MOST_TOLD else "")


def file(given: Submission, locale: str = "en") -> Drawing:
    """A file that belongs to no exercise."""
    say = catalogue(__package__, locale).say
    name, text = given.text(formats.ENDINGS)
    try:
        return draw_system(formats.read(text), say("drawing_file", file=name))
    except Misread as problem:
        raise unreadable(name, problem, say) from None
