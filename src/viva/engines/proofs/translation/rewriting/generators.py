"""What is made one by one: generator expressions, `filter`, and functions with `yield`.

A loop over one of them is written as the loop inside of it, with the body where an element is given: so everything
happens in the order in which Python does it. Where there is no such loop (`list`, `sum`), all elements are made first.
Each function here goes from syntax to syntax, and gives None where that would mean something else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from dataclasses import replace

from viva.engines.proofs.translation import values as v
from viva.engines.syntax.scopes import COMPREHENSIONS, rename_variables, with_own_names
from viva.engines.syntax.source import Function, Module, assigned_names
from viva.engines.syntax.tree import Constant, Field, Node

YIELDED = "=yielded"
_LOOPS = ("For", "While")
_MOST_COPIES = 3
LAZY = frozenset({"map", "filter", "zip", "enumerate", "reversed"})
"""Functions of Python that give what is made one by one."""


def loop_of_expression(loop: Node, fresh: v.Fresh) -> Node | None:
    """`for x in (e for y in ys if c): …` as `for y in ys: if c: x = e; …`."""
    made = with_own_names(loop.node("iter"), fresh)
    generators = made.nodes("generators")
    leaves = _leaves(loop.nodes("body"), "Break") or loop.nodes("orelse")
    if any(each.kind == "NamedExpr" for each in made.within()) or (len(generators) > 1 and leaves):
        return None
    inside = [_bound(loop.node("target"), made.node("elt"), loop.line), *loop.nodes("body")]
    for generator in reversed(generators):
        for test in reversed(generator.nodes("ifs")):
            inside = [Node("If", loop.line, {"test": test, "body": list(inside), "orelse": []})]
        fields: dict[str, Field] = {"target": generator.node("target"), "iter": generator.node("iter")}
        inside = [Node("For", loop.line, {**fields, "body": list(inside), "orelse": []})]
    [whole] = inside
    return Node("For", loop.line, {**whole.fields, "orelse": loop.fields["orelse"]})


def loop_of_filter(loop: Node, fresh: v.Fresh) -> Node:
    """`for x in filter(f, ys): …` as `for y in ys: if f(y): x = y; …`."""
    line = loop.line
    function, items = loop.node("iter").nodes("args")
    here = Node("Name", line, {"id": Constant(fresh.name("=each"))})
    alone = function.kind == "Constant" and function.constant("value") is None
    test = here if alone else Node("Call", line, {"func": function, "args": [here], "keywords": []})
    body = [_bound(loop.node("target"), here, line), *loop.nodes("body")]
    inner = Node("If", line, {"test": test, "body": list(body), "orelse": []})
    return Node("For", line, {**loop.fields, "target": here, "iter": items, "body": [inner]})


def loop_of_function(loop: Node, function: Function, given: Sequence[Node], fresh: v.Fresh) -> list[Node] | None:
    """A loop over what a function yields: its body, with that of the loop in place of each `yield`."""
    names = {name: fresh.name(f"={name}") for name in sorted(function.local)}
    yields = [each for each in _within(function.body) if each.kind == "Yield"]
    body = list(function.body)
    if (
        loop.nodes("orelse")
        or not 0 < len(yields) <= _MOST_COPIES
        or any(each.kind == "Return" for each in _within(body))
    ):
        return None
    if any(each.kind in ("YieldFrom", "FunctionDef", "Try", "Match") for each in _within(body)):
        return None
    if _leaves(loop.nodes("body"), "Continue") and not _is_last(body, in_a_loop=False):
        return None
    if _leaves(loop.nodes("body"), "Break") and not _is_one_loop(body):
        return None
    inside = _with_yields_as(
        [rename_variables(each, names) for each in body],
        lambda value: [_bound(loop.node("target"), value, loop.line), *loop.nodes("body")],
    )
    if inside is None:
        return None
    begin = [
        _bound(Node("Name", loop.line, {"id": Constant(names[name])}), value, loop.line)
        for name, value in zip(function.parameters, given, strict=True)
    ]
    return [*begin, *inside]


def made_at_once(function: Function) -> Function | None:
    """The function that gives the list of all that a function yields."""
    line = function.line
    result = Node("Return", line, {"value": _name(YIELDED, line)})
    empty = _bound(_name(YIELDED, line), Node("List", line, {"elts": []}), line)

    def noted(value: Node) -> list[Node]:
        method = Node("Attribute", line, {"value": _name(YIELDED, line), "attr": Constant("append")})
        return [
            Node(
                "Expr",
                value.line,
                {"value": Node("Call", value.line, {"func": method, "args": [value], "keywords": []})},
            )
        ]

    returns = [each for each in _within(function.body) if each.kind == "Return"]
    if any(isinstance(each.fields.get("value"), Node) for each in returns):
        return None
    body = _with_yields_as(list(function.body), noted, result)
    if body is None:
        return None
    whole = (empty, *body, result)
    return Function(function.name, function.parameters, function.defaults, whole, function.local | {YIELDED}, line)


def _with_yields_as(
    body: Sequence[Node], put: Callable[[Node], list[Node]], back: Node | None = None
) -> list[Node] | None:
    """The statements with others in place of `yield`, and of `return` if `back` is given."""
    made: list[Node] = []
    for each in body:
        value = each.fields.get("value")
        if each.kind == "Return" and back is not None:
            made.append(back)
        elif each.kind == "Expr" and isinstance(value, Node) and value.kind == "Yield":
            given = value.fields.get("value")
            if not isinstance(given, Node):
                return None
            made += put(given)
        elif each.kind == "Expr" and isinstance(value, Node) and value.kind == "YieldFrom":
            here = _name("=passed on", each.line)
            fields: dict[str, Field] = {"target": here, "iter": value.node("value"), "orelse": []}
            made.append(Node("For", each.line, {**fields, "body": list(put(here))}))
        elif each.kind in ("If", "For", "While"):
            parts: dict[str, Field] = {}
            for field in ("body", "orelse"):
                inner = _with_yields_as(each.nodes(field), put, back)
                if inner is None:
                    return None
                parts[field] = list(inner)
            made.append(Node(each.kind, each.line, {**each.fields, **parts}, each.place))
        else:
            if any(part.kind in ("Yield", "YieldFrom") for part in each.within()):
                return None
            made.append(each)
    return made


def _is_last(body: Sequence[Node], *, in_a_loop: bool) -> bool:
    """Whether after each `yield` the innermost loop around it goes to its next round."""
    for place, each in enumerate(body):
        if not any(part.kind == "Yield" for part in each.within()):
            continue
        if each.kind in _LOOPS:
            if not _is_last(each.nodes("body"), in_a_loop=True) or each.nodes("orelse"):
                return False
        elif (
            place + 1 < len(body)
            or not in_a_loop
            or (
                each.kind == "If"
                and not all(_is_last(each.nodes(field), in_a_loop=True) for field in ("body", "orelse"))
            )
        ):
            return False
    return True


def _is_one_loop(body: Sequence[Node]) -> bool:
    """Whether the function is over with the only loop in which it yields something."""
    *before, last = body
    if last.kind not in _LOOPS or last.nodes("orelse") or any(part.kind == "Yield" for part in _within(before)):
        return False
    return not any(part.kind in _LOOPS for part in _within(last.nodes("body")))


def _leaves(body: Sequence[Node], kind: str) -> bool:
    """Whether statements have a `break` or `continue` for the loop around them."""
    for each in body:
        if each.kind == kind:
            return True
        inner = [] if each.kind in (*_LOOPS, "FunctionDef") else ["body"]
        for field in (*inner, "orelse", "finalbody"):
            if field in each.fields and isinstance(each.fields[field], list) and _leaves(each.nodes(field), kind):
                return True
        for field in ("handlers", "cases"):
            if field in each.fields and any(_leaves(part.nodes("body"), kind) for part in each.nodes(field)):
                return True
    return False


def _within(body: Sequence[Node]) -> list[Node]:
    return [part for each in body for part in each.within()]


def _name(name: str, line: int) -> Node:
    return Node("Name", line, {"id": Constant(name)})


def _bound(target: Node, value: Node, line: int) -> Node:
    return Node("Assign", line, {"targets": [target], "value": value})


def used_where_made(body: Sequence[Node], lazy: Set[str]) -> tuple[Node, ...]:
    """Statements in which what is made one by one, and given a name, stands where the name is used: if that is once,
    and nothing between could make a difference. `lazy` are the names of functions that make something of the kind."""
    made = list(body)
    place = 0
    while place < len(made):
        each = made[place]
        name = _kept(each, lazy)
        once = (
            name is not None and _uses(made, name) == 1 and sum(name in assigned_names([other]) for other in made) == 1
        )
        if name is not None and once:
            used = next((later for later in range(place + 1, len(made)) if _uses([made[later]], name)), None)
            if used is not None and all(map(_changes_nothing, made[place + 1 : used])):
                value = each.node("value")
                free = {part.text("id") for part in value.within() if part.kind == "Name"}
                whole = _put_in(made[used], name, value)
                if whole is not None and free.isdisjoint(assigned_names(made[place + 1 : used])):
                    made[used] = whole
                    del made[place]
                    continue
        place += 1
    return tuple(made)


def _kept(statement: Node, lazy: Set[str]) -> str | None:
    """The name that something gets which is made one by one."""
    if statement.kind != "Assign" or [each.kind for each in statement.nodes("targets")] != ["Name"]:
        return None
    value = statement.node("value")
    function = value.fields.get("func")
    called = isinstance(function, Node) and function.kind == "Name" and function.text("id") in lazy
    return statement.nodes("targets")[0].text("id") if value.kind == "GeneratorExp" or called else None


def _uses(body: Sequence[Node], name: str) -> int:
    targets = sum(
        target.kind == "Name" and target.text("id") == name
        for part in _within(body) if part.kind == "Assign" for target in part.nodes("targets")
    )  # fmt: skip
    return sum(part.kind == "Name" and part.text("id") == name for part in _within(body)) - targets


def _changes_nothing(statement: Node) -> bool:
    """Whether a statement binds names to new values, and does nothing else."""
    if statement.kind != "Assign" or any(each.kind != "Name" for each in statement.nodes("targets")):
        return False
    return not any(part.kind in ("Call", "NamedExpr", "Subscript", "Attribute") for part in statement.within())


def _put_in(statement: Node, name: str, value: Node) -> Node | None:
    """The statement with the value where the name is, if that is looked at once and before anything else happens."""
    if statement.kind == "For":
        field = "iter"
    elif statement.kind in ("Return", "Assign", "Expr", "AugAssign"):
        field = "value"
    elif statement.kind == "If":
        field = "test"
    else:
        return None
    inside = statement.fields.get(field)
    if not isinstance(inside, Node):
        return None
    others = [part for key, each in statement.fields.items() if key != field for part in _parts(each)]
    first = _replaced(inside, name, value)
    if first is None or any(part.kind == "Name" and part.text("id") == name for part in _within(others)):
        return None
    if statement.kind in ("Assign", "AugAssign") and any(part.kind == "Call" for part in _within(others)):
        return None
    return Node(statement.kind, statement.line, {**statement.fields, field: first}, statement.place)


def _replaced(node: Node, name: str, value: Node) -> Node | None:
    """None if another call, or something that is done several times, is in the way."""
    if node.kind == "Name":
        return value if node.text("id") == name else None
    if node.kind in ("Lambda", "BoolOp", "IfExp", "NamedExpr"):
        return None
    found: dict[str, Field] = {}
    parts: list[tuple[str, Node]] = [(key, part) for key, each in node.fields.items() for part in _parts(each)]
    holders = [key for key, part in parts if _uses([part], name)]
    if len(holders) != 1:
        return None
    if node.kind in COMPREHENSIONS:
        first, *rest = node.nodes("generators")
        inner = _replaced(first.node("iter"), name, value) if _uses([first.node("iter")], name) else None
        if inner is None:
            return None
        begun = Node(first.kind, first.line, {**first.fields, "iter": inner}, first.place)
        return Node(node.kind, node.line, {**node.fields, "generators": [begun, *rest]}, node.place)
    for key, each in node.fields.items():
        items = _parts(each)
        if isinstance(each, list) and len(items) != len(each):
            return None
        if not items:
            continue
        new: list[Node] = []
        for part in items:
            if _uses([part], name):
                changed = _replaced(part, name, value)
                if changed is None:
                    return None
                new.append(changed)
            elif any(inner.kind in ("Call", "NamedExpr") for inner in part.within()):
                return None
            else:
                new.append(part)
        found[key] = list(new) if isinstance(each, list) else new[0]
    return Node(node.kind, node.line, {**node.fields, **found}, node.place)


def _parts(field: Field) -> list[Node]:
    return [each for each in (field if isinstance(field, list) else [field]) if isinstance(each, Node)]


def inline_lazy_names(function: Function, module: Module) -> Function:
    """The function with what is made one by one where it is used."""
    builtin = LAZY - module.bound - function.local
    own = {name for name, each in module.functions.items() if each.yields} - function.local
    return replace(function, body=used_where_made(function.body, builtin | own))
