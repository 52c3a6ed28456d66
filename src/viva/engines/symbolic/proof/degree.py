"""How many unknowns are multiplied by each other: z3 counts no work inside polynomials of a high degree."""

from collections.abc import Sequence
from typing import Any

import z3

HIGHEST = 8
MOST_NODES = 4_000

_PRODUCTS = (z3.Z3_OP_MUL, z3.Z3_OP_IDIV, z3.Z3_OP_MOD, z3.Z3_OP_POWER)


def too_high(conditions: Sequence[Any]) -> bool:
    """Whether the conditions are larger, or of a higher degree, than the solver should be asked about."""
    degrees: dict[int, int] = {}
    todo: list[tuple[Any, bool]] = [(condition, False) for condition in conditions]
    while todo:
        expression, ready = todo.pop()
        number = expression.get_id()
        if number in degrees:
            continue
        parts = expression.children()
        if not ready:
            todo.append((expression, True))
            todo += [(part, False) for part in parts]
            if len(degrees) > MOST_NODES:
                return True
            continue
        inner = [degrees[part.get_id()] for part in parts]
        if not parts:
            degrees[number] = 0 if z3.is_int_value(expression) else 1
        elif z3.is_app(expression) and expression.decl().kind() in _PRODUCTS:
            degrees[number] = sum(inner)
        else:
            degrees[number] = max(inner)
        if degrees[number] > HIGHEST:
            return True
    return False
