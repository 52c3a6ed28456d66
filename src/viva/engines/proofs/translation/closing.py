"""From one round of a loop on an unknown state to the folds of what it changes. `loops.py` tells the story."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from viva.engines.proofs.query import Solver
from viva.engines.proofs.terms import (
    BOOL,
    FALSE,
    INT,
    ONE,
    TRUE,
    ZERO,
    Term,
    add,
    default,
    ite,
    land,
    le,
    lnot,
    lor,
    lt,
    replaced,
    scaled,
    sub,
    substituted,
    variable,
)
from viva.engines.proofs.terms.folds import Loop, looped, loops_in
from viva.engines.proofs.terms.gathered import without_lists
from viva.engines.proofs.translation.exchanges import get_fewer, unordered_pairs
from viva.engines.proofs.translation.measures import by_two, candidates, named, of_two
from viva.engines.proofs.translation.merging import Merger
from viva.engines.proofs.translation.reshaping import Reshaped, Reshaping
from viva.engines.proofs.translation.seen import Seen, called, folds, variables
from viva.engines.proofs.translation.values import (
    Cell,
    Fresh,
    Held,
    Maybe,
    Nothing,
    Perhaps,
    Ref,
    Row,
    State,
    Value,
    filled,
    flat,
    references,
    retyped,
)
from viva.engines.syntax.tree import Uncovered

_DISTANCES = 2


@dataclass(frozen=True, slots=True)
class Outcome:
    """A way in which statements end: `next`, `break`, `continue` or `return`, under a condition."""

    kind: str
    condition: Term
    state: State
    value: Value = field(default_factory=Nothing)


class Changing(Uncovered):
    """A loop goes through a list that its rounds change."""


Body = Callable[[State], list[Outcome]]


class Closing:
    """Measures are found here, or taken from `given` in the order in which loops are met."""

    def __init__(
        self, solver: Solver, given: Sequence[str] | None = None, kept: frozenset[str] = frozenset()
    ) -> None:  # fmt: skip
        self.fresh = Fresh()
        self.merger = Merger(self.fresh, kept)
        self.solver = solver
        self.given = given
        self.measures: list[str] = []
        self.seen: list[Seen] = []
        self.trials = 0
        self.failed: Uncovered | None = None

    def _closed(  # noqa: PLR0915, PLR0917 one story, told once
        self, entry: State, head: State, outcomes: list[Outcome], assigned: frozenset[str], line: int, clock: Term,
        rounds: Term | None, walked: tuple[int, ...], stands: dict[str, Term],
    ) -> list[Outcome]:  # fmt: skip
        on = [each for each in outcomes if each.kind in ("next", "continue")]
        out = [each for each in outcomes if each.kind == "break"]
        back = [each for each in outcomes if each.kind == "return"]
        tested = [each for each in outcomes if each.kind == "stop"]
        returning = lor(*(each.condition for each in back))
        leaving = lor(*(each.condition for each in (*out, *tested)))
        broken = variable(self.fresh.name("broken"), BOOL)
        returned = variable(self.fresh.name("returned"), BOOL)
        ends = [(each.condition, each.state) for each in (*out, *on)]
        end = self.merger.merged(ends, ()) if ends else head.copy()
        going = lnot(lor(*(each.condition for each in tested))) if tested else TRUE
        changed = self._changed(entry, head, end, assigned)
        gone_through = {term for cell in walked for term in head.heap[cell].terms}
        if any(state is not after for state, (_, after) in changed.items() if state in gone_through):
            raise Changing(f"a list that changes while it is gone through, in line {line}")
        raised = lor(*(land(each.condition, each.state.error) for each in outcomes))
        raised = substituted(raised, {head.error.data: FALSE})
        measure, shape = None, None
        loop = dict(changed)
        if rounds is None:
            careful = any(substituted(each.state.error, {head.error.data: FALSE}) is not FALSE for each in tested)
            going_on = land(lor(*(each.condition for each in on)), lnot(raised))
            measure, exact = self._measure(head, changed, leaving, going, going_on, line, careful=careful)
            before = {state.data: first for state, (first, _) in changed.items()}
            rounds = substituted(measure, before)
            if not exact:
                rounds = ite(le(ZERO, rounds), add(rounds, ONE), ONE)
            if exact and not out:
                shape = self._reshaped(changed, clock, rounds, going, entry)
            if shape is not None:
                loop, rounds = shape.loop, shape.rounds
            elif not exact or out or not self._always_going(changed, clock, rounds, going, entry):
                loop = {state: (first, ite(going, then, state)) for state, (first, then) in changed.items()}
        else:
            shape = None if out else self._reshaped(changed, clock, rounds, TRUE, entry)
            loop = dict(changed) if shape is None else shape.loop
        during = {} if shape is None else shape.during
        stands = stands | ({} if shape is None else shape.stands)
        always = {} if shape is None else shape.always
        returning, raised = (substituted(replaced(each, always), during) for each in (returning, raised))
        stopped = bool(out)
        if stopped:
            leaves = lor(*(each.condition for each in out))
            loop = {state: (first, ite(broken, state, then)) for state, (first, then) in loop.items()}
            loop[broken] = (FALSE, lor(broken, leaves))
            returning = land(lnot(broken), returning)
            raised = land(lnot(broken), raised)
        if back:
            loop[returned] = (FALSE, lor(returned, returning))
            raised = land(lnot(returned), raised)
        facts = [*entry.path, le(ZERO, clock), lt(clock, rounds)]
        raised = substituted(raised, self._counted(loop, clock))
        if raised is not FALSE and self.solver.follows(facts, lnot(substituted(raised, stands))):
            raised = FALSE
        loop[head.error] = (entry.error, lor(head.error, raised)) if raised is not FALSE else (entry.error, head.error)
        results, value = self._returned(back, loop, returned, broken if stopped else FALSE, clock, during)
        known: dict[Term, Term] = {}

        def final(term: Term) -> Term:
            if shape is not None and term.op == "var" and term.data in shape.after:
                return shape.after[term.data]
            if term.op == "var" and term.data in during:
                made = {state.data: final(state) for state in loop if state.data in during[term.data].free}
                then = substituted(during[term.data], made | {clock.data: rounds})
                return substituted(ite(le(ZERO, rounds), then, changed[term][0]), stands)
            if term.op != "var" or term not in loop:
                return term
            if term not in known:
                after = without_lists(substituted(looped(term, loop, clock, rounds), stands))
                while after.op == "ite" and after.args[0].op == "<=" and loops_in(after):
                    if self.solver.follows(entry.path, after.args[0]):
                        after = after.args[1]
                    elif self.solver.follows(entry.path, lnot(after.args[0])):
                        after = after.args[2]
                    else:
                        break
                known[term] = after
            return known[term]

        after = entry.copy()
        for name in sorted(assigned & entry.names.keys()):
            held = head.names[name]
            if not isinstance(held, Ref):
                after.names[name] = filled(held, [final(term) for term in flat(held, head)])
        for place in entry.heap:
            cell = head.heap[place]
            after.heap[place] = Cell(cell.kind, tuple(final(term) for term in cell.terms), cell.elements)
        after.error = final(head.error)
        was_broken = final(broken) if stopped else FALSE
        was_returned = final(returned) if back else FALSE
        own = [("=returned", was_returned), ("=left", was_broken), ("=raised", after.error)]
        own += [("=result", final(term)) for term in results]
        self.seen.append(Seen(line, (*called(after), *folds(own)), rounds, measure, variables(head)))
        found: list[Outcome] = []
        if back:
            gone = after.copy()
            gone.passed |= {place for place, cell in entry.heap.items() if after.heap[place] != cell}
            gone.passed |= {
                place for each in back for place, cell in head.heap.items() if each.state.heap[place] != cell
            }
            gone.passed = gone.passed.union(*(each.state.passed for each in back))
            given = {term.data: final(term) for term in results}
            found.append(Outcome("return", was_returned, gone, _substituted(value, given)))
        after.path = (*entry.path, lnot(was_returned)) if back else entry.path
        if stopped:
            found.append(Outcome("broken", land(lnot(was_returned), was_broken), after.copy()))
        if measure is not None and going is TRUE and found:
            # It is left in no other way, and the measure says that it is left; an error is in the last of the states.
            others = lor(*(each.condition for each in found[:-1]))
            return [*found[:-1], Outcome(found[-1].kind, lnot(others), found[-1].state, found[-1].value)]
        found.append(Outcome("next", land(lnot(was_returned), lnot(was_broken)), after))
        return found

    def _changed(
        self, entry: State, head: State, end: State, assigned: frozenset[str]
    ) -> dict[Term, tuple[Term, Term]]:
        loop: dict[Term, tuple[Term, Term]] = {}
        for name in sorted(assigned & entry.names.keys()):
            one, held, two = entry.names[name], head.names[name], end.names.get(name)
            if isinstance(held, Ref):
                assert isinstance(two, Ref)
                cell, then = head.heap[held.number], end.heap[two.number]
                if cell == entry.heap[held.number] == then:
                    continue
                for state, first, last in zip(cell.terms, entry.heap[held.number].terms, then.terms, strict=True):
                    _step(loop, state, first, last)
            else:
                assert two is not None
                wide = self.merger.value(FALSE, held, two, head, end, end, frozenset())
                for state, first, last in zip(flat(held, head), flat(one, entry), flat(wide, end), strict=True):
                    _step(loop, state, first, last)
        for place, cell in entry.heap.items():
            if head.heap[place] == cell == end.heap[place]:
                continue
            for state, first, last in zip(head.heap[place].terms, cell.terms, end.heap[place].terms, strict=True):
                if state not in loop:
                    _step(loop, state, first, last)
        return loop

    def _returned(  # noqa: PLR0917
        self, back: list[Outcome], loop: dict[Term, tuple[Term, Term]], returned: Term, broken: Term,
        clock: Term, during: Mapping[str, Term],
    ) -> tuple[list[Term], Value]:  # fmt: skip
        """What is returned in a loop: itself where it is the same in all rounds, or else variables of the loop."""
        if not back:
            return [], Nothing()
        if any(isinstance(each.value, Row | Maybe | Perhaps) and references(each.value) for each in back):
            raise Uncovered("a tuple with lists that is returned out of a loop")
        owners = frozenset[int]().union(*map(_owners, back))
        frozen = any(_is_frozen(each) for each in back)
        scratch = back[-1].state.copy()
        value = placed(back[-1].value, scratch, self.fresh)
        for each in reversed(back[:-1]):
            given = placed(each.value, each.state, self.fresh)
            value = self.merger.value(each.condition, given, value, each.state, scratch, scratch, frozenset())
        if isinstance(value, Ref):
            raise_from = scratch.heap[value.number]
            terms = list(raise_from.terms)
        else:
            terms = flat(value, scratch)
        moving = {state.data for state in loop} | {clock.data}
        still = {state.data: first for state, (first, then) in loop.items() if then is state}
        terms = [substituted(substituted(term, during), still) for term in terms]
        results: list[Term] = []
        for place, term in enumerate(terms):
            if not term.free.isdisjoint(moving):
                result = variable(self.fresh.name("result"), term.sort)
                loop[result] = (default(term.sort), ite(lor(returned, broken), result, term))
                terms[place] = result
                results.append(result)
        if isinstance(value, Ref):
            cell = scratch.heap[value.number]
            return results, Held(Cell(cell.kind, tuple(terms), cell.elements), owners, frozen)
        return results, filled(value, terms)

    def _counted(self, changed: Loop, clock: Term) -> dict[str, Term]:
        """The variables whose value at the beginning of a round is known."""
        counted: dict[str, Term] = {}
        for state, (first, then) in changed.items():
            if then in (state, first):
                counted[state.data] = first
            elif state.sort == INT and sub(then, state).op == "num":
                counted[state.data] = add(first, scaled(sub(then, state).data, clock))
        return counted

    def _always_going(self, changed: Loop, clock: Term, rounds: Term, going: Term, entry: State) -> bool:
        """Whether the test is true in all these rounds: counters alone decide it."""
        counted = self._counted(changed, clock)
        if not going.free.isdisjoint({state.data for state in changed} - counted.keys()):
            return False
        facts = [*entry.path, le(ZERO, clock), lt(clock, rounds)]
        return self.solver.follows(facts, substituted(going, counted))

    def _reshaped(self, changed: Loop, clock: Term, rounds: Term, going: Term, entry: State) -> Reshaped | None:
        """The loop with other variables for lists that it takes apart, and without its test."""
        shaping = Reshaping(self.solver, self.fresh, clock, rounds, entry.path, going)
        return shaping.of(changed, self._counted(changed, clock))

    def _measure(  # noqa: PLR0917
        self, head: State, changed: Loop, leaving: Term, going: Term, going_on: Term, line: int, *, careful: bool
    ) -> tuple[Term, bool]:
        """A number that is positive at the beginning of rounds and gets smaller by every round that is not the last.

        Where it is positive in all rounds whose test holds, it bounds their number (`exact`); otherwise there is one
        round more, in which the loop is left, or something raised: `careful` asks for that one.
        """
        after = {state.data: then for state, (_, then) in changed.items()}
        still = {state.data: first for state, (first, then) in changed.items() if then in (state, first)}
        first = {state.data: before for state, (before, _) in changed.items()}
        known = [substituted(each, still) for each in head.path]
        ends = substituted(leaving, after)
        on = substituted(going_on, still)
        found = candidates([going, leaving, going_on], changed)
        wanted, pairs, double = "", unordered_pairs(changed, found[:_DISTANCES]), of_two(found, changed)
        if self.given is not None:
            wanted = self.given[len(self.measures)] if len(self.measures) < len(self.given) else ""
            found = [each for each in found if named(each, changed) == wanted]
            if not found and self.solver.follows(known, lnot(substituted(going, still))):
                found = [ONE]  # it does no round, as long as the list that it goes through has no elements
        for measure in found:
            positive = substituted(le(ONE, measure), still)
            later = substituted(measure, after)
            smaller = substituted(lor(ends, lt(later, measure)), still)
            test = substituted(going, still)
            direct = self.solver.follows([*known, on], land(positive, smaller))
            exact = direct and not careful and self.solver.follows([*known, test], positive)
            lows = [] if direct and (exact or careful) else self._never_below(measure, first, known)
            if not direct and not any(
                self.solver.follows(
                    [*known, substituted(le(low, measure), still), on],
                    land(positive, smaller, substituted(lor(ends, le(low, later)), still)),
                )
                for low in lows
            ):
                continue
            exact = exact or (not careful and self.solver.follows([*known, test], positive))
            for low in lows if not exact and not careful else ():
                # Only heads whose test holds count: one that `break` leaves may have any measure.
                above = substituted(le(low, measure), still)
                kept = substituted(lor(lnot(substituted(going, after)), le(low, later)), still)
                exact = exact or (
                    self.solver.follows([*known, above, on], kept)
                    and self.solver.follows([*known, above, test], positive)
                )
            self.measures.append(named(measure, changed))
            return measure, exact
        for measure in pairs:
            if self.given is not None and named(measure, changed) != wanted:
                continue
            then = {state: (before, substituted(later, still)) for state, (before, later) in changed.items()}
            if get_fewer(self.solver, measure, [*known, on], then, substituted(ends, still)):
                self.measures.append(named(measure, changed))
                return measure, not careful and self.solver.follows(
                    [*known, substituted(going, still)], substituted(le(ONE, measure), still)
                )
        for measure, high, low in double:
            if self.given is not None and named(measure, changed) != wanted:
                continue
            between, asked = by_two(high, low, after, ends)
            claims = [substituted(each, still) for each in asked]
            facts = [*known, substituted(between, still), on]
            if self.solver.follows(known, substituted(between, first)) and self.solver.follows(facts, *claims):
                self.measures.append(named(measure, changed))
                return measure, False
        missing = Uncovered(f"a while for which no measure was found, in line {line}")
        if not self.trials:
            raise missing
        self.failed = missing
        return ONE, False

    def _never_below(self, measure: Term, first: Mapping[str, Term], known: Sequence[Term]) -> list[Term]:
        """What a measure may never be below, as it is not before the loop."""
        begun = substituted(measure, first)
        return [low for low in (ZERO, ONE) if self.solver.follows(known, le(low, begun))]


def _substituted(value: Value, given: dict[str, Term]) -> Value:
    if isinstance(value, Held):
        terms = tuple(substituted(term, given) for term in value.cell.terms)
        return replace(value, cell=Cell(value.cell.kind, terms, value.cell.elements))
    return filled(value, [substituted(term, given) for term in flat(value, State())])


def placed(value: Value, state: State, fresh: Fresh) -> Value:
    """The value, with a list that a loop returned in the heap of a state."""
    return fresh.cell(state, value.cell, frozen=value.frozen) if isinstance(value, Held) else value


def _owners(outcome: Outcome) -> frozenset[int]:
    return outcome.value.owners if isinstance(outcome.value, Held) else frozenset(references(outcome.value))


def _is_frozen(outcome: Outcome) -> bool:
    if isinstance(outcome.value, Held):
        return outcome.value.frozen
    return not outcome.state.frozen.isdisjoint(references(outcome.value))


def _step(loop: dict[Term, tuple[Term, Term]], state: Term, first: Term, last: Term) -> None:
    if state.op == "var":
        loop[state] = (first, retyped(last, state.sort))
    elif last is not state:
        raise Uncovered("a list whose elements are of an unknown type")
