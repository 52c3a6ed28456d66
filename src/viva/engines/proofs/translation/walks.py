"""Loops inside of expressions, and what a loop may go through."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from viva.engines.proofs.terms import (
    ANY,
    FALSE,
    TRUE,
    Term,
    add,
    at,
    cut,
    equal,
    ite,
    land,
    length,
    lnot,
    lor,
    lt,
    nil,
    number,
    sub,
    variable,
)
from viva.engines.proofs.translation.cells import Items
from viva.engines.proofs.translation.closing import Outcome
from viva.engines.proofs.translation.operations import Operations
from viva.engines.proofs.translation.values import (
    Cell,
    Nothing,
    Ref,
    Row,
    State,
    Type,
    Value,
    holds_lists,
    is_object,
    taken_out,
    test_of,
)
from viva.engines.syntax.scopes import owners_of_methods, with_own_names
from viva.engines.syntax.tree import Node, Uncovered


class Walks(Operations):
    def assign(self, target: Node, value: Value, state: State) -> None:
        raise NotImplementedError

    def iterable(self, node: Node, state: State) -> Items:
        raise NotImplementedError

    def _guarded(self, guard: Term, node: Node, state: State) -> tuple[Value, State]:
        """An operand that is evaluated only where the guard holds."""
        branch = state.copy()
        branch.error = FALSE
        branch.path = (*state.path, guard)
        value = self.evaluate(node, branch)
        branch.error = lor(state.error, branch.error)
        return value, branch

    def _join(self, guard: Term, yes: State, no: State, state: State) -> None:
        done = self.merger.merged([(guard, yes), (lnot(guard), no)], state.path)
        state.names, state.heap, state.frozen, state.error = done.names, done.heap, done.frozen, done.error

    def unpacked(self, value: Value, parts: int, state: State, line: int) -> tuple[Value, ...]:
        if isinstance(value, Row):
            if len(value.items) != parts:
                raise Uncovered(f"a tuple of another length, in line {line}")
            return value.items
        sequence = self._sequence(value, state)
        if sequence is None or sequence.element == "?":
            raise Uncovered(f"the assignment in line {line}")
        state.error = lor(state.error, lnot(equal(length(sequence.term), number(parts))))
        return tuple(
            taken_out(sequence.element, at(sequence.term, number(place)), state, self.fresh) for place in range(parts)
        )

    def around_star(self, value: Value, before: int, after: int, state: State, line: int) -> tuple[Value, ...]:
        """`a, *rest, b = value`: those before the star, a new list, and those after it."""
        if isinstance(value, Row):
            if len(value.items) < before + after:
                raise Uncovered(f"a tuple of another length, in line {line}")
            last = len(value.items) - after
            rest = self.new("list", value.items[before:last], state)
            return (*value.items[:before], rest, *value.items[last:])
        sequence = self._sequence(value, state)
        if sequence is None or sequence.element == "?" or holds_lists(sequence.element):
            raise Uncovered(f"the assignment in line {line}")
        size = length(sequence.term)
        state.error = lor(state.error, lt(size, number(before + after)))
        end = sub(size, number(after))
        places = [*map(number, range(before)), *(add(end, number(place)) for place in range(after))]
        parts = [taken_out(sequence.element, at(sequence.term, place), state, self.fresh) for place in places]
        middle = Cell("list", (cut(sequence.term, number(before), end),), (sequence.element,))
        return (*parts[:before], self.fresh.cell(state, middle), *parts[before:])

    def items(self, value: Value, state: State, line: int) -> Items:
        if isinstance(value, Ref):
            cell = state.heap[value.number]
            if cell.kind == "set":
                raise Uncovered(f"the order of a set, in line {line}")
            if is_object(cell.kind):
                raise Uncovered(f"a loop over what is no list, in line {line}")
            return self.elements(cell.terms[0], cell.elements[0], (value.number,))
        sequence = self._sequence(value, state)
        if sequence is None:
            raise Uncovered(f"a loop over what is no list, in line {line}")
        return self.elements(sequence.term, sequence.element)

    def elements(self, items: Term, element: Type, cells: tuple[int, ...] = ()) -> Items:
        stands: tuple[tuple[str, Term], ...] = ()
        walked = items
        if items.op not in ("var", "fold", "nil"):
            walked = variable(self.fresh.name("items"), items.sort)
            stands = ((walked.data, items),)

        def one(state: State, clock: Term) -> Value:
            return Nothing() if element == "?" else taken_out(element, at(walked, clock), state, self.fresh)

        return Items(length(items), one, cells, False, stands, items, element)

    def comprehension(self, node: Node, kind: str, state: State) -> Ref:
        """A list, made by the loops that a comprehension stands for."""
        node = with_own_names(node, self.fresh)
        made: list[str] = [f"=made{self.fresh.name('')}"]
        empty = Cell("dict", (nil(ANY), nil(ANY)), ("?", "?"))
        state.names[made[0]] = self.fresh.cell(state, empty) if kind == "dict" else self.new(kind, [], state)
        parts = [node.node(name) for name in (("key", "value") if kind == "dict" else ("elt",))]

        def add_one(inner: State) -> None:
            value, *rest = [self.evaluate(each, inner) for each in parts]
            owner = inner.names[made[0]]
            assert isinstance(owner, Ref)
            if rest:
                self.enter(owner, value, rest[0], inner, node.line)
                return
            if kind == "set":
                self.include(owner, value, inner, node.line)
            else:
                self.append(owner, value, inner, node.line)

        self.walk(node.nodes("generators"), add_one, state, parts)
        found = state.names.pop(made[0])
        assert isinstance(found, Ref)
        return found

    def nothing_ahead(self, items: Items, inside: Sequence[Node], line: int) -> None:
        """Refuses rounds that could change what elements depend on which were made ahead: those that call anything."""
        if items.ahead and any(inner.kind in ("Call", "NamedExpr") for node in inside for inner in node.within()):
            raise Uncovered(f"elements that are made one by one, in line {line}")

    def walk(
        self, generators: Sequence[Node], last: Callable[[State], None], state: State, inside: Sequence[Node]
    ) -> None:
        """The loops of a comprehension, which has names of its own."""
        first, rest = generators[0], generators[1:]
        if not owners_of_methods(first.node("iter")).isdisjoint(names_bound_by([first, *rest, *inside])):
            raise Uncovered(f"a method of what is bound anew, in line {first.node('iter').line}")
        items = self.iterable(first.node("iter"), state)
        self.nothing_ahead(items, [*first.nodes("ifs"), *rest, *inside], first.node("iter").line)

        def run(head: State, clock: Term) -> list[Outcome]:
            self.assign(first.node("target"), items.element(head, clock), head)
            condition = TRUE
            for test in first.nodes("ifs"):
                found, branch = self._guarded(condition, test, head)
                adopt_names(head, branch, condition, test)
                if any(branch.heap.get(place) != cell for place, cell in head.heap.items()):
                    raise Uncovered(f"a condition that changes a list, in line {test.line}")
                head.heap, head.error = branch.heap, ite(condition, branch.error, head.error)
                condition = land(condition, test_of(found, head))
            inner = head.copy()
            inner.path = (*head.path, condition)
            if rest:
                self.walk(rest, last, inner, inside)
            else:
                last(inner)
            joined = self.merger.merged([(condition, inner), (lnot(condition), head)], head.path)
            return [Outcome("next", TRUE, joined)]

        over = self.loops.over(
            state, items.rounds, run, names_bound_by([*generators, *inside]), first.node("iter").line,
            walked=items.cells, stands=items.stands,
        )  # fmt: skip
        for outcome in over:
            done = outcome.state
            state.names, state.heap, state.frozen, state.error = done.names, done.heap, done.frozen, done.error


def names_bound_by(nodes: Sequence[Node]) -> frozenset[str]:
    """What `:=` binds in a comprehension: names of the function around it."""
    inside = (each for node in nodes for each in node.within() if each.kind == "NamedExpr")
    return frozenset(each.node("target").text("id") for each in inside)


def adopt_names(state: State, branch: State, condition: Term, test: Node) -> None:
    """Takes over what a condition of a comprehension has bound."""
    if any(each.kind == "NamedExpr" for each in test.within()):
        if condition is not TRUE:
            raise Uncovered(f"NamedExpr in line {test.line}")
        state.names = branch.names
