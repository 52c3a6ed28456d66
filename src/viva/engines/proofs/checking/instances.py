"""A lemma about folds, for the folds that a question mentions."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from viva.engines.proofs.terms import Term, equal, substituted


def instance_of(left: Term, right: Term) -> Callable[[Term], Sequence[Term]]:
    """The equation between two terms for all values of their variables, wherever one of its sides is met."""

    def instances(term: Term) -> Sequence[Term]:
        found = []
        for side in (left, right):
            core = side.args[0] if side.op == "not" else side
            values = matched(core, term, {})
            if values is not None and left.free | right.free <= values.keys():
                found.append(equal(substituted(left, values), substituted(right, values)))
        return found

    return instances


def matched(pattern: Term, term: Term, values: dict[str, Term]) -> dict[str, Term] | None:
    """The values of the pattern's variables for which it is the term."""
    if pattern.op == "var":
        if pattern.sort != term.sort or values.setdefault(pattern.data, term) is not term:
            return None
        return values
    if pattern.op != term.op or pattern.data != term.data or len(pattern.args) != len(term.args):
        return values if pattern is term else None
    pairs = sorted(zip(pattern.args, term.args, strict=True), key=lambda pair: pair[0].op != "var")
    for one, two in pairs:
        if substituted(one, values) is two:
            continue
        if matched(one, two, values) is None:
            return None
    return values
