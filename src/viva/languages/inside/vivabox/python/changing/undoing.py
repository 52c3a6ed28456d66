"""What undoes slips in whole statements: a `return` too early or forgotten, a result thrown away, a wrong start, a
line indented too far, a value that was never converted.

`edits` makes edits of them.
"""

import ast
from collections.abc import Iterator, Sequence
from itertools import pairwise

# Methods that change what they are called on and give nothing back, and what was meant when their result is used.
IN_PLACE: dict[str, str] = {
    "sort": "sorted({})", "reverse": "{}[::-1]", "append": "", "extend": "", "insert": "", "remove": "", "clear": "",
    "add": "", "update": "", "discard": "",
}  # fmt: skip
_STARTS = ("0", "1", "''", "[]", "{}")
_OTHER_WORDS = {
    "append": "extend", "extend": "append", "lower": "upper", "upper": "lower", "any": "all", "all": "any",
    "keys": "values", "values": "keys", "find": "rfind", "startswith": "endswith", "endswith": "startswith",
    "lstrip": "strip", "rstrip": "strip", "isalnum": "isalpha", "isalpha": "isalnum", "pop": "remove", "remove": "pop",
}  # fmt: skip
_TURNED = (ast.Add, ast.Sub, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow)
_MOST_NAMES = 4

Slip = tuple[str, ast.expr | ast.stmt, str | ast.BinOp]
"""A kind, the node whose text is replaced, and what is put there."""


def statement_slips(node: ast.AST, names: Sequence[str]) -> Iterator[Slip]:
    """Those of one statement of a function, which knows these names."""
    match node:
        case ast.Expr(ast.Call(ast.Name("print"), [value])):
            yield "printed", node, f"return {ast.unparse(value)}"
        case ast.Expr(ast.Call(function, arguments) as call):
            yield "not_returned", node, f"return {ast.unparse(call)}"
            match function, arguments:
                case (ast.Attribute(ast.Name(name), method), _) if method not in IN_PLACE:
                    yield "not_kept", node, f"{name} = {ast.unparse(call)}"
                case ast.Name(), [ast.Name(name)]:
                    yield "not_kept", node, f"{name} = {ast.unparse(call)}"
        case ast.Expr(ast.Name(name)):
            yield from (("not_called", node, f"{name}.{method}()") for method in ("sort", "reverse"))
            yield "not_returned", node, f"return {name}"
        case ast.Expr(value) if not isinstance(value, ast.Constant | ast.Yield | ast.YieldFrom | ast.Await):
            yield "not_returned", node, f"return {ast.unparse(value)}"
        case ast.Return(ast.Call(ast.Attribute(owner, method), arguments) as call) if method in IN_PLACE:
            text = ast.unparse(owner)
            yield "in_place", call, text
            if IN_PLACE[method] and not arguments:
                yield "in_place", call, IN_PLACE[method].format(text)
            if method == "append" and len(arguments) == 1:
                yield "in_place", call, f"{text} + [{ast.unparse(arguments[0])}]"
        case ast.Return(ast.Name(name) as value):
            yield from (("given", value, other) for other in names if other != name)
        case ast.Return(ast.Call(ast.Name("print"), [value]) as call):
            yield "printed", call, ast.unparse(value)
        case ast.Assign([target], ast.Call(ast.Attribute(owner, method)) as call) if method in IN_PLACE:
            if ast.unparse(target) == ast.unparse(owner):
                yield "in_place", node, ast.unparse(call)
        case ast.Assign([ast.Name() as target], value) if _is_start(value):
            yield from (("start", value, other) for other in _STARTS if other != ast.unparse(value))
            for name in names[:_MOST_NAMES]:
                if name != target.id:
                    yield from (("start", value, new) for new in (name, f"{name}[0]"))
        case ast.AugAssign(target, _, value):
            yield "overwritten", node, f"{ast.unparse(target)} = {ast.unparse(value)}"
            yield from (("wrapped", value, f"{name}({ast.unparse(value)})") for name in ("str", "int", "len"))
            if isinstance(value, ast.Name | ast.Subscript):
                yield "wrapped", value, f"[{ast.unparse(value)}]"
        case ast.Break():
            yield "left", node, "continue"
        case ast.Continue():
            yield "left", node, "break"
    yield from _conversions(node, names)


def _conversions(node: ast.AST, names: Sequence[str]) -> Iterator[Slip]:
    """What should have been converted, counted or added before it was used."""
    match node:
        case ast.Assign([ast.Name(name)], value) if not _is_start(value) and name in names:
            yield "overwritten", node, f"{name} += {ast.unparse(value)}"
        case ast.Return(ast.Name() | ast.Subscript() | ast.Call() | ast.BinOp() as value):
            for wrapper in ("str", "int", "len", "list", "sorted"):
                yield "wrapped", value, f"{wrapper}({ast.unparse(value)})"
        case ast.For(iter=ast.Name() | ast.Attribute() | ast.Call() as walked):
            text = ast.unparse(walked)
            if isinstance(walked, ast.Name):
                yield from (("wrapped", walked, new.format(text)) for new in ("range({})", "range(len({}))"))
            yield from (("wrapped", walked, new.format(text)) for new in ("list({})", "sorted({})", "{}.lower()"))


def expression_slips(node: ast.AST) -> Iterator[Slip]:
    match node:
        case ast.BinOp(left, operator, right):
            if isinstance(operator, _TURNED):
                yield "turned", node, ast.BinOp(right, operator, left)
            for side in (left, right):
                if isinstance(side, ast.Name | ast.Subscript | ast.Call | ast.Attribute):
                    yield from (("wrapped", side, f"{name}({ast.unparse(side)})") for name in ("str", "int", "len"))
        case ast.Compare(left, _, others):
            for side in (left, *others):
                if isinstance(side, ast.Name | ast.Subscript | ast.Attribute):
                    text = ast.unparse(side)
                    yield from (("wrapped", side, new.format(text)) for new in ("len({})", "int({})", "{}.lower()"))
        case ast.Call(function, arguments, []):
            if len(arguments) == 2:
                yield "turned", node, ast.unparse(ast.Call(function, arguments[::-1], []))
            match function, arguments:
                case (ast.Attribute(owner, "append"), [ast.Call(ast.Attribute(taken, "pop"), [ast.Constant(0)], [])]):
                    yield "word", node, f"{ast.unparse(owner)}.insert(0, {ast.unparse(taken)}.pop())"
                case (ast.Attribute(owner, "insert"), [ast.Constant(0), ast.Call(ast.Attribute(taken, "pop"), [], [])]):
                    yield "word", node, f"{ast.unparse(owner)}.append({ast.unparse(taken)}.pop(0))"
                case (ast.Attribute(owner, "get"), [key]):
                    yield from (
                        ("start", node, f"{ast.unparse(owner)}.get({ast.unparse(key)}, {value})") for value in _STARTS
                    )
                case (ast.Attribute(owner, word), _) if word in _OTHER_WORDS:
                    yield "word", node, ast.unparse(ast.Call(ast.Attribute(owner, _OTHER_WORDS[word]), arguments, []))
                case (ast.Name(word), _) if word in _OTHER_WORDS:
                    yield "word", function, _OTHER_WORDS[word]
                case ast.Name("range"), [ast.expr() as last]:
                    yield "off_by_one", node, f"range(1, {ast.unparse(last)} + 1)"
                    yield "off_by_one", node, f"range(1, {ast.unparse(last)})"
                    if isinstance(last, ast.Name):
                        yield "wrapped", last, f"len({last.id})"
                case ast.Name("range"), [ast.expr(), ast.expr()]:
                    yield "off_by_one", node, ast.unparse(ast.Call(function, arguments[1:], []))
                case ast.Name("int" | "str" | "len" | "list" | "sorted" | "set" | "abs" | "round"), [argument]:
                    yield "unwrapped", node, ast.unparse(argument)
                case ast.Attribute(owner, "lower" | "upper" | "strip" | "copy"), []:
                    yield "unwrapped", node, ast.unparse(owner)


def blocks(tree: ast.AST) -> Iterator[tuple[ast.AST, list[ast.stmt]]]:
    """Each block of statements, with what it belongs to."""
    for parent in ast.walk(tree):
        for name in ("body", "orelse"):
            block = getattr(parent, name, None)
            if isinstance(block, list) and block and all(isinstance(item, ast.stmt) for item in block):
                yield parent, block


def too_deep(function: ast.FunctionDef | ast.Module) -> Iterator[tuple[ast.stmt, ast.stmt]]:
    """The last statement of a block and what it is nested in: it might belong behind that."""
    for parent, block in blocks(function):
        last = block[-1]
        if not isinstance(parent, ast.For | ast.While | ast.If) or len(block) < 2 or _is_long(last):
            continue
        if parent.body is block and parent.orelse:
            continue  # an `else` follows
        yield last, parent


def not_deep_enough(function: ast.FunctionDef | ast.Module) -> Iterator[tuple[ast.stmt, ast.stmt]]:
    """A statement behind a block, and the last statement of the block: it might belong there."""
    for _, block in blocks(function):
        for before, after in pairwise(block):
            if isinstance(before, ast.For | ast.While | ast.If) and not _is_long(after):
                inner = (before.orelse if isinstance(before, ast.If) and before.orelse else before.body)[-1]
                yield after, inner


def starts_in_loops(function: ast.FunctionDef | ast.Module) -> Iterator[tuple[ast.For | ast.While, ast.Assign]]:
    """A variable that is set to its first value in every round."""
    for loop in ast.walk(function):
        if isinstance(loop, ast.For | ast.While) and loop.lineno < loop.body[0].lineno:
            match loop.body[0]:
                case ast.Assign([ast.Name()], value) as start if _is_start(value):
                    yield loop, start


def starts_before_loops(function: ast.FunctionDef | ast.Module) -> Iterator[tuple[ast.For | ast.While, ast.Assign]]:
    """A variable that is set to its first value before a loop which changes it: once, and not in every round."""
    for _, block in blocks(function):
        for at, start in enumerate(block):
            match start:
                case ast.Assign([ast.Name(name)], value) if _is_start(value):
                    for loop in block[at + 1 :]:
                        if isinstance(loop, ast.For | ast.While) and name in _stored(loop.body):
                            yield loop, start


def _stored(body: list[ast.stmt]) -> set[str]:
    nodes = (node for statement in body for node in ast.walk(statement))
    return {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}


def returns_in_loops(
    function: ast.FunctionDef | ast.Module,
) -> Iterator[tuple[ast.If, ast.Return, ast.For | ast.While]]:
    """`else: return x` in the body of a loop, which so never comes to a second round."""
    for loop in ast.walk(function):
        if isinstance(loop, ast.For | ast.While):
            for statement in loop.body:
                match statement:
                    case ast.If(orelse=[ast.Return() as last]) as condition:
                        yield condition, last, loop


def _is_long(node: ast.stmt) -> bool:
    return node.lineno != node.end_lineno or isinstance(node, ast.FunctionDef | ast.ClassDef)


def _is_start(value: ast.expr) -> bool:
    """What variables are given to begin with: a constant, or something empty."""
    match value:
        case ast.Constant() | ast.List([]) | ast.Tuple([]) | ast.Dict([]) | ast.Set([]):
            return True
        case ast.UnaryOp(ast.USub(), ast.Constant()):
            return True
        case ast.Call(ast.Name("list" | "dict" | "set" | "str"), []):
            return True
    return False
