"""Programs with one change: what a proof must never mistake for the program it was made from."""

import ast
import copy
import random
import sys
from collections.abc import Callable, Iterator
from functools import partial
from types import FrameType
from typing import Any

LARGE = 20_000  # bits: numbers that are squared again and again take longer than any number of lines
STEPS = 4_000
_COMPARISONS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq)
_OPERATIONS = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod)


def near_misses(source: str, seed: int, most: int) -> Iterator[str]:
    """Different programs with one change each, in a random order: another operator, constant, condition or order, a
    statement less."""
    tree = ast.parse(source)
    changes = [(place, change) for place, node in enumerate(ast.walk(tree)) for change in changes_of(node)]
    random.Random(seed).shuffle(changes)
    seen = {ast.unparse(tree)}
    for place, change in changes:
        changed = copy.deepcopy(tree)
        change(list(ast.walk(changed))[place])
        try:
            text = ast.unparse(ast.fix_missing_locations(changed))
            compile(text, "changed", "exec")
        except (SyntaxError, ValueError):
            continue
        if text not in seen:
            seen.add(text)
            yield text
        if len(seen) > most:
            return


def changes_of(node: ast.AST) -> list[Callable[[Any], None]]:
    found: list[Callable[[Any], None]] = []

    def set_to(name: str, value: Callable[[Any], Any]) -> None:
        found.append(lambda each: setattr(each, name, value(each)))

    match node:
        case ast.Compare(ops=[operator]):
            for comparison in _COMPARISONS:
                if not isinstance(operator, comparison):
                    found.append(partial(setattr_to, "ops", [comparison()]))
            if isinstance(operator, ast.In | ast.NotIn):
                found.clear()
                set_to("ops", lambda each: [ast.NotIn() if isinstance(each.ops[0], ast.In) else ast.In()])
        case ast.BinOp(op=operator) | ast.AugAssign(op=operator):
            for operation in _OPERATIONS:
                if not isinstance(operator, operation):
                    found.append(partial(setattr_to, "op", operation()))
        case ast.BoolOp():
            set_to("op", lambda each: ast.Or() if isinstance(each.op, ast.And) else ast.And())
        case ast.Constant(value=bool()):
            set_to("value", lambda each: not each.value)
        case ast.Constant(value=int()):
            set_to("value", lambda each: each.value + 1)
            set_to("value", lambda each: each.value - 1)
        case ast.Constant(value=str(text)) if text:
            set_to("value", lambda each: each.value[:-1] + chr(ord(each.value[-1]) + 1))
        case ast.If() | ast.IfExp() | ast.While():
            set_to("test", lambda each: ast.UnaryOp(ast.Not(), each.test))
        case ast.Call(args=[_, *_]):
            set_to("args", lambda each: [ast.BinOp(each.args[0], ast.Add(), ast.Constant(1)), *each.args[1:]])
            if len(node.args) > 1:
                set_to("args", lambda each: each.args[::-1])
        case ast.Subscript(slice=index) if not isinstance(index, ast.Slice):
            set_to("slice", lambda each: ast.BinOp(each.slice, ast.Add(), ast.Constant(1)))
            set_to("slice", lambda each: ast.BinOp(each.slice, ast.Sub(), ast.Constant(1)))
        case ast.Return(value=ast.expr()):
            set_to("value", lambda each: ast.BinOp(each.value, ast.Add(), ast.Constant(1)))
    if isinstance(node, ast.For | ast.While | ast.If | ast.FunctionDef) and len(node.body) > 1:
        for place in range(len(node.body)):
            found.append(partial(_leave_out, place))
            if place:
                found.append(partial(_earlier, place))
    for name in ("Break", "Continue"):
        if isinstance(node, ast.For | ast.While | ast.If):
            for place, inner in enumerate(node.body):
                if type(inner).__name__ == name:
                    found.append(partial(_other, place, ast.Continue() if name == "Break" else ast.Break()))
    return found


def setattr_to(name: str, value: Any, node: Any) -> None:
    setattr(node, name, value)


def _leave_out(place: int, node: Any) -> None:
    node.body.pop(place)


def _earlier(place: int, node: Any) -> None:
    node.body.insert(place - 1, node.body.pop(place))


def _other(place: int, statement: ast.stmt, node: Any) -> None:
    node.body[place] = statement


class _Endless(Exception):
    pass


def answer(function: Callable[..., Any], arguments: list[Any]) -> tuple[str, Any]:
    """What a function of ours gives, how it ends, within so many lines of its own file: what is tidied up meanwhile
    counts for nothing."""
    left, file = STEPS, function.__code__.co_filename

    def trace(frame: FrameType, _event: str, _: Any) -> Any:
        nonlocal left
        if frame.f_code.co_filename != file:
            return None
        left -= 1
        if left < 0 or any(type(each) is int and each.bit_length() > LARGE for each in frame.f_locals.values()):
            raise _Endless
        return trace

    sys.settrace(trace)
    try:
        return "value", function(*copy.deepcopy(arguments))
    except _Endless:
        return "endless", None
    except Exception as error:  # noqa: BLE001 whatever a changed program raises
        return "raised", type(error).__name__
    finally:
        sys.settrace(None)


def differs(reference: Any, other: Any, inputs: list[list[Any]]) -> bool:
    """Whether there is an input for which the reference gives a value and the other does not give an equal one."""
    for arguments in inputs:
        kind, expected = answer(reference, arguments)
        if kind != "value":
            continue
        ended, found = answer(other, arguments)
        if (
            ended != "value"
            or found != expected
            or isinstance(found, list | tuple | dict) != isinstance(expected, list | tuple | dict)
        ):
            return True
    return False
