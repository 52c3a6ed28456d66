"""The flow chart of a specification, with the way of a run in it.

A fragment is a piece of chart whose entry is at (0, 0) and whose flow leaves at (0, height), if it falls through at
all. Fragments know how far they reach to both sides, so that nothing overlaps.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from viva.core.drawing import Drawing
from viva.core.escape import visible_line
from viva.core.exercise import Exercise
from viva.core.json import Json
from viva.core.report import Witness
from viva.core.submission import Submission
from viva.core.texts import catalogue
from viva.drawing.shapes import Arrow, Box, Circle, Emphasis, Label, Outline, Point, Shape, text_size
from viva.drawing.svg import picture
from viva.subjects.console.describe import outline
from viva.subjects.console.model import Branch, Exit, Loop, Nop, Read, Repeat, Seq, Spec, Task, Write
from viva.subjects.console.notation import show_alternative, show_term, show_values
from viva.subjects.console.semantics import Path, Way, begin, give
from viva.subjects.console.terms import as_value

_GAP = 28.0
_LANE = 22.0
_WIDEST = 120
_MOST_LINES = 200
_TEXTS = catalogue(__package__)


@dataclass(frozen=True, slots=True)
class Fragment:
    """`leaves` are the points where an exit of the loop around it starts; `joins` says that it begins with a line."""

    shapes: tuple[Shape, ...]
    left: float
    right: float
    height: float
    falls: bool = True
    leaves: tuple[Point, ...] = ()
    joins: bool = False

    def at(self, x: float, y: float) -> Fragment:
        return replace(
            self,
            shapes=tuple(_moved(shape, x, y) for shape in self.shapes),
            leaves=tuple((px + x, py + y) for px, py in self.leaves),
        )


def draw(exercise: Exercise, thing: Submission | Witness | None) -> Drawing:
    """The chart of the exercise; with a witness the way of its run; of a submission its text."""
    spec = exercise.task_as(Task).spec
    match thing:
        case None:
            return draw_spec(spec, exercise.title)
        case Submission():
            file, text = thing.text((".py",))
            return draw_text(_TEXTS.say("draw_submission", file=file), text)
        case Witness(fields=fields):
            words = "\n".join(f"{name}: {value}" for name, value in fields.items())
            return draw_way(spec, _way_of(spec, fields.get("inputs")), words, exercise.title)


def _way_of(spec: Spec, inputs: Json) -> Way:
    """As far as the lines of a witness lead through the specification."""
    way = begin(spec)
    for line in inputs if isinstance(inputs, list) else []:
        if way.asks is None:
            break
        way = give(way, as_value(str(line), way.asks.read.values)) or way
    return way


def draw_spec(spec: Spec, title: str) -> Drawing:
    return _chart(spec, title, "\n".join(outline(spec)), frozenset())


def draw_way(spec: Spec, way: Way, text: str, title: str = "") -> Drawing:
    """The chart with the way of a run drawn thick; `text` is its twin in words."""
    return _chart(spec, title or _TEXTS.say("draw_way"), text, frozenset(way.passed))


def draw_text(title: str, text: str) -> Drawing:
    """The beginning of a text in a box, with its lines numbered."""
    lines = [visible_line(line)[:_WIDEST] for line in text.expandtabs(4).split("\n")[:_MOST_LINES]]
    numbered = [f"{number:>3}  {line}" for number, line in enumerate(lines, 1)]
    width = max(len(line) for line in numbered)
    # Blanks that do not collapse keep the lines of a centred text aligned on the left.
    block = "\n".join(line.ljust(width).replace(" ", "\u00a0") for line in numbered)
    size = text_size(block)
    return picture(title, [Box((0.0, 0.0), (size[0] + 24, size[1] + 16), block)], "\n".join(numbered))


def _chart(spec: Spec, title: str, text: str, passed: frozenset[Path]) -> Drawing:
    ends = [_box(_TEXTS.say(key), Outline.ROUNDED, bool(passed)) for key in ("draw_start", "draw_end")]
    whole = _stacked([ends[0], _fragment(spec, (), passed), ends[1]])
    return picture(title, whole.shapes, text)


def _fragment(spec: Spec, path: Path, passed: frozenset[Path]) -> Fragment:
    here = path in passed
    match spec:
        case Read(variable, values, excluded, mode):
            shown = show_values(values) + (f" \\ {excluded}_A" if excluded else "") + (f" {mode}" if mode else "")
            return _box(_TEXTS.say("draw_read", variable=variable, values=shown), Outline.SLANTED, here)
        case Write(alternatives, optional):
            shown = "\nor ".join(show_alternative(items) for items in alternatives)
            text = _TEXTS.say("draw_may_write" if optional else "draw_write", output=shown)
            return _box(text, Outline.SLANTED, here)
        case Seq(steps):
            return _stacked([_fragment(step, (*path, number), passed) for number, step in enumerate(steps)])
        case Branch():
            return _branch(spec, path, passed)
        case Loop(body):
            return _loop(_fragment(body, (*path, 0), passed))
        case Repeat(count, body):
            return _counted(show_term(count), _fragment(body, (*path, 0), passed), here)
        case Exit():
            return _exit(here)
        case Nop():
            return Fragment((), 0.0, 0.0, 0.0)


def _box(text: str, outline: Outline, passed: bool) -> Fragment:
    width, height = text_size(text)
    width, height = width + 2 * height if outline != Outline.RECTANGLE else width + 24, height + 16
    emphasis = Emphasis.GOOD if passed else Emphasis.PLAIN
    half = width / 2 + height / 4
    return Fragment((Box((0.0, height / 2), (width, height), text, outline, emphasis),), half, half, height)


def _exit(passed: bool) -> Fragment:
    box = _box(_TEXTS.say("draw_leave"), Outline.ROUNDED, passed)
    return replace(box, falls=False, leaves=((0.0, box.height),))


def _stacked(fragments: Iterable[Fragment]) -> Fragment:
    """One below the other. What follows a piece that does not fall through is drawn, but nothing leads to it."""
    shapes: list[Shape] = []
    leaves: list[Point] = []
    left = right = y = 0.0
    falls = True
    for number, fragment in enumerate(fragments):
        if number:
            if falls:
                shapes.append(Arrow(((0.0, y), (0.0, y + _GAP)), head=not fragment.joins))
            y += _GAP
        placed = fragment.at(0.0, y)
        shapes += placed.shapes
        leaves += placed.leaves
        left, right, y = max(left, placed.left), max(right, placed.right), y + placed.height
        falls = placed.falls
    return Fragment(tuple(shapes), left, right, y, falls, tuple(leaves))


def _branch(branch: Branch, path: Path, passed: frozenset[Path]) -> Fragment:
    text = show_term(branch.condition)
    width, height = text_size(text)
    width, height = width * 1.15 + 60, height * 2 + 20
    emphasis = Emphasis.GOOD if path in passed else Emphasis.PLAIN
    sides = (_fragment(branch.left, (*path, 0), passed), _fragment(branch.right, (*path, 1), passed))
    gap = max(_GAP, width / 2 + _GAP)
    columns = (-max(sides[0].right + _LANE, gap), max(sides[1].left + _LANE, gap))
    top = height + _GAP / 2
    bottom = top + max(side.height for side in sides)
    shapes: list[Shape] = [Box((0.0, height / 2), (width, height), text, Outline.DIAMOND, emphasis)]
    leaves: list[Point] = []
    for side, column, word in zip(sides, columns, ("draw_no", "draw_yes"), strict=True):
        corner = (-width / 2 if column < 0 else width / 2, height / 2)
        shapes.append(Label(((corner[0] + column) / 2, height / 2 - 12), _TEXTS.say(word)))
        ends = ((column, bottom + _LANE), (0.0, bottom + _LANE)) if side.falls else ()
        into = (column, top)
        if side.height:
            shapes.append(Arrow((corner, (column, height / 2), into)))
            if ends:
                shapes.append(Arrow(((column, top + side.height), *ends), head=False))
        else:
            shapes.append(Arrow((corner, (column, height / 2), *ends), head=False))
        placed = side.at(column, top)
        shapes += placed.shapes
        leaves += placed.leaves
    falls = any(side.falls for side in sides)
    return Fragment(
        tuple(shapes),
        -columns[0] + sides[0].left,
        columns[1] + sides[1].right,
        bottom + (_LANE if falls else 0.0),
        falls,
        tuple(leaves),
    )


def _loop(body: Fragment) -> Fragment:
    """The way back runs on the left of the body; exits run on the side they are on, outside of it."""
    placed = body.at(0.0, _GAP)
    shapes: list[Shape] = [Arrow(((0.0, 0.0), (0.0, _GAP)))]
    shapes += placed.shapes
    bottom = _GAP + body.height
    back = -(body.left + _LANE)
    if body.falls:
        way = ((0.0, bottom), (0.0, bottom + _LANE), (back, bottom + _LANE), (back, _GAP / 3), (0.0, _GAP / 3))
        shapes.append(Arrow(way))
    end = bottom + 3 * _LANE
    for x, y in placed.leaves:
        lane = body.right + _LANE if x >= 0 else back - _LANE
        shapes.append(Arrow(((x, y), (x, y + _LANE / 2), (lane, y + _LANE / 2), (lane, end), (0.0, end)), head=False))
    return Fragment(tuple(shapes), -back + _LANE, body.right + _LANE, end, bool(placed.leaves), joins=True)


def _counted(count: str, body: Fragment, passed: bool) -> Fragment:
    """A loop whose head says how often; from there the flow also leaves."""
    head = _box(_TEXTS.say("draw_repeat", count=count), Outline.RECTANGLE, passed)
    round_ = _loop(_stacked([head, body]))
    return replace(round_, falls=True)


def _moved(shape: Shape, x: float, y: float) -> Shape:
    match shape:
        case Arrow(points=points):
            return replace(shape, points=tuple((px + x, py + y) for px, py in points))
        case Box(centre=(px, py)) | Circle(centre=(px, py)) | Label(centre=(px, py)):
            return replace(shape, centre=(px + x, py + y))
