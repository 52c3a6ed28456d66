"""What a machine does in one reaction: the semantics, one function for each rule (Lee and Seshia, chapters 3 and 5).

A reaction takes a configuration and the signals that are present, and gives the next configuration and what was
written. It goes depth first: a refinement reacts before the state that contains it, parts react in their order.

- `the_enabled`: preemptive transitions are looked at first, and ordinary ones only where none of them is enabled. Of
  the same kind at most one guard may hold; a default transition is for when none of its kind does.
- `react_single`: no enabled transition means to stay, with absent outputs; an enabled preemptive transition keeps the
  refinement from reacting.
- `container_wins`: if refinement and container both write one output, the container's write counts.
- `enter`: entering a refined state resets its refinement at all levels, also by a self-loop, unless by a history
  transition. The entered refinement does not react in the same reaction.
- `react_side_by_side`, `react_in_cascade`: what parts see of each other.

`Rules` holds the plausible misreadings of these rules. `TEXTBOOK` has none of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any

from viva.core.records import dataclass
from viva.engines.machines.model import Environment, Value
from viva.engines.machines.running.prepared import Prepared, Several, Single, Step, initial

Configuration = tuple[Any, tuple[Any, ...]]
"""Where a machine is; `initial` gives the first one. Of a single machine: its state, and a configuration for each
refinement. Of parts: a configuration for each, and what they said in the reaction before, which only a delayed cascade
remembers. (`Any`: which of the two it is depends on the machine, and asking for it in every step of a search would cost
more than the step.)"""

Writes = dict[str, Value]


@dataclass(frozen=True, slots=True)
class Rules:
    """Each is a misreading of one rule, of several that come to the same the narrower first; the words are those of the
    findings that name it."""

    self_loop_keeps: bool = False
    history_is_shallow: bool = False
    history_is_reset: bool = False
    reset_is_history: bool = False
    preemption_ignored: bool = False
    always_preempted: bool = False
    refinement_wins: bool = False
    entered_reacts: bool = False
    cascade_delayed: bool = False


TEXTBOOK = Rules()


class Nondeterministic(Exception):
    """Two transitions of one state and of the same kind are enabled at once."""

    def __init__(self, one: Step, other: Step) -> None:
        super().__init__(one, other)
        self.one = one
        self.other = other


class OutOfRange(Exception):
    """A transition gives an output or a variable a value that it cannot have."""

    def __init__(self, step: Step, name: str, value: Value) -> None:
        super().__init__(step, name, value)
        self.step = step
        self.name = name
        self.value = value


@dataclass(slots=True)
class Moment:
    """One reaction while it goes on. `variables` names what every part sees at once; `taken` collects the steps."""

    rules: Rules = TEXTBOOK
    variables: frozenset[str] = frozenset()
    taken: list[Step] = field(default_factory=list)


def react(machine: Prepared, before: Configuration, seen: Environment, moment: Moment) -> tuple[Configuration, Writes]:
    """One reaction: the configuration after it, and what was written. `seen` are signals and variables."""
    if isinstance(machine, Single):
        return react_single(machine, before, seen, moment)
    if machine.cascade:
        return react_in_cascade(machine, before, seen, moment)
    return react_side_by_side(machine, before, seen, moment)


def react_single(
    machine: Single, before: Configuration, seen: Environment, moment: Moment
) -> tuple[Configuration, Writes]:
    """Stays, with nothing written, where no transition is enabled. Depth first: the refinement, then the container."""
    current: int = before[0]
    slot = machine.slots[current]
    outgoing = machine.outgoing[current]
    if slot is None:
        step = the_enabled(outgoing, seen)
        return (before, {}) if step is None else take(machine, before, step, {}, seen, moment)
    step = preempting(outgoing, seen, moment.rules)
    if step is not None:
        return take(machine, before, step, {}, seen, moment)
    refinement = machine.refinements[current]
    assert refinement is not None
    inner, written = react(refinement, before[1][slot], seen, moment)
    after = remembering(before, slot, inner)
    if written:
        seen = {**seen, **written}
    step = the_enabled(after_refinement(outgoing, moment.rules), seen)
    return (after, written) if step is None else take(machine, after, step, written, seen, moment)


def the_enabled(steps: tuple[Step, ...], seen: Environment) -> Step | None:
    """The transition that is taken: an enabled preemptive one, or else an ordinary one."""
    if any(step.preemptive for step in steps):
        first = enabled_of_a_kind([step for step in steps if step.preemptive], seen)
        if first is not None:
            return first
        return enabled_of_a_kind([step for step in steps if not step.preemptive], seen)
    return enabled_of_a_kind(steps, seen)


def enabled_of_a_kind(steps: Sequence[Step], seen: Environment) -> Step | None:
    """At most one guard may hold. A default transition is enabled where no other is."""
    found: Step | None = None
    defaults = False
    for step in steps:
        if step.default:
            defaults = True
        elif step.enabled(seen):
            if found is not None:
                raise Nondeterministic(found, step)
            found = step
    if found is None and defaults:
        for step in steps:
            if step.default and step.enabled(seen):
                if found is not None:
                    raise Nondeterministic(found, step)
                found = step
    return found


def preempting(steps: tuple[Step, ...], seen: Environment, rules: Rules) -> Step | None:
    """The transition that keeps the refinement from reacting: an enabled preemptive one."""
    if rules.preemption_ignored:
        return None
    if rules.always_preempted:
        return the_enabled(steps, seen)
    return enabled_of_a_kind([step for step in steps if step.preemptive], seen)


def after_refinement(steps: tuple[Step, ...], rules: Rules) -> tuple[Step, ...]:
    """The transitions that can be taken when the refinement has reacted: a preemptive one comes before, if ever."""
    return steps if rules.preemption_ignored else tuple(step for step in steps if not step.preemptive)


def take(  # noqa: PLR0917 all that a rule can depend on
    machine: Single, before: Configuration, step: Step, inner: Writes, seen: Environment, moment: Moment
) -> tuple[Configuration, Writes]:
    """Executes the actions of a transition and enters its target."""
    moment.taken.append(step)
    written = container_wins(inner, act(step, seen), moment.rules)
    after = enter(machine, before, step, moment.rules)
    if moment.rules.entered_reacts and (slot := machine.slots[step.target]) is not None:
        refinement = machine.refinements[step.target]
        assert refinement is not None
        entered, more = react(refinement, after[1][slot], {**seen, **written}, moment)
        return remembering(after, slot, entered), {**more, **written}
    return after, written


def act(step: Step, seen: Environment) -> Writes:
    """All values are computed before any is given. What reads an absent signal has no value and is not written."""
    written: Writes = {}
    for action in step.actions:
        value = action.value(seen)
        if value is None:
            continue
        if not action.type.holds(value):
            if action.type.kind == "pure":  # false: not present
                continue
            raise OutOfRange(step, action.name, value)
        written[action.name] = value
    return written


def container_wins(inner: Writes, own: Writes, rules: Rules) -> Writes:
    """If both write one output, the container's write counts: its action comes later."""
    if not inner:
        return own
    return {**own, **inner} if rules.refinement_wins else {**inner, **own}


def enter(machine: Single, before: Configuration, step: Step, rules: Rules) -> Configuration:
    """Entering a refined state resets its refinement at all levels, also by a self-loop, unless by a history
    transition: then it resumes at all levels."""
    memory: tuple[Configuration, ...] = before[1]
    left, slot = machine.slots[step.source], machine.slots[step.target]
    if left is not None and step.source != step.target and not (machine.resumed[step.source] or rules.reset_is_history):
        memory = forgotten(machine, memory, step.source, left)  # nobody resumes it, so nobody needs to remember
    if slot is not None and not resumes(step, rules):
        memory = forgotten(machine, memory, step.target, slot)
    elif slot is not None and rules.history_is_shallow:
        memory = (*memory[:slot], shallow(machine.refinements[step.target], memory[slot]), *memory[slot + 1 :])
    return step.target, memory


def resumes(step: Step, rules: Rules) -> bool:
    if rules.self_loop_keeps and step.source == step.target:
        return True
    if step.history:
        return not rules.history_is_reset
    return rules.reset_is_history


def forgotten(machine: Single, memory: tuple[Configuration, ...], state: int, slot: int) -> tuple[Configuration, ...]:
    return (*memory[:slot], machine.begins[state], *memory[slot + 1 :])


def shallow(machine: Prepared | None, resumed: Configuration) -> Configuration:
    """The state of the uppermost level is kept, all below begins anew."""
    if not isinstance(machine, Single):
        return resumed
    return resumed[0], initial(machine)[1]


def remembering(before: Configuration, slot: int, inner: Configuration) -> Configuration:
    memory: tuple[Configuration, ...] = before[1]
    if memory[slot] is inner:
        return before
    return before[0], (*memory[:slot], inner, *memory[slot + 1 :])


def react_side_by_side(
    machine: Several, before: Configuration, seen: Environment, moment: Moment
) -> tuple[Configuration, Writes]:
    """All parts react to the same inputs. Variables are shared: a later part sees what an earlier one gave them."""
    after: list[Configuration] = []
    written: Writes = {}
    for part, configuration in zip(machine.parts, before[0], strict=True):
        reached, more = react(part, configuration, seen, moment)
        after.append(reached)
        if more:
            written.update(more)
            shared = {name: value for name, value in more.items() if name in moment.variables}
            if shared:
                seen = {**seen, **shared}
    return (tuple(after), ()), written


def react_in_cascade(
    machine: Several, before: Configuration, seen: Environment, moment: Moment
) -> tuple[Configuration, Writes]:
    """What earlier parts write is seen by later ones in the same reaction."""
    after: list[Configuration] = []
    written: Writes = {}
    delayed = moment.rules.cascade_delayed
    said: Mapping[str, Value] = dict(before[1]) if delayed else {}
    for part, configuration in zip(machine.parts, before[0], strict=True):
        reached, more = react(part, configuration, {**seen, **said} if said else seen, moment)
        after.append(reached)
        if more:
            written.update(more)
            if not delayed:
                seen = {**seen, **more}
    return (tuple(after), tuple(sorted(written.items())) if delayed else ()), written


def reads(machine: Prepared, configuration: Configuration) -> int:
    """The inputs that can matter in the next reaction, as bits."""
    found = 0
    if isinstance(machine, Several):
        for part, inner in zip(machine.parts, configuration[0], strict=True):
            found |= reads(part, inner)
        return found
    current: int = configuration[0]
    found = machine.reads[current]
    slot = machine.slots[current]
    if slot is not None:
        refinement = machine.refinements[current]
        assert refinement is not None
        found |= reads(refinement, configuration[1][slot])
    return found
