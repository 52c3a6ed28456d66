"""The flow chart of a specification, with the way of a run in it, or with what the tests reach."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import field, replace

from viva.core.drawing import Drawing
from viva.core.exercise import Exercise
from viva.core.fault import Fault
from viva.core.json import Json
from viva.core.records import dataclass
from viva.core.report import Witness
from viva.core.submission import Submission
from viva.core.terms import ENGLISH
from viva.core.texts import Say, catalogue
from viva.drawing import graph, listing
from viva.drawing.graph import Direction, Edge, Graph, Node
from viva.drawing.shapes import Emphasis, Outline
from viva.engines.dialogues import model as m
from viva.engines.dialogues.describe import in_words
from viva.engines.dialogues.evaluation import as_value
from viva.engines.dialogues.notations import expressions, readable
from viva.engines.dialogues.notations import symbols as notation
from viva.engines.dialogues.notations.sets import show_input
from viva.engines.dialogues.outputs import Anything
from viva.engines.dialogues.semantics import Path, Way, begin, follow, give, parts_with_paths
from viva.engines.dialogues.suites.suite import suite
from viva.languages.finding import suffixes
from viva.subjects.console.model import Task

Visit = tuple[Path, bool | None]
START, END = (-1,), (-2,)
"""The paths of the two boxes that are no steps."""
_LONGEST = 34  # of a line in a box
_WIDEST = 120
_MOST_LINES = 200


def draw(exercise: Exercise, thing: Submission | Witness | None) -> Drawing:
    """The chart of the exercise; with a witness the way of its run; of a submission its text."""
    spec = exercise.task_as(Task).spec
    match thing:
        case None:
            return draw_covered(exercise.task_as(Task), exercise.title)
        case Submission():
            file, text = thing.text(suffixes(exercise.task_as(Task).languages))
            return draw_text(_say(ENGLISH)("draw_submission", file=file), text)
        case Witness(fields=fields):
            words = "\n".join(f"{name}: {value}" for name, value in fields.items())
            return draw_way(spec, _way_of(spec, fields.get("inputs")), words, ENGLISH, title=exercise.title)


def _way_of(spec: m.Spec, inputs: Json) -> Way:
    """As far as the lines of a witness lead through the specification."""
    way = begin(spec)
    for line in inputs if isinstance(inputs, list) else []:
        if way.asks is None:
            break
        way = give(way, as_value(str(line), way.asks.read.values)) or way
    return way


def draw_covered(task: Task, title: str) -> Drawing:
    """The chart with the steps dashed that no test reaches."""
    spec = task.spec
    tests = suite(spec, 0).tests
    ways = (follow(spec, case.inputs) for case in tests)
    reached = frozenset(path for way in ways if way for path in way.passed)
    missed = [path for path in _paths(spec, ()) if path not in reached]
    key = "draw_no_tests" if not tests else "draw_missed" if missed else "draw_all_reached"
    text = "\n".join([*in_words(ENGLISH).outline(spec), "", _say(ENGLISH)(key, count=len(missed))])
    marks = dict.fromkeys(missed, Emphasis.FAINT) if tests else {}
    return _chart(spec, title, text, Style(_say(ENGLISH), marks, speaks_python(spec)))


def draw_way(spec: m.Spec, way: Way, text: str, locale: str, *, title: str = "") -> Drawing:
    """The chart with the boxes and arrows of a run marked; `text` is its twin in words."""
    return _chart(spec, title or _say(locale)("draw_way"), text, style_of(spec, way, _say(locale)))


def style_of(spec: m.Spec, way: Way, say: Say) -> Style:
    """A run with its boxes and arrows marked; one that was not let to the end has no arrow there."""
    visits = list(visited(spec, way))
    last = END if way.asks is None and not _refused(spec, way) else None
    following = [*(path for path, _ in visits[1:]), last]
    taken = {(path, side, after) for (path, side), after in zip(visits, following, strict=True) if after is not None}
    taken |= {(START, None, visits[0][0] if visits else END)}
    marks = dict.fromkeys([START, *(path for path, _ in visits), *([last] if last else [])], Emphasis.GOOD)
    return Style(say, marks, speaks_python(spec), frozenset(taken))


def speaks_python(spec: m.Spec) -> bool:
    """Whether all names in it can be written as Python writes them."""
    try:
        readable.show(spec)
    except Fault:
        return False
    return True


def _refused(spec: m.Spec, way: Way) -> bool:
    """Whether a value that is not accepted ended the run, before the specification did."""
    last = dict(parts_with_paths(spec)).get(way.passed[-1]) if way.passed else None
    return isinstance(last, m.Read) and last.mode == m.Mode.ABORT and way.blocks[-1] == (Anything(),)


class _Leaves(Exception):
    """The innermost loop is left."""


class _Ends(Exception):
    """The way goes no further."""


@dataclass(frozen=True, slots=True)
class _Steps:
    """What a way says of itself, taken step by step."""

    passed: Iterator[Path]
    sides: Iterator[tuple[Path, bool]]

    def along(self, spec: m.Spec, path: Path) -> Iterator[Visit]:
        match spec:
            case m.Seq(steps):
                for number, step in enumerate(steps):
                    yield from self.along(step, (*path, number))
                return
            case m.Nop():
                return
        if next(self.passed, None) != path:
            raise _Ends
        match spec:
            case m.Branch(left, _, right):
                side = self.side()
                yield path, side
                yield from self.along(right if side else left, (*path, int(side)))
            case m.Loop(body):
                with suppress(_Leaves):
                    while True:
                        yield from self.along(body, (*path, 0))
            case m.Repeat(body=body):
                with suppress(_Leaves):
                    while side := self.side():
                        yield path, side
                        yield from self.along(body, (*path, 0))
                    yield path, False
            case m.Exit():
                yield path, None
                raise _Leaves
            case _:
                yield path, None

    def side(self) -> bool:
        found = next(self.sides, None)
        if found is None:
            raise _Ends
        return found[1]


def visited(spec: m.Spec, way: Way) -> Iterator[Visit]:
    """The boxes of the chart in the order of the run, each with the side on which it was left, where it has two."""
    with suppress(_Ends):
        yield from _Steps(iter(way.passed), iter(way.sides)).along(spec, ())


def draw_asked(exercise: Exercise, task: Task, thing: Submission | Witness | None, text: str) -> Drawing:
    """The flow chart with what is asked about it, or a submission as text: for tasks that are answered in text."""
    if isinstance(thing, Submission):
        content = "\n".join(part.decode("utf-8", "replace") for part in thing.files.values())
        return draw_text(exercise.title, content)
    drawing = draw_covered(task, exercise.title)
    return replace(drawing, text=f"{drawing.text}\n{text}\n")


def _say(locale: str) -> Say:
    return catalogue(__package__, locale).say


def _paths(spec: m.Spec, path: Path) -> Iterator[Path]:
    """Of every step that has a box in the chart."""
    match spec:
        case m.Seq(steps):
            for number, step in enumerate(steps):
                yield from _paths(step, (*path, number))
        case m.Branch(left, _, right):
            yield path
            yield from _paths(left, (*path, 0))
            yield from _paths(right, (*path, 1))
        case m.Loop(body):
            yield from _paths(body, (*path, 0))
        case m.Repeat(body=body):
            yield path
            yield from _paths(body, (*path, 0))
        case m.Nop():
            return
        case _:
            yield path


@dataclass(frozen=True, slots=True)
class Style:
    """The sentences; how boxes are drawn, by their paths; whether terms are written as Python writes them; and the
    arrows that a run took, each by its boxes and the side on which the first was left."""

    say: Say
    marks: Mapping[Path, Emphasis]
    python: bool
    taken: frozenset[tuple[Path, bool | None, Path]] = frozenset()

    def at(self, path: Path) -> Emphasis:
        return self.marks.get(path, Emphasis.PLAIN)

    def term(self, term: m.Term) -> str:
        return expressions.show_condition(term) if self.python else notation.show_term(term)

    def alternative(self, items: m.Alternative) -> str:
        """Free text is said in words: at the ends of the line last, as in the statement."""
        before, after = isinstance(items[0], m.AnyText), isinstance(items[-1], m.AnyText)
        fixed = items[before : len(items) - after] if len(items) > before + after else ()
        if not fixed:
            return self.say("draw_any_text")
        shown = " ".join(
            self.say("draw_any_text") if isinstance(item, m.AnyText) else self.item(item) for item in fixed
        )
        key = {(True, True): "draw_free_around", (True, False): "draw_free_before", (False, True): "draw_free_after"}
        return self.say(key[before, after], output=shown) if before or after else shown

    def item(self, item: m.Item) -> str:
        return readable.show_alternative((item,)) if self.python else notation.show_alternative((item,))

    def read(self, read: m.Read) -> str:
        if self.python:
            variable, _, values = show_input(read).partition(":")
            return self.say("draw_read", variable=variable, values=values.strip())
        shown = notation.show_values(read.values)
        shown += "".join(f" \\ {name}_A" for name in read.excluded)
        shown += f" {read.mode}" if read.mode else ""
        return self.say("draw_read", variable=read.variable, values=shown)


def draw_text(title: str, text: str) -> Drawing:
    """The beginning of a text with its lines numbered."""
    return listing.draw(title, listing.lines_of(text, _MOST_LINES, _WIDEST))


def _chart(spec: m.Spec, title: str, text: str, style: Style) -> Drawing:
    return graph.draw(chart(spec, style), title, text)


def chart(spec: m.Spec, style: Style) -> Graph:
    """The flow chart. What follows a piece that does not fall through is drawn, but nothing leads to it."""
    drawing = Chart(style)
    drawing.whole(spec)
    return Graph(tuple(drawing.nodes), tuple(drawing.edges), Direction.DOWN, around=True)


@dataclass(frozen=True, slots=True)
class _End:
    """Where the flow leaves: a box, the side on which it is left where it has two, and the label of the arrow."""

    box: int
    side: bool | None = None
    label: str = ""


@dataclass(slots=True)
class Chart:
    """Grows step by step: `add` leads the open ends into a piece and returns those that leave it."""

    style: Style
    nodes: list[Node] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)
    paths: list[Path] = field(default_factory=list)

    def whole(self, spec: m.Spec) -> None:
        start = self.box(self.style.say("draw_start"), Outline.ROUNDED, START, [])
        ends = self.add(spec, (), start, [])
        self.box(self.style.say("draw_end"), Outline.ROUNDED, END, ends)

    def box(self, text: str, outline: Outline, path: Path, ends: list[_End]) -> list[_End]:
        number = len(self.nodes)
        self.nodes.append(Node(str(number), _wrapped(text), outline, emphasis=self.style.at(path)))
        self.paths.append(path)
        self._lead(ends, number)
        return [_End(number)]

    def _lead(self, ends: list[_End], target: int) -> None:
        for end in ends:
            taken = (self.paths[end.box], end.side, self.paths[target]) in self.style.taken
            emphasis = Emphasis.GOOD if taken else Emphasis.PLAIN
            self.edges.append(Edge(str(end.box), str(target), end.label, emphasis))

    def add(self, spec: m.Spec, path: Path, ends: list[_End], leaving: list[_End]) -> list[_End]:
        """`leaving` collects the ends that leave the loop around."""
        style = self.style
        match spec:
            case m.Read():
                return self.box(style.read(spec), Outline.SLANTED, path, ends)
            case m.Write(alternatives, optional):
                shown = style.say("draw_or").join(map(style.alternative, alternatives))
                text = style.say("draw_may_write" if optional else "draw_write", output=shown)
                return self.box(text, Outline.SLANTED, path, ends)
            case m.Seq(steps):
                for number, step in enumerate(steps):
                    ends = self.add(step, (*path, number), ends, leaving)
                return ends
            case m.Branch(left, condition, right):
                [box] = self.box(style.term(condition), Outline.DIAMOND, path, ends)
                no = self.add(left, (*path, 0), [replace(box, side=False, label=style.say("draw_no"))], leaving)
                yes = self.add(right, (*path, 1), [replace(box, side=True, label=style.say("draw_yes"))], leaving)
                return no + yes
            case m.Loop(body):
                first = len(self.nodes)
                out: list[_End] = []
                back = self.add(body, (*path, 0), ends, out)
                if first < len(self.nodes):
                    self._lead(back, first)
                return out
            case m.Repeat(count, body):
                text = style.say("draw_repeat", count=style.term(count))
                [box] = self.box(text, Outline.RECTANGLE, path, ends)
                out = [replace(box, side=False, label=style.say("draw_done"))]
                self._lead(self.add(body, (*path, 0), [replace(box, side=True)], out), box.box)
                return out
            case m.Exit():
                leaving += self.box(style.say("draw_leave"), Outline.ROUNDED, path, ends)
                return []
            case m.Nop():
                return ends


def _wrapped(text: str) -> str:
    return "\n".join(part for line in text.split("\n") for part in textwrap.wrap(line, _LONGEST) or [""])
