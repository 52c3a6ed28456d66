"""What a walk notes: obligations by their names, each with the ways that lead to it, and the path that is walked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from viva.core.records import dataclass
from viva.engines.x86.annotations import Annotation, Expression
from viva.engines.x86.bits import Truth, Value, no
from viva.engines.x86.flow import Flow
from viva.engines.x86.machine import State
from viva.engines.x86.obligations.formulas import View
from viva.engines.x86.obligations.instances import Question
from viva.engines.x86.obligations.symbolic_state import Names


@dataclass(frozen=True, slots=True)
class Key:
    """The name of an obligation. `what`: `entry`, `kept`, `assert`, `ensures`, `decreases`, `bound`, `target`, and of a
    procedure with a contract `call` and `returns`. `place` is an address: the head of the loop, the label, the jump."""

    what: str
    place: int
    annotation: Annotation | None = None


@dataclass(frozen=True, slots=True)
class Cut:
    """A place on a path where the state was stated anew: the start, the head of a loop with an invariant, or behind the
    call of a procedure with a contract, which is then `called`."""

    place: int
    state: State
    steps: int
    undefined: int
    called: int | None = None


@dataclass(frozen=True, slots=True)
class Case:
    """One way to come to an obligation, with all that is known there. `goal` is what must hold: of an annotation, what
    it says in `view`; otherwise a condition. `within` is the procedure with a contract that is walked by itself, None
    for a way from the start of the program."""

    key: Key
    conditions: tuple[Truth, ...]
    assumed: tuple[tuple[Expression, View], ...]
    view: View
    goal: Expression | Truth
    cuts: tuple[Cut, ...]
    steps: int
    undefined: tuple[Truth, ...]
    within: int | None = None

    def question(self, names: Names) -> Question:
        """Can everything hold that is known here, and the goal not?"""
        question = Question(names)
        question.look_at(self.view)
        for expression, view in self.assumed:
            question.look_at(view)
            question.add(question.claims.holds(expression, view))
        question.add(*self.conditions)
        if isinstance(self.goal, Expression):
            question.add(question.claims.fails(self.goal, self.view))
        else:
            question.add(no(self.goal))
        return question


@dataclass(frozen=True, slots=True)
class Frame:
    """A procedure that was called: where it returns to, and where in memory that stands; None for a program that does
    not return. `begun` is the state at its start where it has a contract, which `old` refers to."""

    entry: int
    returns: Value
    slot: Value
    begun: State | None = None


@dataclass(frozen=True, slots=True)
class Rounds:
    """How often a loop that is walked round by round was begun, the forks before the first time, and the last state."""

    count: int
    forks: int
    last: State


@dataclass(slots=True)
class Path:
    """`within` is the procedure with a contract that is walked by itself, None for the program."""

    state: State
    conditions: list[Truth]
    assumed: list[tuple[Expression, View]]
    frames: tuple[Frame, ...]
    cuts: tuple[Cut, ...]
    inside: dict[tuple[int, int], Cut] = field(default_factory=dict)
    rounds: dict[tuple[int, int], Rounds] = field(default_factory=dict)
    steps: int = 0
    forks: int = 0
    undefined: list[Truth] = field(default_factory=list)
    within: int | None = None

    def copy(self, state: State) -> Path:
        return Path(
            state,
            list(self.conditions),
            list(self.assumed),
            self.frames,
            self.cuts,
            dict(self.inside),
            dict(self.rounds),
            self.steps,
            self.forks,
            list(self.undefined),
            self.within,
        )


@dataclass(frozen=True, slots=True)
class Walked:
    """What a walk noted, and the paths that came to the exit. `stopped` says that it was given up before its end;
    `trusted` are the instructions of which nothing says that they do not write into the program itself."""

    flow: Flow
    start: State
    constants: Mapping[str, Value]
    cases: tuple[Case, ...]
    ends: tuple[Path, ...]
    stopped: bool
    trusted: frozenset[int] = frozenset()
