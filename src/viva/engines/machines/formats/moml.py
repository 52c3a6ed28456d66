"""State machines in Ptolemy's MoML: modal models, side by side or connected, with refinements at any depth.

Files up to version 9.0 of Ptolemy mark transitions with `reset`, and one without the mark resumes a refined state;
newer files mark them with `history`, and one without the mark resets it. An expression that reads the value of an
absent port is undefined there, and a guard that is undefined does not hold; `strict` says the same in our words.

Ptolemy's types have no bounds. A property `_values` on a port or a parameter (`int 0..5`, `{red, green}`, `pure`),
which Ptolemy keeps and ignores, says them; without it they are found out from the values that are written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field

from viva.core.records import dataclass
from viva.core.text.reading import Misread, in_quotes
from viva.core.texts import Sentence
from viva.engines import moml
from viva.engines.machines import expressions
from viva.engines.machines.actions import parse_actions
from viva.engines.machines.expressions import Constant, Expression, Name
from viva.engines.machines.formats.json import refuse_immediate
from viva.engines.machines.formats.moml_guards import all_names, compared_with, reads_value, rename_signals, strict
from viva.engines.machines.formats.moml_writer import write
from viva.engines.machines.formats.text import read_signals
from viva.engines.machines.model import (
    BOOL,
    FSM,
    PURE,
    Assignment,
    Cascade,
    Machine,
    Parallel,
    Part,
    Signal,
    State,
    System,
    Transition,
    Type,
    Value,
    Variable,
    transitions_of,
)
from viva.engines.machines.sentences import sentence
from viva.engines.machines.wellformed import check_system
from viva.engines.moml import modal
from viva.engines.moml.modal import CONTROLLER, is_true, joined_relations, marks_resets, resumes
from viva.engines.moml.model import Entity, Port, Property, Relation, last_name

__all__ = ["read", "write"]

_ACTORS = ("ModalModel", "FSMActor", "ModalRefinement", "ModalController", "FSMDirector")
_DEEPEST = 40


def read(text: str) -> System:
    """The system in a file. Raises Misread with the line."""
    model = moml.read(text)
    return check_system(_MachineMomlReader(model).system())


@dataclass
class _Actor:
    """A modal model or a machine, and what its ports are called outside."""

    entity: Entity
    names: dict[str, str] = field(default_factory=dict)

    @property
    def inputs(self) -> list[Port]:
        return [port for port in self.entity.ports if port.is_input and not port.is_output]

    @property
    def outputs(self) -> list[Port]:
        return [port for port in self.entity.ports if port.is_output]


class _MachineMomlReader:
    def __init__(self, model: moml.Model) -> None:
        self.root = model.root
        self.with_reset = marks_resets(model)
        self.parameters: dict[str, tuple[Property, Value]] = {}
        self.ports: dict[str, list[tuple[Port, bool]]] = {}

    def system(self) -> System:
        machine = (
            self._composed(self.root, {}, [], 0) if not _is_machine(self.root) else self._actor(self.root, {}, [], 0)
        )
        if _is_machine(self.root):
            self._declare(_Actor(self.root))
        transitions = list(transitions_of(machine))
        inputs, outputs = self._signals(transitions)
        return System(inputs, outputs, machine, tuple(self._variables(transitions)))

    # Several machines: which signals are the same, who feeds whom.

    def _composed(self, entity: Entity, outer: Mapping[str, str], above: list[Entity], depth: int) -> Machine:
        """`outer` are the names outside of what the ports of the whole are called."""
        actors = [_Actor(inner) for inner in entity.entities if _is_machine(inner)]
        if not actors:
            problem = sentence("there_is_no_modal_model_in", name=in_quotes(entity.name))
            raise Misread(problem, entity.line, remedy=sentence("a_state_machine_is_a_modalmodel"), reason="empty")
        feeds = self._connect(entity, actors, depth)
        for actor in actors:
            called = {port.name: actor.names.get(port.name, port.name) for port in actor.entity.ports}
            actor.names = {name: outer.get(inner, inner) for name, inner in called.items()}
        if depth == 0:
            for actor in actors:
                self._declare(actor)
        order = _sorted(actors, feeds)
        parts = tuple(Part(actor.entity.name, self._actor(actor.entity, actor.names, above, depth)) for actor in order)
        if len(parts) == 1:
            return parts[0].machine
        return Cascade(parts) if feeds else Parallel(parts)

    def _connect(self, entity: Entity, actors: list[_Actor], depth: int) -> set[tuple[int, int]]:
        """Names all ports, and gives the pairs of actors of which one feeds the other."""
        groups = joined_relations(entity)
        at: dict[str, list[tuple[int, Port]]] = {}
        outside: dict[str, list[str]] = {}
        numbers = {actor.entity.name: number for number, actor in enumerate(actors)}
        for link in entity.links:
            if link.port is None:
                continue
            owner, dot, name = link.port.rpartition(".")
            group = groups.get(link.relation, link.relation)
            if not dot:
                outside.setdefault(group, []).append(name)
            elif owner in numbers:
                port = next((each for each in actors[numbers[owner]].entity.ports if each.name == name), None)
                if port is None:
                    raise Misread(sentence("there_is_no_port", port=in_quotes(link.port)), link.line)
                at.setdefault(group, []).append((numbers[owner], port))
        feeds: set[tuple[int, int]] = set()
        for group, ends in at.items():
            writers = [(number, port) for number, port in ends if port.is_output]
            readers = [(number, port) for number, port in ends if not port.is_output]
            name = (outside.get(group) or [port.name for _, port in (*writers, *readers)])[0]
            for number, port in ends:
                actors[number].names[port.name] = name
            feeds |= {(one, other) for one, _ in writers for other, _ in readers}
        written = {actor.names.get(port.name, port.name) for actor in actors for port in actor.outputs}
        fed = {
            (number, port.name) for ends in at.values() if any(p.is_output for _, p in ends) for number, port in ends
        }
        for number, actor in enumerate(actors):
            for port in actor.inputs:  # an input that is called like someone's output, but is not connected to it
                called = actor.names.get(port.name, port.name)
                if called in written and (number, port.name) not in fed and depth == 0:
                    actor.names[port.name] = f"{actor.entity.name}_{port.name}"
        return feeds

    def _declare(self, actor: _Actor) -> None:
        for port in actor.entity.ports:
            if port.is_input or port.is_output:
                name = actor.names.get(port.name, port.name)
                self.ports.setdefault(name, []).append((port, port.is_output))

    # One machine.

    def _actor(self, entity: Entity, names: Mapping[str, str], above: list[Entity], depth: int) -> Machine:
        if depth > _DEEPEST:
            raise Misread(
                sentence("the_machine_is_refined_more_than", deepest=_DEEPEST), entity.line, reason="too_complex"
            )
        if any(entity is other for other in above):
            problem = sentence("refines_itself", name=in_quotes(entity.name))
            raise Misread(
                problem, entity.line, remedy=sentence("a_refinement_cannot_contain_its_own"), reason="feedback"
            )
        controller = entity.entity(CONTROLLER) or entity
        siblings = [entity, *reversed(above)]
        return self._single(controller, names, siblings, [*above, entity], depth)

    def _single(
        self, controller: Entity, names: Mapping[str, str], around: Sequence[Entity], above: list[Entity], depth: int
    ) -> FSM:
        start = controller.value("initialStateName") or ""
        found = [inner for inner in controller.entities if last_name(inner.class_name) == "State"]
        if not found:
            raise Misread(
                sentence("the_machine_has_no_state", name=in_quotes(controller.name)), controller.line, reason="empty"
            )
        self._parameters(controller, depth)
        states = tuple(
            State(
                state.name,
                is_true(state, "isInitialState") or state.name == start,
                self._refinement(state, names, around, above, depth),
            )
            for state in found
        )
        refined = {state.name for state in states if state.refinement is not None}
        relations = [each for each in controller.relations if last_name(each.class_name) == "Transition"]
        ends = modal.ends(controller)
        return FSM(states, tuple(self._transition(each, ends.get(each.name, {}), names, refined) for each in relations))

    def _refinement(
        self, state: Entity, names: Mapping[str, str], around: Sequence[Entity], above: list[Entity], depth: int
    ) -> Machine | None:
        listed = [name.strip() for name in (state.value("refinementName") or "").split(",") if name.strip()]
        parts = []
        for name in listed:
            entity = next((inner for each in around if (inner := each.entity(name)) is not None), None)
            if entity is None:
                problem = sentence("the_state_is_refined_by_which", name=in_quotes(state.name), name2=in_quotes(name))
                raise Misread(problem, state.line)
            if _is_machine(entity):
                parts.append(Part(name, self._actor(entity, names, above, depth + 1)))
            elif any(_is_machine(inner) for inner in entity.entities):
                parts.append(Part(name, self._composed(entity, names, [*above, entity], depth + 1)))
            else:
                problem = sentence("the_refinement_is_no_state_machine", name=in_quotes(name))
                remedy = sentence("continuous_and_dataflow_refinements_belong_to")
                raise Misread(problem, entity.line, remedy=remedy, reason="forbidden")
        if not parts:
            return None
        return parts[0].machine if len(parts) == 1 else Parallel(tuple(parts))

    def _transition(
        self, relation: Relation, ends: Mapping[str, str], names: Mapping[str, str], refined: set[str]
    ) -> Transition:
        if set(ends) != {"outgoingPort", "incomingPort"}:
            problem = sentence("the_transition_does_not_lead_from", name=in_quotes(relation.name))
            raise Misread(problem, relation.line)
        source, target = ends["outgoingPort"], ends["incomingPort"]
        if is_true(relation, "immediate"):
            refuse_immediate(source, target)
        for flag in ("error", "termination"):
            if is_true(relation, flag):
                problem = sentence(
                    "the_transition_from_to_is_of", source=in_quotes(source), target=in_quotes(target), flag=flag
                )
                raise Misread(sentence("which_is_not_supported", problem=problem), relation.line, reason="forbidden")
        guard = self._expression(relation, "guardExpression", names)
        actions = [*self._actions(relation, "outputActions", names), *self._actions(relation, "setActions", names)]
        return Transition(
            source,
            target,
            strict(guard),
            tuple(actions),
            target in refined and resumes(relation, self.with_reset),
            is_true(relation, "preemptive"),
            is_true(relation, "defaultTransition"),
            relation.line,
        )

    def _expression(self, relation: Relation, key: str, names: Mapping[str, str]) -> Expression:
        text = relation.value(key) or ""
        try:
            return rename_signals(expressions.parse(text), names)
        except Misread as problem:
            raise _placed(problem, sentence("guard_text", text=in_quotes(text)), relation) from None

    def _actions(self, relation: Relation, key: str, names: Mapping[str, str]) -> Iterator[Assignment]:
        text = relation.value(key) or ""
        try:
            for action in parse_actions(text):
                yield Assignment(names.get(action.name, action.name), rename_signals(action.value, names))
        except Misread as problem:
            raise _placed(problem, sentence("actions_text", text=in_quotes(text)), relation) from None

    def _parameters(self, controller: Entity, depth: int) -> None:
        for given in controller.properties:
            if last_name(given.class_name) != "Parameter" or given.name.startswith("_") or given.value is None:
                continue
            value = _value(given.value)
            if value is None:
                continue
            if depth:
                problem = sentence("the_parameter_belongs_to_a_refinement", name=in_quotes(given.name))
                raise Misread(
                    problem, given.line, remedy=sentence("move_it_to_the_uppermost_machine"), reason="forbidden"
                )
            self.parameters[given.name] = given, value

    # Types.

    def _signals(self, transitions: list[Transition]) -> tuple[tuple[Signal, ...], tuple[Signal, ...]]:
        inputs, outputs = [], []
        for name, ports in self.ports.items():
            writes = any(is_output for _, is_output in ports)
            reads = any(not is_output for _, is_output in ports)
            signal = Signal(name, self._type(name, [port for port, _ in ports], transitions, writes))
            if not writes:
                inputs.append(signal)
            elif not reads or self._leaves(name):
                outputs.append(signal)
        return tuple(inputs), tuple(outputs)

    def _leaves(self, name: str) -> bool:
        """Whether a signal between two machines is an output of the whole as well."""
        return any(port.name == name and port.is_output for port in self.root.ports)

    def _type(self, name: str, ports: list[Port], transitions: list[Transition], written: bool) -> Type:
        for port in ports:
            values = port.value("_values")
            if values is not None:
                return _declared(values, port.line)
        kinds = {port.value("_type") for port in ports} - {None, "unknown", "general"}
        literals = (
            [action.value for step in transitions for action in step.actions if action.name == name] if written else []
        )
        words = [value.name for value in literals if isinstance(value, Name)]
        numbers = [
            value.value for value in literals if isinstance(value, Constant) and not isinstance(value.value, bool)
        ]
        if not written and "int" in kinds:
            compared = [number for step in transitions for number in compared_with(step.guard, name)]
            reads = sum(1 for step in transitions for each in all_names(step) if each == name)
            if reads == len(compared):
                return Type("int", low=min(compared) - 1, high=max(compared) + 1) if compared else PURE
        if numbers and len(numbers) == len(literals):
            return Type("int", low=min(numbers), high=max(numbers))
        if words and len(words) == len(literals) and kinds <= {"string"}:
            return Type("enum", names=tuple(dict.fromkeys(words)))
        if "boolean" in kinds or any(value == expressions.FALSE for value in literals):
            return BOOL
        if kinds - {"boolean"}:
            problem = sentence(
                "the_port_is_of_the_type", name=in_quotes(name), kinds=str(", ".join(sorted(map(str, kinds))))
            )
            remedy = sentence("give_it_a_property_values_a")
            raise Misread(problem, ports[0].line, remedy=remedy, reason="type_error")
        return BOOL if any(reads_value(step.guard, name) for step in transitions) else PURE

    def _variables(self, transitions: list[Transition]) -> Iterator[Variable]:
        written = {action.name for step in transitions for action in step.actions}
        read = {name for step in transitions for name in expressions.names_in(step.guard)}
        for name, (given, value) in self.parameters.items():
            values = next((inner.value for inner in given.properties if inner.name == "_values"), None)
            if name not in written | read:
                continue
            if values is not None:
                yield Variable(name, _declared(values, given.line), value)
            elif isinstance(value, bool):
                yield Variable(name, BOOL, value)
            elif name not in written and isinstance(value, int):
                yield Variable(name, Type("int", low=value, high=value), value)
            else:
                problem = sentence("the_parameter_has_no_bounds", name=in_quotes(name))
                remedy = sentence("give_it_a_property_values_a")
                raise Misread(problem, given.line, remedy=remedy, reason="type_error")


def _is_machine(entity: Entity) -> bool:
    states = any(last_name(inner.class_name) == "State" for inner in entity.entities)
    return last_name(entity.class_name) in _ACTORS or states or entity.entity(CONTROLLER) is not None


def _placed(problem: Misread, where: Sentence, relation: Relation) -> Misread:
    at = f", column {problem.column}" if problem.column else ""
    return Misread(
        sentence("placed_at", where=where, at=at, problem=problem.said),
        relation.line,
        remedy=problem.what_to_do,
        reason=problem.reason,
    )


def _value(text: str) -> Value | None:
    text = text.strip()
    if text in ("true", "false"):
        return text == "true"
    if text.startswith('"') and text.endswith('"') and len(text) > 1:
        return text[1:-1]
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 12 else None


def _declared(values: str, line: int) -> Type:
    try:
        return read_signals(f"x: {values}")[0].type
    except Misread as problem:
        raise Misread(sentence("the_property_values", values=in_quotes(values), problem=problem.said), line) from None


def _sorted(actors: list[_Actor], feeds: set[tuple[int, int]]) -> list[_Actor]:
    """Those that feed others first, otherwise as in the file."""
    order: list[int] = []
    while len(order) < len(actors):
        ready = [
            number
            for number in range(len(actors))
            if number not in order and all(one in order for one, other in feeds if other == number)
        ]
        if not ready:
            names = ", ".join(
                in_quotes(actor.entity.name) for number, actor in enumerate(actors) if number not in order
            )
            raise Misread(
                sentence("feed_each_other_feedback_is_not", names=names),
                actors[0].entity.line,
                remedy=sentence("connect_the_machines_in_a_row"),
                reason="feedback",
            )
        order.append(ready[0])
    return [actors[number] for number in order]
