"""Which inputs have to be told apart: letters stand for all combinations of values that some guard tells apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from viva.engines.machines import expressions
from viva.engines.machines.expressions import Expression, names_in
from viva.engines.machines.model import Signal, Signals, System, Type, Value, transitions_of

Values = Mapping[str, tuple[Value | None, ...]]
"""For each input the values that have to be told apart, absence first."""

MOST_LETTERS = 20_000
_MOST_VALUES = 100_000


class Explosion(Exception):
    """More states or letters than were allowed."""


class TooManyLetters(Explosion):
    """In one state the inputs can be combined in more ways than are tried."""


def letters(inputs: Sequence[str], values: Values, reads: int) -> tuple[Signals, ...]:
    names = [name for index, name in enumerate(inputs) if reads >> index & 1]
    count = 1
    for name in names:
        count *= len(values[name])
    if count > MOST_LETTERS:
        raise TooManyLetters(count)
    found = [
        {name: value for name, value in zip(names, choice, strict=True) if value is not None}
        for choice in product(*(values[name] for name in names))
    ]
    return tuple(sorted(found, key=len))


def told_apart(systems: Sequence[System], also: Sequence[Expression] = ()) -> Values:
    """For each input of the first system one of each class of its values: the first, absence before all. Of a very
    large range that is only compared with constants, the values at these and next to them are enough."""
    whole, atoms = _looked_at(systems, also)
    types = systems[0].types
    found: dict[str, tuple[Value | None, ...]] = {}
    for signal in systems[0].inputs:
        corners = _corners(signal.type, atoms[signal.name]) if signal.type.size > _MOST_VALUES else None
        if corners is None or signal.name in whole:
            groups = _classes(signal, whole, atoms, types)
        else:
            groups = _apart(signal.name, [None, *corners], atoms, types)
        found[signal.name] = tuple(group[0] for group in groups)
    return found


def classes(
    systems: Sequence[System], also: Sequence[Expression] = ()
) -> dict[str, tuple[tuple[Value | None, ...], ...]]:
    """For each input of the first system its values, those together that no guard of any of the systems, and no other
    expression, tells apart; None is absence.

    An input that takes part in a calculation, that is compared with another one or whose value is passed on has each
    value for itself.
    """
    whole, atoms = _looked_at(systems, also)
    return {signal.name: _classes(signal, whole, atoms, systems[0].types) for signal in systems[0].inputs}


def _looked_at(systems: Sequence[System], also: Sequence[Expression]) -> tuple[set[str], dict[str, list[Expression]]]:
    """The inputs of which every value can matter, and for each input the conditions that speak of it."""
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
    return whole, atoms


def _classes(
    signal: Signal, whole: set[str], atoms: Mapping[str, Sequence[Expression]], types: Mapping[str, Type]
) -> tuple[tuple[Value | None, ...], ...]:
    if signal.type.size > _MOST_VALUES:
        raise Explosion(signal.type.size)
    values: list[Value | None] = [None, *signal.type.values()]
    if signal.name in whole:
        return tuple((value,) for value in values)
    return _apart(signal.name, values, atoms, types)


def _corners(of: Type, atoms: Sequence[Expression]) -> list[int] | None:
    """The ends of a range, the constants it is compared with, and what is next to them; None where it is used in
    another way."""
    found = {of.low, of.high}
    for atom in atoms:
        match atom:
            case expressions.Present():
                continue
            case expressions.Compare(left=expressions.Name(), right=expressions.Constant(value=number)):
                found |= {number - 1, number, number + 1}
            case expressions.Compare(left=expressions.Constant(value=number), right=expressions.Name()):
                found |= {number - 1, number, number + 1}
            case _:
                return None
    return sorted(number for number in found if of.low <= number <= of.high)


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
