"""The opposite of a condition, so that `while c` can be the loop that ends when the opposite of c holds."""

from __future__ import annotations

from viva.engines.dialogues.model import Not, Operation, Term, Truth

OPPOSITES = {"=": "!=", "!=": "=", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}


def negate(condition: Term) -> Term:
    """A comparison turned round; `not` put before or taken away. Most conditions are the opposite of their opposite."""
    match condition:
        case Not(operand):
            return operand
        case Operation("=", _, Truth(True)):  # a truth value that stands for itself
            return Not(condition, condition.place)
        case Operation(operator, left, right, place) if operator in OPPOSITES:
            return Operation(OPPOSITES[operator], left, right, place)
        case _:
            return Not(condition, condition.place)
