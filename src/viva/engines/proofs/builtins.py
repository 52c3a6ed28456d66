"""Python's own functions and methods, as far as they are covered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from viva.engines.proofs import library
from viva.engines.proofs.expressions import Expressions, Items
from viva.engines.proofs.loops import Outcome
from viva.engines.proofs.terms import (
    ANY,
    BOOL,
    FALSE,
    INT,
    ONE,
    TRUE,
    ZERO,
    Term,
    add,
    at,
    cat,
    div,
    drop,
    equal,
    insert,
    ite,
    land,
    le,
    length,
    lnot,
    lor,
    lt,
    mul,
    nil,
    number,
    reverse,
    scaled,
    sub,
    uninterpreted,
)
from viva.engines.proofs.values import (
    Bool,
    Cell,
    Char,
    Int,
    Maybe,
    Nothing,
    Ref,
    Row,
    Seq,
    State,
    Value,
    as_int,
    as_text,
    retyped,
    sort_of,
    taken_out,
    test_of,
)
from viva.engines.symbolic.proof.tree import Node, Uncovered

_TESTS = frozenset({"isdigit", "isalpha", "isalnum", "isupper", "islower", "isspace"})
_CASES = frozenset({"upper", "lower"})


def _name_of(translator: Expressions, node: Node, state: State) -> str | None:
    """The builtin or the imported function that a call names."""
    function = node.node("func")
    if function.kind == "Name":
        name = function.text("id")
        if translator.is_builtin(name, state):
            return name
        if name in translator.module.imported and name not in state.names:
            return translator.module.imported[name]
    return None


def called(translator: Expressions, node: Node, state: State) -> Value:
    function, line = node.node("func"), node.line
    if function.kind == "Attribute":
        return _method(translator, node, state)
    if function.kind != "Name":
        raise Uncovered(f"the call in line {line}")
    name = function.text("id")
    own = translator.function_named(name, state)
    if own is not None:
        if node.nodes("keywords"):
            raise Uncovered(f"arguments by name, in line {line}")
        return translator.call(own, [translator.evaluate(each, state) for each in node.nodes("args")], state, line)
    builtin = _name_of(translator, node, state)
    if builtin is None:
        raise Uncovered(f"{name} in line {line}")
    return _builtin(translator, builtin, node, state)


def _listed(translator: Expressions, items: Items, state: State, line: int, kind: str = "list") -> Ref:
    """What a loop goes through, as a new list."""
    name = f"=made{translator.fresh.name('')}"
    state.names[name] = translator.new(kind, [], state)

    def run(head: State, clock: Term) -> list[Outcome]:
        value = items.element(head, clock)
        if not isinstance(value, Nothing):
            (translator.include if kind == "set" else translator.append)(head.names[name], value, head, line)
        return [Outcome("next", TRUE, head)]

    _finish(
        translator.loops.over(state, items.rounds, run, frozenset(), line, walked=items.cells, stands=items.stands),
        state,
    )
    made = state.names.pop(name)
    assert isinstance(made, Ref)
    return made


def _finish(outcomes: Sequence[Outcome], state: State) -> None:
    [outcome] = outcomes
    done = outcome.state
    state.names, state.heap, state.frozen, state.error = done.names, done.heap, done.frozen, done.error


def _sequence(translator: Expressions, node: Node, state: State) -> tuple[Term, object]:
    """The elements of an argument as one list, with their type."""
    if node.kind == "GeneratorExp":
        value: Value = translator.comprehension(node, "list", state)
    elif iterated(translator, node, state.copy()) is not None:
        value = _listed(translator, translator.iterable(node, state), state, node.line)
    else:
        value = translator.evaluate(node, state)
    if isinstance(value, Ref):
        cell = state.heap[value.number]
        if cell.kind == "set":
            raise Uncovered(f"the order of a set, in line {node.line}")
        return cell.terms[0], cell.elements[0]
    found = translator._sequence(value, state)
    if found is None:
        raise Uncovered(f"the argument in line {node.line}")
    return found.term, found.element


def _builtin(translator: Expressions, name: str, node: Node, state: State) -> Value:
    args, line = node.nodes("args"), node.line
    if node.nodes("keywords"):
        return _by_name(translator, name, args, keywords(node), state, line)
    match name, len(args):
        case "len", 1:
            return _length(translator, translator.evaluate(args[0], state), state, line)
        case ("abs", 1):
            value = translator.whole(translator.evaluate(args[0], state), state)
            return Int(ite(le(ZERO, value), value, scaled(-1, value)))
        case ("int", 1):
            return Int(as_int(translator.evaluate(args[0], state)))
        case ("bool", 1):
            return Bool(test_of(translator.evaluate(args[0], state), state))
        case ("str", 1):
            return shown_as_text(translator.evaluate(args[0], state), line)
        case ("list" | "tuple" | "set", 0):
            return Row(()) if name == "tuple" else translator.new(name, [], state)
        case ("dict" | "collections.OrderedDict", 0):
            return translator.fresh.cell(state, Cell("dict", (nil(ANY), nil(ANY)), ("?", "?")))
        case ("set", 1):
            return _listed(translator, translator.iterable(args[0], state), state, line, "set")
        case ("list" | "tuple", 1):
            items, element = _sequence(translator, args[0], state)
            if isinstance(element, tuple) and element[0] in ("list", "set"):
                raise Uncovered(f"lists that get a second owner, in line {line}")
            if name == "tuple":
                return Seq("tuple", items, element)  # type: ignore[arg-type]
            return translator.fresh.cell(state, Cell("list", (items,), (element,)))  # type: ignore[arg-type]
        case ("sum", 1 | 2):
            start = as_int(translator.evaluate(args[1], state)) if len(args) == 2 else ZERO
            return _summed(translator, args[0], start, state, line)
        case ("any" | "all", 1):
            return _decided(translator, name, args[0], state, line)
        case ("max" | "min", 1):
            items, element = _sequence(translator, args[0], state)
            if element not in ("int", "char"):
                raise Uncovered(f"{name} of such elements, in line {line}")
            state.error = lor(state.error, equal(length(items), ZERO))
            best = library.largest(items, 1 if name == "max" else -1)
            return Int(best) if element == "int" else Char(best)
        case ("max" | "min", _) if args:
            values = [translator.whole(translator.evaluate(each, state), state) for each in args]
            chosen = values[0]
            for other in values[1:]:
                chosen = ite(lt(chosen, other) if name == "max" else lt(other, chosen), other, chosen)
            return Int(chosen)
        case ("sorted", 1):
            items, element = _sequence(translator, args[0], state)
            return translator.fresh.cell(state, Cell("list", (_sorted(items, element, line),), (element,)))  # type: ignore[arg-type]
        case ("ord", 1):
            letter = translator.evaluate(args[0], state)
            if isinstance(letter, Char):
                return Int(letter.term)
    raise Uncovered(f"{name} in line {line}")


def _sorted(items: Term, element: object, line: int, *, backwards: Term = FALSE) -> Term:
    if element not in ("int", "char", "?"):
        raise Uncovered(f"the order of such elements, in line {line}")
    made = items if element == "?" else uninterpreted("sorted", items.sort, items)
    return ite(backwards, reverse(made), made)  # of equal numbers nobody can tell which came first


def shown_as_text(value: Value, line: int) -> Seq:
    """`str` of a number is some text that depends on nothing but the number."""
    text = as_text(value)
    if text is not None:
        return text
    if isinstance(value, Int | Bool):
        name = "int.str" if isinstance(value, Int) else "bool.str"
        return Seq("text", uninterpreted(name, ("list", INT), value.term), "char")
    raise Uncovered(f"str in line {line}")


def keywords(node: Node) -> dict[str, Node]:
    found: dict[str, Node] = {}
    for each in node.nodes("keywords"):
        name = each.constant("arg")
        if not isinstance(name, str) or name in found:
            raise Uncovered(f"the call in line {node.line}")
        found[name] = each.node("value")
    return found


def _by_name(  # noqa: PLR0917 what every function is given
    translator: Expressions, name: str, args: list[Node], named: dict[str, Node], state: State, line: int
) -> Value:
    if name == "sorted" and len(args) == 1 and set(named) == {"reverse"}:
        items, element = _sequence(translator, args[0], state)
        backwards = test_of(translator.evaluate(named["reverse"], state), state)
        ordered = _sorted(items, element, line, backwards=backwards)
        return translator.fresh.cell(state, Cell("list", (ordered,), (element,)))  # type: ignore[arg-type]
    if name in ("max", "min") and len(args) == 1 and set(named) == {"key"}:
        return _best(translator, name, args[0], named["key"], state, line)
    raise Uncovered(f"{name} with arguments by name, in line {line}")


def _best(  # noqa: PLR0917 what every function is given
    translator: Expressions, name: str, node: Node, key: Node, state: State, line: int
) -> Value:
    """`max` and `min` with a key: the first of those with the best value."""
    items, element = _sequence(translator, node, state)
    if element == "?" or (isinstance(element, tuple) and element[0] in ("list", "set")):
        raise Uncovered(f"{name} of such elements, in line {line}")
    state.error = lor(state.error, equal(length(items), ZERO))
    carried = f"=best{translator.fresh.name('')}"
    state.names[carried] = taken_out(element, at(items, ZERO), state, translator.fresh)  # type: ignore[arg-type]
    walked = translator.elements(items, element)  # type: ignore[arg-type]

    def run(head: State, clock: Term) -> list[Outcome]:
        here, best = walked.element(head, clock), head.names[carried]
        new = as_int(_applied(translator, key, here, head))
        old = as_int(_applied(translator, key, best, head))
        better = lt(old, new) if name == "max" else lt(new, old)
        head.names[carried] = translator.merger.value(better, here, best, head, head, head, frozenset())
        return [Outcome("next", TRUE, head)]

    over = translator.loops.over(state, walked.rounds, run, frozenset({carried}), line, stands=walked.stands)
    _finish(over, state)
    return state.names.pop(carried)


def _length(translator: Expressions, value: Value, state: State, line: int) -> Value:
    if isinstance(value, Row):
        return Int(number(len(value.items)))
    if isinstance(value, Ref):
        return Int(length(state.heap[value.number].terms[0]))
    found = translator._sequence(value, state)
    if found is None:
        raise Uncovered(f"len in line {line}")
    return Int(length(found.term))


def _accumulated(  # noqa: PLR0917
    translator: Expressions,
    node: Node,
    start: Value,
    step: Callable[[State, Value, str], None],
    state: State,
    line: int,
) -> Value:
    """A loop that carries one value: over a generator expression in step with it, or over a list."""
    name = f"=carried{translator.fresh.name('')}"
    state.names[name] = start
    if node.kind == "GeneratorExp" and len(node.nodes("generators")) == 1:
        generator = node.nodes("generators")[0]
        items = translator.iterable(generator.node("iter"), state)
        translator.nothing_ahead(items, [*generator.nodes("ifs"), node.node("elt")], line)
        names = {inner.text("id") for inner in generator.node("target").within() if inner.kind == "Name"}
        hidden = {each: state.names.pop(each) for each in sorted(names) if each in state.names}

        def run(head: State, clock: Term) -> list[Outcome]:
            before = head.error
            head.error = FALSE
            carried = head.names[name]
            translator.assign(generator.node("target"), items.element(head, clock), head)
            condition = TRUE
            for test in generator.nodes("ifs"):
                found, branch = translator._guarded(condition, test, head)
                head.heap, head.error = branch.heap, ite(condition, branch.error, head.error)
                condition = land(condition, test_of(found, head))
            inner = head.copy()
            inner.path = (*head.path, condition)
            step(inner, translator.evaluate(node.node("elt"), inner), name)
            joined = translator.merger.merged([(condition, inner), (lnot(condition), head)], head.path)
            done = _finished(carried, start)
            joined.error = lor(before, land(lnot(done), joined.error))
            return [Outcome("next", TRUE, joined)]
    else:
        names, hidden = set(), {}
        sequence, element = _sequence(translator, node, state)
        items = translator.elements(sequence, element)  # type: ignore[arg-type]

        def run(head: State, clock: Term) -> list[Outcome]:
            value = items.element(head, clock)
            if not isinstance(value, Nothing):
                step(head, value, name)
            return [Outcome("next", TRUE, head)]

    local = translator.frames[-1].function
    if names:
        translator.frames[-1].function = replace(local, local=local.local | names)
    _finish(
        translator.loops.over(
            state, items.rounds, run, frozenset({name}), line, walked=items.cells, stands=items.stands
        ),
        state,
    )
    translator.frames[-1].function = local
    state.names |= hidden
    return state.names.pop(name)


def _finished(carried: Value, start: Value) -> Term:
    """`any` and `all` look at nothing more once they know; a sum goes on."""
    if isinstance(carried, Bool) and isinstance(start, Bool):
        return carried.term if start.term is FALSE else lnot(carried.term)
    return FALSE


def _summed(translator: Expressions, node: Node, start: Term, state: State, line: int) -> Value:
    def step(head: State, value: Value, name: str) -> None:
        head.names[name] = Int(add(as_int(head.names[name]), as_int(value)))

    return _accumulated(translator, node, Int(start), step, state, line)


def _decided(translator: Expressions, name: str, node: Node, state: State, line: int) -> Value:
    def step(head: State, value: Value, carried: str) -> None:
        so_far, test = test_of(head.names[carried], head), test_of(value, head)
        head.names[carried] = Bool(lor(so_far, test) if name == "any" else land(so_far, test))

    return _accumulated(translator, node, Bool(FALSE if name == "any" else TRUE), step, state, line)


# What a loop may go through without a list being made of it.


def iterated(translator: Expressions, node: Node, state: State) -> Items | None:
    """None where it is a value like any other."""
    if node.kind != "Call":
        return None
    name = _name_of(translator, node, state)
    args, line = node.nodes("args"), node.line
    if name is None or node.nodes("keywords"):
        return _views(translator, node, state)
    match name:
        case "range":
            return _range([as_int(translator.evaluate(each, state)) for each in args], line)
        case "enumerate" if 1 <= len(args) <= 2:
            inner = translator.iterable(args[0], state)
            start = as_int(translator.evaluate(args[1], state)) if len(args) == 2 else ZERO
            return Items(
                inner.rounds, lambda head, clock: Row((Int(add(start, clock)), inner.element(head, clock))),
                inner.cells, inner.ahead, inner.stands,
            )  # fmt: skip
        case "zip" if len(args) == 2:
            one, two = translator.iterable(args[0], state), translator.iterable(args[1], state)
            rounds = one.rounds if one.rounds is two.rounds else ite(le(one.rounds, two.rounds), one.rounds, two.rounds)
            return Items(
                rounds, lambda head, clock: Row((one.element(head, clock), two.element(head, clock))),
                (*one.cells, *two.cells), one.ahead or two.ahead, (*one.stands, *two.stands),
            )  # fmt: skip
        case "reversed" if len(args) == 1:
            return _backwards(translator, translator.iterable(args[0], state))
        case "map" if len(args) == 2:
            inner = translator.iterable(args[1], state)
            return Items(
                inner.rounds,
                lambda head, clock: _applied(translator, args[0], inner.element(head, clock), head),
                inner.cells, inner.ahead, inner.stands,
            )  # fmt: skip
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


def _applied(translator: Expressions, function: Node, value: Value, state: State) -> Value:
    """A function that is given by name or as a lambda, on one value."""
    if function.kind == "Name":
        name = function.text("id")
        own = translator.function_named(name, state)
        if own is not None:
            return translator.call(own, [value], state, function.line)
        if translator.is_builtin(name, state):
            if name == "len":
                return _length(translator, value, state, function.line)
            if name == "abs":
                size = as_int(value)
                return Int(ite(le(ZERO, size), size, scaled(-1, size)))
    if function.kind == "Lambda":
        arguments = function.node("args")
        parameters = [each.text("arg") for each in arguments.nodes("args")]
        simple = not (arguments.nodes("defaults") or arguments.nodes("kwonlyargs") or arguments.nodes("posonlyargs"))
        if (
            len(parameters) == 1
            and simple
            and arguments.optional("vararg") is None
            and arguments.optional("kwarg") is None
        ):
            hidden = state.names.get(parameters[0])
            state.names[parameters[0]] = value
            found = translator.evaluate(function.node("body"), state)
            del state.names[parameters[0]]
            if hidden is not None:
                state.names[parameters[0]] = hidden
            return found
    raise Uncovered(f"the function in line {function.line}")


def _filtered(translator: Expressions, args: list[Node], state: State, line: int) -> Items:
    inner = translator.iterable(args[1], state)
    name = f"=made{translator.fresh.name('')}"
    state.names[name] = translator.new("list", [], state)

    def run(head: State, clock: Term) -> list[Outcome]:
        value = inner.element(head, clock)
        condition = test_of(_applied(translator, args[0], value, head), head)
        taken = head.copy()
        translator.append(taken.names[name], value, taken, line)
        joined = translator.merger.merged([(condition, taken), (lnot(condition), head)], head.path)
        return [Outcome("next", TRUE, joined)]

    _finish(
        translator.loops.over(state, inner.rounds, run, frozenset(), line, walked=inner.cells, stands=inner.stands),
        state,
    )
    return replace(translator.items(state.names.pop(name), state, line), ahead=True)


# Methods.


def _method(translator: Expressions, node: Node, state: State) -> Value:
    function, args, line = node.node("func"), node.nodes("args"), node.line
    method, owner_node = function.text("attr"), function.node("value")
    if node.nodes("keywords") and not (method == "sort" and not args):
        raise Uncovered(f"{method} with arguments by name, in line {line}")
    if owner_node.kind == "Name" and method == "fromkeys" and len(args) == 1:
        name = owner_node.text("id")
        known = translator.module.imported.get(name) == "collections.OrderedDict"
        if (known or (name == "dict" and translator.is_builtin(name, state))) and name not in state.names:
            keys = _listed(translator, translator.iterable(args[0], state), state, line, "set")
            made = state.heap[keys.number]
            return translator.fresh.cell(state, Cell("keys", made.terms, made.elements), frozen=True)
    owner = translator.evaluate(owner_node, state)
    if isinstance(owner, Maybe):
        raise Uncovered(f"a method of what may be None, in line {line}")
    if method == "join" and len(args) == 1:
        return _joined(translator, owner, args[0], state, line)
    if isinstance(owner, Char | Seq):
        return _text_method(translator, owner, method, args, state, line)
    if not isinstance(owner, Ref):
        raise Uncovered(f"{method} in line {line}")
    kind = state.heap[owner.number].kind
    if method == "sort" and node.nodes("keywords") and kind == "list":
        named = keywords(node)
        if set(named) != {"reverse"}:
            raise Uncovered(f"sort with arguments by name, in line {line}")
        cell = translator.changing(owner, state, line)
        backwards = test_of(translator.evaluate(named["reverse"], state), state)
        ordered = _sorted(cell.terms[0], cell.elements[0], line, backwards=backwards)
        state.heap[owner.number] = translator.with_items(cell, ordered, cell.elements[0])
        return Nothing()
    if node.nodes("keywords"):
        raise Uncovered(f"{method} with arguments by name, in line {line}")
    values = [translator.evaluate(each, state) for each in args]
    if kind == "list":
        return _list_method(translator, owner, method, values, state, line)
    if kind == "set" and method == "add" and len(values) == 1:
        translator.include(owner, values[0], state, line)
        return Nothing()
    if kind == "dict" and method == "get" and 1 <= len(values) <= 2:
        if len(values) == 1:
            raise Uncovered(f"get without a default, in line {line}")
        return translator.entry(owner, values[0], state, line, values[1])
    raise Uncovered(f"{method} in line {line}")


def _text_method(  # noqa: PLR0917 what every method is given
    translator: Expressions, owner: Value, method: str, args: list[Node], state: State, line: int
) -> Value:
    if isinstance(owner, Seq) and owner.kind != "text":
        if method in ("count", "index") and len(args) == 1:
            value = translator.evaluate(args[0], state)
            return _searched(translator, owner.term, owner.element, method, value, state, line)
        raise Uncovered(f"{method} in line {line}")
    text = as_text(owner)
    assert text is not None
    if method in _TESTS and not args:
        if isinstance(owner, Char):
            return Bool(uninterpreted(f"char.{method}", BOOL, owner.term))
        return Bool(uninterpreted(f"text.{method}", BOOL, text.term))
    if method in _CASES and not args:
        if isinstance(owner, Char):
            return Seq("text", uninterpreted(f"char.{method}", ("list", INT), owner.term), "char")
        return Seq("text", uninterpreted(f"text.{method}", ("list", INT), text.term), "char")
    if method == "count" and len(args) == 1:
        value = translator.evaluate(args[0], state)
        if isinstance(value, Char):
            return Int(library.count(text.term, value.term))
    raise Uncovered(f"{method} in line {line}")


def _searched(  # noqa: PLR0917
    translator: Expressions, items: Term, element: object, method: str, value: Value, state: State, line: int
) -> Value:
    if element == "?":
        state.error = lor(state.error, TRUE if method == "index" else FALSE)
        return Int(ZERO)
    wanted = translator.element_like(value, element, state, line)  # type: ignore[arg-type]
    if method == "count":
        return Int(library.count(items, wanted))
    state.error = lor(state.error, lnot(library.contains(items, wanted)))
    return Int(library.first_place(items, wanted))


def _list_method(  # noqa: PLR0917
    translator: Expressions, owner: Ref, method: str, values: list[Value], state: State, line: int
) -> Value:
    cell = state.heap[owner.number]
    items, element = cell.terms[0], cell.elements[0]
    if method in ("count", "index") and len(values) == 1:
        return _searched(translator, items, element, method, values[0], state, line)
    if method == "copy" and not values:
        if isinstance(element, tuple) and element[0] in ("list", "set"):
            raise Uncovered(f"lists that get a second owner, in line {line}")
        return translator.fresh.cell(state, cell)
    translator.changing(owner, state, line)
    changed: Term
    match method, len(values):
        case "append", 1:
            translator.append(owner, values[0], state, line)
            return Nothing()
        case "extend", 1:
            translator.extend(owner, values[0], state, line)
            return Nothing()
        case "reverse", 0:
            changed = reverse(items)
        case "clear", 0:
            changed = nil(sort_of(element))
        case "sort", 0:
            changed = _sorted(items, element, line)
        case "insert", 2:
            place = translator.clamped(as_int(values[0]), length(items), state)
            grown, value, element = translator.fitting(cell, values[1], state)
            changed = cat(_single(grown, value), grown) if place is ZERO else insert(grown, place, value)
        case "remove", 1:
            if element == "?":
                state.error = TRUE
                return Nothing()
            wanted = translator.element_like(values[0], element, state, line)
            state.error = lor(state.error, lnot(library.contains(items, wanted)))
            changed = drop(items, library.first_place(items, wanted))
        case "pop", 0 | 1:
            if element == "?":
                raise Uncovered(f"pop of a list that is always empty, in line {line}")
            index = as_int(values[0]) if values else number(-1)
            place = translator.place(index, length(items), state)
            state.heap[owner.number] = translator.with_items(cell, drop(items, place), element)
            return taken_out(element, at(items, place), state, translator.fresh)
        case _:
            raise Uncovered(f"{method} in line {line}")
    state.heap[owner.number] = translator.with_items(state.heap[owner.number], changed, element)
    return Nothing()


def _single(items: Term, value: Term) -> Term:
    from viva.engines.proofs.terms import listed  # noqa: PLC0415

    return listed(items.sort[1], [value])


def _joined(translator: Expressions, owner: Value, node: Node, state: State, line: int) -> Value:
    """`"".join(…)`: of characters, or of texts one after the other."""
    if not (isinstance(owner, Seq) and owner.term.op == "nil"):
        raise Uncovered(f"join with something in between, in line {line}")
    items, element = _sequence(translator, node, state)
    if element == "?":
        return owner
    if element == "char":
        return Seq("text", items, "char")
    if element != "text":
        raise Uncovered(f"join in line {line}")
    name = f"=joined{translator.fresh.name('')}"
    state.names[name] = owner
    pieces = translator.elements(items, "text")

    def run(head: State, clock: Term) -> list[Outcome]:
        head.names[name] = translator.added(head.names[name], pieces.element(head, clock), head, line)
        return [Outcome("next", TRUE, head)]

    _finish(translator.loops.over(state, pieces.rounds, run, frozenset({name}), line, stands=pieces.stands), state)
    return state.names.pop(name)


__all__ = ["called", "iterated", "retyped"]
