"""Pictures: an exercise as a box with examples of what goes in and comes out, a submission as numbered source."""

from __future__ import annotations

from viva.core.drawing import Drawing
from viva.core.exercise import Exercise
from viva.core.json import Json
from viva.core.report import Witness
from viva.core.submission import Submission
from viva.core.terms import ENGLISH
from viva.core.text.escape import visible_line
from viva.core.texts import Say, catalogue
from viva.drawing import listing
from viva.drawing.shapes import Arrow, Box, Emphasis, Label, Outline, Shape, text_size
from viva.drawing.svg import picture
from viva.engines.calls import Oracle, Searcher, behaviour, programs_of
from viva.engines.calls.showing import answer, shown_value
from viva.languages.finding import suffixes
from viva.languages.protocol import calls_of
from viva.subjects.functions.model import Task
from viva.subjects.functions.suite import suite_of

_ROWS = 6
_MOST_LINES = 60
_WIDEST = 100
_LONGEST = 48


def draw(exercise: Exercise, thing: Submission | Witness | None) -> Drawing:
    task = exercise.task_as(Task)
    say = catalogue(__package__, ENGLISH).say
    match thing:
        case Witness():
            return _witness(exercise, thing, say)
        case Submission():
            file, content = thing.single(suffixes(task.languages))
            lines = listing.lines_of(content.decode("utf-8", "replace"), _MOST_LINES, _WIDEST)
            return listing.draw(say("draw_submission", file=file), lines)
    return _exercise(exercise)


def _exercise(exercise: Exercise) -> Drawing:
    """The function as a box, and one input of each class of behaviour with what must come out."""
    task = exercise.task_as(Task)
    question, calls = task.question, calls_of(task.teachers_language)
    with programs_of(question) as programs:
        cases = suite_of(exercise, Searcher(question, programs), Oracle(question, programs), 0).cases
    chosen: dict[object, tuple[str, str]] = {}
    for case in cases:
        kind = behaviour(question, case)
        if case.expected is not None and kind not in chosen and len(chosen) < _ROWS:
            given = ", ".join(shown_value(item, calls, _LONGEST) for item in case.arguments)
            chosen[kind] = (given, answer(case.expected, calls, _LONGEST))
    return _rows(exercise.title, f"{task.function}({', '.join(question.names)})", list(chosen.values()))


def _rows(title: str, name: str, rows: list[tuple[str, str]]) -> Drawing:
    """Inputs on the left, the function in the middle, results on the right."""
    height = max(1, len(rows)) * 40.0
    width, text_height = text_size(name)
    shapes: list[Shape] = [Box((0.0, height / 2), (width + 40, max(height, text_height + 24)), name, Outline.ROUNDED)]
    side = width / 2 + 20
    for number, (left, right) in enumerate(rows):
        y = number * 40.0 + 20
        shapes.append(Arrow(((-side - 40, y), (-side, y))))
        shapes.append(Arrow(((side, y), (side + 40, y))))
        shapes.append(Label((-side - 50 - text_size(left)[0] / 2, y), left))
        shapes.append(Label((side + 50 + text_size(right)[0] / 2, y), right))
    text = "\n".join([name, *(f"  {left}  ->  {right}" for left, right in rows)])
    return picture(title, shapes, text)


def _witness(exercise: Exercise, witness: Witness, say: Say) -> Drawing:
    task = exercise.task_as(Task)
    fields = witness.fields
    call = visible_line(str(fields.get("call", task.function)))
    pieces = [(call, Emphasis.PLAIN)]
    for key, emphasis in (("expected", Emphasis.GOOD), ("actual", Emphasis.BAD)):
        if key in fields:
            pieces.append((f"{say(f'draw_{key}')}: {_short(fields[key])}", emphasis))
    shapes: list[Shape] = []
    for number, (text, emphasis) in enumerate(pieces):
        width, height = text_size(text)
        shapes.append(Box((0.0, number * 60.0), (width + 24, height + 16), text, Outline.RECTANGLE, emphasis))
        if number:
            shapes.append(Arrow(((0.0, number * 60.0 - 43), (0.0, number * 60.0 - height / 2 - 8)), head=number == 1))
    return picture(exercise.title, shapes, "\n".join(text for text, _ in pieces))


def _short(value: Json) -> str:
    return visible_line(str(value))[:_WIDEST]
