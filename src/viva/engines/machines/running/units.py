"""Machines and their compositions, each with rows of its own that are put together to the rows of the whole.

The rules of `semantics.py` are applied once for each situation of a single machine (`Alone`); what parts do together is
looked up (`Two`). Parts are put together two by two: then both halves have few configurations where the whole has many.

Only rules under which an entered refinement waits and a cascade hears at once can be put together like this. For the
others every reaction is run by itself (`EachReaction`).
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from viva.engines.machines import semantics
from viva.engines.machines.model import Environment, Machine, Signals, Value, Variable, machines_of
from viva.engines.machines.running.prepared import Prepared, Single, Step, initial
from viva.engines.machines.running.rows import Cells, Contexts, Plan, Together, Unit
from viva.engines.machines.semantics import (
    Configuration,
    Moment,
    Nondeterministic,
    OutOfRange,
    Rules,
    Writes,
    act,
    after_refinement,
    container_wins,
    enter,
    preempting,
    remembering,
    the_enabled,
)

Choice = tuple[Step | None, int]
"""The transition that is taken, or none, and what was written so far or the complement of the number of a fault."""

_KEPT = 200_000  # rows of one unit that are remembered
_SHIFT = 32
_LOWER = (1 << _SHIFT) - 1


def composes(machine: Machine, rules: Rules, variables: bool) -> bool:
    """Whether a machine is put together from units. One machine whose variables make its states gains nothing by it."""
    if rules.entered_reacts or rules.cascade_delayed or rules.history_is_shallow:
        return False
    return not variables or any(len(path) > 0 for path, _ in machines_of(machine))


class EachReaction:
    """A system of which every reaction is run by itself. Its variables are part of its configurations."""

    def __init__(
        self, machine: Prepared, together: Together, variables: Sequence[Variable], shown: Sequence[str]
    ) -> None:
        self.machine = machine
        self.together = together
        self.variables = tuple(variable.name for variable in variables)
        self.shown = shown
        self.contexts = Contexts(())
        first = initial(machine), tuple(variable.initial for variable in variables)
        self.met = [first]
        self._numbers = {first: 0}
        self._said: dict[tuple[Value | None, ...], int] = {}

    def configuration(self, local: int) -> Configuration:
        return self.met[local][0]

    def held(self, local: int) -> Signals:
        return dict(zip(self.variables, self.met[local][1], strict=True))

    def reads(self, local: int) -> int:
        if self.together.rules.entered_reacts:  # what is entered reads too
            return (1 << len(self.together.inputs)) - 1
        return semantics.reads(self.machine, self.met[local][0])

    def cells(self, local: int, context: int) -> Cells:  # noqa: ARG002 there is nothing outside
        before, values = self.met[local]
        held, together, numbers = self.held(local), self.together, self._numbers
        moment = Moment(together.rules, frozenset(self.variables))
        targets: list[int] = []
        writes: list[int] = []
        reads = self.reads(local)
        for letter in together.letters(reads):
            try:
                after, written = semantics.react(self.machine, before, {**letter, **held} if held else letter, moment)
            except (Nondeterministic, OutOfRange) as fault:
                targets.append(-1)
                writes.append(together.fault(fault))
                continue
            kept = tuple([written.get(name, held[name]) for name in self.variables]) if written and held else values
            number = numbers.get((after, kept))
            if number is None:
                number = numbers[after, kept] = len(self.met)
                self.met.append((after, kept))
            targets.append(number)
            writes.append(self._written(written) if written else 0)
        return reads, targets, tuple(writes)

    def _written(self, written: Writes) -> int:
        said = tuple([written.get(name) for name in self.shown])
        found = self._said.get(said)
        if found is None:
            shown = {name: value for name, value in zip(self.shown, said, strict=True) if value is not None}
            found = self._said[said] = self.together.number(shown)
        return found


class _Remembered:
    """The rows of a unit that were asked for, up to a number."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.known: dict[tuple[int, int], Cells] = {}

    def row(self, local: int, context: int) -> Cells:
        found = self.known.get((local, context))
        if found is None:
            if len(self.known) >= _KEPT:
                self.known.clear()
            found = self.known[local, context] = self.unit.cells(local, context)
        return found


def unit_of(machine: Prepared, together: Together) -> Unit:
    if isinstance(machine, Single):
        return Alone(machine, together)
    parts = [unit_of(part, together) for part in machine.parts]
    return Parts(_halves(parts, None if machine.cascade else frozenset(together.variables), together))


def _halves(parts: Sequence[Unit], heard: frozenset[str] | None, together: Together) -> Unit:
    if len(parts) == 1:
        return parts[0]
    middle = len(parts) // 2
    one, other = _halves(parts[:middle], heard, together), _halves(parts[middle:], heard, together)
    return Two((one, other), frozenset(other.contexts.names) if heard is None else heard, together)


class Alone:
    """A single machine. A configuration is its state, and the number of the configuration of each refinement."""

    def __init__(self, machine: Single, together: Together) -> None:
        units = [None if each is None else unit_of(each, together) for each in machine.refinements]
        self.together = together
        self.machine = replace(machine, begins=(0,) * len(units))
        self._inner = [None if unit is None else _Remembered(unit) for unit in units]
        self._units = [unit for unit in units if unit is not None]
        self._refined = bool(self._units)
        names = [*machine.others, *(name for unit in self._units for name in unit.contexts.names)]
        self.contexts = Contexts(tuple(dict.fromkeys(names)))
        first: Configuration = machine.initial, (0,) * len(self._units)
        self.met = [first]
        self._numbers = {first: 0}
        self._chosen: dict[tuple[int, int], Sequence[Choice]] = {}
        self._thens: dict[tuple[int, int, int, int], Choice] = {}
        self._inside: list[dict[int, int]] = [{} for _ in units]
        self._entries: dict[tuple[int, int], int] = {}

    def configuration(self, local: int) -> Configuration:
        current, memory = self.met[local]
        return current, tuple(unit.configuration(number) for unit, number in zip(self._units, memory, strict=True))

    def reads(self, local: int) -> int:
        current, memory = self.met[local]
        found, inner, slot = self.machine.reads[current], self._inner[current], self.machine.slots[current]
        return found if inner is None or slot is None else found | inner.unit.reads(memory[slot])

    def cells(self, local: int, context: int) -> Cells:
        """The same as `semantics.react_single` for each letter."""
        current, memory = self.met[local]
        slot = self.machine.slots[current]
        chosen = self._first_choices(current, context)
        targets: list[int] = []
        writes: list[int] = []
        own = self.machine.reads[current]
        if slot is None:
            for step, written in chosen:
                targets.append(self._entered(local, step) if step is not None else local if written >= 0 else -1)
                writes.append(written)
            return own, targets, tuple(writes)
        inner = self._inner[current]
        assert inner is not None
        number = memory[slot]
        reading, inside, written_inside = inner.row(number, self._context_inside(current, context))
        for here, there in self.together.plan(own, reading):
            step, written = chosen[here]
            after = local
            if step is None and written >= 0:  # nothing keeps the refinement from reacting
                reached, written = inside[there], written_inside[there]
                if written >= 0:
                    after = local if reached == number else self._remembering(local, slot, reached)
                    step, written = self._then(current, context, here, written)
            targets.append(self._entered(after, step) if step is not None else after if written >= 0 else -1)
            writes.append(written)
        return own | reading, targets, tuple(writes)

    def _first_choices(self, current: int, context: int) -> Sequence[Choice]:
        """For each letter what happens before a refinement could react."""
        found = self._chosen.get((current, context))
        if found is None:
            refined = self.machine.slots[current] is not None
            outside, outgoing = self.contexts.values[context], self.machine.outgoing[current]
            found = [
                self._choice(outgoing, {**letter, **outside} if outside else letter, refined)
                for letter in self.together.letters(self.machine.reads[current])
            ]
            if self._refined:  # otherwise each is asked for once
                self._chosen[current, context] = found
        return found

    def _choice(self, outgoing: tuple[Step, ...], seen: Environment, refined: bool) -> Choice:
        together = self.together
        try:
            step = preempting(outgoing, seen, together.rules) if refined else the_enabled(outgoing, seen)
            return (None, 0) if step is None else (step, together.number(act(step, seen)))
        except (Nondeterministic, OutOfRange) as fault:
            return None, together.fault(fault)

    def _then(self, current: int, context: int, letter: int, written: int) -> Choice:
        """What the container does after its refinement has written."""
        key = current, context, letter, written
        found = self._thens.get(key)
        if found is None:
            found = self._thens[key] = self._later_choice(current, context, letter, written)
        return found

    def _later_choice(self, current: int, context: int, letter: int, written: int) -> Choice:
        together = self.together
        inner = together.written[written]
        inputs = together.letters(self.machine.reads[current])[letter]
        seen = {**inputs, **self.contexts.values[context], **inner}
        try:
            step = the_enabled(after_refinement(self.machine.outgoing[current], together.rules), seen)
            if step is None:
                return None, written
            return step, together.number(container_wins(inner, act(step, seen), together.rules))
        except (Nondeterministic, OutOfRange) as fault:
            return None, together.fault(fault)

    def _context_inside(self, current: int, context: int) -> int:
        known = self._inside[current]
        found = known.get(context)
        if found is None:
            inner = self._inner[current]
            assert inner is not None
            found = known[context] = inner.unit.contexts.number(self.contexts.values[context])
        return found

    def _entered(self, local: int, step: Step) -> int:
        if not self._refined:
            return self._number((step.target, ()))
        key = local, id(step)
        found = self._entries.get(key)
        if found is None:
            after = enter(self.machine, self.met[local], step, self.together.rules)
            found = self._entries[key] = self._number(after)
        return found

    def _remembering(self, local: int, slot: int, reached: int) -> int:
        inner: Any = reached  # the number of a configuration stands for it here
        return self._number(remembering(self.met[local], slot, inner))

    def _number(self, configuration: Configuration) -> int:
        found = self._numbers.get(configuration)
        if found is None:
            found = self._numbers[configuration] = len(self.met)
            self.met.append(configuration)
        return found


class Two:
    """Two units side by side or in a row. A configuration is the numbers of theirs in one number."""

    def __init__(self, parts: tuple[Unit, Unit], heard: frozenset[str], together: Together) -> None:
        self.parts = parts
        self.together = together
        self.heard = heard.intersection(parts[1].contexts.names)  # what the first writes and the second reads
        self._rows = _Remembered(parts[0]), _Remembered(parts[1])
        self.contexts = Contexts(tuple(dict.fromkeys((*parts[0].contexts.names, *parts[1].contexts.names))))
        self.met = array("q", [0])
        self._numbers: dict[int, int] = {0: 0}
        self._inside: dict[int, tuple[int, int]] = {}
        self._writes: dict[tuple[int, tuple[int, ...], int, tuple[int, ...]], tuple[tuple[int, ...], bool]] = {}
        self._second: dict[tuple[int, int], int] = {}

    def leaves(self, local: int) -> tuple[Configuration, ...]:
        """The configurations of all parts."""
        both = self.met[local]
        return (*_leaves(self.parts[0], both >> _SHIFT), *_leaves(self.parts[1], both & _LOWER))

    def configuration(self, local: int) -> Configuration:
        return self.leaves(local), ()

    def reads(self, local: int) -> int:
        both = self.met[local]
        return self.parts[0].reads(both >> _SHIFT) | self.parts[1].reads(both & _LOWER)

    def cells(self, local: int, context: int) -> Cells:
        """The same as `semantics.react_side_by_side` and `react_in_cascade` for each letter."""
        both = self.met[local]
        one, other = both >> _SHIFT, both & _LOWER
        here_in, there_in = self._inside.get(context) or self._contexts_inside(context)
        first_rows, second_rows = self._rows
        first_reads, first, said = first_rows.known.get((one, here_in)) or first_rows.row(one, here_in)
        # What the second does if the first writes nothing:
        second_reads, second, more = second_rows.known.get((other, there_in)) or second_rows.row(other, there_in)
        plan = self.together.plan(first_reads, second_reads)
        key = first_reads, said, second_reads, more
        writes, simple = self._writes.get(key) or self._joined_writes(key, plan)
        if not simple:
            return self._one_by_one(local, context, plan)
        numbers, met = self._numbers, self.met
        targets: list[int] = []
        for here, there in plan:
            pair = first[here] << _SHIFT | second[there]
            target = numbers.get(pair)
            if target is None:
                target = numbers[pair] = len(met)
                met.append(pair)
            targets.append(target)
        return first_reads | second_reads, targets, writes

    def _joined_writes(
        self, key: tuple[int, tuple[int, ...], int, tuple[int, ...]], plan: Plan
    ) -> tuple[tuple[int, ...], bool]:
        """What both write for each letter, and whether that is all: the second hears nothing, and there is no fault."""
        _, said, _, more = key
        pairs = [(said[here], more[there]) for here, there in plan]
        heard = any(number > 0 and not self.heard.isdisjoint(self.together.written[number]) for number in said)
        simple = not heard and all(min(pair) >= 0 for pair in pairs)
        found = tuple([self.together.joined(*pair) for pair in pairs]) if simple else (), simple
        self._writes[key] = found
        return found

    def _one_by_one(self, local: int, context: int, plan: Plan) -> Cells:
        """For each letter by itself: the second hears something, or there is a fault."""
        both, contexts = self.met[local], self._inside[context]
        other = both & _LOWER
        first_reads, first, said = self._rows[0].row(both >> _SHIFT, contexts[0])
        reads = first_reads
        targets: list[int] = []
        writes: list[int] = []
        for here, there in plan:
            written = said[here]
            heard = contexts[1] if written <= 0 else self._context_after(context, written)
            second_reads, second, more = self._rows[1].row(other, heard)
            reads |= second_reads
            if written < 0 or more[there] < 0:
                targets.append(-1)
                writes.append(written if written < 0 else more[there])
                continue
            pair = first[here] << _SHIFT | second[there]
            target = self._numbers.get(pair)
            if target is None:
                target = self._numbers[pair] = len(self.met)
                self.met.append(pair)
            targets.append(target)
            writes.append(self.together.joined(written, more[there]))
        return reads, targets, tuple(writes)

    def _contexts_inside(self, context: int) -> tuple[int, int]:
        seen = self.contexts.values[context]
        found = self._inside[context] = self.parts[0].contexts.number(seen), self.parts[1].contexts.number(seen)
        return found

    def _context_after(self, context: int, said: int) -> int:
        """What the second sees after the first has written."""
        found = self._second.get((context, said))
        if found is None:
            heard = {name: value for name, value in self.together.written[said].items() if name in self.heard}
            found = self.parts[1].contexts.number({**self.contexts.values[context], **heard})
            self._second[context, said] = found
        return found


def _leaves(unit: Unit, local: int) -> tuple[Configuration, ...]:
    return unit.leaves(local) if isinstance(unit, Two) else (unit.configuration(local),)


class Parts:
    """All parts of one composition."""

    def __init__(self, root: Unit) -> None:
        self.root = root
        self.contexts = root.contexts
        self.met = root.met
        self.cells = root.cells
        self.reads = root.reads

    def configuration(self, local: int) -> Configuration:
        return _leaves(self.root, local), ()
