"""The flow chart of a specification, with the way of a run in it, or with what the tests reach.

A fragment is a piece of chart whose entry is at (0, 0) and whose flow leaves at (0, height), if it falls through at
all. Fragments know how far they reach to both sides, so that nothing overlaps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from viva.core.drawing import Drawing
from viva.core.escape import visible_line
from viva.core.exercise import Exercise
from viva.core.json import Json
from viva.core.report import Witness
from viva.core.submission import Submission
from viva.core.texts import Say, catalogue
from viva.drawing.shapes import Arrow, Box, Circle, Emphasis, Label, Outline, Point, Shape, text_size
from viva.drawing.svg import picture
from viva.engines.dialogues.describe import in_words
from viva.engines.dialogues.model import (
    Alternative,
    Branch,
    Exit,
    Loop,
    Nop,
    Read,
    Repeat,
    Seq,
    Spec,
    Term,
    Write,
)
from viva.engines.dialogues.notations import expressions, readable
from viva.engines.dialogues.notations import symbols as notation
from viva.engines.dialogues.notations.sets import show_input
from viva.engines.dialogues.semantics import Path, Way, begin, follow, give
from viva.engines.dialogues.suites.suite import suite
from viva.engines.dialogues.terms import as_value
from viva.languages.finding import suffixes
from viva.subjects.console.model import Task

_GAP = 28.0
_LANE = 22.0
_WIDEST = 120
_MOST_LINES = 200


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


def draw(exercise: Exercise, thing: Submission | Witness | None, locale: str) -> Drawing:
    """The chart of the exercise; with a witness the way of its run; of a submission its text."""
    spec = exercise.task_as(Task).spec
    match thing:
        case None:
            return draw_covered(exercise.task_as(Task), exercise.title, locale)
        case Submission():
            file, text = thing.text(suffixes(exercise.task_as(Task).languages))
            return draw_text(_say(locale)("draw_submission", file=file), text)
        case Witness(fields=fields):
            words = "\n".join(f"{name}: {value}" for name, value in fields.items())
            way, readable_terms = _way_of(spec, fields.get("inputs")), exercise.task_as(Task).file.endswith(".txt")
            return draw_way(spec, way, words, locale, title=exercise.title, readable_terms=readable_terms)


def _way_of(spec: Spec, inputs: Json) -> Way:
    """As far as the lines of a witness lead through the specification."""
    way = begin(spec)
    for line in inputs if isinstance(inputs, list) else []:
        if way.asks is None:
            break
        way = give(way, as_value(str(line), way.asks.read.values)) or way
    return way


def draw_covered(task: Task, title: str, locale: str) -> Drawing:
    """The chart with the steps dashed that no test reaches."""
    spec = task.spec
    tests = suite(spec, 0).tests
    ways = (follow(spec, case.inputs) for case in tests)
    reached = frozenset(path for way in ways if way for path in way.passed)
    missed = [path for path in _paths(spec, ()) if path not in reached]
    key = "draw_no_tests" if not tests else "draw_missed" if missed else "draw_all_reached"
    text = "\n".join([*in_words(locale).outline(spec), "", _say(locale)(key, count=len(missed))])
    marks = dict.fromkeys(missed, Emphasis.FAINT) if tests else {}
    return _chart(spec, title, text, _Style(_say(locale), marks, task.file.endswith(".txt")))


def draw_way(spec: Spec, way: Way, text: str, locale: str, *, title: str = "", readable_terms: bool = False) -> Drawing:
    """The chart with the way of a run drawn thick; `text` is its twin in words."""
    marks = dict.fromkeys(way.passed, Emphasis.GOOD)
    say = _say(locale)
    return _chart(spec, title or say("draw_way"), text, _Style(say, marks, readable_terms, Emphasis.GOOD))


def draw_asked(exercise: Exercise, task: Task, thing: Submission | Witness | None, text: str, locale: str) -> Drawing:
    """The flow chart with what is asked about it, or a submission as text: for tasks that are answered in text."""
    if isinstance(thing, Submission):
        content = "\n".join(part.decode("utf-8", "replace") for part in thing.files.values())
        return draw_text(exercise.title, content)
    drawing = draw_covered(task, exercise.title, locale)
    return replace(drawing, text=f"{drawing.text}\n{text}\n")


def _say(locale: str) -> Say:
    return catalogue(__package__, locale).say


def _paths(spec: Spec, path: Path) -> Iterator[Path]:
    """Of every step that has a box in the chart."""
    match spec:
        case Seq(steps):
            for number, step in enumerate(steps):
                yield from _paths(step, (*path, number))
        case Branch(left, _, right):
            yield path
            yield from _paths(left, (*path, 0))
            yield from _paths(right, (*path, 1))
        case Loop(body):
            yield from _paths(body, (*path, 0))
        case Repeat(body=body):
            yield path
            yield from _paths(body, (*path, 0))
        case Nop():
            return
        case _:
            yield path


@dataclass(frozen=True, slots=True)
class _Style:
    """The sentences; how steps are drawn, by their paths; which notation they speak; and how the ends are drawn."""

    say: Say
    marks: Mapping[Path, Emphasis]
    readable: bool = False
    ends: Emphasis = Emphasis.PLAIN

    def at(self, path: Path) -> Emphasis:
        return self.marks.get(path, Emphasis.PLAIN)

    def term(self, term: Term) -> str:
        return expressions.show_condition(term) if self.readable else notation.show_term(term)

    def alternative(self, items: Alternative) -> str:
        return readable.show_alternative(items) if self.readable else notation.show_alternative(items)

    def read(self, read: Read) -> str:
        if self.readable:
            return f"read {show_input(read)}"
        shown = notation.show_values(read.values)
        shown += f" \\ {read.excluded}_A" if read.excluded else ""
        shown += f" {read.mode}" if read.mode else ""
        return self.say("draw_read", variable=read.variable, values=shown)


def draw_text(title: str, text: str) -> Drawing:
    """The beginning of a text in a box, with its lines numbered."""
    lines = [visible_line(line)[:_WIDEST] for line in text.expandtabs(4).split("\n")[:_MOST_LINES]]
    numbered = [f"{number:>3}  {line}" for number, line in enumerate(lines, 1)]
    width = max(len(line) for line in numbered)
    # Blanks that do not collapse keep the lines of a centred text aligned on the left.
    block = "\n".join(line.ljust(width).replace(" ", "\u00a0") for line in numbered)
    size = text_size(block)
    return picture(title, [Box((0.0, 0.0), (size[0] + 24, size[1] + 16), block)], "\n".join(numbered))


def _chart(spec: Spec, title: str, text: str, style: _Style) -> Drawing:
    ends = [_box(style.say(key), Outline.ROUNDED, style.ends) for key in ("draw_start", "draw_end")]
    whole = _stacked([ends[0], _fragment(spec, (), style), ends[1]])
    return picture(title, whole.shapes, text)


def _fragment(spec: Spec, path: Path, style: _Style) -> Fragment:
    match spec:
        case Read():
            return _box(style.read(spec), Outline.SLANTED, style.at(path))
        case Write(alternatives, optional):
            shown = "\nor ".join(map(style.alternative, alternatives))
            text = style.say("draw_may_write" if optional else "draw_write", output=shown)
            return _box(text, Outline.SLANTED, style.at(path))
        case Seq(steps):
            return _stacked([_fragment(step, (*path, number), style) for number, step in enumerate(steps)])
        case Branch():
            return _branch(spec, path, style)
        case Loop(body):
            return _loop(_fragment(body, (*path, 0), style))
        case Repeat(count, body):
            head = _box(style.say("draw_repeat", count=style.term(count)), Outline.RECTANGLE, style.at(path))
            return _counted(head, _fragment(body, (*path, 0), style), style.say("draw_done"))
        case Exit():
            return _exit(style, path)
        case Nop():
            return Fragment((), 0.0, 0.0, 0.0)


def _box(text: str, outline: Outline, emphasis: Emphasis) -> Fragment:
    width, height = text_size(text)
    width, height = width + 2 * height if outline != Outline.RECTANGLE else width + 24, height + 16
    half = width / 2 + height / 4
    return Fragment((Box((0.0, height / 2), (width, height), text, outline, emphasis),), half, half, height)


def _exit(style: _Style, path: Path) -> Fragment:
    box = _box(style.say("draw_leave"), Outline.ROUNDED, style.at(path))
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


def _branch(branch: Branch, path: Path, style: _Style) -> Fragment:
    text = style.term(branch.condition)
    width, height = text_size(text)
    width, height = width * 1.15 + 60, height * 2 + 20
    emphasis = style.at(path)
    sides = (_fragment(branch.left, (*path, 0), style), _fragment(branch.right, (*path, 1), style))
    gap = max(_GAP, width / 2 + _GAP)
    columns = (-max(sides[0].right + _LANE, gap), max(sides[1].left + _LANE, gap))
    top = height + _GAP / 2
    bottom = top + max(side.height for side in sides)
    shapes: list[Shape] = [Box((0.0, height / 2), (width, height), text, Outline.DIAMOND, emphasis)]
    leaves: list[Point] = []
    for side, column, word in zip(sides, columns, ("draw_no", "draw_yes"), strict=True):
        corner = (-width / 2 if column < 0 else width / 2, height / 2)
        shapes.append(Label(((corner[0] + column) / 2, height / 2 - 12), style.say(word)))
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


def _counted(head: Fragment, body: Fragment, word: str) -> Fragment:
    """A loop whose head says how often; from its right side the flow leaves."""
    round_ = _stacked([head, body])
    edge = head.right - head.height / 4
    done = Label((edge + _LANE, head.height / 2 - 12), word)
    out = Arrow(((edge, head.height / 2), (edge + 2 * _LANE, head.height / 2)), head=False)
    leave = (edge + 2 * _LANE, head.height / 2)
    return _loop(
        replace(
            round_,
            shapes=(*round_.shapes, out, done),
            leaves=(*round_.leaves, leave),
            right=max(round_.right, edge + 3 * _LANE),
        )
    )


def _moved(shape: Shape, x: float, y: float) -> Shape:
    match shape:
        case Arrow(points=points):
            return replace(shape, points=tuple((px + x, py + y) for px, py in points))
        case Box(centre=(px, py)) | Circle(centre=(px, py)) | Label(centre=(px, py)):
            return replace(shape, centre=(px + x, py + y))
