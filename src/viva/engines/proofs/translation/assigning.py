"""What names, places of lists, keys and fields are given: `=`, `+=` and `del`."""

from __future__ import annotations

from viva.engines.proofs.terms import (
    drop,
    length,
    put,
)
from viva.engines.proofs.translation.inlining import Inlining
from viva.engines.proofs.translation.records import field_of, set_field
from viva.engines.proofs.translation.values import (
    COUNTER,
    TABLES,
    Ref,
    State,
    Value,
    as_int,
)
from viva.engines.syntax.tree import Node, Uncovered


class Assigning(Inlining):
    def assign(self, target: Node, value: Value, state: State) -> None:
        match target.kind:
            case "Name":
                name = target.text("id")
                if name in self.frames[-1].functions:
                    raise Uncovered(f"a second meaning of {name}, in line {target.line}")
                state.names[name] = value
            case "Tuple" | "List":
                targets = target.nodes("elts")
                stars = [place for place, each in enumerate(targets) if each.kind == "Starred"]
                if stars:
                    after = len(targets) - stars[0] - 1
                    parts = self.around_star(value, stars[0], after, state, target.line)
                else:
                    parts = self.unpacked(value, len(targets), state, target.line)
                for each, part in zip(targets, parts, strict=True):
                    self.assign(each.node("value") if each.kind == "Starred" else each, part, state)
            case "Subscript":
                self._store(target, value, state)
            case "Attribute":
                owner = self.evaluate(target.node("value"), state)
                set_field(self, owner, target.text("attr"), value, state, target.line)
            case _:
                raise Uncovered(f"an assignment to {target.kind}, in line {target.line}")

    def _store(self, target: Node, value: Value, state: State) -> None:
        owner = self.evaluate(target.node("value"), state)
        key = target.node("slice")
        index = None if key.kind == "Slice" else self.evaluate(key, state)
        self._stored(owner, index, key, value, state)

    def _stored(self, owner: Value, index: Value | None, target: Node, value: Value, state: State) -> None:
        """`owner[index] = value`; where there is no index, `target` is a slice."""
        cell = self.changing(owner, state, target.line)
        assert isinstance(owner, Ref)
        if cell.kind in TABLES and index is not None:
            self.enter(owner, index, value, state, target.line)
            return
        if cell.kind == "list" and index is None:
            kept = self.new("list", [], state)
            self.extend(kept, value, state, target.line)
            self.replace_slice(owner, target, state.heap.pop(kept.number), state)
            return
        if cell.kind != "list" or index is None:
            raise Uncovered(f"the assignment in line {target.line}")
        place = self.place(as_int(index), length(cell.terms[0]), state)
        items, last, element = self.fitting(cell, value, state)
        state.heap[owner.number] = self.with_items(cell, put(items, place, last), element)

    def _augmented(self, node: Node, state: State) -> None:
        target, operator = node.node("target"), node.node("op").kind
        if target.kind == "Name":
            before = self.evaluate(target, state)
            operand = self.evaluate(node.node("value"), state)
            if isinstance(before, Ref):
                if operator != "Add" or state.heap[before.number].kind != "list":
                    raise Uncovered(f"the assignment in line {node.line}")
                self.extend(before, operand, state, node.line)
                return
            state.names[target.text("id")] = self.binary(operator, before, operand, state, node.line)
            return
        if target.kind == "Attribute":
            owner, name = self.evaluate(target.node("value"), state), target.text("attr")
            before = field_of(self, owner, name, state, node.line)
            if isinstance(before, Ref):
                raise Uncovered(f"the assignment in line {node.line}")
            operand = self.evaluate(node.node("value"), state)
            set_field(self, owner, name, self.binary(operator, before, operand, state, node.line), state, node.line)
            return
        if target.kind != "Subscript" or target.node("slice").kind == "Slice":
            raise Uncovered(f"the assignment in line {node.line}")
        owner, index = self.evaluate(target.node("value"), state), self.evaluate(target.node("slice"), state)
        before = self.read(owner, index, state, node.line)
        if isinstance(before, Ref):
            raise Uncovered(f"the assignment in line {node.line}")
        operand = self.evaluate(node.node("value"), state)
        result = self.binary(operator, before, operand, state, node.line)
        self._stored(owner, index, target, result, state)

    def _delete(self, target: Node, state: State) -> None:
        if target.kind != "Subscript":
            raise Uncovered(f"del in line {target.line}")
        owner, key = self.evaluate(target.node("value"), state), target.node("slice")
        if key.kind == "Slice":
            cell = self.changing(owner, state, target.line)
            if cell.kind != "list" or not isinstance(owner, Ref):
                raise Uncovered(f"del in line {target.line}")
            self.replace_slice(owner, key, None, state)
            return
        index = self.evaluate(key, state)
        cell = self.changing(owner, state, target.line)
        if cell.kind in TABLES and cell.kind != COUNTER and isinstance(owner, Ref):
            self.entry(owner, index, state, target.line)
            self.leave_out(owner, index, state, target.line)
            return
        if cell.kind != "list":
            raise Uncovered(f"del in line {target.line}")
        place = self.place(as_int(index), length(cell.terms[0]), state)
        assert isinstance(owner, Ref)
        state.heap[owner.number] = self.with_items(cell, drop(cell.terms[0], place), cell.elements[0])
