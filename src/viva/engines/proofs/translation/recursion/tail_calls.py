"""The call of itself with which a round of a recursion ends, and what is gathered on the way."""

from __future__ import annotations

from viva.engines.proofs import terms as t
from viva.engines.proofs.translation import values as v
from viva.engines.proofs.translation.expressions.operators import add_values
from viva.engines.proofs.translation.table import evaluate
from viva.engines.proofs.translation.values import Outcome, State, Value
from viva.engines.syntax.source import Function
from viva.engines.syntax.tree import Node, Uncovered


def calls_itself(function: Function, state: State) -> bool:
    """By itself, or through other functions of the module."""
    seen, todo = set[str](), [function]
    while todo:
        for node in (inner for statement in todo.pop().body for inner in statement.within()):
            name = node.node("func").text("id") if node.kind == "Call" and node.node("func").kind == "Name" else ""
            if name == function.name and name not in function.local:
                return True
            if name in state.context.module.functions and name not in seen:
                seen.add(name)
                todo.append(state.context.module.functions[name])
    return False


def is_self_call(node: Node, function: Function) -> bool:
    return (
        node.kind == "Call"
        and node.node("func").kind == "Name"
        and node.node("func").text("id") == function.name
        and function.name not in function.local
    )


def use_of_call(value: Node, function: Function) -> str | None:
    if is_self_call(value, function):
        return "tail"
    if value.kind == "BinOp" and value.node("op").kind in ("Add", "Mult"):
        sign = "+" if value.node("op").kind == "Add" else "*"
        if is_self_call(value.node("right"), function):
            return f"{sign}left"
        if is_self_call(value.node("left"), function):
            return f"{sign}right"
    if value.kind == "BoolOp" and is_self_call(value.nodes("values")[-1], function):
        return "tail"
    return None


def continue_with_call(value: Node, state: State) -> list[Outcome] | None:
    """What `return` does where its value has the call of the function itself."""
    frame = state.context.frame
    function = frame.function
    use = use_of_call(value, function) if frame.use else None
    if use is None:
        return None
    if value.kind == "BoolOp":
        first = value.nodes("values")[:-1]
        tests = [evaluate(each, state) for each in first]
        if not all(isinstance(each, v.Bool) for each in tests) or len(tests) != 1:
            raise Uncovered(f"a recursion of this form, in line {value.line}")
        test = tests[0].term  # type: ignore[union-attr]
        stops, shown = (t.lnot(test), t.FALSE) if value.node("op").kind == "And" else (test, t.TRUE)
        done, on = state.copy(), state
        on.path = (*on.path, t.lnot(stops))
        _pass_on(value.nodes("values")[-1], on)
        return [
            Outcome("return", stops, done, combine_with_gathered(v.Bool(shown), done)),
            Outcome("continue", t.lnot(stops), on),
        ]
    call = value
    if value.kind == "BinOp":
        left = use.endswith("left")
        call = value.node("right" if left else "left")
        if left:
            _gather_operand(evaluate(value.node("left"), state), state)
            _pass_on(call, state)
        else:
            kept = state.names["=gathered"]
            before = state.copy()
            _pass_on(call, state)
            state.names["=gathered"] = kept
            if any(state.heap.get(place) != cell for place, cell in before.heap.items()):
                raise Uncovered(f"a recursion of this form, in line {value.line}")
            operand = evaluate(value.node("right"), before)
            state.heap |= before.heap
            state.error = before.error
            _gather_operand(operand, state)
    else:
        _pass_on(call, state)
    return [Outcome("continue", t.TRUE, state)]


def _pass_on(call: Node, state: State) -> None:
    function = state.context.frame.function
    given = call.nodes("args")
    if call.nodes("keywords") or len(given) != len(function.parameters):
        raise Uncovered(f"a recursion of this form, in line {call.line}")
    values = [evaluate(each, state) for each in given]
    for name, each in zip(function.parameters, values, strict=True):
        state.names[name] = each


def _gather_operand(operand: Value, state: State) -> None:
    use = state.context.frame.use or ""
    kept = state.names["=gathered"]
    if use[0] == "*":
        state.names["=gathered"] = v.Int(t.mul(v.as_int(kept), v.as_int(operand)))
    elif use == "+left":
        state.names["=gathered"] = add_values(kept, operand, state, 0)
    else:
        state.names["=gathered"] = add_values(operand, kept, state, 0)


def combine_with_gathered(value: Value, state: State) -> Value:
    """The value of the outermost call, where the innermost gives `value`."""
    frame = state.context.frame
    if not frame.gathered:
        return value
    kept = state.names[frame.gathered]
    if isinstance(kept, v.Int) and not isinstance(value, v.Int):
        # where nothing was gathered, it stays the truth value, or the None, that it is
        raise Uncovered(f"a recursion of this form, in line {frame.function.line}")
    if (frame.use or "")[0] == "*":
        return v.Int(t.mul(v.as_int(kept), v.as_int(value)))
    made = add_values(kept, value, state, 0) if frame.use == "+left" else add_values(value, kept, state, 0)
    if isinstance(made, v.Ref) and isinstance(value, v.Ref):  # where nothing was gathered, it is that very list
        return v.Held(state.heap[made.number], frozenset({value.number}), value.number in state.frozen)
    return made


def is_returned_next(statement: Node, following: Node | None, state: State) -> bool:
    frame = state.context.frame
    if not frame.use or statement.kind != "Assign" or following is None or following.kind != "Return":
        return False
    if use_of_call(statement.node("value"), frame.function) is None:
        return False
    target, result = statement.nodes("targets"), following.optional("value")
    return (
        len(target) == 1 and target[0].kind == "Name" and result is not None and result.kind == "Name"
        and target[0].text("id") == result.text("id")
    )  # fmt: skip
