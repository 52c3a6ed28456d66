"""What a loop may go through without a list being made of it: `range`, `enumerate`, `zip`, `map`, `filter`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from viva.engines.proofs.terms import (
    FALSE,
    INT,
    ONE,
    TRUE,
    ZERO,
    Term,
    add,
    div,
    equal,
    ite,
    land,
    le,
    listed,
    lnot,
    lt,
    mod,
    mul,
    number,
    reverse,
    sub,
    variable,
)
from viva.engines.proofs.translation.cells import Items, hashable
from viva.engines.proofs.translation.closing import Outcome
from viva.engines.proofs.translation.conversions import better, plain_function
from viva.engines.proofs.translation.expressions import Expressions
from viva.engines.proofs.translation.lazily import made_at_once
from viva.engines.proofs.translation.values import (
    NUMBER,
    TABLES,
    Bool,
    Cell,
    Int,
    Number,
    Ref,
    Row,
    State,
    Type,
    Value,
    as_int,
    as_text,
    is_object,
    test_of,
)
from viva.engines.syntax.scopes import parameters_of, renamed
from viva.engines.syntax.source import Function
from viva.engines.syntax.tree import Constant, Item, Node, Uncovered


def name_of(translator: Expressions, node: Node, state: State) -> str | None:
    """The builtin or the imported function that a call names."""
    function = node.node("func")
    if function.kind == "Name":
        name = function.text("id")
        if translator.is_builtin(name, state):
            return name
        if translator.is_imported(name, state):
            return translator.module.imported[name]
    if function.kind == "Attribute":
        owner, path = function.node("value"), [function.text("attr")]
        if owner.kind == "Attribute":
            owner, path = owner.node("value"), [owner.text("attr"), *path]
        name = owner.text("id") if owner.kind == "Name" else ""
        if translator.is_imported(name, state):
            return ".".join([translator.module.imported[name], *path])
    return None


def made_of(translator: Expressions, items: Items, state: State, line: int, kind: str = "list") -> Ref:
    """What a loop goes through, as a new list."""
    name = f"=made{translator.fresh.name('')}"
    state.names[name] = translator.new(kind, [], state)

    def run(head: State, clock: Term) -> list[Outcome]:
        value = items.element(head, clock)
        if items.kind != "?":
            (translator.include if kind == "set" else translator.append)(head.names[name], value, head, line)
        return [Outcome("next", TRUE, head)]

    finished(
        translator.loops.over(state, items.rounds, run, frozenset(), line, walked=items.cells, stands=items.stands),
        state,
    )
    made = state.names.pop(name)
    assert isinstance(made, Ref)
    return made


def finished(outcomes: Sequence[Outcome], state: State) -> None:
    [outcome] = outcomes
    done = outcome.state
    state.names, state.heap, state.frozen, state.error = done.names, done.heap, done.frozen, done.error


def items_of(translator: Expressions, node: Node, state: State, *, any_order: bool = False) -> tuple[Term, Type]:
    """The elements of an argument as one list, with their type: `NUMBER` where some are ints and some bools. Those of a
    set only where the order does not matter: then a copy has the same."""
    while any_order and node.kind == "Call" and name_of(translator, node, state) in ("list", "tuple"):
        if len(node.nodes("args")) != 1 or node.nodes("keywords"):
            break
        [node] = node.nodes("args")
    if node.kind == "GeneratorExp":
        value: Value = translator.comprehension(node, "list", state)
    elif iterated(translator, node, state.copy()) is not None:
        value = made_of(translator, translator.iterable(node, state), state, node.line)
    else:
        value = translator.evaluate(node, state)
    if isinstance(value, Ref):
        cell = state.heap[value.number]
        if cell.kind == "set" and not any_order:
            raise Uncovered(f"the order of a set, in line {node.line}")
        if is_object(cell.kind):
            raise Uncovered(f"the argument in line {node.line}")
        return cell.terms[0], cell.elements[0]
    found = translator._sequence(value, state)
    if found is None and isinstance(value, Row) and all(isinstance(each, Int | Bool | Number) for each in value.items):
        return listed(INT, [as_int(each) for each in value.items]), NUMBER
    if found is None:
        raise Uncovered(f"the argument in line {node.line}")
    return found.term, found.element


def iterated(translator: Expressions, node: Node, state: State) -> Items | None:
    """None where it is a value like any other."""
    from viva.engines.proofs.translation import functional  # noqa: PLC0415 it needs this module

    if node.kind != "Call":
        return None
    name = name_of(translator, node, state)
    args, line = node.nodes("args"), node.line
    if node.node("func").kind == "Name":
        own = translator.function_named(node.node("func").text("id"), state)
        if own is not None:
            return _yielded(translator, own, node, state) if own.yields else None
    if name == "enumerate" and len(args) == 1 and set(named := keywords(node)) == {"start"}:
        args = [*args, named["start"]]
    elif name is None or node.nodes("keywords"):
        return _views(translator, node, state)
    match name:
        case "range":
            return _range([as_int(translator.evaluate(each, state)) for each in args], line)
        case "enumerate" if 1 <= len(args) <= 2:
            inner = translator.iterable(args[0], state)
            before = dict(state.heap)
            start = as_int(translator.evaluate(args[1], state)) if len(args) == 2 else ZERO
            translator.steady(before, state, line)
            return Items(
                inner.rounds, lambda head, clock: Row((Int(add(start, clock)), inner.element(head, clock))),
                inner.cells, inner.ahead, inner.stands,
            )  # fmt: skip
        case "zip" if len(args) == 1 and args[0].kind == "Starred":
            return functional.zipped_rows(translator, args[0].node("value"), state, line)
        case "itertools.chain" if args:
            return functional.chained(translator, args, state, line)
        case "itertools.chain.from_iterable" if len(args) == 1:
            return functional.chained_rows(translator, args[0], state, line)
        case "itertools.accumulate" if 1 <= len(args) <= 2:
            return functional.accumulated(translator, args, state, line)
        case "zip" if args:
            return _zipped(translator, args, state, line)
        case "reversed" if len(args) == 1 and _has_an_end(translator, args[0], state):
            return _backwards(translator, translator.iterable(args[0], state))
        case "map" if len(args) == 2:
            inner = translator.iterable(args[1], state)
            return Items(
                inner.rounds,
                lambda head, clock: applied(translator, args[0], [inner.element(head, clock)], head),
                inner.cells, inner.ahead, inner.stands,
            )  # fmt: skip
        case "map" if len(args) > 2:
            together = _zipped(translator, args[1:], state, line)

            def one(head: State, clock: Term) -> Value:
                row = together.element(head, clock)
                assert isinstance(row, Row)
                return applied(translator, args[0], list(row.items), head)

            return replace(together, element=one)
        case "filter" if len(args) == 2:
            return _filtered(translator, args, state, line)
    return None


def _yielded(translator: Expressions, function: Function, node: Node, state: State) -> Items:
    """All that a function yields, made before anybody asks for the first."""
    at_once = made_at_once(function)
    if at_once is None or node.nodes("keywords"):
        raise Uncovered(f"a generator in line {node.line}")
    given = [translator.evaluate(each, state) for each in node.nodes("args")]
    return replace(translator.items(translator.call(at_once, given, state, node.line), state, node.line), ahead=True)


def _views(translator: Expressions, node: Node, state: State) -> Items | None:
    """`d.items()`, `d.keys()` and `d.values()`."""
    function = node.node("func")
    if function.kind != "Attribute" or function.text("attr") not in ("items", "keys", "values") or node.nodes("args"):
        return None
    owner = translator.evaluate(function.node("value"), state)
    if isinstance(owner, Ref) and state.heap[owner.number].kind == "keys" and function.text("attr") == "keys":
        return translator.elements(state.heap[owner.number].terms[0], state.heap[owner.number].elements[0])
    if not isinstance(owner, Ref) or state.heap[owner.number].kind not in TABLES:
        raise Uncovered(f"the call in line {node.line}")
    cell = state.heap[owner.number]
    keys = translator.elements(cell.terms[0], cell.elements[0], (owner.number,))
    values = translator.elements(cell.terms[1], cell.elements[1], (owner.number,))
    match function.text("attr"):
        case "keys":
            return keys
        case "values":
            return Items(keys.rounds, values.element, (owner.number,), False, values.stands)
    if cell.elements[0] == "?":
        return keys
    return Items(
        keys.rounds, lambda head, clock: Row((keys.element(head, clock), values.element(head, clock))), (owner.number,),
        False, (*keys.stands, *values.stands),
    )  # fmt: skip


def within(translator: Expressions, value: Value, node: Node, state: State) -> Term | None:
    """`value in range(…)`, `value in table.keys()` and `value in table.values()`; None for all else."""
    function = node.fields.get("func")
    if node.kind != "Call" or not isinstance(function, Node) or node.nodes("keywords"):
        return None
    args = node.nodes("args")
    if name_of(translator, node, state) == "range" and isinstance(value, Int | Bool | Number):
        before = dict(state.heap)
        given = [as_int(translator.evaluate(each, state)) for each in args]
        translator.steady(before, state, node.line)
        low, high, stride = _ends(given, node.line)
        number_here = as_int(value)
        if stride > 0:
            inside, gap = land(le(low, number_here), lt(number_here, high)), sub(number_here, low)
        else:
            inside, gap = land(lt(high, number_here), le(number_here, low)), sub(low, number_here)
        return inside if abs(stride) == 1 else land(inside, equal(mod(gap, number(abs(stride))), ZERO))
    if function.kind != "Attribute" or function.text("attr") not in ("keys", "values") or args:
        return None
    owner = translator.evaluate(function.node("value"), state)
    if not isinstance(owner, Ref) or state.heap[owner.number].kind not in TABLES:
        raise Uncovered(f"the call in line {node.line}")
    cell, place = state.heap[owner.number], int(function.text("attr") == "values")
    if not place:
        hashable(value, node.line)
    view = translator.fresh.cell(state, Cell("list", (cell.terms[place],), (cell.elements[place],)), frozen=True)
    return translator.contained(value, view, state, node.line)


def _zipped(translator: Expressions, args: list[Node], state: State, line: int) -> Items:
    """Several at once, until the first of them has come to its end."""
    before, error = dict(state.heap), state.error
    several = [translator.iterable(each, state) for each in args]
    translator.steady(before, state, line)
    if any(each.ahead for each in several) and state.error is not error:
        raise Uncovered(f"elements that are made one by one and may fail, in line {line}")
    rounds = several[0].rounds
    for each in several:
        _harmless(translator, each, state, line)
        rounds = rounds if rounds is each.rounds else ite(le(rounds, each.rounds), rounds, each.rounds)
    return Items(
        rounds,
        lambda head, clock: Row(tuple(each.element(head, clock) for each in several)),
        tuple(cell for each in several for cell in each.cells),
        any(each.ahead for each in several),
        tuple(stand for each in several for stand in each.stands),
    )


def _harmless(translator: Expressions, items: Items, state: State, line: int) -> None:
    """`zip` takes one element too many of what comes before the shortest: taking it must change nothing, nor fail."""
    trial = state.copy()
    trial.error, before = FALSE, dict(trial.heap)
    items.element(trial, variable(translator.fresh.name("k"), INT))
    translator.steady(before, trial, line)
    if trial.error is not FALSE:
        raise Uncovered(f"elements that are made one by one and may fail, in line {line}")


def _has_an_end(translator: Expressions, node: Node, state: State) -> bool:
    """Whether something can be gone through backwards: not what is made one by one."""
    return node.kind != "GeneratorExp" and (
        node.kind != "Call" or name_of(translator, node, state) not in ("enumerate", "zip", "map", "filter", "reversed")
    )


def _backwards(translator: Expressions, inner: Items) -> Items:
    back = sub(inner.rounds, ONE)
    if inner.items is not None and inner.kind is not None:
        whole = translator.elements(reverse(inner.items), inner.kind, inner.cells)
        return replace(whole, ahead=inner.ahead)
    return Items(
        inner.rounds, lambda head, clock: inner.element(head, sub(back, clock)), inner.cells, inner.ahead, inner.stands
    )


def _range(args: list[Term], line: int) -> Items:
    low, high, stride = _ends(args, line)
    gap = sub(high, low) if stride > 0 else sub(low, high)
    if abs(stride) == 1:
        rounds = gap
    else:
        rounds = ite(le(gap, ZERO), ZERO, div(add(gap, number(abs(stride) - 1)), number(abs(stride))))
    return Items(rounds, lambda _, clock: Int(add(low, mul(number(stride), clock))))


def _ends(args: list[Term], line: int) -> tuple[Term, Term, int]:
    """Where a range begins, before what it ends, and its step."""
    if not 1 <= len(args) <= 3:
        raise Uncovered(f"a range with this step, in line {line}")
    low, high = (ZERO, args[0]) if len(args) == 1 else (args[0], args[1])
    step = args[2] if len(args) == 3 else ONE
    if step.op != "num" or not step.data:
        raise Uncovered(f"a range with this step, in line {line}")
    return low, high, step.data


def applied(translator: Expressions, function: Node, values: list[Value], state: State) -> Value:
    """A function that is given by name or as a lambda, on values."""
    if function.kind == "Name":
        name = function.text("id")
        own = translator.function_named(name, state)
        if own is not None:
            return translator.call(own, values, state, function.line)
        match len(values) if translator.is_builtin(name, state) else 0, name:
            case 1, "len" | "abs" | "int" | "bool" | "str" | "ord" | "chr" | "round":
                return plain_function(translator, name, values[0], state, function.line)
            case 1, "list" | "tuple" | "set" | "sum" | "sorted":
                return _of_one(translator, function, values[0], state)
            case 2, "max" | "min":
                return better(translator, name, values, state)
    if function.kind == "Attribute" and len(values) == 1:
        return _method(translator, function, values[0], state)
    if function.kind == "Lambda":
        names = {name: translator.fresh.name(f"={name}") for name in parameters_of(function)}
        if len(names) == len(values):
            state.names |= dict(zip(names.values(), values, strict=True))
            found = translator.evaluate(renamed(function.node("body"), names), state)
            for name in names.values():
                del state.names[name]
            return found
    raise Uncovered(f"the function in line {function.line}")


def _of_one(translator: Expressions, function: Node, value: Value, state: State) -> Value:
    """A function of Python that goes through its argument."""
    given = translator.fresh.name("=given")
    state.names[given] = value
    name = Node("Name", function.line, {"id": Constant(given)})
    call = Node("Call", function.line, {"func": function, "args": [name], "keywords": []})
    found = translator.evaluate(call, state)
    del state.names[given]
    return found


def _method(translator: Expressions, function: Node, value: Value, state: State) -> Value:
    """A method that is given as a function: `table.get` is called with the value, `str.lower` on it."""
    owner, line = function.node("value"), function.line
    given = translator.fresh.name("=given")
    name = Node("Name", line, {"id": Constant(given)})
    state.names[given] = value
    if owner.kind == "Name" and owner.text("id") == "str" and translator.is_builtin("str", state):
        if as_text(value) is None:
            raise Uncovered(f"the function in line {line}")
        called, args = Node("Attribute", line, {**function.fields, "value": name}), list[Item]()
    elif owner.kind == "Name" and function.text("attr") in ("get", "count", "index", "find"):
        called, args = function, [name]
    else:
        raise Uncovered(f"the function in line {line}")
    found = translator.evaluate(Node("Call", line, {"func": called, "args": args, "keywords": []}), state)
    del state.names[given]
    return found


def keywords(node: Node) -> dict[str, Node]:
    found: dict[str, Node] = {}
    for each in node.nodes("keywords"):
        name = each.constant("arg")
        if not isinstance(name, str) or name in found:
            raise Uncovered(f"the call in line {node.line}")
        found[name] = each.node("value")
    return found


def _filtered(translator: Expressions, args: list[Node], state: State, line: int) -> Items:
    inner = translator.iterable(args[1], state)
    name = f"=made{translator.fresh.name('')}"
    state.names[name] = translator.new("list", [], state)

    def run(head: State, clock: Term) -> list[Outcome]:
        value = inner.element(head, clock)
        alone = args[0].kind == "Constant" and args[0].constant("value") is None
        condition = test_of(value if alone else applied(translator, args[0], [value], head), head)
        taken = head.copy()
        translator.append(taken.names[name], value, taken, line)
        joined = translator.merger.merged([(condition, taken), (lnot(condition), head)], head.path)
        return [Outcome("next", TRUE, joined)]

    finished(
        translator.loops.over(state, inner.rounds, run, frozenset(), line, walked=inner.cells, stands=inner.stands),
        state,
    )
    return replace(translator.items(state.names.pop(name), state, line), ahead=True)
