"""Questions for the solver: does a condition follow from others, for all values of all variables?

z3 sees only formulas without quantifiers, over integers and functions of which it knows nothing. What it has to know
about the folds, lists and lemmas in a question is added as instances: one equation for each term that is there.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import permutations
from typing import Any

import z3

from viva.engines import smt
from viva.engines.proofs.terms import (
    INT,
    ONE,
    TRUE,
    ZERO,
    Sort,
    Term,
    add,
    at,
    default,
    element_of,
    equal,
    implies,
    is_list,
    land,
    le,
    length,
    library,
    lnot,
    lor,
    lt,
    mod,
    order,
    parts_of,
    rebuilt,
    replaced,
    sub,
    substituted,
    variable,
    within,
)
from viva.engines.proofs.terms.folds import unfolded
from viva.engines.proofs.terms.pieces import added_up, places_in
from viva.engines.proofs.terms.products import products
from viva.engines.proofs.terms.recursive import Recursive, unfolding

EFFORT = 4_500_000
"""About four seconds of a processor: one is a little less than a millionth of a second."""
TERM, QUESTION, WORK_OF_ONE = 150, 500, 4
"""What a term costs, with all that is known about it; a question; and how much of z3's work is one."""
WORK = 1_000_000
NET = 10_000  # milliseconds
GENERATIONS = 3
MOST_FACTS = 700
_ASKED = 12
_PLACES = 8
_ORDERS = 3
_ORDERED = 12
_PAIRED = 24
_CLOCK = variable("k", INT)

Lemma = Callable[[Term], Sequence[Term]]
"""Gives what is known about a term that is a fold."""


class Exhausted(Exception):
    """More, or larger questions than a proof may ask."""


@dataclass(slots=True)
class Solver:
    """Asks z3, in a context of its own, and counts all that an attempt costs in one sum, which may come up to `effort`:
    the terms that are written for z3, its own work, and what others `charge`. All that is known lives as long as one
    proof. `functions` are those that call themselves and are known to end: of others the equation is not known. One
    that `tells` collects in `used` which kinds of facts its answers needed."""

    effort: int = EFFORT
    context: Any = field(default_factory=z3.Context)
    lemmas: list[Lemma] = field(default_factory=list)
    asked: int = 0
    spent: int = 0
    worked: int = 0
    tells: bool = False
    used: set[str] = field(default_factory=set)
    elements: dict[tuple[Term, Term], Term] = field(default_factory=dict)
    functions: set[Recursive] = field(default_factory=set)

    def charge(self, effort: int) -> None:
        """Raises `Exhausted` where there is no more left."""
        self.spent += effort
        if self.spent > self.effort:
            raise Exhausted

    def follows(self, known: Sequence[Term], *claims: Term) -> bool:
        """Whether the claims hold wherever all that is known does. False also means: not found out."""
        doubted = [lnot(claim) for claim in claims if claim is not TRUE]
        if not doubted:
            return True
        if self.tells and (holds := self._told(known, doubted)) is not None:
            return holds
        solver, encoder = self.begun(known, doubted)
        solver.add(z3.Or([encoder.encoded(each) for each in doubted]))
        solver.add(*encoder.side)
        return self.answer(solver) is False

    def follows_each(self, known: Sequence[Term], *claims: Term) -> bool:
        """The same, asked of one claim after the other: easier to answer where there are many."""
        doubted = [lnot(claim) for claim in claims if claim is not TRUE]
        solver, encoder, kinds = self._begun_by_kinds(known, doubted)
        for each in doubted:
            solver.push()
            solver.add(encoder.encoded(each))
            holds = self._without_model(solver, kinds)
            solver.pop()
            if not holds:
                return False
        return True

    def _told(self, known: Sequence[Term], doubted: Sequence[Term]) -> bool | None:
        """The same question with a literal for each kind of facts, so that z3 says which it needed."""
        solver, encoder, kinds = self._begun_by_kinds(known, doubted)
        solver.add(z3.Or([encoder.encoded(each) for each in doubted]))
        return self._without_model(solver, kinds)

    def _begun_by_kinds(
        self, known: Sequence[Term], doubted: Sequence[Term]
    ) -> tuple[Any, Encoder, dict[str, z3.BoolRef]]:
        facts = self._instances([*known, *doubted])
        encoder = Encoder(self.context)
        solver = smt.solver(WORK, net=NET, simple=True, context=self.context)
        for condition in known:
            solver.add(encoder.encoded(condition))
        kinds = {kind: z3.Bool(f"fact {kind}", self.context) for kind in dict.fromkeys(facts.values())}
        for fact, kind in facts.items():
            solver.add(z3.Implies(kinds[kind], encoder.encoded(fact)))
        for each in doubted:
            encoder.encoded(each)
        solver.add(*encoder.side)
        self.charge(TERM * len(encoder.done))
        return solver, encoder, kinds

    def _without_model(self, solver: Any, kinds: Mapping[str, z3.BoolRef]) -> bool | None:
        """Whether there is none; None where that was not found out."""
        answer = self.answer(solver, *kinds.values())
        if answer is False:
            needed = {str(literal) for literal in solver.unsat_core()}
            self.used |= {kind for kind, literal in kinds.items() if str(literal) in needed}
        return None if answer is None else not answer

    def begun(self, conditions: Sequence[Term], others: Sequence[Term]) -> tuple[Any, Encoder]:
        """A solver that knows the conditions, and what has to be known about these and other terms."""
        facts = self._instances([*conditions, *others])
        encoder = Encoder(self.context)
        solver = smt.solver(WORK, net=NET, simple=True, context=self.context)
        for condition in (*conditions, *facts):
            solver.add(encoder.encoded(condition))
        for other in others:
            encoder.encoded(other)
        self.charge(TERM * len(encoder.done))
        return solver, encoder

    def answer(self, solver: Any, *assumed: Any) -> bool | None:
        """Whether there is a model; None where that was not found out."""
        self.asked += 1
        answer = smt.satisfiable(solver, *assumed)
        before, self.worked = self.worked, smt.spent(solver)
        self.charge(QUESTION + (self.worked - before) // WORK_OF_ONE)
        return answer

    def _instances(self, conditions: Sequence[Term]) -> dict[Term, str]:
        """What has to be known about the terms of a question, with the kind of each fact."""
        facts: dict[Term, None] = {}
        kinds: dict[Term, str] = {}

        def of(kind: str, several: Sequence[Term]) -> Sequence[Term]:
            kinds.update((fact, kind) for fact in several if fact not in kinds)
            return several

        seen: set[Term] = set()
        folds: list[Term] = []
        fresh = list(parts_of(*conditions))
        if self.functions:
            at_ends = _at_ends(fresh)
            facts |= dict.fromkeys(of("recursion", at_ends))
            fresh += parts_of(*at_ends)
        for generation in range(GENERATIONS + (1 if self.functions else 0)):
            found: list[Term] = []
            for term in fresh:
                if term in seen:
                    continue
                seen.add(term)
                if term.op == "fold":
                    found += of("rounds", _unfolding(term))
                    found += of("searches", library.facts(term))
                    found += of("rounds", added_up(term))
                    if generation == 0:
                        found += of("some_round", library.witnessed(term))
                    folds.append(term)
                if term.op == "call" and replace(term.data, raises=False) in self.functions:
                    found += of("recursion", unfolding(term))
                if term.op in ("fold", "call", "len", "=", "<="):
                    for lemma in self.lemmas:
                        found += of("lemmas", lemma(term))
                if term.op in ("div", "mod") and term.args[1].op != "num":
                    found += of("division", _division(*term.args))
                elif term.op == "apply" and term.data == order.SORTED:
                    found += of("order", [*order.sorted_facts(term), *order.without_facts(term)])
                elif term.op == "at":
                    outside = lor(within(term.args[1], term.args[0]), equal(term, default(term.sort)))
                    found += of("lists", [outside])
                elif term.op == "=" and is_list(term.args[0]):
                    found += of("lists", _difference(term))
            for fact in found:
                facts[fact] = None
            fresh = list(parts_of(*found))
            if len(facts) > MOST_FACTS:
                break
        for fact in of("rounds", _next_rounds(folds[:_PAIRED])):
            facts[fact] = None
        for fact in of("products", products(parts_of(*facts, *conditions), self.functions)):
            facts[fact] = None
        self._about_lists(conditions, facts, folds, seen, of)
        return {fact: kinds.get(fact, "order") for fact in facts}

    def _about_lists(
        self, conditions: Sequence[Term], facts: dict[Term, None], folds: Sequence[Term], seen: Collection[Term],
        of: Callable[[str, Sequence[Term]], Sequence[Term]],
    ) -> None:  # fmt: skip
        """Adds to the facts what has to be known of elements at places that are met."""
        every = [*facts, *conditions]
        equalities = [each for each in parts_of(*every) if each.op == "=" and is_list(each.args[0])]
        indices = [each for each in parts_of(*every) if each.op == "at"]
        for each in equalities[:40]:
            for fact in of(
                "lists", [*_same_elements(each, indices[:60], self.elements), *_same_loops(each, folds[:40])]
            ):
                facts[fact] = None
        if any(each.op == "call" or (each.op == "apply" and each.data == order.SORTED) for each in seen):
            met = set(indices)  # what is taken out of a sorted list is a piece of a piece of it
            more = [each for each in parts_of(*facts) if each.op == "at" and each not in met]
            for each in equalities[:40]:
                for fact in of("lists", _same_elements(each, more[:40], self.elements)):
                    facts[fact] = None
        for each in folds:
            for term in indices[:60]:
                for items in [arg for arg in each.args[2:] if is_list(arg)]:
                    place = places_in(items, *term.args)
                    for fact in of("searches", library.at_place(each, items, place) if place is not None else []):
                        facts[fact] = None
        named = [each for each in parts_of(*every) if each.op == "var" and each.data.startswith("?")]
        for each in folds[:_ASKED]:
            pieces = [places_in(items, *term.args) for term in indices for items in each.args[2:] if is_list(items)]
            read = [place for place in pieces if place is not None]
            for place in dict.fromkeys([*named[:_PLACES], *read[:_PLACES]]):
                for fact in of("some_round", library.at_round(each, place)):
                    facts[fact] = None
        for known in [found for each in parts_of(*every) for found in order.orders_of(each)][:_ORDERS]:
            places = dict.fromkeys(term.args[1] for term in indices if term.args[0] is known.items)
            most = _ORDERED if known.items.op == "var" else _ORDERED // 2
            for one, two in permutations(list(places)[:most], 2):
                facts |= dict.fromkeys(of("order", [known.between(one, two)]))


def _unfolding(term: Term) -> list[Term]:
    rounds = term.args[0]
    found = [implies(le(rounds, ZERO), equal(term, term.args[1]))]
    last = rounds.args[-1] if rounds.op == "+" else rounds
    if last.op == "num" and last.data >= 1:
        before = sub(rounds, ONE)
        found.append(implies(le(ZERO, before), equal(term, unfolded(term.data, (before, *term.args[1:])))))
    return found


def _at_ends(terms: Sequence[Term]) -> list[Term]:
    """Calls in a round of which the number is known, also written with that number: it may be simpler."""
    found = []
    for same in [each for each in terms if each.op == "=" and _CLOCK.data in each.free and each.args[0].sort == INT]:
        difference = sub(*same.args)
        sides = (sub(_CLOCK, difference), add(_CLOCK, difference))
        rounds = next((each for each in sides if _CLOCK.data not in each.free), None)
        if rounds is not None:
            met = [each for each in terms if each.op == "call" and _CLOCK.data in each.free]
            found += [implies(same, equal(each, substituted(each, {_CLOCK.data: rounds}))) for each in met]
    return found


def _next_rounds(folds: Sequence[Term]) -> list[Term]:
    """Of a loop that is met after some rounds, and after one more: how that comes from it."""
    found = []
    for one, two in permutations(folds, 2):
        if one.data == two.data and one.args[1:] == two.args[1:] and sub(one.args[0], two.args[0]) is ONE:
            after = unfolded(two.data, two.args)
            found.append(implies(le(ZERO, two.args[0]), equal(one, after)))
    return found


def _division(one: Term, two: Term) -> list[Term]:
    rest = mod(one, two)
    return [
        implies(lt(ZERO, two), land(le(ZERO, rest), lt(rest, two))),
        implies(lt(two, ZERO), land(lt(two, rest), le(rest, ZERO))),
        implies(land(lt(ZERO, two), le(ZERO, one), lt(one, two)), equal(rest, one)),
    ]


def _difference(same: Term) -> list[Term]:
    """Lists that are not equal differ in length, or somewhere."""
    one, two = same.args
    if two.op == "nil" or one.op == "nil":
        return []
    place = variable(f"?{same.key.hex()}", INT)
    somewhere = land(le(ZERO, place), lt(place, length(one)), lnot(equal(at(one, place), at(two, place))))
    return [lor(same, lnot(equal(length(one), length(two))), somewhere), implies(same, equal(length(one), length(two)))]


def _same_elements(same: Term, indices: Sequence[Term], written: dict[tuple[Term, Term], Term]) -> list[Term]:
    """`written` are those that were needed before: a proof asks many questions about the same lists."""
    one, two = same.args
    inside = set(parts_of(one, two))
    found = []
    read = [each for each in indices if each.args[0] in inside and each.sort == element_of(one)]
    places = [each.args[1] for each in read]
    for piece in (part for part in (*one.args, *two.args, one, two) if part.op == "cut"):
        places += [sub(each.args[1], piece.args[1]) for each in read if each.args[0] is piece.args[0]]
    for place in dict.fromkeys(places):
        if (same, place) not in written:
            written[same, place] = implies(same, equal(at(one, place), at(two, place)))
        found.append(written[same, place])
    return found


def _same_loops(same: Term, folds: Sequence[Term]) -> list[Term]:
    """A loop over a list that is known to be another, as that loop: it may be shorter to write."""
    found = []
    for one, two in (same.args, same.args[::-1]):
        if one.op == "var" and two.op in ("nil", "snoc", "cat", "cut"):
            for each in folds:
                if one in each.args:
                    other = rebuilt(each, tuple(replaced(arg, {one: two}) for arg in each.args))
                    found.append(implies(same, equal(each, other)))
    return found


class Encoder:
    """Writes terms for z3. `side` collects what holds of lengths."""

    def __init__(self, context: Any) -> None:
        self.context = context
        self.done: dict[Term, Any] = {}
        self.side: list[Any] = []
        self.sorts: dict[Sort, Any] = {INT: z3.IntSort(context), "bool": z3.BoolSort(context)}

    def sort(self, sort: Sort) -> Any:
        if sort not in self.sorts:
            self.sorts[sort] = z3.DeclareSort(f"sort {sort}", self.context)
        return self.sorts[sort]

    def encoded(self, term: Term) -> Any:
        for each in parts_of(term):
            if each not in self.done:
                self.done[each] = self._encoded(each, [self.done[arg] for arg in each.args])
        return self.done[term]

    def _applied(self, name: str, term: Term, args: Sequence[Any]) -> Any:
        if not args:
            return z3.Const(name, self.sort(term.sort))
        sorts = [self.sort(arg.sort) for arg in term.args]
        return z3.Function(name, *sorts, self.sort(term.sort))(*args)

    def _encoded(self, term: Term, args: list[Any]) -> Any:
        match term.op:
            case "num":
                return z3.IntVal(term.data, self.context)
            case "bool":
                return z3.BoolVal(bool(term.data), self.context)
            case "var":
                return z3.Const(f"x {term.data}", self.sort(term.sort))
            case "+":
                return z3.Sum(args)
            case "*" if term.args[0].op == "num":
                return args[0] * args[1]
            case "div" if term.args[1].op == "num" and term.args[1].data:
                return smt.floor_division(*args)
            case "mod" if term.args[1].op == "num" and term.args[1].data:
                return smt.modulo(*args)
            case "not":
                return z3.Not(args[0])
            case "and":
                return z3.And(args)
            case "or":
                return z3.Or(args)
            case "<=":
                return args[0] <= args[1]
            case "=":
                return self._equality(term, args)
            case "ite":
                return z3.If(args[0], args[1], args[2])
            case "len":
                made = self._applied(f"len {term.args[0].sort}", term, args)
                self.side.append(made >= 0)
                return made
            case "fold":
                return self._applied(f"fold {term.data.key} {[arg.sort for arg in term.args]}", term, args)
            case "call":
                return self._applied(f"call {term.data.key} {term.data.raises}", term, args)
            case "tuple":
                made = self._applied(f"tuple {term.sort}", term, args)
                for place, arg in enumerate(args):
                    function = z3.Function(f"part {place} {term.sort}", made.sort(), arg.sort())
                    self.side.append(function(made) == arg)
                return made
            case "part":
                return self._applied(f"part {term.data} {term.args[0].sort}", term, args)
        label = "" if term.data is None else f" {term.data}"
        return self._applied(f"{term.op}{label} {[arg.sort for arg in term.args]} {term.sort}", term, args)

    def _equality(self, term: Term, args: list[Any]) -> Any:
        same = args[0] == args[1]
        for one, two in (term.args, term.args[::-1]):
            if two.op == "nil" and one.op != "nil":
                self.side.append(same == (self.encoded(length(one)) == 0))
        return same
