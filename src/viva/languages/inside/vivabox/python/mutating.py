"""Small changes to a submission, one at a time, and what the changed program answers to given calls.

The changes are those that undo the mistakes beginners make: a comparison, an operator, a constant or an index that is
off by one, a name for another, a condition that is negated, a statement too much. No verdict rests on what a changed
program does, so the limit of steps is an exception here, which is cheap; a program that catches it meets it again at
its next step.
"""

import ast
import base64
import builtins
import copy
import itertools
import sys
import warnings
from collections.abc import Callable, Iterator
from typing import Any

from ..heap import read
from ..reviving import revive
from ..sites import Hooks
from ..values import TooLarge, write
from .compiling import FILENAME, RECURSION, Channel, declared_encoding, decoded
from .dialogue import Silence
from .instrument import instrument
from .loading import attempt, module_named, prepare
from .plan import step_name
from .streams import install

_COMPARISONS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq)
_MEMBERSHIP = {ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is}
_ARITHMETIC = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Div, ast.Mod)
_MOST_NAMES = 6
_PATIENCE = 3  # calls without a value after which a change is given up


class OutOfSteps(BaseException):
    pass


def run(channel: Channel, job: Any) -> None:
    """The job has `source` (base64), `function`, `calls`, `steps`, `most`, `first`, `only` (numbers, or None) and
    `output`. For each change from number `first` on one message:
    `[number, kind, line, column, end_line, end_column, outcomes]`, where an outcome is a written value or None.
    """
    sys.setrecursionlimit(RECURSION)
    warnings.simplefilter("ignore")
    source = base64.b64decode(job["source"])
    tree = ast.parse(decoded(source, declared_encoding(source)), FILENAME)
    silence = Silence(channel, job["output"])
    install(silence)
    for number, change in enumerate(itertools.islice(changes(tree), job["most"])):
        if number >= job["first"] and (job["only"] is None or number in job["only"]):
            channel.send({"begin": number})
            channel.send([number, change.kind, *change.place, _outcomes(change.tree, job, silence)])


class Change:
    """One changed copy of the program: `place` is where, `[line, column, end_line, end_column]` from 1."""

    def __init__(self, kind: str, node: ast.AST, tree: ast.Module) -> None:
        self.kind = kind
        line, column = getattr(node, "lineno", 1), getattr(node, "col_offset", 0)
        self.place = [
            line,
            column + 1,
            getattr(node, "end_lineno", None) or line,
            (getattr(node, "end_col_offset", None) or column) + 1,
        ]
        self.tree = tree


def changes(tree: ast.Module) -> Iterator[Change]:
    """Every change, nearest to the start of the source first; each tree is a copy of its own."""
    nodes = list(ast.walk(tree))
    order = sorted(range(len(nodes)), key=lambda index: _position(nodes[index]))
    scopes = _scopes(tree)
    for index in order:
        node = nodes[index]
        for kind, edit in _edits(node, scopes.get(id(node), ())):
            changed = copy.deepcopy(tree)
            twin = next(itertools.islice(ast.walk(changed), index, None))
            replaced = edit(twin)
            if replaced is not None:
                changed = _replace(changed, twin, replaced)
            ast.fix_missing_locations(changed)
            yield Change(kind, node, changed)


Edit = Callable[[Any], ast.AST | None]


def _edits(node: ast.AST, names: tuple[str, ...]) -> Iterator[tuple[str, Edit]]:
    """The edits of one node: each changes its twin in place, or gives what stands in its stead."""
    match node:
        case ast.Compare(ops=ops):
            for position, operator in enumerate(ops):
                yield from _comparison(position, operator)
            for position in range(len(ops) + 1):
                if _is_number_like((node.left, *node.comparators)[position]):
                    yield from (("off_by_one", _shift_operand(position, by)) for by in (1, -1))
        case ast.BinOp(op=operator) if isinstance(operator, _ARITHMETIC):
            yield from (("operator", _set("op", other)) for other in _ARITHMETIC if not isinstance(operator, other))
            yield ("left_operand", lambda twin: twin.left)
            yield ("right_operand", lambda twin: twin.right)
        case ast.AugAssign(op=operator) if isinstance(operator, _ARITHMETIC):
            yield from (("operator", _set("op", other)) for other in _ARITHMETIC[:3] if not isinstance(operator, other))
            yield ("off_by_one", _shifted("value", 1))
        case ast.BoolOp(op=operator):
            yield ("connective", _set("op", ast.Or if isinstance(operator, ast.And) else ast.And))
            yield from (("operand_dropped", _drop_operand(number)) for number in range(len(node.values)))
        case ast.Constant(value=bool(value)):
            yield ("constant", _replaced(lambda: ast.Constant(not value)))
        case ast.Constant(value=int() | float()):
            yield from (("constant", _plus(by)) for by in (1, -1))
            if node.value not in (0, 1, -1):
                yield ("constant", _replaced(lambda: ast.Constant(0)))
        case ast.Constant(value=str(text)) if text and len(text) < 40:
            yield ("constant", _replaced(lambda: ast.Constant("")))
        case ast.Name(ctx=ast.Load(), id=name):
            for other in [other for other in names if other != name][:_MOST_NAMES]:
                yield ("name", _set_name(other))
        case ast.Subscript(slice=index, ctx=context) if not isinstance(index, ast.Slice):
            yield from (("index", _shifted("slice", by)) for by in (1, -1) if isinstance(context, ast.expr_context))
        case ast.Slice():
            for end in ("lower", "upper"):
                if getattr(node, end) is not None:
                    yield from (("index", _shifted(end, by)) for by in (1, -1))
        case ast.Return(value=ast.expr() as value):
            if not isinstance(value, ast.Compare | ast.BoolOp | ast.Constant):
                yield from (("off_by_one", _shifted("value", by)) for by in (1, -1))
            if isinstance(value, ast.Compare | ast.BoolOp | ast.Name):
                yield ("negated", _negated("value"))
        case ast.Assign(value=value) if not isinstance(value, ast.Constant):
            yield from (("off_by_one", _shifted("value", by)) for by in (1, -1))
        case ast.If() | ast.While() | ast.IfExp():
            yield ("negated", _negated("test"))
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            yield ("negated", lambda twin: twin.operand)
        case ast.Call(func=ast.Name(id="range"), args=arguments) if arguments:
            for position in range(len(arguments)):
                yield from (("off_by_one", _shift_argument(position, by)) for by in (1, -1))
        case ast.Call(func=ast.Attribute(), args=[*_, _]):
            yield ("argument_dropped", _drop_argument)
        case ast.Call(func=ast.Name(id=("min" | "max") as name)):
            yield ("name", _set_function("max" if name == "min" else "min"))
    if isinstance(node, ast.Assign | ast.AugAssign | ast.Expr | ast.Return | ast.Break | ast.Continue | ast.If):
        yield ("statement_dropped", _replaced(ast.Pass))


def _comparison(position: int, operator: ast.cmpop) -> Iterator[tuple[str, Edit]]:
    if isinstance(operator, _COMPARISONS):
        for other in _COMPARISONS:
            if not isinstance(operator, other):
                yield ("comparison", _set_comparison(position, other))
    elif type(operator) in _MEMBERSHIP:
        yield ("comparison", _set_comparison(position, _MEMBERSHIP[type(operator)]))


def _set_comparison(position: int, operator: type[ast.cmpop]) -> Edit:
    def edit(twin: Any) -> None:
        twin.ops[position] = operator()

    return edit


def _set(field: str, kind: type[ast.AST]) -> Edit:
    def edit(twin: Any) -> None:
        setattr(twin, field, kind())

    return edit


def _replaced(make: Callable[[], ast.AST]) -> Edit:
    return lambda twin: ast.copy_location(make(), twin)


def _set_name(name: str) -> Edit:
    def edit(twin: Any) -> None:
        twin.id = name

    return edit


def _set_function(name: str) -> Edit:
    def edit(twin: Any) -> None:
        twin.func.id = name

    return edit


def _plus(by: int) -> Edit:
    def edit(twin: Any) -> None:
        twin.value += by

    return edit


def _shifted(field: str, by: int) -> Edit:
    def edit(twin: Any) -> None:
        setattr(twin, field, _sum(getattr(twin, field), by))

    return edit


def _shift_operand(position: int, by: int) -> Edit:
    def edit(twin: Any) -> None:
        if position == 0:
            twin.left = _sum(twin.left, by)
        else:
            twin.comparators[position - 1] = _sum(twin.comparators[position - 1], by)

    return edit


def _shift_argument(position: int, by: int) -> Edit:
    def edit(twin: Any) -> None:
        twin.args[position] = _sum(twin.args[position], by)

    return edit


def _negated(field: str) -> Edit:
    def edit(twin: Any) -> None:
        setattr(twin, field, ast.UnaryOp(ast.Not(), getattr(twin, field)))

    return edit


def _drop_operand(number: int) -> Edit:
    def edit(twin: Any) -> Any:
        rest = [value for index, value in enumerate(twin.values) if index != number]
        if len(rest) == 1:
            return rest[0]
        twin.values = rest
        return None

    return edit


def _drop_argument(twin: Any) -> None:
    twin.args.pop()


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


def _is_number_like(node: ast.expr) -> bool:
    return isinstance(node, ast.Name | ast.BinOp | ast.Subscript | ast.Call | ast.Attribute)


def _replace(tree: ast.Module, old: ast.AST, new: ast.AST) -> ast.Module:
    for parent in ast.walk(tree):
        for field, child in ast.iter_fields(parent):
            if child is old:
                setattr(parent, field, new)
                return tree
            if isinstance(child, list):
                for position, item in enumerate(child):
                    if item is old:
                        child[position] = new
                        return tree
    return tree


def _position(node: ast.AST) -> tuple[int, int]:
    return getattr(node, "lineno", 0), getattr(node, "col_offset", 0)


def _scopes(tree: ast.Module) -> dict[int, tuple[str, ...]]:
    """For each node the variables of the function around it, in the order of the source."""
    scopes: dict[int, tuple[str, ...]] = {}
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
                    scopes[id(node)] = names
    return scopes


def _outcomes(tree: ast.Module, job: Any, silence: Silence) -> list[Any]:
    try:
        tree, _ = instrument(tree, Hooks())
        code = compile(tree, FILENAME, "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError):
        return []
    names = vars(builtins)
    step = step_name("viva")
    namespace = module_named("submission")
    prepare(0)
    names[step] = _limited(job["steps"]).__next__
    _, problem = attempt(lambda: exec(code, namespace))
    if problem is not None:
        return []
    function = namespace.get(job["function"].partition(".")[0])
    for part in job["function"].split(".")[1:]:
        function = getattr(function, part, None)
    if not callable(function):
        return []
    outcomes: list[Any] = []
    for call in job["calls"]:
        silence.begin()
        endless = outcomes.count(None) == len(outcomes) > _PATIENCE
        names[step] = _limited(job["steps"]).__next__
        prepare(0)
        outcomes.append(None if endless else _outcome(function, call))
    return outcomes


def _outcome(function: Callable[..., object], call: Any) -> Any:
    arguments: Any = revive(read(call), {**vars(builtins), **vars(sys.modules["submission"])})
    result, problem = attempt(lambda: function(*arguments))
    if problem is not None:
        return None
    try:
        return write(result, nodes=10_000, characters=100_000)
    except TooLarge:
        return None


def _limited(steps: int) -> Iterator[None]:
    return itertools.chain(itertools.repeat(None, steps), _Out())


class _Out:
    """An iterator that raises again and again."""

    def __iter__(self) -> "_Out":
        return self

    def __next__(self) -> None:
        raise OutOfSteps
