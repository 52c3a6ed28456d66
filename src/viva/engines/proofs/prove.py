"""Whether two functions agree on all inputs of given shapes. Start reading here, then `claims`, `system`, `checker`.

The search proposes a certificate, and the checker decides: `Proved` is said only when it has made all queries anew.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from viva.engines.proofs.checking.certificate import DIRECT, Certificate, Induction, Lemma
from viva.engines.proofs.checking.checker import Refused, check_certificate
from viva.engines.proofs.checking.claims import REFERENCE, SUBMISSION, Claim, Program, make_claim
from viva.engines.proofs.checking.domains import find_bounds, holds_everywhere, written_bounds
from viva.engines.proofs.checking.instances import without_calls, without_loops
from viva.engines.proofs.query import EFFORT, Exhausted, Solver
from viva.engines.proofs.search.calls import LOOKING, about_calls, by_smaller, larger
from viva.engines.proofs.search.difference import differing_input
from viva.engines.proofs.search.functions import in_other_words
from viva.engines.proofs.search.induction import by_induction
from viva.engines.proofs.search.lemmas import closed_forms, lemmas_for, pieces
from viva.engines.proofs.search.mining import about_each, by_cases, plain, simple
from viva.engines.proofs.search.nested import by_nest
from viva.engines.proofs.search.other_loop import by_the_other
from viva.engines.proofs.search.runs import inputs
from viva.engines.proofs.terms import FALSE, TooLarge
from viva.engines.proofs.terms.recursive import calls_in
from viva.engines.shapes import Shape
from viva.engines.syntax.tree import Uncovered

_OWN_MISTAKES = (AssertionError, LookupError, TypeError, ValueError, AttributeError, ArithmeticError)
_LINE = re.compile(r"in line ([0-9]+)")


@dataclass(frozen=True, slots=True)
class Proved:
    """`claim` is what the checker says that the certificate proves."""

    certificate: Certificate
    claim: Claim


@dataclass(frozen=True, slots=True)
class Differs:
    """An input on which the two should differ; to be confirmed by running them."""

    arguments: tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Unknown:
    """What is missing; never that the two differ. `word` is `no_invariant`, `no_answer` (the reference raises something
    for every input), `uncovered`, `unchecked` (the checker does not follow), `exhausted`, `large`, `deep` or `broken`
    (a mistake of this engine). `detail` says what is not covered, what the checker does not follow, or which mistake it
    is, and `line` where that is, if it is in one line."""

    word: str
    detail: str = ""
    line: int | None = None


Proof = Proved | Differs | Unknown


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
        claim, certificate = None, None
        try:
            claim = make_claim(reference, submission, shapes, requires, solver, strict=strict)
            certificate = _at_once(solver, claim)
            if certificate is not None and _never_answers(claim):
                return Unknown("no_answer")
        except Uncovered as uncovered:
            unread = uncovered
        found = None if claim is None or certificate is not None else differing_input(claim, shapes)
        if found is not None:
            return Differs(found)
        if certificate is None:
            certificate = _by_equations(solver, claim, reference, submission, shapes, requires, strict=strict)
        if claim is None and certificate is None:
            raise unread
        if claim is not None and certificate is None:
            certificate = _by_loops(solver, claim)
        if certificate is None:
            return Unknown("no_invariant")
        proved = check_certificate(certificate, reference, submission, shapes, requires, strict=strict)
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
    except _OWN_MISTAKES as mistake:  # a search can only lose a proof: a check goes on without it, and says so
        return Unknown("broken", type(mistake).__name__)
    return Proved(certificate, proved)


def _at_once(solver: Solver, claim: Claim) -> Certificate | None:
    """What needs no runs: it follows, or there are few inputs."""
    induction = DIRECT if solver.follows(claim.known, claim.goal) else None
    if induction is None:
        few = find_bounds(solver, claim.inputs, claim.known, claim.goal)
        if few is not None and holds_everywhere(solver, claim.inputs, claim.known, claim.goal, few):
            induction = Induction("", written_bounds(few), ())
    return None if induction is None else Certificate(claim.measures, (), induction)


def _never_answers(claim: Claim) -> bool:
    """Whether nothing is claimed, because the reference raises something for all that is asked."""
    return claim.reference.error is not FALSE and Solver().follows(claim.known, FALSE)


def _recursive(claim: Claim | None) -> list[tuple[str, ...]]:
    """Of which programs recursion may be written as equations; of all, where that is not known yet."""
    if claim is None:
        return [(REFERENCE, SUBMISSION)]
    both = ((REFERENCE, claim.reference), (SUBMISSION, claim.submission))
    sides = tuple(side for side, translated in both if translated.recursive)
    return [sides, *([(side,) for side in sides] if len(sides) > 1 else [])] if sides else []


def _by_equations(  # noqa: PLR0917
    solver: Solver, claim: Claim | None, reference: Program, submission: Program, shapes: Sequence[Shape],
    requires: Program | None, *, strict: bool,
) -> Certificate | None:  # fmt: skip
    """With recursion as functions of which the equation is known; None also where that is not covered."""
    inner = Solver(solver.effort)
    for sides in _recursive(claim):
        try:
            other = make_claim(reference, submission, shapes, requires, inner, strict=strict, equations=sides)
            if not calls_in(*other.known, other.goal):
                return None
            certificate = _about_functions(inner, other)
        except (Uncovered, Exhausted, TooLarge):
            continue
        if certificate is not None:
            return certificate
    solver.spent += inner.spent // 2
    return None


def _about_functions(solver: Solver, claim: Claim) -> Certificate | None:
    induction = DIRECT if solver.follows(claim.known, claim.goal) else by_smaller(solver, claim.known, claim.goal)
    if induction is not None:
        return Certificate(claim.measures, (), induction)
    lemmas = in_other_words(solver, claim)
    for each in lemmas:
        claim = replace(claim, goal=without_calls(solver, claim.known, claim.goal, each))
    if lemmas and solver.follows(claim.known, claim.goal):
        induction = DIRECT
    if induction is None:
        solver.charge(LOOKING)
        runs = [*larger(claim.inputs, claim.known), *inputs(claim.inputs, claim.known)]
        induction = by_induction(solver, claim.known, claim.goal, runs, about_calls)
    del solver.lemmas[len(solver.lemmas) - len(lemmas) :]
    return None if induction is None else Certificate(claim.measures, tuple(lemmas), induction)


def _by_loops(solver: Solver, claim: Claim) -> Certificate | None:
    lemmas, apart = list[Lemma](), list[Lemma]()
    runs = inputs(claim.inputs, claim.known)
    induction = by_induction(solver, claim.known, claim.goal, runs, simple)
    if induction is None:
        induction = by_induction(solver, claim.known, claim.goal, runs, by_cases)
    if induction is None:
        induction = by_induction(solver, claim.known, claim.goal, runs, about_calls)
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
    return None if induction is None else Certificate(claim.measures, (*apart, *lemmas), induction)


def _rewritten(claim: Claim, lemmas: Sequence[Lemma]) -> Claim:
    """The claim without the loops that lemmas say what they give."""
    for each in lemmas:
        claim = replace(claim, goal=without_loops(claim.goal, each.left, each.right))
    return claim
