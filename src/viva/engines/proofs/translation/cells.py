"""Lists, sets and dictionaries in the heap, and how they are changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from viva.engines.proofs.query import Solver
from viva.engines.proofs.terms import (
    FALSE,
    ZERO,
    Term,
    at,
    cat,
    drop,
    ite,
    library,
    listed,
    lnot,
    lor,
    put,
    snoc,
)
from viva.engines.proofs.translation.loops import Loops
from viva.engines.proofs.translation.values import (
    Bool,
    Cell,
    Char,
    Int,
    Maybe,
    Nothing,
    Number,
    Ref,
    Row,
    Seq,
    State,
    Type,
    Value,
    as_int,
    as_sequence,
    as_text,
    holds_lists,
    joined_type,
    retyped,
    sort_of,
    stored,
    taken_out,
    type_of,
)
from viva.engines.syntax.source import Function, Module
from viva.engines.syntax.tree import Uncovered


class AlwaysMissing(Uncovered):
    """A dictionary that has no entry so far is asked for one."""


@dataclass(slots=True)
class Frame:
    """A call that is being translated. `functions` are those defined inside. `use` says how the result of a call of
    itself is used, where there is one; `gathered` names what was gathered so far. `calm`: the call is a statement of
    its own, so that no expression around it holds a list meanwhile."""

    function: Function
    functions: dict[str, Function] = field(default_factory=dict)
    use: str | None = None
    gathered: str | None = None
    calm: bool = False


@dataclass(slots=True)
class Unfinished:
    """A function whose body is being translated. `calls` are its calls of itself: what is known there, and with
    what."""

    function: Function
    result: Type
    kinds: tuple[Type, ...]
    calls: list[tuple[list[Term], list[Term]]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Items:
    """What a loop goes through: so many elements; `cells` are the lists among it that could be changed. `ahead`: all
    elements were made before the first round, though Python makes each when it is asked for; then the rounds must not
    change anything that they depend on. `stands`: names for lists that were made by an operation, for as long as the
    loop is translated, so that loops are alike whatever they go through. `items` and `kind`: the list and the type of
    its elements, if it is nothing but one."""

    rounds: Term
    element: Callable[[State, Term], Value]
    cells: tuple[int, ...] = ()
    ahead: bool = False
    stands: tuple[tuple[str, Term], ...] = ()
    items: Term | None = None
    kind: Type | None = None


class Cells:
    def __init__(
        self, module: Module, solver: Solver, measures: Sequence[str] | None, kept: frozenset[str] = frozenset(),
        *, equations: bool = False,
    ) -> None:  # fmt: skip
        self.module = module
        self.loops = Loops(solver, measures, kept)
        self.fresh, self.merger = self.loops.fresh, self.loops.merger
        self.frames: list[Frame] = []
        self.unfinished: list[Unfinished] = []
        self.equations = equations  # whether recursion is rather an equation than a loop
        self.recursive = False  # whether there was any
        self.alone = False  # whether the statement is a call, and no more
        self.uncaught = 0  # how often something may raise a TypeError or a NameError

    def new(self, kind: str, values: Sequence[Value], state: State) -> Ref:
        element: Type = "?"
        for value in values:
            element = joined_type(element, type_of(value, state))
        sort = sort_of(element)
        terms = [retyped(stored(value, state), sort) for value in values]
        return self.fresh.cell(state, Cell(kind, (listed(sort, terms),), (element,)))

    def _sequence(self, value: Value, state: State) -> Seq | None:
        match value:
            case Char():
                return as_text(value)
            case Seq():
                return value
            case Row():
                return as_sequence(value)
            case Ref(number) if state.heap[number].kind == "list":
                cell = state.heap[number]
                return Seq("list", cell.terms[0], cell.elements[0])
        return None

    def element_like(self, value: Value, element: Type, state: State, line: int) -> Term:
        """A value that is compared with elements: it must be of their type."""
        if element == "text" and isinstance(value, Char):
            value = as_text(value) or value
        if isinstance(value, Row) and isinstance(element, tuple) and element[0] == "tuple":
            value = as_sequence(value) or value
        if element == "int" and isinstance(value, Bool | Number):
            return as_int(value)
        if isinstance(value, Nothing | Maybe) or joined_type(element, type_of(value, state)) != element:
            raise Uncovered(f"a comparison of elements of several types, in line {line}")
        comparable(element, line)
        return retyped(stored(value, state.copy()), sort_of(element))

    def steady(self, before: Mapping[int, Cell], state: State, line: int) -> None:
        """Refuses a change in the middle of an expression: what was read before it would be something else by now."""
        if any(state.heap.get(place) != cell for place, cell in before.items()):
            raise Uncovered(f"a change in the middle of an expression, in line {line}")

    def changing(self, owner: Value, state: State, line: int) -> Cell:
        """The cell of a list that is about to be changed in place."""
        if not isinstance(owner, Ref):
            raise Uncovered(f"a change of what is no list, in line {line}")
        if owner.number in state.frozen:
            raise Uncovered(f"a change of a list that has several names, in line {line}")
        return state.heap[owner.number]

    def fitting(self, cell: Cell, value: Value, state: State) -> tuple[Term, Term, Type]:
        """The items of a list and a new element, of one type."""
        if cell.elements[0] == "text" and isinstance(value, Char):
            value = as_text(value) or value
        known = [*state.path, lnot(state.error)]
        if isinstance(value, Maybe) and self.loops.solver.follows(known, lnot(value.missing)):
            value = value.value
        element = joined_type(cell.elements[0], type_of(value, state))
        sort = sort_of(element)
        return retyped(cell.terms[0], ("list", sort)), retyped(stored(value, state), sort), element

    def with_items(self, cell: Cell, items: Term, element: Type) -> Cell:
        return Cell(cell.kind, (items, *cell.terms[1:]), (element, *cell.elements[1:]))

    def append(self, owner: Value, value: Value, state: State, line: int) -> None:
        cell = self.changing(owner, state, line)
        items, last, element = self.fitting(cell, value, state)
        assert isinstance(owner, Ref)
        if isinstance(value, Ref) and value.number == owner.number:
            raise Uncovered(f"a list inside of itself, in line {line}")
        state.heap[owner.number] = self.with_items(cell, snoc(items, last), element)

    def include(self, owner: Value, value: Value, state: State, line: int) -> None:
        """`set.add`."""
        cell = self.changing(owner, state, line)
        hashable(value, line)
        items, last, element = self.fitting(cell, value, state)
        comparable(element, line)
        assert isinstance(owner, Ref)
        new = ite(library.contains(items, last), items, snoc(items, last))
        state.heap[owner.number] = self.with_items(cell, new, element)

    def extend(self, owner: Ref, value: Value, state: State, line: int) -> None:
        cell = self.changing(owner, state, line)
        sequence = self._sequence(value, state)
        if sequence is None:
            raise Uncovered(f"what is added to a list in line {line}")
        if holds_lists(sequence.element):
            state.sharing.note_second_place()
        element = joined_type(cell.elements[0], sequence.element)
        sort = ("list", sort_of(element))
        items = cat(retyped(cell.terms[0], sort), retyped(sequence.term, sort))
        state.heap[owner.number] = self.with_items(cell, items, element)

    def enter(self, owner: Ref, key: Value, value: Value, state: State, line: int) -> None:
        """`owner[key] = value`: at the place of the key, or as a new last entry."""
        cell = self.changing(owner, state, line)
        hashable(key, line)
        keys, wanted, key_type = self.fitting(Cell("dict", (cell.terms[0],), (cell.elements[0],)), key, state)
        values, given, value_type = self.fitting(Cell("dict", (cell.terms[1],), (cell.elements[1],)), value, state)
        comparable(key_type, line)
        known = library.contains(keys, wanted)
        place = library.first_place(keys, wanted)
        state.heap[owner.number] = Cell(
            cell.kind,
            (ite(known, keys, snoc(keys, wanted)), ite(known, put(values, place, given), snoc(values, given))),
            (key_type, value_type),
        )

    def leave_out(self, owner: Ref, key: Value, state: State, line: int) -> None:
        """`del owner[key]`, where there is such a key."""
        cell = self.changing(owner, state, line)
        if cell.elements[0] == "?":
            return
        place = library.first_place(cell.terms[0], self.element_like(key, cell.elements[0], state, line))
        state.heap[owner.number] = Cell(cell.kind, tuple(drop(each, place) for each in cell.terms), cell.elements)

    def look_up(self, owner: Ref, key: Value, state: State, line: int) -> Value:
        """`owner[key]`; some dictionaries know what to give for a key that is missing."""
        match state.heap[owner.number].kind:
            case "Counter":
                return self.entry(owner, key, state, line, Int(ZERO))
            case "defaultdict(int)":
                return self.enter_if_missing(owner, key, Int(ZERO), state, line)
            case "defaultdict(list)":
                return self.enter_if_missing(owner, key, self.new("list", [], state), state, line)
        return self.entry(owner, key, state, line)

    def enter_if_missing(self, owner: Ref, key: Value, value: Value, state: State, line: int) -> Value:
        """`owner.setdefault(key, value)`."""
        before = self.changing(owner, state, line)
        self.enter(owner, key, value, state, line)
        after, known = state.heap[owner.number], FALSE
        if before.elements[0] != "?":
            known = library.contains(before.terms[0], self.element_like(key, before.elements[0], state, line))
        state.heap[owner.number] = self.merger.cells(known, before, after)
        return self.entry(owner, key, state, line, value)

    def entry(self, owner: Ref, key: Value, state: State, line: int, default: Value | None = None) -> Value:
        """`owner[key]`, or `owner.get(key, default)`."""
        cell = state.heap[owner.number]
        hashable(key, line)
        if cell.elements[0] == "?":
            if default is None:
                raise AlwaysMissing(f"a value of an empty dictionary, in line {line}")
            return default
        if isinstance(key, Maybe) and default is None:  # None is no key of a dictionary that is covered
            state.error = lor(state.error, key.missing)
            key = key.value
        wanted = self.element_like(key, cell.elements[0], state, line)
        known = library.contains(cell.terms[0], wanted)
        found = taken_out(
            cell.elements[1], at(cell.terms[1], library.first_place(cell.terms[0], wanted)), state, self.fresh
        )
        if default is None:
            state.error = lor(state.error, lnot(known))
            return found
        return self.merger.value(known, found, default, state, state, state, frozenset())


def hashable(value: Value, line: int) -> None:
    """Refuses what no set or dictionary takes, not even to look for it: lists and sets, also inside of tuples."""
    match value:
        case Ref():
            raise Uncovered(f"a list that is to be an element of a set, or a key, in line {line}")
        case Row(items):
            for each in items:
                hashable(each, line)
        case Maybe(_, inner):
            hashable(inner, line)
        case Seq("tuple", _, element) if _has_lists(element):
            raise Uncovered(f"a list that is to be an element of a set, or a key, in line {line}")


def _has_lists(kind: object) -> bool:
    return isinstance(kind, tuple) and (kind[0] in ("list", "set") or any(map(_has_lists, kind[1:])))


def comparable(element: Type, line: int) -> None:
    """Elements that are sets are equal in any order, which terms are not."""
    if isinstance(element, tuple):
        if element[0] == "set":
            raise Uncovered(f"a comparison of sets, in line {line}")
        for inner in element[1:]:
            comparable(inner, line)  # type: ignore[arg-type]
