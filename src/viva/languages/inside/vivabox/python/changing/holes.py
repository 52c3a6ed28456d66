"""An expression that is left open in a program that is compiled once, and what is known of the expressions that were
put there: those with the same values at the same moments behave the same."""

import ast
import copy
import itertools
from collections.abc import Iterator, Mapping
from types import CodeType
from typing import Any

from .layout import Layout

HOLE = "viva_hole_"
_MOST_MOMENTS = 40
_PURE = frozenset({"len", "range", "abs", "min", "max", "sum", "int", "str", "list", "sorted", "set", "tuple"})
_INNER = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_BINDING = (ast.NamedExpr, ast.Await, ast.Yield, ast.YieldFrom)
_PLAIN = (int, str, float, bool, type(None), range)
_new = itertools.count()

Moment = tuple[Mapping[str, Any], Mapping[str, Any]]


class Hole:
    """Called with the variables around it: gives the value of the expression that fills it. `truth`: nothing but the
    truth of the value counts there."""

    def __init__(self, code: CodeType, pure: bool, truth: bool) -> None:
        self.code, self.pure, self.truth = code, pure, truth
        self.moments: list[tuple[Moment, str]] = []
        self.watched = False

    def watch(self) -> None:
        self.moments, self.watched = [], True

    def seen(self) -> list[tuple[Moment, str]] | None:
        """The moments at which it was asked, with the values; None where they cannot stand for others."""
        return self.moments if self.pure and len(self.moments) < _MOST_MOMENTS else None

    def value_at(self, moment: Moment) -> str:
        try:
            return self._key(eval(self.code, dict(moment[1]), dict(moment[0])), moment[0])
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
            self.moments.append((moment, self._key(value, variables)))
            return value
        return eval(self.code, around, variables)

    def _key(self, value: object, variables: Mapping[str, Any]) -> str:
        if self.truth:
            return str(bool(value))
        if isinstance(value, _PLAIN):
            return f"{type(value).__name__} {value!r}"
        shown = repr(value)
        if " at 0x" in shown:
            return f"like no other {next(_new)}"
        # What is changed later matters too: whether it is a variable's own value, or a copy of it.
        known = {id(held): name for name, held in _held(variables)}
        whose = [known.get(id(part), "new") for part in _parts(value)]
        return f"{type(value).__name__} {shown} {whose}"


def _held(variables: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, value in variables.items():
        yield name, value
        for number, part in enumerate(_parts(value)):
            yield f"{name} {number}", part


def _parts(value: object) -> list[object]:
    """A value and those in it that may be changed."""
    inner: list[object] = []
    if isinstance(value, list | tuple):
        inner = list(value)
    elif isinstance(value, dict):
        inner = list(value.values())
    return [value, *(part for part in inner if not isinstance(part, _PLAIN))]


class Behaviours:
    """What came of one test with several expressions, as a tree: at each moment the values that led on from there."""

    def __init__(self) -> None:
        self.moment: Moment | None = None
        self.after: dict[str, Behaviours] = {}
        self.answer: str | None = None

    def known(self, hole: Hole) -> str | None:
        """What comes of the test, if an expression with the same values was tried."""
        node = self
        while hole.pure and node.moment is not None:
            following = node.after.get(hole.value_at(node.moment))
            if following is None:
                return None
            node = following
        return node.answer if hole.pure else None

    def learn(self, seen: list[tuple[Moment, str]] | None, answer: str) -> None:
        if seen is None:
            return
        node = self
        for moment, value in seen:
            if node.moment is None:
                node.moment = moment
            node = node.after.setdefault(value, Behaviours())
        node.answer = answer


def filled(new: str, truth: bool) -> Hole | None:
    """None for what means something else where it is asked for its value on its own."""
    if "__" in new:
        return None
    try:
        tree = ast.parse(new.strip(), mode="eval")
        if any(isinstance(node, (*_INNER, *_BINDING)) for node in ast.walk(tree)):
            return None
        return Hole(compile(tree, "hole", "eval", dont_inherit=True), _pure(tree), truth)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def open_places(text: str) -> dict[tuple[int, int], bool]:
    """The expressions of a text whose variables are those of the one function that they stand in, from where to where;
    whether nothing but their truth counts."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return {}
    layout = Layout(text)
    found: dict[tuple[int, int], bool] = {}

    def visit(node: ast.AST, truth: bool) -> None:
        match node:
            case ast.FunctionDef() | ast.JoinedStr() | ast.Starred() | ast.Slice():
                return
            case ast.Lambda() | ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                found[layout.span(node)] = truth
                return
            case ast.expr():
                if isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
                    found[layout.span(node)] = truth
        match node:
            case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
                conditions = [test]
            case ast.BoolOp(values=values) if truth:
                conditions = values
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                conditions = [operand]
            case _:
                conditions = []
        for part in ast.iter_child_nodes(node):
            visit(part, part in conditions)

    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    for function in [*tree.body, *(part for node in classes for part in node.body)]:
        if isinstance(function, ast.FunctionDef):
            for statement in function.body:
                visit(statement, False)
    return found


def _pure(tree: ast.Expression) -> bool:
    """Whether asking for its value changes nothing."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(ast.Name(id=name)) if name in _PURE:
                pass
            case ast.Call():
                return False
    return True
