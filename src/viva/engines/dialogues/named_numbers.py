"""Numbers that a specification names, or a function of the teacher that it calls: what it compares with, and what it
divides by."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from viva.engines.dialogues.model import COMPARISONS, Call, Integer, Opaque, Operation, Spec, subterms, terms

_MOST = 8


def limits(spec: Spec) -> tuple[int, ...]:
    """The numbers that something is compared with, in the specification and in the functions that it calls."""
    found = {
        side.value
        for part in _terms(spec)
        if isinstance(part, Operation) and part.operator in COMPARISONS
        for side in (part.left, part.right)
        if isinstance(side, Integer)
    }
    for node in _nodes(spec):
        if isinstance(node, ast.Compare):
            found |= {number for side in (node.left, *node.comparators) if (number := _number(side)) is not None}
    return tuple(sorted(found, key=lambda number: (abs(number), number))[:_MOST])


def divisors(spec: Spec) -> tuple[int, ...]:
    """The numbers of which remainders are taken."""
    found = {
        part.arguments[1].value
        for part in _terms(spec)
        if isinstance(part, Call) and part.function == "mod" and isinstance(part.arguments[1], Integer)
    }
    for node in _nodes(spec):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod) and (number := _number(node.right)) is not None:
            found.add(number)
    return tuple(sorted(number for number in found if number > 1)[:_MOST])


def _terms(spec: Spec) -> Iterator[object]:
    return (part for term in terms(spec) for part in subterms(term))


def _nodes(spec: Spec) -> Iterator[ast.AST]:
    """All that stands in the teacher's functions that are called, and in those beside them: these may call them."""
    modules = {part.function.module for part in _terms(spec) if isinstance(part, Opaque)}
    for module in sorted(modules):
        yield from ast.walk(ast.parse(module))


def _number(node: ast.expr) -> int | None:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = _number(node.operand)
        return None if inner is None else -inner
    whole = isinstance(node, ast.Constant) and isinstance(node.value, int) and not isinstance(node.value, bool)
    return node.value if whole else None  # type: ignore[attr-defined]


def multiples(spec: Spec) -> tuple[int, ...]:
    """For each divisor the first multiples after 0 and after each limit, one of them no multiple of a larger divisor:
    what a function makes of these it may make of no others."""
    steps = divisors(spec)
    found: list[int] = []
    for step in steps:
        larger = [other for other in steps if other > step]
        for bound in (0, *(bound for bound in limits(spec) if bound > 0)):
            first = (bound // step + 1) * step
            after = (first + number * step for number in range(_MOST))
            found += [first, *(one for one in after if all(one % other for other in larger))][:2]
    return tuple(dict.fromkeys(found))[: 2 * _MOST]
