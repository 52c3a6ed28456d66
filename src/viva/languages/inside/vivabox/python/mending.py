"""Programs that differ from a submission in one small place: what a slip of the pen would have to be undone by.

Like compiling, this parses and never runs the submission. Each edit is a piece of the text put in the place of another;
the rest of the text stays as it is, comments and all.
"""

import ast
import base64
import sys
import warnings
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from ..sites import Hooks
from .compiling import RECURSION, Channel, compiled, declared_encoding, decoded

_TURNED: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.Gt, ast.NotEq),
    ast.LtE: (ast.Lt, ast.GtE),
    ast.Gt: (ast.GtE, ast.Lt, ast.NotEq),
    ast.GtE: (ast.Gt, ast.LtE),
    ast.Eq: (ast.NotEq, ast.LtE, ast.GtE),
    ast.NotEq: (ast.Eq, ast.Lt, ast.Gt),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
_OTHER_OPERATORS: dict[type[ast.operator], tuple[type[ast.operator], ...]] = {
    ast.Add: (ast.Sub, ast.Mult),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Add,),
    ast.Div: (ast.FloorDiv,),
    ast.FloorDiv: (ast.Div, ast.Mod),
    ast.Mod: (ast.FloorDiv,),
}
_OTHER_NAMES = {"max": "min", "min": "max", "True": "False", "False": "True"}
_SIMPLE = (ast.Assign, ast.AugAssign, ast.Expr, ast.AnnAssign)
_LONGEST = 400


def run(channel: Channel, job: Any) -> None:
    """The job has `source` (base64), `numbers` and `texts` that may be missing in it, and `most`. One answer is sent:
    for each edit that compiles its place, the old and the new piece, and what `compiling` says of the whole."""
    sys.setrecursionlimit(RECURSION)
    warnings.simplefilter("ignore")
    source = base64.b64decode(job["source"])
    try:
        text = decoded(source, declared_encoding(source))
        tree = ast.parse(text)
    except (SyntaxError, UnicodeError, ValueError, RecursionError, MemoryError):
        channel.send([])
        return
    found: list[dict[str, Any]] = []
    for line, begin, end, new in _Edits(text, job["numbers"], job["texts"]).of(tree):
        if len(found) == job["most"]:
            break
        whole = text.encode()
        changed = whole[:begin] + new.encode() + whole[end:]
        program = compiled(changed, Hooks())
        if "problem" not in program:
            old = whole[begin:end].decode()
            found.append(
                {**program, "line": line, "old": old[:_LONGEST], "new": new[:_LONGEST], "text": changed.decode()}
            )
    channel.send(found)


Edit = tuple[int, int, int, str]  # line, first and last byte, what is put there


class _Edits:
    def __init__(self, text: str, numbers: Sequence[int], texts: Sequence[str]) -> None:
        self._numbers = numbers
        self._texts = texts
        self._starts = [0]
        for line in text.encode().split(b"\n"):
            self._starts.append(self._starts[-1] + len(line) + 1)
        self._source = text.encode()
        self._exponents: set[int] = set()

    def of(self, tree: ast.Module) -> Iterator[Edit]:
        """Small changes of expressions first, then of whole statements; none twice."""
        seen: set[Edit] = set()
        nodes = [node for node in ast.walk(tree) if isinstance(node, ast.expr | ast.stmt)]
        nodes.sort(key=lambda node: (node.lineno, node.col_offset))
        self._exponents = {
            id(node.right)
            for node in nodes
            if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow | ast.LShift)
        }
        for group in (self._expression, self._statement):
            for node in nodes:
                for edit in group(node):
                    if edit not in seen and self._source[edit[1] : edit[2]].decode() != edit[3]:
                        seen.add(edit)
                        yield edit
        for edit in self._blocks(tree):
            if edit not in seen:
                seen.add(edit)
                yield edit

    def _span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self._starts[node.lineno - 1] + node.col_offset, self._starts[node.end_lineno - 1] + node.end_col_offset

    def _put(self, node: ast.expr | ast.stmt, new: ast.AST | str) -> Edit:
        return (node.lineno, *self._span(node), new if isinstance(new, str) else ast.unparse(new))

    def _expression(self, node: ast.expr | ast.stmt) -> Iterator[Edit]:
        match node:
            case ast.Compare(left, [operator], [right]):
                for other in _TURNED.get(type(operator), ()):
                    yield self._put(node, ast.Compare(left, [other()], [right]))
                for sign in (ast.Add(), ast.Sub()):
                    if not isinstance(right, ast.Constant):
                        yield self._put(right, ast.BinOp(right, sign, ast.Constant(1)))
            case ast.Constant(value=bool()):
                yield self._put(node, str(not node.value))
            case ast.Constant(value=int(value)):
                # Another large number as an exponent would only take for ever.
                others = () if id(node) in self._exponents else self._numbers
                yield from (self._put(node, str(number)) for number in (value + 1, value - 1, *others))
            case ast.Constant(value=str()):
                yield from (self._put(node, repr(text)) for text in self._texts)
            case ast.BoolOp(operator, values):
                other_word = ast.Or() if isinstance(operator, ast.And) else ast.And()
                yield self._put(node, f"({ast.unparse(ast.BoolOp(other_word, values))})")
            case ast.UnaryOp(ast.Not(), operand):
                yield self._put(node, operand)
            case ast.BinOp(left, sign, right):
                for other_sign in _OTHER_OPERATORS.get(type(sign), ()):
                    yield self._put(node, f"({ast.unparse(ast.BinOp(left, other_sign(), right))})")
                yield self._put(node, left)
            case ast.Subscript(value, ast.Slice()):
                yield self._put(node, value)
            case ast.Call(ast.Name(name), arguments):
                if name in _OTHER_NAMES:
                    yield self._put(node.func, _OTHER_NAMES[name])
                if name == "range" and arguments:
                    last = arguments[min(1, len(arguments) - 1)]
                    yield from (self._put(last, f"{ast.unparse(last)} {sign} 1") for sign in "+-")
                if name == "print" and len(arguments) == 1:
                    yield from (self._put(arguments[0], f"{ast.unparse(arguments[0])} {sign} 1") for sign in "+-")

    def _statement(self, node: ast.expr | ast.stmt) -> Iterator[Edit]:
        match node:
            case ast.AugAssign(target, sign, value):
                for other in _OTHER_OPERATORS.get(type(sign), ()):
                    yield self._put(node, ast.AugAssign(target, other(), value))
            case ast.Expr(ast.Call()):
                yield self._put(node, "pass")
            case ast.Assign(value=value) if _reads(value):
                yield self._put(node, "pass")

    def _blocks(self, tree: ast.Module) -> Iterator[Edit]:
        """Statements that change places, or are there once more: a read or write too late, or one that is missing."""
        reads = [node for node in ast.walk(tree) if isinstance(node, _SIMPLE) and _reads(node)]
        writes = [node for node in ast.walk(tree) if isinstance(node, ast.Expr) and _calls(node, "print")]
        for parent in ast.walk(tree):
            for name in ("body", "orelse"):
                block = getattr(parent, name, None)
                if not isinstance(block, list) or not all(isinstance(item, ast.stmt) for item in block):
                    continue
                for first, second in pairwise(block):
                    if isinstance(first, _SIMPLE) and isinstance(second, _SIMPLE):
                        yield self._swapped(first, second)
                for place in block:
                    for copied in dict.fromkeys(ast.unparse(node) for node in (*reads, *writes)):
                        yield from self._beside(place, copied)

    def _swapped(self, first: ast.stmt, second: ast.stmt) -> Edit:
        begin, middle = self._span(first)
        start, end = self._span(second)
        text = self._source
        joined = text[start:end] + text[middle:start] + text[begin:middle]
        return first.lineno, begin, end, joined.decode()

    def _beside(self, place: ast.stmt, copied: str) -> Iterator[Edit]:
        begin, end = self._span(place)
        margin = self._source[self._starts[place.lineno - 1] : begin]
        if not margin.strip():
            indent = margin.decode()
            yield place.lineno, begin, begin, f"{copied}\n{indent}"
            yield place.lineno, end, end, f"\n{indent}{copied}"


def _reads(node: ast.AST) -> bool:
    return any(isinstance(inner, ast.Call) and _calls(inner, "input") for inner in ast.walk(node))


def _calls(node: ast.AST, name: str) -> bool:
    call = node.value if isinstance(node, ast.Expr) else node
    return isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == name
