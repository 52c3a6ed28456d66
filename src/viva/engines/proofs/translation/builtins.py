"""Python's own functions, as far as they are covered."""

from __future__ import annotations

from viva.engines.proofs.terms import (
    ANY,
    ZERO,
    div,
    equal,
    length,
    library,
    lor,
    mod,
    nil,
)
from viva.engines.proofs.translation import functional, records, sorting, tables
from viva.engines.proofs.translation.conversions import better, plain_function
from viva.engines.proofs.translation.expressions import Expressions
from viva.engines.proofs.translation.gathering import best, decided, summed
from viva.engines.proofs.translation.iterating import (
    applied,
    items_of,
    keywords,
    made_of,
    name_of,
)
from viva.engines.proofs.translation.values import (
    NUMBER,
    Cell,
    Char,
    Int,
    Row,
    Seq,
    State,
    Value,
    holds_lists,
    taken_out,
)
from viva.engines.syntax.tree import Node, Uncovered


def called(translator: Expressions, node: Node, state: State) -> Value:
    function, line = node.node("func"), node.line
    imported = name_of(translator, node, state) if function.kind == "Attribute" else None
    if imported == "collections.OrderedDict.fromkeys":  # a method, as that of `dict`
        imported = None
    if imported is not None:
        return _builtin(translator, imported, node, state)
    if function.kind == "Lambda" and not node.nodes("keywords"):
        return applied(translator, function, [translator.evaluate(each, state) for each in node.nodes("args")], state)
    if function.kind == "Attribute":
        from viva.engines.proofs.translation.methods import method_called  # noqa: PLC0415 it needs this module

        return method_called(translator, node, state)
    if function.kind != "Name":
        raise Uncovered(f"the call in line {line}")
    name = function.text("id")
    own = translator.function_named(name, state)
    if own is not None:
        given = [translator.evaluate(each, state) for each in node.nodes("args")]
        by_name = {word: translator.evaluate(each, state) for word, each in keywords(node).items()}
        rest = own.parameters[len(given) :]
        named = [word for word in rest if word in by_name]
        if len(named) != len(by_name) or tuple(named) != rest[: len(named)]:
            raise Uncovered(f"arguments by name, in line {line}")
        return translator.call(own, [*given, *(by_name[word] for word in named)], state, line)
    record = records.record_named(translator, name, state)
    if record is not None:
        return records.constructed(translator, record, node.nodes("args"), keywords(node), state, line)
    builtin = name_of(translator, node, state)
    if builtin is None:
        raise Uncovered(f"{name} in line {line}")
    return _builtin(translator, builtin, node, state)


def _builtin(translator: Expressions, name: str, node: Node, state: State) -> Value:
    args, line = node.nodes("args"), node.line
    if node.nodes("keywords"):
        if name == "dataclasses.replace":
            return records.replaced(translator, args, keywords(node), state, line)
        return _by_name(translator, name, args, keywords(node), state, line)
    match name, len(args):
        case (("len" | "abs" | "int" | "bool" | "str" | "ord" | "chr" | "round"), 1):
            return plain_function(translator, name, translator.evaluate(args[0], state), state, line)
        case "divmod", 2:
            one, two = (translator.whole(translator.evaluate(each, state), state) for each in args)
            state.error = lor(state.error, equal(two, ZERO))
            return Row((Int(div(one, two)), Int(mod(one, two))))
        case ("pow", 2):
            base, exponent = (translator.evaluate(each, state) for each in args)
            return translator.binary("Pow", base, exponent, state, line)
        case ("functools.reduce", 2 | 3):
            return functional.reduced(translator, args, state, line)
        case ("collections.Counter", 0 | 1):
            return tables.counter(translator, args, state, line)
        case ("collections.defaultdict", 1):
            return tables.defaultdict(translator, args, state, line)
        case ("list" | "tuple" | "set", 0):
            return Row(()) if name == "tuple" else translator.new(name, [], state)
        case ("dict" | "collections.OrderedDict", 0):
            return translator.fresh.cell(state, Cell("dict", (nil(ANY), nil(ANY)), ("?", "?")))
        case ("dict", 1):
            return tables.copied(translator, args[0], state, line)
        case ("set", 1):
            return made_of(translator, translator.iterable(args[0], state), state, line, "set")
        case ("list" | "tuple", 1):
            items, element = items_of(translator, args[0], state)
            if holds_lists(element):
                state.sharing.note_second_place()
            if name == "tuple":
                return Seq("tuple", items, element)
            return translator.fresh.cell(state, Cell("list", (items,), (element,)))
        case ("sum", 1 | 2):
            return summed(translator, args[0], args[1] if len(args) == 2 else None, state, line)
        case ("any" | "all", 1):
            return decided(translator, name, args[0], state, line)
        case ("max" | "min", 1):
            items, element = items_of(translator, args[0], state, any_order=True)
            if element not in ("int", "char", NUMBER):
                raise Uncovered(f"{name} of such elements, in line {line}")
            state.error = lor(state.error, equal(length(items), ZERO))
            best = library.largest(items, 1 if name == "max" else -1)
            return taken_out(element, best, state, translator.fresh)
        case ("max" | "min", _) if args:
            return better(translator, name, [translator.evaluate(each, state) for each in args], state)
        case ("sorted", 1):
            return sorting.sorted_list(translator, args[0], {}, state, line)
        case ("heapq.nlargest" | "heapq.nsmallest", 2):
            return sorting.largest_ones(translator, name, args, state, line)
    raise Uncovered(f"{name} in line {line}")


def _or_default(  # noqa: PLR0917 what every function is given
    translator: Expressions, name: str, node: Node, default: Node, state: State, line: int
) -> Value:
    """`max(items, default=…)`."""
    items, element = items_of(translator, node, state, any_order=True)
    before = dict(state.heap)
    given = translator.evaluate(default, state)
    translator.steady(before, state, line)
    if element == "?":
        return given
    if element not in ("int", "char"):
        raise Uncovered(f"{name} of such elements, in line {line}")
    found = library.largest(items, 1 if name == "max" else -1)
    largest = Int(found) if element == "int" else Char(found)
    empty = equal(length(items), ZERO)
    return translator.merger.value(empty, given, largest, state, state, state, frozenset())


def _by_name(  # noqa: PLR0917 what every function is given
    translator: Expressions, name: str, args: list[Node], named: dict[str, Node], state: State, line: int
) -> Value:
    if name == "sorted" and len(args) == 1 and named.keys() <= {"reverse", "key"}:
        return sorting.sorted_list(translator, args[0], named, state, line)
    if name in ("max", "min") and len(args) == 1 and set(named) == {"key"}:
        return best(translator, name, args[0], named["key"], state, line)
    if name in ("max", "min") and len(args) == 1 and set(named) == {"key", "default"}:
        return best(translator, name, args[0], named["key"], state, line, named["default"])
    if name in ("max", "min") and len(args) == 1 and set(named) == {"default"}:
        return _or_default(translator, name, args[0], named["default"], state, line)
    raise Uncovered(f"{name} with arguments by name, in line {line}")
