"""One pass over the syntax tree of a submission that adds the hooks asked for and keeps its meaning.

The story of faithfulness: a hook never touches a value of the program. A tick before an expression `e` is
`e if tick() is None else None`; the truth of a condition is seen by the jump that Python makes anyway, so a
`__bool__` of the program is called exactly as often as without hooks; a tick in a block is a statement of its own.
Hooks are reached by names that contain a space, which no source text can spell; in modules and classes these names
are declared global, so that a namespace made by `__prepare__` never sees them. Annotations, type parameters,
patterns and docstrings are left alone. Every added node has the position of the node it belongs to.
"""

import ast
from collections.abc import Sequence

from ...sites import Hooks
from .expressions import Expressions
from .pieces import placed
from .plan import Plan

Definition = ast.FunctionDef | ast.AsyncFunctionDef


def instrument(
    tree: ast.Module, hooks: Hooks, unit: str = "viva", lines: Sequence[str] = ()
) -> tuple[ast.Module, Plan]:
    """The tree with hooks, changed in place, and what the run must supply under the names of `unit`.

    `lines`, the source text, is used to turn the byte columns of the tree into columns of characters.
    """
    scribe = _Statements(hooks, unit, lines)
    return scribe.module(tree), scribe.plan


class _Statements(Expressions):
    def module(self, tree: ast.Module) -> ast.Module:
        self.named.append(set())
        head, rest = _split_head(tree.body)
        body = self.block(rest)
        tree.body = head + self.declared(self.named.pop(), rest) + body
        return tree

    def declared(self, names: set[str], at: list[ast.stmt]) -> list[ast.stmt]:
        return [placed(ast.Global(sorted(names)), at[0])] if names and at else []

    def block(self, statements: Sequence[ast.stmt]) -> list[ast.stmt]:
        return [self.statement(statement) for statement in statements]

    def statement(self, node: ast.stmt) -> ast.stmt:
        self.enclosing = None
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                return self.definition(node)
            case ast.ClassDef():
                return self.class_definition(node)
            case ast.If():
                node.test = self.condition(node.test)
                then = self.hit("then", node.test)
                otherwise = self.hit("else", node.test)
                node.body = then + self.block(node.body)
                node.orelse = otherwise + self.block(node.orelse)
            case ast.While():
                node.test = self.condition(node.test)
                self.loop(node)
            case ast.For() | ast.AsyncFor():
                node.iter = self.value(node.iter)
                node.target = self.store(node.target)
                self.loop(node)
            case ast.With() | ast.AsyncWith():
                for item in node.items:
                    item.context_expr = self.lazily(item.context_expr)
                    if item.optional_vars is not None:
                        item.optional_vars = self.store(item.optional_vars)
                node.body = self.block(node.body)
            case ast.Try() | ast.TryStar():
                node.body = self.block(node.body)
                for handler in node.handlers:
                    handler.type = None if handler.type is None else self.lazily(handler.type)
                    handler.body = self.hit("handler", handler) + self.block(handler.body)
                node.orelse = self.block(node.orelse)
                node.finalbody = self.block(node.finalbody)
            case ast.Match():
                self.match(node)
            case _:
                self.simple(node)
        return node

    def loop(self, node: ast.While | ast.For | ast.AsyncFor) -> None:
        entered = self.step(node) + self.hit("loop", node)
        left = self.hit("exit", node)
        node.body = entered + self.block(node.body)
        node.orelse = left + self.block(node.orelse)

    def match(self, node: ast.Match) -> None:
        node.subject = self.value(node.subject)
        for case in node.cases:
            self.enclosing = None
            if case.guard is not None:
                case.guard = self.condition(case.guard, "guard")
            case.body = self.hit("case", case.body[0], shown=case.pattern) + self.block(case.body)
        last = node.cases[-1]
        if self.hooks.branches and not (last.guard is None and _always_matches(last.pattern)):
            anything = placed(ast.MatchAs(None, None), last.pattern)
            node.cases.append(ast.match_case(anything, None, self.hit("no case", last.pattern, shown=node.subject)))

    def simple(self, node: ast.stmt) -> None:
        match node:
            case ast.Expr():
                if not isinstance(node.value, ast.Constant):
                    node.value = self.value(node.value)
            case ast.Assign():
                node.value = self.value(node.value)
                node.targets = [self.store(target) for target in node.targets]
            case ast.AugAssign():
                target = self.store(node.target)
                assert isinstance(target, ast.Name | ast.Attribute | ast.Subscript)
                node.target = target
                node.value = self.lazily(node.value)
            case ast.AnnAssign():
                if node.value is not None:
                    node.value = self.value(node.value)
                target = self.store(node.target)
                assert isinstance(target, ast.Name | ast.Attribute | ast.Subscript)
                node.target = target
            case ast.Return():
                node.value = None if node.value is None else self.value(node.value)
            case ast.Delete():
                node.targets = [self.store(target) for target in node.targets]
            case ast.Raise():
                node.exc = None if node.exc is None else self.lazily(node.exc)
                node.cause = None if node.cause is None else self.lazily(node.cause)
            case ast.Assert():
                node.test = self.condition(node.test)
                node.msg = None if node.msg is None else self.lazily(node.msg)
            case _:  # import, global, nonlocal, pass, break, continue, type: nothing here that hooks look at
                return

    def definition(self, node: Definition) -> ast.stmt:
        node.decorator_list = [self.lazily(decorator) for decorator in node.decorator_list]
        self.defaults(node.args)
        self.named.append(set())
        head, rest = _split_docstring(node.body)
        entered = self.step(node) + self.hit("function", node)
        node.body = head + entered + self.block(rest)
        self.named.pop()
        return node

    def class_definition(self, node: ast.ClassDef) -> ast.stmt:
        node.decorator_list = [self.lazily(decorator) for decorator in node.decorator_list]
        node.bases = [self.lazily(base) for base in node.bases]
        for keyword in node.keywords:
            keyword.value = self.lazily(keyword.value)
        self.named.append(set())
        head, rest = _split_docstring(node.body)
        body = self.block(rest)
        node.body = head + self.declared(self.named.pop(), node.body) + body
        return node


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _split_docstring(body: list[ast.stmt]) -> tuple[list[ast.stmt], list[ast.stmt]]:
    return (body[:1], body[1:]) if body and _is_docstring(body[0]) else ([], body)


def _split_head(body: list[ast.stmt]) -> tuple[list[ast.stmt], list[ast.stmt]]:
    """What must stay first in a module: its docstring and its imports from the future."""
    head, rest = _split_docstring(body)
    while rest and isinstance(rest[0], ast.ImportFrom) and rest[0].module == "__future__":
        head, rest = [*head, rest[0]], rest[1:]
    return head, rest


def _always_matches(pattern: ast.pattern) -> bool:
    match pattern:
        case ast.MatchAs():
            return pattern.pattern is None or _always_matches(pattern.pattern)
        case ast.MatchOr():
            return _always_matches(pattern.patterns[-1])
    return False
