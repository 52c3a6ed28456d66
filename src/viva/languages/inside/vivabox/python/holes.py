"""An expression that is left open in a program that is compiled once, and what is known of the expressions that were
put there: those with the same values at the same moments behave the same."""

import ast
import copy
from collections.abc import Mapping
from types import CodeType
from typing import Any

HOLE = "viva_hole_"
_LONGEST = 300  # characters of a value by which behaviours are told apart
_MOST_MOMENTS = 40
_PURE = frozenset({"len", "range", "abs", "min", "max", "sum", "int", "str", "list", "sorted"})
_INNER = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.ClassDef)

Moment = tuple[Mapping[str, Any], Mapping[str, Any]]


class Hole:
    """Called with the variables around it: gives the value of the expression that fills it."""

    def __init__(self, code: CodeType, pure: bool) -> None:
        self.code, self.pure = code, pure
        self.moments: list[tuple[Moment, str]] = []
        self.watched = False

    def watch(self) -> None:
        self.moments, self.watched = [], True

    def seen(self) -> list[tuple[Moment, str]] | None:
        """The moments at which it was asked, with the values; None where they cannot stand for others."""
        return self.moments if self.pure and len(self.moments) < _MOST_MOMENTS else None

    def value_at(self, moment: Moment) -> str:
        try:
            return _key(eval(self.code, dict(moment[1]), dict(moment[0])))
        except Exception as error:  # noqa: BLE001 whatever it raises is its value
            return f"raises {type(error).__name__}"

    def __call__(self, variables: dict[str, Any], around: dict[str, Any]) -> object:
        if self.watched and self.pure and len(self.moments) < _MOST_MOMENTS:
            moment = (copy.deepcopy(variables), around)
            try:
                value = eval(self.code, around, variables)
            except Exception as error:
                self.moments.append((moment, f"raises {type(error).__name__}"))
                raise
            self.moments.append((moment, _key(value)))
            return value
        return eval(self.code, around, variables)


class Behaviours:
    """What came of one test with several expressions, as a tree: at each moment the values that led on from there."""

    def __init__(self) -> None:
        self.moment: Moment | None = None
        self.after: dict[str, Behaviours] = {}
        self.right: bool | None = None

    def known(self, hole: Hole) -> bool | None:
        """Whether the test comes out right, if an expression with the same values was tried."""
        node = self
        while hole.pure and node.moment is not None:
            following = node.after.get(hole.value_at(node.moment))
            if following is None:
                return None
            node = following
        return node.right if hole.pure else None

    def learn(self, seen: list[tuple[Moment, str]] | None, right: bool) -> None:
        if seen is None:
            return
        node = self
        for moment, value in seen:
            if node.moment is None:
                node.moment = moment
            node = node.after.setdefault(value, Behaviours())
        node.right = right


def filled(new: str) -> Hole | None:
    try:
        tree = ast.parse(new.strip(), mode="eval")
        return Hole(compile(tree, "hole", "eval", dont_inherit=True), _pure(tree))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def open_place(text: str, before: str, begin: int, others: Any) -> bool:
    """Whether the variables around a place are those of its function: not so inside of comprehensions and inner
    functions."""
    at = begin + sum(len(new) - (end - first) for first, end, new in others if end <= begin)
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    line, column = text.count("\n", 0, at) + 1, at - (text.rfind("\n", 0, at) + 1)
    functions = 0
    for node in ast.walk(tree):
        if isinstance(node, (*_INNER, ast.FunctionDef)) and node.end_lineno is not None:
            first, last = (node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset or 0)
            if first <= (line, column) < last:
                functions += 1
                if isinstance(node, _INNER):
                    return False
    return functions == 1 and before.isascii()


def _pure(tree: ast.Expression) -> bool:
    """Whether asking for its value changes nothing."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(ast.Name(id=name)) if name in _PURE:
                pass
            case ast.Call() | ast.Await() | ast.NamedExpr() | ast.Yield() | ast.YieldFrom():
                return False
    return True


def _key(value: object) -> str:
    return f"{type(value).__name__} {repr(value)[:_LONGEST]}"
