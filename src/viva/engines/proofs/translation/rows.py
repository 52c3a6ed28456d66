"""Changes of a list that is inside of another one, or of a dictionary: `grid[i][j] = x`, `groups[k].append(x)`.

The terms of a list have its rows in them as values. So a row may be changed through its owner only if nobody else can
look at it: no list has ever been put into two places (`Sharing`), and no name is that of a list which may be a row. The
row is given a cell of its own for one statement, and put back at its end.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass

from viva.engines.proofs.terms import Term, at, length, library, lnot, lor, part, put, tuple_of
from viva.engines.proofs.translation.patterns import Patterns
from viva.engines.proofs.translation.values import (
    OBJECT,
    OF_LISTS,
    TABLES,
    Cell,
    Fresh,
    Ref,
    State,
    Type,
    as_int,
    holds_lists,
    is_object,
    joined_type,
    references,
    retyped,
    sort_of,
)
from viva.engines.syntax.scopes import renamed
from viva.engines.syntax.source import assigned
from viva.engines.syntax.tree import Constant, Field, Node, Uncovered

OF_LISTS_CHANGING = frozenset({"append", "extend", "insert", "remove", "pop", "sort", "reverse", "clear"})
_PLACES = ("Subscript", "Attribute")


@dataclass(frozen=True, slots=True)
class Lent:
    """A row in a cell of its own: the list or dictionary that it is of, and its place there."""

    row: Ref
    owner: Ref
    place: Term


class Rows(Patterns):
    def change_of_row(self, node: Node, state: State) -> bool:
        """Whether a statement changes a row, or a list in a dictionary; if so it is done."""
        match node.kind:
            case "Expr" if _method_on_row(node.node("value")):
                call = node.node("value")
                owner = call.node("func").node("value")
                rest = [*call.nodes("args"), *call.nodes("keywords")]
            case "Assign" if len(node.nodes("targets")) == 1 and node.nodes("targets")[0].kind in _PLACES:
                target = node.nodes("targets")[0]
                owner, rest = target.node("value"), [target]
            case "AugAssign" if node.node("target").kind in _PLACES:
                target = node.node("target")
                owner, rest = target.node("value"), [target, node.node("value")]
                if node.node("op").kind == "Add" and self._is_owner(target, state, lists=True):
                    return self._extended(node, state)
            case _:
                return False
        if not self._is_owner(owner, state):
            return False
        given = None
        if node.kind == "Assign":  # what is given is looked at before its place
            given = self.fresh.name("=given")
            state.names[given] = self.evaluate(node.node("value"), state)
        lent = self._lend(owner, rest, state)
        name = self.fresh.name("=row")
        state.names[name] = lent.row
        instead = _instead(node, owner, name, given)
        before = {place: cell for place, cell in state.heap.items() if place != lent.row.number}
        [done] = self.statement(instead, state)
        assert done.state is state
        self.steady(before, state, node.line)
        del state.names[name]
        if given is not None:
            del state.names[given]
        self._put_back(lent, state)
        return True

    def _extended(self, node: Node, state: State) -> bool:
        """`groups[k] += …`: the list is made longer, and entered where it is already."""
        lent = self._lend(node.node("target"), [node.node("value")], state)
        before = {place: cell for place, cell in state.heap.items() if place != lent.row.number}
        added = self.evaluate(node.node("value"), state)
        self.extend(lent.row, added, state, node.line)
        self.steady(before, state, node.line)
        self._put_back(lent, state)
        return True

    def _is_owner(self, node: Node, state: State, *, lists: bool = False) -> bool:
        """Whether an expression is a row of a list, or a list of a dictionary; or an instance, but for `lists`."""
        looked = state.copy()
        if node.kind == "Subscript" and node.node("slice").kind != "Slice" and node.node("value").kind == "Name":
            owner = self.evaluate(node.node("value"), looked)
        elif _is_setdefault(node):
            owner = self.evaluate(node.node("func").node("value"), looked)
            return isinstance(owner, Ref) and looked.heap[owner.number].kind in TABLES
        else:
            return False
        if not isinstance(owner, Ref) or looked.heap[owner.number].kind not in ("list", *TABLES):
            return False
        cell = looked.heap[owner.number]
        kind = cell.elements[-1]
        wanted = ("list",) if lists else ("list", OBJECT)
        return cell.kind == OF_LISTS or (isinstance(kind, tuple) and kind[0] in wanted)

    def _lend(self, node: Node, others: Sequence[Node], state: State) -> Lent:
        line = node.line
        if not self.frames[-1].calm or any(part.kind == "NamedExpr" for each in others for part in each.within()):
            raise Uncovered(f"a change of a list that has several names, in line {line}")
        if node.kind == "Subscript":
            owner = self.evaluate(node.node("value"), state)
            key = self.evaluate(node.node("slice"), state)
        else:
            owner = self.evaluate(node.node("func").node("value"), state)
            key = self.evaluate(node.nodes("args")[0], state)
        assert isinstance(owner, Ref)
        cell = self.changing(owner, state, line)
        if node.kind != "Subscript" or cell.kind == OF_LISTS:
            self.enter_if_missing(owner, key, self.new("list", [], state), state, line)
            cell = state.heap[owner.number]
        if cell.kind == "list":
            place = self.place(as_int(key), length(cell.terms[0]), state)
        else:
            wanted = self.element_like(key, cell.elements[0], state, line)
            state.error = lor(state.error, lnot(library.contains(cell.terms[0], wanted)))
            place = library.first_place(cell.terms[0], wanted)
        match cell.elements[-1]:
            case ("list", element) if not holds_lists(element):  # type: ignore[arg-type]
                self._sole(state, line)
                row = Cell("list", (at(cell.terms[-1], place),), (element,))  # type: ignore[arg-type]
                return Lent(self.fresh.cell(state, row), owner, place)
            case ("object", name, *fields) if not any(map(holds_lists, fields)):  # type: ignore[arg-type]
                self._sole(state, line)
                whole = at(cell.terms[-1], place)
                terms = tuple(part(whole, field) for field in range(len(fields)))
                instance = Cell(f"{OBJECT} {name}", terms, tuple(fields))  # type: ignore[arg-type]
                return Lent(self.fresh.cell(state, instance), owner, place)
        raise Uncovered(f"a change of a list that has several names, in line {line}")

    def _sole(self, state: State, line: int) -> None:
        """Refuses if somebody else might look at a row."""
        state.sharing.changed = True
        held = {number for value in state.names.values() for number in references(value)}
        if state.sharing.twice or any(_may_be_a_row(state.heap[number]) for number in held & state.frozen):
            raise Uncovered(f"a change of a list that has several names, in line {line}")

    def _put_back(self, lent: Lent, state: State) -> None:
        row, cell = state.heap[lent.row.number], state.heap[lent.owner.number]
        own: Type = ("list", row.elements[0])
        term = row.terms[0]
        if is_object(row.kind):
            own, term = (*row.kind.split(" "), *row.elements), tuple_of(list(row.terms))
        kind = joined_type(cell.elements[-1], own)
        sort = sort_of(kind)
        rows = put(retyped(cell.terms[-1], ("list", sort)), lent.place, retyped(term, sort))
        state.heap[lent.owner.number] = Cell(cell.kind, (*cell.terms[:-1], rows), (*cell.elements[:-1], kind))
        del state.heap[lent.row.number]


def _may_be_a_row(cell: Cell) -> bool:
    return cell.kind == "list" or cell.kind.startswith(f"{OBJECT} ")


def _method_on_row(call: Node) -> bool:
    """Whether something is a call of a method on a row. One that gives a value is looked at as it stands."""
    return call.kind == "Call" and call.node("func").kind == "Attribute"


def _is_setdefault(node: Node) -> bool:
    if node.kind != "Call" or node.node("func").kind != "Attribute" or node.nodes("keywords"):
        return False
    args = node.nodes("args")
    return (
        node.node("func").text("attr") == "setdefault"
        and node.node("func").node("value").kind == "Name"
        and len(args) == 2
        and args[1].kind == "List"
        and not args[1].nodes("elts")
    )


def _instead(node: Node, owner: Node, name: str, given: str | None) -> Node:
    """The statement with a name where the row was, and one for what is given."""
    row = Node("Name", owner.line, {"id": Constant(name)})
    if node.kind == "Expr":
        call = node.node("value")
        function = Node("Attribute", call.line, {**call.node("func").fields, "value": row})
        return Node("Expr", node.line, {"value": Node("Call", call.line, {**call.fields, "func": function})})
    target = node.nodes("targets")[0] if node.kind == "Assign" else node.node("target")
    changed = Node(target.kind, target.line, {**target.fields, "value": row})
    if node.kind == "AugAssign":
        return Node("AugAssign", node.line, {**node.fields, "target": changed})
    value = Node("Name", node.line, {"id": Constant(given)})
    return Node("Assign", node.line, {**node.fields, "targets": [changed], "value": value})


def loop_over_places(loop: Node, methods: Set[str], fresh: Fresh) -> Node | None:
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
    if rows in used or name in assigned(body) or rows == name:
        return None
    here = fresh.name("=place")
    index: dict[str, Field] = {"value": walked, "slice": Node("Name", line, {"id": Constant(here)})}
    mark = fresh.name("=row")
    marked = [renamed(each, {name: mark}) for each in body]
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
    return any(each.kind in _PLACES and is_row(each.node("value")) for each in targets)


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
