"""Questions in which some of what is known holds for all places of lists. Trusted.

What is known may speak of `PLACES`, which stand for all numbers, and of `each`, which stands for all values that are
counted. z3 gets it with a quantifier over the places, and with the elements that are read there as what to look for
(`patterns`): it uses what is known for elements that are in the question, and looks no further, so that an answer other
than "it follows" says nothing. In a claim they are names of places and of a value of which nothing else is known.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import z3

from viva.engines.proofs.checking.nests import ONE_EACH, PLACES
from viva.engines.proofs.query import Solver
from viva.engines.proofs.terms import INT, Term, is_list, lnot, order, parts_of, substitute, variable

_BOUND = frozenset(place.data for place in PLACES)
_SOME = {place.data: variable(f"some {place.data}", INT) for place in PLACES}
_MOST_SORTED = 6


class Everywhere:
    """A question with claims of which one is asked at a time, from what is known and from some of the `guesses`."""

    def __init__(self, solver: Solver, known: Sequence[Term], guesses: Sequence[Term], claims: Sequence[Term]) -> None:
        self.asked = solver
        doubts = [lnot(substitute(claim, _SOME)) for claim in claims]
        same = [each for each in parts_of(*known, *guesses, *doubts) if each.op == "=" and is_list(each.args[0])]
        facts = [fact for each in same if not _bound(each) for fact in order.same_in_order(each)]
        values = order.counted_values([*doubts, *facts])
        known = [one for each in known for one in _for_values(each, values)]
        several = [_for_values(each, values) for each in guesses]
        every = [*known, *doubts, *facts, *(one for ones in several for one in ones)]
        facts += order.count_facts(every)
        made = [each for each in parts_of(*every, *facts) if each.op == "apply" and each.data == order.SORTED]
        in_order = [
            one for each in made[:_MOST_SORTED] if not _bound(each) for one in order.for_all_places(each, *PLACES)
        ]
        in_order += [
            known_order.between(*PLACES)
            for each in parts_of(*every) if each.op == "fold" and not _bound(each)
            for known_order in order.orders_of(each)
        ]  # fmt: skip
        ground = [each for each in (*known, *doubts, *facts) if not _bound(each)]
        instances = solver.instances([*ground, *(part for ones in several for one in ones for part in _still(one))])
        self.encoder = solver.encoder
        said = [each for each in (*ground, *instances) if each not in doubts]
        everywhere = [each for each in (*known, *facts, *in_order) if _bound(each)]
        self.solver = solver.written(said, doubts, everywhere, *several)
        self.solver.set("mbqi", False)
        for condition in everywhere:
            self.solver.add(*self._for_all(condition))
        self.kept = [z3.Bool(f"kept {place}", solver.context) for place in range(len(guesses))]
        for literal, ones in zip(self.kept, several, strict=True):
            for one in ones:
                self.solver.add(*(z3.Implies(literal, each) for each in self._for_all(one)))
        self.doubts = [self.encoder.encoded(doubt) for doubt in doubts]

    def _for_all(self, condition: Term) -> list[Any]:
        """For z3; nothing where it speaks of places, and reads nothing there."""
        body = self.encoder.encoded(condition)
        bound = [place for place in PLACES if place.data in condition.free]
        if not bound:
            return [body]
        reads = [each for each in parts_of(condition) if each.op == "at" and each.args[1] in bound]
        reads = [each for each in reads if not _bound(each.args[0])]
        choices: list[list[Term]] = [[each for each in reads if each.args[1] is place] for place in bound]
        if not all(choices):
            return []
        patterns = [[one] for one in choices[0]]
        if len(choices) > 1:
            patterns = [[one, two] for one in choices[0] for two in choices[1]]
        names = [self.encoder.encoded(place) for place in bound]
        written = [z3.MultiPattern(*(self.encoder.encoded(each) for each in pattern)) for pattern in patterns]
        return [z3.ForAll(names, body, patterns=written)]

    def reasons(self, assumed: Sequence[int], claim: int) -> list[int] | None:
        """Some of the guesses from which a claim follows; None where that was not found."""
        self.solver.push()
        self.solver.add(self.doubts[claim])
        answer = self.asked.answer(self.solver, *(self.kept[place] for place in assumed))
        core = {str(literal) for literal in self.solver.unsat_core()} if answer is False else set()
        self.solver.pop()
        return [place for place in assumed if str(self.kept[place]) in core] if answer is False else None


def _bound(term: Term) -> bool:
    return not term.free.isdisjoint(_BOUND)


def _still(term: Term) -> list[Term]:
    """The largest parts that do not depend on places."""
    if not _bound(term):
        return [term]
    return [part for arg in term.args for part in _still(arg)]


def _for_values(condition: Term, values: Sequence[Term]) -> list[Term]:
    if ONE_EACH.data not in condition.free:
        return [condition]
    return [condition, *(substitute(condition, {ONE_EACH.data: value}) for value in values if value is not ONE_EACH)]
