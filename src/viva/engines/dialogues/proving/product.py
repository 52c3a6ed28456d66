"""A specification and a program side by side, from one read to the next: what has to be shown of them.

Both read at the same time, or one of them is wrong. So a *point* is a read of the specification with a read of the
program, and a *step* is what both do with one more value. A claim about a point is an invariant if it holds whenever
the point is reached; then it has to follow that nothing is written that may not be, and that both read on or stop.
Trusted: `is_shown` is the checker, whoever found the invariants.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field

from viva.core.records import dataclass
from viva.engines.dialogues import model as m
from viva.engines.dialogues.evaluation import element_type
from viva.engines.dialogues.proving.instructions import Ask, Code, Stop
from viva.engines.dialogues.proving.lines import fits
from viva.engines.dialogues.proving.stretches import (
    Follower,
    Way,
    free_of,
    outline,
    together,
    unknown_state,
    values_for,
    variables_of,
)
from viva.engines.proofs import terms as t
from viva.engines.proofs.query import Solver
from viva.engines.proofs.translation import values as v
from viva.engines.syntax.tree import Uncovered

Place = tuple[int, int]
BEGIN: Place = (-1, -1)
_MOST_POINTS = 24
_MOST_ROUNDS = 6
VALUE = "read"


@dataclass(frozen=True, slots=True)
class Step:
    """With one more value from the point `begin`: where `condition` holds, both do what they do. `known`: nothing is
    asked where the specification has no meaning. `right`: what is written may be written, and nothing is raised.
    `after` is the next point, with the values of its unknowns; None where both have come to their ends."""

    begin: Place
    condition: t.Term
    right: t.Term
    after: Place | None
    values: Mapping[str, t.Term] = field(default_factory=dict)
    ways: tuple[Way, Way] | None = field(default=None, repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Point:
    """The unknown values of both sides at a pair of reads."""

    place: Place
    states: tuple[v.State, v.State]

    @property
    def unknowns(self) -> dict[str, t.Term]:
        return {**variables_of(self.states[0]), **variables_of(self.states[1])}


@dataclass(slots=True)
class Product:
    """All points that are reached, with all steps between them."""

    specification: Follower
    program: Follower
    solver: Solver
    points: dict[Place, Point] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)

    def read_at(self, point: Point) -> m.Read:
        ask = self.specification.code.instructions[point.place[0]]
        assert isinstance(ask, Ask)
        assert ask.read is not None
        return ask.read


def side_by_side(specification: Code, program: Code, solver: Solver) -> Product:
    """Raises `Uncovered`."""
    made = Product(Follower(specification, solver), Follower(program, solver), solver)
    for _ in range(_MOST_ROUNDS):
        made.steps = []
        if not _explored(made):
            continue
        return made
    raise Uncovered("values of too many types")


def _explored(made: Product) -> bool:
    """Goes all steps from all points; whether no point had to be made anew for values of other types."""
    todo: list[Place] = [BEGIN]
    done: set[Place] = set()
    while todo:
        begin = todo.pop(0)
        if begin in done:
            continue
        done.add(begin)
        if len(done) > _MOST_POINTS:
            raise Uncovered("this many reads")
        for step in _steps_from(made, begin):
            if step.after is None:
                made.steps.append(step)
                continue
            assert step.ways is not None
            states = step.ways[0].state, step.ways[1].state
            if not _reached(made, step.after, states):
                return False
            values = _values(made, made.points[step.after], states)
            made.steps.append(Step(begin, step.condition, step.right, step.after, values, step.ways))
            todo.append(step.after)
    return True


def _reached(made: Product, place: Place, states: tuple[v.State, v.State]) -> bool:
    """Whether the point has room for these values. If not, it is made anew, with room for them, too."""
    known = made.points.get(place)
    sides = (made.specification, made.program)
    if known is None:
        made.points[place] = _point(made, place, states)
        return True
    if all(
        values_for(state, like, side.begin()) is not None
        for state, like, side in zip(states, known.states, sides, strict=True)
    ):
        return True
    joined = [
        together(like, state, side.begin()) for like, state, side in zip(known.states, states, sides, strict=True)
    ]
    again = _point(made, place, (joined[0], joined[1]))
    if list(map(outline, again.states)) == list(map(outline, known.states)):
        raise Uncovered("values of too many types")
    made.points[place] = again
    return False


def _point(made: Product, place: Place, states: tuple[v.State, v.State]) -> Point:
    label = f"{place[0]}.{place[1]}"
    one = unknown_state(states[0], made.specification.begin(), f"{label} ")
    two = unknown_state(states[1], made.program.begin(), f"{label}'")
    return Point(place, (one, two))


def _values(made: Product, point: Point, states: tuple[v.State, v.State]) -> dict[str, t.Term]:
    found: dict[str, t.Term] = {}
    for state, like, side in zip(states, point.states, (made.specification, made.program), strict=True):
        fitted = values_for(state, like, side.begin())
        assert fitted is not None
        found |= fitted
    return found


def _steps_from(made: Product, begin: Place) -> Iterator[Step]:
    if begin == BEGIN:
        given, value, known = (made.specification.begin(), made.program.begin()), None, frozenset[str]()
        places = (0, 0)
    else:
        point = made.points[begin]
        given, places = point.states, begin
        value = value_of(made.read_at(point))
        known = frozenset(point.unknowns) | {VALUE}
    one, two = (
        side.ways(place, state, value)
        for side, place, state in zip((made.specification, made.program), places, given, strict=True)
    )
    if not free_of([*one, *two]) <= known:
        raise Uncovered("a value that depends on more than what was read")
    for first in one:
        for second in two:
            condition = t.land(first.condition, t.lnot(first.error), second.condition)
            if first.unasked or condition is t.FALSE or made.solver.follows([condition], t.FALSE):
                continue
            yield _step(made, begin, condition, first, second)


def _step(made: Product, begin: Place, condition: t.Term, first: Way, second: Way) -> Step:
    reads = [isinstance(code.instructions[way.place], Ask) for code, way in _codes(made, first, second)]
    if reads[0] != reads[1]:
        return Step(begin, condition, t.FALSE, None, {}, (first, second))
    right = t.land(t.lnot(second.error), fits(first.events, second.events, before_read=reads[0]))
    return Step(begin, condition, right, (first.place, second.place) if reads[0] else None, {}, (first, second))


def _codes(made: Product, first: Way, second: Way) -> list[tuple[Code, Way]]:
    return [(made.specification.code, first), (made.program.code, second)]


def value_of(read: m.Read) -> v.Value:
    """An unknown value of the kind that is read."""
    match element_type(read.values):
        case m.Type.NUMBER:
            return v.Int(t.variable(VALUE, t.INT))
        case m.Type.TEXT:
            return v.Seq("text", t.variable(VALUE, ("list", t.INT)), "char")
        case m.Type.TRUTH:
            return v.Bool(t.variable(VALUE, t.BOOL))
    raise Uncovered("decimals")


Invariants = Mapping[Place, Sequence[t.Term]]


def is_shown(made: Product, invariants: Invariants, solver: Solver) -> bool:
    """Whether every step from a point where its invariants hold is right, and leads to where those of the next hold."""
    return all(is_step_shown(step, invariants, solver) for step in made.steps)


def is_step_shown(step: Step, invariants: Invariants, solver: Solver) -> bool:
    known = [*invariants.get(step.begin, ()), step.condition]
    claims = [step.right]
    if step.after is not None:
        claims += [t.substitute(each, step.values) for each in invariants.get(step.after, ())]
    return solver.follows_each(known, *claims)


__all__ = [
    "BEGIN",
    "Invariants",
    "Point",
    "Product",
    "Step",
    "Stop",
    "is_shown",
    "is_step_shown",
    "side_by_side",
    "value_of",
]
