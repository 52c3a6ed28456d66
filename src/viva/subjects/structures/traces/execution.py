"""The symbolic execution tree of a method, as in the paper's Figures 1 and 7, and dead code found from it."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from viva.core.drawing import Drawing
from viva.core.fault import Fault
from viva.core.json import Json
from viva.core.terms import ENGLISH
from viva.core.texts import catalogue
from viva.drawing import tree
from viva.drawing.shapes import Emphasis
from viva.engines.calls.programs import sandbox_of
from viva.engines.heaps.schemas.lazy_initialization import (
    Explored,
    Found,
    compile_lazily,
    explorable,
    explore_paths,
)
from viva.languages.finding import language_named
from viva.subjects.structures.model import Task
from viva.subjects.structures.suite import prepare
from viva.subjects.structures.traces.naming import Naming

_MOST = 200


def execution_tree(task: Task, method: str, source: str, nodes: int) -> tuple[Drawing, str]:
    """The picture, and a sentence on the lines of the method that no path reaches, or none. They are named only where
    all paths on so many nodes were followed to their end."""
    domain = prepare(task, 0, None).domain
    asked = domain.methods[method]
    language = language_named(task.languages[0])
    with sandbox_of(language) as sandbox:
        program = compile_lazily(language, sandbox, source.encode())
        found: Explored | None = None
        if program is not None and explorable(domain.layout, asked):
            found = explore_paths(
                sandbox, program, domain.layout, asked, domain.kept, nodes=nodes, most=_MOST, traces=True
            )
    if found is None or not found.schemas:
        raise Fault(
            f"the runs of {method!r} cannot be followed with lazily made fields",
            task.file,
            remedy="these follow nodes with links and one key, with keys or structures as arguments",
        )
    names = [parameter.name for parameter in asked.parameters]
    say = catalogue("viva.subjects.structures", ENGLISH).say
    root = _grown(found.schemas, 0, Naming(names, domain.layout.links), say("draw_backtrack"))
    drawing = tree.draw(say("draw_paths", method=method), [tree.Tree(say("draw_paths", method=method), root)])
    ended = all(schema.outcome[0] in ("returned", "raised") for schema in found.schemas)
    dead = _dead(task.cls, method, source, found.schemas) if found.whole and ended else ()
    return drawing, say("explore_dead", lines=", ".join(map(str, dead)), nodes=nodes) if dead else ""


def _grown(schemas: Sequence[Found], depth: int, naming: Naming, backtrack: str) -> tree.Node:
    """Paths that agree so far share a node; what they decide next are its children."""
    text = "start"
    if depth:
        event = schemas[0].told[depth - 1]
        text = _line(event) + naming.told(schemas[0], event, schemas[0].told[: depth - 1])
    groups: dict[str, list[Found]] = {}
    for schema in schemas:
        if len(schema.told) > depth:
            groups.setdefault(repr(schema.told[depth]), []).append(schema)
    ends = [schema for schema in schemas if len(schema.told) == depth]
    below = [("", _grown(group, depth + 1, naming, backtrack)) for group in groups.values()]
    for group in groups.values():
        event = group[0].told[depth]
        if event[0] == "forced":  # the other way cannot be gone: the figure has it as a leaf that turns back
            other = (*event[:5], not event[5], *event[6:])
            turned = f"{_line(other)}{naming.told(group[0], other)}: {backtrack}"
            below.append(("", tree.Node(turned, emphasis=Emphasis.FAINT)))
    below += [("", tree.Node(" ".join(schema.outcome))) for schema in ends]
    return tree.Node(text, below=tuple(below))


def _line(event: Sequence[Json]) -> str:
    line = event[-1]
    return f"{line}: " if isinstance(line, int) else ""


def _dead(cls: str, method: str, source: str, schemas: Sequence[Found]) -> tuple[int, ...]:
    """Lines with a statement of the method that are on no path."""
    reached = {line for schema in schemas for line in schema.lines}
    found: set[int] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ClassDef) and node.name == cls:
            for item in node.body:
                if isinstance(item, ast.FunctionDef) and item.name == method:
                    found |= {
                        inner.lineno
                        for inner in ast.walk(item)
                        if isinstance(inner, ast.stmt)
                        and inner is not item
                        and not isinstance(inner, ast.FunctionDef)
                        and not (isinstance(inner, ast.Expr) and isinstance(inner.value, ast.Constant))
                    }
    return tuple(sorted(found - reached))
