"""What a program defines, as far as a proof may rely on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field, replace

from viva.core.records import dataclass
from viva.engines.syntax.definitions import MODULES, TYPES, is_main, plain_parameters
from viva.engines.syntax.scopes import COMPREHENSIONS, parameters_of
from viva.engines.syntax.tree import Constant, Node, Uncovered

_ANNOTATION = frozenset({"Name", "Constant", "Subscript", "Tuple", "BinOp", "BitOr", "List"})
_REFUSED = frozenset(
    {
        "Await", "AsyncFor", "AsyncWith", "AsyncFunctionDef", "Nonlocal", "ClassDef", "With", "Import", "ImportFrom",
        "TryStar",
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Function:
    name: str
    parameters: tuple[str, ...]
    defaults: tuple[Node, ...]
    body: tuple[Node, ...]
    local: frozenset[str]
    line: int
    yields: bool = False


@dataclass(frozen=True, slots=True)
class RecordClass:
    """A dataclass with plain fields."""

    name: str
    fields: tuple[str, ...]
    defaults: tuple[tuple[str, Node], ...]
    methods: dict[str, Function]
    frozen: bool


@dataclass(slots=True)
class Module:
    """`bound` are all names of the module. `imported` are those of library modules, by what they stand for."""

    functions: dict[str, Function] = field(default_factory=dict)
    constants: dict[str, Node] = field(default_factory=dict)
    imported: dict[str, str] = field(default_factory=dict)
    records: dict[str, RecordClass] = field(default_factory=dict)
    bound: set[str] = field(default_factory=set)


def read_module(tree: Node) -> Module:
    if tree.kind != "Module":
        raise Uncovered("what is no module")
    module = Module()
    for statement in tree.nodes("body"):
        match statement.kind:
            case "FunctionDef":
                _bind(module, statement.text("name"), statement.line)
                module.functions[statement.text("name")] = read_function(module, statement)
            case "Expr" if statement.node("value").kind == "Constant":
                continue
            case "Assign" | "AnnAssign":
                _assign(module, statement, changes=tree)
            case "Import" | "ImportFrom":
                _import(module, statement)
            case "ClassDef":
                _read_class(module, statement)
            case "If" if is_main(statement):
                continue
            case "Expr" if _only_shows(tree):
                continue
            case kind:
                raise Uncovered(f"{kind} outside of functions, in line {statement.line}")
    return module


_REACHING = frozenset(
    {
        "breakpoint", "compile", "delattr", "eval", "exec", "exit", "getattr", "globals", "locals", "open", "quit",
        "setattr", "vars",
    }
)  # fmt: skip
_METHODS = frozenset(name for kind in (list, str, tuple, dict, set, int) for name in dir(kind) if name[0] != "_")
_OF_FUNCTIONS = frozenset({"reduce", "cmp_to_key", "lru_cache", "cache"})


def _only_shows(tree: Node) -> bool:
    """Whether expressions outside of functions can change nothing that matters later: there is no state that calls
    share, and nothing reaches into functions or modules."""
    for node in tree.within():
        if node.kind == "NamedExpr" or (node.kind == "Name" and _reaches(node.text("id"))):
            return False
        if node.kind == "Attribute" and node.text("attr") not in _METHODS:
            return False  # `typing.sys.modules`, or the frame of a generator
        if node.kind == "ImportFrom" and any(_reaches_by_import(node, each) for each in node.nodes("names")):
            return False
        targets = node.nodes("targets") if node.kind in ("Assign", "Delete") else []
        if node.kind in ("AugAssign", "AnnAssign", "For", "comprehension"):
            targets = [node.node("target")]
        if any(part.kind == "Attribute" for target in targets for part in target.within()):
            return False
    return True


def _reaches(name: str) -> bool:
    return name in _REACHING or name.startswith("__")


def _reaches_by_import(statement: Node, alias: Node) -> bool:
    """`functools.update_wrapper` and `typing.get_type_hints` change functions, or run what is written in them."""
    name = alias.text("name")
    match statement.constant("module"):
        case "functools":
            return name not in _OF_FUNCTIONS
        case "typing":
            return not name[:1].isupper()
    return name.startswith("_")


def _bind(module: Module, name: str, line: int) -> None:
    if name.startswith("__") or name in module.bound:
        raise Uncovered(f"a second meaning of {name}, in line {line}")
    module.bound.add(name)


_LITERAL = frozenset({"Constant", "UnaryOp", "USub", "UAdd", "BinOp", "Add", "Sub", "Mult", "Tuple"})
_CONTAINERS = frozenset({"List", "Dict", "Set"})


def _assign(module: Module, statement: Node, changes: Node) -> None:
    targets = statement.nodes("targets") if statement.kind == "Assign" else [statement.node("target")]
    value = statement.optional("value")
    shown = statement.node("annotation").within() if statement.kind == "AnnAssign" else ()
    if len(targets) != 1 or targets[0].kind != "Name" or value is None or any(each.kind == "Call" for each in shown):
        raise Uncovered(f"the assignment in line {statement.line}")
    name = targets[0].text("id")
    _bind(module, name, statement.line)
    if value.kind == "Lambda":
        module.functions[name] = read_lambda(name, value)
        return
    kinds = {inner.kind for inner in value.within()} - {"Load"}
    # A list that calls outside of functions could have changed is no constant.
    known = _LITERAL | (_CONTAINERS if not _calls_something(changes) else frozenset())
    if not kinds <= known:
        raise Uncovered(f"the assignment in line {statement.line}")
    module.constants[name] = value


def _calls_something(tree: Node) -> bool:
    return any(each.kind == "Expr" and each.node("value").kind != "Constant" for each in tree.nodes("body"))


def read_lambda(name: str, node: Node) -> Function:
    """A lambda that is given a name."""
    parameters = tuple(parameters_of(node))
    refuse_what_is_not_followed([node.node("body")])
    body = (Node("Return", node.line, {"value": node.node("body")}),)
    return Function(name, parameters, (), body, frozenset(parameters) | assigned_names(body), node.line)


_MORE_MODULES = ("dataclasses", "heapq", "bisect", "statistics")


def _import(module: Module, statement: Node) -> None:
    source = statement.constant("module") if statement.kind == "ImportFrom" else None
    known = (*MODULES, *_MORE_MODULES)
    if statement.kind == "ImportFrom" and (source not in known or statement.constant("level") != 0):
        raise Uncovered(f"the import in line {statement.line}")
    for alias in statement.nodes("names"):
        name = alias.text("name")
        if name == "*" or (statement.kind == "Import" and name not in known):
            raise Uncovered(f"the import in line {statement.line}")
        bound = alias.constant("asname") or name
        assert isinstance(bound, str)
        _bind(module, bound, statement.line)
        module.imported[bound] = f"{source}.{name}" if source else name


def _read_class(module: Module, node: Node) -> None:
    """A dataclass: fields of plain types with constants for defaults, and methods."""
    name, line = node.text("name"), node.line
    frozen = _is_dataclass(module, node)
    fields, defaults, methods = list[str](), list[tuple[str, Node]](), dict[str, Function]()
    _bind(module, name, line)
    for each in node.nodes("body"):
        target = each.fields.get("target")
        if each.kind == "Pass" or (each.kind == "Expr" and each.node("value").kind == "Constant"):
            continue
        if each.kind == "AnnAssign" and isinstance(target, Node) and target.kind == "Name":
            default = each.optional("value")
            kinds = {part.kind for part in each.node("annotation").within()} - {"Load"}
            words = {part.text("id") for part in each.node("annotation").within() if part.kind == "Name"}
            known = words <= TYPES | module.records.keys() and kinds <= _ANNOTATION - {"Constant"}
            if not known or target.text("id") in fields or (default is not None and default.kind != "Constant"):
                raise Uncovered(f"a field of a class, in line {each.line}")
            fields.append(target.text("id"))
            defaults += [] if default is None else [(target.text("id"), default)]
            continue
        method = each.text("name") if each.kind == "FunctionDef" else "__"
        if method.startswith("__") or method in methods:
            raise Uncovered(f"{each.kind} in line {each.line}")
        function = read_function(module, each)
        if not function.parameters:
            raise Uncovered(f"the parameters of {method}")
        methods[method] = replace(function, name=f"{name}.{method}")  # no call by name means it
    if not fields or methods.keys() & set(fields):
        raise Uncovered(f"ClassDef in line {line}")
    module.records[name] = RecordClass(name, tuple(fields), tuple(defaults), methods, frozen)


def _is_dataclass(module: Module, node: Node) -> bool:
    """Whether the instances of a dataclass cannot be changed; refuses all other classes."""
    decorators = node.nodes("decorator_list")
    if len(decorators) == 1 and not node.nodes("bases") and not node.nodes("keywords"):
        [decorator] = decorators
        options = decorator.nodes("keywords") if decorator.kind == "Call" and not decorator.nodes("args") else []
        made = decorator.node("func") if decorator.kind == "Call" else decorator
        given = {str(each.constant("arg")): each.node("value").fields.get("value") for each in options}
        word = made.text("id") if made.kind == "Name" else ""
        if made.kind == "Attribute" and made.node("value").kind == "Name":
            word = f"{made.node('value').text('id')}.{made.text('attr')}"
        origin, _, rest = word.partition(".")
        full = f"{module.imported.get(origin, '')}{'.' + rest if rest else ''}"
        plain = all(each in (Constant(True), Constant(False)) for each in given.values())
        if full == "dataclasses.dataclass" and given.keys() <= {"frozen", "slots"} and plain:
            return given.get("frozen") == Constant(True)
    raise Uncovered(f"ClassDef in line {node.line}")


def _of_ranges(module: Module, annotation: Node) -> set[int]:
    """The nodes of an annotation that are calls of `range` with numbers, which cannot fail, and what is inside them."""
    found: set[int] = set()
    for call in annotation.within():
        if call.kind != "Call" or call.nodes("keywords") or "range" in module.bound:
            continue
        name, numbers = call.node("func"), call.nodes("args")
        plain = all(_is_number(each) for each in numbers) and 1 <= len(numbers) <= 2
        if name.kind == "Name" and name.text("id") == "range" and plain:
            found |= {id(part) for part in call.within()}
    return found


def _is_number(node: Node) -> bool:
    inner = node.node("operand") if node.kind == "UnaryOp" and node.node("op").kind == "USub" else node
    return inner.kind == "Constant" and type(inner.constant("value")) is int


def read_function(module: Module, node: Node) -> Function:
    name, parameters = node.text("name"), plain_parameters(node)
    for annotation in [*(each.optional("annotation") for each in parameters), node.optional("returns")]:
        inside = _of_ranges(module, annotation) if annotation is not None else set()
        for part in annotation.within() if annotation is not None else ():
            if id(part) in inside:
                continue
            known = (
                part.kind != "Name"
                or part.text("id") in (TYPES | module.records.keys())
                or module.imported.get(part.text("id"), "").startswith("typing.")
            )
            if part.kind not in _ANNOTATION or not known:
                raise Uncovered(f"the annotation in line {part.line}")
    defaults = tuple(node.node("args").nodes("defaults"))
    for given in defaults:
        if given.kind != "Constant":
            raise Uncovered(f"a default argument that is no constant, in line {node.line}")
    names = tuple(each.text("arg") for each in parameters)
    if len(set(names)) != len(names):
        raise Uncovered(f"the parameters of {name}")
    body = tuple(node.nodes("body"))
    refuse_what_is_not_followed(body)
    shared = {str(each) for part in body for inner in part.within() if inner.kind == "Global" for each in _named(inner)}
    if not shared.isdisjoint(assigned_names(body)):
        raise Uncovered(f"Global in line {node.line}")
    nested = {id(part) for each in body for part in _nested(each)}
    yields = any(
        part.kind in ("Yield", "YieldFrom") for each in body for part in each.within() if id(part) not in nested
    )
    return Function(name, names, defaults, body, frozenset(names) | assigned_names(body), node.line, yields)


def _nested(node: Node) -> Iterator[Node]:
    """What is inside of functions that are defined in a statement."""
    for each in node.within():
        if each.kind in ("FunctionDef", "Lambda"):
            yield from each.within()


def refuse_what_is_not_followed(body: Sequence[Node]) -> None:
    for inner in (part for statement in body for part in statement.within()):
        hidden = inner.kind == "Lambda" and any(each.kind in ("NamedExpr", "Yield") for each in inner.within())
        if inner.kind in _REFUSED or hidden:
            raise Uncovered(f"{inner.kind} in line {inner.line}")


def _named(statement: Node) -> list[object]:
    names = statement.fields.get("names")
    return [each.value if isinstance(each, Constant) else None for each in names] if isinstance(names, list) else [None]


def assigned_names(body: tuple[Node, ...] | list[Node]) -> frozenset[str]:
    """The names that statements bind, but not those inside of functions and comprehensions of their own."""
    found: set[str] = set()
    todo = list(body)
    while todo:
        node = todo.pop()
        targets: list[Node] = []
        if node.kind in ("FunctionDef", "Lambda", *COMPREHENSIONS):
            if node.kind == "FunctionDef":
                found.add(node.text("name"))
            elif node.kind in COMPREHENSIONS:  # `:=` inside binds a name of the function around it
                found |= {each.node("target").text("id") for each in node.within() if each.kind == "NamedExpr"}
            continue
        if node.kind in ("Assign", "Delete"):
            targets = node.nodes("targets")
        elif node.kind in ("AugAssign", "AnnAssign", "For") or node.kind == "NamedExpr":
            targets = [node.node("target")]
        elif node.kind in ("MatchAs", "MatchStar", "ExceptHandler") and node.constant("name") is not None:
            found.add(node.text("name"))
        for target in targets:
            found |= _bound_by(target)
        for value in node.fields.values():
            todo += [item for item in (value if isinstance(value, list) else [value]) if isinstance(item, Node)]
    return frozenset(found)


def _bound_by(target: Node) -> set[str]:
    if target.kind == "Name":
        return {target.text("id")}
    if target.kind in ("Tuple", "List"):
        return set().union(*map(_bound_by, target.nodes("elts")))
    if target.kind == "Starred":
        return _bound_by(target.node("value"))
    return set()
