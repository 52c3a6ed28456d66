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

from viva.engines.proofs import terms as t
from viva.engines.proofs.translation import values as v
from viva.engines.proofs.translation.loops.summarise import Round, summarise_loop
from viva.engines.proofs.translation.values import Body, Outcome, State, Value
from viva.engines.proofs.translation.values.merging import merge_cells, merge_states, merge_values
from viva.engines.syntax.tree import Uncovered

_TRIES = 6


def loop_over(
    state: State, rounds: t.Term, body: Callable[[State, t.Term], list[Outcome]], assigned: frozenset[str],
    line: int, *, walked: tuple[int, ...] = (), stands: tuple[tuple[str, t.Term], ...] = (),
) -> list[Outcome]:  # fmt: skip
    """A loop of so many rounds, which may end earlier. `walked` are the cells of lists that it goes through;
    `stands` says what the names in its terms stand for that were given to such lists."""
    clock = t.variable(state.context.fresh.name("k"), t.INT)
    inside = (t.le(t.ZERO, clock), t.lt(clock, rounds))

    def run(head: State) -> list[Outcome]:
        head.path = (*head.path, *inside)
        return body(head, clock)

    return _settle(state, run, assigned, line, clock, rounds, walked, dict(stands))


def loop_while(
    state: State, test: Callable[[State], t.Term], body: Body, assigned: frozenset[str], line: int
) -> list[Outcome]:
    """`while`. The test must not change anything."""
    clock = t.variable(state.context.fresh.name("k"), t.INT)

    def run(head: State) -> list[Outcome]:
        before = dict(head.heap)
        going = test(head)
        if any(head.heap[place] != cell for place, cell in before.items()):
            raise Uncovered(f"a condition that changes a list, in line {line}")
        inner = head.copy()
        inner.path = (*head.path, going)
        found = [
            Outcome(each.kind, t.land(going, each.condition), each.state, each.value) for each in body(inner)
        ]  # fmt: skip
        left = head.copy()
        return [*found, Outcome("stop", t.lnot(going), left)]

    return _settle(state, run, assigned, line, clock, None, (), {})


def _settle(  # noqa: PLR0917 a loop and where it stands
    state: State, run: Body, assigned: frozenset[str], line: int, clock: t.Term, rounds: t.Term | None,
    walked: tuple[int, ...], stands: dict[str, t.Term],
) -> list[Outcome]:  # fmt: skip
    entry, context = state.copy(), state.context
    _own_cells(entry, assigned, walked)
    still = frozenset[int]()
    moves: dict[str, int] | None = None
    for _ in range(_TRIES):
        head = _unknown_state(entry, assigned, still)
        head.path = (*head.path, *_since_the_start(entry, head, moves or {}))
        mark, asked = context.found.mark(), context.solver.asked
        outcomes, failed = _run_round(head.copy(), run, trial=moves is None)
        again = _widen(entry, outcomes, assigned)
        if again is None:
            kept = _unchanged(entry, head, outcomes, assigned)
            # What was asked about lists that do not change, or numbers that only grow, may have another answer once
            # that is known.
            found = _one_way(entry, head, outcomes, assigned)
            supposed = {} if moves is None else moves
            # A round that was only tried may have gone through a loop inside of it wrongly.
            wrongly = bool(supposed.keys() - found.keys()) or any(found[name] != supposed[name] for name in supposed)
            settled = not wrongly and (still or not kept) and (moves is not None or not found)
            if failed is not None and not kept and not found:
                raise failed
            if failed is None and not wrongly and (settled or context.solver.asked == asked):
                if not still <= kept:
                    raise Uncovered(f"a loop whose types do not settle, in line {line}")
                if moves is None:  # nothing was asked that this would have answered; why the loop ends may be
                    head.path = (*head.path, *_since_the_start(entry, head, found))
                return summarise_loop(Round(entry, head, outcomes, assigned, line, clock, rounds, walked, stands))
            still, moves = (
                kept,
                {name: sign for name, sign in found.items() if moves is None or moves.get(name) == sign},
            )
        else:
            entry, still, moves = again, frozenset(), None
        context.found.undo(mark)
    raise Uncovered(f"a loop whose types do not settle, in line {line}")


def _run_round(head: State, run: Body, *, trial: bool) -> tuple[list[Outcome], Uncovered | None]:
    """One round. Before it is known what does not change, and what only grows, a loop inside may lack a measure
    that it has afterwards: then the round is run again."""
    if not trial:
        return run(head), None
    found = head.context.found
    found.trials, before, found.failed = found.trials + 1, found.failed, None
    try:
        outcomes = run(head)
    finally:
        found.trials -= 1
    failed, found.failed = found.failed, before
    return outcomes, failed


def _own_cells(entry: State, assigned: frozenset[str], walked: tuple[int, ...]) -> None:
    """A name that the loop binds anew gets a cell of its own, so that it can be another list in each round. The
    list that is gone through stays what it is."""
    for name in sorted(assigned & entry.names.keys()):
        value = entry.names[name]
        if isinstance(value, v.Ref):
            others = any(
                value.number in v.references(other) for key, other in entry.names.items() if key != name
            )  # fmt: skip
            frozen = others or value.number in entry.frozen or value.number in walked
            if frozen:
                entry.frozen |= {value.number}
            entry.rebound |= {value.number}
            entry.names[name] = v.allocate(entry.heap[value.number], entry, frozen=frozen)
        elif v.references(value):
            raise Uncovered("a tuple with lists that changes in a loop")


def _unknown_state(entry: State, assigned: frozenset[str], still: frozenset[int]) -> State:
    """The state at the beginning of a round; the cells in `still` are as before the loop."""
    head = entry.copy()
    for name in sorted(assigned & entry.names.keys()):
        value = entry.names[name]
        if not isinstance(value, v.Ref):
            terms = [_unknown_like(name, term, entry) for term in v.flat(value)]
            head.names[name] = v.fill_terms(value, terms)
    for place, cell in entry.heap.items():
        if place in still:
            continue
        unknown = tuple(_unknown_like("list", term, entry) for term in cell.terms)
        head.heap[place] = v.Cell(cell.kind, unknown, cell.elements)
    head.error = t.variable(entry.context.fresh.name("error"), t.BOOL)
    return head


def _unknown_like(name: str, term: t.Term, entry: State) -> t.Term:
    """An unknown value of the sort of a term. A list that has no elements so far is empty: as soon as a round adds
    one, the loop is looked at again with their type."""
    return term if term.sort == ("list", t.ANY) else t.variable(entry.context.fresh.name(name), term.sort)


def _widen(entry: State, outcomes: list[Outcome], assigned: frozenset[str]) -> State | None:
    """The state before the loop with wider types, where rounds need them; None if they are wide enough."""
    ends = [(each.condition, each.state) for each in outcomes if each.kind in ("next", "continue", "break")]
    if not ends:
        return None
    end = merge_states(ends, ())
    wider = entry.copy()
    frozen = set(end.frozen)
    for name in sorted(assigned & entry.names.keys()):
        if name not in end.names:
            raise Uncovered(f"{name}, which may be unset after a round")
        one, two = entry.names[name], end.names[name]
        if isinstance(one, v.Ref) != isinstance(two, v.Ref):
            raise Uncovered(f"{name}, which is sometimes a list and sometimes not")
        if isinstance(one, v.Ref) and isinstance(two, v.Ref):
            others = any(two.number in v.references(value) for key, value in end.names.items() if key != name)
            if others or two.number in end.frozen:
                frozen |= {one.number, two.number}  # from the next round on each of them may be the other
            mixed = merge_cells(t.TRUE, end.heap[two.number], wider.heap[one.number])
            wider.heap[one.number] = _typed(wider.heap[one.number], mixed)
        elif one != two:
            if isinstance(one, v.Nothing) and not v.references(two):  # before the first round there is no value
                inner = two.value if isinstance(two, v.Maybe) else two
                wider.names[name] = v.Maybe(t.TRUE, _blank(inner))
                continue
            unknown = t.variable("either", t.BOOL)
            joined = merge_values(unknown, one, two, entry, end, wider, frozenset())
            wider.names[name] = _known_as(joined, unknown)
    for name in sorted((assigned & entry.context.kept & end.names.keys()) - entry.names.keys()):
        value = end.names[name]
        inner = value.value if isinstance(value, v.Perhaps) else value
        if not v.references(inner):  # before the first round it is not bound, and its value does not matter
            wider.names[name] = v.Perhaps(t.FALSE, _blank(inner))
    for place in entry.heap:
        if place in end.heap:
            wider.heap[place] = _typed(wider.heap[place], merge_cells(t.TRUE, end.heap[place], wider.heap[place]))
    wider.frozen |= frozenset(frozen) & frozenset(entry.heap)
    same = all(
        isinstance(value, v.Ref) or (name in entry.names and _outline(value) == _outline(entry.names[name]))
        for name, value in wider.names.items()
    )
    heap = all(cell.elements == entry.heap[place].elements for place, cell in wider.heap.items() if place in entry.heap)
    return None if same and heap and wider.frozen == entry.frozen else wider


def _one_way(entry: State, head: State, outcomes: Sequence[Outcome], assigned: frozenset[str]) -> dict[str, int]:
    """The numbers that no round makes smaller (1), and those that none makes larger (-1)."""
    ends = [each.state.names for each in outcomes if each.kind in ("next", "continue")]
    found: dict[str, int] = {}
    for name in sorted(assigned & entry.names.keys()):
        value = head.names[name]
        if isinstance(value, v.Int) and isinstance(entry.names[name], v.Int):
            later = [then.term for names in ends if isinstance(then := names.get(name), v.Int)]
            for sign in (1, -1):
                if len(later) == len(ends) and all(_goes(each, value.term, sign) for each in later):
                    found[name] = sign
            if name not in found and len(later) == len(ends) and any(_is_made_of(each, value.term) for each in later):
                for sign in (1, -1):
                    if _goes_from_there(entry, head, outcomes, name, sign):
                        found[name] = sign
    return found


def _is_made_of(after: t.Term, before: t.Term) -> bool:
    """Whether a number is multiplied or divided in a round."""
    return before.data in t.sub(after, before).free


def _goes_from_there(entry: State, head: State, outcomes: Sequence[Outcome], name: str, sign: int) -> bool:
    """Whether a number goes one way from where it begins, though not from everywhere: what is doubled gets larger if it
    is positive."""
    [since] = _since_the_start(entry, head, {name: sign})
    now = v.as_int(head.names[name])
    for each in outcomes:
        if each.kind in ("next", "continue"):
            then = v.as_int(each.state.names[name])
            further = t.le(now, then) if sign > 0 else t.le(then, now)
            if not head.context.solver.follows([*head.path, since, each.condition], further):
                return False
    return True


def _goes(after: t.Term, before: t.Term, sign: int) -> bool:
    if after.op == "ite":
        return _goes(after.args[1], before, sign) and _goes(after.args[2], before, sign)
    gap = t.sub(after, before)
    return gap.op == "num" and gap.data * sign >= 0


def _since_the_start(entry: State, head: State, moves: Mapping[str, int]) -> list[t.Term]:
    """Numbers that only grow are never smaller than before the loop, by induction over its rounds."""
    found = []
    for name, sign in moves.items():
        first, now = entry.names[name], head.names[name]
        if isinstance(first, v.Int) and isinstance(now, v.Int):
            found.append(t.le(first.term, now.term) if sign > 0 else t.le(now.term, first.term))
    return found


def _unchanged(
    entry: State, head: State, outcomes: Sequence[Outcome], assigned: frozenset[str]
) -> frozenset[int]:  # fmt: skip
    """The cells that no way through a round changes, and that are not those of names that are bound anew."""
    bound = {place for name in assigned & entry.names.keys() for place in v.references(entry.names[name])}
    return frozenset(
        place
        for place in entry.heap
        if place not in bound and all(each.state.heap.get(place) == head.heap[place] for each in outcomes)
    )


def _typed(cell: v.Cell, like: v.Cell) -> v.Cell:
    sorts = v.sorts_in(cell.kind, like.elements)
    terms = tuple(v.retype(term, sort) for term, sort in zip(cell.terms, sorts, strict=True))
    return v.Cell(cell.kind, terms, like.elements)


def _known_as(joined: Value, unknown: t.Term) -> Value:
    """The joined value where it is that of before the loop."""
    return _without_others(
        v.fill_terms(joined, [t.substitute(term, {unknown.data: t.TRUE}) for term in v.flat(joined)])
    )


def _without_others(value: Value) -> Value:
    """The same, with some value for the types that it is not of before the loop."""
    match value:
        case v.OneOf(condition, one, other):
            return v.OneOf(
                condition,
                _blank(one) if condition is t.FALSE else _without_others(one),
                _blank(other) if condition is t.TRUE else _without_others(other),
            )
        case v.Maybe(missing, inner):
            return v.Maybe(missing, _without_others(inner))
        case v.Row(items):
            return v.Row(tuple(map(_without_others, items)))
    return value


def _blank(value: Value) -> Value:
    return v.fill_terms(value, [t.default(term.sort) for term in v.flat(value)])


def _outline(value: Value) -> object:
    match value:
        case v.Seq(kind, _, element):
            return kind, element
        case v.Row(items):
            return tuple(map(_outline, items))
        case v.Maybe(_, inner):
            return "maybe", _outline(inner)
        case v.OneOf(_, one, other):
            return "one of", _outline(one), _outline(other)
        case v.Perhaps(_, inner):
            return "perhaps", _outline(inner)
    return type(value).__name__
