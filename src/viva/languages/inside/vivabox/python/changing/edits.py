"""The catalogue of small edits: what a slip of the pen or a usual mistake of a beginner would have to be undone by.

An edit is a piece of the text put in the place of another; the rest of the text stays as it is, comments and all. Like
compiling, finding edits parses a submission and never runs it.
"""

import ast
import builtins
import difflib
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, pairwise
from typing import NamedTuple

from .adding import conditions, missing, others, shadows
from .phrases import fitted
from .undoing import (
    blocks,
    expression_slips,
    not_deep_enough,
    returns_in_loops,
    starts_before_loops,
    starts_in_loops,
    statement_slips,
    too_deep,
)

_COMPARISONS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq)
# What is most often written instead of what was meant; the rest of `_COMPARISONS` comes later.
_TURNED: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.Gt, ast.NotEq),
    ast.LtE: (ast.Lt, ast.GtE),
    ast.Gt: (ast.GtE, ast.Lt, ast.NotEq),
    ast.GtE: (ast.Gt, ast.LtE),
    ast.Eq: (ast.NotEq, ast.LtE, ast.GtE),
    ast.NotEq: (ast.Eq, ast.Lt, ast.Gt),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
_ARITHMETIC = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Div, ast.Mod)
_OTHER_OPERATORS: dict[type[ast.operator], tuple[type[ast.operator], ...]] = {
    ast.Add: (ast.Sub, ast.Mult),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Add,),
    ast.Div: (ast.FloorDiv,),
    ast.FloorDiv: (ast.Div, ast.Mod),
    ast.Mod: (ast.FloorDiv,),
    ast.Pow: (ast.Mult,),
}
_OTHER_FUNCTIONS = {"max": "min", "min": "max"}
_SIMPLE = (ast.Assign, ast.AugAssign, ast.Expr, ast.AnnAssign)
_DROPPED = (ast.Assign, ast.AugAssign, ast.Expr, ast.Return, ast.Break, ast.Continue, ast.If)
_MOST_NAMES = 6
_IN_SCRIPTS = ("overwritten", "left")
_MOST_NEAR = 3
_ALIKE = 0.6
_BUILTINS = frozenset(dir(builtins))
_LONGEST_TEXT = 40

Node = ast.expr | ast.stmt


class Edit(NamedTuple):
    """`new` is put in the place of the bytes from `begin` to `end`."""

    kind: str
    begin: int
    end: int
    new: str


class Source:
    """The text of a program, and the edits of it."""

    def __init__(self, text: str) -> None:
        self.bytes = text.encode()
        self._starts = [0]
        for line in self.bytes.split(b"\n"):
            self._starts.append(self._starts[-1] + len(line) + 1)
        self._tree = ast.parse(text)
        nodes = [node for node in ast.walk(self._tree) if isinstance(node, ast.expr | ast.stmt)]
        within = {id(node) for text in nodes if isinstance(text, ast.JoinedStr) for node in ast.walk(text)}
        nodes = [node for node in nodes if id(node) not in within or self._is_at_its_place(node)]
        self._nodes = sorted(nodes, key=lambda node: (node.lineno, node.col_offset))
        # Another large number as an exponent would only take for ever.
        self._exponents = {
            id(node.right)
            for node in nodes
            if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow | ast.LShift)
        }
        self._names = _names_around(self._tree)
        stored = (n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))
        self._of_script = () if self._names else tuple(dict.fromkeys(stored))
        self._parents = {id(part): node for node in ast.walk(self._tree) for part in ast.iter_child_nodes(node)}

    def edits(self, numbers: Sequence[int] = (), texts: Sequence[str] = ()) -> Iterator[Edit]:
        """The likeliest slips first: small changes of expressions, then of statements, then of their order; the rarer
        ones last. No program comes twice. `numbers` and `texts` are constants to try."""
        seen = {self.bytes.decode()}
        groups: tuple[Callable[[Node], Iterator[Edit]], ...] = (
            lambda node: self._expression(node, numbers, texts),
            self._statement,
        )
        usual = chain(self._misspelt(), chain.from_iterable(group(node) for group in groups for node in self._nodes))
        rare = chain.from_iterable(self._rarer(node) for node in self._nodes)
        for edit in chain(usual, self._in_functions(), self._in_script(), self._blocks(), rare):
            text = self.changed(edit)
            if text not in seen:
                seen.add(text)
                yield edit

    def further(self) -> Iterator[Edit]:
        """Edits for more than a slip: what is missing in functions, or written in quite another way."""
        seen = {self.bytes.decode()}
        for edit in chain.from_iterable(map(self._further, (n for n in self._nodes if isinstance(n, ast.FunctionDef)))):
            text = self.changed(edit)
            if text not in seen:
                seen.add(text)
                yield edit

    def _further(self, function: ast.FunctionDef) -> Iterator[Edit]:
        for name in shadows(function):
            yield self._renamed(function, name)
        yield from (self._put(*other) for other in others(function))
        for kind, statement, where, text in missing(function):
            begin, end = self._span(statement)
            indent = self.bytes[self._starts[statement.lineno - 1] : begin]
            if indent.strip():
                continue  # several statements in one line
            margin = indent.decode()
            new = text.replace("\n", f"\n{margin}")
            match where:
                case "before":
                    yield Edit(kind, begin, begin, f"{new}\n{margin}")
                case "after":
                    yield Edit(kind, end, end, f"\n{margin}{new}")
                case _:
                    yield Edit(kind, begin, end, new)
        yield from (self._put(*other) for other in conditions(function))

    def _renamed(self, function: ast.FunctionDef, name: str) -> Edit:
        """Another name for a variable that hides a function of its name; calls keep theirs."""
        called = {id(node.func) for node in ast.walk(function) if isinstance(node, ast.Call)}
        spans = sorted(
            self._span(node)
            for node in ast.walk(function)
            if isinstance(node, ast.Name) and node.id == name and id(node) not in called
        )
        begin, end = spans[0][0], spans[-1][1]
        parts, at = [], begin
        for first, last in spans:
            parts += [self.bytes[at:first].decode(), f"{name}_"]
            at = last
        return Edit("shadowed", begin, end, "".join(parts))

    def changed(self, edit: Edit) -> str:
        return (self.bytes[: edit.begin] + edit.new.encode() + self.bytes[edit.end :]).decode()

    def place(self, edit: Edit) -> list[int]:
        """Line, column, end line, end column, from 1 and in characters."""
        return [*self._at(edit.begin), *self._at(edit.end)]

    def _at(self, offset: int) -> tuple[int, int]:
        before = self.bytes[:offset]
        line = before.count(b"\n")
        return line + 1, len(before[self._starts[line] :].decode()) + 1

    def _span(self, node: Node) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self._starts[node.lineno - 1] + node.col_offset, self._starts[node.end_lineno - 1] + node.end_col_offset

    def _is_at_its_place(self, node: Node) -> bool:
        """Before Python 3.12 what stands inside of a formatted text may say that it stands elsewhere."""
        begin, end = self._span(node)
        try:
            there = ast.parse(self.bytes[begin:end].decode(), mode="eval").body
        except (SyntaxError, ValueError):
            return False
        return ast.dump(there) == ast.dump(node)

    def _put(self, kind: str, node: Node, new: ast.AST | str) -> Edit:
        if isinstance(node, ast.expr) and isinstance(new, ast.BinOp):
            new = self._joined(node, new)
        begin, end = self._span(node)
        text = new if isinstance(new, str) else ast.unparse(new)
        if b'"' in self.bytes[begin:end]:  # quotes stay as they were written
            for part in ast.walk(node):
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    first, last = self._span(part)
                    text = text.replace(repr(part.value), self.bytes[first:last].decode())
        return Edit(kind, begin, end, text)

    def _quoted(self, node: ast.expr, text: str) -> str:
        """In the quotes in which the program writes the text that stands there."""
        plain = text.isprintable() and not set('"\\') & set(text)
        return f'"{text}"' if plain and self.bytes[self._span(node)[0] :][:1] == b'"' else repr(text)

    def _joined(self, old: ast.expr, new: ast.expr) -> str:
        begin, end = self._span(old)
        if self.bytes[begin - 1 : begin] == b"(" and self.bytes[end : end + 1] == b")":
            return ast.unparse(new)
        return fitted(new, old, self._parents.get(id(old)))

    def _shifted(self, kind: str, node: ast.expr) -> Iterator[Edit]:
        return (self._put(kind, node, _sum(node, by)) for by in (1, -1))

    def _expression(self, node: Node, numbers: Sequence[int], texts: Sequence[str]) -> Iterator[Edit]:
        match node:
            case ast.Compare(left, operators, comparators):
                yield from self._turned(node, _TURNED)
                if len(operators) == 1 and not isinstance(comparators[0], ast.Constant):
                    yield from self._shifted("off_by_one", comparators[0])
            case ast.Constant(value=bool(truth)):
                yield self._put("constant", node, str(not truth))
            case ast.Constant(value=int(value)):
                others = () if id(node) in self._exponents else numbers
                yield from (self._put("constant", node, str(number)) for number in (value + 1, value - 1, *others))
            case ast.Constant(value=str()):
                yield from (self._put("constant", node, self._quoted(node, text)) for text in texts)
            case ast.BoolOp(operator, values):
                other_word = ast.Or() if isinstance(operator, ast.And) else ast.And()
                yield self._put("connective", node, self._joined(node, ast.BoolOp(other_word, values)))
            case ast.UnaryOp(ast.Not(), operand):
                yield self._put("negated", node, operand)
            case ast.BinOp(left, sign, right):
                for other in _OTHER_OPERATORS.get(type(sign), ()):
                    yield self._put("operator", node, self._joined(node, ast.BinOp(left, other(), right)))
                yield self._put("operand_dropped", node, self._joined(node, left))
            case ast.Subscript(value, ast.Slice()):
                yield self._put("slice_dropped", node, value)
            case ast.Call(ast.Name(name), arguments):
                if name in _OTHER_FUNCTIONS:
                    yield self._put("name", node.func, _OTHER_FUNCTIONS[name])
                if name == "range" and arguments:
                    yield from self._shifted("off_by_one", arguments[min(1, len(arguments) - 1)])
                if name == "print" and len(arguments) == 1:
                    yield from self._shifted("off_by_one", arguments[0])

    def _turned(self, node: ast.Compare, others: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]]) -> Iterator[Edit]:
        for position, operator in enumerate(node.ops):
            for other in others.get(type(operator), ()):
                operators = [*node.ops[:position], other(), *node.ops[position + 1 :]]
                yield self._put("comparison", node, ast.Compare(node.left, operators, node.comparators))

    def _misspelt(self) -> Iterator[Edit]:
        """A name that nothing has, as the nearest ones that there are."""
        known = {node.id for node in self._nodes if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)}
        known |= {node.arg for node in ast.walk(self._tree) if isinstance(node, ast.arg)}
        known |= {node.name for node in ast.walk(self._tree) if isinstance(node, ast.FunctionDef | ast.ClassDef)}
        imports = [node for node in ast.walk(self._tree) if isinstance(node, ast.Import | ast.ImportFrom)]
        known |= {(alias.asname or alias.name).split(".")[0] for node in imports for alias in node.names} | _BUILTINS
        for node in self._nodes:
            if isinstance(node, ast.Name) and node.id not in known:
                for near in difflib.get_close_matches(node.id, sorted(known), _MOST_NEAR, _ALIKE):
                    yield self._put("misspelt", node, near)

    def _statement(self, node: Node) -> Iterator[Edit]:
        match node:
            case ast.AugAssign(target, sign, value):
                for other in _OTHER_OPERATORS.get(type(sign), ()):
                    yield self._put("operator", node, ast.AugAssign(target, other(), value))
            case ast.Expr(ast.Call()):
                yield self._put("statement_dropped", node, "pass")
            case ast.Assign(value=value) if _calls(value, "input"):
                yield self._put("statement_dropped", node, "pass")

    def _rarer(self, node: Node) -> Iterator[Edit]:
        match node:
            case ast.Compare():
                yield from self._compared(node)
            case ast.BinOp(left, sign, right) if isinstance(sign, _ARITHMETIC):
                for other in _ARITHMETIC:
                    yield self._put("operator", node, self._joined(node, ast.BinOp(left, other(), right)))
                yield self._put("operand_dropped", node, self._joined(node, right))
            case ast.BoolOp(operator, values):
                for number in range(len(values)):
                    rest = [value for index, value in enumerate(values) if index != number]
                    left_over = rest[0] if len(rest) == 1 else ast.BoolOp(operator, rest)
                    yield self._put("operand_dropped", node, left_over)
                yield from (self._put("negated", value, f"not ({ast.unparse(value)})") for value in values)
            case ast.Constant(value=float(number)):
                yield from (self._put("constant", node, repr(number + by)) for by in (1, -1))
            case ast.Constant(value=int(number)) if not isinstance(number, bool) and abs(number) > 1:
                yield self._put("constant", node, "0")
            case ast.Constant(value=str(text)) if text and len(text) < _LONGEST_TEXT and id(node) in self._names:
                yield self._put("constant", node, "''")  # elsewhere, dropping what writes it is plainer
            case ast.Name(id=name, ctx=ast.Load()):
                others = [other for other in self._names.get(id(node), self._of_script) if other != name]
                yield from (self._put("name", node, other) for other in others[:_MOST_NAMES])
            case ast.Subscript(slice=ast.Slice(lower, upper)):
                for bound in (lower, upper):
                    if bound is not None:
                        yield from self._shifted("index", bound)
            case ast.Subscript(slice=index) if not isinstance(index, ast.Tuple):
                yield from self._index(index)
            case ast.UnaryOp(ast.USub(), operand):
                yield self._put("negated", node, operand)
            case ast.IfExp(test=test) | ast.If(test=test) | ast.While(test=test):
                yield self._put("negated", test, f"not ({ast.unparse(test)})")
                yield from (self._put("forced", test, truth) for truth in ("True", "False"))
            case ast.Call(ast.Name("range"), arguments):
                yield from self._meant(node, arguments)
                for argument in arguments:
                    yield from self._shifted("off_by_one", argument)
            case ast.Call(ast.Attribute(), [*rest, _], keywords):
                yield self._put("argument_dropped", node, ast.Call(node.func, rest, keywords))
            case ast.AugAssign(target, sign, value) if isinstance(sign, _ARITHMETIC):
                for other in _ARITHMETIC[:3]:
                    yield self._put("operator", node, ast.AugAssign(target, other(), value))
                yield self._put("off_by_one", value, _sum(value, 1))
            case ast.Return(ast.Constant() as value):
                yield from (self._put("return", value, each) for each in self._names.get(id(node), ())[:_MOST_NAMES])
            case ast.Return(ast.expr() as value):
                if not isinstance(value, ast.Compare | ast.BoolOp | ast.Constant):
                    yield from self._shifted("off_by_one", value)
                if isinstance(value, ast.Compare | ast.BoolOp | ast.Name):
                    yield self._put("negated", value, f"not ({ast.unparse(value)})")
            case ast.Assign(value=value) if not isinstance(value, ast.Constant):
                yield from self._shifted("off_by_one", value)
        if isinstance(node, _DROPPED):
            yield self._put("statement_dropped", node, "pass")

    def _compared(self, node: ast.Compare) -> Iterator[Edit]:
        yield from self._meant(node, node.comparators)
        yield from self._turned(node, dict.fromkeys(_COMPARISONS, _COMPARISONS))
        for operand in (node.left, *node.comparators):
            if isinstance(operand, ast.Name | ast.BinOp | ast.Subscript | ast.Call | ast.Attribute):
                yield from self._shifted("off_by_one", operand)

    def _meant(self, around: ast.expr, operands: Sequence[ast.expr]) -> Iterator[Edit]:
        """A variable where its value of some moment is written: `amount > 500` for `amount > balance`."""
        beside = {node.id for node in ast.walk(around) if isinstance(node, ast.Name)}
        names = [name for name in self._names.get(id(around), self._of_script) if name not in beside][:_MOST_NAMES]
        constants = [node for node in operands if isinstance(node, ast.Constant) and type(node.value) is int]
        yield from (self._put("constant", node, name) for node in constants for name in names)

    def _index(self, index: ast.expr) -> Iterator[Edit]:
        """One further, one less, or counted from the other end."""
        yield from self._shifted("index", index)
        match index:
            case ast.Constant(value=int(number)):
                yield self._put("index", index, str(-number - 1))
            case ast.UnaryOp(ast.USub(), ast.Constant(value=int(number))):
                yield self._put("index", index, str(number - 1))

    def _blocks(self) -> Iterator[Edit]:
        """Statements that change places, or are there once more: a read or write too late, or one that is missing."""
        tree = self._tree
        reads = [node for node in ast.walk(tree) if isinstance(node, _SIMPLE) and _calls(node, "input")]
        writes = [node for node in ast.walk(tree) if isinstance(node, ast.Expr) and _is_call(node.value, "print")]
        copies = dict.fromkeys(ast.unparse(node) for node in (*reads, *writes))
        for _, block in blocks(tree):
            for first, second in pairwise(block):
                if isinstance(first, _SIMPLE) and isinstance(second, _SIMPLE):
                    yield self._swapped(first, second)
            for place in block:
                for copied in copies:
                    yield from self._beside(place, copied)

    def _in_functions(self) -> Iterator[Edit]:
        """Slips of those who write functions: in statements, in where they stand, and in what they work with."""
        functions = [node for node in self._nodes if isinstance(node, ast.FunctionDef)]
        inside = {id(node) for function in functions for node in ast.walk(function)}
        mine = [node for node in self._nodes if id(node) in inside]
        for node in mine:
            yield from (self._put(*slip) for slip in statement_slips(node, self._names.get(id(node), ())))
            yield from self._keyword(node)
        for function in functions:
            yield from self._moved(function)
            last = function.body[-1]
            if not isinstance(last, ast.Return):
                for name in self._names.get(id(function), ())[:_MOST_NAMES]:
                    end = self._span(last)[1]
                    yield Edit("return_added", end, end, f"\n{self._margin(function.body[0])}return {name}")
        for node in mine:
            yield from (self._put(*slip) for slip in expression_slips(node))

    def _in_script(self) -> Iterator[Edit]:
        """Slips of those who write no functions: a sum that is overwritten, a loop left too soon, a line too far in."""
        tree = self._tree
        defined = [node for node in self._nodes if isinstance(node, ast.FunctionDef | ast.ClassDef)]
        inside = {id(node) for each in defined for node in ast.walk(each)}
        mine = [node for node in self._nodes if id(node) not in inside]
        names = [node.id for node in mine if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
        for node in mine:
            for slip in statement_slips(node, tuple(dict.fromkeys(names))):
                if slip[0] in _IN_SCRIPTS:
                    yield self._put(*slip)
        if mine:
            yield from self._moved(tree)

    def _moved(self, function: ast.FunctionDef | ast.Module) -> Iterator[Edit]:
        """The same line, further to the left or to the right, so that it stands behind a block or in it."""
        for statement, outer in too_deep(function):
            yield self._at_margin("moved_out", statement, self._margin(outer))
        for statement, inner in not_deep_enough(function):
            yield self._at_margin("moved_in", statement, self._margin(inner))
        for loop, start in starts_in_loops(function):
            begin, end = self._starts[loop.lineno - 1], self._span(start)[1]
            head = self.bytes[begin : self._starts[start.lineno - 1]].decode()
            kept = "" if len(loop.body) > 1 else f"{self._margin(start)}pass"
            yield Edit("before_loop", begin, end, f"{self._margin(loop)}{ast.unparse(start)}\n{head}{kept}")
        for loop, start in starts_before_loops(function):
            if loop.lineno < loop.body[0].lineno:
                begin, margin = self._span(loop.body[0])[0], self._margin(loop.body[0])
                yield Edit("start_repeated", begin, begin, f"{ast.unparse(start)}\n{margin}")
        for condition, last, loop in returns_in_loops(function):
            end = self._span(condition.body[-1])[1]
            found = self.bytes.find(b"else", end, self._span(last)[0])
            if found >= 0:
                begin = self._starts[self.bytes[:found].count(b"\n")]
                end = self._span(loop.body[-1])[1]
                rest = self.bytes[self._span(last)[1] : end].decode().lstrip("\n")
                kept = f"{rest}\n" if rest.strip() else ""
                yield Edit("after_loop", begin, end, f"{kept}{self._margin(loop)}{ast.unparse(last)}")

    def _at_margin(self, kind: str, statement: ast.stmt, margin: str) -> Edit:
        begin, end = self._span(statement)
        return Edit(kind, self._starts[statement.lineno - 1], end, margin + self.bytes[begin:end].decode())

    def _margin(self, node: ast.stmt) -> str:
        return " " * node.col_offset

    def _keyword(self, node: Node) -> Iterator[Edit]:
        """`elif` for `if`, `if` for `elif`, `if` for `while`, and the other way round."""
        if isinstance(node, ast.If | ast.While):
            begin = self._span(node)[0]
            for old, others in ((b"elif", ("if",)), (b"if", ("elif", "while")), (b"while", ("if",))):
                if self.bytes.startswith(old + b" ", begin) or self.bytes.startswith(old + b"(", begin):
                    for new in others:
                        kind = "made_loop" if new == "while" else "made_branch" if old == b"while" else "keyword"
                        yield Edit(kind, begin, begin + len(old), new)

    def _swapped(self, first: ast.stmt, second: ast.stmt) -> Edit:
        begin, middle = self._span(first)
        start, end = self._span(second)
        joined = self.bytes[start:end] + self.bytes[middle:start] + self.bytes[begin:middle]
        return Edit("swapped", begin, end, joined.decode())

    def _beside(self, place: ast.stmt, copied: str) -> Iterator[Edit]:
        begin, end = self._span(place)
        margin = self.bytes[self._starts[place.lineno - 1] : begin]
        if not margin.strip():
            indent = margin.decode()
            yield Edit("statement_added", begin, begin, f"{copied}\n{indent}")
            yield Edit("statement_added", end, end, f"\n{indent}{copied}")


def _sum(node: ast.expr, by: int) -> ast.expr:
    """`e + 1` or `e - 1`, and `e` where it was `e - 1` or `e + 1`."""
    match node:
        case ast.Constant(value=int(value)) if not isinstance(value, bool):
            return ast.Constant(value + by)
        case ast.BinOp(left=left, op=ast.Add(), right=ast.Constant(value=1)) if by == -1:
            return left
        case ast.BinOp(left=left, op=ast.Sub(), right=ast.Constant(value=1)) if by == 1:
            return left
    return ast.BinOp(node, ast.Add() if by > 0 else ast.Sub(), ast.Constant(abs(by)))


def _calls(node: ast.AST, name: str) -> bool:
    return any(isinstance(inner, ast.Call) and _is_call(inner, name) for inner in ast.walk(node))


def _is_call(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name


def _names_around(tree: ast.Module) -> dict[int, tuple[str, ...]]:
    """For each node the variables of the function around it, in the order of the source."""
    found: dict[int, tuple[str, ...]] = {}
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            arguments = [argument.arg for argument in (*function.args.posonlyargs, *function.args.args)]
            stored = [
                node.id for node in ast.walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
            ]
            names = tuple(dict.fromkeys(arguments + stored))
            callees = {id(node.func) for node in ast.walk(function) if isinstance(node, ast.Call)}
            for node in ast.walk(function):
                if id(node) not in callees:
                    found[id(node)] = names
    return found
