"""Calls of methods: of texts, of instances, and by the table of those of lists, sets and dictionaries."""

from __future__ import annotations

from viva.engines.proofs.translation import values as v
from viva.engines.proofs.translation.expressions.iterables import (
    collect_items,
    iterate,
)
from viva.engines.proofs.translation.expressions.names import is_builtin, keyword_arguments
from viva.engines.proofs.translation.expressions.records import record_method
from viva.engines.proofs.translation.library.definitions import call_defined
from viva.engines.proofs.translation.library.sorting import sort_in_place
from viva.engines.proofs.translation.library.text_methods import join_texts, split_text, text_method
from viva.engines.proofs.translation.recursion.calls import call_function
from viva.engines.proofs.translation.table import METHODS, evaluate
from viva.engines.proofs.translation.values import State, Value
from viva.engines.proofs.translation.values.containers import (
    changeable_cell,
)
from viva.engines.syntax.tree import Node, Uncovered


def call_method(node: Node, state: State) -> Value:
    function, args, line = node.node("func"), node.nodes("args"), node.line
    method, owner_node = function.text("attr"), function.node("value")
    if node.nodes("keywords") and not (method == "sort" and not args):
        raise Uncovered(f"{method} with arguments by name, in line {line}")
    if owner_node.kind == "Name" and method == "fromkeys" and len(args) == 1 and _is_dictionary(owner_node, state):
        keys = collect_items(iterate(args[0], state), state, line, "set")
        made = state.heap[keys.number]
        return v.allocate(v.Cell("keys", made.terms, made.elements), state, frozen=True)
    owner = evaluate(owner_node, state)
    if method in ("split", "splitlines") and v.as_text(owner) is not None:
        return split_text(owner, method, args, state, line)
    if isinstance(owner, v.Maybe):
        raise Uncovered(f"a method of what may be None, in line {line}")
    if method == "join" and len(args) == 1:
        return join_texts(owner, args[0], state, line)
    if isinstance(owner, v.Char | v.Seq):
        return text_method(owner, method, args, state, line)
    if isinstance(owner, v.Int | v.Bool | v.Number) and method in ("bit_length", "bit_count") and not args:
        return call_defined(method, [v.Int(v.as_int(owner))], state, line)
    if not isinstance(owner, v.Ref):
        raise Uncovered(f"{method} in line {line}")
    kind = state.heap[owner.number].kind
    if v.is_object(kind):
        own = record_method(owner, method, state, line)
        if node.nodes("keywords"):
            raise Uncovered(f"{method} with arguments by name, in line {line}")
        given = [evaluate(each, state) for each in args]
        return call_function(own, [owner, *given], state, line)
    if method == "sort" and not args and kind == "list":
        named = keyword_arguments(node)
        if not named.keys() <= {"reverse", "key"}:
            raise Uncovered(f"sort with arguments by name, in line {line}")
        sort_in_place(owner, named, state, line)
        return v.Nothing()
    if node.nodes("keywords"):
        raise Uncovered(f"{method} with arguments by name, in line {line}")
    values = [evaluate(each, state) for each in args]
    handler = METHODS.get(("dict" if kind in v.TABLES else kind, method, len(values)))
    if handler is None:
        if kind == "list":  # whatever it is, it may be a change
            changeable_cell(owner, state, line)
        raise Uncovered(f"{method} in line {line}")
    return handler(owner, values, state, line)


def _is_dictionary(node: Node, state: State) -> bool:
    """Whether a name is that of `dict` or `OrderedDict`."""
    name = node.text("id")
    imported = state.context.module.imported.get(name) == "collections.OrderedDict"
    return (imported or (name == "dict" and is_builtin(name, state))) and name not in state.names
