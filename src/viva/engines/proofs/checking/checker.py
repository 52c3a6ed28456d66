"""Checks a certificate: both programs are translated anew with its measures, and every query is made anew.

Nothing is looked for here: no measure, no alignment, no invariant, no lemma. What is trusted is this package, the
packages `translation` and `terms`, `query`, and z3's answer `unsat`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from viva.engines.proofs.checking.all_places import Everywhere
from viva.engines.proofs.checking.certificate import Certificate, Induction, Lemma
from viva.engines.proofs.checking.claims import Claim, Program, make_claim
from viva.engines.proofs.checking.domains import holds_everywhere, read_bounds
from viva.engines.proofs.checking.instances import instance_of, without_calls, without_loops
from viva.engines.proofs.checking.nests import NEST, in_scope, names_are_free, nest_of, obligations
from viva.engines.proofs.checking.smaller import SMALLER, hypotheses
from viva.engines.proofs.checking.system import ALONE, CLOCK, EACH, RESERVED, WAYS, said_of_each, system_of
from viva.engines.proofs.query import Solver
from viva.engines.proofs.terms import INT, Term, equal, parts_of
from viva.engines.shapes import Shape

EFFORT = 60_000_000
_LEMMA_VARIABLE = re.compile(r"y[0-9]+")


class Refused(Exception):
    """A certificate that does not prove what it should. `step` is what failed: `at_once`, `way`, `loops`, `sorts`,
    `begins`, `kept`, `follows` or `smaller`; `lemma` is the number of the lemma that it belongs to, None for the claim
    itself."""

    def __init__(self, step: str, lemma: int | None) -> None:
        super().__init__(f"{step} of {'the claim' if lemma is None else f'lemma {lemma}'}")
        self.step, self.lemma = step, lemma


def check_certificate(
    certificate: Certificate, reference: Program, submission: Program, shapes: Sequence[Shape],
    requires: Program | None, *, strict: bool = False, refuted: list[str] | None = None,
) -> Claim:  # fmt: skip
    """The claim that the certificate proves. Raises `Refused`, or what the translation raises. `refuted` takes what z3
    was trusted in: each is a file of SMT-LIB that has no model."""
    solver = Solver(EFFORT, tells=True, refuted=refuted)
    claim = make_claim(reference, submission, shapes, requires, solver, certificate.measures, strict=strict)
    for number, lemma in enumerate(certificate.lemmas, 1):
        free = _variables(lemma.left, lemma.right, *lemma.known)
        named = {each.data for each in free}
        if len(named) < len(free) or not all(map(_LEMMA_VARIABLE.fullmatch, named)):
            raise Refused("sorts", number)
        _follows(solver, lemma.known, equal(lemma.left, lemma.right), lemma.induction, number)
        solver.lemmas.append(instance_of(lemma.left, lemma.right, lemma.known))
        claim = replace(claim, goal=without_calls(solver, claim.known, claim.goal, lemma))
        if not lemma.known:
            claim = replace(claim, goal=without_loops(claim.goal, lemma.left, lemma.right))
    if certificate.induction.ahead and not certificate.induction.way:
        bounds = read_bounds(certificate.induction.ahead)
        if bounds is None or not holds_everywhere(solver, claim.inputs, claim.known, claim.goal, bounds):
            raise Refused("at_once", None)
    else:
        _follows(solver, claim.known, claim.goal, certificate.induction, None, claim.inputs)
    return replace(claim, facts=tuple(sorted(solver.used)))


def _variables(*terms: Term) -> set[Term]:
    return {each for each in parts_of(*terms) if each.op == "var"}


def _follows(  # noqa: PLR0917 a claim, and what is said of it
    solver: Solver, known: Sequence[Term], claim: Term, induction: Induction, lemma: int | None,
    inputs: Sequence[Term] = (),
) -> None:  # fmt: skip
    if not induction.way:
        if not solver.follows(known, claim):
            raise Refused("at_once", lemma)
        return
    if induction.way == SMALLER:
        measure = induction.measure
        if (
            measure is None
            or measure.sort != INT
            or not measure.free <= claim.free.union(*(each.free for each in known))
        ):
            raise Refused("sorts", lemma)
        solver.lemmas.append(hypotheses(known, claim, measure))
        holds = solver.follows(known, claim)
        solver.lemmas.pop()
        if not holds:
            raise Refused("smaller", lemma)
        return
    if induction.way == NEST:
        _nested(solver, known, claim, induction, lemma, inputs)
        return
    if any(not each.free.isdisjoint(RESERVED) for each in (*known, claim)):
        raise Refused("sorts", lemma)
    if induction.way not in (*WAYS, *ALONE):
        raise Refused("way", lemma)
    system = system_of([*known, claim], induction.way, induction.ahead)
    if system is None:
        raise Refused("loops", lemma)
    always = system.settled(known)
    kept = list(induction.invariant)
    # An invariant speaks of nothing else: a name that a question gives to something of its own, such as a place where
    # two lists differ, means another thing in every round.
    own = {*system.variables, CLOCK, *inputs, *_variables(*known, claim)}
    others = _variables(*kept) - own
    if len(others) > 1 or any(each.data != EACH for each in others):
        raise Refused("sorts", lemma)

    def given(*terms: Term) -> list[Term]:
        return [each for several in said_of_each(kept, [*kept, *terms]) for each in several]

    if not solver.follows(always, *map(system.begun, kept)):
        raise Refused("begins", lemma)
    after = [system.stepped(each) for each in kept]
    before = [*always, *given(*always, *system.running, *after), *system.running]
    if not solver.follows(before, *after) and not solver.follows_each(before, *after):
        raise Refused("kept", lemma)
    ending, goal = [*map(system.named, known), *system.done], system.named(claim)
    if not solver.follows([*ending, *given(*ending, goal)], goal):
        raise Refused("follows", lemma)


def _nested(  # noqa: PLR0917
    solver: Solver, known: Sequence[Term], claim: Term, induction: Induction, lemma: int | None, inputs: Sequence[Term]
) -> None:
    nest = nest_of([*known, claim])
    if nest is None:
        raise Refused("loops", lemma)
    others = {*inputs, *_variables(*known, claim)}
    if not names_are_free([*known, claim]) or not in_scope(nest, induction.invariant, others):
        raise Refused("sorts", lemma)
    for each in obligations(nest, induction.invariant):
        question = Everywhere(
            solver, [*each.known, *(said for _, said in each.said)], (), [one for _, one in each.claims]
        )
        if any(question.reasons((), place) is None for place in range(len(each.claims))):
            raise Refused(each.step, lemma)
    solver.used.add("counts")


__all__ = ["Certificate", "Lemma", "Refused", "check_certificate"]
