"""Loops inside of loops: what has to be shown so that something holds in every round of each. Trusted.

A `Head` is the beginning of a round of a loop: a variable for the value of each fold that has so many rounds, and a
clock. The steps of its folds may have loops of their own, with heads inside of it. While an inner loop runs, the values
at the beginning of the outer round stay what they were, so that what is known of them stays known.

An invariant belongs to the innermost head that it speaks of. In it `PLACES` stand for any places, and `each` for any
value: what it says holds for all of them. To be shown: it holds before the first round of its loop; every round keeps
it, given what the loops inside of the round end with; and what the outermost loops end with implies the claim.
"""

from __future__ import annotations

import re
from collections.abc import Sequence, Set

from viva.core.records import dataclass
from viva.engines.proofs import terms as t
from viva.engines.proofs.checking.system import EACH
from viva.engines.proofs.terms import library, order
from viva.engines.proofs.terms.folds import components, loops_in

NEST = "nest"
PLACES = (t.variable("#1", t.INT), t.variable("#2", t.INT))
ONE_EACH = t.variable(EACH, t.INT)
_OWN = re.compile(r"h([0-9]+)[sk][0-9]*")
_MOST_HEADS = 12


@dataclass(frozen=True, slots=True)
class Head:
    """`first`, `next` and `rounds` are terms over the variables around it, and `next` also over its own and those of
    the heads `inside`, after their loops have ended."""

    number: int
    clock: t.Term
    folds: tuple[t.Term, ...]
    variables: tuple[t.Term, ...]
    first: tuple[t.Term, ...]
    next: tuple[t.Term, ...]
    rounds: t.Term
    inside: tuple[Head, ...]

    @property
    def running(self) -> list[t.Term]:
        return [t.le(t.ZERO, self.clock), t.lt(self.clock, self.rounds)]

    def begun(self, claim: t.Term) -> t.Term:
        values = {own.data: first for own, first in zip(self.variables, self.first, strict=True)}
        return t.substitute(claim, values | {self.clock.data: t.ZERO})

    def stepped(self, claim: t.Term) -> t.Term:
        values = {own.data: following for own, following in zip(self.variables, self.next, strict=True)}
        return t.substitute(claim, values | {self.clock.data: t.add(self.clock, t.ONE)})

    def ended(self, claim: t.Term) -> t.Term:
        end = t.ite(t.le(t.ZERO, self.rounds), self.rounds, t.ZERO)
        return t.substitute(claim, {self.clock.data: end})


@dataclass(frozen=True, slots=True)
class Nest:
    """The heads of the outermost loops of some terms, in the order in which they are run, and the terms with variables
    for what these loops end with."""

    heads: tuple[Head, ...]
    terms: tuple[t.Term, ...]


def nest_of(terms: Sequence[t.Term]) -> Nest | None:
    """None where there are no loops, too many, or some of an unknown form."""
    numbers = [0]
    made = _heads(list(terms), numbers)
    if made is None or not made[0]:
        return None
    return Nest(tuple(made[0]), tuple(made[1]))


def is_known(loop: t.Term) -> bool:
    """Whether facts are known of a loop: it is one of the library, or asks whether a list is in order."""
    return library.search_of(loop) is not None or library.is_extreme(loop) or bool(order.orders_of(loop))


def _heads(terms: list[t.Term], numbers: list[int]) -> tuple[list[Head], list[t.Term]] | None:
    heads: list[Head] = []
    while True:
        open_ones = [
            each for each in loops_in(*terms) if not is_known(each) and all(map(is_known, loops_in(*each.args)))
        ]
        if not open_ones:
            return heads, terms
        rounds = open_ones[0].args[0]
        head = _head([each for each in open_ones if each.args[0] is rounds], rounds, numbers)
        if head is None:
            return None
        heads.append(head)
        names = dict(zip(head.folds, head.variables, strict=True))
        terms = [t.replace_parts(each, names) for each in terms]


def _head(chosen: Sequence[t.Term], rounds: t.Term, numbers: list[int]) -> Head | None:
    number = numbers[0]
    numbers[0] += 1
    if number >= _MOST_HEADS:
        return None
    parts: dict[t.Term, list[t.Term]] = {}
    todo = list(chosen)
    while todo:
        each = todo.pop(0)
        if each not in parts:
            parts[each] = components(each.data, each.args)
            if any(part.op != "fold" or part.args[0] is not rounds for part in parts[each]):
                return None
            todo += parts[each]
    own = {each: t.variable(f"h{number}s{place}", each.sort) for place, each in enumerate(parts)}
    clock = t.variable(f"h{number}k", t.INT)
    following = []
    for each, states in parts.items():
        values = {f"p{place}": value for place, value in enumerate(each.args[1 + each.data.states :])}
        values |= {f"s{place}": own[state] for place, state in enumerate(states)}
        following.append(t.substitute(each.data.steps[0], values | {"k": clock}))
    inner = _heads(following, numbers)
    if inner is None:
        return None
    return Head(
        number, clock, tuple(parts), tuple(own.values()), tuple(each.args[1] for each in parts), tuple(inner[1]),
        rounds, tuple(inner[0]),
    )  # fmt: skip


def owner_of(claim: t.Term) -> int | None:
    """The number of the innermost head that a claim speaks of."""
    return max(_spoken_of(claim), default=None)


def _spoken_of(claim: t.Term) -> set[int]:
    return {int(found[1]) for name in claim.free if (found := _OWN.fullmatch(name))}


@dataclass(frozen=True, slots=True)
class Obligation:
    """`claims` follow from what is `known`, and from what invariants say: those of the heads around it, and of loops
    that have ended before, each with its place among the invariants. `step` says what it is for: `begins`, `kept` or
    `follows`."""

    step: str
    known: tuple[t.Term, ...]
    said: tuple[tuple[int, t.Term], ...]
    claims: tuple[tuple[int, t.Term], ...]


def obligations(nest: Nest, invariants: Sequence[t.Term]) -> list[Obligation]:
    """What is to be shown for the last of the terms of a nest to follow from the others, in the order of the loops."""
    by_head: dict[int | None, list[tuple[int, t.Term]]] = {}
    for place, each in enumerate(invariants):
        by_head.setdefault(owner_of(each), []).append((place, each))
    found: list[Obligation] = []

    over = set[int]()

    def through(
        heads: Sequence[Head], around_runs: Sequence[t.Term], around: list[tuple[int, t.Term]]
    ) -> list[tuple[int, t.Term]]:
        """What invariants say once these loops have ended."""
        so_far = list(around)
        for head in heads:
            own = by_head.get(head.number, [])
            # What is known of the end of a loop is known while others run, and not while it runs itself.
            known = [*(each for each in nest.terms[:-1] if _spoken_of(each) <= over), *around_runs]
            begins = tuple((place, head.begun(each)) for place, each in own)
            found.append(Obligation("begins", tuple(known), tuple(so_far), begins))
            running = [*known, *head.running]
            inside = through(head.inside, [*around_runs, *head.running], [*so_far, *own])
            kept = tuple((place, head.stepped(each)) for place, each in own)
            found.append(Obligation("kept", tuple(running), tuple(inside), kept))
            so_far += [(place, head.ended(each)) for place, each in own]
            over.add(head.number)
        return so_far

    ended = through(nest.heads, [], [])
    found.append(Obligation("follows", nest.terms[:-1], tuple(ended), ((-1, nest.terms[-1]),)))
    return found


def in_scope(nest: Nest, invariants: Sequence[t.Term], others: Set[t.Term]) -> bool:
    """Whether each invariant speaks only of what there is at its head: its own variables, those of the heads around it,
    and of the loops that have ended before; beside them of no others but those of the claim, places and `each`."""
    anywhere = {*others, *PLACES, ONE_EACH}
    scopes: dict[int, dict[str, t.Term]] = {}

    def enter(heads: Sequence[Head], around: dict[str, t.Term]) -> None:
        now = dict(around)
        for head in heads:
            own = {each.data: each for each in (*head.variables, head.clock)}
            scopes[head.number] = now | own
            enter(head.inside, now | own)
            now |= {each.data: each for each in head.variables}

    enter(nest.heads, {})
    for each in invariants:
        owner = owner_of(each)
        if owner not in scopes:
            return False
        for part in [part for part in t.parts_of(each) if part.op == "var"]:
            if part not in anywhere and scopes[owner].get(part.data) is not part:
                return False
    return True


def names_are_free(terms: Sequence[t.Term]) -> bool:
    """Whether no term has a variable that is called as those of heads, places or `each`."""
    taken = {EACH, *(place.data for place in PLACES)}
    return not any(name in taken or _OWN.fullmatch(name) for each in terms for name in each.free)
