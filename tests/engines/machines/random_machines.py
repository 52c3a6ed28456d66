"""Seeded random systems of all shapes: hierarchy with history and preemption, parts side by side and in a row,
variables, default transitions, all types of signals. Guards of one state and kind never overlap; those of a preemptive
transition and of ordinary ones may."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from viva.engines.machines.expressions import TRUE, And, Arithmetic, Compare, Constant, Expression, Name, Not, Present
from viva.engines.machines.model import (
    BOOL,
    FSM,
    PURE,
    Assignment,
    Cascade,
    Machine,
    Parallel,
    Part,
    Signal,
    State,
    System,
    Transition,
    Type,
    Variable,
    written_by,
)
from viva.engines.machines.wellformed import check_system

COLOURS = Type("enum", names=("red", "green"))
NUMBER = Type("int", low=0, high=2)
INPUTS = (Signal("a"), Signal("b", BOOL), Signal("c", COLOURS), Signal("d", NUMBER))
OUTPUTS = (Signal("x"), Signal("y", BOOL), Signal("z", NUMBER))


class Maker:
    def __init__(self, seed: int, variables: bool = True) -> None:
        self.chance = Random(seed)
        self.inputs = tuple(self.chance.sample(INPUTS, self.chance.randint(1, 3)))
        self.variables = (Variable("n", NUMBER, 0),) if variables and self.chance.random() < 0.4 else ()
        self.names = 0

    def system(self) -> System:
        machine = self.machine(2)
        return check_system(System(self.inputs, OUTPUTS, machine, self.variables))

    def machine(self, depth: int, more: tuple[Signal, ...] = ()) -> Machine:
        kind = self.chance.random() if depth else 1.0
        if kind < 0.2:
            count = self.chance.randint(2, 3)
            return Parallel(tuple(Part(f"p{i}", self.machine(depth - 1, more)) for i in range(count)))
        if kind < 0.4:
            return Cascade(tuple(self.row(depth, more)))
        return self.single(depth, more, ())

    def row(self, depth: int, more: tuple[Signal, ...]) -> Iterator[Part]:
        """Parts of a cascade: each has a signal of its own for the later ones, which read outputs too."""
        heard = more
        for place in range(self.chance.randint(2, 3)):
            self.names += 1
            middle = Signal(f"m{self.names}", PURE)
            part = self.single(depth - 1 if place else 0, heard, (middle,))
            yield Part(f"c{place}", part)
            heard = (*heard, *self.said(part, (middle, *OUTPUTS)))

    @staticmethod
    def said(machine: Machine, signals: tuple[Signal, ...]) -> tuple[Signal, ...]:
        return tuple(signal for signal in signals if signal.name in written_by(machine))

    def single(self, depth: int, more: tuple[Signal, ...], extra: tuple[Signal, ...]) -> FSM:
        count = self.chance.randint(1, 3)
        refined = {i for i in range(count) if depth and self.chance.random() < 0.5}
        states = tuple(
            State(f"s{i}", i == 0, self.machine(depth - 1, more) if i in refined else None) for i in range(count)
        )
        transitions: list[Transition] = []
        for i, state in enumerate(states):
            below = () if state.refinement is None else self.said(state.refinement, OUTPUTS)
            transitions += self.outgoing(i, count, (*self.inputs, *more, *below), extra)
        return FSM(states, tuple(transitions))

    def outgoing(
        self, source: int, count: int, readable: tuple[Signal, ...], extra: tuple[Signal, ...]
    ) -> list[Transition]:
        test = self.atom(self.chance.choice(readable))
        other = self.atom(self.chance.choice(readable))
        choices: list[list[Expression]] = [[test], [test, Not(test)], [And(test, other), Not(test)], []]
        guards = choices[self.chance.randrange(4)]
        found = [self.transition(source, count, guard, extra) for guard in guards]
        if self.chance.random() < 0.2:
            found.append(self.transition(source, count, TRUE, extra, default=True))
        if self.chance.random() < 0.3:
            first = replace(
                self.transition(source, count, self.atom(self.chance.choice(readable)), extra), preemptive=True
            )
            found = [first, *(replace(step, preemptive=False) for step in found)]
            self.chance.shuffle(found)
        return found

    def atom(self, signal: Signal) -> Expression:
        name = Name(signal.name)
        if self.variables and self.chance.random() < 0.2:
            return Compare("<", Name("n"), Constant(self.chance.randint(0, 2)))
        match signal.type.kind:
            case "enum":
                return Compare("==", name, Name(self.chance.choice(signal.type.names)))
            case "int":
                return Compare(self.chance.choice(["<", "==", ">=", "!="]), name, Constant(self.chance.randint(0, 2)))
            case "bool":
                choices: list[Expression] = [name, Present(signal.name), Compare("==", name, Constant(False))]
                return self.chance.choice(choices)
            case _:
                return name

    def transition(
        self, source: int, count: int, guard: Expression, extra: tuple[Signal, ...], default: bool = False
    ) -> Transition:
        actions = [
            Assignment(signal.name, self.value(signal)) for signal in (*OUTPUTS, *extra) if self.chance.random() < 0.4
        ]
        if self.variables and self.chance.random() < 0.3:
            step = Arithmetic("-", Constant(2), Name("n")) if self.chance.random() < 0.5 else Constant(1)
            actions.append(Assignment("n", step))
        flags = [self.chance.random() < 0.3 for _ in range(2)]
        target = self.chance.randrange(count)
        return Transition(f"s{source}", f"s{target}", guard, tuple(actions), flags[0], flags[1], default)

    def value(self, signal: Signal) -> Expression:
        match signal.type.kind:
            case "int":
                if self.chance.random() < 0.2 and any(one.name == "d" for one in self.inputs):
                    return Name("d")
                return Constant(self.chance.randint(0, 2))
            case "bool":
                return Constant(self.chance.random() < 0.5)
            case _:
                return TRUE


def random_system(seed: int, variables: bool = True) -> System:
    return Maker(seed, variables).system()
