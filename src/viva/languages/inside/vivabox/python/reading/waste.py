"""Work that a program does again in each round of a loop, or in each call of itself, as a reader of the source sees it.

Kinds: `text_in_loop` (a text that grows letter by letter), `list_searched` (`in` on a long-lived list), `list_front`
(what is put in or taken out at the front of a list moves all the others), `sorted_again` and `worked_out_again` (of
something that the loop does not change), `calls_again` (a function that calls itself twice for the same). A loop is
looked at only as far as it goes on: what stands before a `return` or `break` happens once. `len` is not among them:
Python knows it.
"""

import ast
from collections.abc import Iterator
from itertools import combinations
from typing import Any

_LEAVES = (ast.Return, ast.Break, ast.Raise)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
_CHANGING = frozenset({"append", "extend", "insert", "pop", "remove", "clear", "reverse", "sort", "add", "update"})
_PLAIN = frozenset({"int", "str", "float", "bool"})


def waste(tree: ast.Module) -> Iterator[list[Any]]:
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            texts, lists = _begun(function)
            yield from _repeated_calls(function)
            for loop in _inside(function.body):
                if isinstance(loop, ast.For | ast.While):
                    yield from _in_loop(loop, texts, lists)


def _begun(function: ast.FunctionDef) -> tuple[set[str], set[str]]:
    """The names that begin as a text, and those that hold lists whose elements can stand in a set."""
    texts: set[str] = set()
    lists: set[str] = set()
    for argument in function.args.args:
        match argument.annotation:
            case ast.Subscript(value=ast.Name(id="list"), slice=ast.Name(id=kind)) if kind in _PLAIN:
                lists.add(argument.arg)
    for node in _inside(function.body):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=str())):
                texts.add(name)
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.List(elts=[])):
                lists.add(name)
    return texts, lists


def _in_loop(loop: ast.For | ast.While, texts: set[str], lists: set[str]) -> Iterator[list[Any]]:
    rounds = list(_rounds(loop))
    set_here, changed = _touched([*loop.body, loop.target] if isinstance(loop, ast.For) else loop.body)
    for node in rounds:
        match node:
            case ast.AugAssign(target=ast.Name(id=name), op=ast.Add()) if name in texts and name not in set_here:
                yield _found("text_in_loop", node, name)
            case ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=[ast.Name(id=name)]):
                if name in lists and name not in set_here and not changed.get(name, set()) - {"append"}:
                    yield _found("list_searched", node, name)
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="insert"), args=[ast.Constant(value=0), _]):
                if name not in set_here:
                    yield _found("list_front", node, f"{name}.insert(0, ...)")
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="pop"), args=[ast.Constant(value=0)]):
                if name not in set_here:
                    yield _found("list_front", node, f"{name}.pop(0)")
            case ast.Call(func=ast.Name(id="sorted"), args=[ast.Name(id=name)]):
                if name not in set_here and name not in changed:
                    yield _found("sorted_again", node, f"sorted({name})")
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="sort")):
                if name not in set_here and changed.get(name) == {"sort"}:
                    yield _found("sorted_again", node, f"{name}.sort()")
            case ast.Call(func=ast.Name(id="sum" | "max" | "min" as what), args=[ast.Name(id=name)]):
                if name not in set_here and name not in changed:
                    yield _found("worked_out_again", node, f"{what}({name})")


def _rounds(loop: ast.For | ast.While) -> Iterator[ast.AST]:
    """What each round may do, in this loop and not in one inside of it, which is looked at by itself."""
    if isinstance(loop, ast.While):
        yield from ast.walk(loop.test)
    yield from _going_on(loop.body)


def _going_on(block: list[ast.stmt]) -> Iterator[ast.AST]:
    if any(isinstance(statement, _LEAVES) for statement in block):
        return
    for statement in block:
        match statement:
            case ast.For() | ast.While() | ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                if isinstance(statement, ast.For):
                    yield from ast.walk(statement.iter)
            case ast.If(test=test, body=body, orelse=orelse):
                yield from ast.walk(test)
                yield from _going_on(body)
                yield from _going_on(orelse)
            case ast.With() | ast.Try() | ast.Match():
                pass
            case _:
                yield from ast.walk(statement)


def _touched(nodes: list[Any]) -> tuple[set[str], dict[str, set[str]]]:
    """The names that are given a value, and those whose values are changed, with the methods that do it. A name that
    is handed to a function of the program's own may be changed there."""
    given: set[str] = set()
    changed: dict[str, set[str]] = {}
    for top in nodes:
        for node in ast.walk(top):
            match node:
                case ast.AugAssign(target=ast.Name(id=name)):
                    changed.setdefault(name, set()).add("+=")
                case ast.Subscript(value=ast.Name(id=name), ctx=ast.Store() | ast.Del()):
                    changed.setdefault(name, set()).add("[]")
                case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=method)) if method in _CHANGING:
                    changed.setdefault(name, set()).add(method)
                case ast.Call(func=ast.Name(id=function), args=values) if function not in _KEEP:
                    for value in values:
                        if isinstance(value, ast.Name):
                            changed.setdefault(value.id, set()).add(function)
        added = {id(node.target) for node in ast.walk(top) if isinstance(node, ast.AugAssign)}
        given |= {
            node.id
            for node in ast.walk(top)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store | ast.Del) and id(node) not in added
        }
    return given, changed


_KEEP = frozenset(
    {
        "len", "sum", "max", "min", "sorted", "print", "str", "list", "set", "tuple", "dict", "range", "enumerate",
        "zip", "reversed", "any", "all", "abs", "int", "float", "round", "isinstance",
    }
)  # fmt: skip


def _repeated_calls(function: ast.FunctionDef) -> Iterator[list[Any]]:
    """Calls of itself that come to the same: twice with the same arguments, where both are made; or with a parameter
    less one and less two. Whoever keeps answers, in a table or by a decorator, does not work them out again."""
    keeps = any(isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store) for node in ast.walk(function))
    if function.decorator_list or keeps:
        return
    for node in _inside(function.body):
        match node:
            case ast.If(test=test, body=body):
                first, second = _calls(function, [test]), _calls(function, body)
                pairs = [(one, two) for one in first for two in second if _same(one, two)]
            case ast.IfExp(test=test, body=whole, orelse=other):
                first, second = _calls(function, [test]), _calls(function, [whole, other])
                pairs = [(one, two) for one in first for two in second if _same(one, two)]
            case ast.BinOp(left=left, right=right):
                first, second = _calls(function, [left]), _calls(function, [right])
                pairs = [(one, two) for one in first for two in second if _same(one, two) or _overlap(one, two)]
            case ast.Compare() | ast.Tuple() | ast.List():
                pairs = [pair for pair in combinations(_calls(function, [node]), 2) if _same(*pair)]
            case _:
                pairs = []
        for one, _ in pairs[:1]:
            yield _found("calls_again", one, ast.unparse(one)[:40])


def _calls(function: ast.FunctionDef, nodes: list[Any]) -> list[ast.Call]:
    """Calls of itself that are made in any case, where these are evaluated."""
    found = []
    for node in _inside(nodes):
        match node:
            case ast.Call(func=ast.Name(id=name)) if name == function.name and not node.keywords:
                found.append(node)
    return found


def _same(one: ast.Call, two: ast.Call) -> bool:
    return ast.dump(one) == ast.dump(two)


def _overlap(one: ast.Call, two: ast.Call) -> bool:
    match one.args, two.args:
        case (
            [ast.BinOp(ast.Name(id=left), ast.Sub(), ast.Constant(value=int(first)))],
            [ast.BinOp(ast.Name(id=right), ast.Sub(), ast.Constant(value=int(second)))],
        ):
            return left == right and first != second
    return False


def _inside(nodes: list[Any]) -> Iterator[ast.AST]:
    """These and all that is in them, but not what belongs to a function inside."""
    todo: list[ast.AST] = list(reversed(nodes))
    while todo:
        node = todo.pop()
        if isinstance(node, _FUNCTIONS):
            continue
        yield node
        todo += reversed(list(ast.iter_child_nodes(node)))


def _found(kind: str, node: ast.expr | ast.stmt, name: str) -> list[Any]:
    return [kind, node.lineno, node.col_offset + 1, name]
