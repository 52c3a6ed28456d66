"""`viva execution-tree`: what a function or a method can do, decision by decision (Ihantola, Figures 1 and 7)."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Protocol, runtime_checkable

import click

from viva.commands.files import read_bytes, read_text
from viva.commands.options import PATH
from viva.commands.output import write, write_file
from viva.core.drawing import Drawing
from viva.core.fault import Fault
from viva.core.records import dataclass
from viva.core.text.escape import visible_line
from viva.core.texts import catalogue
from viva.drawing import tree
from viva.drawing.shapes import Emphasis
from viva.engines.calls import Compiled, Question, sandbox_of
from viva.engines.coverage import lines_reached
from viva.engines.shapes import Plain, Shape, Unknown, read_shape, surveyed_classes
from viva.engines.symbolic import fitting
from viva.engines.symbolic.decisions import Grown, Leaf, Missing, Tree, grow_tree, variables_of
from viva.engines.symbolic.written import Writer
from viva.languages.finding import language_for, language_named
from viva.languages.program import NoProgram, Program
from viva.languages.protocol import calls_of, reads_of
from viva.languages.sites import Hooks
from viva.services.registry import read_exercise

_LANGUAGES = ("python", "javascript")
_MOST_INPUTS = 12
_WIDE = 100


@runtime_checkable
class Follows(Protocol):
    """An exercise, whatever its subject, that can draw the paths of what it asks for."""

    def execution_tree(self, name: str | None, source: str | None, nodes: int) -> tuple[Drawing, str]:
        """The picture, and a sentence on lines that no path reaches, or none."""
        ...


@runtime_checkable
class Asks(Protocol):
    """An exercise, whatever its subject, that asks for a function."""

    @property
    def question(self) -> Question: ...


@click.command("execution-tree")
@click.argument("target", type=PATH, metavar="EXERCISE|FILE")
@click.option("--function", "--method", "name", metavar="NAME", help="The one to look at; without it the last one.")
@click.option("--nodes", type=click.IntRange(1, 6), default=2, show_default=True, help="How large structures may be.")
@click.option("--file", type=PATH, help="A file to look into, instead of the reference of the exercise.")
@click.option("-o", "--out", type=PATH, metavar="FILE.svg", help="Write the picture there.")
def command(target: Path, *, name: str | None, nodes: int, file: Path | None, out: Path | None) -> int:
    """Draw the symbolic execution tree of a function or a method, and name lines that no path reaches.

    Each node is a decision, with its line; ways that cannot be gone are drawn too. FILE is a Python or JavaScript file;
    parameters without a type are whole numbers. EXERCISE is one of functions or of structures.

    \b
    Example:
      viva execution-tree minimum.py
      viva execution-tree exercises/structures/tree-insert --method contains -o tree.svg
    """
    source = None if file is None else read_text(file)
    if target.is_dir() or target.suffix == ".toml":
        task = read_exercise(target)[1].task
        if isinstance(task, Follows):
            drawing, dead = task.execution_tree(name, source, nodes)
        else:
            drawing, dead = _asked(target, task, name, file)
    else:
        drawing, dead = _function(
            target.name, read_bytes(target), language_for(target.name, _LANGUAGES).name, name, None
        )
    if out is not None:
        write_file(out, drawing.svg)
    else:
        write(drawing.text + "\n")
    if dead:
        write(dead + "\n")
    return 0


def _asked(folder: Path, task: object, name: str | None, file: Path | None) -> tuple[Drawing, str]:
    """Of a function that an exercise asks for: it says the types."""
    if not (isinstance(task, Asks) and isinstance(task.question, Question)):
        raise Fault("this exercise asks neither for a function nor for a class", str(folder))
    question = task.question
    if file is not None:
        language = language_for(file.name, question.languages).name
        return _function(file.name, read_bytes(file), language, name or question.function, question)
    if question.reference is None:
        raise Fault("this exercise has no reference", str(folder), remedy="name a file with --file")
    reference = question.reference
    named = name or reference.function
    return _function(reference.file or "reference", reference.text.encode(), reference.language, named, question)


def _function(
    file: str, source: bytes, language_name: str, name: str | None, question: Question | None
) -> tuple[Drawing, str]:
    language = language_named(language_name)
    reads_of(language)
    symbolic = calls_of(language).symbolic
    with sandbox_of(language) as sandbox:
        compiled = Compiled(language, sandbox, source, name or "", file)
        program = compiled.program(Hooks(expressions=True))
        if isinstance(program, NoProgram):
            raise Fault(program.message, file, program.line, program.column)
        asked = _signature(compiled, file, name, question)
        target = None if symbolic is None else symbolic.compile_target(sandbox, source, asked.name)
        able = all(map(fitting, asked.shapes))
        grown = grow_tree(sandbox, target, asked.shapes) if target is not None and able else None
        if symbolic is None or grown is None:
            raise Fault(
                f"the runs of {asked.name!r} cannot be followed",
                file,
                remedy="functions of numbers, truth values, texts, lists and dictionaries can be",
            )
        told = _Telling(asked, grown, symbolic.line_of)
        return told.drawing(), told.dead(Compiled(language, sandbox, source, asked.name, file), program)


@dataclass(frozen=True, slots=True)
class _Signature:
    name: str
    parameters: tuple[str, ...]
    shapes: tuple[Shape, ...]
    first: int
    last: int


def _signature(compiled: Compiled, file: str, name: str | None, question: Question | None) -> _Signature:
    functions = [each for each in compiled.facts.functions if "." not in each.name]
    known = {each.name: each for each in functions}
    if not functions or (name is not None and name not in known):
        names = ", ".join(known) or "none"
        raise Fault(
            f"the file defines no function{f' {name!r}' if name else ''}", file, remedy=f"its functions are {names}"
        )
    found = known[name] if name is not None else functions[-1]
    parameters = tuple(parameter for parameter, _ in found.parameters)
    if question is not None and question.function == found.name and len(question.shapes) == len(parameters):
        return _Signature(found.name, parameters, question.shapes, found.line, found.end_line)
    classes = surveyed_classes(compiled.facts.classes)
    shapes: list[Shape] = []
    for parameter, kind in found.parameters:
        try:
            shapes.append(Plain("int") if kind is None else read_shape(kind, classes))
        except Unknown:
            raise Fault(f"the type of {parameter!r} is not one that can be followed", file, found.line) from None
    return _Signature(found.name, parameters, tuple(shapes), found.line, found.end_line)


@dataclass(frozen=True, slots=True)
class _Telling:
    """A tree in the words of its source."""

    asked: _Signature
    grown: Grown
    line_of: Callable[[int], int | None]

    @property
    def writer(self) -> Writer:
        return Writer(self.grown.frame, self.asked.parameters)

    def drawing(self) -> Drawing:
        say = catalogue("viva.cli").say
        call = f"{self.asked.name}({', '.join(self.asked.parameters)})"
        title = say("tree_title", call=call)
        inputs = [self.call(leaf.arguments) for leaf in self.grown.leaves()]
        below = textwrap.wrap(say("tree_inputs", calls=", ".join(inputs[:_MOST_INPUTS])), _WIDE) if inputs else []
        root = tree.Node(call, below=tuple(self.below(self.grown.root)))
        return tree.draw(title, [tree.Tree(title, root)], below)

    def call(self, arguments: tuple[object, ...]) -> str:
        return visible_line(f"{self.asked.name}({', '.join(map(repr, arguments))})")

    def below(self, at: Tree) -> list[tuple[str, tree.Node]]:
        say = catalogue("viva.cli").say
        match at:
            case Missing.IMPOSSIBLE:
                return [("", tree.Node(say("tree_impossible"), emphasis=Emphasis.FAINT))]
            case Missing():
                return [("", tree.Node(kind=tree.Kind.UNEXPLORED))]
            case Leaf():
                return [("", tree.Node(self.end(at)))]
        line = self.line_of(at.site)
        found: list[tuple[str, tree.Node]] = []
        for side in at.sides:
            if isinstance(side.below, Missing) and not isinstance(side.value, bool):
                found.append(("", tree.Node(kind=tree.Kind.UNEXPLORED)))
                continue
            text = self.writer.decision(at.term, side.value)
            faint = side.below is Missing.IMPOSSIBLE
            found.append(
                (
                    "",
                    tree.Node(
                        f"{line}: {text}" if line else text,
                        below=tuple(self.below(side.below)),
                        emphasis=Emphasis.FAINT if faint else Emphasis.PLAIN,
                    ),
                )
            )
        return found

    def end(self, leaf: Leaf) -> str:
        say = catalogue("viva.cli").say
        match leaf.outcome:
            case ["raised", str() as kind, *_]:
                return say("tree_raises", kind=visible_line(kind))
            case ["endless", *_]:
                return say("tree_endless")
        value = self.writer.outcome(leaf.outcome, leaf.terms)
        return say("tree_returns", value=visible_line(value)) if value is not None else say("tree_ends")

    def dead(self, compiled: Compiled, program: Program) -> str:
        """Said only where every path was followed to its end; what is known of letters and of floats is not enough."""
        say = catalogue("viva.cli").say
        if not self.grown.whole or any(
            kind.name in ("real", "character") for kind in variables_of(self.grown).values()
        ):
            return ""
        missed: set[int] | None = None
        inputs = [leaf.arguments for leaf in self.grown.leaves()]
        for outcome in compiled.ask(program, inputs, report=["ticks"]):
            here = set(lines_reached(program, outcome.coverage)[1])
            missed = here if missed is None else missed & here
        inside = sorted(line for line in missed or () if self.asked.first < line <= self.asked.last)
        return say("tree_dead", lines=", ".join(map(str, inside))) if inside else ""
