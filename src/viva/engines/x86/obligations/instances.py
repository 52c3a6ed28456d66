"""Decides whether facts can hold together, some of which are about every value of a variable.

The solver sees no quantifier. Universal facts are asserted by instances: at the values that the question itself names,
and then, as long as the solver finds a model, at a value for which that model breaks one of them. A proof is a proof
whatever the instances were. A model is told only when no universal fact is broken in it, which is asked of the solver
with everything but the variable replaced by what the model says.

Models are also looked for among simple memories, with the same byte nearly everywhere: there the search ends soon, and
people can read what is found.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field
from typing import Any

from viva.core.records import dataclass
from viva.engines import smt
from viva.engines.x86 import bits
from viva.engines.x86.bits import Truth, Value
from viva.engines.x86.machine import WORD
from viva.engines.x86.obligations import linear
from viva.engines.x86.obligations.formulas import Claims, Universal, View
from viva.engines.x86.obligations.symbolic_state import Names, Unknown

WORK = 8_000_000
"""z3's units for one question: a few seconds."""
LOOK = 400_000
_GLANCE = 50_000
_SECOND = 3_000_000
ROUNDS = 24
_SIMPLE_FROM, _SIMPLE_ROUNDS, _CELLS = 2, 10, 6
_MOST_TERMS = 40
_MOST_PRODUCTS, _DIVISION = 12, 3
"""z3 does not count the work of taking products apart into bits, so they are counted here."""
_NEAR = 64
_MOST_INSTANCES = 400


@dataclass(frozen=True, slots=True)
class Answer:
    """`holds` False: the facts cannot hold together. True: `model` is one in which they do. None: not decided."""

    holds: bool | None
    model: Any = None


@dataclass(slots=True)
class Purse:
    """Work that is left, in z3's units; whoever asks is charged. Nothing is asked of an empty one."""

    left: int
    spent: int = 0

    def charge(self, work: int) -> None:
        self.spent += work
        self.left -= work


@dataclass(slots=True)
class Question:
    """Facts and how they came about. `terms` are words that may be worth an instance."""

    names: Names
    claims: Claims = field(init=False)
    facts: list[Truth] = field(default_factory=list)
    terms: list[Value] = field(default_factory=list)
    memories: list[Any] = field(default_factory=list)
    constants: list[Value] = field(default_factory=list)
    _known: set[tuple[bool, int]] = field(default_factory=set)
    """Of the terms: that it is a number, and which; or not, and which formula."""

    def __post_init__(self) -> None:
        self.claims = Claims(self.names)

    def add(self, *facts: Truth) -> None:
        self.facts += facts

    def look_at(self, view: View) -> None:
        """Words of a view that facts may be about: registers, constants, and where memory was written."""
        words: list[Value] = [*view.constants.values(), *view.here.registers.values(), *view.start.registers.values()]
        self.constants += [value for value in view.constants.values() if not isinstance(value, int)]
        for state in (view.here, view.start):
            memory = state.memory
            if isinstance(memory, Unknown):
                words += [address for address, _ in memory.writes]
                if not any(memory.base.eq(known) for known in self.memories):
                    self.memories.append(memory.base)
        for word in words:
            short = self.names.simplified(word)
            key = (True, short) if isinstance(short, int) else (False, short.get_id())
            if key not in self._known and len(self.terms) < _MOST_TERMS:
                self._known.add(key)
                self.terms.append(short)


def ask(question: Question, purse: Purse, work: int = WORK) -> Answer:
    """Decides the question within the work that is given for each step of it, and what the purse holds."""
    search = _Search(question, purse, work)
    for claim in list(question.claims.universals):
        for some in list(question.claims.somes):
            search.instantiate(claim, some)
    for number in range(ROUNDS):
        found = search.solved(())
        if found.holds is not True:
            return found
        broken = search.broken(found.model)
        if broken is None:
            return Answer(None)
        if not broken:
            return found
        search.learn(broken, found.model)
        if number >= _SIMPLE_FROM:
            simple = search.simple_model()
            if simple is not None:
                return simple
    return Answer(None)


def feasible(facts: Iterable[Truth], names: Names, purse: Purse) -> bool:
    """False only where the facts cannot hold together."""
    left = [fact for fact in facts if fact is not True]
    if any(fact is False for fact in left):
        return False
    if not left or purse.left <= 0 or products(left, names) > _MOST_PRODUCTS:
        return True
    asked = smt.solver(min(LOOK, purse.left), context=names.context, logic="QF_ABV")
    asked.add(*left)
    before = smt.work_done(asked)
    answer = smt.satisfiable(asked)
    purse.charge(max(smt.work_done(asked) - before, 1))
    return answer is not False


class _Search:
    def __init__(self, question: Question, purse: Purse, work: int) -> None:
        self.question = question
        self.names = question.names
        self.purse = purse
        self.work = work
        self.floor = purse.left // 3  # one hard question leaves something for those that come after it
        self.made: set[tuple[int, str]] = set()
        self.broken_at: set[tuple[int, int]] = set()
        self.shape: tuple[Truth, ...] | None = None

    def instantiate(self, claim: Universal, value: Value) -> None:
        key = (self._number(claim), str(value))
        if key in self.made:
            return
        if len(self.made) >= _MOST_INSTANCES:
            return
        self.made.add(key)
        claims = self.question.claims
        before = len(claims.somes)
        known = len(claims.universals)
        self.question.add(claims.instance(claim, value))
        # What an instance names in turn is worth instances of its own, and claims inside are asked at once.
        for inner in claims.universals[known:]:
            for some in claims.somes[:before] if len(claims.somes) < _MOST_TERMS else ():
                self.instantiate(inner, some)

    def _number(self, claim: Universal) -> int:
        return next(number for number, each in enumerate(self.question.claims.universals) if each is claim)

    def solved(self, extra: Sequence[Truth]) -> Answer:
        facts = [fact for fact in (*self.question.facts, *extra) if fact is not True]
        if any(fact is False for fact in facts):
            return Answer(False)
        # What is hard as it stands is often easy once equals are put for equals, and the other way round. Only a
        # contradiction is taken from the second.
        multiplied = products(facts, self.names)
        if multiplied > _MOST_PRODUCTS:
            return Answer(None)
        if not multiplied:
            found = self._solver_says(facts, _GLANCE)
            if found.holds is not None:
                return found
        reduced = self._reduced(facts)
        if not multiplied and self._solver_says(reduced, _GLANCE).holds is False:
            return Answer(False)
        if self._integers_deny(facts):
            return Answer(False)
        if not multiplied:
            found = self._solver_says(facts, LOOK)
            if found.holds is not None or self.work <= LOOK:
                return found
        if self._solver_says(reduced, self.work if multiplied else _SECOND).holds is False:
            return Answer(False)
        return self._solver_says(facts, self.work)

    def _integers_deny(self, facts: Sequence[Truth]) -> bool:
        if self.purse.left <= self.floor:
            return False
        denied, work = linear.contradictory(facts, self.names.context)
        self.purse.charge(work)
        return denied

    def _reduced(self, facts: Sequence[Truth]) -> list[Truth]:
        """Facts that hold together if these do, with equals put for equals."""
        import z3  # noqa: PLC0415

        context = self.names.context
        names = ("simplify", "propagate-values", "solve-eqs", "elim-uncnstr", "simplify")
        steps = [
            z3.With(z3.Tactic(name, ctx=context), som=True, blast_select_store=True)
            if name == "simplify"
            else z3.Tactic(name, ctx=context)
            for name in names
        ]
        equals_for_equals = z3.Then(*steps, ctx=context)
        left = list(facts)
        for number in range(4):
            goal = z3.Goal(ctx=context)
            goal.add(*left)
            (reduced,) = equals_for_equals(goal)
            left = list(reduced)
            more = _equalities(left)
            ruled_out = [] if number else linear.excluded(facts, left)
            if not more and not ruled_out:
                break
            never = z3.BoolVal(False, context)
            left = [z3.substitute(fact, *((each, never) for each in ruled_out)) for fact in left] + more
        return left

    def _solver_says(self, facts: Sequence[Truth], work: int) -> Answer:
        left = self.purse.left - self.floor
        if left <= 0:
            return Answer(None)
        asked = smt.solver(min(work, self.work, left), context=self.names.context, logic="QF_ABV")
        asked.add(*facts)
        before = smt.work_done(asked)
        answer = smt.satisfiable(asked)
        self.purse.charge(max(smt.work_done(asked) - before, 1))
        return Answer(answer, asked.model() if answer else None)

    def broken(self, model: Any) -> list[tuple[Universal, int]] | None:
        """Universal facts that the model breaks, each with a value; None where that could not be decided."""
        import z3  # noqa: PLC0415

        found: list[tuple[Universal, int]] = []
        for claim in list(self.question.claims.universals):
            if not z3.is_true(model.eval(claim.guard, model_completion=True)):
                continue
            value = self._breaking(claim, model)
            if value is None:
                return None
            if value >= 0:
                found.append((claim, value))
        return found

    def _breaking(self, claim: Universal, model: Any) -> int | None:
        """A value for which the claim is wrong in the model, -1 where there is none."""
        import z3  # noqa: PLC0415

        claims = Claims(self.names)
        variable = self.names.word("at")
        denied = claims.denied(claim, variable)
        if denied is False:
            return -1
        facts: list[Truth] = [denied]
        # Claims inside are taken at a few values only: then more values look wrong than are, which does no harm.
        for inner in claims.universals:
            for value in (variable, *self.question.terms[:8], *self.question.claims.somes[:8]):
                facts.append(claims.instance(inner, value))
                if len(facts) > 40:
                    break
        free = [variable, *claims.somes, *(each.guard for each in claims.universals)]
        if any(fact is False for fact in facts):
            return -1
        known = [_in_model(fact, model, free) for fact in facts if fact is not True]
        if products(known, self.names) > _MOST_PRODUCTS:
            return None
        asked = smt.solver(LOOK, context=self.names.context, logic="QF_ABV")
        asked.add(*known)
        before = smt.work_done(asked)
        answer = smt.satisfiable(asked)
        self.purse.charge(max(smt.work_done(asked) - before, 1))
        if answer is None:
            return None
        if not answer:
            return -1
        return int(asked.model().eval(variable, model_completion=True).as_long()) if z3.is_bv(variable) else None

    def learn(self, broken: Sequence[tuple[Universal, int]], model: Any) -> None:
        """Instances of the claims that the model breaks: at a word that the question names, and at the value for which
        the claim speaks of a byte that is read somewhere else too."""
        places = read_places(self.question.facts)
        values = [_word_in(place, model) for place in places]
        for claim, value in broken:
            self.instantiate(claim, self.term_for(value, model))
            # Where words have come to mean the same value before, it is the number that matters.
            key = (self._number(claim), value)
            if key in self.broken_at:
                self.instantiate(claim, value)
            self.broken_at.add(key)
            for cell in claim.cells():
                aimed = _word_in(cell.at(value), model)
                place = next((each for each, its in zip(places, values, strict=True) if its == aimed), None)
                met = None if place is None else cell.met(place)
                if met is not None and _word_in(met, model) == value:
                    self.instantiate(claim, met)

    def term_for(self, value: int, model: Any) -> Value:
        """A word of the question that has this value in the model: what it says is more than one number says."""
        words = [word for word in (*self.question.claims.somes, *self.question.terms) if not isinstance(word, int)]
        values = [_word_in(word, model) for word in words]
        for word, its in zip(words, values, strict=True):
            if its == value:
                return word
        for one, first in zip(words, values, strict=True):
            for two, second in zip(words, values, strict=True):
                if one is not two and (first - second) & bits.mask(WORD) == value:
                    return bits.simplified(bits.sub(one, two, WORD))
                if (first + second) & bits.mask(WORD) == value:
                    return bits.simplified(bits.add(one, two, WORD))
        apart = [((value - its) & bits.mask(WORD), word) for word, its in zip(words, values, strict=True)]
        near = [(min(step, -step & bits.mask(WORD)), step, word) for step, word in apart]
        distance, step, word = min(near, key=lambda each: each[0], default=(_NEAR, 0, value))
        return bits.simplified(bits.add(word, step, WORD)) if distance < _NEAR else value

    def simple_model(self) -> Answer | None:
        """A model with simple memories, if one is found soon."""
        if self.shape is None:
            self.shape = tuple(simple_memory(self.names, memory) for memory in self.question.memories)
        for _ in range(_SIMPLE_ROUNDS):
            found = self.solved(self.shape)
            if not found.holds:
                return None
            broken = self.broken(found.model)
            if broken is None:
                return None
            if not broken:
                return found
            self.learn(broken, found.model)
        return None


def simple_memory(names: Names, memory: Any) -> Truth:
    """That a memory has the same byte everywhere but in a few places."""
    import z3  # noqa: PLC0415

    shaped = z3.K(z3.BitVecSort(WORD, names.context), names.word("everywhere", 8))
    for _ in range(_CELLS):
        shaped = z3.Store(shaped, names.word("cell"), names.word("content", 8))
    return memory == shaped


def _word_in(value: Value, model: Any) -> int:
    """The number that a word is in the model."""
    return value if isinstance(value, int) else int(model.eval(value, model_completion=True).as_long())


def _in_model(fact: Any, model: Any, free: Sequence[Any]) -> Any:
    """The fact with all names but the free ones replaced by what the model says of them."""
    import z3  # noqa: PLC0415

    known = {each.get_id() for each in free}
    found: dict[int, Any] = {}
    seen: set[int] = set()
    waiting = [fact]
    while waiting:
        part = waiting.pop()
        number = part.get_id()
        if number in seen:
            continue
        seen.add(number)
        if z3.is_const(part) and part.decl().kind() == z3.Z3_OP_UNINTERPRETED:
            if number not in known:
                found[number] = part
        else:
            waiting += part.children()
    pairs = [(name, model.eval(name, model_completion=True)) for name in found.values()]
    return z3.substitute(fact, *pairs) if pairs else fact


def read_places(facts: Iterable[Truth]) -> list[Any]:
    """The addresses, not known as numbers, of which a byte is read in the facts; each once."""
    import z3  # noqa: PLC0415

    found: dict[int, Any] = {}
    seen: set[int] = set()
    waiting = [fact for fact in facts if not isinstance(fact, bool)]
    while waiting:
        part = waiting.pop()
        if part.get_id() in seen:
            continue
        seen.add(part.get_id())
        if z3.is_select(part) and not z3.is_bv_value(part.arg(1)):
            place = z3.simplify(part.arg(1))
            if len(found) < _MOST_TERMS:
                found.setdefault(place.get_id(), place)
        waiting += part.children()
    return list(found.values())


def products(facts: Iterable[Truth], names: Names) -> int:
    """How often two words that are not known are multiplied by each other, or divided, which costs as much as several
    products."""
    import z3  # noqa: PLC0415

    divisions = {z3.Z3_OP_BUDIV, z3.Z3_OP_BUREM, z3.Z3_OP_BSDIV, z3.Z3_OP_BSREM, z3.Z3_OP_BSMOD}
    divisions |= {z3.Z3_OP_BUDIV_I, z3.Z3_OP_BUREM_I, z3.Z3_OP_BSDIV_I, z3.Z3_OP_BSREM_I}
    found = 0
    counted: set[int] = set()  # in facts that have some
    for fact in facts:
        met: dict[int, Any] = {}
        has_some = False
        waiting = [] if isinstance(fact, bool) else [fact]
        while waiting:
            part = waiting.pop()
            number = part.get_id()
            has_some = has_some or number in counted
            if number in names.plain or number in counted or number in met:
                continue
            met[number] = part
            factors = part.children()
            kind = part.decl().kind() if factors else None
            if kind == z3.Z3_OP_BMUL and sum(not z3.is_bv_value(factor) for factor in factors) > 1:
                found, has_some = found + 1, True
            elif kind in divisions and not z3.is_bv_value(factors[1]):
                found, has_some = found + _DIVISION, True
            waiting += factors
        if has_some:
            counted |= met.keys()
        else:
            names.plain |= met
    return found


def _equalities(facts: Iterable[Truth]) -> list[Truth]:
    """What follows where one word is neither above nor below another: a product of them is then seen to be the same,
    which the solver would find by multiplying out all their bits."""
    import z3  # noqa: PLC0415

    kinds = {z3.Z3_OP_ULEQ: "unsigned", z3.Z3_OP_SLEQ: "signed"}
    at_most: dict[tuple[str, int, int], tuple[Any, Any]] = {}
    waiting = [z3.simplify(fact) for fact in facts if not isinstance(fact, bool)]
    while waiting:
        fact = waiting.pop()
        if z3.is_and(fact):
            waiting += fact.children()
            continue
        kind = fact.decl().kind() if z3.is_app(fact) else None
        if kind in kinds:
            one, two = fact.children()
            at_most[(kinds[kind], one.get_id(), two.get_id())] = (one, two)
    return [
        one == two
        for (kind, first, second), (one, two) in at_most.items()
        if first < second and (kind, second, first) in at_most
    ]
