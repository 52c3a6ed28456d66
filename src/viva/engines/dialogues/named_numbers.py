"""Numbers that a specification names, or a function of the teacher that it calls: what it compares with, and what it
divides by."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, pairwise, product

from viva.engines.dialogues.model import COMPARISONS, Call, Foreign, Integer, Opaque, Operation, Spec, subterms, terms

_MOST = 8
_FAR = 1000
_ONE = 2  # types of a function of one argument, with that of its result
_PRIMES = (2, 3, 5, 7, 11, 13)


def limits(spec: Spec) -> tuple[int, ...]:
    """The numbers that something is compared with, in the specification and in the functions that it calls."""
    found = {
        side.value
        for part in _terms(spec)
        if isinstance(part, Operation) and part.operator in COMPARISONS
        for side in (part.left, part.right)
        if isinstance(side, Integer)
    }
    found |= _compared(_nodes(spec))
    return tuple(sorted(found, key=lambda number: (abs(number), number))[:_MOST])


def _compared(nodes: Iterable[ast.AST]) -> set[int]:
    sides = (side for node in nodes if isinstance(node, ast.Compare) for side in (node.left, *node.comparators))
    return {number for side in sides if (number := _number(side)) is not None}


def divisors(spec: Spec) -> tuple[int, ...]:
    """The numbers of which remainders are taken."""
    found = {
        part.arguments[1].value
        for part in _terms(spec)
        if isinstance(part, Call) and part.function == "mod" and isinstance(part.arguments[1], Integer)
    }
    found |= _divided_by(_nodes(spec))
    return tuple(sorted(number for number in found if number > 1)[:_MOST])


def _divided_by(nodes: Iterable[ast.AST]) -> set[int]:
    divided = (node for node in nodes if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod))
    return {number for node in divided if (number := _number(node.right)) is not None}


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
    value = node.value if isinstance(node, ast.Constant) else None
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def multiples(spec: Spec) -> tuple[int, ...]:
    """After 0 and after each limit, so that what is asked besides holds there too: for each divisor the next multiples,
    one of them no multiple of a larger divisor, and the next that only a part of it divides; and for two remainders
    that are asked for the next number that leaves both."""
    return _multiples(divisors(spec), limits(spec), remainders(spec))[: 4 * _MOST]


def together(spec: Spec) -> tuple[tuple[int, int], ...]:
    """Two numbers, read one after the other, for functions of several arguments: one for each side of the limits, and
    one at which the function may change its mind only where the first lets it."""
    called = {
        part.function for part in _terms(spec) if isinstance(part, Opaque) and len(part.function.signature) > _ONE
    }
    found: list[tuple[int, int]] = []
    for function in sorted(called, key=lambda one: one.name):
        nodes = [*_nodes_of(function)]
        bounds = sorted(_compared(nodes))[:_MOST]
        steps = sorted(step for step in _divided_by(nodes) if step > 1)[:_MOST]
        values = _multiples(steps, bounds, ())[:_MOST]
        sides = [low + (high - low) // 2 for low, high in pairwise(bounds)]
        sides = [*bounds[:1], *sides, *(bound + 1 for bound in bounds[-1:])]
        found += product(dict.fromkeys(sides), values)
    return tuple(dict.fromkeys(found))[: 6 * _MOST]


def _nodes_of(function: Foreign) -> Iterator[ast.AST]:
    """What stands in the function and in those of the file that it names."""
    defined = {node.name: node for node in ast.parse(function.module).body if isinstance(node, ast.FunctionDef)}
    waiting = [function.name]
    while waiting:
        for node in ast.walk(defined.pop(waiting.pop(), ast.Pass())):
            yield node
            if isinstance(node, ast.Name) and node.id in defined:
                waiting.append(node.id)


def _multiples(steps: Sequence[int], bounds: Iterable[int], wanted: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    found: list[int] = []
    for bound in sorted({0, *(bound for bound in bounds if bound > 0)}, reverse=True):
        for step in steps:
            larger = [other for other in steps if other > step]
            first = (bound // step + 1) * step
            after = [first + number * step for number in range(_MOST)]
            found += [*after[:2], *[one for one in after if all(one % other for other in larger)][:1]]
            for part in _largest_parts(step):
                found += [one for one in _after(bound, part) if one % step][:1]
        for (step, rest), (other, other_rest) in combinations(wanted, 2):
            candidates = range(bound + 1 + (rest - bound - 1) % step, bound + 1 + step * (min(other, _FAR) + 1), step)
            found += [one for one in candidates if one % other == other_rest][:1]
    return tuple(dict.fromkeys(found))


def remainders(spec: Spec) -> tuple[tuple[int, int], ...]:
    """Each divisor with a remainder that is compared with."""
    found = set()
    for part in _terms(spec):
        match part:
            case Operation(operator, Call("mod", (_, Integer(step))), Integer(rest)) if operator in COMPARISONS:
                found.add((step, rest))
    for node in _nodes(spec):
        match node:
            case ast.Compare(left=ast.BinOp(op=ast.Mod(), right=divisor), comparators=[compared]):
                if (by := _number(divisor)) is not None and (left := _number(compared)) is not None:
                    found.add((by, left))
    return tuple(sorted((step, rest) for step, rest in found if step > 1 and 0 <= rest < step)[:_MOST])


def _largest_parts(step: int) -> tuple[int, ...]:
    """What a number is divided by its smallest primes: each smaller divisor divides one of them."""
    primes = (prime for prime in _PRIMES if step % prime == 0 and prime < step)
    return tuple(step // prime for prime in primes)


def _after(bound: int, step: int) -> Iterator[int]:
    first = (bound // step + 1) * step
    return (first + number * step for number in range(_MOST))
