"""Guesses that keep each other: the largest set of them that follows from itself, and from which of them a claim follows.

Flanagan and Leino, "Houdini, an annotation assistant", FME 2001. The question is written for the solver once; each guess
has a literal, and those that a model refutes are dropped.
"""

from __future__ import annotations

from collections.abc import Sequence

import z3

from viva.engines.proofs.query import Solver
from viva.engines.proofs.terms import TRUE, Term, lnot


class Guesses:
    """What follows from things known, and from guesses that may be assumed. Guesses and claims are named by places."""

    def __init__(self, solver: Solver, known: Sequence[Term], guesses: Sequence[Term], claims: Sequence[Term]) -> None:
        self.asked = solver
        self.claims = claims
        doubts = [lnot(claim) for claim in claims]
        self.solver, encoder = solver.begun(known, [*guesses, *doubts])
        self.doubts = [encoder.encoded(doubt) for doubt in doubts]
        self.kept = [z3.Bool(f"kept {place}", solver.context) for place in range(len(guesses))]
        for literal, guess in zip(self.kept, guesses, strict=True):
            self.solver.add(z3.Implies(literal, encoder.encoded(guess)))
        self.solver.add(*encoder.side)

    def reasons(self, assumed: Sequence[int], claims: Sequence[int]) -> list[int] | None:
        """Some of the assumed guesses, from which the claims follow; None where they do not, or it was not found."""
        self.solver.push()
        self.solver.add(z3.Or([self.doubts[place] for place in claims]))
        answer = self.asked.answer(self.solver, *(self.kept[place] for place in assumed))
        core = {str(literal) for literal in self.solver.unsat_core()} if answer is False else set()
        self.solver.pop()
        return None if answer is not False else [place for place in assumed if str(self.kept[place]) in core]

    def lasting(self) -> list[int]:
        """The guesses whose claims follow from these guesses together, as far as the solver finds out."""
        left = list(range(len(self.kept)))
        while any(self.claims[place] is not TRUE for place in left):
            gone = self._refuted(left)
            if not gone:
                break
            left = [place for place in left if place not in gone]
        return left

    def _refuted(self, left: Sequence[int]) -> set[int]:
        self.solver.push()
        self.solver.add(z3.Or([self.doubts[place] for place in left]))
        answer = self.asked.answer(self.solver, *(self.kept[place] for place in left))
        gone: set[int] = set()
        if answer:
            model = self.solver.model()
            gone = {place for place in left if z3.is_true(model.eval(self.doubts[place], True))}
            gone = gone or set(left)
        self.solver.pop()
        if answer is None:
            gone = {
                place for place in left if self.claims[place] is not TRUE and self.reasons(left, [place]) is None
            }  # fmt: skip
        return gone


def closed(step: Guesses, assumed: Sequence[int], wanted: Sequence[int]) -> list[int]:
    """The guesses that are wanted, with those that they need in order to be kept: people will read them."""
    found = list(wanted)
    for _ in range(len(assumed)):
        reasons = step.reasons(assumed, found) if found else []
        if reasons is None:
            return list(assumed)
        more = [place for place in reasons if place not in found]
        if not more:
            return sorted(found)
        found += more
    return list(assumed)
