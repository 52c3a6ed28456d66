"""The same condition with the comparison that is said most simply: "no a's" for fewer than one, "is not divisible by
three" for a remainder of more than zero."""

from __future__ import annotations

from viva.engines.logic.atoms import HOLDS
from viva.engines.logic.formula import Constant, Count, CountModulo, Formula, Node, Not, transform


def plainly(formula: Formula) -> Formula:
    """A formula with the same meaning, and the same shape but for the comparisons of numbers."""
    return transform(formula, _plain_node)


def _plain_node(node: Node) -> Node:
    match node:
        case Count():
            return _count(node)
        case CountModulo():
            return _remainder(node)
    return node


def _count(count: Count) -> Formula:
    members, number = count.positions, count.number
    match count.comparison:
        case ">=" if number == 0:
            return Constant(True)
        case "<" if number == 0:
            return Constant(False)
        case ">":
            return Count(members, ">=", number + 1)
        case "<":
            return Count(members, "<=" if number > 1 else "=", number - 1)
        case "<=" if number == 0:
            return Count(members, "=", 0)
    return count


def _remainder(count: CountModulo) -> Formula:
    members, modulus = count.positions, count.modulus
    holds = HOLDS[count.comparison]
    rests = [rest for rest in range(modulus) if holds(rest, count.number)]
    others = [rest for rest in range(modulus) if rest not in rests]
    if not rests or not others:
        return Constant(bool(rests))
    if len(rests) == 1:
        return CountModulo(members, modulus, "=", rests[0])
    if len(others) == 1:
        return Not(CountModulo(members, modulus, "=", others[0]))
    # They are the smallest ones, or the largest.
    return CountModulo(members, modulus, *(("<=", rests[-1]) if rests[0] == 0 else (">=", rests[0])))
