"""What a system must be before it runs: every name declared, every value of the right type, one initial state in each
machine, and nobody reads what is not written yet. The error says which machine and which transition."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from viva.core.table import nearest
from viva.core.text.reading import Misread, in_quotes
from viva.engines.machines import expressions
from viva.engines.machines.expressions import Constant, Expression, Name, names_in
from viva.engines.machines.model import (
    BOOL,
    FSM,
    Assignment,
    Cascade,
    Machine,
    Parallel,
    Signal,
    System,
    Transition,
    Type,
    machines_of,
    transitions_of,
    written_by,
)

MOST_STATES = 100_000
_DEEPEST = 40
_MOST_MACHINES = 500


def check_system(system: System) -> System:
    """The system with the types of its internal signals. Raises Misread."""
    system = replace(system, internal=())
    _check_names(system)
    for count, (path, machine) in enumerate(machines_of(system.machine)):
        if count >= _MOST_MACHINES:
            raise Misread(f"these are more than {_MOST_MACHINES} machines", reason="too_large")
        if len(path) > _DEEPEST:
            raise Misread(f"the machine is refined more than {_DEEPEST} levels deep", reason="too_complex")
        _check_states(machine, path)
    system = replace(system, internal=tuple(_internal(system)))
    types = system.types
    inputs = {signal.name for signal in system.inputs}
    for transition in transitions_of(system.machine):
        _check_transition(transition, types, inputs)
    always = frozenset(inputs | {variable.name for variable in system.variables})
    _check_reads(system.machine, always, frozenset(types))
    return system


def _check_names(system: System) -> None:
    seen: dict[str, str] = {}
    kinds = (("input", system.inputs), ("output", system.outputs), ("variable", system.variables))
    for kind, named in kinds:
        for each in named:
            if each.name in seen:
                both = kind if seen[each.name] == kind else f"{seen[each.name]} and {kind}"
                raise Misread(f"{in_quotes(each.name)} is there twice, as {both}", remedy="rename one of them")
            seen[each.name] = kind
            if not expressions.is_identifier(each.name):
                problem = f"{in_quotes(each.name)} cannot be the name of an {kind}, because no guard could read it"
                raise Misread(problem, remedy="use letters, digits and _")
            if each.type.kind == "int" and each.type.low > each.type.high:
                raise Misread(f"{in_quotes(each.name)} has bounds without a number between them", reason="type_error")
            if each.type.kind == "enum" and not each.type.names:
                raise Misread(f"{in_quotes(each.name)} has no value", reason="type_error")
    for variable in system.variables:
        if variable.type.kind == "pure":
            raise Misread(f"the variable {in_quotes(variable.name)} is pure, so it has no value", remedy="make it bool")
        if not variable.type.holds(variable.initial):
            problem = f"the variable {in_quotes(variable.name)} cannot begin with {in_quotes(str(variable.initial))}"
            raise Misread(problem, remedy=f"it is {variable.type}", reason="type_error")


def _check_states(machine: FSM, path: tuple[str, ...]) -> None:
    where = _where(path)
    if not machine.states:
        raise Misread(f"{where} has no state", reason="empty")
    if len(machine.states) > MOST_STATES:
        raise Misread(f"{where} has more than {MOST_STATES} states", reason="too_large")
    names: set[str] = set()
    for state in machine.states:
        if state.name in names:
            raise Misread(f"{where} has two states called {in_quotes(state.name)}", reason="duplicate_state")
        names.add(state.name)
    starts = [state.name for state in machine.states if state.initial]
    if len(starts) != 1:
        said = "no initial state" if not starts else f"several initial states: {', '.join(map(in_quotes, starts[:5]))}"
        raise Misread(f"{where} has {said}", remedy="mark one state as initial", reason="no_initial_state")
    for transition in machine.transitions:
        for end in (transition.source, transition.target):
            if end not in names:
                problem = f"{_told(transition)}: there is no state {in_quotes(end)} in {where}"
                raise Misread(
                    problem, transition.line or None, remedy=nearest(end, tuple(names)), reason="unknown_state"
                )


def _where(path: tuple[str, ...]) -> str:
    return f"the machine in {in_quotes('.'.join(path))}" if path else "the machine"


def _told(transition: Transition) -> str:
    return f"the transition from {in_quotes(transition.source)} to {in_quotes(transition.target)}"


def _internal(system: System) -> Iterator[Signal]:
    """Signals that are written and not listed; their types are those of the values they get."""
    types = system.types
    values: dict[str, list[tuple[Transition, Expression]]] = {}
    for transition in transitions_of(system.machine):
        for action in transition.actions:
            if action.name not in types:
                if not expressions.is_identifier(action.name):
                    problem = f"{_told(transition)} writes {in_quotes(action.name)}, which cannot be a name"
                    raise Misread(problem, transition.line or None, remedy="use letters, digits and _")
                values.setdefault(action.name, []).append((transition, action.value))
    for name, given in values.items():
        yield Signal(name, _inferred(name, given, types))


def _inferred(name: str, given: list[tuple[Transition, Expression]], types: Mapping[str, Type]) -> Type:
    numbers: list[int] = []
    words: list[str] = []
    truths = 0
    for transition, value in given:
        match value:
            case Constant(value=bool()):
                truths += 1
            case Constant(value=number):
                numbers.append(number)
            case Name(name=word) if word not in types:
                words.append(word)
            case Name(name=other) if types[other].kind in ("enum", "int"):
                of = types[other]
                words += of.names
                numbers += [of.low, of.high] if of.kind == "int" else []
            case _ if set(names_in(value)) <= set(types) and expressions.kind_of(value, types) == expressions.BOOLEAN:
                truths += 1
            case _:
                problem = f"{_told(transition)}: the type of {in_quotes(name)} cannot be told"
                remedy = f"declare {in_quotes(name)} as an output with its type"
                raise Misread(problem, transition.line or None, remedy=remedy, reason="type_error")
    if sum(map(bool, (numbers, words, truths))) > 1:
        problem = f"{in_quotes(name)} is given values of different types"
        raise Misread(problem, remedy="declare it as an output with its type", reason="type_error")
    if numbers:
        return Type("int", low=min(numbers), high=max(numbers))
    return Type("enum", names=tuple(dict.fromkeys(words))) if words else BOOL


def _check_transition(transition: Transition, types: Mapping[str, Type], inputs: set[str]) -> None:
    try:
        expressions.check(transition.guard, types)
    except Misread as problem:
        where = f"the guard of {_told(transition)}"
        raise _placed(problem, where, transition) from None
    for action in transition.actions:
        if action.name in inputs:
            said = f"{_told(transition)} writes {in_quotes(action.name)}, which is an input"
            raise Misread(said, transition.line or None, reason="type_error")
        try:
            _check_value(action, types)
        except Misread as problem:
            where = f"the action {in_quotes(action.name)} of {_told(transition)}"
            raise _placed(problem, where, transition) from None
    written = [action.name for action in transition.actions]
    twice = next((name for name in written if written.count(name) > 1), None)
    if twice:
        raise Misread(f"{_told(transition)} writes {in_quotes(twice)} twice", transition.line or None)


def _check_value(action: Assignment, types: Mapping[str, Type]) -> None:
    of = types[action.name]
    expressions.check(action.value, types, of)
    if isinstance(action.value, Constant) and not of.holds(action.value.value) and of.kind != "pure":
        raise Misread(f"{in_quotes(expressions.show(action.value))} is no value of {of}", reason="type_error")


def _placed(problem: Misread, where: str, transition: Transition) -> Misread:
    return Misread(f"{where}: {problem.problem}", transition.line or None, remedy=problem.remedy, reason=problem.reason)


def _check_reads(machine: Machine, seen: frozenset[str], declared: frozenset[str]) -> None:
    """Nobody may read a signal that is written later in the same reaction, or by someone beside them: feedback."""
    match machine:
        case FSM():
            below: dict[str, frozenset[str]] = {}
            for state in machine.states:
                if state.refinement is not None:
                    _check_reads(state.refinement, seen, declared)
                    below[state.name] = seen | written_by(state.refinement)
            for transition in machine.transitions:
                _check_seen(transition, below.get(transition.source, seen), declared)
        case Parallel(parts=parts):
            for part in parts:
                _check_reads(part.machine, seen, declared)
        case Cascade(parts=parts):
            for part in parts:
                _check_reads(part.machine, seen, declared)
                seen = seen | written_by(part.machine)


def _check_seen(transition: Transition, seen: frozenset[str], declared: frozenset[str]) -> None:
    for expression in (transition.guard, *(action.value for action in transition.actions)):
        for name in names_in(expression):
            if name in declared and name not in seen:
                problem = f"{_told(transition)} reads {in_quotes(name)}, which no earlier part has written by then"
                remedy = "a part of a cascade sees inputs and the outputs of earlier parts; feedback is not supported"
                raise Misread(problem, transition.line or None, remedy=remedy, reason="feedback")
