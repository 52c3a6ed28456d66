"""Loops: one round is run on unknown values, and becomes the step of folds.

The story of soundness: the state at the beginning of a round is unknown but for what no round changes; one round gives
the next state as terms over it. A round in which something is raised makes `error` true for ever, and what the other
variables are after that does not matter. After `return` in a loop only what was returned matters; after `break` the
variables keep their values. A `while` needs a measure: a number that is positive as long as the loop goes on and gets
smaller with every round. Then it is a loop of as many rounds as the measure is before it, which keeps its state once it
has stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from viva.engines.proofs.terms import (
    ANY,
    BOOL,
    FALSE,
    INT,
    TRUE,
    ZERO,
    Term,
    default,
    land,
    le,
    lnot,
    lt,
    sub,
    substituted,
    variable,
)
from viva.engines.proofs.translation.closing import Body, Closing, Outcome
from viva.engines.proofs.translation.values import (
    Cell,
    Int,
    Maybe,
    Nothing,
    OneOf,
    Perhaps,
    Ref,
    Row,
    Seq,
    State,
    Value,
    filled,
    flat,
    references,
    retyped,
    sorts_in,
)
from viva.engines.syntax.tree import Uncovered

_TRIES = 6


class Loops(Closing):
    """Makes folds of loops."""

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
        self._own_cells(entry, assigned, walked)
        still = frozenset[int]()
        moves: dict[str, int] | None = None
        for _ in range(_TRIES):
            head = self._unknown(entry, assigned, still)
            head.path = (*head.path, *_since_the_start(entry, head, moves or {}))
            measures, seen, asked = len(self.measures), len(self.seen), self.solver.asked
            outcomes, failed = self._run(head.copy(), run, trial=moves is None)
            again = self._widened(entry, outcomes, assigned)
            if again is None:
                kept = _unchanged(entry, head, outcomes, assigned)
                # What was asked about lists that do not change, or numbers that only grow, may have another answer once
                # that is known.
                found = _one_way(entry, head, outcomes, assigned)
                settled = (still or not kept) and (moves is not None or not found)
                if failed is not None and not kept and not found:
                    raise failed
                if failed is None and (settled or self.solver.asked == asked):
                    if not still <= kept:
                        raise Uncovered(f"a loop whose types do not settle, in line {line}")
                    return self._closed(entry, head, outcomes, assigned, line, clock, rounds, walked, stands)
                still, moves = kept, found
            else:
                entry, still, moves = again, frozenset(), None
            del self.measures[measures:]
            del self.seen[seen:]
        raise Uncovered(f"a loop whose types do not settle, in line {line}")

    def _run(self, head: State, run: Body, *, trial: bool) -> tuple[list[Outcome], Uncovered | None]:
        """One round. Before it is known what does not change, and what only grows, a loop inside may lack a measure
        that it has afterwards: then the round is run again."""
        if not trial:
            return run(head), None
        self.trials, before, self.failed = self.trials + 1, self.failed, None
        try:
            outcomes = run(head)
        finally:
            self.trials -= 1
        failed, self.failed = self.failed, before
        return outcomes, failed

    def _own_cells(self, entry: State, assigned: frozenset[str], walked: tuple[int, ...]) -> None:
        """A name that the loop binds anew gets a cell of its own, so that it can be another list in each round. The
        list that is gone through stays what it is."""
        for name in sorted(assigned & entry.names.keys()):
            value = entry.names[name]
            if isinstance(value, Ref):
                others = any(
                    value.number in references(other) for key, other in entry.names.items() if key != name
                )  # fmt: skip
                frozen = others or value.number in entry.frozen or value.number in walked
                if frozen:
                    entry.frozen |= {value.number}
                entry.rebound |= {value.number}
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
                    frozen |= {one.number, two.number}  # from the next round on each of them may be the other
                mixed = self.merger.cells(TRUE, end.heap[two.number], wider.heap[one.number])
                wider.heap[one.number] = _typed(wider.heap[one.number], mixed)
            elif one != two:
                if isinstance(one, Nothing) and not references(two):  # before the first round there is no value
                    inner = two.value if isinstance(two, Maybe) else two
                    blank = filled(inner, [default(term.sort) for term in flat(inner, end)])
                    wider.names[name] = Maybe(TRUE, blank)
                    continue
                unknown = variable("either", BOOL)
                joined = self.merger.value(unknown, one, two, entry, end, wider, frozenset())
                wider.names[name] = _known_as(joined, unknown)
        for name in sorted((assigned & self.merger.kept & end.names.keys()) - entry.names.keys()):
            value = end.names[name]
            inner = value.value if isinstance(value, Perhaps) else value
            if not references(inner):  # before the first round it is not bound, and its value does not matter
                blank = filled(inner, [default(term.sort) for term in flat(inner, end)])
                wider.names[name] = Perhaps(FALSE, blank)
        for place in entry.heap:
            if place in end.heap:
                wider.heap[place] = _typed(
                    wider.heap[place], self.merger.cells(TRUE, end.heap[place], wider.heap[place])
                )
        wider.frozen |= frozenset(frozen) & frozenset(entry.heap)
        same = all(
            isinstance(value, Ref) or (name in entry.names and _outline(value) == _outline(entry.names[name]))
            for name, value in wider.names.items()
        )
        heap = all(
            cell.elements == entry.heap[place].elements for place, cell in wider.heap.items() if place in entry.heap
        )
        return None if same and heap and wider.frozen == entry.frozen else wider


def _one_way(entry: State, head: State, outcomes: Sequence[Outcome], assigned: frozenset[str]) -> dict[str, int]:
    """The numbers that no round makes smaller (1), and those that none makes larger (-1)."""
    ends = [each.state.names for each in outcomes if each.kind in ("next", "continue")]
    found: dict[str, int] = {}
    for name in sorted(assigned & entry.names.keys()):
        value = head.names[name]
        if isinstance(value, Int) and isinstance(entry.names[name], Int):
            for sign in (1, -1):
                if all(
                    isinstance(then := names.get(name), Int) and _goes(then.term, value.term, sign) for names in ends
                ):
                    found[name] = sign
    return found


def _goes(after: Term, before: Term, sign: int) -> bool:
    if after.op == "ite":
        return _goes(after.args[1], before, sign) and _goes(after.args[2], before, sign)
    gap = sub(after, before)
    return gap.op == "num" and gap.data * sign >= 0


def _since_the_start(entry: State, head: State, moves: Mapping[str, int]) -> list[Term]:
    """Numbers that only grow are never smaller than before the loop, by induction over its rounds."""
    found = []
    for name, sign in moves.items():
        first, now = entry.names[name], head.names[name]
        if isinstance(first, Int) and isinstance(now, Int):
            found.append(le(first.term, now.term) if sign > 0 else le(now.term, first.term))
    return found


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


def _typed(cell: Cell, like: Cell) -> Cell:
    sorts = sorts_in(cell.kind, like.elements)
    terms = tuple(retyped(term, sort) for term, sort in zip(cell.terms, sorts, strict=True))
    return Cell(cell.kind, terms, like.elements)


def _known_as(joined: Value, unknown: Term) -> Value:
    """The joined value where it is that of before the loop."""
    return filled(joined, [substituted(term, {unknown.data: TRUE}) for term in flat(joined, State())])


def _outline(value: Value) -> object:
    match value:
        case Seq(kind, _, element):
            return kind, element
        case Row(items):
            return tuple(map(_outline, items))
        case Maybe(_, inner):
            return "maybe", _outline(inner)
        case OneOf(_, one, other):
            return "one of", _outline(one), _outline(other)
        case Perhaps(_, inner):
            return "perhaps", _outline(inner)
    return type(value).__name__
