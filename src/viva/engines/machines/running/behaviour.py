"""The behaviour of a system, found out state by state as it is needed: a Mealy machine that is never larger than what
was asked for.

In each configuration only the inputs that its guards read are told apart, and of their values only those that some
guard tells apart; the others are absent. So the number of letters stays small where there are many inputs.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from viva.core.records import dataclass
from viva.engines.machines import semantics
from viva.engines.machines.model import Signals, System, Value
from viva.engines.machines.running.input_classes import Values, told_apart
from viva.engines.machines.running.prepared import Compiler, Prepared, Single, Step, initial, prepare
from viva.engines.machines.running.rows import Contexts, Fault, Together, Unit
from viva.engines.machines.running.units import EachReaction, Parts, composes, unit_of
from viva.engines.machines.semantics import TEXTBOOK, Configuration, Moment, Rules

Outputs = tuple[Value | None, ...]
_KEPT = 50_000  # rows that are remembered
_SHIFT = 32
_LOWER = (1 << _SHIFT) - 1


class Row(NamedTuple):
    """What happens in one state: for each letter over the inputs in `reads` (bits) the next state, or -1 where there is
    a fault instead, and the outputs."""

    reads: int
    targets: Sequence[int]
    outputs: Sequence[Outputs]


@dataclass(frozen=True, slots=True)
class Reaction:
    """One reaction, told in full: `before` are the states at all levels in which it began, each with the names that
    lead to its machine; `state` says where it ended."""

    inputs: Signals
    outputs: Signals
    taken: tuple[Step, ...]
    before: tuple[tuple[tuple[str, ...], str], ...]
    state: str


class Run:
    """A system that reacts, one reaction after the other: the controller of a robot, say."""

    def __init__(
        self,
        system: System,
        rules: Rules = TEXTBOOK,
        shown: Sequence[str] | None = None,
        machine: Prepared | None = None,
    ) -> None:
        self._machine = machine or prepare(system.machine, Compiler(system.types), {})
        self._rules = rules
        self._shown = tuple(shown if shown is not None else (signal.name for signal in system.outputs))
        self._shared = frozenset(variable.name for variable in system.variables)
        self._configuration = initial(self._machine)
        self.variables: Signals = {variable.name: variable.initial for variable in system.variables}

    @property
    def state(self) -> str:
        """The names of the states at all levels, and the values of variables."""
        return place(self._machine, self._configuration) + _held(self.variables)

    def step(self, inputs: Signals) -> tuple[Signals, tuple[Step, ...]]:
        """One reaction: the outputs, and the transitions that were taken. Raises Nondeterministic and OutOfRange."""
        moment = Moment(self._rules, self._shared)
        seen = {**inputs, **self.variables}
        self._configuration, written = semantics.react(self._machine, self._configuration, seen, moment)
        if written and self.variables:
            self.variables = {name: written.get(name, value) for name, value in self.variables.items()}
        return {name: written[name] for name in self._shown if name in written}, tuple(moment.taken)

    def react(self, inputs: Signals) -> Reaction:
        """One reaction, told in full."""
        before = tuple(active(self._machine, self._configuration))
        outputs, taken = self.step(inputs)
        return Reaction(dict(inputs), outputs, taken, before, self.state)


class Behaviour:
    """States are numbered as they are met; 0 is where it begins. `shown` are the outputs that count, in order; `inputs`
    the names of all inputs, where others look at more of them; `always` those that are told apart in every state."""

    def __init__(
        self,
        system: System,
        rules: Rules = TEXTBOOK,
        *,
        values: Values | None = None,
        shown: Sequence[str] | None = None,
        inputs: Sequence[str] | None = None,
        always: Sequence[str] = (),
        compiler: Compiler | None = None,
    ) -> None:
        self.system = system
        self.rules = rules
        self.inputs = tuple(inputs or (signal.name for signal in system.inputs))
        self.values = values or told_apart([system])
        self.shown = tuple(shown if shown is not None else (signal.name for signal in system.outputs))
        self.variables = tuple(variable.name for variable in system.variables)
        self._shared = frozenset(self.variables)
        bits = {name: 1 << index for index, name in enumerate(self.inputs)}
        self.machine = prepare(system.machine, compiler or Compiler(system.types), bits)
        self.always = sum(bits[name] for name in always)
        self._together = Together(self.inputs, self.values, rules, self.variables)
        composed = composes(system.machine, rules, bool(self.variables))
        self._unit: Unit
        if composed:
            self._unit = unit_of(self.machine, self._together)
        else:
            self._unit = EachReaction(self.machine, self._together, system.variables, self.shown)
        outside = system.variables if composed else ()
        self._held = Contexts(tuple(variable.name for variable in outside))
        first = self._held.number({variable.name: variable.initial for variable in outside})
        self._states = array("q", [first])  # the number of the configuration and of what variables hold, in one
        self._numbers = {first: 0}
        self.met = self._states if outside else self._unit.met
        self._afters: dict[tuple[int, int], int] = {}
        self._context: dict[int, int] = {}
        self._context_of(0)
        self._cells = self._unit.cells
        self._rows: dict[int, Row] = {}
        self._keeps = not isinstance(self._unit, Parts)  # rows of parts are quickly put together again
        self._outputs: dict[tuple[int, ...], Sequence[Outputs]] = {}
        self.faults: dict[tuple[int, int], Fault] = {}
        self._finders: dict[int, Callable[[Signals], int]] = {}
        self.work = 0  # reactions so far

    def __len__(self) -> int:
        """How many states were met so far."""
        return len(self.met)

    def _place(self, state: int) -> tuple[int, int]:
        """The number of its configuration, and of what the variables hold."""
        return (self._states[state] >> _SHIFT, self._states[state] & _LOWER) if self._held.names else (state, 0)

    def configuration(self, state: int) -> tuple[Configuration, Signals]:
        """The states at all levels, and the values of the variables."""
        local, held = self._place(state)
        inside: Signals = self._unit.held(local) if isinstance(self._unit, EachReaction) else {}
        return self._unit.configuration(local), {**self._held.values[held], **inside}

    def reads(self, state: int) -> int:
        return self.always | self._unit.reads(self._place(state)[0])

    def letters(self, reads: int) -> tuple[Signals, ...]:
        """All combinations of values of these inputs, those with the fewest present signals first."""
        return self._together.letters(reads)

    def row(self, state: int) -> Row:
        known = self._rows.get(state)
        if known is None:
            known = self._explored(state)
            self.work += len(known.targets)
            if self._keeps:
                if len(self._rows) >= _KEPT:
                    self._rows.clear()
                self._rows[state] = known
        return known

    def _explored(self, state: int) -> Row:
        local, held, context = state, 0, 0
        if self._held.names:
            local, held = self._place(state)
            found = self._context.get(held)
            context = self._context_of(held) if found is None else found
        reads, targets, writes = self._cells(local, context)
        if self.always & ~reads:
            places = [here for here, _ in self._together.plan(reads, self.always)]
            targets, writes = [targets[at] for at in places], tuple([writes[at] for at in places])
            reads |= self.always
        outputs = self._outputs.get(writes)
        if outputs is None:
            outputs = self._outputs[writes] = [self._said(number) for number in writes]
        if -1 in targets:
            self.faults |= {
                (state, at): self._together.faults[~number] for at, number in enumerate(writes) if number < 0
            }
        if self._held.names:
            targets = [
                target if target < 0 else self._number(target, held, number)
                for target, number in zip(targets, writes, strict=True)
            ]
        return Row(reads, targets, outputs)

    def _context_of(self, held: int) -> int:
        found = self._context[held] = self._unit.contexts.number(self._held.values[held])
        return found

    def _said(self, written: int) -> Outputs:
        if written < 0:
            return ()
        given = self._together.written[written]
        return tuple([given.get(name) for name in self.shown])

    def _number(self, local: int, held: int, written: int) -> int:
        """The number of the state with this configuration after something was written."""
        after = self._afters.get((held, written)) if written else held
        if after is None:
            after = self._held.number({**self._held.values[held], **self._together.written[written]})
            self._afters[held, written] = after
        key = local << _SHIFT | after
        found = self._numbers.get(key)
        if found is None:
            found = self._numbers[key] = len(self._states)
            self._states.append(key)
        return found

    def run(self, word: Sequence[Signals]) -> list[Reaction]:
        """The reactions to a sequence of inputs. Raises the first fault."""
        run = Run(self.system, self.rules, self.shown, self.machine)
        return [run.react(inputs) for inputs in word]

    def outputs(self, word: Sequence[Signals]) -> Iterator[Signals]:
        """Only the outputs of a run, as far as somebody looks at them."""
        run = Run(self.system, self.rules, self.shown, self.machine)
        return (run.step(inputs)[0] for inputs in word)

    def following(self, state: int, inputs: Signals) -> int:
        """The next state, or -1 where there is a fault."""
        row = self.row(state)
        return row.targets[self.letter(row.reads, inputs)]

    def letter(self, reads: int, inputs: Signals) -> int:
        """The place of these inputs, as far as they count, among the letters over what is read."""
        find = self._finders.get(reads)
        if find is None:
            find = self._finders[reads] = self._together.place_finder(reads)
        return find(inputs)

    def plan(self, reads: int, beside: int) -> Sequence[int]:
        """For each letter over what is read here or beside it the place among the letters over what is read here."""
        return [here for here, _ in self._together.plan(reads, beside)]

    def taken(self, state: int, inputs: Signals) -> tuple[Step, ...]:
        """The transitions of one reaction; none where the system stays as it is."""
        configuration, held = self.configuration(state)
        moment = Moment(self.rules, self._shared)
        semantics.react(self.machine, configuration, {**inputs, **held}, moment)
        return tuple(moment.taken)

    def name(self, state: int) -> str:
        """The names of the states at all levels, and the values of variables."""
        configuration, held = self.configuration(state)
        return place(self.machine, configuration) + _held(held)


def _held(variables: Signals) -> str:
    if not variables:
        return ""
    return "{" + ", ".join(f"{name}={show_value(value)}" for name, value in variables.items()) + "}"


def show_value(value: Value | None) -> str:
    if value is None:
        return "absent"
    return str(value).lower() if isinstance(value, bool) else str(value)


def active(machine: Prepared, configuration: Configuration) -> Iterator[tuple[tuple[str, ...], str]]:
    """The current states at all levels, each with the names that lead to its machine."""
    if not isinstance(machine, Single):
        for part, inner in zip(machine.parts, configuration[0], strict=True):
            yield from active(part, inner)
        return
    current, memory = configuration
    yield machine.path, machine.names[current]
    refinement, slot = machine.refinements[current], machine.slots[current]
    if refinement is not None and slot is not None:
        yield from active(refinement, memory[slot])


def place(machine: Prepared, configuration: Configuration) -> str:
    """The names of the current states at all levels: On.Bright, (Left, Right); in brackets what a state will resume."""
    if not isinstance(machine, Single):
        parts = [place(part, inner) for part, inner in zip(machine.parts, configuration[0], strict=True)]
        return f"({', '.join(parts)})"
    current, memory = configuration
    said = machine.names[current]
    refinement, slot = machine.refinements[current], machine.slots[current]
    if slot is not None and refinement is not None:
        said += f".{place(refinement, memory[slot])}"
    for state, name in enumerate(machine.names):
        refinement, other = machine.refinements[state], machine.slots[state]
        if other is not None and state != current and refinement is not None:
            resumed = memory[other]
            if resumed != initial(refinement):
                said += f"[{name}.{place(refinement, resumed)}]"
    return said
