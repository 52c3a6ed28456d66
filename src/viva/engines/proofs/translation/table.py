"""The tables of the translation: a handler for every kind of node, and for every function of Python by name.

A handler is given a node and the state in which it stands. It changes the state, and gives the value of an expression
or the ways in which a statement ends. Handlers ask for what is inside of their node through the table, so no module
needs to know which others there are; `translate` names those that fill the table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from viva.engines.proofs import terms as t
from viva.engines.proofs.translation.values import Items, Outcome, Ref, State, Value
from viva.engines.syntax.tree import Node, Uncovered

Expression = Callable[[Node, State], Value]
Statement = Callable[[Node, State], list[Outcome]]
Target = Callable[[Node, Value, State], None]
Builtin = Callable[[str, list[Node], State, int], Value]
Method = Callable[[Ref, list[Value], State, int], Value]
Lazy = Callable[[list[Node], State, int], Items | None]

EXPRESSIONS: dict[str, Expression] = {}
"""What an expression gives, by the kind of its node."""
STATEMENTS: dict[str, Statement] = {}
"""How a statement ends, by the kind of its node."""
TARGETS: dict[str, Target] = {}
"""What may be given a value, by the kind of its node."""
BUILTINS: dict[tuple[str, int], Builtin] = {}
"""Python's own functions and those of its library, by name and number of arguments."""
METHODS: dict[tuple[str, str, int], Method] = {}
"""Methods of lists, sets and dictionaries, by the kind of container, name and number of arguments."""
LAZY_CALLS: dict[str, Lazy] = {}
"""Functions that a loop goes through without a list being made; None where it is a value like any other."""

DIGITS = "=digits"
"""The name of what gives the digits of a number as a text."""

ANY_NUMBER = -1
"""Of arguments, but at least one."""


def evaluates(*kinds: str) -> Callable[[Expression], Expression]:
    def known(handler: Expression) -> Expression:
        EXPRESSIONS.update(dict.fromkeys(kinds, handler))
        return handler

    return known


def executes(*kinds: str) -> Callable[[Statement], Statement]:
    def known(handler: Statement) -> Statement:
        STATEMENTS.update(dict.fromkeys(kinds, handler))
        return handler

    return known


def assigns(*kinds: str) -> Callable[[Target], Target]:
    def known(handler: Target) -> Target:
        TARGETS.update(dict.fromkeys(kinds, handler))
        return handler

    return known


def builtin(*names: str, takes: Sequence[int]) -> Callable[[Builtin], Builtin]:
    def known(handler: Builtin) -> Builtin:
        BUILTINS.update(dict.fromkeys(((name, count) for name in names for count in takes), handler))
        return handler

    return known


def method(kind: str, name: str, takes: Sequence[int]) -> Callable[[Method], Method]:
    def known(handler: Method) -> Method:
        METHODS.update(dict.fromkeys(((kind, name, count) for count in takes), handler))
        return handler

    return known


def iterates(*names: str) -> Callable[[Lazy], Lazy]:
    def known(handler: Lazy) -> Lazy:
        LAZY_CALLS.update(dict.fromkeys(names, handler))
        return handler

    return known


def evaluate(node: Node, state: State) -> Value:
    return evaluate_as(node.kind, node, state)


def evaluate_as(kind: str, node: Node, state: State) -> Value:
    """The value of a node as if it were of another kind, which has the same fields."""
    handler = EXPRESSIONS.get(kind)
    if handler is None:
        raise Uncovered(f"{kind} in line {node.line}")
    return handler(node, state)


def assign(node: Node, value: Value, state: State) -> None:
    handler = TARGETS.get(node.kind)
    if handler is None:
        raise Uncovered(f"an assignment to {node.kind}, in line {node.line}")
    handler(node, value, state)


def goes_on(state: State) -> list[Outcome]:
    """How a statement ends after which the next one comes."""
    return [Outcome("next", t.TRUE, state)]
