"""Whether two functions agree on all inputs of given shapes. Start reading here, then `claims`, `system`, `checker`.

The search proposes a certificate, and the checker decides: `Proved` is said only when it has made all queries anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from viva.engines.proofs.checking.certificate import DIRECT, Certificate, Induction, Lemma
from viva.engines.proofs.checking.checker import Refused, checked
from viva.engines.proofs.checking.claims import Claim, Program, claimed
from viva.engines.proofs.checking.domains import bounded, holds_everywhere, written_bounds
from viva.engines.proofs.checking.instances import without_loops
from viva.engines.proofs.query import Exhausted, Solver
from viva.engines.proofs.search.induction import by_induction
from viva.engines.proofs.search.lemmas import closed_forms, lemmas_for
from viva.engines.proofs.search.mining import about_each, by_cases, inputs, plain, simple
from viva.engines.proofs.terms import TooLarge
from viva.engines.shapes import Shape
from viva.engines.symbolic.proof.tree import Uncovered

QUESTIONS = 600


@dataclass(frozen=True, slots=True)
class Proved:
    """`claim` is what the checker says that the certificate proves."""

    certificate: Certificate
    claim: Claim


@dataclass(frozen=True, slots=True)
class Unknown:
    """What is missing, in a few words; never that the two differ."""

    reason: str


Proof = Proved | Unknown


def prove(
    reference: Program,
    submission: Program,
    shapes: Sequence[Shape],
    *,
    requires: Program | None = None,
    strict: bool = False,
    questions: int = QUESTIONS,
) -> Proof:
    """Results are compared by `==`, or with `strict` also by type; where the reference raises, nothing is asked.

    Both programs are known to load. `questions` is how often the solver may be asked.
    """
    solver = Solver(questions)
    try:
        claim = claimed(reference, submission, shapes, requires, solver, strict=strict)
        lemmas = list[Lemma]()
        induction = DIRECT if solver.follows(claim.known, claim.goal) else None
        if induction is None:
            few = bounded(solver, claim.inputs, claim.known, claim.goal)
            if few is not None and holds_everywhere(solver, claim.inputs, claim.known, claim.goal, few):
                induction = Induction("", written_bounds(few), ())
        runs = inputs(claim.inputs, claim.known) if induction is None else []
        if induction is None:
            induction = by_induction(solver, claim.known, claim.goal, runs, simple)
        if induction is None:
            induction = by_induction(solver, claim.known, claim.goal, runs, by_cases)
        if induction is None:
            lemmas = closed_forms(solver, claim.goal)
            for each in lemmas:
                claim = replace(claim, goal=without_loops(claim.goal, each.left, each.right))
            if lemmas:
                direct = solver.follows(claim.known, claim.goal)
                induction = DIRECT if direct else by_induction(solver, claim.known, claim.goal, runs, simple)
        if induction is None:
            lemmas += lemmas_for(solver, claim)
            if lemmas and solver.follows(claim.known, claim.goal):
                induction = DIRECT
        for mining in (*([simple, by_cases] if lemmas else []), plain, about_each):
            induction = induction or by_induction(solver, claim.known, claim.goal, runs, mining)
        if induction is None:
            return Unknown("no invariant was found")
        certificate = Certificate(claim.measures, tuple(lemmas), induction)
        proved = checked(certificate, reference, submission, shapes, requires, strict=strict)
    except Uncovered as uncovered:
        return Unknown(f"not covered: {uncovered}")
    except Refused as refused:
        return Unknown(f"the checker does not follow: {refused}")
    except Exhausted:
        return Unknown("too many questions")
    except TooLarge:
        return Unknown("terms that are too large")
    except RecursionError:
        return Unknown("expressions that are too deep")
    return Proved(certificate, proved)
