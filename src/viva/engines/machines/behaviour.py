"""The behaviour of a system, found out state by state as it is needed: a Mealy machine that is never larger than what
was asked for.

In each configuration only the inputs that its guards read are told apart, and of their values only those that some
guard tells apart; the others are absent. So the number of letters stays small where there are many inputs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from viva.engines.machines import expressions, semantics
from viva.engines.machines.expressions import Expression, names_in
from viva.engines.machines.model import Signals, System, Type, Value, transitions_of
from viva.engines.machines.prepared import Prepared, Single, Step, prepare
from viva.engines.machines.semantics import TEXTBOOK, Configuration, Moment, Nondeterministic, OutOfRange, Rules

Outputs = tuple[Value | None, ...]
Values = Mapping[str, tuple[Value | None, ...]]
"""For each input the values that have to be told apart, absence first."""

MOST_LETTERS = 20_000
_MOST_VALUES = 100_000


class Explosion(Exception):
    """More states or letters than were allowed."""


@dataclass(frozen=True, slots=True)
class Row:
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
        self._always = sum(bits.values()) if rules.entered_reacts else sum(bits[name] for name in always)
        start = semantics.initial(self.machine), tuple(variable.initial for variable in system.variables)
        self.configurations: list[tuple[Configuration, tuple[Value, ...]]] = [start]
        self._number: dict[tuple[Configuration, tuple[Value, ...]], int] = {start: 0}
        self._rows: list[Row | None] = [None]
        self._letters: dict[int, tuple[Signals, ...]] = {}
        self.faults: dict[tuple[int, int], Fault] = {}

    def __len__(self) -> int:
        """How many states were met so far."""
        return len(self.configurations)

    def reads(self, state: int) -> int:
        return self._always | semantics.reads(self.machine, self.configurations[state][0])

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
        return known

    def _explored(self, state: int) -> Row:
        configuration, variables = self.configurations[state]
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
                target = number[key] = len(self.configurations)
                self.configurations.append(key)
                self._rows.append(None)
            targets.append(target)
            outputs.append(tuple([written.get(name) for name in self.shown]))
        return Row(reading, tuple(targets), tuple(outputs))

    def run(self, word: Sequence[Signals]) -> list[Reaction]:
        """The reactions to a sequence of inputs; ends before a fault, which is raised."""
        (configuration, variables), found = self.configurations[0], []
        held: Signals = dict(zip(self.variables, variables, strict=True))
        for inputs in word:
            moment = Moment(self.rules, self._shared)
            before = tuple(active(self.machine, configuration))
            configuration, written = semantics.react(self.machine, configuration, {**inputs, **held}, moment)
            held = {name: written.get(name, value) for name, value in held.items()}
            outputs = {name: written[name] for name in self.shown if name in written}
            state = place(self.machine, configuration) + _held(held)
            found.append(Reaction(dict(inputs), outputs, tuple(moment.taken), before, state))
        return found

    def outputs(self, word: Sequence[Signals]) -> Iterator[Signals]:
        """Only the outputs of a run, as far as somebody looks at them."""
        configuration, variables = self.configurations[0]
        held: Signals = dict(zip(self.variables, variables, strict=True))
        for inputs in word:
            moment = Moment(self.rules, self._shared)
            configuration, written = semantics.react(self.machine, configuration, {**inputs, **held}, moment)
            held = {name: written.get(name, value) for name, value in held.items()}
            yield {name: written[name] for name in self.shown if name in written}

    def following(self, state: int, inputs: Signals) -> int:
        """The next state, or -1 where there is a fault."""
        row = self.row(state)
        names = [name for index, name in enumerate(self.inputs) if row.reads >> index & 1]
        own = {name: inputs[name] for name in names if name in inputs}
        return row.targets[self.letters(row.reads).index(own)]

    def taken(self, state: int, inputs: Signals) -> tuple[Step, ...]:
        """The transitions of one reaction; none where the system stays as it is."""
        configuration, variables = self.configurations[state]
        moment = Moment(self.rules, self._shared)
        seen = {**inputs, **dict(zip(self.variables, variables, strict=True))}
        semantics.react(self.machine, configuration, seen, moment)
        return tuple(moment.taken)

    def name(self, state: int) -> str:
        """The names of the states at all levels, and the values of variables."""
        configuration, variables = self.configurations[state]
        held = dict(zip(self.variables, variables, strict=True))
        return place(self.machine, configuration) + _held(held)


def _held(variables: Signals) -> str:
    if not variables:
        return ""
    return "{" + ", ".join(f"{name}={shown(value)}" for name, value in variables.items()) + "}"


def shown(value: Value | None) -> str:
    if value is None:
        return "absent"
    return str(value).lower() if isinstance(value, bool) else str(value)


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
