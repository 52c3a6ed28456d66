"""Pictures: structures before and after, schemas with their four kinds of nodes, an exercise, a submission."""

from __future__ import annotations

from collections.abc import Sequence

from viva.core.drawing import Drawing
from viva.core.exercise import Exercise
from viva.core.json import Json
from viva.core.records import dataclass
from viva.core.report import Witness
from viva.core.submission import Submission
from viva.core.terms import ENGLISH
from viva.core.text.escape import visible_line
from viva.core.texts import Say, catalogue
from viva.drawing import listing, tree
from viva.drawing.shapes import Arrow, Box, Emphasis, Outline, Shape, text_size
from viva.drawing.svg import picture
from viva.engines.calls.programs import sandbox_of
from viva.engines.heaps.domain import domain_of
from viva.engines.heaps.layout import spoken
from viva.engines.heaps.running import Runner
from viva.engines.heaps.schemas.schema import Schema
from viva.engines.heaps.view import Cell, View, view
from viva.engines.heaps.written import label
from viva.languages.finding import language_named, suffixes
from viva.languages.program import Program
from viva.subjects.structures.model import Task

_MOST_LINES = 60
_WIDEST = 100
_DEEPEST = 40


def draw(exercise: Exercise, thing: Submission | Witness | None) -> Drawing:
    task = exercise.task_as(Task)
    say = catalogue(__package__, ENGLISH).say
    match thing:
        case Witness():
            return witness(exercise, thing)
        case Submission():
            file, content = thing.single(suffixes(task.languages))
            lines = listing.lines_of(content.decode("utf-8", "replace"), _MOST_LINES, _WIDEST)
            return listing.draw(say("draw_submission", file=file), lines)
    return _exercise(exercise)


def _exercise(exercise: Exercise) -> Drawing:
    """A few of the structures that the reference builds."""
    task = exercise.task_as(Task)
    language = language_named(task.languages[0])
    with sandbox_of(language) as sandbox:
        program = language.runs.prepare(sandbox, task.reference.encode())
        assert isinstance(program, Program)
        runner = Runner(language, sandbox, program, task.cls)
        domain = domain_of(
            runner,
            task.layout,
            task.methods,
            invariants=task.invariants,
            builders=task.builders,
            rings=task.rings,
            file=task.file,
        )
    views = [view(heap, domain.layout) for heap in domain.heaps]
    chosen = [next((each for each in views if len(each.cells) == size), None) for size in (1, 2, 3)]
    largest = max(views, key=lambda each: len(each.cells))
    shown = [each for each in (*chosen, largest) if each is not None]
    say = catalogue(__package__, ENGLISH).say
    found = [
        each for number, one in enumerate(shown, 1) for each in structure(say("draw_structure", number=number), one)
    ]
    return tree.draw(exercise.title, found, wrap=True)


def witness(exercise: Exercise, witness: Witness) -> Drawing:
    say = catalogue(__package__, ENGLISH).say
    pieces: list[tuple[str, Emphasis]] = []
    for key, emphasis in (
        ("before", Emphasis.PLAIN), ("call", Emphasis.PLAIN), ("expected", Emphasis.GOOD), ("actual", Emphasis.BAD),
    ):  # fmt: skip
        if key in witness.fields:
            pieces.append((f"{say(f'draw_{key}')}: {_short(witness.fields[key])}", emphasis))
    shapes: list[Shape] = []
    for number, (text, emphasis) in enumerate(pieces):
        width, height = text_size(text)
        shapes.append(Box((0.0, number * 60.0), (width + 24, height + 16), text, Outline.RECTANGLE, emphasis))
        if number:
            shapes.append(Arrow(((0.0, number * 60.0 - 43), (0.0, number * 60.0 - height / 2 - 8)), head=number < 3))
    return picture(exercise.title, shapes, "\n".join(text for text, _ in pieces))


def _short(value: Json) -> str:
    return visible_line(str(value))[:_WIDEST]


def structure(
    caption: str,
    of: View,
    beside: View | None = None,
    marked: frozenset[int] = frozenset(),
    *,
    fields: Sequence[str] = (),
    wrong: frozenset[int] = frozenset(),
) -> list[tree.Tree]:
    """One tree for each place where the structure begins. `beside` is what it should be: what differs is marked, and so
    are `wrong` cells. `marked` cells are shown as where one is. Of the `fields` beside key and links, nodes show what
    they hold."""
    across = len(of.names) == 1
    found: list[tree.Tree] = []
    others = dict(beside.entries) if beside else {}
    marking = _Marking(of, beside, set(), marked, tuple(fields), wrong)
    shown: set[int] = set()
    empty = all(entry is None for _, entry in of.entries)
    for name, entry in of.entries:
        # The end of a list that was drawn already is no list of its own, and one is enough of what is empty.
        if (entry is not None and entry in shown) or (empty and found and beside is None):
            continue
        root = marking.node(entry, others.get(name), 0)
        shown |= set(of.walk(entry))
        more = f", {spoken(name)}" if len(of.entries) > 1 and name else ""
        found.append(tree.Tree(f"{caption}{more}", root, across))
    return found


@dataclass(frozen=True, slots=True)
class _Marking:
    """A structure as nodes to draw, beside what it should be, if that is known."""

    of: View
    beside: View | None
    path: set[int]
    marked: frozenset[int] = frozenset()
    fields: tuple[str, ...] = ()
    wrong: frozenset[int] = frozenset()

    def node(self, cell: int | None, other: int | None, depth: int) -> tree.Node:
        compared = self.beside is not None
        if cell is None:
            wrong = compared and other is not None
            return tree.Node("", tree.Kind.NULL, emphasis=Emphasis.BAD if wrong else Emphasis.PLAIN)
        here = self.of.cells[cell]
        if cell in self.path or depth > _DEEPEST:
            return tree.Node(label(here.key), tree.Kind.AGAIN)
        self.path.add(cell)
        twin = self.beside.cells[other] if self.beside and other is not None else None
        wrong = compared and (twin is None or twin.key != here.key or cell in self.wrong)
        below = []
        for number, (name, link) in enumerate(zip(self.of.names, here.links, strict=True)):
            partner = twin.links[number] if twin and number < len(twin.links) else None
            below.append((spoken(name), self.node(link, partner, depth + 1)))
        emphasis = Emphasis.BAD if wrong else Emphasis.GOOD if cell in self.marked else Emphasis.PLAIN
        return tree.Node(self.text(here), below=tuple(below), emphasis=emphasis)

    def text(self, here: Cell) -> str:
        held = {
            name: "-" if link is None else self.key(link)
            for name, link in zip(self.of.back_names, here.back, strict=False)
        }
        held |= {name: "-" if value is None else label(value) for name, value in here.marks}
        more = ", ".join(f"{spoken(name)}: {held[name]}" for name in self.fields if name in held)
        return f"{label(here.key)} ({more})" if more else label(here.key)

    def key(self, cell: int) -> str:
        return label(self.of.cells[cell].key)


def schema_tree(schema: Schema, names: Sequence[str], captions: dict[int, str], caption: str, say: Say) -> tree.Tree:
    """A schema with its four kinds of nodes; `captions` are the letters of nodes that are spoken of."""
    across = len(names) == 1

    def build(number: int) -> tree.Node:
        children = {part.link: place for place, part in enumerate(schema.parts) if part.parent == number}
        below = []
        for link, name in enumerate(names):
            if link not in children:
                below.append((name, tree.Node("", tree.Kind.UNEXPLORED)))
                continue
            part = schema.parts[children[link]]
            child = tree.Node("", tree.Kind.NULL) if part.null else build(children[link])
            if part.then is not None:
                child = tree.Node(
                    child.text, child.kind, child.below, child.emphasis, say("draw_star", then=names[part.then])
                )
            below.append((name, child))
        return tree.Node(captions.get(number, "?"), below=tuple(below))

    if schema.empty:
        return tree.Tree(caption, tree.Node("", tree.Kind.NULL), across)
    root = build(0) if schema.parts else tree.Node("", tree.Kind.UNEXPLORED)
    return tree.Tree(caption, root, across)
