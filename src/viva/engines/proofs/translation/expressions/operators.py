"""Arithmetic, and `+` and `*` of lists, texts and tuples; operators of sets."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from viva.engines.proofs import terms as t
from viva.engines.proofs.terms import library
from viva.engines.proofs.terms.folds import loop_value
from viva.engines.proofs.translation import values as v
from viva.engines.proofs.translation.expressions.comparisons import as_number
from viva.engines.proofs.translation.table import evaluate, evaluates
from viva.engines.proofs.translation.values import State, Value
from viva.engines.proofs.translation.values.containers import refuse_sets_inside, sequence_of
from viva.engines.syntax.tree import Node, Uncovered

_LONGEST_SHIFT = 64
_OF_TRUTHS: Mapping[str, Callable[[t.Term, t.Term], t.Term]] = {
    "BitAnd": t.land, "BitOr": t.lor, "BitXor": lambda one, two: t.lnot(t.equal(one, two)),
}  # fmt: skip


@evaluates("BinOp")
def binary_operation(node: Node, state: State) -> Value:
    one, two = evaluate(node.node("left"), state), evaluate(node.node("right"), state)
    return apply_operator(node.node("op").kind, one, two, state, node.line)


def apply_operator(operator: str, one: Value, two: Value, state: State, line: int) -> Value:
    if operator == "Add":
        return add_values(one, two, state, line)
    if operator == "Mult":
        for first, second in ((one, two), (two, one)):
            if isinstance(first, v.Ref | v.Seq | v.Char | v.Row) and isinstance(second, v.Int | v.Bool):
                return _repeat_list(first, v.as_int(second), state, line)
    if operator in ("BitOr", "BitAnd", "Sub") and isinstance(one, v.Ref) and isinstance(two, v.Ref):
        return combine_sets(operator, one, two, state, line)
    if operator in _OF_TRUTHS and isinstance(one, v.Bool) and isinstance(two, v.Bool):
        return v.Bool(_OF_TRUTHS[operator](one.term, two.term))
    a, b = as_number(one, state), as_number(two, state)
    match operator:
        case "Sub":
            return v.Int(t.sub(a, b))
        case "Mult":
            return v.Int(t.mul(a, b))
        case "FloorDiv" | "Mod":
            state.error = t.lor(state.error, t.equal(b, t.ZERO))
            return v.Int(t.div(a, b) if operator == "FloorDiv" else t.mod(a, b))
        case "Pow":
            return v.Int(_power(a, b, state, line))
        case "LShift" | "RShift" if b.op == "num" and 0 <= b.data <= _LONGEST_SHIFT:
            return v.Int(t.scale(2**b.data, a) if operator == "LShift" else t.div(a, t.number(2**b.data)))
        case "LShift" | "RShift" if is_known(t.le(t.ZERO, b), state):
            times = _power(t.number(2), b, state, line)
            return v.Int(t.mul(a, times) if operator == "LShift" else t.div(a, times))
        case "BitAnd" if _is_mask(b):  # the last bits of a number, also of one below zero
            return v.Int(t.mod(a, t.add(b, t.ONE)))
        case "BitAnd" if _is_mask(a):
            return v.Int(t.mod(b, t.add(a, t.ONE)))
    raise Uncovered(f"the operator in line {line}")


def _is_mask(number: t.Term) -> bool:
    """Whether its bits are ones from the last on, and nothing else."""
    return number.op == "num" and 0 < number.data < 2**_LONGEST_SHIFT and number.data & (number.data + 1) == 0


def _power(base: t.Term, exponent: t.Term, state: State, line: int) -> t.Term:
    """With a negative exponent it would be no whole number."""
    if exponent.op == "num" and 0 <= exponent.data <= 4:
        result = t.ONE
        for _ in range(exponent.data):
            result = t.mul(result, base)
        return result
    if not is_known(t.le(t.ZERO, exponent), state):
        missing, found = Uncovered(f"the operator in line {line}"), state.context.found
        if not found.trials:
            raise missing
        found.failed = missing  # it may be known once it is seen that the exponent only grows
    clock, made, factor = t.variable("k!power", t.INT), t.variable("s!power", t.INT), t.variable("base!power", t.INT)
    loop = loop_value(made, {made: (t.ONE, t.mul(made, factor))}, clock, exponent)
    return t.substitute(loop, {factor.data: base})


def combine_sets(operator: str, one: v.Ref, two: v.Ref, state: State, line: int) -> Value:
    """A new set: of the elements of the first that are in the second, or are not, or of both."""
    first, second = state.heap[one.number], state.heap[two.number]
    if first.kind != "set" or second.kind != "set":
        raise Uncovered(f"the operator in line {line}")
    element = v.joined_type(first.elements[0], second.elements[0])
    refuse_sets_inside(element, line)
    sort = ("list", v.sort_of(element))
    left, right = v.retype(first.terms[0], sort), v.retype(second.terms[0], sort)
    if element == "?":
        return v.allocate(v.Cell("set", (left,), (element,)), state)
    clock, made = t.variable("k!set", t.INT), t.variable("s!set", sort)
    walked, other = t.variable("items!set", sort), t.variable("other!set", sort)
    here = t.at(walked, clock)
    union = operator == "BitOr"
    met = library.contains(made if union else other, here)
    taken = t.ite(met, t.snoc(made, here), made) if operator == "BitAnd" else t.ite(met, made, t.snoc(made, here))
    start, items = (left, right) if union else (t.nil(sort[1]), left)
    loop = loop_value(made, {made: (start, taken)}, clock, t.length(items))
    term = t.substitute(loop, {walked.data: items, other.data: right})
    return v.allocate(v.Cell("set", (term,), (element,)), state)


def _repeat_list(value: Value, times: t.Term, state: State, line: int) -> Value:
    sequence = sequence_of(value, state)
    if sequence is None or isinstance(sequence.element, tuple):
        raise Uncovered(f"the operator in line {line}")
    one = t.length(sequence.term) is t.ONE
    items = t.repeat(sequence.term, times) if one else _several_times(sequence.term, times)
    if sequence.kind == "list":
        return v.allocate(v.Cell("list", (items,), (sequence.element,)), state)
    return v.Seq(sequence.kind, items, sequence.element)


def add_values(one: Value, two: Value, state: State, line: int) -> Value:
    if isinstance(one, v.Int | v.Bool | v.Number | v.Maybe) and isinstance(two, v.Int | v.Bool | v.Number | v.Maybe):
        return v.Int(t.add(as_number(one, state), as_number(two, state)))
    if isinstance(one, v.Row) and isinstance(two, v.Row):
        return v.Row((*one.items, *two.items))
    first, second = sequence_of(one, state), sequence_of(two, state)
    if first is None or second is None or first.kind != second.kind:
        raise Uncovered(f"the operator in line {line}")
    element = v.joined_type(first.element, second.element)
    sort = ("list", v.sort_of(element))
    items = t.cat(v.retype(first.term, sort), v.retype(second.term, sort))
    if v.holds_lists(element):
        state.sharing.note_second_place()
    if first.kind == "list":
        return v.allocate(v.Cell("list", (items,), (element,)), state)
    return v.Seq(first.kind, items, element)


def is_known(claim: t.Term, state: State) -> bool:
    """Whether a comparison follows from the way here: asked where it saves a case in all that comes after."""
    if claim.op == "bool":
        return bool(claim.data)
    return claim in state.path or state.context.solver.follows([each for each in state.path if each.size < 60], claim)


def is_upwards(step: t.Term, state: State, missing: str) -> bool:
    """Whether a step is above zero, or below; refused where that depends."""
    if is_known(t.lt(t.ZERO, step), state):
        return True
    if not is_known(t.lt(step, t.ZERO), state):
        raise Uncovered(missing)
    return False


def _several_times(items: t.Term, times: t.Term) -> t.Term:
    """A list, so many times one after the other."""
    clock, made = t.variable("k!times", t.INT), t.variable("s!times", items.sort)
    again = t.variable("items!times", items.sort)
    loop = loop_value(made, {made: (t.nil(t.element_of(items)), t.cat(made, again))}, clock, times)
    return t.substitute(loop, {again.data: items})
