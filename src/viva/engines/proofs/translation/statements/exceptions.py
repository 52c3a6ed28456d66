"""`try` around one statement whose errors are known."""

from __future__ import annotations

from viva.engines.proofs import terms as t
from viva.engines.proofs.translation import values as v
from viva.engines.proofs.translation.expressions.names import function_named, is_builtin
from viva.engines.proofs.translation.statements.block import execute, run_block
from viva.engines.proofs.translation.table import evaluate, executes
from viva.engines.proofs.translation.values import Outcome, State
from viva.engines.proofs.translation.values.containers import AlwaysMissing
from viva.engines.syntax.tree import Node, Uncovered

_KNOWN = frozenset({"IndexError", "KeyError", "ValueError", "ZeroDivisionError"})
_ERRORS: dict[str, frozenset[str]] = {
    **{name: frozenset({name}) for name in sorted(_KNOWN)},
    "LookupError": frozenset({"IndexError", "KeyError"}), "ArithmeticError": frozenset({"ZeroDivisionError"}),
    "Exception": _KNOWN,
}  # fmt: skip
"""What is caught by whom."""
_OF_KEYS = frozenset({"pop", "remove"})
"""Methods of lists that sets and dictionaries have too: there a KeyError is raised."""
_RAISED: dict[str, frozenset[str]] = {
    "index": frozenset({"ValueError"}), "remove": frozenset({"ValueError"}), "pop": frozenset({"IndexError"}),
    "max": frozenset({"ValueError"}), "min": frozenset({"ValueError"}), "len": frozenset(), "abs": frozenset(),
    "append": frozenset(), "count": frozenset(), "get": frozenset(), "int": frozenset({"ValueError"}),
    "str": frozenset(), "lower": frozenset(), "upper": frozenset(), "strip": frozenset(), "sorted": frozenset(),
    "sum": frozenset(),
}  # fmt: skip
"""The errors of functions and methods, of those that are covered."""


@executes("Try")
def try_statement(node: Node, state: State) -> list[Outcome]:
    """Plain statements whose errors are known, and one way to go on after them."""
    body, handlers = node.nodes("body"), node.nodes("handlers")
    if len(handlers) != 1 or node.nodes("finalbody"):
        raise Uncovered(f"Try in line {node.line}")
    [handler] = handlers
    caught = _caught_by(handler, state)
    found: list[Outcome] = []
    condition, error = t.TRUE, state.error
    for statement in body:
        if not _errors_of(statement, state) <= caught:
            raise Uncovered(f"an error that is not caught, in line {statement.line}")
        try:
            done, failed = _attempt(statement, state.copy(), node.line)
        except AlwaysMissing:
            if any(each.kind in _SOMETIMES for each in statement.within()) or not _only_reads(statement):
                raise
            done, failed = Outcome("next", t.TRUE, state.copy()), t.TRUE
        if failed is not t.FALSE:
            after = state.copy()
            after.path = (*state.path, failed)
            for each in run_block(handler.nodes("body"), after):
                whole = t.land(condition, failed, each.condition)
                found.append(Outcome(each.kind, whole, each.state, each.value))
        condition = t.land(condition, t.lnot(failed))
        state = done.state
        state.error = error
        state.path = (*state.path, t.lnot(failed))
        if condition is t.FALSE:
            return found
        if done.kind != "next":
            return [Outcome(done.kind, condition, state, done.value), *found]
    for each in run_block(node.nodes("orelse"), state):
        found.append(Outcome(each.kind, t.land(condition, each.condition), each.state, each.value))
    return found


def _attempt(statement: Node, state: State, line: int) -> tuple[Outcome, t.Term]:
    """How a statement ends, and where it fails; then it has changed nothing."""
    tried = state.copy()
    tried.error = t.FALSE
    others = state.context.found.uncaught
    [done] = execute(statement, tried)
    if state.context.found.uncaught != others:
        raise Uncovered(f"an error that is not known, in line {line}")
    failed = done.state.error
    changes = any(done.state.heap.get(place) != cell for place, cell in state.heap.items())
    if changes and failed is not t.FALSE and not _at_the_end(statement):
        raise Uncovered(f"a change before an error, in line {line}")
    return done, failed


def _errors_of(statement: Node, state: State) -> set[str]:
    """The names of all errors that a statement can raise."""
    targets = statement.nodes("targets") if statement.kind == "Assign" else []
    targets += [statement.node("target")] if statement.kind == "AugAssign" else []
    plain = [each.kind for each in targets] in (["Name"], ["Subscript"])
    if not plain and statement.kind not in ("Return", "Expr"):
        raise Uncovered(f"Try in line {statement.line}")
    found: set[str] = set()
    for each in statement.within():
        match each.kind:
            case "Slice" if plain and each in [target.fields.get("slice") for target in targets]:
                raise Uncovered(f"Try in line {statement.line}")
            case "AugAssign" if each.node("op").kind in ("FloorDiv", "Mod"):
                found.add("ZeroDivisionError")
            case "ListComp" | "GeneratorExp" | "SetComp" | "DictComp" | "Lambda" | "Dict" | "Set" | "JoinedStr":
                raise Uncovered(f"Try in line {statement.line}")
            case "NamedExpr":
                raise Uncovered(f"Try in line {statement.line}")
            case "Name" if isinstance(state.names.get(each.text("id")), v.Maybe | v.Perhaps):
                raise Uncovered(f"an error that is not known, in line {statement.line}")
            case "Name" if function_named(each.text("id"), state) is not None:  # called by whom it is given to
                raise Uncovered(f"an error that is not known, in line {statement.line}")
            case "Subscript" if each.node("slice").kind != "Slice":
                found.add("KeyError" if _has_keys(each.node("value"), state) else "IndexError")
            case "BinOp" if each.node("op").kind in ("FloorDiv", "Mod"):
                found.add("ZeroDivisionError")
            case "Call":
                function = each.node("func")
                name = function.text("attr" if function.kind == "Attribute" else "id")
                if function.kind == "Name" and not is_builtin(name, state):
                    raise Uncovered(f"an error that is not known, in line {statement.line}")
                if name not in _RAISED:
                    raise Uncovered(f"an error that is not known, in line {statement.line}")
                keys = name in _OF_KEYS and _has_keys(function.node("value"), state)
                found |= {"KeyError"} if keys else _RAISED[name]
    return found


def _has_keys(node: Node, state: State) -> bool:
    """Whether something is a set or a dictionary."""
    looked = state.copy()  # what is made on the way is in its heap only
    owner = evaluate(node, looked)
    if isinstance(owner, v.Ref) and looked.heap[owner.number].kind in (v.OF_NUMBERS, v.OF_LISTS):
        raise Uncovered(f"a dictionary that changes when it is read, in line {node.line}")
    return isinstance(owner, v.Ref) and looked.heap[owner.number].kind != "list"


def _is_used(name: str, state: State) -> bool:
    """Whether the function has the name anywhere but after `as`."""
    function = state.context.frame.function
    inside = (node for statement in function.body for node in statement.within())
    return name in function.parameters or any(node.kind == "Name" and node.text("id") == name for node in inside)


def _caught_by(handler: Node, state: State) -> set[str]:
    """The names of all errors after which a handler goes on."""
    name = handler.constant("name")
    if name is not None and _is_used(str(name), state):
        raise Uncovered(f"an error that is looked at, in line {handler.line}")
    kind = handler.optional("type")
    if kind is None:
        return set(_ERRORS["Exception"])
    names = kind.nodes("elts") if kind.kind == "Tuple" else [kind]
    found: set[str] = set()
    for each in names:
        name = each.text("id") if each.kind == "Name" else ""
        if name not in _ERRORS or not is_builtin(name, state):
            raise Uncovered(f"Try in line {handler.line}")
        found |= _ERRORS[name]
    return found


_SOMETIMES = frozenset({"IfExp", "BoolOp", "Compare", "Lambda"})
"""Expressions that may leave out a part of themselves."""
_READING = frozenset(
    {"len", "abs", "count", "get", "index", "max", "min", "int", "str", "lower", "upper", "strip", "sum"}
)


def _only_reads(statement: Node) -> bool:
    """Whether no call in a statement changes anything."""
    calls = [each.node("func") for each in statement.within() if each.kind == "Call"]
    return all(each.text("attr" if each.kind == "Attribute" else "id") in _READING for each in calls)


def _at_the_end(statement: Node) -> bool:
    """Whether what a statement changes is changed by the last thing that it does."""
    if statement.kind in ("Assign", "AugAssign"):
        return _only_reads(statement)
    value = statement.optional("value")
    return (
        value is not None
        and value.kind == "Call"
        and value.node("func").kind == "Attribute"
        and value.node("func").node("value").kind == "Name"
        and not any(inner.kind == "Call" for arg in value.nodes("args") for inner in arg.within())
    )
