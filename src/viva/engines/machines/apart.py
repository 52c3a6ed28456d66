"""Which inputs have to be told apart: letters stand for all combinations of values that some guard tells apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from viva.engines.machines import expressions
from viva.engines.machines.expressions import Expression, names_in
from viva.engines.machines.model import Signals, System, Type, Value, transitions_of

Values = Mapping[str, tuple[Value | None, ...]]
"""For each input the values that have to be told apart, absence first."""

MOST_LETTERS = 20_000
_MOST_VALUES = 100_000


class Explosion(Exception):
    """More states or letters than were allowed."""


def letters(inputs: Sequence[str], values: Values, reads: int) -> tuple[Signals, ...]:
    names = [name for index, name in enumerate(inputs) if reads >> index & 1]
    count = 1
    for name in names:
        count *= len(values[name])
    if count > MOST_LETTERS:
        raise Explosion(count)
    found = [
        {name: value for name, value in zip(names, choice, strict=True) if value is not None}
        for choice in product(*(values[name] for name in names))
    ]
    return tuple(sorted(found, key=len))


def told_apart(systems: Sequence[System], also: Sequence[Expression] = ()) -> Values:
    """For each input of the first system one of each class of its values: the first, absence before all."""
    return {name: tuple(group[0] for group in groups) for name, groups in classes(systems, also).items()}


def classes(
    systems: Sequence[System], also: Sequence[Expression] = ()
) -> dict[str, tuple[tuple[Value | None, ...], ...]]:
    """For each input of the first system its values, those together that no guard of any of the systems, and no other
    expression, tells apart; None is absence.

    An input that takes part in a calculation, that is compared with another one or whose value is passed on has each
    value for itself.
    """
    types = systems[0].types
    whole: set[str] = set()
    others: set[str] = set().union(*map(_others, systems))
    atoms: dict[str, list[Expression]] = {signal.name: [] for signal in systems[0].inputs}
    guards = list(also)
    for system in systems:
        for transition in transitions_of(system.machine):
            guards.append(transition.guard)
            whole.update(name for action in transition.actions for name in names_in(action.value))
    for atom in dict.fromkeys(atom for guard in guards for atom in _atoms(guard)):
        names = set(names_in(atom))
        signals = names & set(atoms)
        if len(signals) > 1 or names & others:
            whole |= signals
        for name in signals:
            atoms[name].append(atom)
    found: dict[str, tuple[tuple[Value | None, ...], ...]] = {}
    for signal in systems[0].inputs:
        if signal.type.size > _MOST_VALUES:
            raise Explosion(signal.type.size)
        values: list[Value | None] = [None, *signal.type.values()]
        alone = tuple((value,) for value in values)
        found[signal.name] = alone if signal.name in whole else _apart(signal.name, values, atoms, types)
    return found


def _others(system: System) -> set[str]:
    """Names that are no inputs: what is compared with them can be any value."""
    return {each.name for each in system.declared} - {signal.name for signal in system.inputs}


def _apart(
    name: str, values: Sequence[Value | None], atoms: Mapping[str, Sequence[Expression]], types: Mapping[str, Type]
) -> tuple[tuple[Value | None, ...], ...]:
    tests = [expressions.truth(atom, types) for atom in atoms[name]]
    groups: dict[tuple[bool, ...], list[Value | None]] = {}
    for value in values:
        environment = {} if value is None else {name: value}
        groups.setdefault(tuple(test(environment) for test in tests), []).append(value)
    return tuple(map(tuple, groups.values()))


def _atoms(given: Expression) -> Iterator[Expression]:
    match given:
        case expressions.Not(inner=inner):
            yield from _atoms(inner)
        case expressions.And(left=left, right=right) | expressions.Or(left=left, right=right):
            yield from _atoms(left)
            yield from _atoms(right)
        case expressions.Constant():
            return
        case _:
            yield given
