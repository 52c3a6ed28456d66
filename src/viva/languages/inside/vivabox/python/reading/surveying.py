"""What the source of a submission contains, found without running it: signatures, constants, constructs and habits.

The entry is `run`. Everything that comes out is short plain data with places; lines count from 1 and columns from 1,
in characters of the source.
"""

import ast
import base64
import sys
import warnings
from collections.abc import Iterator
from itertools import chain, islice
from typing import Any, TypeGuard

from ..compiling import FILENAME, RECURSION, Channel, declared_encoding, decoded
from .flow import flow
from .habits import habits
from .purity import impure, main_part, pure_functions
from .recursion import recursive
from .slips import bound, slips
from .waste import waste

MOST = 2000  # of each kind of fact
_LONGEST = 200
_WORDS: dict[type[ast.AST], str] = {
    ast.For: "for", ast.AsyncFor: "for", ast.While: "while", ast.If: "if", ast.IfExp: "conditional expression",
    ast.ListComp: "comprehension", ast.SetComp: "comprehension", ast.DictComp: "comprehension",
    ast.GeneratorExp: "comprehension", ast.Lambda: "lambda", ast.Try: "try", ast.TryStar: "try", ast.With: "with",
    ast.ClassDef: "class", ast.Global: "global", ast.Nonlocal: "nonlocal", ast.Import: "import",
    ast.ImportFrom: "import", ast.Slice: "slice", ast.Match: "match", ast.Yield: "yield", ast.YieldFrom: "yield",
    ast.NamedExpr: "walrus", ast.Break: "break", ast.Continue: "continue", ast.Assert: "assert", ast.Raise: "raise",
    ast.Delete: "del", ast.JoinedStr: "f-string", ast.Starred: "star", ast.Await: "await", ast.Dict: "dict",
    ast.Set: "set", ast.Subscript: "index", ast.AsyncFunctionDef: "async", ast.Pass: "pass",
}  # fmt: skip

_ENUMS = frozenset({"Enum", "IntEnum", "StrEnum"})

# What a teacher can forbid by a word; `recursion` and `nested function` are found by looking at functions.
SYNTAX = tuple(sorted({*_WORDS.values(), "recursion", "nested function"}))


def run(channel: Channel, job: Any) -> None:
    """The job has `source` (base64); one answer is sent: the facts, or nothing but `problem`."""
    sys.setrecursionlimit(RECURSION)
    warnings.simplefilter("ignore")
    source = base64.b64decode(job["source"])
    try:
        text = decoded(source, declared_encoding(source))
        channel.send(survey(ast.parse(text, FILENAME)))
    except Exception as error:  # noqa: BLE001 whoever compiles the source explains what is wrong with it
        channel.send({"problem": type(error).__name__})


def survey(tree: ast.Module) -> dict[str, Any]:
    nodes = list(ast.walk(tree))
    aside = {part for node in nodes for apart in _aside(node) for part in ast.walk(apart)}
    return {
        "functions": [_signature(node, "") for node in tree.body if isinstance(node, ast.FunctionDef)]
        + [
            _signature(method, f"{node.name}.")
            for node in tree.body
            if isinstance(node, ast.ClassDef)
            for method in node.body
            if isinstance(method, ast.FunctionDef)
        ],
        "classes": [_fields(node) for node in tree.body if isinstance(node, ast.ClassDef)],
        "constants": _constants(nodes),
        "syntax": _bounded(_syntax(tree, nodes, aside)),
        "names": _bounded(_names(nodes)),
        "imports": _bounded(_imports([node for node in nodes if node not in aside])),
        "habits": _bounded(chain(habits(tree), waste(tree))),
        "slips": _bounded(slips(tree)),
        "impure": _bounded(impure(tree)),
        "pure": [name[:_LONGEST] for name in pure_functions(tree)],
        "flow": sorted(islice(flow(tree), 3 * MOST), key=lambda fact: fact[:2]),
        "lines": sorted({node.lineno for node in nodes if isinstance(node, ast.stmt) and not _is_text(node)})[:MOST],
        "defined": [name[:_LONGEST] for name in sorted(_defined(tree.body))[:MOST]],
        "bound": [name[:_LONGEST] for name in sorted(bound(tree))[:MOST]],
    }


def type_of(node: ast.expr | None) -> Any:
    """An annotation as nested lists: `["list", ["int"]]`, `["union", …]`, `["literal", 1, 2]`, `["any"]`.

    What is not understood is `["name", text]`: a class of the submission's, or nothing that can be made.
    """
    match node:
        case None:
            return None
        case ast.Constant(value=None):
            return ["none"]
        case ast.Constant(value=str(text)):
            try:
                return type_of(ast.parse(text, mode="eval").body)
            except SyntaxError:
                return ["name", text[:_LONGEST]]
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return ["union", type_of(left), type_of(right)]
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return _plain(name)
        case ast.Call(func=ast.Name(id="range"), args=arguments):
            try:
                return ["range", *(ast.literal_eval(argument) for argument in arguments)]
            except ValueError:
                return ["name", "range"]
        case ast.Subscript(value=ast.Name(id=name) | ast.Attribute(attr=name), slice=inside):
            return _applied(name, inside.elts if isinstance(inside, ast.Tuple) else [inside])
    return ["name", ast.unparse(node)[:_LONGEST] if node else ""]


def _plain(name: str) -> Any:
    lower = name.lower() if name in ("List", "Dict", "Set", "Tuple", "FrozenSet", "Any", "None") else name
    match lower:
        case "int" | "float" | "str" | "bool" | "bytes" | "complex" | "any" | "none":
            return [lower]
        case "object":
            return ["any"]
        case "list" | "set" | "frozenset" | "Sequence" | "Iterable" | "Collection" | "MutableSequence":
            return [_GENERIC.get(lower, lower), ["int"]]
        case "dict" | "Mapping" | "MutableMapping":
            return ["dict", ["str"], ["int"]]
        case "tuple":
            return ["tuple*", ["int"]]
        case "Callable":
            return ["callable"]
    return ["name", name[:_LONGEST]]


_GENERIC = {
    "List": "list", "Sequence": "list", "Iterable": "list", "Collection": "list", "MutableSequence": "list",
    "Iterator": "list", "Dict": "dict", "Mapping": "dict", "MutableMapping": "dict", "Set": "set",
    "FrozenSet": "frozenset", "Tuple": "tuple", "AbstractSet": "set", "MutableSet": "set", "defaultdict": "dict",
}  # fmt: skip


def _applied(name: str, inside: list[ast.expr]) -> Any:
    kind = _GENERIC.get(name, name)
    match kind:
        case "list" | "set" | "frozenset":
            return [kind, type_of(inside[0])]
        case "dict" if len(inside) == 2:
            return ["dict", type_of(inside[0]), type_of(inside[1])]
        case "tuple" if len(inside) == 2 and isinstance(inside[1], ast.Constant) and inside[1].value is ...:
            return ["tuple*", type_of(inside[0])]
        case "tuple":
            return ["tuple", *(type_of(part) for part in inside)]
        case "Optional":
            return ["union", type_of(inside[0]), ["none"]]
        case "Union":
            return ["union", *(type_of(part) for part in inside)]
        case "Literal":
            try:
                return ["literal", *(ast.literal_eval(part) for part in inside)]
            except ValueError:
                return ["name", "Literal"]
        case "Annotated" | "Final" | "ClassVar":
            return type_of(inside[0])
        case "Callable":
            return ["callable"]
    return ["name", kind[:_LONGEST]]


def _signature(node: ast.FunctionDef, owner: str) -> dict[str, Any]:
    positional = [*node.args.posonlyargs, *node.args.args]
    return {
        "name": owner + node.name,
        "line": node.lineno,
        "end_line": node.end_lineno,
        "parameters": [[argument.arg, type_of(argument.annotation)] for argument in positional],
        "returns": type_of(node.returns),
        "defaults": [ast.unparse(default)[:_LONGEST] for default in node.args.defaults],
    }


def _fields(node: ast.ClassDef) -> dict[str, Any]:
    """The parameters that make an instance: those of `__init__`, or the annotated names of a dataclass."""
    for method in node.body:
        if isinstance(method, ast.FunctionDef) and method.name == "__init__":
            arguments = [*method.args.posonlyargs, *method.args.args][1:]
            required = len(arguments) - len(method.args.defaults)
            fields = [[argument.arg, type_of(argument.annotation)] for argument in arguments[: max(required, 0)]]
            fields += [
                [argument.arg, type_of(argument.annotation)] for argument in arguments[required:] if argument.annotation
            ]
            fields += [
                [argument.arg, type_of(argument.annotation)]
                for argument, default in zip(method.args.kwonlyargs, method.args.kw_defaults, strict=True)
                if default is None or argument.annotation
            ]
            return {"name": node.name, "line": node.lineno, "fields": fields}
    fields = [
        [item.target.id, type_of(item.annotation)]
        for item in node.body
        if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name)
    ]
    bases = {ast.unparse(base).rpartition(".")[2] for base in node.bases}
    if not bases.isdisjoint(_ENUMS):
        fields = [["value", ["literal", *_members(node)]]]
    return {"name": node.name, "line": node.lineno, "fields": fields, "dict": "TypedDict" in bases}


def _members(node: ast.ClassDef) -> list[Any]:
    """The values of the members of an enumeration, as far as they stand there."""
    found = [each.value for each in node.body if isinstance(each, ast.Assign)]
    numbered = enumerate(found, 1)
    values = [place if isinstance(each, ast.Call) else getattr(each, "value", None) for place, each in numbered]
    return [value for value in values if isinstance(value, int | str)]


def _defined(body: list[ast.stmt]) -> set[str]:
    """The names that a module binds at its top."""
    names: set[str] = set()
    for node in body:
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                names.add(name)
            case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
                names |= {alias.asname or alias.name.partition(".")[0] for alias in aliases}
            case ast.Assign(targets=targets):
                names |= {target.id for target in targets if isinstance(target, ast.Name)}
            case ast.AnnAssign(target=ast.Name(id=name)):
                names.add(name)
            case ast.If() | ast.Try():
                names |= _defined([*node.body, *node.orelse])
    return names


def _constants(nodes: list[ast.AST]) -> list[Any]:
    """Numbers and texts of the source, each once, in the order of the source; floats as their shortest text."""
    found: dict[str, Any] = {}
    for node in nodes:
        if not isinstance(node, ast.Constant) or isinstance(node.value, bool):
            continue
        value = node.value
        if isinstance(value, int) and abs(value) < 2**53:
            found.setdefault(f"i{value}", value)
        elif isinstance(value, float):
            found.setdefault(f"f{value!r}", ["float", repr(value)])
        elif isinstance(value, str) and len(value) <= 40 and value.isprintable():
            found.setdefault(f"s{value}", value)
    return list(found.values())[:100]


def _syntax(tree: ast.Module, nodes: list[ast.AST], aside: set[ast.AST]) -> Iterator[list[Any]]:
    bound = {node.arg if isinstance(node, ast.arg) else node.id for node in nodes if _is_bound(node)}
    for node in nodes:
        word = _WORDS.get(type(node))
        if word is not None and node not in aside and not _is_type(node, bound) and not main_part(node):
            yield [word, *_place(node)]
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            inner = [part for part in ast.walk(node) if part is not node]
            yield from (["nested function", *_place(part)] for part in inner if isinstance(part, ast.FunctionDef))
    yield from (["recursion", *place] for place in recursive(tree))


def _aside(node: ast.AST) -> list[ast.AST]:
    """What takes no part in the work: annotations, and what only runs as a program of its own."""
    match node:
        case ast.arg(annotation=ast.expr() as annotation) | ast.AnnAssign(annotation=annotation):
            return [annotation]
        case ast.FunctionDef(returns=ast.expr() as annotation) | ast.AsyncFunctionDef(returns=ast.expr() as annotation):
            return [annotation]
    return main_part(node)


def _is_bound(node: ast.AST) -> TypeGuard[ast.arg | ast.Name]:
    return isinstance(node, ast.arg) or (isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store))


def _is_type(node: ast.AST, bound: set[str]) -> bool:
    """`list[int]` is no index, wherever it stands, unless `list` is a variable."""
    match node:
        case ast.Subscript(value=ast.Name(id=name)):
            return name not in bound and type_of(node)[0] != "name"
        case ast.Subscript(value=ast.Attribute(value=ast.Name(id="typing"))):
            return True
    return False


def _names(nodes: list[ast.AST]) -> Iterator[list[Any]]:
    """Names that are used, and attributes as `.name`."""
    for node in nodes:
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            yield [node.id[:_LONGEST], *_place(node)]
        elif isinstance(node, ast.Attribute):
            owner = node.value.id if isinstance(node.value, ast.Name) else ""
            yield [f"{owner}.{node.attr}"[:_LONGEST], *_place(node)]
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                yield [f"{node.module or ''}.{alias.name}"[:_LONGEST], *_place(node)]


def _imports(nodes: list[ast.AST]) -> Iterator[list[Any]]:
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from ([alias.name[:_LONGEST], *_place(node)] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield [(node.module or "")[:_LONGEST], *_place(node)]


def _place(node: ast.AST) -> list[int]:
    line, column = getattr(node, "lineno", 1), getattr(node, "col_offset", 0)
    return [line, column + 1]


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _bounded(facts: Iterator[list[Any]]) -> list[list[Any]]:
    found = []
    for fact in facts:
        found.append(fact)
        if len(found) == MOST:
            break
    return sorted(found, key=lambda fact: (fact[1], fact[2], fact[0]))
