"""Loops over rows that they change, as loops over the places of the rows."""

from __future__ import annotations

from collections.abc import Sequence, Set

from viva.engines.proofs.translation import values as v
from viva.engines.syntax.scopes import rename_variables
from viva.engines.syntax.source import assigned_names
from viva.engines.syntax.tree import Constant, Field, Node

CHANGING_METHODS = frozenset({"append", "extend", "insert", "remove", "pop", "sort", "reverse", "clear"})
PLACES = ("Subscript", "Attribute")


def loop_over_places(loop: Node, methods: Set[str], fresh: v.Fresh) -> Node | None:
    """`for row in rows: …` as `for i in range(len(rows)): …` with `rows[i]` for `row`: where the body changes the row,
    and has nothing to do with `rows` otherwise; `methods` change something. None for all others."""
    target, walked, body = loop.node("target"), loop.node("iter"), loop.nodes("body")
    if (
        target.kind != "Name"
        or walked.kind != "Name"
        or not any(_changes(part, target.text("id"), methods) for part in _within(body))
    ):
        return None
    name, rows, line = target.text("id"), walked.text("id"), loop.line
    used = {part.text("id") for part in _within(body) if part.kind == "Name"}
    if rows in used or name in assigned_names(body) or rows == name:
        return None
    here = fresh.name("=place")
    index: dict[str, Field] = {"value": walked, "slice": Node("Name", line, {"id": Constant(here)})}
    mark = fresh.name("=row")
    marked = [rename_variables(each, {name: mark}) for each in body]
    placed = [_replaced(each, mark, Node("Subscript", line, index)) for each in marked]
    size = Node("Call", line, {"func": Node("Name", line, {"id": Constant("len")}), "args": [walked], "keywords": []})
    steps = Node("Call", line, {"func": Node("Name", line, {"id": Constant("range")}), "args": [size], "keywords": []})
    fields: dict[str, Field] = {"target": Node("Name", line, {"id": Constant(here)}), "iter": steps}
    return Node("For", line, {**loop.fields, **fields, "body": list(placed)})


def _changes(node: Node, name: str, methods: Set[str]) -> bool:
    def is_row(part: Node) -> bool:
        return part.kind == "Name" and part.text("id") == name

    if node.kind == "Call" and node.node("func").kind == "Attribute":
        return node.node("func").text("attr") in methods and is_row(node.node("func").node("value"))
    targets = node.nodes("targets") if node.kind in ("Assign", "Delete") else []
    targets += [node.node("target")] if node.kind == "AugAssign" else []
    return any(each.kind in PLACES and is_row(each.node("value")) for each in targets)


def _replaced(node: Node, name: str, by: Node) -> Node:
    if node.kind == "Name":
        return by if node.text("id") == name else node
    changed: dict[str, Field] = {}
    for field, value in node.fields.items():
        if isinstance(value, list):
            changed[field] = [_replaced(item, name, by) if isinstance(item, Node) else item for item in value]
        elif isinstance(value, Node):
            changed[field] = _replaced(value, name, by)
    return Node(node.kind, node.line, {**node.fields, **changed}, node.place)


def _within(body: Sequence[Node]) -> list[Node]:
    return [part for each in body for part in each.within()]
