"""From one round of a loop on an unknown state to its summary: folds of what it changes. `rounds` tells the story."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field, replace

from viva.core.records import dataclass
from viva.engines.proofs import terms as t
from viva.engines.proofs.terms.folds import loop_value, loops_in
from viva.engines.proofs.terms.gathered import without_lists
from viva.engines.proofs.translation import values as v
from viva.engines.proofs.translation.loops.loop_summary import LoopSummary, named_folds, named_variables, only_folds
from viva.engines.proofs.translation.loops.ranking import Conditions, find_measure
from viva.engines.proofs.translation.rewriting.consumed_lists import ListRewriting, RewrittenLoop, Steps
from viva.engines.proofs.translation.values import ListChanges, Outcome, State, Value, place_held
from viva.engines.proofs.translation.values.merging import merge_states, merge_values
from viva.engines.syntax.tree import Uncovered


@dataclass(frozen=True, slots=True)
class Round:
    """One round of a loop, run on an unknown state: that before the loop (`entry`) and at the beginning of the round
    (`head`), and how the round ends. `assigned` are the names that it binds. The `clock` counts rounds, of which there
    are `rounds`; for a `while` that is not known. `walked` are the cells that the loop goes through; `stands` says what
    names in terms stand for."""

    entry: State
    head: State
    outcomes: list[Outcome]
    assigned: frozenset[str]
    line: int
    clock: t.Term
    rounds: t.Term | None
    walked: tuple[int, ...]
    stands: dict[str, t.Term]

    def ending(self, *kinds: str) -> list[Outcome]:
        return [each for each in self.outcomes if each.kind in kinds]

    @property
    def bound(self) -> list[str]:
        """The names that were bound before, and are bound anew."""
        return sorted(self.assigned & self.entry.names.keys())


def summarise_loop(loop: Round) -> list[Outcome]:
    """The loop as folds of what it changes, and how it is left: by `return`, by `break`, or at its end."""
    entry, head, fresh = loop.entry, loop.head, loop.entry.context.fresh
    exits = _Exits(t.variable(fresh.name("broken"), t.BOOL), t.variable(fresh.name("returned"), t.BOOL))
    changed = _changed_variables(loop)
    raised = _condition_to_raise(loop)
    counted = _count_rounds(loop, changed, raised)
    steps = _with_exits(loop, counted, raised, exits)
    results, value = _returned_value(loop, counted, steps, exits)
    final = _FinalValues(loop, counted, changed, steps)
    after = _state_after(loop, final)
    left = _Exits(
        final.of(exits.broken) if loop.ending("break") else t.FALSE,
        final.of(exits.returned) if loop.ending("return") else t.FALSE,
    )
    own = [("=returned", left.returned), ("=left", left.broken), ("=raised", after.error)]
    own += [("=result", final.of(term)) for term in results]
    summary = LoopSummary(
        loop.line, (*named_folds(after), *only_folds(own)), counted.shape.rounds, counted.measure, named_variables(head)
    )
    entry.context.found.loops.append(summary)
    given = {term.data: final.of(term) for term in results}
    return _ways_out(loop, counted, after, left, _substitute_value(value, given))


@dataclass(frozen=True, slots=True)
class _Counted:
    """A loop whose rounds are counted, in `shape`. `going` is the test of a `while`, with the `measure` that says that
    it ends."""

    shape: RewrittenLoop
    going: t.Term
    measure: t.Term | None = None


@dataclass(frozen=True, slots=True)
class _Exits:
    """Whether a loop was left by `break`, and by `return`."""

    broken: t.Term
    returned: t.Term


def _condition_of(outcomes: Sequence[Outcome]) -> t.Term:
    return t.lor(*(each.condition for each in outcomes))


def _condition_to_raise(loop: Round) -> t.Term:
    raised = t.lor(*(t.land(each.condition, each.state.error) for each in loop.outcomes))
    return t.substitute(raised, {loop.head.error.data: t.FALSE})


def _changed_variables(loop: Round) -> Steps:
    """Before the loop, and after a round, of all that a round may change."""
    head, entry = loop.head, loop.entry
    ends = [(each.condition, each.state) for each in (*loop.ending("break"), *loop.ending("next", "continue"))]
    end = merge_states(ends, ()) if ends else head.copy()
    changed: Steps = {}
    for name in loop.bound:
        one, held, two = entry.names[name], head.names[name], end.names.get(name)
        if isinstance(held, v.Ref):
            assert isinstance(two, v.Ref)
            cell, then = head.heap[held.number], end.heap[two.number]
            if cell == entry.heap[held.number] == then:
                continue
            for state, first, last in zip(cell.terms, entry.heap[held.number].terms, then.terms, strict=True):
                _add_step(changed, state, first, last)
        else:
            assert two is not None
            wide = merge_values(t.FALSE, held, two, head, end, end, frozenset())
            for state, first, last in zip(v.flat(held), v.flat(one), v.flat(wide), strict=True):
                _add_step(changed, state, first, last)
    for place, cell in entry.heap.items():
        if head.heap[place] == cell == end.heap[place]:
            continue
        for state, first, last in zip(head.heap[place].terms, cell.terms, end.heap[place].terms, strict=True):
            if state not in changed:
                _add_step(changed, state, first, last)
    gone_through = {term for cell in loop.walked for term in head.heap[cell].terms}
    if any(state is not after for state, (_, after) in changed.items() if state in gone_through):
        raise ListChanges(f"a list that changes while it is gone through, in line {loop.line}")
    return changed


def _add_step(changed: Steps, state: t.Term, first: t.Term, last: t.Term) -> None:
    if state.op == "var":
        changed[state] = (first, v.retype(last, state.sort))
    elif last is not state:
        raise Uncovered("a list whose elements are of an unknown type")


def _count_rounds(loop: Round, changed: Steps, raised: t.Term) -> _Counted:
    """The loop as one of so many rounds, in another writing of lists that it takes apart, where there is one. Of a
    `while` the measure says how many; what it changes stays as it is once its test says no."""
    out = loop.ending("break")
    if loop.rounds is not None:
        shape = None if out else _consumed_lists(loop, changed, loop.rounds, t.TRUE)
        return _Counted(shape or RewrittenLoop(dict(changed), loop.rounds), t.TRUE)
    tested = loop.ending("stop")
    going = t.lnot(_condition_of(tested))
    no_error = {loop.head.error.data: t.FALSE}
    careful = any(t.substitute(each.state.error, no_error) is not t.FALSE for each in tested)
    going_on = t.land(_condition_of(loop.ending("next", "continue")), t.lnot(raised))
    leaving = _condition_of([*out, *tested])
    measure, exact = find_measure(loop.head, changed, Conditions(leaving, going, going_on), loop.line, careful=careful)
    rounds = t.substitute(measure, {state.data: first for state, (first, _) in changed.items()})
    if not exact:
        rounds = t.ite(t.le(t.ZERO, rounds), t.add(rounds, t.ONE), t.ONE)
    shape = _consumed_lists(loop, changed, rounds, going) if exact and not out else None
    if shape is None:
        steps = dict(changed)
        if not exact or out or not _is_always_going(loop, changed, rounds, going):
            steps = {state: (first, t.ite(going, then, state)) for state, (first, then) in changed.items()}
        shape = RewrittenLoop(steps, rounds)
    return _Counted(shape, going, measure)


def _consumed_lists(loop: Round, changed: Steps, rounds: t.Term, going: t.Term) -> RewrittenLoop | None:
    """The loop with other variables for lists that it takes apart, and without its test."""
    context = loop.entry.context
    shaping = ListRewriting(context.solver, context.fresh, loop.clock, rounds, loop.entry.path, going)
    return shaping.of(changed, _counted_variables(changed, loop.clock))


def _is_always_going(loop: Round, changed: Steps, rounds: t.Term, going: t.Term) -> bool:
    """Whether the test is true in all these rounds: counters alone decide it."""
    counted = _counted_variables(changed, loop.clock)
    if not going.free.isdisjoint({state.data for state in changed} - counted.keys()):
        return False
    return loop.entry.context.solver.follows(_in_a_round(loop, rounds), t.substitute(going, counted))


def _in_a_round(loop: Round, rounds: t.Term) -> list[t.Term]:
    return [*loop.entry.path, t.le(t.ZERO, loop.clock), t.lt(loop.clock, rounds)]


def _counted_variables(steps: Steps, clock: t.Term) -> dict[str, t.Term]:
    """The variables whose value at the beginning of a round is known."""
    counted = {state.data: first for state, (first, then) in steps.items() if then in (state, first)}
    changing = {state.data for state in steps} - counted.keys()
    for state, (first, then) in steps.items():
        if state.data in changing and state.sort == t.INT:
            step = t.sub(then, state)
            if step.op == "num" or (step.free.isdisjoint(changing) and not loops_in(step)):
                counted[state.data] = t.add(first, t.mul(t.substitute(step, counted), clock))
    return counted


def _with_exits(loop: Round, counted: _Counted, raised: t.Term, exits: _Exits) -> Steps:
    """The steps with variables for whether the loop was left, after which nothing changes, and something raised."""
    head, shape, steps = loop.head, counted.shape, dict(counted.shape.loop)
    broken, returned = exits.broken, exits.returned
    out, back = loop.ending("break"), loop.ending("return")
    returning, raised = (
        t.substitute(t.replace_parts(each, shape.always), shape.during) for each in (_condition_of(back), raised)
    )
    if out:
        steps = {state: (first, t.ite(broken, state, then)) for state, (first, then) in steps.items()}
        steps[broken] = (t.FALSE, t.lor(broken, _condition_of(out)))
        returning, raised = t.land(t.lnot(broken), returning), t.land(t.lnot(broken), raised)
    if back:
        steps[returned] = (t.FALSE, t.lor(returned, returning))
        raised = t.land(t.lnot(returned), raised)
    raised = t.substitute(raised, _counted_variables(steps, loop.clock))
    stands = loop.stands | shape.stands
    facts = _in_a_round(loop, shape.rounds)
    if raised is not t.FALSE and loop.entry.context.solver.follows(facts, t.lnot(t.substitute(raised, stands))):
        raised = t.FALSE
    now = head.error if raised is t.FALSE else t.lor(head.error, raised)
    steps[head.error] = (loop.entry.error, now)
    return steps


def _returned_value(loop: Round, counted: _Counted, steps: Steps, exits: _Exits) -> tuple[list[t.Term], Value]:
    """What is returned in a loop: itself where it is the same in all rounds, or else variables of the loop, which are
    added to its steps."""
    back, fresh = loop.ending("return"), loop.entry.context.fresh
    if not back:
        return [], v.Nothing()
    if any(isinstance(each.value, v.Row | v.Maybe | v.Perhaps) and v.references(each.value) for each in back):
        raise Uncovered("a tuple with lists that is returned out of a loop")
    owners = frozenset[int]().union(*map(_owners, back))
    frozen = any(_is_frozen(each) for each in back)
    scratch = back[-1].state.copy()
    value = place_held(back[-1].value, scratch)
    for each in reversed(back[:-1]):
        given = place_held(each.value, each.state)
        value = merge_values(each.condition, given, value, each.state, scratch, scratch, frozenset())
    terms = v.terms_of(value, scratch) if isinstance(value, v.Ref) else v.flat(value)
    moving = {state.data for state in steps} | {loop.clock.data}
    still = {state.data: first for state, (first, then) in steps.items() if then is state}
    terms = [t.substitute(t.substitute(term, counted.shape.during), still) for term in terms]
    left = t.lor(exits.returned, exits.broken if loop.ending("break") else t.FALSE)
    results: list[t.Term] = []
    for place, term in enumerate(terms):
        if not term.free.isdisjoint(moving):
            result = t.variable(fresh.name("result"), term.sort)
            steps[result] = (t.default(term.sort), t.ite(left, result, term))
            terms[place] = result
            results.append(result)
    if isinstance(value, v.Ref):
        cell = scratch.heap[value.number]
        return results, v.Held(v.Cell(cell.kind, tuple(terms), cell.elements), owners, frozen)
    return results, v.fill_terms(value, terms)


def _owners(outcome: Outcome) -> frozenset[int]:
    return outcome.value.owners if isinstance(outcome.value, v.Held) else frozenset(v.references(outcome.value))


def _is_frozen(outcome: Outcome) -> bool:
    if isinstance(outcome.value, v.Held):
        return outcome.value.frozen
    return not outcome.state.frozen.isdisjoint(v.references(outcome.value))


@dataclass(frozen=True, slots=True)
class _FinalValues:
    """What variables are after all rounds."""

    loop: Round
    counted: _Counted
    changed: Steps
    steps: Steps
    known: dict[t.Term, t.Term] = field(default_factory=dict)

    def of(self, term: t.Term) -> t.Term:
        shape = self.counted.shape
        if term.op != "var":
            return term
        if term.data in shape.after:
            return shape.after[term.data]
        if term.data in shape.during:
            return self._in_another_writing(term)
        if term not in self.steps:
            return term
        if term not in self.known:
            self.known[term] = self._fold(term)
        return self.known[term]

    @property
    def stands(self) -> dict[str, t.Term]:
        return self.loop.stands | self.counted.shape.stands

    def _in_another_writing(self, term: t.Term) -> t.Term:
        rounds, during = self.counted.shape.rounds, self.counted.shape.during[term.data]
        made = {state.data: self.of(state) for state in self.steps if state.data in during.free}
        then = t.substitute(during, made | {self.loop.clock.data: rounds})
        return t.substitute(t.ite(t.le(t.ZERO, rounds), then, self.changed[term][0]), self.stands)

    def _fold(self, term: t.Term) -> t.Term:
        """As a fold, without cases that cannot be where the loop stands."""
        path, solver = self.loop.entry.path, self.loop.entry.context.solver
        fold = loop_value(term, self.steps, self.loop.clock, self.counted.shape.rounds)
        after = without_lists(t.substitute(fold, self.stands))
        while after.op == "ite" and after.args[0].op == "<=" and loops_in(after):
            if solver.follows(path, after.args[0]):
                after = after.args[1]
            elif solver.follows(path, t.lnot(after.args[0])):
                after = after.args[2]
            else:
                break
        return after


def _state_after(loop: Round, final: _FinalValues) -> State:
    head, after = loop.head, loop.entry.copy()
    for name in loop.bound:
        held = head.names[name]
        if not isinstance(held, v.Ref):
            after.names[name] = v.fill_terms(held, [final.of(term) for term in v.flat(held)])
    for place in loop.entry.heap:
        cell = head.heap[place]
        after.heap[place] = v.Cell(cell.kind, tuple(final.of(term) for term in cell.terms), cell.elements)
    after.error = final.of(head.error)
    return after


def _ways_out(loop: Round, counted: _Counted, after: State, exits: _Exits, value: Value) -> list[Outcome]:
    entry, back = loop.entry, loop.ending("return")
    found: list[Outcome] = []
    if back:
        gone = after.copy()
        gone.passed |= {place for place, cell in entry.heap.items() if after.heap[place] != cell}
        gone.passed |= {
            place for each in back for place, cell in loop.head.heap.items() if each.state.heap[place] != cell
        }
        gone.passed = gone.passed.union(*(each.state.passed for each in back))
        found.append(Outcome("return", exits.returned, gone, value))
        after.path = (*entry.path, t.lnot(exits.returned))
    if loop.ending("break"):
        found.append(Outcome("broken", t.land(t.lnot(exits.returned), exits.broken), after.copy()))
    if counted.measure is not None and counted.going is t.TRUE and found:
        # It is left in no other way, and the measure says that it is left; an error is in the last of the states.
        others = _condition_of(found[:-1])
        return [*found[:-1], replace(found[-1], condition=t.lnot(others))]
    return [*found, Outcome("next", t.land(t.lnot(exits.returned), t.lnot(exits.broken)), after)]


def _substitute_value(value: Value, given: dict[str, t.Term]) -> Value:
    if isinstance(value, v.Held):
        terms = tuple(t.substitute(term, given) for term in value.cell.terms)
        return replace(value, cell=v.Cell(value.cell.kind, terms, value.cell.elements))
    return v.fill_terms(value, [t.substitute(term, given) for term in v.flat(value)])
