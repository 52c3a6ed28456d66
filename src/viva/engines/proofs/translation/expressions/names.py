"""What names stand for: variables, constants of the module, functions, classes, and what is Python's own."""

from __future__ import annotations

from viva.engines.proofs import terms as t
from viva.engines.proofs.translation import values as v
from viva.engines.proofs.translation.table import evaluate, evaluates
from viva.engines.proofs.translation.values import State, Value
from viva.engines.syntax.source import Function, RecordClass
from viva.engines.syntax.tree import Node, Uncovered

LARGEST_CONSTANT = 10**18
LONGEST_CONSTANT = 40


class MaybeUnset(Uncovered):
    """A name that is not bound on all ways to where it is read: it has to be followed whether it is."""

    def __init__(self, name: str, line: int) -> None:
        super().__init__(f"{name}, which may be unset, in line {line}")
        self.name = name


def constant_value(node: Node) -> Value:
    if not hasattr(node.fields.get("value"), "value"):
        raise Uncovered(f"the constant in line {node.line}")
    value = node.constant("value")
    match value:
        case None:
            return v.Nothing()
        case bool():
            return v.Bool(t.TRUE if value else t.FALSE)
        case int() if abs(value) <= LARGEST_CONSTANT:
            return v.Int(t.number(value))
        case str() if len(value) <= LONGEST_CONSTANT:
            if len(value) == 1:
                return v.Char(t.number(ord(value)))
            return v.Seq("text", t.list_term(t.INT, [t.number(ord(letter)) for letter in value]), "char")
    raise Uncovered(f"a constant of this size, in line {node.line}")


def _is_local(name: str, state: State) -> bool:
    return name in state.context.frame.function.local or name.startswith("=")


@evaluates("Name")
def name_value(node: Node, state: State) -> Value:
    name = node.text("id")
    if name in state.names:
        return _bound(state.names[name], state)
    if _is_local(name, state):
        raise MaybeUnset(name, node.line)
    outer = f"{name}^"
    if (
        len(state.context.calls.frames) > 1
        and state.context.frame.function in state.context.calls.frames[-2].functions.values()
        and outer in state.names
    ):
        if name in state.context.frame.function.local:
            raise Uncovered(f"{name} in line {node.line}")
        return _bound(state.names[outer], state)
    if any(name in frame.function.local for frame in state.context.calls.frames[:-1]):
        raise Uncovered(f"{name} of another function, in line {node.line}")
    if name in state.context.module.constants:
        return _of_module(state.context.module.constants[name], state)
    raise Uncovered(f"{name} in line {node.line}")


def _of_module(node: Node, state: State) -> Value:
    """A constant of the module: what can be changed may have other names, and must not be."""
    before = set(state.heap)
    value = evaluate(node, state)
    state.frozen |= state.heap.keys() - before
    return value


def _bound(value: Value, state: State) -> Value:
    if isinstance(value, v.Perhaps):
        state.error = t.lor(state.error, t.lnot(value.bound))
        state.context.found.uncaught += 1
        return value.value
    return value


def function_named(name: str, state: State) -> Function | None:
    if name in state.names:
        return None
    for frame in reversed(state.context.calls.frames):
        if name in frame.functions:
            return frame.functions[name]
        if name in frame.function.local:
            return None
    return state.context.module.functions.get(name)


def is_builtin(name: str, state: State) -> bool:
    return (
        name not in state.names
        and name not in state.context.module.bound
        and not any(name in frame.function.local or name in frame.functions for frame in state.context.calls.frames)
    )


def is_imported(name: str, state: State) -> bool:
    """Whether a name is that of a module of the library, or of something in one."""
    shadowed = name in state.names or any(name in frame.function.local for frame in state.context.calls.frames)
    return name in state.context.module.imported and not shadowed


def called_name(node: Node, state: State) -> str | None:
    """The builtin or the imported function that a call names."""
    function = node.node("func")
    if function.kind == "Name":
        name = function.text("id")
        if is_builtin(name, state):
            return name
        if is_imported(name, state):
            return state.context.module.imported[name]
    if function.kind == "Attribute":
        owner, path = function.node("value"), [function.text("attr")]
        if owner.kind == "Attribute":
            owner, path = owner.node("value"), [owner.text("attr"), *path]
        name = owner.text("id") if owner.kind == "Name" else ""
        if is_imported(name, state):
            return ".".join([state.context.module.imported[name], *path])
    return None


def keyword_arguments(node: Node) -> dict[str, Node]:
    found: dict[str, Node] = {}
    for each in node.nodes("keywords"):
        name = each.constant("arg")
        if not isinstance(name, str) or name in found:
            raise Uncovered(f"the call in line {node.line}")
        found[name] = each.node("value")
    return found


def record_named(name: str, state: State) -> RecordClass | None:
    shadowed = name in state.names or any(name in frame.function.local for frame in state.context.calls.frames)
    return None if shadowed else state.context.module.records.get(name)
