"""Hooks in expressions: ticks, the truth of conditions, and what is called."""

import ast

from .pieces import Pieces, placed
from .plan import called_name, counter_name, step_name

Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


class Expressions(Pieces):
    def store(self, node: ast.expr) -> ast.expr:
        """A target of an assignment: only what is evaluated on the way to it is visited."""
        self.enclosing = None
        match node:
            case ast.Attribute():
                node.value = self.value(node.value)
            case ast.Subscript():
                node.value = self.value(node.value)
                node.slice = self.index(node.slice)
            case ast.Starred():
                node.value = self.store(node.value)
            case ast.Tuple() | ast.List():
                node.elts = [self.store(element) for element in node.elts]
        return node

    def lazily(self, node: ast.expr) -> ast.expr:
        """An expression that is not evaluated whenever the one around it is."""
        saved, self.enclosing = self.enclosing, None
        try:
            return self.value(node)
        finally:
            self.enclosing = saved

    def value(self, node: ast.expr) -> ast.expr:
        if isinstance(node, ast.Starred):
            node.value = self.value(node.value)
            return node
        if not self.hooks.expressions:
            return self.inner(node)
        site = self.site("expression", node)
        if _is_atom(node) and self.enclosing is not None:
            self.read(site, "reached", self.enclosing)
            return node
        counter = self.counter()
        self.read(site, "reached", counter)
        if _is_atom(node):
            return self.ticked(counter, node)
        return self.ticked(counter, self.within(counter, node))

    def within(self, counter: int, node: ast.expr) -> ast.expr:
        saved, self.enclosing = self.enclosing, counter
        try:
            return self.inner(node)
        finally:
            self.enclosing = saved

    def condition(self, node: ast.expr, part: str = "condition") -> ast.expr:
        """An expression of which nothing but its truth is used; `part` as in `Site`."""
        if isinstance(node, ast.Constant):
            return node
        if not self.hooks.expressions:
            return self.inner(node, only_truth=True)
        site = self.site("condition", node, part)
        counter, true, false = self.counter(), self.counter(), self.counter()
        self.read(site, "reached", counter)
        self.read(site, "true", true)
        self.read(site, "false", false)
        saved, self.enclosing = self.enclosing, counter
        inner = self.inner(node, only_truth=True)
        self.enclosing = saved
        return self.ticked(counter, self.truth(inner, true, false))

    def inner(self, node: ast.expr, only_truth: bool = False) -> ast.expr:
        match node:
            case ast.BoolOp():
                return self.boolean(node, only_truth)
            case ast.UnaryOp(op=ast.Not()):
                node.operand = self.condition(node.operand, "operand")
            case ast.IfExp():
                node.test = self.condition(node.test)
                node.body = self.branch("then", self.lazily(node.body))
                node.orelse = self.branch("else", self.lazily(node.orelse))
            case ast.Compare():
                node.left = self.value(node.left)
                first, *others = node.comparators
                node.comparators = [self.value(first), *(self.lazily(other) for other in others)]
            case ast.Lambda():
                self.lambda_(node)
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                self.comprehension(node)
            case ast.Call():
                self.call(node)
            case ast.Subscript():
                node.value = self.value(node.value)
                node.slice = self.index(node.slice)
            case ast.NamedExpr():
                node.value = self.value(node.value)
            case ast.JoinedStr():
                self.formatted(node)
            case _:
                self.children(node)
        return node

    def children(self, node: ast.expr) -> None:
        for name, child in ast.iter_fields(node):
            if isinstance(child, ast.expr):
                setattr(node, name, self.value(child))
            elif isinstance(child, list):
                setattr(node, name, [self.value(item) if isinstance(item, ast.expr) else item for item in child])

    def boolean(self, node: ast.BoolOp, only_truth: bool) -> ast.expr:
        stops_when = isinstance(node.op, ast.Or)
        last = len(node.values) - 1
        watched = self.hooks.branches or self.hooks.expressions
        reached = [self.counter() if watched and number else -1 for number in range(last + 1)]
        for number, operand in enumerate(list(node.values)):
            saved = self.enclosing
            if number:
                self.enclosing = reached[number] if watched else None
            visited = self.condition(operand, "operand") if only_truth else self.value(operand)
            self.enclosing = saved
            if watched and number < last:
                visited = self.non_final(visited, operand, reached[number + 1], stops_when, only_truth)
            if watched and number:
                if self.hooks.branches:
                    self.read(self.site("operand", operand), "reached", reached[number])
                visited = self.ticked(reached[number], visited)
            node.values[number] = visited
        return node

    def non_final(
        self, visited: ast.expr, operand: ast.expr, next_reached: int, stops_when: bool, only_truth: bool
    ) -> ast.expr:
        """An operand of and/or whose truth Python asks for: it stops there, or goes on to the next one."""
        if only_truth:
            if not self.hooks.branches:
                return visited
            stopped = self.counter()
            self.read(self.site("short", operand), "reached", stopped)
            return self.truth(visited, stopped if stops_when else None, None if stops_when else stopped)
        finished = self.counter(passes_value=True)
        if self.hooks.branches:
            self.read(self.site("short", operand), "reached", finished, next_reached)
        if self.hooks.expressions and not isinstance(operand, ast.Constant):
            site = self.site("condition", operand, "operand")
            self.read(site, "reached", finished)
            self.read(site, "false" if stops_when else "true", next_reached)
            self.read(site, "true" if stops_when else "false", finished, next_reached)
        return self.passed(finished, visited)

    def lambda_(self, node: ast.Lambda) -> None:
        self.defaults(node.args)
        self.named.append(set())
        body = self.branch("function", self.lazily(node.body), shown=node)
        node.body = self.guarded(step_name(self.unit), body) if self.hooks.steps else body
        self.named.pop()

    def defaults(self, arguments: ast.arguments) -> None:
        arguments.defaults = [self.lazily(default) for default in arguments.defaults]
        arguments.kw_defaults = [None if default is None else self.lazily(default) for default in arguments.kw_defaults]

    def comprehension(self, node: Comprehension) -> None:
        for number, clause in enumerate(node.generators):
            clause.iter = self.value(clause.iter) if number == 0 else self.lazily(clause.iter)
        saved, self.enclosing = self.enclosing, None
        for clause in node.generators:
            clause.target = self.store(clause.target)
            conditions = [self.kept(test) for test in clause.ifs]
            clause.ifs = [self.is_none(step_name(self.unit), clause.iter)] if self.hooks.steps else []
            if self.hooks.branches:
                counter = self.counter()
                self.read(self.site("loop", clause.target), "reached", counter)
                clause.ifs.append(self.is_none(counter_name(self.unit, counter), clause.iter))
            clause.ifs += conditions
        if isinstance(node, ast.DictComp):
            node.key = self.value(node.key)
            node.value = self.value(node.value)
        else:
            node.elt = self.value(node.elt)
        self.enclosing = saved

    def kept(self, test: ast.expr) -> ast.expr:
        visited = self.condition(test, "qualifier")
        if not self.hooks.branches:
            return visited
        kept, dropped = self.counter(), self.counter()
        self.read(self.site("kept", test), "reached", kept)
        self.read(self.site("dropped", test), "reached", dropped)
        return self.truth(visited, kept, dropped)

    def call(self, node: ast.Call) -> None:
        site = self.site("call", node) if self.hooks.calls else -1
        node.func = self.value(node.func)
        node.args = [self.value(argument) for argument in node.args]
        for keyword in node.keywords:
            keyword.value = self.value(keyword.value)
        if self.hooks.calls:
            where = placed(ast.Constant(site), node.func)
            node.func = placed(
                ast.Call(self.name(called_name(self.unit), node.func), [where, node.func], []), node.func
            )

    def index(self, node: ast.expr) -> ast.expr:
        match node:
            case ast.Slice():
                self.children(node)
                return node
            case ast.Tuple() if any(isinstance(element, ast.Slice | ast.Starred) for element in node.elts):
                node.elts = [self.index(element) for element in node.elts]
                return node
        return self.value(node)

    def formatted(self, node: ast.JoinedStr) -> None:
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                part.value = self.value(part.value)
                if isinstance(part.format_spec, ast.JoinedStr):
                    self.formatted(part.format_spec)


def _is_constant(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) or (isinstance(node, ast.UnaryOp) and isinstance(node.operand, ast.Constant))


def _is_atom(node: ast.expr) -> bool:
    """Evaluated in no time and without effect; what the compiler folds into one constant stays whole."""
    match node:
        case ast.Name():
            return True
        case ast.BinOp():
            return _is_constant(node.left) and _is_constant(node.right)
        case ast.Tuple():
            return all(_is_constant(element) for element in node.elts)
    return _is_constant(node)
