"""One flat machine with the behaviour of a composed or hierarchical one; its states are named after where they come
from. Variables and memory become states."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from viva.engines.machines.expressions import FALSE, TRUE, And, Compare, Constant, Expression, Name, Not, Or, Present
from viva.engines.machines.model import FSM, Assignment, Signals, State, System, Transition, Type, Value
from viva.engines.machines.running.behaviour import Behaviour, Outputs
from viva.engines.machines.running.input_classes import classes
from viva.engines.machines.running.table import Table, minimise, tabulate
from viva.engines.machines.semantics import TEXTBOOK, Rules

Classes = Mapping[str, tuple[tuple[Value | None, ...], ...]]


def flatten(system: System, *, minimal: bool = True, rules: Rules = TEXTBOOK, limit: int = 50_000) -> System:
    """The flat machine; with `minimal` the smallest one. Raises Explosion, or the first fault of the system."""
    apart = classes([system])
    values = {name: tuple(group[0] for group in groups) for name, groups in apart.items()}
    table = tabulate(Behaviour(system, rules, values=values), limit)
    return as_system(minimise(table) if minimal else table, system, apart)


def as_system(table: Table, like: System, apart: Classes) -> System:
    """The flat machine of a table, with the inputs and outputs of another system."""
    shown = [signal.name for signal in like.outputs]
    types = {signal.name: signal.type for signal in (*like.inputs, *like.outputs)}
    names = [signal.name for signal in like.inputs if any(signal.name in letter for letter in table.letters)]
    states = tuple(State(name, index == 0) for index, name in enumerate(table.names))
    transitions = []
    for state, row in enumerate(table.rows):
        groups: dict[tuple[int, Outputs], list[Signals]] = {}
        for letter, (target, outputs) in zip(table.letters, row, strict=True):
            if target != state or any(value is not None for value in outputs):  # otherwise to stay is enough
                groups.setdefault((target, outputs), []).append(letter)
        for (target, outputs), letters in groups.items():
            actions = tuple(
                Assignment(name, _constant(value))
                for name, value in zip(shown, outputs, strict=True)
                if value is not None
            )
            guard = guard_of(letters, names, apart, types)
            transitions.append(Transition(table.names[state], table.names[target], guard, actions))
    return System(like.inputs, like.outputs, FSM(states, tuple(transitions)))


def _constant(value: Value) -> Expression:
    return Name(value) if isinstance(value, str) else Constant(value)


def guard_of(letters: Sequence[Signals], names: Sequence[str], apart: Classes, types: Mapping[str, Type]) -> Expression:
    """A short guard that holds exactly for these letters, and for those that no guard tells apart from them."""
    place = {name: {group[0]: at for at, group in enumerate(apart[name])} for name in names}
    cubes = {tuple(frozenset([place[name][letter.get(name)]]) for name in names) for letter in letters}
    for axis in range(len(names)):  # letters that differ only in one signal become one
        merged: dict[tuple[tuple[frozenset[int], ...], tuple[frozenset[int], ...]], frozenset[int]] = {}
        for cube in sorted(cubes, key=_order):
            rest = (cube[:axis], cube[axis + 1 :])
            merged[rest] = merged.get(rest, frozenset()) | cube[axis]
        cubes = {(*before, found, *after) for (before, after), found in merged.items()}
    ordered = sorted(cubes, key=_order)
    return _any(
        [_all([_literal(name, part, apart, types) for name, part in zip(names, cube, strict=True)]) for cube in ordered]
    )


def _order(cube: tuple[frozenset[int], ...]) -> list[list[int]]:
    return [sorted(part) for part in cube]


def _any(given: Sequence[Expression]) -> Expression:
    kept = [each for each in given if each != FALSE]
    if TRUE in kept:
        return TRUE
    return _joined(Or, kept) if kept else FALSE


def _all(given: Sequence[Expression]) -> Expression:
    kept = [each for each in given if each != TRUE]
    return _joined(And, kept) if kept else TRUE


def _joined(join: type[And] | type[Or], given: Sequence[Expression]) -> Expression:
    found = given[0]
    for each in given[1:]:
        found = join(found, each)
    return found


def _literal(name: str, part: frozenset[int], apart: Classes, types: Mapping[str, Type]) -> Expression:
    """That the value of a signal is in one of these classes."""
    groups = apart[name]
    if len(part) == len(groups):
        return TRUE
    inside = [value for at in sorted(part) for value in groups[at]]
    outside = [value for at, group in enumerate(groups) if at not in part for value in group]
    if None not in inside and len(inside) <= len(outside):
        return _one_of(name, inside, types[name])
    if None in inside:
        return Not(_one_of(name, outside, types[name]))
    without = [value for value in outside if value is not None]
    return And(Present(name), Not(_one_of(name, without, types[name]))) if without else Present(name)


def _one_of(name: str, values: Sequence[Value | None], of: Type) -> Expression:
    """That a present signal has one of these values."""
    if len(values) == of.size:
        return Name(name) if of.kind == "pure" else Present(name)
    if of.kind == "bool":
        return Name(name) if values[0] is True else Compare("==", Name(name), FALSE)
    if of.kind == "int":
        return _ranges(name, sorted(value for value in values if isinstance(value, int)), of)
    return _any([Compare("==", Name(name), Name(str(value))) for value in values])


def _ranges(name: str, numbers: list[int], of: Type) -> Expression:
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number - 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return _any([_range(name, low, high, of) for low, high in runs])


def _range(name: str, low: int, high: int, of: Type) -> Expression:
    if low == high:
        return Compare("==", Name(name), Constant(low))
    below = Compare("<=", Name(name), Constant(high))
    above = Compare(">=", Name(name), Constant(low))
    if low == of.low:
        return below
    return above if high == of.high else And(above, below)
