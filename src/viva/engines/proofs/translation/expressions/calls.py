"""Calls: of functions and classes of the program, of methods, and of Python's own functions."""

from __future__ import annotations

from viva.engines.proofs.translation.expressions.applying import apply_function
from viva.engines.proofs.translation.expressions.names import (
    called_name,
    function_named,
    keyword_arguments,
    record_named,
)
from viva.engines.proofs.translation.expressions.records import construct_record
from viva.engines.proofs.translation.library.builtins import call_builtin
from viva.engines.proofs.translation.library.methods import call_method
from viva.engines.proofs.translation.recursion.calls import call_function
from viva.engines.proofs.translation.table import evaluate, evaluates
from viva.engines.proofs.translation.values import State, Value
from viva.engines.syntax.tree import Node, Uncovered


@evaluates("Call")
def call_expression(node: Node, state: State) -> Value:
    function, line = node.node("func"), node.line
    imported = called_name(node, state) if function.kind == "Attribute" else None
    if imported == "collections.OrderedDict.fromkeys":  # a method, as that of `dict`
        imported = None
    if imported is not None:
        return call_builtin(imported, node, state)
    if function.kind == "Lambda" and not node.nodes("keywords"):
        return apply_function(function, [evaluate(each, state) for each in node.nodes("args")], state)
    if function.kind == "Attribute":
        return call_method(node, state)
    if function.kind != "Name":
        raise Uncovered(f"the call in line {line}")
    name = function.text("id")
    own = function_named(name, state)
    if own is not None:
        given = [evaluate(each, state) for each in node.nodes("args")]
        by_name = {word: evaluate(each, state) for word, each in keyword_arguments(node).items()}
        rest = own.parameters[len(given) :]
        named = [word for word in rest if word in by_name]
        if len(named) != len(by_name) or tuple(named) != rest[: len(named)]:
            raise Uncovered(f"arguments by name, in line {line}")
        return call_function(own, [*given, *(by_name[word] for word in named)], state, line)
    record = record_named(name, state)
    if record is not None:
        return construct_record(record, node.nodes("args"), keyword_arguments(node), state, line)
    builtin = called_name(node, state)
    if builtin is None:
        raise Uncovered(f"{name} in line {line}")
    return call_builtin(builtin, node, state)
