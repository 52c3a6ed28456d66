"""Which functions lead back to themselves, found in the source: by what a name means where it stands, because a
variable or a method of something else may be called like the function."""

import ast
from collections.abc import Iterator

Function = ast.FunctionDef | ast.AsyncFunctionDef
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef, ast.Module)


def recursive(tree: ast.Module) -> Iterator[list[int]]:
    """The place in each recursive function, `[line, column]`, from which it goes on to itself."""
    meaning = _Meaning(tree)
    leads = {function: meaning.mentioned(function) for function in meaning.functions}
    for function in meaning.functions:
        for node, first in leads[function].items():
            if function in _reached(first, leads):
                yield [node.lineno, node.col_offset + 1]
                break


def _reached(first: Function, leads: dict[Function, dict[ast.expr, Function]]) -> set[Function]:
    found, todo = {first}, [first]
    while todo:
        for further in leads[todo.pop()].values():
            if further not in found:
                found.add(further)
                todo.append(further)
    return found


class _Meaning:
    def __init__(self, tree: ast.Module) -> None:
        nodes = list(ast.walk(tree))
        self.parents = {child: node for node in nodes for child in ast.iter_child_nodes(node)}
        self.functions = [node for node in nodes if isinstance(node, Function)]
        self.defined: dict[tuple[ast.AST, str], Function] = {}
        self.classes = {node.name: node for node in nodes if isinstance(node, ast.ClassDef)}
        self.other: set[tuple[ast.AST, str]] = set()
        for node in nodes:
            match node:
                case ast.FunctionDef() | ast.AsyncFunctionDef():
                    self.defined[self.scope(node), node.name] = node
                case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
                    self.other.add((self.scope(node), name))

    def scope(self, node: ast.AST) -> ast.AST:
        here = self.parents[node]
        while not isinstance(here, _SCOPES):
            here = self.parents[here]
        return here

    def mentioned(self, function: Function) -> dict[ast.expr, Function]:
        """The functions that a function speaks of, with the place; what functions inside of it say is theirs."""
        found: dict[ast.expr, Function] = {}
        todo: list[ast.AST] = list(function.body)
        while todo:
            node = todo.pop(0)
            match node:
                case ast.FunctionDef() | ast.AsyncFunctionDef():
                    continue
                case ast.Name(id=name, ctx=ast.Load()):
                    meant = self.named(node, name)
                case ast.Attribute(value=ast.Name(id=owner), attr=name):
                    meant = self.method(function, owner, name)
                case _:
                    meant = None
            if meant is not None and isinstance(node, ast.expr):
                found[node] = meant
            todo += ast.iter_child_nodes(node)
        return found

    def named(self, node: ast.AST, name: str) -> Function | None:
        scope = self.scope(node)
        while True:
            if (scope, name) in self.other:
                return None
            if (scope, name) in self.defined:
                return self.defined[scope, name]
            if isinstance(scope, ast.Module):
                return None
            scope = self.scope(scope)
            while isinstance(scope, ast.ClassDef):  # what a class defines is not seen from inside its methods
                scope = self.scope(scope)

    def method(self, function: Function, owner: str, name: str) -> Function | None:
        """`self.name` and `Class.name`."""
        home = self.scope(function)
        arguments = [*function.args.posonlyargs, *function.args.args]
        cls = home if arguments and arguments[0].arg == owner else self.classes.get(owner)
        return self.defined.get((cls, name)) if isinstance(cls, ast.ClassDef) else None
