"""Mistakes that beginners make, put into right functions one at a time: each with the lines that are to blame.

They are written without looking at the catalogue of edits that Viva tries, and not all of them can be undone by one of
these. Which of them are kept for a function is drawn by a seed, at most one for each kind of mistake.
"""

import ast
import copy
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

_COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.Gt), ast.LtE: (ast.Lt, ast.GtE), ast.Gt: (ast.GtE, ast.Lt), ast.GtE: (ast.Gt, ast.LtE),
    ast.Eq: (ast.NotEq, ast.Gt), ast.NotEq: (ast.Eq, ast.Lt), ast.In: (ast.NotIn,), ast.NotIn: (ast.In,),
}  # fmt: skip
_OPERATORS: dict[type[ast.operator], tuple[type[ast.operator], ...]] = {
    ast.Add: (ast.Sub, ast.Mult), ast.Sub: (ast.Add,), ast.Mult: (ast.Add, ast.Pow), ast.FloorDiv: (ast.Div, ast.Mod),
    ast.Div: (ast.FloorDiv, ast.Mult), ast.Mod: (ast.FloorDiv, ast.Div),
}  # fmt: skip
_METHODS = {
    "append": "extend", "lower": "upper", "upper": "lower", "strip": "lstrip", "items": "keys", "values": "keys",
    "isalpha": "isalnum", "isdigit": "isalpha", "startswith": "endswith", "split": "strip",
}  # fmt: skip
_FUNCTIONS = {"min": "max", "max": "min", "sum": "max", "len": "max", "any": "all", "all": "any"}
_WRAPPERS = ("str", "int", "len", "list", "sorted", "abs", "set", "float", "round", "reversed")
_INSTEAD = ("reverse", "sort", "append")


@dataclass(frozen=True, slots=True)
class Mistake:
    """`lines` are those that are to blame: one where a line is wrong, its neighbours where one is missing."""

    kind: str
    lines: frozenset[int]
    source: str


def mistakes(source: str, seed: int, most: int) -> list[Mistake]:
    """Up to `most`, each of another kind."""
    chance = random.Random(seed)
    kinds = [*_KINDS]
    chance.shuffle(kinds)
    found: list[Mistake] = []
    for kind in kinds:
        places = [one for one in _KINDS[kind](source) if one.source != source and _parses(one.source)]
        if places:
            found.append(chance.choice(places))
        if len(found) == most:
            break
    return found


def _parses(source: str) -> bool:
    try:
        ast.parse(source)
    except (SyntaxError, ValueError):
        return False
    return True


def _in_expressions(kind: str, change: Callable[[ast.AST], Iterator[ast.AST]]) -> Callable[[str], Iterator[Mistake]]:
    """A mistake that is another expression in the place of one that stands on one line."""

    def places(source: str) -> Iterator[Mistake]:
        lines = source.split("\n")
        tree = ast.parse(source)
        stray = {id(inner) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for inner in ast.walk(node)}
        stray |= {
            id(inner)
            for node in ast.walk(tree)
            if isinstance(node, ast.FunctionDef | ast.AnnAssign)
            for part in ([node.args, node.returns] if isinstance(node, ast.FunctionDef) else [node.annotation])
            if part is not None
            for inner in ast.walk(part)
        }
        for node in ast.walk(tree):
            if not isinstance(node, ast.expr) or node.lineno != node.end_lineno or id(node) in stray:
                continue
            for new in change(copy.deepcopy(node)):
                line = lines[node.lineno - 1]
                text = f"({ast.unparse(new)})" if isinstance(new, ast.BinOp | ast.BoolOp) else ast.unparse(new)
                changed = line[: node.col_offset] + text + line[node.end_col_offset :]
                yield _mistake(kind, lines, node.lineno, changed)

    return places


def _mistake(kind: str, lines: list[str], line: int, new: str) -> Mistake:
    return Mistake(kind, frozenset({line}), "\n".join([*lines[: line - 1], new, *lines[line:]]))


def _comparison(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        for other in _COMPARISONS.get(type(node.ops[0]), ()):
            yield ast.Compare(node.left, [other()], node.comparators)


def _operator(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.BinOp):
        for other in _OPERATORS.get(type(node.op), ()):
            yield ast.BinOp(node.left, other(), node.right)


def _swapped(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub | ast.FloorDiv | ast.Div | ast.Mod):
        yield ast.BinOp(node.right, node.op, node.left)
    if isinstance(node, ast.Call) and len(node.args) == 2:
        yield ast.Call(node.func, node.args[::-1], node.keywords)


def _number(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.Constant) and type(node.value) is int:
        yield from (ast.Constant(value) for value in (node.value + 1, abs(node.value - 1), 10 * node.value))


def _text(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value:
        yield from (ast.Constant(value) for value in (node.value + " ", node.value[:-1], node.value.swapcase()))


def _connective(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.BoolOp):
        yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
        yield node.values[0]
        yield node.values[-1]
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node.operand


def _index(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
        if isinstance(node.slice, ast.Slice):
            for bound in ("lower", "upper"):
                if getattr(node.slice, bound) is not None:
                    changed = copy.deepcopy(node)
                    setattr(changed.slice, bound, ast.BinOp(getattr(node.slice, bound), ast.Add(), ast.Constant(1)))
                    yield changed
        else:
            for by in (ast.Add(), ast.Sub()):
                yield ast.Subscript(node.value, ast.BinOp(node.slice, by, ast.Constant(1)), node.ctx)


def _range(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range":
        last = ast.BinOp(node.args[-1], ast.Sub(), ast.Constant(1))
        if len(node.args) < 3:
            yield ast.Call(node.func, [*node.args[:-1], last], [])
        if len(node.args) == 1:
            yield ast.Call(node.func, [ast.Constant(1), node.args[0]], [])


def _method(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.Call):
        match node.func:
            case ast.Attribute(value, name) if name in _METHODS:
                yield ast.Call(ast.Attribute(value, _METHODS[name], ast.Load()), node.args, node.keywords)
            case ast.Name(name) if name in _FUNCTIONS:
                yield ast.Call(ast.Name(_FUNCTIONS[name], ast.Load()), node.args, node.keywords)


def _unwrapped(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.Call) and len(node.args) == 1:
        match node.func:
            case ast.Name(name) if name in _WRAPPERS:
                yield node.args[0]
    if isinstance(node, ast.Call) and not node.args and isinstance(node.func, ast.Attribute):
        yield node.func.value


def _misspelt(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and len(node.id) > 2:
        yield ast.Name(node.id[:-2] + node.id[-1], ast.Load())


def _names(source: str) -> Iterator[Mistake]:
    """Another variable of the same function."""
    for function in ast.walk(ast.parse(source)):
        if isinstance(function, ast.FunctionDef):
            stored = {node.id for node in ast.walk(function) if isinstance(node, ast.Name) and _is_stored(node)}
            names = sorted(stored | {argument.arg for argument in function.args.args})

            def other(node: ast.AST, names: list[str] = names) -> Iterator[ast.AST]:
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in names:
                    yield from (ast.Name(name, ast.Load()) for name in names if name != node.id)

            yield from _in_expressions("name", other)(source)


def _is_stored(node: ast.Name) -> bool:
    return isinstance(node.ctx, ast.Store)


def _statements(source: str) -> Iterator[tuple[ast.stmt, list[ast.stmt], ast.AST]]:
    """Each statement of one line inside of a function, with its block and what the block belongs to."""
    tree = ast.parse(source)
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            for parent in ast.walk(function):
                for name in ("body", "orelse"):
                    block = getattr(parent, name, None)
                    if isinstance(block, list):
                        for statement in block:
                            if isinstance(statement, ast.stmt):
                                yield statement, block, parent


def _missing(source: str) -> Iterator[Mistake]:
    """A statement left out: what stands beside its gap is to blame, or what it stood in."""
    lines = source.split("\n")
    for statement, block, parent in _statements(source):
        if statement.lineno != statement.end_lineno or len(block) < 2 or isinstance(statement, ast.FunctionDef):
            continue
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
            continue
        place, line = block.index(statement), statement.lineno
        around = {other.lineno - (other.lineno > line) for other in block[max(0, place - 1) : place + 2]} - {line}
        around |= {block[place + 1].lineno - 1} if place + 1 < len(block) else set()
        around |= {parent.lineno} if isinstance(parent, ast.stmt) else set()
        ends = {other.end_lineno for other in block[max(0, place - 1) : place] if other.end_lineno}
        yield Mistake("missing", frozenset(around | ends), "\n".join(lines[: line - 1] + lines[line:]))


def _early_return(source: str) -> Iterator[Mistake]:
    """A `return` that belongs after a loop, inside of it."""
    lines = source.split("\n")
    for statement, block, _ in _statements(source):
        place = block.index(statement)
        before = block[place - 1] if place else None
        if isinstance(statement, ast.Return) and isinstance(before, ast.For | ast.While):
            margin = " " * before.body[0].col_offset
            text = lines[statement.lineno - 1].lstrip()
            yield _mistake("early_return", lines, statement.lineno, margin + text)


def _printed(source: str) -> Iterator[Mistake]:
    lines = source.split("\n")
    for statement, _, _ in _statements(source):
        if isinstance(statement, ast.Return) and statement.value and statement.lineno == statement.end_lineno:
            new = " " * statement.col_offset + f"print({ast.unparse(statement.value)})"
            yield _mistake("printed", lines, statement.lineno, new)


def _returned_nothing(source: str) -> Iterator[Mistake]:
    """`return xs.sort()`, `return result.append(x)`: what changes in place gives nothing back."""
    lines = source.split("\n")
    for statement, block, _ in _statements(source):
        margin = " " * statement.col_offset
        if isinstance(statement, ast.Return) and isinstance(statement.value, ast.Name):
            for method in _INSTEAD:
                argument = statement.value.id if method == "append" else ""
                new = f"{margin}return {statement.value.id}.{method}({argument})"
                yield _mistake("returned_nothing", lines, statement.lineno, new)
        match statement:
            case ast.Expr(ast.Call(ast.Attribute(ast.Name(name), "append"))) if statement is not block[0]:
                new = f"{margin}{name} = {ast.unparse(statement)}"
                yield _mistake("returned_nothing", lines, statement.lineno, new)


def _overwritten(source: str) -> Iterator[Mistake]:
    """`x = y` for `x += y`, and `x += y` for `x = y`."""
    lines = source.split("\n")
    for statement, _, _ in _statements(source):
        margin = " " * statement.col_offset
        match statement:
            case ast.AugAssign(target, operator, value):
                yield _mistake(
                    "overwritten", lines, statement.lineno, margin + ast.unparse(ast.Assign([target], value, lineno=1))
                )
                for other in _OPERATORS.get(type(operator), ()):
                    new = margin + ast.unparse(ast.AugAssign(target, other(), value))
                    yield _mistake("overwritten", lines, statement.lineno, new)


def _started(source: str) -> Iterator[Mistake]:
    """Another value to begin with, or the beginning inside of the loop."""
    lines = source.split("\n")
    for statement, block, _ in _statements(source):
        place = block.index(statement)
        margin = " " * statement.col_offset
        if not isinstance(statement, ast.Assign) or statement.lineno != statement.end_lineno:
            continue
        if isinstance(statement.value, ast.Constant) or (
            isinstance(statement.value, ast.List) and not statement.value.elts
        ):
            target = ast.unparse(statement.targets[0])
            for value in ("None", "[]", "0", "1", "''"):
                yield _mistake("started", lines, statement.lineno, f"{margin}{target} = {value}")
            later = block[place + 1] if place + 1 < len(block) else None
            if isinstance(later, ast.For | ast.While) and later.lineno == statement.lineno + 1:
                inner = " " * later.body[0].col_offset
                rest = [lines[later.lineno - 1], f"{inner}{target} = {ast.unparse(statement.value)}"]
                text = "\n".join([*lines[: statement.lineno - 1], *rest, *lines[later.lineno :]])
                yield Mistake("started", frozenset({later.lineno}), text)


def _branches(source: str) -> Iterator[Mistake]:
    """`if` for `elif`, `if` for `while`, `while` for `if`."""
    lines = source.split("\n")
    for number, line in enumerate(lines, 1):
        word = line.lstrip().partition(" ")[0]
        margin = line[: len(line) - len(line.lstrip())]
        for old, new in (("elif", "if"), ("while", "if"), ("if", "while")):
            if word == old:
                yield _mistake("branches", lines, number, margin + new + line.lstrip()[len(old) :])


def _left(source: str) -> Iterator[Mistake]:
    """A loop that is left too early, or not at all."""
    lines = source.split("\n")
    for statement, _, parent in _statements(source):
        margin = " " * statement.col_offset
        if isinstance(statement, ast.Break | ast.Continue):
            other = "continue" if isinstance(statement, ast.Break) else "break"
            yield _mistake("left", lines, statement.lineno, margin + other)
        if isinstance(parent, ast.If) and statement is parent.body[-1] and isinstance(statement, ast.AugAssign):
            text = lines[statement.lineno - 1] + "; break"
            yield _mistake("left", lines, statement.lineno, text)


_KINDS: dict[str, Callable[[str], Iterator[Mistake]]] = {
    "comparison": _in_expressions("comparison", _comparison),
    "operator": _in_expressions("operator", _operator),
    "swapped": _in_expressions("swapped", _swapped),
    "number": _in_expressions("number", _number),
    "text": _in_expressions("text", _text),
    "connective": _in_expressions("connective", _connective),
    "index": _in_expressions("index", _index),
    "range": _in_expressions("range", _range),
    "method": _in_expressions("method", _method),
    "unwrapped": _in_expressions("unwrapped", _unwrapped),
    "misspelt": _in_expressions("misspelt", _misspelt),
    "name": _names,
    "missing": _missing,
    "early_return": _early_return,
    "printed": _printed,
    "returned_nothing": _returned_nothing,
    "overwritten": _overwritten,
    "started": _started,
    "branches": _branches,
    "left": _left,
}
