"""Parts of syntax that ways to write a function are made of."""

import ast
from collections.abc import Callable, Iterator, Sequence
from typing import Any

Block = list[ast.stmt]

_NEGATED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.GtE, ast.LtE: ast.Gt, ast.Gt: ast.LtE, ast.GtE: ast.Lt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip


_ATOM = 11


def fitted(new: ast.expr, old: ast.AST, around: ast.AST | None) -> str:
    """The source of an expression in the place of the old one, in brackets where what is around binds more tightly."""
    text = ast.unparse(new)
    return text if _binding(new) >= _asked(old, around) else f"({text})"


def _binding(node: ast.expr) -> int:
    """How tightly an expression holds together."""
    match node:
        case ast.Lambda() | ast.NamedExpr() | ast.Yield() | ast.YieldFrom():
            return 0
        case ast.IfExp():
            return 1
        case ast.BoolOp(op=sign):
            return 2 if isinstance(sign, ast.Or) else 3
        case ast.UnaryOp(op=sign):
            return 4 if isinstance(sign, ast.Not) else 8
        case ast.Compare():
            return 5
        case ast.BinOp(op=ast.Add() | ast.Sub()):
            return 6
        case ast.BinOp(op=ast.Pow()):
            return 9
        case ast.BinOp(op=ast.Mult() | ast.Div() | ast.FloorDiv() | ast.Mod() | ast.MatMult()):
            return 7
        case ast.BinOp():
            return 5  # signs for bits, which are rare
        case ast.Tuple():
            return 0
    return _ATOM


def _asked(old: ast.AST, around: ast.AST | None) -> int:
    """How tightly what stands in a place has to hold together."""
    match around:
        case ast.Attribute() | ast.Await():
            return _ATOM
        case ast.Subscript(value=part) | ast.Call(func=part):
            return _ATOM if part is old else 0
        case ast.BinOp(left=left, op=ast.Pow()):
            return 10 if left is old else 8
        case ast.BinOp(left=left):
            return _binding(around) + (left is not old)
        case ast.UnaryOp(op=ast.Not()):
            return 4
        case ast.UnaryOp():
            return 8
        case ast.Compare() | ast.Starred():
            return 6
        case ast.BoolOp():
            return _binding(around) + 1
        case ast.IfExp() | ast.comprehension():
            return 2
    return 0


class Names:
    """New names that a function does not use."""

    def __init__(self, function: ast.FunctionDef) -> None:
        self.used = {node.id for node in ast.walk(function) if isinstance(node, ast.Name)}
        self.used |= {argument.arg for argument in function.args.args}

    def fresh(self, *wanted: str) -> str:
        for name in wanted:
            if name not in self.used:
                return name
        number = 2
        while f"{wanted[0]}{number}" in self.used:
            number += 1
        return f"{wanted[0]}{number}"


def copied(node: Any) -> Any:
    """A twin of a node and all that is in it; much quicker than `copy.deepcopy`."""
    if isinstance(node, list):
        return [copied(item) for item in node]
    if not isinstance(node, ast.AST):
        return node
    twin = type(node)(**{name: copied(value) for name, value in ast.iter_fields(node)})
    return ast.copy_location(twin, node)


def each(block: Block, change: Callable[[ast.stmt], Iterator[Block]]) -> Iterator[Block]:
    """The block with one of its statements replaced."""
    for place, statement in enumerate(block):
        for new in change(statement):
            yield [*block[:place], *new, *block[place + 1 :]]


def negated(test: ast.expr) -> ast.expr:
    match test:
        case ast.Compare(left, [operator], right):
            return ast.Compare(left, [_NEGATED[type(operator)]()], right)
        case ast.UnaryOp(ast.Not(), operand):
            return operand
    return ast.UnaryOp(ast.Not(), test)


class Swap(ast.NodeTransformer):
    """Another expression in the place of those that look like one."""

    def __init__(self, dump: str, new: ast.expr) -> None:
        self.dump, self.new = dump, new

    def generic_visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, ast.expr) and ast.dump(node) == self.dump:
            new: ast.expr = copied(self.new)
            return new
        return super().generic_visit(node)


def replaced(statement: ast.stmt, name: str, new: ast.expr) -> ast.stmt:
    changed: ast.stmt = Swap(ast.dump(load(name)), new).visit(copied(statement))
    return changed


def load(name: str) -> ast.Name:
    return ast.Name(name, ast.Load())


def store(name: str) -> ast.Name:
    return ast.Name(name, ast.Store())


def call(name: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(load(name), list(arguments), [])


def method(name: str, method: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(ast.Attribute(load(name), method, ast.Load()), list(arguments), [])


def stores(block: Sequence[ast.stmt], name: str) -> bool:
    """Whether statements give a name another value."""
    return any(
        isinstance(node, ast.Name) and node.id == name and not isinstance(node.ctx, ast.Load)
        for each in block
        for node in ast.walk(each)
    )


def uses(block: Sequence[ast.stmt], name: str) -> bool:
    return any(isinstance(node, ast.Name) and node.id == name for each in block for node in ast.walk(each))


def leaves(block: Sequence[ast.stmt], how: type[ast.stmt]) -> bool:
    return any(isinstance(node, how) for each in block for node in ast.walk(each))


def ends(block: Sequence[ast.stmt]) -> bool:
    return isinstance(block[-1], ast.Return | ast.Break | ast.Continue)
