"""Changes of a list that is inside of another one, or of a dictionary: `grid[i][j] = x`, `groups[k].append(x)`.

The terms of a list have its rows in them as values. So a row may be changed through its owner only if nobody else can
look at it: no list has ever been put into two places (`Sharing`), and no name is that of a list which may be a row. The
row is given a cell of its own for one statement, and put back at its end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from viva.core.records import dataclass
from viva.engines.proofs import terms as t
from viva.engines.proofs.terms import library
from viva.engines.proofs.translation import values as v
from viva.engines.proofs.translation.expressions.subscripts import index_in
from viva.engines.proofs.translation.rewriting.rows import PLACES
from viva.engines.proofs.translation.table import evaluate
from viva.engines.proofs.translation.values import Outcome, State
from viva.engines.proofs.translation.values.containers import (
    changeable_cell,
    element_like,
    extend_list,
    new_container,
    refuse_changes,
    set_default,
)
from viva.engines.syntax.tree import Constant, Node, Uncovered


@dataclass(frozen=True, slots=True)
class Lent:
    """A row in a cell of its own: the list or dictionary that it is of, and its place there."""

    row: v.Ref
    owner: v.Ref
    place: t.Term


def change_nested_list(node: Node, state: State, execute: Callable[[Node, State], list[Outcome]]) -> bool:
    """Whether a statement changes a row, or a list in a dictionary; if so it is done."""
    match node.kind:
        case "Expr" if _method_on_row(node.node("value")):
            call = node.node("value")
            owner = call.node("func").node("value")
            rest = [*call.nodes("args"), *call.nodes("keywords")]
        case "Assign" if len(node.nodes("targets")) == 1 and node.nodes("targets")[0].kind in PLACES:
            target = node.nodes("targets")[0]
            owner, rest = target.node("value"), [target]
        case "AugAssign" if node.node("target").kind in PLACES:
            target = node.node("target")
            owner, rest = target.node("value"), [target, node.node("value")]
            if node.node("op").kind == "Add" and _is_nested(target, state, lists=True):
                _extend_row(node, state)
                return True
        case _:
            return False
    if not _is_nested(owner, state):
        return False
    fresh = state.context.fresh
    given = None
    if node.kind == "Assign":  # what is given is looked at before its place
        given = fresh.name("=given")
        state.names[given] = evaluate(node.node("value"), state)
    lent = _lend_row(owner, rest, state)
    name = fresh.name("=row")
    state.names[name] = lent.row
    before = {place: cell for place, cell in state.heap.items() if place != lent.row.number}
    [done] = execute(_instead(node, owner, name, given), state)
    assert done.state is state
    refuse_changes(before, state, node.line)
    del state.names[name]
    if given is not None:
        del state.names[given]
    _put_row_back(lent, state)
    return True


def _extend_row(node: Node, state: State) -> None:
    """`groups[k] += …`: the list is made longer, and entered where it is already."""
    lent = _lend_row(node.node("target"), [node.node("value")], state)
    before = {place: cell for place, cell in state.heap.items() if place != lent.row.number}
    added = evaluate(node.node("value"), state)
    extend_list(lent.row, added, state, node.line)
    refuse_changes(before, state, node.line)
    _put_row_back(lent, state)


def _is_nested(node: Node, state: State, *, lists: bool = False) -> bool:
    """Whether an expression is a row of a list, or a list of a dictionary; or an instance, but for `lists`."""
    looked = state.copy()
    if node.kind == "Subscript" and node.node("slice").kind != "Slice" and node.node("value").kind == "Name":
        owner = evaluate(node.node("value"), looked)
    elif _is_setdefault(node):
        owner = evaluate(node.node("func").node("value"), looked)
        return isinstance(owner, v.Ref) and looked.heap[owner.number].kind in v.TABLES
    else:
        return False
    if not isinstance(owner, v.Ref) or looked.heap[owner.number].kind not in ("list", *v.TABLES):
        return False
    cell = looked.heap[owner.number]
    kind = cell.elements[-1]
    wanted = ("list",) if lists else ("list", v.OBJECT)
    return cell.kind == v.OF_LISTS or (isinstance(kind, tuple) and kind[0] in wanted)


def _lend_row(node: Node, others: Sequence[Node], state: State) -> Lent:
    line = node.line
    if not state.context.frame.calm or any(part.kind == "NamedExpr" for each in others for part in each.within()):
        raise Uncovered(f"a change of a list that has several names, in line {line}")
    if node.kind == "Subscript":
        owner = evaluate(node.node("value"), state)
        key = evaluate(node.node("slice"), state)
    else:
        owner = evaluate(node.node("func").node("value"), state)
        key = evaluate(node.nodes("args")[0], state)
    assert isinstance(owner, v.Ref)
    cell = changeable_cell(owner, state, line)
    if node.kind != "Subscript" or cell.kind == v.OF_LISTS:
        set_default(owner, key, new_container("list", [], state), state, line)
        cell = state.heap[owner.number]
    if cell.kind == "list":
        place = index_in(v.as_int(key), t.length(cell.terms[0]), state)
    else:
        wanted = element_like(key, cell.elements[0], state, line)
        state.error = t.lor(state.error, t.lnot(library.contains(cell.terms[0], wanted)))
        place = library.first_place(cell.terms[0], wanted)
    match cell.elements[-1]:
        case ("list", element) if not v.holds_lists(element):  # type: ignore[arg-type]
            _refuse_other_names(state, line)
            row = v.Cell("list", (t.at(cell.terms[-1], place),), (element,))  # type: ignore[arg-type]
            return Lent(v.allocate(row, state), owner, place)
        case ("object", name, *fields) if not any(map(v.holds_lists, fields)):  # type: ignore[arg-type]
            _refuse_other_names(state, line)
            whole = t.at(cell.terms[-1], place)
            terms = tuple(t.part(whole, field) for field in range(len(fields)))
            instance = v.Cell(f"{v.OBJECT} {name}", terms, tuple(fields))  # type: ignore[arg-type]
            return Lent(v.allocate(instance, state), owner, place)
    raise Uncovered(f"a change of a list that has several names, in line {line}")


def _refuse_other_names(state: State, line: int) -> None:
    """Refuses if somebody else might look at a row."""
    state.sharing.changed = True
    held = {number for value in state.names.values() for number in v.references(value)}
    if state.sharing.twice or any(_may_be_a_row(state.heap[number]) for number in held & state.frozen):
        raise Uncovered(f"a change of a list that has several names, in line {line}")


def _put_row_back(lent: Lent, state: State) -> None:
    row, cell = state.heap[lent.row.number], state.heap[lent.owner.number]
    own: v.Type = ("list", row.elements[0])
    term = row.terms[0]
    if v.is_object(row.kind):
        own, term = (*row.kind.split(" "), *row.elements), t.tuple_of(list(row.terms))
    kind = v.joined_type(cell.elements[-1], own)
    sort = v.sort_of(kind)
    rows = t.put(v.retype(cell.terms[-1], ("list", sort)), lent.place, v.retype(term, sort))
    state.heap[lent.owner.number] = v.Cell(cell.kind, (*cell.terms[:-1], rows), (*cell.elements[:-1], kind))
    del state.heap[lent.row.number]


def _may_be_a_row(cell: v.Cell) -> bool:
    return cell.kind == "list" or cell.kind.startswith(f"{v.OBJECT} ")


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
