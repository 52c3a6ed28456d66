"""Guesses that keep each other: the largest set that follows from itself, and from which of them a claim follows.

Flanagan and Leino, "Houdini, an annotation assistant", FME 2001. The question is written for the solver once; each
guess has a literal, and those that a model refutes are dropped.
"""

from __future__ import annotations

from collections.abc import Sequence

import z3

from viva.engines.proofs.checking.system import said_of_each
from viva.engines.proofs.query import Solver
from viva.engines.proofs.terms import TRUE, Term, lnot

_EASY = 200_000
_SEVERAL = 8
_HARD = 500_000


class Guesses:
    """What follows from things known, and from guesses that may be assumed. Guesses and claims are named by places."""

    def __init__(self, solver: Solver, known: Sequence[Term], guesses: Sequence[Term], claims: Sequence[Term]) -> None:
        self.asked = solver
        self.claims = claims
        doubts = [lnot(claim) for claim in claims]
        said = said_of_each(guesses, [*known, *guesses, *claims])
        encoded = solver.encoder.encoded
        self.solver = solver.begun(known, [*(each for several in said for each in several), *doubts])
        self.doubts = [encoded(doubt) for doubt in doubts]
        self.kept = [z3.Bool(f"kept {place}", solver.context) for place in range(len(guesses))]
        for literal, several in zip(self.kept, said, strict=True):
            self.solver.add(*(z3.Implies(literal, encoded(each)) for each in several))

    def reasons(self, assumed: Sequence[int], claims: Sequence[int]) -> list[int] | None:
        """Some of the assumed guesses, from which the claims follow; None where they do not, or it was not found."""
        answer, places = self._asked(assumed, claims)
        return places if answer is False else None

    def _asked(self, assumed: Sequence[int], claims: Sequence[int]) -> tuple[bool | None, list[int]]:
        """Whether one of the claims may be false, with those that are false in a model; False with the guesses that
        forbid it."""
        self.solver.push()
        self.solver.add(z3.Or([self.doubts[place] for place in claims]))
        answer = self.asked.answer(self.solver, *(self.kept[place] for place in assumed))
        places: list[int] = []
        if answer:
            model = self.solver.model()
            places = [place for place in claims if z3.is_true(model.eval(self.doubts[place], True))] or list(claims)
        elif answer is False:
            core = {str(literal) for literal in self.solver.unsat_core()}
            places = [place for place in assumed if str(self.kept[place]) in core]
        self.solver.pop()
        return answer, places

    def lasting(self) -> list[int]:
        """The guesses whose claims follow from these guesses together, as far as the solver finds out: asked about all
        of them at once as long as that is easy, and then about a few at a time."""
        left = list(range(len(self.kept)))
        answer: bool | None = False
        self.solver.set("rlimit", _EASY)
        while any(self.claims[place] is not TRUE for place in left):
            answer, gone = self._asked(left, left)
            if answer is not True:
                break
            left = [place for place in left if place not in gone]
        self.solver.set("rlimit", _HARD)
        return left if answer is False or not left else self._by_parts(left)

    def _by_parts(self, left: list[int]) -> list[int]:
        because: dict[int, list[int]] = {place: [] for place in left if self.claims[place] is TRUE}
        several = _SEVERAL
        while open_claims := [place for place in left if place not in because][:several]:
            answer, places = self._asked(left, open_claims)
            if answer is False:
                because |= dict.fromkeys(open_claims, places)
                several = _SEVERAL
                continue
            if answer is None and len(open_claims) > 1:
                several = 1
                continue
            gone = set(places) or set(open_claims)
            left = [place for place in left if place not in gone]
            because = {place: reasons for place, reasons in because.items() if gone.isdisjoint(reasons)}
        return left


def needed_guesses(step: Guesses, assumed: Sequence[int], wanted: Sequence[int]) -> list[int]:
    """The guesses that are wanted, with those that they need in order to be kept: people will read them, and the
    checker has less to do."""
    found, todo = list(wanted), list(wanted)
    while todo:
        reasons = _needed(step, assumed, todo)
        if reasons is None:
            return list(assumed)
        todo = [place for place in reasons if place not in found]
        found += todo
    return sorted(found)


def _needed(step: Guesses, assumed: Sequence[int], claims: Sequence[int]) -> list[int] | None:
    """From which guesses the claims follow: asked of all together, and where that is too hard, of each."""
    together = step.reasons(assumed, claims)
    if together is not None or len(claims) == 1:
        return together
    found: dict[int, None] = {}
    for claim in claims:
        reasons = step.reasons(assumed, [claim])
        if reasons is None:
            return None
        found |= dict.fromkeys(reasons)
    return list(found)
