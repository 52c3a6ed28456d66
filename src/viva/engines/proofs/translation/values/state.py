"""The state of one path through a program, the ways in which statements end there, and values in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import TYPE_CHECKING

from viva.core.records import dataclass
from viva.engines.proofs import terms as t
from viva.engines.proofs.translation.values.kinds import (
    TABLES,
    Bool,
    Cell,
    Char,
    Held,
    Int,
    Maybe,
    Nothing,
    Number,
    OneOf,
    Perhaps,
    Ref,
    Row,
    Seq,
    Type,
    Value,
    is_object,
)
from viva.engines.proofs.translation.values.types import flat, sort_of
from viva.engines.syntax.tree import Uncovered

if TYPE_CHECKING:
    from viva.engines.proofs.translation.values.context import Context


@dataclass(slots=True)
class Sharing:
    """What a program does anywhere: whether a list that is inside of another is put in a second place (`twice`), or
    `changed`. It may do one of the two, because the terms of a list have the lists inside as values."""

    twice: bool = False
    changed: bool = False

    def note_second_place(self) -> None:
        self.twice = True
        if self.changed:
            raise Uncovered("a list in a second place, where lists inside of others are changed")


class Fresh:
    """Names and places that nothing else has."""

    def __init__(self, count: int = 0) -> None:
        self.count = count

    def name(self, hint: str) -> str:
        self.count += 1
        return f"{hint}#{self.count}"

    def cell(self, state: State, cell: Cell, *, frozen: bool = False) -> Ref:
        self.count += 1
        state.heap[self.count] = cell
        if frozen:
            state.frozen |= {self.count}
        return Ref(self.count)


@dataclass(slots=True)
class State:
    """`error`: whether something was raised before. `path` holds on the way here; it is used for obligations only.
    `passed`: cells that a loop went on to change after it was left by `return`, so that nobody may look at them.
    `rebound`: cells whose name may have got another list, so that a change of that may be one of theirs. `shared` is
    what all states of one translation have in common; before it and after it there is none."""

    names: dict[str, Value] = field(default_factory=dict)
    heap: dict[int, Cell] = field(default_factory=dict)
    frozen: frozenset[int] = frozenset()
    error: t.Term = t.FALSE
    path: tuple[t.Term, ...] = ()
    passed: frozenset[int] = frozenset()
    rebound: frozenset[int] = frozenset()
    sharing: Sharing = field(default_factory=Sharing)
    shared: Context | None = None

    @property
    def context(self) -> Context:
        assert self.shared is not None
        return self.shared

    def copy(self) -> State:
        return State(
            dict(self.names), dict(self.heap), self.frozen, self.error, self.path, self.passed, self.rebound,
            self.sharing, self.shared,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Outcome:
    """A way in which statements end: `next`, `break`, `continue` or `return`, under a condition."""

    kind: str
    condition: t.Term
    state: State
    value: Value = field(default_factory=Nothing)


Body = Callable[[State], list[Outcome]]


@dataclass(frozen=True, slots=True)
class Items:
    """What a loop goes through: so many elements; `cells` are the lists among it that could be changed. `ahead`: all
    elements were made before the first round, though Python makes each when it is asked for; then the rounds must not
    change anything that they depend on. `stands`: names for lists that were made by an operation, for as long as the
    loop is translated, so that loops are alike whatever they go through. `items` and `kind`: the list and the type of
    its elements, if it is nothing but one."""

    rounds: t.Term
    element: Callable[[State, t.Term], Value]
    cells: tuple[int, ...] = ()
    ahead: bool = False
    stands: tuple[tuple[str, t.Term], ...] = ()
    items: t.Term | None = None
    kind: Type | None = None


class ListChanges(Uncovered):
    """A loop goes through a list that its rounds change."""


def place_held(value: Value, state: State) -> Value:
    """The value, with a list that a loop returned in the heap of a state."""
    return allocate(value.cell, state, frozen=value.frozen) if isinstance(value, Held) else value


def type_of(value: Value, state: State) -> Type:
    match value:
        case Int():
            return "int"
        case Bool():
            return "bool"
        case Char():
            return "char"
        case Seq("text"):
            return "text"
        case Seq(kind, _, element):
            return (kind, element)
        case Row(items):
            return ("row", *(type_of(item, state) for item in items))
        case Ref(number):
            cell = state.heap[number]
            if cell.kind in TABLES:
                raise Uncovered("a dictionary inside of another value")
            if is_object(cell.kind):
                return (*cell.kind.split(" "), *cell.elements)
            return (cell.kind, *cell.elements)
        case Number() | OneOf():
            raise Uncovered("a name for values of several types")
    raise Uncovered("None inside of another value")


def store_value(value: Value, state: State) -> t.Term:
    """The value as an element of a list or tuple. What is inside may be reached through it from now on."""
    match value:
        case Int(term) | Bool(term) | Char(term) | Seq(_, term):
            return term
        case Row(items):
            return t.tuple_of([store_value(item, state) for item in items])
        case Ref(number) if state.heap[number].kind not in TABLES:
            if number in state.frozen:
                state.sharing.note_second_place()
            state.frozen |= {number}
            cell = state.heap[number]
            return t.tuple_of(list(cell.terms)) if is_object(cell.kind) else cell.terms[0]
        case Number() | OneOf():
            raise Uncovered("a name for values of several types")
    raise Uncovered("None, or a dictionary, inside of another value")


def taken_out(kind: Type, term: t.Term, state: State, fresh: Fresh) -> Value:
    """An element as a value. A list that is an element must not be changed in place: its owner would change too."""
    match kind:
        case "int":
            return Int(term)
        case "bool":
            return Bool(term)
        case "number":
            return Number(term)
        case "char":
            return Char(term)
        case "text":
            return Seq("text", term, "char")
        case ("row", *parts):
            return Row(tuple(taken_out(each, t.part(term, place), state, fresh) for place, each in enumerate(parts)))  # type: ignore[arg-type]
        case ("tuple", element):
            return Seq("tuple", term, element)  # type: ignore[arg-type]
        case (("object" | "frozen") as family, name, *parts):
            fields = tuple(t.part(term, place) for place in range(len(parts)))
            return fresh.cell(state, Cell(f"{family} {name}", fields, tuple(parts)), frozen=True)  # type: ignore[arg-type]
        case (("list" | "set") as container, element):
            return fresh.cell(state, Cell(container, (term,), (element,)), frozen=True)  # type: ignore[arg-type]
    raise Uncovered("an element of a list that is always empty")


def element_value(kind: Type, term: t.Term, state: State) -> Value:
    """The same, inside of a translation."""
    return taken_out(kind, term, state, state.context.fresh)


def allocate(cell: Cell, state: State, *, frozen: bool = False) -> Ref:
    """A list, set, dictionary or instance that nobody has another name for."""
    return state.context.fresh.cell(state, cell, frozen=frozen)


def test_of(value: Value, state: State) -> t.Term:
    """Whether Python takes the value for true."""
    match value:
        case Bool(term):
            return term
        case Int(term) | Number(term):
            return t.lnot(t.equal(term, t.ZERO))
        case Char():
            return t.TRUE
        case Nothing():
            return t.FALSE
        case Seq(_, term):
            return t.lnot(t.equal(t.length(term), t.ZERO))
        case Row(items):
            return t.TRUE if items else t.FALSE
        case Ref(number) if is_object(state.heap[number].kind):
            return t.TRUE
        case Ref(number):
            return t.lnot(t.equal(t.length(state.heap[number].terms[0]), t.ZERO))
        case Maybe(missing, inner):
            return t.land(t.lnot(missing), test_of(inner, state))
        case OneOf(condition, one, other):
            return t.ite(condition, test_of(one, state), test_of(other, state))
    raise Uncovered("a list that is on its way out of a loop")


def as_sequence(value: Value) -> Seq | None:
    """A tuple of known length as one of any length, where its elements are of one type."""
    if not isinstance(value, Row):
        return None
    if not value.items:
        return Seq("tuple", t.nil(t.ANY), "?")
    empty = State()
    if any(isinstance(item, Ref | Number | OneOf) for item in value.items):
        return None
    kinds = {repr(type_of(item, empty)): type_of(item, empty) for item in value.items}
    if len(kinds) != 1:
        return None
    [kind] = kinds.values()
    return Seq("tuple", t.list_term(sort_of(kind), [store_value(item, empty) for item in value.items]), kind)


def terms_of(value: Value, state: State) -> list[t.Term]:
    """All terms of a value, those of its lists included."""
    if isinstance(value, Row):
        return [term for item in value.items for term in terms_of(item, state)]
    if isinstance(value, Maybe | Perhaps):
        return [value.missing if isinstance(value, Maybe) else value.bound, *terms_of(value.value, state)]
    return list(state.heap[value.number].terms) if isinstance(value, Ref) else flat(value)
