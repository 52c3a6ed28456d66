"""The values of a program while it is translated: terms, with what Python knows of their type.

Lists, sets and dictionaries are cells of a heap, so that two names of one list are seen to be one list. A cell that
may be reached in a way that is not followed is `frozen`: whoever changes it is not covered.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from viva.engines.proofs.terms import (
    ANY,
    BOOL,
    FALSE,
    INT,
    ONE,
    TRUE,
    ZERO,
    Sort,
    Term,
    at,
    cat,
    default,
    equal,
    ite,
    land,
    length,
    listed,
    lnot,
    make,
    nil,
    part,
    put,
    snoc,
    substituted,
    tuple_of,
)
from viva.engines.syntax.tree import Uncovered

Type = str | tuple[object, ...]
"""`int`, `bool`, `char`, `text`, `none`, `?`, ("list", type), ("tuple", type), ("set", type), ("row", type, …)."""


NUMBER = "number"
"""The type of what is a `Number`; nothing that is kept has elements of it."""
COUNTER, OF_NUMBERS, OF_LISTS = "Counter", "defaultdict(int)", "defaultdict(list)"
TABLES = frozenset({"dict", COUNTER, OF_NUMBERS, OF_LISTS})
"""The kinds of cells that are dictionaries."""


OBJECT, FROZEN = "object", "frozen"
"""What the kind of a cell begins with that is an instance of a dataclass; its name follows."""


def is_object(kind: str) -> bool:
    return kind.startswith((f"{OBJECT} ", f"{FROZEN} "))


@dataclass(frozen=True, slots=True)
class Int:
    term: Term


@dataclass(frozen=True, slots=True)
class Bool:
    term: Term


@dataclass(frozen=True, slots=True)
class Number:
    """A number that is an `int` in some cases and a `bool` in others: nothing is answered that would tell the two
    apart, so it is no element of a list, is not shown, and is no result where types are compared."""

    term: Term


@dataclass(frozen=True, slots=True)
class Char:
    """A text of one character; `term` is its code."""

    term: Term


@dataclass(frozen=True, slots=True)
class Nothing:
    pass


@dataclass(frozen=True, slots=True)
class Seq:
    """A text, or a tuple whose length is not known."""

    kind: str
    term: Term
    element: Type


@dataclass(frozen=True, slots=True)
class Row:
    """A tuple of a known length."""

    items: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Ref:
    """A list, set or dictionary, by its place in the heap."""

    number: int


@dataclass(frozen=True, slots=True)
class Maybe:
    """None where `missing`, or else the value."""

    missing: Term
    value: Value


@dataclass(frozen=True, slots=True)
class OneOf:
    """A value where a condition holds, and else another one, which is of another type: it can be passed on and compared
    with others, and no more."""

    condition: Term
    value: Value
    other: Value


@dataclass(frozen=True, slots=True)
class Perhaps:
    """The value of a name that is `bound` only sometimes: to read it is an error otherwise."""

    bound: Term
    value: Value


@dataclass(frozen=True, slots=True)
class Cell:
    """`terms` is one list, or for a dictionary its keys and its values, in the order in which keys came in. A set is
    the list of its elements in that order, each once; nobody may ask for the order."""

    kind: str
    terms: tuple[Term, ...]
    elements: tuple[Type, ...]


@dataclass(frozen=True, slots=True)
class Held:
    """A list that is returned from a loop: it is put into the heap when the loop is left. `owners` are the cells that
    it may be; `frozen` if one of them is."""

    cell: Cell
    owners: frozenset[int]
    frozen: bool


Value = Int | Bool | Number | Char | Nothing | Seq | Row | Ref | Maybe | OneOf | Perhaps | Held


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


@dataclass(slots=True)
class State:
    """`error`: whether something was raised before. `path` holds on the way here; it is used for obligations only.
    `passed`: cells that a loop went on to change after it was left by `return`, so that nobody may look at them.
    `rebound`: cells whose name may have got another list, so that a change of that may be one of theirs."""

    names: dict[str, Value] = field(default_factory=dict)
    heap: dict[int, Cell] = field(default_factory=dict)
    frozen: frozenset[int] = frozenset()
    error: Term = FALSE
    path: tuple[Term, ...] = ()
    passed: frozenset[int] = frozenset()
    rebound: frozenset[int] = frozenset()
    sharing: Sharing = field(default_factory=Sharing)

    def copy(self) -> State:
        return State(
            dict(self.names), dict(self.heap), self.frozen, self.error, self.path, self.passed, self.rebound,
            self.sharing,
        )  # fmt: skip


def sort_of(kind: Type) -> Sort:
    match kind:
        case "int" | "char":
            return INT
        case "bool":
            return BOOL
        case "?":
            return ANY
        case "text":
            return ("list", INT)
        case (("list" | "tuple" | "set"), element):
            return ("list", sort_of(element))  # type: ignore[arg-type]
        case ("row", *parts) | (("object" | "frozen"), _, *parts):
            return ("tuple", *(sort_of(each) for each in parts))  # type: ignore[arg-type]
    raise Uncovered(f"elements of the kind {kind}")


def sorts_in(kind: str, elements: Sequence[Type]) -> list[Sort]:
    """The sorts of the terms of a cell: of lists, or for an instance of its fields."""
    sorts = [sort_of(each) for each in elements]
    return sorts if is_object(kind) else [("list", each) for each in sorts]


def retyped(term: Term, sort: Sort) -> Term:
    """A list that is always empty, as one with elements of some sort."""
    if term.sort == sort:
        return term
    if term.op == "nil" and isinstance(sort, tuple) and sort[0] == "list":
        return nil(sort[1])
    if term.op == "ite":
        return ite(term.args[0], retyped(term.args[1], sort), retyped(term.args[2], sort))
    if isinstance(sort, tuple) and sort[0] == "list":
        match term.op:
            case "snoc":
                return snoc(retyped(term.args[0], sort), retyped(term.args[1], sort[1]))
            case "put":
                items, place, value = term.args
                return put(retyped(items, sort), place, retyped(value, sort[1]))
            case "cat":
                return cat(retyped(term.args[0], sort), retyped(term.args[1], sort))
            case "at":
                return at(retyped(term.args[0], ("list", sort)), term.args[1])
    if term.op == "tuple" and isinstance(sort, tuple):
        return tuple_of([retyped(arg, each) for arg, each in zip(term.args, sort[1:], strict=True)])
    raise Uncovered("a list whose elements are of an unknown type")


def joined_type(one: Type, two: Type) -> Type:
    if two in (one, "?"):
        return one
    if one == "?":
        return two
    if isinstance(one, tuple) and isinstance(two, tuple) and one[0] == two[0] and len(one) == len(two):
        return (one[0], *(joined_type(a, b) for a, b in zip(one[1:], two[1:], strict=True)))  # type: ignore[arg-type]
    raise Uncovered(f"a value that is sometimes of type {told(one)}, sometimes of type {told(two)}")


def told(kind: Type) -> str:
    return kind if isinstance(kind, str) else f"{kind[0]} of {', '.join(told(each) for each in kind[1:])}"  # type: ignore[arg-type]


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


def stored(value: Value, state: State) -> Term:
    """The value as an element of a list or tuple. What is inside may be reached through it from now on."""
    match value:
        case Int(term) | Bool(term) | Char(term) | Seq(_, term):
            return term
        case Row(items):
            return tuple_of([stored(item, state) for item in items])
        case Ref(number) if state.heap[number].kind not in TABLES:
            if number in state.frozen:
                state.sharing.note_second_place()
            state.frozen |= {number}
            cell = state.heap[number]
            return tuple_of(list(cell.terms)) if is_object(cell.kind) else cell.terms[0]
        case Number() | OneOf():
            raise Uncovered("a name for values of several types")
    raise Uncovered("None, or a dictionary, inside of another value")


class Fresh:
    """Names and places that nothing else has."""

    def __init__(self) -> None:
        self.count = 0

    def name(self, hint: str) -> str:
        self.count += 1
        return f"{hint}#{self.count}"

    def cell(self, state: State, cell: Cell, *, frozen: bool = False) -> Ref:
        self.count += 1
        state.heap[self.count] = cell
        if frozen:
            state.frozen |= {self.count}
        return Ref(self.count)


def taken_out(kind: Type, term: Term, state: State, fresh: Fresh) -> Value:
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
            return Row(tuple(taken_out(each, part(term, place), state, fresh) for place, each in enumerate(parts)))  # type: ignore[arg-type]
        case ("tuple", element):
            return Seq("tuple", term, element)  # type: ignore[arg-type]
        case (("object" | "frozen") as family, name, *parts):
            fields = tuple(part(term, place) for place in range(len(parts)))
            return fresh.cell(state, Cell(f"{family} {name}", fields, tuple(parts)), frozen=True)  # type: ignore[arg-type]
        case (("list" | "set") as container, element):
            return fresh.cell(state, Cell(container, (term,), (element,)), frozen=True)  # type: ignore[arg-type]
    raise Uncovered("an element of a list that is always empty")


def holds_lists(kind: Type) -> bool:
    """Whether elements of a type are, or have in them, what can be changed in place."""
    return isinstance(kind, tuple) and (kind[0] in ("list", "set", OBJECT) or any(map(holds_lists, kind[1:])))  # type: ignore[arg-type]


def as_text(value: Value) -> Seq | None:
    match value:
        case Char(code):
            return Seq("text", listed(INT, [code]), "char")
        case Seq("text"):
            return value
    return None


def as_int(value: Value) -> Term:
    match value:
        case Int(term) | Number(term):
            return term
        case Bool(term):
            return ite(term, ONE, ZERO)
    raise Uncovered("arithmetic with what is no whole number")


def test_of(value: Value, state: State) -> Term:
    """Whether Python takes the value for true."""
    match value:
        case Bool(term):
            return term
        case Int(term) | Number(term):
            return lnot(equal(term, ZERO))
        case Char():
            return TRUE
        case Nothing():
            return FALSE
        case Seq(_, term):
            return lnot(equal(length(term), ZERO))
        case Row(items):
            return TRUE if items else FALSE
        case Ref(number) if is_object(state.heap[number].kind):
            return TRUE
        case Ref(number):
            return lnot(equal(length(state.heap[number].terms[0]), ZERO))
        case Maybe(missing, inner):
            return land(lnot(missing), test_of(inner, state))
        case OneOf(condition, one, other):
            return ite(condition, test_of(one, state), test_of(other, state))
    raise Uncovered("a list that is on its way out of a loop")


def as_sequence(value: Value) -> Seq | None:
    """A tuple of known length as one of any length, where its elements are of one type."""
    if not isinstance(value, Row):
        return None
    if not value.items:
        return Seq("tuple", nil(ANY), "?")
    empty = State()
    if any(isinstance(item, Ref | Number | OneOf) for item in value.items):
        return None
    kinds = {repr(type_of(item, empty)): type_of(item, empty) for item in value.items}
    if len(kinds) != 1:
        return None
    [kind] = kinds.values()
    return Seq("tuple", listed(sort_of(kind), [stored(item, empty) for item in value.items]), kind)


def references(value: Value) -> set[int]:
    match value:
        case Ref(number):
            return {number}
        case Row(items):
            return set().union(*map(references, items))
        case Maybe(_, inner) | Perhaps(_, inner):
            return references(inner)
    return set()


def flat(value: Value, state: State) -> list[Term]:
    """The terms of a value that is no list."""
    match value:
        case Int(term) | Bool(term) | Number(term) | Char(term) | Seq(_, term):
            return [term]
        case Row(items):
            return [term for item in items for term in flat(item, state)]
        case Maybe(missing, inner) | Perhaps(missing, inner):
            return [missing, *flat(inner, state)]
        case OneOf(condition, one, other):
            return [condition, *flat(one, state), *flat(other, state)]
    return []


def terms_of(value: Value, state: State) -> list[Term]:
    """All terms of a value, those of its lists included."""
    if isinstance(value, Row):
        return [term for item in value.items for term in terms_of(item, state)]
    if isinstance(value, Maybe | Perhaps):
        return [value.missing if isinstance(value, Maybe) else value.bound, *terms_of(value.value, state)]
    return list(state.heap[value.number].terms) if isinstance(value, Ref) else flat(value, state)


def filled(value: Value, terms: list[Term]) -> Value:
    """The value with other terms, in the order of `flat`; they are used up."""
    match value:
        case Int():
            return Int(terms.pop(0))
        case Bool():
            return Bool(terms.pop(0))
        case Number():
            return Number(terms.pop(0))
        case Char():
            return Char(terms.pop(0))
        case Seq():
            return replace(value, term=terms.pop(0))
        case Row(items):
            return Row(tuple(filled(item, terms) for item in items))
        case Maybe():
            missing = terms.pop(0)
            return Maybe(missing, filled(value.value, terms))
        case OneOf(_, one, other):
            condition = terms.pop(0)
            return OneOf(condition, filled(one, terms), filled(other, terms))
        case Perhaps():
            bound = terms.pop(0)
            return Perhaps(bound, filled(value.value, terms))
    return value


__all__ = [
    "COUNTER", "OF_LISTS", "OF_NUMBERS", "TABLES", "Bool", "Cell", "Char", "Fresh", "Int", "Maybe", "Nothing", "Number",
    "OneOf",
    "Perhaps", "Ref", "Row", "Seq", "State", "Type", "Value", "as_int", "as_sequence", "as_text", "default",
    "filled", "flat", "holds_lists", "joined_type", "make", "references", "retyped", "sort_of", "stored",
    "substituted", "taken_out", "terms_of", "test_of", "type_of",
]  # fmt: skip
