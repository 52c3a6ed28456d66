"""Types and sorts of values, and values as others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from viva.engines.proofs import terms as t
from viva.engines.proofs.translation.values.kinds import (
    FROZEN,
    OBJECT,
    Bool,
    Char,
    Int,
    Maybe,
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
from viva.engines.syntax.tree import Uncovered


def sort_of(kind: Type) -> t.Sort:
    match kind:
        case "int" | "char":
            return t.INT
        case "bool":
            return t.BOOL
        case "?":
            return t.ANY
        case "text":
            return ("list", t.INT)
        case (("list" | "tuple" | "set"), element):
            return ("list", sort_of(element))  # type: ignore[arg-type]
        case ("row", *parts) | (("object" | "frozen"), _, *parts):
            return ("tuple", *(sort_of(each) for each in parts))  # type: ignore[arg-type]
    raise Uncovered(f"elements of the kind {kind}")


def sorts_in(kind: str, elements: Sequence[Type]) -> list[t.Sort]:
    """The sorts of the terms of a cell: of lists, or for an instance of its fields."""
    sorts = [sort_of(each) for each in elements]
    return sorts if is_object(kind) else [("list", each) for each in sorts]


def retype(term: t.Term, sort: t.Sort) -> t.Term:
    """A list that is always empty, as one with elements of some sort; characters, as texts."""
    if term.sort == sort:
        return term
    if term.sort == t.INT and sort == ("list", t.INT):  # of the two types that have these sorts one is that of texts
        return t.list_term(t.INT, [term])
    if term.op == "nil" and isinstance(sort, tuple) and sort[0] == "list":
        return t.nil(sort[1])
    if term.op == "ite":
        return t.ite(term.args[0], retype(term.args[1], sort), retype(term.args[2], sort))
    if isinstance(sort, tuple) and sort[0] == "list":
        match term.op:
            case "snoc":
                return t.snoc(retype(term.args[0], sort), retype(term.args[1], sort[1]))
            case "put":
                items, place, value = term.args
                return t.put(retype(items, sort), place, retype(value, sort[1]))
            case "cat":
                return t.cat(retype(term.args[0], sort), retype(term.args[1], sort))
            case "at":
                return t.at(retype(term.args[0], ("list", sort)), term.args[1])
    if term.op == "tuple" and isinstance(sort, tuple):
        return t.tuple_of([retype(arg, each) for arg, each in zip(term.args, sort[1:], strict=True)])
    raise Uncovered("a list whose elements are of an unknown type")


def joined_type(one: Type, two: Type) -> Type:
    if two in (one, "?"):
        return one
    if one == "?":
        return two
    if {one, two} == {"char", "text"}:
        return "text"
    if isinstance(one, tuple) and isinstance(two, tuple) and one[0] == two[0] and len(one) == len(two):
        return (one[0], *(joined_type(a, b) for a, b in zip(one[1:], two[1:], strict=True)))  # type: ignore[arg-type]
    raise Uncovered(f"a value that is sometimes of type {type_name(one)}, sometimes of type {type_name(two)}")


def type_name(kind: Type) -> str:
    return kind if isinstance(kind, str) else f"{kind[0]} of {', '.join(type_name(each) for each in kind[1:])}"  # type: ignore[arg-type]


def holds_lists(kind: Type) -> bool:
    """Whether elements of a type are, or have in them, what can be changed in place."""
    return isinstance(kind, tuple) and (kind[0] in ("list", "set", OBJECT) or any(map(holds_lists, kind[1:])))  # type: ignore[arg-type]


def holds_instances(kind: Type) -> bool:
    """Whether a type is, or has in it, a class of the program."""
    return isinstance(kind, tuple) and (kind[0] in (OBJECT, FROZEN) or any(map(holds_instances, kind[1:])))  # type: ignore[arg-type]


def as_text(value: Value) -> Seq | None:
    match value:
        case Char(code):
            return Seq("text", t.list_term(t.INT, [code]), "char")
        case Seq("text"):
            return value
    return None


def as_int(value: Value) -> t.Term:
    match value:
        case Int(term) | Number(term):
            return term
        case Bool(term):
            return t.ite(term, t.ONE, t.ZERO)
    raise Uncovered("arithmetic with what is no whole number")


def references(value: Value) -> set[int]:
    match value:
        case Ref(number):
            return {number}
        case Row(items):
            return set().union(*map(references, items))
        case Maybe(_, inner) | Perhaps(_, inner):
            return references(inner)
    return set()


def flat(value: Value) -> list[t.Term]:
    """The terms of a value that is no list."""
    match value:
        case Int(term) | Bool(term) | Number(term) | Char(term) | Seq(_, term):
            return [term]
        case Row(items):
            return [term for item in items for term in flat(item)]
        case Maybe(missing, inner) | Perhaps(missing, inner):
            return [missing, *flat(inner)]
        case OneOf(condition, one, other):
            return [condition, *flat(one), *flat(other)]
    return []


def fill_terms(value: Value, terms: list[t.Term]) -> Value:
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
            return Row(tuple(fill_terms(item, terms) for item in items))
        case Maybe():
            missing = terms.pop(0)
            return Maybe(missing, fill_terms(value.value, terms))
        case OneOf(_, one, other):
            condition = terms.pop(0)
            return OneOf(condition, fill_terms(one, terms), fill_terms(other, terms))
        case Perhaps():
            bound = terms.pop(0)
            return Perhaps(bound, fill_terms(value.value, terms))
    return value
