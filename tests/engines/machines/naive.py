"""The rules of a reaction once more, written apart from the engine: current states in a dictionary by the names that
lead to them, expressions evaluated as they stand. It forgets nothing unless a rule says so."""

from __future__ import annotations

from viva.engines.machines.expressions import And, Compare, Constant, Expression, Name, Not, Or, Present
from viva.engines.machines.model import FSM, Cascade, Machine, Signals, System, Transition, Value

Path = tuple[str, ...]


class Naive:
    def __init__(self, system: System) -> None:
        self.system = system
        self.current: dict[Path, str] = {}
        self.variables: Signals = {variable.name: variable.initial for variable in system.variables}

    def react(self, inputs: Signals) -> Signals:
        written = self._machine(self.system.machine, (), dict(inputs))
        return {signal.name: written[signal.name] for signal in self.system.outputs if signal.name in written}

    def _machine(self, machine: Machine, path: Path, signals: Signals) -> Signals:
        if isinstance(machine, FSM):
            return self._single(machine, path, signals)
        said: Signals = {}
        for part in machine.parts:
            sees = {**signals, **said} if isinstance(machine, Cascade) else signals
            said = {**said, **self._machine(part.machine, (*path, part.name), sees)}
        return said

    def _single(self, machine: FSM, path: Path, signals: Signals) -> Signals:
        state = self.current.setdefault(path, machine.initial.name)
        refinement = {each.name: each.refinement for each in machine.states}[state]
        outgoing = [step for step in machine.transitions if step.source == state]
        said: Signals = {}
        sees = signals
        chosen = self._enabled([step for step in outgoing if step.preemptive], sees)
        if not chosen:
            if refinement is not None:
                said = self._machine(refinement, (*path, state), signals)
                sees = {**signals, **said}
            chosen = self._enabled([step for step in outgoing if not step.preemptive], sees)
        if not chosen:
            return said
        step = chosen[0]
        values = {action.name: self._value(action.value, sees) for action in step.actions}
        for name, value in values.items():
            if value is not None and name in self.variables:
                self.variables[name] = value
            elif value is not None and not (self.system.types[name].kind == "pure" and value is False):
                said[name] = value
        self.current[path] = step.target
        if not step.history:
            below = (*path, step.target)
            for place in [place for place in self.current if place[: len(below)] == below]:
                del self.current[place]
        return said

    def _enabled(self, steps: list[Transition], signals: Signals) -> list[Transition]:
        holding = [step for step in steps if not step.default and self._true(step.guard, signals)]
        chosen = holding or [step for step in steps if step.default and self._true(step.guard, signals)]
        assert len(chosen) <= 1
        return chosen

    def _true(self, given: Expression, signals: Signals) -> bool:
        match given:
            case Constant(value=value):
                return bool(value)
            case Name(name=name):
                return {**signals, **self.variables}.get(name) is True
            case Present(name=name):
                return name in {**signals, **self.variables}
            case Not(inner=inner):
                return not self._true(inner, signals)
            case And(left=left, right=right):
                return self._true(left, signals) and self._true(right, signals)
            case Or(left=left, right=right):
                return self._true(left, signals) or self._true(right, signals)
            case Compare(sign=sign, left=left, right=right):
                one, other = self._value(left, signals), self._value(right, signals)
                if one is None or other is None:
                    return False
                if sign in ("==", "!="):
                    return (one == other) is (sign == "==")
                assert isinstance(one, int) and isinstance(other, int)
                return {"<": one < other, "<=": one <= other, ">": one > other, ">=": one >= other}[sign]
            case _:
                raise AssertionError(given)

    def _value(self, given: Expression, signals: Signals) -> Value | None:
        match given:
            case Constant(value=value):
                return value
            case Name(name=name):
                return {**signals, **self.variables}.get(name) if name in self.system.types else name
            case Not() | And() | Or() | Present() | Compare():
                return self._true(given, signals)
            case _:
                one, other = self._value(given.left, signals), self._value(given.right, signals)
                if not isinstance(one, int) or not isinstance(other, int):
                    return None
                return {"+": one + other, "-": one - other, "*": one * other}[given.sign]
