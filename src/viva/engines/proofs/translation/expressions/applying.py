"""Functions that are given to others: by name, as a lambda, or as a method."""

from __future__ import annotations

from viva.engines.proofs.translation import values as v
from viva.engines.proofs.translation.expressions.names import function_named, is_builtin
from viva.engines.proofs.translation.library.conversions import convert, largest_number
from viva.engines.proofs.translation.recursion.calls import call_function
from viva.engines.proofs.translation.table import evaluate
from viva.engines.proofs.translation.values import State, Value
from viva.engines.syntax.scopes import parameters_of, rename_variables
from viva.engines.syntax.tree import Constant, Item, Node, Uncovered


def apply_function(function: Node, values: list[Value], state: State) -> Value:
    """A function that is given by name or as a lambda, on values."""
    if function.kind == "Name":
        name = function.text("id")
        own = function_named(name, state)
        if own is not None:
            return call_function(own, values, state, function.line)
        match len(values) if is_builtin(name, state) else 0, name:
            case 1, "len" | "abs" | "int" | "bool" | "str" | "ord" | "chr" | "round":
                return convert(name, values[0], state, function.line)
            case 1, "list" | "tuple" | "set" | "sum" | "sorted":
                return _of_one(function, values[0], state)
            case 2, "max" | "min":
                return largest_number(name, values, state)
    if function.kind == "Attribute" and len(values) == 1:
        return _method(function, values[0], state)
    if function.kind == "Lambda":
        names = {name: state.context.fresh.name(f"={name}") for name in parameters_of(function)}
        if len(names) == len(values):
            state.names |= dict(zip(names.values(), values, strict=True))
            found = evaluate(rename_variables(function.node("body"), names), state)
            for name in names.values():
                del state.names[name]
            return found
    raise Uncovered(f"the function in line {function.line}")


def _of_one(function: Node, value: Value, state: State) -> Value:
    """A function of Python that goes through its argument."""
    given = state.context.fresh.name("=given")
    state.names[given] = value
    name = Node("Name", function.line, {"id": Constant(given)})
    call = Node("Call", function.line, {"func": function, "args": [name], "keywords": []})
    found = evaluate(call, state)
    del state.names[given]
    return found


def _method(function: Node, value: Value, state: State) -> Value:
    """A method that is given as a function: `table.get` is called with the value, `str.lower` on it."""
    owner, line = function.node("value"), function.line
    given = state.context.fresh.name("=given")
    name = Node("Name", line, {"id": Constant(given)})
    state.names[given] = value
    if owner.kind == "Name" and owner.text("id") == "str" and is_builtin("str", state):
        if v.as_text(value) is None:
            raise Uncovered(f"the function in line {line}")
        called, args = Node("Attribute", line, {**function.fields, "value": name}), list[Item]()
    elif owner.kind == "Name" and function.text("attr") in ("get", "count", "index", "find"):
        called, args = function, [name]
    else:
        raise Uncovered(f"the function in line {line}")
    found = evaluate(Node("Call", line, {"func": called, "args": args, "keywords": []}), state)
    del state.names[given]
    return found
