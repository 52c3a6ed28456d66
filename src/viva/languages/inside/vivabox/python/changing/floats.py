"""Whether a trusted function calculates with floats, and how large they become, seen in the values that come up as it
runs, and not in names: `pow` gives whole numbers of whole numbers, and whoever divides by `/` does not say so.

What is asked gives a list: empty without floats, and else with the size of the largest that was calculated; a constant
is not."""

from __future__ import annotations

import ast

_SEEN, _LOOK, _ASKED = "_viva_floats", "_viva_look", "_viva_calculates_with_floats"
_WATCH = f"""
{_SEEN} = []


def {_LOOK}(value, calculated=True, abs=abs, isinstance=isinstance, kinds=(float, complex), most=float("inf")):
    if isinstance(value, kinds):
        for size in (abs(value.real), abs(value.imag)):
            {_SEEN}[:] = [size if calculated and ({_SEEN} or [0.0])[0] < size < most else ({_SEEN} or [0.0])[0]]
    return value


def {_ASKED}(*arguments):
    {_SEEN}.clear()
    value = {{function}}(*arguments)
    if hasattr(value, "__next__"):
        for _ in zip(range(10_000), value):
            pass
    return {_SEEN}[:]
"""


def with_watch(text: str, function: str) -> tuple[str, str]:
    tree = ast.fix_missing_locations(_Watching().visit(ast.parse(text)))
    future = [node for node in tree.body if isinstance(node, ast.ImportFrom) and node.module == "__future__"]
    rest = [node for node in tree.body if node not in future]
    watch = ast.parse(_WATCH.format(function=function)).body
    # The function that looks is needed while the module is loaded, and the one that asks only after that.
    whole = ast.Module([*future, *watch, *rest], [])
    return ast.unparse(ast.fix_missing_locations(whole)), _ASKED


class _Watching(ast.NodeTransformer):
    """Puts what looks around whatever may make a float; annotations and patterns make none."""

    def generic_visit(self, node: ast.AST) -> ast.AST:
        match node:
            case ast.JoinedStr() | ast.pattern():
                return node
            case ast.arg() | ast.FunctionDef() | ast.AsyncFunctionDef():
                return self._without_annotation(node)
            case ast.AnnAssign():
                node.value = self.visit(node.value) if node.value is not None else None
                return node
        found = super().generic_visit(node)
        match found:
            case ast.Call() | ast.BinOp():
                return _looked_at(found)
            case ast.Constant(value=float() | complex()) | ast.Attribute(ctx=ast.Load()):
                return _looked_at(found, ast.Constant(False))
        return found

    def visit_AugAssign(self, node: ast.AugAssign) -> list[ast.stmt]:
        node.value = self.visit(node.value)
        if any(isinstance(part, ast.Call | ast.NamedExpr) for part in ast.walk(node.target)):
            return [node]  # to look at it would be to do it twice; a float is seen where it is used
        return [node, ast.Expr(_looked_at(_loaded(node.target)))]

    def _without_annotation(self, node: ast.arg | ast.FunctionDef | ast.AsyncFunctionDef) -> ast.AST:
        if isinstance(node, ast.arg):
            return ast.arg(node.arg)
        node.returns = None
        return super().generic_visit(node)


def _looked_at(node: ast.expr, *more: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(_LOOK, ast.Load()), [node, *more], [])


def _loaded(target: ast.Name | ast.Attribute | ast.Subscript) -> ast.expr:
    return ast.parse(ast.unparse(target), mode="eval").body
