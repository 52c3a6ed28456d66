"""Loops side by side: what an induction is about. Trusted, and used by the search and by the checker alike.

`System` has a variable for the value of each fold after k rounds; a fold that has done all its rounds waits. A claim
about folds after all their rounds follows from an invariant that holds before the first round, is kept by every round,
and implies the claim at the end. A fold may start one round ahead of the others, which have one round less to do.
"""

from __future__ import annotations

from collections.abc import Sequence

from viva.core.records import dataclass
from viva.engines.proofs import terms as t
from viva.engines.proofs.terms.folds import components, loops_in, unfold

CLOCK = t.variable("k", t.INT)
EACH = "each"
"""The variable of which an invariant may speak: what it says holds for all values of it."""
RESERVED = frozenset({CLOCK.data, EACH})
_MOST_VALUES = 6
WAYS = ("inner", "outer")
"""Which loops go in step: those that work on no other loop's result, or those whose result no other loop works on."""
ALONE = ("alone 1", "alone 2", "alone 3")
"""One loop by itself, of those that work on no other loop's result: what is said of it may speak of the others."""


@dataclass(frozen=True, slots=True)
class System:
    """`folds` are the terms that the variables stand for. `ends` are their numbers of rounds, less those that they are
    `ahead`."""

    folds: tuple[t.Term, ...]
    variables: tuple[t.Term, ...]
    first: tuple[t.Term, ...]
    next: tuple[t.Term, ...]
    ends: tuple[t.Term, ...]

    @property
    def names(self) -> dict[t.Term, t.Term]:
        return dict(zip(self.folds, self.variables, strict=True))

    def begun(self, claim: t.Term) -> t.Term:
        """The claim before the first round."""
        values = {state.data: value for state, value in zip(self.variables, self.first, strict=True)}
        return t.substitute(claim, values | {CLOCK.data: t.ZERO})

    def stepped(self, claim: t.Term) -> t.Term:
        """The claim after one round more."""
        values = {state.data: value for state, value in zip(self.variables, self.next, strict=True)}
        return t.substitute(claim, values | {CLOCK.data: t.add(CLOCK, t.ONE)})

    @property
    def running(self) -> list[t.Term]:
        return [t.le(t.ZERO, CLOCK), t.lor(*(t.lt(CLOCK, end) for end in dict.fromkeys(self.ends)))]

    @property
    def done(self) -> list[t.Term]:
        ends = list(dict.fromkeys(self.ends))
        last = t.lor(t.le(CLOCK, t.ZERO), *(t.equal(CLOCK, end) for end in ends))
        return [t.le(t.ZERO, CLOCK), *(t.le(end, CLOCK) for end in ends), last]

    def settled(self, known: Sequence[t.Term]) -> list[t.Term]:
        """What is known and not about the loops: it holds in all rounds."""
        return [each for each in known if self.named(each) is each]

    def named(self, term: t.Term) -> t.Term:
        """The term with variables for the folds."""
        return t.replace_parts(term, self.names)


def system_of(terms: Sequence[t.Term], way: str, ahead: Sequence[str] = ()) -> System | None:
    """The loops in some terms, of which the last is to follow from the others; None where there are none. `ahead` are
    the rounds, as they are shown, of those that are one round ahead. What is known of the arguments before anything is
    run (all but the last two) stays as it is in all rounds, so that its loops are none of these."""
    still = set(loops_in(*terms[:-2])) - set(loops_in(*terms[-2:]))
    every = [each for each in loops_in(*terms) if each not in still]
    if way != "outer":
        chosen = [each for each in every if not loops_in(*each.args)]
    else:
        inside = {inner for each in every for inner in loops_in(*each.args)}
        chosen = [each for each in every if each not in inside]
    if way in ALONE:
        chosen = _alone(chosen, ALONE.index(way))
    folds: dict[t.Term, list[t.Term]] = {}
    todo = list(chosen)
    while todo:
        each = todo.pop(0)
        if each in folds:
            continue
        parts = components(each.data, each.args)
        if any(part.op != "fold" or part.args[0] is not each.args[0] for part in parts):
            return None
        folds[each] = parts
        todo += parts
    if not folds:
        return None
    variables = {each: t.variable(f"x{place}", each.sort) for place, each in enumerate(folds)}
    first, following, ends = [], [], []
    for each, parts in folds.items():
        defined, rounds = each.data, each.args[0]
        lead = 1 if repr(rounds) in ahead else 0
        end = t.sub(rounds, t.number(lead))
        given = {f"p{place}": value for place, value in enumerate(each.args[1 + defined.states :])}
        states = {f"s{place}": variables[part] for place, part in enumerate(parts)}
        step = t.substitute(defined.steps[0], {**given, **states, "k": t.add(CLOCK, t.number(lead))})
        start = (
            each.args[1]
            if not lead
            else t.ite(t.le(t.ONE, rounds), unfold(defined, (t.ZERO, *each.args[1:])), each.args[1])
        )
        first.append(start)
        following.append((step, end))
        ends.append(end)
    together = len(set(ends)) == 1
    following_terms = tuple(
        step if together else t.ite(t.lt(CLOCK, end), step, variables[each])
        for each, (step, end) in zip(folds, following, strict=True)
    )
    return System(tuple(folds), tuple(variables.values()), tuple(first), following_terms, tuple(ends))


def _alone(chosen: Sequence[t.Term], number: int) -> list[t.Term]:
    """The variables of one loop among those of several."""
    together: list[list[t.Term]] = []
    for each in chosen:
        if not any(each in known for known in together):
            together.append([each, *components(each.data, each.args)])
    return [each for each in chosen if each in together[number]] if number < len(together) else []


def said_of_each(claims: Sequence[t.Term], terms: Sequence[t.Term]) -> list[list[t.Term]]:
    """For each claim what it says about the values that loops in `terms` look for, if it speaks of `each` value; such a
    claim is known for all values, so that every choice is as good as another."""
    values = [arg for loop in loops_in(*terms) for arg in loop.args[1 + loop.data.states :]]
    found = []
    for claim in claims:
        one = next((part for part in t.parts_of(claim) if part.op == "var" and part.data == EACH), None)
        if one is None:
            found.append([claim])
            continue
        fit = [value for value in dict.fromkeys(values) if value.sort == one.sort and EACH not in value.free]
        found.append([claim, *(t.substitute(claim, {EACH: value}) for value in fit[:_MOST_VALUES])])
    return found


def leads(terms: Sequence[t.Term], way: str) -> list[tuple[str, ...]]:
    """Which loops may be one round ahead: none, or those with one round more than others."""
    system = system_of(terms, way)
    if system is None:
        return []
    rounds = list(dict.fromkeys(each.args[0] for each in system.folds))
    more = [one for one in rounds if any(t.sub(one, two) is t.ONE for two in rounds)]
    return [(), tuple(map(repr, more))] if more else [()]


__all__ = [
    "ALONE",
    "CLOCK",
    "EACH",
    "RESERVED",
    "WAYS",
    "System",
    "leads",
    "said_of_each",
    "system_of",
]
