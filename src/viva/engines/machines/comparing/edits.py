"""The nearest machines: small changes of a single machine somewhere in a system, and the fewest of them that mend it.

The search branches on counterexamples: a shortest wrong word must run through what is changed, so only transitions that
it takes and states that it passes are changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from viva.core.records import dataclass
from viva.core.text.reading import Misread
from viva.engines.machines.comparing.compare import Over, compare, never
from viva.engines.machines.expressions import TRUE, And, Constant, Expression, Name, Not, Or, Present
from viva.engines.machines.model import (
    FSM,
    Assignment,
    Machine,
    Signals,
    System,
    Transition,
    Type,
    Value,
)
from viva.engines.machines.running.behaviour import Behaviour
from viva.engines.machines.running.input_classes import Explosion, told_apart
from viva.engines.machines.running.prepared import Compiler
from viva.engines.machines.semantics import Nondeterministic, OutOfRange
from viva.engines.machines.wellformed import check_system

Path = tuple[str, ...]
_MOST_VALUES = 6
_SINGLES = 1_500  # single edits that are tried
_REACTIONS = 100_000  # of all candidates together that are compared in full


@dataclass(frozen=True, slots=True)
class Edit:
    """`kind` is what changes: target, guard, output, history, preemptive, remove, add or initial. Of a transition that
    is added there is no `before`, of one that is removed no `after`; `state` is the new initial state."""

    path: Path
    kind: str
    before: Transition | None = None
    after: Transition | None = None
    state: str = ""


def apply(system: System, edit: Edit) -> System:
    return with_single(system, edit.path, _edited(single(system.machine, edit.path), edit))


def with_single(system: System, path: Path, machine: FSM) -> System:
    """The system with another machine where a path leads to."""
    return replace(system, machine=_with(system.machine, path, machine))


def _with(machine: Machine, path: Path, inner: FSM) -> Machine:
    if not path:
        return inner
    if isinstance(machine, FSM):
        states = tuple(
            replace(state, refinement=_with(state.refinement, path[1:], inner))
            if state.name == path[0] and state.refinement is not None
            else state
            for state in machine.states
        )
        return replace(machine, states=states)
    parts = tuple(
        replace(part, machine=_with(part.machine, path[1:], inner)) if part.name == path[0] else part
        for part in machine.parts
    )
    return replace(machine, parts=parts)


def _edited(machine: FSM, edit: Edit) -> FSM:
    if edit.kind == "initial":
        return replace(machine, states=tuple(replace(each, initial=each.name == edit.state) for each in machine.states))
    kept: list[Transition] = []
    changed = False
    for transition in machine.transitions:
        if not changed and transition == edit.before:
            changed = True
            if edit.after is not None:
                kept.append(edit.after)
        else:
            kept.append(transition)
    if edit.before is None and edit.after is not None:
        kept.append(edit.after)
    return replace(machine, transitions=tuple(kept))


def single(machine: Machine, path: Path) -> FSM:
    """The single machine that a path leads to."""
    for name in path:
        if isinstance(machine, FSM):
            inner = next(state.refinement for state in machine.states if state.name == name)
            assert inner is not None
            machine = inner
        else:
            machine = next(part.machine for part in machine.parts if part.name == name)
    assert isinstance(machine, FSM)
    return machine


def edits_of(system: System, path: Path, transition: Transition) -> Iterator[Edit]:
    """All small changes of one transition, the likeliest first."""
    machine = single(system.machine, path)
    refined = {state.name for state in machine.states if state.refinement is not None}
    if transition.target in refined:
        yield Edit(path, "history", transition, replace(transition, history=not transition.history))
    if transition.source in refined:
        yield Edit(path, "preemptive", transition, replace(transition, preemptive=not transition.preemptive))
    for state in machine.states:
        if state.name != transition.target:
            yield Edit(path, "target", transition, replace(transition, target=state.name))
    for actions in _other_actions(transition.actions, system):
        yield Edit(path, "output", transition, replace(transition, actions=actions))
    for guard in other_guards(transition.guard, system):
        yield Edit(path, "guard", transition, replace(transition, guard=guard))
    yield Edit(path, "remove", transition)


def _other_actions(actions: tuple[Assignment, ...], system: System) -> Iterator[tuple[Assignment, ...]]:
    for signal in system.outputs:
        written = next((action for action in actions if action.name == signal.name), None)
        rest = tuple(action for action in actions if action.name != signal.name)
        if written is not None:
            yield rest
        for value in _few(signal.type):
            given = Assignment(signal.name, constant(value))
            if given != written:
                yield (*rest, given)


def _few(of: Type) -> Iterator[Value]:
    for number, value in enumerate(of.values()):
        if number >= _MOST_VALUES:
            return
        yield value


def constant(value: Value) -> Expression:
    return Name(value) if isinstance(value, str) else Constant(value)


def literals(system: System) -> list[Expression]:
    """That an input is there or not."""
    found: list[Expression] = []
    for signal in system.inputs:
        if signal.type.kind in ("pure", "bool"):
            found += [Name(signal.name), Not(Name(signal.name))]
        else:
            found += [Present(signal.name), Not(Present(signal.name))]
    return found


def other_guards(guard: Expression, system: System) -> Iterator[Expression]:
    """The guard with one part of it left out, negated or joined with another condition; each only once."""
    seen = {guard}
    for found in (*_smaller(guard), *_joined(guard, system)):
        if found not in seen:
            seen.add(found)
            yield found


def _smaller(guard: Expression) -> Iterator[Expression]:
    match guard:
        case Not(inner=inner):
            yield inner
            yield from (Not(other) for other in _smaller(inner))
        case And(left=left, right=right) | Or(left=left, right=right):
            yield left
            yield right
            join = And if isinstance(guard, And) else Or
            yield (Or if isinstance(guard, And) else And)(left, right)
            yield from (join(other, right) for other in _smaller(left))
            yield from (join(left, other) for other in _smaller(right))
        case Constant():
            return
        case _:
            yield Not(guard)


def _joined(guard: Expression, system: System) -> Iterator[Expression]:
    for literal in literals(system):
        if guard == TRUE:
            yield literal
        else:
            yield And(guard, literal)
            yield Or(guard, literal)
            yield literal
    if guard != TRUE:
        yield TRUE


@dataclass(frozen=True, slots=True)
class Mending:
    """The fewest edits that were found, None where none were within the work allowed; `tried` counts the work."""

    edits: tuple[Edit, ...] | None
    tried: int


def fewest_edits(  # noqa: PLR0917 what is mended, and how much work that may be
    asked: Behaviour, given: System, word: Sequence[Signals], work: int, limit: int, over: Over = never
) -> Mending:
    """One or two edits after which the given system does what is asked. `word` is a shortest wrong one. Every mending
    that is told was compared in full.

    All single edits of what the word runs through are tried, so where two are told none would do by itself, among the
    changes of `edits_of`. Where these are too many, or of pairs more than `work` says, nothing is told: a machine may
    be one or two edits away without that being found.
    """
    # The edits speak of the presence of inputs, so that is told apart from now on.
    values = told_apart([asked.system, given], literals(given))
    asked = Behaviour(asked.system, values=values, shown=asked.shown, inputs=asked.inputs)
    search = _Mender(asked, Compiler(given.types), limit, over)
    first = search.one(given, tuple(word), _SINGLES)
    if first is not None or search.ended(_SINGLES):
        return Mending(None if first is None else (first,), search.tried)
    return Mending(search.two(given, tuple(word), work), search.tried)


def _is_well_formed(system: System) -> bool:
    """An edit may take away the only place where a signal is written that another machine reads."""
    try:
        check_system(system)
    except Misread:
        return False
    return True


class _Mender:
    def __init__(self, asked: Behaviour, compiler: Compiler, limit: int, over: Over) -> None:
        self.over = over
        self.asked = asked
        self.compiler = compiler
        self.limit = limit
        self.tried = 0
        self.reactions = 0
        self.words: dict[tuple[str, ...], tuple[tuple[Signals, ...], list[Signals]]] = {}

    def ended(self, most: int) -> bool:
        return self.tried >= most or self.reactions > _REACTIONS or self.over()

    def one(self, given: System, word: tuple[Signals, ...], most: int) -> Edit | None:
        """An edit that mends, of all that can make a difference for the word; of the first `most` in all."""
        self._remember(word)
        for edit in self._candidates(given, word):
            if self.ended(most):
                return None
            self.tried += 1
            behaviour = self._behaviour(apply(given, edit))
            if not self._agrees_on_all(behaviour):
                continue
            found = compare(self.asked, behaviour, self.limit, None, self.over)
            self.reactions += behaviour.work
            if found.equal and _is_well_formed(behaviour.system):
                return edit
            if found.equal is False:
                self._remember(found.word)
        return None

    def two(self, given: System, word: tuple[Signals, ...], work: int) -> tuple[Edit, ...] | None:
        """A first edit must put the word right, or it is not needed first."""
        most, self.reactions = self.tried + work, 0
        for edit in self._candidates(given, word):
            if self.ended(most):
                return None
            self.tried += 1
            changed = apply(given, edit)
            behaviour = self._behaviour(changed)
            if not self._agrees(behaviour, word):
                continue
            found = compare(self.asked, behaviour, self.limit, None, self.over)
            self.reactions += behaviour.work
            if found.equal is False and found.fault is None:
                second = self.one(changed, found.word, most)
                if second is not None:
                    return edit, second
        return None

    def _behaviour(self, system: System) -> Behaviour:
        values, shown, inputs = self.asked.values, self.asked.shown, self.asked.inputs
        return Behaviour(system, values=values, shown=shown, inputs=inputs, compiler=self.compiler)

    def _remember(self, word: tuple[Signals, ...]) -> None:
        key = tuple(repr(sorted(letter.items())) for letter in word)
        if key not in self.words:
            self.words[key] = word, [reaction.outputs for reaction in self.asked.run(word)]

    def _agrees_on_all(self, behaviour: Behaviour) -> bool:
        return all(self._says(behaviour, word, outputs) for word, outputs in reversed(self.words.values()))

    def _agrees(self, behaviour: Behaviour, word: tuple[Signals, ...]) -> bool:
        key = tuple(repr(sorted(letter.items())) for letter in word)
        return self._says(behaviour, *self.words[key])

    @staticmethod
    def _says(behaviour: Behaviour, word: tuple[Signals, ...], outputs: list[Signals]) -> bool:
        try:
            return all(said == asked for said, asked in zip(behaviour.outputs(word), outputs, strict=True))
        except (Nondeterministic, OutOfRange, Explosion):
            return False

    def _candidates(self, given: System, word: tuple[Signals, ...]) -> Iterator[Edit]:
        """Changes of what the word runs through, the last reaction first."""
        expected = self.asked.run(word)
        behaviour = self._behaviour(given)
        try:
            run = behaviour.run(word)
        except (Nondeterministic, OutOfRange):
            return
        taken = dict.fromkeys((step.path, step.transition) for each in reversed(run) for step in each.taken)
        found = [edit for path, transition in taken for edit in edits_of(given, path, transition)]
        yield from sorted(found, key=lambda edit: edit.kind not in ("history", "preemptive"))
        seen: set[tuple[Path, Transition]] = set(taken)
        for wanted, reaction in zip(reversed(expected), reversed(run), strict=True):
            for path, name in reaction.before:
                yield from self._added(given, path, name, wanted.outputs, reaction.inputs)
                machine = single(given.machine, path)
                for transition in machine.transitions:
                    if transition.source == name and (path, transition) not in seen:
                        seen.add((path, transition))
                        yield from (
                            Edit(path, "guard", transition, replace(transition, guard=guard))
                            for guard in other_guards(transition.guard, given)
                        )
        for path, name in run[0].before if run else ():
            machine = single(given.machine, path)
            yield from (Edit(path, "initial", state=each.name) for each in machine.states if each.name != name)

    def _added(self, given: System, path: Path, source: str, outputs: Signals, inputs: Signals) -> Iterator[Edit]:
        """A transition for just this situation, or for one of its inputs."""
        actions = tuple(Assignment(name, constant(value)) for name, value in outputs.items())
        guards: list[Expression] = [Name(name) for name, value in inputs.items() if value is True]
        exact: Expression | None = None
        for signal in given.inputs:
            if signal.type.kind in ("pure", "bool"):
                literal = Name(signal.name) if inputs.get(signal.name) is True else Not(Name(signal.name))
                exact = literal if exact is None else And(exact, literal)
        if exact is not None:
            guards.append(exact)
        for guard in guards:
            for state in single(given.machine, path).states:
                yield Edit(path, "add", None, Transition(source, state.name, guard, actions))
