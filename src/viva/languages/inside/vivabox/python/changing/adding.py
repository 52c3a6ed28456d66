"""What is missing in a function, or is there in the wrong way: a case for what is empty, a way out, a step of a
counter, a start, a branch, a copy, the other direction.

`edits` makes edits of them, after those that undo slips.
"""

import ast
import builtins
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, pairwise, permutations

from .aligning import size
from .phrases import copied
from .undoing import IN_PLACE, blocks

_EMPTY = ("[]", "0", "''", "None", "False", "True", "1", "-1")
_STARTS = ("[]", "0", "''", "1", "{}")
_MOST_NAMES = 5
_MOST_COPIES = 6
_MOST_TWINS = 3
_MOST_CONDITIONS = 4
_SIGNS = ("!=", "==", "<", ">", "<=", ">=")
_NOTHING = ("!= 0", "> 0", "== 0", "is None", "is not None")
_LARGEST_TWIN = 24  # nodes of a statement that is done once more
_BUILTINS = frozenset(dir(builtins))

Put = tuple[str, ast.stmt, str, str]
"""A kind, the statement at which something is put, where (`before`, `after`, `instead`), and the new text, which is
indented as the statement is."""

Other = tuple[str, ast.expr, str]
"""A kind, an expression, and the text in its place."""


def missing(function: ast.FunctionDef) -> Iterator[Put]:
    """Statements that could be put in, the likeliest first."""
    yield from _starts(function)
    yield from _branches(function)
    yield from _nested(function)
    yield from _counters(function)
    yield from _ways_out(function)
    yield from _guards(function)
    yield from _twins(function)
    yield from _copies(function)


def _guards(function: ast.FunctionDef) -> Iterator[Put]:
    """A case of its own for an argument that is empty."""
    parameters = [argument.arg for argument in (*function.args.posonlyargs, *function.args.args)][:3]
    for name in parameters:
        for value in (*_EMPTY[:5], name):
            yield "guard_added", function.body[0], "before", f"if not {name}:\n    return {value}"


def _starts(function: ast.FunctionDef) -> Iterator[Put]:
    """A first value for a name that is read and never given one."""
    bound = {node.id for node in ast.walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    plain = {
        target.id
        for node in ast.walk(function)
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    parameters = {argument.arg for argument in ast.walk(function) if isinstance(argument, ast.arg)}
    grown = {
        node.target.id
        for node in ast.walk(function)
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name)
    }
    used = {node.id for node in ast.walk(function) if isinstance(node, ast.Name)}
    unknown = (used - bound - parameters - set(dir(builtins))) | (grown - plain - parameters)
    for name in sorted(unknown)[:_MOST_NAMES]:
        yield from (("start_added", function.body[0], "before", f"{name} = {value}") for value in _STARTS)


def _branches(function: ast.FunctionDef) -> Iterator[Put]:
    """What follows a condition, as its other branch."""
    for _, block in blocks(function):
        for place, statement in enumerate(block[:-1]):
            after = block[place + 1]
            if isinstance(statement, ast.If) and not statement.orelse and not isinstance(after, ast.FunctionDef):
                inner = ast.unparse(after).replace("\n", "\n    ")
                yield "into_else", after, "instead", f"else:\n    {inner}"


def _nested(function: ast.FunctionDef) -> Iterator[Put]:
    """`new.append(xs.remove(x))`: what gives nothing back, as a statement of its own."""
    for node in ast.walk(function):
        match node:
            case ast.Expr(ast.Call(called, [ast.Call(ast.Attribute(_, method), [argument]) as inner], [])) if (
                method in IN_PLACE
            ):
                outer = ast.unparse(ast.Call(called, [argument], []))
                yield "taken_apart", node, "instead", f"{outer}\n{ast.unparse(inner)}"
                yield "taken_apart", node, "instead", f"{ast.unparse(inner)}\n{outer}"


def _counters(function: ast.FunctionDef) -> Iterator[Put]:
    """A step of what a `while` looks at."""
    for node in ast.walk(function):
        if isinstance(node, ast.While):
            names = dict.fromkeys(part.id for part in ast.walk(node.test) if isinstance(part, ast.Name))
            for name in list(names)[:3]:
                yield from (("step_added", node.body[-1], "after", f"{name} {sign}= 1") for sign in "+-")


def _ways_out(function: ast.FunctionDef) -> Iterator[Put]:
    """A loop that is left, or a value that is given, when a condition holds or a block is done."""
    names = _names(function)[:_MOST_NAMES]
    for parent, block in blocks(function):
        last = block[-1]
        if isinstance(last, ast.Return | ast.Break | ast.Continue):
            continue
        if isinstance(parent, ast.If | ast.For | ast.While):
            yield "way_out_added", last, "after", "break"
            if isinstance(parent, ast.If):
                yield "way_out_added", last, "after", "continue"
        yield from (("way_out_added", last, "after", f"return {name}") for name in names)


def _copies(function: ast.FunctionDef) -> Iterator[Put]:
    """A statement that is there already, once more elsewhere."""
    simple = [
        node for node in ast.walk(function)
        if isinstance(node, ast.Assign | ast.AugAssign)
        or (isinstance(node, ast.Expr) and not isinstance(node.value, ast.Constant))
    ]  # fmt: skip
    texts = list(dict.fromkeys(map(ast.unparse, simple)))[:_MOST_COPIES]
    for _, block in blocks(function):
        for statement in block:
            yield from (("repeated", statement, "before", text) for text in texts if text != ast.unparse(statement))
        if not isinstance(block[-1], ast.Return | ast.Break | ast.Continue):
            yield from (("repeated", block[-1], "after", text) for text in texts)


def _twins(function: ast.FunctionDef) -> Iterator[Put]:
    """What is done for one thing, done for its twin as well. Two things are twins where two statements differ in
    nothing but their names: `i += 1` and `j += 1`, `out.append(a[i])` and `out.append(b[j])`."""
    statements = [each for _, block in blocks(function) for each in block if not isinstance(each, ast.FunctionDef)]
    there = {ast.unparse(each) for each in statements}
    for names in _alike(statements):
        for each in statements:
            if size(each) > _LARGEST_TWIN or not any(n.id in names for n in ast.walk(each) if isinstance(n, ast.Name)):
                continue
            twin = ast.unparse(_Renamed(names).visit(copied(each)))
            if twin in there:
                continue
            if not isinstance(each, ast.Return | ast.Break | ast.Continue):
                yield "repeated", each, "after", twin
                yield "repeated", each, "before", twin
            yield "repeated", each, "instead", twin


def _alike(statements: Sequence[ast.stmt]) -> list[dict[str, str]]:
    """Names for names, both ways, that turn one statement into another; those of several statements joined where they
    go together."""
    shapes: dict[str, list[list[str]]] = {}
    for each in statements:
        named = [node.id for node in ast.walk(each) if isinstance(node, ast.Name)]
        shape = ast.dump(_Renamed(dict.fromkeys(named, "_")).visit(copied(each)))
        shapes.setdefault(shape, []).append(named)
    found: list[dict[str, str]] = []
    for alike in shapes.values():
        for one, two in pairwise(alike):
            names = {old: new for old, new in zip(one, two, strict=True) if old != new}
            names |= {new: old for old, new in names.items()}
            if names and all(names.get(new) == old for old, new in names.items()):
                found.append(names)
    joined: dict[str, str] = {}
    for names in sorted(found, key=len, reverse=True):
        if all(joined.get(old, new) == new for old, new in names.items()):
            joined |= names
    return [joined, *(names for names in found if names != joined)][:_MOST_TWINS] if joined else []


class _Renamed(ast.NodeTransformer):
    def __init__(self, names: Mapping[str, str]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.Name:
        return ast.Name(self.names.get(node.id, node.id), node.ctx)


def others(function: ast.FunctionDef) -> Iterator[Other]:
    """Expressions that could be written instead."""
    names = _names(function)[:_MOST_NAMES]
    local = set(_names(function))
    pairs = _indexed(function)
    for node in ast.walk(function):
        match node:
            case ast.Subscript(ast.Attribute() as method, index, ast.Load()) if not isinstance(index, ast.Slice):
                yield "brackets", node, f"{ast.unparse(method)}({ast.unparse(index)})"
            case ast.Call(ast.Name(id=name), [index], []) if name in local:
                yield "brackets", node, f"{name}[{ast.unparse(index)}]"
            case ast.Call(ast.Name(id=name), arguments) if name not in _BUILTINS:
                for argument in arguments:
                    text = ast.unparse(argument)
                    yield from (("off_by_one", argument, f"{text} {sign} 1") for sign in "+-")
            case ast.Compare(left, [operator], [right]):
                yield from _membership(node, left, operator, right)
            case ast.For(iter=walked):
                yield from _walked(walked)
            case ast.Call(ast.Attribute(_, "sort"), [], []) | ast.Call(ast.Name(id="sorted"), [_], []):
                yield "direction", node, f"{ast.unparse(node)[:-1]}{', ' if node.args else ''}reverse=True)"
            case ast.Return(ast.Name() | ast.Call() | ast.BinOp() | ast.Subscript() as value):
                yield from _given(value, names)
        yield from _elements(node, pairs)
        match node:
            case ast.Call(ast.Name(id="set"), [ast.expr() as walked], []):
                once = f"dict.fromkeys({ast.unparse(walked)})"  # a set forgets the order
                yield from (("order", node, new) for new in (once, f"list({once})"))
            case ast.Subscript(ast.Subscript(owner, first, ast.Load()), second, ast.Load()) if not (
                isinstance(first, ast.Slice) or isinstance(second, ast.Slice)
            ):
                yield "turned", node, f"{ast.unparse(owner)}[{ast.unparse(second)}][{ast.unparse(first)}]"
                yield "index_dropped", node, f"{ast.unparse(owner)}[{ast.unparse(first)}]"
            case (
                ast.Call(ast.Name(id="len"), [ast.Name(id=name) as counted])
                | ast.For(iter=ast.Name(id=name) as counted)
            ):
                numbers = [number for number, walked in pairs.items() if walked == name]
                yield from (("element", counted, f"{name}[{number}]") for number in numbers)
            case ast.Subscript(owner, index, ast.Load()) if not isinstance(index, ast.Slice):
                yield "index_dropped", node, ast.unparse(owner)


def conditions(function: ast.FunctionDef) -> Iterator[Other]:
    """A condition with one more: that two variables are alike or not, or one of them is nothing."""
    names = _names(function)[:_MOST_NAMES]
    more = [f"{one} {sign} {two}" for one, two in combinations(names, 2) for sign in _SIGNS]
    more += [f"{name} {nothing}" for name in names for nothing in _NOTHING]
    more += [f"{one} {word} {two}" for one, two in permutations(names, 2) for word in ("in", "not in")]
    tests = [node.test for node in ast.walk(function) if isinstance(node, ast.If | ast.While)]
    for test in tests[:_MOST_CONDITIONS]:
        text = ast.unparse(test)
        yield from (
            ("connective", test, f"({text}) and {one}" if _is_or(test) else f"{text} and {one}") for one in more
        )
        yield from (("connective", test, f"{text} or {one}") for one in more)


def _is_or(test: ast.expr) -> bool:
    return isinstance(test, ast.IfExp | ast.Lambda) or (isinstance(test, ast.BoolOp) and isinstance(test.op, ast.Or))


def _indexed(function: ast.FunctionDef) -> dict[str, str]:
    """Variables that are the number of an element, and of what."""
    found: dict[str, str] = {}
    for node in ast.walk(function):
        match node:
            case ast.Subscript(ast.Name(id=walked), ast.Name(id=number)):
                found.setdefault(number, walked)
            case ast.For(
                target=ast.Name(id=number),
                iter=ast.Call(ast.Name(id="range"), [*_, ast.Call(ast.Name(id="len"), [ast.Name(id=walked)])]),
            ):
                found.setdefault(number, walked)
    return found


def _elements(node: ast.AST, pairs: Mapping[str, str]) -> Iterator[Other]:
    """An element where its number stands, and the other way round."""
    match node:
        case ast.Subscript(ast.Name(), ast.Name(id=number), ast.Load()):
            yield "element", node, number
        case ast.Call(args=parts) | ast.List(elts=parts) | ast.Tuple(elts=parts):
            yield from _each_element(parts, pairs)
        case ast.Compare(left, _, others):
            yield from _each_element([left, *others], pairs)
        case ast.Return(ast.expr() as value) | ast.Assign(_, value) | ast.AugAssign(_, _, value):
            yield from _each_element([value], pairs)
        case ast.BinOp(left, _, right):
            yield from _each_element([left, right], pairs)


def _each_element(parts: Sequence[ast.expr], pairs: Mapping[str, str]) -> Iterator[Other]:
    for part in parts:
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load) and part.id in pairs:
            yield "element", part, f"{pairs[part.id]}[{part.id}]"


def _membership(node: ast.expr, left: ast.expr, operator: ast.cmpop, right: ast.expr) -> Iterator[Other]:
    other = {ast.Eq: "in", ast.NotEq: "not in", ast.In: "==", ast.NotIn: "!=", ast.Is: "==", ast.IsNot: "!="}
    if type(operator) in other:
        yield "comparison", node, f"{ast.unparse(left)} {other[type(operator)]} {ast.unparse(right)}"


def _walked(walked: ast.expr) -> Iterator[Other]:
    text = ast.unparse(walked)
    match walked:
        case ast.Call(ast.Name(id="range"), [last]):
            match last:
                case ast.BinOp(_, ast.Sub(), ast.Constant(value=1)):
                    yield "direction", walked, f"range({ast.unparse(last)}, -1, -1)"
                case _:
                    yield "direction", walked, f"range({ast.unparse(last)} - 1, -1, -1)"
        case ast.Call(ast.Name(id="range"), [first, last]):
            yield "direction", walked, f"range({ast.unparse(last)} - 1, {ast.unparse(first)} - 1, -1)"
        case ast.Name():
            yield "copied", walked, f"{text}[:]"
            yield "direction", walked, f"{text}[::-1]"


def _given(value: ast.expr, names: Sequence[str]) -> Iterator[Other]:
    text = ast.unparse(value)
    whole = f"({text})" if isinstance(value, ast.BinOp) else text
    yield "direction", value, f"{whole}[::-1]"
    for name in names:
        if name != text:
            yield "part", value, f"{whole}[:{name}]"
            yield "part", value, f"{whole}[{name}:]"
    yield "wrapped", value, f"[{text}]"
    for word in ("set", "tuple", "float", "bool", "abs", "sum", "max", "min"):
        yield "wrapped", value, f"{word}({text})"


def shadows(function: ast.FunctionDef) -> list[str]:
    """Names of functions that are variables here, and are called as well."""
    stored = {node.id for node in ast.walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    called = [
        node.func.id for node in ast.walk(function) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    ]
    return [name for name in dict.fromkeys(called) if name in stored]


def _names(function: ast.FunctionDef) -> list[str]:
    """The variables of a function, what it returns and collects in first."""
    stored = [node.id for node in ast.walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
    given = [
        node.value.id
        for node in ast.walk(function)
        if isinstance(node, ast.Return) and isinstance(node.value, ast.Name)
    ]
    parameters = [argument.arg for argument in (*function.args.posonlyargs, *function.args.args)]
    return list(dict.fromkeys([*given, *stored, *parameters]))
