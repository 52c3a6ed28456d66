"""Pieces of a right program, put into another: an expression in the place of one, a statement between two or in the
place of one, with the names that it would have there."""

import ast
from collections.abc import Iterator, Sequence

from .aligning import Aligner, Change
from .layout import Layout, Piece, Unfit, written
from .phrases import fitted

_LARGEST = 14  # nodes of an expression that is borrowed
_LARGEST_STATEMENT = 24
_LEAVING = (ast.Return, ast.Break, ast.Continue)


def borrowed(layout: Layout, target: ast.FunctionDef, model: ast.FunctionDef) -> Iterator[Change]:
    """The model has the names of the target already. Small pieces first."""
    aligner = Aligner(layout)
    yield from sorted(_expressions(aligner, target, model), key=lambda change: change.cost)
    yield from sorted(_statements(aligner, target, model), key=lambda change: change.cost)


def _expressions(aligner: Aligner, target: ast.FunctionDef, model: ast.FunctionDef) -> Iterator[Change]:
    theirs = _sites(model)
    for old, tests, around in _sites(target):
        seen = {aligner.look(old)}
        for new, other_tests, _ in theirs:
            if tests != other_tests or aligner.size(new) > _LARGEST or aligner.look(new) in seen:
                continue
            seen.add(aligner.look(new))
            options = [(fitted(new, old, around), aligner.cost(old, new))]
            if tests:
                more = aligner.size(new) + 1
                joined = [ast.BoolOp(word, [old, new]) for word in (ast.And(), ast.Or())]
                options += [(fitted(each, old, around), more) for each in joined]
            for option, cost in options:
                yield Change("borrowed", (Piece(*aligner.layout.span(old), option),), cost)


def _sites(function: ast.FunctionDef) -> list[tuple[ast.expr, bool, ast.AST]]:
    """The expressions of a function: whether only their truth counts, and what stands around them."""
    found: list[tuple[ast.expr, bool, ast.AST]] = []

    def visit(node: ast.AST, test: bool, around: ast.AST) -> None:
        match node:
            case ast.expr():
                if isinstance(getattr(node, "ctx", ast.Load()), ast.Load) and not isinstance(node, ast.Slice):
                    found.append((node, test or isinstance(node, ast.Compare), around))
                inner = isinstance(node, ast.BoolOp) or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not))
                for part in ast.iter_child_nodes(node):
                    if isinstance(node, ast.Call) and part is node.func:
                        if isinstance(part, ast.Attribute):
                            visit(part.value, False, part)
                    else:
                        visit(part, test and inner, node)
            case ast.If(test=condition) | ast.While(test=condition):
                visit(condition, True, node)
                for part in (*node.body, *node.orelse):
                    visit(part, False, node)
            case ast.FunctionDef(body=body):
                for part in body:
                    visit(part, False, node)
            case _:
                for part in ast.iter_child_nodes(node):
                    visit(part, False, node)

    visit(function, False, function)
    return found


def _statements(aligner: Aligner, target: ast.FunctionDef, model: ast.FunctionDef) -> Iterator[Change]:
    theirs = [
        node for node in ast.walk(model)
        if isinstance(node, ast.stmt) and node is not model and aligner.size(node) <= _LARGEST_STATEMENT
    ]  # fmt: skip
    distinct = {aligner.look(node): node for node in theirs}.values()
    for parent in ast.walk(target):
        for field in ("body", "orelse"):
            block = getattr(parent, field, None)
            if isinstance(block, list) and block and isinstance(block[0], ast.stmt):
                yield from _in_block(aligner, parent, block, list(distinct))


def _in_block(
    aligner: Aligner, parent: ast.AST, block: Sequence[ast.stmt], new: Sequence[ast.stmt]
) -> Iterator[Change]:
    layout = aligner.layout
    if block[0].lineno == getattr(parent, "lineno", 0):
        return
    for place, old in enumerate(block):
        begin, end = layout.span(old)
        if layout.text.startswith("elif", begin):
            return
        try:
            margin = layout.margin(old)
        except Unfit:
            continue
        for each in new:
            text = written(each, margin)
            if not isinstance(each, _LEAVING):  # what follows would never be reached
                yield Change("added", (Piece(begin, begin, f"{text}\n{margin}"),), aligner.size(each))
            if place == len(block) - 1:
                yield Change("added", (Piece(end, end, f"\n{margin}{text}"),), aligner.size(each))
            if not hasattr(old, "body") and aligner.look(old) != aligner.look(each):
                yield Change("replaced", (Piece(begin, end, text),), aligner.cost(old, each))
