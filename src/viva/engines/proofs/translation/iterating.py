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
    ite,
    le,
    length,
    lnot,
    mul,
    number,
    reverse,
    scaled,
    sub,
    uninterpreted,
    variable,
)
from viva.engines.proofs.translation.cells import Items
from viva.engines.proofs.translation.closing import Outcome
from viva.engines.proofs.translation.expressions import Expressions
from viva.engines.proofs.translation.scopes import parameters_of, renamed
from viva.engines.proofs.translation.values import (
    Bool,
    Char,
    Int,
    Ref,
    Row,
    Seq,
    State,
    Value,
    as_int,
    as_text,
    test_of,
)
from viva.engines.symbolic.proof.tree import Node, Uncovered


def name_of(translator: Expressions, node: Node, state: State) -> str | None:
    """The builtin or the imported function that a call names."""
    function = node.node("func")
    if function.kind == "Name":
        name = function.text("id")
        if translator.is_builtin(name, state):
            return name
        if name in translator.module.imported and name not in state.names:
            return translator.module.imported[name]
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


def items_of(translator: Expressions, node: Node, state: State, *, any_order: bool = False) -> tuple[Term, object]:
    """The elements of an argument as one list, with their type. Those of a set only where the order does not matter."""
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
        return cell.terms[0], cell.elements[0]
    found = translator._sequence(value, state)
    if found is None:
        raise Uncovered(f"the argument in line {node.line}")
    return found.term, found.element


def iterated(translator: Expressions, node: Node, state: State) -> Items | None:
    """None where it is a value like any other."""
    if node.kind != "Call":
        return None
    name = name_of(translator, node, state)
    args, line = node.nodes("args"), node.line
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


def _views(translator: Expressions, node: Node, state: State) -> Items | None:
    """`d.items()`, `d.keys()` and `d.values()`."""
    function = node.node("func")
    if function.kind != "Attribute" or function.text("attr") not in ("items", "keys", "values") or node.nodes("args"):
        return None
    owner = translator.evaluate(function.node("value"), state)
    if not isinstance(owner, Ref) or state.heap[owner.number].kind != "dict":
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
    low, high, step = ZERO, args[0], ONE
    if len(args) > 1:
        low, high = args[0], args[1]
    if len(args) > 2:
        step = args[2]
    if not 1 <= len(args) <= 3 or step.op != "num" or not step.data:
        raise Uncovered(f"a range with this step, in line {line}")
    stride = step.data
    gap = sub(high, low) if stride > 0 else sub(low, high)
    if abs(stride) == 1:
        rounds = gap
    else:
        rounds = ite(le(gap, ZERO), ZERO, div(add(gap, number(abs(stride) - 1)), number(abs(stride))))
    return Items(rounds, lambda _, clock: Int(add(low, mul(step, clock))))


def applied(translator: Expressions, function: Node, values: list[Value], state: State) -> Value:
    """A function that is given by name or as a lambda, on values."""
    if function.kind == "Name":
        name = function.text("id")
        own = translator.function_named(name, state)
        if own is not None:
            return translator.call(own, values, state, function.line)
        if translator.is_builtin(name, state) and len(values) == 1:
            return plain_function(translator, name, values[0], state, function.line)
    if function.kind == "Lambda":
        names = {name: translator.fresh.name(f"={name}") for name in parameters_of(function)}
        if len(names) == len(values):
            state.names |= dict(zip(names.values(), values, strict=True))
            found = translator.evaluate(renamed(function.node("body"), names), state)
            for name in names.values():
                del state.names[name]
            return found
    raise Uncovered(f"the function in line {function.line}")


def plain_function(translator: Expressions, name: str, value: Value, state: State, line: int) -> Value:
    """Python's own functions of one value, that is no list to go through."""
    match name:
        case "len":
            return size_of(translator, value, state, line)
        case "abs":
            size = translator.whole(value, state)
            return Int(ite(le(ZERO, size), size, scaled(-1, size)))
        case "int":
            return Int(as_int(value))
        case "bool":
            return Bool(test_of(value, state))
        case "str":
            return shown_as_text(value, line)
        case "ord" if isinstance(value, Char):
            return Int(value.term)
    raise Uncovered(f"{name} in line {line}")


def keywords(node: Node) -> dict[str, Node]:
    found: dict[str, Node] = {}
    for each in node.nodes("keywords"):
        name = each.constant("arg")
        if not isinstance(name, str) or name in found:
            raise Uncovered(f"the call in line {node.line}")
        found[name] = each.node("value")
    return found


def shown_as_text(value: Value, line: int) -> Seq:
    """`str` of a number is some text that depends on nothing but the number."""
    text = as_text(value)
    if text is not None:
        return text
    if isinstance(value, Int | Bool):
        name = "int.str" if isinstance(value, Int) else "bool.str"
        return Seq("text", uninterpreted(name, ("list", INT), value.term), "char")
    raise Uncovered(f"str in line {line}")


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


def size_of(translator: Expressions, value: Value, state: State, line: int) -> Value:
    if isinstance(value, Row):
        return Int(number(len(value.items)))
    if isinstance(value, Ref):
        return Int(length(state.heap[value.number].terms[0]))
    found = translator._sequence(value, state)
    if found is None:
        raise Uncovered(f"len in line {line}")
    return Int(length(found.term))
