"""What is to be proved about two programs, as terms. Trusted, and used by the search and by the checker alike.

The claim: for all arguments of the shapes for which `requires` gives a true value and the reference raises nothing, the
submission raises nothing, ends, and gives a value that Python calls equal.
"""

from __future__ import annotations

from collections.abc import Sequence

from viva.core.records import dataclass
from viva.engines.proofs import terms as t
from viva.engines.proofs.query import Solver
from viva.engines.proofs.terms import library
from viva.engines.proofs.terms.folds import loops_in
from viva.engines.proofs.terms.recursive import calls_in
from viva.engines.proofs.translation.translate import Translated, translate
from viva.engines.proofs.translation.values import (
    TABLES,
    Bool,
    Cell,
    Char,
    Fresh,
    Int,
    Maybe,
    Nothing,
    Number,
    OneOf,
    Ref,
    Row,
    Seq,
    State,
    Type,
    Value,
    as_int,
    as_sequence,
    as_text,
    holds_instances,
    is_object,
    joined_type,
    references,
    retype,
    sort_of,
    taken_out,
    test_of,
)
from viva.engines.shapes import Choice, Either, Fixed, Many, Plain, Shape, Table
from viva.engines.syntax.tree import Node, Uncovered

_NUMBERS = ("int", "bool")
REFERENCE, SUBMISSION = "reference", "submission"


@dataclass(frozen=True, slots=True)
class Program:
    """The syntax of a program, as it came out of the sandbox, and the function in it that is meant."""

    tree: Node
    function: str


@dataclass(frozen=True, slots=True)
class Measures:
    """Those of the loops of the precondition, the reference and the submission, in the order of the text; of which
    of the last two recursion is written as equations even where it could be a loop."""

    requires: tuple[str, ...] = ()
    reference: tuple[str, ...] = ()
    submission: tuple[str, ...] = ()
    equations: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Claim:
    """`known` implies `goal`. `inputs` are the variables for the arguments. `facts` are the kinds of facts that the
    checker needed, once it has gone through a proof of it."""

    inputs: tuple[t.Term, ...]
    known: tuple[t.Term, ...]
    goal: t.Term
    reference: Translated
    submission: Translated
    measures: Measures
    facts: tuple[str, ...] = ()


def type_for(shape: Shape) -> Type:
    match shape:
        case Plain("int"):
            return "int"
        case Plain("bool"):
            return "bool"
        case Plain("str"):
            return "text"
        case Many("list" | "tuple" as kind, element):
            return (kind, type_for(element))
        case Fixed(parts) if parts:
            return ("row", *map(type_for, parts))
        case Choice(values) if values and len({type(value) for value in values}) == 1:
            kinds: dict[type, Type] = {int: "int", bool: "bool", str: "text"}
            if type(values[0]) in kinds:
                return kinds[type(values[0])]
        case Many("set", element):
            return ("set", type_for(element))
    raise Uncovered("arguments of this type")


def argument(shape: Shape, name: str, state: State, fresh: Fresh) -> tuple[list[t.Term], Value, list[t.Term]]:
    """The variables for an unknown argument, its value, and what is known of it."""
    match shape:
        case Either(alternatives) if Plain("none") in alternatives and len(alternatives) > 1:
            others = tuple(each for each in alternatives if each != Plain("none"))
            other = others[0] if len(others) == 1 else Either(others)
            inputs, value, known = argument(other, name, state, fresh)
            if references(value):
                raise Uncovered("arguments of this type")
            missing = t.variable(f"{name}n", t.BOOL)
            return [missing, *inputs], Maybe(missing, value), [t.lor(missing, each) for each in known]
        case Either(alternatives) if all(isinstance(each, Plain) and each.kind in _NUMBERS for each in alternatives):
            whole = t.variable(name, t.INT)
            return [whole], Number(whole), [t.lor(*(t.land(*_bounds(each, whole)) for each in alternatives))]
        case Choice(options) if None in options and len(options) > 1:
            other = Choice(tuple(option for option in options if option is not None))
            return argument(Either((Plain("none"), other)), name, state, fresh)
        case Table(key, value):
            kinds = (type_for(key), type_for(value))
            keys, values = (
                t.variable(name, ("list", sort_of(kinds[0]))),
                t.variable(f"{name}v", ("list", sort_of(kinds[1]))),
            )
            made = fresh.cell(state, Cell("dict", (keys, values), kinds))
            return [keys, values], made, [t.equal(t.length(keys), t.length(values)), library.distinct(keys)]
    kind = type_for(shape)
    each = t.variable(name, sort_of(kind))
    found = taken_out(kind, each, state, fresh)
    if isinstance(found, Ref):
        state.frozen -= {found.number}  # the caller keeps no other name that counts
    known = _bounds(shape, each)
    if isinstance(shape, Many) and shape.kind == "set":
        known.append(library.distinct(each))
    return [each], found, known


def _bounds(shape: Shape, value: t.Term) -> list[t.Term]:
    match shape:
        case Choice(values):
            return [t.lor(*(t.equal(value, literal(each)) for each in values))]
        case Fixed(parts):
            return [holds for place, each in enumerate(parts) for holds in _bounds(each, t.part(value, place))]
        case Plain("int", low, high):
            above = [] if low is None else [t.le(t.number(low), value)]
            return above + ([] if high is None else [t.le(value, t.number(high))])
        case Plain("bool") if value.sort == t.INT:  # one of several numbers that it may be
            return [t.lor(t.equal(value, t.ZERO), t.equal(value, t.ONE))]
    return []


def literal(value: object) -> t.Term:
    """A value of a `Literal` type."""
    match value:
        case bool():
            return t.TRUE if value else t.FALSE
        case int():
            return t.number(value)
        case str():
            return t.list_term(t.INT, [t.number(ord(letter)) for letter in value])
    raise Uncovered("arguments of this type")


def make_claim(  # noqa: PLR0917 the programs and what is asked of them
    reference: Program, submission: Program, shapes: Sequence[Shape], requires: Program | None, solver: Solver,
    measures: Measures | None = None, *, strict: bool = False, equations: Sequence[str] = (),
) -> Claim:  # fmt: skip
    """Raises `Uncovered`. With `measures` those are taken, and no others are looked for."""
    equations = tuple(equations if measures is None else measures.equations)
    state, fresh = State(), Fresh()
    inputs, arguments, known = [], [], list[t.Term]()
    for place, shape in enumerate(shapes):
        variables, value, holds = argument(shape, f"in{place}", state, fresh)
        inputs += variables
        arguments.append(value)
        known += holds
    asked: tuple[str, ...] = ()
    if requires is not None:
        given = None if measures is None else measures.requires
        admitted = translate(requires.tree, requires.function, arguments, state, solver, given)
        known.append(t.implies(t.lnot(admitted.error), test_of(admitted.value, admitted.state)))
        asked = admitted.measures
    state.path = tuple(known)
    one = translate(
        reference.tree, reference.function, arguments, state, solver,
        None if measures is None else measures.reference, equations=REFERENCE in equations,
    )  # fmt: skip
    refused = one.error.args if one.error.op == "or" else (one.error,)  # nothing is claimed where it raises something
    state.path += tuple(t.lnot(each) for each in refused if not loops_in(each) and not calls_in(each))
    two = translate(
        submission.tree, submission.function, arguments, state, solver,
        None if measures is None else measures.submission, equations=SUBMISSION in equations,
    )  # fmt: skip
    known.append(t.lnot(one.error))
    if strict and any(_has_other_tables(program.tree) for program in (reference, submission)):
        raise Uncovered("dictionaries of several types")
    same = equal_results(one.value, one.state, two.value, two.state, strict=strict)
    goal = t.land(t.lnot(two.error), same)
    return Claim(tuple(inputs), tuple(known), goal, one, two, Measures(asked, one.measures, two.measures, equations))


def _has_other_tables(tree: Node) -> bool:
    """Whether a program has a name for another type of dictionaries, which are dictionaries in all but their type."""
    return any(
        (node.kind == "alias" and node.text("name") == "OrderedDict")
        or (node.kind == "Attribute" and node.text("attr") == "OrderedDict")
        for node in tree.within()
    )


def equal_results(one: Value, first: State, two: Value, second: State, *, strict: bool) -> t.Term:
    """A condition that implies that Python calls the values equal; with `strict` they are of one type, too."""
    match one, two:
        case Nothing(), Nothing():
            return t.TRUE
        case (Int() | Bool() | Number(), Int() | Bool() | Number()):
            if strict and (isinstance(one, Number) or isinstance(two, Number)):
                raise Uncovered("results of several types")
            if strict and type(one) is not type(two):
                return t.FALSE
            return t.equal(as_int(one), as_int(two)) if type(one) is not type(two) else t.equal(one.term, two.term)
        case Char(a), Char(b):
            return t.equal(a, b)
        case Row(a), Row(b):
            if len(a) != len(b):
                return t.FALSE
            return t.land(*(equal_results(x, first, y, second, strict=strict) for x, y in zip(a, b, strict=True)))
        case Maybe(missing, x), Maybe(gone, y):
            return t.ite(missing, gone, t.land(t.lnot(gone), equal_results(x, first, y, second, strict=strict)))
        case Maybe(missing, x), Nothing():
            return missing
        case Nothing(), Maybe(gone, y):
            return gone
        case Maybe(missing, x), _:
            return t.land(t.lnot(missing), equal_results(x, first, two, second, strict=strict))
        case _, Maybe(gone, y):
            return t.land(t.lnot(gone), equal_results(one, first, y, second, strict=strict))
        case OneOf(condition, x, y), _:
            return t.ite(
                condition,
                equal_results(x, first, two, second, strict=strict),
                equal_results(y, first, two, second, strict=strict),
            )
        case _, OneOf(condition, x, y):
            return t.ite(
                condition,
                equal_results(one, first, x, second, strict=strict),
                equal_results(one, first, y, second, strict=strict),
            )
        case Ref(a), Ref(b):
            left, right = first.heap[a], second.heap[b]
            if is_object(left.kind):
                raise Uncovered("instances of classes as results")
            if left.kind != right.kind and not {left.kind, right.kind} <= TABLES:
                return t.FALSE
            if left.kind != right.kind and strict:
                raise Uncovered("results of several types")
            parts = zip(left.terms, left.elements, right.terms, right.elements, strict=True)
            return t.land(*(_equal_lists(x, kind, y, other) for x, kind, y, other in parts))
    text, other = as_text(one), as_text(two)
    if text is not None and other is not None:
        return t.equal(text.term, other.term)
    row, tupled = as_sequence(one) or one, as_sequence(two) or two
    if isinstance(row, Seq) and isinstance(tupled, Seq) and row.kind == tupled.kind:
        return _equal_lists(row.term, row.element, tupled.term, tupled.element)
    return t.FALSE


def _equal_lists(one: t.Term, element: Type, two: t.Term, other: Type) -> t.Term:
    if holds_instances(element) or holds_instances(other):  # each program has classes of its own
        raise Uncovered("instances of classes as results")
    sort = ("list", sort_of(joined_type(element, other)))
    return t.equal(retype(one, sort), retype(two, sort))


__all__ = ["Claim", "Measures", "Program", "equal_results", "literal", "make_claim", "type_for"]
