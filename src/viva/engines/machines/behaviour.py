"""The behaviour of a system, found out state by state as it is needed: a Mealy machine that is never larger than what
was asked for.

In each configuration only the inputs that its guards read are told apart, and of their values only those that some
guard tells apart; the others are absent. So the number of letters stays small where there are many inputs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from viva.engines.machines import semantics
from viva.engines.machines.apart import Values, letters, told_apart
from viva.engines.machines.model import Parallel, Signals, System, Value, machines_of, written_by
from viva.engines.machines.prepared import Prepared, Single, Step, prepare
from viva.engines.machines.semantics import TEXTBOOK, Configuration, Moment, Nondeterministic, OutOfRange, Rules

Outputs = tuple[Value | None, ...]


class Row(NamedTuple):
    """What happens in one state: for each letter over the inputs in `reads` (bits) the next state, or -1 where there is
    a fault instead, and the outputs."""

    reads: int
    targets: tuple[int, ...]
    outputs: tuple[Outputs, ...]


@dataclass(frozen=True, slots=True)
class Reaction:
    """One reaction, told in full: `before` are the states at all levels in which it began, each with the names that
    lead to its machine; `state` says where it ended."""

    inputs: Signals
    outputs: Signals
    taken: tuple[Step, ...]
    before: tuple[tuple[tuple[str, ...], str], ...]
    state: str


Fault = Nondeterministic | OutOfRange


class Run:
    """A system that reacts, one reaction after the other: the controller of a robot, say."""

    def __init__(
        self,
        system: System,
        rules: Rules = TEXTBOOK,
        shown: Sequence[str] | None = None,
        machine: Prepared | None = None,
    ) -> None:
        self._machine = machine or prepare(system.machine, system.types, {})
        self._rules = rules
        self._shown = tuple(shown if shown is not None else (signal.name for signal in system.outputs))
        self._shared = frozenset(variable.name for variable in system.variables)
        self._configuration = semantics.initial(self._machine)
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
    ) -> None:
        self.system = system
        self.rules = rules
        self.inputs = tuple(inputs or (signal.name for signal in system.inputs))
        self.values = values or told_apart([system])
        self.shown = tuple(shown if shown is not None else (signal.name for signal in system.outputs))
        self.variables = tuple(variable.name for variable in system.variables)
        self._shared = frozenset(self.variables)
        bits = {name: 1 << index for index, name in enumerate(self.inputs)}
        self.machine = prepare(system.machine, system.types, bits)
        # What an entered refinement reads matters too where it reacts at once.
        self.always = sum(bits.values()) if rules.entered_reacts else sum(bits[name] for name in always)
        start = semantics.initial(self.machine), tuple(variable.initial for variable in system.variables)
        self._configurations = [start]
        self._number = {start: 0}
        self._rows: list[Row | None] = [None]
        self._letters: dict[int, tuple[Signals, ...]] = {}
        self.faults: dict[tuple[int, int], Fault] = {}
        self._finders: dict[int, Callable[[Signals], int]] = {}
        self.work = 0  # reactions so far, each counted as often as there are machines in the system
        self._weight = sum(1 for _ in machines_of(system.machine))
        self._together = _together(self)

    def __len__(self) -> int:
        """How many states were met so far."""
        return len(self._rows)

    def configuration(self, state: int) -> tuple[Configuration, tuple[Value, ...]]:
        """The states at all levels, and the values of the variables."""
        return self._configurations[state] if self._together is None else self._together.configuration(state)

    def reads(self, state: int) -> int:
        return self.always | semantics.reads(self.machine, self.configuration(state)[0])

    def letters(self, reads: int) -> tuple[Signals, ...]:
        """All combinations of values of these inputs, those with the fewest present signals first."""
        found = self._letters.get(reads)
        if found is None:
            found = self._letters[reads] = letters(self.inputs, self.values, reads)
        return found

    def row(self, state: int) -> Row:
        known = self._rows[state]
        if known is None:
            known = self._rows[state] = self._explored(state)
            self.work += len(known.targets) * self._weight
        return known

    def _explored(self, state: int) -> Row:
        if self._together is not None:
            return self._together.row(self, state)
        configuration, variables = self.configuration(state)
        reading = self.reads(state)
        targets: list[int] = []
        outputs: list[Outputs] = []
        held = dict(zip(self.variables, variables, strict=True))
        moment = Moment(self.rules, self._shared)
        number, machine = self._number, self.machine
        for index, letter in enumerate(self.letters(reading)):
            try:
                after, written = semantics.react(machine, configuration, {**letter, **held}, moment)
            except (Nondeterministic, OutOfRange) as fault:
                self.faults[state, index] = fault
                targets.append(-1)
                outputs.append(())
                continue
            next_variables = variables
            if held and written:
                next_variables = tuple([written.get(name, held[name]) for name in self.variables])
            key = (after, next_variables)
            target = number.get(key)
            if target is None:
                target = number[key] = self.met()
                self._configurations.append(key)
            targets.append(target)
            outputs.append(tuple([written.get(name) for name in self.shown]))
        return Row(reading, tuple(targets), tuple(outputs))

    def met(self) -> int:
        """The number of a state that was not met before."""
        self._rows.append(None)
        return len(self._rows) - 1

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
            find = self._finders[reads] = place_finder(self, reads)
        return find(inputs)

    def taken(self, state: int, inputs: Signals) -> tuple[Step, ...]:
        """The transitions of one reaction; none where the system stays as it is."""
        configuration, variables = self.configuration(state)
        moment = Moment(self.rules, self._shared)
        seen = {**inputs, **dict(zip(self.variables, variables, strict=True))}
        semantics.react(self.machine, configuration, seen, moment)
        return tuple(moment.taken)

    def name(self, state: int) -> str:
        """The names of the states at all levels, and the values of variables."""
        configuration, variables = self.configuration(state)
        held = dict(zip(self.variables, variables, strict=True))
        return place(self.machine, configuration) + _held(held)


class _Together:
    """Parts side by side that share no variable and no output: what they do together is put together from what each
    does by itself, which is known after a few steps. `numbers` has for each state that of each part."""

    def __init__(self, parts: Sequence[Behaviour], order: Sequence[int]) -> None:
        self.parts = parts
        self.order = order  # of the outputs: where each stands in those of the parts, one after the other
        self.numbers: list[tuple[int, ...]] = [(0,) * len(parts)]
        self.number = {self.numbers[0]: 0}
        self._plans: dict[tuple[int, ...], tuple[int, list[tuple[int, ...]]]] = {}
        self._joined: dict[tuple[Outputs, ...], Outputs] = {}

    def row(self, whole: Behaviour, state: int) -> Row:
        rows = [part.row(number) for part, number in zip(self.parts, self.numbers[state], strict=True)]
        reads, plan = self._plan(whole, tuple([row.reads for row in rows]))
        targets: list[int] = []
        outputs: list[Outputs] = []
        columns = [row.targets for row in rows]
        said = [row.outputs for row in rows]
        known, joined = self.number, self._joined
        for index, places in enumerate(plan):
            key = tuple([column[place] for column, place in zip(columns, places)])  # noqa: B905 the innermost loop
            target = known.get(key)
            if target is None:
                target = self._met(whole, key) if -1 not in key else self._fault(whole, (state, index), places)
            targets.append(target)
            pieces = tuple([column[place] for column, place in zip(said, places)])  # noqa: B905
            outputs_of_all = joined.get(pieces)
            if outputs_of_all is None:
                outputs_of_all = joined[pieces] = self._in_order(pieces)
            outputs.append(outputs_of_all)
        return Row(reads, tuple(targets), tuple(outputs))

    def _in_order(self, pieces: tuple[Outputs, ...]) -> Outputs:
        if () in [piece for piece, part in zip(pieces, self.parts, strict=True) if part.shown]:
            return ()  # a part has a fault
        joined = [value for piece in pieces for value in piece]
        return tuple([*joined, None][place] for place in self.order)

    def configuration(self, state: int) -> tuple[Configuration, tuple[Value, ...]]:
        numbers = zip(self.parts, self.numbers[state], strict=True)
        return (tuple(part.configuration(number)[0] for part, number in numbers), ()), ()

    def _met(self, whole: Behaviour, key: tuple[int, ...]) -> int:
        self.numbers.append(key)
        self.number[key] = found = whole.met()
        return found

    def _fault(self, whole: Behaviour, place: tuple[int, int], places: tuple[int, ...]) -> int:
        """The fault of the first part that has one."""
        for part, number, letter in zip(self.parts, self.numbers[place[0]], places, strict=True):
            if (number, letter) in part.faults:
                whole.faults[place] = part.faults[number, letter]
                break
        return -1

    def _plan(self, whole: Behaviour, reads: tuple[int, ...]) -> tuple[int, list[tuple[int, ...]]]:
        """What all parts read, and for each letter over that its place among the letters of each part."""
        found = self._plans.get(reads)
        if found is None:
            union = whole.always
            for each in reads:
                union |= each
            finders = [place_finder(part, each) for part, each in zip(self.parts, reads, strict=True)]
            letters_of_all = whole.letters(union)
            found = self._plans[reads] = union, [tuple(find(letter) for find in finders) for letter in letters_of_all]
        return found


def place_finder(behaviour: Behaviour, reads: int) -> Callable[[Signals], int]:
    """Finds the place of a letter, as far as it counts, among the letters over what is read."""
    names = [name for index, name in enumerate(behaviour.inputs) if reads >> index & 1]
    places = {tuple(letter.get(name) for name in names): at for at, letter in enumerate(behaviour.letters(reads))}
    return lambda letter: places[tuple(letter.get(name) for name in names)]


def _together(whole: Behaviour) -> _Together | None:
    machine = whole.system.machine
    if not isinstance(machine, Parallel) or whole.variables:
        return None
    written = [[name for name in whole.shown if name in written_by(part.machine)] for part in machine.parts]
    joined = [name for names in written for name in names]
    if len(set(joined)) < len(joined):
        return None
    parts = [
        Behaviour(
            replace(whole.system, machine=part.machine),
            whole.rules,
            values=whole.values,
            shown=names,
            inputs=whole.inputs,
        )
        for part, names in zip(machine.parts, written, strict=True)
    ]
    silent = len(joined)  # an output that nobody writes: the last place, which is always absent
    order = [joined.index(name) if name in joined else silent for name in whole.shown]
    return _Together(parts, order)


def _held(variables: Signals) -> str:
    if not variables:
        return ""
    return "{" + ", ".join(f"{name}={shown(value)}" for name, value in variables.items()) + "}"


def shown(value: Value | None) -> str:
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
            if resumed != semantics.initial(refinement):
                said += f"[{name}.{place(refinement, resumed)}]"
    return said
