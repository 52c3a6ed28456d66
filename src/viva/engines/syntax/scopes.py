"""Names of comprehensions and lambdas: they are variables of their own, whatever the function around them has.

They are given names that no source has, so that a function that is called inside still sees the variable that it means.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from viva.engines.syntax.tree import Constant, Field, Node, Uncovered

COMPREHENSIONS = frozenset({"ListComp", "SetComp", "DictComp", "GeneratorExp"})


class Fresh(Protocol):
    """Whoever has names that nothing else has."""

    def name(self, hint: str) -> str: ...


def with_own_names(comprehension: Node, fresh: Fresh) -> Node:
    """A comprehension whose variables nobody else has. What its first loop goes through is outside of them."""
    names = {name: fresh.name(f"={name}") for name in sorted(bound_in(comprehension))}
    return _inside(comprehension, {}, names)


def bound_in(comprehension: Node) -> set[str]:
    """The variables of a comprehension."""
    targets = [each.node("target") for each in comprehension.nodes("generators")]
    return {part.text("id") for target in targets for part in target.within() if part.kind == "Name"}


def parameters_of(function: Node) -> list[str]:
    """The parameters of a lambda, where they are plain."""
    arguments = function.node("args")
    others = [*arguments.nodes("defaults"), *arguments.nodes("kwonlyargs"), *arguments.nodes("posonlyargs")]
    plain = not others and arguments.optional("vararg") is None and arguments.optional("kwarg") is None
    names = [each.text("arg") for each in arguments.nodes("args")]
    if not plain or len(set(names)) != len(names):
        raise Uncovered(f"the parameters in line {function.line}")
    return names


def owners_of_methods(node: Node) -> set[str]:
    """The names whose methods are given to functions (`map(d.get, xs)`): what they stand for is looked up once."""
    given = (each for call in node.within() if call.kind == "Call" for each in call.nodes("args"))
    owners = (each.node("value") for each in given if each.kind == "Attribute")
    return {owner.text("id") for owner in owners if owner.kind == "Name"}


def rename_variables(node: Node, names: Mapping[str, str]) -> Node:
    """The same with other names for variables, where they are not those of a scope inside."""
    if not names:
        return node
    if node.kind == "Name":
        name = node.text("id")
        return _with(node, {"id": Constant(names[name])}) if name in names else node
    if node.kind in COMPREHENSIONS:
        own = bound_in(node)
        return _inside(node, names, {name: other for name, other in names.items() if name not in own})
    if node.kind == "Lambda":
        own = set(parameters_of(node))
        inner = {name: other for name, other in names.items() if name not in own}
        return _with(node, {"body": rename_variables(node.node("body"), inner)})
    if node.kind in ("FunctionDef", "ClassDef"):
        raise Uncovered(f"{node.kind} in line {node.line}")
    changed: dict[str, Field] = {}
    for field, value in node.fields.items():
        if isinstance(value, list):
            changed[field] = [rename_variables(item, names) if isinstance(item, Node) else item for item in value]
        elif isinstance(value, Node):
            changed[field] = rename_variables(value, names)
        elif field == "name" and isinstance(value, Constant) and value.value in names:  # of a pattern
            changed[field] = Constant(names[str(value.value)])
    return _with(node, changed)


def _inside(comprehension: Node, outer: Mapping[str, str], inner: Mapping[str, str]) -> Node:
    """A comprehension whose first loop goes through what `outer` names; all the rest is inside."""
    first, *rest = comprehension.nodes("generators")
    begun = rename_variables(_with(first, {"iter": Constant(None)}), inner)
    generators = [
        _with(begun, {"iter": rename_variables(first.node("iter"), outer)}),
        *(rename_variables(each, inner) for each in rest),
    ]
    parts: dict[str, Field] = {
        field: rename_variables(comprehension.node(field), inner)
        for field in ("elt", "key", "value")
        if field in comprehension.fields
    }
    return _with(comprehension, {**parts, "generators": list(generators)})


def _with(node: Node, changed: Mapping[str, Field]) -> Node:
    return Node(node.kind, node.line, {**node.fields, **changed}, node.place)
