"""Start reading here: hybrid systems as frozen values, over exact fractions.

A system has real variables and one or several automata side by side. Each automaton is in one of its modes; a mode says
how fast the variables change, and transitions lead to other modes. Variables are known by their positions: first those
of the system, then its signals that are given from outside.

What a system means is fixed (`running.py` holds it):

- A guard is closed: `<` means `<=`. A transition is taken at the first instant at which its guard holds, also at once
  when a mode is entered with the guard already true.
- An invariant delays: a transition into a mode whose invariant would not hold is taken only where no time can pass any
  more. Where an invariant ends and no guard holds, the system is stuck. No invariant is made up from guards.
- What is enabled at one instant in different automata is taken together, on the values from before. Several possible
  transitions of one automaton are a choice: each of them may be taken.
- At the instant of an event, what needs no event is settled first, then the event is seen once, then all settles again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from fractions import Fraction

from viva.core.records import dataclass

ZERO, ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True, slots=True)
class Affine:
    """A sum of variables, by their positions in ascending order and without zeros, and a constant."""

    terms: tuple[tuple[int, Fraction], ...] = ()
    constant: Fraction = ZERO

    @classmethod
    def of(cls, terms: Mapping[int, Fraction], constant: Fraction) -> Affine:
        return cls(tuple((index, terms[index]) for index in sorted(terms) if terms[index]), constant)

    @property
    def is_constant(self) -> bool:
        return not self.terms

    def at(self, values: Sequence[Fraction]) -> Fraction:
        total = self.constant
        for index, factor in self.terms:
            total += factor * values[index]
        return total

    def slope(self, rates: Sequence[Fraction]) -> Fraction:
        """How fast it changes where the variables change with these rates."""
        total = ZERO
        for index, factor in self.terms:
            total += factor * rates[index]
        return total

    def plus(self, other: Affine, times: Fraction = ONE) -> Affine:
        terms = dict(self.terms)
        for index, factor in other.terms:
            terms[index] = terms.get(index, ZERO) + times * factor
        return Affine.of(terms, self.constant + times * other.constant)

    def times(self, factor: Fraction) -> Affine:
        return Affine.of({index: each * factor for index, each in self.terms}, self.constant * factor)

    def after(self, reset: Mapping[int, Affine]) -> Affine:
        """Its value after a reset, by the values before."""
        found = Affine((), self.constant)
        for index, factor in self.terms:
            found = found.plus(reset.get(index, variable(index)), factor)
        return found

    def moved(self, positions: Sequence[int]) -> Affine:
        """The same with each variable at another position."""
        return Affine.of({positions[index]: factor for index, factor in self.terms}, self.constant)


def variable(index: int) -> Affine:
    return Affine(((index, ONE),))


def constant(value: Fraction | int) -> Affine:
    return Affine((), Fraction(value))


@dataclass(frozen=True, slots=True)
class Constraint:
    """`left` is at least 0, or just 0."""

    left: Affine
    equal: bool = False

    def holds(self, values: Sequence[Fraction]) -> bool:
        value = self.left.at(values)
        return value == 0 if self.equal else value >= 0

    def moved(self, positions: Sequence[int]) -> Constraint:
        return Constraint(self.left.moved(positions), self.equal)


@dataclass(frozen=True, slots=True)
class Case:
    """All of these together: constraints, and events that are there."""

    constraints: tuple[Constraint, ...] = ()
    events: frozenset[str] = frozenset()

    def holds(self, values: Sequence[Fraction], events: frozenset[str]) -> bool:
        return self.events <= events and all(each.holds(values) for each in self.constraints)


Condition = tuple[Case, ...]
"""One of these."""

TRUE: Condition = (Case(),)
FALSE: Condition = ()


def both(one: Condition, other: Condition) -> Condition:
    return tuple(
        Case((*left.constraints, *right.constraints), left.events | right.events) for left in one for right in other
    )


def after_reset(condition: Condition, reset: Mapping[int, Affine]) -> Condition:
    return tuple(
        Case(tuple(Constraint(each.left.after(reset), each.equal) for each in case.constraints), case.events)
        for case in condition
    )


def moved_condition(condition: Condition, positions: Sequence[int]) -> Condition:
    return tuple(Case(tuple(each.moved(positions) for each in case.constraints), case.events) for case in condition)


Assignments = tuple[tuple[int, Affine], ...]
"""What some variables get, by their positions in ascending order."""


def _moved(assignments: Assignments, positions: Sequence[int]) -> Assignments:
    return tuple(sorted((positions[index], value.moved(positions)) for index, value in assignments))


@dataclass(frozen=True, slots=True)
class Mode:
    """How fast variables change here; those that are not named do not."""

    name: str
    flow: Assignments = ()
    invariant: Condition = TRUE

    def moved(self, positions: Sequence[int]) -> Mode:
        return Mode(self.name, _moved(self.flow, positions), moved_condition(self.invariant, positions))


@dataclass(frozen=True, slots=True)
class Transition:
    """Modes are numbers. Automata that know a `label` take their transitions with it together or not at all."""

    source: int
    target: int
    guard: Condition = TRUE
    reset: Assignments = ()
    label: str = ""

    def moved(self, positions: Sequence[int]) -> Transition:
        guard, reset = moved_condition(self.guard, positions), _moved(self.reset, positions)
        return Transition(self.source, self.target, guard, reset, self.label)


@dataclass(frozen=True, slots=True)
class Automaton:
    name: str
    modes: tuple[Mode, ...]
    transitions: tuple[Transition, ...]
    initial: int

    def leaving(self, mode: int) -> list[int]:
        return [number for number, each in enumerate(self.transitions) if each.source == mode]


@dataclass(frozen=True, slots=True)
class Signal:
    """A value given from outside: from each time on the value there, changing with the slope."""

    name: str
    pieces: tuple[tuple[Fraction, Fraction, Fraction], ...]  # time, value, slope


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happens at these instants; None: at any instants, as often as it likes."""

    name: str
    times: tuple[Fraction, ...] | None


@dataclass(frozen=True, slots=True)
class Inputs:
    signals: tuple[Signal, ...] = ()
    events: tuple[Event, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        return (*(each.name for each in self.signals), *(each.name for each in self.events))


@dataclass(frozen=True, slots=True)
class Span:
    """A value, or all values between two."""

    low: Fraction
    high: Fraction

    @property
    def is_point(self) -> bool:
        return self.low == self.high


@dataclass(frozen=True, slots=True)
class System:
    """`outputs` are the variables that others see. `lines` says where a mode or transition stands in its file, where
    that is known: by ("mode", automaton, number) and ("transition", automaton, number)."""

    variables: tuple[str, ...]
    outputs: tuple[str, ...]
    automata: tuple[Automaton, ...]
    initial: tuple[Span, ...]
    inputs: Inputs = field(default_factory=Inputs)
    lines: Mapping[tuple[str, int, int], int] = field(default_factory=dict, compare=False)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all positions."""
        return (*self.variables, *(signal.name for signal in self.inputs.signals))

    def position(self, name: str) -> int:
        return self.variables.index(name)

    @property
    def is_point(self) -> bool:
        return all(span.is_point for span in self.initial)

    @property
    def starts(self) -> tuple[Fraction, ...]:
        """The initial values; of a set the middle."""
        return tuple((span.low + span.high) / 2 for span in self.initial)

    @property
    def has_constant_rates(self) -> bool:
        """Whether all rates are numbers between two transitions: signals may change them in steps, and so may variables
        that only resets change."""
        moving = {
            index
            for automaton in self.automata
            for mode in automaton.modes
            for index, rate in mode.flow
            if rate != Affine()
        }
        for index, signal in enumerate(self.inputs.signals, len(self.variables)):
            if any(slope for _, _, slope in signal.pieces):
                moving.add(index)
        return not any(
            index in moving
            for automaton in self.automata
            for mode in automaton.modes
            for _, rate in mode.flow
            for index, _ in rate.terms
        )

    def mode_names(self, modes: Sequence[int]) -> tuple[str, ...]:
        return tuple(each.modes[mode].name for each, mode in zip(self.automata, modes, strict=True))
