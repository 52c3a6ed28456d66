"""Machines with all names resolved, ready to run: states are numbers, guards and values are functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from viva.core.records import dataclass
from viva.engines.machines import expressions
from viva.engines.machines.expressions import names_in
from viva.engines.machines.model import FSM, Cascade, Environment, Machine, Parallel, Transition, Type, Value


@dataclass(frozen=True, slots=True)
class Action:
    name: str
    value: Callable[[Environment], Value | None]
    type: Type


@dataclass(frozen=True, slots=True)
class Step:
    """A transition. `path` names the machine it belongs to."""

    enabled: Callable[[Environment], bool]
    actions: tuple[Action, ...]
    source: int
    target: int
    history: bool
    preemptive: bool
    default: bool
    transition: Transition
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Single:
    """`slots` says for each state which memory its refinement has, or None; `begins` the configuration in which its
    refinement begins; `resumed` which states a history transition leads to; `reads` has for each state the inputs that
    can matter there, as bits, and `others` the names that are read anywhere and are no inputs."""

    names: tuple[str, ...]
    initial: int
    outgoing: tuple[tuple[Step, ...], ...]
    refinements: tuple[Prepared | None, ...]
    slots: tuple[int | None, ...]
    begins: tuple[Any, ...]
    resumed: tuple[bool, ...]
    reads: tuple[int, ...]
    others: tuple[str, ...]
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Several:
    """Parts side by side, or in a row where `cascade` says so."""

    parts: tuple[Prepared, ...]
    names: tuple[str, ...]
    cascade: bool


Prepared = Single | Several


@dataclass(frozen=True, slots=True)
class _Compiled:
    """What a transition is made of as functions, and the names that it reads."""

    transition: Transition
    enabled: Callable[[Environment], bool]
    actions: tuple[Action, ...]
    names: tuple[str, ...]


class Compiler:
    """Makes functions of transitions; of one that it has seen before, none anew. Who tries many machines that share
    most of their transitions, and all their types, gives them the same one."""

    def __init__(self, types: Mapping[str, Type]) -> None:
        self.types = types
        self._known: dict[int, _Compiled] = {}  # by identity: to look a long guard up would take as long as to make it

    def compiled(self, transition: Transition) -> _Compiled:
        found = self._known.get(id(transition))
        if found is None:
            actions = tuple(
                Action(action.name, expressions.value_of(action.value, self.types), self.types[action.name])
                for action in transition.actions
            )
            read = (transition.guard, *(action.value for action in transition.actions))
            names = tuple(dict.fromkeys(name for expression in read for name in names_in(expression)))
            found = _Compiled(transition, expressions.truth(transition.guard, self.types), actions, names)
            self._known[id(transition)] = found
        return found


def prepare(machine: Machine, compiler: Compiler, bits: Mapping[str, int]) -> Prepared:
    """`bits` gives each input its bit."""
    return _prepared(machine, compiler, bits, ())


def _prepared(machine: Machine, compiler: Compiler, bits: Mapping[str, int], path: tuple[str, ...]) -> Prepared:
    match machine:
        case FSM():
            return _single(machine, compiler, bits, path)
        case Parallel(parts=parts) | Cascade(parts=parts):
            inner = tuple(_prepared(part.machine, compiler, bits, (*path, part.name)) for part in parts)
            return Several(inner, tuple(part.name for part in parts), isinstance(machine, Cascade))


def _single(machine: FSM, compiler: Compiler, bits: Mapping[str, int], path: tuple[str, ...]) -> Single:
    number = {state.name: index for index, state in enumerate(machine.states)}
    outgoing: list[list[Step]] = [[] for _ in machine.states]
    reads = [0] * len(machine.states)
    resumed = [False] * len(machine.states)
    others: dict[str, None] = {}
    for transition in machine.transitions:
        source, target = number[transition.source], number[transition.target]
        resumed[target] |= transition.history
        made = compiler.compiled(transition)
        kinds = (transition.history, transition.preemptive, transition.default)
        outgoing[source].append(Step(made.enabled, made.actions, source, target, *kinds, transition, path))
        for name in made.names:
            reads[source] |= bits.get(name, 0)
            if name in compiler.types and name not in bits:
                others[name] = None
    refinements = tuple(
        None if state.refinement is None else _prepared(state.refinement, compiler, bits, (*path, state.name))
        for state in machine.states
    )
    slots: list[int | None] = []
    for refinement in refinements:
        slots.append(None if refinement is None else sum(slot is not None for slot in slots))
    return Single(
        tuple(number),
        number[machine.initial.name],
        tuple(map(tuple, outgoing)),
        refinements,
        tuple(slots),
        tuple(None if refinement is None else initial(refinement) for refinement in refinements),
        tuple(resumed),
        tuple(reads),
        tuple(others),
        path,
    )


def initial(machine: Prepared) -> tuple[Any, tuple[Any, ...]]:
    """The configuration in which a machine begins, at all levels."""
    if isinstance(machine, Several):
        return tuple(initial(part) for part in machine.parts), ()
    slots = zip(machine.begins, machine.slots, strict=True)
    return machine.initial, tuple(begins for begins, slot in slots if slot is not None)
