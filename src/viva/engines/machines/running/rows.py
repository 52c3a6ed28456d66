"""What a system does in one of its states, for all letters at once: what the units of `units.py` share and ask.

Each machine numbers its own configurations. What it does in one of them depends only on the letter and on the signals
and variables of others that it reads: its context. So everything that can happen to a machine has a few small numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Sized
from typing import Protocol

from viva.engines.machines.model import Signals, Value
from viva.engines.machines.running.input_classes import Values, letters
from viva.engines.machines.semantics import Configuration, Nondeterministic, OutOfRange, Rules, Writes

Fault = Nondeterministic | OutOfRange
Plan = Sequence[tuple[int, int]]


Cells = tuple[int, Sequence[int], tuple[int, ...]]
"""The inputs that are read, as bits; for each letter over them the number of the next configuration, and the number of
what is written. Where there is a fault they are -1 and the complement of the number of the fault, below 0 too."""


class Together:
    """What the machines of one system share: letters, what was ever written, faults."""

    def __init__(self, inputs: Sequence[str], values: Values, rules: Rules, variables: tuple[str, ...]) -> None:
        self.inputs = inputs
        self.values = values
        self.rules = rules
        self.variables = variables
        self.written: list[Writes] = [{}]
        self.faults: list[Fault] = []
        self._letters: dict[int, tuple[Signals, ...]] = {}
        self._numbers: dict[tuple[tuple[str, Value], ...], int] = {(): 0}
        self._joined: dict[tuple[int, int], int] = {}
        self._plans: dict[tuple[int, int], Plan] = {}

    def letters(self, reads: int) -> tuple[Signals, ...]:
        """All combinations of values of these inputs, those with the fewest present signals first."""
        found = self._letters.get(reads)
        if found is None:
            found = self._letters[reads] = letters(self.inputs, self.values, reads)
        return found

    def place_finder(self, reads: int) -> Callable[[Signals], int]:
        """Finds the place of a letter, as far as it counts, among the letters over what is read."""
        names = [name for index, name in enumerate(self.inputs) if reads >> index & 1]
        places = {tuple(letter.get(name) for name in names): at for at, letter in enumerate(self.letters(reads))}
        return lambda letter: places[tuple(letter.get(name) for name in names)]

    def plan(self, one: int, other: int) -> Plan:
        """For each letter over what both read its place among the letters of the one and of the other."""
        found = self._plans.get((one, other))
        if found is None:
            finders = self.place_finder(one), self.place_finder(other)
            found = [(finders[0](letter), finders[1](letter)) for letter in self.letters(one | other)]
            self._plans[one, other] = found
        return found

    def number(self, written: Writes) -> int:
        key = tuple(written.items())  # the same in another order has another number: that is only a little waste
        found = self._numbers.get(key)
        if found is None:
            found = self._numbers[key] = len(self.written)
            self.written.append(written)
        return found

    def joined(self, one: int, other: int) -> int:
        """What both write together; the second wins."""
        if not one or not other:
            return one or other
        found = self._joined.get((one, other))
        if found is None:
            found = self._joined[one, other] = self.number({**self.written[one], **self.written[other]})
        return found

    def fault(self, fault: Fault) -> int:
        """Its number, complemented."""
        self.faults.append(fault)
        return -len(self.faults)


class Contexts:
    """What a machine sees of others, numbered: the values of these names, absence left out."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)
        self.values: list[Signals] = []
        self._numbers: dict[tuple[Value | None, ...], int] = {}

    def number(self, seen: Mapping[str, Value]) -> int:
        key = tuple([seen.get(name) for name in self.names])
        found = self._numbers.get(key)
        if found is None:
            found = self._numbers[key] = len(self.values)
            self.values.append({name: value for name, value in zip(self.names, key, strict=True) if value is not None})
        return found


class Unit(Protocol):
    """A machine, or parts together. Configuration 0 is where it begins; `met` has all that were met so far."""

    contexts: Contexts

    @property
    def met(self) -> Sized: ...

    def reads(self, local: int) -> int: ...

    def cells(self, local: int, context: int) -> Cells:
        """Only inputs in `reads(local)` are told apart, whatever the context is."""

    def configuration(self, local: int) -> Configuration: ...
