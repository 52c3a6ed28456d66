"""Classes that arguments are instances of are given: a submission that leaves them out of its file gets them.

They are added behind its last line, so that every line keeps its number; a function finds them when it is called.
"""

from __future__ import annotations

import ast
from dataclasses import replace

from viva.engines.calls.programs import Compiled
from viva.engines.calls.question import Question
from viva.engines.shapes import Instance, Shape, inner_shapes


def needed(question: Question) -> frozenset[str]:
    """The classes that the arguments are made of."""
    todo: list[Shape] = list(question.shapes)
    met: set[str] = set()
    while todo:
        shape = todo.pop()
        if isinstance(shape, Instance) and shape.name not in met:
            met.add(shape.name)
            todo += [part for _, part in shape.fields]
        todo += inner_shapes(shape)
    return frozenset(met)


def submitted_as(question: Question, submission: Compiled) -> Compiled:
    """The submission with the classes that it needs and does not define, if they are written in its language."""
    definitions = question.definitions
    classes = needed(question)
    if definitions is None or not classes or definitions.language != submission.language.name:
        return submission
    if not submission.facts.lines:
        return submission  # there is nothing yet that could use them
    bound = frozenset(submission.facts.bound)
    text = _classes(definitions.text, classes - bound, bound)
    if not text:
        return submission
    whole = submission.source.rstrip() + b"\n\n\n" + text.encode()
    # What is said of the source is said of what was handed in.
    return replace(submission.edited(whole), _facts=[submission.facts])


def _classes(definitions: str, wanted: frozenset[str], bound: frozenset[str]) -> str:
    """The classes with all that they need from the same file and is not `bound` already; as far as it is there."""
    tree = ast.parse(definitions)
    statements = {name: node for node in tree.body for name in _bound(node)}
    chosen: list[ast.stmt] = []
    todo, met = sorted(wanted), set(bound)
    while todo:
        name = todo.pop()
        if name not in met and name in statements:
            chosen.append(statements[name])
            todo += sorted({each.id for each in ast.walk(statements[name]) if isinstance(each, ast.Name)})
        met.add(name)
    return "".join(f"{ast.unparse(_quoted(node))}\n\n" for node in tree.body if node in chosen)


def _bound(node: ast.stmt) -> list[str]:
    match node:
        case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
            return [name]
        case ast.ImportFrom(module="__future__"):
            return []
        case ast.Import(names=names) | ast.ImportFrom(names=names):
            return [(each.asname or each.name).partition(".")[0] for each in names]
        case ast.Assign(targets=targets):
            return [each.id for target in targets for each in ast.walk(target) if isinstance(each, ast.Name)]
        case _:
            return []


def _quoted(node: ast.stmt) -> ast.stmt:
    """With annotations as texts: the names in them need not be known where they stand."""
    for each in ast.walk(node):
        match each:
            case ast.AnnAssign() | ast.arg(annotation=ast.expr()):
                assert each.annotation is not None
                each.annotation = ast.Constant(ast.unparse(each.annotation))
            case ast.FunctionDef(returns=ast.expr()):
                assert each.returns is not None
                each.returns = ast.Constant(ast.unparse(each.returns))
    return node
