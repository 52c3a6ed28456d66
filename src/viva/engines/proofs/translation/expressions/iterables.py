"""What a loop goes through, as it is or as one list."""

from __future__ import annotations

from collections.abc import Callable, Set
from dataclasses import replace

from viva.engines.proofs import terms as t
from viva.engines.proofs.translation import values as v
from viva.engines.proofs.translation.expressions.names import called_name, function_named, keyword_arguments
from viva.engines.proofs.translation.expressions.operators import is_upwards
from viva.engines.proofs.translation.loops.rounds import loop_over
from viva.engines.proofs.translation.recursion.calls import call_function
from viva.engines.proofs.translation.rewriting.generators import made_at_once
from viva.engines.proofs.translation.table import BUILTINS, DIGITS, LAZY_CALLS, evaluate, evaluate_as, goes_on
from viva.engines.proofs.translation.values import Items, Outcome, State, Value
from viva.engines.proofs.translation.values.containers import add_to_set, append_element, new_container, sequence_of
from viva.engines.syntax.source import Function
from viva.engines.syntax.tree import Constant, Node, Uncovered


def _is_number(value: Value) -> bool:
    return isinstance(value, v.Int | v.Bool | v.Number)


def iterate(node: Node, state: State) -> Items:
    """What a loop goes through."""
    if node.kind == "GeneratorExp":
        return replace(items_of_value(evaluate_as("ListComp", node, state), state, node.line), ahead=True)
    found = lazy_items(node, state)
    return found if found is not None else items_of_value(evaluate(node, state), state, node.line)


def lazy_items(node: Node, state: State) -> Items | None:
    """What is gone through without a list being made of it; None where it is a value like any other."""
    if node.kind != "Call":
        return None
    name = called_name(node, state)
    args, line = node.nodes("args"), node.line
    if node.node("func").kind == "Name":
        own = function_named(node.node("func").text("id"), state)
        if own is not None:
            return _all_yielded(own, node, state) if own.yields else None
    if name == "enumerate" and len(args) == 1 and set(named := keyword_arguments(node)) == {"start"}:
        args = [*args, named["start"]]
    elif name is None or node.nodes("keywords"):
        return _dictionary_view(node, state)
    handler = LAZY_CALLS.get(name)
    return None if handler is None else handler(args, state, line)


def collect_items(items: Items, state: State, line: int, kind: str = "list") -> v.Ref:
    """What a loop goes through, as a new list."""
    name = f"=made{state.context.fresh.name('')}"
    state.names[name] = new_container(kind, [], state)

    def run(head: State, clock: t.Term) -> list[Outcome]:
        value = items.element(head, clock)
        if items.kind != "?":
            (add_to_set if kind == "set" else append_element)(head.names[name], value, head, line)
        return goes_on(head)

    loop_through(items, run, state, line)
    made = state.names.pop(name)
    assert isinstance(made, v.Ref)
    return made


def loop_through(
    items: Items, run: Callable[[State, t.Term], list[Outcome]], state: State, line: int, names: Set[str] = frozenset()
) -> None:
    """A loop inside of an expression, which goes through all items; `names` are those that it binds."""
    bound = frozenset(names)
    [outcome] = loop_over(state, items.rounds, run, bound, line, walked=items.cells, stands=items.stands)
    done = outcome.state
    state.names, state.heap, state.frozen, state.error = done.names, done.heap, done.frozen, done.error


def list_of_items(node: Node, state: State, *, any_order: bool = False) -> tuple[t.Term, v.Type]:
    """The elements of an argument as one list, with their type: `NUMBER` where some are ints and some bools. Those of a
    set only where the order does not matter: then a copy has the same."""
    while any_order and node.kind == "Call" and called_name(node, state) in ("list", "tuple"):
        if len(node.nodes("args")) != 1 or node.nodes("keywords"):
            break
        [node] = node.nodes("args")
    if node.kind == "GeneratorExp":
        value: Value = evaluate_as("ListComp", node, state)
    elif lazy_items(node, state.copy()) is not None:
        value = collect_items(iterate(node, state), state, node.line)
    else:
        value = in_digits(evaluate(node, state), state, node.line)
    if isinstance(value, v.Ref):
        cell = state.heap[value.number]
        if cell.kind == "set" and not any_order:
            raise Uncovered(f"the order of a set, in line {node.line}")
        if v.is_object(cell.kind):
            raise Uncovered(f"the argument in line {node.line}")
        return cell.terms[0], cell.elements[0]
    found = sequence_of(value, state)
    if found is None and isinstance(value, v.Row) and all(map(_is_number, value.items)):
        return t.list_term(t.INT, [v.as_int(each) for each in value.items]), v.NUMBER
    if found is None:
        raise Uncovered(f"the argument in line {node.line}")
    return found.term, found.element


def _all_yielded(function: Function, node: Node, state: State) -> Items:
    """All that a function yields, made before anybody asks for the first."""
    at_once = made_at_once(function)
    if at_once is None or node.nodes("keywords"):
        raise Uncovered(f"a generator in line {node.line}")
    given = [evaluate(each, state) for each in node.nodes("args")]
    return replace(items_of_value(call_function(at_once, given, state, node.line), state, node.line), ahead=True)


def _dictionary_view(node: Node, state: State) -> Items | None:
    """`d.items()`, `d.keys()` and `d.values()`."""
    function = node.node("func")
    if function.kind != "Attribute" or function.text("attr") not in ("items", "keys", "values") or node.nodes("args"):
        return None
    owner = evaluate(function.node("value"), state)
    if isinstance(owner, v.Ref) and state.heap[owner.number].kind == "keys" and function.text("attr") == "keys":
        return items_of_list(state.heap[owner.number].terms[0], state.heap[owner.number].elements[0], state)
    if not isinstance(owner, v.Ref) or state.heap[owner.number].kind not in v.TABLES:
        raise Uncovered(f"the call in line {node.line}")
    cell = state.heap[owner.number]
    keys = items_of_list(cell.terms[0], cell.elements[0], state, (owner.number,))
    values = items_of_list(cell.terms[1], cell.elements[1], state, (owner.number,))
    match function.text("attr"):
        case "keys":
            return keys
        case "values":
            return Items(keys.rounds, values.element, (owner.number,), False, values.stands)
    if cell.elements[0] == "?":
        return keys
    return replace(
        Items(keys.rounds, lambda head, clock: v.Row((keys.element(head, clock), values.element(head, clock)))),
        cells=(owner.number,), stands=(*keys.stands, *values.stands),
    )  # fmt: skip


def range_bounds(args: list[t.Term], state: State, line: int) -> tuple[t.Term, t.Term, t.Term, bool]:
    """Where a range begins, before what it ends, its step, and whether that is positive."""
    if not 1 <= len(args) <= 3:
        raise Uncovered(f"a range with this step, in line {line}")
    low, high = (t.ZERO, args[0]) if len(args) == 1 else (args[0], args[1])
    step = args[2] if len(args) == 3 else t.ONE
    return low, high, step, is_upwards(step, state, f"a range with this step, in line {line}")


def in_digits(value: Value, state: State, line: int) -> Value:
    """What `str` gives for a number as its digits one by one; all else as it is."""
    if not isinstance(value, v.Seq) or value.term.op != "apply" or value.term.data != "int.str":
        return value
    given = state.context.fresh.name("=given")
    state.names[given] = v.Int(value.term.args[0])
    found = BUILTINS[DIGITS, 1](DIGITS, [Node("Name", line, {"id": Constant(given)})], state, line)
    del state.names[given]
    return found


def items_of_value(value: Value, state: State, line: int) -> Items:
    value = in_digits(value, state, line)
    if isinstance(value, v.Ref):
        cell = state.heap[value.number]
        if cell.kind == "set":
            raise Uncovered(f"the order of a set, in line {line}")
        if v.is_object(cell.kind):
            raise Uncovered(f"a loop over what is no list, in line {line}")
        return items_of_list(cell.terms[0], cell.elements[0], state, (value.number,))
    sequence = sequence_of(value, state)
    if sequence is None:
        raise Uncovered(f"a loop over what is no list, in line {line}")
    return items_of_list(sequence.term, sequence.element, state)


def items_of_list(items: t.Term, element: v.Type, state: State, cells: tuple[int, ...] = ()) -> Items:
    stands: tuple[tuple[str, t.Term], ...] = ()
    walked = items
    if items.op not in ("var", "fold", "nil"):
        walked = t.variable(state.context.fresh.name("items"), items.sort)
        stands = ((walked.data, items),)

    def one(head: State, clock: t.Term) -> Value:
        return v.Nothing() if element == "?" else v.element_value(element, t.at(walked, clock), head)

    return Items(t.length(items), one, cells, False, stands, items, element)
