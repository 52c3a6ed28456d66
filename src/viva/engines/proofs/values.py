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
    substituted,
    tuple_of,
)
from viva.engines.symbolic.proof.tree import Uncovered

Type = str | tuple[object, ...]
"""`int`, `bool`, `char`, `text`, `none`, `?`, ("list", type), ("tuple", type), ("set", type), ("row", type, …)."""


@dataclass(frozen=True, slots=True)
class Int:
    term: Term


@dataclass(frozen=True, slots=True)
class Bool:
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
    """A list that is returned from a loop: it is put into the heap when the loop is left."""

    cell: Cell


Value = Int | Bool | Char | Nothing | Seq | Row | Ref | Maybe | Perhaps | Held


@dataclass(slots=True)
class State:
    """`error`: whether something was raised before. `path` holds on the way here; it is used for obligations only.
    `passed`: cells that a loop went on to change after it was left by `return`, so that nobody may look at them."""

    names: dict[str, Value] = field(default_factory=dict)
    heap: dict[int, Cell] = field(default_factory=dict)
    frozen: frozenset[int] = frozenset()
    error: Term = FALSE
    path: tuple[Term, ...] = ()
    passed: frozenset[int] = frozenset()

    def copy(self) -> State:
        return State(dict(self.names), dict(self.heap), self.frozen, self.error, self.path, self.passed)


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
        case ("row", *parts):
            return ("tuple", *(sort_of(each) for each in parts))  # type: ignore[arg-type]
    raise Uncovered(f"elements of the kind {kind}")


def retyped(term: Term, sort: Sort) -> Term:
    """A list that is always empty, as one with elements of some sort."""
    if term.sort == sort:
        return term
    if term.op == "nil" and isinstance(sort, tuple) and sort[0] == "list":
        return nil(sort[1])
    if term.op == "ite":
        return ite(term.args[0], retyped(term.args[1], sort), retyped(term.args[2], sort))
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
            if cell.kind == "dict":
                raise Uncovered("a dictionary inside of another value")
            return (cell.kind, *cell.elements)
    raise Uncovered("None inside of another value")


def stored(value: Value, state: State) -> Term:
    """The value as an element of a list or tuple. What is inside may be reached through it from now on."""
    match value:
        case Int(term) | Bool(term) | Char(term) | Seq(_, term):
            return term
        case Row(items):
            return tuple_of([stored(item, state) for item in items])
        case Ref(number) if state.heap[number].kind != "dict":
            state.frozen |= {number}
            return state.heap[number].terms[0]
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
        case "char":
            return Char(term)
        case "text":
            return Seq("text", term, "char")
        case ("row", *parts):
            return Row(tuple(taken_out(each, part(term, place), state, fresh) for place, each in enumerate(parts)))  # type: ignore[arg-type]
        case ("tuple", element):
            return Seq("tuple", term, element)  # type: ignore[arg-type]
        case (("list" | "set") as container, element):
            return fresh.cell(state, Cell(container, (term,), (element,)), frozen=True)  # type: ignore[arg-type]
    raise Uncovered("an element of a list that is always empty")


def as_text(value: Value) -> Seq | None:
    match value:
        case Char(code):
            return Seq("text", listed(INT, [code]), "char")
        case Seq("text"):
            return value
    return None


def as_int(value: Value) -> Term:
    match value:
        case Int(term):
            return term
        case Bool(term):
            return ite(term, ONE, ZERO)
    raise Uncovered("arithmetic with what is no whole number")


def test_of(value: Value, state: State) -> Term:
    """Whether Python takes the value for true."""
    match value:
        case Bool(term):
            return term
        case Int(term):
            return lnot(equal(term, ZERO))
        case Char():
            return TRUE
        case Nothing():
            return FALSE
        case Seq(_, term):
            return lnot(equal(length(term), ZERO))
        case Row(items):
            return TRUE if items else FALSE
        case Ref(number):
            return lnot(equal(length(state.heap[number].terms[0]), ZERO))
        case Maybe(missing, inner):
            return land(lnot(missing), test_of(inner, state))
    raise Uncovered("a list that is on its way out of a loop")


def as_sequence(value: Value) -> Seq | None:
    """A tuple of known length as one of any length, where its elements are of one type."""
    if not isinstance(value, Row):
        return None
    if not value.items:
        return Seq("tuple", nil(ANY), "?")
    empty = State()
    kinds = {repr(type_of(item, empty)): type_of(item, empty) for item in value.items if not isinstance(item, Ref)}
    if len(kinds) != 1 or any(isinstance(item, Ref) for item in value.items):
        return None
    [kind] = kinds.values()
    return Seq("tuple", listed(sort_of(kind), [stored(item, empty) for item in value.items]), kind)


class Merger:
    """Brings states of several branches together: each value is that of the branch whose condition holds."""

    def __init__(self, fresh: Fresh, kept: frozenset[str] = frozenset()) -> None:
        self.fresh, self.kept = fresh, kept

    def merged(self, branches: Sequence[tuple[Term, State]], path: tuple[Term, ...]) -> State:
        result = branches[-1][1].copy()
        for condition, state in reversed(branches[:-1]):
            result = self._two(condition, state, result)
        known = [condition for condition, _ in branches]
        result.path = (*path, _any(known)) if _any(known) is not TRUE else path
        return result

    def _two(self, condition: Term, yes: State, no: State) -> State:
        made = State(frozen=yes.frozen | no.frozen, error=ite(condition, yes.error, no.error))
        made.passed = yes.passed | no.passed
        for number in yes.heap.keys() | no.heap.keys():
            one, two = yes.heap.get(number), no.heap.get(number)
            if one is None or two is None:
                made.heap[number] = one or two  # type: ignore[assignment]
            else:
                made.heap[number] = self.cells(condition, one, two)
        for name in yes.names:
            if name in no.names:
                others = _holders(yes, name) | _holders(no, name)
                made.names[name] = self.value(condition, yes.names[name], no.names[name], yes, no, made, others)
        for name in sorted(self.kept & (yes.names.keys() ^ no.names.keys())):
            known = yes.names.get(name) or no.names[name]
            bound, value = (known.bound, known.value) if isinstance(known, Perhaps) else (TRUE, known)
            if not references(value):
                here = condition if name in yes.names else lnot(condition)
                made.names[name] = Perhaps(land(here, bound), value)
        return made

    def cells(self, condition: Term, one: Cell, two: Cell) -> Cell:
        if one is two:
            return one
        if one.kind != two.kind:
            raise Uncovered("a name for a list in one case, for something else in another")
        elements = tuple(map(joined_type, one.elements, two.elements))
        sorts = [("list", sort_of(each)) for each in elements]
        terms = [
            ite(condition, retyped(a, sort), retyped(b, sort))
            for a, b, sort in zip(one.terms, two.terms, sorts, strict=True)
        ]
        return Cell(one.kind, tuple(terms), elements)

    def value(  # noqa: PLR0917 two values in their states
        self, condition: Term, one: Value, two: Value, yes: State, no: State, made: State, others: frozenset[int]
    ) -> Value:
        if one == two:
            return one
        match one, two:
            case Int(a), Int(b):
                return Int(ite(condition, a, b))
            case Bool(a), Bool(b):
                return Bool(ite(condition, a, b))
            case Char(a), Char(b):
                return Char(ite(condition, a, b))
            case (Row(a), Row(b)) if len(a) == len(b):
                return Row(tuple(self.value(condition, x, y, yes, no, made, others) for x, y in zip(a, b, strict=True)))
            case Ref(a), Ref(b):
                cell = self.cells(condition, yes.heap[a], no.heap[b])
                shared = {a, b} & (others | yes.frozen | no.frozen)
                if shared:
                    made.frozen |= {a, b}
                return self.fresh.cell(made, cell, frozen=bool(shared))
            case Perhaps(a, x), Perhaps(b, y):
                return Perhaps(ite(condition, a, b), self.value(condition, x, y, yes, no, made, others))
            case Perhaps(a, x), _:
                return Perhaps(ite(condition, a, TRUE), self.value(condition, x, two, yes, no, made, others))
            case _, Perhaps(b, y):
                return Perhaps(ite(condition, TRUE, b), self.value(condition, one, y, yes, no, made, others))
            case Maybe(a, x), Maybe(b, y):
                return Maybe(ite(condition, a, b), self.value(condition, x, y, yes, no, made, others))
            case Nothing(), Maybe(b, y):
                return Maybe(ite(condition, TRUE, b), y)
            case Maybe(a, x), Nothing():
                return Maybe(ite(condition, a, TRUE), x)
            case Nothing(), _:
                return self._maybe(condition, two)
            case _, Nothing():
                return self._maybe(lnot(condition), one)
            case Maybe(a, x), _:
                return Maybe(ite(condition, a, FALSE), self.value(condition, x, two, yes, no, made, others))
            case _, Maybe(b, y):
                return Maybe(ite(condition, FALSE, b), self.value(condition, one, y, yes, no, made, others))
        if isinstance(one, Char | Seq) and isinstance(two, Char | Seq):
            text, other = as_text(one), as_text(two)
            if text and other:
                return Seq("text", ite(condition, text.term, other.term), "char")
        first, second = as_sequence(one) or one, as_sequence(two) or two
        if isinstance(first, Seq) and isinstance(second, Seq) and first.kind == second.kind:
            element = joined_type(first.element, second.element)
            sort: Sort = ("list", sort_of(element))
            return Seq(first.kind, ite(condition, retyped(first.term, sort), retyped(second.term, sort)), element)
        raise Uncovered("a name for values of several types")

    def _maybe(self, missing: Term, value: Value) -> Value:
        if isinstance(value, Ref):
            raise Uncovered("a name that is sometimes None, sometimes a list")
        return Maybe(missing, value)


def _any(conditions: Sequence[Term]) -> Term:
    from viva.engines.proofs.terms import lor  # noqa: PLC0415

    return lor(*conditions)


def _holders(state: State, name: str) -> frozenset[int]:
    """The cells that other names hold."""
    held: set[int] = set()
    for other, value in state.names.items():
        if other != name:
            held |= references(value)
    return frozenset(held)


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
        case Int(term) | Bool(term) | Char(term) | Seq(_, term):
            return [term]
        case Row(items):
            return [term for item in items for term in flat(item, state)]
        case Maybe(missing, inner) | Perhaps(missing, inner):
            return [missing, *flat(inner, state)]
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
        case Char():
            return Char(terms.pop(0))
        case Seq():
            return replace(value, term=terms.pop(0))
        case Row(items):
            return Row(tuple(filled(item, terms) for item in items))
        case Maybe():
            missing = terms.pop(0)
            return Maybe(missing, filled(value.value, terms))
        case Perhaps():
            bound = terms.pop(0)
            return Perhaps(bound, filled(value.value, terms))
    return value


__all__ = [
    "Bool", "Cell", "Char", "Fresh", "Int", "Maybe", "Merger", "Nothing", "Perhaps",
    "Ref", "Row", "Seq", "State", "Type", "Value",
    "as_int", "as_sequence", "as_text", "default", "filled", "flat", "joined_type", "make", "references", "retyped",
    "sort_of", "stored", "substituted", "taken_out", "test_of", "type_of",
]  # fmt: skip
