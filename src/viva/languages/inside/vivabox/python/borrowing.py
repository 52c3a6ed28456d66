"""Pieces of a right program, put into another: an expression in the place of one, a statement between two or in the
place of one, with the names that it would have there."""

import ast
from collections.abc import Iterator, Sequence

from .aligning import Aligner, Change, Layout, Piece, Unfit, written

_LARGEST = 14  # nodes of an expression that is borrowed
_LARGEST_STATEMENT = 24
_LEAVING = (ast.Return, ast.Break, ast.Continue)
_SIGNS = (ast.BinOp, ast.BoolOp, ast.Compare, ast.UnaryOp, ast.IfExp, ast.Lambda)


def borrowed(layout: Layout, target: ast.FunctionDef, model: ast.FunctionDef) -> Iterator[Change]:
    """The model has the names of the target already. Small pieces first."""
    aligner = Aligner(layout)
    yield from sorted(_expressions(aligner, target, model), key=lambda change: change.cost)
    yield from sorted(_statements(aligner, target, model), key=lambda change: change.cost)


def _expressions(aligner: Aligner, target: ast.FunctionDef, model: ast.FunctionDef) -> Iterator[Change]:
    theirs = _sites(model)
    for old, tests, tight in _sites(target):
        seen = {aligner.dump(old)}
        for new, other_tests, _ in theirs:
            if tests != other_tests or aligner.size(new) > _LARGEST or aligner.dump(new) in seen:
                continue
            seen.add(aligner.dump(new))
            text = ast.unparse(new)
            options = [(text if not (tight and isinstance(new, _SIGNS)) else f"({text})", aligner.cost(old, new))]
            if tests:
                before = f"({aligner.layout.text[slice(*aligner.layout.span(old))]})"
                more = aligner.size(new) + 1
                options += [(f"{before} and {text}", more), (f"{before} or {text}", more)]
            for option, cost in options:
                yield Change("borrowed", (Piece(*aligner.layout.span(old), option),), cost)


def _sites(function: ast.FunctionDef) -> list[tuple[ast.expr, bool, bool]]:
    """The expressions of a function: whether only their truth counts, and whether signs stand around them."""
    found: list[tuple[ast.expr, bool, bool]] = []

    def visit(node: ast.AST, test: bool, tight: bool) -> None:
        match node:
            case ast.expr():
                if isinstance(getattr(node, "ctx", ast.Load()), ast.Load) and not isinstance(node, ast.Slice):
                    found.append((node, test or isinstance(node, ast.Compare), tight))
                inner = isinstance(node, ast.BoolOp) or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not))
                close = isinstance(node, (*_SIGNS, ast.Attribute, ast.Subscript))
                for part in ast.iter_child_nodes(node):
                    if isinstance(node, ast.Call) and part is node.func:
                        if isinstance(part, ast.Attribute):
                            visit(part.value, False, True)
                    else:
                        visit(part, test and inner, close)
            case ast.If(test=condition) | ast.While(test=condition):
                visit(condition, True, False)
                for part in (*node.body, *node.orelse):
                    visit(part, False, False)
            case ast.FunctionDef(body=body):
                for part in body:
                    visit(part, False, False)
            case _:
                for part in ast.iter_child_nodes(node):
                    visit(part, False, False)

    visit(function, False, False)
    return found


def _statements(aligner: Aligner, target: ast.FunctionDef, model: ast.FunctionDef) -> Iterator[Change]:
    theirs = [
        node for node in ast.walk(model)
        if isinstance(node, ast.stmt) and node is not model and aligner.size(node) <= _LARGEST_STATEMENT
    ]  # fmt: skip
    distinct = {aligner.dump(node): node for node in theirs}.values()
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
            if not hasattr(old, "body") and aligner.dump(old) != aligner.dump(each):
                yield Change("replaced", (Piece(begin, end, text),), aligner.cost(old, each))
