"""Other machines like a given one: one or two small changes away, and with the properties that are promised.

- Deterministic: no two transitions are ever enabled at once, and no value leaves its range.
- The smallest flat machine with the same behaviour has as many states.
- Every output still comes, and what comes depends on the inputs.
- No two have the same behaviour, even after renaming signals of the same type.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from viva.core.records import dataclass
from viva.core.text.reading import Misread
from viva.engines.machines.comparing.edits import Edit, apply, edits_of, single, with_single
from viva.engines.machines.expressions import Not
from viva.engines.machines.model import State, System, Transition, machines_of
from viva.engines.machines.running.behaviour import Behaviour
from viva.engines.machines.running.input_classes import Explosion
from viva.engines.machines.running.table import Table, minimise, tabulate, up_to_renaming
from viva.engines.machines.semantics import Nondeterministic, OutOfRange
from viva.engines.machines.wellformed import check_system

_STATES = 2_000
_KEPT = ("history", "preemptive", "target", "output", "guard")


@dataclass(frozen=True, slots=True)
class Variant:
    """`kinds` are the kinds of changes that were made."""

    system: System
    table: Table
    kinds: tuple[str, ...]


def variants(origin: System, chance: Random, *, structure: bool = True, level: bool = True) -> Iterator[Variant]:
    """All variants that are one change away, then those two away, in an order that `chance` decides. `structure` False
    changes guards, outputs, targets and kinds of transitions only; `level` False asks for no number of states. Raises
    Explosion where the origin is too large."""
    asked = minimise(tabulate(Behaviour(origin), _STATES))
    said = outputs_of(asked)
    seen = {up_to_renaming(asked, origin)}
    for system, kinds in _near(origin, chance, structure):
        table = minimal(system, len(asked) if level else None)
        if table is None or outputs_of(table) != said:
            continue
        key = up_to_renaming(table, origin)
        if key not in seen:
            seen.add(key)
            yield Variant(system, table, kinds)


def minimal(system: System, states: int | None) -> Table | None:
    """The smallest table, if the system is well formed and without faults and has as many states, where it matters."""
    try:
        table = minimise(tabulate(Behaviour(check_system(system)), _STATES))
    except (Misread, Explosion, Nondeterministic, OutOfRange):
        return None
    return table if states is None or len(table) == states else None


def outputs_of(table: Table) -> frozenset[int]:
    """The outputs that are there in some reaction and absent in another, by number."""
    cells = [outputs for row in table.rows for _, outputs in row]
    return frozenset(at for at in range(len(cells[0])) if len({outputs[at] for outputs in cells}) > 1)


def _near(origin: System, chance: Random, structure: bool) -> Iterator[tuple[System, tuple[str, ...]]]:
    first = list(_changes(origin, structure))
    chance.shuffle(first)
    for edit in first:
        yield apply(origin, edit), (edit.kind,)
    if structure:
        grown = [system for path, _ in machines_of(origin.machine) for system in _with_state(origin, path)]
        chance.shuffle(grown)
        yield from ((system, ("state",)) for system in grown)
    second = list(first)
    chance.shuffle(second)
    for one in first:
        for other in second:
            if (one.path, one.before) != (other.path, other.before):
                yield apply(apply(origin, one), other), (one.kind, other.kind)


def _changes(origin: System, structure: bool) -> Iterator[Edit]:
    for path, machine in machines_of(origin.machine):
        for transition in machine.transitions:
            for edit in edits_of(origin, path, transition):
                if edit.kind in _KEPT or structure:
                    yield edit
        if structure:
            yield from _added(origin, path)


def _added(origin: System, path: tuple[str, ...]) -> Iterator[Edit]:
    """Transitions for when none of a state is enabled so far, with the actions of another."""
    machine = single(origin.machine, path)
    for state in machine.states:
        guards = [step.guard for step in machine.transitions if step.source == state.name]
        for step in machine.transitions:
            for guard in (step.guard, Not(step.guard)):
                if guard in guards:
                    continue
                for target in machine.states:
                    yield Edit(path, "add", None, Transition(state.name, target.name, guard, step.actions))


def _with_state(origin: System, path: tuple[str, ...]) -> Iterator[System]:
    """A new state in the middle of a transition: the second half needs the same guard once more."""
    machine = single(origin.machine, path)
    name = f"{machine.states[-1].name}2"
    if any(state.name == name for state in machine.states):
        return
    for step in machine.transitions:
        halves = (replace(step, target=name, actions=(), history=False), replace(step, source=name, preemptive=False))
        rest = tuple(each for each in machine.transitions if each != step)
        grown = replace(machine, states=(*machine.states, State(name)), transitions=(*rest, *halves))
        yield with_single(origin, path, grown)
