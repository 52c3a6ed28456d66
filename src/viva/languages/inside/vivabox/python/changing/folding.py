"""Further ways to write a function: a loop as a recursion and a recursion as a loop, the largest by a loop, what is
worked out twice in a variable, a count by the length of what is collected.

As in `rephrasing`, a rule may be wrong about an odd program without harm: what comes of it is tested.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from .phrases import Block, Names, Swap, call, copied, each, leaves, load, negated, store, stores, uses

_EXTREMES: dict[str, type[ast.cmpop]] = {"max": ast.Gt, "min": ast.Lt}


def with_recursion(function: ast.FunctionDef) -> list[ast.FunctionDef]:
    return [_with_body(function, body) for body in _as_recursion(function)]


def with_loop(function: ast.FunctionDef) -> list[ast.FunctionDef]:
    return [_with_body(function, body) for body in _as_loop(function)]


def _with_body(function: ast.FunctionDef, body: Block) -> ast.FunctionDef:
    changed: ast.FunctionDef = copied(function)
    changed.body = [copied(statement) for statement in body]
    return ast.fix_missing_locations(changed)


def _as_recursion(function: ast.FunctionDef) -> Iterator[Block]:
    """A loop over a parameter that grows one variable, as a recursion: on all but the last, or all but the first."""
    parameters = [argument.arg for argument in function.args.args]
    match function.body:
        case [
            ast.Assign(targets=[ast.Name(id=grown)], value=first),
            ast.For(target=ast.Name(id=element), iter=ast.Name(id=walked), body=body, orelse=[]),
            ast.Return(value=ast.Name(id=given)),
        ] if grown == given and walked in parameters and not stores(body, walked) and not _left(body):
            for last in (True, False):
                one: ast.expr = ast.UnaryOp(ast.USub(), ast.Constant(1)) if last else ast.Constant(0)
                item = ast.Subscript(load(walked), one, ast.Load())
                part = ast.Slice(None, one, None) if last else ast.Slice(ast.Constant(1), None, None)
                rest = ast.Subscript(load(walked), part, ast.Load())
                again = call(function.name, *(rest if name == walked else load(name) for name in parameters))
                start = ast.If(ast.UnaryOp(ast.Not(), load(walked)), [ast.Return(first)], [])
                inside = [Swap(ast.dump(load(element)), item).visit(copied(statement)) for statement in body]
                if last or not any(_appends(node) for item in body for node in ast.walk(item)):  # the order stays
                    kept = ast.Assign([store(grown)], again, lineno=1)
                    yield [start, kept, ast.Assign([store(element)], item, lineno=1), *body, ast.Return(load(grown))]
                    yield [start, kept, *inside, ast.Return(load(grown))]
                tested = [node.test for node in ast.walk(function) if isinstance(node, ast.If)]
                if last or not uses([ast.Expr(test) for test in tested], grown):
                    yield from _by_cases(_Recursion(grown, first, walked, rest, again, last), inside)


@dataclass(frozen=True, slots=True)
class _Recursion:
    """A variable that grows from its `first` value over what is `walked`; `again` is its value for the `rest`, to which
    the last element is added behind, or the first one in front."""

    grown: str
    first: ast.expr
    walked: str
    rest: ast.expr
    again: ast.expr
    last: bool

    def with_one(self, item: ast.expr) -> ast.expr:
        return ast.BinOp(*((self.again, ast.Add(), item) if self.last else (item, ast.Add(), self.again)))


def _by_cases(recursion: _Recursion, body: Block) -> Iterator[Block]:
    """A recursion that gives its value at once, in each case: with the element, or without it. What is asked of the
    value for the rest may be asked of the rest itself; where that is not the same, tests show it."""
    test: ast.expr | None
    match body:
        case [ast.If(test=test, body=[step], orelse=[])]:
            pass
        case [step]:
            test = None
        case _:
            return
    item = _joined(step, recursion.grown)
    if item is None:
        return
    empty = ast.UnaryOp(ast.Not(), load(recursion.walked))
    more: ast.stmt = ast.Return(recursion.with_one(item))
    if test is None:
        yield [ast.If(empty, [ast.Return(recursion.first)], []), more]
        return
    for known in (recursion.rest, recursion.again):
        asked: ast.expr = Swap(ast.dump(load(recursion.grown)), known).visit(copied(test))
        less = ast.Return(recursion.again)
        yield [ast.If(empty, [ast.Return(recursion.first)], [ast.If(asked, [more], [less])])]
        yield [ast.If(empty, [ast.Return(recursion.first)], []), ast.If(asked, [more], []), less]
    grown = recursion.grown
    cases = [ast.AugAssign(store(grown), ast.Add(), value) for value in (recursion.with_one(item), recursion.again)]
    asked = Swap(ast.dump(load(grown)), recursion.rest).visit(copied(test))
    whole = ast.If(empty, [ast.Return(load(grown))], [ast.If(asked, [cases[0]], [cases[1]])])
    yield [ast.Assign([store(grown)], recursion.first, lineno=1), whole, ast.Return(load(grown))]


def _joined(step: ast.stmt, grown: str) -> ast.expr | None:
    """What a step adds to a variable."""
    match step:
        case ast.Expr(ast.Call(ast.Attribute(ast.Name(id=name), "append"), [item])) if name == grown:
            return ast.List([item], ast.Load())
        case ast.AugAssign(ast.Name(id=name), ast.Add(), item) if name == grown:
            return item
        case ast.Assign([ast.Name(id=name)], ast.BinOp(ast.Name(id=same), ast.Add(), item)) if name == same == grown:
            return item
    return None


def _as_loop(function: ast.FunctionDef) -> Iterator[Block]:
    """`if c: return b` and `return f(…)` as a `while`; `return x + f(n - 1)` as a `for` that grows a result."""
    parameters = [argument.arg for argument in function.args.args]
    match function.body:
        case [ast.If(test=test, body=[ast.Return(value=ast.expr() as base)], orelse=[]), *more, ast.Return(value=last)]:
            pass
        case [ast.If(test=test, body=[ast.Return(value=ast.expr() as base)], orelse=[*more, ast.Return(value=last)])]:
            pass
        case _:
            return
    match last:
        case ast.Call(ast.Name(id=name), arguments, []) if name == function.name and len(arguments) == len(parameters):
            if not any(uses([statement], function.name) for statement in more):
                changed = [
                    (parameter, given)
                    for parameter, given in zip(parameters, arguments, strict=True)
                    if ast.dump(given) != ast.dump(load(parameter))
                ]
                if changed:
                    yield [ast.While(negated(test), [*more, _together(changed)], []), ast.Return(base)]
        case ast.BinOp(left, sign, right) if not more:
            names = Names(function)
            for item, again in ((left, right), (right, left)):
                for fold in _folds(function, item, again, names):
                    yield from fold.bodies(base, sign, again is right)


class _Fold:
    """A value `one` that is joined to a `result` in each round of a loop."""

    def __init__(self, result: str, name: str, over: ast.expr, one: ast.expr) -> None:
        self.result, self.name, self.over, self.one = result, name, over, one

    def bodies(self, base: ast.expr, sign: ast.operator, after: bool) -> Iterator[Block]:
        """In the order in which the recursion joins them, and in the other."""
        sides = (self.one, load(self.result)) if after else (load(self.result), self.one)
        for left, right in (sides, sides[::-1]):
            step = ast.Assign([store(self.result)], ast.BinOp(left, sign, right), lineno=1)
            loop = ast.For(store(self.name), self.over, [step], [], lineno=1)
            yield [ast.Assign([store(self.result)], base, lineno=1), loop, ast.Return(load(self.result))]


def _folds(function: ast.FunctionDef, item: ast.expr, again: ast.expr, names: Names) -> Iterator[_Fold]:
    """Loops for a recursion on a number less one, or on a sequence without its first."""
    parameters = [argument.arg for argument in function.args.args]
    match again:
        case ast.Call(ast.Name(id=name), arguments, []) if name == function.name and len(arguments) == len(parameters):
            pass
        case _:
            return
    result = names.fresh("result", "total", "found")
    for parameter, given in zip(parameters, arguments, strict=True):
        match given:
            case ast.BinOp(ast.Name(id=counted), ast.Sub(), ast.Constant(value=1)) if counted == parameter:
                number = names.fresh("i", "number", "k")
                one = Swap(ast.dump(load(parameter)), load(number)).visit(copied(item))
                bounds = call("range", ast.Constant(1), ast.BinOp(load(parameter), ast.Add(), ast.Constant(1)))
                yield _Fold(result, number, bounds, one)
            case ast.Subscript(ast.Name(id=walked), ast.Slice(ast.Constant(value=1), None)) if walked == parameter:
                first = ast.dump(ast.Subscript(load(parameter), ast.Constant(0), ast.Load()))
                element = names.fresh("x", "item", "element")
                one = Swap(first, load(element)).visit(copied(item))
                back = ast.Slice(None, None, ast.UnaryOp(ast.USub(), ast.Constant(1)))
                yield _Fold(result, element, load(parameter), one)
                yield _Fold(result, element, ast.Subscript(load(parameter), back, ast.Load()), one)


def _together(changed: list[tuple[str, ast.expr]]) -> ast.stmt:
    """All of them at once, because the new values are made of the old ones."""
    if len(changed) == 1:
        return ast.Assign([store(changed[0][0])], changed[0][1], lineno=1)
    targets = ast.Tuple([store(name) for name, _ in changed], ast.Store())
    return ast.Assign([targets], ast.Tuple([value for _, value in changed], ast.Load()), lineno=1)


def _appends(node: ast.AST) -> bool:
    return isinstance(node, ast.List) or (isinstance(node, ast.Attribute) and node.attr == "append")


def _left(body: Block) -> bool:
    return any(leaves(body, how) for how in (ast.Break, ast.Continue, ast.Return))


def _kept(block: Block, names: Names) -> Iterator[Block]:
    """A call that stands in two statements after each other, worked out once before them."""
    for place in range(len(block) - 1):
        first, second = block[place : place + 2]
        if isinstance(first, ast.Expr | ast.Assign) and isinstance(second, ast.Expr | ast.Assign):
            there = {ast.dump(node) for node in ast.walk(second) if isinstance(node, ast.Call)}
            for node in ast.walk(first):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and ast.dump(node) in there:
                    name = names.fresh("value", "largest", "found")
                    swap = Swap(ast.dump(node), load(name))
                    both = [swap.visit(copied(statement)) for statement in (first, second)]
                    keep = ast.Assign([store(name)], node, lineno=1)
                    yield [*block[:place], keep, *both, *block[place + 2 :]]
                    break


def _extreme(block: Block, names: Names) -> Iterator[Block]:
    """`m = max(xs)` by a loop that keeps the largest so far."""

    def change(statement: ast.stmt) -> Iterator[Block]:
        match statement:
            case ast.Assign([ast.Name(id=name)], ast.Call(ast.Name(id=word), [ast.Name(id=walked)], [])) if (
                word in _EXTREMES
            ):
                element = names.fresh("x", "item", "element")
                first = ast.Subscript(load(walked), ast.Constant(0), ast.Load())
                better = ast.Compare(load(element), [_EXTREMES[word]()], [load(name)])
                keep = ast.If(better, [ast.Assign([store(name)], load(element), lineno=1)], [])
                start = ast.Assign([store(name)], first, lineno=1)
                yield [start, ast.For(store(element), load(walked), [keep], [], lineno=1)]

    return each(block, change)


def _by_length(block: Block, names: Names) -> Iterator[Block]:  # noqa: ARG001 the shape of a rule
    """`for _ in range(k)` that collects one each round, as `while len(xs) < k`."""

    def change(statement: ast.stmt) -> Iterator[Block]:
        match statement:
            case ast.For(
                target=ast.Name(id=number), iter=ast.Call(ast.Name(id="range"), [last], []), body=body, orelse=[]
            ):
                if uses(body, number) or _left(body):
                    return
                for item in body:
                    match item:
                        case ast.Expr(ast.Call(ast.Attribute(ast.Name(id=grown), "append"), [_], [])):
                            test = ast.Compare(call("len", load(grown)), [ast.Lt()], [last])
                            yield [ast.While(test, body, [])]

    return each(block, change)


FURTHER = (_kept, _extreme, _by_length)
