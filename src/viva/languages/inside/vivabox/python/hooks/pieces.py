"""Places, counters, and the small pieces of syntax that hooks are made of."""

import ast
from collections.abc import Sequence
from typing import TypeVar

from ...sites import Hooks, Reading, Site
from .plan import Plan, counter_name, hits_name, step_name

Node = TypeVar("Node", bound=ast.AST)


def placed(node: Node, place: ast.AST) -> Node:
    line, column = start(place)
    end_line = getattr(place, "end_lineno", None) or line
    end_column = getattr(place, "end_col_offset", None)
    for name, number in (
        ("lineno", line),
        ("col_offset", column),
        ("end_lineno", end_line),
        ("end_col_offset", column if end_column is None else end_column),
    ):
        setattr(node, name, number)
    return node


def start(node: ast.AST) -> tuple[int, int]:
    return getattr(node, "lineno", 1), getattr(node, "col_offset", 0)


class Pieces:
    def __init__(self, hooks: Hooks, unit: str, lines: Sequence[str]) -> None:
        self.hooks = hooks
        self.unit = unit
        self.lines = lines
        self.plan = Plan()
        self.enclosing: int | None = None
        """The counter of the nearest expression around, if what is visited is evaluated whenever that one is."""
        self.named: list[set[str]] = []
        """The helpers named directly in the body of each module, class or function around."""

    # Places and counters

    def site(self, kind: str, node: ast.AST, part: str = "") -> int:
        line, column = start(node)
        end_line = getattr(node, "end_lineno", None) or line
        end_column = getattr(node, "end_col_offset", None) or column
        self.plan.sites.append(
            Site(kind, line, self.characters(line, column), end_line, self.characters(end_line, end_column), part)
        )
        return len(self.plan.sites) - 1

    def characters(self, line: int, column: int) -> int:
        if not 0 < line <= len(self.lines) or self.lines[line - 1].isascii():
            return column
        return len(self.lines[line - 1].encode("utf-8", "surrogatepass")[:column].decode("utf-8", "replace"))

    def counter(self, passes_value: bool = False) -> int:
        self.plan.counters.append(passes_value)
        return len(self.plan.counters) - 1

    def read(self, site: int, role: str, plus: int, minus: int = -1) -> None:
        self.plan.readings.append(Reading(site, role, plus, minus))

    # Pieces of syntax

    def name(self, name: str, at: ast.AST) -> ast.expr:
        if self.named:
            self.named[-1].add(name)
        return placed(ast.Name(name, ast.Load()), at)

    def is_none(self, name: str, at: ast.AST, negated: bool = False) -> ast.expr:
        call = placed(ast.Call(self.name(name, at), [], []), at)
        none = placed(ast.Constant(None), at)
        return placed(ast.Compare(call, [ast.IsNot() if negated else ast.Is()], [none]), at)

    def ticked(self, counter: int, node: ast.expr) -> ast.expr:
        return self.guarded(counter_name(self.unit, counter), node)

    def guarded(self, name: str, node: ast.expr) -> ast.expr:
        return placed(ast.IfExp(self.is_none(name, node), node, placed(ast.Constant(None), node)), node)

    def truth(self, node: ast.expr, true: int | None, false: int | None) -> ast.expr:
        """A bool that says what `node` says, and counts it; only for places where nothing but the truth is used."""
        yes = placed(ast.Constant(True), node)
        no = placed(ast.Constant(False), node)
        return placed(
            ast.IfExp(
                node,
                yes if true is None else self.is_none(counter_name(self.unit, true), node),
                no if false is None else self.is_none(counter_name(self.unit, false), node, negated=True),
            ),
            node,
        )

    def passed(self, counter: int, node: ast.expr) -> ast.expr:
        return placed(ast.Call(self.name(counter_name(self.unit, counter), node), [node], []), node)

    def step(self, at: ast.AST) -> list[ast.stmt]:
        if not self.hooks.steps:
            return []
        return [placed(ast.Expr(placed(ast.Call(self.name(step_name(self.unit), at), [], []), at)), at)]

    def hit(self, kind: str, at: ast.AST, shown: ast.AST | None = None) -> list[ast.stmt]:
        if not self.hooks.branches:
            return []
        index = placed(ast.Constant(self.site(kind, shown or at)), at)
        target = placed(ast.Subscript(self.name(hits_name(self.unit), at), index, ast.Store()), at)
        return [placed(ast.Assign([target], placed(ast.Constant(1), at)), at)]

    def branch(self, kind: str, node: ast.expr, shown: ast.AST | None = None) -> ast.expr:
        """An expression that is reached only sometimes."""
        if not self.hooks.branches:
            return node
        counter = self.counter()
        self.read(self.site(kind, shown or node), "reached", counter)
        return self.ticked(counter, node)
