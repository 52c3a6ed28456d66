"""The search: run, look at the branches, ask for an input that takes one of them the other way, run again.

With one program it proposes inputs for its branches. With two it is the product of javascript-autograder, section 8:
both run on the same input, a branch of either may be turned under the joint path, and where the paths agree the solver
is asked for an input on which the results differ. Every input that was run is proposed; what it shows is decided by
whoever runs it plainly.

The paths seen so far form a tree. A turn is a node of it with an alternative that nobody has tried; turns towards
branches that were seldom taken come first. What is left when no turn is left was unreachable, or was lost: see
`Counters`.
"""

import itertools
import math
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import field

from viva.core.records import dataclass
from viva.core.terms import Ended, Meter
from viva.engines.mining import Constants, samples, with_numbers
from viva.engines.shapes import Choice, Either, Fixed, Instance, Many, Named, Plain, Record, Shape, Table
from viva.engines.symbolic.difference import differs
from viva.engines.symbolic.frames import Frame, Unfitting
from viva.engines.symbolic.nearby import Literal, Model, Nearby
from viva.engines.symbolic.path_terms import Pool, Term, evaluates
from viva.engines.symbolic.solver import UNKNOWN, Solver
from viva.engines.symbolic.trace import Branch, Runner, Trace

MOST_PIN_VALUES = 5
PIN_PENALTY = 2
MOST_SWEEPS = 10
TERMS_PER_RUN = 300  # on average; a search whose runs are longer has fewer of them
MOST_MATCHING = 120
MOST_UNKNOWN = 25  # a program whose questions are that hard is searched without the solver


@dataclass(frozen=True, slots=True)
class Bounds:
    """How far a search goes, in counted work."""

    runs: int = 600
    solver_calls: int = 300


@dataclass(slots=True)
class Counters:
    """What a search did. `concretised`: how often a term was given up; `cut`: runs longer than what is followed.

    `exhausted`: no turn was left. Only with nothing concretised, cut or unknown does that mean all paths.
    """

    runs: int = 0
    paths: int = 0
    solver_calls: int = 0
    solved_nearby: int = 0
    unsatisfiable: int = 0
    unknown: int = 0
    concretised: int = 0
    cut: int = 0
    exhausted: bool = False

    def __add__(self, other: "Counters") -> "Counters":
        """What two searches did, one after the other."""
        numbers = [name for name in self.__slots__ if name != "exhausted"]
        return Counters(
            **{name: getattr(self, name) + getattr(other, name) for name in numbers}, exhausted=other.exhausted
        )


@dataclass(frozen=True, slots=True)
class Input:
    """An input to be tried. `covers`: branches it was the first to reach, of the last program; `left`: those that
    nobody has reached so far.

    `suspected`: the symbolic runs gave different results.
    """

    arguments: tuple[object, ...]
    covers: int = 0
    left: int = 0
    suspected: bool = False


_Kind = tuple[int, int, bool | None, int] | None
"""Of a turn: the program, the place, the side that is wanted (None for a pin), and the kind of run it turns away from;
None for a question about results."""


@dataclass(frozen=True, slots=True)
class _Turn:
    branch: Branch | None
    program: int
    seen: int
    """Which branches the run reached from which this turns away: turns from all kinds of runs have their chance."""
    prefix: tuple[Literal, ...]
    goal: Literal
    model: Model

    @property
    def kind(self) -> _Kind:
        if self.branch is None:
            return None
        side = None if self.branch.is_pin else not self.branch.value
        return (self.program, self.branch.site, side, self.seen)


@dataclass(slots=True)
class Search:
    """The programs, in order: if the first of several is a precondition, `guarded` says so."""

    runners: Sequence[Runner]
    frame: Frame
    pool: Pool
    hints: Constants
    bounds: Bounds = field(default_factory=Bounds)
    guarded: bool = False
    counters: Counters = field(default_factory=Counters)
    _turns: dict[_Kind, deque[tuple[int, _Turn]]] = field(default_factory=dict)
    """By kind, which is what their cost depends on, and in the order in which they were found."""
    _children: dict[tuple[int, int, int, bool | int], int] = field(default_factory=dict)
    _pins: dict[tuple[int, int, int], list[int]] = field(default_factory=dict)
    _taken: set[tuple[int, int, bool]] = field(default_factory=set)
    _turned: dict[_Kind, int] = field(default_factory=dict)
    _reached: dict[tuple[frozenset[int], ...], int] = field(default_factory=dict)
    _covered: set[int] = field(default_factory=set)
    _proposed: set[str] = field(default_factory=set)
    _order: int = 0
    _terms: int = 0

    def inputs(self, seeds: Sequence[Model], meter: Meter | None = None) -> Iterator[Input]:
        """All inputs worth a run, the seeds first."""
        nearby = Nearby(self.frame, self.hints)
        solver = Solver(self.frame, self.hints)
        for seed in seeds:
            yield from self.tried(seed)
            if self.spent(solver, meter):
                return
        while self._turns:
            turn = self.next_turn()
            self._terms += len(turn.prefix)
            model = self.solved(turn, nearby, solver)
            if model is not None:
                yield from self.tried(model)
            if self.spent(solver, meter):
                return
        self.counters.exhausted = True

    def spent(self, solver: Solver, meter: Meter | None) -> bool:
        self.counters.solver_calls = solver.calls
        if meter is not None and meter.over:
            raise Ended
        if self._terms >= TERMS_PER_RUN * self.bounds.runs:
            return True
        return self.counters.runs >= self.bounds.runs or solver.calls >= self.bounds.solver_calls

    def solved(self, turn: _Turn, nearby: Nearby, solver: Solver) -> Model | None:
        found = nearby.solve(turn.prefix, turn.goal, turn.model)
        if found is not None:
            self.counters.solved_nearby += 1
            return found
        if self.counters.unknown >= MOST_UNKNOWN:
            return None
        answer = solver.solve(turn.prefix, turn.goal, turn.model)
        if not isinstance(answer, str):
            return answer
        if answer != UNKNOWN:
            self.counters.unsatisfiable += 1
            return None
        self.counters.unknown += 1
        return nearby.sweep(turn.prefix, turn.goal, turn.model) if self.counters.unknown <= MOST_SWEEPS else None

    def tried(self, model: Model) -> Iterator[Input]:
        """Runs the programs on an input, and proposes it if it is new."""
        if not all(math.isfinite(value) for value in model.values()):
            return
        arguments = self.frame.arguments(model)
        shown = repr(arguments)
        if shown in self._proposed:
            return
        self._proposed.add(shown)
        traces: list[Trace] = []
        self.counters.runs += 1
        for number, runner in enumerate(self.runners):
            trace = runner.run(model)
            if trace is None:
                self.grow(traces, model)
                yield Input(arguments)
                return
            traces.append(trace)
            self._terms += len(trace.terms)
            if self.guarded and number == 0 and not _is_true(trace):
                self.grow(traces, model)
                return
        self.grow(traces, model)
        last = traces[-1]
        wanted = self.runners[-1].target.branches
        new = (last.hits & wanted) - self._covered
        self._covered |= new
        suspected = self.compare(traces, model) if len(traces) - self.guarded > 1 else False
        yield Input(arguments, len(new), len(wanted - self._covered), suspected)

    def compare(self, traces: Sequence[Trace], model: Model) -> bool:
        """Whether the results differ as they are; if they could on this joint path, that is asked for next."""
        one, two = traces[-2:]
        difference = differs(self.pool, one, two)
        if not isinstance(difference, Term):
            return difference is True
        if evaluates(difference, model) is True:
            return True
        literal = literal_of(self.pool)
        prefix = tuple(literal(branch) for trace in traces for branch in trace.branches)
        self.push(_Turn(None, 0, 0, prefix, Literal(difference, True), model))
        return False

    def grow(self, traces: Sequence[Trace], model: Model) -> None:
        """Adds the path to the tree, and what can be turned about it to the turns.

        Branches of the last program are turned twice: whatever the others do then, and under what they did.
        """
        literal = literal_of(self.pool)
        reached = tuple(trace.hits for trace in traces)
        seen = self._reached.setdefault(reached, len(self._reached))
        joint: list[Literal] = []
        joint_node = 0
        fresh = False
        for program, trace in enumerate(traces):
            self.counters.concretised += trace.lost
            self.counters.cut += trace.cut
            prefix: list[Literal] = []
            node = -1 - program
            fresh = False
            for branch in trace.branches:
                if not branch.is_pin:
                    self._taken.add((program, branch.site, bool(branch.value)))
                node, new = self.step(node, branch, program, seen, prefix=prefix, model=model)
                fresh |= new
                said = literal(branch)
                prefix.append(said)
                if program == len(traces) - 1 and program and said not in joint:
                    joint_node, _ = self.step(joint_node, branch, program, seen, prefix=joint, model=model)
                joint.append(said)
            if program < len(traces) - 1:
                joint_node = self._children.setdefault((joint_node, node, 0, False), len(self._children) + 1)
        self.counters.paths += fresh

    def step(
        self, node: int, branch: Branch, program: int, seen: int, *, prefix: Sequence[Literal], model: Model
    ) -> tuple[int, bool]:
        """The node after the branch, and whether nobody was there before: then its other side is to be tried."""
        here = (node, program, branch.term.number)
        key = (*here, branch.value)
        new = key not in self._children
        if new:
            self._children[key] = len(self._children) + 1
            goal = self.other_side(here, branch)
            if goal is not None:
                self.push(_Turn(branch, program, seen, tuple(prefix), goal, model))
        return self._children[key], new

    def other_side(self, here: tuple[int, int, int], branch: Branch) -> Literal | None:
        if not branch.is_pin:
            known = (*here, not branch.value) in self._children
            return None if known else Literal(branch.term, not branch.value)
        values = self._pins.setdefault(here, [])
        values.append(branch.value)
        if len(values) > MOST_PIN_VALUES + (self.frame.longest_text if _is_length(branch.term) else 0):
            return None
        equal = [self.pool.term("==", branch.term, self.pool.constant(value)) for value in values]
        return Literal(equal[0] if len(equal) == 1 else self.pool.term("or", *equal), False)

    def push(self, turn: _Turn) -> None:
        self._order += 1
        self._turns.setdefault(turn.kind, deque()).append((self._order, turn))

    def next_turn(self) -> _Turn:
        """The cheapest, and of those the one that was found first."""
        kind = min(self._turns, key=lambda kind: (self.cost(kind), self._turns[kind][0][0]))
        _, turn = self._turns[kind].popleft()
        if not self._turns[kind]:
            del self._turns[kind]
        self._turned[kind] = self._turned.get(kind, 0) + 1
        return turn

    def cost(self, kind: _Kind) -> int:
        """First questions about results, then sides that were never taken, then what was seldom turned."""
        if kind is None:
            return -1
        program, site, side, _ = kind
        turned = self._turned.get(kind, 0)
        if side is None:
            return PIN_PENALTY + turned
        return turned + ((program, site, side) in self._taken)


def literal_of(pool: Pool) -> "_BranchReader":
    return _BranchReader(pool)


@dataclass(frozen=True, slots=True)
class _BranchReader:
    """A branch as a literal; a pin says that its term is its value."""

    pool: Pool

    def __call__(self, branch: Branch) -> Literal:
        if not branch.is_pin:
            return Literal(branch.term, bool(branch.value))
        return Literal(self.pool.term("==", branch.term, self.pool.constant(branch.value)), True)


def _is_length(term: Term) -> bool:
    return term.operator == "v" and term.name.endswith("#")


def _is_true(trace: Trace) -> bool:
    match trace.outcome:
        case ["value", ["is", "True"]]:
            return True
        case ["value", ["is", _]] | ["raised", *_] | ["endless"]:
            return False
    return True


def starts(frame: Frame, hints: Constants, seeds: Sequence[Sequence[object]]) -> list[Model]:
    """The models of the seeds, after some of our own: everything as small as it can be, everything of some size, and
    texts that match regular expressions of the sources."""
    models: list[Model] = [frame.values(frame.arguments({})), frame.values(typical(frame.shapes))]
    for seed in [*_with_texts(frame.shapes, _matching(hints)), *seeds]:
        try:
            models.append(frame.values(seed))
        except Unfitting:
            continue
    return models


def _matching(hints: Constants) -> list[str]:
    """Texts that match patterns, with the numbers of the sources in them; some have a letter too many or too few."""
    plain = list(dict.fromkeys(sample for text in hints.texts for sample in samples(text)))
    made = list(dict.fromkeys(with_numbers([text for text in plain if any(map(str.isdigit, text))], hints.integers)))
    few = [*plain[:1], *made[:2]]
    nearly = [near for text in few for near in (f"a{text}", f"{text}a", f"0{text}", f"{text}0", text[1:], text[:-1])]
    return list(dict.fromkeys([*plain, *nearly, *made]))[:MOST_MATCHING]


def _with_texts(shapes: Sequence[Shape], texts: Sequence[str]) -> Iterator[tuple[object, ...]]:
    for text, position in itertools.product(texts, range(len(shapes))):
        if shapes[position] == Plain("str"):
            arguments = typical(shapes)
            yield (*arguments[:position], text, *arguments[position + 1 :])


def typical(shapes: Sequence[Shape]) -> tuple[object, ...]:
    return tuple(_typical(shape, number + 1) for number, shape in enumerate(shapes))


def _typical(shape: Shape, number: int) -> object:
    """Something ordinary, so that the first run goes through the middle of a program."""
    match shape:
        case Plain("int", low, high):
            return number + 1 if low is None and high is None else low if low is not None else high
        case Plain("float"):
            return number + 0.5
        case Plain("bool"):
            return True
        case Plain("str"):
            return "abc"[: 2 + number % 2]
        case Many("list" | "tuple" as kind, element):
            items = [_typical(element, other) for other in (3, 1, 2)]
            return tuple(items) if kind == "tuple" else items
        case Many(kind, element):
            members = {_typical(element, other) for other in (1, 2)}
            return members if kind == "set" else frozenset(members)
        case Fixed(parts):
            return tuple(_typical(part, number + index) for index, part in enumerate(parts))
        case Table(key, value):
            return {_typical(key, 1): _typical(value, 2), _typical(key, 2): _typical(value, 1)}
        case Named(fields):
            return {name: _typical(inner, number) for name, inner in fields}
        case Either(parts):
            return _typical(parts[0], number)
        case Choice(values):
            return values[-1]
        case Instance():
            return Record(shape.name, tuple((name, _typical(inner, number)) for name, inner in shape.fields))
    return None
