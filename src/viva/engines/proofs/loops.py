"""Loops: one round is run on unknown values, and becomes the step of folds.

The story of soundness: the state at the beginning of a round is unknown but for what no round changes; one round gives
the next state as terms over it. A round in which something is raised makes `error` true for ever, and what the other
variables are after that does not matter. After `return` in a loop only what was returned matters; after `break` the
variables keep their values. A `while` needs a measure: a number that is positive as long as the loop goes on and gets
smaller with every round. Then it is a loop of as many rounds as the measure is before it, which keeps its state once it
has stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from viva.engines.proofs.folds import Loop, looped
from viva.engines.proofs.query import Solver
from viva.engines.proofs.terms import (
    ANY,
    BOOL,
    FALSE,
    INT,
    ONE,
    TRUE,
    ZERO,
    Term,
    add,
    default,
    element_of,
    is_list,
    ite,
    land,
    le,
    length,
    lnot,
    lor,
    lt,
    number,
    parts_of,
    scaled,
    sub,
    substituted,
    variable,
)
from viva.engines.proofs.values import (
    Cell,
    Fresh,
    Held,
    Merger,
    Nothing,
    Ref,
    State,
    Value,
    filled,
    flat,
    references,
    retyped,
    sort_of,
)
from viva.engines.symbolic.proof.tree import Uncovered

_TRIES = 6


@dataclass(frozen=True, slots=True)
class Outcome:
    """A way in which statements end: `next`, `break`, `continue` or `return`, under a condition."""

    kind: str
    condition: Term
    state: State
    value: Value = field(default_factory=Nothing)


Body = Callable[[State], list[Outcome]]


@dataclass(frozen=True, slots=True)
class Seen:
    """A loop of the source, for people and certificates: where it is, what it changes, and why it ends.

    `names` are what the variables of the measure are called in the source. Folds that are no variable of the source are
    called `=returned`, `=left`, `=raised` and `=result`.
    """

    line: int
    folds: tuple[tuple[str, Term], ...]
    rounds: Term
    measure: Term | None = None
    names: tuple[tuple[str, str], ...] = ()


@dataclass(slots=True)
class _Round:
    """One round on an unknown state."""

    head: State
    end: State
    names: dict[str, Value]
    cells: dict[int, Cell]
    stop: Term
    returned: Term
    value: Value
    error: Term
    going: Term


class Loops:
    """Makes folds of loops. Measures are found here, or taken from `given` in the order in which loops are met."""

    def __init__(self, solver: Solver, given: Sequence[str] | None = None) -> None:
        self.fresh = Fresh()
        self.merger = Merger(self.fresh)
        self.solver = solver
        self.given = given
        self.measures: list[str] = []
        self.seen: list[Seen] = []

    def over(
        self, state: State, rounds: Term, body: Callable[[State, Term], list[Outcome]], assigned: frozenset[str],
        line: int, *, walked: tuple[int, ...] = (), stands: tuple[tuple[str, Term], ...] = (),
    ) -> list[Outcome]:  # fmt: skip
        """A loop of so many rounds, which may end earlier. `walked` are the cells of lists that it goes through;
        `stands` says what the names in its terms stand for that were given to such lists."""
        clock = variable(self.fresh.name("k"), INT)
        inside = (le(ZERO, clock), lt(clock, rounds))

        def run(head: State) -> list[Outcome]:
            head.path = (*head.path, *inside)
            return body(head, clock)

        return self._looped(state, run, assigned, line, clock, rounds, walked, dict(stands))

    def repeat(
        self, state: State, test: Callable[[State], Term], body: Body, assigned: frozenset[str], line: int
    ) -> list[Outcome]:
        """`while`. The test must not change anything."""
        clock = variable(self.fresh.name("k"), INT)

        def run(head: State) -> list[Outcome]:
            before = dict(head.heap)
            going = test(head)
            if any(head.heap[place] != cell for place, cell in before.items()):
                raise Uncovered(f"a condition that changes a list, in line {line}")
            inner = head.copy()
            inner.path = (*head.path, going)
            found = [
                Outcome(each.kind, land(going, each.condition), each.state, each.value) for each in body(inner)
            ]  # fmt: skip
            left = head.copy()
            return [*found, Outcome("stop", lnot(going), left)]

        return self._looped(state, run, assigned, line, clock, None, (), {})

    def _looped(  # noqa: PLR0917 a loop and where it stands
        self, state: State, run: Body, assigned: frozenset[str], line: int, clock: Term, rounds: Term | None,
        walked: tuple[int, ...], stands: dict[str, Term],
    ) -> list[Outcome]:  # fmt: skip
        entry = state.copy()
        self._own_cells(entry, assigned)
        still = frozenset[int]()
        for _ in range(_TRIES):
            head = self._unknown(entry, assigned, still)
            measures, seen, asked = len(self.measures), len(self.seen), self.solver.asked
            outcomes = run(head.copy())
            again = self._widened(entry, outcomes, assigned)
            if again is None:
                kept = _unchanged(entry, head, outcomes, assigned)
                # What was asked about lists that do not change may have another answer once they are known.
                if still or not kept or self.solver.asked == asked:
                    if not still <= kept:
                        raise Uncovered(f"a loop whose types do not settle, in line {line}")
                    return self._closed(entry, head, outcomes, assigned, line, clock, rounds, walked, stands)
                still = kept
            else:
                entry, still = again, frozenset()
            del self.measures[measures:]
            del self.seen[seen:]
        raise Uncovered(f"a loop whose types do not settle, in line {line}")

    def _own_cells(self, entry: State, assigned: frozenset[str]) -> None:
        """A name that the loop binds anew gets a cell of its own, so that it can be another list in each round."""
        for name in sorted(assigned & entry.names.keys()):
            value = entry.names[name]
            if isinstance(value, Ref):
                others = any(
                    value.number in references(other) for key, other in entry.names.items() if key != name
                )  # fmt: skip
                frozen = others or value.number in entry.frozen
                if frozen:
                    entry.frozen |= {value.number}
                entry.names[name] = self.fresh.cell(entry, entry.heap[value.number], frozen=frozen)
            elif references(value):
                raise Uncovered("a tuple with lists that changes in a loop")

    def _unknown(self, entry: State, assigned: frozenset[str], still: frozenset[int]) -> State:
        """The state at the beginning of a round; the cells in `still` are as before the loop."""
        head = entry.copy()
        for name in sorted(assigned & entry.names.keys()):
            value = entry.names[name]
            if not isinstance(value, Ref):
                terms = [self._any(name, term) for term in flat(value, entry)]
                head.names[name] = filled(value, terms)
        for place, cell in entry.heap.items():
            if place in still:
                continue
            unknown = tuple(self._any("list", term) for term in cell.terms)
            head.heap[place] = Cell(cell.kind, unknown, cell.elements)
        head.error = variable(self.fresh.name("error"), BOOL)
        return head

    def _any(self, name: str, term: Term) -> Term:
        """An unknown value of the sort of a term. A list that has no elements so far is empty: as soon as a round adds
        one, the loop is looked at again with their type."""
        return term if term.sort == ("list", ANY) else variable(self.fresh.name(name), term.sort)

    def _widened(self, entry: State, outcomes: list[Outcome], assigned: frozenset[str]) -> State | None:
        """The state before the loop with wider types, where rounds need them; None if they are wide enough."""
        ends = [(each.condition, each.state) for each in outcomes if each.kind in ("next", "continue", "break")]
        if not ends:
            return None
        end = self.merger.merged(ends, ())
        wider = entry.copy()
        frozen = set(end.frozen)
        for name in sorted(assigned & entry.names.keys()):
            if name not in end.names:
                raise Uncovered(f"{name}, which may be unset after a round")
            one, two = entry.names[name], end.names[name]
            if isinstance(one, Ref) != isinstance(two, Ref):
                raise Uncovered(f"{name}, which is sometimes a list and sometimes not")
            if isinstance(one, Ref) and isinstance(two, Ref):
                others = any(two.number in references(value) for key, value in end.names.items() if key != name)
                if others or two.number in end.frozen:
                    frozen.add(one.number)
                mixed = self.merger.cells(TRUE, end.heap[two.number], wider.heap[one.number])
                wider.heap[one.number] = _typed(wider.heap[one.number], mixed)
            elif one != two:
                unknown = variable("either", BOOL)
                joined = self.merger.value(unknown, one, two, entry, end, wider, frozenset())
                wider.names[name] = _known_as(joined, unknown)
        for place in entry.heap:
            if place in end.heap:
                wider.heap[place] = _typed(
                    wider.heap[place], self.merger.cells(TRUE, end.heap[place], wider.heap[place])
                )
        wider.frozen |= frozenset(frozen) & frozenset(entry.heap)
        same = all(
            isinstance(value, Ref) or _outline(value) == _outline(entry.names[name])
            for name, value in wider.names.items()
        )
        heap = all(
            cell.elements == entry.heap[place].elements for place, cell in wider.heap.items() if place in entry.heap
        )
        return None if same and heap and wider.frozen == entry.frozen else wider

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
            raise Uncovered(f"a list that changes while it is gone through, in line {line}")
        raised = lor(*(land(each.condition, each.state.error) for each in outcomes))
        raised = substituted(raised, {head.error.data: FALSE})
        measure = None
        if rounds is None:
            careful = any(substituted(each.state.error, {head.error.data: FALSE}) is not FALSE for each in tested)
            going_on = land(lor(*(each.condition for each in on)), lnot(raised))
            measure, exact = self._measure(entry, changed, leaving, going, going_on, line, careful=careful)
            before = {state.data: first for state, (first, _) in changed.items()}
            rounds = substituted(measure, before)
            if not exact:
                rounds = ite(le(ZERO, rounds), add(rounds, ONE), ONE)
            loop = self._plain(changed, clock, rounds, going, entry) if exact and not out else None
            if loop is None:
                loop = {state: (first, ite(going, then, state)) for state, (first, then) in changed.items()}
        else:
            loop = dict(changed)
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
        results, value = self._returned(back, loop, returned, broken if stopped else FALSE, clock)
        known: dict[Term, Term] = {}

        def final(term: Term) -> Term:
            if term.op != "var" or term not in loop:
                return term
            if term not in known:
                known[term] = substituted(looped(term, loop, clock, rounds), stands)
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
        self.seen.append(Seen(line, (*_called(after), *_folds(own)), rounds, measure, _variables(head)))
        found: list[Outcome] = []
        if back:
            gone = after.copy()
            given = {term.data: final(term) for term in results}
            found.append(Outcome("return", was_returned, gone, _substituted(value, given)))
        after.path = (*entry.path, lnot(was_returned)) if back else entry.path
        if stopped:
            found.append(Outcome("broken", land(lnot(was_returned), was_broken), after.copy()))
        if measure is not None and going is TRUE and found:
            return found  # it is left in no other way, and the measure says that it is left
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

    def _returned(
        self, back: list[Outcome], loop: dict[Term, tuple[Term, Term]], returned: Term, broken: Term,
        clock: Term,
    ) -> tuple[list[Term], Value]:  # fmt: skip
        """What is returned in a loop: itself where it is the same in all rounds, or else variables of the loop."""
        if not back:
            return [], Nothing()
        value = back[-1].value
        scratch = back[-1].state.copy()
        for each in reversed(back[:-1]):
            value = self.merger.value(each.condition, each.value, value, each.state, scratch, scratch, frozenset())
        if isinstance(value, Ref):
            raise_from = scratch.heap[value.number]
            terms = list(raise_from.terms)
        else:
            terms = flat(value, scratch)
        moving = {state.data for state in loop} | {clock.data}
        still = {state.data: first for state, (first, then) in loop.items() if then is state}
        terms = [substituted(term, still) for term in terms]
        results: list[Term] = []
        for place, term in enumerate(terms):
            if not term.free.isdisjoint(moving):
                result = variable(self.fresh.name("result"), term.sort)
                loop[result] = (default(term.sort), ite(lor(returned, broken), result, term))
                terms[place] = result
                results.append(result)
        if isinstance(value, Ref):
            cell = scratch.heap[value.number]
            return results, Held(Cell(cell.kind, tuple(terms), cell.elements))
        return results, filled(value, terms)

    def _counted(self, changed: Loop, clock: Term) -> dict[str, Term]:
        """The variables whose value at the beginning of a round is known."""
        counted: dict[str, Term] = {}
        for state, (first, then) in changed.items():
            if then is state:
                counted[state.data] = first
            elif state.sort == INT and sub(then, state).op == "num":
                counted[state.data] = add(first, scaled(sub(then, state).data, clock))
        return counted

    def _plain(
        self, changed: Loop, clock: Term, rounds: Term, going: Term, entry: State
    ) -> dict[Term, tuple[Term, Term]] | None:
        """The loop without its test, if the test is true in all these rounds: counters alone decide it."""
        counted = self._counted(changed, clock)
        if not going.free.isdisjoint({state.data for state in changed} - counted.keys()):
            return None
        facts = [*entry.path, le(ZERO, clock), lt(clock, rounds)]
        return dict(changed) if self.solver.follows(facts, substituted(going, counted)) else None

    def _measure(  # noqa: PLR0917
        self, entry: State, changed: Loop, leaving: Term, going: Term, going_on: Term, line: int, *, careful: bool
    ) -> tuple[Term, bool]:
        """A number that is positive at the beginning of rounds and gets smaller by every round that is not the last.

        Where it is positive in all rounds whose test holds, it bounds their number (`exact`); otherwise there is one
        round more, in which the loop is left, or something raised: `careful` asks for that one.
        """
        after = {state.data: then for state, (_, then) in changed.items()}
        still = {state.data: first for state, (first, then) in changed.items() if then is state}
        first = {state.data: before for state, (before, _) in changed.items()}
        known = [substituted(each, still) for each in entry.path]
        ends = substituted(leaving, after)
        on = substituted(going_on, still)
        candidates = _candidates([going, leaving, going_on], changed)
        if self.given is not None:
            wanted = self.given[len(self.measures)] if len(self.measures) < len(self.given) else ""
            candidates = [each for each in candidates if _named(each, changed) == wanted]
        for measure in candidates:
            positive = substituted(le(ONE, measure), still)
            later = substituted(measure, after)
            smaller = substituted(lor(ends, lt(later, measure)), still)
            facts = known
            if not self.solver.follows([*known, on], land(positive, smaller)):
                if not self.solver.follows(known, substituted(le(ZERO, measure), first)):
                    continue
                facts = [*known, substituted(le(ZERO, measure), still)]
                kept = substituted(lor(ends, le(ZERO, later)), still)
                if not self.solver.follows([*facts, on], land(positive, smaller, kept)):
                    continue
            exact = not careful and self.solver.follows([*facts, substituted(going, still)], positive)
            self.measures.append(_named(measure, changed))
            return measure, exact
        raise Uncovered(f"a while for which no measure was found, in line {line}")


def _unchanged(
    entry: State, head: State, outcomes: Sequence[Outcome], assigned: frozenset[str]
) -> frozenset[int]:  # fmt: skip
    """The cells that no way through a round changes, and that are not those of names that are bound anew."""
    bound = {place for name in assigned & entry.names.keys() for place in references(entry.names[name])}
    return frozenset(
        place
        for place in entry.heap
        if place not in bound and all(each.state.heap.get(place) == head.heap[place] for each in outcomes)
    )


def _called(state: State) -> tuple[tuple[str, Term], ...]:
    """What the names of the source stand for, where that is a fold."""
    terms = [(name, term) for name, value in sorted(state.names.items()) for term in _terms(value, state)]
    return _folds([(name, term) for name, term in terms if not name.endswith("^")])


def _folds(named: Sequence[tuple[str, Term]]) -> tuple[tuple[str, Term], ...]:
    """Those that are folds, each once."""
    found: dict[Term, str] = {}
    for name, term in named:
        if term.op == "fold":
            found.setdefault(term, name)
    return tuple((name, term) for term, name in found.items())


def _variables(head: State) -> tuple[tuple[str, str], ...]:
    found = [(term, name) for name, value in sorted(head.names.items()) for term in _terms(value, head)]
    return tuple((term.data, name) for term, name in found if term.op == "var" and not name.endswith("^"))


def _terms(value: Value, state: State) -> Sequence[Term]:
    return state.heap[value.number].terms if isinstance(value, Ref) else flat(value, state)


def _substituted(value: Value, given: dict[str, Term]) -> Value:
    if isinstance(value, Held):
        terms = tuple(substituted(term, given) for term in value.cell.terms)
        return Held(Cell(value.cell.kind, terms, value.cell.elements))
    return filled(value, [substituted(term, given) for term in flat(value, State())])


def placed(value: Value, state: State, fresh: Fresh) -> Value:
    """The value, with a list that a loop returned in the heap of a state."""
    return fresh.cell(state, value.cell) if isinstance(value, Held) else value


def _step(loop: dict[Term, tuple[Term, Term]], state: Term, first: Term, last: Term) -> None:
    if state.op == "var":
        loop[state] = (first, retyped(last, state.sort))
    elif last is not state:
        raise Uncovered("a list whose elements are of an unknown type")


def _typed(cell: Cell, like: Cell) -> Cell:
    terms = tuple(
        retyped(term, ("list", sort_of(element))) for term, element in zip(cell.terms, like.elements, strict=True)
    )  # fmt: skip
    return Cell(cell.kind, terms, like.elements)


def _known_as(joined: Value, unknown: Term) -> Value:
    """The joined value where it is that of before the loop."""
    return filled(joined, [substituted(term, {unknown.data: TRUE}) for term in flat(joined, State())])


def _outline(value: Value) -> object:
    from viva.engines.proofs.values import Maybe, Row, Seq  # noqa: PLC0415

    match value:
        case Seq(kind, _, element):
            return kind, element
        case Row(items):
            return tuple(map(_outline, items))
        case Maybe(_, inner):
            return "maybe", _outline(inner)
    return type(value).__name__


def _candidates(conditions: Sequence[Term], changed: Loop) -> list[Term]:
    """Numbers that may get smaller: distances in comparisons, lengths, and changing numbers."""
    found: dict[Term, None] = {}
    for each in parts_of(*conditions):
        if each.op == "<=":
            left, right = each.args
            found[sub(add(right, ONE), left)] = None
            found[sub(left, right)] = None
        elif each.op == "=" and each.args[0].sort == INT:
            found[sub(each.args[0], each.args[1])] = None
            found[sub(each.args[1], each.args[0])] = None
        elif each.op == "=" and is_list(each.args[0]):
            for items in each.args:
                if items.op == "var":
                    found[length(items)] = None
    for state, (_, then) in changed.items():
        if then is not state and state.sort == INT:
            found[state] = None
            found[ite(le(ZERO, state), state, scaled(-1, state))] = None
        elif then is not state and is_list(state) and element_of(state) != "?":
            found[length(state)] = None
    free = {state.data for state, (_, then) in changed.items() if then is not state}
    usable = [each for each in found if each.free & free and all(inner.op != "fold" for inner in parts_of(each))]
    return [*usable[:14], ONE]  # with 1 a loop is left after one round


def _named(measure: Term, changed: Loop) -> str:
    """The measure in a writing that does not depend on how names were given out."""
    order = {state.data: variable(f"v{place}", state.sort) for place, state in enumerate(changed)}
    return repr(substituted(measure, order))


__all__ = ["Body", "Loops", "Outcome", "Seen", "number", "placed"]
