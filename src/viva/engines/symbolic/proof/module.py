"""What a program defines, as far as a proof may rely on it."""

from dataclasses import dataclass, field

import z3

from viva.engines.symbolic.proof.values import Nothing, Row, Truth, Value, Word, number
from viva.engines.syntax.definitions import MODULES, TYPES, is_main, plain_parameters
from viva.engines.syntax.tree import Node, Uncovered

_ALLOWED = frozenset(
    {
        "arguments", "arg", "Expr", "Constant", "Name", "Assign", "AugAssign", "AnnAssign", "If", "While", "For",
        "Return", "Pass", "Break", "Continue", "Assert", "Raise", "BinOp", "UnaryOp", "BoolOp", "Compare", "IfExp",
        "Call", "Tuple", "List", "Subscript", "Slice", "Add", "Sub", "Mult", "FloorDiv", "Mod", "Pow", "LShift",
        "RShift", "BitAnd", "BitOr", "BitXor", "Invert", "Not", "UAdd", "USub", "And", "Or", "Eq", "NotEq", "Lt",
        "LtE", "Gt", "GtE", "Is", "IsNot", "In", "NotIn",
    }
)  # fmt: skip
"""The kinds of syntax that may stand in a function. `yield`, `global` and nested functions change what others mean."""


@dataclass(frozen=True, slots=True)
class Function:
    name: str
    parameters: tuple[str, ...]
    defaults: tuple[Value, ...]
    body: tuple[Node, ...]
    local: frozenset[str]


@dataclass(slots=True)
class Module:
    """`bound` are all names of the module; those that are neither functions nor constants must not be used."""

    functions: dict[str, Function] = field(default_factory=dict)
    constants: dict[str, Value] = field(default_factory=dict)
    bound: set[str] = field(default_factory=set)
    typing: set[str] = field(default_factory=set)


def read_module(tree: Node) -> Module:
    if tree.kind != "Module":
        raise Uncovered("what is no module")
    module = Module()
    statements = [statement for statement in tree.nodes("body") if not is_main(statement)]
    for statement in statements:
        match statement.kind:
            case "FunctionDef":
                _define(module, statement)
            case "Expr" if statement.node("value").kind == "Constant":
                continue
            case "Assign":
                _assign(module, statement)
            case "Import" | "ImportFrom":
                _import(module, statement)
            case kind:
                raise Uncovered(f"{kind} outside of functions, in line {statement.line}")
    return module


def _bind(module: Module, name: str, line: int) -> None:
    if name.startswith("__"):
        raise Uncovered(f"{name} in line {line}")
    if name in module.bound:
        raise Uncovered(f"a second meaning of {name}, in line {line}")
    module.bound.add(name)


def _import(module: Module, statement: Node) -> None:
    names = statement.nodes("names")
    source = statement.constant("module") if statement.kind == "ImportFrom" else None
    if statement.kind == "ImportFrom" and (source not in MODULES or statement.constant("level") != 0):
        raise Uncovered(f"the import in line {statement.line}")
    for alias in names:
        name = alias.text("name")
        if name == "*" or (statement.kind == "Import" and name not in MODULES):
            raise Uncovered(f"the import in line {statement.line}")
        bound = alias.constant("asname") or name
        assert isinstance(bound, str)
        _bind(module, bound, statement.line)
        if source == "typing":
            module.typing.add(bound)


def _assign(module: Module, statement: Node) -> None:
    targets = statement.nodes("targets")
    if len(targets) != 1 or targets[0].kind != "Name":
        raise Uncovered(f"the assignment in line {statement.line}")
    _bind(module, targets[0].text("id"), statement.line)
    module.constants[targets[0].text("id")] = literal(statement.node("value"))


def literal(node: Node) -> Value:
    """A constant, or a tuple of constants. A list could be changed by anyone."""
    match node.kind:
        case "Constant":
            return constant(node)
        case "UnaryOp" if node.node("op").kind == "USub" and node.node("operand").kind == "Constant":
            value = node.node("operand").constant("value")
            if isinstance(value, int):
                return number(-value)
        case "Tuple":
            return Row("tuple", tuple(map(literal, node.nodes("elts"))))
    raise Uncovered(f"the value in line {node.line}")


def constant(node: Node) -> Value:
    value = node.constant("value")
    match value:
        case None:
            return Nothing()
        case bool():
            return Truth(z3.BoolVal(value))
        case int():
            return number(value)
        case str():
            return Word(value)
    raise Uncovered(f"the constant in line {node.line}")


def _define(module: Module, node: Node) -> None:
    name = node.text("name")
    _bind(module, name, node.line)
    parameters = plain_parameters(node)
    annotations = [parameter.optional("annotation") for parameter in parameters] + [node.optional("returns")]
    for annotation in annotations:
        if annotation is not None:
            _annotation(module, annotation)
    body = node.nodes("body")
    for inner in (part for statement in body for part in statement.within()):
        if inner.kind not in _ALLOWED:
            raise Uncovered(f"{inner.kind} in line {inner.line}")
    names = tuple(parameter.text("arg") for parameter in parameters)
    defaults = tuple(map(literal, node.node("args").nodes("defaults")))
    module.functions[name] = Function(name, names, defaults, tuple(body), frozenset(names) | _assigned(body))


def _annotation(module: Module, node: Node) -> None:
    """Annotations are evaluated when a function is defined; only those that cannot fail are covered."""
    for part in node.within():
        if part.kind == "Name" and part.text("id") not in TYPES | module.typing:
            raise Uncovered(f"the annotation in line {part.line}")
        if part.kind not in ("Name", "Constant", "Subscript", "Tuple", "BinOp", "BitOr"):
            raise Uncovered(f"the annotation in line {part.line}")


def _assigned(body: list[Node]) -> frozenset[str]:
    """The names that are local because they are assigned somewhere in the body."""
    found: set[str] = set()
    for node in (part for statement in body for part in statement.within()):
        targets: list[Node] = []
        if node.kind == "Assign":
            targets = node.nodes("targets")
        elif node.kind in ("AugAssign", "AnnAssign", "For"):
            targets = [node.node("target")]
        found |= {part.text("id") for target in targets for part in target.within() if part.kind == "Name"}
    return frozenset(found)
