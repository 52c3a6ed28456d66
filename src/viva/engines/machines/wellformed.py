"""What a system must be before it runs: every name declared, every value of the right type, one initial state in each
machine, and nobody reads what is not written yet. The error says which machine and which transition."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from viva.core.text.reading import Misread, did_you_mean, in_quotes
from viva.core.texts import Sentence
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
from viva.engines.machines.sentences import sentence

MOST_STATES = 100_000
_DEEPEST = 40
_MOST_MACHINES = 500


def check_system(system: System) -> System:
    """The system with the types of its internal signals. Raises Misread."""
    system = replace(system, internal=())
    _check_names(system)
    for count, (path, machine) in enumerate(machines_of(system.machine)):
        if count >= _MOST_MACHINES:
            raise Misread(sentence("these_are_more_than_machines", most_machines=_MOST_MACHINES), reason="too_large")
        if len(path) > _DEEPEST:
            raise Misread(sentence("the_machine_is_refined_more_than", deepest=_DEEPEST), reason="too_complex")
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
                raise Misread(
                    sentence("is_there_twice_as", name=in_quotes(each.name), both=both),
                    remedy=sentence("rename_one_of_them"),
                )
            seen[each.name] = kind
            if not expressions.is_identifier(each.name):
                problem = sentence("cannot_be_the_name_of_an", name=in_quotes(each.name), kind=kind)
                raise Misread(problem, remedy=sentence("use_letters_digits_and"))
            if each.type.kind == "int" and each.type.low > each.type.high:
                raise Misread(
                    sentence("has_bounds_without_a_number_between", name=in_quotes(each.name)), reason="type_error"
                )
            if each.type.kind == "enum" and not each.type.names:
                raise Misread(sentence("has_no_value", name=in_quotes(each.name)), reason="type_error")
    for variable in system.variables:
        if variable.type.kind == "pure":
            raise Misread(
                sentence("the_variable_is_pure_so_it", name=in_quotes(variable.name)), remedy=sentence("make_it_bool")
            )
        if not variable.type.holds(variable.initial):
            problem = sentence(
                "the_variable_cannot_begin_with",
                name=in_quotes(variable.name),
                initial=in_quotes(str(variable.initial)),
            )
            raise Misread(problem, remedy=sentence("it_is", type=str(variable.type)), reason="type_error")


def _check_states(machine: FSM, path: tuple[str, ...]) -> None:
    where = _where(path)
    if not machine.states:
        raise Misread(sentence("has_no_state", where=where), reason="empty")
    if len(machine.states) > MOST_STATES:
        raise Misread(sentence("has_more_than_states", where=where, most_states=MOST_STATES), reason="too_large")
    names: set[str] = set()
    for state in machine.states:
        if state.name in names:
            raise Misread(
                sentence("has_two_states_called", where=where, name=in_quotes(state.name)), reason="duplicate_state"
            )
        names.add(state.name)
    starts = [state.name for state in machine.states if state.initial]
    if len(starts) != 1:
        several = sentence("several_starts", machine=where, states=", ".join(map(in_quotes, starts[:5])))
        raise Misread(
            several if starts else sentence("no_start", machine=where),
            remedy=sentence("mark_one_state_as_initial"),
            reason="no_initial_state",
        )
    for transition in machine.transitions:
        for end in (transition.source, transition.target):
            if end not in names:
                problem = sentence(
                    "there_is_no_state_in", transition=_told(transition), end=in_quotes(end), where=where
                )
                raise Misread(
                    problem, transition.line or None, remedy=did_you_mean(end, tuple(names)), reason="unknown_state"
                )


def _where(path: tuple[str, ...]) -> Sentence:
    return sentence("machine_in", path=in_quotes(".".join(path))) if path else sentence("machine_itself")


def _told(transition: Transition) -> Sentence:
    return sentence("transition", source=in_quotes(transition.source), target=in_quotes(transition.target))


def _internal(system: System) -> Iterator[Signal]:
    """Signals that are written and not listed; their types are those of the values they get."""
    types = system.types
    values: dict[str, list[tuple[Transition, Expression]]] = {}
    for transition in transitions_of(system.machine):
        for action in transition.actions:
            if action.name not in types:
                if not expressions.is_identifier(action.name):
                    problem = sentence(
                        "writes_which_cannot_be_a_name", transition=_told(transition), name=in_quotes(action.name)
                    )
                    raise Misread(problem, transition.line or None, remedy=sentence("use_letters_digits_and"))
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
                problem = sentence("the_type_of_cannot_be_told", transition=_told(transition), name=in_quotes(name))
                remedy = sentence("declare_as_an_output_with_its", name=in_quotes(name))
                raise Misread(problem, transition.line or None, remedy=remedy, reason="type_error")
    if sum(map(bool, (numbers, words, truths))) > 1:
        problem = sentence("is_given_values_of_different_types", name=in_quotes(name))
        raise Misread(problem, remedy=sentence("declare_it_as_an_output_with"), reason="type_error")
    if numbers:
        return Type("int", low=min(numbers), high=max(numbers))
    return Type("enum", names=tuple(dict.fromkeys(words))) if words else BOOL


def _check_transition(transition: Transition, types: Mapping[str, Type], inputs: set[str]) -> None:
    try:
        expressions.check(transition.guard, types)
    except Misread as problem:
        where = sentence("guard_of", transition=_told(transition))
        raise _placed(problem, where, transition) from None
    for action in transition.actions:
        if action.name in inputs:
            said = sentence("writes_which_is_an_input", transition=_told(transition), name=in_quotes(action.name))
            raise Misread(said, transition.line or None, reason="type_error")
        try:
            _check_value(action, types)
        except Misread as problem:
            where = sentence("action_of", name=in_quotes(action.name), transition=_told(transition))
            raise _placed(problem, where, transition) from None
    written = [action.name for action in transition.actions]
    twice = next((name for name in written if written.count(name) > 1), None)
    if twice:
        raise Misread(
            sentence("writes_twice", transition=_told(transition), twice=in_quotes(twice)), transition.line or None
        )


def _check_value(action: Assignment, types: Mapping[str, Type]) -> None:
    of = types[action.name]
    expressions.check(action.value, types, of)
    if isinstance(action.value, Constant) and not of.holds(action.value.value) and of.kind != "pure":
        raise Misread(
            sentence("is_no_value_of", given=in_quotes(expressions.show(action.value)), expected=str(of)),
            reason="type_error",
        )


def _placed(problem: Misread, where: Sentence, transition: Transition) -> Misread:
    return Misread(
        sentence("placed", where=where, problem=problem.said),
        transition.line or None,
        remedy=problem.what_to_do,
        reason=problem.reason,
    )


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
                problem = sentence(
                    "reads_which_no_earlier_part_has", transition=_told(transition), name=in_quotes(name)
                )
                remedy = sentence("a_part_of_a_cascade_sees")
                raise Misread(problem, transition.line or None, remedy=remedy, reason="feedback")
