"""Whether the source of a program could do more than compute: found without running it, and rather too much than too
little. What a process keeps from one call to the next is seen while it runs, by `keeping`.

How to use the two: a function answers the same for the same arguments, in any order and any process, if `impure` finds
nothing in the source of its module and `Keeping.changed` says nothing after any of its calls. The first is the field
`impure` of a survey (`language.survey`, or `survey_trusted` for a file of the teacher); the second is reported as
`kept` by runs that are asked for it (`Outcome.kept`), and in a process of one's own it is used like this:

    keeping = Keeping(vars(module))     # after loading
    …                                   # a call
    words = keeping.changed()           # empty as long as nothing was kept

Neither ever says that something is wrong: it only means that what was run says nothing about what was not.

The story of why the two suffice: state is kept in objects that something at the top of the module leads to (which
`Keeping` compares), or else in what belongs to the interpreter or to a library, which cannot be reached without one of
the modules, names and attributes that are found here. With none of these, code cannot reach what watches it either.
"""

import ast
import builtins
import sys
from collections.abc import Iterator
from typing import Any

PURE_MODULES = frozenset(
    {
        "__future__", "abc", "array", "bisect", "cmath", "collections", "collections.abc", "copy", "dataclasses",
        "difflib", "enum", "fractions", "functools", "heapq", "itertools", "math", "numbers", "operator", "re",
        "statistics", "string", "textwrap", "typing", "unicodedata",
    }
)  # fmt: skip
"""What these offer depends on nothing but its arguments, apart from `_KEEPING`."""

_KEEPING = frozenset(
    {
        "cache", "lru_cache", "cached_property", "singledispatch", "singledispatchmethod", "attrgetter",
        "methodcaller", "get_type_hints", "get_annotations", "ABCMeta", "NormalDist", "dispatch_table", "register",
    }
)  # fmt: skip
"""Names in these modules that keep something, reach what has any name, or draw by chance."""

_REACHING = frozenset(
    {
        "__import__", "breakpoint", "compile", "copyright", "credits", "delattr", "dir", "eval", "exec", "exit",
        "getattr", "globals", "hasattr", "hash", "help", "id", "input", "license", "locals", "memoryview", "object",
        "open", "quit", "setattr", "vars", "MemoryError", "RecursionError",
    }
)  # fmt: skip
"""Builtins that look at identity, at the order of hashes, at files, at limits, or at what they find by any name."""

_WRITING = frozenset({"str", "repr", "format", "ascii"})
_LAZY = frozenset({"map", "filter", "zip", "iter", "enumerate", "reversed"})
_TELLING = frozenset({"__repr__", "__str__"})

_OPERATORS = frozenset(
    f"__{name}__"
    for name in (
        "init", "post_init", "str", "repr", "len", "iter", "next", "contains", "getitem", "eq", "ne",
        "lt", "le", "gt", "ge", "add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "neg", "abs", "bool", "int",
        "float", "index", "main", "call", "setitem", "radd", "rsub", "rmul", "and", "or", "xor", "hash", "format",
        "reversed", "enter", "exit", "delitem", "iadd", "isub",
    )
)  # fmt: skip
"""The names with two underscores that say no more than an operator does."""

_FRAMES = ("tb_", "f_", "gi_", "cr_", "ag_", "co_", "func_")
_SAFE_FOR_SETS = frozenset({"len", "sorted", "min", "max", "sum", "any", "all", "set", "frozenset", "bool"})
_SET_METHODS = frozenset(
    {
        "add", "discard", "remove", "update", "clear", "copy", "issubset", "issuperset", "isdisjoint", "union",
        "intersection", "difference", "symmetric_difference", "difference_update", "intersection_update",
    }
)  # fmt: skip
_MAKING_SETS = frozenset({"union", "intersection", "difference", "symmetric_difference"})
_SET_OPERATORS = (ast.BitAnd, ast.BitOr, ast.BitXor, ast.Sub)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


_CONSTANT = {"sys": frozenset({"maxsize", "maxunicode", "float_info", "version_info", "byteorder"})}
"""What of other modules is the same in every run."""

_LOUD = frozenset({"antigravity", "this", "site", "sitecustomize", "usercustomize", "test", "idlelib", "__main__"})
"""What does something when it is imported."""

_ENUMERATIONS = frozenset({"Enum", "IntEnum", "StrEnum", "Flag", "IntFlag", "ReprEnum"})
_MOST_FUNCTIONS = 50


def impure(tree: ast.Module, function: str | None = None) -> Iterator[list[Any]]:
    """`[word, line, column, detail]` for each thing that could make one call say nothing about the next: a call of the
    `function`, where one is named, else of any.

    The words: `module` (an import), `name` (a builtin), `attribute`, `identity` (`is`), `order` (that of a set),
    `text` (one that names attributes), `asynchronous`.
    """
    yield from _Looking(tree, function).found()


def pure_functions(tree: ast.Module) -> list[str]:
    """Functions at the top that come to nothing impure, whatever stands beside them."""
    names = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
    once = [name for name in dict.fromkeys(names) if names.count(name) == 1][:_MOST_FUNCTIONS]
    return [name for name in once if next(impure(tree, name), None) is None]


def _never_reached(tree: ast.Module, function: str) -> Iterator[ast.AST]:
    """What stands at the top and cannot be called when the function is: nothing that can be mentions its name."""
    parts = [node for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    reached = {name for node in tree.body if node not in parts for name in _mentioned(node)} | {function}
    waiting = [part for part in parts if part.decorator_list or part.name == function]
    left = [part for part in parts if part not in waiting]
    while waiting:
        reached |= _mentioned(waiting.pop())
        waiting += [part for part in left if part.name in reached]
        left = [part for part in left if part.name not in reached]
    return iter(left)


def _mentioned(node: ast.AST) -> set[str]:
    """All words by which something could be meant: names, attributes, and texts."""
    found: set[str] = set()
    for part in ast.walk(node):
        match part:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.Constant(value=str(name)):
                found |= {name, *name.split()}
            case ast.alias(name=name) | ast.MatchClass(cls=ast.Name(id=name)):
                found.add(name)
    return found


class _Looking:
    def __init__(self, tree: ast.Module, function: str | None = None) -> None:
        aside = {part for node in ast.walk(tree) for apart in main_part(node) for part in ast.walk(apart)}
        if function is not None:
            aside |= {part for apart in _never_reached(tree, function) for part in ast.walk(apart)}
        self.nodes = [node for node in ast.walk(tree) if node not in aside]
        self.parents = {child: node for node in self.nodes for child in ast.iter_child_nodes(node)}
        self.bound = {scope: _bound(scope) for scope in self.nodes if isinstance(scope, (*_FUNCTIONS, ast.Module))}
        self.top = self.bound[tree]
        self.imported = {
            (alias.asname or alias.name).partition(".")[0]
            for node in self.nodes
            if isinstance(node, ast.Import | ast.ImportFrom)
            for alias in node.names
        }
        self.modules = {
            (alias.asname or alias.name).partition(".")[0]
            for node in self.nodes
            if isinstance(node, ast.Import)
            for alias in node.names
        }
        self.members = {
            (node.name, target.id)
            for node in self.nodes
            if isinstance(node, ast.ClassDef) and any(_last_name(base) in _ENUMERATIONS for base in node.bases)
            for line in node.body
            if isinstance(line, ast.Assign)
            for target in line.targets
            if isinstance(target, ast.Name)
        }
        self.functions = {node.name for node in self.nodes if isinstance(node, ast.FunctionDef)} | {
            part.id
            for node in self.nodes
            if isinstance(node, ast.Assign | ast.NamedExpr) and isinstance(node.value, ast.Lambda)
            for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
            for part in ast.walk(target)
            if isinstance(part, ast.Name)
        }
        self.without_text = any(isinstance(node, ast.ClassDef) and not _has_text(node) for node in self.nodes)
        self.sets = self.set_names()

    def found(self) -> Iterator[list[Any]]:
        for node in self.nodes:
            for word, detail in self.at(node):
                yield [word, getattr(node, "lineno", 1), getattr(node, "col_offset", 0) + 1, detail[:200]]

    def at(self, node: ast.AST) -> Iterator[tuple[str, str]]:
        match node:
            case ast.Import(names=names):
                strange = [alias for alias in names if alias.name not in PURE_MODULES and not self.is_idle(alias)]
                yield from (("module", alias.name) for alias in strange)
            case ast.ImportFrom(module=module, level=level, names=names):
                if level or module not in PURE_MODULES:
                    if not (module and not level and all(self.is_idle(alias, module) for alias in names)):
                        yield "module", module or "."
                else:
                    yield from (("module", f"{module}.{alias.name}") for alias in names if _keeps(alias.name))
            case ast.Name(id=name, ctx=ast.Load()):
                yield from self.name(node, name)
            case ast.FormattedValue() | ast.Call() | ast.BinOp(op=ast.Mod()):
                if any(map(self.tells_address, _made_text(node))):
                    yield "identity", "text"
            case ast.Attribute(attr=name):
                yield from self.attribute(node, name)
            case ast.Compare(ops=operators) if any(isinstance(op, ast.Is | ast.IsNot) for op in operators):
                if not any(_is_single(part) or self.is_member(part) for part in (node.left, *node.comparators)):
                    yield "identity", "is"
            case ast.Constant(value=str(text)) if "__" in text and text != "__main__" and not self.is_text(node):
                yield "text", text
            case ast.AsyncFunctionDef() | ast.Await() | ast.AsyncFor() | ast.AsyncWith():
                yield "asynchronous", "async"
            case ast.FunctionDef(name="__del__"):
                yield "name", "__del__"
            case ast.MatchClass(kwd_attrs=attributes):
                yield from (("attribute", name) for name in attributes if _reflects(name))
        if isinstance(node, ast.expr) and self.is_set(node) and not self.in_safe_hands(node):
            yield "order", "set"

    def name(self, node: ast.Name, name: str) -> Iterator[tuple[str, str]]:
        dunder = name.startswith("__") and name.endswith("__") and name not in _OPERATORS
        handed_on = name in self.modules and not isinstance(self.parents.get(node), ast.Attribute)
        if dunder or (name in _REACHING and not self.is_own(node, name) and not self.is_type(node, name)):
            yield "name", name
        elif handed_on or (name in self.imported and self.is_renamed(node)):
            yield "module", name  # under another name it could be changed unseen

    def attribute(self, node: ast.Attribute, name: str) -> Iterator[tuple[str, str]]:
        root: ast.AST = node
        while isinstance(root, ast.Attribute):
            root = root.value
        foreign = isinstance(root, ast.Name) and root.id in self.imported
        stored = not isinstance(node.ctx, ast.Load)
        if (
            _reflects(name)
            or (stored and name.startswith("__") and name.endswith("__"))
            or (foreign and (stored or _keeps(name) or name.startswith("_")))
        ):
            yield "attribute", name
        elif foreign and self.is_renamed(node):
            yield "module", name

    def tells_address(self, node: ast.expr) -> bool:
        """Whether the text of what this gives may say where it lies in memory: so that of a function, of what goes
        through something, and of an instance whose class has no text of its own, wherever there are some."""
        match node:
            case ast.Constant() | ast.JoinedStr() | ast.Compare():
                return False
            case ast.Lambda() | ast.GeneratorExp():
                return True
            case ast.Name(id=name) if name in self.functions:
                return True
            case ast.Call(func=ast.Name(id=name)) if name in _LAZY and not self.is_own(node, name):
                return True
            case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Set(elts=parts) | ast.BoolOp(values=parts):
                return any(map(self.tells_address, parts))
            case ast.IfExp(body=one, orelse=other):
                return self.tells_address(one) or self.tells_address(other)
            case ast.Dict(keys=keys, values=values):
                return any(part is not None and self.tells_address(part) for part in (*keys, *values))
        return self.without_text

    def is_idle(self, alias: ast.alias, module: str | None = None) -> bool:
        """Whether nothing is asked of what was imported, or only what is the same in every run."""
        root = (module or alias.name).partition(".")[0]
        if root not in sys.stdlib_module_names or root in _LOUD or alias.name == "*":
            return False
        bound = (alias.asname or alias.name).partition(".")[0]
        uses = [node for node in self.nodes if isinstance(node, ast.Name) and node.id == bound]
        constant = _CONSTANT.get(alias.name, frozenset()) if module is None else frozenset()
        asked = [self.parents.get(use) for use in uses]
        plain = [isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Load) for part in asked]
        names = {part.attr for part in asked if isinstance(part, ast.Attribute)}
        return all(plain) and names <= constant

    def is_member(self, node: ast.expr) -> bool:
        """A member of an enumeration, of which there is one; its class must not be bound to anything else."""
        match node:
            case ast.Attribute(value=ast.Name(id=name), attr=attribute):
                stored = [each for each in self.nodes if isinstance(each, ast.Name) and each.id == name]
                once = all(isinstance(each.ctx, ast.Load) for each in stored)
                return once and (name, attribute) in self.members
        return False

    def is_renamed(self, node: ast.expr) -> bool:
        parent = self.parents.get(node)
        return isinstance(parent, ast.Assign | ast.AnnAssign | ast.NamedExpr) and parent.value is node

    def is_own(self, node: ast.AST, name: str) -> bool:
        """Whether a name means something that the program has bound, and not the builtin."""
        here: ast.AST | None = node
        while here is not None:
            if here in self.bound and name in self.bound[here]:
                return True
            here = self.parents.get(here)
        return not hasattr(builtins, name)

    def is_type(self, node: ast.AST, name: str) -> bool:
        """`object` as a base or in an annotation; an instance of it has nothing but its identity."""
        parent = self.parents.get(node)
        return name == "object" and isinstance(parent, ast.ClassDef | ast.arg | ast.Subscript | ast.BinOp)

    def is_text(self, node: ast.AST) -> bool:
        """A docstring, or a text that is nothing but a statement."""
        return isinstance(self.parents.get(node), ast.Expr)

    # Sets: their order is that of hashes, which for texts differs from process to process

    def set_names(self) -> set[str]:
        """Names to which a set is given somewhere, directly or by way of another such name, and functions that give
        one."""
        names: set[str] = set()
        self.sets = names
        before = -1
        while len(names) != before:
            before = len(names)
            for node in self.nodes:
                match node:
                    case ast.Assign(targets=targets, value=value) if self.is_set(value):
                        names |= {target.id for target in targets if isinstance(target, ast.Name)}
                    case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value) if self.is_set(value):
                        names.add(name)
                    case ast.NamedExpr(target=ast.Name(id=name), value=value) if self.is_set(value):
                        names.add(name)
                    case ast.Return(value=ast.expr() as value) if self.is_set(value):
                        names |= self.functions_around(node)
        return names

    def functions_around(self, node: ast.AST) -> set[str]:
        here = self.parents.get(node)
        while here is not None and not isinstance(here, ast.FunctionDef | ast.AsyncFunctionDef):
            here = self.parents.get(here)
        return set() if here is None else {here.name}

    def is_set(self, node: ast.expr) -> bool:
        match node:
            case ast.Set() | ast.SetComp():
                return True
            case ast.Call(func=ast.Name(id="set" | "frozenset" as name)) if not self.is_own(node, name):
                return True
            case ast.Call(func=ast.Name(id=name)):
                return name in self.sets
            case ast.Call(func=ast.Attribute(attr=name)):
                return name in _MAKING_SETS or name in self.sets
            case ast.Name(id=name, ctx=ast.Load()):
                return name in self.sets and not self.is_called(node)
            case ast.BinOp(left=left, op=operator, right=right) if isinstance(operator, _SET_OPERATORS):
                return self.is_set(left) or self.is_set(right)
            case ast.IfExp(body=one, orelse=two):
                return self.is_set(one) or self.is_set(two)
        return False

    def is_called(self, node: ast.expr) -> bool:
        parent = self.parents.get(node)
        return isinstance(parent, ast.Call) and parent.func is node

    def in_safe_hands(self, node: ast.expr) -> bool:
        """Whether the order of a set cannot matter to what is done with it."""
        parent = self.parents.get(node)
        match parent:
            case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]) if node in arguments:
                return name in _SAFE_FOR_SETS and not self.is_own(parent, name)
            case ast.Call(func=ast.Attribute(attr=name), args=arguments) if node in arguments:
                return name in _SET_METHODS
            case ast.Attribute(attr=name):
                return name in _SET_METHODS
            case ast.Assign() | ast.AnnAssign() | ast.NamedExpr():
                targets = parent.targets if isinstance(parent, ast.Assign) else [parent.target]
                return all(isinstance(target, ast.Name) for target in targets)
            case ast.AugAssign():
                return isinstance(parent.target, ast.Name)
            case ast.Compare() | ast.BoolOp() | ast.Return() | ast.Expr() | ast.UnaryOp():
                return True
            case ast.If() | ast.While() | ast.Assert():
                return parent.test is node
            case ast.IfExp():
                return True
            case ast.BinOp(op=operator):
                return isinstance(operator, _SET_OPERATORS)
            case ast.SetComp() | ast.comprehension():
                return self.is_filtered(parent, node)
        return False

    def is_filtered(self, parent: ast.AST, node: ast.expr) -> bool:
        """In `{f(x) for x in s}`, `sorted(x for x in s)` and the like the order is lost again."""
        if isinstance(parent, ast.SetComp):
            return True
        assert isinstance(parent, ast.comprehension)
        if parent.iter is not node:
            return True
        made = self.parents.get(parent)
        return isinstance(made, ast.SetComp) or (
            isinstance(made, ast.GeneratorExp | ast.ListComp) and self.in_safe_hands(made) and self.is_argument(made)
        )

    def is_argument(self, node: ast.expr) -> bool:
        return isinstance(self.parents.get(node), ast.Call)


def main_part(node: ast.AST) -> list[ast.AST]:
    """What only runs where the file is a program of its own; here it is a module."""
    match node:
        case ast.If(
            test=ast.Compare(
                left=ast.Name(id="__name__"), ops=[ast.Eq()], comparators=[ast.Constant(value="__main__")]
            ) as test,
            body=body,
        ):
            return [test, *body]
    return []


def _made_text(node: ast.AST) -> list[ast.expr]:
    """What a text is made of here."""
    match node:
        case ast.FormattedValue(value=value):
            return [value]
        case ast.BinOp(left=ast.Constant(value=str()) | ast.JoinedStr(), right=value):
            return [value]
        case ast.Call(func=ast.Name(id=name), args=values) if name in _WRITING:
            return values[:1]
        case ast.Call(func=ast.Attribute(attr="format" | "format_map"), args=values, keywords=named):
            return [*values, *(each.value for each in named)]
        case ast.Call(args=[ast.Name(id=name), *values]) if name in _WRITING:  # `map(str, …)`
            return values
    return []


def _has_text(node: ast.ClassDef) -> bool:
    """Whether a class says itself how its instances are written, or is of a kind that does."""
    own = any(isinstance(line, ast.FunctionDef) and line.name in _TELLING for line in node.body)
    made = any("dataclass" in ast.dump(each) for each in node.decorator_list)
    return own or made or any(_last_name(base) in (*_ENUMERATIONS, "NamedTuple", "Exception") for base in node.bases)


def _keeps(name: str) -> bool:
    """Whether a name of a pure module leads on to one that is not, or keeps something."""
    return name == "*" or name in _KEEPING or (name in sys.stdlib_module_names and name not in PURE_MODULES)


def _reflects(name: str) -> bool:
    return (
        name == "register"
        or name.startswith(_FRAMES)
        or (name.startswith("__") and name.endswith("__") and name not in _OPERATORS)
    )


def _last_name(node: ast.expr) -> str:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def _is_single(node: ast.expr) -> bool:
    """What there is only one of: None, True, False, …, a type."""
    match node:
        case ast.Constant(value=None | bool()):
            return True
        case ast.Call(func=ast.Name(id="type")):
            return True
    return False


def _bound(scope: ast.AST) -> set[str]:
    """The names that a module or a function binds itself; those of functions inside it are their own."""
    names: set[str] = set()
    if isinstance(scope, _FUNCTIONS):
        arguments = scope.args
        every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
        names |= {argument.arg for argument in every if argument is not None}
    body = getattr(scope, "body", [])
    todo: list[ast.AST] = list(body) if isinstance(body, list) else [body]
    while todo:
        node = todo.pop()
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                names.add(name)
                continue
            case ast.Lambda():
                continue
            case ast.Name(id=name, ctx=ast.Store()):
                names.add(name)
            case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
                names |= {(alias.asname or alias.name).partition(".")[0] for alias in aliases}
            case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                names.add(name)
            case ast.Global(names=declared) | ast.Nonlocal(names=declared):
                names |= set(declared)
        todo += ast.iter_child_nodes(node)
    return names
