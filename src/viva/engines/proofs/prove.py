"""Whether two functions agree on all inputs of given shapes. Start reading here, then `claims`, `system`, `checker`.

The search proposes a certificate, and the checker decides: `Proved` is said only when it has made all queries anew.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from viva.core.records import dataclass
from viva.engines.proofs.checking.certificate import DIRECT, Certificate, Induction, Lemma
from viva.engines.proofs.checking.checker import Refused, check_certificate
from viva.engines.proofs.checking.claims import REFERENCE, SUBMISSION, Claim, Program, make_claim
from viva.engines.proofs.checking.domains import (
    AT_ONCE,
    LARGEST,
    STEPS,
    STEPS_AT_ONCE,
    find_bounds,
    holds_everywhere,
    size_of,
    written_bounds,
)
from viva.engines.proofs.checking.instances import instance_of, without_calls, without_loops
from viva.engines.proofs.query import EFFORT, Exhausted, Solver
from viva.engines.proofs.search.calls import LOOKING, about_calls, by_smaller, larger
from viva.engines.proofs.search.difference import differing_input
from viva.engines.proofs.search.functions import in_other_words
from viva.engines.proofs.search.induction import Mining, by_induction
from viva.engines.proofs.search.learning import learnt_of
from viva.engines.proofs.search.lemmas import closed_forms, lemmas_for, pieces
from viva.engines.proofs.search.mining import about_each, by_cases, of_each, plain, simple
from viva.engines.proofs.search.nested import by_nest
from viva.engines.proofs.search.other_loop import by_the_other
from viva.engines.proofs.search.rounds import Found, Method, Rounds, search
from viva.engines.proofs.search.runs import inputs
from viva.engines.proofs.terms import FALSE, TooLarge
from viva.engines.proofs.terms.recursive import calls_in
from viva.engines.shapes import Shape
from viva.engines.syntax.tree import Node, Uncovered

_OWN_MISTAKES = (AssertionError, LookupError, TypeError, ValueError, AttributeError, ArithmeticError)
_TRANSLATING = 0.375  # of the effort, at most: the rest is for the search
_DEAR = 4_000_000
_LOOPS = ("For", "While")
_MADE_BY_LOOPS = ("ListComp", "SetComp", "DictComp", "GeneratorExp")
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
    is, and `line` where that is, if it is in one line. `repeats` is what a search was about: what the submission
    repeats, with the line, a loop or a function that calls itself."""

    word: str
    detail: str = ""
    line: int | None = None
    repeats: tuple[tuple[str, int], ...] = ()


Proof = Proved | Differs | Unknown


def prove(
    reference: Program,
    submission: Program,
    shapes: Sequence[Shape],
    *,
    requires: Program | None = None,
    strict: bool = False,
    effort: int | None = None,
) -> Proof:
    """Results are compared by `==`, or with `strict` also by type; where the reference raises, nothing is asked.

    Both programs are known to load. `effort` is what the search may cost, if not as much as a proof is usually worth:
    of recursion, and of loops inside of loops, proofs are longer.
    """
    if effort is None:
        is_dear = any(_may_call_itself(each) or _has_nested_loops(each) for each in (reference, submission))
        effort = _DEAR if is_dear else EFFORT
    try:
        certificate = _certificate(reference, submission, shapes, requires, strict=strict, effort=effort)
        if isinstance(certificate, Unknown) and certificate.word == "no_invariant":
            return replace(certificate, repeats=_repeats(submission))
        if not isinstance(certificate, Certificate):
            return certificate
        proved = check_certificate(certificate, reference, submission, shapes, requires, strict=strict)
    except Uncovered as uncovered:
        where = _LINE.search(str(uncovered))
        return Unknown("uncovered", str(uncovered), int(where[1]) if where else None)
    except Refused as refused:
        return Unknown("unchecked", str(refused))
    except Exhausted:
        return Unknown("exhausted", repeats=_repeats(submission))
    except TooLarge:
        return Unknown("large")
    except RecursionError:
        return Unknown("deep")
    except _OWN_MISTAKES as mistake:  # a search can only lose a proof: a check goes on without it, and says so
        return Unknown("broken", type(mistake).__name__)
    return Proved(certificate, proved)


def _certificate(
    reference: Program, submission: Program, shapes: Sequence[Shape], requires: Program | None,
    *, strict: bool, effort: int,
) -> Certificate | Differs | Unknown:  # fmt: skip
    """A certificate, for the checker to follow. Raises what stands in the way."""
    translating, left = Solver(int(_TRANSLATING * effort)), int((1 - _TRANSLATING) * effort)
    claim: Claim | None = None
    unread = Uncovered("")
    try:
        claim = make_claim(reference, submission, shapes, requires, translating, strict=strict)
    except Uncovered as uncovered:
        unread = uncovered
    if claim is not None:
        seen = search("at once", claim, translating, left, _at_once)
        left -= seen.spent
        if seen.induction is not None:
            certificate = Certificate(claim.measures, (), seen.induction)
            return Unknown("no_answer") if _never_answers(claim) else certificate
        differing = differing_input(claim, shapes)
        if differing is not None:
            return Differs(differing)
    for sides in _recursive(claim, reference, submission):
        again = Solver(min(left, translating.effort))
        try:
            other = make_claim(reference, submission, shapes, requires, again, strict=strict, equations=sides)
        except (Uncovered, Exhausted, TooLarge):
            continue
        finally:
            left -= again.spent
        if not calls_in(*other.known, other.goal):
            break
        seen = search("functions", other, again, left, _about_functions)
        left -= seen.spent
        if seen.induction is not None:
            return Certificate(other.measures, seen.lemmas, seen.induction)
    if claim is None:
        raise unread
    seen = search("loops", claim, translating, left, _by_loops)
    if seen.induction is None:
        whole = _over_all_inputs(Solver(), claim)
        if whole is not None:
            return Certificate(claim.measures, (), whole)
    if seen.ended is not None:
        raise seen.ended
    if seen.induction is None:
        return Unknown("no_invariant")
    return Certificate(claim.measures, seen.lemmas, seen.induction)


def _at_once(solver: Solver, claim: Claim) -> Found:
    """What needs no runs: it follows, or there are few inputs."""
    if solver.follows(claim.known, claim.goal):
        return (), DIRECT
    return (), _over_all_inputs(solver, claim, AT_ONCE, STEPS_AT_ONCE)


def _over_all_inputs(solver: Solver, claim: Claim, most: int = LARGEST, steps: int = STEPS) -> Induction | None:
    """That all inputs were tried, where there are no more than so many."""
    few = find_bounds(solver, claim.inputs, claim.known, claim.goal)
    if few is None or size_of(few) > most:
        return None
    holds = holds_everywhere(solver, claim.inputs, claim.known, claim.goal, few, steps)
    return Induction("", written_bounds(few), ()) if holds else None


def _never_answers(claim: Claim) -> bool:
    """Whether nothing is claimed, because the reference raises something for all that is asked."""
    return claim.reference.error is not FALSE and Solver().follows(claim.known, FALSE)


def _recursive(claim: Claim | None, *programs: Program) -> list[tuple[str, ...]]:
    """Of which programs recursion may be written as equations; of all, where that is not known yet and one of them may
    call itself."""
    if claim is None:
        return [(REFERENCE, SUBMISSION)] if any(map(_may_call_itself, programs)) else []
    both = ((REFERENCE, claim.reference), (SUBMISSION, claim.submission))
    sides = tuple(side for side, translated in both if translated.recursive)
    return [sides, *([(side,) for side in sides] if len(sides) > 1 else [])] if sides else []


def _may_call_itself(program: Program) -> bool:
    return any(_calls_itself(node) for node in program.tree.within() if node.kind == "FunctionDef")


def _calls_itself(function: Node) -> bool:
    """Whether a function is named inside of itself."""
    name = function.text("name")
    return any(inner.kind == "Name" and inner.text("id") == name for inner in function.within())


def _repeats(program: Program) -> tuple[tuple[str, int], ...]:
    """The loops of a program, and its functions that call themselves, by their lines."""
    nodes = sorted(program.tree.within(), key=lambda node: node.line)
    loops = [(node.kind.lower(), node.line) for node in nodes if node.kind in _LOOPS]
    loops += [("for", node.line) for node in nodes if node.kind in _MADE_BY_LOOPS]
    named = [node for node in nodes if node.kind == "FunctionDef" and _calls_itself(node)]
    found = [*loops, *((node.text("name"), node.line) for node in named)]
    return tuple(sorted(dict.fromkeys(found), key=lambda each: each[1]))


def _has_nested_loops(program: Program) -> bool:
    loops = [node for node in program.tree.within() if node.kind in _LOOPS]
    return any(inner is not node and inner.kind in _LOOPS for node in loops for inner in node.within())


def _about_functions(solver: Solver, claim: Claim) -> Found:
    """With recursion as functions of which the equation is known."""
    induction = DIRECT if solver.follows(claim.known, claim.goal) else by_smaller(solver, claim.known, claim.goal)
    if induction is not None:
        return (), induction
    lemmas = in_other_words(solver, claim)
    for each in lemmas:
        claim = replace(claim, goal=without_calls(solver, claim.known, claim.goal, each))
    if lemmas and solver.follows(claim.known, claim.goal):
        return lemmas, DIRECT
    solver.charge(LOOKING)
    runs = [*larger(claim.inputs, claim.known), *inputs(claim.inputs, claim.known)]
    return lemmas, by_induction(solver, claim.known, claim.goal, runs, about_calls)


def _by_loops(solver: Solver, claim: Claim) -> Found:
    rounds, apart = Rounds(solver), list[Lemma]()
    runs = inputs(claim.inputs, claim.known)

    def mined(mining: Mining, claim: Claim = claim, lemmas: Sequence[Lemma] = ()) -> Method:
        return lambda: ((*apart, *lemmas), by_induction(solver, claim.known, claim.goal, runs, mining))

    def by_another() -> Found:
        found, induction = by_the_other(solver, claim.known, claim.goal, runs)
        apart.extend(found)  # whoever comes later may use them
        return tuple(apart), induction

    found = rounds.first(mined(simple), mined(by_cases), mined(about_calls), by_another)
    if found[1] is not None:
        return found
    lemmas = rounds.lemmas(lambda: pieces(solver, claim.goal))
    shorter = _rewritten(claim, lemmas)
    learnt = [each for each in learnt_of(claim) if _rewritten(shorter, [each]).goal is not shorter.goal]
    solver.lemmas += [instance_of(each.left, each.right) for each in learnt]
    shorter = _rewritten(shorter, learnt)
    found_too = rounds.lemmas(lambda: closed_forms(solver, shorter.goal))
    shorter = _rewritten(shorter, found_too)
    sorts = [*learnt, *found_too]
    lemmas += sorts
    if lemmas:
        if solver.follows(shorter.known, shorter.goal):
            return (*apart, *lemmas), DIRECT
        found = rounds.first(mined(simple, shorter, tuple(lemmas)))
    if found[1] is None and sorts:
        nested = tuple(lemmas)
        found = rounds.first(lambda: ((*apart, *nested), by_nest(solver, shorter.known, shorter.goal)))
    if found[1] is not None:
        return found
    lemmas += rounds.lemmas(lambda: lemmas_for(solver, shorter))
    if lemmas and solver.follows(shorter.known, shorter.goal):
        return (*apart, *lemmas), DIRECT
    later = (*([simple, by_cases] if lemmas else []), of_each, plain, about_each)
    found = rounds.first(*(mined(mining, shorter, tuple(lemmas)) for mining in later))
    return found if found[1] is not None else rounds.again()


def _rewritten(claim: Claim, lemmas: Sequence[Lemma]) -> Claim:
    """The claim without the loops that lemmas say what they give."""
    for each in lemmas:
        claim = replace(claim, goal=without_loops(claim.goal, each.left, each.right))
    return claim
