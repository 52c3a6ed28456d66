"""State machines as frozen values. Start reading here, then `semantics.py`: what a machine does in one reaction.

A `System` is what a file holds: the signals that come and go, the variables, and a machine. A machine is a single one
(`FSM`), several side by side (`Parallel`) or several in a row (`Cascade`); a state of an FSM can be refined by another
machine. The names are those of Lee and Seshia, "Introduction to Embedded Systems", chapters 3 and 5.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field

from viva.core.records import dataclass
from viva.engines.machines.expressions import TRUE, Expression

Value = bool | int | str
"""What a present signal carries, and what a variable holds; a pure signal that is present carries True. A signal that
is absent has no value: None."""

Signals = dict[str, Value]
"""The signals that are present in a reaction, with their values."""

Environment = Mapping[str, Value]
"""What an expression sees: the signals that are present, and the variables."""


@dataclass(frozen=True, slots=True)
class Type:
    """`pure`, `bool`, `enum` with its names, or `int` with its bounds."""

    kind: str
    names: tuple[str, ...] = ()
    low: int = 0
    high: int = 0

    @property
    def size(self) -> int:
        """How many values there are, without absence."""
        return {"pure": 1, "bool": 2, "enum": len(self.names)}.get(self.kind, self.high - self.low + 1)

    def values(self) -> Iterator[Value]:
        match self.kind:
            case "pure":
                yield True
            case "bool":
                yield from (True, False)
            case "enum":
                yield from self.names
            case _:
                yield from range(self.low, self.high + 1)

    def holds(self, value: Value) -> bool:
        match self.kind:
            case "pure":
                return value is True
            case "bool":
                return isinstance(value, bool)
            case "enum":
                return isinstance(value, str) and value in self.names
            case _:
                return type(value) is int and self.low <= value <= self.high

    def __str__(self) -> str:
        match self.kind:
            case "enum":
                return "{" + ", ".join(self.names) + "}"
            case "int":
                return f"int {self.low}..{self.high}"
            case _:
                return self.kind


PURE, BOOL = Type("pure"), Type("bool")


@dataclass(frozen=True, slots=True)
class Signal:
    name: str
    type: Type = PURE


@dataclass(frozen=True, slots=True)
class Variable:
    name: str
    type: Type
    initial: Value


@dataclass(frozen=True, slots=True)
class Assignment:
    """`name = value`: of an output or a variable. For a pure output the value is the constant true."""

    name: str
    value: Expression = TRUE


@dataclass(frozen=True, slots=True)
class Transition:
    """`default`: taken if no other transition of its state is enabled. `line` is where a file has it, or 0."""

    source: str
    target: str
    guard: Expression = TRUE
    actions: tuple[Assignment, ...] = ()
    history: bool = False
    preemptive: bool = False
    default: bool = False
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class State:
    name: str
    initial: bool = False
    refinement: Machine | None = None


@dataclass(frozen=True, slots=True)
class FSM:
    states: tuple[State, ...]
    transitions: tuple[Transition, ...] = ()

    @property
    def initial(self) -> State:
        return next(state for state in self.states if state.initial)


@dataclass(frozen=True, slots=True)
class Part:
    name: str
    machine: Machine


@dataclass(frozen=True, slots=True)
class Parallel:
    """Synchronous side by side: all parts react to the same inputs, in this order, and do not see each other's outputs.
    Where two write one variable or output, the later one wins."""

    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Cascade:
    """All parts react in this order; outputs of earlier parts are seen by later ones in the same reaction."""

    parts: tuple[Part, ...]


Machine = FSM | Parallel | Cascade


@dataclass(frozen=True, slots=True)
class System:
    """What is not listed in `outputs` is internal, whoever writes it; `internal` has the types that were found out."""

    inputs: tuple[Signal, ...]
    outputs: tuple[Signal, ...]
    machine: Machine
    variables: tuple[Variable, ...] = ()
    internal: tuple[Signal, ...] = ()

    @property
    def types(self) -> dict[str, Type]:
        """The type of each name that an expression can read."""
        return {each.name: each.type for each in self.declared}

    @property
    def declared(self) -> tuple[Signal | Variable, ...]:
        return (*self.inputs, *self.outputs, *self.internal, *self.variables)

    @property
    def is_flat(self) -> bool:
        return isinstance(self.machine, FSM) and not any(state.refinement for state in self.machine.states)


def machines_of(machine: Machine, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], FSM]]:
    """Every single machine in a machine, with the names of parts and refined states that lead to it."""
    match machine:
        case FSM(states=states):
            yield path, machine
            for state in states:
                if state.refinement is not None:
                    yield from machines_of(state.refinement, (*path, state.name))
        case Parallel(parts=parts) | Cascade(parts=parts):
            for part in parts:
                yield from machines_of(part.machine, (*path, part.name))


def transitions_of(machine: Machine) -> Iterator[Transition]:
    for _, single in machines_of(machine):
        yield from single.transitions


def written_by(machine: Machine) -> frozenset[str]:
    return frozenset(action.name for transition in transitions_of(machine) for action in transition.actions)
