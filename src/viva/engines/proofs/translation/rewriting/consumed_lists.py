"""Lists that a loop takes apart or changes in place, in another writing: what is left of them after so many rounds.

`xs.pop(0)` in every round leaves `xs[k:]` after k rounds; `del xs[i]` where a condition holds, and `i += 1` where it
does not, leaves what was kept so far, and then `xs[k:]`. Then the loop is one over the list as it was before, as others
write it. A writing is proposed by what the rounds do, and is taken only where the solver finds that it holds before the
first round and that every round keeps it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, replace

from viva.core.records import dataclass
from viva.engines.proofs import terms as t
from viva.engines.proofs.query import Solver
from viva.engines.proofs.terms import library
from viva.engines.proofs.terms.folds import Loop, loops_in
from viva.engines.proofs.translation import values as v

_PASSES = 3
_ASKED = 12
_LARGEST = 30
Steps = dict[t.Term, tuple[t.Term, t.Term]]


@dataclass(frozen=True, slots=True)
class RewrittenLoop:
    """`loop` has new variables in place of some old ones; `during` says what those are at the beginning of round k, and
    `stands` what the names in it stand for. `rounds` is how many rounds there are. `after` says what some of them are
    after all rounds, and `always` what conditions are in each."""

    loop: Steps
    rounds: t.Term
    during: dict[str, t.Term] = field(default_factory=dict)
    stands: dict[str, t.Term] = field(default_factory=dict)
    after: dict[str, t.Term] = field(default_factory=dict)
    always: dict[t.Term, t.Term] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Writing:
    """`during` of some variables; `made` is a new one, with its value after a round, that begins as an empty list and,
    with `grows`, gets one longer in every round."""

    during: dict[str, t.Term]
    made: t.Term | None = None
    then: t.Term | None = None
    stands: dict[str, t.Term] = field(default_factory=dict)
    grows: bool = False


@dataclass(frozen=True, slots=True)
class ListRewriting:
    """A loop of `rounds` rounds in which `going` is tested; `known` holds before it."""

    solver: Solver
    fresh: v.Fresh
    clock: t.Term
    rounds: t.Term
    known: Sequence[t.Term]
    going: t.Term

    @property
    def facts(self) -> list[t.Term]:
        return [*self.known, t.le(t.ZERO, self.clock), t.lt(self.clock, self.rounds)]

    def of(self, changed: Loop, counted: Mapping[str, t.Term]) -> RewrittenLoop | None:
        """None where nothing is written otherwise, or where the test is not always true then. `counted` are the
        numbers whose value at the beginning of a round is known."""
        removed = self._removed(changed)
        if removed is not None:
            return removed
        loop = {state: (first, t.substitute(then, counted)) for state, (first, then) in changed.items()}
        found = RewrittenLoop(loop, self.rounds)
        for state, (first, then) in changed.items():
            if t.is_list(state) and then is not state and first.sort == state.sort and state in found.loop:
                found = self._one(state, found)
        if not found.during:
            return None
        test = t.substitute(t.substitute(self.going, counted), found.during)
        if not self.solver.follows(self.facts, t.substitute(test, found.stands)):
            return None
        kept = {state: each for state, each in changed.items() if state.data in counted and state in found.loop}
        return replace(found, loop=found.loop | kept)

    def _removed(self, changed: Loop) -> RewrittenLoop | None:
        """A loop that removes one value again and again: so many times, or until there is none of it, or only one."""
        for state, (first, then) in changed.items():
            if then.op != "drop" or then.args[0] is not state or then.args[1].op != "fold" or first.sort != state.sort:
                continue
            search = library.search_of(then.args[1])
            if search is None or search[:2] != ("first place", state) or then.args[1].args[0] is not t.length(state):
                continue
            wanted, there = search[2], library.count(first, search[2])
            if not wanted.free.isdisjoint({self.clock.data, *(each.data for each in changed)}):
                continue
            always = {library.contains(state, wanted): t.TRUE}
            others = {other: steps for other, steps in changed.items() if other is not state}
            rest = {other: (start, t.replace_parts(after, always)) for other, (start, after) in others.items()}
            times = self._times(library.count(state, wanted), there)
            if times is None or any(state.data in after.free for _, after in rest.values()):
                continue
            left = library.without(first, wanted) if times is there else library.without_first(first, wanted, times)
            during = {state.data: library.without_first(first, wanted, self.clock)}
            return RewrittenLoop(rest, times, during, {}, {state.data: left}, always)
        return None

    def _times(self, now: t.Term, there: t.Term) -> t.Term | None:
        """How often the value is removed that is `there` so often before the loop, and in a round `now`."""
        if self.going is t.TRUE:
            return self.rounds if self.solver.follows(self.known, t.le(self.rounds, there)) else None
        for least in (t.ZERO, t.ONE):
            if self.solver.follows(self.known, t.equal(self.going, t.lt(least, now))):
                return there if least is t.ZERO else t.ite(t.le(t.ONE, there), t.sub(there, t.ONE), t.ZERO)
        return None

    def _one(self, state: t.Term, so_far: RewrittenLoop) -> RewrittenLoop:
        """With another writing of one list, if there is one."""
        for writing in self._writings(state, so_far.loop):
            if not self._holds(writing, so_far):
                continue
            stands = so_far.stands | writing.stands
            loop: Steps = {}
            for other, (first, then) in so_far.loop.items():
                if other.data not in writing.during:
                    loop[other] = (first, self._simple(t.substitute(then, writing.during), stands))
            if writing.made is not None and writing.then is not None:
                loop[writing.made] = (t.nil(t.element_of(writing.made)), writing.then)
            return replace(so_far, loop=loop, during=so_far.during | writing.during, stands=stands)
        return so_far

    def _writings(self, state: t.Term, loop: Steps) -> Iterator[_Writing]:
        first, then = loop[state]
        size, clock = t.length(first), self.clock
        leaves = _leaves(then)
        if all(_without_first(each, state) for each in leaves):
            yield _Writing({state.data: t.cut(first, clock, size)})
        if all(_without_last(each, state) for each in leaves):
            yield _Writing({state.data: t.cut(first, t.ZERO, t.sub(size, clock))})
        if all(_is_shorter(each, state) for each in leaves):
            return
        made = t.variable(self.fresh.name("left"), state.sort)
        for place, (start, after) in loop.items():
            if place.sort == t.INT and {t.sub(each, place) for each in _leaves(after)} == {t.ZERO, t.ONE}:
                yield from self._kept(state, loop, made, start, place)
        yield from self._kept(state, loop, made, t.ZERO, None)
        yield from self._backwards(state, loop, made)

    def _kept(
        self, state: t.Term, loop: Steps, made: t.Term, start: t.Term, place: t.Term | None
    ) -> Iterator[_Writing]:
        """From a place on: what rounds have kept or put there, and then what they have not come to."""
        first, then = loop[state]
        size, clock = t.length(first), self.clock
        stands: dict[str, t.Term] = {}
        walked = first
        if start is not t.ZERO or first.op not in ("var", "fold", "nil"):
            walked = t.variable(self.fresh.name("items"), first.sort)
            stands = {walked.data: first if start is t.ZERO else t.cut(first, start, size)}
        before = made if start is t.ZERO else t.cat(t.cut(first, t.ZERO, start), made)
        during = {state.data: t.cat(before, t.cut(first, t.add(start, clock), size))}
        if place is not None:
            during[place.data] = t.add(start, t.length(made))
        here, where = t.at(walked, clock), place or clock
        if not all(_at_place(each, state, where) for each in _leaves(then)):
            return
        added = _added(then, state, made, lambda value: t.snoc(made, value), here)
        if added is not None:
            near = (
                {t.at(state, where): here} if start is t.ZERO else {t.at(state, where): here, t.at(first, where): here}
            )
            added = self._simple(t.substitute(t.replace_parts(added, near), during), stands)
            puts = any(each.op == "put" for each in _leaves(then))
            yield _Writing(during, made, added, stands, grows=puts)

    def _backwards(self, state: t.Term, loop: Steps, made: t.Term) -> Iterator[_Writing]:
        """What rounds have not come to, and then what they have kept or put there, from behind."""
        first, then = loop[state]
        size = t.length(first)
        during = {state.data: t.cat(t.cut(first, t.ZERO, t.sub(size, self.clock)), made)}
        where = t.sub(t.sub(size, t.ONE), self.clock)
        here = t.at(first, where)
        if not all(_at_place(each, state, where) for each in _leaves(then)):
            return
        added = _added(then, state, made, lambda value: t.cat(t.list_term(t.element_of(state), [value]), made), here)
        if added is not None:
            yield _Writing(during, made, self._simple(t.substitute(added, during), {}))

    def _holds(self, writing: _Writing, so_far: RewrittenLoop) -> bool:
        """Whether it holds before the first round, and every round keeps it."""
        made, then = writing.made, writing.then
        stands = so_far.stands | writing.stands
        begin, end = {self.clock.data: t.ZERO}, {self.clock.data: t.add(self.clock, t.ONE)}
        facts = self.facts
        if made is not None and then is not None:
            begin[made.data] = t.nil(t.element_of(made))
            end[made.data] = then
            if writing.grows:
                facts.append(t.equal(t.length(made), self.clock))
                if any(t.length(each) is not t.add(t.length(made), t.ONE) for each in _leaves(then)):
                    return False
        states = {state: steps for state, steps in so_far.loop.items() if state.data in writing.during}
        starts = [t.equal(t.substitute(writing.during[state.data], begin), steps[0]) for state, steps in states.items()]
        if not self._follow([*self.known, t.le(t.ZERO, self.rounds)], starts, stands):  # also where there is no round
            return False
        after = {state: t.substitute(steps[1], writing.during) for state, steps in states.items()}
        if made is not None and then is not None:
            moving = frozenset(state.data for state in so_far.loop)
            facts += self._about_kept(writing, list(after.values()), moving)
        kept = [t.equal(t.substitute(writing.during[state.data], end), after[state]) for state in states]
        return self._follow(facts, kept, stands)

    def _about_kept(self, writing: _Writing, terms: Sequence[t.Term], moving: frozenset[str]) -> list[t.Term]:
        """What is kept is asked the same as what is taken out: none of it is the first that a `remove` finds. By
        induction: an element is added only where it is asked, and what is asked depends on nothing but it."""
        made, then = writing.made, writing.then
        asked = None if made is None or then is None else _keeping(then, made)
        if asked is None or made is None:
            return []
        condition, element = asked
        hole = t.variable("element!kept", element.sort)
        general = t.replace_parts(condition, {element: hole})
        if not general.free.isdisjoint({*moving, self.clock.data, made.data}):
            return []
        found: list[t.Term] = []
        for each in loops_in(*terms):
            search = library.search_of(each)
            if search is not None and search[0] == "first place":
                found.append(t.implies(t.within(each, made), t.substitute(general, {hole.data: t.at(made, each)})))
                found += library.at_place(each, search[1], t.length(made))
        return found

    def _follow(self, known: Sequence[t.Term], claims: Sequence[t.Term], stands: Mapping[str, t.Term]) -> bool:
        written = [t.substitute(each, stands) for each in known]
        return self.solver.follows(written, *(t.substitute(each, stands) for each in claims))

    def _simple(self, term: t.Term, stands: Mapping[str, t.Term]) -> t.Term:
        """The term without conditions that are always so in these rounds."""
        asked = 0
        for _ in range(_PASSES):
            known: dict[t.Term, t.Term] = {}
            for each in t.parts_of(term):
                if each.op not in ("<=", "=") or each.size > _LARGEST or loops_in(each) or asked >= _ASKED:
                    continue
                if each.args[0].sort != t.INT or any(inner.op == "at" for inner in t.parts_of(each)):
                    continue
                asked += 1
                for claim, truth in ((each, t.TRUE), (t.lnot(each), t.FALSE)):
                    if self._follow(self.facts, [claim], stands):
                        known[each] = truth
                        break
            pieces = {each: self._piece(each, stands) for each in t.parts_of(term) if each.op == "cut"}
            known |= {each: other for each, other in pieces.items() if other is not each}
            if not known:
                break
            term = t.replace_parts(term, known)
        return term

    def _piece(self, term: t.Term, stands: Mapping[str, t.Term]) -> t.Term:
        """A piece of a list that is put together, as a piece of the part that it lies in."""
        items, low, high = term.args
        if items.op == "cut":
            _, first, last = items.args
            if self._follow(self.facts, [t.le(t.ZERO, low), t.le(high, t.sub(last, first))], stands):
                return t.cut(items.args[0], t.add(first, low), t.add(first, high))
        if items.op == "cat":
            size = t.length(items.args[0])
            if self._follow(self.facts, [t.le(t.ZERO, low), t.le(high, size)], stands):
                return t.cut(items.args[0], low, high)
            if self._follow(self.facts, [t.le(size, low)], stands):
                return t.cut(items.args[1], t.sub(low, size), t.sub(high, size))
        return term


def _leaves(term: t.Term) -> list[t.Term]:
    return [each for branch in term.args[1:] for each in _leaves(branch)] if term.op == "ite" else [term]


def _added(
    then: t.Term, state: t.Term, made: t.Term, adding: Callable[[t.Term], t.Term], here: t.Term
) -> t.Term | None:
    """What a round adds to what is kept, where that is seen: nothing where an element is taken out of the list, this
    element where the list stays as it is, and a value that is put in its place."""
    if then is state:
        return adding(here)
    if then.op == "ite":
        yes, no = (_added(branch, state, made, adding, here) for branch in then.args[1:])
        return None if yes is None or no is None else t.ite(then.args[0], yes, no)
    if then.op == "drop" and then.args[0] is state:
        return made
    if then.op == "put" and then.args[0] is state:
        return adding(then.args[2])
    if then.op == "cat" and _is_piece(then.args[1], state):
        if _is_piece(then.args[0], state):
            return made
        if then.args[0].op == "snoc" and _is_piece(then.args[0].args[0], state):
            return adding(then.args[0].args[1])
    return None


def _is_shorter(term: t.Term, state: t.Term) -> bool:
    return term.op in ("drop", "cut") and term.args[0] is state


def _without_first(term: t.Term, state: t.Term) -> bool:
    """Whether the first element is taken out of a list, where that is seen at once."""
    if term.op == "cut":
        return term.args[0] is state and term.args[1] is t.ONE and term.args[2] is t.length(state)
    first = library.first_place(state, t.at(state, t.ZERO))
    return term.op == "drop" and term.args[0] is state and term.args[1] in (t.ZERO, first)


def _without_last(term: t.Term, state: t.Term) -> bool:
    last = t.sub(t.length(state), t.ONE)
    if term.op == "cut":
        return term.args == (state, t.ZERO, last)
    return term.op == "drop" and term.args == (state, last)


def _at_place(term: t.Term, state: t.Term, place: t.Term) -> bool:
    """Whether a list is changed at a place, if it is changed there by its place."""
    if term.op not in ("drop", "put") or term.args[0] is not state:
        return True
    search = library.search_of(term.args[1]) if term.args[1].op == "fold" else None
    return term.args[1] is place or (term.op == "drop" and search is not None and search[2].op == "at")


def _is_piece(term: t.Term, state: t.Term) -> bool:
    return term.op == "cut" and term.args[0] is state


def _keeping(then: t.Term, made: t.Term) -> tuple[t.Term, t.Term] | None:
    """When an element is added to what is kept, and which."""
    if then.op == "ite":
        yes, no = (_keeping(branch, made) for branch in then.args[1:])
        if yes is None or no is None or (yes[0] is not t.FALSE and no[0] is not t.FALSE and yes[1] is not no[1]):
            return None
        return t.ite(then.args[0], yes[0], no[0]), no[1] if yes[0] is t.FALSE else yes[1]
    if then is made:
        return t.FALSE, made
    return (t.TRUE, then.args[1]) if then.op == "snoc" and then.args[0] is made else None
