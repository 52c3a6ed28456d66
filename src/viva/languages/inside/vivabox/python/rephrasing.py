"""Other ways to write a function that do the same: by elements or by their numbers, with `for` or `while`, with an
early return or a flag, with `else` or without, with a loop or a comprehension.

They are made of trusted references only, and what comes of them is tested before it counts: a rule may be wrong about
an odd program without harm.
"""

import ast
import copy
from collections.abc import Callable, Iterator, Sequence

Block = list[ast.stmt]
Rule = Callable[[Block, "Names"], Iterator[Block]]

_NEGATED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.GtE, ast.LtE: ast.Gt, ast.Gt: ast.LtE, ast.GtE: ast.Lt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip


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


def rephrased(function: ast.FunctionDef, most: int) -> list[ast.FunctionDef]:
    """The function itself, and up to `most` - 1 others, those with the fewest rules applied first."""
    found = [function]
    seen = {ast.dump(function)}
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
    count = sum(1 for _ in _blocks(function))
    for rule in _RULES:
        for number in range(count):
            owner, field = list(_blocks(function))[number]
            for new in rule(copy.deepcopy(getattr(owner, field)), names):
                changed = copy.deepcopy(function)
                twin, _ = list(_blocks(changed))[number]
                setattr(twin, field, new)
                yield ast.fix_missing_locations(changed)


def _blocks(function: ast.FunctionDef) -> Iterator[tuple[ast.AST, str]]:
    for node in ast.walk(function):
        for field in ("body", "orelse"):
            block = getattr(node, field, None)
            if isinstance(block, list) and block and isinstance(block[0], ast.stmt):
                yield node, field


def _each(block: Block, change: Callable[[ast.stmt], Iterator[Block]]) -> Iterator[Block]:
    """The block with one of its statements replaced."""
    for place, statement in enumerate(block):
        for new in change(statement):
            yield [*block[:place], *new, *block[place + 1 :]]


def _by_number(block: Block, names: Names) -> Iterator[Block]:
    """`for x in xs` as `for i in range(len(xs))` with `xs[i]`."""

    def change(statement: ast.stmt) -> Iterator[Block]:
        match statement:
            case ast.For(target=ast.Name(id=element), iter=ast.Name(id=walked), body=body, orelse=[]):
                if not _stores(body, element) and not _stores(body, walked):
                    number = names.fresh("i", "index", "j")
                    item = ast.Subscript(_load(walked), _load(number), ast.Load())
                    inside = [_replaced(each, element, item) for each in body]
                    count = _call("range", _call("len", _load(walked)))
                    yield [ast.For(_store(number), count, inside, [], lineno=1)]
                    first = ast.Assign([_store(element)], item, lineno=1)
                    yield [ast.For(_store(number), count, [first, *body], [], lineno=1)]

    return _each(block, change)


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
                item = ast.dump(ast.Subscript(_load(walked), _load(number), ast.Load()))
                element = names.fresh("x", "item", "element")
                inside = [_Swap(item, _load(element)).visit(copy.deepcopy(each)) for each in body]
                if not any(_uses([each], number) for each in inside) and not _stores(body, walked):
                    yield [ast.For(_store(element), _load(walked), inside, [], lineno=1)]

    return _each(block, change)


def _with_while(block: Block, names: Names) -> Iterator[Block]:
    """`for i in range(a, b)` and `for x in xs` as a `while` that counts."""

    def change(statement: ast.stmt) -> Iterator[Block]:
        match statement:
            case ast.For(target=ast.Name(id=number), iter=ast.Call(ast.Name(id="range"), bounds), body=body, orelse=[]):
                if len(bounds) < 3 and not _leaves(body, ast.Continue) and not _stores(body, number):
                    first, last = (ast.Constant(0), bounds[0]) if len(bounds) == 1 else (bounds[0], bounds[1])
                    yield _counting(number, first, last, body)
            case ast.For(target=ast.Name(id=element), iter=ast.Name(id=walked), body=body, orelse=[]):
                if not _leaves(body, ast.Continue) and not _stores(body, walked) and not _stores(body, element):
                    number = names.fresh("i", "index", "j")
                    item = ast.Subscript(_load(walked), _load(number), ast.Load())
                    inside = [_replaced(each, element, item) for each in body]
                    yield _counting(number, ast.Constant(0), _call("len", _load(walked)), inside)

    return _each(block, change)


def _counting(number: str, first: ast.expr, last: ast.expr, body: Sequence[ast.stmt]) -> Block:
    more = ast.AugAssign(_store(number), ast.Add(), ast.Constant(1))
    test = ast.Compare(_load(number), [ast.Lt()], [last])
    return [ast.Assign([_store(number)], first, lineno=1), ast.While(test, [*body, more], [])]


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
            ] if number == counted == more and not _stores(body, number) and not _leaves(body, ast.Continue):
                start = [] if isinstance(first, ast.Constant) and first.value == 0 else [first]
                loop = ast.For(_store(number), _call("range", *start, last), body or [ast.Pass()], [], lineno=1)
                yield [*block[:place], loop, *block[place + 2 :]]


def _turned(block: Block, names: Names) -> Iterator[Block]:  # noqa: ARG001
    """`if c: a else: b` as `if not c: b else: a`, and `if c: a` with a branch for the other case."""

    def change(statement: ast.stmt) -> Iterator[Block]:
        match statement:
            case ast.If(test=test, body=body, orelse=[]):
                yield [ast.If(negated(test), [ast.Pass()], body)]
                if not _ends(body):
                    yield [ast.If(negated(test), [ast.Continue()], body)]
            case ast.If(test=test, body=body, orelse=orelse):
                yield [ast.If(negated(test), orelse, body)]

    return _each(block, change)


def _guarded(block: Block, names: Names) -> Iterator[Block]:  # noqa: ARG001
    """What ends a block under a condition, as what follows a way out: `if not c: continue`."""
    match block:
        case [*before, ast.If(test=test, body=body, orelse=[])] if not _ends(body):
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
                yield [ast.AugAssign(_store(name), ast.Add(), ast.List([item], ast.Load()))]
                total = ast.BinOp(_load(name), ast.Add(), ast.List([item], ast.Load()))
                yield [ast.Assign([_store(name)], total, lineno=1)]
            case ast.AugAssign(ast.Name(id=name), sign, value):
                yield [ast.Assign([_store(name)], ast.BinOp(_load(name), sign, value), lineno=1)]
                match value:
                    case ast.List([item]):
                        yield [ast.Expr(_method(name, "append", item))]
            case ast.Assign([ast.Name(id=name)], ast.BinOp(ast.Name(id=same), sign, value)) if same == name:
                yield [ast.AugAssign(_store(name), sign, value)]
                match value:
                    case ast.List([item]):
                        yield [ast.Expr(_method(name, "append", item))]

    return _each(block, change)


def _looped(block: Block, names: Names) -> Iterator[Block]:
    """A list that is made at once, made step by step."""

    def change(statement: ast.stmt) -> Iterator[Block]:
        match statement:
            case ast.Return(ast.ListComp() as made):
                name = names.fresh("result", "found", "new")
                yield [*_stepwise(name, made), ast.Return(_load(name))]
            case ast.Assign([ast.Name(id=name)], ast.ListComp() as made):
                yield _stepwise(name, made)

    return _each(block, change)


def _stepwise(name: str, made: ast.ListComp) -> Block:
    inner: Block = [ast.Expr(_method(name, "append", made.elt))]
    for part in reversed(made.generators):
        for test in reversed(part.ifs):
            inner = [ast.If(test, inner, [])]
        inner = [ast.For(part.target, part.iter, inner, [], lineno=1)]
    return [ast.Assign([_store(name)], ast.List([], ast.Load()), lineno=1), *inner]


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
                        if not any(_uses([ast.Expr(part)], name) for part in parts):
                            made = ast.ListComp(item, [ast.comprehension(target, walked, tests, 0)])
                            assign = ast.Assign([_store(name)], made, lineno=1)
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
                nested = any(isinstance(node, ast.For | ast.While) for each in loop.body for node in ast.walk(each))
                if len(returns) == 1 and isinstance(returns[0].value, ast.Constant) and not nested:
                    name = names.fresh("found", "result", "flag")
                    changed = _Returns(name).visit(copy.deepcopy(loop))
                    start = ast.Assign([_store(name)], last, lineno=1)
                    yield [*block[:place], start, changed, ast.Return(_load(name))]


def _named(block: Block, names: Names) -> Iterator[Block]:
    """`return e` as a variable that is returned, and the other way round."""
    match block:
        case [*before, ast.Assign([ast.Name(id=name)], value), ast.Return(ast.Name(id=given))] if name == given:
            yield [*before, ast.Return(value)]
        case [*before, ast.Return(ast.expr() as value)] if not isinstance(value, ast.Name | ast.Constant):
            name = names.fresh("result", "answer", "value")
            yield [*before, ast.Assign([_store(name)], value, lineno=1), ast.Return(_load(name))]


def _recursive(block: Block, names: Names) -> Iterator[Block]:  # noqa: ARG001
    """`for x in xs` that only walks, as a `while` that takes the first element off a copy."""

    def change(statement: ast.stmt) -> Iterator[Block]:
        match statement:
            case ast.For(
                target=ast.Name(id=element),
                iter=ast.Call(ast.Name(id="range"), [bound]),
                body=body,
                orelse=[],
            ) if not _uses(body, element) and isinstance(bound, ast.Name) and not _stores(body, bound.id):
                less = ast.AugAssign(_store(bound.id), ast.Sub(), ast.Constant(1))
                test = ast.Compare(_load(bound.id), [ast.Gt()], [ast.Constant(0)])
                if not _uses(body, bound.id) and not _leaves(body, ast.Continue):
                    yield [ast.While(test, [*body, less], [])]

    return _each(block, change)


def negated(test: ast.expr) -> ast.expr:
    match test:
        case ast.Compare(left, [operator], right):
            return ast.Compare(left, [_NEGATED[type(operator)]()], right)
        case ast.UnaryOp(ast.Not(), operand):
            return operand
    return ast.UnaryOp(ast.Not(), test)


class _Swap(ast.NodeTransformer):
    """Another expression in the place of those that look like one."""

    def __init__(self, dump: str, new: ast.expr) -> None:
        self.dump, self.new = dump, new

    def generic_visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, ast.expr) and ast.dump(node) == self.dump:
            return copy.deepcopy(self.new)
        return super().generic_visit(node)


class _Returns(ast.NodeTransformer):
    def __init__(self, name: str) -> None:
        self.name = name

    def visit_Return(self, node: ast.Return) -> list[ast.stmt]:
        assert node.value is not None
        return [ast.Assign([_store(self.name)], node.value, lineno=1), ast.Break()]


def _replaced(statement: ast.stmt, name: str, new: ast.expr) -> ast.stmt:
    changed: ast.stmt = _Swap(ast.dump(_load(name)), new).visit(copy.deepcopy(statement))
    return changed


def _load(name: str) -> ast.Name:
    return ast.Name(name, ast.Load())


def _store(name: str) -> ast.Name:
    return ast.Name(name, ast.Store())


def _call(name: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(_load(name), list(arguments), [])


def _method(name: str, method: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(ast.Attribute(_load(name), method, ast.Load()), list(arguments), [])


def _stores(block: Sequence[ast.stmt], name: str) -> bool:
    """Whether statements give a name another value."""
    return any(
        isinstance(node, ast.Name) and node.id == name and not isinstance(node.ctx, ast.Load)
        for each in block
        for node in ast.walk(each)
    )


def _uses(block: Sequence[ast.stmt], name: str) -> bool:
    return any(isinstance(node, ast.Name) and node.id == name for each in block for node in ast.walk(each))


def _leaves(block: Sequence[ast.stmt], how: type[ast.stmt]) -> bool:
    return any(isinstance(node, how) for each in block for node in ast.walk(each))


def _ends(block: Sequence[ast.stmt]) -> bool:
    return isinstance(block[-1], ast.Return | ast.Break | ast.Continue)


_RULES: tuple[Rule, ...] = (
    _by_number, _by_element, _with_while, _with_for, _turned, _guarded, _else, _collected, _looped, _at_once, _flagged,
    _named, _recursive,
)  # fmt: skip
