"""Why a `while` ends: which of the candidates for a measure gets smaller with every round."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from viva.core.records import dataclass
from viva.engines.proofs import terms as t
from viva.engines.proofs.query import Solver
from viva.engines.proofs.translation.loops.inversions import inversion_measures, inversions_decrease
from viva.engines.proofs.translation.loops.measures import (
    candidate_measures,
    lexicographic_claims,
    lexicographic_pairs,
    name_measure,
)
from viva.engines.proofs.translation.rewriting.consumed_lists import Steps
from viva.engines.proofs.translation.values import State
from viva.engines.syntax.tree import Uncovered

_DISTANCES = 2


@dataclass(frozen=True, slots=True)
class Conditions:
    """When a `while` is left, when its test holds, and when a round is not the last."""

    leaving: t.Term
    going: t.Term
    going_on: t.Term


@dataclass(frozen=True, slots=True)
class _Question:
    """Whether something gets smaller in every round but the last, in the state at the beginning of one. `known` holds
    there, `on` where the round is not the last; `ends` says of the state after it that it was."""

    solver: Solver
    changed: Steps
    test: Conditions
    careful: bool
    unchanged: dict[str, t.Term]
    next: dict[str, t.Term]
    known: list[t.Term]

    def still(self, term: t.Term) -> t.Term:
        """With the value that it always has for what no round changes."""
        return t.substitute(term, self.unchanged)

    def after(self, term: t.Term) -> t.Term:
        return t.substitute(term, self.next)

    def before(self, term: t.Term) -> t.Term:
        return t.substitute(term, {state.data: first for state, (first, _) in self.changed.items()})

    @property
    def going(self) -> t.Term:
        return self.still(self.test.going)

    @property
    def on(self) -> t.Term:
        return self.still(self.test.going_on)

    @property
    def ends(self) -> t.Term:
        return self.after(self.test.leaving)

    def follows(self, more: Sequence[t.Term], *claims: t.Term) -> bool:
        return self.solver.follows([*self.known, *more], *claims)


def find_measure(head: State, changed: Steps, test: Conditions, line: int, *, careful: bool) -> tuple[t.Term, bool]:
    """A ranking function: a number that is positive at the beginning of rounds and gets smaller by every round that is
    not the last.

    Where it is positive in all rounds whose test holds, it bounds their number (the second result); otherwise there is
    one round more, in which the loop is left, or something raised: `careful` asks for that one.
    """
    context = head.context
    unchanged = {state.data: first for state, (first, then) in changed.items() if then in (state, first)}
    after = {state.data: then for state, (_, then) in changed.items()}
    known = [t.substitute(each, unchanged) for each in head.path]
    asked = _Question(context.solver, changed, test, careful, unchanged, after, known)
    found = candidate_measures([test.going, test.leaving, test.going_on], changed)
    inversions, pairs = inversion_measures(changed, found[:_DISTANCES]), lexicographic_pairs(found, changed)
    measures, given = context.found.measures, context.given
    if given is not None:
        wanted = given[len(measures)] if len(measures) < len(given) else ""
        found = [each for each in found if name_measure(each, changed) == wanted]
        if not found and asked.follows([], t.lnot(asked.going)):
            found = [t.ONE]  # it does no round, as long as the list that it goes through has no elements
        inversions = [each for each in inversions if name_measure(each, changed) == wanted]
        pairs = [each for each in pairs if name_measure(each[0], changed) == wanted]
    ways = (
        *((each, partial(_gets_smaller, asked, each)) for each in found),
        *((each, partial(_has_fewer_inversions, asked, each)) for each in inversions),
        *((each, partial(_is_lexicographic, asked, high, low)) for each, high, low in pairs),
    )
    for measure, is_measure in ways:
        exact = is_measure()
        if exact is not None:
            measures.append(name_measure(measure, changed))
            return measure, exact
    missing = Uncovered(f"a while for which no measure was found, in line {line}")
    if not context.found.trials:
        raise missing
    context.found.failed = missing
    return t.ONE, False


def _gets_smaller(asked: _Question, measure: t.Term) -> bool | None:
    """Whether it bounds the number of rounds; None where it is no measure."""
    still, after = asked.still, asked.after
    positive, later = still(t.le(t.ONE, measure)), after(measure)
    smaller = still(t.lor(asked.ends, t.lt(later, measure)))
    direct = asked.follows([asked.on], t.land(positive, smaller))
    exact = direct and not asked.careful and asked.follows([asked.going], positive)
    lows = [] if direct and (exact or asked.careful) else _never_below(asked, measure)
    if not direct and not any(
        asked.follows(
            [still(t.le(low, measure)), asked.on],
            t.land(positive, smaller, still(t.lor(asked.ends, t.le(low, later)))),
        )
        for low in lows
    ):
        return None
    exact = exact or (not asked.careful and asked.follows([asked.going], positive))
    for low in lows if not exact and not asked.careful else ():
        # Only heads whose test holds count: one that `break` leaves may have any measure.
        above = still(t.le(low, measure))
        kept = still(t.lor(t.lnot(after(asked.test.going)), t.le(low, later)))
        exact = exact or (asked.follows([above, asked.on], kept) and asked.follows([above, asked.going], positive))
    return exact


def _never_below(asked: _Question, measure: t.Term) -> list[t.Term]:
    """What a measure may never be below, as it is not before the loop."""
    begun = asked.before(measure)
    return [low for low in (t.ZERO, t.ONE) if asked.follows([], t.le(low, begun))]


def _has_fewer_inversions(asked: _Question, measure: t.Term) -> bool | None:
    """The same, of the pairs of a list that are not in order."""
    steps = {state: (before, asked.still(later)) for state, (before, later) in asked.changed.items()}
    known = [*asked.known, asked.on]
    if not inversions_decrease(asked.solver, measure, known, steps, asked.still(asked.ends)):
        return None
    return not asked.careful and asked.follows([asked.going], asked.still(t.le(t.ONE, measure)))


def _is_lexicographic(asked: _Question, high: t.Term, low: t.Term) -> bool | None:
    """The same, of two numbers: one gets smaller, or it stays and the other does."""
    between, claims = lexicographic_claims(high, low, asked.next, asked.ends)
    if not asked.follows([], asked.before(between)):
        return None
    facts = [asked.still(between), asked.on]
    return False if asked.follows(facts, *(asked.still(each) for each in claims)) else None
