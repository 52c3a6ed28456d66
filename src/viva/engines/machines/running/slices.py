"""The part of a composition that an output depends on: the parts that write it, and whatever these depend on.

Parts that have nothing to do with each other multiply their states, but not what can be said about one output. So two
large compositions are compared output by output, each with its own slice.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from viva.engines.machines.expressions import names_in
from viva.engines.machines.model import FSM, Cascade, Machine, System, transitions_of, written_by

Chosen = frozenset[int]


class Slices:
    """`parts` says how many there are; a system that is one machine has one."""

    def __init__(self, system: System) -> None:
        self.system = system
        machine = system.machine
        machines = [machine] if isinstance(machine, FSM) else [part.machine for part in machine.parts]
        self.parts = len(machines)
        self._written = [written_by(machine) for machine in machines]
        variables = {variable.name for variable in system.variables}
        read = [read_by(each) for each in machines]
        touched = [written | names for written, names in zip(self._written, read, strict=True)]
        cascade = isinstance(machine, Cascade)
        self._needs: list[set[int]] = [{at} for at in range(self.parts)]
        for at in range(self.parts):
            for before in range(at):
                if cascade and self._written[before] & read[at]:
                    self._needs[at].add(before)
                if self._written[before] & self._written[at] or touched[before] & touched[at] & variables:
                    self._needs[at].add(before)  # who writes last, and what is shared, needs both
                    self._needs[before].add(at)

    def of(self, names: Sequence[str]) -> Chosen:
        """The parts that these signals depend on."""
        return self.closed(at for at, written in enumerate(self._written) if not written.isdisjoint(names))

    def closed(self, parts: Iterable[int]) -> Chosen:
        found = set(parts)
        waiting = list(found)
        while waiting:
            new = self._needs[waiting.pop()] - found
            found |= new
            waiting += new
        return frozenset(found)

    def others(self, seen: Sequence[Chosen]) -> list[Chosen]:
        """What is left: parts in none of these slices, each with all it depends on."""
        left = set(range(self.parts)).difference(*seen)
        return list(dict.fromkeys(self.closed([at]) for at in sorted(left)))

    def system_of(self, chosen: Chosen) -> System:
        machine = self.system.machine
        if isinstance(machine, FSM) or len(chosen) == self.parts:
            return self.system
        parts = tuple(part for at, part in enumerate(machine.parts) if at in chosen)
        return replace(self.system, machine=replace(machine, parts=parts))


def read_by(machine: Machine) -> set[str]:
    steps = list(transitions_of(machine))
    guards = {name for step in steps for name in names_in(step.guard)}
    return guards | {name for step in steps for action in step.actions for name in names_in(action.value)}
