"""Writes a system as MoML that Ptolemy opens, for its newer versions (`history`)."""

from __future__ import annotations

from collections.abc import Iterator

from viva.core.text.reading import Misread
from viva.engines import moml
from viva.engines.machines.expressions import (
    And,
    Arithmetic,
    Compare,
    Constant,
    Expression,
    Name,
    Not,
    Or,
    Present,
    names_in,
)
from viva.engines.machines.model import (
    FSM,
    Machine,
    Parallel,
    Signal,
    System,
    Transition,
    Type,
    Variable,
    transitions_of,
    written_by,
)
from viva.engines.moml.model import Entity, Link, Model, Port, Property, Relation, Version

_VERSION = Version((11, 0))
_ROOT = "Model"
_TEXT = "ptolemy.kernel.util.StringAttribute"
_PARAMETER = "ptolemy.data.expr.Parameter"
_MODAL = "ptolemy.domains.modal"
_TYPES = {"pure": "boolean", "bool": "boolean", "int": "int", "enum": "string"}


def write(given: System) -> str:
    """The text of a system; `read` makes a system with the same behaviour of it."""
    if given.variables and not isinstance(given.machine, FSM):
        raise Misread("variables that several machines share cannot be written as MoML", remedy="write JSON or text")
    writer = _Writer(given)
    ports = tuple(writer.port(signal, "TypedIOPort") for signal in given.inputs)
    ports += tuple(writer.port(signal, "TypedIOPort", output=True) for signal in given.outputs)
    director = Property("SR Director", "ptolemy.domains.sr.kernel.SRDirector")
    inside = writer.composed(_ROOT, given.machine)
    root = Entity(
        _ROOT,
        "ptolemy.actor.TypedCompositeActor",
        (director,),
        ports,
        inside.entities,
        inside.relations,
        inside.links,
    )
    return moml.write(Model(root, _VERSION))


class _Writer:
    def __init__(self, system: System) -> None:
        self.system = system
        self.types = system.types
        self.inputs = {signal.name for signal in system.inputs}

    def port(self, signal: Signal, kind: str = "", *, output: bool = False) -> Port:
        of = f"{_MODAL}.modal.ModalPort" if not kind else f"ptolemy.actor.{kind}"
        properties = (
            Property("output" if output else "input"),
            Property("_type", "ptolemy.actor.TypeAttribute", _TYPES[signal.type.kind]),
            Property("_values", _TEXT, _values(signal.type)),
        )
        return Port(signal.name, of, properties)

    def composed(self, name: str, machine: Machine) -> Entity:
        """A composite with modal models; equal names are linked by one relation."""
        parts = (
            [("Machine", machine)]
            if isinstance(machine, FSM)
            else [(part.name, part.machine) for part in machine.parts]
        )
        entities = tuple(
            self.modal(part, inner, f"{_MODAL}.modal.ModalModel", top=name == _ROOT) for part, inner in parts
        )
        names = [signal.name for signal in (*self.system.inputs, *self.system.outputs, *self.system.internal)]
        relations, links = [], []
        for signal in names:
            if sum(port.is_output for entity in entities for port in entity.ports if port.name == signal) > 1:
                raise Misread(f"two machines beside each other write {signal!r}, which MoML has no way to say")
            ends = [
                Link(f"{entity.name}.{port.name}", f"r_{signal}")
                for entity in entities
                for port in entity.ports
                if port.name == signal
            ]
            if ends:
                relations.append(Relation(f"r_{signal}", "ptolemy.actor.TypedIORelation"))
                outside = signal in self.inputs or any(each.name == signal for each in self.system.outputs)
                links += [Link(signal, f"r_{signal}")] if outside and name == _ROOT else []
                links += ends
        return Entity(name, f"{_MODAL}.modal.Refinement", (), (), entities, tuple(relations), tuple(links))

    def modal(self, name: str, machine: Machine, of: str, *, top: bool = False) -> Entity:
        ports = self._ports(machine)
        if not isinstance(machine, FSM):
            raise Misread(f"parts inside of the part {name!r} cannot be written as MoML", remedy="write JSON or text")
        refinements: list[Entity] = []
        controller = self._controller(machine, refinements, top)
        return Entity(name, of, (), ports, (controller, *refinements))

    def _ports(self, machine: Machine) -> tuple[Port, ...]:
        written = written_by(machine)
        signals = (*self.system.inputs, *self.system.outputs, *self.system.internal)
        read = _read_by(machine)
        found = [self.port(signal) for signal in signals if signal.name in read and signal.name not in written]
        found += [self.port(signal, output=True) for signal in signals if signal.name in written]
        return tuple(found)

    def _controller(self, machine: FSM, refinements: list[Entity], top: bool) -> Entity:
        states = []
        for state in machine.states:
            properties = [Property("isInitialState", _PARAMETER, "true")] if state.initial else []
            if state.refinement is not None:
                listed = self._refinements(state.name, state.refinement, refinements)
                properties.append(Property("refinementName", _TEXT, ", ".join(listed)))
            states.append(Entity(state.name, f"{_MODAL}.kernel.State", tuple(properties)))
        relations = []
        links = []
        for number, step in enumerate(machine.transitions):
            relations.append(Relation(f"t{number}", f"{_MODAL}.kernel.Transition", tuple(self._marks(step))))
            links.append(Link(f"{step.source}.outgoingPort", f"t{number}"))
            links.append(Link(f"{step.target}.incomingPort", f"t{number}"))
        variables = tuple(map(_parameter, self.system.variables)) if top else ()
        return Entity(
            "_Controller",
            f"{_MODAL}.modal.ModalController",
            variables,
            self._ports(machine),
            tuple(states),
            tuple(relations),
            tuple(links),
        )

    def _refinements(self, state: str, machine: Machine, found: list[Entity]) -> list[str]:
        taken = {entity.name for entity in found}
        if isinstance(machine, Parallel):
            parts = [(f"{state}_{part.name}", part.machine) for part in machine.parts]
        else:
            parts = [(state, machine)]
        names = []
        for wanted, inner in parts:
            name = wanted
            while name in taken:
                name += "_"
            taken.add(name)
            names.append(name)
            if isinstance(inner, FSM):
                found.append(self.modal(name, inner, f"{_MODAL}.modal.ModalRefinement"))
            else:
                found.append(self.composed(name, inner))
        return names

    def _marks(self, step: Transition) -> Iterator[Property]:
        yield Property("guardExpression", _TEXT, self.expression(step.guard))
        variables = {variable.name for variable in self.system.variables}
        for key, inside in (("outputActions", False), ("setActions", True)):
            actions = [action for action in step.actions if (action.name in variables) == inside]
            if actions:
                text = "; ".join(f"{action.name} = {self.value(action.value)}" for action in actions)
                of = f"{_MODAL}.kernel.{'CommitActionsAttribute' if inside else 'OutputActionsAttribute'}"
                yield Property(key, of, text)
        for key, value in (
            ("history", step.history),
            ("preemptive", step.preemptive),
            ("defaultTransition", step.default),
        ):
            yield Property(key, _PARAMETER, "true" if value else "false")

    def expression(self, given: Expression) -> str:
        """In Ptolemy's words; the value of a signal is only read where it is present."""
        match given:
            case Constant(value=bool() as truth):
                return "true" if truth else "false"
            case Name(name=name) if self._is_signal(name):
                of = self.types[name].kind
                return f"{name}_isPresent" if of == "pure" else f"({name}_isPresent && {name})"
            case Present(name=name):
                return f"{name}_isPresent" if self._is_signal(name) else "true"
            case Not(inner=inner):
                return f"!({self.expression(inner)})"
            case And(left=left, right=right):
                return f"({self.expression(left)} && {self.expression(right)})"
            case Or(left=left, right=right):
                return f"({self.expression(left)} || {self.expression(right)})"
            case Compare(sign=sign, left=left, right=right):
                present = "".join(f"{name}_isPresent && " for name in dict.fromkeys(self._signals(given)))
                return f"({present}{self.value(left)} {sign} {self.value(right)})"
            case _:
                return self.value(given)

    def value(self, given: Expression) -> str:
        match given:
            case Constant(value=bool() as truth):
                return "true" if truth else "false"
            case Constant(value=number):
                return str(number)
            case Name(name=name):
                return name if name in self.types else f'"{name}"'
            case Arithmetic(sign=sign, left=left, right=right):
                return f"({self.value(left)} {sign} {self.value(right)})"
            case _:
                return self.expression(given)

    def _is_signal(self, name: str) -> bool:
        return name in self.types and all(variable.name != name for variable in self.system.variables)

    def _signals(self, given: Expression) -> Iterator[str]:
        match given:
            case Name(name=name) if self._is_signal(name):
                yield name
            case Compare(left=left, right=right) | Arithmetic(left=left, right=right):
                yield from self._signals(left)
                yield from self._signals(right)
            case _:
                return


def _read_by(machine: Machine) -> set[str]:
    return {
        name
        for step in transitions_of(machine)
        for expression in (step.guard, *(action.value for action in step.actions))
        for name in names_in(expression)
    }


def _parameter(variable: Variable) -> Property:
    value = variable.initial
    text = str(value).lower() if isinstance(value, bool) else f'"{value}"' if isinstance(value, str) else str(value)
    return Property(variable.name, _PARAMETER, text, (Property("_values", _TEXT, _values(variable.type)),))


def _values(of: Type) -> str:
    return str(of)
