"""Other ways to write a function that do the same: by elements or by their numbers, with `for` or `while`, with an
early return or a flag, with `else` or without, with a loop or a comprehension.

They are made of trusted references only, and what comes of them is tested before it counts: a rule may be wrong about
an odd program without harm.
"""

import ast
from collections.abc import Callable, Iterator, Sequence

from .folding import FURTHER, with_loop, with_recursion
from .phrases import (
    Block,
    Names,
    Swap,
    call,
    copied,
    each,
    ends,
    leaves,
    load,
    method,
    negated,
    replaced,
    store,
    stores,
    uses,
)

Rule = Callable[[Block, "Names"], Iterator[Block]]
_RECURSIVE = 3  # a third of all ways may have another recursion


def rephrased(function: ast.FunctionDef, most: int) -> list[ast.FunctionDef]:
    """The function itself, and up to `most` - 1 others, those with the fewest rules applied first; some of them with
    a loop for its recursion, or the other way round."""
    found = _rephrased([function, *with_loop(function)], most - most // _RECURSIVE)
    others = [recursion for way in found for recursion in with_recursion(way)]
    return [*found, *_rephrased(others, most - len(found))]


def _rephrased(ways: Sequence[ast.FunctionDef], most: int) -> list[ast.FunctionDef]:
    found = list({ast.dump(way): way for way in ways}.values())[:most]
    seen = set(map(ast.dump, found))
    place = 0
    while place < len(found) and len(found) < most:
        for other in _one_rule(found[place]):
            key = ast.dump(other)
            if key not in seen and len(found) < most:
                seen.add(key)
                found.append(other)
        place += 1
    return found


def _one_rule(function: ast.FunctionDef) -> Iterator[ast.FunctionDef]:
    """The function with one rule applied to one block."""
    names = Names(function)
    owners = list(_blocks(function))
    for rule in _RULES:
        for number in range(len(owners)):
            owner, field = owners[number]
            for new in rule([copied(statement) for statement in getattr(owner, field)], names):
                changed = copied(function)
                twin, _ = list(_blocks(changed))[number]
                setattr(twin, field, new)
                yield ast.fix_missing_locations(changed)


def _blocks(function: ast.FunctionDef) -> Iterator[tuple[ast.AST, str]]:
    for node in ast.walk(function):
        for field in ("body", "orelse"):
            block = getattr(node, field, None)
            if isinstance(block, list) and block and isinstance(block[0], ast.stmt):
                yield node, field


def _by_number(block: Block, names: Names) -> Iterator[Block]:
    """`for x in xs` as `for i in range(len(xs))` with `xs[i]`."""

    def change(statement: ast.stmt) -> Iterator[Block]:
        match statement:
            case ast.For(target=ast.Name(id=element), iter=ast.Name(id=walked), body=body, orelse=[]):
                if not stores(body, element) and not stores(body, walked):
                    number = names.fresh("i", "index", "j")
                    item = ast.Subscript(load(walked), load(number), ast.Load())
                    inside = [replaced(part, element, item) for part in body]
                    count = call("range", call("len", load(walked)))
                    yield [ast.For(store(number), count, inside, [], lineno=1)]
                    first = ast.Assign([store(element)], item, lineno=1)
                    yield [ast.For(store(number), count, [first, *body], [], lineno=1)]

    return each(block, change)


def _by_element(block: Block, names: Names) -> Iterator[Block]:
    """`for i in range(len(xs))` with nothing but `xs[i]` as `for x in xs`."""

    def change(statement: ast.stmt) -> Iterator[Block]:
        match statement:
            case ast.For(
                target=ast.Name(id=number),
                iter=ast.Call(ast.Name(id="range"), [ast.Call(ast.Name(id="len"), [ast.Name(id=walked)])]),
                body=body,
                orelse=[],
            ):
                item = ast.dump(ast.Subscript(load(walked), load(number), ast.Load()))
                element = names.fresh("x", "item", "element")
                inside = [Swap(item, load(element)).visit(copied(part)) for part in body]
                if not any(uses([item], number) for item in inside) and not stores(body, walked):
                    yield [ast.For(store(element), load(walked), inside, [], lineno=1)]

    return each(block, change)


def _with_while(block: Block, names: Names) -> Iterator[Block]:
    """`for i in range(a, b)` and `for x in xs` as a `while` that counts."""

    def change(statement: ast.stmt) -> Iterator[Block]:
        match statement:
            case ast.For(target=ast.Name(id=number), iter=ast.Call(ast.Name(id="range"), bounds), body=body, orelse=[]):
                if len(bounds) < 3 and not leaves(body, ast.Continue) and not stores(body, number):
                    first, last = (ast.Constant(0), bounds[0]) if len(bounds) == 1 else (bounds[0], bounds[1])
                    yield _counting(number, first, last, body)
            case ast.For(target=ast.Name(id=element), iter=ast.Name(id=walked), body=body, orelse=[]):
                if not leaves(body, ast.Continue) and not stores(body, walked) and not stores(body, element):
                    number = names.fresh("i", "index", "j")
                    item = ast.Subscript(load(walked), load(number), ast.Load())
                    inside = [replaced(part, element, item) for part in body]
                    yield _counting(number, ast.Constant(0), call("len", load(walked)), inside)

    return each(block, change)


def _counting(number: str, first: ast.expr, last: ast.expr, body: Sequence[ast.stmt]) -> Block:
    more = ast.AugAssign(store(number), ast.Add(), ast.Constant(1))
    test = ast.Compare(load(number), [ast.Lt()], [last])
    return [ast.Assign([store(number)], first, lineno=1), ast.While(test, [*body, more], [])]


def _with_for(block: Block, names: Names) -> Iterator[Block]:  # noqa: ARG001 the shape of a rule
    """A `while` that counts up as a `for`."""
    for place in range(len(block) - 1):
        match block[place : place + 2]:
            case [
                ast.Assign(targets=[ast.Name(id=number)], value=first),
                ast.While(
                    test=ast.Compare(ast.Name(id=counted), [ast.Lt()], [last]),
                    body=[*body, ast.AugAssign(ast.Name(id=more), ast.Add(), ast.Constant(value=1))],
                    orelse=[],
                ),
            ] if number == counted == more and not stores(body, number) and not leaves(body, ast.Continue):
                start = [] if isinstance(first, ast.Constant) and first.value == 0 else [first]
                loop = ast.For(store(number), call("range", *start, last), body or [ast.Pass()], [], lineno=1)
                yield [*block[:place], loop, *block[place + 2 :]]


def _turned(block: Block, names: Names) -> Iterator[Block]:  # noqa: ARG001
    """`if c: a else: b` as `if not c: b else: a`, and `if c: a` with a branch for the other case."""

    def change(statement: ast.stmt) -> Iterator[Block]:
        match statement:
            case ast.If(test=test, body=body, orelse=[]):
                yield [ast.If(negated(test), [ast.Pass()], body)]
                if not ends(body):
                    yield [ast.If(negated(test), [ast.Continue()], body)]
            case ast.If(test=test, body=body, orelse=orelse):
                yield [ast.If(negated(test), orelse, body)]

    return each(block, change)


def _guarded(block: Block, names: Names) -> Iterator[Block]:  # noqa: ARG001
    """What ends a block under a condition, as what follows a way out: `if not c: continue`."""
    match block:
        case [*before, ast.If(test=test, body=body, orelse=[])] if not ends(body):
            yield [*before, ast.If(negated(test), [ast.Continue()], []), *body]


def _else(block: Block, names: Names) -> Iterator[Block]:  # noqa: ARG001
    """`if c: return a` with what follows in an `else`, and the other way round."""
    for place, statement in enumerate(block):
        match statement:
            case ast.If(test=test, body=[*_, ast.Return()] as body, orelse=[]) if block[place + 1 :]:
                yield [*block[:place], ast.If(test, body, block[place + 1 :])]
            case ast.If(test=test, body=[*_, ast.Return()] as body, orelse=orelse) if orelse:
                yield [*block[:place], ast.If(test, body, []), *orelse, *block[place + 1 :]]


def _collected(block: Block, names: Names) -> Iterator[Block]:  # noqa: ARG001
    """`xs.append(x)`, `xs += [x]` and `xs = xs + [x]`; `n += 1` and `n = n + 1`."""

    def change(statement: ast.stmt) -> Iterator[Block]:
        match statement:
            case ast.Expr(ast.Call(ast.Attribute(ast.Name(id=name), "append"), [item])):
                yield [ast.AugAssign(store(name), ast.Add(), ast.List([item], ast.Load()))]
                total = ast.BinOp(load(name), ast.Add(), ast.List([item], ast.Load()))
                yield [ast.Assign([store(name)], total, lineno=1)]
            case ast.AugAssign(ast.Name(id=name), sign, value):
                yield [ast.Assign([store(name)], ast.BinOp(load(name), sign, value), lineno=1)]
                match value:
                    case ast.List([item]):
                        yield [ast.Expr(method(name, "append", item))]
            case ast.Assign([ast.Name(id=name)], ast.BinOp(ast.Name(id=same), sign, value)) if same == name:
                yield [ast.AugAssign(store(name), sign, value)]
                match value:
                    case ast.List([item]):
                        yield [ast.Expr(method(name, "append", item))]

    return each(block, change)


def _looped(block: Block, names: Names) -> Iterator[Block]:
    """A list that is made at once, made step by step."""

    def change(statement: ast.stmt) -> Iterator[Block]:
        match statement:
            case ast.Return(ast.ListComp() as made):
                name = names.fresh("result", "found", "new")
                yield [*_stepwise(name, made), ast.Return(load(name))]
            case ast.Assign([ast.Name(id=name)], ast.ListComp() as made):
                yield _stepwise(name, made)

    return each(block, change)


def _stepwise(name: str, made: ast.ListComp) -> Block:
    inner: Block = [ast.Expr(method(name, "append", made.elt))]
    for part in reversed(made.generators):
        for test in reversed(part.ifs):
            inner = [ast.If(test, inner, [])]
        inner = [ast.For(part.target, part.iter, inner, [], lineno=1)]
    return [ast.Assign([store(name)], ast.List([], ast.Load()), lineno=1), *inner]


def _at_once(block: Block, names: Names) -> Iterator[Block]:  # noqa: ARG001
    """A list that is made step by step, made at once."""
    for place in range(len(block) - 1):
        match block[place : place + 2]:
            case [
                ast.Assign(targets=[ast.Name(id=name)], value=ast.List(elts=[])),
                ast.For(target=target, iter=walked, body=[inner], orelse=[]),
            ]:
                tests: list[ast.expr] = []
                while isinstance(inner, ast.If) and not inner.orelse and len(inner.body) == 1:
                    tests, inner = [*tests, inner.test], inner.body[0]
                match inner:
                    case ast.Expr(ast.Call(ast.Attribute(ast.Name(id=same), "append"), [item])) if same == name:
                        parts = [item, *tests]
                        if not any(uses([ast.Expr(part)], name) for part in parts):
                            made = ast.ListComp(item, [ast.comprehension(target, walked, tests, 0)])
                            assign = ast.Assign([store(name)], made, lineno=1)
                            yield [*block[:place], assign, *block[place + 2 :]]


def _flagged(block: Block, names: Names) -> Iterator[Block]:
    """A constant that is returned from inside of a loop, or else another after it, kept in a variable."""
    for place in range(len(block) - 1):
        match block[place : place + 2]:
            case [
                (ast.For() | ast.While()) as loop,
                ast.Return(value=ast.Constant() as last),
            ] if not loop.orelse:
                returns = [node for node in ast.walk(loop) if isinstance(node, ast.Return)]
                nested = any(isinstance(node, ast.For | ast.While) for item in loop.body for node in ast.walk(item))
                if len(returns) == 1 and isinstance(returns[0].value, ast.Constant) and not nested:
                    name = names.fresh("found", "result", "flag")
                    changed = _Returns(name).visit(copied(loop))
                    start = ast.Assign([store(name)], last, lineno=1)
                    yield [*block[:place], start, changed, ast.Return(load(name))]


def _named(block: Block, names: Names) -> Iterator[Block]:
    """`return e` as a variable that is returned, and the other way round."""
    match block:
        case [*before, ast.Assign([ast.Name(id=name)], value), ast.Return(ast.Name(id=given))] if name == given:
            yield [*before, ast.Return(value)]
        case [*before, ast.Return(ast.expr() as value)] if not isinstance(value, ast.Name | ast.Constant):
            name = names.fresh("result", "answer", "value")
            yield [*before, ast.Assign([store(name)], value, lineno=1), ast.Return(load(name))]


def _recursive(block: Block, names: Names) -> Iterator[Block]:  # noqa: ARG001
    """`for x in xs` that only walks, as a `while` that takes the first element off a copy."""

    def change(statement: ast.stmt) -> Iterator[Block]:
        match statement:
            case ast.For(
                target=ast.Name(id=element),
                iter=ast.Call(ast.Name(id="range"), [bound]),
                body=body,
                orelse=[],
            ) if not uses(body, element) and isinstance(bound, ast.Name) and not stores(body, bound.id):
                less = ast.AugAssign(store(bound.id), ast.Sub(), ast.Constant(1))
                test = ast.Compare(load(bound.id), [ast.Gt()], [ast.Constant(0)])
                if not uses(body, bound.id) and not leaves(body, ast.Continue):
                    yield [ast.While(test, [*body, less], [])]

    return each(block, change)


class _Returns(ast.NodeTransformer):
    def __init__(self, name: str) -> None:
        self.name = name

    def visit_Return(self, node: ast.Return) -> list[ast.stmt]:
        assert node.value is not None
        return [ast.Assign([store(self.name)], node.value, lineno=1), ast.Break()]


_RULES: tuple[Rule, ...] = (
    _by_number, _by_element, _with_while, _with_for, _turned, _guarded, _else, _collected, _looped, _at_once, _flagged,
    _named, _recursive, *FURTHER,
)  # fmt: skip
