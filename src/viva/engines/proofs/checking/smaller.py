"""Induction over a measure: a claim may be used for all values for which its measure is smaller. Trusted.

The measure is a whole number. What it is used for is a claim with a smaller one, and only where it is not negative
itself: such steps come to an end, whatever they start from.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from viva.engines.proofs.checking.instances import match_pattern
from viva.engines.proofs.terms import ZERO, Term, implies, land, le, lt, sub, substitute
from viva.engines.proofs.terms.recursive import calls_in, giving

SMALLER = "smaller"
"""The way of such an induction, in certificates."""


def hypotheses(known: Sequence[Term], goal: Term, measure: Term) -> Callable[[Term], Sequence[Term]]:
    """What may be used in the proof that `goal` follows from what is `known`: the same for smaller values, wherever a
    function that calls itself is met with other arguments. Variables that do not occur in a call stay as they are."""
    patterns = [each for each in calls_in(*known, goal) if not each.data.raises]
    patterns += [each for each in calls_in(*known, goal) if each.data.raises]

    def instances(term: Term) -> Sequence[Term]:
        found: dict[Term, None] = {}
        for pattern in patterns if term.op == "call" else ():
            if pattern is not term and giving(pattern.data) == giving(term.data):
                values = _inverted(pattern, term)
                if values is not None:
                    found[smaller(values)] = None
        return list(found)

    def smaller(values: dict[str, Term]) -> Term:
        given = [substitute(each, values) for each in known]
        below = land(le(ZERO, measure), lt(substitute(measure, values), measure))
        return implies(land(below, *given), substitute(goal, values))

    return instances


def _inverted(pattern: Term, term: Term) -> dict[str, Term] | None:
    """The values of the variables for which a call is the other; also where a constant is added to a variable."""
    values: dict[str, Term] = {}
    for one, two in zip(pattern.args, term.args, strict=True):
        if one.op == "+" and len(one.args) == 2 and one.args[0].op == "var" and one.args[1].op == "num":
            one, two = one.args[0], sub(two, one.args[1])  # noqa: PLW2901
        if match_pattern(one, two, values) is None:
            return None
    return values
