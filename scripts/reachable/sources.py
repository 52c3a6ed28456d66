"""What the modules of a tree define, import and use, read from their text."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

QUIET = re.compile(
    r"dataclass|dataclasses\.dataclass|(functools\.)?(cache|lru_cache|wraps|cached_property|total_ordering)|"
    r"(contextlib\.)?contextmanager|property|staticmethod|classmethod|overload|final|override|abstractmethod|"
    r"runtime_checkable|\w+\.setter|click\..+|z3\..+"
)  # decorators that leave what they decorate where it is: others may enter it in a table
ASKING = ("getattr", "hasattr", "setattr", "attrgetter", "methodcaller")
DOTTED = re.compile(r"[A-Za-z_]\w*(?:\.\w+)*")


@dataclass
class Uses:
    """What a piece of code uses: names that its module knows, with the attributes that are asked of them; attributes of
    anything else; texts; and what it imports itself."""

    chains: set[tuple[str, ...]] = field(default_factory=set)
    attributes: set[str] = field(default_factory=set)
    texts: set[str] = field(default_factory=set)
    imports: list[ast.Import | ast.ImportFrom] = field(default_factory=list)


@dataclass
class Definition:
    line: int
    kind: str
    uses: Uses = field(default_factory=Uses)
    bases: list[tuple[str, ...]] = field(default_factory=list)
    methods: list[str] = field(default_factory=list)
    entered: bool = False  # by a decorator, in a table perhaps


@dataclass
class Module:
    name: str
    path: Path
    package: str
    definitions: dict[str, Definition] = field(default_factory=dict)
    aliases: dict[str, tuple[str, str | None]] = field(default_factory=dict)
    imported: set[str] = field(default_factory=set)
    effects: Uses = field(default_factory=Uses)
    acts: bool = False  # does something when it is imported
    public: list[str] | None = None
    constants: dict[str, str] = field(default_factory=dict)


class Reader(ast.NodeVisitor):
    """Collects what code uses; names that are bound inside of a function are not those of the module."""

    def __init__(self, module: Module, uses: Uses) -> None:
        self.module, self.uses = module, uses
        self.scopes: list[set[str]] = []

    def read(self, *nodes: ast.AST | None) -> None:
        for node in nodes:
            if node is not None:
                self.visit(node)

    def shadowed(self, name: str) -> bool:
        return any(name in scope for scope in self.scopes)

    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Load) and not self.shadowed(node.id):
            self.uses.chains.add((node.id,))

    def visit_Attribute(self, node: ast.Attribute) -> None:
        attributes: list[str] = []
        base: ast.expr = node
        while isinstance(base, ast.Attribute):
            attributes.append(base.attr)
            base = base.value
        if isinstance(base, ast.Name) and not self.shadowed(base.id):
            self.uses.chains.add((base.id, *reversed(attributes)))
        else:
            self.uses.attributes.update(attributes)
            self.visit(base)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str):
            self.uses.texts.add(node.value)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Its beginning as far as it is known, ended by `…` where it is not known further. A package whose name is put
        together is one to load something from."""
        known = ""
        for part in node.values:
            if isinstance(part, ast.Constant):
                known += str(part.value)
            elif isinstance(part, ast.FormattedValue) and isinstance(part.value, ast.Name):
                fixed = {"__name__": self.module.name, "__package__": self.module.package, **self.module.constants}
                if part.value.id not in fixed:
                    known += "…"
                    break
                known += fixed[part.value.id]
            else:
                known += "…"
                break
        self.uses.texts.update({known, f"{known}.…"} if DOTTED.fullmatch(known) else {known})
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if called in ASKING:
            for argument in node.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    self.uses.attributes.update(argument.value.split("."))
        if called == "cast" and node.args:
            self.annotation(node.args[0])
        self.generic_visit(node)

    def visit_MatchClass(self, node: ast.MatchClass) -> None:
        self.uses.attributes.update(node.kwd_attrs)
        self.generic_visit(node)

    def annotation(self, node: ast.expr | None) -> None:
        """A type may be written as a text."""
        if node is None:
            return
        for part in ast.walk(node):
            if isinstance(part, ast.Constant) and isinstance(part.value, str):
                try:
                    self.visit(ast.parse(part.value, mode="eval").body)
                except SyntaxError:
                    continue
        self.visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        self.annotation(node.annotation)
        self.read(node.target, node.value)

    def visit_Import(self, node: ast.Import) -> None:
        self.uses.imports.append(node)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        self.uses.imports.append(node)

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        self.read(*node.decorator_list)
        self.parameters(node.args)
        self.annotation(node.returns)
        self.scopes.append(bound(node.args, node.body))
        self.read(*without_docstring(node.body))
        self.scopes.pop()

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815 the names are those of `ast`

    def parameters(self, arguments: ast.arguments) -> None:
        self.read(*arguments.defaults, *arguments.kw_defaults)
        for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg):
            if each is not None:
                self.annotation(each.annotation)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self.parameters(node.args)
        self.scopes.append(bound(node.args, [node.body]))
        self.visit(node.body)
        self.scopes.pop()

    def comprehension(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp) -> None:
        first = node.generators[0].iter
        self.visit(first)
        self.scopes.append({name for part in node.generators for name in stored(part.target)})
        for part in node.generators:
            self.read(*([] if part.iter is first else [part.iter]), part.target, *part.ifs)
        self.read(*([node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]))
        self.scopes.pop()

    visit_ListComp = visit_SetComp = visit_GeneratorExp = visit_DictComp = comprehension  # noqa: N815


def stored(target: ast.AST) -> set[str]:
    return {node.id for node in ast.walk(target) if isinstance(node, ast.Name)}


def bound(arguments: ast.arguments, body: Sequence[ast.AST]) -> set[str]:
    """The names that a function binds; those of functions inside of it are their own."""
    names = {
        each.arg
        for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg)
        if each is not None
    }
    outer: set[str] = set()
    todo: list[tuple[ast.AST, bool]] = [(node, False) for node in body]
    while todo:
        node, comprehended = todo.pop()
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                names.add(name)
                continue
            case ast.Lambda():
                continue
            case ast.Global(names=several) | ast.Nonlocal(names=several):
                outer.update(several)
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()) if not comprehended:
                names.add(name)
            case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                names.add(name)
            case ast.MatchMapping(rest=str(name)):
                names.add(name)
            case ast.NamedExpr(target=ast.Name(id=name)):
                names.add(name)
            case ast.comprehension():
                todo += [(node.target, True), (node.iter, False), *((test, False) for test in node.ifs)]
                continue
        todo += [(child, comprehended) for child in ast.iter_child_nodes(node)]
    return names - outer


def without_docstring(body: Sequence[ast.stmt]) -> Sequence[ast.stmt]:
    first = body[0] if body else None
    documented = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    return body[1:] if documented else body


def read_module(name: str, path: Path) -> Module:
    module = Module(name, path, name if path.name == "__init__.py" else name.rpartition(".")[0])
    tree = ast.parse(path.read_text("utf-8"), str(path))
    for statement in tree.body:
        match statement:
            case ast.Assign([ast.Name(id=target)], ast.Constant(value=str(text))):
                module.constants[target] = text
            case ast.AnnAssign(ast.Name(id=target), _, ast.Constant(value=str(text))):
                module.constants[target] = text
    _statements(module, tree.body, typing=False)
    return module


def _statements(module: Module, body: Sequence[ast.stmt], typing: bool) -> None:
    effects = Reader(module, module.effects)
    for statement in body:
        match statement:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                _function(module, statement.name, statement, "function")
            case ast.ClassDef():
                _class(module, statement)
            case ast.Import() | ast.ImportFrom():
                for local, target in imported(module, statement):
                    module.aliases[local] = target
                    if not typing:
                        module.imported.add(target[0] if target[1] is None else f"{target[0]}.{target[1]}")
            case ast.Assign() | ast.AnnAssign() if _names(statement):
                _constant(module, statement, typing)
            case ast.If():
                effects.read(statement.test)
                checking = "TYPE_CHECKING" in ast.unparse(statement.test)
                module.acts |= not checking
                _statements(module, statement.body, typing or checking)
                _statements(module, statement.orelse, typing)
            case ast.Try():
                for handler in statement.handlers:
                    effects.read(handler.type)
                    _statements(module, handler.body, typing)
                for part in (statement.body, statement.orelse, statement.finalbody):
                    _statements(module, part, typing)
            case ast.Expr(ast.Constant()):
                pass
            case _:
                module.acts = True
                effects.read(statement)


def _names(statement: ast.Assign | ast.AnnAssign) -> list[str]:
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    parts = [part for target in targets for part in (target.elts if isinstance(target, ast.Tuple) else [target])]
    names = [part.id for part in parts if isinstance(part, ast.Name)]
    return names if len(names) == len(parts) else []


def _constant(module: Module, statement: ast.Assign | ast.AnnAssign, typing: bool) -> None:
    names = _names(statement)
    if names == ["__all__"] and isinstance(statement.value, ast.List):
        module.public = [str(each.value) for each in statement.value.elts if isinstance(each, ast.Constant)]
        return
    for name in names:
        definition = module.definitions.setdefault(name, Definition(statement.lineno, "constant"))
        definition.entered |= typing  # for the type checker alone
        reader = Reader(module, definition.uses)
        reader.read(statement.value)
        if isinstance(statement, ast.AnnAssign):
            reader.annotation(statement.annotation)


def _function(module: Module, name: str, node: ast.FunctionDef | ast.AsyncFunctionDef, kind: str) -> None:
    definition = module.definitions.setdefault(name, Definition(node.lineno, kind))
    Reader(module, definition.uses).visit(node)
    definition.entered |= _entered(node)


def _entered(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> bool:
    called = [each.func if isinstance(each, ast.Call) else each for each in node.decorator_list]
    return not all(QUIET.fullmatch(ast.unparse(each)) for each in called)


def _class(module: Module, node: ast.ClassDef) -> None:
    definition = module.definitions.setdefault(node.name, Definition(node.lineno, "class"))
    reader = Reader(module, definition.uses)
    reader.read(*node.decorator_list, *node.bases, *(keyword.value for keyword in node.keywords))
    for base in node.bases:
        plain = base.value if isinstance(base, ast.Subscript) else base
        definition.bases.append(tuple(ast.unparse(plain).split(".")))
    definition.entered |= _entered(node)
    for statement in without_docstring(node.body):
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
            method = f"{node.name}.{statement.name}"
            _function(module, method, statement, "method")
            definition.methods.append(method)
        else:
            before = len(definition.uses.chains)
            reader.read(statement)
            if len(definition.uses.chains) > before:  # a method may stand in the body by its bare name
                definition.uses.attributes.update(part.id for part in ast.walk(statement) if isinstance(part, ast.Name))


def imported(module: Module, node: ast.Import | ast.ImportFrom) -> Iterator[tuple[str, tuple[str, str | None]]]:
    """The names that an import binds, each with its module and the name there."""
    if isinstance(node, ast.Import):
        for each in node.names:
            yield (each.asname, (each.name, None)) if each.asname else (
                each.name.partition(".")[0], (each.name.partition(".")[0], None)
            )  # fmt: skip
        return
    home = node.module or ""
    if node.level:
        parts = module.package.split(".")
        home = ".".join([*parts[: len(parts) - node.level + 1], *([node.module] if node.module else [])])
    for each in node.names:
        yield each.asname or each.name, (home, each.name)
