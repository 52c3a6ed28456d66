"""Repair by search: which one small change makes a system show the outputs of another? That change is the mistake.

A change is to one rate, sign, guard, reset, target or beginning, or a swap of two rates or two limits; the numbers that
are tried are those that occur in either system. `repair` tries the likely ones first and takes the first that works.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from viva.core.records import dataclass
from viva.engines.hybrid.comparing import Outcome, Over, compare, never
from viva.engines.hybrid.model import (
    ONE,
    Affine,
    Automaton,
    Case,
    Condition,
    Constraint,
    Mode,
    Span,
    System,
    Transition,
    constant,
)

MOST = 400
OF_TRANSITIONS = ("limit", "direction", "reset", "target", "superfluous", "swap_guards")
"""The kinds of change that are made to a transition; the others are made to a mode or to the beginning."""


@dataclass(frozen=True, slots=True)
class Change:
    """`kind` says what is changed, `automaton` and `number` where: the mode or the transition; `variable` of which
    variable. `old` and `new` are what stands there: rates, conditions, values or modes."""

    kind: str
    automaton: int
    number: int
    variable: int | None
    old: object
    new: object
    other: int | None = None  # the second of two that are swapped


def repair(  # noqa: PLR0917 what is compared, and how much work that may be
    actual: System, expected: System, threshold: Fraction, horizon: Fraction, most: int = MOST, over: Over = never
) -> tuple[Change, System, Outcome] | None:
    """The change, what it makes of the system, and how that compares: its outputs are right."""
    tried = 0
    seen = {actual}
    for change, system in changes(actual, expected):
        if system in seen:
            continue
        seen.add(system)
        tried += 1
        if tried > most or over():
            return None
        found = compare(system, expected, threshold, horizon, first_only=True, over=over)
        if found.kind in ("equal", "same"):
            return change, system, found
    return None


def changes(actual: System, expected: System) -> Iterator[tuple[Change, System]]:
    yield from _beginnings(actual, expected)
    yield from _signs(actual)
    yield from _rates(actual, expected)
    yield from _limits(actual, expected)
    yield from _resets(actual, expected)
    yield from _swaps(actual)
    yield from _targets(actual)
    yield from _directions(actual)
    yield from _left_out(actual)


def _with_mode(system: System, number: int, index: int, mode: Mode) -> System:
    automaton = system.automata[number]
    modes = (*automaton.modes[:index], mode, *automaton.modes[index + 1 :])
    return _with(system, number, replace(automaton, modes=modes))


def _with_transition(system: System, number: int, index: int, *transition: Transition) -> System:
    automaton = system.automata[number]
    kept = (*automaton.transitions[:index], *transition, *automaton.transitions[index + 1 :])
    return _with(system, number, replace(automaton, transitions=kept))


def _with(system: System, number: int, automaton: Automaton) -> System:
    return replace(system, automata=(*system.automata[:number], automaton, *system.automata[number + 1 :]))


def _with_rate(system: System, number: int, index: int, variable: int, rate: Affine) -> System:
    mode = system.automata[number].modes[index]
    flow = {**dict(mode.flow), variable: rate}
    return _with_mode(system, number, index, replace(mode, flow=tuple(sorted(flow.items()))))


def _modes(system: System) -> Iterator[tuple[int, int, Mode]]:
    for number, automaton in enumerate(system.automata):
        for index, mode in enumerate(automaton.modes):
            yield number, index, mode


def _transitions(system: System) -> Iterator[tuple[int, int, Transition]]:
    for number, automaton in enumerate(system.automata):
        for index, each in enumerate(automaton.transitions):
            yield number, index, each


def _beginnings(actual: System, expected: System) -> Iterator[tuple[Change, System]]:
    for name in expected.outputs:
        index, asked = actual.position(name), expected.initial[expected.position(name)]
        if actual.initial[index] != asked:
            values = (*actual.initial[:index], asked, *actual.initial[index + 1 :])
            yield Change("value", 0, 0, index, actual.initial[index].low, asked.low), replace(actual, initial=values)
    for number, automaton in enumerate(actual.automata):
        for mode in range(len(automaton.modes)):
            if mode != automaton.initial:
                change = Change("start", number, mode, None, automaton.initial, mode)
                yield change, _with(actual, number, replace(automaton, initial=mode))
    for index, span in enumerate(actual.initial):
        if span.low and actual.variables[index] not in expected.outputs:
            zero = Span(Fraction(0), Fraction(0))
            values = (*actual.initial[:index], zero, *actual.initial[index + 1 :])
            yield Change("value", 0, 0, index, span.low, Fraction(0)), replace(actual, initial=values)


def _rate(mode: Mode, variable: int) -> Affine:
    return dict(mode.flow).get(variable, Affine())


def _signs(actual: System) -> Iterator[tuple[Change, System]]:
    for number, index, mode in _modes(actual):
        for variable, rate in mode.flow:
            parts = [rate.times(-ONE)]
            if rate.terms:
                parts += [Affine(rate.terms, -rate.constant), Affine.of({i: -f for i, f in rate.terms}, rate.constant)]
            for new in parts:
                if new != rate:
                    yield (
                        Change("sign", number, index, variable, rate, new),
                        _with_rate(actual, number, index, variable, new),
                    )


def _rates(actual: System, expected: System) -> Iterator[tuple[Change, System]]:
    """Rates that the variable has elsewhere: in other modes, and in the other system where it has the same name."""
    for number, index, mode in _modes(actual):
        for variable, name in enumerate(actual.variables):
            known = [_rate(each, variable) for _, _, each in _modes(actual)]
            if name in expected.variables:
                for _, _, each in _modes(expected):
                    asked = _carried(_rate(each, expected.position(name)), expected, actual)
                    known += [asked] if asked is not None else []
            known += [constant(1), constant(0)]
            old = _rate(mode, variable)
            for rate in dict.fromkeys(known):
                if rate != old:
                    yield (
                        Change("rate", number, index, variable, old, rate),
                        _with_rate(actual, number, index, variable, rate),
                    )


def _carried(value: Affine, source: System, target: System) -> Affine | None:
    """An expression of one system in the variables of another, where these have the same names."""
    names = target.names
    terms = {}
    for index, factor in value.terms:
        if source.names[index] not in names:
            return None
        terms[names.index(source.names[index])] = factor
    return Affine.of(terms, value.constant)


def _constraints(condition: Condition) -> Iterator[tuple[int, int, Constraint]]:
    for number, case in enumerate(condition):
        for index, each in enumerate(case.constraints):
            yield number, index, each


def _with_constraint(condition: Condition, number: int, index: int, new: Constraint) -> Condition:
    case = condition[number]
    changed = Case((*case.constraints[:index], new, *case.constraints[index + 1 :]), case.events)
    return (*condition[:number], changed, *condition[number + 1 :])


def _limits(actual: System, expected: System) -> Iterator[tuple[Change, System]]:
    numbers: dict[Fraction, None] = {}
    for system in (expected, actual):
        for _, _, each in _transitions(system):
            for _, _, constraint in _constraints(each.guard):
                if constraint.left.terms:
                    numbers[-constraint.left.constant / constraint.left.terms[0][1]] = None
    for number, index, each in _transitions(actual):
        for case, row, constraint in _constraints(each.guard):
            if not constraint.left.terms:
                continue
            factor = constraint.left.terms[0][1]
            for limit in numbers:
                left = Affine(constraint.left.terms, -limit * factor)
                if left != constraint.left:
                    guard = _with_constraint(each.guard, case, row, Constraint(left, constraint.equal))
                    change = Change("limit", number, index, None, each.guard, guard)
                    yield change, _with_transition(actual, number, index, replace(each, guard=guard))


def _directions(actual: System) -> Iterator[tuple[Change, System]]:
    for number, index, each in _transitions(actual):
        for case, row, constraint in _constraints(each.guard):
            new = Constraint(constraint.left.times(-ONE))
            if _passes(actual.automata[number].modes[each.source], new):
                continue
            guard = _with_constraint(each.guard, case, row, new)
            yield (
                Change("direction", number, index, None, each.guard, guard),
                _with_transition(actual, number, index, replace(each, guard=guard)),
            )


def _passes(mode: Mode, constraint: Constraint) -> bool:
    """Whether time in a mode makes a guard false: nobody waits for that."""
    rates = [(factor, _rate(mode, variable)) for variable, factor in constraint.left.terms]
    return all(rate.is_constant for _, rate in rates) and sum(factor * rate.constant for factor, rate in rates) < 0


def _resets(actual: System, expected: System) -> Iterator[tuple[Change, System]]:
    numbers: dict[Affine, None] = {constant(0): None}
    for system in (expected, actual):
        for _, _, each in _transitions(system):
            for _, value in each.reset:
                if value.is_constant:
                    numbers[value] = None
    for number, index, each in _transitions(actual):
        own = dict(each.reset)
        for variable in range(len(actual.variables)):
            kept = {other: value for other, value in own.items() if other != variable}
            new: list[tuple[Affine | None, dict[int, Affine]]] = [
                (value, {**kept, variable: value}) for value in numbers
            ]
            for asked, reset in [*new, (None, kept)]:
                if own.get(variable) != asked:
                    changed = replace(each, reset=tuple(sorted(reset.items())))
                    change = Change("reset", number, index, variable, own.get(variable), asked)
                    yield change, _with_transition(actual, number, index, changed)


def _swaps(actual: System) -> Iterator[tuple[Change, System]]:
    modes = list(_modes(actual))
    for at, (number, index, mode) in enumerate(modes):
        for other, second, partner in modes[at + 1 :]:
            for variable in range(len(actual.variables)):
                one, two = _rate(mode, variable), _rate(partner, variable)
                pairs = [(two, one)]
                if one.is_constant and two.is_constant:  # only the sizes: each keeps its sign
                    sign = [(-1 if each.constant < 0 else 1) for each in (one, two)]
                    sizes = [abs(each.constant) for each in (one, two)]
                    pairs.append((constant(sizes[1] * sign[0]), constant(sizes[0] * sign[1])))
                for first, last in pairs:
                    if one != two and number == other and (first, last) != (one, two):
                        swapped = _with_rate(
                            _with_rate(actual, number, index, variable, first), other, second, variable, last
                        )
                        yield Change("swap", number, index, variable, (one, two), (first, last), second), swapped
    transitions = list(_transitions(actual))
    for at, (number, index, each) in enumerate(transitions):
        for other, second, pair in transitions[at + 1 :]:
            if number == other and each.guard != pair.guard:
                swapped = _with_transition(actual, number, index, replace(each, guard=pair.guard))
                swapped = _with_transition(swapped, other, second, replace(pair, guard=each.guard))
                yield Change("swap_guards", number, index, None, each.guard, pair.guard, second), swapped


def _targets(actual: System) -> Iterator[tuple[Change, System]]:
    for number, index, each in _transitions(actual):
        for mode in range(len(actual.automata[number].modes)):
            if mode != each.target:
                change = Change("target", number, index, None, each.target, mode)
                yield change, _with_transition(actual, number, index, replace(each, target=mode))


def _left_out(actual: System) -> Iterator[tuple[Change, System]]:
    for number, index, each in _transitions(actual):
        yield Change("superfluous", number, index, None, each, None), _with_transition(actual, number, index)
