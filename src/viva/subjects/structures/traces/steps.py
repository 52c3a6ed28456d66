"""A call step by step, as a strip of pictures: the structure before each line that changes it, or moves on in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from viva.core.drawing import Drawing
from viva.core.isolation import Isolation
from viva.core.records import dataclass
from viva.core.rungs import Clue
from viva.core.texts import Say
from viva.drawing import tree
from viva.engines.calls.programs import sandbox_of
from viva.engines.coverage import lines_reached
from viva.engines.heaps.layout import Layout, language_of
from viva.engines.heaps.parts import items
from viva.engines.heaps.running import LARGEST, Runner
from viva.engines.heaps.view import View, numbering, view
from viva.engines.heaps.written import show
from viva.languages.heap import Heap, Node, Reference
from viva.languages.outcome import Stage
from viva.languages.program import Program
from viva.languages.protocol import Language
from viva.languages.sites import Hooks
from viva.sandbox import Sandbox
from viva.subjects.structures import draw
from viva.subjects.structures.model import Task

_LINES = 400
_MOST_PICTURES = 24


@dataclass(frozen=True, slots=True)
class Step:
    """`at` are the cells that variables of the method name, with their names."""

    line: int | None
    seen: View
    at: Mapping[int, tuple[str, ...]]


def steps_of(
    task: Task, layout: Layout, method: str, call: Heap, source: str, *, isolation: Isolation | None = None
) -> tuple[Step, ...]:
    """The stages of a call, the first before anything was done; a long run is cut. None where the language
    has no stages. Classes that the source does not define are those of the reference."""
    language = language_of(task.file)
    with sandbox_of(language, isolation) as sandbox:
        found = _whole(task, language, sandbox, source, Hooks())
        if found is None or language.reads is None:
            return ()
        whole, before = found
        name = f"{task.cls}.{method}"
        stages = language.reads.stages(sandbox, whole, name, call, steps=_LINES, largest=LARGEST)
    return tuple(_distinct(_step(stage, layout, before) for stage in stages))


def lines_of(
    task: Task, method: str, call: Heap, source: str, *, isolation: Isolation | None = None
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The lines that a call reaches, and those that it does not of the methods in which it is."""
    language = language_of(task.file)
    with sandbox_of(language, isolation) as sandbox:
        found = _whole(task, language, sandbox, source, Hooks(expressions=True))
        if found is None or language.reads is None:
            return (), ()
        whole, before = found
        outcome = next(Runner(language, sandbox, whole, task.cls).run(method, [call], ticks=True))
        method_at = {
            each.line - before: each.function for each in language.reads.survey(sandbox, whole.text.encode()).flow
        }
    last = source.count("\n") + 1
    reached, missed = (
        {line - before for line in lines if 0 < line - before <= last}
        for lines in lines_reached(whole, outcome.coverage)
    )
    entered = {method_at[line] for line in reached if line in method_at}
    return tuple(sorted(reached)), tuple(sorted(line for line in missed if method_at.get(line) in entered))


def _whole(task: Task, language: Language, sandbox: Sandbox, source: str, hooks: Hooks) -> tuple[Program, int] | None:
    """The program with the classes of the reference that it does not define, and how many lines these are before it."""
    program = language.runs.prepare(sandbox, source.encode(), hooks)
    if not isinstance(program, Program) or language.reads is None:
        return None
    defined = [cls.name for cls in program.classes]
    joined = language.reads.with_classes(source, task.reference, task.cls, defined)
    whole = language.runs.prepare(sandbox, joined.text.encode(), hooks) if joined else program
    return (whole, joined.before if joined else 0) if isinstance(whole, Program) else None


def _step(stage: Stage, layout: Layout, before: int) -> Step:
    """The structures that the call was given, and what only a variable still holds; lines are counted behind those that
    were put `before` the source."""
    heap = stage.seen
    arguments, named = items(heap)
    assert isinstance(arguments, Reference) and isinstance(named, Reference)
    given = [slot for slot in heap.nodes[arguments.node].children if isinstance(slot, Reference)]
    pairs = heap.nodes[named.node].children
    variables = [
        (name, value)
        for name, value in zip(pairs[::2], pairs[1::2], strict=True)
        if isinstance(name, str) and isinstance(value, Reference)
    ]
    held = [value for _, value in variables if heap.nodes[value.node].label == layout.node and layout.node]
    whole = Heap(Reference(len(heap.nodes)), (*heap.nodes, Node("list", "", (*given, *held))))
    numbers = numbering(whole, layout)
    at: dict[int, tuple[str, ...]] = {}
    for name, value in variables:
        if value.node in numbers:
            at[numbers[value.node]] = (*at.get(numbers[value.node], ()), name)
    seen = view(whole, layout) if layout.node else view(heap, layout, given[0])
    line = None if stage.line is None else stage.line - before
    return Step(line, _without_ends(seen, len(held)), at)


def _without_ends(seen: View, held: int) -> View:
    """Variables begin a structure of their own only where nothing else leads to what they name."""
    own, others = seen.entries[: len(seen.entries) - held], seen.entries[len(seen.entries) - held :]
    reached = {cell for _, entry in own for cell in seen.walk(entry)}
    found: list[tuple[str, int | None]] = []
    for _, entry in sorted(others, key=lambda each: -len(list(seen.walk(each[1])))):
        if entry not in reached:
            reached |= set(seen.walk(entry))
            found.append(("", entry))
    named = tuple((name.partition(".")[2] if "[" in name else name, entry) for name, entry in own)
    return replace(seen, entries=(*named, *found))


def _distinct(steps: Iterator[Step]) -> Iterator[Step]:
    """Without those that look like the one before."""
    before: tuple[object, ...] | None = None
    for each in steps:
        this = (each.seen, tuple(sorted(each.at)))
        if this != before:
            yield each
        before = this


def draw_steps(title: str, steps: tuple[Step, ...], say: Say) -> Drawing:
    """A strip of pictures; the nodes that variables name are marked, and the caption says which."""
    trees: list[tree.Tree] = []
    for number, each in enumerate(_few(steps)):
        where = say("draw_end") if each.line is None else say("draw_step", line=each.line)
        names = ", ".join(name for _, names in sorted(each.at.items()) for name in names)
        caption = f"{number + 1}. {where}{f': {names}' if names else ''}"
        trees += draw.structure(caption, each.seen, marked=frozenset(each.at))
    return tree.draw(title, trees, wrap=True)


def _few(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    stride = -(-len(steps) // _MOST_PICTURES) if steps else 1
    return (*steps[:-1:stride], *steps[-1:])


def walkthrough(task: Task, method: str, call: Heap, say: Say) -> Clue | None:
    """How it is done, step by step."""
    found = steps_of(task, task.layout, method, call, task.reference)
    shown = list(dict.fromkeys(show(each.seen) for each in found))
    if not shown:
        return None
    return Clue(
        say("trace_steps", listed="; ".join(shown)), drawing=draw_steps(say("draw_run", call=method), found, say)
    )
