"""Small changes to a source, each of which a person could make by mistake: a comparison, a word, a number, a line."""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

_COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
_OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}  # fmt: skip
_WORDS = {"all": "any", "any": "all", "min": "max", "max": "min"}


@dataclass(frozen=True, slots=True)
class Change:
    """`text` is the whole source after it."""

    line: int
    what: str
    before: str
    after: str
    text: str


def changes_in(source: str) -> list[Change]:
    """All changes that are known, in the order of the text."""
    tree = ast.parse(source)
    lines = source.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line.encode()))
    raw = source.encode()
    texts = {id(part) for node in ast.walk(tree) for part in _not_code(node)}
    found: dict[str, Change] = {}
    for node in ast.walk(tree):
        if not hasattr(node, "lineno") or id(node) in texts:
            continue
        begin, end = (starts[line - 1] + column for line, column in _span(node))
        for what, other in _others(node):
            changed = (raw[:begin] + other.encode() + raw[end:]).decode()
            after = changed.splitlines()[node.lineno - 1].strip()
            found.setdefault(changed, Change(node.lineno, what, lines[node.lineno - 1].strip(), after, changed))
    return sorted(found.values(), key=lambda change: (change.line, change.what, change.after))


def draw(sources: Mapping[Path, str], number: int, seed: int) -> list[tuple[Path, Change]]:
    """So many changes, the same for the same seed; each file has its share by the number of changes in it."""
    every = [(path, change) for path in sorted(sources) for change in changes_in(sources[path])]
    random.Random(seed).shuffle(every)
    return list(islice((each for each in every if _is_one(sources[each[0]], each[1].text)), number))


def _is_one(source: str, changed: str) -> bool:
    """Whether it is a program still, and another one."""
    try:
        return ast.dump(ast.parse(changed)) != ast.dump(ast.parse(source))
    except SyntaxError:
        return False


def _span(node: ast.AST) -> tuple[tuple[int, int], tuple[int, int]]:
    begin, end = (getattr(node, "lineno"), getattr(node, "col_offset")), (  # noqa: B009
        getattr(node, "end_lineno"), getattr(node, "end_col_offset"),  # noqa: B009
    )  # fmt: skip
    return begin, end


def _not_code(node: ast.AST) -> Iterator[ast.AST]:
    """Docstrings, annotations, imports and decorators: what says nothing when it is changed, or everything."""
    match node:
        case ast.Expr(value=ast.Constant()):
            yield from ast.walk(node)
        case ast.arg(annotation=ast.expr() as kind) | ast.AnnAssign(annotation=kind):
            yield from ast.walk(kind)
        case ast.FunctionDef(decorator_list=marks, returns=returns):
            for each in (*marks, *([returns] if returns else [])):
                yield from ast.walk(each)
        case ast.ClassDef(decorator_list=marks):
            for each in marks:
                yield from ast.walk(each)
        case ast.Assert():
            yield from ast.walk(node)
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            yield from ast.walk(node)


def _others(node: ast.AST) -> Iterator[tuple[str, str]]:
    """What may stand in the place of a part of a program."""
    match node:
        case ast.Compare(left=left, ops=[operator], comparators=[right]) if type(operator) in _COMPARISONS:
            swapped = ast.Compare(left, [_COMPARISONS[type(operator)]()], [right])
            yield "another comparison", f"({ast.unparse(swapped)})"
        case ast.BoolOp(op=operator, values=values):
            other = ast.Or() if isinstance(operator, ast.And) else ast.And()
            yield (
                "and for or" if isinstance(operator, ast.Or) else "or for and",
                f"({ast.unparse(ast.BoolOp(other, values))})",
            )
            for left_out in range(len(values)):
                rest = [value for place, value in enumerate(values) if place != left_out]
                kept = ast.BoolOp(operator, rest) if len(rest) > 1 else rest[0]
                yield "a condition left out", f"({ast.unparse(kept)})"
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield "not left out", f"({ast.unparse(operand)})"
        case ast.Constant(value=bool(value)):
            yield "the other truth", str(not value)
        case ast.Constant(value=int(value)):
            yield "one more", str(value + 1)
        case ast.BinOp(left=left, op=operator, right=right) if type(operator) in _OPERATORS:
            yield "another operator", f"({ast.unparse(ast.BinOp(left, _OPERATORS[type(operator)](), right))})"
        case ast.Call(func=ast.Name(id=name), args=arguments, keywords=words) if name in _WORDS:
            yield f"{_WORDS[name]} for {name}", ast.unparse(ast.Call(ast.Name(_WORDS[name]), arguments, words))
        case ast.Expr(value=ast.Call() | ast.Yield() | ast.YieldFrom()) | ast.AugAssign() | ast.Raise():
            yield "a line left out", "pass"
        case ast.Continue() | ast.Break():
            yield "a line left out", "pass"
        case ast.comprehension():
            pass
        case ast.IfExp(body=one, orelse=two):
            yield "always the first", f"({ast.unparse(one)})"
            yield "always the other", f"({ast.unparse(two)})"
        case ast.Return(value=ast.Compare() | ast.BoolOp() | ast.Call(func=ast.Name(id="all" | "any"))):
            yield "always true", "return True"
            yield "always false", "return False"
        case ast.ListComp(elt=element, generators=[ast.comprehension(target=target, iter=inside, ifs=[_, *_])]):
            plain = ast.ListComp(element, [ast.comprehension(target, inside, [], 0)])
            yield "a filter left out", ast.unparse(plain)
