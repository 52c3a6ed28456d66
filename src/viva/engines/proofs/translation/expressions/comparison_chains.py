"""`a < b <= c`, and `in` of what is no value: a range, or the keys of a dictionary."""

from __future__ import annotations

from viva.engines.proofs import terms as t
from viva.engines.proofs.translation import values as v
from viva.engines.proofs.translation.expressions.branches import evaluate_guarded
from viva.engines.proofs.translation.expressions.comparisons import compare_values, is_contained
from viva.engines.proofs.translation.expressions.iterables import range_bounds
from viva.engines.proofs.translation.expressions.names import called_name
from viva.engines.proofs.translation.table import evaluate, evaluates
from viva.engines.proofs.translation.values import State, Value
from viva.engines.proofs.translation.values.containers import refuse_changes, refuse_unhashable
from viva.engines.syntax.tree import Node, Uncovered


@evaluates("Compare")
def comparison(node: Node, state: State) -> Value:
    left = evaluate(node.node("left"), state)
    operators, others = node.nodes("ops"), node.nodes("comparators")
    result = t.TRUE
    if len(others) == 1 and operators[0].kind in ("In", "NotIn"):
        found = is_within(left, others[0], state)
        if found is not None:
            return v.Bool(found if operators[0].kind == "In" else t.lnot(found))
    for operator, other in zip(operators, others, strict=True):
        if result is not t.TRUE and any(each.kind == "NamedExpr" for each in other.within()):
            raise Uncovered(f"NamedExpr in line {node.line}")
        right, branch = evaluate_guarded(result, other, state) if result is not t.TRUE else (None, state)
        if right is None:
            right = evaluate(other, state)
        else:
            if any(branch.heap.get(place) != cell for place, cell in state.heap.items()):
                raise Uncovered(f"a comparison that changes a list, in line {node.line}")
            state.heap, state.frozen = branch.heap, branch.frozen
            state.error = t.ite(result, branch.error, state.error)
        before = state.error
        state.error = t.FALSE
        found = compare_values(operator.kind, left, right, state, node.line)
        state.error = t.lor(before, t.land(result, state.error))
        result = t.land(result, found)
        left = right
    return v.Bool(result)


def is_within(value: Value, node: Node, state: State) -> t.Term | None:
    """`value in range(…)`, `value in table.keys()` and `value in table.values()`; None for all else."""
    function = node.fields.get("func")
    if node.kind != "Call" or not isinstance(function, Node) or node.nodes("keywords"):
        return None
    args = node.nodes("args")
    if called_name(node, state) == "range" and isinstance(value, v.Int | v.Bool | v.Number):
        before = dict(state.heap)
        given = [v.as_int(evaluate(each, state)) for each in args]
        refuse_changes(before, state, node.line)
        low, high, step, upwards = range_bounds(given, state, node.line)
        number_here = v.as_int(value)
        if upwards:
            inside, gap, size = t.land(t.le(low, number_here), t.lt(number_here, high)), t.sub(number_here, low), step
        else:
            inside, gap = t.land(t.lt(high, number_here), t.le(number_here, low)), t.sub(low, number_here)
            size = t.scale(-1, step)
        return inside if size is t.ONE else t.land(inside, t.equal(t.mod(gap, size), t.ZERO))
    if function.kind != "Attribute" or function.text("attr") not in ("keys", "values") or args:
        return None
    owner = evaluate(function.node("value"), state)
    if not isinstance(owner, v.Ref) or state.heap[owner.number].kind not in v.TABLES:
        raise Uncovered(f"the call in line {node.line}")
    cell, place = state.heap[owner.number], int(function.text("attr") == "values")
    if not place:
        refuse_unhashable(value, node.line)
    view = v.allocate(v.Cell("list", (cell.terms[place],), (cell.elements[place],)), state, frozen=True)
    return is_contained(value, view, state, node.line)
