"""Questions for the solver: does a condition follow from others, for all values of all variables?

z3 sees only formulas without quantifiers, over integers and functions of which it knows nothing. What it has to know
about the folds, lists and lemmas in a question is added as instances: one equation for each term that is there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import field
from itertools import combinations, permutations
from typing import Any

import z3

from viva.core.records import dataclass
from viva.engines import smt
from viva.engines.proofs import terms as t
from viva.engines.proofs.encoding import Encoder
from viva.engines.proofs.terms import library, order, pieces
from viva.engines.proofs.terms.folds import unfold
from viva.engines.proofs.terms.gathered import element_facts
from viva.engines.proofs.terms.partial_sums import added_up, places_in
from viva.engines.proofs.terms.products import products
from viva.engines.proofs.terms.recursive import Recursive, giving, unfolding

EFFORT = 1_600_000
"""About a second of a processor: one is a little less than a millionth of a second."""
TERM, TERM_AGAIN, QUESTION, WORK_OF_ONE = 100, 30, 1_500, 2
"""What a term costs, with all that is known about it; one that was written before; a question; and how much of z3's
work is one."""
WORK = 1_000_000
NET = 10_000  # milliseconds
GENERATIONS = 3
MOST_FACTS = 700
_ASKED = 12
_DIVIDED = 6
_PLACES = 8
_ORDERS = 3
_WIDER = 24
_MADE = frozenset({"snoc", "cat", "cut", "reverse", "put", "drop", "insert"})
_ORDERED = 12
_PAIRED = 24
_CLOCK = t.variable("k", t.INT)

Lemma = Callable[[t.Term], Sequence[t.Term]]
"""Gives what is known about a term that is a fold."""


class Exhausted(Exception):
    """More, or larger questions than a proof may ask."""


@dataclass(slots=True)
class Solver:
    """Asks z3, in a context of its own, and counts all that an attempt costs in one sum, which may come up to `effort`:
    the terms that are written for z3, its own work, and what others `charge`. All that is known lives as long as one
    proof. `functions` are those that call themselves and are known to end: of others the equation is not known. One
    that is `exact` leaves products of unknown numbers to z3, to find inputs rather than proofs. One that `tells`
    collects in `used` which kinds of facts its answers needed. `refuted`, where it is a list, takes all that z3 said
    has no model, in the language of SMT-LIB, so that another solver can be asked."""

    effort: int = EFFORT
    exact: bool = False
    context: Any = field(default_factory=z3.Context)
    lemmas: list[Lemma] = field(default_factory=list)
    asked: int = 0
    spent: int = 0
    worked: int = 0
    tells: bool = False
    used: set[str] = field(default_factory=set)
    refuted: list[str] | None = None
    elements: dict[tuple[t.Term, t.Term], t.Term] = field(default_factory=dict)
    functions: set[Recursive] = field(default_factory=set)
    encoder: Encoder = field(init=False)

    def __post_init__(self) -> None:
        self.encoder = Encoder(self.context, exact=self.exact)

    def charge(self, effort: int) -> None:
        """Raises `Exhausted` where there is no more left."""
        self.spent += effort
        if self.spent > self.effort:
            raise Exhausted

    def follows(self, known: Sequence[t.Term], *claims: t.Term) -> bool:
        """Whether the claims hold wherever all that is known does. False also means: not found out."""
        doubted = [t.lnot(claim) for claim in claims if claim is not t.TRUE]
        if not doubted:
            return True
        if self.tells and (holds := self._told(known, doubted)) is not None:
            return holds
        solver = self.begun(known, doubted)
        solver.add(z3.Or([self.encoder.encoded(each) for each in doubted]))
        return self.answer(solver) is False

    def follows_each(self, known: Sequence[t.Term], *claims: t.Term) -> bool:
        """The same, asked of one claim after the other: easier to answer where there are many."""
        doubted = [t.lnot(claim) for claim in claims if claim is not t.TRUE]
        solver, kinds = self._begun_by_kinds(known, doubted)
        for each in doubted:
            solver.push()
            solver.add(self.encoder.encoded(each))
            holds = self._without_model(solver, kinds)
            solver.pop()
            if not holds:
                return False
        return True

    def _told(self, known: Sequence[t.Term], doubted: Sequence[t.Term]) -> bool | None:
        """The same question with a literal for each kind of facts, so that z3 says which it needed."""
        solver, kinds = self._begun_by_kinds(known, doubted)
        solver.add(z3.Or([self.encoder.encoded(each) for each in doubted]))
        return self._without_model(solver, kinds)

    def _begun_by_kinds(self, known: Sequence[t.Term], doubted: Sequence[t.Term]) -> tuple[Any, dict[str, z3.BoolRef]]:
        facts = self.instances([*known, *doubted])
        solver = self.written(known, facts, doubted)
        kinds = {kind: z3.Bool(f"fact {kind}", self.context) for kind in dict.fromkeys(facts.values())}
        for fact, kind in facts.items():
            solver.add(z3.Implies(kinds[kind], self.encoder.encoded(fact)))
        return solver, kinds

    def written(self, said: Sequence[t.Term], *others: Iterable[t.Term]) -> Any:
        """A solver that knows what is said, and the sides of that and of other terms, which are written too."""
        every = list(t.parts_of(*said, *(each for several in others for each in several)))
        before = len(self.encoder.done)
        solver = smt.solver(WORK, net=NET, simple=True, context=self.context)
        for each in every:
            self.encoder.encoded(each)
        solver.add(*map(self.encoder.encoded, said), *self.encoder.sides_of(every))
        self.charge(TERM * (len(self.encoder.done) - before) + TERM_AGAIN * len(every))
        return solver

    def _without_model(self, solver: Any, kinds: Mapping[str, z3.BoolRef]) -> bool | None:
        """Whether there is none; None where that was not found out."""
        answer = self.answer(solver, *kinds.values())
        if answer is False:
            needed = {str(literal) for literal in solver.unsat_core()}
            self.used |= {kind for kind, literal in kinds.items() if str(literal) in needed}
        return None if answer is None else not answer

    def begun(self, conditions: Sequence[t.Term], others: Sequence[t.Term]) -> Any:
        """A solver that knows the conditions, and what has to be known about these and other terms."""
        facts = self.instances([*conditions, *others])
        return self.written([*conditions, *facts], others)

    def answer(self, solver: Any, *assumed: Any) -> bool | None:
        """Whether there is a model; None where that was not found out."""
        self.asked += 1
        answer = smt.satisfiable(solver, *assumed)
        before, self.worked = self.worked, smt.work_done(solver)
        self.charge(QUESTION + (self.worked - before) // WORK_OF_ONE)
        if answer is False and self.refuted is not None:
            self.refuted.append(_as_smt_lib(solver, assumed))
        return answer

    def instances(self, conditions: Sequence[t.Term]) -> dict[t.Term, str]:
        """What has to be known about the terms of a question, with the kind of each fact."""
        facts: dict[t.Term, None] = {}
        apart: dict[t.Term, None] = {}
        kinds: dict[t.Term, str] = {}

        def of(kind: str, several: Sequence[t.Term]) -> Sequence[t.Term]:
            kinds.update((fact, kind) for fact in several if fact not in kinds)
            return several

        seen: set[t.Term] = set()
        different = _said(conditions, equal_lists=False)
        folds: list[t.Term] = []
        fresh = list(t.parts_of(*conditions))
        cuts = [each for each in fresh if each.op == "cut"][:_PLACES]
        begun = {each.args[0] for each in fresh if each.op == "at" and each.args[1] is t.ZERO}
        if self.functions:
            at_ends = _at_ends(fresh)
            facts |= dict.fromkeys(of("recursion", at_ends))
            fresh += t.parts_of(*at_ends)
        for generation in range(GENERATIONS + (1 if self.functions else 0)):
            found: list[t.Term] = []
            for term in fresh:
                if term in seen:
                    continue
                seen.add(term)
                if term.op == "fold":
                    folds.append(term)
                for kind, several in self._about(term, generation, cuts, begun):
                    found += of(kind, several)
                if term.op == "=" and t.is_list(term.args[0]):
                    somewhere = generation > 0 or term in different
                    apart |= dict.fromkeys(of("lists", _difference(term, somewhere=somewhere)))
            facts |= dict.fromkeys(found)
            fresh = list(t.parts_of(*found, *apart))
            if len(facts) + len(apart) > MOST_FACTS:
                break
        if self.functions or any(each.op == "*" and each.args[0].op != "num" for each in seen):
            after = _next_rounds(folds[:_PAIRED])
            asked = [each for each in t.parts_of(*after) if each.op == "fold" and each not in seen]
            facts |= dict.fromkeys(of("rounds", after))
            facts |= dict.fromkeys(of("pieces", [fact for each in asked for fact in pieces.of_set(each)]))
            facts |= dict.fromkeys(of("products", products(t.parts_of(*facts, *conditions), self.functions)))
        facts |= dict.fromkeys(of("division", [*_with_other_signs(seen), *_by_the_same(seen)]))
        every = list(t.parts_of(*apart, *facts, *conditions))
        said = _said([*facts, *conditions], equal_lists=True)
        equalities = [each for each in every if each.op == "=" and t.is_list(each.args[0]) and each in said]
        indices = [each for each in every if each.op == "at"]
        for each in equalities[:40]:
            same = [
                *_same_elements(each, indices[:60], self.elements, pieces=bool(self.functions)),
                *_same_loops(each, folds[:40]),
            ]
            facts |= dict.fromkeys(of("lists", same))
        if any(each.op == "call" or (each.op == "apply" and each.data == order.SORTED) for each in seen):
            met = set(indices)  # what is taken out of a sorted list is a piece of a piece of it
            more = [each for each in t.parts_of(*facts) if each.op == "at" and each not in met]
            for each in equalities[:40]:
                facts |= dict.fromkeys(
                    of("lists", _same_elements(each, more[:40], self.elements, pieces=bool(self.functions)))
                )
        for kind, several in _at_places(every, folds, indices, in_pieces=bool(self.functions)):
            facts |= dict.fromkeys(of(kind, several))
        return {fact: kinds.get(fact, "order") for fact in (*apart, *facts)}

    def _about(
        self, term: t.Term, generation: int, cuts: Sequence[t.Term], begun: Set[t.Term]
    ) -> Iterator[tuple[str, Sequence[t.Term]]]:
        """What is known of one term, by kinds: more of those that a question has itself."""
        if term.op == "fold":
            yield "rounds", [*_unfolding(term), *added_up(term)]
            yield "searches", library.facts(term)
            if generation == 0:
                yield "some_round", library.witnessed(term)
                yield "sizes", library.sizes(term)
            if generation < 2:
                yield "pieces", pieces.known_of(term, cuts, begun)
            yield "rounds", pieces.unrolled(term)
        elif term.op == "call" and giving(term.data) in self.functions:
            yield "recursion", unfolding(term)
        if term.op in ("fold", "call", "len", "=", "<="):
            for lemma in self.lemmas:
                yield "lemmas", lemma(term)
        if term.op in ("div", "mod") and term.args[1].op != "num":
            yield "division", _division(*term.args)
        elif term.op == "apply" and term.data == order.SORTED:
            yield "order", [*order.sorted_facts(term), *order.without_facts(term)]
        elif term.op == "apply" and term.data in (order.INVERSIONS, order.ASCENTS):
            yield "order", order.inversion_facts(term)
        elif term.op == "=" and t.is_list(term.args[0]):
            yield "order", order.unsorted(term)
        elif term.op == "at":
            outside = t.lor(t.within(term.args[1], term.args[0]), t.equal(term, t.default(term.sort)))
            yield "lists", [outside, *element_facts(term)]
            yield "pieces", pieces.of_kept(term)


def _as_smt_lib(solver: Any, assumed: Sequence[Any]) -> str:
    whole = z3.Solver(ctx=solver.ctx)
    whole.add(*solver.assertions(), *assumed)
    text: str = whole.to_smt2()
    return "(set-logic ALL)\n" + "\n".join(line for line in text.splitlines() if not line.startswith(";")) + "\n"


def _at_places(
    every: Sequence[t.Term], folds: Sequence[t.Term], indices: Sequence[t.Term], *, in_pieces: bool
) -> Iterator[tuple[str, list[t.Term]]]:
    """What loops and orders say about the places at hand, by the kind of fact; with `in_pieces` also loops over
    pieces of the lists. `every` are all terms that are met, with all their parts."""
    for each in folds:
        for term in indices[:60]:
            for items in [arg for arg in each.args[2:] if t.is_list(arg)]:
                place = places_in(items, *term.args, pieces=in_pieces)
                if place is not None:
                    yield "searches", library.at_place(each, items, place)
    yield "searches", _in_made_lists(folds[:_ASKED], indices[:60])
    yield "pieces", pieces.wider_ones(every)[:_WIDER]
    named = [each for each in every if each.op == "var" and each.data.startswith("?")]
    for each in folds[:_ASKED]:
        lists = [items for items in each.args[2:] if t.is_list(items)]
        met = [places_in(items, *term.args, pieces=in_pieces) for term in indices for items in lists]
        read = [place for place in met if place is not None]
        for place in dict.fromkeys([*named[:_PLACES], *read[:_PLACES]]):
            yield "some_round", library.at_round(each, place)
            yield "sizes", library.left_out(each, place)
    for known in [found for each in every for found in order.orders_of(each)][:_ORDERS]:
        places = dict.fromkeys(term.args[1] for term in indices if term.args[0] is known.items)
        most = _ORDERED if known.items.op == "var" else _ORDERED // 2
        for one, two in permutations(list(places)[:most], 2):
            yield "order", [known.between(one, two)]


def _in_made_lists(folds: Sequence[t.Term], indices: Sequence[t.Term]) -> list[t.Term]:
    """Where elements are that are read, in lists that are made of others and searched."""
    found: list[t.Term] = []
    for each in folds:
        items = library.searched_list(each)
        if items is not None and items.op in _MADE:
            met = dict.fromkeys(place for term in indices for place in library.places_of(term, items))
            found += [fact for place in list(met)[:_PLACES] for fact in library.at_place(each, items, place)]
    return found


def _unfolding(term: t.Term) -> list[t.Term]:
    rounds = term.args[0]
    found = [t.implies(t.le(rounds, t.ZERO), t.equal(term, term.args[1]))]
    last = rounds.args[-1] if rounds.op == "+" else rounds
    if last.op == "num" and last.data >= 1:
        before = t.sub(rounds, t.ONE)
        found.append(t.implies(t.le(t.ZERO, before), t.equal(term, unfold(term.data, (before, *term.args[1:])))))
    return found


def _at_ends(terms: Sequence[t.Term]) -> list[t.Term]:
    """Calls in a round of which the number is known, also written with that number: it may be simpler."""
    found = []
    for same in [each for each in terms if each.op == "=" and _CLOCK.data in each.free and each.args[0].sort == t.INT]:
        difference = t.sub(*same.args)
        sides = (t.sub(_CLOCK, difference), t.add(_CLOCK, difference))
        rounds = next((each for each in sides if _CLOCK.data not in each.free), None)
        if rounds is not None:
            met = [each for each in terms if each.op == "call" and _CLOCK.data in each.free]
            found += [t.implies(same, t.equal(each, t.substitute(each, {_CLOCK.data: rounds}))) for each in met]
    return found


def _next_rounds(folds: Sequence[t.Term]) -> list[t.Term]:
    """Of a loop that is met after some rounds, and after one more: how that comes from it."""
    found = []
    for one, two in permutations(folds, 2):
        if one.data == two.data and one.args[1:] == two.args[1:] and t.sub(one.args[0], two.args[0]) is t.ONE:
            after = unfold(two.data, two.args)
            found.append(t.implies(t.le(t.ZERO, two.args[0]), t.equal(one, after)))
    return found


def _division(one: t.Term, two: t.Term) -> list[t.Term]:
    whole, rest = t.div(one, two), t.mod(one, two)
    return [
        t.implies(t.lnot(t.equal(two, t.ZERO)), t.equal(one, t.add(t.mul(whole, two), rest))),
        t.implies(t.lt(t.ZERO, two), t.land(t.le(t.ZERO, rest), t.lt(rest, two))),
        t.implies(t.lt(two, t.ZERO), t.land(t.lt(two, rest), t.le(rest, t.ZERO))),
        t.implies(t.land(t.lt(t.ZERO, two), t.le(t.ZERO, one), t.lt(one, two)), t.equal(rest, one)),
        t.implies(t.land(t.lt(t.ZERO, two), t.le(t.ZERO, one)), t.land(t.le(t.ZERO, whole), t.le(whole, one))),
        t.implies(t.land(t.le(t.number(2), two), t.lt(t.ZERO, one)), t.lt(whole, one)),
    ]


def _with_other_signs(terms: Set[t.Term]) -> list[t.Term]:
    """Divisions that are the same but for both signs, where there are both: the rest changes its sign with them."""
    found = []
    for each in [term for term in terms if term.op in ("div", "mod") and term.args[1].op != "num"]:
        one, two = (t.scale(-1, arg) for arg in each.args)
        other = t.div(one, two) if each.op == "div" else t.mod(one, two)
        if other is not each and other in terms:
            found.append(t.equal(each, other if each.op == "div" else t.scale(-1, other)))
    return found


def _by_the_same(terms: Set[t.Term]) -> list[t.Term]:
    """Divisions by one number of numbers that differ by some times that number."""
    found = []
    met = sorted((each for each in terms if each.op == "div" and each.args[1].op != "num"), key=lambda each: each.key)
    for one, two in combinations(met[:_DIVIDED], 2):
        times = t.quotient(t.sub(one.args[0], two.args[0]), one.args[1]) if one.args[1] is two.args[1] else None
        if times is not None:
            divides = t.lnot(t.equal(one.args[1], t.ZERO))
            rests = t.equal(t.mod(*one.args), t.mod(*two.args))
            found.append(t.implies(divides, t.land(t.equal(one, t.add(two, times)), rests)))
    return found


def _said(conditions: Sequence[t.Term], *, equal_lists: bool) -> set[t.Term]:
    """The parts that may have to be true, or may have to be false, for the conditions to hold: which lists may have to
    be equal, or different. Of lists that only have to be equal nobody has to know where they would differ, and of those
    that only have to be different nobody has to know what else would be equal."""
    found: list[t.Term] = []
    seen: set[tuple[t.Term, bool]] = set()
    todo = [(condition, True) for condition in conditions]
    while todo:
        term, holds = todo.pop()
        if (term, holds) in seen:
            continue
        seen.add((term, holds))
        if term.op in ("and", "or"):
            todo += [(arg, holds) for arg in term.args]
        elif term.op == "not":
            todo.append((term.args[0], not holds))
        elif holds == equal_lists or term.op != "=" or not t.is_list(term.args[0]):
            found.append(term)
        else:
            found += term.args
    return set(t.parts_of(*found))


def _difference(same: t.Term, *, somewhere: bool) -> list[t.Term]:
    """Lists that are not equal differ in length, or somewhere."""
    one, two = same.args
    if two.op == "nil" or one.op == "nil":
        return []
    sizes = t.implies(same, t.equal(t.length(one), t.length(two)))
    if not somewhere:
        return [sizes]
    place = t.variable(f"?{t.digest_of(same)}", t.INT)
    there = t.land(t.le(t.ZERO, place), t.lt(place, t.length(one)), t.lnot(t.equal(t.at(one, place), t.at(two, place))))
    return [t.lor(same, t.lnot(t.equal(t.length(one), t.length(two))), there), sizes]


def _same_elements(
    same: t.Term, indices: Sequence[t.Term], written: dict[tuple[t.Term, t.Term], t.Term], *, pieces: bool
) -> list[t.Term]:
    """`written` are those that were needed before: a proof asks many questions about the same lists."""
    one, two = same.args
    inside = set(t.parts_of(one, two))
    found = []
    read = [each for each in indices if each.args[0] in inside and each.sort == t.element_of(one)]
    places = [each.args[1] for each in read]
    for piece in (part for part in (*one.args, *two.args, one, two) if pieces and part.op == "cut"):
        places += [t.sub(each.args[1], piece.args[1]) for each in read if each.args[0] is piece.args[0]]
    for place in dict.fromkeys(places):
        if (same, place) not in written:
            written[same, place] = t.implies(same, t.equal(t.at(one, place), t.at(two, place)))
        found.append(written[same, place])
    return found


def _same_loops(same: t.Term, folds: Sequence[t.Term]) -> list[t.Term]:
    """A loop over a list that is known to be another, as that loop: it may be shorter to write."""
    found = []
    for one, two in (same.args, same.args[::-1]):
        if one.op in ("var", "fold") and two.op in ("nil", "snoc", "cat", "cut"):
            for each in folds:
                if one in each.args:
                    other = t.rebuild(each, tuple(t.replace_parts(arg, {one: two}) for arg in each.args))
                    found.append(t.implies(same, t.equal(each, other)))
    return found
