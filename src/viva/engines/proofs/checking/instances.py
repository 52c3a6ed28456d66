"""A lemma about folds, for the folds that a question mentions."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from viva.engines.proofs.checking.certificate import Lemma
from viva.engines.proofs.query import Solver
from viva.engines.proofs.terms import TRUE, Term, equal, implies, land, parts_of, replace_parts, substitute
from viva.engines.proofs.terms.folds import loops_in


def instance_of(left: Term, right: Term, known: Sequence[Term] = ()) -> Callable[[Term], Sequence[Term]]:
    """The equation between two terms for all values of their variables, wherever one of its sides is met; where
    something has to be `known`, it is a condition."""

    def instances(term: Term) -> Sequence[Term]:
        found = []
        for side in (left, right):
            core = side.args[0] if side.op == "not" else side
            values = match_pattern(core, term, {})
            if values is not None and left.free | right.free <= values.keys():
                same = equal(substitute(left, values), substitute(right, values))
                found.append(implies(land(*(substitute(each, values) for each in known)), same))
        return found

    return instances


def without_loops(term: Term, left: Term, right: Term) -> Term:
    """The term with the right side of an equation that holds for all values in place of the left one, wherever that is
    met; itself if the right side has loops of its own."""
    if loops_in(right):
        return term
    others = {}
    for each in parts_of(term):
        values = match_pattern(left, each, {}) if each.op == left.op else None
        if values is not None and right.free <= values.keys():
            others[each] = substitute(right, values)
    return replace_parts(term, others)


def without_calls(solver: Solver, known: Sequence[Term], goal: Term, lemma: Lemma) -> Term:
    """The goal with the right side of an equation in place of the calls that are its left side, where what is known
    says that the equation holds."""
    others = {}
    for each in parts_of(goal):
        values = match_pattern(lemma.left, each, {}) if lemma.left.op == each.op == "call" else None
        asked = land(*lemma.known)
        if values is not None and lemma.right.free | asked.free <= values.keys():
            when = substitute(asked, values)
            if when is TRUE or solver.follows(known, when):
                others[each] = substitute(lemma.right, values)
    return replace_parts(goal, others)


def match_pattern(pattern: Term, term: Term, values: dict[str, Term]) -> dict[str, Term] | None:
    """The values of the pattern's variables for which it is the term."""
    if pattern.op == "var":
        if pattern.sort != term.sort or values.setdefault(pattern.data, term) is not term:
            return None
        return values
    if pattern.op != term.op or pattern.data != term.data or len(pattern.args) != len(term.args):
        return values if pattern is term else None
    pairs = sorted(zip(pattern.args, term.args, strict=True), key=lambda pair: pair[0].op != "var")
    for one, two in pairs:
        if substitute(one, values) is two:
            continue
        if match_pattern(one, two, values) is None:
            return None
    return values
