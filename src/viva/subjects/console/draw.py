"""The flow chart of a specification, with the way of a run in it, or with what the tests reach."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from viva.core.drawing import Drawing
from viva.core.exercise import Exercise
from viva.core.json import Json
from viva.core.report import Witness
from viva.core.submission import Submission
from viva.core.terms import ENGLISH
from viva.core.texts import Say, catalogue
from viva.drawing import graph, listing
from viva.drawing.graph import Direction, Edge, Graph, Node
from viva.drawing.shapes import Emphasis, Outline
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
            way, readable_terms = _way_of(spec, fields.get("inputs")), exercise.task_as(Task).readable
            return draw_way(spec, way, words, ENGLISH, title=exercise.title, readable_terms=readable_terms)


def _way_of(spec: Spec, inputs: Json) -> Way:
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
    return _chart(spec, title, text, Style(_say(ENGLISH), marks, task.readable))


def draw_way(spec: Spec, way: Way, text: str, locale: str, *, title: str = "", readable_terms: bool = False) -> Drawing:
    """The chart with the way of a run drawn thick; `text` is its twin in words."""
    marks = dict.fromkeys(way.passed, Emphasis.GOOD)
    say = _say(locale)
    return _chart(spec, title or say("draw_way"), text, Style(say, marks, readable_terms, Emphasis.GOOD))


def draw_asked(exercise: Exercise, task: Task, thing: Submission | Witness | None, text: str) -> Drawing:
    """The flow chart with what is asked about it, or a submission as text: for tasks that are answered in text."""
    if isinstance(thing, Submission):
        content = "\n".join(part.decode("utf-8", "replace") for part in thing.files.values())
        return draw_text(exercise.title, content)
    drawing = draw_covered(task, exercise.title)
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
class Style:
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
    """The beginning of a text with its lines numbered."""
    return listing.draw(title, listing.lines_of(text, _MOST_LINES, _WIDEST))


def _chart(spec: Spec, title: str, text: str, style: Style) -> Drawing:
    return graph.draw(chart(spec, style), title, text)


def chart(spec: Spec, style: Style) -> Graph:
    """The flow chart. What follows a piece that does not fall through is drawn, but nothing leads to it."""
    drawing = _Chart(style)
    start = drawing.box(style.say("draw_start"), Outline.ROUNDED, style.ends, [])
    ends = drawing.add(spec, (), start, [])
    drawing.box(style.say("draw_end"), Outline.ROUNDED, style.ends, ends)
    return Graph(tuple(drawing.nodes), tuple(drawing.edges), Direction.DOWN, around=True)


Ends = list[tuple[str, str]]  # where the flow leaves: a node, and the label of the edge to come


@dataclass(slots=True)
class _Chart:
    """Grows step by step: `add` leads the open ends into a piece and returns those that leave it."""

    style: Style
    nodes: list[Node] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)

    def box(self, text: str, outline: Outline, emphasis: Emphasis, ends: Ends) -> Ends:
        name = str(len(self.nodes))
        self.nodes.append(Node(name, _wrapped(text), outline, emphasis=emphasis))
        self._lead(ends, name)
        return [(name, "")]

    def _lead(self, ends: Ends, name: str) -> None:
        self.edges += [Edge(source, name, label) for source, label in ends]

    def add(self, spec: Spec, path: Path, ends: Ends, leaving: Ends) -> Ends:
        """`leaving` collects the ends that leave the loop around."""
        style, here = self.style, self.style.at(path)
        match spec:
            case Read():
                return self.box(style.read(spec), Outline.SLANTED, here, ends)
            case Write(alternatives, optional):
                shown = "\nor ".join(map(style.alternative, alternatives))
                text = style.say("draw_may_write" if optional else "draw_write", output=shown)
                return self.box(text, Outline.SLANTED, here, ends)
            case Seq(steps):
                for number, step in enumerate(steps):
                    ends = self.add(step, (*path, number), ends, leaving)
                return ends
            case Branch(left, condition, right):
                [(name, _)] = self.box(style.term(condition), Outline.DIAMOND, here, ends)
                no = self.add(left, (*path, 0), [(name, style.say("draw_no"))], leaving)
                return no + self.add(right, (*path, 1), [(name, style.say("draw_yes"))], leaving)
            case Loop(body):
                first = len(self.nodes)
                out: Ends = []
                back = self.add(body, (*path, 0), ends, out)
                if first < len(self.nodes):
                    self._lead(back, str(first))
                return out
            case Repeat(count, body):
                text = style.say("draw_repeat", count=style.term(count))
                [(name, _)] = self.box(text, Outline.RECTANGLE, here, ends)
                out = [(name, style.say("draw_done"))]
                self._lead(self.add(body, (*path, 0), [(name, "")], out), name)
                return out
            case Exit():
                leaving += self.box(style.say("draw_leave"), Outline.ROUNDED, here, ends)
                return []
            case Nop():
                return ends


def _wrapped(text: str) -> str:
    return "\n".join(part for line in text.split("\n") for part in textwrap.wrap(line, _LONGEST) or [""])
