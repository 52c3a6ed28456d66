"""How many unknowns are multiplied by each other: z3 counts no work inside polynomials of a high degree."""

from collections.abc import Sequence
from typing import Any

HIGHEST = 8
MOST_NODES = 4_000


def too_high(conditions: Sequence[Any], known: dict[int, tuple[int, Any]] | None = None) -> bool:
    """Whether the conditions are larger, or of a higher degree, than the solver should be asked about.

    `known` has the degrees of expressions that were looked at before, by their number; it keeps them alive, because
    the numbers of dead ones are given out again.
    """
    import z3  # noqa: PLC0415

    products = (z3.Z3_OP_MUL, z3.Z3_OP_IDIV, z3.Z3_OP_MOD, z3.Z3_OP_POWER)
    degrees = {} if known is None else known
    before = len(degrees)
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
            if len(degrees) - before > MOST_NODES:
                return True
            continue
        inner = [degrees[part.get_id()][0] for part in parts]
        if not parts:
            degree = 0 if z3.is_int_value(expression) else 1
        elif z3.is_app(expression) and expression.decl().kind() in products:
            degree = sum(inner)
        else:
            degree = max(inner)
        degrees[number] = (degree, expression)
        if degree > HIGHEST:
            return True
    return False
