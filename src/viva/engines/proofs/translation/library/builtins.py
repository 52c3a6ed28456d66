"""Python's own functions, as far as they are covered."""

from __future__ import annotations

from viva.engines.proofs import terms as t
from viva.engines.proofs.terms import library
from viva.engines.proofs.translation import values as v
from viva.engines.proofs.translation.expressions.comparisons import as_number
from viva.engines.proofs.translation.expressions.iterables import (
    collect_items,
    in_digits,
    iterate,
    list_of_items,
)
from viva.engines.proofs.translation.expressions.names import called_name, function_named, keyword_arguments
from viva.engines.proofs.translation.expressions.operators import apply_operator
from viva.engines.proofs.translation.expressions.records import replace_fields
from viva.engines.proofs.translation.library.aggregates import any_or_all, best_by_key, sum_items
from viva.engines.proofs.translation.library.conversions import convert, largest_number
from viva.engines.proofs.translation.library.dictionaries import copy_dictionary, empty_dictionary
from viva.engines.proofs.translation.library.sorting import sorted_list
from viva.engines.proofs.translation.table import ANY_NUMBER, BUILTINS, builtin, evaluate
from viva.engines.proofs.translation.values import State, Value
from viva.engines.proofs.translation.values.containers import new_container, refuse_changes
from viva.engines.proofs.translation.values.merging import either_value
from viva.engines.syntax.tree import Node, Uncovered

_AT_ONCE = frozenset({"len", "abs", "int", "bool", "str", "sum", "max", "min", "sorted", "list", "tuple", "set"})


def call_builtin(name: str, node: Node, state: State) -> Value:
    args, line = node.nodes("args"), node.line
    if node.nodes("keywords"):
        if name == "dataclasses.replace":
            return replace_fields(args, keyword_arguments(node), state, line)
        return _by_name(name, args, keyword_arguments(node), state, line)
    handler = BUILTINS.get((name, len(args)))
    if handler is None and args:
        handler = BUILTINS.get((name, ANY_NUMBER))
    if handler is None:
        raise Uncovered(f"{name} in line {line}")
    return handler(name, args, state, line)


@builtin("len", "abs", "int", "bool", "str", "ord", "chr", "round", takes=[1])
def conversion(name: str, args: list[Node], state: State, line: int) -> Value:
    value = evaluate(args[0], state)
    if name == "len" and args[0].kind == "Call":  # a text that has no name: nobody asks for its characters, too
        value = in_digits(value, state, line)
    return convert(name, value, state, line)


@builtin("print", takes=[0, ANY_NUMBER])
def print_values(_name: str, args: list[Node], state: State, line: int) -> Value:
    """What is shown is no part of the answer. Instances are shown by methods of their own, and what is made one by one
    is not made to be shown: neither is followed."""
    for each in args:
        if each.kind in ("GeneratorExp", "Starred", "Call") and not _is_made_at_once(each, state):
            raise Uncovered(f"print of this, in line {line}")
        if v.holds_instances(v.type_of(evaluate(each, state), state)):
            raise Uncovered(f"print of this, in line {line}")
    return v.Nothing()


def _is_made_at_once(node: Node, state: State) -> bool:
    """Whether a call gives a value, and nothing that is to be gone through."""
    if node.kind != "Call" or node.node("func").kind != "Name":
        return False
    name = node.node("func").text("id")
    return function_named(name, state) is not None or called_name(node, state) in _AT_ONCE


@builtin("divmod", takes=[2])
def quotient_and_rest(_name: str, args: list[Node], state: State, _line: int) -> Value:
    one, two = (as_number(evaluate(each, state), state) for each in args)
    state.error = t.lor(state.error, t.equal(two, t.ZERO))
    return v.Row((v.Int(t.div(one, two)), v.Int(t.mod(one, two))))


@builtin("pow", takes=[2])
def power(_name: str, args: list[Node], state: State, line: int) -> Value:
    base, exponent = (evaluate(each, state) for each in args)
    return apply_operator("Pow", base, exponent, state, line)


@builtin("list", "tuple", "set", takes=[0])
def empty_container(name: str, _args: list[Node], state: State, _line: int) -> Value:
    return v.Row(()) if name == "tuple" else new_container(name, [], state)


@builtin("dict", "collections.OrderedDict", takes=[0])
def empty_table(_name: str, _args: list[Node], state: State, _line: int) -> Value:
    return v.allocate(empty_dictionary("dict"), state)


@builtin("dict", takes=[1])
def dictionary_copy(_name: str, args: list[Node], state: State, line: int) -> Value:
    return copy_dictionary(args[0], state, line)


@builtin("set", takes=[1])
def set_of_items(_name: str, args: list[Node], state: State, line: int) -> Value:
    return collect_items(iterate(args[0], state), state, line, "set")


@builtin("list", "tuple", takes=[1])
def sequence_copy(name: str, args: list[Node], state: State, _line: int) -> Value:
    items, element = list_of_items(args[0], state)
    if v.holds_lists(element):
        state.sharing.note_second_place()
    if name == "tuple":
        return v.Seq("tuple", items, element)
    return v.allocate(v.Cell("list", (items,), (element,)), state)


@builtin("sum", takes=[1, 2])
def total(_name: str, args: list[Node], state: State, line: int) -> Value:
    return sum_items(args[0], args[1] if len(args) == 2 else None, state, line)


@builtin("any", "all", takes=[1])
def quantifier(name: str, args: list[Node], state: State, line: int) -> Value:
    return any_or_all(name, args[0], state, line)


@builtin("max", "min", takes=[1])
def largest_item(name: str, args: list[Node], state: State, line: int) -> Value:
    items, element = list_of_items(args[0], state, any_order=True)
    if element not in ("int", "char", v.NUMBER):
        raise Uncovered(f"{name} of such elements, in line {line}")
    state.error = t.lor(state.error, t.equal(t.length(items), t.ZERO))
    return _largest(name, items, element, state)


@builtin("max", "min", takes=[ANY_NUMBER])
def largest_argument(name: str, args: list[Node], state: State, _line: int) -> Value:
    return largest_number(name, [evaluate(each, state) for each in args], state)


@builtin("sorted", takes=[1])
def sorted_items(_name: str, args: list[Node], state: State, line: int) -> Value:
    return sorted_list(args[0], {}, state, line)


def _largest(name: str, items: t.Term, element: v.Type, state: State) -> Value:
    return v.element_value(element, library.largest(items, 1 if name == "max" else -1), state)


def _largest_or_default(name: str, node: Node, default: Node, state: State, line: int) -> Value:
    """`max(items, default=…)`."""
    items, element = list_of_items(node, state, any_order=True)
    before = dict(state.heap)
    given = evaluate(default, state)
    refuse_changes(before, state, line)
    if element == "?":
        return given
    if element not in ("int", "char"):
        raise Uncovered(f"{name} of such elements, in line {line}")
    empty = t.equal(t.length(items), t.ZERO)
    return either_value(empty, given, _largest(name, items, element, state), state)


def _by_name(name: str, args: list[Node], named: dict[str, Node], state: State, line: int) -> Value:
    if name == "sorted" and len(args) == 1 and named.keys() <= {"reverse", "key"}:
        return sorted_list(args[0], named, state, line)
    if name in ("max", "min") and len(args) == 1 and named.keys() in ({"key"}, {"key", "default"}):
        return best_by_key(name, args[0], named["key"], state, line, default=named.get("default"))
    if name in ("max", "min") and len(args) == 1 and set(named) == {"default"}:
        return _largest_or_default(name, args[0], named["default"], state, line)
    texts = all(each.kind == "Constant" and isinstance(each.constant("value"), str) for each in named.values())
    if name == "print" and named.keys() <= {"sep", "end"} and texts:
        return print_values(name, args, state, line)
    raise Uncovered(f"{name} with arguments by name, in line {line}")
