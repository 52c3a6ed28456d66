"""Functions inside of others that call themselves, as functions of the module: what they see of the function around
them is given to them as further arguments.

That is the same where each such name has one meaning for as long as the inner function is there: it is a parameter, or
is bound once, before. From syntax to syntax.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from viva.engines.syntax.scopes import COMPREHENSIONS, bound_in, parameters_of
from viva.engines.syntax.source import assigned_names
from viva.engines.syntax.tree import Constant, Field, Node


def with_lifted_functions(tree: Node) -> Node:
    """The module with such functions of its own."""
    made: list[Node] = []
    for each in tree.nodes("body"):
        rest, taken = each, True
        while rest.kind == "FunctionDef" and taken:
            taken = False
            for inner in [part for part in rest.nodes("body") if part.kind == "FunctionDef"]:
                lifted = _lifted(inner, rest, [other for other in tree.nodes("body") if other is not each], made)
                if lifted is not None:
                    own, rest = lifted
                    made.append(own)
                    taken = True
                    break
        made.append(rest)
    return replace(tree, fields={**tree.fields, "body": list(made)}) if len(made) > len(tree.nodes("body")) else tree


def _lifted(inner: Node, outer: Node, others: Sequence[Node], made: Sequence[Node]) -> tuple[Node, Node] | None:
    """The inner function on its own, and the outer one without it."""
    name, body = inner.text("name"), outer.nodes("body")
    place = next(number for number, each in enumerate(body) if each is inner)
    after, before = body[place + 1 :], body[:place]
    if not _is_plain(inner) or not _calls(inner.nodes("body"), name) or _uses([*before, *others, *made], name):
        return None
    seen = _seen(inner, outer)
    if seen is None or name in _bound_inside([*after, *inner.nodes("body")]) | assigned_names(tuple(after)):
        return None
    again = assigned_names((*after, *inner.nodes("body")))
    inside = _bound_inside([*before, *after, *inner.nodes("body")])
    known = {*_parameters(outer)} - assigned_names(tuple(before)) | {
        each.nodes("targets")[0].text("id") for each in before if _binds_once(each, before) and each.kind == "Assign"
    }
    if not set(seen) <= known - again - inside:
        return None
    calls = len(_calls([*after, *inner.nodes("body")], name))
    if _uses([*after, *inner.nodes("body")], name) != calls:
        return None
    count = len(_parameters(inner))
    if any(len(each.nodes("args")) != count or each.nodes("keywords") for each in _calls([*after, inner], name)):
        return None
    given = inner.node("args")
    more = [Node("arg", inner.line, {"arg": Constant(each), "annotation": Constant(None)}) for each in seen]
    arguments = replace(given, fields={**given.fields, "args": [*given.nodes("args"), *more]})
    own_body = [_with_arguments(each, name, seen) for each in inner.nodes("body")]
    own = replace(inner, fields={**inner.fields, "args": arguments, "body": list(own_body)})
    rest = [*before, *(_with_arguments(each, name, seen) for each in after)]
    return own, replace(outer, fields={**outer.fields, "body": list(rest)})


def _is_plain(function: Node) -> bool:
    given = function.node("args")
    return (
        not function.nodes("decorator_list")
        and not given.nodes("defaults")
        and not given.nodes("kwonlyargs")
        and not given.nodes("posonlyargs")
        and given.optional("vararg") is None
        and given.optional("kwarg") is None
        and all(each.kind not in ("Global", "Nonlocal", "FunctionDef", "Yield", "YieldFrom") for each in _all(function))
    )


def _all(function: Node) -> list[Node]:
    return [part for each in function.nodes("body") for part in each.within()]


def _parameters(function: Node) -> list[str]:
    return [each.text("arg") for each in function.node("args").nodes("args")]


def _binds_once(statement: Node, among: Sequence[Node]) -> bool:
    """Whether a statement gives a name its only value."""
    if statement.kind != "Assign" or [each.kind for each in statement.nodes("targets")] != ["Name"]:
        return False
    name = statement.nodes("targets")[0].text("id")
    return not any(name in assigned_names([each]) for each in among if each is not statement)


def _seen(inner: Node, outer: Node) -> list[str] | None:
    """The names that an inner function has from the one around it; None where a name has two meanings there."""
    around = {*_parameters(outer), *assigned_names(tuple(outer.nodes("body")))}
    own = {*_parameters(inner), *assigned_names(tuple(inner.nodes("body")))}
    hidden = _bound_inside(inner.nodes("body"))
    used = {each.text("id") for each in _all(inner) if each.kind == "Name"}
    if not hidden.isdisjoint(around):
        return None
    return sorted((used & around) - own - {inner.text("name")})


def _bound_inside(nodes: Sequence[Node]) -> set[str]:
    """What comprehensions, lambdas and functions inside bind for themselves."""
    found: set[str] = set()
    for each in (part for node in nodes for part in node.within()):
        if each.kind in COMPREHENSIONS:
            found |= bound_in(each)
        elif each.kind == "Lambda":
            found |= set(parameters_of(each))
        elif each.kind == "FunctionDef":
            found |= {*_parameters(each), *assigned_names(tuple(each.nodes("body")))}
    return found


def _calls(nodes: Sequence[Node], name: str) -> list[Node]:
    return [
        each for node in nodes for each in node.within()
        if each.kind == "Call" and each.node("func").kind == "Name" and each.node("func").text("id") == name
    ]  # fmt: skip


def _uses(nodes: Sequence[Node], name: str) -> int:
    """How often a name is there, whatever it stands for."""
    words = ("id", "arg", "name", "asname")
    return sum(
        each.fields.get(word) == Constant(name)
        for node in nodes for each in node.within() for word in words
    )  # fmt: skip


def _with_arguments(node: Node, name: str, more: Sequence[str]) -> Node:
    """Calls of a function with further arguments."""
    fields: dict[str, Field] = {}
    for word, value in node.fields.items():
        if isinstance(value, list):
            fields[word] = [_with_arguments(each, name, more) if isinstance(each, Node) else each for each in value]
        else:
            fields[word] = _with_arguments(value, name, more) if isinstance(value, Node) else value
    if node.kind == "Call" and node.node("func").kind == "Name" and node.node("func").text("id") == name:
        args = fields["args"]
        assert isinstance(args, list)
        fields["args"] = [*args, *(Node("Name", node.line, {"id": Constant(each)}) for each in more)]
    return replace(node, fields=fields)
