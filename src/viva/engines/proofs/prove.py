"""Whether two functions agree on all inputs of given shapes. Start reading here, then `claims`, `system`, `checker`.

The search proposes a certificate, and the checker decides: `Proved` is said only when it has made all queries anew.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from viva.engines.proofs.checking.certificate import DIRECT, Certificate, Induction, Lemma
from viva.engines.proofs.checking.checker import Refused, checked
from viva.engines.proofs.checking.claims import Claim, Program, claimed
from viva.engines.proofs.checking.domains import bounded, holds_everywhere, written_bounds
from viva.engines.proofs.checking.instances import without_loops
from viva.engines.proofs.query import EFFORT, Exhausted, Solver
from viva.engines.proofs.search.induction import by_induction
from viva.engines.proofs.search.lemmas import closed_forms, lemmas_for, pieces
from viva.engines.proofs.search.mining import about_each, by_cases, plain, simple
from viva.engines.proofs.search.nested import by_nest
from viva.engines.proofs.search.others import by_the_other
from viva.engines.proofs.search.runs import inputs
from viva.engines.proofs.terms import TooLarge
from viva.engines.shapes import Shape
from viva.engines.symbolic.proof.tree import Uncovered

_LINE = re.compile(r"in line ([0-9]+)")


@dataclass(frozen=True, slots=True)
class Proved:
    """`claim` is what the checker says that the certificate proves."""

    certificate: Certificate
    claim: Claim


@dataclass(frozen=True, slots=True)
class Unknown:
    """What is missing; never that the two differ. `word` is `no_invariant`, `uncovered`, `unchecked` (the checker does
    not follow), `exhausted`, `large` or `deep`. `detail` says what is not covered, or what the checker does not follow,
    and `line` where that is, if it is in one line."""

    word: str
    detail: str = ""
    line: int | None = None


Proof = Proved | Unknown


def prove(
    reference: Program,
    submission: Program,
    shapes: Sequence[Shape],
    *,
    requires: Program | None = None,
    strict: bool = False,
    effort: int = EFFORT,
) -> Proof:
    """Results are compared by `==`, or with `strict` also by type; where the reference raises, nothing is asked.

    Both programs are known to load. `effort` is what the search may cost.
    """
    solver = Solver(effort)
    try:
        claim = claimed(reference, submission, shapes, requires, solver, strict=strict)
        lemmas, apart = list[Lemma](), list[Lemma]()
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
            apart, induction = by_the_other(solver, claim.known, claim.goal, runs)
        if induction is None:
            lemmas = pieces(solver, claim.goal)
            claim = _rewritten(claim, lemmas)
            sorts = closed_forms(solver, claim.goal)
            claim = _rewritten(claim, sorts)
            lemmas += sorts
            if lemmas:
                direct = solver.follows(claim.known, claim.goal)
                induction = DIRECT if direct else by_induction(solver, claim.known, claim.goal, runs, simple)
            if induction is None and sorts:
                induction = by_nest(solver, claim.known, claim.goal)
        if induction is None:
            lemmas += lemmas_for(solver, claim)
            if lemmas and solver.follows(claim.known, claim.goal):
                induction = DIRECT
        for mining in (*([simple, by_cases] if lemmas else []), plain, about_each):
            induction = induction or by_induction(solver, claim.known, claim.goal, runs, mining)
        if induction is None:
            return Unknown("no_invariant")
        certificate = Certificate(claim.measures, (*apart, *lemmas), induction)
        proved = checked(certificate, reference, submission, shapes, requires, strict=strict)
    except Uncovered as uncovered:
        where = _LINE.search(str(uncovered))
        return Unknown("uncovered", str(uncovered), int(where[1]) if where else None)
    except Refused as refused:
        return Unknown("unchecked", str(refused))
    except Exhausted:
        return Unknown("exhausted")
    except TooLarge:
        return Unknown("large")
    except RecursionError:
        return Unknown("deep")
    return Proved(certificate, proved)


def _rewritten(claim: Claim, lemmas: Sequence[Lemma]) -> Claim:
    """The claim without the loops that lemmas say what they give."""
    for each in lemmas:
        claim = replace(claim, goal=without_loops(claim.goal, each.left, each.right))
    return claim
