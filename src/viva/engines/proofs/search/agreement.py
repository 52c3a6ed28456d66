"""What the values of terms in all rounds that were seen have in common."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from viva.engines.proofs.checking.system import CLOCK, System
from viva.engines.proofs.search.runs import Values, vectors_of
from viva.engines.proofs.terms import BOOL, INT, ONE, TRUE, ZERO, Term, add, equal, implies, is_list, le, lnot

_COMPARED = 14
_SURE = 8


class Agreement:
    """What holds in all rounds, from the plainest on: it is in `found`."""

    def __init__(self, system: System, vectors: dict[Term, tuple[Any, ...]], rows: Sequence[Values]) -> None:
        self.system, self.vectors, self.rows = system, vectors, rows
        self.clocks = [row[CLOCK.data] for row in rows]
        self.lists: dict[Term, list[set[int]]] = {}
        self.mixed: dict[Term, tuple[Any, ...]] | None = None
        self.terms = list(vectors)
        self.everywhere = range(len(next(iter(vectors.values()))))
        self.states = {state.data for state in system.variables}
        self.same: set[tuple[Term, Term]] = set()
        self.found: dict[Term, None] = {}

    def note(self, term: Term) -> None:
        """Of the number of rounds alone it is known how far it goes; nothing else has to be found out about it."""
        if term is not TRUE and not term.free.isdisjoint(self.states):
            self.found[term] = None

    def always(self) -> None:
        """Conditions that never change, and what is always equal: of that, one is enough from here on."""
        decided = {
            term: self.vectors[term][0]
            for term in self.terms
            if term.sort == BOOL and len(set(self.vectors[term])) == 1
        }  # fmt: skip
        for term, truth in decided.items():
            self.note(term if truth else lnot(term))
        for one, two in combinations([state for state in self.system.variables if state in decided], 2):
            if decided[one] == decided[two]:  # errors that no run had may yet be the same errors
                self.note(equal(one, two))
        self.terms = [term for term in self.terms if term not in decided]
        self.terms = self.equalities(TRUE, self.everywhere)

    def equalities(self, guard: Term, places: Sequence[int]) -> list[Term]:
        """Notes what is equal in these rounds, and gives one of each kind."""
        groups: dict[tuple[Any, ...], list[Term]] = {}
        for term in self.terms:
            values = [self.vectors[term][place] for place in places]
            if term.sort == BOOL and not values[0]:  # a condition and its opposite say the same
                groups.setdefault((BOOL, *(not value for value in values)), []).append(lnot(term))
            else:
                groups.setdefault((term.sort, *values), []).append(term)
        kinds = {term: group[0] for group in groups.values() for term in group}
        for (sort, *known), group in groups.items():
            if sort == BOOL and len(set(known)) == 1:
                continue  # said by implications
            made = {_made_of(group[0], kinds)}
            for other in group[1:]:
                if (group[0], other) in self.same:
                    continue
                if guard is TRUE:
                    self.same.add((group[0], other))
                if is_list(other):
                    if _made_of(other, kinds) in made or self.said_of_lists(guard, places, group[0], other):
                        continue  # made in the same way of things that are equal
                    made.add(_made_of(other, kinds))
                self.note(implies(guard, equal(group[0], other)))
        return [group[0] if group[0] in self.vectors else lnot(group[0]) for group in groups.values()]

    def said_of_lists(self, guard: Term, places: Sequence[int], one: Term, two: Term) -> bool:
        """Whether that lists are equal in these rounds follows from what was noted, or by itself: such questions cost
        most."""
        if guard is TRUE:
            return False
        if guard.free.isdisjoint(self.states):
            at_an_end = all(self.clocks[place] == 0 for place in places) or len(set(self.system.ends)) == 1
            if at_an_end:
                return True  # what is so before the first and after the last round follows from the rest
        elif (guard.args[0] if guard.op == "not" else guard).op != "var":
            return True
        before = self.lists.setdefault(equal(one, two), [])
        here = set(places)
        if any(here <= others for others in before) or self.by_itself(guard, one, two):
            return True
        before.append(here)
        return False

    def by_itself(self, guard: Term, one: Term, two: Term) -> bool:
        """Whether it holds as well where the loops have other values, so that it says nothing about them."""
        if self.mixed is None:
            rng = random.Random(13)
            columns = {}
            for state in self.system.variables:
                columns[state.data] = [row[state.data] for row in self.rows]
                rng.shuffle(columns[state.data])
            rows = [
                {**row, **{name: column[place] for name, column in columns.items()}}
                for place, row in enumerate(self.rows)
            ]
            self.mixed = vectors_of(rows, [term for term in self.vectors if term.sort == BOOL or is_list(term)])
        truths = self.mixed.get(guard) or [not truth for truth in self.mixed.get(lnot(guard), ())]
        values = zip(truths, self.mixed.get(one, ()), self.mixed.get(two, ()), strict=False)
        same = [first == second for truth, first, second in values if truth]
        return len(same) >= _SURE and all(same)

    def implications(self) -> None:
        truths = [term for term in self.terms if term.sort == BOOL]
        for one, two in combinations(truths, 2):
            pairs = set(zip(self.vectors[one], self.vectors[two], strict=True))
            for missing, claim in (
                ((True, False), implies(one, two)),
                ((False, True), implies(two, one)),
                ((True, True), implies(one, lnot(two))),
                ((False, False), implies(lnot(one), two)),
            ):
                if missing not in pairs:
                    self.note(claim)

    def under_conditions(self) -> None:
        """What holds in most rounds comes first: what is said of those need not be said of some of them."""
        for state, first in zip(self.system.variables, self.system.first, strict=True):
            if is_list(state) and first.op not in ("nil", "var"):
                self.note(implies(le(CLOCK, ZERO), equal(state, first)))
        guards = [
            (guard, [place for place in self.everywhere if self.vectors[term][place] == wanted])
            for term in self.terms if term.sort == BOOL for guard, wanted in ((term, True), (lnot(term), False))
        ]  # fmt: skip
        for guard, places in sorted(guards, key=lambda each: -len(each[1])):
            if len(places) >= 3:
                self.equalities(guard, places)

    def orders(self) -> None:
        numbers = [term for term in self.terms if term.sort == INT][:_COMPARED]
        for one, two in combinations(numbers, 2):
            pairs = list(zip(self.vectors[one], self.vectors[two], strict=True))
            if all(x <= y for x, y in pairs):
                self.note(le(one, two))
            elif all(x >= y for x, y in pairs):
                self.note(le(two, one))
            elif one in self.system.variables and two in self.system.variables:
                if all(x <= y + 1 for x, y in pairs):
                    self.note(le(one, add(two, ONE)))
                elif all(x + 1 >= y for x, y in pairs):
                    self.note(le(two, add(one, ONE)))


def _made_of(term: Term, kinds: Mapping[Term, Term]) -> tuple[Any, ...]:
    """How a term is made, up to parts that are equal; a variable is made of itself."""
    return (term.op, term.data, *(kinds.get(arg, arg) for arg in term.args)) if term.args else (term,)
